//! The capture of a string: Cazenave 2001, *Iterative Widening*.
//!
//! The attacker wants to capture a string, the *target*; the defender wants to save it. Two questions may be asked:
//! can the attacker, to move, capture it ([`Task::Attack`]); can the defender, to move, save it
//! ([`Task::Defend`])?
//!
//! | Item | What it does |
//! | --- | --- |
//! | [`Capture`] | the question, with the game definition functions gi, ip and g of the paper |
//! | [`Function`] | one of these functions at a position, with its moves and why it holds |
//! | [`CaptureGoal`] | the question as a [`Goal`](plywood::kit::Goal) with numbered sets of moves, for searches of the library |
//! | [`Strategy`] | the widening strategies of the paper |
//! | [`CaptureSolver`] | answers questions, with the moves and the variations that show why |
//! | [`Classifier`] | labels problems by searches with all moves, for collections |
//!
//! # Ko
//!
//! One rule holds for every search of this module, with zones, with all moves, with goals and for labels:
//!
//! - Ko is simple ko: a stone that has just taken a ko may not be retaken at the next move.
//! - Both sides may pass, and a pass lifts the ban of a ko. It stands for a move elsewhere. What the move threatens there
//!   is not read: the other side may ignore it.
//! - The attacker passes only where a ban forbids it a point. Any other pass gains nothing, because the defender may pass
//!   as well, and the attacker has one move less.
//!
//! So a string counts as captured also where the attacker must ignore a threat elsewhere to win a ko. Such captures are
//! searched for once more, with a defender who may retake every ko at once; if that search finds no capture,
//! [`Solution::ko`] is true. The functions gi, ip and g and the narrow sets of moves leave out the attacker's pass as
//! they leave out other moves: that loses captures and makes no false ones.
//!
//! ```
//! use plywood::Budget;
//! use plywood_games::go::{Board, capture::{Capture, CaptureSolver, Task}};
//!
//! // A net around the stone at C5.
//! let board = Board::parse("
//!     . . . . . . .
//!     . . X X . . .
//!     . X O . . . .
//!     . X . . X . .
//!     . . . X . . .
//!     . . . . . . .
//!     . . . . . . .")?;
//! let capture = Capture::new(&board, board.point("C5")?)?;
//! let mut solver = CaptureSolver::default();
//! let solution = solver.solve(&capture, Task::Attack, &Budget::new());
//! assert_eq!(solution.captured, Some(true));
//! # Ok::<(), plywood_games::InputError>(())
//! ```

mod classify;
mod exhaustive;
mod explain;
mod full_width;
mod functions;
mod goal;
mod ladder;
mod proof_number;
mod sets;
mod solver;
mod strategy;
#[cfg(test)]
pub(in crate::go) mod tests;
mod zone;

pub use classify::{CaptureKind, Classified, Classifier, Verdict};
pub use explain::Function;
pub use goal::CaptureGoal;
pub use solver::{CaptureOptions, CaptureSolver, Evidence, Method, Solution};
pub use strategy::Strategy;

use super::{Board, Color, Point};
use crate::{InputError, one_of};
use full_width::FullWidth;
use plywood::clock::Moment;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Who moves first, and so what is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// The attacker moves first: can it capture?
    Attack,
    /// The defender moves first: can it save the string?
    Defend,
}

impl Task {
    /// `attack` or `defend`.
    pub const fn name(self) -> &'static str {
        match self {
            Task::Attack => "attack",
            Task::Defend => "defend",
        }
    }

    /// The question after a move: whoever moves first, the other side moves next.
    const fn next(self) -> Task {
        match self {
            Task::Attack => Task::Defend,
            Task::Defend => Task::Attack,
        }
    }

    /// The task of that name.
    pub fn parse(text: &str) -> Result<Task, InputError> {
        match text {
            "attack" => Ok(Task::Attack),
            "defend" => Ok(Task::Defend),
            _ => {
                let expected = one_of(text, &["attack", "defend"]);
                Err(InputError::new("task", text).expected(expected))
            }
        }
    }
}

/// A string to capture.
///
/// ```
/// use plywood_games::go::{Board, capture::Capture};
/// // The stone at B2 is in atari. It cannot get away.
/// let board = Board::parse("
///     . . . .
///     . X . .
///     X O . X
///     . X X .")?;
/// let mut capture = Capture::new(&board, board.point("B2")?)?;
/// assert_eq!(capture.gi(1).map(|m| m.name(4)), Some("C2".to_string()));
/// assert!(capture.g(1), "and it is captured even if White moves first");
/// assert_eq!(capture.ip(1), Some(vec![]), "no move prevents it");
/// let error = Capture::new(&board, board.point("A4")?).unwrap_err().to_string();
/// assert_eq!(error, "target 'A4': expected a stone, found an empty point");
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    board: Board,
    target: Point,
    attacker: Color,
}

impl Capture {
    /// The capture of the string of the stone on `target`.
    pub fn new(board: &Board, target: Point) -> Result<Capture, InputError> {
        let size = board.size();
        if target.column() >= size || target.row() >= size {
            let error = InputError::new("target", &target.name(size));
            return Err(error.expected("a point of the board"));
        }
        let Some(color) = board.color(target) else {
            let error = InputError::new("target", &target.name(size));
            return Err(error.expected("a stone").found("an empty point"));
        };
        Ok(Capture { board: board.clone(), target, attacker: !color })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The stone whose string is to be captured.
    pub fn target(&self) -> Point {
        self.target
    }

    /// The side that captures.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// The side to move in a task.
    pub fn to_move(&self, task: Task) -> Color {
        match task {
            Task::Attack => self.attacker,
            Task::Defend => !self.attacker,
        }
    }

    fn hunt(&mut self) -> Hunt<'_> {
        Hunt::new(&mut self.board, self.target, self.attacker)
    }

    /// `gi`: a move of the attacker, to move, that captures within `order` moves, 1 to 3. None if the function
    /// does not hold, which proves nothing beyond order 1.
    pub fn gi(&mut self, order: u32) -> Option<Point> {
        self.hunt().gi(order.clamp(1, 3), None)
    }

    /// `ip`: if the attacker captures within `order` moves, 1 to 3, after a pass of the defender, the
    /// defender's moves that prevent that; else none.
    pub fn ip(&mut self, order: u32) -> Option<Vec<Point>> {
        let mut moves = Vec::new();
        self.hunt().ip(order.clamp(1, 3), &mut moves).then_some(moves)
    }

    /// The moves among which `ip` looks for those that prevent a capture within `order` moves, 1 to 3.
    pub fn candidates(&mut self, order: u32) -> Vec<Point> {
        self.hunt().preventing(order.clamp(1, 3)).iter().collect()
    }

    /// `g`: whether the attacker captures within `order` moves, 1 to 3, whatever the defender, to move, does.
    pub fn g(&mut self, order: u32) -> bool {
        match order {
            0 | 1 => self.hunt().g1(),
            2 => self.hunt().g2(),
            _ => self.hunt().g3(),
        }
    }

    /// The exhaustive reference: whether the attacker captures within `order` moves, all moves and passes of both
    /// sides considered. None if that takes more than `most` moves played.
    ///
    /// ```
    /// use plywood_games::go::{Board, capture::{Capture, Task}};
    /// let board = Board::parse("O X . / . . . / . . .")?;
    /// let mut capture = Capture::new(&board, board.point("A3")?)?;
    /// assert_eq!(capture.within(1, Task::Attack, 1000), Some(true));
    /// assert_eq!(capture.within(1, Task::Defend, 1000), Some(false));
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn within(&mut self, order: u32, task: Task, most: u64) -> Option<bool> {
        let mut hunt = self.hunt();
        hunt.limit = most;
        let order = order.min(200);
        match task {
            Task::Attack => FullWidth::default().captures(&mut hunt, order),
            Task::Defend => FullWidth::default().escapes(&mut hunt, order).map(|escapes| !escapes),
        }
    }
}

/// Moves played between two looks at the clock.
const BETWEEN_LOOKS: u64 = 500;

/// A board with a string to capture, for functions that play moves and take them back.
pub(super) struct Hunt<'a> {
    pub board: &'a mut Board,
    /// A stone of the string.
    pub target: Point,
    pub attacker: Color,
    /// Moves that were played.
    pub work: u64,
    /// No function goes on when this many moves were played. What it then says proves nothing.
    pub limit: u64,
    pub most_nodes: u64,
    pub deadline: Option<Moment>,
    pub stop: Option<Arc<AtomicBool>>,
    next_look: u64,
    /// Whether the rule of ko forbade a move of the defender that was to be tried.
    pub ko_seen: bool,
    /// The highest order of a set of preventing moves on which an answer of gi, ip or g rests.
    pub highest_order: u32,
    /// Why the work was ended before `limit`.
    pub stopped: Option<plywood::Stop>,
}

impl<'a> Hunt<'a> {
    fn new(board: &'a mut Board, target: Point, attacker: Color) -> Hunt<'a> {
        Hunt {
            board,
            target,
            attacker,
            work: 0,
            limit: u64::MAX,
            most_nodes: u64::MAX,
            deadline: None,
            stop: None,
            next_look: 0,
            ko_seen: false,
            highest_order: 1,
            stopped: None,
        }
    }

    #[inline]
    fn is_spent(&self) -> bool {
        self.work > self.limit
    }

    /// Whether only the rule of ko forbids this point to the defender.
    #[inline]
    fn is_banned(&self, point: Point) -> bool {
        self.board.ko(!self.attacker) == Some(point)
    }

    /// Whether a pass may help the attacker, to move: the rule of ko forbids it a point. Any other pass gains nothing,
    /// because the defender passes too.
    #[inline]
    fn may_wait(&self) -> bool {
        self.board.ko(self.attacker).is_some()
    }

    /// Ends the work if there were too many nodes, if the time is up or if it was stopped from outside.
    #[inline]
    fn look(&mut self, nodes: u64) {
        if nodes > self.most_nodes {
            self.end(plywood::Stop::Nodes);
        }
        if self.work >= self.next_look {
            self.next_look = self.work + BETWEEN_LOOKS;
            if self.deadline.is_some_and(|deadline| Moment::now() >= deadline) {
                self.end(plywood::Stop::Time);
            }
            if self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                self.end(plywood::Stop::Cancelled);
            }
        }
    }

    fn end(&mut self, why: plywood::Stop) {
        if !self.is_spent() {
            // At least one move, so that the limit is below the work.
            self.work = self.work.max(1);
            self.limit = self.work - 1;
            self.stopped = Some(why);
        }
    }
}
