//! Positions and moves as texts, for `serde`.
//!
//! Explicit trees are left out: a large one has no notation. So are moves of chess, whose type is one of
//! `cozy_chess`.

#[cfg(feature = "amazons")]
use crate::{Amazons, amazons};
#[cfg(feature = "checkers")]
use crate::{Checkers, checkers};
use crate::{Connect4, Game, Gomoku, Othello, Phutball, RandomTree, gomoku, othello};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A position is written as [`Game::text`], and read by [`Game::parse`].
macro_rules! positions {
    ($($game:ty),*) => {$(
        impl Serialize for $game {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.text())
            }
        }

        impl<'de> Deserialize<'de> for $game {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                <$game>::parse(Some(&text)).map_err(D::Error::custom)
            }
        }
    )*};
}

/// A move is written as people write it. To read it back takes the position:
/// [`Game::parse_move`].
macro_rules! moves {
    ($($kind:ty),*) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

positions!(Connect4, Gomoku, Othello, Phutball, RandomTree);
moves!(gomoku::Point, othello::Move);
#[cfg(feature = "chess")]
positions!(crate::Chess);
#[cfg(feature = "checkers")]
positions!(Checkers);
#[cfg(feature = "checkers")]
moves!(checkers::Move);
#[cfg(feature = "amazons")]
positions!(Amazons);
#[cfg(feature = "amazons")]
moves!(amazons::Move);
