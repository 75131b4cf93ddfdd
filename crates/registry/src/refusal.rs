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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ALGORITHMS, CONNECT4, PlayerSpec};
    use plywood_games::Connect4;

    fn search(player: &str) -> Result<Report<u8>, Error> {
        let position = Connect4::parse(Some("44")).unwrap();
        let spec = PlayerSpec::parse(player)?;
        let mut search = spec.build(CONNECT4)?;
        let report = search.run(&position, &spec.budget);
        check_answered(&report, &position, &mut *search, &spec.budget)?;
        Ok(report)
    }

    /// The player is refused `bytes` in these words, and answers with the amount that they name.
    fn refused_with_enough(player: &str, bytes: usize, words: [&str; 2]) -> usize {
        let refused = search(&format!("{player},memory={bytes}B")).unwrap_err().to_string();
        let given =
            format!("a memory limit of {bytes} bytes is too small for this search{}", words[0]);
        let enough = refused.strip_prefix(&given).and_then(|rest| rest.strip_suffix(words[1]));
        let enough: usize = enough.and_then(|n| n.parse().ok()).expect(&refused);
        let answer = search(&format!("{player},memory={enough}B")).unwrap();
        assert!(answer.memory <= enough, "{player}: {} of {enough}", answer.memory);
        enough
    }

    #[test]
    fn a_memory_limit_that_is_too_small_is_refused_with_one_that_suffices() {
        for algorithm in ALGORITHMS {
            let player = format!("{},depth=1", algorithm.name);
            let words = [" of this position: expected at least ", " bytes"];
            let less = refused_with_enough(&player, 100, words) - 1024;
            assert!(search(&format!("{player},memory={less}B")).is_err(), "{player}");
        }
        // One ply would fit, but the first of six has no value before much is searched.
        let words = [": it is full before any move has a value; ", " bytes suffice"];
        refused_with_enough("stockman-sss,depth=6", 20 << 10, words);
    }
}
