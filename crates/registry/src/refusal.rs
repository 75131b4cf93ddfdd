//! Searches that could not begin: what stood in the way, in words.

use crate::Error;
use plywood::{Budget, Interval, Report, Search, Stop};
use plywood_games::Game;

/// An error if a search has no answer: a position has too many moves for its tree, or the memory of
/// the budget is too small for any value.
pub fn check_answered<G: Game>(
    report: &Report<G::Move>,
    position: &G,
    search: &mut dyn Search<G>,
    budget: &Budget,
) -> Result<(), Error> {
    match (report.stop, budget.memory) {
        (Stop::Width, _) => Err(too_wide()),
        (Stop::Memory, Some(cap)) if report.value == Interval::UNKNOWN => {
            let given = format!("a memory limit of {cap} bytes is too small for this search");
            if let Some(least) = enough_memory(position, search, cap, &Budget::new().depth(1)) {
                let words = format!("{given} of this position: expected at least {least} bytes");
                return Err(Error::input(words));
            }
            // Some search far more than one ply before any move has a value.
            let nodes = Some(budget.nodes.map_or(TRIED, |nodes| nodes.min(TRIED)));
            let asked = Budget { nodes, time: None, ..budget.clone() };
            let enough = enough_memory(position, search, cap, &asked);
            let enough = enough.map(|bytes| format!("; {bytes} bytes suffice")).unwrap_or_default();
            let words = format!("{given}: it is full before any move has a value{enough}");
            Err(Error::input(words))
        }
        _ => Ok(()),
    }
}

/// A search came upon a position that the algorithm cannot hold.
fn too_wide() -> Error {
    Error::failure(format!(
        "a position has more than {} moves: expected fewer for an algorithm that keeps its tree in \
         memory, or another algorithm",
        plywood::MAX_CHILDREN
    ))
}

/// The most nodes of a search that finds out how much memory it needs.
const TRIED: u64 = 100_000;

/// An amount of memory, in bytes and whole KiB, with which a search within a budget has a value: the
/// least, if more memory is never worse. None if `cap` is enough, or 1 GiB is not.
fn enough_memory<G: Game>(
    position: &G,
    search: &mut dyn Search<G>,
    cap: usize,
    budget: &Budget,
) -> Option<usize> {
    const KIB: usize = 1 << 10;
    const MOST: usize = 1 << 30;
    let mut suffices = |bytes: usize| {
        search.run(position, &budget.clone().memory(bytes)).value != Interval::UNKNOWN
    };
    let mut little = cap / KIB;
    let mut enough = little + 1;
    while !suffices(enough * KIB) {
        (little, enough) = (enough, enough * 2);
        if enough * KIB > MOST {
            return None;
        }
    }
    while enough - little > 1 {
        let middle = little.midpoint(enough);
        if suffices(middle * KIB) { enough = middle } else { little = middle }
    }
    (!suffices(cap)).then_some(enough * KIB)
}
