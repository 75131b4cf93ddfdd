//! What the laws are tested on, the searches, and the slowest of them all.

use plywood::kit::Goal;
use plywood::search::{
    AbstractProof, AbstractProofOptions, Dfpn, DfpnOptions, Proof, ProofNumberOptions,
    ProofNumberSearch, ProofSearch, ProofTableOptions,
};
use plywood::{Budget, Keyed, Position, Score, Side, Stop};
use plywood_games::Connect4;
use plywood_games::random::{Rng, random_move};
use plywood_games::tree::{Shape, Tree};

/// Small trees of all kinds. In half of them a side may move twice in a row.
pub fn trees(count: u64) -> impl Iterator<Item = (u64, Tree)> {
    (0..count).map(|seed| {
        let shape = Shape {
            max_children: [2, 3, 4, 6][seed as usize % 4],
            max_depth: [7, 6, 5, 4][seed as usize % 4],
            leaf_chance: [0, 10, 25][seed as usize % 3],
            values: -3..=3,
            alternate: (seed / 4).is_multiple_of(2),
        };
        (seed, Tree::random(seed, &shape))
    })
}

/// A position of connect four after a number of random plies.
pub fn late(seed: u64, plies: u32) -> Option<Connect4> {
    let mut rng = Rng::new(seed);
    let mut position = Connect4::default();
    for _ in 0..plies {
        position.play(random_move(&position, &mut rng)?);
    }
    (!position.is_over()).then_some(position)
}

/// The goal that the game ends with at least `bound` points for a side.
#[derive(Clone, Copy)]
pub struct AtLeast {
    pub side: Side,
    pub bound: i32,
}

impl<P: Position> Goal<P> for AtLeast {
    fn prover(&self) -> Side {
        self.side
    }

    fn decided(&self, position: &P) -> Option<bool> {
        let points = |score: Score| match self.side {
            Side::Max => score.get(),
            Side::Min => -score.get(),
        };
        position.is_over().then(|| points(position.result()) >= self.bound)
    }
}

/// Minimax of two values, to the end or to a number of plies.
pub fn reaches<P: Position, G: Goal<P>>(goal: &G, position: &mut P, plies: Option<u32>) -> bool {
    if let Some(decided) = goal.decided(position) {
        return decided;
    }
    if plies == Some(0) {
        return false;
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let proves = position.side() == goal.prover();
    let below = plies.map(|plies| plies - 1);
    let is_good = |m| position.visit(m, |child| reaches(goal, child, below)) == proves;
    moves.into_iter().any(is_good) == proves
}

/// A search of any kind.
pub enum Prover<P: Keyed> {
    AbstractProof(AbstractProof<P>),
    ProofNumber(Box<ProofNumberSearch<P>>),
    Dfpn(Dfpn<P>),
}

impl<P: Keyed> Prover<P> {
    pub fn name(&self) -> String {
        match self {
            Prover::AbstractProof(search) => format!("{:?}", search.options()),
            Prover::ProofNumber(search) => format!("{:?}", search.options()),
            Prover::Dfpn(search) => format!("{:?}", search.options()),
        }
    }

    pub fn is_dfpn(&self) -> bool {
        matches!(self, Prover::Dfpn(_))
    }
}

impl<P: Keyed> ProofSearch<P> for Prover<P> {
    fn prove<G: Goal<P>>(&mut self, root: &P, goal: &mut G, budget: &Budget) -> Proof<P::Move> {
        match self {
            Prover::AbstractProof(search) => search.prove(root, goal, budget),
            Prover::ProofNumber(search) => search.prove(root, goal, budget),
            Prover::Dfpn(search) => search.prove(root, goal, budget),
        }
    }

    fn set_widening(&mut self, widths: Vec<plywood::kit::Width>) {
        match self {
            Prover::AbstractProof(search) => search.set_widening(widths),
            Prover::ProofNumber(search) => search.set_widening(widths),
            Prover::Dfpn(search) => search.set_widening(widths),
        }
    }
}

/// All searches, with large tables and with tables that forget nearly everything.
pub fn provers<P: Keyed>() -> Vec<Prover<P>> {
    let entries = |entries| ProofTableOptions { entries };
    let abstract_proof = [1 << 12, 16].map(|size| {
        let options = AbstractProofOptions { table: entries(size), ..Default::default() };
        Prover::AbstractProof(AbstractProof::new(options))
    });
    let dfpn = [(1 << 12, 0.25), (1 << 12, 0.0), (16, 0.25), (2, 1.0)].map(|(size, epsilon)| {
        let options = DfpnOptions { table: entries(size), epsilon, ..Default::default() };
        Prover::Dfpn(Dfpn::new(options))
    });
    let search = ProofNumberSearch::new(ProofNumberOptions::default());
    let proof_number = Prover::ProofNumber(Box::new(search));
    abstract_proof.into_iter().chain(dfpn).chain([proof_number]).collect()
}

/// The best move, and every other move of the line, does what the answer says.
pub fn check_line<P: Keyed, G: Goal<P>>(goal: &G, root: &P, proof: &Proof<P::Move>, what: &str) {
    assert_eq!(proof.best, proof.line.first().copied(), "{what}");
    assert_eq!(proof.proven, proof.stop == Stop::Complete, "{what}: {:?}", proof.stop);
    let reached = proof.answer == Some(true);
    let decides = reached == (root.side() == goal.prover());
    if decides && proof.best.is_none() {
        assert!(goal.decided(root).is_some(), "{what}: there is a best move");
    }
    let mut position = root.clone();
    for &m in &proof.line {
        position.play(m);
        assert_eq!(reaches(goal, &mut position, None), reached, "{what}: {:?}", proof.line);
    }
}
