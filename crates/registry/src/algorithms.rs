//! The algorithms by name, and what people are told of each.

use crate::Error;
use crate::configuration::Configuration;
use crate::goals::PROOF_SEARCHES;
use crate::outside::algorithms;
use crate::player::DEFAULT_ALGORITHM;
use plywood::kit::{OptionInfo, Options};
pub use plywood::search::Family;
use plywood::search::{self, AlgorithmInfo, AlgorithmVisitor, each_algorithm};
use std::sync::LazyLock;

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
    /// Makes its default options, from its name.
    pub defaults: fn(&str) -> Configuration,
}

impl Algorithm {
    /// The algorithm with its default options.
    pub fn defaults(&'static self) -> Configuration {
        (self.defaults)(self.name).under(self)
    }

    /// The options that it alone has, with their defaults. All algorithms have
    /// [`CommonOptions`](crate::CommonOptions) as well.
    ///
    /// ```
    /// let options = plywood_registry::algorithm("alpha-beta")?.options();
    /// assert_eq!((options[0].name.as_str(), options[0].value.as_str()), ("order", "listed"));
    /// # Ok::<(), plywood_registry::Error>(())
    /// ```
    pub fn options(&'static self) -> Vec<OptionInfo> {
        self.defaults().list()
    }
}

/// Every algorithm of Plywood, the default first.
pub static ALGORITHMS: LazyLock<Vec<&'static Algorithm>> = LazyLock::new(|| {
    struct Known(Vec<&'static Algorithm>);

    impl AlgorithmVisitor for Known {
        fn visit<A: search::Algorithm>(&mut self) {
            self.0.extend(A::NAMES.iter().map(|named| {
                let AlgorithmInfo { name, summary, family, paper, exact, memory } = named.info;
                let (memory, defaults) = (memory.words(), defaults_of::<A>);
                // Made once, and there as long as the program runs.
                &*Box::leak(Box::new(Algorithm {
                    name,
                    summary,
                    family,
                    paper,
                    exact,
                    memory,
                    defaults,
                }))
            }));
        }
    }

    let mut known = Known(Vec::new());
    each_algorithm(&mut known);
    known.0.push(&ENDGAME);
    known.0.sort_by_key(|algorithm| algorithm.name != DEFAULT_ALGORITHM);
    known.0
});

/// The defaults of an algorithm under one of its names.
fn defaults_of<A: search::Algorithm>(name: &str) -> Configuration {
    let named = A::NAMES.iter().find(|named| named.info.name == name);
    (named.unwrap_or(&A::NAMES[0]).options)().into()
}

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
        if PROOF_SEARCHES.iter().any(|search| search.name == name) {
            return Error::input(format!(
                "algorithm '{name}' is a proof search: expected 'solve --goal' with it, or an algorithm that plays"
            ));
        }
        let names: Vec<_> = all.iter().map(|algorithm| algorithm.name).collect();
        Error::unknown("algorithm", name, &names)
    })
}

pub(crate) static ENDGAME: Algorithm = Algorithm {
    name: "endgame",
    summary: "the game's endgame solver, or negascout if it has none",
    family: Family::Player,
    paper: "none",
    exact: true,
    memory: "a table",
    defaults: |_| EndgameOptions::default().into(),
};

plywood::options! {
    /// Options of the algorithm `endgame`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct EndgameOptions {
        /// Report all equally good root moves.
        pub all_best: bool = false,
    }
}
