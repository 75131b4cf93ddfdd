//! Boards that are one board seen from another side: turned, reflected, or with the colours exchanged.

use super::{Board, Color, Point};

impl Board {
    /// The eight images of the board under rotations and reflections, each as it is and with the colours
    /// exchanged, together with the image of a point. The first is the board itself. The ban of ko is
    /// dropped.
    ///
    /// ```
    /// use plywood_games::go::Board;
    /// let board = Board::parse("X . . / . . . / . . O")?;
    /// let images = board.images(board.point("A3")?);
    /// assert_eq!(images.len(), 16);
    /// assert_eq!(images[0], (board, Board::new(3)?.point("A3")?));
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn images(&self, point: Point) -> Vec<(Board, Point)> {
        (0..16)
            .map(|number| {
                let mut image = Board::new(self.size()).expect("a size that a board has");
                for color in [Color::Black, Color::White] {
                    let seen = if number >= 8 { !color } else { color };
                    for stone in self.stones(color).iter() {
                        image.set_up(self.image(stone, number), Some(seen));
                    }
                }
                image.check().expect("an image has the liberties of the board");
                (image, self.image(point, number))
            })
            .collect()
    }

    fn image(&self, point: Point, number: u8) -> Point {
        let last = self.size() - 1;
        let (mut column, mut row) = (point.column(), point.row());
        if number & 1 != 0 {
            column = last - column;
        }
        if number & 2 != 0 {
            row = last - row;
        }
        if number & 4 != 0 {
            (column, row) = (row, column);
        }
        Point::on_board(column, row)
    }

    /// A text that is the same for all [images](Board::images) of a board with a string, whichever of its stones
    /// is given, and another one for every other board: the least of their lists of stones.
    ///
    /// ```
    /// use plywood_games::go::Board;
    /// let [a, b] = ["X X . / . . . / . . O", ". . O / X . . / X . ."].map(|text| Board::parse(text).unwrap());
    /// assert_eq!(a.canonical(a.point("A3")?), b.canonical(b.point("A2")?));
    /// assert_ne!(a.canonical(a.point("A3")?), a.canonical(a.point("C1")?));
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn canonical(&self, stone: Point) -> String {
        let images = self.images(stone).into_iter();
        let texts = images.map(|(board, stone)| {
            let first = board.string(stone).first().unwrap_or(stone);
            format!("{} {}", board.text(), first.name(board.size()))
        });
        texts.min().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use crate::go::capture::tests::{random_board, strings};
    use crate::random::Rng;

    #[test]
    fn images_keep_liberties_and_have_one_canonical_text() {
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let size = 2 + rng.below(8) as u8;
            let board = random_board(&mut rng, size);
            for target in strings(&board) {
                let text = board.canonical(target);
                for (image, point) in board.images(target) {
                    assert_eq!(
                        image.count_liberties(point),
                        board.count_liberties(target),
                        "seed {seed}\n{board:?}{image:?}"
                    );
                    assert_eq!(image.string(point).len(), board.string(target).len());
                    assert_eq!(image.canonical(point), text, "seed {seed}");
                }
            }
        }
    }
}
