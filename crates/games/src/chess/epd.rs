//! EPD: a position and operations, `… w KQkq - bm Nf3; id "one";`, the format of collections of
//! problems.

use super::{Chess, fen};
use crate::InputError;
use crate::movetext::Movetext;
use cozy_chess::Move;

const INPUT: &str = "EPD line";

/// A position with its solution.
///
/// ```
/// use plywood_games::{Chess, Game, chess::Problem};
///
/// let line = "6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8#; id \"back rank\"; D1 16;";
/// let problem = Problem::parse(line)?;
/// assert_eq!(problem.id.as_deref(), Some("back rank"));
/// assert_eq!(problem.position.move_text(problem.best[0]), "Rd8#");
/// assert_eq!(problem.position.perft(1), problem.perft[0].1);
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position, with the counters of `hmvc` and `fmvn`.
    pub position: Chess,
    /// The best moves: `bm`.
    pub best: Vec<Move>,
    /// The moves to avoid: `am`.
    pub avoid: Vec<Move>,
    /// The name: `id`.
    pub id: Option<String>,
    /// The perft counts `D1`, `D2` and so on: the depth in plies and the number of lines of play.
    pub perft: Vec<(u32, u64)>,
    /// All operations in their order, including those above, each with its operands.
    pub operations: Vec<(String, Vec<String>)>,
}

impl Problem {
    /// Reads a line: four or six fields of a FEN, and operations, each followed by `;`.
    pub fn parse(line: &str) -> Result<Problem, InputError> {
        let (board, rest) = fen::read(INPUT, line)?;
        let mut problem = Problem {
            position: Chess::new(board),
            best: Vec::new(),
            avoid: Vec::new(),
            id: None,
            perft: Vec::new(),
            operations: operations(line, rest)?,
        };
        let operations = std::mem::take(&mut problem.operations);
        for (name, operands) in &operations {
            problem.take(name, operands).map_err(|(expected, found)| {
                let error = InputError::new(INPUT, line).at(&format!("the operation {name}"));
                error.expected(expected).found(&found)
            })?;
        }
        Ok(Problem { operations, ..problem })
    }

    /// Adds an operation. The error is what was expected and what was found.
    fn take(&mut self, name: &str, operands: &[String]) -> Result<(), (String, String)> {
        let first = operands.first().map_or("", String::as_str);
        let number = |least: u16, most: u16| match first.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err((format!("a number from {least} to {most}"), format!("'{first}'"))),
        };
        match name {
            "bm" | "am" => {
                for word in operands {
                    let m = self.position.written(word);
                    let m = m.map_err(|expected| (expected, format!("'{word}'")))?;
                    if name == "bm" { self.best.push(m) } else { self.avoid.push(m) }
                }
            }
            "id" => self.id = operands.first().cloned(),
            "hmvc" => {
                let mut board = self.position.cozy().clone();
                board.set_halfmove_clock(number(0, 100)? as u8);
                self.position = Chess::new(board);
            }
            "fmvn" => {
                let mut board = self.position.cozy().clone();
                board.set_fullmove_number(number(1, fen::LAST_MOVE)?);
                self.position = Chess::new(board);
            }
            _ => {
                if let Some(depth) = name.strip_prefix('D').and_then(|depth| depth.parse().ok()) {
                    let lines = first.parse();
                    let wrong = |_| ("a number of lines".to_string(), format!("'{first}'"));
                    self.perft.push((depth, lines.map_err(wrong)?));
                }
            }
        }
        Ok(())
    }
}

/// Reads the lines of a file. Empty lines and those that begin with `#` are skipped.
pub fn read(text: &str) -> Result<Vec<Problem>, InputError> {
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let within = |number, error: InputError| error.within(&format!("line {number}"));
    lines.map(|(n, line)| Problem::parse(line).map_err(|error| within(n, error))).collect()
}

/// Operations with their operands. Extra `;` are ignored, and the last one may be missing.
fn operations(line: &str, text: &str) -> Result<Vec<(String, Vec<String>)>, InputError> {
    let mut operations: Vec<(String, Vec<String>)> = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    loop {
        if rest.is_empty() || rest.starts_with(';') {
            if !words.is_empty() {
                let operands = words.split_off(1);
                operations.extend(words.pop().map(|name| (name, operands)));
            }
            match rest.strip_prefix(';') {
                Some(after) => rest = after.trim_start(),
                None => return Ok(operations),
            }
            continue;
        }
        let word = if let Some(quoted) = rest.strip_prefix('"') {
            let Some((word, after)) = quoted.split_once('"') else {
                let error =
                    InputError::new(INPUT, line).at(&format!("operation {}", operations.len() + 1));
                return Err(error.expected("'\"' at the end of a text").found("its end"));
            };
            rest = after;
            word
        } else {
            let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            rest = after;
            word
        };
        words.push(word.to_string());
        rest = rest.trim_start();
    }
}
