//! The terms of the evaluation `territory`, and the indices of their weights.

pub use crate::weights::terms::Term;
use crate::weights::terms::{are_complete, term};

pub(super) const NEARER: usize = 0;
pub(super) const KING_NEARER: usize = NEARER + 1;
pub(super) const SURE: usize = KING_NEARER + 1;
pub(super) const ALIKE: usize = SURE + 1;
pub(super) const REACHED: usize = ALIKE + 1;
pub(super) const REACHES: usize = 4;
pub(super) const KING_REACHED: usize = REACHED + REACHES;
pub(super) const KING_REACHES: usize = 6;
pub(super) const FREEDOM: usize = KING_REACHED + KING_REACHES;
/// The most queen moves of an amazon that count with the first, second, … weight of the term.
pub(super) const FREEDOMS: [u32; 8] = [0, 2, 4, 7, 11, 16, 22, u32::MAX];
pub(super) const ROOM: usize = FREEDOM + FREEDOMS.len();
pub(super) const ROOMS: usize = 9;
pub(super) const TURN: usize = ROOM + ROOMS;

/// The number of weights.
pub const WEIGHTS: usize = TURN + 1;

/// All terms in the order of their weights. Each counts White's features minus Black's.
pub const TERMS: &[Term] = &[
    term("nearer", NEARER, 1, "a square that it reaches in fewer queen moves than the other side"),
    term("king_nearer", KING_NEARER, 1, "a square that it reaches in fewer king moves"),
    term("sure", SURE, 1, "a square that only it can reach"),
    term(
        "alike",
        ALIKE,
        1,
        "a square that both reach in as many queen moves, for the side to move",
    ),
    term("reached", REACHED, REACHES, "a square reached in 1, 2, 3 or 4 queen moves"),
    term("king_reached", KING_REACHED, KING_REACHES, "a square reached in 1, 2 … 6 king moves"),
    term(
        "freedom",
        FREEDOM,
        FREEDOMS.len(),
        "an amazon that can go to 0, 1-2, 3-4, 5-7, 8-11, 12-16, 17-22 or more squares",
    ),
    term("room", ROOM, ROOMS, "an amazon with 0, 1 … 8 empty squares beside it"),
    term("turn", TURN, 1, "the right to move"),
];

const _: () = assert!(are_complete(TERMS, WEIGHTS));
