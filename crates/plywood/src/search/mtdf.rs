//! MTD(f): Figure 3 of Plaat et al. 1995. Null windows from a first guess: after the first call, one
//! bound moves to the minimax value. Post: the minimax value. Deviations: none.

use super::mt::MemoryEnhanced;
use crate::{Score, Stop};

crate::option_words! {
    /// The first guess of MTD(f).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum FirstGuess {
        /// The value of the previous iteration, as in the paper.
        Previous = "previous",
        /// The value of the iteration before the previous one: values swing with the parity of the depth.
        TwoBack = "two-back";
        /// This value, in every iteration.
        Fixed(Score) = Score::MIN_EVAL..=Score::MAX_EVAL,
    }
}

crate::options! {
    /// The options of [`Driver::MtdF`](super::Driver::MtdF).
    pub(super) struct MtdFOptions {
        /// The first guess at each depth: the value of the previous depth, of the one before that, or this
        /// value.
        pub(super) first_guess: FirstGuess = FirstGuess::Previous,
    }
}

/// `f` is the first guess.
pub(super) fn mtdf(n: &mut MemoryEnhanced<'_>, f: FirstGuess) -> Result<Score, Stop> {
    let mut g = f.value(n.values());
    let (mut f_minus, mut f_plus) = (Score::NEG_INF, Score::POS_INF);
    loop {
        let gamma = if g == f_minus { g.up() } else { g };
        g = n.test(gamma)?;
        if g < gamma {
            f_plus = g;
        } else {
            f_minus = g;
        }
        if f_minus >= f_plus {
            return Ok(g);
        }
    }
}

impl FirstGuess {
    fn value(self, values: &[Score]) -> Score {
        let guess = match self {
            FirstGuess::Previous => values.last().copied(),
            FirstGuess::TwoBack => values.get(values.len().saturating_sub(2)).copied(),
            FirstGuess::Fixed(value) => Some(value),
        };
        guess.unwrap_or(Score::ZERO)
    }
}
