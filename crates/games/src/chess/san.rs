//! Moves as people write them: SAN, such as `Nbd7`, `exd8=Q+` and `O-O`.

use cozy_chess::{Board, File, Move, Piece, Rank, Square};

/// The letters of the pieces; a pawn has none.
const LETTERS: [(char, Piece); 5] = [
    ('N', Piece::Knight),
    ('B', Piece::Bishop),
    ('R', Piece::Rook),
    ('Q', Piece::Queen),
    ('K', Piece::King),
];

/// The letter of a piece.
pub(super) fn letter_of(piece: Piece) -> char {
    char::from(piece).to_ascii_uppercase()
}

fn piece_of(letter: char) -> Option<Piece> {
    LETTERS.iter().find(|(other, _)| *other == letter).map(|(_, piece)| *piece)
}

/// The legal moves on the board, also after a draw by repetition or by the fifty-move rule.
pub(super) fn legal(board: &Board) -> Vec<Move> {
    let mut legal = Vec::new();
    board.generate_moves(|moves| {
        legal.extend(moves);
        false
    });
    legal
}

/// The SAN of a legal move.
pub(super) fn san_of(board: &Board, m: Move) -> String {
    let mover = board.side_to_move();
    let piece = board.piece_on(m.from).unwrap_or(Piece::Pawn);
    let mut text = String::new();
    if board.colors(mover).has(m.to) {
        text.push_str(if m.from.file() < m.to.file() { "O-O" } else { "O-O-O" });
    } else {
        let captures =
            board.occupied().has(m.to) || piece == Piece::Pawn && m.from.file() != m.to.file();
        if piece == Piece::Pawn {
            if captures {
                text.push(m.from.file().into());
            }
        } else {
            text.push(letter_of(piece));
            text.push_str(&told_apart(board, m, piece));
        }
        if captures {
            text.push('x');
        }
        text.push_str(&m.to.to_string());
        if let Some(promotion) = m.promotion {
            text.push('=');
            text.push(letter_of(promotion));
        }
    }
    let mut after = board.clone();
    after.play_unchecked(m);
    if !after.checkers().is_empty() {
        text.push(if after.generate_moves(|_| true) { '+' } else { '#' });
    }
    text
}

/// The file, rank or both that SAN needs if another piece of the same kind can move to the same
/// square.
fn told_apart(board: &Board, m: Move, piece: Piece) -> String {
    let mut others = Vec::new();
    let alike = board.colored_pieces(board.side_to_move(), piece) ^ m.from.bitboard();
    board.generate_moves_for(alike, |moves| {
        if moves.to.has(m.to) {
            others.push(moves.from);
        }
        false
    });
    let (file, rank) = (m.from.file(), m.from.rank());
    if others.is_empty() {
        String::new()
    } else if others.iter().all(|other| other.file() != file) {
        char::from(file).to_string()
    } else if others.iter().all(|other| other.rank() != rank) {
        char::from(rank).to_string()
    } else {
        m.from.to_string()
    }
}

/// The legal moves that match a text: one if it is right, several if it is ambiguous.
///
/// Signs for capture, check, mate and comments such as `!` are optional, castling may be written
/// with zeros, and the square of origin may be more precise than necessary.
pub(super) fn meant(board: &Board, text: &str) -> Vec<Move> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let mut legal = legal(board);
    match castling(text) {
        Some(short) => {
            let ours = board.colors(board.side_to_move());
            legal.retain(|m| ours.has(m.to) && (m.from.file() < m.to.file()) == short);
        }
        None => {
            let wanted = Wanted::read(text);
            legal.retain(|m| wanted.as_ref().is_some_and(|wanted| wanted.is(board, *m)));
        }
    }
    legal
}

/// `Some(true)` for castling to the king's side, `Some(false)` for the queen's side, `None` for any
/// other text.
fn castling(text: &str) -> Option<bool> {
    match text.replace(['0', 'o'], "O").as_str() {
        "O-O" => Some(true),
        "O-O-O" => Some(false),
        _ => None,
    }
}

/// The parts of the SAN of a move that is not castling.
struct Wanted {
    piece: Piece,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Piece>,
}

impl Wanted {
    fn read(text: &str) -> Option<Wanted> {
        let mut letters: Vec<char> =
            text.chars().filter(|c| !matches!(c, 'x' | ':' | '-' | '=' | '(' | ')')).collect();
        let named = letters.first().and_then(|&letter| piece_of(letter));
        if named.is_some() {
            letters.remove(0);
        }
        let promotion = letters.last().and_then(|&letter| piece_of(letter));
        if promotion.is_some() {
            letters.pop();
        }
        let rank = Rank::try_from(letters.pop()?).ok()?;
        let file = File::try_from(letters.pop()?).ok()?;
        let mut wanted = Wanted {
            piece: named.unwrap_or(Piece::Pawn),
            file: None,
            rank: None,
            to: Square::new(file, rank),
            promotion,
        };
        if let Some(rank) = letters.last().and_then(|&letter| Rank::try_from(letter).ok()) {
            wanted.rank = Some(rank);
            letters.pop();
        }
        if let Some(file) = letters.last().and_then(|&letter| File::try_from(letter).ok()) {
            wanted.file = Some(file);
            letters.pop();
        }
        letters.is_empty().then_some(wanted)
    }

    fn is(&self, board: &Board, m: Move) -> bool {
        board.piece_on(m.from) == Some(self.piece)
            && m.to == self.to
            && m.promotion == self.promotion
            && self.file.is_none_or(|file| m.from.file() == file)
            && self.rank.is_none_or(|rank| m.from.rank() == rank)
            // Castling is a capture of the own rook in `cozy_chess`, but nobody writes it so.
            && !board.colors(board.side_to_move()).has(m.to)
    }
}
