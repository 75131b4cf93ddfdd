//! Proof searches by name, with their options.

use crate::Error;
use plywood::kit::{Format, OptionError, OptionInfo, Options, Width, or};
use plywood::search::{AbstractProofOptions, DfpnOptions, ProofNumberOptions};
use plywood_games::one_of;

/// A proof search of the registry. All have [`ProofCommon`] as well.
#[derive(Clone, Copy, Debug)]
pub struct ProofSearch {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Where it was published.
    pub paper: &'static str,
    /// What it keeps in memory.
    pub memory: &'static str,
    defaults: fn() -> ProofAlgorithm,
}

/// The proof searches, the default first.
pub static PROOF_SEARCHES: [ProofSearch; 3] = [
    ProofSearch {
        name: "abstract-proof",
        summary: "depth-first search of moves that can matter, widened step by step",
        paper: "Cazenave 2001",
        memory: "a table",
        defaults: || ProofAlgorithm::AbstractProof(AbstractProofOptions::default()),
    },
    ProofSearch {
        name: "pn",
        summary: "proof-number search",
        paper: "Allis 1994",
        memory: "a tree",
        defaults: || ProofAlgorithm::ProofNumber(ProofNumberOptions::default()),
    },
    ProofSearch {
        name: "df-pn",
        summary: "depth-first proof-number search",
        paper: "Nagai 2002",
        memory: "a table",
        defaults: || ProofAlgorithm::Dfpn(DfpnOptions::default()),
    },
];

impl ProofSearch {
    /// The options that it alone has, with their defaults.
    ///
    /// ```
    /// use plywood_registry::PROOF_SEARCHES;
    /// assert!(PROOF_SEARCHES[0].options().iter().any(|option| option.name == "entries"));
    /// ```
    pub fn options(&self) -> Vec<OptionInfo> {
        (self.defaults)().list()
    }
}

plywood::options! {
    /// Options that every proof search has.
    #[derive(Clone, Debug, PartialEq)]
    pub struct ProofCommon {
        /// Widening strategy of the goal: 'games NAME' lists them; auto: the first.
        pub strategy: Option<String> [or("auto", Strategy)] = None,
        /// Find a shortest way to the goal, for goals that are asked for within a number of plies: all widths
        /// are searched within that number before the next one.
        pub shortest: bool = false,
    }
}

/// The name of a widening strategy. Whether it is one, only a goal can say.
struct Strategy;

impl Format<String> for Strategy {
    fn others(&self) -> Option<String> {
        Some("a strategy of the goal".to_string())
    }

    fn read(&self, text: &str) -> Option<String> {
        Some(text.to_string())
    }

    fn write(&self, name: &String) -> String {
        name.clone()
    }
}

/// A proof search with its options, for a certain goal.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ProofOptions {
    /// The search.
    pub algorithm: ProofAlgorithm,
    /// See [`ProofCommon::shortest`].
    pub shortest: bool,
    /// The widening strategy. If there are no widths, only the highest levels of the goal are searched.
    pub widening: Vec<Width>,
}

/// A proof search with its options.
#[derive(Clone, Debug, PartialEq)]
pub enum ProofAlgorithm {
    /// Abstract Proof Search.
    AbstractProof(AbstractProofOptions),
    /// Proof-number search.
    ProofNumber(ProofNumberOptions),
    /// Df-pn.
    Dfpn(DfpnOptions),
}

impl ProofAlgorithm {
    fn list(&self) -> Vec<OptionInfo> {
        match self {
            ProofAlgorithm::AbstractProof(options) => options.list(),
            ProofAlgorithm::ProofNumber(options) => options.list(),
            ProofAlgorithm::Dfpn(options) => options.list(),
        }
    }

    fn options(&mut self) -> &mut dyn Options {
        match self {
            ProofAlgorithm::AbstractProof(options) => options,
            ProofAlgorithm::ProofNumber(options) => options,
            ProofAlgorithm::Dfpn(options) => options,
        }
    }

    fn widening(&self) -> &Vec<Width> {
        match self {
            ProofAlgorithm::AbstractProof(options) => &options.widening,
            ProofAlgorithm::ProofNumber(options) => &options.widening,
            ProofAlgorithm::Dfpn(options) => &options.widening,
        }
    }
}

/// A proof search as people name it: an algorithm, and options of the form `name=value`.
///
/// ```
/// use plywood_registry::ProofSpec;
/// let mut spec = ProofSpec::new("abstract-proof")?;
/// spec.set("entries", "1024")?;
/// assert_eq!(spec.text(), "abstract-proof (entries=1024)");
/// let error = spec.set("speed", "high").unwrap_err().to_string();
/// assert!(error.starts_with("option of abstract-proof 'speed': expected strategy, shortest, "), "{error}");
/// # Ok::<(), plywood_registry::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ProofSpec {
    name: &'static str,
    algorithm: ProofAlgorithm,
    /// The options that every proof search has.
    pub common: ProofCommon,
    /// The names of the options that were set, in that order.
    given: Vec<String>,
}

impl ProofSpec {
    /// The search of that name.
    pub fn new(name: &str) -> Result<ProofSpec, Error> {
        let known = PROOF_SEARCHES.iter().find(|known| known.name == name);
        let search = known.ok_or_else(|| {
            Error::unknown("proof search", name, &PROOF_SEARCHES.map(|search| search.name))
        })?;
        let (algorithm, common) = ((search.defaults)(), ProofCommon::default());
        Ok(ProofSpec { name: search.name, algorithm, common, given: Vec::new() })
    }

    /// Sets an option of the search, or a common one.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let known = match self.common.set(name, value) {
            Err(OptionError::Unknown { .. }) => self.algorithm.options().set(name, value),
            known => known,
        };
        known.map_err(|error| match error {
            OptionError::Unknown { .. } => self.unknown(name),
            error => error.into(),
        })?;
        self.given.retain(|set| set != name);
        self.given.push(name.to_string());
        Ok(())
    }

    /// All of its options.
    fn list(&self) -> Vec<OptionInfo> {
        [self.common.list(), self.algorithm.list()].concat()
    }

    fn unknown(&self, name: &str) -> Error {
        let list = self.list();
        let names: Vec<&str> = list.iter().map(|option| option.name.as_str()).collect();
        let error = plywood_games::InputError::new(format!("option of {}", self.name), name);
        error.expected(one_of(name, &names)).into()
    }

    /// The name of the search.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The options that were set, in that order.
    pub fn settings(&self) -> Vec<OptionInfo> {
        let list = self.list();
        let given = self.given.iter();
        given.filter_map(|name| list.iter().find(|option| option.name == *name).cloned()).collect()
    }

    /// The search and the options that were set: `abstract-proof (strategy=3)`.
    pub fn text(&self) -> String {
        let settings = self.settings();
        let settings: Vec<_> =
            settings.iter().map(|option| format!("{}={}", option.name, option.value)).collect();
        match settings.is_empty() {
            true => self.name.to_string(),
            false => format!("{} ({})", self.name, settings.join(", ")),
        }
    }

    /// The options for a goal with these strategies.
    pub(super) fn at(
        &self,
        goal: &str,
        strategies: &[(&'static str, &'static [Width])],
    ) -> Result<ProofOptions, Error> {
        let (algorithm, shortest) = (self.algorithm.clone(), self.common.shortest);
        let widening = match &self.common.strategy {
            Some(name) => {
                let names: Vec<&str> = strategies.iter().map(|strategy| strategy.0).collect();
                let found = strategies.iter().find(|strategy| strategy.0 == name);
                let (_, widths) = found.ok_or_else(|| match names.is_empty() {
                    true => Error::input(format!(
                        "strategy: expected none, for the goal {goal} has only one"
                    )),
                    false => Error::unknown("strategy", name, &names),
                })?;
                widths.to_vec()
            }
            None => match (algorithm.widening(), strategies) {
                (set, [(_, widths), ..]) if set.is_empty() => widths.to_vec(),
                (set, _) => set.clone(),
            },
        };
        Ok(ProofOptions { algorithm, shortest, widening })
    }
}
