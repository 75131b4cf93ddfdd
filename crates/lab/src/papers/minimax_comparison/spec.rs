//! What is compared: algorithms, configurations, and the positions of games.

use super::claims::PaperClaim;
use super::positions::Played;
use crate::Error;
use crate::papers::settings::{has, pairs, with_settings};
use crate::papers::spec::{Claims, Distinct, spec, wrong};
use crate::registry::{PlayerSpec, is_limited};
use plywood_games::shown;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The greatest depth of the last iteration: deeper searches of these games would not end.
const DEEPEST: u32 = 60;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::papers) enum Measure {
    /// Evaluations: the paper's bottom positions.
    Leaves,
    /// All nodes generated, including those that the transposition table answered.
    Nodes,
    /// Calls of alpha-beta at the root, in one iteration.
    Calls,
    /// Execution time.
    Time,
}

impl Measure {
    pub fn name(self) -> &'static str {
        match self {
            Measure::Leaves => "leaves",
            Measure::Nodes => "nodes",
            Measure::Calls => "calls",
            Measure::Time => "time",
        }
    }
}

spec! {
    pub(in crate::papers) struct Spec with Claims<PaperClaim> {
        pub measure: Measure,
        /// Players without a depth; the first is the base line of all percentages.
        pub algorithms: Distinct<String>,
        /// Settings for all players that have the options. Settings of a game override them, those of a variant
        /// override both, and a player's own override all.
        #[serde(default)]
        settings: String,
        /// Configurations in which everything is run; without any, there is one without settings.
        #[serde(default)]
        variants: Distinct<String>,
        /// What each configuration leaves out, for an ablation: everything is also run with nothing left out.
        #[serde(default)]
        pub without: Vec<Enhancement>,
        pub games: Vec<Played>,
        /// By the name of a sequence, or else of its game, the depth of the last iteration.
        depths: BTreeMap<String, u32>,
        /// How many positions of each game.
        pub positions: usize,
        /// How often each time is measured; the least counts.
        #[serde(default = "once")]
        pub rounds: u32,
    }
}

fn once() -> u32 {
    1
}

/// Something that a search can do without.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct Enhancement {
    pub name: String,
    /// The settings that switch it off.
    pub settings: String,
}

/// A game in a configuration.
pub(in crate::papers) struct Configured {
    /// Its place in the list of games.
    pub game: usize,
    /// The settings of the configuration; empty if there is one only.
    pub variant: String,
    /// The players by the names of their algorithms.
    pub players: Vec<(String, PlayerSpec)>,
}

impl Spec {
    /// The configurations. Without a list of them, the first has no settings of its own.
    fn variants(&self) -> Vec<&str> {
        match &*self.variants {
            [] => {
                let without = self.without.iter().map(|one| one.settings.as_str());
                std::iter::once("").chain(without).collect()
            }
            variants => variants.iter().map(String::as_str).collect(),
        }
    }

    pub fn base(&self) -> &str {
        &self.algorithms[0]
    }

    pub fn depth(&self, game: &Played) -> u32 {
        self.given_depth(game).unwrap_or(1)
    }

    fn given_depth(&self, game: &Played) -> Option<u32> {
        self.depths.get(game.name()).or_else(|| self.depths.get(&game.game)).copied()
    }

    /// A player of the game in a configuration.
    fn player(&self, game: &Played, variant: &str, algorithm: &str) -> Result<PlayerSpec, Error> {
        let mut player = with_settings(algorithm, &[&self.settings, &game.settings, variant])?;
        player.budget.depth = Some(self.depth(game));
        Ok(player)
    }

    /// The settings of a game in a configuration, as a person reads them.
    pub fn settings(&self, game: &Played, variant: &str) -> Result<String, Error> {
        let mut all: BTreeMap<&str, &str> = BTreeMap::new();
        for text in [&self.settings, &game.settings, variant] {
            all.extend(pairs(text)?);
        }
        let words: Vec<String> =
            all.iter().map(|(name, value)| format!("{name}={value}")).collect();
        Ok(words.join(", "))
    }

    /// All games in all configurations. Refuses whatever could not be run, before anything is run.
    pub fn configured(&self) -> Result<Vec<Configured>, Error> {
        if self.algorithms.len() < 2 || self.games.is_empty() {
            return Err(wrong("expected two algorithms or more, and a game"));
        }
        if self.positions == 0 || self.rounds == 0 {
            return Err(wrong("expected positions and rounds from 1"));
        }
        if self.variants.iter().any(|variant| variant.trim().is_empty()) {
            return Err(wrong("variants: expected settings such as 'grain=10' in each"));
        }
        self.check_without()?;
        self.paper_numbers.claims.iter().try_for_each(PaperClaim::check)?;
        if self.measure == Measure::Calls {
            return Err(wrong("measure 'calls': expected leaves, nodes or time"));
        }
        if let Some(name) = self.depths.keys().find(|name| !self.is_played(name)) {
            return Err(wrong(format!("depths: no game '{}' is listed", shown(name))));
        }
        let mut configured = Vec::new();
        for (i, game) in self.games.iter().enumerate() {
            let name = game.name();
            if self.games[..i].iter().any(|other| other.name() == name) {
                return Err(wrong(format!("games: '{}' is listed twice", shown(name))));
            }
            if !self.given_depth(game).is_some_and(|depth| (1..=DEEPEST).contains(&depth)) {
                let name = shown(name);
                return Err(wrong(format!("depths: expected one of '{name}' from 1 to {DEEPEST}")));
            }
            game.check(self.positions).map_err(|e| wrong(format!("{}: {e}", shown(name))))?;
            for variant in self.variants() {
                let (variant, players) = (variant.to_string(), self.players(game, variant)?);
                configured.push(Configured { game: i, variant, players });
            }
        }
        Ok(configured)
    }

    fn check_without(&self) -> Result<(), Error> {
        if !self.without.is_empty() && !self.variants.is_empty() {
            return Err(wrong("variants and without: expected one of the two"));
        }
        for (i, one) in self.without.iter().enumerate() {
            if one.settings.trim().is_empty() {
                let name = shown(&one.name);
                return Err(wrong(format!("without '{name}': expected settings")));
            }
            let is_same =
                |other: &Enhancement| other.name == one.name || other.settings == one.settings;
            if self.without[..i].iter().any(is_same) {
                return Err(wrong(format!("without: '{}' is listed twice", shown(&one.name))));
            }
        }
        Ok(())
    }

    fn is_played(&self, name: &str) -> bool {
        self.games.iter().any(|game| game.name() == name || game.game == name)
    }

    fn players(&self, game: &Played, variant: &str) -> Result<Vec<(String, PlayerSpec)>, Error> {
        let mut session = game.session(0)?;
        let mut players = Vec::new();
        for algorithm in self.algorithms.iter() {
            let named = |e: Error| wrong(format!("algorithm '{}': {e}", shown(algorithm)));
            if is_limited(&PlayerSpec::parse(algorithm).map_err(|e| named(e.into()))?.budget) {
                return Err(wrong(format!(
                    "algorithm '{}': expected no budget, because 'depths' is it",
                    shown(algorithm)
                )));
            }
            let player = self.player(game, variant, algorithm).map_err(named)?;
            if !has(&player, "table") {
                return Err(wrong(format!(
                    "algorithm '{}': expected one with a transposition table",
                    shown(algorithm)
                )));
            }
            session.set_player(&player).map_err(|e| named(e.into()))?;
            players.push((algorithm.clone(), player));
        }
        for (name, _) in pairs(&[variant, &game.settings, &self.settings].join(","))? {
            if !players.iter().any(|(_, player)| has(player, name)) {
                let name = shown(name);
                return Err(wrong(format!("setting '{name}': no algorithm has this option")));
            }
        }
        Ok(players)
    }
}
