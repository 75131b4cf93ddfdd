//! A game of your own: `Position` has the rules of tic-tac-toe, and the library plays it to the end.
//! `cargo run --example tic_tac_toe` prints the board after each move, and the result:
//! ```text
//! X..  X..  XX.  XXO  XXO  XXO  XXO  XXO  XXO
//! ...  .O.  .O.  .O.  .O.  OO.  OOX  OOX  OOX
//! ...  ...  ...  ...  X..  X..  X..  XO.  XOX
//! The result is 0 (0 is a draw).
//! ```
use plywood::{Budget, Position, Score, Search, Side, search::AlphaBeta};

/// The squares of X, who begins, and of O: nine bits each, row by row.
#[derive(Clone, PartialEq)]
struct TicTacToe([u16; 2]);

impl Position for TicTacToe {
    type Move = u32;
    type Undo = ();
    fn side(&self) -> Side {
        if self.ply().is_multiple_of(2) { Side::Max } else { Side::Min }
    }
    fn moves(&self, out: &mut Vec<u32>) {
        let won = self.result() != Score::ZERO;
        out.extend((0..9).filter(|&square| !won && self.letter(square) == '.'));
    }
    fn result(&self) -> Score {
        const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        let last = !self.side();
        let has_line = LINES.iter().any(|line| self.0[last as usize] & line == *line);
        if has_line { Score::won_by(last, self.ply()) } else { Score::ZERO }
    }
    fn play(&mut self, square: u32) {
        self.0[self.side() as usize] |= 1 << square;
    }
    fn undo(&mut self, square: u32, _: ()) {
        self.0[!self.side() as usize] ^= 1 << square;
    }
}

impl TicTacToe {
    fn ply(&self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }
    fn letter(&self, square: u32) -> char {
        ['.', 'X', 'O'][(self.0[0] >> square & 1 | (self.0[1] >> square & 1) << 1) as usize]
    }
}

fn main() {
    let (mut game, mut rows) = (TicTacToe([0; 2]), ["", "", ""].map(String::from));
    // The search looks ahead to the end of the game, so positions before it need no evaluation.
    let mut search = AlphaBeta::new(|_: &TicTacToe| Score::ZERO);
    while let Some(best) = search.run(&game, &Budget::new()).best {
        game.play(best);
        (0..9).for_each(|square| rows[square as usize / 3].push(game.letter(square)));
        rows.iter_mut().for_each(|row| row.push_str("  "));
    }
    println!("{}\nThe result is {} (0 is a draw).", rows.join("\n"), game.result());
}
