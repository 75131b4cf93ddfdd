//! The page: leaves, lists and entries by depth.

use super::claims::claims;
use super::{ByDepth, Spec, Used};
use crate::papers::tree_sources::Source;
use crate::report::{Cell, Column, Grid, GridCell, Page, Plot, Section, Series, Style, Table};
use plywood_play::draw::Scale;
use std::collections::BTreeMap;

/// Bytes of an entry of the table: a key and two words.
const ENTRY: f64 = 24.0;

type Depths<'a> = [(u32, Vec<&'a Used>)];

/// A mean over trees.
fn mean(used: &[&Used], of: impl Fn(&Used) -> f64) -> f64 {
    used.iter().map(|used| of(used)).sum::<f64>() / used.len() as f64
}

fn part(all: &BTreeMap<String, [u64; 2]>, name: &str, part: usize) -> f64 {
    all.get(name).map_or(f64::NAN, |numbers| numbers[part] as f64)
}

/// The mean number of children of nodes that have some.
fn width(used: &[&Used]) -> f64 {
    mean(used, |used| used.width[1] as f64 / used.width[0].max(1) as f64)
}

/// The leaves of a max solution tree, w^ceil(d/2), and of a min solution tree, w^floor(d/2).
fn solution_leaves(width: f64, depth: u32) -> [f64; 2] {
    [depth.div_ceil(2), depth / 2].map(|plies| width.powi(plies as i32))
}

pub(super) fn page(spec: &Spec, all: &[ByDepth<'_>]) -> Page {
    let mut page = spec.page()
        .paragraph(format!(
            "One search to each depth, moves as listed, with a table of {} entries that also holds the leaves; \
             means over {} trees. List sizes are the largest during a search. Entries are those in use at the end \
             of the search; each has 24 bytes. The trees have no transpositions.",
            spec.table, spec.each
        ))
        .paragraph(
            "For comparison, the tables show the numbers of leaves of the two solution trees, w^ceil(d/2) and \
             w^floor(d/2), where w is the mean number of children. Times never repeat exactly, so they are in \
             timings.html.",
        );
    page.claims = claims(spec, all);
    for (source, depths) in all {
        page.sections.push(section(spec, source, depths));
    }
    page
}

fn section(spec: &Spec, source: &Source, depths: &Depths<'_>) -> Section {
    Section::new(format!("{}: entries and lists by depth", source.name))
        .text(format!("{}.", source.about))
        .grid(grid(spec, depths))
        .table(table(spec, source, depths))
        .plot(plot(spec, source, depths))
}

fn grid(spec: &Spec, depths: &Depths<'_>) -> Grid {
    let number = |value: f64| GridCell { measured: format!("{value:.0}"), ..GridCell::default() };
    let row = |name: String, of: &dyn Fn(u32, &[&Used]) -> f64| {
        let cells = depths.iter().map(|(depth, used)| number(of(*depth, used))).collect();
        (name, cells)
    };
    let mut rows = vec![
        row("w^ceil(d/2)".into(), &|depth, used| solution_leaves(width(used), depth)[0]),
        row("w^floor(d/2)".into(), &|depth, used| solution_leaves(width(used), depth)[1]),
    ];
    for driver in spec.drivers.iter() {
        rows.push(row(format!("entries, {driver}"), &|_, used| {
            mean(used, |used| part(&used.drivers, driver, 1))
        }));
    }
    for [list, driver] in &spec.twins {
        rows.push(row(format!("KiB, list of {list}"), &|_, used| {
            mean(used, |used| part(&used.lists, list, 1)) / 1024.0
        }));
        rows.push(row(format!("KiB, entries of {driver}"), &|_, used| {
            mean(used, |used| ENTRY * part(&used.drivers, driver, 1)) / 1024.0
        }));
    }
    let columns = depths.iter().map(|(depth, _)| depth.to_string()).collect();
    Grid { corner: "depth".into(), columns, rows }
}

fn table(spec: &Spec, source: &Source, depths: &Depths<'_>) -> Table {
    let mut columns =
        ["depth", "trees", "w", "w^ceil(d/2)", "w^floor(d/2)"].map(Column::new).to_vec();
    for [list, driver] in &spec.twins {
        let names = [format!("{list}, leaves"), format!("{driver}, leaves")];
        columns.extend(names.map(Column::new));
        columns.push(Column::new(format!("trees with equal leaves, {driver}")));
        columns.push(Column::with_unit(format!("{list}, list"), "bytes"));
    }
    columns.extend(spec.drivers.iter().map(|driver| Column::new(format!("{driver}, entries"))));
    let mut table = Table::new(format!("{}-entries", source.name), columns);
    for (depth, used) in depths {
        let width = width(used);
        let mut row = vec![
            Cell::Integer((*depth).into()),
            Cell::Integer(used.len() as i64),
            Cell::number(width, 2),
        ];
        row.extend(solution_leaves(width, *depth).map(|leaves| Cell::number(leaves, 0)));
        for [list, driver] in &spec.twins {
            let of_list = |used: &Used| part(&used.lists, list, 0);
            let of_driver = |used: &Used| part(&used.drivers, driver, 0);
            let equal = used.iter().filter(|used| of_list(used) == of_driver(used)).count();
            row.push(Cell::number(mean(used, of_list), 1));
            row.push(Cell::number(mean(used, of_driver), 1));
            row.push(Cell::Integer(equal as i64));
            row.push(Cell::number(mean(used, |used| part(&used.lists, list, 1)), 0));
        }
        let entries = |driver: &String| mean(used, |used| part(&used.drivers, driver, 1));
        row.extend(spec.drivers.iter().map(|driver| Cell::number(entries(driver), 0)));
        table.row(row);
    }
    table
}

fn plot(spec: &Spec, source: &Source, depths: &Depths<'_>) -> Plot {
    let points = |of: &dyn Fn(u32, &[&Used]) -> f64| {
        depths.iter().map(|(depth, used)| (f64::from(*depth), of(*depth, used))).collect()
    };
    let mut series: Vec<Series> = Vec::new();
    for driver in spec.drivers.iter() {
        let entries = points(&|_, used| mean(used, |used| part(&used.drivers, driver, 1)));
        series.push(Series::new(driver, entries));
    }
    for (i, name) in ["w^ceil(d/2)", "w^floor(d/2)"].into_iter().enumerate() {
        let leaves = points(&|depth, used| solution_leaves(width(used), depth)[i]);
        series.push(Series::new(name, leaves).with_style(Style::Dashed));
    }
    Plot {
        title: format!("{}: entries in use", source.name),
        x_label: "depth".into(),
        y_label: "entries".into(),
        x_scale: Scale::Whole,
        y_scale: Scale::Log,
        references: vec![(spec.table as f64, "the table".into())],
        series,
        ..Plot::default()
    }
}
