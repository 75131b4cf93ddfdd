//! Connect four as people read and type it.

use super::{COLUMNS, Connect4, OpenLines, ROWS, cell, has_four};
use crate::files;
use crate::{Cell, Diagram, Game, Ground, InputError, Piece, Tint};
use plywood::{Position, Side};

impl Game for Connect4 {
    const NAME: &'static str = "connect4";
    const SUMMARY: &'static str = "connect four on 7 columns and 6 rows";
    const POSITION: &'static str = "the columns played so far, such as 4453, or six rows from the top, such as \
         ......./......./......./......./...O.../...X..., or FILE.txt (one game per line), optionally with #GAME and \
         @PLIES";
    const SIDES: [&'static str; 2] = ["Red (X)", "Yellow (O)"];
    const SCALE: f64 = 20.0;
    const EXAMPLES: &'static [(&'static str, u32)] = &[("", 8), ("4453", 7)];

    type Evaluation = OpenLines;

    fn parse(text: Option<&str>) -> Result<Connect4, InputError> {
        let text = text.unwrap_or_default().trim();
        if let Some(position) = files::position_in_transcripts(text) {
            return position;
        }
        match text {
            "" | "start" => Ok(Connect4::default()),
            text if text.contains(['/', '.', 'X', 'O']) => from_rows(text),
            text => Ok(from_moves(text)?.0),
        }
    }

    fn transcript(text: &str) -> Option<Vec<u8>> {
        Some(from_moves(text.trim()).ok()?.1)
    }

    /// The six rows from the top. The number of stones tells the side to move.
    fn text(&self) -> String {
        let row = |row: u8| (0..COLUMNS).map(|column| self.letter(column, row)).collect();
        (0..ROWS).rev().map(row).collect::<Vec<String>>().join("/")
    }

    fn move_text(&self, column: u8) -> String {
        (column + 1).to_string()
    }

    fn diagram(&self) -> Option<Diagram> {
        let cells = (0..ROWS).rev().flat_map(|row| {
            (0..COLUMNS).map(move |column| {
                let content = self.owner(column, row).map(stone).into();
                Cell { content, ..Cell::default() }
            })
        });
        let note = match (self.is_over(), self.won) {
            (false, _) => vec![stone(self.side()).into(), " to move".into()],
            (true, true) => vec![stone(!self.side()).into(), " has won".into()],
            (true, false) => vec!["a draw".into()],
        };
        Some(Diagram {
            width: usize::from(COLUMNS),
            cells: cells.collect(),
            columns: (1..=COLUMNS).map(|column| column.to_string()).collect(),
            rows: Vec::new(),
            ground: Ground::BluePlastic,
            notes: vec![note],
        })
    }

    fn cells_of(&self, column: u8) -> Vec<usize> {
        let row = (0..ROWS).find(|&row| self.owner(column, row).is_none());
        let index = |row| usize::from(ROWS - 1 - row) * usize::from(COLUMNS) + usize::from(column);
        row.map(index).into_iter().collect()
    }
}

crate::serialize::positions!(Connect4);

fn stone(side: Side) -> Piece {
    match side {
        Side::Max => Piece::disc('X', Tint::Red),
        Side::Min => Piece::disc('O', Tint::Yellow),
    }
}

impl Connect4 {
    fn owner(&self, column: u8, row: u8) -> Option<Side> {
        let cell = cell(column, row);
        [Side::Max, Side::Min].into_iter().find(|&side| self.stones(side) & cell != 0)
    }

    fn letter(&self, column: u8, row: u8) -> char {
        self.owner(column, row).map_or('.', |side| stone(side).letter)
    }
}

fn wrong(text: &str) -> InputError {
    InputError::new("connect4 position", text)
}

/// The last position of a transcript and all its moves.
fn from_moves(text: &str) -> Result<(Connect4, Vec<u8>), InputError> {
    let (mut position, mut moves) = (Connect4::default(), Vec::new());
    let mut legal = Vec::new();
    for (index, c) in text.chars().filter(|c| !c.is_whitespace()).enumerate() {
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
        moves.push(m);
    }
    Ok((position, moves))
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
