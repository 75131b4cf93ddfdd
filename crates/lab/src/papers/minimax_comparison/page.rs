//! The page: every game by depth or by configuration, and the paper's words with our verdicts.

use super::configurations::by_configuration;
use super::course::Finished;
use super::spec::{Measure, PaperClaim, Played, Spec};
use crate::report::minus;
use crate::report::{
    Cell, Claim, Column, Grid, GridCell, Measured, Page, Plot, Scale, Section, Series, Table,
};
use std::ops::RangeInclusive;

/// Curves that end above this share of the base line make the others flat: a second plot leaves them
/// out, and the first half of the depths.
const NEAR: f64 = 125.0;
/// Depth 1 needs no search worth the name.
pub(super) const FIRST: u32 = 2;

/// The page, from the finished searches of each game by configuration.
pub(super) fn page(spec: &Spec, mut games: Vec<(&Played, Vec<(&str, Finished)>)>) -> Page {
    let mut page = Page::new(format!("{}: {}", spec.paper, spec.title)).paragraph(what(spec));
    let mut positions = 0;
    for (game, all) in &mut games {
        all.retain(|(_, finished)| finished.positions() > 0);
        positions += all.iter().map(|(_, finished)| finished.positions()).sum::<usize>();
        match all.as_slice() {
            [("", finished)] => by_depth(spec, game, finished, &mut page.sections),
            [] => {}
            all => by_configuration(spec, game, all, &mut page.sections),
        }
    }
    page.claims = claims(spec, &games);
    page.paragraph(format!(
        "{positions} comparisons, each of one position in one configuration: all algorithms found the \
         same value at every depth. A run in which two disagree ends with an error."
    ))
}

fn what(spec: &Spec) -> String {
    let measure = match spec.measure {
        Measure::Leaves => "Leaf evaluations, those of a quiescence search among them",
        Measure::Time => {
            "Execution times never repeat, so they stand apart, in timings.html. Here are the nodes \
             that the same searches made"
        }
        _ => "All nodes made by a move, those that the table answered at once among them",
    };
    format!(
        "{measure}: the sum over all iterations up to a depth and over the positions of a game ({} of \
         them), in percent of {}. Every algorithm has the same alpha-beta, move ordering and evaluation, and a \
         new table for each position. The samples of all tests are positions.",
        spec.positions,
        spec.base()
    )
}

/// The claims that counts can tell, at the last depth of each game.
fn claims(spec: &Spec, games: &[(&Played, Vec<(&str, Finished)>)]) -> Vec<Claim> {
    let counted = spec.paper_numbers.claims.iter().filter(|claim| claim.measure != Measure::Time);
    let mut claims = Vec::new();
    for claim in counted {
        let (own, measure) = (&claim.algorithm, claim.measure);
        for (game, variants) in games {
            let last = spec.depth(game);
            if let Some([first, second]) = &claim.configurations {
                let find = |name: &str| variants.iter().find(|variant| variant.0 == name);
                let both = find(first).zip(find(second));
                let measured = both.and_then(|(a, b)| a.1.calls_to(&b.1, own, last));
                let subject = format!("{}, depth {last}, {first}", game.game);
                claims.extend(measured.map(|number| claim.judge(&game.game, subject, number)));
                continue;
            }
            for (variant, finished) in variants {
                claims.extend(judge(claim, game, variant, last, |depth| match &claim.than {
                    Some(than) => finished.share(own, than, depth, measure),
                    None => finished.mean(own, depth, measure),
                }));
            }
        }
    }
    claims
}

/// The verdicts on a claim at the last depth of a game, and at how many depths the number is on the
/// paper's side.
pub(super) fn judge(
    claim: &PaperClaim,
    game: &Played,
    variant: &str,
    last: u32,
    at: impl Fn(u32) -> Option<Measured>,
) -> Option<Claim> {
    let mut subject = format!("{}, depth {last}", game.game);
    if !variant.is_empty() {
        subject = format!("{subject}, {}", variant.replace(',', ", "));
    }
    let mut judged = claim.judge(&game.game, subject, at(last)?);
    let depths: Vec<Measured> = (FIRST.min(last)..=last).filter_map(&at).collect();
    let on_side = depths.iter().filter(|number| claim.is_on_side(number.value)).count();
    judged.direction.test += &format!("; on this side at {on_side} of {} depths", depths.len());
    Some(judged)
}

/// Numbers by algorithm and depth: a table for the CSV file, a grid, and curves.
pub(super) struct Shares<'a> {
    pub algorithms: &'a [String],
    pub depths: RangeInclusive<u32>,
    /// The first column of the table, and the heading of the base line's total.
    pub total: &'a dyn Fn(u32) -> Cell,
    pub unit: &'a str,
    pub share: &'a dyn Fn(&str, u32) -> Option<Measured>,
}

impl Shares<'_> {
    pub fn table(&self, name: String) -> Table {
        let mut columns = vec![
            Column::new("depth"),
            Column::new(format!("{}, {}", self.algorithms[0], self.unit)),
        ];
        for name in &self.algorithms[1..] {
            columns.push(Column::with_unit(name, "%"));
            columns.extend(
                ["low", "high"].map(|end| Column::with_unit(format!("{name}, {end}"), "%")),
            );
        }
        let mut table = Table::new(name, columns);
        for depth in self.depths.clone() {
            let mut row = vec![Cell::Integer(depth.into()), (self.total)(depth)];
            for name in &self.algorithms[1..] {
                row.extend(cells((self.share)(name, depth)));
            }
            table.row(row);
        }
        table
    }

    pub fn grid(&self) -> Grid {
        let depths = || self.depths.clone().filter(|&depth| depth >= FIRST);
        let row = |name: &String| {
            let cell =
                |depth| grid_cell(&format!("{name}, depth {depth}"), (self.share)(name, depth));
            (name.clone(), depths().map(cell).collect())
        };
        Grid {
            corner: "depth".into(),
            columns: depths().map(|depth| depth.to_string()).collect(),
            rows: self.algorithms[1..].iter().map(row).collect(),
        }
    }

    pub fn series(&self) -> Vec<Series> {
        let curve = |name: &String| {
            let mut series = Series::new(name, Vec::new());
            for depth in self.depths.clone().filter(|&depth| depth >= FIRST) {
                series.add(f64::from(depth), (self.share)(name, depth));
            }
            series
        };
        self.algorithms[1..].iter().map(curve).collect()
    }
}

impl Series {
    pub(super) fn add(&mut self, x: f64, measured: Option<Measured>) {
        if let Some(measured) = measured {
            self.points.push((x, measured.value));
            self.intervals.push(measured.interval(0.0).unwrap_or((f64::NAN, f64::NAN)));
        }
    }
}

/// A number and the ends of its interval, to a tenth.
fn cells(measured: Option<Measured>) -> [Cell; 3] {
    let number = |value: Option<f64>| value.map_or(Cell::Empty, |value| Cell::number(value, 1));
    let (low, high) = measured.as_ref().and_then(|measured| measured.interval(0.0)).unzip();
    [number(measured.map(|measured| measured.value)), number(low), number(high)]
}

pub(super) fn grid_cell(what: &str, measured: Option<Measured>) -> GridCell {
    let Some(measured) = measured else { return GridCell::default() };
    let interval = measured.interval(0.0);
    let range = |(low, high): (f64, f64)| minus(format!("{low:.0}")) + &format!("–{high:.0}");
    let mut detail = format!("{what}: {:.1} %", measured.value);
    if let Some((low, high)) = interval {
        detail += &minus(format!(" ({low:.1} to {high:.1})"));
    }
    GridCell {
        measured: format!("{:.0}", measured.value),
        interval: interval.map_or(String::new(), range),
        detail: format!("{detail}, {} positions.", measured.samples),
        ..GridCell::default()
    }
}

/// The plot of all curves, and one of those near the base line where some are far from it.
pub(super) fn plots(game: &str, what: &str, base: &str, series: Vec<Series>) -> Vec<Plot> {
    let plot = |title: String, series: Vec<Series>| Plot {
        title,
        x_label: "depth".into(),
        y_label: format!("{what} (% of {base})"),
        x_scale: Scale::Whole,
        references: vec![(100.0, base.into())],
        series,
        ..Plot::default()
    };
    let is_near = |series: &Series| series.points.last().is_some_and(|point| point.1 <= NEAR);
    let last = series.iter().filter_map(|s| Some(s.points.last()?.0)).fold(0.0, f64::max);
    let late = |series: &Series| {
        let mut late = Series::new(series.name.clone(), Vec::new());
        for (i, point) in series.points.iter().enumerate().filter(|(_, p)| 2.0 * p.0 > last) {
            late.points.push(*point);
            late.intervals.push(series.intervals[i]);
        }
        late
    };
    let near: Vec<Series> = series.iter().filter(|series| is_near(series)).map(late).collect();
    let all_near = series.iter().all(is_near);
    let mut plots = vec![plot(format!("{game}: {what}"), series)];
    if !near.is_empty() && !all_near {
        plots.push(plot(format!("{game}: {what}, near the base line"), near));
    }
    plots
}

fn by_depth(spec: &Spec, game: &Played, finished: &Finished, sections: &mut Vec<Section>) {
    let (base, last, measure) = (spec.base(), spec.depth(game), spec.measure);
    let name = match measure {
        Measure::Leaves => "leaves",
        _ => "nodes",
    };
    let shares = Shares {
        algorithms: &spec.algorithms,
        depths: 1..=last,
        total: &|depth| Cell::Integer(finished.total(base, depth, measure) as i64),
        unit: name,
        share: &|algorithm, depth| finished.share(algorithm, base, depth, measure),
    };
    let settings = spec.settings(game, "").unwrap_or_default();
    let mut section = Section::new(format!("{}: {name} by depth", game.game))
        .text(format!("{}; {} positions. Settings: {settings}.", game.about, finished.positions()))
        .grid(shares.grid())
        .table(shares.table(format!("{}-{name}", game.game)));
    section.plots = plots(&game.game, name, base, shares.series());
    sections.push(section);
    sections.push(
        Section::new(format!("{}: calls of alpha-beta in an iteration", game.game))
            .text("The mean over the positions.")
            .table(calls(spec, game, finished)),
    );
    let mut table = summary(&format!("{}-last-depth", game.game), false, false);
    summarise(spec, game, "", finished, None, &mut table);
    let title = format!("{}: at depth {last}, all iterations", game.game);
    sections.push(Section::new(title).table(table));
}

fn calls(spec: &Spec, game: &Played, finished: &Finished) -> Table {
    let names = std::iter::once("depth").chain(spec.algorithms.iter().map(String::as_str));
    let mut table = Table::new(format!("{}-calls", game.game), names.map(Column::new));
    for depth in 1..=spec.depth(game) {
        let mean = |name: &String| finished.mean(name, depth, Measure::Calls);
        let cell = |name| mean(name).map_or(Cell::Empty, |mean| Cell::number(mean.value, 1));
        let first = Cell::Integer(depth.into());
        table.row(std::iter::once(first).chain(spec.algorithms.iter().map(cell)));
    }
    table
}

/// An empty table of what algorithms cost at the last depth.
pub(super) fn summary(name: &str, by_configuration: bool, is_sweep: bool) -> Table {
    let mut columns = vec![
        Column::new("algorithm"),
        Column::new("leaves"),
        Column::with_unit("leaves to base line", "%"),
        Column::with_unit("leaves, low", "%"),
        Column::with_unit("leaves, high", "%"),
        Column::new("positions with fewer leaves"),
        Column::new("nodes"),
        Column::with_unit("nodes to base line", "%"),
        Column::with_unit("nodes, low", "%"),
        Column::with_unit("nodes, high", "%"),
        Column::new("calls in the last iteration"),
    ];
    if by_configuration {
        columns.insert(0, Column::new("configuration"));
    }
    if is_sweep {
        columns.push(Column::with_unit("leaves to the last configuration", "%"));
    }
    Table::new(name, columns)
}

/// Adds the rows of one configuration.
pub(super) fn summarise(
    spec: &Spec,
    game: &Played,
    variant: &str,
    finished: &Finished,
    last_variant: Option<&Finished>,
    table: &mut Table,
) {
    let (base, depth) = (spec.base(), spec.depth(game));
    for algorithm in spec.algorithms.iter() {
        let share = |measure| cells(finished.share(algorithm, base, depth, measure));
        let total = |measure| Cell::Integer(finished.total(algorithm, depth, measure) as i64);
        let value = |measured: Option<Measured>| {
            measured.map_or(Cell::Empty, |measured| Cell::number(measured.value, 1))
        };
        let mut row = vec![Cell::text(algorithm), total(Measure::Leaves)];
        row.extend(share(Measure::Leaves));
        let less = finished.less(algorithm, base, depth, Measure::Leaves);
        row.extend([Cell::Integer(less as i64), total(Measure::Nodes)]);
        row.extend(share(Measure::Nodes));
        row.push(value(finished.mean(algorithm, depth, Measure::Calls)));
        if !variant.is_empty() {
            row.insert(0, Cell::text(variant));
        }
        if let Some(last) = last_variant {
            row.push(value(finished.growth(algorithm, last, algorithm, depth)));
        }
        table.row(row);
    }
}
