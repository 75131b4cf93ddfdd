//! Recursive best-first minimax search (RBFMS): Korf 1992, section 3 (the full version, with value
//! inheritance) and Korf & Chickering 1993, section 3 (the simple version, with early return).
//! Post: new nodes are expanded in the order of [`BestFirst`](super::BestFirst), in space O(bd); see
//! [`Variant::Full`] for the one exception. Deviations: a re-valued child is inserted before its
//! equals, as the papers leave ties open; and inheritance asks whose turn it is, as in the papers'
//! games turns alternate. Where they do not, the full version repeats less than the simple one, and
//! `regenerated` counts at most too many.

mod rbfms;

use super::context::Context;
use super::interface::{Nothing, search};
use crate::options::{OptionError, OptionInfo, Options};
use crate::{Evaluate, Position, Report, Score, Task, Window};
pub(super) use rbfms::{Rbfms, Siblings, Stored};

/// Which of the papers' two algorithms runs.
///
/// Value inheritance together with early return is wrong, for the value returned early is that of
/// some children only: the combination cannot be written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Korf & Chickering 1993: children start from their static values.
    Simple {
        /// Return as soon as one child exceeds the window, without evaluating the others.
        early_return: bool,
    },
    /// Korf 1992: children of a node expanded before inherit its value where it is the tighter one.
    ///
    /// It expands new nodes in the order of the other best-first searches if turns alternate, or if
    /// no two static values in the tree are equal. Where a side moves twice in a row *and* values are
    /// equal, it may choose another of two equal children: it always expands a leaf that gives the root
    /// its value, but perhaps another such leaf, and then it may end with another move and another value.
    /// On random trees with values from -3 to 3 that happens in 0.3 % of the trees.
    Full,
}

crate::option_words! {
    /// The word for a [`Variant`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum VariantName {
        Simple = "simple",
        Full = "full",
    }
}

crate::options! {
    /// A [`Variant`] as two options.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct VariantOptions {
        /// The version of 1993 (simple), or of 1992, in which children inherit their parent's value (full).
        ///
        /// Where a side moves twice in a row and values are equal, it may expand another leaf of equal value
        /// than the other best-first searches.
        variant: VariantName = VariantName::Simple,
        /// With simple: return when one child exceeds the window (1993).
        ///
        /// This keeps the order of expansions only where there are few ties.
        early_return: bool = false,
    }
}

impl VariantOptions {
    fn of(variant: Variant) -> VariantOptions {
        match variant {
            Variant::Simple { early_return } => {
                VariantOptions { variant: VariantName::Simple, early_return }
            }
            Variant::Full => VariantOptions { variant: VariantName::Full, early_return: false },
        }
    }

    fn variant(self) -> Result<Variant, OptionError> {
        let VariantOptions { variant, early_return } = self;
        match variant {
            VariantName::Simple => Ok(Variant::Simple { early_return }),
            VariantName::Full if !early_return => Ok(Variant::Full),
            VariantName::Full => Err(OptionError::Conflict {
                message:
                    "variant=full with early-return=true: expected one or the other, because a \
                          value returned early is that of some children only and must not be \
                          inherited"
                        .to_string(),
            }),
        }
    }
}

impl Options for Variant {
    fn list(&self) -> Vec<OptionInfo> {
        VariantOptions::of(*self).list()
    }

    fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        let mut options = VariantOptions::of(*self);
        options.set(name, text)?;
        *self = options.variant()?;
        Ok(())
    }
}

crate::options! {
    /// Options of [`RecursiveBestFirst`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct RecursiveBestFirstOptions {
        /// The paper's version: the options `variant` and `early-return`.
        pub variant: Variant [nested] = Variant::Simple { early_return: false },
        /// Report all equally good root moves.
        pub all_best: bool = false,
    }
}

search! {
    /// Best-first minimax in linear space: what it forgets it generates again.
    ///
    /// ```
    /// use plywood::{Budget, Search, search::RecursiveBestFirst};
    /// use plywood_games::{Tree, StaticValue};
    ///
    /// let tree = Tree::from_json("[0, [4, 8, 1], [6, 5, [2, 7, 3]]]")?;
    /// let report = RecursiveBestFirst::new(StaticValue).run(&tree, &Budget::new());
    /// assert_eq!(report.best, Some(1));
    /// assert!(report.counts.regenerated > 0);
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    RecursiveBestFirst with RecursiveBestFirstOptions,
    named: "recursive-best-first", "best-first minimax in linear space (RBFMS)",
    family: BestFirst, paper: "Korf 1992; Korf & Chickering 1993", exact: false, memory: LineAndSiblings,
    keeps: Nothing<P>,
    switches: all_best
}

impl RecursiveBestFirstOptions {
    fn run<P: Position, E: Evaluate<P>, const W: bool>(
        &self,
        _: &mut Nothing<P>,
        mut ctx: Context<'_, P, E, W>,
        task: &Task<'_, P>,
    ) -> Report<P::Move> {
        let (root, budget) = (task.position, &task.budget);
        let mut siblings = Siblings::default();
        let memory = budget.memory.unwrap_or(usize::MAX);
        ctx.begin(root, None);
        let mut rbfms = Rbfms::new(&mut ctx, &mut siblings, self.variant, budget, memory);
        // Nothing is stored of the root yet: its value counts as its static one.
        let new = Stored::new(Score::ZERO, 0);
        let stop = match rbfms.search(&mut root.clone(), 0, new, Window::FULL) {
            Err(stop) => stop,
            Ok(_) => unreachable!("every value lies within the full window"),
        };
        let report = rbfms.report(root, stop, self.all_best);
        ctx.ended(root, None, &report);
        ctx.of_whole_root(root, report)
    }
}
