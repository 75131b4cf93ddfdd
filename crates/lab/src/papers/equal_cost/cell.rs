//! A cell of the table that was played.

use crate::report::Measured;
use crate::stats::chi_square;
use std::collections::BTreeMap;

/// A cell that was played.
pub(super) struct Played {
    /// The number of its row.
    pub row: usize,
    pub alpha_beta: u32,
    pub best_first: u32,
    /// Played at the paper's best-first depth, rather than at our own.
    pub at_paper_depth: bool,
    /// The games won by best-first, in percent of those not tied.
    pub measured: Measured,
    pub paper: Option<f64>,
    pub wins: u64,
    /// The games, or pairs of games, not tied.
    pub decided: u64,
    /// Those tied.
    pub ties: u64,
    /// Evaluations or time of best-first, divided by those of alpha-beta.
    pub cost: f64,
    /// Won and decided, by group of starts; empty if all was tied.
    pub groups: BTreeMap<usize, (u64, u64)>,
}

impl Played {
    /// The percentage won. "50 %" is the papers' convention where every game is a tie.
    pub fn share(&self) -> f64 {
        if self.decided == 0 { 50.0 } else { self.measured.value }
    }

    /// The percentage won, with a group left out.
    pub fn share_without(&self, group: Option<usize>) -> f64 {
        let left_out = group.and_then(|group| self.groups.get(&group)).copied().unwrap_or((0, 0));
        let (wins, decided) = (self.wins - left_out.0, self.decided - left_out.1);
        if decided == 0 { 50.0 } else { 100.0 * wins as f64 / decided as f64 }
    }

    pub fn interval(&self) -> Option<(f64, f64)> {
        self.measured.interval(0.0).filter(|_| self.decided > 0)
    }

    /// The squared difference to the paper's cell of `paper_games` games, divided by its variance under the
    /// hypothesis that both shares are equal. One more success and one more failure keep the variance above
    /// 0.
    pub fn square(&self, paper_games: f64) -> Option<f64> {
        self.square_beyond(paper_games, 0.0)
    }

    /// The same, with the difference reduced by the share of `games` games in both samples.
    fn square_beyond(&self, paper_games: f64, games: f64) -> Option<f64> {
        let (paper, worth) = (self.paper?, self.measured.worth()?);
        let theirs = paper_games * worth / self.decided.max(1) as f64;
        let successes = (self.share() * worth + paper * theirs) / 100.0;
        let share = (successes + 1.0) / (worth + theirs + 2.0);
        let variance = 1e4 * share * (1.0 - share) * (1.0 / worth + 1.0 / theirs);
        let within = 100.0 * games * (1.0 / worth + 1.0 / theirs);
        let beyond = ((self.share() - paper).abs() - within).max(0.0);
        Some(beyond.powi(2) / variance)
    }

    /// The p-value of being the paper's cell, with Yates' correction: a single cell has few games.
    pub fn p_value(&self, paper_games: f64) -> Option<f64> {
        Some(chi_square(self.square_beyond(paper_games, 0.5)?, 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_games::random::Rng;

    fn cell(wins: u64, decided: u64, paper: f64) -> Played {
        Played {
            row: 0,
            alpha_beta: 2,
            best_first: 3,
            at_paper_depth: true,
            measured: Measured::share(wins, decided, "seeds"),
            paper: Some(paper),
            wins,
            decided,
            ties: 0,
            cost: 1.0,
            groups: (0..decided as usize).map(|i| (i, (u64::from(i < wins as usize), 1))).collect(),
        }
    }

    #[test]
    fn a_table_drawn_from_the_papers_chances_is_rejected_one_time_in_twenty() {
        let chances = [52.0, 60.0, 72.0, 85.0, 97.0, 99.0];
        let mut rng = Rng::new(7);
        // All chances are whole percentages.
        let mut draw = |n: u64, chance: f64| {
            (0..n).filter(|_| f64::from(rng.below(100)) < chance).count() as u64
        };
        let mut rejected = 0;
        for _ in 0..300 {
            let squares = chances.iter().cycle().take(24).filter_map(|&chance| {
                let paper = draw(100, chance) as f64;
                cell(draw(100, chance), 100, paper).square(100.0)
            });
            rejected += u32::from(chi_square(squares.sum(), 24) < 0.05);
        }
        // 15 of 300, with a standard deviation of 4; a little less where shares are near 1.
        assert!((3..28).contains(&rejected), "{rejected} of 300");
    }

    #[test]
    fn a_group_can_be_left_out_and_ties_are_even() {
        let cell = cell(3, 4, 50.0);
        assert_eq!((cell.share(), cell.share_without(None)), (75.0, 75.0));
        assert!((cell.share_without(Some(0)) - 200.0 / 3.0).abs() < 1e-12);
        assert_eq!(cell.share_without(Some(3)), 100.0);
        assert_eq!(cell.share_without(Some(9)), 75.0);
        assert_eq!(self::cell(0, 0, 50.0).share(), 50.0);
        assert_eq!(self::cell(0, 0, 50.0).interval(), None);
    }
}
