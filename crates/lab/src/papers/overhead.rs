//! Korf 1992, section 4: the share of nodes that linear space generates again, by exact count and by the
//! paper's rule, and the time per node of RBFMS and alpha-beta.

use super::decision_quality::{full_rbfms, search};
use super::uniform_trees::{Batch, Spec as Trees};
use crate::Error;
use crate::experiment::{Experiment, Results};
use crate::report::claim::{Claim, Side, Stated, Verdict};
use crate::report::{
    Agreement, Cell, Column, Comparison, Grid, GridCell, Measured, Page, Plot, Scale, Section,
    Series, Style, Table,
};
use plywood::search::{AlphaBetaOptions, Horizon, NodeOrder};
use plywood::{Budget, Report};
use plywood_games::random_tree::RandomTree;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Instant;

pub(super) type Spec = Trees<PaperNumbers>;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PaperNumbers {
    sentence: Option<Sentence>,
    #[serde(default)]
    overhead: Vec<PaperOverhead>,
    time: Option<PaperTime>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PaperOverhead {
    branching: u16,
    percent: f64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sentence {
    text: String,
    place: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PaperTime {
    text: String,
    place: String,
    percent: f64,
}

/// The nodes that linear space generates in a batch of trees.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(super) struct Generated {
    generated: u64,
    /// Those that were generated before, by exact count.
    regenerated: u64,
    /// The same by the paper's rule.
    regenerated_1992: u64,
}

/// The time per node in the best of several rounds, and the additional time of RBFMS in each round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct TimePerNode {
    alpha_beta_ns_per_node: f64,
    rbfms_ns_per_node: f64,
    rbfms_more_percent: Vec<f64>,
}

/// How new nodes are counted.
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
        spec.check()?;
        Ok(Overhead { spec, text: text.to_string() })
    }

    fn outcomes(&self, done: &Results<Self>) -> Vec<Outcome> {
        let outcome = |&b: &u16| {
            let batches = done.iter().filter(|(batch, _)| batch.branching == b);
            let batches: Vec<&Generated> = batches.map(|(_, generated)| generated).collect();
            // Regenerated nodes per hundred new nodes.
            let measured = |again: fn(&Generated) -> u64| {
                let pair = |nodes: &&Generated| {
                    (again(nodes) as f64, nodes.generated as f64 - again(nodes) as f64)
                };
                Measured::ratio(&batches.iter().map(pair).collect::<Vec<_>>(), "batches of trees")
            };
            let paper = self.spec.paper_numbers.overhead.iter().find(|row| row.branching == b);
            (!batches.is_empty()).then(|| Outcome {
                b,
                depth: self.spec.depth_of(b).unwrap_or_default(),
                paper: paper.map(|row| row.percent),
                by_rule: measured(|nodes| nodes.regenerated_1992),
                truly: measured(|nodes| nodes.regenerated),
            })
        };
        self.spec.branching.iter().filter_map(outcome).collect()
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

fn grid(outcomes: &[Outcome]) -> Grid {
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
    type Unit = Batch;
    type Record = Generated;
    /// By branching factor, as `b=02`.
    type Timings = BTreeMap<String, TimePerNode>;

    fn name(&self) -> &str {
        &self.spec.name
    }

    fn plan(&self, _: &Results<Self>) -> Vec<Batch> {
        self.spec.batches()
    }

    fn run(&self, batch: &Batch) -> Result<Generated, Error> {
        let mut nodes = Generated::default();
        for seed in batch.first..=batch.last {
            let report = full_rbfms(&self.spec.tree(batch, seed)?, batch.depth);
            nodes.generated += report.counts.generated;
            nodes.regenerated += report.counts.regenerated;
            nodes.regenerated_1992 += report.details.get("regenerated_1992");
        }
        Ok(nodes)
    }

    fn page(&self, done: &Results<Self>) -> Page {
        let spec = &self.spec;
        let outcomes = self.outcomes(done);
        let mut page = Page::new(format!("{}: {}", spec.paper, spec.title)).paragraph(
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

    fn timings(&self) -> Result<Option<Self::Timings>, Error> {
        let mut timings = BTreeMap::new();
        for &b in self.spec.branching.iter() {
            let depth = self.spec.depth_of(b).unwrap_or_default();
            let first = self.spec.first_seed;
            let batch = Batch { branching: b, depth, first, last: first };
            timings.insert(format!("b={b:02}"), time_per_node(&self.spec, &batch)?);
        }
        Ok(Some(timings))
    }

    fn timings_page(&self, timings: &Self::Timings) -> Option<Page> {
        let columns = [
            Column::new("b"),
            Column::with_unit("alpha-beta", "ns a node"),
            Column::with_unit("RBFMS", "ns a node"),
            Column::with_unit("RBFMS more", "%"),
            Column::with_unit("paper", "%"),
        ];
        let mut table = Table::new("timings", columns);
        let paper = &self.spec.paper_numbers.time;
        let (mut claims, mut points) = (Vec::new(), Vec::new());
        for (b, row) in timings {
            let TimePerNode {
                alpha_beta_ns_per_node: alpha_beta, rbfms_ns_per_node: rbfms, ..
            } = *row;
            let b = b.trim_start_matches("b=").trim_start_matches('0');
            let measured = Measured::mean(&row.rbfms_more_percent, "rounds");
            points.push((b.parse().unwrap_or(f64::NAN), measured.clone()));
            if let Some(PaperTime { text, place, percent }) = paper {
                let claim = Claim::new(text, place)
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
                Cell::number(paper.as_ref().map(|paper| paper.percent), 0),
            ]);
        }
        let title = format!("{}: time per node of RBFMS and alpha-beta", self.spec.paper);
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
            series: vec![Series::measured("measured", points)],
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
        self.spec.seeds()
    }
}

/// The time per node of alpha-beta and of RBFMS, measured in turn in several rounds, so that other load
/// on the machine affects both.
fn time_per_node(spec: &Spec, batch: &Batch) -> Result<TimePerNode, Error> {
    const ROUNDS: u64 = 7;
    const NODES: u64 = 300_000;
    let options = AlphaBetaOptions {
        order: NodeOrder::Static,
        horizon: Horizon::AllAtOnce,
        ..Default::default()
    };
    let budget = Budget::new().depth(batch.depth.max(2) - 1);
    let alpha_beta = |game: &RandomTree| search(options).run(game, &budget);
    let rbfms = |game: &RandomTree| full_rbfms(game, batch.depth);
    let cost = |round: u64, search: &dyn Fn(&RandomTree) -> Report<u32>| -> Result<f64, Error> {
        let (mut nodes, mut seed) = (0, batch.first + round * 1000);
        let start = Instant::now();
        while nodes < NODES {
            nodes += search(&spec.tree(batch, seed)?).counts.generated;
            seed += 1;
        }
        Ok(start.elapsed().as_nanos() as f64 / nodes as f64)
    };
    let mut least = [f64::INFINITY; 2];
    let mut rbfms_more_percent = Vec::new();
    for round in 0..ROUNDS {
        let costs = [cost(round, &alpha_beta)?, cost(round, &rbfms)?];
        least = [0, 1].map(|i| least[i].min(costs[i]));
        rbfms_more_percent.push(100.0 * (costs[1] / costs[0] - 1.0));
    }
    let [alpha_beta_ns_per_node, rbfms_ns_per_node] = least;
    Ok(TimePerNode { alpha_beta_ns_per_node, rbfms_ns_per_node, rbfms_more_percent })
}
