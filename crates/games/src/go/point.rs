//! Points of the board, their names, and sets of them.
//!
//! Point `(column, row)`, both from 0 and rows from the top, has the index `20 * (row + 1) + column` on boards
//! of every size. The twentieth column and the rows above and below the board are its edge, so every point
//! has four neighbours, and none of them needs a test.

use crate::InputError;
use std::fmt;
use std::num::NonZeroU16;

/// The most columns and rows of a board.
pub const MOST: u8 = 19;
/// The fewest columns and rows of a board.
pub const FEWEST: u8 = 2;
/// Indices per row.
pub(super) const STRIDE: usize = MOST as usize + 1;
/// Indices of the largest board, with the rows above and below it.
pub(super) const INDICES: usize = STRIDE * (MOST as usize + 2);
/// The letters of the columns: there is no I.
const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

/// A point of a board, by its column and row.
///
/// ```
/// use plywood_games::go::Point;
/// let point = Point::new(8, 0).expect("columns and rows are below 19");
/// assert_eq!((point.column(), point.row()), (8, 0));
/// assert_eq!(point.name(19), "J19", "the letter I is left out, and rows are counted from the bottom");
/// assert_eq!(Point::parse("j19", 19), Ok(point));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(NonZeroU16);

impl Point {
    /// The point in this column from the left and row from the top, both from 0. None beyond 18.
    #[inline]
    pub const fn new(column: u8, row: u8) -> Option<Point> {
        if column < MOST && row < MOST { Some(Point::on_board(column, row)) } else { None }
    }

    pub(super) const fn on_board(column: u8, row: u8) -> Point {
        Point::from_index(STRIDE * (row as usize + 1) + column as usize)
    }

    /// The point with this index; never 0, which belongs to the edge.
    #[inline(always)]
    pub(super) const fn from_index(index: usize) -> Point {
        match NonZeroU16::new(index as u16) {
            Some(index) => Point(index),
            None => Point(NonZeroU16::MIN),
        }
    }

    /// The index of the point, below [`INDICES`].
    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        self.0.get() as usize
    }

    /// The indices of the four neighbours, of which some may be on the edge.
    #[inline(always)]
    pub(super) const fn around(self) -> [usize; 4] {
        let index = self.index();
        [index - STRIDE, index - 1, index + 1, index + STRIDE]
    }

    /// The column from the left, from 0.
    #[inline]
    pub const fn column(self) -> u8 {
        (self.index() % STRIDE) as u8
    }

    /// The row from the top, from 0.
    #[inline]
    pub const fn row(self) -> u8 {
        (self.index() / STRIDE - 1) as u8
    }

    /// The name of the point on a board of this size: `A1` is at the bottom left, and there is no column I.
    pub fn name(self, size: u8) -> String {
        let letter = char::from(COLUMNS[usize::from(self.column())]);
        format!("{letter}{}", i32::from(size) - i32::from(self.row()))
    }

    /// The point with this [name](Point::name) on a board of this size.
    pub fn parse(text: &str, size: u8) -> Result<Point, InputError> {
        let wrong = || {
            let last = char::from(COLUMNS[usize::from(size.clamp(1, MOST)) - 1]);
            let expected = format!("a point from A1 to {last}{size}, without column I");
            InputError::new("point", text).expected(expected)
        };
        let name = text.trim();
        let letter = name.bytes().next().ok_or_else(wrong)?.to_ascii_uppercase();
        let column = COLUMNS.iter().position(|&name| name == letter).ok_or_else(wrong)?;
        let digits = &name[1..];
        if !digits.bytes().all(|c| c.is_ascii_digit()) {
            return Err(wrong());
        }
        let row: u8 = digits.parse().map_err(|_| wrong())?;
        if column >= usize::from(size) || !(1..=size).contains(&row) {
            return Err(wrong());
        }
        Ok(Point::on_board(column as u8, size - row))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Point({}, {})", self.column(), self.row())
    }
}

/// The words of a set. Its bits are the points of the rows on the board, and of the edge to their right.
const WORDS: usize = (STRIDE * MOST as usize).div_ceil(64);

/// The neighbours of each point. Read from here they are whole vectors; made bit by bit they would have to go
/// through memory first.
static AROUND: [Points; INDICES] = {
    let mut sets = [Points::EMPTY; INDICES];
    let mut index = STRIDE;
    while index < INDICES - STRIDE {
        let around = Point::from_index(index).around();
        let mut n = 0;
        while n < 4 {
            // The rows above and below the board have no bits.
            if around[n] >= STRIDE && around[n] < INDICES - STRIDE {
                sets[index].insert(Point::from_index(around[n]));
            }
            n += 1;
        }
        index += 1;
    }
    sets
};

/// A set of points, one bit each.
///
/// ```
/// use plywood_games::go::{Point, Points};
/// let [a, b] = [0, 18].map(|column| Point::new(column, 18).unwrap());
/// let set = Points::from_iter([b, a]);
/// assert_eq!(set.iter().collect::<Vec<_>>(), [a, b]);
/// assert!(set.contains(a) && set.len() == 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Points([u64; WORDS]);

impl Points {
    /// The empty set.
    pub const EMPTY: Points = Points([0; WORDS]);

    /// The set of one point.
    #[inline]
    pub const fn only(point: Point) -> Points {
        let mut set = Points::EMPTY;
        set.insert(point);
        set
    }

    /// The word of a point, and the number of its bit there.
    #[inline(always)]
    const fn place(point: Point) -> (usize, usize) {
        let bit = point.index() - STRIDE;
        (bit / 64, bit % 64)
    }

    /// The four neighbours of a point. Some may be on the edge to the right of the board.
    #[inline(always)]
    pub(super) fn around(point: Point) -> &'static Points {
        &AROUND[point.index()]
    }

    /// Whether the point is in the set.
    #[inline]
    pub const fn contains(&self, point: Point) -> bool {
        let (word, bit) = Points::place(point);
        self.0[word] >> bit & 1 != 0
    }

    /// Adds a point.
    #[inline]
    pub const fn insert(&mut self, point: Point) {
        let (word, bit) = Points::place(point);
        self.0[word] |= 1 << bit;
    }

    /// Takes a point out.
    #[inline]
    pub const fn remove(&mut self, point: Point) {
        let (word, bit) = Points::place(point);
        self.0[word] &= !(1 << bit);
    }

    /// Whether there is no point.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, &word| all | word) == 0
    }

    /// The number of points.
    #[inline]
    pub fn len(&self) -> usize {
        // Most sets have a few points in one or two words: clearing bit by bit is faster than counting the bits
        // of every word, which has no instruction of its own on all processors.
        let mut count = 0;
        for mut word in self.0 {
            while word != 0 {
                word &= word - 1;
                count += 1;
            }
        }
        count
    }

    /// The points in either set.
    #[inline]
    #[must_use]
    pub fn or(mut self, other: &Points) -> Points {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
        self
    }

    /// The points in both sets.
    #[inline]
    #[must_use]
    pub fn and(mut self, other: &Points) -> Points {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        self
    }

    /// The points of this set that are not in the other.
    #[inline]
    #[must_use]
    pub fn without(mut self, other: &Points) -> Points {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
        self
    }

    /// The first point, if there is one: the topmost, and of those the leftmost.
    #[inline]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// The points from the top left, row by row.
    #[inline]
    pub fn iter(&self) -> PointsIter {
        PointsIter { word: 0, bits: self.0[0], set: *self }
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Points {
        let mut set = Points::EMPTY;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl IntoIterator for Points {
    type Item = Point;
    type IntoIter = PointsIter;

    #[inline]
    fn into_iter(self) -> PointsIter {
        self.iter()
    }
}

/// The points of a set, from [`Points::iter`].
#[derive(Clone, Debug)]
pub struct PointsIter {
    set: Points,
    word: usize,
    bits: u64,
}

impl Iterator for PointsIter {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.bits == 0 {
            self.word += 1;
            self.bits = *self.set.0.get(self.word)?;
        }
        let bit = self.word * 64 + self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Some(Point::from_index(bit + STRIDE))
    }
}
