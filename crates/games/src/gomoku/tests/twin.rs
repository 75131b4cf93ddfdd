//! A simple implementation to compare with: letters on a board, rows followed point by point.

use std::collections::BTreeSet;

#[derive(Clone)]
pub struct Letters {
    width: i32,
    /// Row by row from the bottom left.
    cells: Vec<char>,
    /// Every five points in a row, as indices of cells.
    rows: Vec<[usize; 5]>,
    played: usize,
}

const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A column and a row, from 0.
pub type Place = (i32, i32);

impl Letters {
    pub fn new(width: usize, height: usize) -> Letters {
        Letters::of(&vec![".".repeat(width); height])
    }

    /// From rows of letters, those at the top first.
    pub fn of(board: &[String]) -> Letters {
        let (width, height) = (board[0].len() as i32, board.len() as i32);
        let cells: Vec<char> = board.iter().rev().flat_map(|row| row.chars()).collect();
        let played = cells.iter().filter(|&&c| c != '.').count();
        let mut rows = Vec::new();
        for (column, row) in (0..height).flat_map(|row| (0..width).map(move |column| (column, row)))
        {
            for (right, up) in STEPS {
                let places = [0, 1, 2, 3, 4].map(|n| (column + n * right, row + n * up));
                let inside = |&(column, row): &Place| {
                    (0..width).contains(&column) && (0..height).contains(&row)
                };
                if places.iter().all(inside) {
                    rows.push(places.map(|(column, row)| (row * width + column) as usize));
                }
            }
        }
        Letters { width, cells, rows, played }
    }

    fn index(&self, (column, row): Place) -> usize {
        (row * self.width + column) as usize
    }

    pub fn put(&mut self, place: Place, letter: char) {
        let index = self.index(place);
        self.cells[index] = letter;
    }

    pub fn play(&mut self, place: Place) {
        self.put(place, if self.played.is_multiple_of(2) { 'X' } else { 'O' });
        self.played += 1;
    }

    pub fn empty(&self) -> Vec<Place> {
        let place = |index: usize| (index as i32 % self.width, index as i32 / self.width);
        let empty = |&index: &usize| self.cells[index] == '.';
        (0..self.cells.len()).filter(empty).map(place).collect()
    }

    pub fn name((column, row): Place) -> String {
        format!("{}{}", (b'a' + column as u8) as char, row + 1)
    }

    pub fn has_five(&self, letter: char) -> bool {
        self.rows.iter().any(|row| row.iter().all(|&index| self.cells[index] == letter))
    }

    /// The numbers of rows with 0 to 5 stones of a side and none of the other.
    pub fn counts(&self, letter: char) -> [i32; 6] {
        self.counts_of(letter, |_| true)
    }

    /// The same of the rows through a point.
    pub fn counts_at(&self, letter: char, place: Place) -> [i32; 6] {
        let index = self.index(place);
        self.counts_of(letter, |row| row.contains(&index))
    }

    fn counts_of(&self, letter: char, counts: impl Fn(&[usize; 5]) -> bool) -> [i32; 6] {
        let mut numbers = [0; 6];
        for row in self.rows.iter().filter(|row| counts(row)) {
            let own = row.iter().filter(|&&index| self.cells[index] == letter).count();
            let empty = row.iter().filter(|&&index| self.cells[index] == '.').count();
            if own + empty == 5 {
                numbers[own] += 1;
            }
        }
        numbers
    }

    /// The empty points where a side completes a five.
    pub fn fives(&self, letter: char) -> BTreeSet<Place> {
        let mut next = self.clone();
        let completes = |&place: &Place| {
            next.put(place, letter);
            let five = next.has_five(letter);
            next.put(place, '.');
            five
        };
        self.empty().into_iter().filter(completes).collect()
    }

    /// Whether the attacker, to move or not, makes five in a row with at most `stones` more stones, whatever the
    /// other side does: all moves of both sides are tried.
    pub fn wins(&mut self, attacker: char, to_move: bool, stones: u32) -> bool {
        let other = if attacker == 'X' { 'O' } else { 'X' };
        // Some row must have enough stones already.
        let enough = self.counts(attacker)[5 - stones as usize..].iter().any(|&rows| rows > 0);
        if stones == 0 || !enough || to_move && stones == 1 {
            return enough;
        }
        for place in self.empty() {
            self.put(place, if to_move { attacker } else { other });
            let won = match to_move {
                true => self.has_five(attacker) || self.wins(attacker, false, stones - 1),
                false => !self.has_five(other) && self.wins(attacker, true, stones),
            };
            self.put(place, '.');
            if won == to_move {
                return won;
            }
        }
        !to_move && !self.empty().is_empty()
    }
}
