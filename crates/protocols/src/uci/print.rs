//! The lines that the engine prints about a search.

use super::Progress;
use plywood::{Interval, Keyed, Position, Score, Variation};
use plywood_games::Chess;
use plywood_games::chess::cozy_chess::Move;
use std::time::Duration;

/// How moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Style {
    /// Option `UCI_Chess960`: castling is written as the king's move to the square of its rook.
    pub chess960: bool,
}

impl Style {
    pub fn move_text(self, position: &Chess, m: Move) -> String {
        if self.chess960 { m.to_string() } else { position.uci(m) }
    }

    fn line(self, root: &Chess, line: &[Move]) -> String {
        let mut position = root.clone();
        let mut text = String::new();
        for &m in line {
            text.push(' ');
            text.push_str(&self.move_text(&position, m));
            position.play(m);
        }
        text
    }

    /// The line `bestmove`, with the expected reply.
    pub fn answer(self, root: &Chess, best: Move, reply: Option<Move>) -> String {
        let mut answer = format!("bestmove {}", self.move_text(root, best));
        if let Some(reply) = reply {
            let mut after = root.clone();
            after.play(best);
            answer.push_str(&format!(" ponder {}", self.move_text(&after, reply)));
        }
        answer
    }

    /// One line `info` for each of the best moves.
    pub fn progress(self, root: &Chess, progress: &Progress, elapsed: Duration) -> Vec<String> {
        let work = work(progress, elapsed);
        let line = |(rank, variation): (usize, &Variation<Move>)| {
            let Variation { pv, value, depth, .. } = variation;
            let deepest = progress.deepest.max(*depth).max(pv.len() as u32);
            let score = score(root, *value).map(|score| format!(" score {score}"));
            let (score, line) = (score.unwrap_or_default(), self.line(root, pv));
            format!("info depth {depth} seldepth {deepest} multipv {rank}{score}{work} pv{line}")
        };
        (1..).zip(&progress.variations).map(line).collect()
    }
}

/// Nodes, speed, use of the table, and time.
pub(super) fn work(progress: &Progress, elapsed: Duration) -> String {
    let Progress { nodes, table_used, .. } = *progress;
    let nps = (u128::from(nodes) * 1_000_000).checked_div(elapsed.as_micros()).unwrap_or(0);
    let ms = elapsed.as_millis();
    format!(" nodes {nodes} nps {nps} hashfull {table_used} time {ms}")
}

/// The value from the view of the side to move, in centipawns or in moves to mate; none if unknown.
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

/// A score from the view of the side to move.
fn points(root: &Chess, score: Score) -> String {
    match score.end() {
        None => format!("cp {}", score.get()),
        Some(end) => {
            let plies = end.saturating_sub(root.ply());
            // The winner makes the last move, so the loser makes as many moves or one less.
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
        let progress = Progress {
            variations: vec![
                Variation { pv: line("O-O O-O-O"), value, proven: false, depth: 2 },
                Variation { pv: line("Rb1"), value: Interval::UNKNOWN, proven: false, depth: 2 },
            ],
            nodes: 3000,
            deepest: 7,
            table_used: 4,
            under_way: false,
        };
        let time = Duration::from_millis(20);
        assert_eq!(
            Style::default().progress(&root, &progress, time),
            [
                "info depth 2 seldepth 7 multipv 1 score cp -12 nodes 3000 nps 150000 hashfull 4 \
                 time 20 pv e1g1 e8c8",
                "info depth 2 seldepth 7 multipv 2 nodes 3000 nps 150000 hashfull 4 time 20 pv a1b1",
            ]
        );
        let lines = Style { chess960: true }.progress(&root, &progress, Duration::ZERO);
        assert!(lines[0].ends_with("nps 0 hashfull 4 time 0 pv e1h1 e8a8"), "{lines:?}");
    }
}
