//! Tournaments: any number of players, in pairs of games from the same openings.
//!
//! A [`Tournament`] is an [`Experiment`] whose units are pairs. So it survives being killed, its files depend on
//! neither that nor the number of threads, and it can be split among machines. The key of a unit names the two
//! players and the round, and the opening of a round depends on nothing but the openings: more rounds or players leave what was
//! played as it is.

mod calibrate;
mod games;
mod namesakes;
mod page;
mod record;
mod spec;
mod standings;
mod times;

pub use calibrate::{Calibrated, Cost};
pub use record::JournalPair;
pub use spec::{PlayerEntry, Spec};
pub use standings::{PlayerTotals, Standings, Tally, WinsDrawsLosses, tally};

use crate::Error;
use crate::experiment::{
    Experiment, MANIFEST, Outcome, Record, Results, RunOptions, results_of_run, run_watched,
};
use crate::matches::{About, Cores, PairPlayer, PairRecord, Player, TimeSpent, Written};
use crate::registry::{GameEntry, game};
use crate::report::Page;
use crate::stats::{PairResult, Ratings, SprtCourse};
use plywood_games::catch_panic;
use plywood_play::pool;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;
use times::Times;

/// A tournament, or a match of two players.
pub struct Tournament {
    spec: Spec,
    /// The specification as it identifies the run.
    text: String,
    /// What stands for the players in the keys of units.
    keys: Vec<String>,
    /// Their names in messages and in the names of logs.
    labels: Vec<String>,
    game: GameEntry,
    engine_log: Option<PathBuf>,
    cores: Option<Cores>,
    pairs: OnceLock<Box<dyn PairPlayer>>,
    times: Times,
}

/// A pair of games: two players, and the round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairUnit {
    /// The first player and the second, by their places in the list.
    pub players: [usize; 2],
    /// The round, from 1.
    pub round: u64,
    key: String,
}

impl fmt::Display for PairUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.key)
    }
}

/// A pair that was played, with its players.
#[derive(Clone, Debug)]
pub struct PlayedPair {
    /// Which players, and in which round.
    pub unit: PairUnit,
    /// The games, with their times if they are known.
    pub pair: PairRecord,
}

impl Tournament {
    /// The tournament of a specification, among these games. Reads the file of openings.
    pub fn new(mut spec: Spec, games: &[GameEntry]) -> Result<Tournament, Error> {
        spec.check()?;
        spec.note_openings()?;
        let text = spec.text()?;
        Tournament::with_text(spec, text, games)
    }

    /// The match of two players, which may be alike. The first player comes first in each pair.
    pub fn of_two(mut spec: Spec, games: &[GameEntry]) -> Result<Tournament, Error> {
        spec.is_match = true;
        Tournament::new(spec, games)
    }

    /// The tournament of a run, from the specification in its folder.
    pub(crate) fn reopen(text: &str, games: &[GameEntry]) -> Result<Tournament, Error> {
        let spec = Spec::parse(text, "spec.toml")?;
        spec.check()?;
        Tournament::with_text(spec, text.to_string(), games)
    }

    fn with_text(spec: Spec, text: String, games: &[GameEntry]) -> Result<Tournament, Error> {
        let labels: Vec<String> = match spec.is_match {
            true => ["first", "second"].map(String::from).to_vec(),
            false => spec.players.iter().map(|entry| entry.name().to_string()).collect(),
        };
        let players = labels.iter().zip(&spec.players);
        let keys = players.map(|(label, entry)| match spec.is_match {
            true => format!("{label} ({})", entry.player),
            false => entry.key(),
        });
        let (keys, game) = (keys.collect(), game(games, &spec.game)?.clone());
        let (pairs, times) = (OnceLock::new(), Times::default());
        let (engine_log, cores) = (None, None);
        Ok(Tournament { spec, text, keys, labels, game, engine_log, cores, pairs, times })
    }

    /// The same tournament, with the standard error of engines written to files in a folder.
    #[must_use]
    pub fn with_engine_log(self, folder: Option<PathBuf>) -> Tournament {
        Tournament { engine_log: folder, ..self }
    }

    /// The same tournament, with each game on cores of its own.
    #[must_use]
    pub fn with_cores(self, cores: Option<Cores>) -> Tournament {
        Tournament { cores, ..self }
    }

    /// The specification.
    pub fn specification(&self) -> &Spec {
        &self.spec
    }

    /// The game.
    pub fn game(&self) -> &GameEntry {
        &self.game
    }

    /// Reads the players and the openings, and checks them against the game and the conditions.
    pub fn check(&self) -> Result<(), Error> {
        self.pairs().map(|_| ())
    }

    fn pairs(&self) -> Result<&dyn PairPlayer, Error> {
        if let Some(pairs) = self.pairs.get() {
            return Ok(&**pairs);
        }
        let players = self.spec.parsed()?;
        let players: Vec<_> = self.labels.iter().cloned().zip(players).collect();
        for (name, player) in &players {
            if let Player::Search(spec) = player {
                let at = self.game.player(spec);
                at.map_err(|e| Error::input(format!("player '{name}': {e}")))?;
            }
        }
        let mut conditions = self.spec.conditions()?;
        conditions.engine_log.clone_from(&self.engine_log);
        conditions.cores.clone_from(&self.cores);
        let made = self.game.pairs(self.spec.position.as_deref(), &players, &conditions)?;
        Ok(&**self.pairs.get_or_init(|| made))
    }

    /// Starts each engine once, so that one that cannot be started is an error before any game.
    pub fn start_engines(&self) -> Result<(), Error> {
        let all: Vec<usize> = (0..self.spec.players.len()).collect();
        self.pairs()?.start(&all)
    }

    /// Each two players that meet, in the order in which their keys are sorted.
    fn matchups(&self) -> Vec<[usize; 2]> {
        let count = self.spec.players.len();
        let challengers = self.spec.gauntlet.unwrap_or(count);
        let all = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
        let meet = all.filter(|&[a, b]| match self.spec.gauntlet {
            Some(_) => a < challengers && b >= challengers,
            None => true,
        });
        let sorted = meet.map(|[a, b]| if self.keys[b] < self.keys[a] { [b, a] } else { [a, b] });
        sorted.collect()
    }

    fn unit(&self, players: [usize; 2], round: u64) -> PairUnit {
        let [first, second] = players.map(|player| &self.keys[player]);
        PairUnit { players, round, key: format!("round {round:06}: {first} - {second}") }
    }

    /// All units, round by round.
    fn units(&self) -> impl Iterator<Item = PairUnit> {
        let matchups = self.matchups();
        (1..=self.spec.rounds)
            .flat_map(move |round| matchups.clone().into_iter().map(move |two| (two, round)))
            .map(|(two, round)| self.unit(two, round))
    }

    /// Plays a unit and keeps its times.
    fn play(&self, unit: &PairUnit) -> Result<PairRecord, Error> {
        let pair = self.pairs()?.play(unit.players, unit.round)?;
        self.times.add(&unit.key, pair.games.each_ref().map(|game| game.times.clone()))?;
        Ok(pair)
    }

    fn played(&self, unit: &PairUnit, result: &JournalPair) -> PlayedPair {
        let pair = result.pair(unit.round, self.times.get(&unit.key).as_ref());
        PlayedPair { unit: unit.clone(), pair }
    }

    /// Plays all pairs without a folder, and hands them to `on_pair` in their order. Returns whether all were
    /// played, which they were not if `stop` was set.
    pub fn play_all(
        &self,
        jobs: usize,
        stop: &AtomicBool,
        on_pair: &mut dyn FnMut(&PlayedPair),
    ) -> Result<bool, Error> {
        let mut done = Results::default();
        loop {
            let mut units = Experiment::plan(self, &done);
            units.retain(|unit| !done.contains(unit));
            if units.is_empty() {
                return Ok(true);
            }
            let work = |(): &mut (), unit: PairUnit| {
                let pair = catch_panic(|| self.play(&unit)).unwrap_or_else(|words| {
                    Err(Error::failure(format!("pair {} panicked: {words}", unit.round)))
                })?;
                Ok::<_, Error>(PlayedPair { unit, pair })
            };
            let finished = pool::in_order(|played: PlayedPair| {
                on_pair(&played);
                done.insert(played.unit, JournalPair::new(&played.pair));
                Ok(())
            });
            let workers = pool::workers(jobs, units.len());
            if !pool::run(workers, units.into_iter(), stop, work, finished)? {
                return Ok(false);
            }
        }
    }

    /// Runs the tournament, or what is left of it, in a folder. Hands each pair to `on_pair`: first those that were
    /// played before, then each as soon as it is finished.
    pub fn run_in(
        &self,
        options: &RunOptions,
        on_pair: &mut dyn FnMut(&PlayedPair),
    ) -> Result<Outcome, Error> {
        self.check()?;
        if !options.out.join(MANIFEST).exists() {
            self.start_engines()?;
        }
        let units: HashMap<String, PairUnit> =
            self.units().map(|unit| (unit.key.clone(), unit)).collect();
        let on_pair = RefCell::new(on_pair);
        let watch = |key: &str, record: &Record| {
            let result = JournalPair::deserialize(record);
            if let (Some(unit), Ok(result)) = (units.get(key), result) {
                (on_pair.borrow_mut())(&self.played(unit, &result));
            }
        };
        run_watched(self, options, Some(&watch))
    }

    /// The pairs of a finished run, in their order.
    pub fn pairs_of_run(&self, folder: &Path) -> Result<Vec<PlayedPair>, Error> {
        let results = results_of_run(self, folder)?;
        Ok(results.iter().map(|(unit, result)| self.played(unit, result)).collect())
    }

    /// A game of a pair in the notations of the game. The record says what each move cost; times only if they are
    /// asked for.
    fn written(
        &self,
        played: &PlayedPair,
        game: usize,
        comments: bool,
        times: bool,
    ) -> Result<Written, Error> {
        let names = played.unit.players.map(|player| self.spec.players[player].name());
        let round = format!("{}.{}", played.unit.round, game + 1);
        let tags = vec![("Event", format!("plywood {}", self.spec.name)), ("Round", round)];
        let about = About { names, tags, comments, times };
        self.pairs()?.written(&played.pair, game, &about)
    }

    /// The sequential test before the first pair, if there is one.
    fn course(&self) -> Option<SprtCourse> {
        self.spec.test().ok().flatten().map(SprtCourse::new)
    }

    /// The sequential test after these pairs, which are in their order.
    pub fn sprt<'a>(&self, pairs: impl IntoIterator<Item = &'a PlayedPair>) -> Option<SprtCourse> {
        let mut course = self.course()?;
        for PlayedPair { unit, pair } in pairs {
            course.push(half_points(unit, pair));
        }
        Some(course)
    }

    /// The pairs that count, and those that a sequential test keeps apart because it was decided before them.
    pub fn split<'a>(&self, pairs: &'a [PlayedPair]) -> (&'a [PlayedPair], &'a [PlayedPair]) {
        let decided = self.sprt(pairs).and_then(|course| course.decision());
        let end = decided.map_or(pairs.len(), |decision| decision.pairs as usize);
        pairs.split_at(end.min(pairs.len()))
    }

    /// The ratings of all players by these pairs: that of the anchor is 0, or else the mean.
    pub fn ratings<'a>(
        &self,
        pairs: impl IntoIterator<Item = &'a PlayedPair>,
    ) -> Result<Ratings, Error> {
        let result = |PlayedPair { unit, pair }: &PlayedPair| PairResult {
            players: unit.players,
            half_points: (2.0 * pair.first_points()) as u64,
            games: 2,
        };
        let results: Vec<PairResult> = pairs.into_iter().map(result).collect();
        let anchor = self.spec.anchor.as_deref().map(|name| self.spec.player(name)).transpose()?;
        Ratings::of(self.spec.players.len(), &results, anchor.map(|player| (player, 0.0)))
    }

    /// The standings after these pairs.
    pub fn standings<'a>(&self, pairs: impl IntoIterator<Item = &'a PlayedPair>) -> Standings {
        let mut standings = Standings::new(self.spec.players.len());
        for PlayedPair { unit, pair } in pairs {
            standings.count(unit.players, pair);
        }
        standings
    }
}

/// The pairs before a sequential test is first looked at; later ones come in eighths of those before. Workers wait for
/// each other at the end of each part, and pairs beyond the decision are played in vain.
const FIRST_PAIRS: usize = 32;

/// The half points of the player that is listed first.
fn half_points(unit: &PairUnit, pair: &PairRecord) -> u8 {
    let points = (2.0 * pair.first_points()) as u8;
    if unit.players[0] == 0 { points } else { 4 - points }
}

/// The time of a player for its moves.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayerTime {
    player: String,
    moves: u64,
    total_ms: f64,
    mean_ms: f64,
    longest_ms: f64,
}

impl PlayerTime {
    fn new(player: &str, time: TimeSpent) -> PlayerTime {
        let ms = |time: std::time::Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
        PlayerTime {
            player: player.to_string(),
            moves: time.moves,
            total_ms: ms(time.total),
            mean_ms: ms(time.mean()),
            longest_ms: ms(time.longest),
        }
    }
}

impl Experiment for Tournament {
    type Unit = PairUnit;
    type Record = JournalPair;
    type Timings = Vec<PlayerTime>;

    fn name(&self) -> &str {
        &self.spec.name
    }

    /// All pairs; with a sequential test the next pairs until it is decided, a number that depends on nothing but
    /// how many there were before.
    fn plan(&self, done: &Results<Self>) -> Vec<PairUnit> {
        let Some(mut course) = self.course() else { return self.units().collect() };
        let mut left = self.units().peekable();
        let mut played = 0;
        while let Some(result) = left.peek().and_then(|unit| done.get(unit))
            && let Some(unit) = left.next()
        {
            course.push(half_points(&unit, &result.pair(unit.round, None)));
            played += 1;
        }
        match course.decision() {
            Some(_) => Vec::new(),
            None => left.take(FIRST_PAIRS.max(played / 8)).collect(),
        }
    }

    fn run(&self, unit: &PairUnit) -> Result<JournalPair, Error> {
        Ok(JournalPair::new(&self.play(unit)?))
    }

    fn expected_units(&self) -> Option<u64> {
        Some(self.matchups().len() as u64 * self.spec.rounds)
    }

    fn page(&self, done: &Results<Self>) -> Page {
        let pairs: Vec<PlayedPair> = done
            .iter()
            .map(|(unit, result)| PlayedPair {
                unit: unit.clone(),
                pair: result.pair(unit.round, None),
            })
            .collect();
        page::page(self, &pairs)
    }

    /// All games: in the format for records that the game has, else as JSON lines.
    fn files(&self, done: &Results<Self>) -> Result<Vec<(String, Vec<u8>)>, Error> {
        let mut text = String::new();
        for (unit, result) in done.iter() {
            let played = self.played(unit, result);
            text += &match self.game.records {
                Some(_) => self.records(&played, true, self.spec.times)?,
                None => self.json_line(&played)?,
            };
        }
        let extension = self.game.records.unwrap_or("jsonl");
        Ok(vec![(format!("games.{extension}"), text.into_bytes())])
    }

    fn keep_times(&self, folder: &Path, others: &[PathBuf]) -> Result<(), Error> {
        self.times.keep_in(folder)?;
        others.iter().try_for_each(|other| self.times.take_from(other))
    }

    fn timings(&self) -> Result<Option<Vec<PlayerTime>>, Error> {
        let mut totals = vec![TimeSpent::default(); self.spec.players.len()];
        for unit in self.units() {
            let Some(times) = self.times.get(&unit.key) else { continue };
            for game in times {
                for (player, times) in unit.players.into_iter().zip(game) {
                    times.into_iter().for_each(|time| totals[player].on(time));
                }
            }
        }
        if totals.iter().all(|total| total.moves == 0) {
            return Ok(None);
        }
        let names = self.spec.players.iter().map(PlayerEntry::name);
        Ok(Some(names.zip(totals).map(|(name, time)| PlayerTime::new(name, time)).collect()))
    }

    fn timings_page(&self, timings: &Vec<PlayerTime>) -> Option<Page> {
        Some(page::timings_page(&self.spec.name, timings))
    }

    fn spec(&self) -> String {
        self.text.clone()
    }

    fn frame(&self) -> Option<String> {
        self.spec.frame().text().ok()
    }

    fn seeds(&self) -> String {
        self.spec.seed.to_string()
    }
}
