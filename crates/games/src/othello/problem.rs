//! Problems in collections, one per line.

use super::Othello;
use crate::{Game, InputError};

/// A position to be solved, with an optional name and score.
///
/// A line has fields separated by blanks, tabs, commas or semicolons: any fields before the board,
/// of which the first is the name; a board of 64 squares; the side to move; the score in discs for
/// that side, if it is known. Further fields are ignored.
///
/// ```
/// use plywood::{Position, Side};
/// use plywood_games::othello::Problem;
///
/// let board = "OOOOOOOOOOOOOOXOOOOOOXXOOXOOXOXOOXXOXXXOOXXXXXXOOXXXXXXO-X--XXOO";
/// let problem = Problem::parse(&format!("easy\t3\t{board}\tX\t-32\tpass"))?;
/// assert_eq!((problem.name.as_deref(), problem.score), (Some("easy"), Some(-32)));
/// assert_eq!(problem.position.side(), Side::Max);
///
/// let problem = Problem::parse(&format!("{board} W"))?;
/// assert_eq!((problem.name, problem.score), (None, None));
/// assert_eq!(problem.position.side(), Side::Min);
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The first field before the board.
    pub name: Option<String>,
    /// The position.
    pub position: Othello,
    /// The score for the side to move, in discs.
    pub score: Option<i32>,
}

impl Problem {
    /// Reads a line.
    pub fn parse(line: &str) -> Result<Problem, InputError> {
        let wrong = || InputError::new("othello problem", line);
        let separates = |c: char| c.is_whitespace() || c == ',' || c == ';';
        let fields: Vec<&str> = line.split(separates).filter(|field| !field.is_empty()).collect();
        // No other field is this long, so that a board with a missing square is recognised too.
        let length = |at: &usize| (fields[*at].chars().count(), std::cmp::Reverse(*at));
        let Some(at) = (0..fields.len()).max_by_key(length) else {
            return Err(wrong().expected("a board and the side to move").found("nothing"));
        };
        let board = fields[at];
        if board.chars().count() != 64 {
            let found = format!("{} characters in '{board}'", board.chars().count());
            return Err(wrong().expected("a board of 64 squares").found(&found));
        }
        let side = match fields.get(at + 1).map(|side| side.to_ascii_lowercase()).as_deref() {
            Some("x" | "*" | "b" | "black") => 'X',
            Some("o" | "0" | "w" | "white") => 'O',
            other => {
                let error = wrong().at("the field after the board");
                let error = error.expected("the side to move, X or O");
                return Err(match other {
                    Some(side) => error.found(&format!("'{side}'")),
                    None => error.found("nothing"),
                });
            }
        };
        let position = Othello::parse(Some(&format!("{board} {side}")))?;
        let score = match fields.get(at + 2).map(|&text| (text, text.parse())) {
            Some((_, Ok(score @ -64..=64))) if score % 2 == 0 => Some(score),
            Some((text, Ok(_))) => {
                let error = wrong().at("the score").expected("an even number from -64 to 64");
                return Err(error.found(&format!("'{text}'")));
            }
            _ => None,
        };
        let name = if at > 0 { Some(fields[0].to_string()) } else { None };
        Ok(Problem { name, position, score })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fuzz;

    const BOARD: &str = "OOOOOOOOOOOOOOXOOOOOOXXOOXOOXOXOOXXOXXXOOXXXXXXOOXXXXXXO-X--XXOO";

    #[test]
    fn fields_in_many_shapes() {
        let position = Othello::parse(Some(&format!("{BOARD} X"))).unwrap();
        for (line, name, score) in [
            (format!("{BOARD} X"), None, None),
            (format!("  {BOARD}\t*\t+4"), None, Some(4)),
            (format!("7,3,{BOARD},b,-64,pass"), Some("7"), Some(-64)),
            (format!("{BOARD} X; a8:+3; d8:-1"), None, None),
            (format!("seven {BOARD} black 0"), Some("seven"), Some(0)),
        ] {
            let problem = Problem::parse(&line).unwrap();
            assert_eq!((problem.name.as_deref(), problem.score), (name, score), "{line}");
            assert_eq!(problem.position, position, "{line}");
        }
    }

    #[test]
    fn bad_lines_are_refused_in_words() {
        let error = |line: &str| Problem::parse(line).unwrap_err().to_string();
        assert!(error(" ,; ").contains("expected a board and the side to move, found nothing"));
        let words = error(&format!("1 {} X", &BOARD[1..]));
        assert!(words.contains("expected a board of 64 squares, found 63 characters"), "{words}");
        assert!(error(BOARD).contains("at the field after the board: expected the side to move"));
        assert!(error(&format!("{BOARD} green")).contains("found 'green'"));
        let words = error(&format!("{BOARD} X 65"));
        assert!(words.contains("at the score: expected an even number from -64 to 64"), "{words}");
        let words = error(&format!("{} X", BOARD.replacen('X', "Q", 1)));
        assert!(words.contains("character 15, square g2: expected 'X', 'O' or '-', found 'Q'"));
    }

    #[test]
    fn mutated_lines_are_read_or_refused() {
        let line = format!("easy\t3\t{BOARD}\tX\t-32\tpass");
        let accepted = fuzz(&[&line], "XO-*bw \t,;0123456789", Problem::parse, |problem, _| {
            assert_eq!(Othello::parse(Some(&problem.position.text())), Ok(problem.position));
        });
        assert!(accepted > 1000, "{accepted}");
    }
}
