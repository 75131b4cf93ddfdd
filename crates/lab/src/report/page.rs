//! Pages as plain data: paragraphs, tables and plots.

use super::claim::{Answer, Claim};
use super::measured::Measured;
use super::ticks::Scale;
use std::borrow::Borrow;
use std::fmt;

/// A report: a title, paragraphs, sections, and the claims of a paper with their verdicts.
///
/// ```
/// use plywood_lab::report::{Page, Section};
/// let page = Page::new("Figure 4")
///     .paragraph("The paper's claim reproduces at every budget.")
///     .section(Section::new("Wins by budget").text("Pairs of games, both colours."));
/// assert_eq!(page.sections.len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The title.
    pub title: String,
    /// Opening paragraphs: what was measured.
    pub intro: Vec<String>,
    /// What the paper says, with verdicts; shown after the first section, and written to a CSV file.
    pub claims: Vec<Claim>,
    /// Whether it shows wall times: the files of such a page have names that begin with `timings`.
    pub has_times: bool,
    /// The sections, in order. The first has the plot or table that the experiment is about.
    pub sections: Vec<Section>,
}

impl Page {
    /// An empty page.
    pub fn new(title: impl Into<String>) -> Self {
        Page { title: title.into(), ..Page::default() }
    }

    /// Adds an opening paragraph.
    #[must_use]
    pub fn paragraph(mut self, text: impl Into<String>) -> Self {
        self.intro.push(text.into());
        self
    }

    /// Adds a section.
    #[must_use]
    pub fn section(mut self, section: Section) -> Self {
        self.sections.push(section);
        self
    }

    /// The tables of all sections, in order.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.sections.iter().filter_map(|section| section.table.as_ref())
    }

    /// The name of the file of claims, without `.csv`.
    pub(crate) fn claims_name(&self) -> &'static str {
        if self.has_times { "timings-claims" } else { "claims" }
    }

    /// The claims as a table, if there are any.
    pub(crate) fn claims_table(&self) -> Option<Table> {
        let some = !self.claims.is_empty();
        some.then(|| claims_table(self.claims_name(), &self.claims))
    }
}

/// Claims as a table of this name, with everything that the page shows of them.
fn claims_table(name: &str, claims: &[Claim]) -> Table {
    let columns = [
        "sentence",
        "place",
        "reading",
        "subject",
        "quantity",
        "paper",
        "measured",
        "low",
        "high",
        "samples",
        "direction",
        "direction tested",
        "direction test",
        "direction p",
        "size",
        "size tested",
        "size test",
        "size p",
    ];
    let mut table = Table::new(name, columns.map(Column::new));
    for claim in claims {
        let measured = claim.measured.as_ref();
        let interval = measured.and_then(|measured| measured.interval(0.0));
        let mut row: Vec<Cell> =
            [&claim.sentence, &claim.place].into_iter().map(Cell::text).collect();
        row.push(claim.reading.as_ref().map_or(Cell::Empty, Cell::text));
        row.extend([&claim.subject, &claim.quantity, &claim.paper].map(Cell::text));
        let (low, high) = interval.unzip();
        let numbers = [measured.map(|measured| measured.value), low, high];
        row.extend(numbers.map(|number| Cell::number(number, claim.decimals)));
        row.push(measured.map_or(Cell::Empty, |m| Cell::Integer(m.samples as i64)));
        for verdict in [&claim.direction, &claim.size] {
            row.push(Cell::text(verdict.answer.to_string()));
            row.extend([&verdict.tested, &verdict.test].map(Cell::text));
            // Rounded, so that no library's last digit shows.
            row.push(Cell::number(verdict.p.map(|p| (p * 1e6).round() / 1e6), 4));
        }
        table.row(row);
    }
    table
}

/// A part of a page: paragraphs, then plots, then a grid, then a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// Paragraphs.
    pub text: Vec<String>,
    /// Plots, side by side where there is room.
    pub plots: Vec<Plot>,
    /// A table in the shape of the paper's.
    pub grid: Option<Grid>,
    /// A table, also written as a CSV file. It is folded if it is long, or stands beside a grid with
    /// the same numbers.
    pub table: Option<Table>,
}

impl Section {
    /// An empty section.
    pub fn new(title: impl Into<String>) -> Self {
        Section { title: title.into(), ..Section::default() }
    }

    /// Adds a paragraph.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.text.push(text.into());
        self
    }

    /// Adds a plot.
    #[must_use]
    pub fn plot(mut self, plot: Plot) -> Self {
        self.plots.push(plot);
        self
    }

    /// Sets the grid.
    #[must_use]
    pub fn grid(mut self, grid: Grid) -> Self {
        self.grid = Some(grid);
        self
    }

    /// Sets the table.
    #[must_use]
    pub fn table(mut self, table: Table) -> Self {
        self.table = Some(table);
        self
    }
}

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
    /// The paper's number.
    pub paper: String,
    /// Whether the two agree.
    pub agreement: Agreement,
    /// The text shown when the reader points at the cell.
    pub detail: String,
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
            Answer::Holds => Agreement::Agrees,
            Answer::DoesNotHold => Agreement::Differs,
            Answer::NotDecided | Answer::NoSizeGiven => Agreement::Open,
        }
    }
}

/// A table. Every row has one cell per column; the engine refuses any other table, and two tables of one
/// name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The name of its file, without `.csv`: made of a-z, 0-9, `-` and `_`.
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
}

impl Column {
    /// A column of plain numbers or texts.
    pub fn new(name: impl Into<String>) -> Self {
        Column { name: name.into(), unit: String::new() }
    }

    /// A column of quantities.
    pub fn with_unit(name: impl Into<String>, unit: impl Into<String>) -> Self {
        Column { name: name.into(), unit: unit.into() }
    }

    /// What stands at the head: the name, and the unit in parentheses.
    pub fn heading(&self) -> String {
        if self.unit.is_empty() {
            self.name.clone()
        } else {
            format!("{} ({})", self.name, self.unit)
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
                let text = format!("{value:.decimals$}");
                // What rounds to zero has no sign worth showing.
                let is_zero = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
                f.write_str(if is_zero { text.trim_start_matches('-') } else { &text })
            }
            Cell::Number { .. } | Cell::Empty => Ok(()),
        }
    }
}

/// A plot of one or more series over common axes.
///
/// ```
/// use plywood_lab::report::{Plot, Scale, Series, Style, svg};
/// let plot = Plot {
///     title: "Wins by budget".into(),
///     x_label: "evaluations per move".into(),
///     y_label: "wins (%)".into(),
///     x_scale: Scale::Log,
///     references: vec![(50.0, "even".into())],
///     series: vec![
///         Series::new("measured", vec![(10.0, 48.0), (100.0, 55.0)])
///             .with_intervals(vec![(44.0, 52.0), (52.0, 58.0)]),
///         Series::new("paper", vec![(10.0, 50.0), (100.0, 56.0)]).with_style(Style::Dashed),
///     ],
///     ..Plot::default()
/// };
/// assert!(svg::draw(&plot).starts_with("<svg "));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plot {
    /// The title.
    pub title: String,
    /// What the horizontal axis measures.
    pub x_label: String,
    /// What the vertical axis measures.
    pub y_label: String,
    /// What the numbers of the horizontal axis are.
    pub x_scale: Scale,
    /// What the numbers of the vertical axis are.
    pub y_scale: Scale,
    /// Horizontal lines to compare with, each with its name.
    pub references: Vec<(f64, String)>,
    /// The series, in the order of the legend.
    pub series: Vec<Series>,
}

/// One series of a plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The points, joined in this order; those that are not finite are left out.
    pub points: Vec<(f64, f64)>,
    /// The interval of each point, drawn as an error bar; none where it is empty or not finite.
    pub intervals: Vec<(f64, f64)>,
    /// How it is drawn.
    pub style: Style,
}

impl Series {
    /// A series drawn as a line.
    pub fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        Series { name: name.into(), points, ..Series::default() }
    }

    /// A series of measured numbers over places on the horizontal axis, with their 95 % intervals as
    /// error bars.
    ///
    /// ```
    /// use plywood_lab::report::{Measured, Series};
    /// let points = [(1.0, Measured::share(3, 9, "games")), (2.0, Measured::share(6, 9, "games"))];
    /// let series = Series::measured("wins", points);
    /// assert_eq!((series.points.len(), series.intervals.len()), (2, 2));
    /// ```
    pub fn measured<M: Borrow<Measured>>(
        name: impl Into<String>,
        numbers: impl IntoIterator<Item = (f64, M)>,
    ) -> Self {
        let mut series = Series::new(name, Vec::new());
        for (x, number) in numbers {
            let number = number.borrow();
            series.points.push((x, number.value));
            series.intervals.push(number.interval(0.0).unwrap_or((f64::NAN, f64::NAN)));
        }
        series
    }

    /// Whether any of its points has an error bar.
    pub(crate) fn has_bars(&self) -> bool {
        self.intervals.iter().any(|(low, high)| low.is_finite() && high.is_finite())
    }

    /// Adds error bars, one for each point.
    #[must_use]
    pub fn with_intervals(mut self, intervals: Vec<(f64, f64)>) -> Self {
        self.intervals = intervals;
        self
    }

    /// Sets how it is drawn.
    #[must_use]
    pub fn with_style(mut self, style: Style) -> Self {
        self.style = style;
        self
    }
}

/// How a series is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// A line, with its points marked where they are few.
    #[default]
    Line,
    /// A dashed line.
    Dashed,
    /// A dotted line.
    Dotted,
    /// Points alone.
    Points,
}
