//! Korf 1992, section 4: how much of its work linear space repeats, counted truly and by the paper's
//! rule, and the time per node of RBFMS against alpha-beta.

use super::decision_quality::{full_rbfms, search};
use super::uniform_trees::{Batch, Spec as Trees};
use crate::Error;
use crate::experiment::{Experiment, Record, Results};
use crate::registry::Configuration;
use crate::report::claim::{Claim, Side, Stated, Verdict};
use crate::report::{
    Agreement, Cell, Column, Comparison, Grid, GridCell, Measured, Page, Plot, Scale, Section,
    Series, Style, Table,
};
use plywood::Budget;
use plywood::search::{AlphaBetaOptions, Horizon, NodeOrder};
use serde::Deserialize;
use std::time::Instant;

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Spec {
    #[serde(flatten)]
    trees: Trees,
    #[serde(default)]
    paper_numbers: PaperNumbers,
}

#[derive(Clone, Debug, Default, Deserialize)]
struct PaperNumbers {
    sentence: Option<Sentence>,
    #[serde(default)]
    overhead: Vec<PaperOverhead>,
    time: Option<PaperTime>,
}

#[derive(Clone, Debug, Deserialize)]
struct PaperOverhead {
    branching: u16,
    percent: f64,
}

#[derive(Clone, Debug, Deserialize)]
struct Sentence {
    text: String,
    place: String,
}

#[derive(Clone, Debug, Deserialize)]
struct PaperTime {
    #[serde(flatten)]
    sentence: Sentence,
    percent: f64,
}

/// How nodes are told to be new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Count {
    ByRule,
    Truly,
}

impl Count {
    const BOTH: [Count; 2] = [Count::ByRule, Count::Truly];

    fn reading(self) -> &'static str {
        match self {
            Count::ByRule => {
                "counted by the paper's rule: a child is new if the value stored with its parent \
                 equals the parent's static value"
            }
            Count::Truly => "counted truly: a node is new if it was never generated before",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Count::ByRule => "by the paper's rule",
            Count::Truly => "counted truly",
        }
    }
}

/// The overhead with one branching factor.
struct Outcome {
    b: u16,
    depth: u32,
    paper: Option<f64>,
    by_rule: Measured,
    truly: Measured,
}

impl Outcome {
    fn measured(&self, count: Count) -> &Measured {
        match count {
            Count::ByRule => &self.by_rule,
            Count::Truly => &self.truly,
        }
    }
}

/// "About" a number allows a tenth more or less.
fn about(percent: f64) -> Stated {
    Stated { low: 0.9 * percent, high: 1.1 * percent, error: 0.0, reference: 0.0 }
}

pub(super) struct Overhead {
    spec: Spec,
    text: String,
}

impl Overhead {
    pub fn new(spec: Spec, text: &str) -> Result<Overhead, Error> {
        spec.trees.check()?;
        Ok(Overhead { spec, text: text.to_string() })
    }

    /// Per unit: nodes generated, and those counted as regenerated, truly and by the rule.
    fn units(&self, done: &Results, branching: u16) -> Vec<[f64; 3]> {
        let prefix = format!("b={branching:02}/");
        let units = done.iter().filter(|(unit, _)| unit.starts_with(&prefix));
        units
            .filter_map(|(_, record)| {
                let count = |name: &str| record.get(name).and_then(|value| value.as_f64());
                Some([count("generated")?, count("regenerated")?, count("regenerated_1992")?])
            })
            .collect()
    }

    fn outcomes(&self, done: &Results) -> Vec<Outcome> {
        let outcome = |&b: &u16| {
            let units = self.units(done, b);
            // Regenerated nodes for each hundred new ones.
            let measured = |which: usize| {
                let pairs = units.iter().map(|unit| (unit[which], unit[0] - unit[which]));
                Measured::ratio(&pairs.collect::<Vec<_>>(), "batches of trees")
            };
            let paper = self.spec.paper_numbers.overhead.iter().find(|row| row.branching == b);
            (!units.is_empty()).then(|| Outcome {
                b,
                depth: self.spec.trees.depth_of(b).unwrap_or_default(),
                paper: paper.map(|row| row.percent),
                by_rule: measured(2),
                truly: measured(1),
            })
        };
        self.spec.trees.branching.iter().filter_map(outcome).collect()
    }

    fn claims(&self, outcomes: &[Outcome]) -> Vec<Claim> {
        let Some(sentence) = &self.spec.paper_numbers.sentence else { return Vec::new() };
        let judge = |outcome: &Outcome, count: Count| {
            let paper = outcome.paper?;
            let claim = Claim::new(&sentence.text, &sentence.place)
                .reading(Some(count.reading().into()))
                .about(format!("b = {}", outcome.b), "regenerated nodes for each hundred new ones")
                .measured(outcome.measured(count).clone(), 1)
                .direction(Side::Above, 0.0);
            Some(claim.size(format!("about {paper}"), about(paper)))
        };
        let each = |count| outcomes.iter().filter_map(move |outcome| judge(outcome, count));
        Count::BOTH.into_iter().flat_map(each).collect()
    }
}

fn plot(outcomes: &[Outcome]) -> Plot {
    let series = |count: Count| {
        let point = |outcome: &Outcome| (f64::from(outcome.b), outcome.measured(count).value);
        let interval = |outcome: &Outcome| {
            outcome.measured(count).interval(0.0).unwrap_or((f64::NAN, f64::NAN))
        };
        Series::new(count.name(), outcomes.iter().map(point).collect())
            .with_intervals(outcomes.iter().map(interval).collect())
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

fn grid(outcomes: &[Outcome]) -> Grid {
    let cell = |outcome: &Outcome, count: Count| {
        let measured = outcome.measured(count);
        let size = outcome.paper.map(|paper| Verdict::size(measured, about(paper)));
        let decimals = if measured.value < 10.0 { 2 } else { usize::from(measured.value < 100.0) };
        let interval = measured.interval(0.0);
        GridCell {
            measured: format!("{:.decimals$}", measured.value),
            interval: interval
                .map_or(String::new(), |(low, high)| format!("{low:.decimals$}–{high:.decimals$}")),
            paper: outcome.paper.map_or(String::new(), |paper| paper.to_string()),
            agreement: size.map_or(Agreement::Open, |size| size.answer.into()),
            detail: format!(
                "b = {}, depth {}: {:.2} nodes generated again for each hundred new ones, {}.",
                outcome.b,
                outcome.depth,
                measured.value,
                count.name()
            ),
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

fn table(name: &str, outcomes: &[Outcome], count: Count) -> Table {
    let rows = outcomes.iter().map(|outcome| Comparison {
        labels: vec![Cell::Integer(outcome.b.into()), Cell::Integer(outcome.depth.into())],
        paper: outcome.paper,
        measured: outcome.measured(count).value,
        interval: outcome.measured(count).interval(0.0),
    });
    Table::comparison(name, ["b", "depth"], 1, rows)
}

impl Experiment for Overhead {
    fn name(&self) -> &str {
        &self.spec.trees.name
    }

    fn plan(&self, _: &Results) -> Vec<String> {
        self.spec.trees.units()
    }

    fn run(&self, unit: &str) -> Result<Record, Error> {
        let batch = self.spec.trees.batch(unit)?;
        let mut counts = plywood::Counts::default();
        let mut by_rule = 0;
        for seed in batch.first..=batch.last {
            let report = full_rbfms(&self.spec.trees.tree(&batch, seed)?, batch.depth);
            counts += report.counts;
            by_rule += report.details.get("regenerated_1992");
        }
        Ok(Record::from_iter([
            ("generated".to_string(), counts.generated.into()),
            ("regenerated".to_string(), counts.regenerated.into()),
            ("regenerated_1992".to_string(), by_rule.into()),
        ]))
    }

    fn page(&self, done: &Results) -> Page {
        let trees = &self.spec.trees;
        let outcomes = self.outcomes(done);
        let mut page = Page::new(format!("{}: {}", trees.paper, trees.title)).paragraph(
            "Nodes that recursive best-first minimax generates again, for each hundred it generates for \
             the first time, in searches that stop when a terminal node is chosen. By the paper's rule a \
             child is new if the value stored with its parent equals the parent's static value. A node \
             that was forgotten together with its parent carries no sign of having been seen, so the \
             rule counts too few; the true count is beside it.",
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
    }

    fn timings(&self) -> Result<Option<Record>, Error> {
        let mut record = Record::new();
        for &b in &self.spec.trees.branching {
            let depth = self.spec.trees.depth_of(b).unwrap_or_default();
            let first = self.spec.trees.first_seed;
            let batch = Batch { branching: b, depth, first, last: first };
            let rounds = time_per_node(&self.spec.trees, &batch)?;
            let least =
                |of: fn(&(f64, f64)) -> f64| rounds.iter().map(of).fold(f64::INFINITY, f64::min);
            let more: Vec<f64> =
                rounds.iter().map(|(ab, rbfms)| 100.0 * (rbfms / ab - 1.0)).collect();
            let row = Record::from_iter([
                ("alpha_beta_ns_per_node".to_string(), least(|round| round.0).into()),
                ("rbfms_ns_per_node".to_string(), least(|round| round.1).into()),
                ("rbfms_more_percent".to_string(), more.into()),
            ]);
            record.insert(format!("b={b:02}"), row.into());
        }
        Ok(Some(record))
    }

    fn timings_page(&self, timings: &Record) -> Option<Page> {
        let columns = [
            Column::new("b"),
            Column::with_unit("alpha-beta", "ns a node"),
            Column::with_unit("RBFMS", "ns a node"),
            Column::with_unit("RBFMS more", "%"),
            Column::with_unit("paper", "%"),
        ];
        let mut table = Table::new("timings", columns);
        let (mut claims, mut points, mut intervals) = (Vec::new(), Vec::new(), Vec::new());
        for (b, row) in timings {
            let number = |name: &str| row.get(name).and_then(|value| value.as_f64());
            let (alpha_beta, rbfms) =
                (number("alpha_beta_ns_per_node")?, number("rbfms_ns_per_node")?);
            let b = b.trim_start_matches("b=").trim_start_matches('0');
            let rounds = row.get("rbfms_more_percent").and_then(|rounds| rounds.as_array());
            let rounds: Vec<f64> =
                rounds.into_iter().flatten().filter_map(|r| r.as_f64()).collect();
            let measured = Measured::mean(&rounds, "rounds");
            points.push((b.parse().unwrap_or(f64::NAN), measured.value));
            intervals.push(measured.interval(0.0).unwrap_or((f64::NAN, f64::NAN)));
            if let Some(PaperTime { sentence, percent }) = &self.spec.paper_numbers.time {
                let claim = Claim::new(&sentence.text, &sentence.place)
                    .about(format!("b = {b}"), "time per node, RBFMS more than alpha-beta (%)")
                    .measured(measured, 1)
                    .direction(Side::Above, 0.0);
                claims.push(claim.size(percent.to_string(), about(*percent)));
            }
            table.row([
                Cell::text(b),
                Cell::number(alpha_beta, 2),
                Cell::number(rbfms, 2),
                Cell::number(100.0 * (rbfms / alpha_beta - 1.0), 1),
                self.spec
                    .paper_numbers
                    .time
                    .as_ref()
                    .map_or(Cell::Empty, |t| Cell::number(t.percent, 0)),
            ]);
        }
        let title = format!("{}: time per node of RBFMS and alpha-beta", self.spec.trees.paper);
        let mut page = Page::new(title).paragraph(
            "Wall time for each node generated, both with depth-first expansion, alpha-beta ordered by \
             static values, in several rounds taken in turn on this machine. The table has the best \
             round of each, the plot the mean of what RBFMS took more in each round.",
        );
        let plot = Plot {
            title: "Time per node, RBFMS more than alpha-beta".into(),
            x_label: "branching factor".into(),
            y_label: "more time per node (%)".into(),
            x_scale: Scale::Log,
            references: vec![(0.0, "as much as alpha-beta".into())],
            series: vec![Series::new("measured", points).with_intervals(intervals)],
            ..Plot::default()
        };
        page.claims = claims;
        page.has_times = true;
        Some(page.section(Section::new("Time per node").plot(plot).table(table)))
    }

    fn spec(&self) -> String {
        self.text.clone()
    }

    fn seeds(&self) -> String {
        self.spec.trees.seeds()
    }
}

/// Nanoseconds for each node generated by alpha-beta and by RBFMS, in several rounds taken in turn, so
/// that what disturbs the machine disturbs both.
fn time_per_node(trees: &Trees, batch: &Batch) -> Result<Vec<(f64, f64)>, Error> {
    const ROUNDS: usize = 7;
    const NODES: u64 = 300_000;
    let options = AlphaBetaOptions {
        order: NodeOrder::Static,
        horizon: Horizon::AllAtOnce,
        ..Default::default()
    };
    let budget = Budget::new().depth(batch.depth.max(2) - 1);
    let mut rounds = Vec::new();
    for round in 0..ROUNDS {
        let mut costs = (0.0, 0.0);
        for rbfms in [false, true] {
            let (mut nodes, mut seed) = (0, batch.first + round as u64 * 1000);
            let start = Instant::now();
            while nodes < NODES {
                let game = trees.tree(batch, seed)?;
                let report = match rbfms {
                    true => full_rbfms(&game, batch.depth),
                    false => search(Configuration::AlphaBeta(options)).run(&game, &budget),
                };
                nodes += report.counts.generated;
                seed += 1;
            }
            let cost = start.elapsed().as_nanos() as f64 / nodes as f64;
            *(if rbfms { &mut costs.1 } else { &mut costs.0 }) = cost;
        }
        rounds.push(costs);
    }
    Ok(rounds)
}
