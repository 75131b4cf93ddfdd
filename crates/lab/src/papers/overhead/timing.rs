//! The time per node of RBFMS and alpha-beta: on the paper's trees, and in real games.

use super::{Overhead, PaperTime, RealGames, Spec, about};
use crate::Error;
use crate::papers::clock::clock;
use crate::papers::decision_quality::{full_rbfms, search};
use crate::papers::seeds::play_random_moves;
use crate::papers::uniform_trees::Batch;
use crate::registry::{PlayerSpec, game, games};
use crate::report::claim::{Claim, Side, Stated};
use crate::report::{Cell, Column, Measured, Page, Plot, Section, Series, Table};
use plywood::search::{AlphaBetaOptions, Horizon, NodeOrder};
use plywood::{Budget, Report};
use plywood_games::random_tree::RandomTree;
use plywood_play::draw::Scale;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The time per node in the best of several rounds, and the additional time of RBFMS in each round.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::papers) struct TimePerNode {
    alpha_beta_ns_per_node: f64,
    rbfms_ns_per_node: f64,
    rbfms_more_percent: Vec<f64>,
}

/// Rounds of the measurement; alpha-beta and RBFMS take turns in each, so that other load on the machine
/// affects both.
const ROUNDS: u64 = 7;

/// The time per node of both, given the nanoseconds per node of each in a round.
fn rounds(mut cost: impl FnMut(u64) -> Result<[f64; 2], Error>) -> Result<TimePerNode, Error> {
    let mut least = [f64::INFINITY; 2];
    let mut rbfms_more_percent = Vec::new();
    for round in 0..ROUNDS {
        let costs = cost(round)?;
        least = [0, 1].map(|i| least[i].min(costs[i]));
        rbfms_more_percent.push(100.0 * (costs[1] / costs[0] - 1.0));
    }
    let [alpha_beta_ns_per_node, rbfms_ns_per_node] = least;
    Ok(TimePerNode { alpha_beta_ns_per_node, rbfms_ns_per_node, rbfms_more_percent })
}

/// The time per node on random trees of one shape.
pub(super) fn on_trees(spec: &Spec, batch: &Batch) -> Result<TimePerNode, Error> {
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
        let start = clock();
        while nodes < NODES {
            nodes += search(&spec.tree(batch, seed)?).counts.generated;
            seed += 1;
        }
        Ok((clock() - start) as f64 / nodes as f64)
    };
    rounds(|round| Ok([cost(round, &alpha_beta)?, cost(round, &rbfms)?]))
}

/// The time per node in positions of a real game, after a few random moves. Both algorithms generate and
/// evaluate all children of a node at once, as on the trees.
pub(super) fn on_game(name: &str) -> Result<TimePerNode, Error> {
    const NODES: u64 = 60_000;
    const PLIES: u32 = 8;
    let players =
        ["alpha-beta,order=static,horizon=all-at-once", "recursive-best-first,variant=full"];
    let cost = |seed: u64, player: &str| -> Result<f64, Error> {
        let mut session = game(games(), name)?.open(None)?;
        play_random_moves(&mut *session, PLIES, seed)?;
        session.set_player(&PlayerSpec::parse(&format!("{player},nodes={NODES}"))?)?;
        let start = clock();
        let answer = session.search()?;
        Ok((clock() - start) as f64 / answer.counts.generated as f64)
    };
    rounds(|round| Ok([cost(round + 1, players[0])?, cost(round + 1, players[1])?]))
}

fn timings_table(name: &str, head: &str) -> Table {
    let columns = [
        Column::new(head),
        Column::with_unit("alpha-beta", "ns per node"),
        Column::with_unit("RBFMS", "ns per node"),
        Column::with_unit("RBFMS more", "%"),
        Column::with_unit("paper", "%"),
    ];
    Table::new(name, columns)
}

fn row(table: &mut Table, head: &str, time: &TimePerNode, paper: Option<f64>) {
    let TimePerNode { alpha_beta_ns_per_node: alpha_beta, rbfms_ns_per_node: rbfms, .. } = *time;
    table.row([
        Cell::text(head),
        Cell::number(alpha_beta, 2),
        Cell::number(rbfms, 2),
        Cell::number(100.0 * (rbfms / alpha_beta - 1.0), 1),
        Cell::number(paper, 0),
    ]);
}

impl RealGames {
    /// "Almost the same speed" allows a tenth more or less.
    fn judge(&self, game: &str, time: &TimePerNode, simple: f64) -> Claim {
        let percent: Vec<f64> = time.rbfms_more_percent.iter().map(|more| 100.0 + more).collect();
        let stated = Stated { low: 90.0, high: 110.0, error: 0.0, reference: 0.0 };
        self.claim()
            .about(game, "time per node of RBFMS (% of alpha-beta's)")
            .measured(Measured::mean(&percent, "positions"), 1)
            .direction(Side::Below, 100.0 + simple)
            .size("almost 100", stated)
    }
}

impl Overhead {
    pub(super) fn compose_timings(&self, timings: &BTreeMap<String, TimePerNode>) -> Page {
        let numbers = &self.spec.paper_numbers;
        let paper = numbers.time.as_ref();
        let simple = paper.map_or(0.0, |paper| paper.percent);
        let mut trees = timings_table("timings", "b");
        let mut real = timings_table("timings-games", "game");
        let (mut claims, mut points) = (Vec::new(), Vec::new());
        for (key, time) in timings {
            if let Some(name) = key.strip_prefix("game=") {
                let judged = numbers.real_games.as_ref().map(|of| of.judge(name, time, simple));
                claims.extend(judged);
                row(&mut real, name, time, None);
                continue;
            }
            let b = key.trim_start_matches("b=").trim_start_matches('0');
            let measured = Measured::mean(&time.rbfms_more_percent, "rounds");
            points.push((b.parse().unwrap_or(f64::NAN), measured.clone()));
            if let Some(PaperTime { text, place, percent }) = paper {
                let claim = Claim::new(text, place)
                    .about(format!("b = {b}"), "time per node, RBFMS more than alpha-beta (%)")
                    .measured(measured, 1)
                    .direction(Side::Above, 0.0);
                claims.push(claim.size(percent.to_string(), about(*percent)));
            }
            row(&mut trees, b, time, paper.map(|paper| paper.percent));
        }
        let title = format!("{}: time per node of RBFMS and alpha-beta", self.spec.paper);
        let mut page = Page::new(title).paragraph(
            "Processor time for each node generated, both with depth-first expansion, alpha-beta ordered \
             by static values, in several rounds taken in turn on this machine. The tables have the best \
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
        page.paper = Some(self.spec.paper.clone());
        page.claims = claims;
        page.has_times = true;
        page = page.section(Section::new("Time per node").plot(plot).table(trees));
        if real.rows.is_empty() {
            return page;
        }
        let text = "A round is a position after eight random moves, searched by both.";
        page.section(Section::new("Time per node in real games").text(text).table(real))
    }
}
