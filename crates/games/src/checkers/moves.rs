//! The moves of one side: steps and complete jumps.

use super::Move;
use super::bits::{DIRECTIONS, ROWS, back, each, jump, step};

/// The pieces on the board. `DOWN` means that Black is to move.
#[derive(Clone, Copy)]
pub(super) struct Pieces {
    /// The pieces of the side to move.
    pub own: u32,
    /// The pieces of the other side.
    pub other: u32,
    /// The kings of both sides.
    pub kings: u32,
}

impl Pieces {
    #[inline(always)]
    fn free(self) -> u32 {
        !(self.own | self.other)
    }

    /// The pieces that may move in a direction: kings in all four, men in two.
    #[inline(always)]
    fn movers<const DOWN: bool>(self, direction: usize) -> u32 {
        if is_forward::<DOWN>(direction) { self.own } else { self.own & self.kings }
    }

    #[inline(always)]
    pub fn can_step<const DOWN: bool>(self) -> bool {
        let steps = |all, d| all | step(d, self.movers::<DOWN>(d));
        DIRECTIONS.into_iter().fold(0, steps) & self.free() != 0
    }

    #[inline(always)]
    pub fn can_jump<const DOWN: bool>(self) -> bool {
        let jumps = |all, d| all | jump(d, self.movers::<DOWN>(d), self.other, self.free());
        DIRECTIONS.into_iter().fold(0, jumps) != 0
    }

    #[inline(always)]
    pub fn can_move<const DOWN: bool>(self) -> bool {
        self.can_step::<DOWN>() || self.can_jump::<DOWN>()
    }

    /// The board after a move, as the other side sees it.
    #[inline(always)]
    pub fn after<const DOWN: bool>(self, m: Move) -> Pieces {
        let (from, to) = (m.start_bit(), m.end_bit());
        let crowned = if self.kings & from != 0 { to } else { to & king_row::<DOWN>() };
        Pieces {
            own: self.other & !m.captured,
            other: self.own & !from | to,
            kings: self.kings & !(from | m.captured) | crowned,
        }
    }

    /// The number of steps, which are legal if there is no jump.
    #[inline(always)]
    pub fn count_steps<const DOWN: bool>(self) -> u32 {
        let count = |d| (step(d, self.movers::<DOWN>(d)) & self.free()).count_ones();
        DIRECTIONS.into_iter().map(count).sum()
    }

    /// Calls `emit` with each step. Steps are legal if there is no jump.
    #[inline(always)]
    pub fn steps<const DOWN: bool>(self, mut emit: impl FnMut(Move)) {
        for d in DIRECTIONS {
            for to in each(step(d, self.movers::<DOWN>(d)) & self.free()) {
                emit(Move::new(back(d, to), to, 0));
            }
        }
    }

    /// Calls `emit` with each complete jump, once per route: a king may capture the same pieces on
    /// several routes between the same squares.
    #[inline(always)]
    pub fn jumps<const DOWN: bool>(self, mut emit: impl FnMut(Move)) {
        for d in DIRECTIONS {
            for to in each(jump(d, self.movers::<DOWN>(d), self.other, self.free())) {
                let over = back(d, to);
                self.jump_on::<DOWN>(Move::new(back(d, over), to, over), &mut emit);
            }
        }
    }

    /// Continues a jump, or calls `emit` with it if it cannot go on. A man that reaches the king
    /// row has no square ahead, so its turn ends there.
    fn jump_on<const DOWN: bool>(self, so_far: Move, emit: &mut impl FnMut(Move)) {
        let mut complete = true;
        self.each_next::<DOWN>(so_far, |further| {
            complete = false;
            self.jump_on::<DOWN>(further, emit);
        });
        if complete {
            emit(so_far);
        }
    }

    /// Calls `emit` with the jumps that are longer by one piece. A captured piece cannot be jumped
    /// again; it stays on the board until the turn ends, but never on a square where the jump
    /// lands. The square that a king has left is empty.
    #[inline(always)]
    fn each_next<const DOWN: bool>(self, so_far: Move, mut emit: impl FnMut(Move)) {
        let (from, at) = (so_far.start_bit(), so_far.end_bit());
        let (other, free) = (self.other & !so_far.captured, self.free() | from);
        for d in DIRECTIONS {
            if is_forward::<DOWN>(d) || self.kings & from != 0 {
                let to = jump(d, at, other, free);
                if to != 0 {
                    emit(Move::new(from, to, so_far.captured | back(d, to)));
                }
            }
        }
    }

    /// Calls `emit` with the numbers of the squares of each route of a move, from the first to the
    /// last.
    pub fn routes<const DOWN: bool>(self, m: Move, mut emit: impl FnMut(&[u32])) {
        let start = Move { to: m.from, captured: 0, ..m };
        let mut route = vec![m.from()];
        self.route_on::<DOWN>(m, start, &mut route, &mut emit);
    }

    fn route_on<const DOWN: bool>(
        self,
        m: Move,
        so_far: Move,
        route: &mut Vec<u32>,
        emit: &mut impl FnMut(&[u32]),
    ) {
        if so_far == m {
            return emit(route);
        }
        self.each_next::<DOWN>(so_far, |further| {
            if further.captured & !m.captured == 0 {
                route.push(further.to());
                self.route_on::<DOWN>(m, further, route, emit);
                route.pop();
            }
        });
    }
}

/// Whether men move in this direction.
#[inline(always)]
const fn is_forward<const DOWN: bool>(direction: usize) -> bool {
    (direction < 2) == DOWN
}

/// The squares on which a man becomes a king.
#[inline(always)]
const fn king_row<const DOWN: bool>() -> u32 {
    if DOWN { ROWS[7] } else { ROWS[0] }
}
