//! Ladders: captures in which every move of the attacker gives atari.

use super::{Board, Color, Point};

/// The most moves that are played to read one ladder. A ladder across the largest board takes some hundred.
const MOST_MOVES: u32 = 20_000;
/// The most plies of a ladder: more than there are points.
const MOST_PLIES: u32 = 500;

impl Board {
    /// The move of the other side that captures the string of a stone in a ladder: with every move it gives atari,
    /// and the string cannot get away. None if there is no ladder, or if reading it takes more than 20,000
    /// moves.
    ///
    /// ```
    /// use plywood_games::go::Board;
    /// let ladder = "
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . . . . . . .
    ///     . X . . . . .
    ///     . X O . . . .
    ///     . . X X . . .
    ///     . . . . . . .";
    /// let board = Board::parse(ladder)?;
    /// let target = board.point("C3")?;
    /// assert_eq!(board.ladder(target).map(|point| point.name(7)).as_deref(), Some("C4"));
    /// // A stone of White in the way of the ladder breaks it.
    /// let board = Board::parse(&board.text().replace("W", "W E5"))?;
    /// assert_eq!(board.ladder(target), None);
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn ladder(&self, stone: Point) -> Option<Point> {
        let attacker = !self.color(stone)?;
        let mut ladder = Ladder { board: self.clone(), target: stone, attacker, moves: 0 };
        ladder.capture(MOST_PLIES)
    }
}

struct Ladder {
    board: Board,
    target: Point,
    attacker: Color,
    moves: u32,
}

impl Ladder {
    /// Plays a move, calls `then`, and takes the move back. None if the move is not legal.
    fn after<T>(
        &mut self,
        point: Point,
        color: Color,
        then: impl FnOnce(&mut Ladder) -> T,
    ) -> Option<T> {
        self.moves += 1;
        let undo = self.board.play(point, color)?;
        let result = then(self);
        self.board.undo(undo);
        Some(result)
    }

    /// The attacker's move that captures.
    fn capture(&mut self, plies: u32) -> Option<Point> {
        if plies == 0 || self.moves > MOST_MOVES {
            return None;
        }
        let attacker = self.attacker;
        let liberties = self.board.liberties(self.target);
        match liberties.len() {
            1 => liberties.first().filter(|&point| self.board.is_legal(point, attacker)),
            2 => liberties.into_iter().find(|&point| {
                let then = |ladder: &mut Ladder| ladder.is_caught(plies - 1);
                self.after(point, attacker, then) == Some(true)
            }),
            _ => None,
        }
    }

    /// Whether the target is in atari and captured whatever the defender does: it plays on, or captures.
    fn is_caught(&mut self, plies: u32) -> bool {
        if plies == 0 || self.board.count_liberties(self.target) != 1 {
            return false;
        }
        let mut moves = self.board.liberties(self.target);
        for besieger in self.board.adjacent_strings(self.target) {
            if self.board.count_liberties(besieger) == 1 {
                moves = moves.or(&self.board.liberties(besieger));
            }
        }
        // Where every move loses, so does a pass: the attacker, to move, fills the last liberty.
        let defender = !self.attacker;
        moves.into_iter().all(|point| {
            let then = |ladder: &mut Ladder| ladder.capture(plies - 1).is_some();
            self.after(point, defender, then).unwrap_or(true)
        })
    }
}
