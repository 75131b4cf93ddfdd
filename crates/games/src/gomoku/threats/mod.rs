//! Forced wins of Gomoku: the game definition functions of Cazenave (2001), made of fours and threes, and the
//! [`Goal`](plywood::kit::Goal) of five in a row.
//!
//! A *four* is a stone after which one more completes a row of five, a *three* one after which one more makes a
//! four that cannot be stopped, because two points complete it. The attacker wants five in a row, the
//! defender prevents it, also by making five first.
//!
//! | Function | To move | Holds if the attacker |
//! | --- | --- | --- |
//! | gi1 | attacker | completes a five |
//! | gi2 | attacker | makes a four with two points to complete it: an open four or two fours |
//! | gi3 | attacker | wins after a four and its answer by gi2, or after threes that no move stops |
//! | ip*k*, S*k* | defender | would win by gi*k* if the defender passed; the defender's moves after which the attacker has none of gi1 … gi*k* |
//! | g*k* | defender | wins whatever the defender plays: S*k* is empty |
//!
//! All of them are exact. [`Attack::gi`] holds if and only if the attacker can force five in a row with *k* stones, and
//! the sets of [`Attack::ip`] hold every move that prevents it; none of them is left out. So fours of the defender are
//! among the moves against a three, and where the defender has a four the attacker must stop it first.
//!
//! [`FiveGoal`] gives these functions and numbered sets of moves to the searches of the library:
//!
//! | Set | Moves |
//! | --- | --- |
//! | OR1 | fours |
//! | OR2 | fours and threes |
//! | OR3 | all points of rows of five points with stones of the attacker and none of the defender |
//! | AND1 | S1, or else S2 |
//! | AND2 | S1, or else S2, or else S3; and gi3 at the nodes of the attacker |
//!
//! ```
//! use plywood::Side;
//! use plywood_games::{Game, Gomoku, gomoku::threats::Attack};
//!
//! // An open three of Black: White, who has no fours, must stop it at one of its ends.
//! let position = Gomoku::parse(Some("h8 a1 i8 o2 j8"))?;
//! let stops = Attack::new(&position, Side::Max).ip(2).expect("a threat in two moves");
//! let names: Vec<String> = stops.iter().map(|point| point.to_string()).collect();
//! assert_eq!(names, ["g8", "k8"]);
//! # Ok::<(), plywood_games::InputError>(())
//! ```

mod functions;
mod goal;

pub use goal::{ALL, FiveGoal, WIDENING};

use super::{Gomoku, Point};
use functions::{Stones, Work};
use plywood::Side;

/// Questions about the threats of one side, each a small search of its own.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    stones: Stones,
}

impl Attack {
    /// The highest order of the functions.
    pub const MOST: u32 = 3;

    /// The attack of a side in a position that is not over.
    pub fn new(position: &Gomoku, attacker: Side) -> Attack {
        Attack { stones: Stones::of(position, attacker) }
    }

    /// gi1, gi2 or gi3: a move with which the attacker, to move, makes five in a row with its `k`-th stone, if there
    /// is one. Wins with fewer stones are those of lower orders.
    ///
    /// ```
    /// use plywood::Side;
    /// use plywood_games::{Game, Gomoku, gomoku::threats::Attack};
    /// let position = Gomoku::parse(Some("h8 a1 i8 o2 j8 a3"))?;
    /// let attack = Attack::new(&position, Side::Max);
    /// assert_eq!(attack.gi(1), None);
    /// assert_eq!(attack.gi(2).map(|point| point.to_string()).as_deref(), Some("g8"));
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn gi(&self, k: u32) -> Option<Point> {
        let win = self.stones.gi(k, &mut Work::default())?;
        Some(Point(win.point))
    }

    /// ip1, ip2 or ip3: none if the attacker does not threaten to win with `k` stones, or if the defender, to move,
    /// completes a five; else the moves that prevent it. Threats with fewer stones are those of lower orders.
    pub fn ip(&self, k: u32) -> Option<Vec<Point>> {
        let moves = self.stones.ip(k, &mut Work::default())?;
        Some(moves.into_iter().map(Point).collect())
    }

    /// g1, g2 or g3: whether the attacker wins though the defender is to move, because no move prevents the threat of
    /// that order.
    ///
    /// ```
    /// use plywood::Side;
    /// use plywood_games::{Game, Gomoku, gomoku::threats::Attack};
    /// // An open four.
    /// let position = Gomoku::parse(Some("h8 a1 i8 o2 j8 a3 g8"))?;
    /// assert!(Attack::new(&position, Side::Max).g(1));
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn g(&self, k: u32) -> bool {
        self.stones.ip(k, &mut Work::default()).is_some_and(|moves| moves.is_empty())
    }
}
