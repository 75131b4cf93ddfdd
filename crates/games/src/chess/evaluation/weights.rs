//! The weights and their file format.
//!
//! A pair is for the middle game and for the ending, in hundredths of a pawn.

use super::layout::{WEIGHTS, groups};
use crate::weights::{self, Layout, weights};
use std::fmt;

weights! {
    /// The weights of the tuned evaluation, each for the middle game and for the ending.
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
    pub struct Weights { game: "chess", pairs: WEIGHTS, layout: layout }
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
