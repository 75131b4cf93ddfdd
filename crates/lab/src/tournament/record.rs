//! Pairs of a tournament as the journal has them: whole, so that games can be written from it, and without times.

use crate::matches::{
    Adjudicated, Fault, FaultKind, Forfeit, GameRecord, MoveEffort, PairRecord, counts,
};
use plywood::{Counts, Score, Side};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The two games of a pair. The first player is MAX in the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalPair {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
    /// The moves of the opening.
    opening: String,
    /// The position after the opening.
    start: String,
    games: [GameResult; 2],
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct GameResult {
    /// The result for MAX as the number behind the score.
    result: i32,
    moves: String,
    /// What the first player and the second did for their moves, a word for each.
    efforts: [String; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    forfeit: Option<ForfeitResult>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    adjudicated: Option<Adjudicated>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ForfeitResult {
    by: Who,
    kind: String,
    reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    said: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Who {
    First,
    Second,
}

/// The times of the moves of a pair: of its two games, of the first player and of the second.
pub(super) type PairTimes = [[Vec<Duration>; 2]; 2];

impl JournalPair {
    /// The pair without its times.
    pub(super) fn new(pair: &PairRecord) -> JournalPair {
        JournalPair {
            origin: pair.origin.clone(),
            opening: pair.opening.join(" "),
            start: pair.start.clone(),
            games: pair.games.each_ref().map(GameResult::new),
        }
    }

    /// The pair of a round, with times if they are known.
    pub(super) fn pair(&self, round: u64, times: Option<&PairTimes>) -> PairRecord {
        let [first, second] = &self.games;
        let times = times.cloned().unwrap_or_default();
        let [first_times, second_times] = times;
        PairRecord {
            round,
            origin: self.origin.clone(),
            opening: words(&self.opening),
            start: self.start.clone(),
            games: [first.game(Side::Max, first_times), second.game(Side::Min, second_times)],
        }
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_string).collect()
}

impl GameResult {
    fn new(game: &GameRecord) -> GameResult {
        let forfeit = game.forfeit.as_ref().map(|Forfeit { by_first, fault }| ForfeitResult {
            by: if *by_first { Who::First } else { Who::Second },
            kind: fault.kind.name().to_string(),
            reason: fault.reason.clone(),
            said: fault.said.clone(),
        });
        GameResult {
            result: game.result.get(),
            moves: game.moves.join(" "),
            efforts: game
                .efforts
                .each_ref()
                .map(|efforts| efforts.iter().map(effort_text).collect::<Vec<_>>().join(" ")),
            forfeit,
            adjudicated: game.adjudicated,
        }
    }

    fn game(&self, first_side: Side, times: [Vec<Duration>; 2]) -> GameRecord {
        let forfeit = self.forfeit.as_ref().map(|forfeit| {
            let kind = FaultKind::ALL.into_iter().find(|kind| kind.name() == forfeit.kind);
            let mut fault = Fault::new(kind.unwrap_or(FaultKind::Refusal), &forfeit.reason);
            fault.said.clone_from(&forfeit.said);
            Forfeit { by_first: forfeit.by == Who::First, fault }
        });
        GameRecord {
            first_side,
            moves: words(&self.moves),
            result: score(self.result),
            forfeit,
            adjudicated: self.adjudicated,
            efforts: self
                .efforts
                .each_ref()
                .map(|text| text.split_whitespace().map(effort).collect()),
            times,
        }
    }
}

fn score(number: i32) -> Score {
    Score::ZERO.saturating_add(number.into())
}

/// `score/depth/generated/evaluated/expanded/regenerated/pointers`, without zeros and without slashes at the end:
/// `31/4/1034/900/35`; `-` if nothing is known.
fn effort_text(effort: &MoveEffort) -> String {
    let mut text = effort.score.map(|score| score.get().to_string()).unwrap_or_default();
    let Counts { generated, evaluated, expanded, regenerated, pointers, .. } = effort.counts;
    for number in [effort.depth.into(), generated, evaluated, expanded, regenerated, pointers] {
        text.push('/');
        if number > 0 {
            text += &number.to_string();
        }
    }
    text.truncate(text.trim_end_matches('/').len());
    if text.is_empty() { "-".into() } else { text }
}

fn effort(text: &str) -> MoveEffort {
    let mut parts = text.split('/');
    let score = parts.next().and_then(|part| part.parse().ok()).map(score);
    let mut number = || parts.next().and_then(|part| part.parse::<u64>().ok()).unwrap_or(0);
    let depth = u32::try_from(number()).unwrap_or(u32::MAX);
    let mut counts = counts(number(), number());
    (counts.expanded, counts.regenerated, counts.pointers) = (number(), number(), number());
    MoveEffort { counts, depth, score }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_come_back_from_the_journal() {
        let effort = |score, depth, generated| MoveEffort {
            counts: counts(generated, generated / 2),
            depth,
            score,
        };
        let game = |first_side, result| GameRecord {
            first_side,
            moves: ["e4", "e5", "Qh5"].map(String::from).to_vec(),
            result,
            forfeit: None,
            adjudicated: None,
            efforts: [
                vec![effort(Some(Score::new(31)), 4, 1034), effort(Some(Score::loss(9)), 0, 0)],
                vec![effort(None, 7, 12), effort(None, 0, 0)],
            ],
            times: [vec![Duration::from_micros(1500); 2], vec![Duration::from_micros(7); 2]],
        };
        let mut fault = Fault::new(FaultKind::IllegalMove, "not a legal move: 'h8'");
        fault.said = Some("= h8".into());
        let mut games = [game(Side::Max, Score::new(-200)), game(Side::Min, Score::win(61))];
        games[1].forfeit = Some(Forfeit { by_first: true, fault });
        games[0].adjudicated = Some(Adjudicated::Solved);
        let pair = PairRecord {
            round: 7,
            origin: Some("board".into()),
            opening: vec!["a".into()],
            start: "other board".into(),
            games,
        };
        let json = serde_json::to_string(&JournalPair::new(&pair)).unwrap();
        let read: JournalPair = serde_json::from_str(&json).unwrap();
        let times = pair.games.each_ref().map(|game| game.times.clone());
        assert_eq!(read.pair(7, Some(&times)), pair);
        assert!(read.pair(7, None).games[0].times[0].is_empty());
        assert!(json.contains(r#""efforts":["31/4/1034/517 -2146999991","/7/12/6 -"]"#), "{json}");
    }
}
