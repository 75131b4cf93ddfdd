//! A simple implementation to compare with: men as a set of places, jumps followed step by step.

use std::collections::BTreeSet;

/// A column and a row, from 0 at the bottom left. Rows -1 and `height` are beyond the goal lines.
pub type Place = (i32, i32);
/// The ball and the men.
pub type Result = (Place, BTreeSet<Place>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slow {
    pub width: i32,
    pub height: i32,
    pub men: BTreeSet<Place>,
    pub ball: Place,
    pub up_moves: bool,
    pub plies: i32,
}

impl Slow {
    pub fn new(width: i32, height: i32) -> Slow {
        let ball = (width / 2, height / 2);
        Slow { width, height, men: BTreeSet::new(), ball, up_moves: true, plies: 0 }
    }

    fn is_inside(&self, (column, row): Place) -> bool {
        (0..self.width).contains(&column) && (0..self.height).contains(&row)
    }

    /// `U` or `D`, if one of them has won.
    pub fn winner(&self) -> Option<char> {
        match self.ball.1 {
            row if row >= self.height - 1 => Some('U'),
            row if row <= 0 => Some('D'),
            _ => None,
        }
    }

    pub fn is_over(&self) -> bool {
        self.winner().is_some() || self.plies >= self.width * self.height
    }

    fn jumps((ball, men): &Result, board: &Slow) -> Vec<Result> {
        let mut results = Vec::new();
        for (right, up) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let mut left = men.clone();
            let mut at = (ball.0 + right, ball.1 + up);
            while left.remove(&at) {
                at = (at.0 + right, at.1 + up);
            }
            let beyond = (at.1 == -1 || at.1 == board.height) && (0..board.width).contains(&at.0);
            if left.len() < men.len() && (board.is_inside(at) || beyond) {
                results.push((at, left));
            }
        }
        results
    }

    /// All boards after chains of at most 20 jumps.
    pub fn chains(&self) -> BTreeSet<Result> {
        let mut all = BTreeSet::new();
        let mut last = vec![(self.ball, self.men.clone())];
        for _ in 0..20 {
            let inside = last.iter().filter(|(ball, _)| self.is_inside(*ball));
            let mut next: Vec<Result> = inside.flat_map(|from| Slow::jumps(from, self)).collect();
            next.retain(|result| all.insert(result.clone()));
            last = next;
        }
        all
    }

    /// All boards after a move.
    pub fn results(&self) -> BTreeSet<Result> {
        if self.is_over() {
            return BTreeSet::new();
        }
        let mut all = self.chains();
        for place in
            (0..self.width).flat_map(|column| (0..self.height).map(move |row| (column, row)))
        {
            let mut men = self.men.clone();
            if place != self.ball && men.insert(place) {
                all.insert((self.ball, men));
            }
        }
        all
    }

    pub fn after(&self, (ball, men): Result) -> Slow {
        Slow { ball, men, up_moves: !self.up_moves, plies: self.plies + 1, ..*self }
    }

    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ => self.results().into_iter().map(|next| self.after(next).perft(depth - 1)).sum(),
        }
    }
}
