//! Moves and flips on bitboards: one bit per square: a1 is bit 0, b1 bit 1, h8 bit 63.
//!
//! All functions see the board from one side: `mover` is to move, `opponent` is not.

/// The four corners.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
/// Discs on the outer files can be ends of horizontal and diagonal lines, but never lie inside
/// them.
const INNER_FILES: u64 = NOT_A & NOT_H;

/// The legal squares of `mover`.
///
/// Kogge-Stone: a line of the opponent's discs is followed in three steps of one, two and two
/// squares, in all eight directions.
#[inline]
pub fn moves(mover: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_FILES;
    let along = |step: u32, inside: u64| {
        let mut up = inside & (mover << step);
        let mut down = inside & (mover >> step);
        up |= inside & (up << step);
        down |= inside & (down >> step);
        let (pairs_up, pairs_down) = (inside & (inside << step), inside & (inside >> step));
        up |= pairs_up & (up << (2 * step));
        down |= pairs_down & (down >> (2 * step));
        up |= pairs_up & (up << (2 * step));
        down |= pairs_down & (down >> (2 * step));
        (up << step) | (down >> step)
    };
    (along(1, inner) | along(8, opponent) | along(7, inner) | along(9, inner)) & !(mover | opponent)
}

/// The rays from a square, without the square itself: first the four with rising bits, along the
/// rank, the file and the diagonals, then the four with falling bits.
#[repr(align(64))]
struct Rays([[u64; 4]; 2]);

static RAYS: [Rays; 64] = {
    const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
    let mut rays = [const { Rays([[0; 4]; 2]) }; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (dx, dy) = STEPS[direction % 4];
            let sign = if direction < 4 { 1 } else { -1 };
            let (mut x, mut y) = ((square % 8) as i8, (square / 8) as i8);
            loop {
                (x, y) = (x + sign * dx, y + sign * dy);
                if x < 0 || x > 7 || y < 0 || y > 7 {
                    break;
                }
                rays[square].0[direction / 4][direction % 4] |= 1 << (8 * y + x);
            }
            direction += 1;
        }
        square += 1;
    }
    rays
};

/// The discs that a disc of `mover` on the empty `square` turns over; 0 if the move is illegal.
#[inline(always)]
pub fn flips(mover: u64, opponent: u64, square: u32) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        return fast::flips_here(mover, opponent, square);
    }
    flips_plain(mover, opponent, square)
}

/// [`flips`] for every processor.
#[inline]
pub fn flips_plain(mover: u64, opponent: u64, square: u32) -> u64 {
    let Rays([rising, falling]) = &RAYS[square as usize & 63];
    let mut flips = 0;
    for ray in rising {
        // The first square of the ray that is not the opponent's ends the line.
        let end = ray & !opponent;
        let end = end & end.wrapping_neg();
        if end & mover != 0 {
            flips |= ray & (end - 1);
        }
    }
    for ray in falling {
        let end = ray & !opponent;
        let end = if end == 0 { 0 } else { 1 << (63 - end.leading_zeros()) };
        if end & mover != 0 {
            flips |= ray & !(end | (end - 1));
        }
    }
    flips
}

/// Four rays at a time with AVX2: a third to two thirds of the time of the plain code.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub(super) mod fast {
    use super::{RAYS, Rays};
    use std::arch::x86_64::*;

    /// [`flips`](super::flips) for callers that have checked the processor.
    #[inline(always)]
    pub(super) fn flips_here(mover: u64, opponent: u64, square: u32) -> u64 {
        // SAFETY: the only caller has just found AVX2 on this processor.
        unsafe { flips(mover, opponent, square) }
    }

    /// [`flips`](super::flips) for code that is itself compiled for AVX2.
    #[target_feature(enable = "avx2")]
    pub fn flips(mover: u64, opponent: u64, square: u32) -> u64 {
        let Rays([rising, falling]) = &RAYS[square as usize & 63];
        let four = |rays: &[u64; 4]| {
            let [a, b, c, d] = rays.map(|ray| ray as i64);
            _mm256_setr_epi64x(a, b, c, d)
        };
        let all = |bits: u64| _mm256_set1_epi64x(bits as i64);
        let (mover, opponent, zero) = (all(mover), all(opponent), _mm256_setzero_si256());

        // The first square that is not the opponent's is the lowest bit left on a rising ray.
        let rising = four(rising);
        let open = _mm256_andnot_si256(opponent, rising);
        let end = _mm256_and_si256(open, _mm256_sub_epi64(zero, open));
        let inside = _mm256_and_si256(rising, _mm256_add_epi64(end, all(u64::MAX)));
        let none = _mm256_cmpeq_epi64(_mm256_and_si256(end, mover), zero);
        let up = _mm256_andnot_si256(none, inside);

        // On a falling ray it is the highest, found by smearing the open squares down the ray.
        let falling = four(falling);
        let open = _mm256_andnot_si256(opponent, falling);
        let step = |n: i64| _mm256_setr_epi64x(n, 8 * n, 9 * n, 7 * n);
        let mut beyond = _mm256_or_si256(open, _mm256_srlv_epi64(open, step(1)));
        beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, step(2)));
        beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, step(4)));
        let end = _mm256_andnot_si256(_mm256_srlv_epi64(beyond, step(1)), open);
        let none = _mm256_cmpeq_epi64(_mm256_and_si256(end, mover), zero);
        let down = _mm256_andnot_si256(_mm256_or_si256(none, beyond), falling);

        let both = _mm256_or_si256(up, down);
        let half = _mm_or_si128(_mm256_castsi256_si128(both), _mm256_extracti128_si256(both, 1));
        let one = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
        _mm_cvtsi128_si64(one) as u64
    }
}

/// These squares and those next to them.
#[inline]
pub fn surroundings(squares: u64) -> u64 {
    let wide = squares | ((squares & NOT_H) << 1) | ((squares & NOT_A) >> 1);
    wide | (wide << 8) | (wide >> 8)
}
