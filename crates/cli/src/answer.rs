//! The answer of a search as text and as JSON.

use crate::player::Chosen;
use plywood::{Counts, Interval, Score, Stop};
use plywood_games::signed;
use plywood_play::json::{Object, bounds_json, counts_json, ms};
use plywood_play::{Answer, move_json, moves_json};
use serde_json::Value;
use std::fmt::Write;
use std::time::Duration;

/// The number of moves of a line that are shown.
const LINE: usize = 20;

/// A score in `unit`s as text.
pub(crate) fn score_text(score: Score, unit: i32) -> String {
    if unit == 1 || !score.is_finite() || score.winner().is_some() {
        return score.to_string();
    }
    signed(f64::from(score.get()) / f64::from(unit), 2)
}

/// The position and the player of a search.
pub(crate) struct Question<'a> {
    pub game: &'a str,
    /// Whether moves are numbers.
    pub numbered_moves: bool,
    pub position: &'a str,
    pub player: &'a Chosen,
    /// The score of one unit of the game, such as a disc.
    pub unit: i32,
    /// What people call the side from whose view values are.
    pub view: &'a str,
    /// Whether all equally good moves are reported.
    pub all_best: bool,
}

impl Question<'_> {
    /// The answer as the object of `search --json`.
    pub(crate) fn json(&self, answer: &Answer) -> Object {
        let object = Object::new().field("game", self.game).field("position", self.position);
        let mut object = self
            .with_choice(self.player.fields(object), answer)
            .object("counts", counts_json(answer.counts, &answer.details))
            .field("stop", answer.stop.name())
            .field("depth", answer.depth)
            .field("memory", answer.memory);
        if self.all_best {
            object =
                object.field("equally_good", moves_json(self.numbered_moves, &answer.equally_good));
        }
        object.field("elapsed_ms", ms(answer.elapsed))
    }

    /// Adds what was found: the best move, the value, and the line of play.
    pub(crate) fn with_choice(&self, object: Object, answer: &Answer) -> Object {
        let best =
            answer.best.as_deref().map_or(Value::Null, |best| move_json(self.numbered_moves, best));
        let bounds = bounds_json(answer.value, self.unit);
        let mut object = object.field("best", best).object("value", bounds);
        if let Some(won) = answer.value.exact().filter(|value| value.winner().is_some()) {
            object = object.field("outcome", won.to_string());
        }
        object
            .field("proven", answer.proven)
            .field("pv", moves_json(self.numbered_moves, &answer.pv))
    }

    /// The answer as text.
    pub(crate) fn lines(&self, answer: &Answer) -> String {
        let Counts { generated, evaluated, expanded, regenerated, .. } = answer.counts;
        let mut work =
            format!("{generated} nodes generated, {evaluated} evaluated, {expanded} expanded");
        if regenerated > 0 {
            let _ = write!(work, ", {regenerated} generated again");
        }
        let best = answer.best.as_deref().unwrap_or("none, the game is over");
        let mut rows = vec![("algorithm", self.player.text()), ("best move", best.to_string())];
        if self.all_best {
            rows.push(("as good", answer.equally_good.join(" ")));
        }
        rows.extend([
            ("value", format!("{} (view of {})", value_text(answer.value, self.unit), self.view)),
            ("proven", if answer.proven { "yes" } else { "no" }.to_string()),
            ("line", line_text(&answer.pv)),
            ("depth", answer.depth.to_string()),
            ("work", work),
            ("memory", memory_text(answer.memory)),
            ("time", time_text(answer.elapsed)),
            ("stopped", stop_text(answer.stop)),
        ]);
        let row = |(name, value)| format!("{name:<10} {value}").trim_end().to_string() + "\n";
        rows.into_iter().map(row).collect()
    }
}

/// A value or its bounds as text.
pub(crate) fn value_text(value: Interval, unit: i32) -> String {
    let text = |score| score_text(score, unit);
    match (value.exact(), value.lower.is_finite(), value.upper.is_finite()) {
        (Some(value), ..) => text(value),
        (_, true, true) => format!("from {} to {}", text(value.lower), text(value.upper)),
        (_, true, false) => format!("at least {}", text(value.lower)),
        (_, false, true) => format!("at most {}", text(value.upper)),
        (_, false, false) => "unknown".to_string(),
    }
}

/// A line of play, cut if it is long.
pub(crate) fn line_text(moves: &[String]) -> String {
    let shown = moves[..moves.len().min(LINE)].join(" ");
    match moves.len().saturating_sub(LINE) {
        0 => shown,
        more => format!("{shown} … ({more} more)"),
    }
}

/// A time with about three digits.
pub(crate) fn time_text(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 1e-3 => format!("{:.0} µs", seconds * 1e6),
        seconds if seconds < 1.0 => format!("{:.1} ms", seconds * 1e3),
        seconds => format!("{seconds:.2} s"),
    }
}

fn memory_text(bytes: usize) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{:.1} KiB", bytes as f64 / 1024.0),
        _ => format!("{:.1} MiB", bytes as f64 / 1_048_576.0),
    }
}

/// Why a search ended.
pub(crate) fn stop_text(stop: Stop) -> String {
    let reason = match stop {
        Stop::Complete => "everything was searched",
        Stop::GaveUp => "the search ended without a proof",
        Stop::Depth => "the depth limit was reached",
        Stop::Terminal => "the expected line of play ends the game",
        Stop::Swings => "no swing, or none below the threshold, would change the choice",
        Stop::Nodes => "the node limit was reached",
        Stop::Evaluations => "the evaluation limit was reached",
        Stop::ArtificialTime => "the artificial time is spent",
        Stop::Time => "the time limit was reached",
        Stop::Memory => "the memory limit was reached",
        Stop::Cancelled => "interrupted",
        Stop::Width => "a position has too many moves",
    };
    format!("{stop}: {reason}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_words() {
        let (three, won) = (Score::new(3), Score::win(7));
        let text = |lower, upper| value_text(Interval { lower, upper }, 1);
        assert_eq!(text(three, three), "3");
        assert_eq!(text(won, won), "win@7");
        assert_eq!(text(three, Score::POS_INF), "at least 3");
        assert_eq!(text(Score::NEG_INF, three), "at most 3");
        assert_eq!(text(three, won), "from 3 to win@7");
        assert_eq!(value_text(Interval::UNKNOWN, 1), "unknown");
        assert_eq!(value_text(Interval::exactly(Score::new(-725)), 100), "-7.25");
    }
}
