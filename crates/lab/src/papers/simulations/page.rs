//! The page: where the advantage of SSS* goes, step by step, and the costs of all drivers.

use super::Spec;
use super::claims::claims;
use super::ladder::Step;
use super::measures::{Finished, Measure};
use crate::papers::tree_sources::Source;
use crate::report::{
    Cell, Column, Grid, GridCell, Measured, Page, Plot, Section, Series, Style, Table, minus_fixed,
};
use plywood_play::draw::Scale;

type All<'a> = [(&'a Source, Finished<'a>)];

pub(super) fn page(spec: &Spec, all: &All<'_>) -> Page {
    let trees: usize = all.iter().map(|(_, trees)| trees.0.len()).sum();
    let base = spec.base();
    let mut page = spec.page()
        .paragraph(format!(
            "The same algorithms search uniform random trees and the trees of games. All are trees of single nodes, \
             without transpositions. Leaves are evaluations, nodes are positions reached by a move; both are sums \
             over the trees of a kind ({} of each), in percent of {base}.",
            spec.each
        ))
        .paragraph(
            "Each step adds an enhancement that game-playing programs have. Fixed depth: one search, children in \
             the order of the list, no table; SSS* and DUAL* keep their own lists, and MTD(f) and C* search \
             everything again in every pass. Static order: children ordered by static value, except leaves. \
             Deepening: depth 1, 2, … before the last depth. Table: a table large enough for the tree of every \
             driver, with the best moves of the previous iteration.",
        )
        .paragraph(
            "Independent: leaves have independent values, and static values carry no information. Incremental: the \
             value of a node is that of its parent plus a random cost. Drawn: children in random order. Well: a \
             best child first at most nodes. Badly: the worst child first at all nodes.",
        );
    page.claims = claims(spec, all);
    page.sections = vec![advantage(spec, all), order(spec, all)];
    for step in [Step::FixedDepth, Step::Table] {
        for measure in Measure::BOTH {
            page.sections.push(drivers(spec, all, step, measure));
        }
    }
    page.sections.push(
        Section::new("All numbers")
            .text("Every driver at every step, at all kinds of trees.")
            .table(costs(spec, all)),
    );
    page.paragraph(format!(
        "{trees} trees: all algorithms found the same value at every step. A run in which two disagree ends \
         with an error."
    ))
}

/// The leaves of SSS* by step.
fn advantage(spec: &Spec, all: &All<'_>) -> Section {
    let base = spec.base();
    let share = |trees: &Finished<'_>, step| trees.share(step, "sss", base, Measure::Leaves);
    let row = |(source, trees): &(&Source, Finished<'_>)| {
        let cell = |step: Step| {
            let what = format!("{}, {}", source.name, step.words());
            grid_cell(&what, share(trees, step))
        };
        let mut cells: Vec<GridCell> = Step::ALL.into_iter().map(cell).collect();
        let lost = trees.lost_share(base);
        let measured = lost.map_or(String::new(), |lost| minus_fixed(lost, 0));
        cells.push(GridCell { measured, ..GridCell::default() });
        (source.name.clone(), cells)
    };
    let mut columns: Vec<String> = Step::ALL.map(|step| step.words().to_string()).to_vec();
    columns.push("advantage lost (%)".into());
    let grid = Grid { corner: "leaves (%)".into(), columns, rows: all.iter().map(row).collect() };
    let mut section = Section::new("Where the advantage goes")
        .text(format!(
            "The leaves of SSS* in percent of {base}, as enhancements are added one at a time. Each plot has \
             uniform trees of one width, and the game whose trees are about as wide. The last column shows how much \
             of its advantage at fixed depth is lost at the last step; above 100 it has become a disadvantage."
        ))
        .grid(grid);
    for &width in spec.trees.widths.iter() {
        let beside = |source: &Source| spec.beside.get(&source.name) == Some(&width);
        let shown =
            all.iter().filter(|(source, _)| source.width() == Some(width) || beside(source));
        let series = |(source, trees): &(&Source, Finished<'_>)| {
            let numbered = (1..).zip(Step::ALL);
            let point = |(i, step): (i32, Step)| Some((f64::from(i), share(trees, step)?));
            let style = if source.is_game() { Style::Line } else { Style::Dashed };
            Series::measured(&source.name, numbered.filter_map(point)).with_style(style)
        };
        section.plots.push(Plot {
            title: format!("Leaves of SSS*, trees of width {width}"),
            x_label: "step".into(),
            names: Step::ALL.map(|step| step.words().to_string()).to_vec(),
            y_label: format!("leaves (% of {base})"),
            x_scale: Scale::Whole,
            references: vec![(100.0, base.into())],
            series: shown.map(series).collect(),
            ..Plot::default()
        });
    }
    section
}

/// The leaves of SSS* by how well children are ordered.
fn order(spec: &Spec, all: &All<'_>) -> Section {
    let base = spec.base();
    let columns = [
        Column::new("trees"),
        Column::with_unit("best child first, as listed", "%"),
        Column::with_unit("leaves of sss, fixed depth", "%"),
        Column::with_unit("best child first, static order", "%"),
        Column::with_unit("leaves of sss, static order", "%"),
    ];
    let mut table = Table::new("order", columns);
    let steps = [Step::FixedDepth, Step::StaticOrder];
    for (source, trees) in all {
        let mut row = vec![Cell::text(&source.name)];
        for (order, step) in steps.into_iter().enumerate() {
            let share = trees.share(step, "sss", base, Measure::Leaves);
            row.push(Cell::number(trees.best_first(order), 1));
            row.push(Cell::number(share.map(|share| share.value), 1));
        }
        table.row(row);
    }
    let series = |name: &str, is_game: bool| {
        let mut points = Vec::new();
        for (_, trees) in all.iter().filter(|(source, _)| source.is_game() == is_game) {
            for (order, step) in steps.into_iter().enumerate() {
                let share = trees.share(step, "sss", base, Measure::Leaves);
                points.extend(share.map(|share| (trees.best_first(order), share)));
            }
        }
        Series::measured(name, points).with_style(Style::Points)
    };
    Section::new("By the order of children")
        .text(
            "How often the first child has the best minimax value, in the order of the list and by static value, \
             and what SSS* then costs without deepening and table. The better the order, the less a best-first \
             search can gain.",
        )
        .table(table)
        .plot(Plot {
            title: "Leaves of SSS* by the order of children".into(),
            x_label: "nodes with a best child first (%)".into(),
            y_label: format!("leaves (% of {base})"),
            references: vec![(100.0, base.into())],
            series: vec![series("uniform trees", false), series("games", true)],
            ..Plot::default()
        })
}

/// All drivers at one step.
fn drivers(spec: &Spec, all: &All<'_>, step: Step, measure: Measure) -> Section {
    let row = |(source, trees): &(&Source, Finished<'_>)| {
        let cell = |driver: &String| {
            let what = format!("{}, {driver}, {}", source.name, step.words());
            grid_cell(&what, trees.share(step, driver, spec.base(), measure))
        };
        (source.name.clone(), spec.algorithms[1..].iter().map(cell).collect())
    };
    let title = format!("{} of all drivers, step {}", capitalised(measure.name()), step.words());
    Section::new(title).grid(Grid {
        corner: format!("{} (%)", measure.name()),
        columns: spec.algorithms[1..].to_vec(),
        rows: all.iter().map(row).collect(),
    })
}

fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

fn costs(spec: &Spec, all: &All<'_>) -> Table {
    let mut columns = ["trees", "depth", "number", "step", "driver"].map(Column::new).to_vec();
    for measure in Measure::BOTH {
        columns.push(Column::new(measure.name()));
        let ends =
            ["", ", low", ", high"].map(|end| format!("{} to base line{end}", measure.name()));
        columns.extend(ends.map(|name| Column::with_unit(name, "%")));
    }
    let mut table = Table::new("costs", columns);
    for (source, trees) in all {
        for step in Step::ALL {
            for driver in spec.algorithms.iter() {
                let mut row = vec![
                    Cell::text(&source.name),
                    Cell::Integer(spec.depth(source).into()),
                    Cell::Integer(trees.0.len() as i64),
                    Cell::text(step.words()),
                    Cell::text(driver),
                ];
                for measure in Measure::BOTH {
                    row.push(Cell::Integer(trees.total(step, driver, measure) as i64));
                    let share = trees.share(step, driver, spec.base(), measure);
                    let (low, high) = share.as_ref().and_then(|share| share.interval(0.0)).unzip();
                    let numbers = [share.map(|share| share.value), low, high];
                    row.extend(numbers.map(|number| Cell::number(number, 1)));
                }
                table.row(row);
            }
        }
    }
    table
}

fn grid_cell(what: &str, measured: Option<Measured>) -> GridCell {
    let Some(measured) = measured else { return GridCell::default() };
    let interval = measured.interval(0.0);
    GridCell {
        measured: format!("{:.0}", measured.value),
        interval: GridCell::range(interval, 0),
        detail: format!("{what}: {:.1} %, {} trees.", measured.value, measured.samples),
        ..GridCell::default()
    }
}
