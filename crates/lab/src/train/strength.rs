//! The outcome of a match, as a training reports it.

use crate::stats::{Elo, elo, mean_with_error};
use serde::{Deserialize, Serialize};

/// A score in a match, and the Elo it stands for with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// Points per game.
    pub score: f64,
    /// The difference in Elo.
    pub elo: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Match {
    /// From the points per game of pairs of games; nothing if one pair or none is too few to say.
    pub(super) fn of_pairs(points: &[f64]) -> Option<Match> {
        let score = mean_with_error(points)?;
        let Elo { value, low, high } = elo(score);
        Some(Match { score: score.value, elo: value, low, high })
    }

    /// For a table.
    pub(super) fn cell(this: Option<Match>) -> String {
        match this {
            Some(Match { score, elo, low, high }) => {
                format!("{:.1} %, {elo:+.0} Elo ({low:+.0} to {high:+.0})", 100.0 * score)
            }
            None => "–".to_string(),
        }
    }

    /// The score alone, for a line.
    pub(super) fn percent(this: Option<Match>) -> String {
        this.map_or("–".to_string(), |this| format!("{:.1} %", 100.0 * this.score))
    }
}
