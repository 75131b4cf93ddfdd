//! How the registry, and with it the command line, knows these algorithms.

use crate::{
    MtdBisectOptions, MtdStepOptions, ProofNumber, ProofNumberOptions, Uct, UctOptions, mtd_bisect,
    mtd_step,
};
use plywood::search::{Mt, MtOptions};
use plywood_games::Game;
use plywood_registry::{Algorithm, AlgorithmOptions, BoxedSearch, Family, Rounded};

static UCT: Algorithm = Algorithm {
    name: "uct",
    summary: "tree search by visits, with upper confidence bounds",
    family: Family::BestFirst,
    paper: "Kocsis & Szepesvári 2006",
    exact: false,
    memory: "a tree, capped",
    defaults: |_| UctOptions::default().into(),
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
    family: Family::BestFirst,
    paper: "Allis, van der Meulen & van den Herik 1994",
    exact: false,
    memory: "a tree, capped",
    defaults: |_| ProofNumberOptions::default().into(),
};

impl AlgorithmOptions for ProofNumberOptions {
    fn algorithm(&self) -> &'static Algorithm {
        &PROOF_NUMBER
    }

    fn build<G: Game>(&self, _: Rounded<G::Evaluation>) -> BoxedSearch<G> {
        Box::new(ProofNumber::new())
    }
}

/// A search below a driver, on as many threads as it asks for and the machine has cores.
fn below<G: Game>(
    options: MtOptions,
    evaluation: Rounded<G::Evaluation>,
) -> Mt<G, Rounded<G::Evaluation>> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Mt::parallel(MtOptions { threads: options.threads.min(cores), ..options }, evaluation)
}

static MTD_STEP: Algorithm = Algorithm {
    name: "mtd-step",
    summary: "MTD(step): null windows that move by at least a step towards the value",
    family: Family::Table,
    paper: "Plaat, Schaeffer, Pijls & de Bruin 1995",
    exact: true,
    memory: "a table",
    defaults: |_| MtdStepOptions::default().into(),
};

impl AlgorithmOptions for MtdStepOptions {
    fn algorithm(&self) -> &'static Algorithm {
        &MTD_STEP
    }

    fn build<G: Game>(&self, evaluation: Rounded<G::Evaluation>) -> BoxedSearch<G> {
        let step = self.step;
        Box::new(below::<G>(self.search, evaluation).driven_by(move |n| mtd_step(n, step)))
    }
}

static MTD_BISECT: Algorithm = Algorithm {
    name: "mtd-bisect",
    summary: "null windows that halve the interval in which earlier iterations expect the value",
    family: Family::Table,
    paper: "Plaat, Schaeffer, Pijls & de Bruin 1995",
    exact: true,
    memory: "a table",
    defaults: |_| MtdBisectOptions::default().into(),
};

impl AlgorithmOptions for MtdBisectOptions {
    fn algorithm(&self) -> &'static Algorithm {
        &MTD_BISECT
    }

    fn build<G: Game>(&self, evaluation: Rounded<G::Evaluation>) -> BoxedSearch<G> {
        Box::new(below::<G>(self.search, evaluation).driven_by(mtd_bisect))
    }
}
