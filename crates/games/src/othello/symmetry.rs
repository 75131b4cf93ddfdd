//! The eight symmetries of the board: rotations and reflections.

use super::{Move, Othello};
use std::fmt;

/// One of the eight rotations and reflections of the board.
///
/// The legal moves of an image are the images of the legal moves.
///
/// ```
/// use plywood::Position;
/// use plywood_games::{Game, Othello, othello::Symmetry};
///
/// // The four first moves are one move, seen from four sides.
/// let canonical = |moves| Ok(Othello::parse(Some(moves))?.canonical().0);
/// assert_eq!(canonical("f5")?, canonical("d3")?);
/// assert_eq!(canonical("f5d6")?, canonical("d3c5")?);
/// assert_ne!(canonical("f5d6")?, canonical("f5f4")?);
///
/// for symmetry in Symmetry::ALL {
///     assert_eq!(symmetry.then(symmetry.inverse()), Symmetry::IDENTITY);
/// }
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// First, a1-h8 stays and files become ranks …
    transposed: bool,
    /// … then a becomes h …
    files: bool,
    /// … and 1 becomes 8.
    ranks: bool,
}

impl Symmetry {
    /// The identity.
    pub const IDENTITY: Symmetry = Symmetry::numbered(0);

    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry::IDENTITY; 8];
        let mut number = 0;
        while number < 8 {
            all[number] = Symmetry::numbered(number);
            number += 1;
        }
        all
    };

    const fn numbered(number: usize) -> Symmetry {
        Symmetry { transposed: number & 4 != 0, files: number & 1 != 0, ranks: number & 2 != 0 }
    }

    /// The image of a set of squares.
    #[inline]
    pub const fn squares(self, mut squares: u64) -> u64 {
        if self.transposed {
            squares = transposed(squares);
        }
        if self.files {
            squares = mirrored(squares);
        }
        if self.ranks {
            squares = squares.swap_bytes();
        }
        squares
    }

    /// The image of a square, from 0 for a1 to 63 for h8.
    ///
    /// # Panics
    /// If the number is above 63.
    pub const fn square(self, square: u32) -> u32 {
        assert!(square < 64);
        self.squares(1 << square).trailing_zeros()
    }

    /// The image of a move; a pass stays a pass.
    pub fn play(self, m: Move) -> Move {
        m.square().map_or(Move::PASS, |square| Move::on(self.square(square)))
    }

    /// The image of a position, with the same side to move.
    pub fn position(self, position: &Othello) -> Othello {
        let (mover, opponent) = (self.squares(position.mover), self.squares(position.opponent));
        Othello { mover, opponent, side: position.side }
    }

    /// This symmetry, and then `next`.
    #[must_use]
    pub fn then(self, next: Symmetry) -> Symmetry {
        // Files mirrored before a transposition are ranks mirrored after it.
        let (files, ranks) =
            if next.transposed { (self.ranks, self.files) } else { (self.files, self.ranks) };
        Symmetry {
            transposed: self.transposed != next.transposed,
            files: files != next.files,
            ranks: ranks != next.ranks,
        }
    }

    /// The inverse symmetry.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        match self.transposed {
            false => self,
            true => Symmetry { files: self.ranks, ranks: self.files, ..self },
        }
    }
}

impl fmt::Debug for Symmetry {
    /// The images of a1 and b1, which differ for all eight symmetries.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = |square| Move::on(self.square(square));
        write!(f, "a1-{} b1-{}", to(0), to(1))
    }
}

impl Othello {
    /// The canonical one of the eight images, and the symmetry that leads to it: the image with the
    /// lowest discs of the mover as a number, then of the other side.
    pub fn canonical(&self) -> (Othello, Symmetry) {
        let images = Symmetry::ALL.map(|symmetry| (symmetry.position(self), symmetry));
        let [mut best, others @ ..] = images;
        for image in others {
            if (image.0.mover, image.0.opponent) < (best.0.mover, best.0.opponent) {
                best = image;
            }
        }
        best
    }
}

/// Files and ranks exchanged: blocks of four, two and one squares across the diagonal a1-h8.
const fn transposed(mut squares: u64) -> u64 {
    let mut swap = (squares ^ squares >> 28) & 0x0000_0000_f0f0_f0f0;
    squares ^= swap ^ swap << 28;
    swap = (squares ^ squares >> 14) & 0x0000_cccc_0000_cccc;
    squares ^= swap ^ swap << 14;
    swap = (squares ^ squares >> 7) & 0x00aa_00aa_00aa_00aa;
    squares ^ swap ^ swap << 7
}

/// Each rank reversed.
const fn mirrored(squares: u64) -> u64 {
    squares.reverse_bits().swap_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;
    use plywood::Position;

    #[test]
    fn the_eight_are_a_group() {
        for a in Symmetry::ALL {
            assert_eq!(Symmetry::ALL.iter().filter(|&&b| b == a).count(), 1);
            assert_eq!(a.then(Symmetry::IDENTITY), a);
            assert_eq!(Symmetry::IDENTITY.then(a), a);
            assert_eq!(a.then(a.inverse()), Symmetry::IDENTITY);
            assert_eq!(a.inverse().then(a), Symmetry::IDENTITY);
            for b in Symmetry::ALL {
                for square in 0..64 {
                    assert_eq!(a.then(b).square(square), b.square(a.square(square)), "{a:?} {b:?}");
                }
                for c in Symmetry::ALL {
                    assert_eq!(a.then(b).then(c), a.then(b.then(c)));
                }
            }
        }
    }

    #[test]
    fn sets_go_where_their_squares_go_and_neighbours_stay_neighbours() {
        let mut rng = Rng::new(5);
        for symmetry in Symmetry::ALL {
            for _ in 0..200 {
                let squares = rng.next() & rng.next();
                let mut image = 0;
                for square in (0..64).filter(|square| squares >> square & 1 != 0) {
                    image |= 1u64 << symmetry.square(square);
                }
                assert_eq!(symmetry.squares(squares), image, "{symmetry:?}");
                let around = super::super::bits::surroundings;
                assert_eq!(symmetry.squares(around(squares)), around(image), "{symmetry:?}");
            }
        }
        assert_eq!(Symmetry::numbered(1).square(0), 7, "a becomes h");
        assert_eq!(Symmetry::numbered(2).square(0), 56, "1 becomes 8");
        assert_eq!(Symmetry::numbered(4).square(1), 8, "b1 becomes a2");
    }

    #[test]
    fn moves_and_flips_commute_with_every_symmetry() {
        for seed in 0..100 {
            let mut rng = Rng::new(seed);
            let mut position = Othello::default();
            loop {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                let (canonical, to_canonical) = position.canonical();
                assert_eq!(to_canonical.position(&position), canonical);
                for symmetry in Symmetry::ALL {
                    let image = symmetry.position(&position);
                    assert_eq!(image.canonical().0, canonical, "seed {seed}");
                    assert_eq!(image.legal(), symmetry.squares(position.legal()));
                    assert_eq!(image.is_over(), moves.is_empty());
                    for &m in &moves {
                        let (mut child, mut image) = (position, image);
                        child.play(m);
                        image.play(symmetry.play(m));
                        assert_eq!(image, symmetry.position(&child), "seed {seed}");
                    }
                }
                let Some(&m) = rng.choose(&moves) else { break };
                position.play(m);
            }
        }
    }
}
