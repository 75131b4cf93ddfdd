//! The outcome of a match, as a training reports it.

use crate::stats::{Elo, Estimate, Sample, elo};
use serde::{Deserialize, Serialize};

/// A score in a match, and the Elo it stands for, both with 95 % intervals.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// Points per game.
    pub score: f64,
    /// The lower end of its interval.
    pub score_low: f64,
    /// The upper end.
    pub score_high: f64,
    /// The difference in Elo.
    pub elo: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Match {
    /// From the points per game of pairs of games; nothing if there is no pair.
    pub(super) fn of_pairs(points: &[f64]) -> Option<Match> {
        let estimate = Sample::scores(points)?.estimate();
        let Elo { value: elo, low, high } = elo(estimate);
        let Estimate { value: score, low: score_low, high: score_high, .. } = estimate;
        Some(Match { score, score_low, score_high, elo, low, high })
    }

    /// For a table.
    pub(super) fn cell(this: Option<Match>) -> String {
        match this {
            Some(Match { score, elo: value, low, high, .. }) => {
                format!("{:.1} %, Elo {}", 100.0 * score, Elo { value, low, high })
            }
            None => "–".to_string(),
        }
    }

    /// The score alone, for a line.
    pub(super) fn percent(this: Option<Match>) -> String {
        this.map_or("–".to_string(), |this| format!("{:.1} %", 100.0 * this.score))
    }
}
