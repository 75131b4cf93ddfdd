//! The learned evaluation: a sum of weights for the contents of lines, edges and corners.
//!
//! Patterns in the manner of Logistello (Buro 1997): diagonals of at least four squares, ranks and
//! files, corners of three by three and of five by two, edges with the two squares inside their
//! corners, and weights for the numbers of moves and for parity. There is one set of weights for
//! every four discs on the board. They were learned by self-play only: `plywood train othello`
//! reproduces the file byte by byte.

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

/// The number of discs per phase.
const PHASE: u32 = 4;
/// The number of phases.
const PHASES: usize = 15;
/// Evaluations are limited to the value of a board full of one colour.
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
    /// An evaluation with other weights.
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

/// The indices, within a phase, of the weights of the numbers of moves and of parity.
#[inline]
fn scalars(mover: u64, opponent: u64) -> [usize; 3] {
    let count = |own, other| (moves(own, other).count_ones() as usize).min(MOVES - 1);
    let discs = (mover | opponent).count_ones() as usize;
    [OWN + count(mover, opponent), OTHER + count(opponent, mover), DISCS + discs % 4]
}

/// The contents of all slots.
///
/// They are computed for every position, four squares at a time: the table of contributions fits
/// into the first-level cache, and there are no branches. At the leaves of searches of two plies
/// that takes 22 ns with AVX2 and 30 ns without. Updating the contents of the last position disc by
/// disc takes 26 to 37 ns, because neighbouring leaves differ in many discs.
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

/// The sum over the slots of a table. Its base is a constant, so that the compiler can prove that
/// no index is out of bounds.
#[inline(always)]
fn of_table<const TABLE: usize>(weights: &[i16; SIZE], contents: &[u16; LANES]) -> i32 {
    contents[SLOT.first[TABLE]..SLOT.first[TABLE + 1]]
        .iter()
        .map(|&content| i32::from(weights[BASE[TABLE] + usize::from(content)]))
        .sum()
}

/// The features of a position, for training: the evaluation is linear in its weights.
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
    /// The number of weights that are summed in an evaluation.
    pub const COUNT: usize = SLOTS + 3;
    /// The number of weights per phase.
    pub const WEIGHTS: usize = layout::USED;
    /// The number of phases, each with its own weights.
    pub const PHASES: usize = PHASES;

    /// Finds which weights are shared by mirror images.
    pub fn new() -> Features {
        Features { representatives: layout::representatives() }
    }

    /// The phase of a number of discs.
    pub fn phase(discs: u32) -> usize {
        phase(discs)
    }

    /// The indices of the weights of a position in its phase. A content and its mirror image have
    /// the same index.
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

    /// Copies the weights, phase by phase and in discs, from shared indices to all mirror images.
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
