//! What a player is at a certain game: what `strong` stands for there, and which options can act.

use crate::Error;
use crate::algorithms::{Algorithm, ENDGAME, Kind, OptionInfo};
use crate::mt::{self, HISTORY, KILLERS, QUIESCENCE, SELECTIVE};
use crate::{PlayerSpec, Settings};
use plywood_games::Game;

/// The best player there is for the game.
pub(crate) const STRONG: Algorithm = Algorithm {
    name: "strong",
    summary: "the best player there is for the game: negascout with all that the game offers of \
              selective search, quiescence search and solving endings",
    paper: "none",
    exact: false,
    memory: "a table",
    options: &mt::STRONG_OPTIONS,
    kind: Kind::Strong,
};

/// The algorithm that `strong` stands for at `G`, and its settings.
pub(crate) fn strong<G: Game>(settings: &Settings) -> (&'static Algorithm, Settings) {
    let mut settings = settings.clone();
    for (option, value) in [(QUIESCENCE, "true"), (SELECTIVE, "true"), (ENDGAME, "auto")] {
        if acts::<G>(&option) {
            settings.set_default(option.name, value);
        }
    }
    (&mt::NEGASCOUT, settings)
}

/// Options that only some games can make use of: what a game must have, and games that have it.
const PARTICULAR: [(OptionInfo, &str, &str); 5] = [
    (QUIESCENCE, "noisy moves", "checkers and chess"),
    (SELECTIVE, "a margin for selective search", "checkers and chess"),
    (HISTORY, "history indices", "checkers, chess and othello"),
    (KILLERS, "history indices", "checkers, chess and othello"),
    (ENDGAME, "a solver of endings", "othello"),
];

/// Whether an option of an algorithm can make a difference at `G`.
pub(crate) fn acts<G: Game>(option: &OptionInfo) -> bool {
    match option.name {
        name if name == QUIESCENCE.name => G::NOISY,
        name if name == SELECTIVE.name => G::MARGIN > 0,
        name if name == HISTORY.name || name == KILLERS.name => G::HISTORY_INDICES > 0,
        name if name == ENDGAME.name => G::endgame().is_some(),
        _ => true,
    }
}

impl PlayerSpec {
    /// The player as it is at games of `G`: `strong` is spelt out, and any other player is the same.
    /// An error if an option is set that the game has no use for.
    ///
    /// ```
    /// use plywood_games::{Chess, Connect4, Othello};
    /// use plywood_registry::PlayerSpec;
    /// let strong = PlayerSpec::parse("strong,depth=8")?;
    /// assert_eq!(strong.at::<Chess>()?.text(), "negascout,quiescence=true,selective=true");
    /// assert_eq!(strong.at::<Othello>()?.text(), "negascout,endgame=auto");
    /// let error = PlayerSpec::parse("mtdf,quiescence=true")?.at::<Connect4>().unwrap_err();
    /// assert!(error.to_string().contains("such as checkers and chess"), "{error}");
    /// # Ok::<(), plywood_registry::Error>(())
    /// ```
    pub fn at<G: Game>(&self) -> Result<PlayerSpec, Error> {
        for (option, needed, games) in PARTICULAR {
            let wanted = self.settings.get(option.name);
            if wanted.is_some_and(|value| !matches!(value, "false" | "never"))
                && !acts::<G>(&option)
            {
                let (name, game) = (option.name, G::NAME);
                return Err(Error::input(format!(
                    "option {name}: the game '{game}' has no use for it: expected a game that has \
                     {needed}, such as {games}"
                )));
            }
        }
        let mut spec = self.clone();
        if self.algorithm.kind == Kind::Strong {
            (spec.algorithm, spec.settings) = strong::<G>(&self.settings);
        }
        Ok(spec)
    }

    /// The algorithm and the options that are set, without the limits.
    pub fn text(&self) -> String {
        let set = self.settings.iter().map(|(name, value)| format!(",{name}={value}"));
        std::iter::once(self.algorithm.name.to_string()).chain(set).collect()
    }
}
