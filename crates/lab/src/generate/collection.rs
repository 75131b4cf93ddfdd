//! A collection as an experiment: its units are games, its records are their problems.

use super::{GenerateOptions, Problem, ProblemFormat, ProblemMaker};
use crate::Error;
use crate::experiment::{Experiment, Outcome, Results, RunOptions, results_of_run, run};
use crate::report::{Cell, Column, Page, Section, Table};
use plywood::kit::{GOLDEN, mix};
use plywood_games::{InputError, one_of};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::fmt;

/// Games of the first round, from which the yield of a game is estimated.
const FIRST_ROUND: u64 = 4;
/// A round has at most this many games, so that a poor estimate costs little.
const LARGEST_ROUND: u64 = 2_000;
/// A collection that needs more games is given up.
const MOST_GAMES: u64 = 200_000;
/// Problems of one sort, as a share of a grade.
const MOST_ALIKE: (u64, u64) = (2, 5);

pub(super) struct Collection<M> {
    maker: M,
    options: GenerateOptions,
    name: String,
    grades: Vec<&'static str>,
}

/// A unit: a game by its number, from 1.
pub(super) struct GameNumber(u64);

impl fmt::Display for GameNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game={:06}", self.0)
    }
}

/// The record of a unit: the problems of a game.
#[derive(Serialize, Deserialize)]
#[serde(bound = "P: Problem")]
pub(super) struct Found<P> {
    problems: Vec<P>,
}

/// The name of the experiment that makes the collection of a game.
pub(super) fn name(game: &str) -> String {
    format!("generate-{game}")
}

/// The seed of a game of a collection.
pub(super) fn game_seed(seed: u64, number: u64) -> u64 {
    mix(seed ^ mix(number.wrapping_mul(GOLDEN)))
}

impl<M: ProblemMaker> Collection<M> {
    pub fn new(maker: M, options: &GenerateOptions) -> Result<Collection<M>, Error> {
        let grades = match options.grade.as_deref() {
            None | Some("all") => M::GRADES.to_vec(),
            Some(grade) => {
                let known = M::GRADES.iter().find(|&&known| known == grade);
                let names: Vec<&str> = M::GRADES.iter().copied().chain(["all"]).collect();
                let wrong = || InputError::new("grade", grade).expected(one_of(grade, &names));
                vec![*known.ok_or_else(wrong)?]
            }
        };
        let name = name(M::NAME);
        Ok(Collection { maker, options: options.clone(), name, grades })
    }

    /// How many problems of a grade are wanted: equally many of each, and one more of the first ones if
    /// they cannot be.
    fn wanted(&self, grade: usize) -> u64 {
        let grades = self.grades.len() as u64;
        self.options.count / grades + u64::from((grade as u64) < self.options.count % grades)
    }

    /// The problems that the collection takes from the games that are done, by grade.
    fn chosen(&self, done: &Results<Self>) -> Vec<Vec<M::Problem>> {
        let mut chosen: Vec<Vec<M::Problem>> = vec![Vec::new(); self.grades.len()];
        let mut seen = HashSet::new();
        let mut alike: BTreeMap<String, u64> = BTreeMap::new();
        for problem in done.iter().flat_map(|(_, found)| &found.problems) {
            let Some(grade) = self.grades.iter().position(|&grade| grade == problem.grade()) else {
                continue;
            };
            let wanted = self.wanted(grade);
            let most = (wanted * MOST_ALIKE.0).div_ceil(MOST_ALIKE.1).max(1);
            let count = alike.entry(format!("{} {}", problem.grade(), problem.sort())).or_default();
            if chosen[grade].len() as u64 >= wanted
                || *count >= most
                || !seen.insert(problem.identity())
            {
                continue;
            }
            *count += 1;
            chosen[grade].push(problem.clone());
        }
        chosen
    }

    fn text(&self, done: &Results<Self>) -> Result<String, Error> {
        let mut text = String::new();
        for (grade, problems) in self.grades.iter().zip(self.chosen(done)) {
            let width = problems.len().to_string().len();
            for (number, mut problem) in (1_usize..).zip(problems) {
                problem.set_id(format!("{grade}-{number:0width$}"));
                text += &match self.options.format {
                    ProblemFormat::JsonLines => serde_json::to_string(&problem)
                        .map_err(|e| Error::failure(format!("a problem cannot be written: {e}")))?,
                    ProblemFormat::Sgf => problem.sgf().ok_or_else(|| {
                        InputError::new("format", "SGF").expected("JSON lines for this game")
                    })?,
                };
                text.push('\n');
            }
        }
        Ok(text)
    }
}

/// Makes a collection in a folder, or what is left of it. Returns its text; none if it was interrupted.
pub(super) fn collect<M: ProblemMaker>(
    collection: &Collection<M>,
    options: &RunOptions,
) -> Result<Option<String>, Error> {
    if let Outcome::Interrupted { .. } = run(collection, options)? {
        return Ok(None);
    }
    let done = results_of_run(collection, &options.out)?;
    let chosen = collection.chosen(&done);
    let short = chosen
        .iter()
        .enumerate()
        .find(|(grade, found)| (found.len() as u64) < collection.wanted(*grade));
    if let Some((grade, found)) = short {
        return Err(Error::failure(format!(
            "{} games have {} problems of grade '{}': expected {}",
            done.iter().count(),
            found.len(),
            collection.grades[grade],
            collection.wanted(grade)
        )));
    }
    collection.text(&done).map(Some)
}

impl<M: ProblemMaker> Experiment for Collection<M> {
    type Unit = GameNumber;
    type Record = Found<M::Problem>;
    type Timings = ();

    fn name(&self) -> &str {
        &self.name
    }

    /// A first round, and then as many games as the yield so far calls for.
    fn plan(&self, done: &Results<Self>) -> Vec<GameNumber> {
        let played = done.iter().count() as u64;
        let chosen = self.chosen(done);
        let missing = |grade: usize| self.wanted(grade) - chosen[grade].len() as u64;
        let games = (0..self.grades.len()).map(|grade| match (missing(grade), played) {
            (0, _) => 0,
            (_, 0) => FIRST_ROUND,
            // A tenth more than the yield says, so that a second guess is seldom needed.
            (left, _) => {
                let found = (chosen[grade].len() as u64).max(1);
                (left * played * 11).div_ceil(found * 10)
            }
        });
        let games =
            games.max().unwrap_or(0).min(LARGEST_ROUND).min(MOST_GAMES.saturating_sub(played));
        (played + 1..=played + games).map(GameNumber).collect()
    }

    fn run(&self, unit: &GameNumber) -> Result<Found<M::Problem>, Error> {
        let seed = game_seed(self.options.seed, unit.0);
        Ok(Found { problems: self.maker.problems(seed)? })
    }

    fn page(&self, done: &Results<Self>) -> Page {
        let columns = ["grade", "sort", "problems"].map(Column::new);
        let mut table = Table::new("problems", columns);
        for (grade, problems) in self.grades.iter().zip(self.chosen(done)) {
            let mut sorts: BTreeMap<String, i64> = BTreeMap::new();
            problems.iter().for_each(|problem| *sorts.entry(problem.sort()).or_default() += 1);
            for (sort, count) in sorts {
                table.row([Cell::text(*grade), Cell::text(sort), Cell::Integer(count)]);
            }
        }
        let games = done.iter().count();
        Page::new(format!("Problems of {}", M::NAME))
            .paragraph(format!("{games} games of self-play, seed {}.", self.options.seed))
            .section(Section::new("Problems by grade").table(table))
    }

    fn spec(&self) -> String {
        let grades: Vec<String> = self.grades.iter().map(|grade| format!("{grade:?}")).collect();
        format!(
            "game = {:?}\ncount = {}\nseed = {}\ngrades = [{}]\n{}",
            M::NAME,
            self.options.count,
            self.options.seed,
            grades.join(", "),
            self.maker.spec()
        )
    }

    fn seeds(&self) -> String {
        self.options.seed.to_string()
    }
}
