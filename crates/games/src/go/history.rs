//! A game as it was played: moves of either colour in any order, which can be taken back.

use super::{Board, Color, Move, Point, Undo};
use std::collections::HashMap;

/// A board with the moves that led to it, as GTP and SGF have them: the colours need not alternate, and passes do
/// not end the game. It knows which boards it has had, for rules that forbid repetition.
///
/// ```
/// use plywood_games::go::{Board, Color, History, Move};
/// let mut game = History::new(Board::parse(". X / . O")?);
/// let [corner, stone] = ["A1", "B1"].map(|name| game.board().point(name).unwrap());
/// let before = game.board().stones_key();
/// assert!(!game.play(Color::White, Move::Play(stone)), "there is a stone");
/// assert!(game.play(Color::Black, Move::Play(corner)));
/// assert_eq!((game.captures(Color::Black), game.board().color(stone)), (1, None));
/// assert!(game.has_had(before));
/// assert_eq!(game.undo(), Some((Color::Black, Move::Play(corner))));
/// assert_eq!((game.captures(Color::Black), game.undo()), (0, None));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Debug)]
pub struct History {
    board: Board,
    start: Board,
    moves: Vec<(Color, Move)>,
    /// How to take each move back.
    trail: Vec<Change>,
    /// Stones captured by Black and by White.
    captures: [usize; 2],
    /// How often each board was there, by the key of its stones.
    boards: HashMap<u64, u32>,
}

#[derive(Debug)]
enum Change {
    /// A stone, and the number of stones that it has captured.
    Stone(Undo, usize),
    /// A pass, and the point that it made legal again.
    Pass(Option<Point>),
}

impl History {
    /// A game that begins with this board.
    pub fn new(start: Board) -> History {
        let boards = HashMap::from([(start.stones_key(), 1)]);
        let board = start.clone();
        History { board, start, moves: Vec::new(), trail: Vec::new(), captures: [0; 2], boards }
    }

    /// The board now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board at the beginning.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The moves so far.
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// The number of stones that a colour has captured.
    pub fn captures(&self, color: Color) -> usize {
        self.captures[color as usize]
    }

    /// Whether the game has had a board with this [key of its stones](Board::stones_key).
    pub fn has_had(&self, stones_key: u64) -> bool {
        self.boards.contains_key(&stones_key)
    }

    /// Plays a move. Returns false, and changes nothing, if it is not [legal](Board::is_legal). A pass is legal.
    pub fn play(&mut self, color: Color, m: Move) -> bool {
        let change = match m {
            Move::Pass => Change::Pass(self.board.lift_ko()),
            Move::Play(point) => {
                let stones = self.board.stones(!color).len();
                let Some(undo) = self.board.play(point, color) else { return false };
                let captured = stones - self.board.stones(!color).len();
                self.captures[color as usize] += captured;
                Change::Stone(undo, captured)
            }
        };
        self.trail.push(change);
        self.moves.push((color, m));
        *self.boards.entry(self.board.stones_key()).or_default() += 1;
        true
    }

    /// Takes the last move back and returns it; none if there is none.
    pub fn undo(&mut self) -> Option<(Color, Move)> {
        let (color, m) = self.moves.pop()?;
        let key = self.board.stones_key();
        if let Some(count) = self.boards.get_mut(&key) {
            *count -= 1;
            if *count == 0 {
                self.boards.remove(&key);
            }
        }
        match self.trail.pop()? {
            Change::Stone(undo, captured) => {
                self.captures[color as usize] -= captured;
                self.board.undo(undo);
            }
            Change::Pass(ko) => self.board.restore_ko(ko),
        }
        Some((color, m))
    }
}
