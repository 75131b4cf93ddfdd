//! A search that plays a game: the only place where algorithms are objects.

use super::settings::{LIMITS, Settings, is_limited, set_limit, shown};
use super::{Algorithm, algorithm};
use crate::Error;
use plywood::{Budget, Expansion, Report, Search, Trace};
use plywood_games::Game;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A search with its evaluation, whatever the algorithm.
pub trait Player<G: Game>: Send {
    /// Searches a position.
    fn search(&mut self, root: &G, budget: &Budget) -> Report<G::Move>;

    /// Searches a position and hands every expansion to `sink`.
    fn trace(
        &mut self,
        root: &G,
        budget: &Budget,
        sink: &mut dyn FnMut(u64, Expansion<'_>),
    ) -> Report<G::Move>;

    /// `m` was played.
    fn advance(&mut self, m: G::Move);
}

pub(super) struct Seat<G: Game, S> {
    search: S,
    evaluation: G::Evaluation,
}

impl<G: Game, S: Search<G> + Send + 'static> Seat<G, S> {
    pub fn boxed(search: S, evaluation: G::Evaluation) -> Box<dyn Player<G>> {
        Box::new(Seat { search, evaluation })
    }
}

impl<G: Game, S: Search<G> + Send> Player<G> for Seat<G, S> {
    fn search(&mut self, root: &G, budget: &Budget) -> Report<G::Move> {
        self.search.search(root, &mut self.evaluation, budget, &mut ())
    }

    fn trace(
        &mut self,
        root: &G,
        budget: &Budget,
        sink: &mut dyn FnMut(u64, Expansion<'_>),
    ) -> Report<G::Move> {
        let mut trace = Trace::new(sink);
        self.search.search(root, &mut self.evaluation, budget, &mut trace)
    }

    fn advance(&mut self, m: G::Move) {
        self.search.advance(m);
    }
}

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
    ///
    /// ```
    /// use plywood_lab::registry::PlayerSpec;
    /// let spec = PlayerSpec::parse("alpha-beta,order=static,depth=6")?;
    /// assert_eq!((spec.algorithm.name, spec.budget.depth), ("alpha-beta", Some(6)));
    /// assert!(PlayerSpec::parse("alpha-beta,dept=6").is_err());
    /// # Ok::<(), plywood_lab::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<PlayerSpec, Error> {
        let mut parts = text.split(',').map(str::trim);
        let algorithm = algorithm(parts.next().unwrap_or_default())?;
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

    /// Lets `flag` end a search from outside.
    ///
    /// A flag alone is no reason to deepen step by step: without limits, the search stays the one
    /// search to the end of the game that was asked for.
    ///
    /// ```
    /// use plywood_lab::registry::PlayerSpec;
    /// let mut spec = PlayerSpec::parse("alpha-beta")?;
    /// spec.watch(Default::default())?;
    /// assert_eq!(spec.settings.get("deepening"), Some("never"));
    /// # Ok::<(), plywood_lab::Error>(())
    /// ```
    pub fn watch(&mut self, flag: Arc<AtomicBool>) -> Result<(), Error> {
        let deepens = self.algorithm.options.iter().any(|option| option.name == "deepening");
        if deepens && !is_limited(&self.budget) && self.settings.get("deepening").is_none() {
            self.settings.set("deepening=never")?;
        }
        self.budget.stop = Some(flag);
        Ok(())
    }

    /// The player at a table of `G`; an error where settings and budget contradict each other.
    pub fn build<G: Game>(&self) -> Result<Box<dyn Player<G>>, Error> {
        self.algorithm.check_budget(&self.settings, &self.budget)?;
        self.algorithm.build(&self.settings)
    }
}
