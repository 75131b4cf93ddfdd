//! An algorithm with its options, whatever the type of the options.

use crate::algorithms::Algorithm;
use crate::searches::{BoxedSearch, Rounded};
use plywood::kit::{OptionError, OptionInfo, Options};
use plywood::search::Switches;
use plywood_games::Game;
use std::any::Any;
use std::fmt;

/// The options of an algorithm that the registry knows: they name the algorithm, and make its searches.
///
/// The algorithms of Plywood implement it; for one from outside, see [`register`](crate::register).
pub trait AlgorithmOptions:
    Options + Clone + fmt::Debug + PartialEq + Send + Sync + 'static
{
    /// The algorithm that has these options.
    fn algorithm(&self) -> &'static Algorithm;

    /// The options that it shares with other algorithms, so that they can be read and set whatever the algorithm.
    fn switches(&self) -> Switches {
        Switches::default()
    }

    /// Sets those of them that it has and that have a value.
    fn set_switches(&mut self, switches: Switches) {
        let _ = switches;
    }

    /// The search of a game with these options and an evaluation.
    fn build<G: Game>(&self, evaluation: Rounded<G::Evaluation>) -> BoxedSearch<G>;
}

/// [`AlgorithmOptions`] as an object.
trait Erased: Options + Any + fmt::Debug + Send + Sync {
    fn algorithm(&self) -> &'static Algorithm;
    fn boxed(&self) -> Box<dyn Erased>;
    fn equals(&self, other: &dyn Any) -> bool;
    fn switches(&self) -> Switches;
    fn set_switches(&mut self, switches: Switches);
}

impl<O: AlgorithmOptions> Erased for O {
    fn algorithm(&self) -> &'static Algorithm {
        AlgorithmOptions::algorithm(self)
    }

    fn boxed(&self) -> Box<dyn Erased> {
        Box::new(self.clone())
    }

    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }

    fn switches(&self) -> Switches {
        AlgorithmOptions::switches(self)
    }

    fn set_switches(&mut self, switches: Switches) {
        AlgorithmOptions::set_switches(self, switches);
    }
}

/// An algorithm with its options: all that a search is made of, apart from the game and its evaluation.
/// It is made from the options, or from the [defaults](Algorithm::defaults) of an algorithm.
///
/// ```
/// use plywood::{kit::Options, search::{AlphaBetaOptions, NodeOrder}};
/// use plywood_registry::{Configuration, algorithm};
///
/// let options = AlphaBetaOptions { order: NodeOrder::Static, ..Default::default() };
/// let mut configuration = algorithm("alpha-beta")?.defaults();
/// configuration.set("order", "static")?;
/// assert_eq!(configuration, Configuration::from(options));
/// assert_eq!(configuration.to_string(), "alpha-beta,order=static");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Configuration {
    algorithm: &'static Algorithm,
    options: Box<dyn Erased>,
}

impl Configuration {
    /// The same options under a name of the algorithm.
    pub(crate) fn under(self, algorithm: &'static Algorithm) -> Configuration {
        Configuration { algorithm, ..self }
    }

    /// The algorithm.
    pub fn algorithm(&self) -> &'static Algorithm {
        self.algorithm
    }

    /// The options that the algorithm shares with others.
    pub fn switches(&self) -> Switches {
        self.options.switches()
    }

    /// Sets those of them that the algorithm has and that have a value.
    pub fn set_switches(&mut self, switches: Switches) {
        self.options.set_switches(switches);
    }

    /// The same options under their own name: those of `strong` are NegaScout's.
    pub(crate) fn under_own_name(self) -> Configuration {
        let algorithm = self.options.algorithm();
        self.under(algorithm)
    }

    /// The options, if they are of this type.
    pub fn options<O: AlgorithmOptions>(&self) -> Option<&O> {
        let any: &dyn Any = &*self.options;
        any.downcast_ref()
    }
}

impl<O: AlgorithmOptions> From<O> for Configuration {
    fn from(options: O) -> Configuration {
        Configuration { algorithm: options.algorithm(), options: Box::new(options) }
    }
}

impl Options for Configuration {
    fn list(&self) -> Vec<OptionInfo> {
        self.options.list()
    }

    fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        self.options.set(name, text)
    }
}

impl Clone for Configuration {
    fn clone(&self) -> Configuration {
        Configuration { algorithm: self.algorithm, options: self.options.boxed() }
    }
}

impl PartialEq for Configuration {
    fn eq(&self, other: &Configuration) -> bool {
        self.algorithm.name == other.algorithm.name && self.options.equals(&*other.options)
    }
}

/// The algorithm and the options that differ from its defaults: `alpha-beta,order=static`.
impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.algorithm().name)?;
        let defaults = self.algorithm().options();
        let mut changed = self.list().into_iter().filter(|option| !defaults.contains(option));
        changed.try_for_each(|option| write!(f, ",{}={}", option.name, option.value))
    }
}
