//! What is found by looking at the whole board: area, and the strings of a board that was set up.

use super::{Board, EMPTY, Group, KEYS, Slot};
use crate::go::{Color, Point, Points};
use plywood::kit::GOLDEN;

impl Board {
    /// The number of stones of a colour and of the empty points that only it surrounds.
    ///
    /// ```
    /// use plywood_games::go::{Board, Color};
    /// let board = Board::parse(". X . / X . O / . O .")?;
    /// assert_eq!([Color::Black, Color::White].map(|color| board.area(color)), [3, 3]);
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn area(&self, color: Color) -> usize {
        let mut open = self.empty;
        let mut area = self.stones[color as usize].len();
        while let Some(point) = open.first() {
            let (mut region, mut rim, mut next) = (Points::EMPTY, Points::EMPTY, vec![point]);
            while let Some(point) = next.pop() {
                if open.contains(point) {
                    open.remove(point);
                    region.insert(point);
                    rim = rim.or(Points::around(point));
                    next.extend(Points::around(point).and(&open));
                }
            }
            let touches = |color| !rim.and(&self.stones[color as usize]).is_empty();
            if touches(color) && !touches(!color) {
                area += region.len();
            }
        }
        area
    }

    /// The board without some stones, such as those that count as captured at the end of a game.
    ///
    /// ```
    /// use plywood_games::go::{Board, Points};
    /// let board = Board::parse("X O / . .")?;
    /// let stone = Points::only(board.point("B2")?);
    /// assert_eq!(board.without(&stone), Board::parse("X . / . .")?);
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    #[must_use]
    pub fn without(&self, stones: &Points) -> Board {
        let mut board = self.clone();
        for point in stones.and(&self.stones[0].or(&self.stones[1])) {
            board.set_up(point, None);
        }
        board.check().expect("a string that loses stones gains a liberty");
        board
    }

    /// Puts a stone on the board as part of a set-up: nothing is captured, and a stone that is there is
    /// replaced. [`check`](Board::check) the board when all stones are there.
    pub(in crate::go) fn set_up(&mut self, point: Point, color: Option<Color>) {
        let cell = color.map_or(EMPTY, |color| color as u8);
        self.cells[point.index()] = cell;
    }

    /// Finds the strings of a board that was [set up](Board::set_up). An error names a stone whose string has
    /// no liberty.
    pub(in crate::go) fn check(&mut self) -> Result<(), Point> {
        let mut board = Board { ko: None, ..self.clone() };
        (board.empty, board.stones) = (Points::EMPTY, [Points::EMPTY; 2]);
        board.key = u64::from(self.size).wrapping_mul(GOLDEN);
        let all: Vec<Point> = (0..self.size)
            .flat_map(|row| (0..self.size).map(move |column| Point::on_board(column, row)))
            .collect();
        for &point in &all {
            match board.cells[point.index()] {
                EMPTY => board.empty.insert(point),
                color => {
                    board.stones[usize::from(color)].insert(point);
                    board.key ^= KEYS[usize::from(color)][point.index()];
                }
            }
        }
        let mut known = Points::EMPTY;
        let mut breathless = None;
        for &point in &all {
            let color = board.cells[point.index()];
            if color == EMPTY || known.contains(point) {
                continue;
            }
            let (mut stones, mut rim, mut open) = (Points::EMPTY, Points::EMPTY, vec![point]);
            stones.insert(point);
            while let Some(stone) = open.pop() {
                board.slots[stone.index()] = point.index() as Slot;
                rim = rim.or(Points::around(stone));
                for n in stone.around().map(Point::from_index) {
                    if board.cells[n.index()] == color && !stones.contains(n) {
                        stones.insert(n);
                        open.push(n);
                    }
                }
            }
            rim = rim.without(&stones);
            let liberties = rim.and(&board.empty).len() as u16;
            if liberties == 0 {
                breathless = breathless.or(Some(point));
            }
            board.groups[point.index()] =
                Group { stones, rim, liberties, count: stones.len() as u16 };
            known = known.or(&stones);
        }
        if let Some(point) = breathless {
            return Err(point);
        }
        *self = board;
        Ok(())
    }
}
