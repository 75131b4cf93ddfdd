//! Answers by searches with all moves, for small boards.

use super::full_width::FullWidth;
use super::solver::{Evidence, Solution, hunt_within};
use super::{Capture, Hunt, Task};
use plywood::clock::Moment;
use plywood::{Budget, Stop};

/// The most moves of the attacker that an exhaustive search considers without a limit of depth.
const MOST_ORDER: u32 = 60;
/// The most moves that it plays without a limit of nodes or time.
const MOST_MOVES: u64 = 50_000_000;

/// The most points of a board on which all moves are tried where a search by zones finds no capture.
pub(super) const SMALL: usize = 36;
/// The most plies that such a search looks ahead, and the most moves that it plays if the search by zones may give up.
const SMALL_DEPTH: u32 = 40;
pub(super) const SMALL_EFFORT: u64 = 20_000;

/// Tries all moves where a search by zones has found no capture: its moves of the attacker are those near the
/// target, and on a small board others may capture. At most `most` moves are played.
pub(super) fn look_again(
    solution: &mut Solution,
    capture: &Capture,
    task: Task,
    budget: &Budget,
    deadline: Option<Moment>,
    most: u64,
) {
    let left = budget.nodes.map_or(u64::MAX, |most| most.saturating_sub(solution.nodes));
    let rest = Budget {
        depth: Some(SMALL_DEPTH),
        nodes: Some(left.min(most)),
        time: deadline.map(|deadline| deadline.since(Moment::now())),
        ..budget.clone()
    };
    let all = exhaustive(capture, task, &rest);
    let (nodes, moves_played) =
        (solution.nodes + all.nodes, solution.moves_played + all.moves_played);
    let is_cut = match all.stop {
        Stop::Nodes => left < most,
        stop => !matches!(stop, Stop::Complete | Stop::Depth),
    };
    if all.captured == Some(true) || is_cut {
        *solution = all;
    }
    (solution.nodes, solution.moves_played) = (nodes, moves_played);
}

pub(super) fn exhaustive(capture: &Capture, task: Task, budget: &Budget) -> Solution {
    let mut board = capture.board.clone();
    let deadline = budget.time.and_then(|time| Moment::now().checked_add(time));
    let mut hunt = hunt_within(&mut board, capture, budget, deadline);
    hunt.limit = budget.nodes.unwrap_or(MOST_MOVES);
    let mut known = FullWidth::default();
    let (mut captured, mut best, mut ko, mut stop) = (None, None, false, Stop::Depth);
    let ask = |known: &mut FullWidth, hunt: &mut Hunt<'_>, order| match task {
        Task::Attack => known.captures(hunt, order),
        Task::Defend => known.escapes(hunt, order).map(|escapes| !escapes),
    };
    let orders = budget.depth.map_or(MOST_ORDER, |plies| plies.div_ceil(2)).min(MOST_ORDER);
    for order in 1..=orders {
        match ask(&mut known, &mut hunt, order) {
            Some(true) => {
                (captured, stop) = (Some(true), Stop::Complete);
                if task == Task::Attack {
                    best = known.first_move(&mut hunt);
                }
                ko = ask(&mut FullWidth::with_retakes(), &mut hunt, order) != Some(true);
                break;
            }
            Some(false) => {}
            None => {
                stop = hunt.stopped.unwrap_or(Stop::Nodes);
                break;
            }
        }
    }
    Solution {
        captured,
        evidence: captured.map(|_| Evidence::Exhaustive),
        best,
        line: best.into_iter().collect(),
        nodes: hunt.work,
        moves_played: hunt.work,
        ko,
        stop,
    }
}
