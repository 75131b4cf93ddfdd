//! The squares of the patterns, and the indices of their weights.
//!
//! A *table* has a weight for every content of a pattern, seen from the mover: a number in base 3
//! with one digit per square: 0 empty, 1 the mover's, 2 the opponent's. All images of a pattern
//! under the eight symmetries of the board share its table. An image is a *slot*.

/// The first pattern of each table, as squares from 0 for a1 to 63 for h8, the lowest digit first.
/// The largest tables come last: see [`SIZE`].
const PATTERNS: [&[u8]; TABLES] = [
    &[3, 10, 17, 24],                   // diagonals of four to eight squares
    &[4, 11, 18, 25, 32],               //
    &[5, 12, 19, 26, 33, 40],           //
    &[6, 13, 20, 27, 34, 41, 48],       //
    &[7, 14, 21, 28, 35, 42, 49, 56],   //
    &[8, 9, 10, 11, 12, 13, 14, 15],    // second rank
    &[16, 17, 18, 19, 20, 21, 22, 23],  // third
    &[24, 25, 26, 27, 28, 29, 30, 31],  // fourth
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],   // corner of three by three
    &[9, 0, 1, 2, 3, 4, 5, 6, 7, 14],   // edge with the two squares inside its corners
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], // corner of five by two
];

/// The number of tables of patterns.
pub(super) const TABLES: usize = 11;
/// The number of slots: pattern look-ups of an evaluation.
pub(super) const SLOTS: usize = 46;
/// Slots of an index vector, filled up to whole registers.
pub(super) const LANES: usize = 48;
/// The longest pattern.
const LONGEST: usize = 10;

/// Weights of the mover's number of moves, then of the opponent's, then of the discs on the board
/// modulo four, which tell which side has the last move. They come before the weights of the
/// patterns.
pub(super) const MOVES: usize = 32;
pub(super) const OWN: usize = 0;
pub(super) const OTHER: usize = OWN + MOVES;
pub(super) const DISCS: usize = OTHER + MOVES;
const SCALARS: usize = DISCS + 4;

const fn power_of_3(exponent: usize) -> usize {
    3_usize.pow(exponent as u32)
}

/// The first index of each table, and the end of the last.
pub(super) const BASE: [usize; TABLES + 1] = {
    let mut base = [SCALARS; TABLES + 1];
    let mut table = 0;
    while table < TABLES {
        base[table + 1] = base[table] + power_of_3(PATTERNS[table].len());
        table += 1;
    }
    base
};

/// The number of weights of a phase that are used.
pub(super) const USED: usize = BASE[TABLES];

/// The length of a phase's weights. A 16-bit index into the last table is always within it, which
/// makes bounds checks unnecessary.
pub(super) const SIZE: usize = BASE[TABLES - 1] + (1 << 16);

/// The image of a square under one of the eight symmetries of the board.
pub(super) const fn image(symmetry: usize, square: u8) -> u8 {
    let (mut x, mut y) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        x = 7 - x;
    }
    if symmetry & 2 != 0 {
        y = 7 - y;
    }
    if symmetry & 4 != 0 {
        (x, y) = (y, x);
    }
    8 * y + x
}

/// The slots.
pub(super) struct Slots {
    /// The squares of each slot.
    pub squares: [[u8; LONGEST]; SLOTS],
    pub length: [usize; SLOTS],
    /// The first index of the table of each slot.
    pub base: [usize; SLOTS],
    /// The first slot of each table, and the end.
    pub first: [usize; TABLES + 1],
}

pub(super) const SLOT: Slots = {
    let mut slots = Slots {
        squares: [[0; LONGEST]; SLOTS],
        length: [0; SLOTS],
        base: [0; SLOTS],
        first: [0; TABLES + 1],
    };
    let mut count = 0;
    let mut table = 0;
    while table < TABLES {
        let mut symmetry = 0;
        while symmetry < 8 {
            // An image with the same squares as an earlier one is the same slot.
            let cover = cover(table, symmetry);
            let mut earlier = 0;
            while earlier < symmetry && self::cover(table, earlier) != cover {
                earlier += 1;
            }
            if earlier == symmetry {
                let mut i = 0;
                while i < PATTERNS[table].len() {
                    slots.squares[count][i] = image(symmetry, PATTERNS[table][i]);
                    i += 1;
                }
                slots.length[count] = i;
                slots.base[count] = BASE[table];
                count += 1;
            }
            symmetry += 1;
        }
        table += 1;
        slots.first[table] = count;
    }
    assert!(count == SLOTS);
    slots
};

/// The squares that an image of a table's pattern covers.
const fn cover(table: usize, symmetry: usize) -> u64 {
    let mut cover = 0;
    let mut i = 0;
    while i < PATTERNS[table].len() {
        cover |= 1 << image(symmetry, PATTERNS[table][i]);
        i += 1;
    }
    cover
}

/// The contributions of four squares of one colour to the indices: by the position of the four
/// squares on the board, then by the discs on them.
#[repr(align(32))]
pub(super) struct Contributions(pub [[[u16; LANES]; 16]; 16]);

pub(super) static CONTRIBUTIONS: Contributions = {
    let mut sums = [[[0; LANES]; 16]; 16];
    let mut slot = 0;
    while slot < SLOTS {
        let mut i = 0;
        while i < SLOT.length[slot] {
            let square = SLOT.squares[slot][i] as usize;
            let mut discs = 0;
            while discs < 16 {
                if discs >> (square % 4) & 1 != 0 {
                    sums[square / 4][discs][slot] += power_of_3(i) as u16;
                }
                discs += 1;
            }
            i += 1;
        }
        slot += 1;
    }
    Contributions(sums)
};

/// For each weight of a phase the index that it shares with its mirror image: a pattern that is
/// symmetric has the same value for a content and its mirror image.
pub(super) fn representatives() -> Vec<u32> {
    let mut list: Vec<u32> = (0..USED as u32).collect();
    for table in 0..TABLES {
        let pattern = PATTERNS[table];
        for symmetry in 1..8 {
            if cover(table, symmetry) != cover(table, 0) {
                continue;
            }
            // The new position of each digit of the content.
            let places: Vec<usize> = pattern
                .iter()
                .filter_map(|&square| {
                    let image = image(symmetry, square);
                    pattern.iter().position(|&other| other == image)
                })
                .collect();
            for content in 0..power_of_3(pattern.len()) {
                let mut mirrored = 0;
                let mut digits = content;
                for &place in &places {
                    mirrored += digits % 3 * power_of_3(place);
                    digits /= 3;
                }
                let (one, other) = (BASE[table] + content, BASE[table] + mirrored);
                list[one] = list[one].min(list[other]).min(one.min(other) as u32);
            }
        }
    }
    list
}
