//! The rules of Go in the plainest way: letters on a board, flood fill, and a copy for every question.

use super::super::{Board, Point};

#[derive(Clone, PartialEq)]
pub struct Letters {
    size: i32,
    cells: Vec<Vec<char>>,
    /// The point that may not be played next, and by whom.
    ko: Option<((i32, i32), char)>,
}

type At = (i32, i32);

fn other(color: char) -> char {
    if color == 'B' { 'W' } else { 'B' }
}

impl Letters {
    pub fn new(size: i32) -> Letters {
        Letters { size, cells: vec![vec!['.'; size as usize]; size as usize], ko: None }
    }

    pub fn of(board: &Board) -> Letters {
        let mut letters = Letters::new(board.size().into());
        for (row, cells) in (0..).zip(&mut letters.cells) {
            for (column, cell) in (0..).zip(cells) {
                let color = board.color(Point::new(column, row).unwrap());
                *cell = color.map_or('.', |color| color.letter());
            }
        }
        let colors = [super::Color::Black, super::Color::White];
        let ko = |color| {
            board.ko(color).map(|p: Point| ((p.column().into(), p.row().into()), color.letter()))
        };
        letters.ko = colors.into_iter().find_map(ko);
        letters
    }

    pub fn at(&self, (column, row): At) -> char {
        if !(0..self.size).contains(&column) || !(0..self.size).contains(&row) {
            return ' ';
        }
        self.cells[row as usize][column as usize]
    }

    fn around((column, row): At) -> [At; 4] {
        [(column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1)]
    }

    pub fn string(&self, at: At) -> Vec<At> {
        let mut string = vec![at];
        let mut next = 0;
        while next < string.len() {
            for near in Self::around(string[next]) {
                if self.at(near) == self.at(at) && !string.contains(&near) {
                    string.push(near);
                }
            }
            next += 1;
        }
        string
    }

    /// Row by row from the top.
    pub fn liberties(&self, at: At) -> Vec<At> {
        let around = self.string(at).into_iter().flat_map(Self::around);
        let mut liberties: Vec<At> = around.filter(|&near| self.at(near) == '.').collect();
        liberties.sort_unstable_by_key(|&(column, row)| (row, column));
        liberties.dedup();
        liberties
    }

    /// The first stone, row by row from the top, of each string of the other colour that touches the string.
    pub fn adjacent(&self, at: At) -> Vec<At> {
        let around = self.string(at).into_iter().flat_map(Self::around);
        let others = around.filter(|&near| self.at(near) == other(self.at(at)));
        let first =
            |stone| self.string(stone).into_iter().min_by_key(|&(column, row)| (row, column));
        let mut adjacent: Vec<At> = others.filter_map(first).collect();
        adjacent.sort_unstable();
        adjacent.dedup();
        adjacent
    }

    /// The board after a move; none if it is not legal.
    pub fn after(&self, at: At, color: char) -> Option<Letters> {
        if self.at(at) != '.' || self.ko == Some((at, color)) {
            return None;
        }
        let mut board = self.clone();
        board.ko = None;
        board.cells[at.1 as usize][at.0 as usize] = color;
        let mut captured = Vec::new();
        for near in Self::around(at) {
            if board.at(near) == other(color) && board.liberties(near).is_empty() {
                for stone in board.string(near) {
                    board.cells[stone.1 as usize][stone.0 as usize] = '.';
                    captured.push(stone);
                }
            }
        }
        let liberties = board.liberties(at);
        if liberties.is_empty() {
            return None;
        }
        if captured.len() == 1 && board.string(at).len() == 1 && liberties.len() == 1 {
            board.ko = Some((captured[0], other(color)));
        }
        Some(board)
    }

    pub fn is_legal(&self, at: At, color: char) -> bool {
        self.after(at, color).is_some()
    }

    /// Plays a legal move. Returns the number of stones captured.
    pub fn play(&mut self, at: At, color: char) -> usize {
        let stones = |board: &Letters| board.cells.iter().flatten().filter(|&&c| c != '.').count();
        let before = stones(self);
        *self = self.after(at, color).expect("a legal move");
        before + 1 - stones(self)
    }
}
