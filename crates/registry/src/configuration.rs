//! An algorithm with its options, whatever the type of the options.

use crate::algorithms::Algorithm;
use crate::searches::{BoxedSearch, Rounded};
use plywood::kit::{OptionError, OptionInfo, Options};
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

    /// The search of a game with these options and an evaluation.
    fn build<G: Game>(&self, evaluation: Rounded<G::Evaluation>) -> BoxedSearch<G>;
}

/// [`AlgorithmOptions`] as an object.
trait Erased: Options + Any + fmt::Debug + Send + Sync {
    fn algorithm(&self) -> &'static Algorithm;
    fn boxed(&self) -> Box<dyn Erased>;
    fn equals(&self, other: &dyn Any) -> bool;
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
pub struct Configuration(Box<dyn Erased>);

impl Configuration {
    /// The algorithm.
    pub fn algorithm(&self) -> &'static Algorithm {
        self.0.algorithm()
    }

    /// The options, if they are of this type.
    pub fn options<O: AlgorithmOptions>(&self) -> Option<&O> {
        let any: &dyn Any = &*self.0;
        any.downcast_ref()
    }
}

impl<O: AlgorithmOptions> From<O> for Configuration {
    fn from(options: O) -> Configuration {
        Configuration(Box::new(options))
    }
}

impl Options for Configuration {
    fn list(&self) -> Vec<OptionInfo> {
        self.0.list()
    }

    fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        self.0.set(name, text)
    }
}

impl Clone for Configuration {
    fn clone(&self) -> Configuration {
        Configuration(self.0.boxed())
    }
}

impl PartialEq for Configuration {
    fn eq(&self, other: &Configuration) -> bool {
        self.0.equals(&*other.0)
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
