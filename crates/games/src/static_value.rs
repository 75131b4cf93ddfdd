//! The evaluation of games whose positions carry a static value.

/// The static value that a [`Tree`](crate::Tree) or a [`RandomTree`](crate::RandomTree) carries at every node.
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
