//! The widening strategies of Cazenave (2001), section 5, by the paper's names and in the order of its numbers. The
//! tenth is ours.

use plywood::kit::Width;

const OR1: u32 = 0;
const OR2: u32 = 1;
const AND1: u32 = 0;
const AND2: u32 = 1;
/// All moves.
pub(crate) const ALL: u32 = 2;

const fn width(or: u32, and: u32) -> Width {
    Width { or, and }
}

/// Names and widths, for goals with two sets of moves of each side, and all moves as the last level of both.
pub(crate) const STRATEGIES: [(&str, &[Width]); 10] = [
    ("OR2-2AND2-2", &[width(OR2, AND2)]),
    ("OR1-2AND2-2", &[width(OR1, AND2), width(OR2, AND2)]),
    ("OR2-2AND1-2", &[width(OR2, AND1), width(OR2, AND2)]),
    ("AND1-2OR1-2", &[width(OR1, AND1), width(OR1, AND2), width(OR2, AND2)]),
    ("OR1-2AND1-2", &[width(OR1, AND1), width(OR2, AND1), width(OR2, AND2)]),
    ("ORAND1-2", &[width(OR1, AND1), width(OR2, AND2)]),
    ("OR1-2ANDOR1-2", &[width(OR1, AND1), width(OR2, AND1), width(OR1, AND2), width(OR2, AND2)]),
    ("ORAND1-2AND1-2", &[width(OR1, AND1), width(OR1, AND2), width(OR2, AND1), width(OR2, AND2)]),
    ("brute-force", &[width(ALL, ALL)]),
    ("OR2-2AND1-1", &[width(OR2, AND1)]),
];

/// The same strategies with the one of this number first, as the default of a goal.
pub(crate) const fn with_default(number: usize) -> [(&'static str, &'static [Width]); 10] {
    let mut all = STRATEGIES;
    let mut place = number - 1;
    while place > 0 {
        all[place] = all[place - 1];
        place -= 1;
    }
    all[0] = STRATEGIES[number - 1];
    all
}
