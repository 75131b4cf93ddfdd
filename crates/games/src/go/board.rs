//! The board: stones, strings and their liberties, kept move by move.

mod whole;

use super::point::{INDICES, Point, Points, STRIDE};
use super::{FEWEST, MOST};
use crate::InputError;
use plywood::kit::{GOLDEN, mix};
use std::fmt;
use std::ops::Not;

/// The colour of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// Black, who moves first.
    Black = 0,
    /// White.
    White = 1,
}

impl Color {
    /// `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
        }
    }

    /// `B` or `W`, as in GTP and SGF.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'B',
            Color::White => 'W',
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline(always)]
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

const EMPTY: u8 = 2;
const EDGE: u8 = 3;

/// The slot of a string is the index of one of its stones.
type Slot = u16;

/// Stones of one colour that are connected.
#[derive(Clone, Copy)]
struct Group {
    stones: Points,
    /// The neighbours of the stones that are not stones of the string: liberties, stones of the other
    /// colour, and edge.
    rim: Points,
    liberties: u16,
    count: u16,
}

const NO_GROUP: Group = Group { stones: Points::EMPTY, rim: Points::EMPTY, liberties: 0, count: 0 };

/// A board with its stones, and the point that the rule of ko forbids.
///
/// Strings are kept move by move: their stones and the points around them as sets, and the number of their
/// liberties. [`play`](Board::play) and [`undo`](Board::undo) allocate nothing. Two boards are equal if they
/// have the same size, stones and forbidden point.
///
/// ```
/// use plywood_games::go::{Board, Color};
/// let mut board = Board::parse("
///     . X . .
///     X O X .
///     . . . .
///     . . . .")?;
/// let [stone, below] = ["B3", "B2"].map(|name| board.point(name).unwrap());
/// assert_eq!(board.liberties(stone).iter().collect::<Vec<_>>(), [below]);
/// let undo = board.play(below, Color::Black).expect("a legal move");
/// assert_eq!(board.color(stone), None, "captured");
/// board.undo(undo);
/// assert_eq!(board.color(stone), Some(Color::White));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone)]
pub struct Board {
    size: u8,
    cells: [u8; INDICES],
    slots: [Slot; INDICES],
    empty: Points,
    stones: [Points; 2],
    /// By slot. A slot outlives its string, so that an undo finds it; a new string in its place is
    /// undone first.
    groups: Box<[Group]>,
    /// The point that `ko_color` may not play now.
    ko: Option<Point>,
    ko_color: Color,
    key: u64,
}

/// What [`Board::undo`] needs to take a move back.
pub struct Undo {
    point: Point,
    color: Color,
    ko: Option<Point>,
    ko_color: Color,
    key: u64,
    /// The slot that was written, and what it held before.
    slot: Slot,
    before: Group,
    /// Strings joined to the one in `slot`, by their slots.
    joined: Few<3>,
    /// Strings of the other colour that lost a liberty, and those of them that were captured.
    enemies: Few<4>,
    captured: Few<4>,
}

impl Undo {
    /// The number of strings that the move has captured.
    pub fn captured_strings(&self) -> usize {
        self.captured.as_slice().len()
    }
}

impl fmt::Debug for Undo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Undo({}, {:?})", self.color, self.point)
    }
}

/// What a move would lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Foresight {
    /// The move is not legal.
    Illegal,
    /// It captures stones.
    Captures,
    /// It captures nothing.
    Quiet {
        /// The key of the board after it.
        key: u64,
        /// The liberties that the string asked about has then.
        liberties: u32,
    },
}

/// A few different slots.
struct Few<const N: usize> {
    slots: [Slot; N],
    count: u8,
}

impl<const N: usize> Few<N> {
    const NONE: Few<N> = Few { slots: [0; N], count: 0 };

    #[inline(always)]
    fn add(&mut self, slot: Slot) -> bool {
        if self.as_slice().contains(&slot) {
            return false;
        }
        self.slots[usize::from(self.count)] = slot;
        self.count += 1;
        true
    }

    #[inline(always)]
    fn as_slice(&self) -> &[Slot] {
        &self.slots[..usize::from(self.count)]
    }
}

/// A random number for each stone, and one for each forbidden point.
static KEYS: [[u64; INDICES]; 3] = {
    let mut keys = [[0; INDICES]; 3];
    let mut n: usize = 0;
    while n < 3 * INDICES {
        keys[n / INDICES][n % INDICES] = mix((n as u64 + 1).wrapping_mul(GOLDEN));
        n += 1;
    }
    keys
};

impl Board {
    /// An empty board with this many columns and rows, from 2 to 19.
    pub fn new(size: u8) -> Result<Board, InputError> {
        if !(FEWEST..=MOST).contains(&size) {
            let error = InputError::new("go board size", &size.to_string());
            return Err(error.expected(format!("a number from {FEWEST} to {MOST}")));
        }
        let mut cells = [EDGE; INDICES];
        let mut empty = Points::EMPTY;
        for row in 0..size {
            for column in 0..size {
                let point = Point::on_board(column, row);
                cells[point.index()] = EMPTY;
                empty.insert(point);
            }
        }
        let used = STRIDE * (usize::from(size) + 2);
        Ok(Board {
            size,
            cells,
            slots: [0; INDICES],
            empty,
            stones: [Points::EMPTY; 2],
            groups: vec![NO_GROUP; used].into_boxed_slice(),
            ko: None,
            ko_color: Color::Black,
            key: u64::from(size).wrapping_mul(GOLDEN),
        })
    }

    /// The number of columns and rows.
    #[inline]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The point with this [name](Point::name).
    pub fn point(&self, name: &str) -> Result<Point, InputError> {
        Point::parse(name, self.size)
    }

    /// The colour of the stone on a point; none if it is empty.
    #[inline]
    pub fn color(&self, point: Point) -> Option<Color> {
        match self.cells[point.index()] {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        }
    }

    /// The empty points.
    #[inline]
    pub fn empty(&self) -> &Points {
        &self.empty
    }

    /// The stones of a colour.
    #[inline]
    pub fn stones(&self, color: Color) -> &Points {
        &self.stones[color as usize]
    }

    /// The point that this colour may not play now because of ko.
    #[inline]
    pub fn ko(&self, color: Color) -> Option<Point> {
        if self.ko_color == color { self.ko } else { None }
    }

    /// Forbids an empty point to a colour for its next move, as after the capture of a ko. Returns false, and
    /// changes nothing, if the point is not empty.
    pub fn ban(&mut self, point: Point, color: Color) -> bool {
        if self.cells[point.index()] != EMPTY {
            return false;
        }
        self.restore_ko(Some(point));
        self.ko_color = color;
        true
    }

    /// Lifts the ban of ko, as a pass does. Returns what [`restore_ko`](Board::restore_ko) needs.
    #[inline]
    pub(super) fn lift_ko(&mut self) -> Option<Point> {
        let ko = self.ko.take();
        self.key ^= ko_key(ko);
        ko
    }

    #[inline]
    pub(super) fn restore_ko(&mut self, ko: Option<Point>) {
        self.key ^= ko_key(ko) ^ ko_key(self.ko);
        self.ko = ko;
    }

    /// A key of 64 bits of size, stones and forbidden point.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The [key](Board::key) without the forbidden point: equal for boards with the same stones. Rules that forbid
    /// the repetition of a whole board compare it.
    #[inline]
    pub fn stones_key(&self) -> u64 {
        self.key ^ ko_key(self.ko)
    }

    /// What a stone adds to the key, by exclusive or.
    #[inline(always)]
    pub(super) fn stone_key(point: Point, color: Color) -> u64 {
        KEYS[color as usize][point.index()]
    }

    #[inline(always)]
    fn group(&self, stone: Point) -> &Group {
        debug_assert!(self.cells[stone.index()] < EMPTY, "a stone");
        &self.groups[self.slots[stone.index()] as usize]
    }

    /// The stones of the string of a stone. None of an empty point.
    #[inline]
    pub fn string(&self, stone: Point) -> Points {
        if self.color(stone).is_none() { Points::EMPTY } else { self.group(stone).stones }
    }

    /// All neighbours of the string of a stone, those on the edge included.
    #[inline(always)]
    pub(super) fn rim(&self, stone: Point) -> &Points {
        &self.group(stone).rim
    }

    /// The liberties of the string of a stone. None of an empty point.
    #[inline]
    pub fn liberties(&self, stone: Point) -> Points {
        if self.color(stone).is_none() {
            return Points::EMPTY;
        }
        self.group(stone).rim.and(&self.empty)
    }

    /// The number of [`liberties`](Board::liberties); 0 for an empty point.
    #[inline]
    pub fn count_liberties(&self, stone: Point) -> u32 {
        if self.color(stone).is_none() { 0 } else { self.group(stone).liberties.into() }
    }

    /// One stone of each string of the other colour that touches the string of a stone.
    pub fn adjacent_strings(&self, stone: Point) -> impl Iterator<Item = Point> {
        let around = self.color(stone).map_or(Points::EMPTY, |color| {
            self.group(stone).rim.and(&self.stones[!color as usize])
        });
        self.strings_in(around)
    }

    /// One stone of each string that has stones in a set.
    #[inline]
    pub(super) fn strings_in(&self, mut stones: Points) -> impl Iterator<Item = Point> {
        std::iter::from_fn(move || {
            let stone = stones.first()?;
            stones = stones.without(&self.group(stone).stones);
            Some(stone)
        })
    }

    /// Whether a colour may play on a point: it is empty, not forbidden by ko, and the stone or a string
    /// that it joins has a liberty afterwards. Suicide is forbidden.
    #[inline]
    pub fn is_legal(&self, point: Point, color: Color) -> bool {
        self.cells[point.index()] == EMPTY
            && !(self.ko == Some(point) && self.ko_color == color)
            && self.has_liberty_after(point, color)
    }

    #[inline]
    fn has_liberty_after(&self, point: Point, color: Color) -> bool {
        point.around().into_iter().any(|n| match self.cells[n] {
            EMPTY => true,
            EDGE => false,
            own if own == color as u8 => self.groups[self.slots[n] as usize].liberties > 1,
            _ => self.groups[self.slots[n] as usize].liberties == 1,
        })
    }

    /// What a move would lead to for the string of `stone`, without playing it.
    #[inline]
    pub(super) fn foresee(&self, point: Point, color: Color, stone: Point) -> Foresight {
        if self.cells[point.index()] != EMPTY || self.ko == Some(point) && self.ko_color == color {
            return Foresight::Illegal;
        }
        let target = self.slots[stone.index()];
        let (mut legal, mut touches) = (false, false);
        for n in point.around() {
            match self.cells[n] {
                EMPTY => legal = true,
                EDGE => {}
                cell => {
                    let slot = self.slots[n];
                    let liberties = self.groups[slot as usize].liberties;
                    touches |= slot == target;
                    if cell == color as u8 {
                        legal |= liberties > 1;
                    } else if liberties == 1 {
                        return Foresight::Captures;
                    }
                }
            }
        }
        if !legal {
            return Foresight::Illegal;
        }
        let before = u32::from(self.groups[target as usize].liberties);
        let liberties = match (touches, self.cells[stone.index()] == color as u8) {
            (false, _) => before,
            (true, false) => before - 1,
            (true, true) => self.extended(point, color).len() as u32,
        };
        let key = self.key ^ KEYS[color as usize][point.index()] ^ ko_key(self.ko);
        Foresight::Quiet { key, liberties }
    }

    /// The liberties of the string that a stone of this colour on an empty point would make, captures left
    /// aside.
    #[inline]
    pub(super) fn extended(&self, point: Point, color: Color) -> Points {
        let mut rim = *Points::around(point);
        for n in point.around() {
            if self.cells[n] == color as u8 {
                rim = rim.or(&self.groups[self.slots[n] as usize].rim);
            }
        }
        rim = rim.and(&self.empty);
        rim.remove(point);
        rim
    }

    /// The number of empty neighbours of a point.
    #[inline]
    pub(super) fn open_neighbours(&self, point: Point) -> usize {
        point.around().into_iter().filter(|&n| self.cells[n] == EMPTY).count()
    }

    /// The legal points of a colour.
    pub fn legal(&self, color: Color) -> impl Iterator<Item = Point> {
        self.empty.iter().filter(move |&point| self.is_legal(point, color))
    }

    /// Plays a stone. None, and nothing is changed, if the move is not [legal](Board::is_legal).
    #[inline]
    pub fn play(&mut self, point: Point, color: Color) -> Option<Undo> {
        if !self.is_legal(point, color) {
            return None;
        }
        Some(self.place(point, color))
    }

    /// Plays a stone on a point that is known to be legal.
    #[inline]
    pub(super) fn place(&mut self, point: Point, color: Color) -> Undo {
        let around = point.around();
        let (mut own, mut captured) = (Few::<4>::NONE, Few::<4>::NONE);
        let mut enemies = Few::<4>::NONE;
        let mut liberties = 0;
        for n in around {
            match self.cells[n] {
                EMPTY => liberties += 1,
                EDGE => {}
                cell if cell == color as u8 => {
                    own.add(self.slots[n]);
                }
                _ => {
                    if enemies.add(self.slots[n]) {
                        let group = &mut self.groups[self.slots[n] as usize];
                        group.liberties -= 1;
                        if group.liberties == 0 {
                            captured.add(self.slots[n]);
                        }
                    }
                }
            }
        }
        let (ko, ko_color, key) = (self.ko, self.ko_color, self.key);
        self.key ^= KEYS[color as usize][point.index()] ^ ko_key(ko);
        self.ko = None;
        self.cells[point.index()] = color as u8;
        self.empty.remove(point);
        self.stones[color as usize].insert(point);
        // The longest string keeps its slot, so that the fewest stones get another one.
        let longest = own.as_slice().iter().copied().max_by_key(|&s| self.groups[s as usize].count);
        let slot = longest.unwrap_or(point.index() as Slot);
        let before = self.groups[slot as usize];
        let mut joined = Few::<3>::NONE;
        self.slots[point.index()] = slot;
        if own.count == 0 {
            self.groups[slot as usize] = Group {
                stones: Points::only(point),
                rim: *Points::around(point),
                liberties,
                count: 1,
            };
        } else {
            let mut whole = before;
            whole.stones.insert(point);
            whole.rim = whole.rim.or(Points::around(point));
            whole.count += 1;
            for &other in own.as_slice() {
                if other != slot {
                    joined.add(other);
                    let group = &self.groups[other as usize];
                    whole.stones = whole.stones.or(&group.stones);
                    whole.rim = whole.rim.or(&group.rim);
                    whole.count += group.count;
                    let stones = group.stones;
                    for stone in stones {
                        self.slots[stone.index()] = slot;
                    }
                }
            }
            whole.rim = whole.rim.without(&whole.stones);
            whole.liberties = whole.rim.and(&self.empty).len() as u16;
            self.groups[slot as usize] = whole;
        }
        let mut taken = 0;
        for &prey in captured.as_slice() {
            taken += self.groups[prey as usize].count;
            self.take_off(prey, color);
        }
        if taken == 1 {
            let group = &self.groups[slot as usize];
            if group.count == 1 && group.liberties == 1 {
                let prey = Point::from_index(captured.slots[0].into());
                let stone = self.groups[prey.index()].stones.first();
                self.ko = stone;
                self.ko_color = !color;
                self.key ^= ko_key(stone);
            }
        }
        Undo { point, color, ko, ko_color, key, slot, before, joined, enemies, captured }
    }

    /// Takes a captured string off the board. `color` captures.
    #[inline(never)]
    fn take_off(&mut self, prey: Slot, color: Color) {
        let stones = self.groups[prey as usize].stones;
        self.empty = self.empty.or(&stones);
        self.stones[!color as usize] = self.stones[!color as usize].without(&stones);
        for stone in stones {
            self.cells[stone.index()] = EMPTY;
            self.key ^= KEYS[!color as usize][stone.index()];
            self.count_liberty(stone, color, 1);
        }
    }

    /// Adds 1 to, or takes it from, the liberties of each string of a colour that touches a point.
    #[inline]
    fn count_liberty(&mut self, point: Point, color: Color, change: i16) {
        let mut seen = Few::<4>::NONE;
        for n in point.around() {
            if self.cells[n] == color as u8 && seen.add(self.slots[n]) {
                let liberties = &mut self.groups[self.slots[n] as usize].liberties;
                *liberties = liberties.wrapping_add_signed(change);
            }
        }
    }

    /// Takes back the move just played.
    #[inline]
    pub fn undo(&mut self, undo: Undo) {
        let Undo { point, color, ko, ko_color, key, slot, before, joined, enemies, captured } =
            undo;
        for &prey in captured.as_slice().iter().rev() {
            self.put_back(prey, color);
        }
        self.cells[point.index()] = EMPTY;
        self.empty.insert(point);
        self.stones[color as usize].remove(point);
        for &other in joined.as_slice() {
            let stones = self.groups[other as usize].stones;
            for stone in stones {
                self.slots[stone.index()] = other;
            }
        }
        self.groups[slot as usize] = before;
        for &enemy in enemies.as_slice() {
            self.groups[enemy as usize].liberties += 1;
        }
        (self.ko, self.ko_color, self.key) = (ko, ko_color, key);
    }

    #[inline(never)]
    fn put_back(&mut self, prey: Slot, color: Color) {
        let stones = self.groups[prey as usize].stones;
        self.empty = self.empty.without(&stones);
        self.stones[!color as usize] = self.stones[!color as usize].or(&stones);
        for stone in stones {
            self.cells[stone.index()] = !color as u8;
            self.slots[stone.index()] = prey;
            self.count_liberty(stone, color, -1);
        }
    }
}

#[inline(always)]
fn ko_key(ko: Option<Point>) -> u64 {
    ko.map_or(0, |point| KEYS[2][point.index()])
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        let ko = |board: &Board| board.ko.map(|point| (point, board.ko_color));
        self.size == other.size && self.stones == other.stones && ko(self) == ko(other)
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.diagram())
    }
}
