//! Pages as plain data: paragraphs, tables and plots.

use super::claim::Claim;
use super::grid::Grid;
use super::measured::Measured;
use super::minus_fixed;
use super::plot::Plot;
use super::table::{Cell, Column, Table};
use serde::Deserialize;
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
    /// Which part of which paper it repeats, if any: "Korf 1992, Figure 4".
    pub paper: Option<String>,
    /// Opening paragraphs: what was measured.
    pub intro: Vec<String>,
    /// What the paper says, with verdicts; shown after the first section, and written to a CSV file.
    pub claims: Vec<Claim>,
    /// The claim whose number is the headline; the first that can be compared if this is not given.
    pub headline: Option<HeadlineChoice>,
    /// The plot that stands for the page, if it is not the first one.
    pub cover: Option<Plot>,
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

    /// The one number that stands for the page, next to the paper's: that of the claim chosen in
    /// [`headline`](Page::headline). Without a choice, or if no claim fits it, that of the first claim with a number of
    /// the paper, or of the first claim. `None` if nothing was measured.
    pub fn headline(&self) -> Option<Headline> {
        let measured = |claim: &&Claim| {
            claim.measured.as_ref().is_some_and(|measured| measured.value.is_finite())
        };
        let claims = || self.claims.iter().filter(measured);
        let chosen = self.headline.as_ref().and_then(|choice| {
            Some(Headline::of(claims().find(|claim| choice.fits(claim))?).worded(choice))
        });
        let compared = || claims().find(|claim| !claim.paper.is_empty());
        chosen.or_else(|| compared().or_else(|| claims().next()).map(Headline::of))
    }

    /// The plot that stands for the page among others: the one it was given, or the first on it.
    pub fn cover(&self) -> Option<&Plot> {
        self.cover
            .as_ref()
            .or_else(|| self.sections.iter().flat_map(|section| &section.plots).next())
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

/// A number that was measured, next to the paper's.
///
/// ```
/// use plywood_lab::report::{Claim, Headline, Measured, Page};
/// let wins = Measured::mean(&[1.0, 0.5, 1.0, 1.0], "pairs");
/// let claim = Claim::new("usually wins", "p. 3").about("B = 5", "pairs won").measured(wins, 2);
/// let page = Page { claims: vec![claim], ..Page::new("Table 2") };
/// let headline = page.headline().unwrap();
/// assert_eq!((headline.measured.as_str(), headline.paper.as_str()), ("0.88", ""));
/// assert_eq!(headline.to_string(), "pairs won, B = 5: 0.88");
/// let with_paper = Headline { paper: "0.75".into(), ..headline };
/// assert_eq!(with_paper.to_string(), "pairs won, B = 5: 0.88 (paper: 0.75)");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headline {
    /// The quantity, with its unit and what it was measured on.
    pub what: String,
    /// The number measured.
    pub measured: String,
    /// The paper's number as printed, or where the paper says that the number is, such as "above 50"; empty if it
    /// says neither.
    pub paper: String,
}

/// Which claim is the headline of a page, and in what words. A spec has it as the table `[headline]`.
///
/// ```
/// use plywood_lab::report::claim::Side;
/// use plywood_lab::report::{Claim, HeadlineChoice, Measured, Page};
/// let claim = |subject: &str, share: f64| {
///     let wins = Measured::mean(&[share, 100.0, 80.0], "pairs");
///     Claim::new("wins", "p. 3").about(subject, "pairs won (%)").measured(wins, 1).direction(Side::Above, 50.0)
/// };
/// let choice = HeadlineChoice { what: "wins at b = 5".into(), subject: "b = 5".into(), ..Default::default() };
/// let page = Page {
///     claims: vec![claim("b = 2", 30.0), claim("b = 5", 60.0)],
///     headline: Some(choice),
///     ..Page::new("Table 2")
/// };
/// assert_eq!(page.headline().unwrap().to_string(), "wins at b = 5: 80.0 (paper: above 50)");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeadlineChoice {
    /// The quantity in the reader's words, with its unit.
    pub what: String,
    /// A part of the claim's quantity.
    #[serde(default)]
    pub quantity: String,
    /// The beginning of its subject.
    #[serde(default)]
    pub subject: String,
    /// What the paper says if it prints no number; by default the direction that is tested.
    #[serde(default)]
    pub paper: String,
}

impl HeadlineChoice {
    fn fits(&self, claim: &Claim) -> bool {
        claim.quantity.contains(&self.quantity) && claim.subject.starts_with(&self.subject)
    }
}

impl fmt::Display for Headline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.what, self.measured)?;
        match self.paper.as_str() {
            "" => Ok(()),
            paper => write!(f, " (paper: {paper})"),
        }
    }
}

impl Headline {
    /// In the words of a choice.
    fn worded(mut self, choice: &HeadlineChoice) -> Headline {
        self.what.clone_from(&choice.what);
        if !choice.paper.is_empty() {
            self.paper.clone_from(&choice.paper);
        }
        self
    }

    fn of(claim: &Claim) -> Headline {
        let what = match claim.subject.is_empty() {
            true => claim.quantity.clone(),
            false => format!("{}, {}", claim.quantity, claim.subject),
        };
        let shown = |measured: &Measured| minus_fixed(measured.value, claim.decimals);
        let measured = claim.measured.as_ref().map_or(String::new(), shown);
        let paper = match claim.paper.as_str() {
            "" => &claim.direction.tested,
            _ => &claim.paper,
        };
        Headline { what, measured, paper: paper.clone() }
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

/// A drawing made elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawing {
    /// What it shows.
    pub title: String,
    /// An SVG element.
    pub svg: String,
}

/// A part of a page: paragraphs, then plots, drawings, a grid and a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// The heading.
    pub title: String,
    /// Paragraphs.
    pub text: Vec<String>,
    /// Plots, side by side where there is room.
    pub plots: Vec<Plot>,
    /// Drawings, one below the other.
    pub drawings: Vec<Drawing>,
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
