//! Go as a position for searches: a board with the side to move.

use super::{Board, Color, Point, Undo};
use crate::InputError;
use plywood::{Keyed, Position, Score, Side};

/// A move: a stone, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// No stone is played.
    Pass,
    /// A stone on this point.
    Play(Point),
}

impl Move {
    /// The name of the move on a board of this size, as in GTP: `K10` or `pass`.
    pub fn name(self, size: u8) -> String {
        match self {
            Move::Pass => "pass".into(),
            Move::Play(point) => point.name(size),
        }
    }
}

/// A game of Go: a board and the side to move. Black is MAX.
///
/// The rules are those of area scoring without komi: suicide is forbidden, a stone that has just captured
/// one stone may not be recaptured at once (simple ko), and two passes in a row end the game. The result is the
/// difference of stones and surrounded points on the board as it stands.
///
/// Positions with simple ko can repeat, so a game need not end. Searches of the whole game need a budget.
///
/// ```
/// use plywood::{Position, Score};
/// use plywood_games::go::{Board, Color, Go, Move};
/// let mut game = Go::new(Board::parse("X . / . .")?, Color::White);
/// let mut moves = Vec::new();
/// game.moves(&mut moves);
/// assert_eq!(moves.len(), 4, "three points and a pass");
/// game.play(Move::Pass);
/// game.play(Move::Pass);
/// assert!(game.is_over());
/// assert_eq!(game.result(), Score::new(4));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Go {
    board: Board,
    to_move: Color,
    /// Passes in a row at the end of the moves so far, at most two.
    passes: u8,
}

/// What [`Go`] needs to take a move back.
#[derive(Debug)]
pub struct GoUndo {
    passes: u8,
    change: Change,
}

#[derive(Debug)]
enum Change {
    Stone(Undo),
    /// A pass has lifted the ban of this point.
    Ko(Option<Point>),
}

impl Go {
    /// A position with this side to move.
    pub fn new(board: Board, to_move: Color) -> Go {
        Go { board, to_move, passes: 0 }
    }

    /// An empty board of this size with Black to move.
    pub fn start(size: u8) -> Result<Go, InputError> {
        Ok(Go::new(Board::new(size)?, Color::Black))
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The colour to move.
    #[inline]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The board, for functions that play moves and take them back.
    #[inline]
    pub(super) fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    /// Whether the move is legal. A pass is, until the game is over.
    pub fn is_legal(&self, m: Move) -> bool {
        self.passes < 2
            && match m {
                Move::Pass => true,
                Move::Play(point) => self.board.is_legal(point, self.to_move),
            }
    }
}

impl Position for Go {
    type Move = Move;
    type Undo = GoUndo;

    #[inline]
    fn side(&self) -> Side {
        match self.to_move {
            Color::Black => Side::Max,
            Color::White => Side::Min,
        }
    }

    /// The legal points from the top left, and then the pass.
    fn moves(&self, out: &mut Vec<Move>) {
        if self.passes < 2 {
            out.extend(self.board.legal(self.to_move).map(Move::Play));
            out.push(Move::Pass);
        }
    }

    fn result(&self) -> Score {
        let area = |color| self.board.area(color) as i32;
        Score::new(area(Color::Black) - area(Color::White))
    }

    #[inline]
    fn play(&mut self, m: Move) -> GoUndo {
        let passes = self.passes;
        let change = match m {
            Move::Pass => {
                self.passes += 1;
                Change::Ko(self.board.lift_ko())
            }
            Move::Play(point) => {
                self.passes = 0;
                debug_assert!(self.board.is_legal(point, self.to_move), "a legal move");
                Change::Stone(self.board.place(point, self.to_move))
            }
        };
        self.to_move = !self.to_move;
        GoUndo { passes, change }
    }

    #[inline]
    fn undo(&mut self, _: Move, undo: GoUndo) {
        self.to_move = !self.to_move;
        self.passes = undo.passes;
        match undo.change {
            Change::Stone(undo) => self.board.undo(undo),
            Change::Ko(ko) => self.board.restore_ko(ko),
        }
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.passes >= 2
    }
}

impl Keyed for Go {
    #[inline]
    fn key(&self) -> u64 {
        let turn = u64::from(self.passes) << 1 | self.to_move as u64;
        self.board.key() ^ turn.wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}
