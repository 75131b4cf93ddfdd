//! Searches that could not begin: what stood in the way, in words.

use super::Player;
use crate::Error;
use plywood::{Budget, Interval, Report, Stop};
use plywood_games::Game;

/// An error if a search has no answer: a position has too many moves for its tree, or the memory of
/// the budget is too small for any value.
pub(crate) fn check_answered<G: Game>(
    report: &Report<G::Move>,
    position: &G,
    player: &mut dyn Player<G>,
    budget: &Budget,
) -> Result<(), Error> {
    match (report.stop, budget.memory) {
        (Stop::Width, _) => Err(too_wide()),
        (Stop::Memory, Some(cap)) if report.value == Interval::UNKNOWN => {
            Err(too_little(cap, least_memory(position, player, cap)))
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

fn too_little(cap: usize, least: Option<usize>) -> Error {
    let given = format!("a memory limit of {cap} bytes is too small for this search");
    Error::input(match least {
        Some(least) => format!("{given} of this position: expected at least {least} bytes"),
        None => format!("{given}: it was full before any move had a value"),
    })
}

/// The least memory, in bytes and whole KiB, with which the player can search one ply deep; none if
/// it can with `cap` already. A search this short takes no time.
fn least_memory<G: Game>(position: &G, player: &mut dyn Player<G>, cap: usize) -> Option<usize> {
    const KIB: usize = 1 << 10;
    const MOST: usize = 1 << 30;
    let mut suffices = |bytes: usize| {
        let budget = Budget::new().depth(1).memory(bytes);
        player.search(position, &budget).value != Interval::UNKNOWN
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
    use crate::registry::{ALGORITHMS, Answer, PlayerSpec, game, games};

    fn search(player: &str) -> Result<Answer, crate::Error> {
        let table = game(games(), "connect4")?.open(Some("44"))?;
        table.watch(&PlayerSpec::parse(player)?, &mut |_| {})
    }

    #[test]
    fn a_memory_limit_that_is_too_small_is_refused_with_one_that_suffices() {
        for algorithm in ALGORITHMS {
            let name = algorithm.name;
            let refused = search(&format!("{name},depth=1,memory=100B")).unwrap_err().to_string();
            let given = "a memory limit of 100 bytes is too small for this search of this position";
            let least = refused.strip_prefix(&format!("{given}: expected at least "));
            let least = least.and_then(|rest| rest.strip_suffix(" bytes"));
            let least: usize = least.and_then(|n| n.parse().ok()).expect(&refused);
            let answer = search(&format!("{name},depth=1,memory={least}B")).unwrap();
            assert!(answer.memory <= least, "{name}: {} of {least}", answer.memory);
            let less = least - 1024;
            assert!(search(&format!("{name},depth=1,memory={less}B")).is_err(), "{name}");
        }
    }
}
