//! The page: the curves, the leads, and all points.

use super::DecisionQuality;
use super::lead::{Ahead, Outcome};
use crate::experiment::Results;
use crate::papers::uniform_trees::Generation;
use crate::report::claim::{Side, Verdict};
use crate::report::minus_signed;
use crate::report::{
    Agreement, Cell, Column, Grid, GridCell, Measured, Page, Plot, Section, Series, Style, Table,
};
use plywood_play::draw::Scale;

impl DecisionQuality {
    pub(super) fn compose(&self, done: &Results<Self>) -> Page {
        let trees = &self.spec;
        let outcomes: Vec<Outcome> =
            trees.branching.iter().filter_map(|&b| self.outcome(done, b)).collect();
        let claims = &self.spec.paper_numbers.claims;
        let mut page = trees.page()
            .paragraph(format!(
                "The charts show how often a search chooses a move that a full minimax search would choose, in {} \
                 uniform random trees for each branching factor, against the mean number of nodes generated. The \
                 root has depth 0 here, and depth 1 in the paper.",
                trees.trees_each
            ))
            .paragraph(
                "The paper's figure has no numbers, so only its text can be compared. The lead of best-first \
                 minimax is its percentage of correct moves minus that of alpha-beta at the same number of nodes \
                 (interpolated on the logarithmic scale). Nodes are those of the version in linear space, which the \
                 paper ran. The verdicts use the second half of the even depths. These are odd levels in the paper, \
                 which advises to run best-first minimax to odd levels.",
            );
        if trees.generation == Generation::OneAtATime {
            let other: u64 = outcomes.iter().map(|outcome| outcome.sums.other_moves).sum();
            page = page.paragraph(format!(
                "Children are generated one at a time here: by alpha-beta at its horizon, by best-first minimax \
                 until one leaves the window. The paper generated all children of a node at once. The version in \
                 linear space may meet equal values in another order: in {other} searches it chose another move \
                 than the version with the tree in memory. The charts show the choices of the latter."
            ));
        }
        page.claims = claims.iter().flat_map(|claim| claim.judge(&outcomes)).collect();
        let ahead =
            outcomes.iter().filter(|outcome| outcome.in_memory.is_some_and(|lead| lead > 0.0));
        let mut section = Section::new("Correct first moves by nodes generated").text(format!(
            "For a tree in memory, the paper counts the nodes that are new by its rule. A tree that is really in \
             memory generates fewer (see korf-1992-overhead). By that count, best-first minimax has a mean lead at \
             {} of {} branching factors.",
            ahead.count(),
            outcomes.len()
        ));
        section.plots = outcomes.iter().map(|outcome| self.plot(outcome)).collect();
        // The staircase has the longest and steepest steps in the widest of the deep trees in which best-first is ahead.
        let is_ahead = |outcome: &&Outcome| {
            claims.iter().any(|claim| {
                claim.ahead == Ahead::BestFirst && claim.branching.contains(&outcome.b)
            })
        };
        let is_deep =
            |outcome: &&Outcome| trees.depth_of(outcome.b).is_some_and(|depth| depth >= 8);
        let shown = outcomes.iter().filter(is_ahead).rfind(is_deep);
        page.cover = shown.map(|outcome| {
            let mut plot = self.plot(outcome);
            // Alpha-beta, and the program that the paper ran.
            plot.series.truncate(2);
            plot
        });
        let mut table = points_table();
        outcomes.iter().for_each(|outcome| add_rows(&mut table, outcome));
        page.section(section)
            .section(
                Section::new("Lead of best-first in linear space")
                    .text("Percentage points, by branching factor and even depth.")
                    .grid(self.grid(&outcomes))
                    .table(leads_table(&outcomes)),
            )
            .section(
                Section::new("Steps from depth to depth")
                    .text(
                        "How many more first moves are correct with each further ply, in percentage points, and how \
                         much more an even depth gains than an odd one on average: the paper's staircase. The \
                         paper's odd levels are even depths here.",
                    )
                    .table(steps_table(&outcomes)),
            )
            .section(Section::new("All points").table(table))
    }

    fn plot(&self, outcome: &Outcome) -> Plot {
        let (b, sums) = (outcome.b, &outcome.sums);
        let intervals = |correct: &[u64]| {
            let share = |&right: &u64| Measured::share(right, sums.trees, "trees").interval(0.0);
            correct.iter().map(|right| share(right).unwrap_or((f64::NAN, f64::NAN))).collect()
        };
        let depth = self.spec.depth_of(b).unwrap_or_default();
        // The rule is about whole expansions.
        let by_rule = (self.spec.generation == Generation::AllAtOnce).then(|| {
            Series::new("in memory by the paper's rule", sums.by_rule()).with_style(Style::Points)
        });
        Plot {
            title: format!("Correct first moves, b = {b}, depth {depth}"),
            x_label: "nodes generated".into(),
            y_label: "correct (%)".into(),
            x_scale: Scale::Log,
            series: vec![
                Series::new("alpha-beta", sums.alpha_beta())
                    .with_intervals(intervals(&sums.alpha_beta_correct)),
                Series::new("best-first in linear space", sums.linear())
                    .with_intervals(intervals(&sums.best_first_correct))
                    .with_style(Style::Dashed),
                Series::new("best-first in memory", sums.best_first()).with_style(Style::Dotted),
            ]
            .into_iter()
            .chain(by_rule)
            .collect(),
            ..Plot::default()
        }
    }

    /// The leads, coloured by what the paper says of the branching factor.
    fn grid(&self, outcomes: &[Outcome]) -> Grid {
        let last = outcomes.iter().filter_map(|o| Some(o.leads.last()?.0)).max().unwrap_or(0);
        let depths: Vec<usize> = (2..=last).step_by(2).collect();
        let row = |outcome: &Outcome| {
            let claims = self.spec.paper_numbers.claims.iter();
            let mut claims = claims.filter(|claim| claim.branching.contains(&outcome.b));
            let ahead = claims.next().map(|claim| claim.ahead);
            let cell = |depth: &usize| {
                let (_, lead) = outcome.leads.iter().find(|point| point.0 == *depth)?;
                Some(lead_cell(outcome.b, *depth, lead, ahead))
            };
            let cells = depths.iter().map(|depth| cell(depth).unwrap_or_default()).collect();
            (format!("b = {}", outcome.b), cells)
        };
        Grid {
            corner: "depth".into(),
            columns: depths.iter().map(usize::to_string).collect(),
            rows: outcomes.iter().map(row).collect(),
        }
    }
}

/// The gains of each ply, and how they alternate.
fn steps_table(outcomes: &[Outcome]) -> Table {
    let columns = ["b", "algorithm", "least gain", "mean gain at even depths"];
    let more = ["mean gain at odd depths", "even less odd", "low", "high"];
    let mut table = Table::new("steps", columns.into_iter().chain(more).map(Column::new));
    for outcome in outcomes {
        for (name, steps) in
            [("alpha-beta", &outcome.alpha_beta), ("best-first", &outcome.best_first)]
        {
            let least = steps.gains.iter().map(|gain| gain.1.value).reduce(f64::min);
            let [even, odd] = [0, 1].map(|rest| steps.mean(rest));
            let interval = steps.alternation.as_ref().and_then(|number| number.interval(0.0));
            let (low, high) = interval.unzip();
            let number = steps.alternation.as_ref().map(|number| number.value);
            let mut cells = vec![Cell::Integer(outcome.b.into()), Cell::text(name)];
            let numbers = [least, even, odd, number, low, high];
            cells.extend(numbers.map(|number| Cell::number(number, 2)));
            table.row(cells);
        }
    }
    table
}

fn lead_cell(b: u16, depth: usize, lead: &Measured, ahead: Option<Ahead>) -> GridCell {
    let side = match ahead {
        Some(Ahead::AlphaBeta) => Some(Side::Below),
        Some(Ahead::BestFirst) => Some(Side::Above),
        _ => None,
    };
    let verdict = side.map(|side| Verdict::direction(lead, side, 0.0));
    let signed = |value: f64| minus_signed(value, 1);
    let interval = lead.interval(0.0);
    let p = lead.p_value(0.0, 0.0).map_or(String::new(), |p| format!(", p = {p:.3}"));
    GridCell {
        measured: signed(lead.value),
        interval: interval
            .map_or(String::new(), |(low, high)| format!("{} to {}", signed(low), signed(high))),
        agreement: verdict.map_or(Agreement::Open, |verdict| verdict.answer.into()),
        detail: format!("b = {b}, depth {depth}: lead {} points{p}", signed(lead.value)),
        ..GridCell::default()
    }
}

fn leads_table(outcomes: &[Outcome]) -> Table {
    let mut table = Table::new("leads", ["b", "depth", "lead", "low", "high"].map(Column::new));
    for outcome in outcomes {
        for (depth, lead) in &outcome.leads {
            let (low, high) = lead.interval(0.0).unzip();
            table.row([
                Cell::Integer(outcome.b.into()),
                Cell::Integer(*depth as i64),
                Cell::number(lead.value, 2),
                Cell::number(low, 2),
                Cell::number(high, 2),
            ]);
        }
    }
    table
}

fn points_table() -> Table {
    let columns = [
        Column::new("b"),
        Column::new("depth"),
        Column::new("alpha-beta nodes"),
        Column::with_unit("alpha-beta correct", "%"),
        Column::new("best-first nodes in memory"),
        Column::new("best-first nodes in linear space"),
        Column::new("best-first nodes new by the paper's rule"),
        Column::with_unit("best-first correct", "%"),
        Column::with_unit("low", "%"),
        Column::with_unit("high", "%"),
    ];
    Table::new("decision-quality", columns)
}

fn add_rows(table: &mut Table, outcome: &Outcome) {
    let sums = &outcome.sums;
    let (alpha_beta, best_first) = (sums.alpha_beta(), sums.best_first());
    let (linear, by_rule) = (sums.linear(), sums.by_rule());
    for (i, &(nodes, correct)) in best_first.iter().enumerate() {
        let share = Measured::share(sums.best_first_correct[i], sums.trees, "trees");
        let (low, high) = share.interval(0.0).unzip();
        table.row([
            Cell::Integer(outcome.b.into()),
            Cell::Integer(i as i64 + 1),
            Cell::number(alpha_beta.get(i).map(|point| point.0), 1),
            Cell::number(alpha_beta.get(i).map(|point| point.1), 2),
            Cell::number(nodes, 1),
            Cell::number(linear[i].0, 1),
            Cell::number(by_rule[i].0, 1),
            Cell::number(correct, 2),
            Cell::number(low, 2),
            Cell::number(high, 2),
        ]);
    }
}
