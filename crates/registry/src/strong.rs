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
    (HISTORY, "kinds of move", "checkers, chess and othello"),
    (KILLERS, "kinds of move", "checkers, chess and othello"),
    (ENDGAME, "a solver of endings", "othello"),
];

/// Whether an option of an algorithm can make a difference at `G`.
pub(crate) fn acts<G: Game>(option: &OptionInfo) -> bool {
    match option.name {
        name if name == QUIESCENCE.name => G::NOISY,
        name if name == SELECTIVE.name => G::MARGIN > 0,
        name if name == HISTORY.name || name == KILLERS.name => G::KINDS > 0,
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

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_games::{Checkers, Chess, Connect4, Othello, RandomTree, Tree};

    /// Sets every particular option at one game: refused or taken, as the table of options says.
    fn check<G: Game>() {
        for (option, _, games) in PARTICULAR {
            let named = games.split([',', ' ']).any(|word| word == G::NAME);
            assert_eq!(acts::<G>(&option), named, "{} at {}", option.name, G::NAME);
            let value = if option == ENDGAME { "auto" } else { "true" };
            let spec = PlayerSpec::parse(&format!("negascout,{}={value}", option.name)).unwrap();
            assert_eq!(spec.at::<G>().is_ok(), named, "{} at {}", option.name, G::NAME);
            let off = if option == ENDGAME { "never" } else { "false" };
            let spec = PlayerSpec::parse(&format!("negascout,{}={off}", option.name)).unwrap();
            assert!(spec.at::<G>().is_ok(), "what is off needs nothing");
        }
        let strong = PlayerSpec::parse("strong,depth=2").unwrap();
        strong.at::<G>().unwrap().build::<G>(crate::build).unwrap();
        strong.build::<G>(crate::build).unwrap();
        let named = PlayerSpec::parse("negascout,depth=2").unwrap();
        assert_eq!(
            named.at::<G>().unwrap().text(),
            "negascout",
            "a named algorithm stays as it is"
        );
    }

    #[test]
    fn errors_name_the_games_that_have_a_use_for_an_option() {
        check::<Checkers>();
        check::<Chess>();
        check::<Connect4>();
        check::<Othello>();
        check::<RandomTree>();
        check::<Tree>();
    }

    #[test]
    fn what_is_set_wins_over_what_strong_would_set() {
        let spec = PlayerSpec::parse("strong,selective=false,endgame=never").unwrap();
        assert_eq!(
            spec.at::<Chess>().unwrap().text(),
            "negascout,endgame=never,quiescence=true,selective=false"
        );
        assert_eq!(spec.at::<Othello>().unwrap().text(), "negascout,endgame=never,selective=false");
    }

    #[test]
    fn a_player_without_an_algorithm_is_strong() {
        let spec = PlayerSpec::parse("time=1s,threads=2").unwrap();
        assert_eq!((spec.algorithm.name, spec.text().as_str()), ("strong", "strong,threads=2"));
        assert!(PlayerSpec::parse("").is_err());
    }
}
