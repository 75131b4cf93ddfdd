//! The searches of the games that come with Plywood. They are compiled in this crate and nowhere else.

use crate::goals::GoalEntry;
use crate::searches::{Build, build};
use plywood_games::{BuiltIn, BuiltInGame, Game, GameList, GameVisitor};
use std::any::{Any, TypeId};
use std::sync::LazyLock;

/// What is compiled for a game: all of its searches.
pub struct Compiled<G: Game> {
    /// Makes searches of any algorithm.
    pub build: Build<G>,
    /// The goals that people can ask for in this game, with their proof searches.
    pub goals: Vec<GoalEntry<G>>,
}

/// A [`Compiled`] of each game. It is a static because a constant, or a generic function that names `build`, would
/// compile the searches again in the crate that uses it.
static COMPILED: LazyLock<Vec<(TypeId, Box<dyn Any + Send + Sync>)>> = LazyLock::new(|| {
    struct Compile(Vec<(TypeId, Box<dyn Any + Send + Sync>)>);

    impl GameVisitor for Compile {
        fn visit<G: Game>(&mut self) {
            let compiled = Compiled::<G> { build: build::<G>, goals: GoalEntry::all() };
            self.0.push((TypeId::of::<G>(), Box::new(compiled)));
        }
    }

    let mut all = Compile(Vec::new());
    BuiltIn::each(&mut all);
    all.0
});

fn compiled<G: Game>() -> Option<&'static Compiled<G>> {
    let (_, compiled) = COMPILED.iter().find(|(game, _)| *game == TypeId::of::<G>())?;
    compiled.downcast_ref()
}

/// The searches of a game that comes with Plywood.
///
/// ```
/// use plywood::{Budget, search::AlphaBetaOptions};
/// use plywood_games::{StaticValue, Tree};
/// use plywood_registry::{Rounded, built_in};
///
/// let tree = Tree::from_json("[0, [0, 3, 5], [0, 2, 9]]")?;
/// let options = AlphaBetaOptions::default();
/// let mut search = (built_in::<Tree>().build)(&options.into(), Rounded::not_at_all(StaticValue))?;
/// assert_eq!(search.run(&tree, &Budget::new()).best, Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn built_in<G: BuiltInGame>() -> &'static Compiled<G> {
    compiled().expect("one table lists the games that are compiled and those that are built in")
}

/// Code that runs for each game with its searches; see [`each_built_in`].
pub trait CompiledVisitor {
    /// Is called with one game.
    fn visit<G: Game>(&mut self, compiled: &'static Compiled<G>);
}

/// Calls the visitor with each game that comes with Plywood, also with those that are not
/// [listed](Game::LISTED).
///
/// ```
/// use plywood_games::Game;
/// use plywood_registry::{Compiled, CompiledVisitor, each_built_in};
///
/// struct Goals(Vec<String>);
///
/// impl CompiledVisitor for Goals {
///     fn visit<G: Game>(&mut self, compiled: &'static Compiled<G>) {
///         self.0.extend(compiled.goals.iter().map(|goal| format!("{} {}", G::NAME, goal.name)));
///     }
/// }
///
/// let mut goals = Goals(Vec::new());
/// each_built_in(&mut goals);
/// assert!(goals.0.contains(&"chess mate".to_string()));
/// ```
pub fn each_built_in(visitor: &mut impl CompiledVisitor) {
    struct WithSearches<'a, V>(&'a mut V);

    impl<V: CompiledVisitor> GameVisitor for WithSearches<'_, V> {
        fn visit<G: Game>(&mut self) {
            if let Some(compiled) = compiled::<G>() {
                self.0.visit(compiled);
            }
        }
    }

    BuiltIn::each(&mut WithSearches(visitor));
}
