//! Proof searches by name, with their options.

use crate::Error;
use plywood::kit::{OptionError, OptionInfo, Options, Width};
use plywood::search::{AbstractProofOptions, DfpnOptions, ProofNumberOptions};
use plywood_games::one_of;

/// A proof search of the registry. All have the options `strategy` and `shortest` of [`ProofSpec::set`] as well.
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
        (self.defaults)().options().list()
    }
}

/// A proof search with its options.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofOptions {
    /// The search.
    pub algorithm: ProofAlgorithm,
    /// Find a shortest way to the goal, for goals that are asked for within a number of plies: all widths
    /// are searched within that number before the next one.
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
    options: ProofOptions,
    strategy: Option<String>,
    settings: Vec<(String, String)>,
}

impl ProofSpec {
    /// The search of that name.
    pub fn new(name: &str) -> Result<ProofSpec, Error> {
        let known = PROOF_SEARCHES.iter().find(|known| known.name == name);
        let search = known.ok_or_else(|| {
            Error::unknown("proof search", name, &PROOF_SEARCHES.map(|search| search.name))
        })?;
        let algorithm = (search.defaults)();
        let options = ProofOptions { algorithm, shortest: false, widening: Vec::new() };
        Ok(ProofSpec { name: search.name, options, strategy: None, settings: Vec::new() })
    }

    /// Sets an option of the search, or `strategy`, the name of a widening strategy of the goal, or `shortest`.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Error> {
        match name {
            "strategy" => self.strategy = Some(value.to_string()),
            "shortest" => {
                self.options.shortest = value.parse().map_err(|_| OptionError::Value {
                    name: name.to_string(),
                    value: value.to_string(),
                    expected: "true or false".to_string(),
                    words: vec!["true", "false"],
                })?;
            }
            _ => {
                self.options.algorithm.options().set(name, value).map_err(|error| match error {
                    OptionError::Unknown { .. } => self.unknown(name),
                    error => error.into(),
                })?
            }
        }
        self.settings.retain(|(set, _)| set != name);
        self.settings.push((name.to_string(), value.to_string()));
        Ok(())
    }

    fn unknown(&mut self, name: &str) -> Error {
        let list = self.options.algorithm.options().list();
        let names = ["strategy", "shortest"].into_iter();
        let names: Vec<&str> =
            names.chain(list.iter().map(|option| option.name.as_str())).collect();
        let error = plywood_games::InputError::new(format!("option of {}", self.name), name);
        error.expected(one_of(name, &names)).into()
    }

    /// The name of the search.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The options that were set, in that order.
    pub fn settings(&self) -> &[(String, String)] {
        &self.settings
    }

    /// The search and the options that were set: `abstract-proof (strategy=3)`.
    pub fn text(&self) -> String {
        let settings: Vec<_> =
            self.settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
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
        let mut options = self.options.clone();
        if let Some(name) = &self.strategy {
            let names: Vec<&str> = strategies.iter().map(|strategy| strategy.0).collect();
            let found = strategies.iter().find(|strategy| strategy.0 == name);
            let (_, widths) = found.ok_or_else(|| match names.is_empty() {
                true => Error::input(format!(
                    "strategy: expected none, for the goal {goal} has only one"
                )),
                false => Error::unknown("strategy", name, &names),
            })?;
            options.widening = widths.to_vec();
            return Ok(options);
        }
        let set = options.algorithm.widening();
        options.widening = match (set.is_empty(), strategies) {
            (true, [(_, widths), ..]) => widths.to_vec(),
            _ => set.clone(),
        };
        Ok(options)
    }
}
