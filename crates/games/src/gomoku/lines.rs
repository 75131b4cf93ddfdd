//! Windows: five points in a row. All windows of a direction are looked at together, each at the bit of its
//! first point.

use super::bits::{Bits, DIRECTIONS};

/// The length of a winning row, and of a window.
const FIVE: usize = 5;

/// What a side can do with its next stone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Threats {
    /// Points that complete a row of five.
    pub fives: Bits,
    /// Points that make a four: after them there is a point that completes a row of five, and was none before.
    pub fours: Bits,
    /// Points after which there are at least two such points: open fours and double fours.
    pub doubles: Bits,
}

/// A set and the sets moved by one to four steps of a direction: of a window, its five points.
#[inline(always)]
fn of_windows(set: Bits, step: u32) -> [Bits; FIVE] {
    let mut moved = [set; FIVE];
    for k in 1..FIVE {
        moved[k] = moved[k - 1].down(step);
    }
    moved
}

/// Whether there is a row of five or more.
pub(super) fn has_five(stones: Bits) -> bool {
    DIRECTIONS.iter().any(|&step| {
        let pairs = stones & stones.down(step);
        let fours = pairs & pairs.down(step).down(step);
        !(fours & stones.down(step).down(step).down(step).down(step)).is_empty()
    })
}

/// The points that complete a row of five.
pub(super) fn fives(own: Bits, empty: Bits) -> Bits {
    let mut fives = Bits::NONE;
    for step in DIRECTIONS {
        let [o0, o1, o2, o3, o4] = of_windows(own, step);
        let (o01, o34) = (o0 & o1, o3 & o4);
        // A set of windows per missing stone, moved back to where that stone is missing.
        let mut points = o01 & o2 & o3;
        points = points.up(step) | (o01 & o2 & o4);
        points = points.up(step) | (o01 & o34);
        points = points.up(step) | (o0 & o2 & o34);
        points = points.up(step) | (o1 & o2 & o34);
        fives |= points;
    }
    fives & empty
}

/// The threats of a side with these stones.
pub(super) fn threats(own: Bits, empty: Bits) -> Threats {
    let mut doubles = Bits::NONE;
    let mut fours = Bits::NONE;
    for step in DIRECTIONS {
        let o = of_windows(own, step);
        let e = of_windows(empty, step);
        let (o01, o12) = (o[0] & o[1], o[1] & o[2]);
        let (o34, o24, o23) = (o[3] & o[4], o[2] & o[4], o[2] & o[3]);
        // Windows with three stones, by the two points that are empty.
        let window = |i: usize, j: usize, stones: Bits| stones & e[i] & e[j];
        let apart_1 = [
            window(0, 1, o[2] & o34),
            window(1, 2, o[0] & o34),
            window(2, 3, o01 & o[4]),
            window(3, 4, o01 & o[2]),
        ];
        let apart_2 =
            [window(0, 2, o[1] & o34), window(1, 3, o[0] & o24), window(2, 4, o01 & o[3])];
        let apart_3 = [window(0, 3, o12 & o[4]), window(1, 4, o[0] & o23)];
        let apart_4 = [window(0, 4, o12 & o[3])];
        let mut add = |windows: &[Bits], apart: u32| {
            // The first empty points of all windows, from those of the last list on.
            let mut near = Bits::NONE;
            for &set in windows.iter().rev() {
                near = near.up(step) | set;
            }
            let mut far = near;
            for _ in 0..apart {
                far = far.up(step);
            }
            // A stone at one of them leaves the other one to complete the five. The two directions of a line
            // lead to different points, and so does every distance.
            for points in [near, far] {
                doubles |= fours & points;
                fours |= points;
            }
        };
        add(&apart_1, 1);
        add(&apart_2, 2);
        add(&apart_3, 3);
        add(&apart_4, 4);
    }
    Threats { fives: fives(own, empty), fours, doubles }
}

/// Windows without stones of the other side, by the number of own stones: bit planes of that number.
pub(super) struct Counts {
    /// The windows in which all points are own or empty.
    pub open: Bits,
    pub ones: Bits,
    pub twos: Bits,
    pub fours: Bits,
}

impl Counts {
    #[inline(always)]
    pub fn of(own: Bits, empty: Bits, step: u32) -> Counts {
        let open = own | empty;
        let pairs = open & open.down(step);
        let four = pairs & pairs.down(step).down(step);
        let open = four & open.down(step).down(step).down(step).down(step);
        let [a, b, c, d, e] = of_windows(own, step);
        // Two full adders: a + b + c, and that + d + e.
        let (ab, de) = (a ^ b, d ^ e);
        let (sum, carry) = (ab ^ c, (a & b) | (ab & c));
        let (ones, carry_2) = (sum ^ de, (d & e) | (sum & de));
        let (twos, fours) = (carry ^ carry_2, carry & carry_2);
        Counts { open, ones, twos, fours }
    }

    /// The windows with exactly `n` own stones and no other.
    #[inline(always)]
    pub fn with(&self, n: u32) -> Bits {
        let plane = |bit: u32, set: Bits| {
            if n >> bit & 1 == 1 { self.open & set } else { self.open.without(set) }
        };
        plane(0, self.ones) & plane(1, self.twos) & plane(2, self.fours)
    }

    /// The windows with at least two own stones and no other.
    #[inline(always)]
    pub fn with_two_or_more(&self) -> Bits {
        self.open & (self.twos | self.fours)
    }

    /// The windows with at least one own stone and no other.
    #[inline(always)]
    pub fn with_one_or_more(&self) -> Bits {
        self.open & (self.ones | self.twos | self.fours)
    }
}

/// The empty points of all windows that `choose` picks.
#[inline]
fn empty_in(own: Bits, empty: Bits, choose: impl Fn(&Counts) -> Bits) -> Bits {
    let mut points = Bits::NONE;
    for step in DIRECTIONS {
        let windows = choose(&Counts::of(own, empty, step));
        let mut all = windows;
        for _ in 1..FIVE {
            all = all.up(step) | windows;
        }
        points |= all;
    }
    points & empty
}

/// The empty points of windows with at least one own stone and none of the other side.
pub(super) fn beside_one(own: Bits, empty: Bits) -> Bits {
    empty_in(own, empty, Counts::with_one_or_more)
}

/// The empty points of windows with at least two own stones and none of the other side.
pub(super) fn beside_two(own: Bits, empty: Bits) -> Bits {
    empty_in(own, empty, Counts::with_two_or_more)
}

/// The worth of windows through a point, by the five bits of the stones in them.
pub(super) type Worth = [i32; 1 << FIVE];

/// The worth of windows by the number of stones in them.
pub(super) const fn worth(by_count: [i32; FIVE]) -> Worth {
    let mut worth = [0; 1 << FIVE];
    let mut stones = 0_usize;
    // No window through an empty point is full.
    while stones < (1 << FIVE) - 1 {
        worth[stones] = by_count[stones.count_ones() as usize];
        stones += 1;
    }
    worth
}

/// The sum of the worth of all windows through an empty point in which only one side has stones.
#[inline]
pub(super) fn worth_at(sides: [(Bits, &Worth); 2], empty: Bits, point: u8) -> i32 {
    let (column, row) = (u32::from(point % 16), i32::from(point / 16));
    // Of each direction, the nine points of its line that are in a window with this one, as bits: stones of both sides
    // and all points of the board.
    let mut line = [[0_u32; 3]; 4];
    for n in 0..9 {
        let row = row + n as i32 - 4;
        if !(0..16).contains(&row) {
            continue;
        }
        // Columns from -4 to 18 are bits 4 to 26 then.
        let row_of =
            |set: Bits| ((set.0[row as usize / 4] >> (16 * (row % 4)) & 0xffff) as u32) << 8;
        let (own, other) = (row_of(sides[0].0), row_of(sides[1].0));
        let rows = [own, other, own | other | row_of(empty)];
        for (set, row) in rows.into_iter().enumerate() {
            line[0][set] |= (row >> (column + 8) & 1) << n;
            line[1][set] |= (row >> (column + 12 - n) & 1) << n;
            line[2][set] |= (row >> (column + 4 + n) & 1) << n;
            if n == 4 {
                line[3][set] = row >> (column + 4) & 0x1ff;
            }
        }
    }
    let mut sum = 0;
    for [own, other, board] in line {
        for first in 0..FIVE {
            let window = |set: u32| (set >> first & 31) as usize;
            let (own, other) = (window(own), window(other));
            if window(board) == 31 {
                sum += if other == 0 { sides[0].1[own] } else { 0 };
                sum += if own == 0 { sides[1].1[other] } else { 0 };
            }
        }
    }
    sum
}
