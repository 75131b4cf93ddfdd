//! Errors in what people type.

use std::error::Error;
use std::fmt;

/// Texts in a message are cut after this many characters.
const SHOWN: usize = 60;

/// What is wrong with an input, for a program that acts on it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InputErrorKind {
    /// The input was needed and not given.
    Missing,
    /// The input names none of the choices, such as the legal moves.
    NotOneOf(Vec<String>),
    /// The input does not follow its notation, is out of range, or contradicts itself.
    Invalid,
}

/// Bad input: which input, where in it, what was expected, what was there instead.
///
/// Prints as one line, however long or strange the input is. A program finds the parts by
/// [`kind`](InputError::kind), [`input`](InputError::input), [`text`](InputError::text) and
/// [`place`](InputError::place).
///
/// ```
/// use plywood_games::InputError;
/// let error = InputError::new("opening", "e4 e5 Nf9")
///     .at("move 3")
///     .expected("a square from a1 to h8")
///     .found("'f9'");
/// assert_eq!(
///     error.to_string(),
///     "opening 'e4 e5 Nf9': at move 3: expected a square from a1 to h8, found 'f9'"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError(Box<Parts>);

/// In a box, because results are as large as their errors.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Parts {
    kind: InputErrorKind,
    input: String,
    text: Option<String>,
    place: Option<String>,
    expected: Option<String>,
    found: Option<String>,
}

impl InputError {
    /// `text`, given as `input`, is wrong.
    pub fn new(input: impl Into<String>, text: &str) -> InputError {
        InputError(Box::new(Parts {
            kind: InputErrorKind::Invalid,
            input: input.into(),
            text: Some(shown(text)),
            place: None,
            expected: None,
            found: None,
        }))
    }

    /// `input` was needed and not given.
    ///
    /// ```
    /// use plywood_games::InputError;
    /// let error = InputError::missing("tree position").expected("a file");
    /// assert_eq!(error.to_string(), "tree position: expected a file, found nothing");
    /// ```
    pub fn missing(input: impl Into<String>) -> InputError {
        let mut error = InputError::new(input, "").found("nothing");
        error.0.kind = InputErrorKind::Missing;
        error.0.text = None;
        error
    }

    /// What is wrong.
    ///
    /// ```
    /// use plywood_games::{Connect4, Game, InputErrorKind};
    /// let error = Connect4::parse(Some("111111"))?.parse_move("1").unwrap_err();
    /// let InputErrorKind::NotOneOf(legal) = error.kind() else { panic!("{error}") };
    /// assert_eq!(legal.len(), 6, "the first column is full");
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn kind(&self) -> &InputErrorKind {
        &self.0.kind
    }

    /// What the input is: `chess position`.
    pub fn input(&self) -> &str {
        &self.0.input
    }

    /// The beginning of the input, made [printable](shown); none if there is no input.
    pub fn text(&self) -> Option<&str> {
        self.0.text.as_deref()
    }

    /// The place in the input, if the error is known to be at one: `line 3, column 7`.
    pub fn place(&self) -> Option<&str> {
        self.0.place.as_deref()
    }

    /// The choices of which the input is none.
    #[must_use]
    pub fn not_one_of(mut self, choices: Vec<String>) -> InputError {
        self.0.kind = InputErrorKind::NotOneOf(choices);
        self
    }

    /// The place in the input: `line 3, column 7`.
    #[must_use]
    pub fn at(mut self, place: &str) -> InputError {
        self.0.place = Some(shown(place));
        self
    }

    /// The same error in a larger input: what that is and its text, which must hold this one.
    #[must_use]
    pub fn of(mut self, input: impl Into<String>, text: &str) -> InputError {
        self.0.input = input.into();
        self.0.text = Some(shown(text));
        self
    }

    /// Adds the place of this input in a larger one: `game 2`.
    ///
    /// ```
    /// use plywood_games::{Connect4, read_moves};
    /// let error = read_moves(&Connect4::default(), "4 9").unwrap_err();
    /// let error = error.within("line 5").of("file", "games.txt").to_string();
    /// assert!(error.starts_with("file 'games.txt': at line 5, move 2: expected one of 4 3"), "{error}");
    /// ```
    #[must_use]
    pub fn within(self, place: &str) -> InputError {
        let place = match &self.0.place {
            Some(inner) => format!("{place}, {inner}"),
            None => place.to_string(),
        };
        self.at(&place)
    }

    /// What would have been right.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> InputError {
        self.0.expected = Some(expected.into());
        self
    }

    /// What was there instead.
    #[must_use]
    pub fn found(mut self, found: &str) -> InputError {
        self.0.found = Some(shown(found));
        self
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parts { input, text, place, expected, found, .. } = &*self.0;
        f.write_str(&printable(input))?;
        if let Some(text) = text {
            write!(f, " '{text}'")?;
        }
        if let Some(place) = place {
            write!(f, ": at {place}")?;
        }
        match (expected.as_deref().map(printable), found) {
            (Some(expected), Some(found)) => write!(f, ": expected {expected}, found {found}"),
            (Some(expected), None) => write!(f, ": expected {expected}"),
            (None, Some(found)) => write!(f, ": found {found}"),
            (None, None) => Ok(()),
        }
    }
}

impl Error for InputError {}

/// The beginning of a user's text for a message: short, on one line, and without control
/// characters, so that it can neither flood a terminal nor change its state.
///
/// ```
/// use plywood_games::shown;
/// assert_eq!(shown("two\nlines"), "two\\nlines");
/// assert_eq!(shown(&"x".repeat(1000)).chars().count(), 61);
/// ```
pub fn shown(text: &str) -> String {
    let mut line: String = text.chars().take(SHOWN).flat_map(in_print).collect();
    if text.chars().nth(SHOWN).is_some() {
        line.push('…');
    }
    line
}

/// A text on one line: characters that do not print, such as line breaks, are escaped.
///
/// ```
/// use plywood_games::printable;
/// assert_eq!(printable("a\tb 'ä' \u{1b}[2J"), "a\\tb 'ä' \\u{1b}[2J");
/// ```
pub fn printable(text: &str) -> String {
    text.chars().flat_map(in_print).collect()
}

fn in_print(c: char) -> impl Iterator<Item = char> {
    // `escape_debug` would put a backslash before these, which messages do not need.
    let plain = matches!(c, '\'' | '"' | '\\');
    let escaped = (!plain).then(|| c.escape_debug());
    escaped.into_iter().flatten().chain(plain.then_some(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_input_place_and_expectation() {
        let error = InputError::new("random-tree position", "branching=x")
            .at("'branching'")
            .expected("a whole number from 1 to 65535, or 'random:B'");
        assert_eq!(
            error.to_string(),
            "random-tree position 'branching=x': at 'branching': \
             expected a whole number from 1 to 65535, or 'random:B'"
        );
        assert_eq!(InputError::new("a", "b").found("c").to_string(), "a 'b': found c");
        assert_eq!(InputError::new("a", "").to_string(), "a ''");
    }

    #[test]
    fn strange_and_long_input_stays_one_short_line() {
        let text = "\u{1b}[2J\n\u{202e}ä'\"\\".to_string() + &"x".repeat(1_000_000);
        let error = InputError::new("x", &text).at(&text).found(&text);
        let line = error.to_string();
        // Text that a parser adds to the message itself.
        let careless = InputError::new("x\n", "").expected("y\r\n").to_string();
        assert_eq!(careless, "x\\n '': expected y\\r\\n");
        assert!(line.starts_with("x '\\u{1b}[2J\\n\\u{202e}ä'\"\\x"), "{line}");
        assert!(line.chars().count() < 300 && line.contains('…'), "{line}");
        assert!(!line.chars().any(char::is_control));
    }
}
