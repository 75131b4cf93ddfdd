//! Othello with the results of Korf & Chickering 1993.
//!
//! Disc differences and evaluations cannot be compared. So before the endgame, a finished game has
//! the value infinity if the searching side has won it, minus infinity if it has lost it, and one
//! more than that if it is tied. In the endgame all values are differences in discs.

use super::{DISC, Evaluation, Move, Othello};
use crate::{Game, GoalVisitor, InputError};
use plywood::{Evaluate, Keyed, Position, Score, Side, Tactics, hash};

/// A position of Othello with the rule for results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The position.
    pub game: Othello,
    /// The rule for results.
    pub judge: Judge,
}

/// The rule for results. It is part of the position, so that a tree from before the endgame is not
/// reused in the endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// Win or loss for this side, which searches. A tie is just above a loss.
    ByWinner(Side),
    /// The difference in discs.
    ByDiscs,
}

impl Position for Judged {
    type Move = Move;
    type Undo = u64;

    #[inline]
    fn side(&self) -> Side {
        self.game.side()
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        self.game.moves(out);
    }

    fn result(&self) -> Score {
        let difference = self.game.final_score();
        match self.judge {
            Judge::ByDiscs => self.game.result(),
            // All wins have the same value: plies do not count.
            Judge::ByWinner(_) if difference > 0 => Score::win(0),
            Judge::ByWinner(_) if difference < 0 => Score::loss(0),
            // Above every loss of the searching side, below every evaluation.
            Judge::ByWinner(searcher) => Score::MIN_EVAL.seen_by(searcher),
        }
    }

    #[inline]
    fn play(&mut self, m: Move) -> u64 {
        self.game.play(m)
    }

    #[inline]
    fn undo(&mut self, m: Move, flips: u64) {
        self.game.undo(m, flips);
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.game.is_over()
    }
}

impl Keyed for Judged {
    fn key(&self) -> u64 {
        let judge = match self.judge {
            Judge::ByDiscs => 0,
            Judge::ByWinner(searcher) => 1 + searcher as u64,
        };
        hash(&[self.game.key(), judge])
    }
}

impl Tactics for Judged {}

/// An evaluation of Othello before the endgame, the difference in discs in the endgame.
#[derive(Clone, Debug, Default)]
pub struct JudgedEvaluation(Evaluation);

impl Evaluate<Judged> for JudgedEvaluation {
    #[inline]
    fn evaluate(&mut self, position: &Judged) -> Score {
        match position.judge {
            Judge::ByWinner(_) => self.0.evaluate(&position.game),
            Judge::ByDiscs => Score::new(position.game.disc_difference() * DISC),
        }
    }
}

impl Game for Judged {
    const NAME: &'static str = Othello::NAME;
    const SUMMARY: &'static str = Othello::SUMMARY;
    const POSITION: &'static str = Othello::POSITION;
    const EVALUATIONS: &'static [(&'static str, &'static str)] = Othello::EVALUATIONS;
    const UNIT: i32 = Othello::UNIT;
    const SCALE: f64 = Othello::SCALE;
    const LISTED: bool = false;

    type Evaluation = JudgedEvaluation;

    fn evaluation(name: &str) -> Option<JudgedEvaluation> {
        Othello::evaluation(name).map(JudgedEvaluation)
    }

    /// None: nobody asks for them, and their searches need not be compiled.
    fn goals(_: &mut impl GoalVisitor<Judged>) {}

    fn parse(text: Option<&str>) -> Result<Judged, InputError> {
        Ok(Judged { game: Othello::parse(text)?, judge: Judge::ByDiscs })
    }

    fn text(&self) -> String {
        self.game.text()
    }

    fn move_text(&self, m: Move) -> String {
        self.game.move_text(m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(black: u64, white: u64, judge: Judge) -> Score {
        let game = Othello::new(Side::Max, black, white).unwrap();
        Judged { game, judge }.result()
    }

    #[test]
    fn a_tie_is_next_to_a_loss_for_whoever_searches() {
        let (most, half) = (0xffff_ffff_ffff_0000, 0xffff_ffff_0000_0000u64);
        for searcher in [Side::Max, Side::Min] {
            let judge = Judge::ByWinner(searcher);
            let seen = |black: u64| judged(black, !black, judge).seen_by(searcher);
            let (black_wins, white_wins, tie) = (seen(most), seen(!most), seen(half));
            let (win, loss) = match searcher {
                Side::Max => (black_wins, white_wins),
                Side::Min => (white_wins, black_wins),
            };
            assert_eq!((win, loss), (Score::win(0), Score::loss(0)));
            assert!(loss < tie && tie < Score::new(-1_000_000_000), "{tie}");
            assert_eq!(tie.winner(), None);
        }
        assert_eq!(judged(half, !half, Judge::ByDiscs), Score::ZERO);
        assert_eq!(judged(most, !most, Judge::ByDiscs), Score::new(32 * DISC));
    }

    #[test]
    fn judges_make_different_positions() {
        let start = Judged::parse(None).unwrap();
        let judges = [Judge::ByDiscs, Judge::ByWinner(Side::Max), Judge::ByWinner(Side::Min)];
        let views = judges.map(|judge| Judged { judge, ..start });
        for (i, a) in views.iter().enumerate() {
            for b in &views[..i] {
                assert!(a != b && a.key() != b.key());
            }
        }
        assert_eq!(views[0], start);
    }
}
