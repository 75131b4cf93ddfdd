//! A player: an algorithm with its settings and its budget, and the search it stands for.

use super::algorithms::DEEPENING;
use super::ending::{Finishing, TakeOver};
use super::settings::{LIMITS, Settings, is_limited, set_limit, shown};
use super::{Algorithm, ENDGAME, algorithm};
use crate::Error;
use plywood::{Budget, Evaluate, Score, Search};
use plywood_games::{Chess, Game, Othello};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A search of a game, whatever the algorithm.
pub type BoxedSearch<G> = Box<dyn Search<G> + Send>;

/// An evaluation whose values are rounded to multiples of the grain, towards zero.
#[derive(Clone)]
pub(super) struct Rounded<E> {
    pub evaluation: E,
    pub grain: i32,
}

impl<G, E: Evaluate<G>> Evaluate<G> for Rounded<E> {
    #[inline]
    fn evaluate(&mut self, position: &G) -> Score {
        let value = self.evaluation.evaluate(position);
        match self.grain {
            1 => value,
            grain => Score::new(value.get() / grain * grain),
        }
    }
}

/// Builds the player of a spec: [`PlayerSpec::build`] for one game.
///
/// Where `PlayerSpec::build::<G>` is named, every search of `G` is compiled. Code that is handed a
/// `Build` instead is compiled without them.
pub type Build<G> = fn(&PlayerSpec) -> Result<BoxedSearch<G>, Error>;

/// Builds players of chess, for a crate that need not compile them again.
pub static CHESS: Build<Chess> = PlayerSpec::build;
/// Builds players of Othello, for a crate that need not compile them again.
pub static OTHELLO: Build<Othello> = PlayerSpec::build;

/// An algorithm, its settings and its budget: `best-first-saved-tree,depth=17,memory=1MiB`.
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// Its options.
    pub settings: Settings,
    /// What it may spend on a move.
    pub budget: Budget,
}

impl PlayerSpec {
    /// Reads `ALGORITHM[,name=value]…`, where a name is a limit or an option of the algorithm.
    /// Without an algorithm it is `strong`.
    ///
    /// ```
    /// use plywood_lab::registry::PlayerSpec;
    /// let spec = PlayerSpec::parse("alpha-beta,order=static,depth=6")?;
    /// assert_eq!((spec.algorithm.name, spec.budget.depth), ("alpha-beta", Some(6)));
    /// assert!(PlayerSpec::parse("alpha-beta,dept=6").is_err());
    /// # Ok::<(), plywood_lab::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<PlayerSpec, Error> {
        let mut parts = text.split(',').map(str::trim).peekable();
        // A text that begins with an option or a limit names no algorithm.
        let name = parts.next_if(|part| !part.contains('=')).unwrap_or("strong");
        let algorithm = algorithm(name)?;
        let mut spec = PlayerSpec { algorithm, settings: Settings::new(), budget: Budget::new() };
        let mut limits = Vec::new();
        for part in parts {
            let name = part.split('=').next().unwrap_or_default().trim();
            if LIMITS.contains(&name) {
                let value = part.split_once('=').map_or("", |(_, value)| value.trim());
                if limits.contains(&name) {
                    return Err(Error::input(format!(
                        "player '{}': {name} is given twice",
                        shown(text)
                    )));
                }
                limits.push(name);
                set_limit(&mut spec.budget, name, value)?;
            } else {
                spec.settings.set(part)?;
            }
        }
        spec.algorithm.check_names(&spec.settings)?;
        Ok(spec)
    }

    /// An error unless the budget limits a move.
    pub fn require_budget(&self) -> Result<(), Error> {
        if is_limited(&self.budget) {
            return Ok(());
        }
        let name = self.algorithm.name;
        Err(Error::input(format!(
            "player '{name}' has no budget: expected depth, nodes, evals or time, \
             such as '{name},depth=6'"
        )))
    }

    /// Lets `flag` end a search from outside. As the search can then be interrupted, one without a
    /// depth deepens step by step, if its algorithm can.
    pub fn watch(&mut self, flag: Arc<AtomicBool>) {
        self.budget.stop = Some(flag);
    }

    /// Whether the search goes to depth 1, 2, … and tells of each, so that it can be stopped in between.
    pub fn deepens(&self) -> bool {
        self.algorithm.options.iter().any(|option| option.name == DEEPENING.name)
            && self.settings.get(DEEPENING.name) != Some("never")
    }

    /// The search for games of `G`; an error where settings and budget contradict each other.
    pub fn build<G: Game>(&self) -> Result<BoxedSearch<G>, Error> {
        let PlayerSpec { algorithm, settings, budget } = self.at::<G>()?;
        algorithm.check_budget(&settings, &budget)?;
        let player = algorithm.build(&settings)?;
        let take_over = match settings.get(ENDGAME.name) {
            None | Some("never") => return Ok(player),
            Some("auto") if algorithm.solves() => return Ok(player),
            Some("auto") => TakeOver::Auto,
            Some(text) => TakeOver::From(text.parse().map_err(|_| {
                let (name, text, values) = (ENDGAME.name, shown(text), ENDGAME.values);
                Error::input(format!("option {name}='{text}': expected {values}"))
            })?),
        };
        match G::endgame() {
            Some(solver) => {
                let all_best = settings.flag("all-best", false)?;
                Ok(Box::new(Finishing { player, solver, take_over, all_best }))
            }
            None => Ok(player),
        }
    }
}
