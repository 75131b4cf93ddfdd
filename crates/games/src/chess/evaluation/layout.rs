//! The order of the weights: all lie in one array, group by group.

/// A group of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name of the group in a file of weights.
    pub name: &'static str,
    /// The index of the first weight.
    pub offset: usize,
    /// The number of weights.
    pub length: usize,
}

/// Names and lengths, in the order of the array.
///
/// Squares are numbered from a8, b8 to h1, seen from the side of the piece; ranks and distances
/// from 0.
const GROUPS: [(&str, usize); 31] = [
    ("material", 5),
    ("pawn squares", 64),
    ("knight squares", 64),
    ("bishop squares", 64),
    ("rook squares", 64),
    ("queen squares", 64),
    ("king squares", 64),
    // By the number of squares the piece can move to that are neither occupied by its own pawns or
    // king nor attacked by pawns.
    ("knight mobility", 9),
    ("bishop mobility", 14),
    ("rook mobility", 15),
    ("queen mobility", 28),
    ("doubled pawn", 1),
    ("isolated pawn", 1),
    ("backward pawn", 1),
    // By rank.
    ("passed pawn", 8),
    ("blocked passed pawn", 8),
    ("protected passed pawn", 8),
    // By the distance of a king to the square in front of a passed pawn in the other half of the
    // board.
    ("own king near passed pawn", 8),
    ("other king near passed pawn", 8),
    ("bishop pair", 1),
    ("rook on open file", 1),
    ("rook on half-open file", 1),
    ("rook on seventh rank", 1),
    // By the distance in ranks from the king to the nearest pawn ahead of it, on its file and on
    // those beside it; 0 if there is none.
    ("shelter before king", 8),
    ("shelter beside king", 8),
    ("storm before king", 8),
    ("storm beside king", 8),
    // By the weight of the attack on the squares around the other king.
    ("attack on king", 32),
    ("piece attacked by pawn", 1),
    ("safe check", 4),
    ("side to move", 1),
];

/// Where a group begins; a compile error if there is none of that name.
const fn offset(name: &str) -> usize {
    let (mut group, mut offset) = (0, 0);
    while group < GROUPS.len() {
        if same(GROUPS[group].0, name) {
            return offset;
        }
        offset += GROUPS[group].1;
        group += 1;
    }
    panic!("no such group of weights")
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// The number of weights.
pub const WEIGHTS: usize = {
    let (mut group, mut sum) = (0, 0);
    while group < GROUPS.len() {
        sum += GROUPS[group].1;
        group += 1;
    }
    sum
};

pub(super) const MATERIAL: usize = offset("material");
/// Six tables in a row.
pub(super) const SQUARES: usize = offset("pawn squares");
pub(super) const KNIGHT_MOBILITY: usize = offset("knight mobility");
pub(super) const BISHOP_MOBILITY: usize = offset("bishop mobility");
pub(super) const ROOK_MOBILITY: usize = offset("rook mobility");
pub(super) const QUEEN_MOBILITY: usize = offset("queen mobility");
pub(super) const DOUBLED: usize = offset("doubled pawn");
pub(super) const ISOLATED: usize = offset("isolated pawn");
pub(super) const BACKWARD: usize = offset("backward pawn");
pub(super) const PASSED: usize = offset("passed pawn");
pub(super) const PASSED_BLOCKED: usize = offset("blocked passed pawn");
pub(super) const PASSED_PROTECTED: usize = offset("protected passed pawn");
pub(super) const PASSED_OWN_KING: usize = offset("own king near passed pawn");
pub(super) const PASSED_OTHER_KING: usize = offset("other king near passed pawn");
pub(super) const BISHOP_PAIR: usize = offset("bishop pair");
pub(super) const ROOK_OPEN: usize = offset("rook on open file");
pub(super) const ROOK_HALF_OPEN: usize = offset("rook on half-open file");
pub(super) const ROOK_SEVENTH: usize = offset("rook on seventh rank");
pub(super) const SHELTER: [usize; 2] =
    [offset("shelter before king"), offset("shelter beside king")];
pub(super) const STORM: [usize; 2] = [offset("storm before king"), offset("storm beside king")];
pub(super) const ATTACK: usize = offset("attack on king");
pub(super) const ATTACKS: usize = 32;
pub(super) const PAWN_THREAT: usize = offset("piece attacked by pawn");
/// Of a knight, a bishop, a rook, a queen.
pub(super) const SAFE_CHECK: usize = offset("safe check");
pub(super) const TEMPO: usize = offset("side to move");

/// The groups, in the order of the array.
///
/// ```
/// use plywood_games::chess::{WEIGHTS, groups};
/// let last = groups().last().unwrap();
/// assert_eq!(last.offset + last.length, WEIGHTS);
/// ```
pub fn groups() -> impl Iterator<Item = Group> {
    let mut offset = 0;
    GROUPS.into_iter().map(move |(name, length)| {
        let group = Group { name, offset, length };
        offset += length;
        group
    })
}
