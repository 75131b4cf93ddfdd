//! How the registry, and with it the command line, knows these algorithms.

use crate::{ProofNumber, Uct, UctOptions};
use plywood_games::Game;
use plywood_registry::{Algorithm, BoxedSearch, Error, OptionInfo, Outside, Rounded, Settings};

const SCALE: OptionInfo = OptionInfo {
    name: "scale",
    values: "a whole number from 1",
    default: "100",
    summary: "the evaluation at which a game is won in 73 of 100 cases",
};
const VISITS: OptionInfo = OptionInfo {
    name: "visits",
    values: "a whole number from 1",
    default: "10000",
    summary: "visits, where nothing else ends the search",
};

impl Outside for UctOptions {
    const ENTRY: Algorithm = Algorithm::outside(
        "uct",
        "tree search by visits, with upper confidence bounds",
        "Kocsis & Szepesvári 2006",
        false,
        "a tree, capped",
        &[SCALE, VISITS],
    );

    fn build<G: Game>(
        settings: &Settings,
        evaluation: Rounded<G::Evaluation>,
    ) -> Result<BoxedSearch<G>, Error> {
        let scale = settings.number_from(SCALE.name, 100, 1)? as f32;
        let visits = settings.number_from(VISITS.name, 10_000, 1)?;
        let options = UctOptions { scale, visits, ..UctOptions::default() };
        Ok(Box::new(Uct::with(options, evaluation)))
    }
}

/// Proof-number search has no options, and needs no evaluation.
pub struct ProofNumberEntry;

impl Outside for ProofNumberEntry {
    const ENTRY: Algorithm = Algorithm::outside(
        "proof-number",
        "proves that the side to move wins, or that it cannot",
        "Allis, van der Meulen & van den Herik 1994",
        false,
        "a tree, capped",
        &[],
    );

    fn build<G: Game>(_: &Settings, _: Rounded<G::Evaluation>) -> Result<BoxedSearch<G>, Error> {
        Ok(Box::new(ProofNumber::new()))
    }
}
