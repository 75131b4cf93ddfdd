//! Pairs of games from one seed: who has won them.

use serde::Deserialize;
use std::cmp::Ordering;

/// The rule that decides a pair of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PairRule {
    /// The side with more points in the two games wins, as in a match.
    #[default]
    GamePoints,
    /// The rule of Korf & Chickering 1993: the side with the better final value as MAX wins.
    ValueAsMax,
}

impl PairRule {
    /// The result of a pair for the player who got the final value `own` as MAX; the other player got `other`.
    pub fn winner(self, own: i32, other: i32) -> Ordering {
        match self {
            PairRule::GamePoints => (own.signum() - other.signum()).cmp(&0),
            PairRule::ValueAsMax => own.cmp(&other),
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            PairRule::GamePoints => "whoever has more points in its two games wins it",
            PairRule::ValueAsMax => {
                "by the paper's rule, whoever got the better final value as MAX wins it"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_for_pairs_differ_in_the_margin_only() {
        let (points, paper) = (PairRule::GamePoints, PairRule::ValueAsMax);
        // Both won as MAX, the first by more.
        assert_eq!(points.winner(9, 4), Ordering::Equal);
        assert_eq!(paper.winner(9, 4), Ordering::Greater);
        for rule in [points, paper] {
            assert_eq!(rule.winner(3, -8), Ordering::Greater);
            assert_eq!(rule.winner(0, 8), Ordering::Less);
            assert_eq!(rule.winner(5, 5), Ordering::Equal);
        }
        assert_eq!(PairRule::default(), points);
    }
}
