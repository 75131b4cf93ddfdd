//! The games that come with Plywood.
//!
//! A new game is a folder, a `mod` line in `lib.rs`, a feature in `Cargo.toml` and a line in this table. Everything
//! that lists games is made from it: the searches that `plywood-registry` compiles, the command line, the tables in
//! `docs`, tests and fuzz targets.

use crate::Game;

/// A list of games: [`BuiltIn`], or a tuple of types such as `(Domineering,)` or `()`.
///
/// ```
/// use plywood_games::{BuiltIn, Game, GameList, GameVisitor};
///
/// #[derive(Default)]
/// struct Names(Vec<&'static str>);
///
/// impl GameVisitor for Names {
///     fn visit<G: Game>(&mut self) {
///         self.0.push(G::NAME);
///     }
/// }
///
/// let mut names = Names::default();
/// BuiltIn::each(&mut names);
/// assert!(names.0.contains(&"chess"));
/// ```
pub trait GameList {
    /// Calls the visitor with each of the types.
    fn each(visitor: &mut impl GameVisitor);
}

/// Code that runs for each game of a [`GameList`].
pub trait GameVisitor {
    /// Is called with one game.
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
game_lists! { () (A) (A, B) (A, B, C) (A, B, C, D) (A, B, C, D, E) (A, B, C, D, E, F) (A, B, C, D, E, F, G) (A, B, C, D, E, F, G, H) (A, B, C, D, E, F, G, H, I) }

/// The games that come with Plywood, those whose features are on, in the order of their names.
///
/// Some are variants that experiments need; lists for people leave out those whose [`Game::LISTED`] is false.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn;

mod sealed {
    pub trait Sealed {}
}

/// A game that comes with Plywood. `plywood-registry` has compiled its searches.
pub trait BuiltInGame: Game + sealed::Sealed {}

macro_rules! games {
    ($($(#[$gate:meta])* $module:ident::$game:ident,)*) => {
        $(
            $(#[$gate])*
            pub use crate::$module::$game;
            $(#[$gate])*
            impl sealed::Sealed for $game {}
            $(#[$gate])*
            impl BuiltInGame for $game {}
        )*

        impl GameList for BuiltIn {
            #[allow(unused_variables)]
            fn each(visitor: &mut impl GameVisitor) {
                $(
                    $(#[$gate])*
                    visitor.visit::<$game>();
                )*
            }
        }
    };
}

games! {
    #[cfg(feature = "amazons")]
    amazons::Amazons,
    #[cfg(feature = "checkers")]
    checkers::Checkers,
    #[cfg(feature = "chess")]
    chess::Chess,
    #[cfg(feature = "connect4")]
    connect4::Connect4,
    #[cfg(feature = "gomoku")]
    gomoku::Gomoku,
    #[cfg(feature = "othello")]
    othello::Judged,
    #[cfg(feature = "othello")]
    othello::Othello,
    #[cfg(feature = "phutball")]
    phutball::Phutball,
    #[cfg(feature = "random-tree")]
    random_tree::RandomTree,
    #[cfg(feature = "tree")]
    tree::Tree,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[derive(Default)]
    struct Declared {
        names: BTreeSet<&'static str>,
        examples: usize,
    }

    impl GameVisitor for Declared {
        fn visit<G: Game>(&mut self) {
            let name = G::NAME;
            assert!(!G::LISTED || self.names.insert(name), "two games are called {name}");
            assert!(G::SCALE > 0.0, "{name}");
            assert_eq!(G::LISTED, !G::EXAMPLES.is_empty(), "{name} needs examples for tests");
            for &(text, depth) in G::EXAMPLES {
                let position = G::parse(Some(text).filter(|text| !text.is_empty()));
                let position = position.unwrap_or_else(|error| panic!("{error}"));
                assert!(!position.is_over() && depth > 0, "{name} {text}");
                self.examples += 1;
            }
        }
    }

    #[test]
    fn every_game_declares_what_lists_and_tests_need() {
        let mut declared = Declared::default();
        BuiltIn::each(&mut declared);
        assert!(declared.examples >= 2 * declared.names.len());
    }
}
