//! Problem sets that searches are run on, whatever the game.

use super::go_capture::GoCaptures;
use super::phutball::PhutballGoals;
use crate::Error;
use plywood::search::{AbstractProofOptions, Proof};
use plywood::{Budget, Stop};
use plywood_games::go::capture::Strategy;
use plywood_games::{InputError, one_of};
use serde::{Deserialize, Serialize};

/// A problem as the pages name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::papers) struct Described {
    pub id: String,
    /// Its grade: the paper has a table for each.
    pub group: String,
    /// What else problems are compared by, such as the size of the board.
    pub part: String,
    /// The known result for the side to move, `won` or `lost`.
    pub expected: String,
    /// Whether the side that proves moves first.
    pub proves_first: bool,
}

impl Described {
    /// Whether a result is the right one.
    pub fn is_right(&self, result: &str) -> bool {
        self.expected == result
    }

    /// Whether a result claims that the goal is reached, which it is not.
    pub fn is_false_win(&self, result: &str) -> bool {
        let claims = if self.proves_first { "won" } else { "lost" };
        result == claims && !self.is_right(result)
    }
}

/// Which questions are asked about a problem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::papers) enum Questions {
    /// Its own.
    #[default]
    Own,
    /// The side that proves moves first; and, only if that wins, the other side moves first. The problem is
    /// solved if the first search wins, and the counts are those of both. Problems that the first side does not
    /// win are left out.
    Both,
}

/// What came of a search, or of two.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::papers) struct Attempt {
    /// `won`, `lost` or `unknown`, for the side that moves first.
    pub result: String,
    /// Why the search for it ended: `complete` with a proof, `gave-up` without one. Empty if the search does not tell,
    /// as in runs of version 0.1.0.
    #[serde(default)]
    pub stop: String,
    pub nodes: u64,
    /// The nodes if every node had tried its best move first; 0 for a search that does not tell.
    pub least: u64,
}

/// A set of problems of one game.
pub(in crate::papers) trait ProblemSet: Send + Sync {
    /// The problems, in the order in which their numbers count.
    fn problems(&self) -> &[Described];

    /// A search by its settings, such as `strategy=3,keep-table=false`. An error names what was expected.
    fn search(&self, settings: &str) -> Result<Box<dyn Attempts + '_>, Error>;

    /// Asks another program about a problem over its protocol; none if the set has no such questions.
    fn ask(&self, problem: usize, engine: &mut Engine<'_>) -> Option<Result<Attempt, Error>> {
        let _ = (problem, engine);
        None
    }
}

/// Sends a command to another program, and returns its answer.
pub(in crate::papers) type Engine<'a> = dyn FnMut(&str) -> Result<String, Error> + 'a;

/// A search that problems are given to.
pub(in crate::papers) trait Attempts {
    fn attempt(&mut self, problem: usize, questions: Questions, budget: &Budget) -> Attempt;
}

/// The answer to one question.
pub(super) struct Answer {
    /// Whether the side that proves reaches the goal, if that is known.
    pub reached: Option<bool>,
    pub stop: Stop,
    pub nodes: u64,
    /// The least nodes, as in [`Attempt`].
    pub least: u64,
}

impl Answer {
    pub fn of<M>(proof: &Proof<M>) -> Answer {
        let Proof { answer, stop, counts, least_generated, .. } = *proof;
        Answer { reached: answer, stop, nodes: counts.generated, least: least_generated }
    }
}

/// Asks the questions about a problem in turn, the second only if the side that proves has won the first. `ask` is told
/// whether that side moves first.
pub(super) fn in_turn(
    proves_first: bool,
    questions: Questions,
    mut ask: impl FnMut(bool) -> Answer,
) -> Attempt {
    let firsts: &[bool] = match questions {
        Questions::Own => &[proves_first],
        Questions::Both => &[true, false],
    };
    let mut attempt = Attempt::default();
    for (number, &proves) in firsts.iter().enumerate() {
        let Answer { reached, stop, nodes, least } = ask(proves);
        attempt.nodes += nodes;
        attempt.least += least;
        if number == 0 {
            attempt.result = match reached.map(|reached| reached == proves) {
                None => "unknown",
                Some(true) => "won",
                Some(false) => "lost",
            }
            .into();
            attempt.stop = stop.name().into();
        }
        if reached != Some(true) {
            break;
        }
    }
    attempt
}

/// Reads the settings of Abstract Proof Search, such as `strategy=3,keep-table=false`. `own` is told the name and the value
/// of any other setting, one of `names`, and returns whether it is known.
pub(super) fn read_settings(
    settings: &str,
    names: &[&str],
    mut own: impl FnMut(&str, &str) -> bool,
) -> Result<AbstractProofOptions, Error> {
    let mut options = AbstractProofOptions::default();
    for setting in settings.split(',').map(str::trim) {
        let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
        let flag = || match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(InputError::new(name, value).expected("true or false")),
        };
        match name {
            "strategy" => options.widening = Strategy::parse(value)?.widths().to_vec(),
            "keep-table" => options.keep_table = flag()?,
            "reuse-scores" => options.reuse_scores = flag()?,
            _ if own(name, value) => {}
            other => {
                let all = ["strategy", "keep-table", "reuse-scores"];
                let all: Vec<&str> = all.into_iter().chain(names.iter().copied()).collect();
                return Err(InputError::new("setting", other).expected(one_of(other, &all)).into());
            }
        }
    }
    Ok(options)
}

const SETS: [&str; 2] = ["go-capture", "phutball"];

/// The problem set of this name.
pub(super) fn problem_set(name: &str) -> Result<Box<dyn ProblemSet>, Error> {
    match name {
        "go-capture" => Ok(Box::new(GoCaptures::new()?)),
        "phutball" => Ok(Box::new(PhutballGoals::new()?)),
        other => Err(InputError::new("problem set", other).expected(one_of(other, &SETS)).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_question_is_asked_only_after_a_win() {
        for (answers, result, nodes) in [
            ([Some(true), Some(false)], "won", 2),
            ([Some(true), Some(true)], "won", 2),
            ([Some(false), Some(true)], "lost", 1),
            ([None, Some(true)], "unknown", 1),
        ] {
            let mut left = answers.iter();
            let answer = |reached| Answer { reached, stop: Stop::GaveUp, nodes: 1, least: 1 };
            let attempt = in_turn(true, Questions::Both, |_| answer(*left.next().unwrap()));
            assert_eq!((attempt.result.as_str(), attempt.nodes), (result, nodes));
            let attempt = in_turn(false, Questions::Own, |_| answer(Some(true)));
            assert_eq!((attempt.result.as_str(), attempt.stop.as_str()), ("lost", "gave-up"));
        }
    }
}
