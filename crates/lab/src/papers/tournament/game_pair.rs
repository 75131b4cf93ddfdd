//! One pair of the tournaments of Korf & Chickering 1993: the same start twice, each side once MAX.

use crate::Error;
use crate::registry::{
    BoxedSearch, Build, JUDGED_OTHELLO, PlayerSpec, RANDOM_TREE, Settings, algorithm,
};
use plywood::{Budget, Side};
use plywood_games::othello::{Judge, Judged};
use plywood_games::{Game, RandomTree, shown};
use std::time::{Duration, Instant};

/// A game as the tournaments play it.
pub(super) trait Contest: Game {
    /// The position as a searcher looks at it, who before the ending may judge the end of a game
    /// otherwise than in it.
    fn seen_by(&self, searcher: Side, ending: bool) -> Self;

    /// Does a search to this horizon reach the end of the game?
    fn is_ending(&self, horizon: u32) -> bool;

    /// The horizon with which an ending is searched to its end; none if it takes no horizon to be
    /// sure of that.
    fn ending_depth(horizon: u32) -> Option<u32>;

    /// The value for MAX of a game that is over.
    fn outcome(&self) -> i32;

    /// What makes its searches.
    fn build() -> Build<Self>;
}

impl Contest for RandomTree {
    fn seen_by(&self, _: Side, _: bool) -> RandomTree {
        *self
    }

    fn is_ending(&self, horizon: u32) -> bool {
        self.depth() - self.ply() <= horizon
    }

    fn ending_depth(horizon: u32) -> Option<u32> {
        Some(horizon)
    }

    fn outcome(&self) -> i32 {
        self.value()
    }

    fn build() -> Build<RandomTree> {
        RANDOM_TREE
    }
}

impl Contest for Judged {
    fn seen_by(&self, searcher: Side, ending: bool) -> Judged {
        let judge = if ending { Judge::ByDiscs } else { Judge::ByWinner(searcher) };
        Judged { judge, ..*self }
    }

    fn is_ending(&self, horizon: u32) -> bool {
        self.game.empties() <= horizon
    }

    /// Passes may make an ending longer than the squares that are empty.
    fn ending_depth(_: u32) -> Option<u32> {
        None
    }

    fn outcome(&self) -> i32 {
        self.game.final_score()
    }

    fn build() -> Build<Judged> {
        JUDGED_OTHELLO
    }
}

/// Who plays against alpha-beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Challenger {
    /// Pure best-first minimax (Tables 1 and 2).
    BestFirst,
    /// Best-first extension, its alpha-beta horizon one less than the opponent's (Tables 3 and 4).
    Extension,
}

impl Challenger {
    /// The challenger that a spec names.
    pub fn named(name: &str) -> Result<Challenger, Error> {
        match name {
            "best-first" => Ok(Challenger::BestFirst),
            "best-first-extension" => Ok(Challenger::Extension),
            other => Err(Error::input(format!(
                "spec.toml: challenger '{}': expected best-first or best-first-extension",
                shown(other)
            ))),
        }
    }
}

/// The horizons of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Depths {
    pub alpha_beta: u32,
    pub best_first: u32,
}

/// The two sides of a tournament, as far as a row of a table fixes them.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    pub challenger: Challenger,
    /// The algorithm on the other side, an exact one of the registry.
    pub opponent: String,
    /// The evaluation of both; none for the game's own.
    pub evaluation: Option<String>,
}

/// Alpha-beta as the paper's authors ran it.
pub(super) const ALPHA_BETA: &str = "alpha-beta-saved-tree";

impl Sides {
    /// Checks that the names mean something at `G`.
    pub fn check<G: Contest>(&self) -> Result<(), Error> {
        if !algorithm(&self.opponent)?.exact {
            return Err(Error::input(format!(
                "opponent '{}': expected an exact algorithm, because it ends the games of both",
                self.opponent
            )));
        }
        let depths = Depths { alpha_beta: 1, best_first: 1 };
        self.opponent::<G>().and(self.challenger::<G>(depths)).map(|_| ())
    }

    fn settings(&self) -> Result<Settings, Error> {
        let mut settings = Settings::new();
        if let Some(name) = &self.evaluation {
            settings.set(&format!("eval={name}"))?;
        }
        Ok(settings)
    }

    fn opponent<G: Contest>(&self) -> Result<BoxedSearch<G>, Error> {
        search(&self.opponent, self.settings()?)
    }

    fn challenger<G: Contest>(&self, depths: Depths) -> Result<BoxedSearch<G>, Error> {
        let mut settings = self.settings()?;
        let name = match self.challenger {
            Challenger::BestFirst => "best-first-saved-tree",
            Challenger::Extension => {
                settings.set(&format!("horizon={}", depths.alpha_beta.saturating_sub(1)))?;
                "best-first-extension"
            }
        };
        search(name, settings)
    }
}

fn search<G: Contest>(name: &str, settings: Settings) -> Result<BoxedSearch<G>, Error> {
    let spec = PlayerSpec { algorithm: algorithm(name)?, settings, budget: Budget::new() };
    spec.build(G::build())
}

/// What one side spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spent {
    pub evaluations: u64,
    pub time: Duration,
}

/// How a pair ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PairResult {
    /// The value of the final position when best-first was MAX, and when alpha-beta was.
    pub best_first_as_max: i32,
    pub alpha_beta_as_max: i32,
    /// In both games together.
    pub best_first: Spent,
    pub alpha_beta: Spent,
}

pub(super) fn play_pair<G: Contest>(
    start: &G,
    sides: &Sides,
    depths: Depths,
) -> Result<PairResult, Error> {
    let mut result = PairResult::default();
    result.best_first_as_max = play(start.clone(), sides, depths, Side::Max, &mut result)?;
    result.alpha_beta_as_max = play(start.clone(), sides, depths, Side::Min, &mut result)?;
    Ok(result)
}

/// One game: the final value. Adds what both sides spent to `result`.
fn play<G: Contest>(
    mut game: G,
    sides: &Sides,
    depths: Depths,
    challenger_side: Side,
    result: &mut PairResult,
) -> Result<i32, Error> {
    let mut selective = sides.challenger::<G>(depths)?;
    let mut alpha_beta = sides.opponent::<G>()?;
    // Best-first too ends the game with alpha-beta.
    let mut own_ending = sides.opponent::<G>()?;
    while !game.is_over() {
        let ending = game.is_ending(depths.alpha_beta);
        let is_challenger = game.side() == challenger_side;
        let player = match (is_challenger, ending) {
            (false, _) => &mut alpha_beta,
            (true, true) => &mut own_ending,
            (true, false) => &mut selective,
        };
        let depth = match (is_challenger, ending) {
            (_, true) => G::ending_depth(depths.alpha_beta),
            (true, false) => Some(depths.best_first),
            (false, false) => Some(depths.alpha_beta),
        };
        let root = game.seen_by(game.side(), ending);
        let begun = Instant::now();
        let report = player.run(&root, &Budget { depth, ..Budget::new() });
        let spent = if is_challenger { &mut result.best_first } else { &mut result.alpha_beta };
        spent.time += begun.elapsed();
        spent.evaluations += report.counts.evaluated;
        let m = report.best.expect("the game is not over");
        alpha_beta.advance(m);
        if ending {
            own_ending.advance(m)
        } else {
            selective.advance(m)
        }
        game.play(m);
    }
    Ok(game.outcome())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood::Position;
    use plywood_games::Othello;
    use plywood_games::othello::simple_solve;
    use plywood_games::random::random_game;

    /// A position of a random game with N empty squares; none if the game ends sooner.
    fn late(seed: u64, empties: u32) -> Option<Judged> {
        let mut games = random_game(Othello::default(), seed);
        let game = games.find(|game| game.empties() <= empties)?;
        (!game.is_over()).then_some(Judged { game, judge: Judge::ByDiscs })
    }

    #[test]
    fn endings_are_played_perfectly_by_both() {
        let mut passes = 0;
        for start in (0..400).filter_map(|seed| late(seed, 6)) {
            let (mover, opponent) = (start.game.mover(), start.game.opponent());
            let exact = simple_solve(mover, opponent, -64, 64, &mut 0);
            let exact = if start.side() == Side::Max { exact } else { -exact };
            for challenger in [Challenger::BestFirst, Challenger::Extension] {
                let (opponent, evaluation) = (ALPHA_BETA.into(), Some("period".into()));
                let sides = Sides { challenger, opponent, evaluation };
                let pair = play_pair(&start, &sides, Depths { alpha_beta: 6, best_first: 9 });
                let pair = pair.unwrap();
                let outcomes = [pair.best_first_as_max, pair.alpha_beta_as_max];
                assert_eq!(outcomes, [exact; 2], "{}", start.text());
            }
            passes += u32::from(start.game.legal() == 0);
        }
        assert!(passes > 0, "no ending begins with a pass");
    }
}
