//! The evaluation of games whose positions carry a static value.

use crate::{RandomTree, Tree};
use plywood::{Evaluate, Score};

/// The static value that a [`Tree`] or a [`RandomTree`] carries at every node.
///
/// ```
/// use plywood::{Evaluate, Score};
/// use plywood_games::{StaticValue, Tree};
/// let tree = Tree::from_json("[5, 1, 2]")?;
/// assert_eq!(StaticValue.evaluate(&tree), Score::new(5));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StaticValue;

impl Evaluate<Tree> for StaticValue {
    #[inline]
    fn evaluate(&mut self, position: &Tree) -> Score {
        Score::new(position.value())
    }
}

impl Evaluate<RandomTree> for StaticValue {
    #[inline]
    fn evaluate(&mut self, position: &RandomTree) -> Score {
        Score::new(position.value())
    }
}
