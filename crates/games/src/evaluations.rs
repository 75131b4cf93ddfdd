//! Several evaluations of one game, chosen by name.

/// Defines the enum of a game's evaluations: for each variant the type that evaluates, the name for people and a line
/// of explanation. The first one is the default. A name may depend on a feature: without the feature the variant exists,
/// but has no name.
macro_rules! evaluations {
    (
        $(#[$attribute:meta])*
        pub enum $name:ident of $game:ty {
            $(
                $(#[$doc:meta])*
                $variant:ident($kind:ty) = $(#[$gate:meta])? $word:literal: $summary:literal
            ),* $(,)?
        }
    ) => {
        $(#[$attribute])*
        pub enum $name {
            $($(#[$doc])* $variant($kind),)*
        }

        impl $name {
            /// The names of the evaluations and what they are, the default first.
            pub const NAMES: &[(&str, &str)] = &[$($(#[$gate])? ($word, $summary),)*];

            /// The evaluation of that name.
            pub fn named(name: &str) -> Option<$name> {
                match name {
                    $($(#[$gate])? $word => Some($name::$variant(<$kind>::default())),)*
                    _ => None,
                }
            }
        }

        impl Default for $name {
            /// The first of [`NAMES`](Self::NAMES).
            fn default() -> Self {
                let (name, _) = $name::NAMES[0];
                $name::named(name).expect("the evaluations have names of their own")
            }
        }

        impl plywood::Evaluate<$game> for $name {
            #[inline]
            fn evaluate(&mut self, position: &$game) -> plywood::Score {
                match self {
                    $($name::$variant(evaluation) => plywood::Evaluate::evaluate(evaluation, position),)*
                }
            }
        }
    };
}
pub(crate) use evaluations;
