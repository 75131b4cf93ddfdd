//! Games at a fixed depth: of an evaluation with itself, to learn from, and of two with each other.

use super::Tunable;
use super::sample::{LATER, Sample};
use crate::registry::{BoxedSearch, Rounded};
use plywood::search::{Deepening, Driver, MtOptions, OrderFrom, Switch};
use plywood::{Budget, Score, Side};
use plywood_games::random::{Rng, random_move};

/// One quiet position in this many is learned from, because neighbouring positions are similar.
const KEPT: u32 = 2;

/// NegaScout with quiescence search, and an evaluation.
pub(super) struct Player<G: Tunable> {
    search: BoxedSearch<G>,
    depth: u32,
}

impl<G: Tunable> Player<G> {
    pub fn new(evaluation: &G::Evaluation, depth: u32) -> Player<G> {
        // All options are set here, not taken from defaults, so that a retraining gives the same weights.
        let options = MtOptions {
            driver: Driver::NegaScout,
            entries: 1 << 14,
            table_from: Some(2),
            order_from: OrderFrom::Never,
            ordering: true,
            history: Switch::On,
            killers: Switch::On,
            quiescence: Switch::On,
            selective: Switch::Off,
            singular: Switch::Off,
            threads: 1,
            deepening: Deepening::Always,
            all_best: false,
        };
        let evaluation = Rounded::not_at_all(evaluation.clone());
        let search = G::build()(&options.into(), evaluation);
        Player { search: search.expect("NegaScout plays every game"), depth }
    }

    /// The best move and its value; nothing once the game is over.
    fn choose(&mut self, position: &G) -> Option<(G::Move, Score)> {
        let budget = Budget::new().depth(self.depth);
        let report = self.search.run(position, &budget);
        Some((report.best?, report.value.exact()?))
    }
}

/// A position after random plies from which the game goes on.
pub(super) fn opening<G: Tunable>(rng: &mut Rng) -> G {
    loop {
        let mut position = G::first_position();
        for _ in 0..G::RANDOM_PLIES {
            let Some(m) = random_move(&position, rng) else { break };
            position.play(m);
        }
        if !position.is_over() {
            return position;
        }
    }
}

/// The points of MAX in a finished game, in halves.
fn half_points<G: Tunable>(position: &G) -> u8 {
    match position.result().winner() {
        Some(Side::Max) => 2,
        None => 1,
        Some(Side::Min) => 0,
    }
}

/// Plays a game of an evaluation with itself, and gives its quiet positions.
///
/// A position is quiet if no move is forced and the best move wins no material at once. Other positions
/// are left to quiescence search, so the evaluation need not know them. Positions whose value is a
/// finished game are left out too.
pub(super) fn game<G: Tunable>(
    evaluation: &G::Evaluation,
    depth: u32,
    rng: &mut Rng,
) -> Vec<Sample> {
    let mut player = Player::<G>::new(evaluation, depth);
    let mut position = opening::<G>(rng);
    let (mut values, mut samples) = (Vec::new(), Vec::new());
    while let Some((best, value)) = player.choose(&position) {
        let quiet = !position.is_forced() && position.ordering_score(best) == 0;
        if quiet && value.winner().is_none() && rng.below(KEPT) == 0 {
            samples.push((values.len(), Sample::of(&position, value.get())));
        }
        values.push(value.get());
        position.play(best);
    }
    let (half_points, end) = (half_points(&position), position.result().get());
    let finish = |(ply, sample): (usize, Sample)| {
        let later = LATER.map(|plies| values.get(ply + plies).copied().unwrap_or(end));
        Sample { half_points, later, ..sample }
    };
    samples.into_iter().map(finish).collect()
}

/// The points per game, in quarters, of the first of two evaluations that play an opening with both
/// colours.
pub(super) fn pair<G: Tunable>(
    one: &G::Evaluation,
    other: &G::Evaluation,
    depth: u32,
    rng: &mut Rng,
) -> u8 {
    let opening = opening::<G>(rng);
    let halves = |max: &G::Evaluation, min: &G::Evaluation| {
        let mut position = opening.clone();
        let mut players = [Player::<G>::new(max, depth), Player::<G>::new(min, depth)];
        loop {
            let player = &mut players[usize::from(position.side() == Side::Min)];
            match player.choose(&position) {
                Some((best, _)) => position.play(best),
                None => break half_points(&position),
            };
        }
    };
    halves(one, other) + 2 - halves(other, one)
}
