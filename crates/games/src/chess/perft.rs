//! Counting lines of play as published.

use super::{Chess, side_of};
use cozy_chess::{Board, Move};
use plywood::{Position, Score, Side};

impl Chess {
    /// The number of lines of `depth` plies. As in published counts, draws by repetition, by fifty
    /// moves or by insufficient material do not end a line.
    pub(super) fn lines(&self, depth: u32) -> u64 {
        crate::perft(&mut Bare(self.board.clone()), depth)
    }
}

/// Chess without a repetition history: it ends only where there is no move.
#[derive(Clone, PartialEq)]
struct Bare(Board);

impl Position for Bare {
    type Move = Move;
    type Undo = Board;

    fn side(&self) -> Side {
        side_of(self.0.side_to_move())
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.0.generate_moves(|moves| {
            out.extend(moves);
            false
        });
    }

    fn result(&self) -> Score {
        Chess::new(self.0.clone()).result()
    }

    fn play(&mut self, m: Move) -> Board {
        let before = self.0.clone();
        self.0.play_unchecked(m);
        before
    }

    fn undo(&mut self, _: Move, before: Board) {
        self.0 = before;
    }
}
