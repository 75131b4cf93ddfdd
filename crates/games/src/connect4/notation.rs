//! Connect four as people read and type it.

use super::{COLUMNS, Connect4, OpenLines, ROWS, cell, has_four};
use crate::{Game, InputError};
use plywood::{Position, Side};

impl Game for Connect4 {
    const NAME: &'static str = "connect4";
    const SUMMARY: &'static str = "connect four on 7 columns and 6 rows";
    const POSITION: &'static str = "the columns played so far, such as 4453, or six rows from the \
         top, such as ......./......./......./......./...O.../...X...";

    type Evaluation = OpenLines;

    fn parse(text: Option<&str>) -> Result<Connect4, InputError> {
        match text.unwrap_or_default().trim() {
            "" | "start" => Ok(Connect4::default()),
            text if text.contains(['/', '.', 'X', 'O']) => from_rows(text),
            text => from_moves(text),
        }
    }

    /// The six rows from the top; who is to move follows from the stones.
    fn text(&self) -> String {
        let row = |row: u8| (0..COLUMNS).map(|column| self.letter(column, row)).collect();
        (0..ROWS).rev().map(row).collect::<Vec<String>>().join("/")
    }

    fn move_text(&self, column: u8) -> String {
        (column + 1).to_string()
    }

    fn board(&self) -> String {
        let mut out = String::new();
        for row in (0..ROWS).rev() {
            for column in 0..COLUMNS {
                out.push(self.letter(column, row));
                out.push(if column + 1 < COLUMNS { ' ' } else { '\n' });
            }
        }
        out.push_str("1 2 3 4 5 6 7   ");
        out.push_str(match (self.is_over(), self.won, self.side()) {
            (false, _, Side::Max) => "X to move",
            (false, _, Side::Min) => "O to move",
            (true, true, Side::Max) => "O has won",
            (true, true, Side::Min) => "X has won",
            (true, false, _) => "a draw",
        });
        out
    }
}

impl Connect4 {
    fn letter(&self, column: u8, row: u8) -> char {
        let cell = cell(column, row);
        match (self.stones(Side::Max) & cell != 0, self.stones(Side::Min) & cell != 0) {
            (true, _) => 'X',
            (_, true) => 'O',
            _ => '.',
        }
    }
}

fn wrong(text: &str) -> InputError {
    InputError::new("connect4 position", text)
}

fn from_moves(text: &str) -> Result<Connect4, InputError> {
    let mut position = Connect4::default();
    let mut legal = Vec::new();
    for (index, c) in text.chars().enumerate() {
        let error = || wrong(text).at(&format!("move {}", index + 1)).found(&format!("'{c}'"));
        let Some(column @ 1..=7) = c.to_digit(10) else {
            return Err(error().expected("a column from 1 to 7"));
        };
        if position.is_over() {
            return Err(error().expected("no more moves: the game is over"));
        }
        let m = column as u8 - 1;
        legal.clear();
        position.moves(&mut legal);
        if !legal.contains(&m) {
            return Err(error().expected("a column that is not full"));
        }
        position.play(m);
    }
    Ok(position)
}

fn from_rows(text: &str) -> Result<Connect4, InputError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != ROWS as usize {
        let found = format!("{} of them", rows.len());
        return Err(wrong(text).expected("six rows with '/' between").found(&found));
    }
    let mut position = Connect4::default();
    // From the bottom up, so that the cell below is there before a stone is put on it.
    for (row, line) in (0..ROWS).zip(rows.into_iter().rev()) {
        let place = format!("row {} from the top", ROWS - row);
        let length = line.chars().count();
        if length != COLUMNS as usize {
            let error = wrong(text).at(&place).expected("seven cells");
            return Err(error.found(&format!("{length} of them")));
        }
        for (column, c) in (0..COLUMNS).zip(line.chars()) {
            let error = || wrong(text).at(&format!("{place}, column {}", column + 1));
            let side = match c {
                '.' => continue,
                'X' => Side::Max,
                'O' => Side::Min,
                _ => return Err(error().expected("'.', 'X' or 'O'").found(&format!("'{c}'"))),
            };
            if row > 0 && position.letter(column, row - 1) == '.' {
                return Err(error().expected("a stone on another").found("nothing below it"));
            }
            position.stones[side as usize] |= cell(column, row);
        }
    }
    let [max, min] = position.stones.map(u64::count_ones);
    if max != min && max != min + 1 {
        let found = format!("{max} X and {min} O");
        return Err(wrong(text).expected("as many X as O, or one more").found(&found));
    }
    position.ply = max + min;
    position.won = has_four(position.stones(!position.side()));
    match position.stones.map(has_four) {
        [true, true] => Err(wrong(text).expected("one winner").found("four in a row of both")),
        [x, o] if (x || o) && !position.won => {
            let (winner, last) = if x { ("X", "O") } else { ("O", "X") };
            let found = format!("four in a row of {winner} though {last} moved last");
            Err(wrong(text).expected("a game that ends when it is won").found(&found))
        }
        _ => Ok(position),
    }
}
