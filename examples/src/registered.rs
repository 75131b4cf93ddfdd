//! How the registry, and with it the command line, knows these algorithms.

use crate::{ProofNumber, ProofNumberOptions, Uct, UctOptions};
use plywood_games::Game;
use plywood_registry::{Algorithm, AlgorithmOptions, BoxedSearch, Rounded};

static UCT: Algorithm = Algorithm {
    name: "uct",
    summary: "tree search by visits, with upper confidence bounds",
    paper: "Kocsis & Szepesvári 2006",
    exact: false,
    memory: "a tree, capped",
    defaults: || UctOptions::default().into(),
};

impl AlgorithmOptions for UctOptions {
    fn algorithm(&self) -> &'static Algorithm {
        &UCT
    }

    fn build<G: Game>(&self, evaluation: Rounded<G::Evaluation>) -> BoxedSearch<G> {
        Box::new(Uct::with(*self, evaluation))
    }
}

static PROOF_NUMBER: Algorithm = Algorithm {
    name: "proof-number",
    summary: "proves that the side to move wins, or that it cannot",
    paper: "Allis, van der Meulen & van den Herik 1994",
    exact: false,
    memory: "a tree, capped",
    defaults: || ProofNumberOptions::default().into(),
};

impl AlgorithmOptions for ProofNumberOptions {
    fn algorithm(&self) -> &'static Algorithm {
        &PROOF_NUMBER
    }

    fn build<G: Game>(&self, _: Rounded<G::Evaluation>) -> BoxedSearch<G> {
        Box::new(ProofNumber::new())
    }
}
