//! Sets of squares for the features of pawns and kings, computed at compile time.

use cozy_chess::{BitBoard, Color, File, Square};

const NOT_A: u64 = !File::A.bitboard().0;
const NOT_H: u64 = !File::H.bitboard().0;

/// The squares that pawns attack.
#[inline]
pub(super) fn pawn_attacks(pawns: BitBoard, color: Color) -> BitBoard {
    BitBoard(match color {
        Color::White => (pawns.0 & NOT_A) << 7 | (pawns.0 & NOT_H) << 9,
        Color::Black => (pawns.0 & NOT_A) >> 9 | (pawns.0 & NOT_H) >> 7,
    })
}

type Spans = [[u64; 64]; 2];

/// The squares ahead of a square on its file, seen from a colour.
const AHEAD: Spans = {
    let mut spans = [[0; 64]; 2];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            if other % 8 == square % 8 {
                if other > square {
                    spans[0][square] |= 1 << other;
                } else if other < square {
                    spans[1][square] |= 1 << other;
                }
            }
            other += 1;
        }
        square += 1;
    }
    spans
};

/// The squares ahead, on the same file.
#[inline]
pub(super) fn ahead(color: Color, square: Square) -> BitBoard {
    BitBoard(AHEAD[color as usize][square as usize])
}

/// The squares ahead, on the files beside.
#[inline]
pub(super) fn beside_ahead(color: Color, square: Square) -> BitBoard {
    let ahead = ahead(color, square).0;
    BitBoard((ahead & NOT_A) >> 1 | (ahead & NOT_H) << 1)
}

/// The squares not ahead, on the files beside.
#[inline]
pub(super) fn beside_or_behind(color: Color, square: Square) -> BitBoard {
    square.file().adjacent() & !beside_ahead(color, square)
}

/// The steps of a king from one square to another.
#[inline]
pub(super) fn distance(a: Square, b: Square) -> usize {
    let files = (a.file() as usize).abs_diff(b.file() as usize);
    files.max((a.rank() as usize).abs_diff(b.rank() as usize))
}
