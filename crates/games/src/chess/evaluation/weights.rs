//! The weights and their file, which people can read.
//!
//! A group is its name in square brackets, and behind it two numbers with `/` between for each
//! weight, for the middle game and for the ending, in hundredths of a pawn. What follows `#` on a
//! line is not read.

use super::layout::{WEIGHTS, groups};
use crate::InputError;
use std::fmt;
use std::sync::{Arc, LazyLock};

/// The weights of the tuned evaluation.
///
/// ```
/// use plywood_games::chess::Weights;
/// let weights = Weights::default();
/// assert_eq!(Weights::from_text(&weights.to_text(), "copy.txt")?, weights);
/// let error = Weights::from_text("[material] 100/x", "bad.txt").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "weights 'bad.txt': at line 1: expected two numbers such as 12/-3, found '100/x'"
/// );
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    pairs: Box<[[i16; 2]; WEIGHTS]>,
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Weights({:?}, …)", self.pairs[0])
    }
}

impl Default for Weights {
    /// The weights that come with Plywood.
    fn default() -> Self {
        Weights::clone(&built_in())
    }
}

/// The weights that come with Plywood.
pub(super) fn built_in() -> Arc<Weights> {
    static WEIGHTS: LazyLock<Arc<Weights>> = LazyLock::new(|| {
        let text = include_str!("weights.txt");
        Arc::new(Weights::from_text(text, "built in").expect("a test reads the built-in file"))
    });
    WEIGHTS.clone()
}

impl Weights {
    /// The weights by hand that training starts from.
    ///
    /// ```
    /// use plywood_games::chess::Weights;
    /// assert_ne!(Weights::start(), Weights::zero());
    /// ```
    pub fn start() -> Weights {
        let text = include_str!("start.txt");
        Weights::from_text(text, "start").expect("a test reads the file of the start")
    }

    /// No opinion: every position is even.
    pub fn zero() -> Weights {
        Weights { pairs: Box::new([[0; 2]; WEIGHTS]) }
    }

    /// The weights by their places: for the middle game and for the ending.
    #[inline]
    pub fn pairs(&self) -> &[[i16; 2]; WEIGHTS] {
        &self.pairs
    }

    /// The weights by their places, to be changed.
    pub fn pairs_mut(&mut self) -> &mut [[i16; 2]; WEIGHTS] {
        &mut self.pairs
    }

    /// The text of a file with these weights.
    pub fn to_text(&self) -> String {
        let mut text = String::from("# Chess: middle game/ending, in hundredths of a pawn.\n");
        for group in groups() {
            text.push_str(&format!("\n[{}]\n", group.name));
            for row in self.pairs[group.offset..][..group.length].chunks(8) {
                for [middle_game, ending] in row {
                    text.push_str(&format!("{:>10}", format!("{middle_game}/{ending}")));
                }
                text.push('\n');
            }
        }
        text
    }

    /// Reads the text of a file; `name` is for the messages.
    pub fn from_text(text: &str, name: &str) -> Result<Weights, InputError> {
        let wrong = |line: usize| InputError::new("weights", name).at(&format!("line {line}"));
        let mut weights = Weights::zero();
        let mut order = groups();
        // The name of the present group, and the places of its weights that are still to come.
        let mut present: Option<(&str, std::ops::Range<usize>)> = None;
        let full = |present: &Option<(&str, std::ops::Range<usize>)>, line| match present {
            Some((name, left)) if !left.is_empty() => {
                let expected = format!("{} more pairs of [{name}]", left.len());
                Err(wrong(line).expected(expected))
            }
            _ => Ok(()),
        };
        let mut last = 1;
        for (line, content) in (1..).zip(text.lines()) {
            last = line;
            let mut rest = content.split('#').next().unwrap_or_default().trim();
            if let Some((title, after)) = rest.strip_prefix('[').and_then(|r| r.split_once(']')) {
                full(&present, line)?;
                let Some(group) = order.next().filter(|group| group.name == title.trim()) else {
                    let names: Vec<_> = groups().map(|group| group.name).collect();
                    let order = format!("all groups in the order {}", names.join(", "));
                    return Err(wrong(line).expected(order).found(&format!("[{title}]")));
                };
                present = Some((group.name, group.offset..group.offset + group.length));
                rest = after;
            }
            for word in rest.split_whitespace() {
                let Some(pair) = pair(word) else {
                    let error = wrong(line).expected("two numbers such as 12/-3");
                    return Err(error.found(&format!("'{word}'")));
                };
                let Some(place) = present.as_mut().and_then(|(_, left)| left.next()) else {
                    let error = wrong(line).expected("the next group");
                    return Err(error.found(&format!("'{word}'")));
                };
                weights.pairs[place] = pair;
            }
        }
        full(&present, last)?;
        match order.next() {
            None => Ok(weights),
            Some(group) => {
                let error = wrong(last).expected(format!("the group [{}]", group.name));
                Err(error.found("its end"))
            }
        }
    }
}

fn pair(word: &str) -> Option<[i16; 2]> {
    let (middle_game, ending) = word.split_once('/')?;
    Some([middle_game.parse().ok()?, ending.parse().ok()?])
}
