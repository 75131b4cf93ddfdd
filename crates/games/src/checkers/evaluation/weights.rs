//! Weights, and their file.

use super::terms::{TERMS, Term, WEIGHTS};
use crate::InputError;
use std::fmt::Write;
use std::sync::{Arc, LazyLock};

const INPUT: &str = "checkers weights";

/// The weights of the features, a pair each: for a board full of men and for one without men.
///
/// As text, each term has its name on a line and then its weights, such as `100/110`. What follows
/// a `#` is a comment.
///
/// ```
/// use plywood_games::checkers::{TERMS, Weights};
/// let mut weights = Weights::zero();
/// weights.pairs_mut()[TERMS[0].offset] = [100, 110];
/// assert_eq!(Weights::from_text(&weights.to_text(), "mine.txt"), Ok(weights));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    pairs: Box<[[i16; 2]; WEIGHTS]>,
}

/// The weights that come with Plywood, read once.
pub(super) fn built_in() -> Arc<Weights> {
    static WEIGHTS: LazyLock<Arc<Weights>> = LazyLock::new(|| {
        let weights = Weights::from_text(include_str!("weights.txt"), "built in");
        Arc::new(weights.expect("the file is part of the program and tested"))
    });
    WEIGHTS.clone()
}

impl Weights {
    /// The weights by hand that training starts from.
    ///
    /// ```
    /// use plywood_games::checkers::Weights;
    /// assert_ne!(Weights::start(), Weights::zero());
    /// ```
    pub fn start() -> Weights {
        let weights = Weights::from_text(include_str!("start.txt"), "start");
        weights.expect("the file is part of the program and tested")
    }

    /// No opinion: every position is even.
    pub fn zero() -> Weights {
        Weights { pairs: Box::new([[0; 2]; WEIGHTS]) }
    }

    /// The weights in the order of [`TERMS`].
    #[inline]
    pub fn pairs(&self) -> &[[i16; 2]; WEIGHTS] {
        &self.pairs
    }

    /// The weights, to be changed.
    pub fn pairs_mut(&mut self) -> &mut [[i16; 2]; WEIGHTS] {
        &mut self.pairs
    }

    /// Reads a text, which errors call `name`. Every term must be there once, with all its weights.
    pub fn from_text(text: &str, name: &str) -> Result<Weights, InputError> {
        let mut weights = Weights::zero();
        let mut read = [None; TERMS.len()];
        let mut present: Option<usize> = None;
        for (index, line) in text.lines().enumerate() {
            let wrong = || InputError::new(INPUT, name).at(&format!("line {}", index + 1));
            let words = line.split('#').next().unwrap_or_default().split_whitespace();
            for word in words {
                let found = format!("'{word}'");
                if let Some(pair) = pair(word) {
                    let Some(term) = present else {
                        return Err(wrong().expected("the name of a term").found(&found));
                    };
                    let Term { offset, length, name, .. } = TERMS[term];
                    let count = read[term].get_or_insert(0);
                    if *count == length {
                        let expected = format!("{length} weights of {name}");
                        return Err(wrong().expected(expected).found("one more"));
                    }
                    weights.pairs[offset + *count] = pair;
                    *count += 1;
                } else if let Some(term) = TERMS.iter().position(|term| term.name == word) {
                    if read[term].replace(0).is_some() {
                        let expected = format!("{word} once");
                        return Err(wrong().expected(expected).found("it again"));
                    }
                    present = Some(term);
                } else {
                    let expected =
                        "the name of a term, or a pair from -32768 to 32767 such as 100/110";
                    return Err(wrong().expected(expected).found(&found));
                }
            }
        }
        for (term, read) in TERMS.iter().zip(read) {
            if read != Some(term.length) {
                let expected = format!("{} weights of {}", term.length, term.name);
                let found = read.unwrap_or(0).to_string();
                return Err(InputError::new(INPUT, name).expected(expected).found(&found));
            }
        }
        Ok(weights)
    }

    /// The weights as text, four on a line, with a comment on each term.
    pub fn to_text(&self) -> String {
        let mut text = String::from("# Weights of checkers: full of men/without men.\n");
        for term in TERMS {
            let _ = write!(text, "\n{} # {}", term.name, term.about);
            for (index, [opening, ending]) in
                self.pairs[term.offset..][..term.length].iter().enumerate()
            {
                let gap = if index % 4 == 0 { "\n" } else { " " };
                let _ = write!(text, "{gap}{:>9}", format!("{opening}/{ending}"));
            }
            text.push('\n');
        }
        text
    }
}

/// Reads `100/110`.
fn pair(word: &str) -> Option<[i16; 2]> {
    let (opening, ending) = word.split_once('/')?;
    Some([opening.parse().ok()?, ending.parse().ok()?])
}
