//! Lines of play of Amazons: bit boards against an array of squares.

use plywood_games::random::random_game;
use plywood_games::{Amazons, Game, perft};
use std::time::Instant;

const EDGE: usize = 12;
const STEPS: [isize; 8] = [1, 11, 12, 13, -1, -11, -12, -13];
const EMPTY: u8 = 0;
const TAKEN: u8 = 3;

/// An array of squares with a border, and lists of the amazons: the plain way to write the rules.
struct Plain {
    squares: [u8; EDGE * EDGE],
    amazons: [Vec<usize>; 2],
    side: usize,
}

impl Plain {
    fn of(position: &Amazons) -> Plain {
        let mut plain =
            Plain { squares: [TAKEN; EDGE * EDGE], amazons: [Vec::new(), Vec::new()], side: 0 };
        let text = position.text();
        let (rows, side) = text.split_once(' ').expect("rows and a side");
        plain.side = usize::from(side == "b");
        for (row, line) in rows.split('/').enumerate() {
            let (mut column, mut gap) = (0, 0);
            for c in line.chars().chain(['|']) {
                if let Some(digit) = c.to_digit(10) {
                    gap = 10 * gap + digit as usize;
                    continue;
                }
                for _ in 0..std::mem::take(&mut gap) {
                    plain.squares[EDGE * (row + 1) + column + 1] = EMPTY;
                    column += 1;
                }
                let square = EDGE * (row + 1) + column + 1;
                match c {
                    'w' => plain.amazons[0].push(square),
                    'b' => plain.amazons[1].push(square),
                    _ => {}
                }
                column += 1;
            }
        }
        plain
    }

    fn each_move(&self, mut visit: impl FnMut(usize, usize, usize)) {
        for (number, &from) in self.amazons[self.side].iter().enumerate() {
            for step in STEPS {
                let mut to = from.wrapping_add_signed(step);
                while self.squares[to] == EMPTY {
                    for step in STEPS {
                        let mut arrow = to.wrapping_add_signed(step);
                        while self.squares[arrow] == EMPTY || arrow == from {
                            visit(number, to, arrow);
                            arrow = arrow.wrapping_add_signed(step);
                        }
                    }
                    to = to.wrapping_add_signed(step);
                }
            }
        }
    }

    fn perft(&mut self, depth: u32) -> u64 {
        let mut moves = Vec::new();
        self.each_move(|number, to, arrow| moves.push((number, to, arrow)));
        if depth == 1 {
            return moves.len() as u64;
        }
        let mut lines = 0;
        for (number, to, arrow) in moves {
            let side = self.side;
            let from = std::mem::replace(&mut self.amazons[side][number], to);
            self.squares[from] = EMPTY;
            self.squares[to] = TAKEN;
            self.squares[arrow] = TAKEN;
            self.side = 1 - side;
            lines += self.perft(depth - 1);
            self.side = side;
            self.squares[arrow] = EMPTY;
            self.squares[to] = EMPTY;
            self.squares[from] = TAKEN;
            self.amazons[side][number] = from;
        }
        lines
    }
}

/// The shortest of some times for all positions, in seconds, and the lines of play.
fn timed(positions: &[Amazons], mut lines: impl FnMut(&Amazons) -> u64) -> (f64, u64) {
    let (mut best, mut count) = (f64::INFINITY, 0);
    for _ in 0..5 {
        let start = Instant::now();
        count = positions.iter().map(&mut lines).sum();
        best = best.min(start.elapsed().as_secs_f64());
    }
    (best, count)
}

pub fn report() {
    println!(
        "Amazons, lines of two plies (moves listed at the last ply too, or only counted there):"
    );
    let middle: Vec<Amazons> =
        (0..8).filter_map(|seed| random_game(Amazons::default(), seed).nth(20)).collect();
    for (name, positions) in
        [("the start", &[Amazons::default()][..]), ("after 20 random plies", &middle)]
    {
        let (plain, expected) = timed(positions, |position| Plain::of(position).perft(2));
        let (listed, lines) = timed(positions, |position| perft(&mut position.clone(), 2));
        assert_eq!(lines, expected, "bit boards and the array must agree");
        let (counted, lines) = timed(positions, |position| position.perft(2));
        assert_eq!(lines, expected, "counted and listed must agree");
        println!(
            "  {name}: {expected} lines; array {:.1} ms, bit boards {:.1} ms ({:.2} of it), counted {:.1} ms \
             ({:.3} of it)",
            1e3 * plain,
            1e3 * listed,
            listed / plain,
            1e3 * counted,
            counted / plain
        );
    }
}
