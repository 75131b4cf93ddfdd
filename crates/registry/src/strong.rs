//! What a player is at a certain game: what `strong` stands for there, and which options can act.

use crate::algorithms::{Algorithm, Family};
use crate::common::Endgame;
use crate::{Error, PlayerSpec};
use plywood::kit::{OptionError, OptionInfo, Options};
use plywood::search::MtOptions;
use plywood_games::{BuiltIn, Game, GameList, GameVisitor};

/// The best player there is for the game.
pub(crate) static STRONG: Algorithm = Algorithm {
    name: "strong",
    summary: "the best player for each game: negascout with everything the game supports",
    family: Family::Player,
    paper: "none",
    exact: false,
    memory: "a table",
    defaults: |_| StrongOptions::default().into(),
};

plywood::option_words! {
    /// On, off, or as the game decides.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Switch {
        /// On in games that have a use for it.
        Auto = "auto",
        /// On.
        On = "true",
        /// Off.
        Off = "false",
    }
}

impl Switch {
    fn is_on(self, useful: bool) -> bool {
        match self {
            Switch::Auto => useful,
            Switch::On => true,
            Switch::Off => false,
        }
    }
}

plywood::options! {
    /// What `strong` decides by the game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct StrongSwitches {
        /// Search noisy moves beyond the horizon; auto: in games that have them.
        pub quiescence: Switch = Switch::Auto,
        /// Prune, reduce and extend: the value is no longer that of the fixed depth; auto: in games with a
        /// margin for it.
        pub selective: Switch = Switch::Auto,
    }
}

/// Options of `strong`: those of NegaScout, some of which may be left to the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StrongOptions {
    /// What may be left to the game.
    pub switches: StrongSwitches,
    /// All others.
    pub others: MtOptions,
}

impl Options for StrongOptions {
    fn list(&self) -> Vec<OptionInfo> {
        let mut list = self.switches.list();
        let others = self.others.list().into_iter();
        list.extend(others.filter(|option| self.switches.get(&option.name).is_none()));
        list
    }

    fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        match self.switches.set(name, text) {
            Err(OptionError::Unknown { .. }) => self.others.set(name, text),
            done => done,
        }
    }
}

impl StrongOptions {
    /// What they stand for at `G`.
    pub(crate) fn at<G: Game>(&self) -> MtOptions {
        MtOptions {
            quiescence: self.switches.quiescence.is_on(G::NOISY),
            selective: self.switches.selective.is_on(G::MARGIN > 0),
            ..self.others
        }
    }
}

/// Options that only some games can make use of, and what a game must have for them.
const PARTICULAR: [(&str, &str); 6] = [
    ("quiescence", "noisy moves"),
    ("selective", "a margin for selective search"),
    ("singular", "a margin for selective search"),
    ("history", "history indices"),
    ("killers", "history indices"),
    ("endgame", "an endgame solver"),
];

/// Whether `G` has what a particular option needs.
fn has_use<G: Game>(option: &str) -> bool {
    match option {
        "quiescence" => G::NOISY,
        "selective" | "singular" => G::MARGIN > 0,
        "history" | "killers" => G::HISTORY_INDICES > 0,
        _ => G::endgame().is_some(),
    }
}

/// The games that come with Plywood and have a use for an option, as words behind what is needed.
fn games_with(option: &str) -> String {
    struct Names<'a>(&'a str, Vec<&'static str>);

    impl GameVisitor for Names<'_> {
        fn visit<G: Game>(&mut self) {
            if G::LISTED && has_use::<G>(self.0) {
                self.1.push(G::NAME);
            }
        }
    }

    let mut names = Names(option, Vec::new());
    BuiltIn::each(&mut names);
    match names.1.as_slice() {
        [] => String::new(),
        [only] => format!(", such as {only}"),
        [others @ .., last] => format!(", such as {} and {last}", others.join(", ")),
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
        let set = self.settings();
        for (name, needed) in PARTICULAR {
            let is_on = |value: &String| match name {
                "endgame" => value != "never",
                _ => value == "true",
            };
            if set.get(name).is_some_and(is_on) && !has_use::<G>(name) {
                let (game, games) = (G::NAME, games_with(name));
                return Err(Error::input(format!(
                    "option {name}: the game '{game}' has no use for it: expected a game that has \
                     {needed}{games}"
                )));
            }
        }
        let mut spec = self.clone();
        if let Some(strong) = self.configuration.options::<StrongOptions>() {
            spec.configuration = strong.at::<G>().into();
            if !set.contains_key("endgame") && G::endgame().is_some() {
                spec.common.endgame = Endgame::Auto;
            }
        }
        Ok(spec)
    }
}
