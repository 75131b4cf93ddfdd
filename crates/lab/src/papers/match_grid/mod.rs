//! Matches over a grid: Figures 3 to 5 of Utgoff & Cochran 2001, and what their paper leaves untried.
//!
//! A variant is two players whose texts contain `{x}`, such as `best-first,artificial-time={x}`. It plays
//! pairs of games in every row, which is a game with a position, and at every value of x. A unit is a pair.

mod cell;
mod claims;
mod page;
mod spec;
mod tree_claims;
mod tree_page;
mod trees;

pub(super) use spec::Spec;

use super::seeds::Seed;
use crate::Error;
use crate::experiment::{Experiment, Results};
use crate::matches::{Conditions, GameRecord, MoveEffort, Openings, PairRecord, Player};
use crate::registry::{PlayerSpec, game, games};
use crate::report::Page;
use plywood::Budget;
use serde::{Deserialize, Serialize};
use std::fmt;
use trees::TreeUse;

/// A unit: a pair of games.
pub(super) struct Pair {
    variant: usize,
    row: usize,
    x: u64,
    seed: Seed,
    /// The key of its variant and row.
    cell: String,
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/x={:08}/{}", self.cell, self.x, self.seed)
    }
}

/// A game is told in this many parts of equally many moves.
const PARTS: usize = 4;

/// What a player did in both games of a pair, by parts of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Effort {
    moves: [u64; PARTS],
    /// Artificial time.
    units: [u64; PARTS],
    /// The sum of the depths of all searches, in plies.
    depths: [u64; PARTS],
}

impl Effort {
    fn add_game(&mut self, searches: &[MoveEffort], budget: &Budget) {
        for (number, search) in searches.iter().enumerate() {
            let part = number * PARTS / searches.len();
            self.moves[part] += 1;
            self.units[part] += budget.charge(&search.counts);
            self.depths[part] += u64::from(search.depth);
        }
    }

    fn add(&mut self, other: &Effort) {
        for part in 0..PARTS {
            self.moves[part] += other.moves[part];
            self.units[part] += other.units[part];
            self.depths[part] += other.depths[part];
        }
    }
}

/// How a pair ended: the record of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PairResult {
    /// The final value of the game in which the first player was MAX, and of the other one.
    first_as_max: i32,
    second_as_max: i32,
    first: Effort,
    second: Effort,
    /// What became of the trees of the first player and of the second, where they were looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    trees: Option<[TreeUse; 2]>,
}

impl PairResult {
    fn new(pair: &PairRecord, budgets: [&Budget; 2]) -> PairResult {
        let [as_max, as_min] = &pair.games;
        let effort = |player: usize| {
            let mut effort = Effort::default();
            let of = |game: &GameRecord| effort.add_game(&game.efforts[player], budgets[player]);
            pair.games.iter().for_each(of);
            effort
        };
        PairResult {
            first_as_max: as_max.result.get(),
            second_as_max: as_min.result.get(),
            first: effort(0),
            second: effort(1),
            trees: None,
        }
    }
}

pub(super) struct MatchGrid {
    spec: Spec,
}

impl MatchGrid {
    pub(super) fn new(spec: Spec) -> Result<MatchGrid, Error> {
        spec.check()?;
        Ok(MatchGrid { spec })
    }

    /// The pairs of a cell. Variants with the same players share their games.
    fn pairs(&self, variant: usize, row: usize, x: u64) -> impl Iterator<Item = Pair> {
        let variant = self.spec.first_alike(variant);
        let cell = format!("{}/{}", self.spec.variants[variant].key, self.spec.rows[row].key());
        self.spec.seeds().numbers().map(move |seed| {
            let seed = Seed(seed);
            Pair { variant, row, x, seed, cell: cell.clone() }
        })
    }

    /// The variant, row and x of every cell.
    fn cells(&self) -> impl Iterator<Item = (usize, usize, u64)> {
        let spec = &self.spec;
        (0..spec.variants.len()).flat_map(move |variant| {
            (0..spec.rows.len()).flat_map(move |row| {
                let values = spec.values().iter().filter(move |&&x| spec.rows[row].has(x));
                values.map(move |&x| (variant, row, x))
            })
        })
    }
}

impl Experiment for MatchGrid {
    type Unit = Pair;
    type Record = PairResult;
    type Timings = ();

    fn name(&self) -> &str {
        &self.spec.name
    }

    fn plan(&self, _: &Results<Self>) -> Vec<Pair> {
        self.cells().flat_map(|(variant, row, x)| self.pairs(variant, row, x)).collect()
    }

    fn run(&self, unit: &Pair) -> Result<PairResult, Error> {
        let row = &self.spec.rows[unit.row];
        let players = self.spec.variants[unit.variant].players(row, unit.x)?;
        if self.spec.trees {
            return trees::play_pair(row, &players, unit.seed.0);
        }
        let entry = game(games(), &row.game)?;
        let conditions = Conditions {
            seed: unit.seed.0,
            openings: Openings::Random(row.opening_plies),
            ..Conditions::default()
        };
        let named = players.clone().map(|spec| (spec.text(), Player::Search(spec)));
        let pairs = entry.pairs(row.position.as_deref(), &named, &conditions)?;
        let pair = pairs.play([0, 1], 1)?;
        let budgets = players.each_ref().map(|player: &PlayerSpec| &player.budget);
        Ok(PairResult::new(&pair, budgets))
    }

    fn expected_units(&self) -> Option<u64> {
        let played =
            self.cells().filter(|&(variant, _, _)| self.spec.first_alike(variant) == variant);
        Some(played.count() as u64 * self.spec.pairs)
    }

    fn page(&self, done: &Results<Self>) -> Page {
        self.compose(done)
    }

    fn spec(&self) -> String {
        self.spec.text.clone()
    }

    fn seeds(&self) -> String {
        self.spec.seeds().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood::Counts;

    #[test]
    fn moves_are_shared_out_over_the_parts_of_their_game() {
        let search = |nodes, depth| {
            let mut counts = Counts::default();
            counts.generated = nodes;
            MoveEffort { counts, depth, score: None }
        };
        let mut effort = Effort::default();
        let searches: Vec<MoveEffort> = (1..=6).map(|number| search(number, 2)).collect();
        effort.add_game(&searches, &Budget::new());
        assert_eq!(effort.moves, [2, 1, 2, 1]);
        assert_eq!(effort.units, [300, 300, 900, 600]);
        assert_eq!(effort.depths, [4, 2, 4, 2]);
        // Of three moves, the last part has none.
        effort.add_game(&[search(1, 1); 3], &Budget { node_price: 7, ..Budget::new() });
        assert_eq!(effort.moves, [3, 2, 3, 1]);
        assert_eq!(effort.units, [307, 307, 907, 600]);
    }
}
