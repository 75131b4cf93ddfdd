//! Unconditional life: Benson 1976, *Life in the game of Go*.

use super::{Board, Color, Point, Points};

/// A part of the board without stones of a colour.
struct Region {
    empty: Points,
    /// The stones of the colour around it.
    border: Points,
}

impl Board {
    /// The stones of a colour that can never be captured, even if that colour always passes. They are found by
    /// Benson's algorithm; stones that are alive only because their side would answer are not among them.
    ///
    /// ```
    /// use plywood_games::go::{Board, Color};
    /// let board = Board::parse("
    ///     . X . X O
    ///     X X X X O
    ///     O O O O O
    ///     . . . . .
    ///     . . . . .")?;
    /// assert_eq!(board.unconditionally_alive(Color::Black), *board.stones(Color::Black));
    /// assert!(board.unconditionally_alive(Color::White).is_empty());
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn unconditionally_alive(&self, color: Color) -> Points {
        let own = *self.stones(color);
        let mut regions = self.regions(color);
        let mut alive = own;
        loop {
            let mut kept = Points::EMPTY;
            for stone in self.strings_in(alive) {
                let (string, liberties) = (self.string(stone), self.liberties(stone));
                // A region is vital to a string if all its empty points are liberties of the string.
                let is_vital = |region: &&Region| {
                    !region.border.and(&string).is_empty()
                        && region.empty.without(&liberties).is_empty()
                };
                if regions.iter().filter(is_vital).count() >= 2 {
                    kept = kept.or(&string);
                }
            }
            regions.retain(|region| region.border.without(&kept).is_empty());
            if kept == alive {
                return alive;
            }
            alive = kept;
        }
    }

    fn regions(&self, color: Color) -> Vec<Region> {
        let own = self.stones(color);
        let mut open = self.empty().or(self.stones(!color));
        let mut regions = Vec::new();
        while let Some(first) = open.first() {
            let mut region = Region { empty: Points::EMPTY, border: Points::EMPTY };
            let mut next: Vec<Point> = vec![first];
            open.remove(first);
            while let Some(point) = next.pop() {
                if self.empty().contains(point) {
                    region.empty.insert(point);
                }
                let around = Points::around(point);
                region.border = region.border.or(&around.and(own));
                for neighbour in around.and(&open) {
                    open.remove(neighbour);
                    next.push(neighbour);
                }
            }
            regions.push(region);
        }
        regions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::capture::tests::random_board;
    use crate::random::Rng;

    /// If their side only passes, the other side may play for ever and captures none of them.
    #[test]
    fn stones_that_live_are_never_captured() {
        let mut found = 0;
        for seed in 0..3000 {
            let mut rng = Rng::new(seed);
            let size = 3 + rng.below(4) as u8;
            let board = random_board(&mut rng, size);
            for color in [Color::Black, Color::White] {
                let alive = board.unconditionally_alive(color);
                if alive.is_empty() {
                    continue;
                }
                found += 1;
                for _ in 0..5 {
                    let mut board = board.clone();
                    for _ in 0..60 {
                        board.lift_ko();
                        let legal: Vec<Point> = board.legal(!color).collect();
                        let Some(&point) = rng.choose(&legal) else { break };
                        board.play(point, !color).expect("a legal move");
                    }
                    let left = alive.without(board.stones(color));
                    assert!(left.is_empty(), "seed {seed}\n{board:?}");
                }
            }
        }
        assert!(found > 300, "{found}");
    }

    #[test]
    fn false_eyes_and_eyes_of_the_other_side_do_not_give_life() {
        for (text, alive) in [
            (". X . X O / X X X X O / O O O O O / . . . . . / . . . . .", 6),
            // One eye of two points.
            (". . X O . / X X X O . / O O O O . / . . . . . / . . . . .", 0),
            // The eye at the right is false: the stone at its corner can be cut off.
            (". X . X . / X X O X X / O O O O O / . . . . . / . . . . .", 0),
        ] {
            let board = Board::parse(text).unwrap();
            assert_eq!(board.unconditionally_alive(Color::Black).len(), alive, "{text}");
        }
    }
}
