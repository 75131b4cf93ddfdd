//! Costs by depth and by algorithm: tables, grids and plots.

use super::course::{Costs, Finished};
use super::positions::Played;
use super::spec::{Measure, Spec};
use crate::report::{
    Cell, Column, Grid, GridCell, Measured, Plot, Series, Style, Table, minus_fixed,
};
use plywood_games::fixed;
use plywood_play::draw::Scale;
use std::ops::RangeInclusive;

/// In percent of the base line. Curves that end above it make the others flat, so a second plot leaves
/// them out, and the first half of the depths.
const NEAR: f64 = 125.0;
/// The first depth that is shown: depth 1 is hardly a search.
pub(super) const FIRST: u32 = 2;

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
            let depths = self.depths.clone().filter(|&depth| depth >= FIRST);
            let point = |depth| Some((f64::from(depth), (self.share)(name, depth)?));
            Series::measured(name, depths.filter_map(point))
        };
        self.algorithms[1..].iter().map(curve).collect()
    }
}

/// A number and the ends of its interval, to a tenth.
pub(super) fn cells(measured: Option<Measured>) -> [Cell; 3] {
    let (low, high) = measured.as_ref().and_then(|measured| measured.interval(0.0)).unzip();
    [measured.map(|measured| measured.value), low, high].map(|number| Cell::number(number, 1))
}

pub(super) fn grid_cell(what: &str, measured: Option<Measured>) -> GridCell {
    let Some(measured) = measured else { return GridCell::default() };
    let interval = measured.interval(0.0);
    let mut detail = format!("{what}: {} %", fixed(measured.value, 1));
    if let Some((low, high)) = interval {
        detail += &format!(" ({} to {})", minus_fixed(low, 1), minus_fixed(high, 1));
    }
    GridCell {
        measured: format!("{:.0}", measured.value),
        interval: GridCell::range(interval, 0),
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

/// The costs at the last depth of each game, of the algorithms that come near the base line in the first game; none if
/// games have several configurations.
pub(super) fn at_last_depth(
    spec: &Spec,
    games: &[(&Played, Vec<(&str, Finished)>)],
) -> Option<Plot> {
    let mut finished = Vec::new();
    for (game, all) in games {
        match all.as_slice() {
            [("", one)] => finished.push((*game, one)),
            [] => {}
            _ => return None,
        }
    }
    let share = |name: &str, (game, one): &(&Played, &Finished)| {
        one.share(name, spec.base(), spec.depth(game), spec.measure)
    };
    let first = finished.first()?;
    let is_near = |name: &&String| share(name, first).is_some_and(|share| share.value <= NEAR);
    let curve = |name: &String| {
        let numbered = (1..).zip(&finished);
        let point =
            |(i, one): (i32, &(&Played, &Finished))| Some((f64::from(i), share(name, one)?));
        Series::measured(name, numbered.filter_map(point)).with_style(Style::Points)
    };
    let what = match spec.measure {
        Measure::Leaves => "leaves",
        _ => "nodes",
    };
    Some(Plot {
        title: format!("At the last depth of each game: {what}"),
        x_label: "game".into(),
        y_label: format!("{what} (% of {})", spec.base()),
        x_scale: Scale::Whole,
        references: vec![(100.0, spec.base().into())],
        names: finished
            .iter()
            .map(|(game, _)| format!("{}, depth {}", game.name(), spec.depth(game)))
            .collect(),
        series: spec.algorithms[1..].iter().filter(is_near).map(curve).collect(),
        ..Plot::default()
    })
}

/// The same for MTD(f) and alpha-beta alone: the paper says that the base line gains less on alpha-beta than MTD(f) on
/// the base line.
pub(super) fn only_mtdf(plot: &Plot) -> Option<Plot> {
    let is_mtdf = |series: &&Series| series.name.starts_with("mtdf");
    let is_meant = |series: &&Series| is_mtdf(series) || series.name == "alpha-beta-memory";
    let series: Vec<Series> = plot.series.iter().filter(is_meant).cloned().collect();
    series.iter().find(is_mtdf).is_some().then(|| Plot { series: series.clone(), ..plot.clone() })
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
        let value =
            |measured: Option<Measured>| Cell::number(measured.map(|measured| measured.value), 1);
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
