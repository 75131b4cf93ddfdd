//! Forced goals of Phutball: the game definition functions of Cazenave (2001), made of chains of jumps, and the
//! [`Goal`](plywood::kit::Goal) of bringing the ball to the line.
//!
//! | Function | To move | Holds if the attacker |
//! | --- | --- | --- |
//! | gi1 | attacker | scores by a chain of jumps |
//! | gi*k* | attacker | has a move after which g of an order below *k* holds |
//! | ip*k*, S*k* | defender | would win by gi*k* if the defender passed; the defender's moves after which the attacker has none of gi1 … gi*k* |
//! | g*k* | defender | wins within *k* moves whatever the defender plays |
//!
//! A win is certain: the sets of [`Attack::ip`] hold every move that prevents the threat. Wins may be missed where the
//! defender has only moves that harm itself, and where a position has more than 2,000 chains.
//!
//! [`GoalLine`] gives these functions and numbered sets of moves to the searches of the library:
//!
//! | Set | Moves |
//! | --- | --- |
//! | OR1 | chains and men after which the attacker threatens to score |
//! | OR2 | all chains, and men on the points that the ball can reach or beside them: no other man changes a chain |
//! | AND1 | S1, or else S2 |
//! | AND2 | S1, or else S2, or else S3; and gi3 at the nodes of the attacker |
//!
//! ```
//! use plywood::Side;
//! use plywood_games::{Game, Phutball, phutball::scoring::Attack};
//!
//! // Up threatens c4-c6. Down may put a man on c6, but then the ball lands beyond the line.
//! let position = Phutball::parse(Some("6x5 c5"))?;
//! assert!(Attack::new(&position, Side::Max).gi(1).is_some());
//! # Ok::<(), plywood_games::InputError>(())
//! ```

mod functions;
mod goal;

pub use goal::GoalLine;

use super::{Move, Phutball};
use functions::{Board, Study};
use plywood::kit::Meter;
use plywood::{Budget, Position, Side, Stop};

/// Questions about the threats of one side, each a small search of its own.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    position: Phutball,
    attacker: Side,
}

impl Attack {
    /// The highest order of the functions.
    pub const MOST: u32 = 3;

    /// The attack of a side in a position that is not over.
    pub fn new(position: &Phutball, attacker: Side) -> Attack {
        Attack { position: *position, attacker }
    }

    /// Asks without a limit, unless the game is a draw before that order.
    fn ask<T>(
        &self,
        k: u32,
        question: impl FnOnce(&mut Study<'_>, &Board) -> Result<Option<T>, Stop>,
    ) -> Option<T> {
        let attacks = self.position.side() == self.attacker;
        if self.position.is_over() || k == 0 || k > goal::orders_left(&self.position, attacks) {
            return None;
        }
        let mut meter = Meter::new(&Budget::new());
        let (pitch, attacker) = (self.position.pitch, self.attacker);
        let mut study = Study { pitch, attacker, boards: 0, meter: &mut meter };
        question(&mut study, &Board::of(&self.position)).unwrap_or(None)
    }

    /// gi1, gi2 or gi3: a move with which the attacker, to move, begins to score with its `k`-th move, if there
    /// is one. Wins with fewer moves are those of lower orders.
    ///
    /// ```
    /// use plywood::Side;
    /// use plywood_games::{Game, Phutball, phutball::scoring::Attack};
    /// let position = Phutball::parse(Some("5x5"))?;
    /// let attack = Attack::new(&position, Side::Max);
    /// assert_eq!(attack.gi(1), None);
    /// assert_eq!(position.move_text(attack.gi(2).expect("a man ahead of the ball")), "c4");
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn gi(&self, k: u32) -> Option<Move> {
        self.ask(k, |study, board| study.gi(board, k)).map(|win| win.first)
    }

    /// ip1, ip2 or ip3: none if the attacker does not threaten to score with its `k`-th move, or if the defender, to move,
    /// scores; else the moves that prevent it. Threats with fewer moves are those of lower orders.
    pub fn ip(&self, k: u32) -> Option<Vec<Move>> {
        self.ask(k, |study, board| study.ip(board, k))
    }

    /// g1, g2 or g3: whether the attacker scores within `k` moves though the defender is to move, because no move
    /// prevents the threat of that order.
    pub fn g(&self, k: u32) -> bool {
        self.ip(k).is_some_and(|moves| moves.is_empty())
    }
}
