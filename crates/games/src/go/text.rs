//! Boards as people write them: diagrams, and lists of stones.

use super::{Board, Color, FEWEST, MOST, Point, Points};
use crate::InputError;
use std::fmt::Write;

const INPUT: &str = "go position";

impl Board {
    /// The board in a text: a [diagram](Board::from_diagram), a [list of stones](Board::from_stones), or the
    /// position of the first game of an SGF [collection](super::sgf::read).
    ///
    /// ```
    /// use plywood_games::go::Board;
    /// let diagram = Board::parse("X . / . O")?;
    /// assert_eq!(Board::parse("2 B A2 W B1")?, diagram);
    /// assert_eq!(Board::parse("(;SZ[2]AB[aa]AW[bb])")?, diagram);
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Board, InputError> {
        let trimmed = text.trim();
        if trimmed.starts_with('(') {
            Ok(super::sgf::read(text)?.swap_remove(0).board)
        } else if trimmed.contains(['\n', '/']) {
            Board::from_diagram(text)
        } else if trimmed.starts_with(|c: char| c.is_ascii_digit()) {
            Board::from_stones(text)
        } else {
            let expected = "a diagram such as 'X . / . O', stones such as '9 B C3 D4 W C4', or SGF";
            Err(InputError::new(INPUT, text).expected(expected))
        }
    }

    /// The board in a diagram: rows from the top, each on a line of its own or with `/` between. `X`, `#` and
    /// `@` are black stones, `O` and `0` white ones, `.`, `+` and `,` empty points. Spaces between points,
    /// and letters and numbers around the board, may be there or not.
    ///
    /// ```
    /// use plywood_games::go::{Board, Color};
    /// let board = Board::from_diagram("
    ///        A B C
    ///      3 . X . 3
    ///      2 . O . 2
    ///      1 . . . 1
    ///        A B C")?;
    /// assert_eq!(board.color(board.point("B3")?), Some(Color::Black));
    /// assert_eq!(Board::from_diagram(&board.diagram())?, board);
    /// let error = Board::from_diagram("X.\nXQ").unwrap_err().to_string();
    /// assert!(error.ends_with("line 2, column 2: expected 'X', 'O' or '.', found 'Q'"), "{error}");
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn from_diagram(text: &str) -> Result<Board, InputError> {
        let error = InputError::new("go diagram", text);
        let mut rows: Vec<(usize, Vec<Option<Color>>)> = Vec::new();
        for (number, line) in (1..).zip(text.split(['\n', '/'])) {
            if line.trim().is_empty() || is_letters(line) {
                continue;
            }
            let line_of = format!("line {number}");
            let mut row = Vec::new();
            let digits = |c: char| c.is_ascii_digit() && c != '0';
            // Row numbers: before the first point and after the last one.
            let first = line.find(|c: char| !c.is_ascii_digit() && !c.is_whitespace());
            let first = if line.trim_start().starts_with(digits) { first.unwrap_or(0) } else { 0 };
            let last = line.trim_end().trim_end_matches(|c: char| c.is_ascii_digit()).len();
            let numbered = line[last..].trim_end().starts_with(digits);
            let end = if numbered { last.max(first) } else { line.len() };
            for (at, c) in line[..end].char_indices().skip_while(|&(at, _)| at < first) {
                let cell = match c {
                    'X' | 'x' | '#' | '@' => Some(Color::Black),
                    'O' | 'o' | '0' => Some(Color::White),
                    '.' | '+' | ',' => None,
                    c if c.is_whitespace() => continue,
                    c => {
                        let place = format!("{line_of}, column {}", line[..at].chars().count() + 1);
                        let wrong = error.at(&place).expected("'X', 'O' or '.'");
                        return Err(wrong.found(&format!("'{c}'")));
                    }
                };
                row.push(cell);
            }
            rows.push((number, row));
        }
        let size = rows.len();
        if !(usize::from(FEWEST)..=usize::from(MOST)).contains(&size) {
            let expected = format!("{FEWEST} to {MOST} rows");
            return Err(error.expected(expected).found(&size.to_string()));
        }
        if let Some((number, row)) = rows.iter().find(|(_, row)| row.len() != size) {
            let error = error.at(&format!("line {number}"));
            let expected = format!("{size} points, as many as there are rows");
            return Err(error.expected(expected).found(&row.len().to_string()));
        }
        let mut board = Board::new(size as u8)?;
        for (row, (_, cells)) in rows.iter().enumerate() {
            for (column, &cell) in cells.iter().enumerate() {
                board.set_up(Point::on_board(column as u8, row as u8), cell);
            }
        }
        checked(board, error)
    }

    /// The board in a list of stones: its size, then `B` or `black` and `W` or `white`, each followed by the
    /// points of the stones, each once. Commas may stand between.
    ///
    /// ```
    /// use plywood_games::go::Board;
    /// let board = Board::from_stones("9 B C3 D4, W C4 J9")?;
    /// assert_eq!(board.text(), "9 B D4 C3 W J9 C4");
    /// let error = Board::from_stones("9 B I5").unwrap_err().to_string();
    /// assert!(error.ends_with("expected a point from A1 to J9, without column I"), "{error}");
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn from_stones(text: &str) -> Result<Board, InputError> {
        let error = InputError::new("go stones", text);
        let mut words =
            text.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty());
        let size = words.next().and_then(|word| word.parse().ok());
        let Some(size @ FEWEST..=MOST) = size else {
            let expected = format!("the size of the board, from {FEWEST} to {MOST}");
            return Err(error.at("the first word").expected(expected));
        };
        let mut board = Board::new(size)?;
        let (mut color, mut known) = (None, Points::EMPTY);
        for word in words {
            match word.to_ascii_lowercase().as_str() {
                "b" | "black" => color = Some(Color::Black),
                "w" | "white" => color = Some(Color::White),
                _ => {
                    let point = Point::parse(word, size)?;
                    let place = format!("'{word}'");
                    if color.is_none() {
                        return Err(error.at(&place).expected("B or W before the points"));
                    }
                    if known.contains(point) {
                        return Err(error.at(&place).expected("each point once").found("it twice"));
                    }
                    known.insert(point);
                    board.set_up(point, color);
                }
            }
        }
        checked(board, error)
    }

    /// The board as a [list of stones](Board::from_stones). The point that ko forbids is left out.
    pub fn text(&self) -> String {
        let mut text = self.size().to_string();
        for color in [Color::Black, Color::White] {
            let mut stones = self.stones(color).iter().peekable();
            if stones.peek().is_some() {
                let _ = write!(text, " {}", color.letter());
            }
            stones.for_each(|stone| {
                let _ = write!(text, " {}", stone.name(self.size()));
            });
        }
        text
    }

    /// The board as a diagram with the names of columns and rows, which
    /// [`from_diagram`](Board::from_diagram) reads back.
    pub fn diagram(&self) -> String {
        self.marked_diagram(&Points::EMPTY, None)
    }

    /// The same with parentheses around some stones, and a plus sign where a move would be.
    ///
    /// ```
    /// use plywood_games::go::{Board, Points};
    /// let board = Board::parse("O X . / . . . / . . .")?;
    /// let stone = Points::only(board.point("A3")?);
    /// let diagram = board.marked_diagram(&stone, Some(board.point("A2")?));
    /// assert_eq!(diagram.lines().nth(1), Some(" 3(O)X . 3"));
    /// assert_eq!(diagram.lines().nth(2), Some(" 2 + . . 2"));
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn marked_diagram(&self, marked: &Points, played: Option<Point>) -> String {
        let size = self.size();
        let letters = || {
            (0..size).fold("  ".to_string(), |line, column| {
                let name = Point::on_board(column, 0).name(size);
                line + " " + &name[..1]
            })
        };
        let mut text = letters() + "\n";
        for row in 0..size {
            let _ = write!(text, "{:>2}", size - row);
            let mut is_marked = false;
            for column in 0..size {
                let point = Point::on_board(column, row);
                text.push(match (is_marked, marked.contains(point)) {
                    (false, true) => '(',
                    (true, false) => ')',
                    _ => ' ',
                });
                is_marked = marked.contains(point);
                text.push(match self.color(point) {
                    Some(Color::Black) => 'X',
                    Some(Color::White) => 'O',
                    None if played == Some(point) => '+',
                    None => '.',
                });
            }
            let _ = writeln!(text, "{}{}", if is_marked { ')' } else { ' ' }, size - row);
        }
        text + &letters() + "\n"
    }
}

/// Whether a line has the letters of the columns and nothing else.
fn is_letters(line: &str) -> bool {
    let letters: Vec<&str> = line.split_whitespace().collect();
    letters.len() >= usize::from(FEWEST)
        && letters.iter().enumerate().all(|(column, letter)| {
            let point = Point::new(column as u8, 0).filter(|_| column < usize::from(MOST));
            point.is_some_and(|point| point.name(1)[..1].eq_ignore_ascii_case(letter))
        })
}

/// A board that was set up, if every string has a liberty.
pub(super) fn checked(mut board: Board, error: InputError) -> Result<Board, InputError> {
    match board.check() {
        Ok(()) => Ok(board),
        Err(stone) => {
            let place = stone.name(board.size());
            Err(error.at(&place).expected("a string with a liberty").found("none"))
        }
    }
}
