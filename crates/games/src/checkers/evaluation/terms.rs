//! The terms of the evaluation, and the indices of their weights.

pub use crate::weights::terms::Term;
use crate::weights::terms::{are_complete, term};

pub(super) const MAN: usize = 0;
pub(super) const KING: usize = MAN + 1;
pub(super) const LONE_KINGS: usize = KING + 1;
pub(super) const LEAD: usize = LONE_KINGS + 1;
pub(super) const LEADS: usize = 8;
pub(super) const MAN_SQUARE: usize = LEAD + LEADS;
pub(super) const KING_SQUARE: usize = MAN_SQUARE + 28;
pub(super) const BACK_ROW: usize = KING_SQUARE + 32;
pub(super) const MAN_STEP: usize = BACK_ROW + 16;
pub(super) const MAN_BLOCKED: usize = MAN_STEP + 1;
pub(super) const MAN_FIRM: usize = MAN_BLOCKED + 1;
pub(super) const KING_STEP: usize = MAN_FIRM + 1;
pub(super) const KING_DENIED: usize = KING_STEP + 1;
pub(super) const KING_TRAPPED: usize = KING_DENIED + 1;
pub(super) const RUNAWAY: usize = KING_TRAPPED + 1;
pub(super) const RUNAWAYS: usize = 6;
pub(super) const DOG_HOLE: usize = RUNAWAY + RUNAWAYS;
pub(super) const THREATENED: usize = DOG_HOLE + 1;
pub(super) const THE_MOVE: usize = THREATENED + 2;
pub(super) const TURN: usize = THE_MOVE + 1;

/// The number of weights.
pub const WEIGHTS: usize = TURN + 1;

/// All terms in the order of their weights. Each counts Black's features minus White's. For White
/// the board is rotated, so that square 1 is at the left end of a side's own back row.
pub const TERMS: &[Term] = &[
    term("man", MAN, 1, "a man"),
    term("king", KING, 1, "a king"),
    term("lone_kings", LONE_KINGS, 1, "kings where the other side has none"),
    term("lead", LEAD, LEADS, "more material, by the pieces left: up to 3, 6 … 24"),
    term("man_square", MAN_SQUARE, 28, "a man on squares 1 to 28"),
    term("king_square", KING_SQUARE, 32, "a king on squares 1 to 32"),
    term("back_row", BACK_ROW, 16, "men on squares 1 (adds 1), 2 (2), 3 (4), 4 (8) against men"),
    term("man_step", MAN_STEP, 1, "a free square before a man"),
    term("man_blocked", MAN_BLOCKED, 1, "a man with no free square before it"),
    term("man_firm", MAN_FIRM, 1, "a man with no free square behind it, which no man can jump"),
    term("king_step", KING_STEP, 1, "a free square beside a king where nothing can jump it"),
    term("king_denied", KING_DENIED, 1, "a free square beside a king where it can be jumped"),
    term("king_trapped", KING_TRAPPED, 1, "a king with no safe square beside it"),
    term(
        "runaway",
        RUNAWAY,
        RUNAWAYS,
        "a man with a safe way to the king row, 1, 2 … 6 steps away",
    ),
    term("dog_hole", DOG_HOLE, 1, "a man on 28 that a man on 32 stops"),
    term("threatened", THREATENED, 2, "a piece that can be jumped, in turn and out of turn"),
    term("the_move", THE_MOVE, 1, "the opposition, where both sides have as many pieces"),
    term("turn", TURN, 1, "being in turn"),
];

const _: () = assert!(are_complete(TERMS, WEIGHTS));
