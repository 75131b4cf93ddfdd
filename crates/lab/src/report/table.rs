//! Tables, which are also written as CSV and JSON.

use plywood_games::fixed;
use std::fmt;

/// A table. Every row has one cell per column; the engine refuses any other table, and two tables of one
/// name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The name of its file, without `.csv`: made of a-z, 0-9, `-` and `_`; empty on a page without files.
    pub name: String,
    /// The columns, each of another name.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// A table without rows.
    pub fn new(name: impl Into<String>, columns: impl IntoIterator<Item = Column>) -> Self {
        Table { name: name.into(), columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// A table that sets the paper's numbers beside ours: the labels, then `paper`, `measured`, and
    /// the ends of its 95 % interval, `low` and `high`.
    ///
    /// ```
    /// use plywood_lab::report::{Cell, Comparison, Table};
    /// let row = Comparison {
    ///     labels: vec![Cell::Integer(4)],
    ///     paper: Some(61.5),
    ///     measured: 60.25,
    ///     interval: Some((57.0, 63.5)),
    /// };
    /// let table = Table::comparison("wins", ["depth"], 1, [row]);
    /// let cells: Vec<String> = table.rows[0].iter().map(|cell| cell.to_string()).collect();
    /// assert_eq!(cells, ["4", "61.5", "60.2", "57.0", "63.5"]);
    /// ```
    pub fn comparison<'a>(
        name: impl Into<String>,
        labels: impl IntoIterator<Item = &'a str>,
        decimals: usize,
        rows: impl IntoIterator<Item = Comparison>,
    ) -> Self {
        let fixed = ["paper", "measured", "low", "high"];
        let mut table = Table::new(name, labels.into_iter().chain(fixed).map(Column::new));
        for row in rows {
            let (low, high) = row.interval.unzip();
            let numbers = [row.paper, Some(row.measured), low, high];
            let numbers = numbers.map(|number| Cell::number(number, decimals));
            table.row(row.labels.into_iter().chain(numbers));
        }
        table
    }
}

/// A row of [`Table::comparison`].
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// What is compared: one cell per label column.
    pub labels: Vec<Cell>,
    /// The paper's number, if it gives one.
    pub paper: Option<f64>,
    /// Ours.
    pub measured: f64,
    /// The 95 % interval of ours, if it has one.
    pub interval: Option<(f64, f64)>,
}

/// A column of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// The name, which is also the field's in `results.json`.
    pub name: String,
    /// The unit of measurement; empty for none.
    pub unit: String,
    /// What stands at the head on a page and in a CSV file in place of the name; empty for the name.
    pub heading: String,
}

impl Column {
    /// A column of plain numbers or texts.
    pub fn new(name: impl Into<String>) -> Self {
        Column { name: name.into(), ..Column::default() }
    }

    /// A column of quantities.
    pub fn with_unit(name: impl Into<String>, unit: impl Into<String>) -> Self {
        Column { name: name.into(), unit: unit.into(), ..Column::default() }
    }

    /// The same column with other words at its head.
    ///
    /// ```
    /// use plywood_lab::report::Column;
    /// let column = Column::new("MAX won").headed("White won");
    /// assert_eq!((column.name.as_str(), column.heading().as_str()), ("MAX won", "White won"));
    /// ```
    #[must_use]
    pub fn headed(self, heading: impl Into<String>) -> Self {
        Column { heading: heading.into(), ..self }
    }

    /// What stands at the head: the words for it or the name, and the unit in parentheses.
    pub fn heading(&self) -> String {
        let words = if self.heading.is_empty() { &self.name } else { &self.heading };
        match self.unit.is_empty() {
            true => words.clone(),
            false => format!("{words} ({})", self.unit),
        }
    }
}

/// One cell of a table. It prints as the CSV file has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A count.
    Integer(i64),
    /// A measurement, shown with this many digits after the point; not finite is shown as empty.
    Number {
        /// The value, kept in full in `results.json`.
        value: f64,
        /// Digits after the point on the page and in the CSV file.
        decimals: usize,
    },
    /// Nothing.
    #[default]
    Empty,
}

impl Cell {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Cell::Text(text.into())
    }

    /// A measurement; empty if there is none.
    pub fn number(value: impl Into<Option<f64>>, decimals: usize) -> Self {
        value.into().map_or(Cell::Empty, |value| Cell::Number { value, decimals })
    }

    /// Whether it lines up on the right.
    pub(crate) fn is_numeric(&self) -> bool {
        matches!(self, Cell::Integer(_) | Cell::Number { .. })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Text(text) => f.write_str(text),
            Cell::Integer(integer) => write!(f, "{integer}"),
            Cell::Number { value, decimals } if value.is_finite() => {
                f.write_str(&fixed(*value, *decimals))
            }
            Cell::Number { .. } | Cell::Empty => Ok(()),
        }
    }
}
