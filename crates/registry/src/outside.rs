//! Algorithms from outside Plywood.

use crate::Error;
use crate::algorithms::{ALGORITHMS, Algorithm};
use crate::configuration::{AlgorithmOptions, Configuration};
use crate::searches::{BoxedSearch, Rounded};
use plywood_games::{BuiltIn, Game, GameList, GameVisitor};
use std::any::{Any, TypeId};
use std::marker::PhantomData;
use std::sync::{PoisonError, RwLock};

/// Makes searches of one algorithm and one game.
type OutsideBuild<G> =
    fn(&Configuration, Rounded<<G as Game>::Evaluation>) -> Option<BoxedSearch<G>>;

struct Registered {
    algorithm: &'static Algorithm,
    /// Games, and an [`OutsideBuild`] of each.
    games: Vec<(TypeId, Box<dyn Any + Send + Sync>)>,
}

static REGISTERED: RwLock<Vec<Registered>> = RwLock::new(Vec::new());

/// Makes an algorithm from outside one of the registry's, for the games of Plywood and for `Games` of
/// your own: all commands then know it by its name. To be called before names of algorithms are read,
/// which means: first of all. A second registration of the same name adds games.
///
/// # Panics
/// If an algorithm of Plywood has its name.
///
/// ```
/// use plywood::search::{AlphaBeta, AlphaBetaOptions, NodeOrder};
/// use plywood_games::{Connect4, Game};
/// use plywood_registry::{
///     Algorithm, AlgorithmOptions, BoxedSearch, Family, PlayerSpec, Rounded, built_in, register,
/// };
///
/// plywood::options! {
///     /// Options of an algorithm; alpha-beta, for the sake of the example.
///     #[derive(Clone, Debug, PartialEq)]
///     pub struct MyOptions {
///         /// The order of moves.
///         pub order: NodeOrder = NodeOrder::Static,
///     }
/// }
///
/// static MINE: Algorithm = Algorithm {
///     name: "mine",
///     summary: "an example",
///     family: Family::Other,
///     paper: "none",
///     exact: true,
///     memory: "a line",
///     defaults: |_| MyOptions::default().into(),
/// };
///
/// impl AlgorithmOptions for MyOptions {
///     fn algorithm(&self) -> &'static Algorithm {
///         &MINE
///     }
///
///     fn build<G: Game>(&self, evaluation: Rounded<G::Evaluation>) -> BoxedSearch<G> {
///         let options = AlphaBetaOptions { order: self.order, ..Default::default() };
///         Box::new(AlphaBeta::with(options, evaluation))
///     }
/// }
///
/// register::<MyOptions, ()>();
/// let spec = PlayerSpec::parse("mine,order=listed,depth=3")?;
/// let mut search = spec.build(built_in::<Connect4>().build)?;
/// assert!(search.run(&Connect4::parse(Some("4455"))?, &spec.budget).proven);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn register<O: AlgorithmOptions + Default, Games: GameList>() {
    let algorithm = O::default().algorithm();
    let name = algorithm.name;
    assert!(ALGORITHMS.iter().all(|own| own.name != name), "Plywood has an algorithm '{name}'");
    let mut all = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    if all.iter().all(|registered| registered.algorithm.name != name) {
        all.push(Registered { algorithm, games: Vec::new() });
    }
    for registered in all.iter_mut().filter(|registered| registered.algorithm.name == name) {
        let mut register = Register { games: &mut registered.games, options: PhantomData::<O> };
        BuiltIn::each(&mut register);
        Games::each(&mut register);
    }
}

/// Adds the searches of an algorithm, game by game.
struct Register<'a, O> {
    games: &'a mut Vec<(TypeId, Box<dyn Any + Send + Sync>)>,
    options: PhantomData<O>,
}

impl<O: AlgorithmOptions> GameVisitor for Register<'_, O> {
    fn visit<G: Game>(&mut self) {
        let build: OutsideBuild<G> =
            |configuration, evaluation| Some(configuration.options::<O>()?.build(evaluation));
        self.games.push((TypeId::of::<G>(), Box::new(build)));
    }
}

/// The search of a registered algorithm.
pub(crate) fn build<G: Game>(
    configuration: &Configuration,
    evaluation: Rounded<G::Evaluation>,
) -> Result<BoxedSearch<G>, Error> {
    let name = configuration.algorithm().name;
    let find = || {
        let all = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
        let registered = all.iter().find(|registered| registered.algorithm.name == name)?;
        let (_, build) = registered.games.iter().find(|(game, _)| *game == TypeId::of::<G>())?;
        build.downcast_ref::<OutsideBuild<G>>().copied()
    };
    find().and_then(|build| build(configuration, evaluation)).ok_or_else(|| {
        let game = G::NAME;
        Error::input(format!(
            "algorithm '{name}' does not play '{game}': expected a game that it was registered for"
        ))
    })
}

/// Every algorithm: those of Plywood, and those that were [registered](register).
///
/// ```
/// assert!(plywood_registry::algorithms().iter().any(|algorithm| algorithm.name == "best-first"));
/// ```
pub fn algorithms() -> Vec<&'static Algorithm> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    let outside = registered.iter().map(|registered| registered.algorithm);
    ALGORITHMS.iter().copied().chain(outside).collect()
}
