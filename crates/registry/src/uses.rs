//! What a player is at a certain game: what is left to the game, and which options can act there.

use crate::common::Endgame;
use crate::{Error, PlayerSpec};
use plywood::search::{Switch, Switches};
use plywood_games::{BuiltIn, Game, GameList, GameVisitor};

/// What a game must have for an option to act.
#[derive(Clone, Copy)]
enum Need {
    NoisyMoves,
    Margin,
    HistoryIndices,
    Endgame,
}

impl Need {
    fn is_met_by<G: Game>(self) -> bool {
        match self {
            Need::NoisyMoves => G::NOISY,
            Need::Margin => G::MARGIN > 0,
            Need::HistoryIndices => G::HISTORY_INDICES > 0,
            Need::Endgame => G::endgame().is_some(),
        }
    }

    fn words(self) -> &'static str {
        match self {
            Need::NoisyMoves => "noisy moves",
            Need::Margin => "a margin for selective search",
            Need::HistoryIndices => "history indices",
            Need::Endgame => "an endgame solver",
        }
    }

    /// The games that come with Plywood and meet it, as words behind what is needed.
    fn games(self) -> String {
        struct Names(Need, Vec<&'static str>);

        impl GameVisitor for Names {
            fn visit<G: Game>(&mut self) {
                if G::LISTED && self.0.is_met_by::<G>() {
                    self.1.push(G::NAME);
                }
            }
        }

        let mut names = Names(self, Vec::new());
        BuiltIn::each(&mut names);
        match names.1.as_slice() {
            [] => String::new(),
            [only] => format!(", such as {only}"),
            [others @ .., last] => format!(", such as {} and {last}", others.join(", ")),
        }
    }
}

impl PlayerSpec {
    /// The player as it is at games of `G`: what it leaves to the game is decided, `strong` is spelt out, and any other
    /// player is the same. An error if an option is set that the game has no use for.
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
        self.check_uses::<G>()?;
        let mut spec = self.clone();
        let switches = self.configuration.switches();
        let decided = |switch: Option<Switch>, need: Need| match switch {
            Some(Switch::Auto) => Some(need.is_met_by::<G>().into()),
            chosen => chosen,
        };
        spec.configuration.set_switches(Switches {
            quiescence: decided(switches.quiescence, Need::NoisyMoves),
            selective: decided(switches.selective, Need::Margin),
            ..Switches::default()
        });
        spec.configuration = spec.configuration.under_own_name();
        spec.common.endgame = self.endgame_at::<G>();
        Ok(spec)
    }

    /// An error if an option is set that games of `G` have no use for.
    pub(crate) fn check_uses<G: Game>(&self) -> Result<(), Error> {
        let switches = self.configuration.switches();
        let is_on = |switch| switch == Some(Switch::On);
        let options = [
            ("quiescence", is_on(switches.quiescence), Need::NoisyMoves),
            ("selective", is_on(switches.selective), Need::Margin),
            ("singular", is_on(switches.singular), Need::Margin),
            ("history", is_on(switches.history), Need::HistoryIndices),
            ("killers", is_on(switches.killers), Need::HistoryIndices),
            ("endgame", self.common.endgame != Endgame::Never, Need::Endgame),
        ];
        let in_vain = |&(_, is_on, need): &(&str, bool, Need)| is_on && !need.is_met_by::<G>();
        let Some((name, _, need)) = options.into_iter().find(in_vain) else { return Ok(()) };
        let (game, needed, games) = (G::NAME, need.words(), need.games());
        Err(Error::input(format!(
            "option {name}: the game '{game}' has no use for it: expected a game that has {needed}{games}"
        )))
    }

    /// When the endgame solver takes over in games of `G`: `strong` leaves that to the game, unless it was set.
    pub(crate) fn endgame_at<G: Game>(&self) -> Endgame {
        let is_left =
            self.algorithm().name == crate::DEFAULT_ALGORITHM && !self.is_given("endgame");
        match self.common.endgame {
            Endgame::Never if is_left && Need::Endgame.is_met_by::<G>() => Endgame::Auto,
            chosen => chosen,
        }
    }
}
