//! Options that every algorithm has.

use crate::Error;
use crate::searches::Rounded;
use plywood::kit::{Format, OptionInfo, Options, or};
use plywood_games::{Game, one_of, shown};

plywood::option_words! {
    /// When the game's endgame solver takes over from a search.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Endgame {
        /// When the depth or the time of the budget is enough for it.
        Auto = "auto",
        /// Never.
        Never = "never";
        /// This many plies before the end of the game.
        Plies(u32) = 0..,
    }
}

plywood::options! {
    /// Options that every algorithm has, where the game offers it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct CommonOptions {
        /// The evaluation: 'games NAME' lists those of a game; auto: the first.
        pub eval: Option<String> [or("auto", Evaluation)] = None,
        /// Round evaluations to multiples of this.
        pub grain: i32 [1..] = 1,
        /// Leave the last N plies to the game's endgame solver; auto, the default of strong: as many as the
        /// depth or time allows.
        pub endgame: Endgame = Endgame::Never,
        /// Keep the tree or table for the next search; false: start every search from nothing.
        pub keep: bool = true,
    }
}

/// The options that every algorithm has, with their defaults.
///
/// ```
/// assert_eq!(plywood_registry::common_options()[0].name, "eval");
/// ```
pub fn common_options() -> Vec<OptionInfo> {
    CommonOptions::default().list()
}

/// The name of an evaluation. Whether it is one, only a game can say.
struct Evaluation;

impl Format<String> for Evaluation {
    fn others(&self) -> Option<String> {
        Some("an evaluation of the game".to_string())
    }

    fn read(&self, text: &str) -> Option<String> {
        Some(text.to_string())
    }

    fn write(&self, name: &String) -> String {
        name.clone()
    }
}

impl CommonOptions {
    /// The evaluation of a game that they ask for; an error if the game has none of that name.
    pub fn evaluation<G: Game>(&self) -> Result<Rounded<G::Evaluation>, Error> {
        let Some(name) = &self.eval else {
            return Ok(Rounded::to(self.grain, G::Evaluation::default()));
        };
        let evaluation = G::evaluation(name).ok_or_else(|| {
            let names: Vec<_> = G::EVALUATIONS.iter().map(|(name, _)| *name).collect();
            let expected = match names.as_slice() {
                [] => format!("no eval, because '{}' has one evaluation only", G::NAME),
                names => one_of(name, names),
            };
            Error::input(format!("option eval='{}': expected {expected}", shown(name)))
        })?;
        Ok(Rounded::to(self.grain, evaluation))
    }
}
