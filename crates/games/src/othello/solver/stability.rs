//! Stable discs, which can never be turned over again. They bound the score.

use std::sync::LazyLock;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const BORDER: u64 = 0xff81_8181_8181_81ff;

/// For the discs of both sides on an edge, the stable discs of the first side.
pub(super) struct Edges(Vec<[u8; 256]>);

/// The table of edges, made once.
pub(super) static EDGES: LazyLock<Edges> = LazyLock::new(Edges::new);

impl Edges {
    /// Computed from full edges to empty ones: a disc is stable if it is after every move of either
    /// side.
    fn new() -> Edges {
        let mut stay = vec![[0u8; 256]; 256];
        let mut pairs: Vec<(u8, u8)> = (0..=255u8)
            .flat_map(|own| (0..=255u8).map(move |other| (own, other)))
            .filter(|(own, other)| own & other == 0)
            .collect();
        pairs.sort_by_key(|(own, other)| (own | other).count_zeros());
        for (own, other) in pairs {
            let mut stable = own;
            for square in (0..8).filter(|square| (own | other) >> square & 1 == 0) {
                let disc = 1 << square;
                let taken = edge_flips(other, own, square);
                let gained = edge_flips(own, other, square);
                stable &= stay[usize::from(own & !taken)][usize::from(other | taken | disc)];
                stable &= stay[usize::from(own | gained | disc)][usize::from(other & !gained)];
            }
            stay[usize::from(own)][usize::from(other)] = stable;
        }
        Edges(stay)
    }

    fn stay(&self, own: u64, other: u64) -> u64 {
        u64::from(self.0[(own & 0xff) as usize][(other & 0xff) as usize])
    }

    /// Stable discs of `own`. Not all of them are found.
    ///
    /// A disc is safe along a line that is full, or that leads to a safe disc of its own colour.
    #[inline]
    pub(super) fn stable(&self, own: u64, other: u64) -> u64 {
        let mut stable = self.stay(own, other)
            | self.stay(own >> 56, other >> 56) << 56
            | from_file_a(self.stay(file_a(own), file_a(other)))
            | from_file_a(self.stay(file_a(own >> 7), file_a(other >> 7))) << 7;
        let full = full_lines(own | other);
        let inner = own & !BORDER;
        stable |= own & full[0] & full[1] & full[2] & full[3];
        loop {
            let safe = |line: usize, step: u32| full[line] | stable << step | stable >> step;
            let more = inner & safe(0, 1) & safe(1, 8) & safe(2, 9) & safe(3, 7) & !stable;
            if more == 0 {
                return stable;
            }
            stable |= more;
        }
    }
}

/// What a disc of `own` on `square` of an edge turns over along the edge.
fn edge_flips(own: u8, other: u8, square: u32) -> u8 {
    let mut flips = 0;
    for step in [1, 7] {
        let (mut line, mut at) = (0u8, square);
        loop {
            // Seven steps round a ring of eight are a step back; the ring's seam is the border.
            let next = (at + step) % 8;
            if next.abs_diff(at) != 1 || other >> next & 1 == 0 {
                if next.abs_diff(at) == 1 && own >> next & 1 != 0 {
                    flips |= line;
                }
                break;
            }
            line |= 1 << next;
            at = next;
        }
    }
    flips
}

/// The eight squares of the a-file as a byte.
fn file_a(discs: u64) -> u64 {
    (discs & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// A byte as squares of the a-file.
fn from_file_a(byte: u64) -> u64 {
    // Spread by halves: four bits, two bits, one bit a rank.
    let byte = (byte | byte << 28) & 0x0000_000f_0000_000f;
    let byte = (byte | byte << 14) & 0x0003_0003_0003_0003;
    (byte | byte << 7) & FILE_A
}

/// Squares from which `steps` steps, each up by `file` files and `rank` ranks, leave the board.
const fn leaving(file: i32, rank: i32, steps: i32) -> u64 {
    let (mut squares, mut square) = (0, 0);
    while square < 64 {
        let (x, y) = (square % 8 + file * steps, square / 8 + rank * steps);
        if x < 0 || x > 7 || y < 0 || y > 7 {
            squares |= 1 << square;
        }
        square += 1;
    }
    squares
}

/// The squares on lines without an empty square: ranks, files, and diagonals of both kinds.
fn full_lines(taken: u64) -> [u64; 4] {
    let mut ranks = taken & taken >> 4;
    ranks &= ranks >> 2;
    ranks &= ranks >> 1;
    let files = taken & taken.rotate_right(32);
    let files = files & files.rotate_right(16);
    let files = files & files.rotate_right(8);
    [(ranks & FILE_A) * 0xff, files, full_diagonals::<1>(taken), full_diagonals::<-1>(taken)]
}

/// The squares on full diagonals that go up a rank and `FILE` files at a time.
fn full_diagonals<const FILE: i32>(taken: u64) -> u64 {
    let step = (8 + FILE) as u32;
    // Whether all squares up to the border are taken: known for one, two, four, eight of them.
    let up = taken & (const { leaving(FILE, 1, 1) } | taken >> step);
    let up = up & (const { leaving(FILE, 1, 2) } | up >> (2 * step));
    let up = up & (const { leaving(FILE, 1, 4) } | up >> (4 * step));
    let down = taken & (const { leaving(-FILE, -1, 1) } | taken << step);
    let down = down & (const { leaving(-FILE, -1, 2) } | down << (2 * step));
    let down = down & (const { leaving(-FILE, -1, 4) } | down << (4 * step));
    up & down
}
