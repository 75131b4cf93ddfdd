//! The learned evaluation: a sum of weights for what stands on lines, edges and corners.
//!
//! Patterns in the manner of Logistello (Buro 1997): diagonals of at least four squares, ranks and
//! files, corners of three by three and of five by two, edges with the two squares inside their
//! corners, and a weight each for the numbers of moves and for parity. The weights are another set
//! for every four discs on the board. They were learned from games of the program with itself and
//! from nothing else: `plywood train othello` makes the file again, byte for byte.

#[cfg(feature = "othello-weights")]
mod built_in;
mod layout;
#[cfg(test)]
mod tests;
mod weights;

pub use weights::Weights;

use super::super::bits::moves;
use super::super::{DISC, Othello};
use layout::{BASE, CONTRIBUTIONS, DISCS, LANES, MOVES, OTHER, OWN, SIZE, SLOT, SLOTS, TABLES};
use plywood::{Evaluate, Position, Score};
use std::sync::Arc;

/// A phase has this many discs on the board from its first position to the next phase's.
const PHASE: u32 = 4;
/// The number of phases.
const PHASES: usize = 15;
/// No evaluation is beyond a board full of one colour.
const LIMIT: i32 = 64 * DISC;

/// The learned evaluation.
///
/// ```
/// use plywood::Evaluate;
/// use plywood_games::{Game, Othello, othello::{DISC, Patterns}};
/// // The mover has a corner and the edges beside it, the opponent most of the discs.
/// let board = "XXXX----XOOO----XOOO----XOOOO------OO---------------------------";
/// let position = Othello::parse(Some(&format!("{board} X")))?;
/// assert!(position.disc_difference() < 0);
/// assert!(Patterns::default().evaluate(&position).get() > 5 * DISC);
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Patterns {
    weights: Arc<Weights>,
}

impl Patterns {
    /// With weights of one's own.
    pub fn new(weights: impl Into<Arc<Weights>>) -> Patterns {
        Patterns { weights: weights.into() }
    }
}

impl Evaluate<Othello> for Patterns {
    #[inline]
    fn evaluate(&mut self, position: &Othello) -> Score {
        let value = self.weights.value(position.mover(), position.opponent());
        Score::new(value).seen_by(position.side())
    }
}

/// The phase of a number of discs.
#[inline]
fn phase(discs: u32) -> usize {
    ((discs.saturating_sub(4) / PHASE) as usize).min(PHASES - 1)
}

/// Where the weights of the numbers of moves and of parity stand in their phase.
#[inline]
fn scalars(mover: u64, opponent: u64) -> [usize; 3] {
    let count = |own, other| (moves(own, other).count_ones() as usize).min(MOVES - 1);
    let discs = (mover | opponent).count_ones() as usize;
    [OWN + count(mover, opponent), OTHER + count(opponent, mover), DISCS + discs % 4]
}

/// The contents of all slots.
///
/// Computed anew for every position, four squares at a time: the table of their contributions fits
/// into the first-level cache, and nothing branches. At the leaves of searches of two plies that
/// takes 22 ns with AVX2 and 30 ns without. Changing the contents of the position evaluated last,
/// disc by disc, takes 26 to 37 ns, as neighbouring leaves differ in many discs.
#[inline]
fn contents(mover: u64, opponent: u64) -> [u16; LANES] {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        return fast::contents_here(mover, opponent);
    }
    contents_plain(mover, opponent)
}

#[inline(always)]
fn contents_plain(mover: u64, opponent: u64) -> [u16; LANES] {
    let mut sum = [0_u16; LANES];
    for (four, table) in CONTRIBUTIONS.0.iter().enumerate() {
        let own = &table[(mover >> (4 * four)) as usize & 15];
        let other = &table[(opponent >> (4 * four)) as usize & 15];
        for ((sum, own), other) in sum.iter_mut().zip(own).zip(other) {
            *sum += own + 2 * other;
        }
    }
    sum
}

/// The same code compiled for registers of twice the width.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod fast {
    use super::{LANES, contents_plain};

    #[inline]
    pub(super) fn contents_here(mover: u64, opponent: u64) -> [u16; LANES] {
        // SAFETY: the only caller has just found AVX2 on this processor.
        unsafe { contents(mover, opponent) }
    }

    #[target_feature(enable = "avx2")]
    fn contents(mover: u64, opponent: u64) -> [u16; LANES] {
        contents_plain(mover, opponent)
    }
}

impl Weights {
    /// The value of a position for the mover, in hundredths of a disc.
    #[inline]
    pub fn value(&self, mover: u64, opponent: u64) -> i32 {
        let weights = self.phase(phase((mover | opponent).count_ones()));
        let contents = contents(mover, opponent);
        let mut sum = 0;
        for place in scalars(mover, opponent) {
            sum += i32::from(weights[place]);
        }
        sum += of_table::<0>(weights, &contents);
        sum += of_table::<1>(weights, &contents);
        sum += of_table::<2>(weights, &contents);
        sum += of_table::<3>(weights, &contents);
        sum += of_table::<4>(weights, &contents);
        sum += of_table::<5>(weights, &contents);
        sum += of_table::<6>(weights, &contents);
        sum += of_table::<7>(weights, &contents);
        sum += of_table::<8>(weights, &contents);
        sum += of_table::<9>(weights, &contents);
        sum += of_table::<10>(weights, &contents);
        const { assert!(TABLES == 11) };
        sum.clamp(-LIMIT, LIMIT)
    }
}

/// The sum over the slots of a table. Its base is a constant here, so that the compiler sees that
/// no index leaves the weights.
#[inline(always)]
fn of_table<const TABLE: usize>(weights: &[i16; SIZE], contents: &[u16; LANES]) -> i32 {
    contents[SLOT.first[TABLE]..SLOT.first[TABLE + 1]]
        .iter()
        .map(|&content| i32::from(weights[BASE[TABLE] + usize::from(content)]))
        .sum()
}

/// What a trainer needs to know of an evaluation that is linear in its weights.
///
/// ```
/// use plywood_games::othello::{Features, Othello};
/// let features = Features::new();
/// let start = Othello::default();
/// let mut places = [0; Features::COUNT];
/// features.places(start.mover(), start.opponent(), &mut places);
/// assert!(places.iter().all(|&place| (place as usize) < Features::WEIGHTS));
/// ```
#[derive(Clone, Debug)]
pub struct Features {
    representatives: Vec<u32>,
}

impl Default for Features {
    fn default() -> Self {
        Features::new()
    }
}

impl Features {
    /// Weights that are summed in an evaluation.
    pub const COUNT: usize = SLOTS + 3;
    /// Weights of a phase.
    pub const WEIGHTS: usize = layout::USED;
    /// Phases, each with weights of its own.
    pub const PHASES: usize = PHASES;

    /// Finds out which weights stand for their mirror images.
    pub fn new() -> Features {
        Features { representatives: layout::representatives() }
    }

    /// The phase of a number of discs.
    pub fn phase(discs: u32) -> usize {
        phase(discs)
    }

    /// The places of the weights of a position in its phase, one of them for a content and its
    /// mirror image.
    #[inline]
    pub fn places(&self, mover: u64, opponent: u64, places: &mut [u32; Features::COUNT]) {
        let contents = contents(mover, opponent);
        let (patterns, others) = places.split_at_mut(SLOTS);
        for ((place, base), content) in patterns.iter_mut().zip(SLOT.base).zip(contents) {
            *place = self.representatives[base + usize::from(content)];
        }
        for (place, scalar) in others.iter_mut().zip(scalars(mover, opponent)) {
            *place = scalar as u32;
        }
    }

    /// The weights of an evaluation, phase by phase in discs, from those at the representatives'
    /// places.
    pub fn weights(&self, phases: &[Vec<f32>]) -> Weights {
        Weights::from_fn(|phase, place| {
            let representative = self.representatives[place] as usize;
            phases
                .get(phase)
                .and_then(|weights| weights.get(representative))
                .copied()
                .unwrap_or(0.0)
        })
    }
}
