//! NegaScout: Reinefeld 1983. Alpha-beta that searches the first child of a node with the whole window,
//! and tests all others with a null window: are they better? Only a child that is better, and not good
//! enough for a cut-off, is searched again. Post: the minimax value. Deviations: the alpha-beta below
//! is memory-enhanced, and written from MAX's view.

use super::mt::MemoryEnhanced;
use crate::{Score, Side, Stop, Window};

pub(super) fn negascout(n: &mut MemoryEnhanced<'_>) -> Result<Score, Stop> {
    n.alpha_beta(Window::FULL)
}

/// The null window that tests whether a child is better than the best one so far.
#[inline(always)]
pub(super) fn null_window(w: Window, side: Side) -> Window {
    match side {
        Side::Max => Window { beta: w.alpha.up(), ..w },
        Side::Min => Window { alpha: w.beta.down(), ..w },
    }
}

/// Whether a child must be searched again with window `w` after its test returned `value`.
#[inline(always)]
pub(super) fn searches_again(value: Score, w: Window, side: Side) -> bool {
    value.beats(w.bound(side), side) && !w.narrow(side, value).is_empty()
}
