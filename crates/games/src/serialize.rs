//! Positions and moves as texts, for `serde`.
//!
//! Explicit trees are left out: a large one has no notation. So are moves of chess, whose type is one of
//! `cozy_chess`.

/// A position is written as [`Game::text`](crate::Game::text), and read by [`Game::parse`](crate::Game::parse).
macro_rules! positions {
    ($game:ty) => {
        #[cfg(feature = "serde")]
        impl serde::Serialize for $game {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&$crate::Game::text(self))
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $game {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                <$game as $crate::Game>::parse(Some(&text)).map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use positions;

/// A move is written as people write it. To read it back takes the position:
/// [`Game::parse_move`](crate::Game::parse_move).
macro_rules! moves {
    ($kind:ty) => {
        #[cfg(feature = "serde")]
        impl serde::Serialize for $kind {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    };
}
pub(crate) use moves;
