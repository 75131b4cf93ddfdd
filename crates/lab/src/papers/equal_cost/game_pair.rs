//! One pair of the tournaments of Korf & Chickering 1993: the same start twice, each side once MAX.

use crate::Error;
use crate::registry::{
    BoxedSearch, Build, Configuration, PlayerSpec, Rounded, algorithm, built_in,
};
use plywood::search::{BestFirstExtensionOptions, BestFirstSavedTreeOptions};
use plywood::{Budget, Side};
use plywood_games::othello::{Judge, Judged};
use plywood_games::{Game, RandomTree};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::{Duration, Instant};

/// A game as the tournaments play it.
pub(super) trait Contest: Game {
    /// The position as the side `searcher` searches it: before the ending, finished games may be scored
    /// differently than in it.
    fn seen_by(&self, searcher: Side, ending: bool) -> Self;

    /// Whether a search to this horizon reaches the end of the game.
    fn is_ending(&self, horizon: u32) -> bool;

    /// The depth that searches an ending to its end; none for a search without a depth limit.
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
        built_in::<RandomTree>().build
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
        built_in::<Judged>().build
    }
}

/// The algorithm that plays against alpha-beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Challenger {
    /// Pure best-first minimax (Tables 1 and 2).
    BestFirst,
    /// Best-first extension, its alpha-beta horizon one less than the opponent's (Tables 3 and 4).
    BestFirstExtension,
}

impl Challenger {
    fn configuration(self, depths: Depths) -> Configuration {
        match self {
            Challenger::BestFirst => BestFirstSavedTreeOptions::default().into(),
            Challenger::BestFirstExtension => {
                let horizon = depths.alpha_beta.saturating_sub(1);
                BestFirstExtensionOptions { horizon, ..Default::default() }.into()
            }
        }
    }
}

impl fmt::Display for Challenger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Challenger::BestFirst => "best-first",
            Challenger::BestFirstExtension => "best-first-extension",
        })
    }
}

/// The horizons of the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Depths {
    pub alpha_beta: u32,
    pub best_first: u32,
}

/// The two sides of a row of a tournament.
#[derive(Clone, Debug)]
pub(super) struct Sides<G: Contest> {
    pub challenger: Challenger,
    /// The other side, an exact algorithm, with the evaluation of both.
    opponent: PlayerSpec,
    evaluation: G::Evaluation,
}

/// Alpha-beta as the paper's authors ran it.
pub(super) const ALPHA_BETA: &str = "alpha-beta-saved-tree";

impl<G: Contest> Sides<G> {
    /// The sides by the names of the opponent and of the evaluation; none for the game's own.
    pub fn new(
        challenger: Challenger,
        opponent: &str,
        evaluation: Option<&str>,
    ) -> Result<Sides<G>, Error> {
        let algorithm = algorithm(opponent)?;
        if !algorithm.exact {
            return Err(Error::input(format!(
                "opponent '{opponent}': expected an exact algorithm, because it ends the games of \
                 both"
            )));
        }
        let mut opponent = PlayerSpec::from(algorithm.defaults());
        opponent.common.eval = evaluation.map(str::to_string);
        opponent.build(G::build())?;
        let evaluation = evaluation.and_then(G::evaluation).unwrap_or_default();
        Ok(Sides { challenger, opponent, evaluation })
    }

    fn opponent(&self) -> Result<BoxedSearch<G>, Error> {
        Ok(self.opponent.build(G::build())?)
    }

    fn challenger(&self, depths: Depths) -> Result<BoxedSearch<G>, Error> {
        let evaluation = Rounded::not_at_all(self.evaluation.clone());
        Ok(G::build()(&self.challenger.configuration(depths), evaluation)?)
    }
}

/// How a pair ended: the record of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PairResult {
    /// The value of the final position when best-first was MAX, and when alpha-beta was.
    pub best_first_as_max: i32,
    pub alpha_beta_as_max: i32,
    /// In both games together.
    pub best_first_evaluations: u64,
    pub alpha_beta_evaluations: u64,
    /// Wall time in both games together, where it is what is made equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best_first_nanoseconds: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha_beta_nanoseconds: Option<u64>,
}

/// What one side spent.
#[derive(Clone, Copy, Default)]
struct Spent {
    evaluations: u64,
    time: Duration,
}

/// Plays a pair; `timed` keeps the times.
pub(super) fn play_pair<G: Contest>(
    start: &G,
    sides: &Sides<G>,
    depths: Depths,
    timed: bool,
) -> Result<PairResult, Error> {
    let mut spent = [Spent::default(); 2];
    let best_first_as_max = play(start.clone(), sides, depths, Side::Max, &mut spent)?;
    let alpha_beta_as_max = play(start.clone(), sides, depths, Side::Min, &mut spent)?;
    let [best_first, alpha_beta] = spent;
    let nanoseconds = |side: Spent| timed.then_some(side.time.as_nanos() as u64);
    Ok(PairResult {
        best_first_as_max,
        alpha_beta_as_max,
        best_first_evaluations: best_first.evaluations,
        alpha_beta_evaluations: alpha_beta.evaluations,
        best_first_nanoseconds: nanoseconds(best_first),
        alpha_beta_nanoseconds: nanoseconds(alpha_beta),
    })
}

/// One game: the final value. Adds what best-first and alpha-beta spent.
fn play<G: Contest>(
    mut game: G,
    sides: &Sides<G>,
    depths: Depths,
    challenger_side: Side,
    spent: &mut [Spent; 2],
) -> Result<i32, Error> {
    let mut selective = sides.challenger(depths)?;
    let mut alpha_beta = sides.opponent()?;
    // Best-first too ends the game with alpha-beta.
    let mut own_ending = sides.opponent()?;
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
        let spent = &mut spent[usize::from(!is_challenger)];
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
            for challenger in [Challenger::BestFirst, Challenger::BestFirstExtension] {
                let sides = Sides::new(challenger, ALPHA_BETA, Some("period")).unwrap();
                let depths = Depths { alpha_beta: 6, best_first: 9 };
                let pair = play_pair(&start, &sides, depths, false).unwrap();
                let outcomes = [pair.best_first_as_max, pair.alpha_beta_as_max];
                assert_eq!(outcomes, [exact; 2], "{}", start.text());
            }
            passes += u32::from(start.game.legal() == 0);
        }
        assert!(passes > 0, "no ending begins with a pass");
    }
}
