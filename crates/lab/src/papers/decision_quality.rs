//! Figure 4 of Korf 1992: how often each algorithm finds the correct first move, against the nodes
//! it generates.

use super::uniform_trees::Spec as Trees;
use crate::stats;
use crate::{
    Cell, Column, Error, Experiment, Page, Plot, Record, Results, Section, Series, Style, Table,
};
use plywood::search::{
    AlphaBeta, AlphaBetaOptions, BestFirst, Horizon, NodeOrder, RecursiveBestFirst,
    RecursiveBestFirstOptions, Variant,
};
use plywood::{Budget, Report, Search};
use plywood_games::StaticValue;
use plywood_games::random_tree::RandomTree;
use serde::{Deserialize, Serialize};

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
    claims: Vec<Claim>,
}

#[derive(Clone, Debug, Deserialize)]
struct Claim {
    branching: Vec<u16>,
    ahead: String,
    text: String,
}

pub(super) struct DecisionQuality {
    spec: Spec,
    text: String,
}

/// Sums over trees, by depth: place 0 is depth 1.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Sums {
    trees: u64,
    alpha_beta_generated: Vec<u64>,
    alpha_beta_correct: Vec<u64>,
    best_first_generated: Vec<u64>,
    linear_generated: Vec<u64>,
    /// Of those, what the paper's rule counts as generated before.
    linear_regenerated_1992: Vec<u64>,
    best_first_correct: Vec<u64>,
}

impl Sums {
    fn new(depth: usize) -> Sums {
        Sums {
            trees: 0,
            // Alpha-beta stops short of the terminal depth, where it would be the referee.
            alpha_beta_generated: vec![0; depth - 1],
            alpha_beta_correct: vec![0; depth - 1],
            best_first_generated: vec![0; depth],
            linear_generated: vec![0; depth],
            linear_regenerated_1992: vec![0; depth],
            best_first_correct: vec![0; depth],
        }
    }

    fn add(&mut self, other: &Sums) {
        let lists = [
            (&mut self.alpha_beta_generated, &other.alpha_beta_generated),
            (&mut self.alpha_beta_correct, &other.alpha_beta_correct),
            (&mut self.best_first_generated, &other.best_first_generated),
            (&mut self.linear_generated, &other.linear_generated),
            (&mut self.linear_regenerated_1992, &other.linear_regenerated_1992),
            (&mut self.best_first_correct, &other.best_first_correct),
        ];
        for (sums, more) in lists {
            sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        self.trees += other.trees;
    }

    /// Mean nodes and percentage correct, depth by depth.
    fn curve(&self, generated: &[u64], correct: &[u64]) -> Vec<(f64, f64)> {
        let n = self.trees as f64;
        let points = generated.iter().zip(correct);
        points.map(|(&nodes, &right)| (nodes as f64 / n, 100.0 * right as f64 / n)).collect()
    }

    fn alpha_beta(&self) -> Vec<(f64, f64)> {
        self.curve(&self.alpha_beta_generated, &self.alpha_beta_correct)
    }

    fn best_first(&self) -> Vec<(f64, f64)> {
        self.curve(&self.best_first_generated, &self.best_first_correct)
    }

    fn linear(&self) -> Vec<(f64, f64)> {
        self.curve(&self.linear_generated, &self.best_first_correct)
    }

    /// The paper's curve for a tree in memory: the nodes that its rule takes for new ones.
    fn by_rule(&self) -> Vec<(f64, f64)> {
        let counts = self.linear_generated.iter().zip(&self.linear_regenerated_1992);
        let new: Vec<u64> = counts.map(|(all, again)| all - again).collect();
        self.curve(&new, &self.best_first_correct)
    }
}

/// Depth-first expansion and static ordering, as in the paper.
fn alpha_beta(game: &RandomTree, depth: u32, all_best: bool) -> Report<u32> {
    let options = AlphaBetaOptions {
        order: NodeOrder::Static,
        horizon: Horizon::AllAtOnce,
        all_best,
        ..Default::default()
    };
    AlphaBeta { options }.search(game, &mut StaticValue, &Budget::new().depth(depth), &mut ())
}

/// The paper's linear-space algorithm, with value inheritance.
pub(super) fn full_rbfms(game: &RandomTree, depth: u32) -> Report<u32> {
    let options = RecursiveBestFirstOptions { variant: Variant::Full, all_best: false };
    let budget = Budget::new().depth(depth);
    RecursiveBestFirst { options }.search(game, &mut StaticValue, &budget, &mut ())
}

impl DecisionQuality {
    pub fn new(spec: Spec, text: &str) -> Result<DecisionQuality, Error> {
        spec.trees.check()?;
        Ok(DecisionQuality { spec, text: text.to_string() })
    }

    fn sums(&self, done: &Results, branching: u16) -> Option<Sums> {
        let mut sums = Sums::new(self.spec.trees.depth_of(branching)? as usize);
        let prefix = format!("b={branching:02}/");
        for (_, record) in done.iter().filter(|(unit, _)| unit.starts_with(&prefix)) {
            let value = serde_json::Value::Object(record.clone());
            sums.add(&serde_json::from_value(value).ok()?);
        }
        (sums.trees > 0).then_some(sums)
    }
}

impl Experiment for DecisionQuality {
    fn name(&self) -> &str {
        &self.spec.trees.name
    }

    fn plan(&self, _: &Results) -> Vec<String> {
        self.spec.trees.units()
    }

    fn run(&self, unit: &str) -> Result<Record, Error> {
        let batch = self.spec.trees.batch(unit)?;
        let mut sums = Sums::new(batch.depth as usize);
        for seed in batch.first..=batch.last {
            let game = self.spec.trees.tree(&batch, seed)?;
            let correct = alpha_beta(&game, batch.depth, true).equally_good;
            let is_correct = |report: &Report<u32>| {
                u64::from(report.best.is_some_and(|best| correct.contains(&best)))
            };
            for depth in 1..batch.depth {
                let report = alpha_beta(&game, depth, false);
                sums.alpha_beta_generated[depth as usize - 1] += report.counts.generated;
                sums.alpha_beta_correct[depth as usize - 1] += is_correct(&report);
            }
            for depth in 1..=batch.depth {
                let budget = Budget::new().depth(depth);
                let report = BestFirst::default().search(&game, &mut StaticValue, &budget, &mut ());
                let linear = full_rbfms(&game, depth);
                if linear.best != report.best {
                    return Err(Error::failure(format!(
                        "{unit}: seed {seed}, depth {depth}: linear space chose another move"
                    )));
                }
                sums.best_first_generated[depth as usize - 1] += report.counts.generated;
                sums.linear_generated[depth as usize - 1] += linear.counts.generated;
                sums.linear_regenerated_1992[depth as usize - 1] += linear.counts.regenerated_1992;
                sums.best_first_correct[depth as usize - 1] += is_correct(&report);
            }
            sums.trees += 1;
        }
        match serde_json::to_value(sums) {
            Ok(serde_json::Value::Object(record)) => Ok(record),
            _ => Err(Error::failure("sums are not an object")),
        }
    }

    fn page(&self, done: &Results) -> Page {
        let trees = &self.spec.trees;
        let columns = [
            Column::new("b"),
            Column::new("depth"),
            Column::new("alpha-beta nodes"),
            Column::with_unit("alpha-beta correct", "%"),
            Column::new("best-first nodes in memory"),
            Column::new("best-first nodes in linear space"),
            Column::new("best-first nodes new by the paper's rule"),
            Column::with_unit("best-first correct", "%"),
            Column::with_unit("standard error", "%"),
            Column::with_unit("low", "%"),
            Column::with_unit("high", "%"),
        ];
        let mut table = Table::new("decision-quality", columns);
        let mut claims = Table::new(
            "claims",
            [
                "b",
                "points compared",
                "best-first ahead at",
                "mean lead",
                "last lead",
                "ahead",
                "paper",
                "mean lead in memory",
            ]
            .map(Column::new),
        );
        let (mut agreeing, mut kept_leads) = ((0, 0), (0, 0));
        let mut plots = Vec::new();
        for &b in &trees.branching {
            let Some(sums) = self.sums(done, b) else { continue };
            add_rows(&mut table, b, &sums);
            let lead = Lead::of(&sums.linear(), &sums.alpha_beta());
            let in_memory = Lead::of(&sums.best_first(), &sums.alpha_beta());
            kept_leads.1 += 1;
            kept_leads.0 += u64::from(in_memory.mean() > 0.0);
            let claim = self.spec.paper_numbers.claims.iter().find(|c| c.branching.contains(&b));
            if let Some(claim) = claim {
                agreeing.1 += 1;
                agreeing.0 += u64::from(claim.ahead == lead.ahead());
            }
            claims.row([
                Cell::Integer(b.into()),
                Cell::Integer(lead.points.len() as i64),
                Cell::Integer(lead.ahead_at() as i64),
                Cell::number(lead.mean(), 2),
                lead.points.last().map_or(Cell::Empty, |&(_, last)| Cell::number(last, 2)),
                Cell::text(lead.ahead()),
                claim.map_or(Cell::Empty, |claim| Cell::text(&claim.ahead)),
                Cell::number(in_memory.mean(), 2),
            ]);
            plots.push(plot(b, trees.depth_of(b).unwrap_or_default(), sums));
        }
        let mut page = Page::new(format!("{}: {}", trees.paper, trees.title))
            .paragraph(format!(
                "The share of {} uniform random trees for each branching factor in which the move \
                 chosen is one that a full minimax search would choose, against the mean number of \
                 nodes generated. Depths count the root as 0, where the paper counts it as 1.",
                trees.trees_each
            ))
            .paragraph(format!(
                "The figure is a picture without numbers, so what can be compared is what the paper \
                 says of it. A lead is best-first's percentage at the nodes it generates in linear \
                 space, the program the paper ran, less alpha-beta's at the same count, \
                 interpolated in the logarithm of the count; who is ahead is told by the second \
                 half of the even depths, the paper's odd levels, to which it advises to run \
                 best-first minimax. That is the side which the paper names at {} of {} branching \
                 factors.",
                agreeing.0, agreeing.1
            ))
            .paragraph(format!(
                "The paper's curve for a tree in memory counts the nodes that its rule takes for \
                 new. A tree really kept in memory needs fewer (see korf-1992-overhead): at its \
                 count best-first minimax has a mean lead at {} of {} branching factors.",
                kept_leads.0, kept_leads.1
            ));
        let mut section = Section::new("What the paper says, and what comes out");
        for claim in &self.spec.paper_numbers.claims {
            section = section.text(format!("“{}”", claim.text));
        }
        page = page.section(section.table(claims));
        page.sections.extend(plots);
        page.section(Section::new("All points").table(table))
    }

    fn spec(&self) -> String {
        self.text.clone()
    }

    fn seeds(&self) -> String {
        self.spec.trees.seeds()
    }
}

fn add_rows(table: &mut Table, b: u16, sums: &Sums) {
    let (alpha_beta, best_first) = (sums.alpha_beta(), sums.best_first());
    let (linear, by_rule) = (sums.linear(), sums.by_rule());
    for (i, &(nodes, correct)) in best_first.iter().enumerate() {
        let cell = |value: Option<f64>, decimals| {
            value.map_or(Cell::Empty, |value| Cell::number(value, decimals))
        };
        let share = stats::Sample::share(sums.best_first_correct[i], sums.trees);
        let share = share.map(|share| share.estimate().scaled(100.0));
        table.row([
            Cell::Integer(b.into()),
            Cell::Integer(i as i64 + 1),
            cell(alpha_beta.get(i).map(|point| point.0), 1),
            cell(alpha_beta.get(i).map(|point| point.1), 2),
            Cell::number(nodes, 1),
            Cell::number(linear[i].0, 1),
            Cell::number(by_rule[i].0, 1),
            Cell::number(correct, 2),
            cell(share.map(|share| share.error), 2),
            cell(share.map(|share| share.low), 2),
            cell(share.map(|share| share.high), 2),
        ]);
    }
}

fn plot(b: u16, depth: u32, sums: Sums) -> Section {
    Section::new(format!("b = {b}, depth {depth}")).plot(Plot {
        title: format!("Correct first moves, b = {b}"),
        x_label: "nodes generated".into(),
        y_label: "correct (%)".into(),
        log_x: true,
        series: vec![
            Series::new("alpha-beta", sums.alpha_beta()),
            Series::new("best-first in memory", sums.best_first()).with_style(Style::Dotted),
            Series::new("in memory by the paper's rule", sums.by_rule()).with_style(Style::Points),
            Series::new("best-first in linear space", sums.linear()).with_style(Style::Dashed),
        ],
    })
}

/// Best-first's lead at its own points, by depth, where alpha-beta's curve spans them.
struct Lead {
    points: Vec<(usize, f64)>,
}

impl Lead {
    fn of(best_first: &[(f64, f64)], alpha_beta: &[(f64, f64)]) -> Lead {
        let points = best_first.iter().enumerate().skip(1).filter_map(|(i, &(nodes, correct))| {
            let pair = alpha_beta.windows(2).find(|w| w[0].0 < nodes && nodes <= w[1].0)?;
            let part = (nodes / pair[0].0).ln() / (pair[1].0 / pair[0].0).ln();
            Some((i + 1, correct - (pair[0].1 + part * (pair[1].1 - pair[0].1))))
        });
        Lead { points: points.collect() }
    }

    fn ahead_at(&self) -> usize {
        self.points.iter().filter(|&&(_, lead)| lead > 0.0).count()
    }

    fn mean(&self) -> f64 {
        let leads: Vec<f64> = self.points.iter().map(|&(_, lead)| lead).collect();
        stats::mean(&leads).unwrap_or_default()
    }

    /// Who is ahead "beyond a given amount of computation": at the second half of the even depths,
    /// the paper's odd levels, to which it advises to run best-first minimax.
    fn ahead(&self) -> &'static str {
        let steps: Vec<f64> = self
            .points
            .iter()
            .filter(|(depth, _)| depth.is_multiple_of(2))
            .map(|&(_, lead)| lead)
            .collect();
        let late = &steps[steps.len() / 2..];
        let ahead = late.iter().filter(|&&lead| lead > 0.0).count();
        match (ahead, late.len()) {
            (_, 0) => "no point",
            (0, _) => "alpha-beta",
            (n, all) if n == all => "best-first",
            _ => "mixed",
        }
    }
}
