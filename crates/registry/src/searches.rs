//! The searches that configurations stand for, for every game.

use crate::algorithms::{ALGORITHMS, Algorithm, ENDGAME, EndgameOptions};
use crate::configuration::{AlgorithmOptions, Configuration};
use crate::ending::{Finishing, TakeOver};
use crate::{Error, outside};
use plywood::search::{self, AlgorithmVisitor, MtOptions, Switches, each_algorithm};
use plywood::{Evaluate, Position, Score, Search};
use plywood_games::Game;

/// A search of a game, whatever the algorithm.
pub type BoxedSearch<G> = Box<dyn Search<G> + Send>;

/// An evaluation whose values are rounded to multiples of the grain, towards zero.
#[derive(Clone)]
pub struct Rounded<E> {
    evaluation: E,
    grain: i32,
}

impl<E> Rounded<E> {
    /// Rounded to multiples of `grain`, which is at least 1.
    pub fn to(grain: i32, evaluation: E) -> Self {
        Rounded { evaluation, grain: grain.max(1) }
    }

    /// As it is.
    pub fn not_at_all(evaluation: E) -> Self {
        Rounded::to(1, evaluation)
    }
}

impl<G: Position, E: Evaluate<G>> Evaluate<G> for Rounded<E> {
    const BATCHES: bool = E::BATCHES;

    #[inline]
    fn evaluate(&mut self, position: &G) -> Score {
        round(self.evaluation.evaluate(position), self.grain)
    }

    fn evaluate_children(&mut self, position: &mut G, moves: &[G::Move], values: &mut Vec<Score>) {
        let first = values.len();
        self.evaluation.evaluate_children(position, moves, values);
        values[first..].iter_mut().for_each(|value| *value = round(*value, self.grain));
    }

    #[inline(always)]
    fn on_root(&mut self, root: &G) {
        self.evaluation.on_root(root);
    }

    #[inline(always)]
    fn on_play(&mut self, position: &G, m: Option<G::Move>) {
        self.evaluation.on_play(position, m);
    }

    #[inline(always)]
    fn on_undo(&mut self) {
        self.evaluation.on_undo();
    }
}

#[inline]
fn round(value: Score, grain: i32) -> Score {
    match grain {
        1 => value,
        grain => Score::new(value.get() / grain * grain),
    }
}

/// Makes searches of one game: [`build`] for that game.
///
/// Where `build::<G>` is named, every search of `G` is compiled. Code that is handed a `Build` instead
/// is compiled without them. For the games that come with Plywood, [`built_in`](crate::built_in) has one.
pub type Build<G> =
    fn(&Configuration, Rounded<<G as Game>::Evaluation>) -> Result<BoxedSearch<G>, Error>;

/// The search that a configuration stands for; an error if its algorithm is one from outside that was
/// not registered for the game.
pub fn build<G: Game>(
    configuration: &Configuration,
    evaluation: Rounded<G::Evaluation>,
) -> Result<BoxedSearch<G>, Error> {
    if let Some(options) = configuration.options::<EndgameOptions>() {
        return Ok(options.build(evaluation));
    }
    let mut find = Find::<G> { configuration, evaluation: Some(evaluation), found: None };
    each_algorithm(&mut find);
    if let Some(search) = find.found {
        return Ok(search);
    }
    let evaluation = find.evaluation.expect("it is taken only for a search that is found");
    outside::build(configuration, evaluation)
}

/// Looks for the algorithm whose options a configuration has.
struct Find<'a, G: Game> {
    configuration: &'a Configuration,
    evaluation: Option<Rounded<G::Evaluation>>,
    found: Option<BoxedSearch<G>>,
}

impl<G: Game> AlgorithmVisitor for Find<'_, G> {
    fn visit<A: search::Algorithm>(&mut self) {
        if let Some(options) = self.configuration.options::<A>()
            && let Some(evaluation) = self.evaluation.take()
        {
            self.found = Some(options.build(evaluation));
        }
    }
}

/// The algorithms of the library.
impl<A: search::Algorithm> AlgorithmOptions for A {
    fn algorithm(&self) -> &'static Algorithm {
        let name = self.info().name;
        let known = ALGORITHMS.iter().find(|algorithm| algorithm.name == name);
        known.expect("one table lists the options of all algorithms")
    }

    fn switches(&self) -> Switches {
        search::Algorithm::switches(self)
    }

    fn set_switches(&mut self, switches: Switches) {
        search::Algorithm::set_switches(self, switches);
    }

    fn build<G: Game>(&self, evaluation: Rounded<G::Evaluation>) -> BoxedSearch<G> {
        self.clone().search(evaluation)
    }
}

impl AlgorithmOptions for EndgameOptions {
    fn algorithm(&self) -> &'static Algorithm {
        &ENDGAME
    }

    fn switches(&self) -> Switches {
        Switches { all_best: Some(self.all_best), ..Switches::default() }
    }

    fn set_switches(&mut self, switches: Switches) {
        self.all_best = switches.all_best.unwrap_or(self.all_best);
    }

    fn build<G: Game>(&self, evaluation: Rounded<G::Evaluation>) -> BoxedSearch<G> {
        let all_best = self.all_best;
        let player = MtOptions { all_best, ..MtOptions::default() }.build(evaluation);
        match G::endgame() {
            Some(solver) => {
                Box::new(Finishing { player, solver, take_over: TakeOver::AtOnce, all_best })
            }
            None => player,
        }
    }
}
