//! A player: an algorithm with its settings and its budget, and the search it stands for.

use crate::Error;
use crate::algorithms::{Algorithm, DEEPENING, ENDGAME, EVAL, GRAIN, Kind, algorithm};
use crate::configuration::{BoxedSearch, Build, Rounded};
use crate::ending::{Finishing, TakeOver};
use crate::outside;
use crate::settings::{LIMITS, Settings, is_limited, set_limit};
use plywood::Budget;
use plywood_games::{Game, one_of, shown};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The algorithm that plays if none is named.
pub const DEFAULT_ALGORITHM: &str = "strong";

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
    /// use plywood_registry::PlayerSpec;
    /// let spec = PlayerSpec::parse("alpha-beta,order=static,depth=6")?;
    /// assert_eq!((spec.algorithm.name, spec.budget.depth), ("alpha-beta", Some(6)));
    /// assert!(PlayerSpec::parse("alpha-beta,dept=6").is_err());
    /// # Ok::<(), plywood_registry::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<PlayerSpec, Error> {
        let mut parts = text.split(',').map(str::trim).peekable();
        // A text that begins with an option or a limit names no algorithm.
        let name = parts.next_if(|part| !part.contains('=')).unwrap_or(DEFAULT_ALGORITHM);
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
            "player '{name}' has no limit: expected depth, nodes, evals or time, \
             such as '{name},depth=6'"
        )))
    }

    /// Lets `flag` end a search from outside. As the search can then be interrupted, one without a
    /// depth deepens step by step, if its algorithm can.
    pub fn set_stop_flag(&mut self, flag: Arc<AtomicBool>) {
        self.budget.stop = Some(flag);
    }

    /// Whether the search goes to depth 1, 2, … and tells of each, so that it can be stopped in between.
    pub fn deepens(&self) -> bool {
        self.algorithm.options.iter().any(|option| option.name == DEEPENING.name)
            && self.settings.get(DEEPENING.name) != Some("never")
    }

    /// The search for games of `G`, made by `build`; an error where settings and budget contradict each
    /// other.
    pub fn build<G: Game>(&self, build: Build<G>) -> Result<BoxedSearch<G>, Error> {
        let spec = self.at::<G>()?;
        let take_over = spec.take_over()?;
        let evaluation = evaluation::<G>(&spec.settings)?;
        let player = match spec.algorithm.kind {
            Kind::Outside => {
                spec.algorithm.check_names(&spec.settings)?;
                outside::build(spec.algorithm, &spec.settings, evaluation)?
            }
            _ => build(&spec.algorithm.configure(&spec.settings)?, evaluation),
        };
        Ok(match (take_over, G::endgame()) {
            (Some(take_over), Some(solver)) => {
                let all_best = spec.settings.flag("all-best", false)?;
                Box::new(Finishing { player, solver, take_over, all_best })
            }
            _ => player,
        })
    }

    /// When the solver of endings takes over, if it does. An error where settings and budget
    /// contradict each other.
    fn take_over(&self) -> Result<Option<TakeOver>, Error> {
        let PlayerSpec { algorithm, settings, budget } = self;
        algorithm.check_budget(settings, budget)?;
        Ok(match settings.get(ENDGAME.name) {
            None | Some("never") => None,
            Some("auto") if algorithm.solves() => None,
            Some("auto") => Some(TakeOver::Auto),
            Some(text) => Some(TakeOver::From(text.parse().map_err(|_| {
                let (name, text, values) = (ENDGAME.name, shown(text), ENDGAME.values);
                Error::input(format!("option {name}='{text}': expected {values}"))
            })?)),
        })
    }
}

/// The evaluation that the settings name, or the game's default.
fn evaluation<G: Game>(settings: &Settings) -> Result<Rounded<G::Evaluation>, Error> {
    let grain = settings.number_from(GRAIN.name, 1, 1)?;
    let grain = i32::try_from(grain).unwrap_or(i32::MAX);
    let Some(name) = settings.get(EVAL.name) else {
        return Ok(Rounded::to(grain, G::Evaluation::default()));
    };
    let evaluation = G::evaluation(name).ok_or_else(|| {
        let names: Vec<_> = G::EVALUATIONS.iter().map(|(name, _)| *name).collect();
        let expected = match names.as_slice() {
            [] => format!("no eval, because '{}' has one evaluation only", G::NAME),
            names => one_of(name, names),
        };
        Error::input(format!("option eval='{}': expected {expected}", shown(name)))
    })?;
    Ok(Rounded::to(grain, evaluation))
}
