//! The names of the algorithms, and all algorithms in one list.

use super::{Deepening, Switch};
use crate::options::Options;
use crate::{Evaluate, Search, Tactics};
use std::fmt;

/// What people are told of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlgorithmInfo {
    /// Its name, such as `best-first`.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// The group it is listed in.
    pub family: Family,
    /// Where it was published.
    pub paper: &'static str,
    /// Whether its value is the minimax value of the tree cut at the horizon.
    pub exact: bool,
    /// What it keeps in memory.
    pub memory: Storage,
}

/// A group of algorithms in lists for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Players put together from several searches.
    Player,
    /// Depth-first searches that need no more than a line or a tree.
    DepthFirst,
    /// Depth-first searches with a transposition table.
    Table,
    /// Best-first searches with a tree or in linear space.
    BestFirst,
    /// Stockman's searches with a list of open states.
    StateSpace,
    /// Algorithms from outside Plywood.
    Other,
}

impl Family {
    /// All groups, in the order of lists.
    pub const ALL: [Family; 6] = [
        Family::Player,
        Family::DepthFirst,
        Family::Table,
        Family::BestFirst,
        Family::StateSpace,
        Family::Other,
    ];

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Family::Player => "Players",
            Family::DepthFirst => "Depth-first",
            Family::Table => "Depth-first with a transposition table",
            Family::BestFirst => "Best-first",
            Family::StateSpace => "State space search",
            Family::Other => "Other",
        }
    }
}

/// What an algorithm keeps in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// The line of play that it is on.
    Line,
    /// This line, and the siblings of its nodes.
    LineAndSiblings,
    /// A tree. Where the memory of the budget ends, the search ends.
    Tree,
    /// A tree. Where the memory of the budget ends, the search goes on.
    CappedTree,
    /// A transposition table.
    Table,
    /// A list of open states.
    States,
}

impl Storage {
    /// In words: `a tree, capped`.
    pub fn words(self) -> &'static str {
        match self {
            Storage::Line => "a line",
            Storage::LineAndSiblings => "a line and its siblings",
            Storage::Tree => "a tree",
            Storage::CappedTree => "a tree, capped",
            Storage::Table => "a table",
            Storage::States => "a list of states",
        }
    }

    /// Whether it is a tree with all nodes of the search, as far as memory allows.
    pub fn is_tree(self) -> bool {
        matches!(self, Storage::Tree | Storage::CappedTree)
    }
}

/// A name of an algorithm, and the options that it stands for.
#[derive(Clone, Copy, Debug)]
pub struct Named<O> {
    /// The name, and what people are told with it.
    pub info: AlgorithmInfo,
    /// The default options under this name.
    pub options: fn() -> O,
}

/// Options that several algorithms share, as values: none where an algorithm does not have the option.
///
/// ```
/// use plywood::search::{Algorithm, AlphaBetaOptions, MtOptions, Switches};
///
/// let mut options = MtOptions::default();
/// options.set_switches(Switches { all_best: Some(true), ..Switches::default() });
/// assert!(options.all_best);
/// assert_eq!(AlphaBetaOptions::default().switches().threads, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Switches {
    /// Report all equally good root moves.
    pub all_best: Option<bool>,
    /// Threads that search together.
    pub threads: Option<usize>,
    /// When the search deepens iteratively.
    pub deepening: Option<Deepening>,
    /// Order quiet moves by history score.
    pub history: Option<Switch>,
    /// Search killers early.
    pub killers: Option<Switch>,
    /// Search noisy moves beyond the horizon.
    pub quiescence: Option<Switch>,
    /// Prune, reduce and extend.
    pub selective: Option<Switch>,
    /// Extend singular moves.
    pub singular: Option<Switch>,
}

impl Switches {
    /// Whether the search may go to depth 1, 2, … by itself.
    pub fn deepens(&self) -> bool {
        self.deepening.is_some_and(|deepening| deepening != Deepening::Never)
    }
}

/// Implements the methods of [`Algorithm`] for [`Switches`] by the fields of the options that are switches.
macro_rules! switches {
    ($($field:ident)*) => {
        fn switches(&self) -> $crate::search::Switches {
            #[allow(clippy::needless_update)]
            $crate::search::Switches { $($field: Some(self.$field),)* ..Default::default() }
        }

        fn set_switches(&mut self, switches: $crate::search::Switches) {
            let _ = switches;
            $(if let Some(value) = switches.$field {
                self.$field = value;
            })*
        }
    };
}
pub(super) use switches;

/// The options of an algorithm, which make its searches: [`AlphaBetaOptions`](super::AlphaBetaOptions) is
/// alpha-beta.
///
/// ```
/// use plywood::search::{Algorithm, AlphaBetaOptions, Driver, MtOptions};
/// use plywood::{Budget, Search};
/// use plywood_games::{StaticValue, Tree};
///
/// assert_eq!(AlphaBetaOptions::default().info().name, "alpha-beta");
/// assert_eq!(MtOptions::new(Driver::mtdf()).info().name, "mtdf");
/// let tree = Tree::from_json("[0, [0, 3, 5], [0, 2, 9]]")?;
/// let mut search = MtOptions::new(Driver::Sss).search::<Tree, _>(StaticValue);
/// assert_eq!(search.run(&tree, &Budget::new()).best, Some(0));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub trait Algorithm:
    Options + Clone + fmt::Debug + PartialEq + Send + Sync + Sized + 'static
{
    /// Its names. Most algorithms have one; a search with a table has one for each driver.
    const NAMES: &'static [Named<Self>];

    /// What people are told of the algorithm with these options.
    fn info(&self) -> &'static AlgorithmInfo {
        &Self::NAMES[0].info
    }

    /// The options that it shares with other algorithms.
    fn switches(&self) -> Switches;

    /// Sets those of them that it has and that have a value.
    fn set_switches(&mut self, switches: Switches);

    /// The search with these options and an evaluation.
    fn search<P, E>(self, evaluate: E) -> Box<dyn Search<P> + Send>
    where
        P: Tactics<Move: Send + Sync> + Send + Sync + 'static,
        E: Evaluate<P> + Clone + Send + Sync + 'static;
}

/// Code that runs for each algorithm; see [`each_algorithm`](super::each_algorithm).
pub trait AlgorithmVisitor {
    /// Is called with one algorithm.
    fn visit<A: Algorithm>(&mut self);
}

/// Defines `each_algorithm` by the options of all algorithms, in the order of lists.
macro_rules! algorithms {
    ($($options:ident,)*) => {
        /// Calls the visitor with each algorithm of this library.
        ///
        /// ```
        /// use plywood::search::{Algorithm, AlgorithmVisitor, each_algorithm};
        ///
        /// struct Names(Vec<&'static str>);
        ///
        /// impl AlgorithmVisitor for Names {
        ///     fn visit<A: Algorithm>(&mut self) {
        ///         self.0.extend(A::NAMES.iter().map(|named| named.info.name));
        ///     }
        /// }
        ///
        /// let mut names = Names(Vec::new());
        /// each_algorithm(&mut names);
        /// assert!(names.0.contains(&"best-first") && names.0.contains(&"negascout"));
        /// ```
        pub fn each_algorithm(visitor: &mut impl AlgorithmVisitor) {
            $(visitor.visit::<$options>();)*
        }
    };
}
pub(super) use algorithms;

/// The name of an algorithm, and a search by it.
pub type NamedSearch<P> = (&'static AlgorithmInfo, Box<dyn Search<P> + Send>);

/// A search by each algorithm of this library under each of its names. `change` may set options, which are the defaults of
/// the name.
///
/// ```
/// use plywood::{Budget, Search, search::all_searches};
/// use plywood_games::{StaticValue, Tree};
///
/// let tree = Tree::from_json("[0, [0, 3, 5], [0, 2, 9]]")?;
/// let searches = all_searches::<Tree, _>(&StaticValue, |_, options| {
///     // Not every algorithm has a table.
///     let _ = options.set("table", "1024");
/// });
/// for (info, mut search) in searches {
///     assert_eq!(search.run(&tree, &Budget::new()).best, Some(0), "{}", info.name);
/// }
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub fn all_searches<P, E>(
    evaluate: &E,
    change: impl Fn(&AlgorithmInfo, &mut dyn Options),
) -> Vec<NamedSearch<P>>
where
    P: Tactics<Move: Send + Sync> + Send + Sync + 'static,
    E: Evaluate<P> + Clone + Send + Sync + 'static,
{
    struct Searches<'a, P: Tactics, E, F> {
        evaluate: &'a E,
        change: F,
        all: Vec<NamedSearch<P>>,
    }

    impl<P, E, F> AlgorithmVisitor for Searches<'_, P, E, F>
    where
        P: Tactics<Move: Send + Sync> + Send + Sync + 'static,
        E: Evaluate<P> + Clone + Send + Sync + 'static,
        F: Fn(&AlgorithmInfo, &mut dyn Options),
    {
        fn visit<A: Algorithm>(&mut self) {
            for named in A::NAMES {
                let mut options = (named.options)();
                (self.change)(&named.info, &mut options);
                self.all.push((&named.info, options.search(self.evaluate.clone())));
            }
        }
    }

    let mut searches = Searches { evaluate, change, all: Vec::new() };
    super::each_algorithm(&mut searches);
    searches.all
}
