//! What is compared: algorithms, configurations, and the positions of games.

use super::positions::Played;
use crate::Error;
use crate::papers::spec::{Distinct, Kind, wrong};
use crate::registry::{PlayerSpec, is_limited};
use crate::report::Measured;
use crate::report::claim::{Claim, Side, Stated};
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

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct Spec {
    #[allow(dead_code, reason = "the kind has been read before the spec")]
    kind: Kind,
    pub name: String,
    pub title: String,
    pub paper: String,
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
    pub games: Vec<Played>,
    /// By game, the depth of the last iteration.
    depths: BTreeMap<String, u32>,
    /// How many positions of each game.
    pub positions: usize,
    /// How often each time is measured; the least counts.
    #[serde(default = "once")]
    pub rounds: u32,
    #[serde(default)]
    pub paper_numbers: PaperNumbers,
}

fn once() -> u32 {
    1
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

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct PaperNumbers {
    #[serde(default)]
    pub claims: Vec<PaperClaim>,
}

/// A sentence of the paper, and what it says of a number.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct PaperClaim {
    text: String,
    place: String,
    /// How the sentence is interpreted, if that is not obvious.
    reading: Option<String>,
    /// The game of the paper's numbers; the others are measured too.
    pub game: String,
    pub algorithm: String,
    /// The algorithm it is compared with, in percent; none for a number of calls.
    pub than: Option<String>,
    pub measure: Measure,
    /// Two configurations: the cost in the first in percent of that in the second.
    pub configurations: Option<[String; 2]>,
    /// On which side of the reference the number is.
    pub direction: Side,
    /// The number that means "no effect"; 100 percent if it is not given.
    #[serde(default = "hundred")]
    pub reference: f64,
    /// The least and the greatest number that the words allow.
    size: Option<[f64; 2]>,
    /// The number as the paper has it.
    #[serde(default)]
    paper: String,
}

fn hundred() -> f64 {
    100.0
}

impl PaperClaim {
    fn check(&self) -> Result<(), Error> {
        match self.size {
            Some([low, high]) if low > high || low.is_nan() || high.is_nan() => Err(Error::input(
                format!("paper.toml: size [{low}, {high}]: expected the lesser number first"),
            )),
            _ => Ok(()),
        }
    }

    fn quantity(&self) -> String {
        let (measure, algorithm) = (self.measure.name(), &self.algorithm);
        match (&self.configurations, &self.than) {
            (Some([_, second]), _) => {
                format!("{measure} of {algorithm} (% of those with {second})")
            }
            (None, Some(than)) => format!("{measure} of {algorithm} (% of {than})"),
            (None, None) => format!("{measure} of alpha-beta by {algorithm} in the last iteration"),
        }
    }

    /// The verdicts on a number. The paper's size is that of its own game.
    pub fn judge(&self, game: &str, subject: String, measured: Measured) -> Claim {
        let claim = Claim::new(&self.text, &self.place)
            .reading(self.reading.clone())
            .about(subject, self.quantity())
            .measured(measured, 1)
            .direction(self.direction, self.reference);
        match self.size {
            Some([low, high]) if game == self.game => {
                let reference = self.reference;
                claim.size(self.paper.clone(), Stated { low, high, error: 0.0, reference })
            }
            _ => claim,
        }
    }
}

/// The names and values of settings such as `history=true,killers=false`.
fn pairs(text: &str) -> Result<Vec<(&str, &str)>, Error> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            let pair = part.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
            pair.ok_or_else(|| wrong(format!("setting '{}': expected name=value", shown(part))))
        })
        .collect()
}

/// Whether a player has an option.
fn has(player: &PlayerSpec, name: &str) -> bool {
    player.get(name).is_some() && name != "endgame"
}

impl Spec {
    /// The configurations; one without settings of its own if the spec lists none.
    fn variants(&self) -> Vec<&str> {
        match &*self.variants {
            [] => vec![""],
            variants => variants.iter().map(String::as_str).collect(),
        }
    }

    pub fn base(&self) -> &str {
        &self.algorithms[0]
    }

    pub fn depth(&self, game: &Played) -> u32 {
        self.depths.get(&game.game).copied().unwrap_or(1)
    }

    /// A player of the game in a configuration.
    fn player(&self, game: &Played, variant: &str, algorithm: &str) -> Result<PlayerSpec, Error> {
        let mut player = PlayerSpec::parse(algorithm)?;
        let own = player.settings();
        for text in [&self.settings, &game.settings, variant] {
            for (name, value) in pairs(text)? {
                if has(&player, name) && !own.contains_key(name) {
                    player.replace(name, value)?;
                }
            }
        }
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
        self.paper_numbers.claims.iter().try_for_each(PaperClaim::check)?;
        if self.measure == Measure::Calls {
            return Err(wrong("measure 'calls': expected leaves, nodes or time"));
        }
        if let Some(name) = self.depths.keys().find(|&name| self.played(name).is_none()) {
            return Err(wrong(format!("depths: no game '{}' is listed", shown(name))));
        }
        let mut configured = Vec::new();
        for (i, game) in self.games.iter().enumerate() {
            let name = &game.game;
            if self.games[..i].iter().any(|other| other.game == *name) {
                return Err(wrong(format!("games: '{}' is listed twice", shown(name))));
            }
            if !self.depths.get(name).is_some_and(|depth| (1..=DEEPEST).contains(depth)) {
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

    fn played(&self, name: &str) -> Option<&Played> {
        self.games.iter().find(|game| game.game == name)
    }

    fn players(&self, game: &Played, variant: &str) -> Result<Vec<(String, PlayerSpec)>, Error> {
        let mut session = game.session(0)?;
        let mut players = Vec::new();
        for algorithm in self.algorithms.iter() {
            let named = |e: Error| wrong(format!("algorithm '{}': {e}", shown(algorithm)));
            if is_limited(&PlayerSpec::parse(algorithm).map_err(named)?.budget) {
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
            session.set_player(&player).map_err(named)?;
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
