use plywood::{Score, Side};

/// What an engine said about the move that it chose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// Its evaluation, from MAX's view; none if it gave none.
    pub score: Option<Score>,
    /// The depth of its search in plies; 0 if it gave none.
    pub depth: u32,
    /// The nodes that it searched; 0 if it gave none.
    pub nodes: u64,
}

/// The largest evaluation that an engine can give: beyond it are the scores of won games.
const LARGEST: f64 = 1e6;

/// The score of an evaluation in points, from the view of `side`.
pub(super) fn score_of(points: f64, side: Side) -> Option<Score> {
    let points = points.clamp(-LARGEST, LARGEST).round();
    (!points.is_nan()).then(|| Score::new(points as i32).seen_by(side))
}

/// The words after `name`, each a number: `["cp", "31"]` after `score`.
pub(super) fn number_after<T: std::str::FromStr>(words: &[&str], name: &str) -> Option<T> {
    let at = words.iter().position(|&word| word == name)?;
    words.get(at + 1)?.parse().ok()
}

impl Thought {
    /// Takes in a line such as `info depth 12 score cp 31 nodes 9876 pv e2e4`, said by an engine that plays
    /// `side`. A line about another than the best line of play says nothing about the move.
    pub(super) fn hear_uci(&mut self, line: &str, side: Side) {
        let words: Vec<&str> = line.split_whitespace().collect();
        // What follows are moves and free text.
        let end = words.iter().position(|&word| matches!(word, "pv" | "string"));
        let words = &words[..end.unwrap_or(words.len())];
        if words.first() != Some(&"info") || number_after(words, "multipv").unwrap_or(1) != 1 {
            return;
        }
        if let Some(nodes) = number_after(words, "nodes") {
            self.nodes = nodes;
        }
        let score = match number_after::<i32>(words, "mate") {
            // A mate in N moves ends with the mover's Nth move; one against the mover with the other's.
            Some(moves) if moves > 0 => {
                Some(Score::won_by(side, (2 * moves.unsigned_abs()).saturating_sub(1).min(10_000)))
            }
            Some(moves) => {
                Some(Score::won_by(!side, (2 * moves.unsigned_abs().min(5_000)).min(10_000)))
            }
            None => number_after::<f64>(words, "cp").and_then(|points| score_of(points, side)),
        };
        if let Some(score) = score {
            self.score = Some(score);
            self.depth = number_after(words, "depth").unwrap_or(self.depth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(lines: &[&str], side: Side) -> Thought {
        let mut thought = Thought::default();
        lines.iter().for_each(|line| thought.hear_uci(line, side));
        thought
    }

    #[test]
    fn the_last_line_about_the_best_move_counts() {
        let lines = [
            "info depth 3 seldepth 5 score cp 31 nodes 100 pv e2e4",
            "info depth 4 multipv 1 score cp -25 lowerbound nodes 250 time 3 pv d2d4 cp 9",
            "info depth 4 multipv 2 score cp -90 nodes 251 pv e2e4",
            "info string depth 99 score cp 5",
            "info currmove e2e4 nodes 300",
            "bestmove d2d4",
        ];
        let expected = Thought { score: Some(Score::new(-25)), depth: 4, nodes: 300 };
        assert_eq!(heard(&lines, Side::Max), expected);
        let black = Thought { score: Some(Score::new(25)), ..expected };
        assert_eq!(heard(&lines, Side::Min), black);
    }

    #[test]
    fn mates_are_wins_and_nonsense_is_ignored() {
        let mate = |line| heard(&[line], Side::Max).score;
        assert_eq!(mate("info depth 5 score mate 2"), Some(Score::win(3)));
        assert_eq!(mate("info depth 5 score mate -2"), Some(Score::loss(4)));
        assert_eq!(mate("info depth 5 score mate 0"), Some(Score::loss(0)));
        assert_eq!(mate("info depth 5 score cp 99999999"), Some(Score::new(1_000_000)));
        for line in ["info score cp", "info score cp x nodes -3", "info", "", "score cp 3"] {
            assert_eq!(heard(&[line], Side::Max), Thought::default(), "{line}");
        }
    }
}
