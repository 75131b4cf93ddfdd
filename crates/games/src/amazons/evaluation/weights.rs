//! The weights and their file format.

use super::terms::{TERMS, Term, WEIGHTS};
use crate::InputError;
use crate::weights::{self, Group, Layout};
use std::sync::{Arc, LazyLock};

/// The weights of the features, each a pair: for a board that is contested everywhere and for one that is
/// divided.
///
/// As text, each term has its name on a line and then its weights, such as `100/110`. `#` begins a
/// comment.
///
/// ```
/// use plywood_games::amazons::{TERMS, Weights};
/// let mut weights = Weights::zero();
/// weights.pairs_mut()[TERMS[0].offset] = [80, 120];
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
    /// The hand-made weights that training starts from.
    ///
    /// ```
    /// use plywood_games::amazons::Weights;
    /// assert_ne!(Weights::start(), Weights::zero());
    /// ```
    pub fn start() -> Weights {
        let weights = Weights::from_text(include_str!("start.txt"), "start");
        weights.expect("the file is part of the program and tested")
    }

    /// All weights zero: every position has the value 0.
    pub fn zero() -> Weights {
        Weights { pairs: Box::new([[0; 2]; WEIGHTS]) }
    }

    /// The weights in the order of [`TERMS`].
    #[inline]
    pub fn pairs(&self) -> &[[i16; 2]; WEIGHTS] {
        &self.pairs
    }

    /// The weights, mutable.
    pub fn pairs_mut(&mut self) -> &mut [[i16; 2]; WEIGHTS] {
        &mut self.pairs
    }

    /// Reads a text; `name` is for errors. Every term must be there once, with all its weights.
    pub fn from_text(text: &str, name: &str) -> Result<Weights, InputError> {
        let mut read = Weights::zero();
        weights::read(&layout(), text, name, &mut read.pairs[..])?;
        Ok(read)
    }

    /// The weights as text, four per line, with a comment for each term.
    pub fn to_text(&self) -> String {
        weights::write(&layout(), &self.pairs[..])
    }
}

fn layout() -> Layout {
    let group = |&Term { name, about, offset, length }: &Term| Group {
        name,
        heading: format!("{name} # {about}"),
        places: offset..offset + length,
    };
    Layout {
        input: "amazons weights",
        title: "Weights of Amazons: contested everywhere/divided.",
        groups: TERMS.iter().map(group).collect(),
        per_line: 4,
        indent: "",
    }
}
