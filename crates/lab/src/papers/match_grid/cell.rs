//! A cell of the grid that was played: a variant in a row at one x.

use super::spec::{Counted, PAIR_RULE};
use super::trees::TreeUse;
use super::{Effort, MatchGrid, PARTS};
use crate::experiment::Results;
use crate::report::Measured;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A cell whose pairs are all done.
pub(super) struct Played {
    pub variant: usize,
    pub row: usize,
    pub x: u64,
    pub counted: Counted,
    /// Won by the first player, lost and tied.
    pub pairs: [u64; 3],
    pub games: [u64; 3],
    /// Won and decided in each pair, by its seed: of what is counted.
    pub by_seed: BTreeMap<u64, (u64, u64)>,
    /// The efforts of the first player and of the second.
    pub efforts: [Effort; 2],
    /// What became of their trees in each pair, by its seed, where they were looked at.
    pub trees: BTreeMap<u64, [TreeUse; 2]>,
}

fn place(outcome: Ordering) -> usize {
    match outcome {
        Ordering::Greater => 0,
        Ordering::Less => 1,
        Ordering::Equal => 2,
    }
}

/// The share that was won, in percent of what was decided, with the pairs as the sample.
pub(super) fn share(by_seed: &BTreeMap<u64, (u64, u64)>) -> Measured {
    let groups: Vec<(u64, u64)> = by_seed.values().copied().collect();
    Measured::share_in_groups(&groups, "pairs")
}

impl Played {
    pub fn measured(&self) -> Measured {
        share(&self.by_seed)
    }

    pub fn won_lost_tied(&self) -> [u64; 3] {
        match self.counted {
            Counted::Pairs => self.pairs,
            Counted::Games => self.games,
        }
    }

    pub fn is_decided(&self) -> bool {
        self.won_lost_tied()[..2] != [0, 0]
    }

    /// The share won, in percent; 50 where all was tied.
    pub fn share(&self) -> f64 {
        if self.is_decided() { self.measured().value } else { 50.0 }
    }

    pub fn interval(&self) -> Option<(f64, f64)> {
        self.measured().interval(0.0)
    }

    /// The mean of a quantity per move of each player, in some parts of the games.
    pub fn per_move(
        &self,
        parts: std::ops::Range<usize>,
        of: fn(&Effort) -> &[u64; PARTS],
    ) -> [f64; 2] {
        self.efforts.each_ref().map(|effort| {
            let sum = |numbers: &[u64; PARTS]| numbers[parts.clone()].iter().sum::<u64>() as f64;
            sum(of(effort)) / sum(&effort.moves)
        })
    }
}

impl MatchGrid {
    /// Every cell that is finished.
    pub(super) fn played(&self, done: &Results<Self>) -> Vec<Played> {
        self.cells().filter_map(|(variant, row, x)| self.cell(done, variant, row, x)).collect()
    }

    fn cell(&self, done: &Results<Self>, variant: usize, row: usize, x: u64) -> Option<Played> {
        let mut cell = Played {
            variant,
            row,
            x,
            counted: self.spec.variants[variant].counted(),
            pairs: [0; 3],
            games: [0; 3],
            by_seed: BTreeMap::new(),
            efforts: Default::default(),
            trees: BTreeMap::new(),
        };
        for unit in self.pairs(variant, row, x) {
            let pair = done.get(&unit)?;
            let outcome = PAIR_RULE.winner(pair.first_as_max, pair.second_as_max);
            cell.pairs[place(outcome)] += 1;
            let mut games = [0; 3];
            games[place(pair.first_as_max.cmp(&0))] += 1;
            games[place(0.cmp(&pair.second_as_max))] += 1;
            cell.games.iter_mut().zip(games).for_each(|(all, more)| *all += more);
            let counted = match cell.counted {
                Counted::Pairs => (u64::from(outcome.is_gt()), u64::from(outcome.is_ne())),
                Counted::Games => (games[0], games[0] + games[1]),
            };
            if counted.1 > 0 {
                cell.by_seed.insert(unit.seed.0, counted);
            }
            cell.efforts[0].add(&pair.first);
            cell.efforts[1].add(&pair.second);
            cell.trees.extend(pair.trees.map(|trees| (unit.seed.0, trees)));
        }
        Some(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Pair, PairResult, Spec};
    use super::*;
    use crate::experiment::Experiment;
    use crate::report::claim::Answer;

    const SPEC: &str = r#"
        kind = "match-grid"
        name = "own"
        title = "t"
        paper = "p"
        challenger = "BF"
        x = "nodes"
        intro = []
        first_seed = 1
        pairs = 40
        grid = "two"
        grids = { two = [10, 20] }
        rows = [{ name = "b = 2", game = "random-tree" }]

        [[variants]]
        key = "pairs"
        name = "pairs"
        first = "best-first,nodes={x}"
        second = "minimax,nodes={x}"
        counted = "pairs"

        [[variants]]
        key = "games"
        name = "games"
        first = "best-first,nodes={x}"
        second = "minimax,nodes={x}"

        [[paper_numbers.claims]]
        text = "Behind first, then ahead."
        place = "here"
        behind = [10]
        ahead = [20]
        wins = 100
    "#;

    fn grid() -> MatchGrid {
        MatchGrid::new(toml::from_str::<Spec>(SPEC).unwrap()).unwrap()
    }

    fn results(outcomes: impl Fn(u64, u64) -> Option<(i32, i32)>) -> Results<MatchGrid> {
        let (grid, mut results) = (grid(), Results::default());
        for unit in grid.plan(&results) {
            if let Some((first_as_max, second_as_max)) = outcomes(unit.x, unit.seed.0) {
                let moves = Effort { moves: [2; PARTS], units: [50; PARTS], depths: [6; PARTS] };
                let second = Effort { units: [10; PARTS], ..moves };
                let pair =
                    PairResult { first_as_max, second_as_max, first: moves, second, trees: None };
                results.insert(unit, pair);
            }
        }
        results
    }

    #[test]
    fn pairs_and_games_are_counted_by_their_own_rules() {
        // The first player wins a game as MAX by 9 and loses the other by 4, which wins it the pair; or all
        // is tied.
        let results = results(|_, seed| Some(if seed <= 30 { (9, 4) } else { (0, 0) }));
        let played = grid().played(&results);
        assert_eq!(played.len(), 4, "two variants at two values");
        for cell in &played {
            assert_eq!((cell.pairs, cell.games), ([30, 0, 10], [30, 30, 20]));
            let expected = if cell.counted == Counted::Pairs { 100.0 } else { 50.0 };
            assert_eq!(cell.share(), expected);
            assert_eq!(cell.measured().samples, 30, "what is tied decides nothing");
            assert_eq!(cell.per_move(0..2, |effort| &effort.units), [25.0, 5.0]);
            assert_eq!(cell.per_move(3..4, |effort| &effort.depths), [3.0, 3.0]);
        }
        let tied = self::results(|_, _| Some((0, 0)));
        let cell = &grid().played(&tied)[0];
        assert_eq!((cell.share(), cell.interval()), (50.0, None));
    }

    #[test]
    fn variants_with_the_same_players_share_their_games() {
        let grid = grid();
        let units = grid.plan(&Results::default());
        let keys: std::collections::BTreeSet<String> = units.iter().map(Pair::to_string).collect();
        assert_eq!((keys.len(), units.len()), (80, 160));
        assert_eq!(grid.expected_units(), Some(80));
        assert_eq!(keys.first().unwrap(), "pairs/b=2/x=00000010/seed=0001");
    }

    #[test]
    fn claims_hold_where_every_value_shows_them() {
        let judged = |outcomes: &dyn Fn(u64, u64) -> Option<(i32, i32)>| {
            let page = grid().page(&results(outcomes));
            let verdicts = |at: usize| {
                let claim = &page.claims[at];
                (claim.direction.answer, claim.size.answer)
            };
            assert_eq!(page.claims.len(), 2);
            assert_eq!(page.claims[0].direction.tested, "below 50 at 10; above 50 at 20");
            [verdicts(0), verdicts(1)]
        };
        let shown = judged(&|x, _| Some(if x == 10 { (-5, 5) } else { (5, -5) }));
        assert_eq!(shown, [(Answer::Reproduced, Answer::Reproduced); 2]);
        let refuted = judged(&|_, _| Some((5, -5)));
        assert_eq!(refuted, [(Answer::NotReproduced, Answer::Reproduced); 2]);
        // All but one at the second value: enough to be ahead, and not all of them.
        let nearly = judged(&|x, seed| Some(if x == 10 || seed == 1 { (-5, 5) } else { (5, -5) }));
        assert_eq!(nearly, [(Answer::Reproduced, Answer::NotReproduced); 2]);
        let missing = judged(&|x, _| (x == 20).then_some((5, -5)));
        assert_eq!(missing, [(Answer::Inconclusive, Answer::Reproduced); 2]);
    }
}
