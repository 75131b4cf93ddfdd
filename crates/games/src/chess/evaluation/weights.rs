//! The weights and their file format.
//!
//! A pair is for the middle game and for the ending, in hundredths of a pawn.

use super::layout::{WEIGHTS, groups};
use crate::InputError;
use crate::weights::{self, Layout};
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
///     "weights 'bad.txt': at line 1: expected pair 1 of 5 of material, from -32768 to 32767 \
///      such as 12/-3, found '100/x'"
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
    /// The hand-made weights that training starts from.
    ///
    /// ```
    /// use plywood_games::chess::Weights;
    /// assert_ne!(Weights::start(), Weights::zero());
    /// ```
    pub fn start() -> Weights {
        let text = include_str!("start.txt");
        Weights::from_text(text, "start").expect("a test reads the file of the start")
    }

    /// All weights zero: every position has the value 0.
    pub fn zero() -> Weights {
        Weights { pairs: Box::new([[0; 2]; WEIGHTS]) }
    }

    /// The weights by index, each for the middle game and for the endgame.
    #[inline]
    pub fn pairs(&self) -> &[[i16; 2]; WEIGHTS] {
        &self.pairs
    }

    /// The weights by index, mutable.
    pub fn pairs_mut(&mut self) -> &mut [[i16; 2]; WEIGHTS] {
        &mut self.pairs
    }

    /// The text of a file with these weights.
    pub fn to_text(&self) -> String {
        weights::write(&layout(), &self.pairs[..])
    }

    /// Reads the text of a file; `name` is for errors.
    pub fn from_text(text: &str, name: &str) -> Result<Weights, InputError> {
        let mut read = Weights::zero();
        weights::read(&layout(), text, name, &mut read.pairs[..])?;
        Ok(read)
    }
}

fn layout() -> Layout {
    let group = |super::Group { name, offset, length }| weights::Group {
        name,
        heading: format!("[{name}]"),
        places: offset..offset + length,
    };
    Layout {
        input: "weights",
        title: "Chess: middle game/ending, in hundredths of a pawn.",
        groups: groups().map(group).collect(),
        per_line: 8,
        indent: " ",
    }
}
