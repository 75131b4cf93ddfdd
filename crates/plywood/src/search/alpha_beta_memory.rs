//! Alpha-beta with a transposition table: one call with the full window. Figure 1 of Plaat et al. is in
//! `memory_enhanced/alpha_beta.rs`.

use super::mt::MemoryEnhanced;
use crate::{Score, Stop, Window};

pub(super) fn alpha_beta_memory(n: &mut MemoryEnhanced<'_>) -> Result<Score, Stop> {
    n.alpha_beta(Window::FULL)
}
