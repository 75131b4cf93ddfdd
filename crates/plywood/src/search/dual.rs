//! AB-DUAL*: Figure 2 of Plaat et al. 1995. The lower bound rises from -∞ to the minimax value. What `sss`
//! says of the leaves holds here too, with the list form of DUAL*.
//! Post: the minimax value. Deviations: none.

use super::mt::MemoryEnhanced;
use crate::{Score, Stop};

pub(super) fn dual(n: &mut MemoryEnhanced<'_>) -> Result<Score, Stop> {
    let mut g = Score::NEG_INF;
    loop {
        let gamma = g;
        g = n.test(gamma.up())?;
        if g <= gamma {
            return Ok(g);
        }
    }
}
