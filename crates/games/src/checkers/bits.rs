//! The 32 squares as bits.
//!
//! The bits follow the diagonals: a step down to the right is a rotation by 1, a step down to the
//! left one by 7, wherever it begins. In the order of the squares' numbers a step would be 3, 4 or
//! 5, which depends on the row. "Down" is the direction of Black's men, from square 1 to square 32.

/// The four diagonal directions: down to the right and to the left, up to the left and to the
/// right.
pub(super) const DIRECTIONS: [usize; 4] = [0, 1, 2, 3];

/// How far a step in a direction rotates the bits to the left.
const ROTATIONS: [u32; 4] = [1, 7, 31, 25];

/// The index of the bit of each square, by the number of the square minus one.
const PLACES: [u8; 32] = {
    let mut places = [0; 32];
    let mut square = 0;
    while square < 32 {
        let (row, column) = row_and_column(square);
        let (right, left) = ((row + column - 1) / 2, (row + 7 - column) / 2);
        places[square as usize] = ((right + 7 * left) % 32) as u8;
        square += 1;
    }
    places
};

/// The number of the square of each bit.
const SQUARES: [u8; 32] = {
    let mut squares = [0; 32];
    let mut square = 0;
    while square < 32 {
        let place = PLACES[square] as usize;
        assert!(squares[place] == 0, "no two squares share a bit");
        squares[place] = square as u8 + 1;
        square += 1;
    }
    squares
};

/// The rows from the top: squares 1 to 4, 5 to 8 and so on.
pub(super) const ROWS: [u32; 8] = {
    let mut rows = [0; 8];
    let mut square = 0;
    while square < 32 {
        rows[square / 4] |= 1 << PLACES[square];
        square += 1;
    }
    rows
};

/// The squares from which a step in a direction stays on the board.
const INSIDE: [u32; 4] = {
    let mut inside = [0; 4];
    let mut square = 0;
    while square < 32 {
        let (row, column) = row_and_column(square);
        let (up, down, left, right) = (row > 0, row < 7, column > 0, column < 7);
        let open = [down && right, down && left, up && left, up && right];
        let mut direction = 0;
        while direction < 4 {
            if open[direction] {
                inside[direction] |= 1 << PLACES[square as usize];
            }
            direction += 1;
        }
        square += 1;
    }
    inside
};

/// The row and the column, from the top left, of the square with this number minus one.
const fn row_and_column(square: u32) -> (u32, u32) {
    let row = square / 4;
    (row, 2 * (square % 4) + (row + 1) % 2)
}

/// The bit of a square.
///
/// # Panics
/// If the number is not from 1 to 32.
#[inline]
pub const fn bit(square: u32) -> u32 {
    1 << PLACES[square as usize - 1]
}

/// The number of the square of bit `place`, from 0 to 31.
#[inline]
pub(super) const fn square_at(place: u32) -> u32 {
    SQUARES[place as usize & 31] as u32
}

/// The numbers of the squares of a set, lowest first.
///
/// ```
/// use plywood_games::checkers::{bit, squares};
/// assert!(squares(bit(30) | bit(4) | bit(17)).eq([4, 17, 30]));
/// ```
pub fn squares(set: u32) -> impl Iterator<Item = u32> {
    (1..=32).filter(move |&square| set & bit(square) != 0)
}

/// The board rotated by 180 degrees: square 1 becomes square 32.
///
/// ```
/// use plywood_games::checkers::{bit, turned};
/// assert_eq!(turned(bit(1) | bit(11)), bit(32) | bit(22));
/// ```
#[inline]
pub const fn turned(set: u32) -> u32 {
    // Rotation moves bit p to 23 - p, and `reverse_bits` moves it to 31 - p.
    set.reverse_bits().rotate_right(8)
}

/// The squares that a step in a direction reaches from these squares.
#[inline(always)]
pub(super) const fn step(direction: usize, from: u32) -> u32 {
    (from & INSIDE[direction]).rotate_left(ROTATIONS[direction])
}

/// The squares among `free` that a jump in a direction over one of `over` reaches from these
/// squares.
#[inline(always)]
pub(super) const fn jump(direction: usize, from: u32, over: u32, free: u32) -> u32 {
    step(direction, step(direction, from) & over) & free
}

/// The square from which a step in this direction reaches `to`.
#[inline(always)]
pub(super) const fn back(direction: usize, to: u32) -> u32 {
    to.rotate_right(ROTATIONS[direction])
}

/// The squares of a set, one bit each.
#[inline(always)]
pub(super) fn each(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_where_the_numbers_say() {
        let neighbours = |square: u32| {
            DIRECTIONS.map(|direction| squares(step(direction, bit(square))).next().unwrap_or(0))
        };
        // Down to the right and left, up to the left and right, as they are on every board.
        assert_eq!(neighbours(1), [6, 5, 0, 0]);
        assert_eq!(neighbours(4), [0, 8, 0, 0]);
        assert_eq!(neighbours(5), [9, 0, 0, 1]);
        assert_eq!(neighbours(11), [16, 15, 7, 8]);
        assert_eq!(neighbours(15), [19, 18, 10, 11]);
        assert_eq!(neighbours(28), [0, 32, 24, 0]);
        assert_eq!(neighbours(32), [0, 0, 27, 28]);
        for square in 1..=32 {
            for (direction, to) in neighbours(square).into_iter().enumerate() {
                if to != 0 {
                    assert_eq!(neighbours(to)[direction ^ 2], square);
                    assert_eq!(back(direction, bit(to)), bit(square));
                }
            }
        }
    }

    #[test]
    fn turning_takes_each_square_to_the_other_end() {
        for square in 1..=32 {
            assert_eq!(turned(bit(square)), bit(33 - square));
            assert_eq!(square_at(bit(square).trailing_zeros()), square);
        }
        assert_eq!(turned(ROWS[0]), ROWS[7]);
    }
}
