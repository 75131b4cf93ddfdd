//! A player: an algorithm with its options and its budget, and the search it stands for.

use crate::Error;
use crate::algorithms::{Algorithm, EndgameOptions, algorithm};
use crate::common::{CommonOptions, Endgame, common_options};
use crate::configuration::Configuration;
use crate::ending::{Finishing, TakeOver};
use crate::fresh::Fresh;
use crate::limits::{is_limited, limits, set_limit};
use crate::searches::{BoxedSearch, Build};
use plywood::Budget;
use plywood::kit::{Count, Format, OptionError, OptionInfo, Options};
use plywood::search::BestFirstExtensionOptions;
use plywood_games::{Game, did_you_mean, shown};
use std::collections::BTreeSet;
use std::time::Duration;

/// The algorithm that plays if none is named.
pub const DEFAULT_ALGORITHM: &str = "strong";

/// An algorithm, its options and its budget: `best-first-saved-tree,depth=17,memory=1MiB`.
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    /// The algorithm and the options that it alone has.
    pub configuration: Configuration,
    /// The options that every algorithm has.
    pub common: CommonOptions,
    /// What it may spend on a move.
    pub budget: Budget,
    /// The artificial time for all of its moves in a game, `artificial-time=100k/game`. A single search has no
    /// game, and does not look at it.
    pub artificial_time_per_game: Option<u64>,
    /// The options that were set by a text.
    given: BTreeSet<String>,
}

/// A player with this configuration, and no budget.
impl<C: Into<Configuration>> From<C> for PlayerSpec {
    fn from(configuration: C) -> PlayerSpec {
        PlayerSpec {
            configuration: configuration.into(),
            common: CommonOptions::default(),
            budget: Budget::new(),
            artificial_time_per_game: None,
            given: BTreeSet::new(),
        }
    }
}

impl PlayerSpec {
    /// Reads `ALGORITHM[,name=value]…`, where a name is a limit or an option of the algorithm.
    /// Without an algorithm it is `strong`.
    ///
    /// ```
    /// use plywood_registry::PlayerSpec;
    /// let spec = PlayerSpec::parse("alpha-beta,order=static,depth=6")?;
    /// assert_eq!((spec.algorithm().name, spec.budget.depth), ("alpha-beta", Some(6)));
    /// assert!(PlayerSpec::parse("alpha-beta,dept=6").is_err());
    /// # Ok::<(), plywood_registry::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<PlayerSpec, Error> {
        let mut parts = text.split(',').map(str::trim).peekable();
        // A text that begins with an option or a limit names no algorithm.
        let name = parts.next_if(|part| !part.contains('=')).unwrap_or(DEFAULT_ALGORITHM);
        let mut spec = PlayerSpec::from(algorithm(name)?.defaults());
        let (limits, mut given) = (limits(), Vec::new());
        for part in parts {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let (name, value) = (name.trim(), value.trim());
            if limits.iter().all(|limit| limit.name != name) {
                spec.set(part)?;
            } else if given.contains(&name) {
                let text = shown(text);
                return Err(Error::input(format!("player '{text}': {name} is given twice")));
            } else {
                given.push(name);
                spec.set_limit(name, value)?;
            }
        }
        Ok(spec)
    }

    /// Sets one limit from its text. Artificial time may be for a move or, as `100k/game`, for all moves of a
    /// game.
    ///
    /// ```
    /// use plywood_registry::PlayerSpec;
    /// let mut spec = PlayerSpec::parse("best-first")?;
    /// spec.set_limit("artificial-time", "2M/game")?;
    /// assert_eq!(spec.artificial_time_per_game, Some(2_000_000));
    /// assert_eq!(spec.budget.artificial_time, None);
    /// assert!(spec.set_limit("nodes", "2M/game").is_err());
    /// # Ok::<(), plywood_registry::Error>(())
    /// ```
    pub fn set_limit(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let per_game = text.strip_suffix("/game").filter(|_| name == "artificial-time");
        let Some(units) = per_game else { return set_limit(&mut self.budget, name, text) };
        let mut game = Budget::new();
        set_limit(&mut game, name, units)?;
        self.artificial_time_per_game = game.artificial_time;
        Ok(())
    }

    /// An error if its artificial time is for a game: a single search has none to share it out over.
    pub fn require_single_search(&self) -> Result<(), Error> {
        let Some(units) = self.artificial_time_per_game else { return Ok(()) };
        Err(Error::input(format!(
            "artificial-time '{}/game': expected units without '/game', because there is no game to spread \
             them over: only 'play', 'match' and experiments have one",
            Count.write(&units)
        )))
    }

    /// Whether a search by this player ends at a limit of its budget.
    pub fn has_limit(&self) -> bool {
        is_limited(&self.budget) || self.artificial_time_per_game.is_some()
    }

    /// The algorithm.
    pub fn algorithm(&self) -> &'static Algorithm {
        self.configuration.algorithm()
    }

    /// Sets an option by a text `name=value`; an error if that was done before.
    ///
    /// ```
    /// use plywood_registry::PlayerSpec;
    /// let mut spec = PlayerSpec::parse("best-first-saved-tree")?;
    /// spec.set("early-return=false")?;
    /// assert!(spec.set("early-return=true").is_err(), "set twice");
    /// assert!(spec.set("early-return").is_err());
    /// # Ok::<(), plywood_registry::Error>(())
    /// ```
    pub fn set(&mut self, text: &str) -> Result<(), Error> {
        let Some((name, value)) = text.split_once('=') else {
            return Err(Error::input(format!("setting '{}': expected name=value", shown(text))));
        };
        let name = name.trim();
        self.check_not_given(name)?;
        self.replace(name, value.trim())
    }

    fn check_not_given(&self, name: &str) -> Result<(), Error> {
        match self.is_given(name) {
            true => Err(Error::input(format!("setting '{}' is given twice", shown(name)))),
            false => Ok(()),
        }
    }

    /// Sets an option, whether it was set before or not.
    pub fn replace(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let known = match self.configuration.set(name, value) {
            Err(OptionError::Unknown { .. }) => self.common.set(name, value),
            known => known,
        };
        match known {
            Err(OptionError::Unknown { .. }) => Err(self.no_option(name)),
            Err(error) => Err(error.into()),
            Ok(()) => {
                self.given.insert(name.to_string());
                Ok(())
            }
        }
    }

    /// Reports all equally good root moves; an error if the algorithm cannot, or if the option was set before.
    pub fn report_all_best(&mut self) -> Result<(), Error> {
        self.check_not_given("all-best")?;
        let mut switches = self.configuration.switches();
        let all_best = switches.all_best.as_mut().ok_or_else(|| self.no_option("all-best"))?;
        *all_best = true;
        self.configuration.set_switches(switches);
        Ok(())
    }

    /// The value of an option, its own or a common one; none if the algorithm has no such option.
    pub fn get(&self, name: &str) -> Option<String> {
        self.configuration.get(name).or_else(|| self.common.get(name))
    }

    /// Whether an option was set by a text, be it to its default.
    pub(crate) fn is_given(&self, name: &str) -> bool {
        self.given.contains(name)
    }

    fn no_option(&self, name: &str) -> Error {
        let names = |list: Vec<OptionInfo>| -> Vec<String> {
            list.into_iter().map(|option| option.name).collect()
        };
        let options = [names(self.configuration.list()), names(self.common.list())].concat();
        let limits = names(limits());
        let near = did_you_mean(name, options.iter().chain(&limits).map(String::as_str));
        let (algorithm, name) = (self.algorithm().name, shown(name));
        let (options, limits) = (options.join(", "), limits.join(", "));
        Error::input(format!(
            "algorithm '{algorithm}' has no option '{name}': expected one of its options \
             ({options}) or a limit ({limits}){near}"
        ))
    }

    /// The options that were set by a text or differ from the defaults, with their values, by name.
    pub fn settings(&self) -> Vec<OptionInfo> {
        let all = [self.configuration.list(), self.common.list()].concat().into_iter();
        let defaults = [self.algorithm().options(), common_options()].concat();
        let is_set =
            |option: &OptionInfo| self.given.contains(&option.name) || !defaults.contains(option);
        let mut set: Vec<OptionInfo> = all.filter(is_set).collect();
        set.sort_by(|a, b| a.name.cmp(&b.name));
        set
    }

    /// The algorithm and the options that are set, without the limits.
    pub fn text(&self) -> String {
        let set = self.settings();
        let set = set.iter().map(|option| format!(",{}={}", option.name, option.value));
        std::iter::once(self.algorithm().name.to_string()).chain(set).collect()
    }

    /// An error unless the budget limits a move.
    pub fn require_budget(&self) -> Result<(), Error> {
        if self.has_limit() {
            return Ok(());
        }
        let name = self.algorithm().name;
        Err(Error::input(format!(
            "player '{name}' has no limit: expected depth, nodes, evals or time, \
             such as '{name},depth=6'"
        )))
    }

    /// Limits the time of a move, unless the budget limits it already.
    ///
    /// ```
    /// use plywood_registry::PlayerSpec;
    /// use std::time::Duration;
    /// let mut spec = PlayerSpec::parse("mtdf,depth=6")?;
    /// spec.set_default_time(Duration::from_secs(1));
    /// assert_eq!(spec.budget.time, None);
    /// # Ok::<(), plywood_registry::Error>(())
    /// ```
    pub fn set_default_time(&mut self, time: Duration) {
        if !self.has_limit() {
            self.budget.time = Some(time);
        }
    }

    /// Whether the search goes to depth 1, 2, … and tells of each, so that it can be stopped in between.
    pub fn deepens(&self) -> bool {
        self.configuration.switches().deepens()
    }

    /// The search for games of `G`, made by `build`; an error where options and budget contradict each
    /// other.
    pub fn build<G: Game>(&self, build: Build<G>) -> Result<BoxedSearch<G>, Error> {
        self.check_uses::<G>()?;
        self.check_horizon()?;
        let player = build(&self.configuration, self.common.evaluation::<G>()?)?;
        let player: BoxedSearch<G> = match (self.take_over::<G>(), G::endgame()) {
            (Some(take_over), Some(solver)) => {
                let all_best = self.configuration.switches().all_best == Some(true);
                Box::new(Finishing { player, solver, take_over, all_best })
            }
            _ => player,
        };
        Ok(if self.common.keep { player } else { Box::new(Fresh(player)) })
    }

    /// When the endgame solver takes over from the search in games of `G`, if it does.
    fn take_over<G: Game>(&self) -> Option<TakeOver> {
        match self.endgame_at::<G>() {
            Endgame::Never => None,
            Endgame::Auto if self.configuration.options::<EndgameOptions>().is_some() => None,
            Endgame::Auto => Some(TakeOver::Auto),
            Endgame::Plies(plies) => Some(TakeOver::From(plies)),
        }
    }

    /// An error if best-first extension is asked for a horizon beyond the depth of the budget. The
    /// default horizon gives way to the depth.
    fn check_horizon(&self) -> Result<(), Error> {
        let options = self.configuration.options::<BestFirstExtensionOptions>();
        if let (Some(&BestFirstExtensionOptions { horizon, .. }), Some(depth)) =
            (options, self.budget.depth)
            && horizon > depth
            && (self.is_given("horizon") || horizon != BestFirstExtensionOptions::default().horizon)
        {
            return Err(Error::input(format!(
                "horizon {horizon} is deeper than the depth {depth}: expected a horizon from 0 \
                 to {depth}, because best-first search goes on where alpha-beta ends"
            )));
        }
        Ok(())
    }
}
