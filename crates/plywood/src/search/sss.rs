//! AB-SSS*: Figure 2 of Plaat et al. 1995. The upper bound falls from +∞ to the minimax value. With
//! all leaves in a table that loses none of them, and moves as listed, it evaluates the leaves of Stockman's
//! SSS* in the same order (`stockman`). Post: the minimax value. Deviations: none.

use super::mt::MemoryEnhanced;
use crate::{Score, Stop};

pub(super) fn sss(n: &mut MemoryEnhanced<'_>) -> Result<Score, Stop> {
    let mut g = Score::POS_INF;
    loop {
        let gamma = g;
        g = n.test(gamma)?;
        if g >= gamma {
            return Ok(g);
        }
    }
}
