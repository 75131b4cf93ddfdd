//! Grids: small tables in the shape of the paper's, with its numbers beside ours.

use super::claim::Answer;
use super::minus_fixed;
use plywood_games::fixed;

/// A table in the shape of the paper's, with the paper's number and ours in one cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// What the columns are, such as "AB depth".
    pub corner: String,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The rows: a head, and a cell for each column.
    pub rows: Vec<(String, Vec<GridCell>)>,
}

/// A cell of a [`Grid`]; all of it may be empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GridCell {
    /// Our number.
    pub measured: String,
    /// Its 95 % interval.
    pub interval: String,
    /// What the number consists of, shown below it.
    pub parts: String,
    /// The paper's number.
    pub paper: String,
    /// Whether the two agree.
    pub agreement: Agreement,
    /// The text shown when the reader points at the cell.
    pub detail: String,
}

impl GridCell {
    /// An interval as a cell has it; empty if there is none.
    pub(crate) fn range(interval: Option<(f64, f64)>, decimals: usize) -> String {
        let Some((low, high)) = interval else { return String::new() };
        minus_fixed(low, decimals) + "–" + &fixed(high, decimals)
    }
}

/// Whether a number is the paper's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Agreement {
    /// It may be: chance explains the difference.
    Agrees,
    /// It is not.
    Differs,
    /// There is nothing to compare it with, or the data do not decide.
    #[default]
    Open,
}

impl From<Answer> for Agreement {
    fn from(answer: Answer) -> Agreement {
        match answer {
            Answer::Reproduced => Agreement::Agrees,
            Answer::NotReproduced => Agreement::Differs,
            Answer::Inconclusive | Answer::NoSizeGiven => Agreement::Open,
        }
    }
}
