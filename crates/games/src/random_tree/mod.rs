//! The random games of the literature: Korf & Chickering 1993, Utgoff & Cochran 2001.
//!
//! Every edge of the tree has a random cost; the static value of a node is the sum of the costs
//! from the root down, and a game is over at a fixed depth with that sum as its result. MAX moves
//! at the root and sides alternate. No tree is stored: the costs of a node are computed from its
//! position in the tree in constant time, so equal [`Params`] give the same game whichever part is
//! searched.
//!
//! ```
//! use plywood::{Position, Score};
//! use plywood_games::random_tree::{Branching, Params, RandomTree};
//!
//! let params = Params { branching: Branching::Uniform(3), depth: 2, ..Params::default() };
//! let mut game = RandomTree::new(params)?;
//! assert_eq!((game.value(), game.children()), (0, 3));
//! game.play(0);
//! game.play(2);
//! assert!(game.is_over());
//! assert_eq!(game.result(), Score::new(game.value()));
//! # Ok::<(), plywood_games::InputError>(())
//! ```

mod lcg;
mod naive;
mod notation;
mod params;
#[cfg(test)]
mod tests;

pub use params::{Branching, Edges, Generator, Params};

use crate::InputError;
use crate::random::scale;
use plywood::kit::{GOLDEN, mix};
use plywood::{Keyed, Position, Score, Side, Tactics, hash};

/// A node of a random game tree.
///
/// A move is the index of a child, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomTree {
    /// The state of the generator: for the hash, 64 bits that identify the path; for the others, the
    /// breadth-first index.
    key: u64,
    value: i32,
    ply: u32,
    rules: Rules,
}

/// The parameters, and values that `play` needs, computed in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rules {
    params: Params,
    /// The starts of the LCG sequences of costs and of numbers of children. The integers of edges in the
    /// naive generator begin at the first.
    costs_start: u32,
    children_start: u32,
    lowest_cost: i32,
    cost_span: u32,
    /// The number of children is `fewest` and a random part below `spread`.
    fewest: u32,
    spread: u32,
    /// The most children of a node: the arity of the LCG's breadth-first numbering.
    width: u32,
}

impl Rules {
    fn new(params: Params) -> Rules {
        let (fewest, spread, width) = match params.branching {
            Branching::Uniform(b) => (b.into(), 0, b.into()),
            Branching::Random(b) => (1, b.into(), b.into()),
        };
        let starts = mix(mix(params.seed).wrapping_add(GOLDEN));
        let costs_start = starts as u32;
        // Two LCG sequences differ by a^n times the difference of their starts. An odd difference
        // runs through 2^30 values; one with many factors of two would tie them together.
        let children_start = (starts >> 32) as u32 & !1 | !costs_start & 1;
        Rules {
            params,
            costs_start,
            children_start,
            lowest_cost: *params.edges.costs().start(),
            cost_span: params.edges.costs().count() as u32,
            fewest,
            spread,
            width,
        }
    }

    fn root(self) -> RandomTree {
        let key = match self.params.generator {
            Generator::Hash => mix(self.params.seed.wrapping_add(GOLDEN)),
            Generator::Lcg | Generator::Naive => 0,
        };
        RandomTree { key, value: 0, ply: 0, rules: self }
    }

    #[inline]
    fn cost(&self, bits: u32) -> i32 {
        self.lowest_cost + scale(bits, self.cost_span) as i32
    }
}

impl RandomTree {
    /// The root of the game with these parameters. Fails if one is out of range.
    ///
    /// ```
    /// use plywood_games::random_tree::{Params, RandomTree};
    /// assert!(RandomTree::new(Params::default()).is_ok());
    /// assert!(RandomTree::new(Params { depth: 0, ..Params::default() }).is_err());
    /// ```
    pub fn new(params: Params) -> Result<RandomTree, InputError> {
        params.check()?;
        Ok(Rules::new(params).root())
    }

    /// The parameters of the game.
    pub fn params(&self) -> Params {
        self.rules.params
    }

    /// The sum of the costs of the edges from the root to this node.
    #[inline]
    pub fn value(&self) -> i32 {
        self.value
    }

    /// The number of moves played since the root.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The ply at which the game is over.
    #[inline]
    pub fn depth(&self) -> u32 {
        self.rules.params.depth
    }

    /// The number of children of this node.
    #[inline]
    pub fn children(&self) -> u32 {
        let rules = &self.rules;
        if self.is_over() {
            0
        } else if rules.spread == 0 {
            rules.fewest
        } else {
            // Made only when a node is expanded: most nodes of a search never are. The hash keeps
            // its low half for this; costs come from the high half.
            let bits = match rules.params.generator {
                Generator::Hash => self.key as u32,
                Generator::Lcg => lcg::at(rules.children_start, self.key as u32),
                Generator::Naive => naive::numbers(rules.costs_start, self.key as u32)[1],
            };
            rules.fewest + scale(bits, rules.spread)
        }
    }
}

impl Position for RandomTree {
    type Move = u32;
    type Undo = (u64, i32);

    #[inline]
    fn side(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::Max } else { Side::Min }
    }

    #[inline]
    fn moves(&self, out: &mut Vec<u32>) {
        out.extend(0..self.children());
    }

    #[inline]
    fn result(&self) -> Score {
        Score::new(self.value)
    }

    #[inline]
    fn play(&mut self, m: u32) -> (u64, i32) {
        let undo = (self.key, self.value);
        let rules = &self.rules;
        let bits = match rules.params.generator {
            Generator::Hash => {
                self.key = mix(self.key.wrapping_add((m as u64 + 1).wrapping_mul(GOLDEN)));
                (self.key >> 32) as u32
            }
            Generator::Lcg | Generator::Naive => {
                let index = (self.key as u32).wrapping_mul(rules.width).wrapping_add(m + 1);
                self.key = index.into();
                match rules.params.generator {
                    Generator::Naive => naive::numbers(rules.costs_start, index)[0],
                    _ => lcg::at(rules.costs_start, index),
                }
            }
        };
        self.value += rules.cost(bits);
        self.ply += 1;
        undo
    }

    #[inline]
    fn undo(&mut self, _: u32, (key, value): (u64, i32)) {
        self.key = key;
        self.value = value;
        self.ply -= 1;
    }

    #[inline]
    fn indexed_moves(&self) -> Option<usize> {
        Some(self.children() as usize)
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.ply == self.rules.params.depth
    }

    #[inline]
    fn move_at(&self, index: usize, _: &mut Vec<u32>) -> u32 {
        index as u32
    }
}

impl Keyed for RandomTree {
    #[inline]
    fn key(&self) -> u64 {
        hash(&[self.key, self.value as u64, self.ply.into()])
    }
}

impl Tactics for RandomTree {
    /// Static values are stored sums of costs, so evaluation is nearly free.
    const STATIC_ORDER_FROM: u32 = 3;
}
