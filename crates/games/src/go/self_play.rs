//! Games of noisy but sensible moves, for positions that look like Go.

use super::{Board, Color, Point, Points};
use crate::random::Rng;

/// Points that are compared for each move.
const CANDIDATES: u32 = 6;

/// The positions of a seeded game between two weak players, one after each move.
///
/// For each move a few legal points are drawn, and the one with the best score is played: captures, escapes
/// from atari, ataris, liberties, and the neighbourhood of the last move count, and chance does. Own eyes are
/// not filled. The game ends when a side has no other move.
///
/// ```
/// use plywood_games::go::SelfPlay;
/// let game = || SelfPlay::new(9, 7).expect("a size of boards");
/// assert!(game().count() > 40);
/// assert!(game().eq(game()), "one seed, one game");
/// ```
pub struct SelfPlay {
    board: Board,
    to_move: Color,
    last: Option<Point>,
    rng: Rng,
    left: u32,
}

impl SelfPlay {
    /// The game of a seed on a board of this size; none for a size that no board has.
    pub fn new(size: u8, seed: u64) -> Option<SelfPlay> {
        let board = Board::new(size).ok()?;
        // Long enough for captured points to be filled again, and not for ever.
        let left = 2 * u32::from(size) * u32::from(size);
        Some(SelfPlay { board, to_move: Color::Black, last: None, rng: Rng::new(seed), left })
    }

    /// The side to move in the position returned last.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    fn fills_eye(&self, point: Point) -> bool {
        let own = self.board.stones(self.to_move);
        let on_board = self.board.empty().or(own).or(self.board.stones(!self.to_move));
        let around = Points::around(point).and(&on_board);
        around.without(own).is_empty()
            && self.board.strings_in(around).all(|stone| self.board.count_liberties(stone) > 1)
    }

    fn score(&mut self, point: Point) -> i32 {
        let (color, around) = (self.to_move, Points::around(point));
        let weak = |board: &Board, stones: Points, most: u32| -> i32 {
            let strings = board.strings_in(stones);
            let weak = strings.filter(|&stone| board.count_liberties(stone) <= most);
            weak.map(|stone| 2 + board.string(stone).len().min(6) as i32).sum()
        };
        let enemies = around.and(self.board.stones(!color));
        let own = around.and(self.board.stones(color));
        let mut score = 3 * weak(&self.board, enemies, 1) + weak(&self.board, enemies, 2);
        let saved = 3 * weak(&self.board, own, 1) + weak(&self.board, own, 2);
        let Some(undo) = self.board.play(point, color) else { return i32::MIN };
        let liberties = self.board.count_liberties(point);
        self.board.undo(undo);
        score += if liberties == 1 { -12 } else { saved + 2 * liberties.min(4) as i32 };
        let near = |a: u8, b: u8| a.abs_diff(b) <= 2;
        if self.last.is_some_and(|l| near(l.column(), point.column()) && near(l.row(), point.row()))
        {
            score += 6;
        }
        let last = self.board.size() - 1;
        let edge = |n: u8| n == 0 || n == last;
        if edge(point.column()) || edge(point.row()) {
            score -= 4;
        }
        score + self.rng.below(12) as i32
    }
}

impl Iterator for SelfPlay {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        self.left = self.left.checked_sub(1)?;
        let legal = self.board.legal(self.to_move).filter(|&point| !self.fills_eye(point));
        let legal: Vec<Point> = legal.collect();
        let mut best: Option<(i32, Point)> = None;
        for _ in 0..CANDIDATES {
            let point = *self.rng.choose(&legal)?;
            let score = self.score(point);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, point));
            }
        }
        let (_, point) = best?;
        self.board.play(point, self.to_move)?;
        (self.to_move, self.last) = (!self.to_move, Some(point));
        Some(self.board.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_legal_long_and_not_all_alike() {
        let mut last = Vec::new();
        for seed in 0..40 {
            let size = 5 + (seed % 9) as u8;
            let positions: Vec<Board> = SelfPlay::new(size, seed).unwrap().collect();
            let area = usize::from(size) * usize::from(size);
            assert!(positions.len() > area / 2, "seed {seed}: {}", positions.len());
            assert!(positions.len() <= 2 * area);
            last.push(positions.last().unwrap().text());
        }
        last.sort();
        last.dedup();
        assert_eq!(last.len(), 40);
        assert!(SelfPlay::new(1, 0).is_none() && SelfPlay::new(20, 0).is_none());
    }
}
