//! How deep alpha-beta searches in a given artificial time: Utgoff & Cochran 2001, section 5.1. "The maximum
//! depth k that could be searched within the time allotment, assuming that b^(0.75k) nodes will be
//! generated." Deviations: none in [`Allotment::PAPER`], which compares nodes with units of time; the
//! reading that pays for each node is [`Allotment::HONEST`].

use super::context::Context;
use crate::{Evaluate, Position, Task};

crate::option_words! {
    /// How the depth of a search follows from its [artificial time](crate::Budget::artificial_time). In the
    /// formulas, b is the number of root moves that are searched.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum DepthFrom {
        /// It does not: the depth is that of the budget, or searches deepen step by step.
        Budget = "budget",
        /// The greatest k for which b^(0.75k) is at most the number of units.
        Units = "units",
        /// The greatest k for which b^(0.75k) is at most the number of nodes that the units pay for.
        Nodes = "nodes",
    }
}

crate::options! {
    /// What alpha-beta does with an allotment of [artificial time](crate::Budget::artificial_time). Without
    /// a limit of artificial time, or for several lines of play, it changes nothing.
    ///
    /// ```
    /// use plywood::search::{Allotment, DepthFrom};
    /// let honest = Allotment { depth_from: DepthFrom::Nodes, finish: true };
    /// assert_eq!(Allotment::HONEST, honest);
    /// // 10^(0.75 · 4) = 1000.
    /// assert_eq!([DepthFrom::Units, DepthFrom::Nodes].map(|from| from.depth(100_000, 100, 10)), [6, 4].map(Some));
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Allotment {
        /// The depth k under artificial time: that of the budget, or the greatest with b^(0.75k) at most the
        /// number of units, or of nodes that they pay for; b is the number of root moves searched.
        pub depth_from: DepthFrom = DepthFrom::Budget,
        /// Finish the depth that follows from the artificial time, even if it takes longer.
        ///
        /// Otherwise the search is cut off at its limit, and answers with the best root move so far.
        pub finish: bool = false,
    }
}

impl Allotment {
    /// What the paper says: nodes are compared with units of time, although each costs 100 of them. A depth
    /// chosen so is too deep for the allotment, and the search is cut off.
    pub const PAPER: Allotment = Allotment { depth_from: DepthFrom::Units, finish: false };
    /// The depth that the time pays for, finished whatever it really costs.
    pub const HONEST: Allotment = Allotment { depth_from: DepthFrom::Nodes, finish: true };

    /// The task with the depth that follows from its artificial time. A search that is to finish it has no
    /// limit of artificial time left, but is charged all the same.
    pub(super) fn apply<'t, P: Position, E: Evaluate<P>, const W: bool>(
        self,
        task: &Task<'t, P>,
        ctx: &mut Context<'_, P, E, W>,
    ) -> Task<'t, P> {
        let mut task = task.clone();
        let budget = &mut task.budget;
        // Several lines of play are searched depth after depth, until the time is up.
        let units = budget.artificial_time.filter(|_| !task.one_depth);
        let Some(units) = units else { return task };
        let moves = ctx.count_children(task.position, true);
        let depth = self.depth_from.depth(units, budget.node_price, moves);
        let Some(depth) = depth else { return task };
        budget.depth = Some(budget.depth.map_or(depth, |own| own.min(depth)));
        if self.finish {
            budget.artificial_time = None;
            ctx.meter.lift_artificial_time();
        }
        task
    }
}

impl DepthFrom {
    /// The depth for this many units of artificial time, where a node costs `node_price`, and `moves` at the
    /// root: at least 1, and 1 where there is only one move. None if the depth does not follow from them.
    pub fn depth(self, units: u64, node_price: u64, moves: usize) -> Option<u32> {
        match self {
            DepthFrom::Budget => None,
            DepthFrom::Units => Some(greatest_depth(units, moves)),
            DepthFrom::Nodes => Some(greatest_depth(units / node_price.max(1), moves)),
        }
    }
}

/// A number of 256 bits, the highest first, so that numbers are ordered as their arrays are.
type Wide = [u64; 4];
const ONE: Wide = [0, 0, 0, 1];

/// None if the product has more than 256 bits.
fn times(number: Wide, by: u64) -> Option<Wide> {
    let (mut product, mut carry) = (number, 0);
    for digit in product.iter_mut().rev() {
        let sum = u128::from(*digit) * u128::from(by) + carry;
        (*digit, carry) = (sum as u64, sum >> 64);
    }
    (carry == 0).then_some(product)
}

fn power(base: u64, exponent: u32) -> Option<Wide> {
    (0..exponent).try_fold(ONE, |number, _| times(number, base))
}

/// The greatest k with `moves`^(0.75k) <= `most`, at least 1. It is compared in whole numbers,
/// `moves`^(3k) <= `most`^4, so that it is the same on every machine.
fn greatest_depth(most: u64, moves: usize) -> u32 {
    if moves < 2 {
        return 1;
    }
    let (moves, most) = (moves as u64, power(most, 4).expect("four numbers of 64 bits"));
    let is_affordable = |k: &u32| power(moves, 3 * k).is_some_and(|nodes| nodes <= most);
    (1..).take_while(is_affordable).last().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depth_changes_where_the_formula_says() {
        // 16^0.75 = 8, and 10^3 = 10^(0.75 · 4).
        for (most, moves, depth) in [
            (0, 2, 1),
            (1, 2, 1),
            (7, 16, 1),
            (8, 16, 1),
            (63, 16, 1),
            (64, 16, 2),
            (511, 16, 2),
            (512, 16, 3),
            (999, 10, 3),
            (1000, 10, 4),
            (999_999, 10, 7),
            (1_000_000, 10, 8),
            (1 << 60, 16, 20),
            ((1 << 60) - 1, 16, 19),
            (u64::MAX, 2, 85),
            (u64::MAX, 1, 1),
            (u64::MAX, usize::MAX, 1),
        ] {
            assert_eq!(greatest_depth(most, moves), depth, "{most} units, {moves} moves");
        }
    }

    #[test]
    fn the_depth_is_the_greatest_that_is_allowed() {
        // By fourth roots of u128, where they are enough.
        let nodes = |moves: usize, k: u32| {
            let power = (moves as u128).pow(3 * k);
            let root = power.isqrt().isqrt() as u64;
            if u128::from(root).pow(4) == power { root } else { root + 1 }
        };
        let mut borders = 0;
        for moves in 2..60 {
            for k in 2..=10 {
                if (moves as f64).log2() * f64::from(3 * k) >= 127.0 {
                    continue;
                }
                let least = nodes(moves, k);
                assert_eq!(greatest_depth(least, moves), k, "{least} nodes, {moves} moves");
                assert_eq!(greatest_depth(least - 1, moves), k - 1, "{least} - 1, {moves} moves");
                for from in [DepthFrom::Units, DepthFrom::Nodes] {
                    let price = if from == DepthFrom::Nodes { 100 } else { 1 };
                    let depth = |units| from.depth(units, 100, moves);
                    let found = [depth(least * price - 1), depth(least * price)];
                    assert_eq!(found, [k - 1, k].map(Some), "{from:?}");
                }
                borders += 1;
            }
        }
        assert!(borders > 300, "{borders}");
    }
}
