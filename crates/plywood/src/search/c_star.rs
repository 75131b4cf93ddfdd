//! C*: Coplan 1982, in the form of Plaat et al. 1995. Each null window halves the interval between the
//! bounds. Post: the minimax value. Deviations: none.

use super::mt::MemoryEnhanced;
use crate::{Score, Stop};

pub(super) fn c_star(n: &mut MemoryEnhanced<'_>) -> Result<Score, Stop> {
    let (mut f_minus, mut f_plus) = (Score::NEG_INF, Score::POS_INF);
    loop {
        let gamma = f_minus.midpoint(f_plus);
        let g = n.test(gamma)?;
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
