//! Budgets at which players cost the same, found before a tournament by playing some games.

use super::{Spec, Tournament};
use crate::Error;
use crate::experiment::{REPAIR, RunOptions, from_json, read_if_there, replace_file, to_json};
use crate::matches::MatchResult;
use crate::registry::GameEntry;
use plywood::kit::{Count, Format, Time};
use plywood_games::shown;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What is to be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cost {
    /// Evaluations per move.
    Evaluations,
    /// Generated nodes per move.
    Nodes,
    /// Wall time per move.
    Time,
}

impl Cost {
    /// The name in output.
    pub fn name(self) -> &'static str {
        match self {
            Cost::Evaluations => "evaluations",
            Cost::Nodes => "nodes",
            Cost::Time => "time",
        }
    }
}

/// The budget that was found for a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibrated {
    /// The player as it was given.
    pub given: String,
    /// The player with the budget that was found.
    pub found: String,
    /// The cost of its moves divided by that of the first player, in the last games.
    pub ratio: f64,
}

/// What was found for a tournament, and for what it was asked.
#[derive(Debug, Serialize, Deserialize)]
struct Kept {
    cost: Cost,
    reference: String,
    frame: String,
    players: Vec<Calibrated>,
}

/// The limits that can be changed little by little.
const LIMITS: [&str; 4] = ["nodes", "evals", "artificial-time", "time"];
/// Pairs of games for each budget that is tried.
const PAIRS: u64 = 8;
/// Budgets that are tried.
const TRIALS: usize = 8;
/// A ratio of costs this near to 1 is equal.
const NEAR: f64 = 0.02;
/// In the folder of a run: what is found by the clock is not found again.
const FILE: &str = "timings-calibration.json";

impl Spec {
    /// Changes the budgets of all players but the first so that a move costs each as much as the first. Games of a
    /// seed of their own are played until the ratio of the costs is within 2 % of 1, or for eight budgets, of which the
    /// best is taken.
    ///
    /// What was found is kept in the folder, so that a run that is resumed goes on with the same budgets. Returns
    /// nothing if `stop` was set.
    pub fn calibrate(
        &mut self,
        cost: Cost,
        games: &[GameEntry],
        options: &RunOptions,
    ) -> Result<Option<Vec<Calibrated>>, Error> {
        self.check()?;
        let RunOptions { out: folder, jobs, stop, .. } = options;
        let path = folder.join(FILE);
        let asked = Kept {
            cost,
            reference: self.players[0].player.clone(),
            frame: self.frame().text()?,
            players: Vec::new(),
        };
        let kept = match read_if_there(&path)? {
            None => None,
            Some(bytes) => match from_json::<Kept>("", &bytes) {
                None if !options.repair && !options.overwrite => {
                    let reason = format!("damaged: {REPAIR} calibrates again");
                    return Err(Error::damaged(&path, reason));
                }
                kept => kept,
            },
        };
        let same = |kept: &Kept| {
            kept.cost == cost && kept.reference == asked.reference && kept.frame == asked.frame
        };
        let mut kept = kept.filter(same).unwrap_or(asked);
        let mut all = Vec::new();
        for index in 1..self.players.len() {
            let given = self.players[index].player.clone();
            let known = kept.players.iter().find(|known| known.given == given).cloned();
            let found = match known {
                Some(known) => known,
                None => {
                    let threads = if cost == Cost::Time { 1 } else { *jobs };
                    let search = Search { spec: self, cost, games, threads, stop };
                    let Some(found) = search.budget(index)? else { return Ok(None) };
                    kept.players.push(found.clone());
                    std::fs::create_dir_all(folder).map_err(|e| Error::at(folder, e))?;
                    replace_file(&path, &to_json("", &kept)?)?;
                    found
                }
            };
            let entry = &mut self.players[index];
            entry.name.get_or_insert_with(|| given.clone());
            entry.player.clone_from(&found.found);
            all.push(found);
        }
        Ok(Some(all))
    }
}

/// The search for the budget of a player.
struct Search<'a> {
    spec: &'a Spec,
    cost: Cost,
    games: &'a [GameEntry],
    threads: usize,
    stop: &'a AtomicBool,
}

impl Search<'_> {
    /// The budget at which a move costs the player as much as the first one; nothing if it was stopped.
    fn budget(&self, player: usize) -> Result<Option<Calibrated>, Error> {
        let given = self.spec.players[player].player.clone();
        let mut budget = Budget::of(&given)?;
        let mut best: Option<Calibrated> = None;
        for _ in 0..TRIALS {
            let found = budget.text();
            let Some(ratio) = self.ratio(player, &found)? else { return Ok(None) };
            let distance = |ratio: f64| ratio.ln().abs();
            if best.as_ref().is_none_or(|best| distance(ratio) < distance(best.ratio)) {
                best = Some(Calibrated { given: given.clone(), found, ratio });
            }
            if distance(ratio) <= NEAR || !budget.scale(1.0 / ratio) {
                break;
            }
        }
        Ok(best)
    }

    /// The cost of a move of the player, with this text, divided by that of the first; nothing if it was
    /// stopped.
    fn ratio(&self, player: usize, text: &str) -> Result<Option<f64>, Error> {
        let mut spec = self.spec.clone();
        let mut second = spec.players[player].clone();
        second.player = text.to_string();
        spec.players = vec![spec.players[0].clone(), second];
        (spec.rounds, spec.gauntlet, spec.sprt, spec.anchor) = (PAIRS, None, None, None);
        // The games of the tournament itself are others.
        spec.seed = !spec.seed;
        let tournament = Tournament::of_two(spec, self.games)?;
        let mut pairs = Vec::new();
        tournament
            .play_all(self.threads, self.stop, &mut |played| pairs.push(played.pair.clone()))?;
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let result = MatchResult::of(&pairs);
        let moves = [0, 1].map(|player| {
            pairs.iter().flat_map(|pair| &pair.games).map(|game| game.efforts[player].len()).sum()
        });
        let [first, second] = [0, 1].map(|player: usize| {
            let (count, moves): (_, usize) = (&result.work[player], moves[player]);
            let total = match self.cost {
                Cost::Evaluations => count.evaluated as f64,
                Cost::Nodes => count.generated as f64,
                Cost::Time => result.time[player].total.as_secs_f64(),
            };
            total / moves.max(1) as f64
        });
        if first <= 0.0 || second <= 0.0 {
            let names = [0, player].map(|player| self.spec.players[player].name().to_string());
            let unknown = if first <= 0.0 { &names[0] } else { &names[1] };
            let (cost, unknown) = (self.cost.name(), shown(unknown));
            return Err(Error::input(format!(
                "calibrate {cost}: the cost of player '{unknown}' is not known: external engines report nodes or \
                 nothing"
            )));
        }
        Ok(Some(second / first))
    }
}

/// A player whose budget can be changed: the text before the number, the number, and the text behind it.
struct Budget {
    before: String,
    /// A count, or microseconds.
    number: f64,
    is_time: bool,
    behind: String,
}

impl Budget {
    fn of(player: &str) -> Result<Budget, Error> {
        // The options of an engine end with the first colon.
        let options = player.split(':').next().unwrap_or_default();
        let mut at = 0;
        for part in options.split(',') {
            let place = at;
            at += part.len() + 1;
            let Some((name, value)) = part.split_once('=') else { continue };
            let Some(limit) = LIMITS.iter().find(|&&limit| limit == name.trim()) else { continue };
            let start = place + name.len() + 1;
            let is_time = *limit == "time";
            let (digits, per_game) = match value.strip_suffix("/game") {
                Some(digits) => (digits, "/game"),
                None => (value, ""),
            };
            let number = match is_time {
                true => Time.read(digits.trim()).map(|time: Duration| time.as_secs_f64() * 1e6),
                false => Count.read(digits.trim()).map(|count: u64| count as f64),
            };
            if let Some(number) = number {
                let behind = format!("{per_game}{}", &player[start + value.len()..]);
                return Ok(Budget { before: player[..start].into(), number, is_time, behind });
            }
        }
        Err(Error::input(format!(
            "calibrate: player '{}' has no limit that can be changed: expected nodes, evals, artificial-time or time",
            shown(player)
        )))
    }

    fn text(&self) -> String {
        let Budget { before, number, is_time, behind } = self;
        let unit = if *is_time { "us" } else { "" };
        format!("{before}{}{unit}{behind}", number.round() as u64)
    }

    /// Changes the budget by a factor; returns whether it is another one.
    fn scale(&mut self, factor: f64) -> bool {
        let before = self.number.round();
        self.number = (self.number * factor).clamp(1.0, 1e15);
        before != self.number.round()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::games;
    use crate::tournament::PlayerEntry;

    #[test]
    fn budgets_are_found_in_texts() {
        for (player, text) in [
            ("mtdf,nodes=10k", "mtdf,nodes=20000"),
            ("mtdf,nodes=1M,memory=1MiB", "mtdf,nodes=2000000,memory=1MiB"),
            ("lcf,artificial-time=3k/game,x=1", "lcf,artificial-time=6000/game,x=1"),
            ("time=5ms", "time=10000us"),
            ("uci,nodes=7,option.Hash=1:x nodes=3", "uci,nodes=14,option.Hash=1:x nodes=3"),
        ] {
            let mut budget = Budget::of(player).unwrap();
            assert!(budget.scale(2.0));
            assert_eq!(budget.text(), text);
        }
        for player in ["mtdf,depth=3", "gtp:x nodes=3", "mtdf,nodes=x"] {
            assert!(Budget::of(player).is_err(), "{player}");
        }
    }

    #[test]
    fn two_algorithms_are_given_equal_costs() {
        let entry = |player: &str| PlayerEntry { name: None, player: player.into() };
        let folder = std::env::temp_dir().join(format!("plywood-calibrate-{}", std::process::id()));
        let spec = Spec::new("connect4", vec![entry("alpha-beta,depth=4"), entry("mtdf,nodes=50")]);
        let calibrate = |mut spec: Spec, repair: bool| {
            let options = RunOptions { jobs: 2, repair, ..RunOptions::new(&folder) };
            spec.calibrate(Cost::Evaluations, games(), &options).map(|found| (found.unwrap(), spec))
        };
        let (found, changed) = calibrate(spec.clone(), false).unwrap();
        assert_eq!((found[0].given.as_str(), found.len()), ("mtdf,nodes=50", 1));
        assert!((0.8..1.25).contains(&found[0].ratio), "{found:?}");
        assert_eq!(changed.players[1].player, found[0].found);
        assert_eq!(changed.players[1].name(), "mtdf,nodes=50");
        assert_eq!(calibrate(spec.clone(), false).unwrap().0, found, "from the file");
        // What is found by the clock is not found again, so a file that cannot be read is no reason to search again.
        let path = folder.join(FILE);
        let bytes = std::fs::read(&path).unwrap();
        for end in [0, 1, bytes.len() / 2, bytes.len() - 1] {
            std::fs::write(&path, &bytes[..end]).unwrap();
            let message = calibrate(spec.clone(), false).unwrap_err().to_string();
            assert!(message.contains("timings-calibration.json: damaged"), "{message}");
            assert_eq!(calibrate(spec.clone(), true).unwrap().0, found);
            assert_eq!(std::fs::read(&path).unwrap(), bytes);
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
