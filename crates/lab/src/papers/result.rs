//! What came out of a run, in a few words.

use super::catalogue::reopen;
use crate::Error;
use crate::experiment::{page_of_run, read_spec, times_of_run};
use crate::report::Headline;
use crate::report::claim::{Answer, count};
use std::fmt;
use std::path::Path;

/// How many verdicts there are of each kind.
///
/// ```
/// use plywood_lab::papers::Tally;
/// let tally = Tally { reproduced: 3, not_reproduced: 1, inconclusive: 0 };
/// assert_eq!(tally.to_string(), "3 reproduced, 1 not reproduced");
/// assert_eq!(Tally::default().to_string(), "no verdicts");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The data show what the paper says.
    pub reproduced: usize,
    /// They show otherwise.
    pub not_reproduced: usize,
    /// They do not tell.
    pub inconclusive: usize,
}

impl Tally {
    /// Of numbers in the order of [`Answer::ALL`].
    fn new([reproduced, not_reproduced, inconclusive, _]: [usize; 4]) -> Tally {
        Tally { reproduced, not_reproduced, inconclusive }
    }

    /// The numbers, each with its word.
    pub fn numbers(self) -> [(usize, Answer); 3] {
        [
            (self.reproduced, Answer::Reproduced),
            (self.not_reproduced, Answer::NotReproduced),
            (self.inconclusive, Answer::Inconclusive),
        ]
    }
}

impl std::ops::Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            reproduced: self.reproduced + other.reproduced,
            not_reproduced: self.not_reproduced + other.not_reproduced,
            inconclusive: self.inconclusive + other.inconclusive,
        }
    }
}

impl std::iter::Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), std::ops::Add::add)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let some = self.numbers().into_iter().filter(|(number, _)| *number > 0);
        let words: Vec<String> =
            some.map(|(number, answer)| format!("{number} {answer}")).collect();
        match words.is_empty() {
            true => f.write_str("no verdicts"),
            false => f.write_str(&words.join(", ")),
        }
    }
}

/// What came out of a run: its verdicts, and the number that stands for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunResult {
    /// The verdicts on the directions of effects.
    pub directions: Tally,
    /// The verdicts on their sizes, where the paper gives one.
    pub sizes: Tally,
    /// The verdicts on times, directions and sizes together. They are on a page of their own.
    pub times: Tally,
    /// The headline of the report, or of the page of times if the report has none.
    pub headline: Option<Headline>,
}

impl RunResult {
    /// All verdicts.
    pub fn verdicts(&self) -> Tally {
        self.directions + self.sizes + self.times
    }
}

/// What came out of the run in a folder, from its journal.
pub fn run_result(folder: &Path) -> Result<RunResult, Error> {
    let experiment = reopen(&read_spec(folder)?)?;
    let (page, _, _) = page_of_run(&*experiment, folder)?;
    let times = times_of_run(&*experiment, folder)?.unwrap_or_default();
    let [directions, sizes] = count(&page.claims).map(Tally::new);
    let timed: Tally = count(&times.claims).map(Tally::new).into_iter().sum();
    let headline = page.headline().or_else(|| times.headline());
    Ok(RunResult { directions, sizes, times: timed, headline })
}
