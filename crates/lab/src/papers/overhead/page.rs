//! The page of the overhead: by branching factor, beside the paper's numbers, and by depth.

use super::{Count, Outcome, Overhead, about};
use crate::experiment::Results;
use crate::report::claim::Verdict;
use crate::report::{
    Agreement, Cell, Column, Comparison, Grid, GridCell, Page, Plot, Section, Series, Style, Table,
};
use plywood_play::draw::Scale;

impl Overhead {
    pub(super) fn compose(&self, done: &Results<Self>) -> Page {
        let spec = &self.spec;
        let by_depth = self.by_depth(done);
        let is_last = |outcome: &&Outcome| spec.depth_of(outcome.b) == Some(outcome.depth);
        let outcomes: Vec<&Outcome> = by_depth.iter().filter(is_last).collect();
        let mut page = spec.page().paragraph(
            "Nodes that recursive best-first minimax generates again, for each hundred it generates for the first \
             time, in searches that stop when a terminal node is chosen. By the paper's rule a child is new if the \
             value stored with its parent equals the parent's static value. A node that was forgotten together with \
             its parent carries no sign of having been seen, so the rule counts too few; the true count is next to \
             it.",
        );
        page.claims = self.claims(&outcomes);
        page.section(
            Section::new("Overhead by branching factor")
                .plot(plot(&outcomes))
                .grid(grid(&outcomes))
                .table(table("by-rule", &outcomes, Count::ByRule)),
        )
        .section(Section::new("Counted truly").table(table(
            "truly",
            &outcomes,
            Count::Truly,
        )))
        .section(Section {
            plots: depth_plots(&by_depth),
            ..Section::new("Overhead by depth")
                .text(
                    "The same in searches that stop when a node at a given depth is chosen, the root at \
                     depth 0. By the paper's rule the overhead looks like a small constant; counted truly \
                     it grows with the depth.",
                )
                .table(depth_table(&by_depth))
        })
    }
}

fn plot(outcomes: &[&Outcome]) -> Plot {
    let series = |count: Count| {
        let numbers = outcomes.iter().map(|one| (f64::from(one.b), one.measured(count)));
        Series::measured(count.name(), numbers)
    };
    let paper = outcomes.iter().filter_map(|outcome| Some((f64::from(outcome.b), outcome.paper?)));
    Plot {
        title: "Nodes that linear space generates again".into(),
        x_label: "branching factor".into(),
        y_label: "regenerated (% of new nodes)".into(),
        x_scale: Scale::Log,
        y_scale: Scale::Log,
        series: vec![
            series(Count::ByRule),
            series(Count::Truly).with_style(Style::Dashed),
            Series::new("paper", paper.collect()).with_style(Style::Points),
        ],
        ..Plot::default()
    }
}

fn grid(outcomes: &[&Outcome]) -> Grid {
    let cell = |outcome: &Outcome, count: Count| {
        let measured = outcome.measured(count);
        let size = outcome.paper.map(|paper| Verdict::size(measured, about(paper)));
        let decimals = if measured.value < 10.0 { 2 } else { usize::from(measured.value < 100.0) };
        GridCell {
            measured: format!("{:.decimals$}", measured.value),
            interval: GridCell::range(measured.interval(0.0), decimals),
            paper: outcome.paper.map_or(String::new(), |paper| paper.to_string()),
            agreement: size.map_or(Agreement::Open, |size| size.answer.into()),
            detail: format!(
                "b = {}, depth {}: {:.2} nodes generated again for each hundred new ones, {}.",
                outcome.b,
                outcome.depth,
                measured.value,
                count.name()
            ),
            ..GridCell::default()
        }
    };
    let row = |count: Count| {
        let cells = outcomes.iter().map(|outcome| cell(outcome, count)).collect();
        (format!("Overhead {} (%)", count.name()), cells)
    };
    Grid {
        corner: "b =".into(),
        columns: outcomes.iter().map(|outcome| outcome.b.to_string()).collect(),
        rows: Count::BOTH.into_iter().map(row).collect(),
    }
}

fn table(name: &str, outcomes: &[&Outcome], count: Count) -> Table {
    let rows = outcomes.iter().map(|outcome| Comparison {
        labels: vec![Cell::Integer(outcome.b.into()), Cell::Integer(outcome.depth.into())],
        paper: outcome.paper,
        measured: outcome.measured(count).value,
        interval: outcome.measured(count).interval(0.0),
    });
    Table::comparison(name, ["b", "depth"], 1, rows)
}

/// The overhead over the depth of the search: a curve for each branching factor, six in a plot.
fn depth_plots(outcomes: &[Outcome]) -> Vec<Plot> {
    let mut branching: Vec<u16> = outcomes.iter().map(|outcome| outcome.b).collect();
    branching.dedup();
    let curve = |b: u16, count: Count| {
        let of = outcomes.iter().filter(|outcome| outcome.b == b);
        let points = of.map(|outcome| (f64::from(outcome.depth), outcome.measured(count)));
        Series::measured(format!("b = {b}"), points)
    };
    let plot = |some: &[u16], count: Count| Plot {
        title: format!(
            "Overhead by depth, {}, b = {} to {}",
            count.name(),
            some[0],
            some[some.len() - 1]
        ),
        x_label: "depth at which the search stops".into(),
        y_label: "regenerated (% of new nodes)".into(),
        x_scale: Scale::Whole,
        series: some.iter().map(|&b| curve(b, count)).collect(),
        ..Plot::default()
    };
    branching.chunks(6).flat_map(|some| Count::BOTH.map(|count| plot(some, count))).collect()
}

fn depth_table(outcomes: &[Outcome]) -> Table {
    let columns = ["b", "depth", "by the rule (%)", "truly (%)", "low", "high"];
    let mut table = Table::new("by-depth", columns.map(Column::new));
    for outcome in outcomes {
        let (low, high) = outcome.truly.interval(0.0).unzip();
        let mut cells = [outcome.b.into(), outcome.depth.into()].map(Cell::Integer).to_vec();
        let numbers = [Some(outcome.by_rule.value), Some(outcome.truly.value), low, high];
        cells.extend(numbers.map(|number| Cell::number(number, 1)));
        table.row(cells);
    }
    table
}
