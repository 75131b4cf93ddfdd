//! What the engine says of its thoughts.

use super::{Insight, Variation};
use plywood::{Interval, Keyed, Position, Score};
use plywood_games::Chess;
use plywood_games::chess::cozy_chess::Move;
use std::time::Duration;

/// How moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Style {
    /// `UCI_Chess960`: castling is the king's move to its rook, from whatever squares.
    pub chess960: bool,
}

impl Style {
    pub fn name(self, position: &Chess, m: Move) -> String {
        if self.chess960 { m.to_string() } else { position.uci(m) }
    }

    fn line(self, root: &Chess, line: &[Move]) -> String {
        let mut position = root.clone();
        let mut text = String::new();
        for &m in line {
            text.push(' ');
            text.push_str(&self.name(&position, m));
            position.play(m);
        }
        text
    }

    /// The move to play, and the reply that is expected.
    pub fn answer(self, root: &Chess, best: Move, reply: Option<Move>) -> String {
        let mut answer = format!("bestmove {}", self.name(root, best));
        if let Some(reply) = reply {
            let mut after = root.clone();
            after.play(best);
            answer.push_str(&format!(" ponder {}", self.name(&after, reply)));
        }
        answer
    }

    /// A line for each of the best moves.
    pub fn insight(self, root: &Chess, insight: &Insight, elapsed: Duration) -> Vec<String> {
        let work = work(insight, elapsed);
        let line = |(rank, variation): (usize, &Variation)| {
            let Variation { pv, value, depth } = variation;
            let deepest = insight.deepest.max(*depth).max(pv.len() as u32);
            let score = score(root, *value).map(|score| format!(" score {score}"));
            let (score, line) = (score.unwrap_or_default(), self.line(root, pv));
            format!("info depth {depth} seldepth {deepest} multipv {rank}{score}{work} pv{line}")
        };
        (1..).zip(&insight.variations).map(line).collect()
    }
}

/// Nodes, speed, table and time.
pub(super) fn work(insight: &Insight, elapsed: Duration) -> String {
    let Insight { nodes, table_used, .. } = *insight;
    let nps = (u128::from(nodes) * 1_000_000).checked_div(elapsed.as_micros()).unwrap_or(0);
    let ms = elapsed.as_millis();
    format!(" nodes {nodes} nps {nps} hashfull {table_used} time {ms}")
}

/// The value as the side to move sees it, in hundredths of a pawn, or as the moves to mate; nothing,
/// if nothing is known.
fn score(root: &Chess, value: Interval) -> Option<String> {
    let side = root.side();
    let (a, b) = (value.lower.seen_by(side), value.upper.seen_by(side));
    let (lower, upper) = (a.min(b), a.max(b));
    let (shown, bound) = match (lower.is_finite(), upper.is_finite()) {
        _ if lower == upper => (lower, ""),
        (true, _) => (lower, " lowerbound"),
        (false, true) => (upper, " upperbound"),
        (false, false) => return None,
    };
    Some(format!("{}{bound}", points(root, shown)))
}

/// A score of the side to move.
fn points(root: &Chess, score: Score) -> String {
    match score.end() {
        None => format!("cp {}", score.get()),
        Some(end) => {
            let plies = end.saturating_sub(root.ply());
            // A mate is given with the last ply, so the mated side has moved as often or less.
            if score > Score::ZERO {
                format!("mate {}", plies.div_ceil(2))
            } else {
                format!("mate -{}", plies / 2)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_games::Game;

    fn position(text: &str) -> Chess {
        Chess::parse(Some(text)).unwrap()
    }

    #[test]
    fn scores_are_those_of_the_side_to_move() {
        let [white, black] = ["e4 e5", "e4"].map(position);
        let exactly = |points: i32| Interval::exactly(Score::new(points));
        let between = |lower, upper| Interval { lower, upper };
        let (low, high) = (Score::NEG_INF, Score::POS_INF);
        for (root, value, words) in [
            (&white, exactly(37), Some("cp 37")),
            (&black, exactly(37), Some("cp -37")),
            (&white, between(Score::new(5), high), Some("cp 5 lowerbound")),
            (&black, between(Score::new(5), high), Some("cp -5 upperbound")),
            (&white, between(low, Score::new(5)), Some("cp 5 upperbound")),
            (&black, between(low, Score::new(5)), Some("cp -5 lowerbound")),
            (&black, between(Score::new(5), Score::new(9)), Some("cp -9 lowerbound")),
            (&white, Interval::UNKNOWN, None),
            (&white, Interval::exactly(Score::win(3)), Some("mate 1")),
            (&white, Interval::exactly(Score::win(5)), Some("mate 2")),
            (&white, Interval::exactly(Score::loss(4)), Some("mate -1")),
            (&black, Interval::exactly(Score::loss(2)), Some("mate 1")),
            (&black, Interval::exactly(Score::win(5)), Some("mate -2")),
        ] {
            assert_eq!(score(root, value).as_deref(), words, "{value:?}");
        }
    }

    #[test]
    fn a_line_for_each_move() {
        let root = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        let line = |moves: &str| {
            let mut position = root.clone();
            let moves = moves.split(' ').map(|word| {
                let m = position.parse_move(word).unwrap();
                position.play(m);
                m
            });
            moves.collect::<Vec<_>>()
        };
        let value = Interval::exactly(Score::new(-12));
        let insight = Insight {
            variations: vec![
                Variation { pv: line("O-O O-O-O"), value, depth: 2 },
                Variation { pv: line("Rb1"), value: Interval::UNKNOWN, depth: 2 },
            ],
            nodes: 3000,
            deepest: 7,
            table_used: 4,
            under_way: false,
        };
        let time = Duration::from_millis(20);
        assert_eq!(
            Style::default().insight(&root, &insight, time),
            [
                "info depth 2 seldepth 7 multipv 1 score cp -12 nodes 3000 nps 150000 hashfull 4 \
                 time 20 pv e1g1 e8c8",
                "info depth 2 seldepth 7 multipv 2 nodes 3000 nps 150000 hashfull 4 time 20 pv a1b1",
            ]
        );
        let lines = Style { chess960: true }.insight(&root, &insight, Duration::ZERO);
        assert!(lines[0].ends_with("nps 0 hashfull 4 time 0 pv e1h1 e8a8"), "{lines:?}");
    }
}
