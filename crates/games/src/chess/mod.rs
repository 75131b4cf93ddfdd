//! Chess, on the boards and the move generator of [`cozy_chess`].
//!
//! White is MAX. A game ends with mate or stalemate, and is drawn by the third occurrence of a
//! position, by fifty moves of each side without a capture or pawn move, and if no sequence of
//! moves can lead to mate. Scores are hundredths of a pawn.
//!
//! ```
//! use plywood::{Position, Score};
//! use plywood_games::{Chess, Game};
//!
//! let mut game = Chess::parse(Some("f3 e5 g4"))?;
//! let m = game.parse_move("Qh4#")?;
//! assert_eq!(game.uci(m), "d8h4");
//! game.play(m);
//! assert!(game.is_over());
//! assert_eq!(game.result(), Score::loss(4));
//!
//! let draw = Chess::parse(Some("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"))?;
//! assert!(draw.is_over() && draw.result() == Score::ZERO);
//! # Ok::<(), plywood_games::InputError>(())
//! ```

pub mod epd;
mod evaluation;
mod exchange;
mod fen;
mod files;
mod mate;
mod notation;
mod perft;
pub mod pgn;
mod san;
mod tactics;
#[cfg(test)]
mod tests;
mod uci;

pub use cozy_chess;
pub use epd::Problem;
pub use evaluation::{
    Coefficients, Evaluation, Group, Material, PHASES, Sink, Tuned, WEIGHTS, Weights, features,
    groups, phase,
};
pub use exchange::exchange;
pub use mate::{Mate, mate_in_one};

use crate::repetition::RepetitionHistory;
use cozy_chess::{BitBoard, Board, Color, Move, Piece, Rank, Square};
use plywood::{Keyed, Position, Score, Side, hash};

/// The number of plies without a capture or pawn move after which the game is drawn: fifty moves of
/// each side.
const QUIET_PLIES: u8 = 100;
/// The squares of the colour of a1.
const DARK: BitBoard = BitBoard(0xaa55_aa55_aa55_aa55);

/// A position of chess, with the part of its history that the rules need.
///
/// A move is one of [`cozy_chess`], where castling is the king's move to the square of its rook.
/// Positions of Chess960 work too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chess {
    board: Board,
    history: RepetitionHistory,
}

/// The data to take back a move.
#[derive(Clone, Debug)]
pub struct Undo {
    board: Board,
}

impl Default for Chess {
    fn default() -> Self {
        Chess::new(Board::default())
    }
}

impl Chess {
    /// A game that begins with this board. Its count of quiet plies is kept.
    ///
    /// The board must be one that [`from_fen`](Chess::from_fen) accepts. Boards reached by legal
    /// moves are accepted. [`cozy_chess`] itself also builds boards with adjacent kings, which are
    /// not.
    pub fn new(board: Board) -> Chess {
        let history = RepetitionHistory::new(key_of(&board));
        Chess { board, history }
    }

    /// The board as [`cozy_chess`] has it: pieces, side to move, rights and clocks.
    #[inline]
    pub fn cozy(&self) -> &Board {
        &self.board
    }

    /// How often the position has occurred, this time included.
    #[inline]
    pub fn occurrences(&self) -> u32 {
        self.history.occurrences()
    }

    /// Whether the king of the side to move is attacked.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// Whether the game is drawn by a rule other than stalemate. Mate by the last quiet move is not
    /// a draw.
    #[inline]
    fn is_drawn_unless_mate(&self) -> bool {
        self.board.halfmove_clock() >= QUIET_PLIES
            || self.history.occurrences() >= 3
            || cannot_mate(&self.board)
    }
}

/// The side of a colour.
#[inline]
pub fn side_of(color: Color) -> Side {
    match color {
        Color::White => Side::Max,
        Color::Black => Side::Min,
    }
}

/// The colour of a side.
#[inline]
pub fn color_of(side: Side) -> Color {
    match side {
        Side::Max => Color::White,
        Side::Min => Color::Black,
    }
}

/// Whether no sequence of legal moves leads to mate: bare kings, one knight, or bishops that all
/// stand on squares of one colour.
#[inline]
fn cannot_mate(board: &Board) -> bool {
    let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !heavy.is_empty() {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    match knights.len() {
        0 => bishops.is_subset(DARK) || bishops.is_disjoint(DARK),
        1 => bishops.is_empty(),
        _ => false,
    }
}

/// The hash of the board. The right to capture en passant is part of it only if such a capture is
/// legal, because otherwise the position is the same.
#[inline]
fn key_of(board: &Board) -> u64 {
    match board.en_passant() {
        Some(_) if !can_capture_en_passant(board) => board.hash_without_ep(),
        _ => board.hash(),
    }
}

fn can_capture_en_passant(board: &Board) -> bool {
    let Some(to) = en_passant_square(board) else { return false };
    let mover = board.side_to_move();
    let pawns = board.colored_pieces(mover, Piece::Pawn);
    let capturers = cozy_chess::get_pawn_attacks(to, !mover) & pawns;
    capturers.into_iter().any(|from| board.is_legal(Move { from, to, promotion: None }))
}

/// The square behind a pawn that has just moved two steps.
#[inline]
fn en_passant_square(board: &Board) -> Option<Square> {
    let rank = Rank::Sixth.relative_to(board.side_to_move());
    board.en_passant().map(|file| Square::new(file, rank))
}

#[inline]
fn castle_rights(board: &Board) -> [cozy_chess::CastleRights; 2] {
    [*board.castle_rights(Color::White), *board.castle_rights(Color::Black)]
}

impl Position for Chess {
    type Move = Move;
    type Undo = Undo;

    #[inline]
    fn side(&self) -> Side {
        side_of(self.board.side_to_move())
    }

    fn moves(&self, out: &mut Vec<Move>) {
        // Mate with the last quiet move needs no check here: there are no moves to list.
        if self.is_drawn_unless_mate() {
            return;
        }
        self.board.generate_moves(|moves| {
            out.extend(moves);
            false
        });
    }

    fn result(&self) -> Score {
        if self.in_check() && !self.board.generate_moves(|_| true) {
            return Score::won_by(!self.side(), self.ply());
        }
        Score::ZERO
    }

    #[inline]
    fn play(&mut self, m: Move) -> Undo {
        let undo = Undo { board: self.board.clone() };
        self.board.play_unchecked(m);
        let key = key_of(&self.board);
        // A lost castling right does not come back, so the move is irreversible though the count of
        // quiet plies goes on.
        let reversible = self.board.halfmove_clock() > 0
            && castle_rights(&self.board) == castle_rights(&undo.board);
        if reversible {
            self.history.push(key, m.from as u32, m.to as u32);
        } else {
            self.history.begin(key);
        }
        undo
    }

    #[inline]
    fn undo(&mut self, _: Move, undo: Undo) {
        self.board = undo.board;
        self.history.pop();
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.is_drawn_unless_mate() || !self.board.generate_moves(|_| true)
    }
}

impl Keyed for Chess {
    /// Pieces, side to move and castling rights. The count of quiet plies and the repetition
    /// history are not part of it: see [`key_within`](Keyed::key_within).
    #[inline]
    fn key(&self) -> u64 {
        self.history.key()
    }

    #[inline]
    fn key_within(&self, depth: u32) -> u64 {
        let clock = u32::from(self.board.halfmove_clock());
        let mut key = self.key();
        let repeatable = self.history.within(depth);
        if repeatable != 0 {
            key = hash(&[key, repeatable]);
        }
        if clock.saturating_add(depth) >= QUIET_PLIES.into() {
            key = hash(&[key, clock.into(), 1]);
        }
        key
    }

    /// The ply by the number of the move.
    #[inline]
    fn ply(&self) -> u32 {
        let moves = u32::from(self.board.fullmove_number()) - 1;
        2 * moves + u32::from(self.board.side_to_move() == Color::Black)
    }
}
