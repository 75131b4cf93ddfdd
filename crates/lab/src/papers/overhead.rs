//! Korf 1992, section 4: how much of its work linear space repeats, counted truly and by the paper's
//! rule, and the time per node of RBFMS against alpha-beta.

use super::decision_quality::full_rbfms;
use super::uniform_trees::{Batch, Spec as Trees};
use crate::stats::{Estimate, Sample};
use crate::{Cell, Column, Comparison, Error, Experiment, Page, Record, Results, Section, Table};
use plywood::search::{AlphaBeta, AlphaBetaOptions, Horizon, NodeOrder};
use plywood::{Budget, Search};
use plywood_games::StaticValue;
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
struct PaperTime {
    percent: f64,
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
}

/// What the rows with a number of the paper say.
fn verdict(by_rule: &[Comparison], truly: &[Comparison]) -> String {
    let compared = by_rule.iter().zip(truly).filter_map(|(rule, truth)| {
        let (rule, paper) = (rule.measured.value, rule.paper?);
        Some(((rule - paper).abs(), truth.measured.value / rule))
    });
    let Some((off, more)) = compared.reduce(|a, b| (a.0.max(b.0), a.1.max(b.1))) else {
        return "The paper gives no number for these trees.".into();
    };
    let reproduces = if off <= 2.0 { "reproduce" } else { "do not reproduce" };
    format!(
        "The paper's percentages {reproduces} by the paper's way of counting, with differences of at \
         most {off:.1} points: a child is new if the value stored with its parent equals the parent's \
         static value. Counted truly, linear space repeats up to {more:.0} times as much: a node that \
         was forgotten together with its parent carries no sign of having been seen."
    )
}

/// Regenerated nodes for each new one, in percent, with units as the sample.
fn percentage(units: &[[f64; 3]], which: usize) -> Option<Estimate> {
    let draws: Vec<_> = units.iter().map(|unit| (unit[which], unit[0] - unit[which])).collect();
    Some(Sample::ratio(&draws)?.estimate().scaled(100.0))
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
        for seed in batch.first..=batch.last {
            counts += full_rbfms(&self.spec.trees.tree(&batch, seed)?, batch.depth).counts;
        }
        Ok(Record::from_iter([
            ("generated".to_string(), counts.generated.into()),
            ("regenerated".to_string(), counts.regenerated.into()),
            ("regenerated_1992".to_string(), counts.regenerated_1992.into()),
        ]))
    }

    fn page(&self, done: &Results) -> Page {
        let trees = &self.spec.trees;
        let (mut by_rule, mut truly) = (Vec::new(), Vec::new());
        for &b in &trees.branching {
            let units = self.units(done, b);
            if units.is_empty() {
                continue;
            }
            let depth = trees.depth_of(b).unwrap_or_default();
            let paper = self.spec.paper_numbers.overhead.iter().find(|row| row.branching == b);
            for (rows, which) in [(&mut truly, 1), (&mut by_rule, 2)] {
                let labels = vec![Cell::Integer(b.into()), Cell::Integer(depth.into())];
                let Some(measured) = percentage(&units, which) else { continue };
                let paper = paper.map(|row| row.percent);
                rows.push(Comparison { labels, paper, measured });
            }
        }
        Page::new(format!("{}: {}", trees.paper, trees.title))
            .paragraph(
                "Nodes that recursive best-first minimax generates again, for each hundred it \
                 generates for the first time, in searches that stop when a terminal node is chosen.",
            )
            .paragraph(verdict(&by_rule, &truly))
            .section(Section::new("By the paper's rule (%)").table(Table::comparison(
                "by-rule",
                ["b", "depth"],
                1,
                by_rule,
            )))
            .section(Section::new("Counted truly (%)").table(Table::comparison(
                "truly",
                ["b", "depth"],
                1,
                truly,
            )))
    }

    fn timings(&self) -> Result<Option<Record>, Error> {
        let mut record = Record::new();
        for &b in &self.spec.trees.branching {
            let depth = self.spec.trees.depth_of(b).unwrap_or_default();
            let first = self.spec.trees.first_seed;
            let batch = Batch { branching: b, depth, first, last: first };
            let (alpha_beta, rbfms) = time_per_node(&self.spec.trees, &batch)?;
            let row = Record::from_iter([
                ("alpha_beta_ns_per_node".to_string(), alpha_beta.into()),
                ("rbfms_ns_per_node".to_string(), rbfms.into()),
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
        for (b, row) in timings {
            let number = |name: &str| row.get(name).and_then(|value| value.as_f64());
            let (alpha_beta, rbfms) =
                (number("alpha_beta_ns_per_node")?, number("rbfms_ns_per_node")?);
            table.row([
                Cell::text(b.trim_start_matches("b=").trim_start_matches('0')),
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
        Some(
            Page::new(title)
                .paragraph(
                    "Wall time for each node generated, both with depth-first expansion, alpha-beta \
                     ordered by static values: the best of several runs taken in turn on this machine.",
                )
                .section(Section::new("Time per node").table(table)),
        )
    }

    fn spec(&self) -> String {
        self.text.clone()
    }

    fn seeds(&self) -> String {
        self.spec.trees.seeds()
    }
}

/// Nanoseconds for each node generated by alpha-beta and by RBFMS, the best of several rounds taken
/// in turn, so that what disturbs the machine disturbs both.
fn time_per_node(trees: &Trees, batch: &Batch) -> Result<(f64, f64), Error> {
    const ROUNDS: usize = 7;
    const NODES: u64 = 300_000;
    let options = AlphaBetaOptions {
        order: NodeOrder::Static,
        horizon: Horizon::AllAtOnce,
        ..Default::default()
    };
    let budget = Budget::new().depth(batch.depth.max(2) - 1);
    let mut best = (f64::INFINITY, f64::INFINITY);
    for round in 0..ROUNDS {
        for rbfms in [false, true] {
            let (mut nodes, mut seed) = (0, batch.first + round as u64 * 1000);
            let start = Instant::now();
            while nodes < NODES {
                let game = trees.tree(batch, seed)?;
                let report = match rbfms {
                    true => full_rbfms(&game, batch.depth),
                    false => {
                        AlphaBeta { options }.search(&game, &mut StaticValue, &budget, &mut ())
                    }
                };
                nodes += report.counts.generated;
                seed += 1;
            }
            let cost = start.elapsed().as_nanos() as f64 / nodes as f64;
            let place = if rbfms { &mut best.1 } else { &mut best.0 };
            *place = place.min(cost);
        }
    }
    Ok(best)
}
