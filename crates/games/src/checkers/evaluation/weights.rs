//! The weights and their file format.

use super::terms::{TERMS, WEIGHTS};
use crate::weights::{Layout, weights};

weights! {
    /// The weights of the features in the order of [`TERMS`], each a pair: for a board with all men and for one without men.
    ///
    /// As text, each term has its name on a line and then its weights, such as `100/110`. `#` begins a
    /// comment.
    ///
    /// ```
    /// use plywood_games::checkers::{TERMS, Weights};
    /// let mut weights = Weights::zero();
    /// weights.pairs_mut()[TERMS[0].offset] = [100, 110];
    /// assert_eq!(Weights::from_text(&weights.to_text(), "mine.txt"), Ok(weights));
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Weights { game: "checkers", pairs: WEIGHTS, layout: layout }
}

fn layout() -> Layout {
    Layout::of_terms("checkers weights", "Weights of checkers: full of men/without men.", TERMS)
}
