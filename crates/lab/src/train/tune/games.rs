//! The games whose evaluations are tuned.

use crate::registry::{Build, built_in};
use plywood_games::{Amazons, Checkers, Chess, Game, InputError, amazons, checkers, chess};

/// A game whose evaluation is a sum of weights. Each weight is a pair, for the beginning and the end of
/// the game; the evaluation interpolates between them.
///
/// ```
/// use plywood::Evaluate;
/// use plywood_games::{Chess, Game};
/// use plywood_lab::train::Tunable;
///
/// let position = Chess::parse(Some("e4 d5 exd5"))?;
/// let (weights, share) = (Chess::start(), position.share());
/// let mut value = 0.0;
/// position.features(&mut |weight, times| {
///     let [first, last] = weights[weight].map(f64::from);
///     value += f64::from(times) * (share * first + (1.0 - share) * last);
/// });
/// // The evaluation rounds towards zero.
/// let evaluated = Chess::evaluation_with(&weights).evaluate(&position).get();
/// assert_eq!(evaluated, value as i32);
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub trait Tunable: Game {
    /// The number of weights. The first is that of a pawn, man or square, and makes the unit.
    const WEIGHTS: usize;
    /// Games begin with this many random plies.
    const RANDOM_PLIES: u32;

    /// The position that games of a training begin with, before the random plies.
    fn first_position() -> Self {
        Self::parse(None).expect("every game has a start")
    }

    /// What makes its searches.
    fn build() -> Build<Self>;

    /// The weights by hand that training starts from.
    fn start() -> Vec<[i16; 2]>;

    /// The weights of a file, which errors call `name`.
    fn read_weights(text: &str, name: &str) -> Result<Vec<[i16; 2]>, InputError>;

    /// The text of a file with these weights, [`WEIGHTS`](Tunable::WEIGHTS) of them.
    fn weights_text(weights: &[[i16; 2]]) -> String;

    /// The evaluation with these weights.
    fn evaluation_with(weights: &[[i16; 2]]) -> Self::Evaluation;

    /// Hands `sink` each weight that counts in the evaluation of this position, and how often it counts. A
    /// weight may be handed on several times.
    fn features(&self, sink: &mut impl FnMut(usize, i32));

    /// The share of the first of each pair of weights in the evaluation, from 0 to 1.
    fn share(&self) -> f64;
}

/// The number of weights of a game, and how they are read and written.
macro_rules! weights_of {
    ($game:ident) => {
        const WEIGHTS: usize = $game::WEIGHTS;

        fn start() -> Vec<[i16; 2]> {
            $game::Weights::start().pairs().to_vec()
        }

        fn read_weights(text: &str, name: &str) -> Result<Vec<[i16; 2]>, InputError> {
            Ok($game::Weights::from_text(text, name)?.pairs().to_vec())
        }

        fn weights_text(weights: &[[i16; 2]]) -> String {
            $game::Weights::from_pairs(weights).to_text()
        }
    };
}

impl Tunable for Chess {
    weights_of!(chess);
    const RANDOM_PLIES: u32 = 8;

    fn build() -> Build<Chess> {
        built_in::<Chess>().build
    }

    fn evaluation_with(weights: &[[i16; 2]]) -> chess::Evaluation {
        chess::Evaluation::with(chess::Weights::from_pairs(weights))
    }

    fn features(&self, sink: &mut impl FnMut(usize, i32)) {
        let mut seen = chess::Coefficients::default();
        chess::features(self, &mut seen);
        seen.iter().for_each(|(weight, times)| sink(weight, times));
    }

    fn share(&self) -> f64 {
        f64::from(chess::phase(self)) / f64::from(chess::PHASES)
    }
}

impl Tunable for Checkers {
    weights_of!(checkers);
    const RANDOM_PLIES: u32 = 6;

    fn build() -> Build<Checkers> {
        built_in::<Checkers>().build
    }

    fn evaluation_with(weights: &[[i16; 2]]) -> checkers::Evaluation {
        let weights = checkers::Weights::from_pairs(weights);
        checkers::Evaluation::Tuned(checkers::CheckersEvaluation::with(weights))
    }

    fn features(&self, sink: &mut impl FnMut(usize, i32)) {
        checkers::features(self, sink);
    }

    fn share(&self) -> f64 {
        f64::from(checkers::phase(self)) / f64::from(checkers::PHASES)
    }
}

impl Tunable for Amazons {
    weights_of!(amazons);
    const RANDOM_PLIES: u32 = 2;

    /// Games end when the territories decide them: what follows teaches nothing.
    fn first_position() -> Amazons {
        Amazons::default().counted()
    }

    fn build() -> Build<Amazons> {
        built_in::<Amazons>().build
    }

    fn evaluation_with(weights: &[[i16; 2]]) -> amazons::Evaluation {
        let territory = amazons::Territory::with(amazons::Weights::from_pairs(weights));
        amazons::Evaluation::Territory(territory.without_decisions())
    }

    fn features(&self, sink: &mut impl FnMut(usize, i32)) {
        amazons::features(self, sink);
    }

    fn share(&self) -> f64 {
        let phase = amazons::features(self, |_, _| ());
        f64::from(phase) / f64::from(amazons::PHASES)
    }
}
