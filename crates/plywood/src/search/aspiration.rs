//! Aspiration NegaScout: NegaScout in a window around the value of the previous iteration. If the value
//! lies outside, the side on which it lies is searched. Post: the minimax value. Deviations: none.

use super::mt::MemoryEnhanced;
use crate::{Score, Stop, Window};

crate::options! {
    /// The options of [`Driver::AspirationNegaScout`](super::Driver::AspirationNegaScout).
    pub(super) struct AspirationOptions {
        /// How far the window reaches on both sides of the last value, in units of the evaluation.
        pub(super) window: u32 [1..] = 50,
    }
}

pub(super) fn aspiration(n: &mut MemoryEnhanced<'_>, width: u32) -> Result<Score, Stop> {
    let Some(&f) = n.values().last() else { return n.alpha_beta(Window::FULL) };
    let width = i64::from(width);
    let w = Window { alpha: f.saturating_add(-width), beta: f.saturating_add(width) };
    let g = n.alpha_beta(w)?;
    // A value on a bound is only a bound.
    if g <= w.alpha && w.alpha > Score::NEG_INF {
        n.alpha_beta(Window { alpha: Score::NEG_INF, beta: g.up() })
    } else if g >= w.beta && w.beta < Score::POS_INF {
        n.alpha_beta(Window { alpha: g.down(), beta: Score::POS_INF })
    } else {
        Ok(g)
    }
}
