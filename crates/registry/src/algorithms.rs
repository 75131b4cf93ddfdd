//! The algorithms by name, and what people are told of each.

use crate::Error;
use crate::configuration::Configuration;
use crate::outside::algorithms;
use crate::strong::STRONG;
use plywood::kit::{OptionInfo, Options};
use plywood::search::*;

/// An algorithm of the registry. The command line, the documentation and every front end read this
/// one description, and its options as they are declared.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    /// Its name.
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
    pub memory: &'static str,
    /// Makes its default options.
    pub defaults: fn() -> Configuration,
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

impl Algorithm {
    /// The algorithm with its default options.
    pub fn defaults(&self) -> Configuration {
        (self.defaults)()
    }

    /// The options that it alone has, with their defaults. All algorithms have
    /// [`CommonOptions`](crate::CommonOptions) as well.
    ///
    /// ```
    /// let options = plywood_registry::algorithm("alpha-beta")?.options();
    /// assert_eq!((options[0].name.as_str(), options[0].value.as_str()), ("order", "listed"));
    /// # Ok::<(), plywood_registry::Error>(())
    /// ```
    pub fn options(&self) -> Vec<OptionInfo> {
        self.defaults().list()
    }
}

/// Every algorithm of Plywood.
pub static ALGORITHMS: [&Algorithm; 19] = [
    &STRONG,
    &MINIMAX,
    &ALPHA_BETA,
    &ALPHA_BETA_SAVED_TREE,
    &ALPHA_BETA_MEMORY,
    &NEGASCOUT,
    &ASPIRATION_NEGASCOUT,
    &SSS,
    &DUAL,
    &MTDF,
    &C_STAR,
    &STOCKMAN_SSS,
    &STOCKMAN_DUAL,
    &BEST_FIRST,
    &RECURSIVE_BEST_FIRST,
    &BEST_FIRST_SAVED_TREE,
    &BEST_FIRST_EXTENSION,
    &LEAST_CERTAINTY,
    &ENDGAME,
];

/// The algorithm of that name.
///
/// ```
/// use plywood_registry::algorithm;
/// assert!(algorithm("best-first").is_ok());
/// assert!(algorithm("best-last").unwrap_err().to_string().contains("best-first"));
/// ```
pub fn algorithm(name: &str) -> Result<&'static Algorithm, Error> {
    let all = algorithms();
    all.iter().find(|algorithm| algorithm.name == name).copied().ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|algorithm| algorithm.name).collect();
        Error::unknown("algorithm", name, &names)
    })
}

const KORF_1992: &str = "Korf 1992";
const KORF_CHICKERING: &str = "Korf & Chickering 1993";
const PLAAT: &str = "Plaat, Schaeffer, Pijls & de Bruin 1995";

pub(crate) static MINIMAX: Algorithm = Algorithm {
    name: "minimax",
    summary: "fixed-depth minimax without pruning",
    family: Family::DepthFirst,
    paper: "Shannon 1950",
    exact: true,
    memory: "a line",
    defaults: || MinimaxOptions::default().into(),
};
pub(crate) static ALPHA_BETA: Algorithm = Algorithm {
    name: "alpha-beta",
    summary: "fixed-depth alpha-beta",
    family: Family::DepthFirst,
    paper: "Knuth & Moore 1975",
    exact: true,
    memory: "a line",
    defaults: || AlphaBetaOptions::default().into(),
};
pub(crate) static ALPHA_BETA_SAVED_TREE: Algorithm = Algorithm {
    name: "alpha-beta-saved-tree",
    summary: "alpha-beta that keeps its tree between moves",
    family: Family::DepthFirst,
    paper: KORF_CHICKERING,
    exact: true,
    memory: "a tree, capped",
    defaults: || AlphaBetaSavedTreeOptions::default().into(),
};
pub(crate) static ALPHA_BETA_MEMORY: Algorithm = Algorithm {
    name: "alpha-beta-memory",
    summary: "alpha-beta with a transposition table",
    family: Family::Table,
    paper: PLAAT,
    exact: true,
    memory: "a table",
    defaults: || MtOptions::new(Driver::AlphaBeta).into(),
};
pub(crate) static NEGASCOUT: Algorithm = Algorithm {
    name: "negascout",
    summary: "NegaScout with a transposition table",
    family: Family::Table,
    paper: "Reinefeld 1983; Plaat et al. 1995",
    exact: true,
    memory: "a table",
    defaults: || MtOptions::new(Driver::NegaScout).into(),
};
pub(crate) static ASPIRATION_NEGASCOUT: Algorithm = Algorithm {
    name: "aspiration-negascout",
    summary: "NegaScout in a window around the previous value",
    family: Family::Table,
    paper: PLAAT,
    exact: true,
    memory: "a table",
    defaults: || MtOptions::new(Driver::aspiration()).into(),
};
pub(crate) static SSS: Algorithm = Algorithm {
    name: "sss",
    summary: "SSS* as null windows from above (AB-SSS*)",
    family: Family::Table,
    paper: PLAAT,
    exact: true,
    memory: "a table",
    defaults: || MtOptions::new(Driver::Sss).into(),
};
pub(crate) static DUAL: Algorithm = Algorithm {
    name: "dual",
    summary: "DUAL* as null windows from below (AB-DUAL*)",
    family: Family::Table,
    paper: PLAAT,
    exact: true,
    memory: "a table",
    defaults: || MtOptions::new(Driver::Dual).into(),
};
pub(crate) static MTDF: Algorithm = Algorithm {
    name: "mtdf",
    summary: "MTD(f): null windows from a first guess",
    family: Family::Table,
    paper: PLAAT,
    exact: true,
    memory: "a table",
    defaults: || MtOptions::new(Driver::mtdf()).into(),
};
pub(crate) static C_STAR: Algorithm = Algorithm {
    name: "c-star",
    summary: "C*: null windows that bisect the interval of the value",
    family: Family::Table,
    paper: "Coplan 1982; Plaat et al. 1995",
    exact: true,
    memory: "a table",
    defaults: || MtOptions::new(Driver::CStar).into(),
};
pub(crate) static STOCKMAN_SSS: Algorithm = Algorithm {
    name: "stockman-sss",
    summary: "SSS* with Stockman's list of open states",
    family: Family::StateSpace,
    paper: "Stockman 1979",
    exact: true,
    memory: "a list of states",
    defaults: || StockmanSssOptions::default().into(),
};
pub(crate) static STOCKMAN_DUAL: Algorithm = Algorithm {
    name: "stockman-dual",
    summary: "DUAL* with a list of open states",
    family: Family::StateSpace,
    paper: "Marsland, Reinefeld & Schaeffer 1987",
    exact: true,
    memory: "a list of states",
    defaults: || StockmanDualOptions::default().into(),
};
pub(crate) static BEST_FIRST: Algorithm = Algorithm {
    name: "best-first",
    summary: "best-first minimax, the whole tree in memory",
    family: Family::BestFirst,
    paper: KORF_1992,
    exact: false,
    memory: "a tree",
    defaults: || BestFirstOptions::default().into(),
};
pub(crate) static RECURSIVE_BEST_FIRST: Algorithm = Algorithm {
    name: "recursive-best-first",
    summary: "best-first minimax in linear space (RBFMS)",
    family: Family::BestFirst,
    paper: "Korf 1992; Korf & Chickering 1993",
    exact: false,
    memory: "a line and its siblings",
    defaults: || RecursiveBestFirstOptions::default().into(),
};
pub(crate) static BEST_FIRST_SAVED_TREE: Algorithm = Algorithm {
    name: "best-first-saved-tree",
    summary: "best-first that keeps its tree between moves",
    family: Family::BestFirst,
    paper: KORF_CHICKERING,
    exact: false,
    memory: "a tree, capped",
    defaults: || BestFirstSavedTreeOptions::default().into(),
};
pub(crate) static BEST_FIRST_EXTENSION: Algorithm = Algorithm {
    name: "best-first-extension",
    summary: "shallow alpha-beta, then best-first from its tree",
    family: Family::BestFirst,
    paper: KORF_CHICKERING,
    exact: false,
    memory: "a tree, capped",
    defaults: || BestFirstExtensionOptions::default().into(),
};
pub(crate) static LEAST_CERTAINTY: Algorithm = Algorithm {
    name: "least-certainty",
    summary: "LCF: searches where the choice of move is least certain",
    family: Family::BestFirst,
    paper: "Utgoff & Cochran 2001",
    exact: false,
    memory: "a tree, capped",
    defaults: || LeastCertaintyOptions::default().into(),
};
pub(crate) static ENDGAME: Algorithm = Algorithm {
    name: "endgame",
    summary: "the game's endgame solver, or negascout if it has none",
    family: Family::Player,
    paper: "none",
    exact: true,
    memory: "a table",
    defaults: || EndgameOptions::default().into(),
};

plywood::options! {
    /// Options of the algorithm `endgame`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct EndgameOptions {
        /// Report all equally good root moves.
        pub all_best: bool = false,
    }
}
