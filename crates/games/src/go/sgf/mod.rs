//! Games and problems in SGF, version 4 (`FF[4]`).
//!
//! [`read`] reads the main line of each game of a collection and checks the grammar of all variations, of any depth.
//! Errors in the grammar name line and column, all others the game and the property or the move.

mod read;

use super::{Board, Color, Move, Point, Points};
use crate::InputError;
use crate::sgf_grammar::escaped;
use std::fmt::{self, Write};

/// A game tree of a collection: the position that is set up before the first move, and the moves of its main line.
///
/// Prints as SGF, which [`read`] reads back to an equal record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The name of the game (`GN`), if it has one.
    pub name: Option<String>,
    /// The comment of the first node (`C`), if it has one.
    pub comment: Option<String>,
    /// The position.
    pub board: Board,
    /// The side to move (`PL`), if it is given.
    pub to_move: Option<Color>,
    /// The points that are marked before the first move with a square, triangle, circle, cross or selection.
    pub marked: Points,
    /// The moves of the main line, with the colours that play them. Their legality is checked.
    pub moves: Vec<(Color, Move)>,
}

/// Reads all game trees of a collection. There is at least one.
///
/// ```
/// use plywood_games::go::{Color, Move, sgf};
/// let text = "(;SZ[9]GN[net]AB[ee]AW[de]PL[W]TR[ee];W[fe])(;SZ[5];B[cc];W[])";
/// let records = sgf::read(text)?;
/// let net = &records[0];
/// assert_eq!((net.name.as_deref(), net.to_move), (Some("net"), Some(Color::White)));
/// assert!(net.marked.contains(net.board.point("E5")?));
/// assert_eq!(records[1].moves[1], (Color::White, Move::Pass));
/// let error = sgf::read("(;SZ[9]AB[zz])").unwrap_err().to_string();
/// assert_eq!(error, "SGF '(;SZ[9]AB[zz])': at game 1, AB: expected points of the board, found AB[zz]");
/// # Ok::<(), plywood_games::InputError>(())
/// ```
///
/// Stones may be set up (`AB`, `AW`, `AE`) in any node before the first move, and a pass is `B[]` or `B[tt]`. The
/// properties of a node may stand in any order. Two stones on a point, a string without liberties, a move that is
/// not legal, and a board that is not square or not Go are refused.
pub fn read(text: &str) -> Result<Vec<Record>, InputError> {
    read::records(text)
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name.as_deref().unwrap_or_default();
        let mut text = first_node(name, &self.board, self.to_move, &self.marked);
        add_comment(&mut text, self.comment.as_deref().unwrap_or_default());
        for &(color, m) in &self.moves {
            add_move(&mut text, color, m);
        }
        write!(f, "({text})")
    }
}

/// A node of a game tree to be written: a move with a comment, and the variations after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// The move, with the colour that plays it; none in the first node.
    pub played: Option<(Color, Move)>,
    /// The comment; empty for none.
    pub comment: String,
    /// What may follow, the main line first.
    pub next: Vec<Variation>,
}

/// Writes a game tree: a position, points to mark with a triangle, and variations.
///
/// ```
/// use plywood_games::go::{Board, Color, Move, Points, sgf};
/// let board = Board::parse("X O / . .")?;
/// let target = board.point("B2")?;
/// let capture = sgf::Variation {
///     played: Some((Color::Black, Move::Play(board.point("B1")?))),
///     comment: "captured".into(),
///     next: Vec::new(),
/// };
/// let root = sgf::Variation { next: vec![capture], ..Default::default() };
/// let text = sgf::write("snapped up", &board, Color::Black, &Points::only(target), &root);
/// let read = &sgf::read(&text)?[0];
/// assert_eq!((&read.board, read.moves.len(), read.marked.contains(target)), (&board, 1, true));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub fn write(
    name: &str,
    board: &Board,
    to_move: Color,
    marked: &Points,
    root: &Variation,
) -> String {
    let mut text = "(".to_string() + &first_node(name, board, Some(to_move), marked);
    add_comment(&mut text, &root.comment);
    add_next(&mut text, &root.next);
    text + ")"
}

/// The first node without its comment.
fn first_node(name: &str, board: &Board, to_move: Option<Color>, marked: &Points) -> String {
    let mut text = format!(";FF[4]GM[1]SZ[{}]", board.size());
    if !name.is_empty() {
        let _ = write!(text, "GN[{}]", escaped(name));
    }
    let [black, white] = [Color::Black, Color::White].map(|color| board.stones(color));
    for (identifier, points) in [("AB", black), ("AW", white), ("TR", marked)] {
        if !points.is_empty() {
            text += identifier;
            points.iter().for_each(|point| {
                let _ = write!(text, "[{}]", sgf_name(point));
            });
        }
    }
    if let Some(color) = to_move {
        let _ = write!(text, "PL[{}]", color.letter());
    }
    text
}

fn sgf_name(point: Point) -> String {
    [point.column(), point.row()].map(|n| char::from(b'a' + n)).iter().collect()
}

fn add_comment(text: &mut String, comment: &str) {
    if !comment.is_empty() {
        let _ = write!(text, "C[{}]", escaped(comment));
    }
}

fn add_move(text: &mut String, color: Color, m: Move) {
    let point = match m {
        Move::Pass => String::new(),
        Move::Play(point) => sgf_name(point),
    };
    let _ = write!(text, ";{}[{point}]", color.letter());
}

/// Adds what may follow a node. Lone moves stand behind it, several in brackets.
fn add_next(text: &mut String, next: &[Variation]) {
    for variation in next {
        if next.len() > 1 {
            text.push('(');
        }
        match variation.played {
            Some((color, m)) => add_move(text, color, m),
            None => text.push(';'),
        }
        add_comment(text, &variation.comment);
        add_next(text, &variation.next);
        if next.len() > 1 {
            text.push(')');
        }
    }
}
