//! The outside of a search, which is the same for nearly all of them: constructors, the choice between
//! the watched and the unwatched kernel, several lines of play.

use crate::{Observer, Position, Task};
use std::marker::PhantomData;

/// What a search keeps from search to search.
pub(super) trait Keep<M>: Default {
    /// The move `m` was played.
    fn advance(&mut self, m: M) {
        let _ = m;
    }

    /// Drops everything.
    fn forget(&mut self) {
        *self = Self::default();
    }

    /// The number of nodes at each depth of the tree that is kept; none without a tree.
    fn nodes_by_depth(&self) -> Vec<u64> {
        Vec::new()
    }
}

/// A search keeps nothing.
pub(super) struct Nothing<P>(PhantomData<fn(&P)>);

impl<P> Default for Nothing<P> {
    fn default() -> Self {
        Nothing(PhantomData)
    }
}

impl<P, M> Keep<M> for Nothing<P> {}

/// Whether a search needs the kernel that counts and tells every step: an observer listens, artificial
/// time is charged, or the width is limited.
pub(super) fn is_watched<P: Position>(task: &Task<'_, P>, observer: &dyn Observer<P>) -> bool {
    let budget = &task.budget;
    observer.watches() || budget.artificial_time.is_some() || budget.widest.is_some()
}

/// Defines a search by its options, by what people are told of it, by what it keeps, and by the options that it shares
/// with others. The options have a function `run`, the kernel.
macro_rules! search {
    (
        $(#[$doc:meta])* $name:ident with $options:ident,
        named: $word:expr, $summary:expr,
        family: $family:ident, paper: $paper:expr, exact: $exact:expr, memory: $memory:ident,
        keeps: $kept:ty,
        switches: $($switch:ident)*
    ) => {
        $(#[$doc])*
        pub struct $name<P: $crate::Position, E> {
            /// The options.
            pub options: $options,
            evaluate: E,
            pub(super) kept: $kept,
        }

        impl<P: $crate::Position, E: $crate::Evaluate<P>> $name<P, E> {
            /// With this evaluation and the default options.
            pub fn new(evaluate: E) -> Self {
                Self::with($options::default(), evaluate)
            }

            /// With these options.
            pub fn with(options: $options, evaluate: E) -> Self {
                $name { options, evaluate, kept: Default::default() }
            }

            fn one_line<const W: bool>(
                &mut self,
                task: &$crate::Task<'_, P>,
                observer: &mut dyn $crate::Observer<P>,
            ) -> $crate::Report<P::Move> {
                let evaluate = &mut self.evaluate;
                let mut ctx =
                    $crate::search::context::Context::<P, E, W>::new(evaluate, task, observer);
                match ctx.without_search(task) {
                    Some(report) => report,
                    None => self.options.run(&mut self.kept, ctx, task),
                }
            }
        }

        impl $crate::search::algorithm::Algorithm for $options {
            const NAMES: &'static [$crate::search::algorithm::Named<$options>] =
                &[$crate::search::algorithm::Named {
                    info: $crate::search::algorithm::AlgorithmInfo {
                        name: $word,
                        summary: $summary,
                        family: $crate::search::algorithm::Family::$family,
                        paper: $paper,
                        exact: $exact,
                        memory: $crate::search::algorithm::Storage::$memory,
                    },
                    options: $options::default,
                }];

            $crate::search::algorithm::switches! { $($switch)* }

            fn search<P, E>(self, evaluate: E) -> Box<dyn $crate::Search<P> + Send>
            where
                P: $crate::Tactics<Move: Send + Sync> + Send + Sync + 'static,
                E: $crate::Evaluate<P> + Clone + Send + Sync + 'static,
            {
                Box::new($name::with(self, evaluate))
            }
        }

        impl<P: $crate::Position, E: $crate::Evaluate<P>> $crate::Search<P> for $name<P, E> {
            fn search(
                &mut self,
                task: &$crate::Task<'_, P>,
                observer: &mut dyn $crate::Observer<P>,
            ) -> $crate::Report<P::Move> {
                let switches = $crate::search::Algorithm::switches(&self.options);
                let deepens = switches.deepens();
                $crate::search::lines::best_lines(task, observer, deepens, &mut |task, observer| {
                    match $crate::search::interface::is_watched(task, observer) {
                        true => self.one_line::<true>(task, observer),
                        false => self.one_line::<false>(task, observer),
                    }
                })
            }

            fn advance(&mut self, m: P::Move) {
                $crate::search::interface::Keep::advance(&mut self.kept, m);
            }

            fn forget(&mut self) {
                $crate::search::interface::Keep::<P::Move>::forget(&mut self.kept);
            }

            fn nodes_by_depth(&self) -> Vec<u64> {
                $crate::search::interface::Keep::<P::Move>::nodes_by_depth(&self.kept)
            }
        }
    };
}
pub(super) use search;
