//! Algorithms from outside Plywood.

use crate::algorithms::{ALGORITHMS, Algorithm};
use crate::configuration::{BoxedSearch, Rounded};
use crate::{Error, Settings};
use plywood_games::{Checkers, Chess, Connect4, Game, Othello, RandomTree, Tree};
use std::any::{Any, TypeId};
use std::marker::PhantomData;
use std::sync::{PoisonError, RwLock};

/// An algorithm from outside Plywood, as the registry needs it: what people are told of it, and how its
/// searches are made. [`register`] makes it one of the algorithms that all commands know by name.
///
/// The type that implements it is only a name; it need not have a value.
pub trait Outside: 'static {
    /// What people are told of it; see [`Algorithm::outside`].
    const ENTRY: Algorithm;

    /// The search of a game with the options that were set. Those that are not among the options of
    /// [`ENTRY`](Outside::ENTRY) were refused before.
    fn build<G: Game>(
        settings: &Settings,
        evaluation: Rounded<G::Evaluation>,
    ) -> Result<BoxedSearch<G>, Error>;
}

/// [`Outside::build`] for one game.
type OutsideBuild<G> =
    fn(&Settings, Rounded<<G as Game>::Evaluation>) -> Result<BoxedSearch<G>, Error>;

struct Registered {
    entry: &'static Algorithm,
    /// Games, and an [`OutsideBuild`] of each.
    games: Vec<(TypeId, Box<dyn Any + Send + Sync>)>,
}

static REGISTERED: RwLock<Vec<Registered>> = RwLock::new(Vec::new());

/// A list of games, as a tuple of their types: `(Domineering,)`, or `()` for none.
pub trait GameList {
    /// Calls the visitor with each of the types.
    fn each(visitor: &mut impl GameVisitor);
}

/// Is shown the games of a [`GameList`].
pub trait GameVisitor {
    /// Is shown one of them.
    fn visit<G: Game>(&mut self);
}

macro_rules! game_lists {
    ($(($($game:ident),*))*) => {$(
        impl<$($game: Game),*> GameList for ($($game,)*) {
            #[allow(unused_variables)]
            fn each(visitor: &mut impl GameVisitor) {
                $(visitor.visit::<$game>();)*
            }
        }
    )*};
}
game_lists! { () (A) (A, B) (A, B, C) (A, B, C, D) (A, B, C, D, E) (A, B, C, D, E, F) }

/// The games that come with Plywood.
type BuiltIn = (Checkers, Chess, Connect4, Othello, RandomTree, Tree);

/// Makes an algorithm from outside one of the registry's, for the games of Plywood and for `Games` of
/// your own. To be called before names of algorithms are read, which means: first of all. A second
/// registration of the same name adds games.
///
/// # Panics
/// If an algorithm of Plywood has its name.
///
/// ```
/// use plywood::search::{Minimax, MinimaxOptions};
/// use plywood_games::{Connect4, Game};
/// use plywood_registry::{
///     Algorithm, BoxedSearch, CONNECT4, Error, Outside, PlayerSpec, Rounded, Settings, register,
/// };
///
/// /// Minimax, for the sake of the example.
/// struct Mine;
///
/// impl Outside for Mine {
///     const ENTRY: Algorithm = Algorithm::outside("mine", "an example", "none", true, "a line", &[]);
///
///     fn build<G: Game>(
///         _: &Settings,
///         evaluation: Rounded<G::Evaluation>,
///     ) -> Result<BoxedSearch<G>, Error> {
///         Ok(Box::new(Minimax::with(MinimaxOptions::default(), evaluation)))
///     }
/// }
///
/// register::<Mine, ()>();
/// let spec = PlayerSpec::parse("mine,depth=3")?;
/// let mut search = spec.build(CONNECT4)?;
/// assert!(search.run(&Connect4::parse(Some("4455"))?, &spec.budget).proven);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn register<A: Outside, Games: GameList>() {
    let name = A::ENTRY.name;
    assert!(ALGORITHMS.iter().all(|own| own.name != name), "Plywood has an algorithm '{name}'");
    let mut all = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    if all.iter().all(|registered| registered.entry.name != name) {
        // Once for each algorithm of the program.
        let entry = Box::leak(Box::new(A::ENTRY));
        all.push(Registered { entry, games: Vec::new() });
    }
    for registered in all.iter_mut().filter(|registered| registered.entry.name == name) {
        let mut register = Register { games: &mut registered.games, algorithm: PhantomData::<A> };
        BuiltIn::each(&mut register);
        Games::each(&mut register);
    }
}

/// Adds the searches of an algorithm, game by game.
struct Register<'a, A> {
    games: &'a mut Vec<(TypeId, Box<dyn Any + Send + Sync>)>,
    algorithm: PhantomData<A>,
}

impl<A: Outside> GameVisitor for Register<'_, A> {
    fn visit<G: Game>(&mut self) {
        let build: OutsideBuild<G> = A::build::<G>;
        self.games.push((TypeId::of::<G>(), Box::new(build)));
    }
}

/// The search of a registered algorithm.
pub(crate) fn build<G: Game>(
    algorithm: &Algorithm,
    settings: &Settings,
    evaluation: Rounded<G::Evaluation>,
) -> Result<BoxedSearch<G>, Error> {
    let all = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    let of_game = |registered: &Registered| {
        let (_, build) = registered.games.iter().find(|(game, _)| *game == TypeId::of::<G>())?;
        build.downcast_ref::<OutsideBuild<G>>().copied()
    };
    let registered = all.iter().find(|registered| registered.entry.name == algorithm.name);
    let Some(build) = registered.and_then(of_game) else {
        let (name, game) = (algorithm.name, G::NAME);
        return Err(Error::input(format!(
            "algorithm '{name}' does not play '{game}': expected a game that it was registered for"
        )));
    };
    drop(all);
    build(settings, evaluation)
}

/// Every algorithm: those of Plywood, and those that were [registered](register).
///
/// ```
/// assert!(plywood_registry::algorithms().iter().any(|algorithm| algorithm.name == "best-first"));
/// ```
pub fn algorithms() -> Vec<&'static Algorithm> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    ALGORITHMS.iter().chain(registered.iter().map(|registered| registered.entry)).collect()
}
