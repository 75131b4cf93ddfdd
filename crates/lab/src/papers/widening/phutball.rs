//! The forced goals of Phutball that come with Plywood.

use super::problems::{
    Answer, Attempt, Attempts, Described, ProblemSet, Questions, in_turn, read_settings,
};
use crate::Error;
use plywood::search::AbstractProof;
use plywood::{Budget, Position, Side};
use plywood_games::phutball::scoring::GoalLine;
use plywood_games::{Game, Phutball};
use serde::Deserialize;

/// The collection that `testdata/problems/phutball-wins.jsonl` has too.
const COLLECTION: &str = include_str!("../../../problems/phutball-wins.jsonl");

/// A line of the collection.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    position: String,
    task: String,
    expected: String,
    grade: String,
}

pub(super) struct PhutballGoals {
    described: Vec<Described>,
    /// The positions, and the sides that must score.
    questions: Vec<(Phutball, Side)>,
}

impl PhutballGoals {
    pub fn new() -> Result<PhutballGoals, Error> {
        let mut set = PhutballGoals { described: Vec::new(), questions: Vec::new() };
        let lines = (1..).zip(COLLECTION.lines()).filter(|(_, line)| !line.starts_with('#'));
        for (number, line) in lines {
            let line: Line = serde_json::from_str(line)
                .map_err(|error| Error::input(format!("line {number}: {error}")))?;
            let position = Phutball::parse(Some(&line.position))?;
            let proves_first = line.task == "attack";
            let prover = if proves_first { position.side() } else { !position.side() };
            set.questions.push((position, prover));
            let (columns, rows) = position.size();
            set.described.push(Described {
                id: line.id,
                group: line.grade,
                part: format!("{rows}x{columns}"),
                expected: line.expected,
                proves_first,
            });
        }
        Ok(set)
    }
}

struct Widening<'a> {
    set: &'a PhutballGoals,
    search: AbstractProof<Phutball>,
}

impl Attempts for Widening<'_> {
    fn attempt(&mut self, problem: usize, asked: Questions, budget: &Budget) -> Attempt {
        let (position, prover) = self.set.questions[problem];
        in_turn(position.side() == prover, asked, |proves| {
            let root = position.with_side(if proves { prover } else { !prover });
            Answer::of(&self.search.prove(&root, &mut GoalLine::new(prover), budget))
        })
    }
}

impl ProblemSet for PhutballGoals {
    fn problems(&self) -> &[Described] {
        &self.described
    }

    fn search(&self, settings: &str) -> Result<Box<dyn Attempts + '_>, Error> {
        let options = read_settings(settings, &[], |_, _| false)?;
        Ok(Box::new(Widening { set: self, search: AbstractProof::new(options) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widening_solves_problems_of_every_grade() {
        let set = PhutballGoals::new().unwrap();
        let mut search = set.search("strategy=3,keep-table=false").unwrap();
        for grade in ["easy", "medium", "hard"] {
            let found = set.described.iter().position(|problem| problem.group == grade);
            let number = found.expect("a problem of each grade");
            let attempt = search.attempt(number, Questions::Own, &Budget::new().nodes(5_000));
            assert_eq!(attempt.result, set.described[number].expected, "{grade}");
        }
        let error = set.search("gi3=always").err().unwrap().to_string();
        assert!(error.contains("expected strategy, keep-table or reuse-scores"), "{error}");
    }
}
