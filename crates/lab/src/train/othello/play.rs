//! Games of an evaluation with itself, and the labels of their positions.

use super::Opinion;
use plywood_games::Othello;
use plywood_games::othello::bits::{flips, moves};
use plywood_games::othello::{DISC, final_score, simple_solve};
use plywood_games::random::Rng;

/// From this many empty squares down, positions are solved.
const SOLVED: u32 = 10;
/// A game begins with 6 to 16 random plies.
const OPENING: (u32, u32) = (6, 11);
/// The first plies are in every game, so their positions are not searched.
const SKIPPED: u32 = 2;
/// One ply in this many is random after the opening, and one in this many of those that are solved.
const ASTRAY: u32 = 25;
const ASTRAY_SOLVED: u32 = 4;
/// The weight of the search value in a label; the rest is the outcome of the game.
const SEARCH: f32 = 0.7;

/// A position and what it is worth to its mover, in discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sample {
    pub mover: u64,
    pub opponent: u64,
    pub label: f32,
}

impl Sample {
    /// Bytes of a position in a file.
    const LENGTH: usize = 20;

    /// Appends the bytes of a file.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.mover.to_le_bytes());
        out.extend(self.opponent.to_le_bytes());
        out.extend(self.label.to_le_bytes());
    }

    /// The positions of a file; else, what was expected of its bytes.
    pub fn read_all(bytes: &[u8]) -> Result<Vec<Sample>, String> {
        if !bytes.len().is_multiple_of(Sample::LENGTH) {
            return Err(format!("positions of {} bytes each", Sample::LENGTH));
        }
        let samples = bytes.chunks_exact(Sample::LENGTH).map(|bytes| {
            let word = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
            let label = f32::from_le_bytes(std::array::from_fn(|i| bytes[16 + i]));
            Sample { mover: word(0), opponent: word(8), label }
        });
        let samples: Vec<Sample> = samples.collect();
        match samples.iter().any(|sample| sample.mover & sample.opponent != 0) {
            true => Err("no square with discs of both sides".into()),
            false => Ok(samples),
        }
    }
}

/// A position of a game: its search value, and whether the next move was random.
struct Step {
    mover: u64,
    opponent: u64,
    value: i32,
    solved: bool,
    random: bool,
}

/// Plays a game, every move searched to `depth`, and labels its positions.
pub(super) fn game(opinion: &impl Opinion, depth: u32, rng: &mut Rng) -> Vec<Sample> {
    let start = Othello::default();
    let (mut mover, mut opponent) = (start.mover(), start.opponent());
    let mut steps = Vec::with_capacity(64);
    let opening = OPENING.0 + rng.below(OPENING.1);
    let mut ply = 0;
    // The exact score for the mover, where it is known from the ply before.
    let mut known = None;
    let end = loop {
        let legal = moves(mover, opponent);
        if legal == 0 && moves(opponent, mover) == 0 {
            break final_score(mover, opponent) * DISC;
        }
        let solved = (!(mover | opponent)).count_ones() <= SOLVED;
        let (value, best) = if ply < SKIPPED {
            (0, None)
        } else if solved {
            let score = known.unwrap_or_else(|| solve(opinion, mover, opponent));
            known = Some(-score);
            (score * DISC, None)
        } else {
            search_root(opinion, mover, opponent, depth)
        };
        let random = ply < opening || rng.below(if solved { ASTRAY_SOLVED } else { ASTRAY }) == 0;
        if ply >= SKIPPED {
            steps.push(Step { mover, opponent, value, solved, random });
        }
        ply += 1;
        if legal == 0 {
            (mover, opponent) = (opponent, mover);
            continue;
        }
        let square = if random {
            known = None;
            nth(legal, rng.below(legal.count_ones()))
        } else if let Some(best) = best {
            best
        } else {
            keeping(mover, opponent, value / DISC)
        };
        (mover, opponent) = after(mover, opponent, square);
    };
    labelled(&steps, end)
}

/// Labels from the end of a game backwards. The outcome after a random move does not belong to the
/// position before it: there the search value replaces the outcome.
fn labelled(steps: &[Step], end: i32) -> Vec<Sample> {
    let mut outcome = end;
    let mut samples: Vec<Sample> = steps
        .iter()
        .rev()
        .map(|step| {
            outcome = if step.random || step.solved { step.value } else { -outcome };
            let label = SEARCH * step.value as f32 + (1.0 - SEARCH) * outcome as f32;
            Sample { mover: step.mover, opponent: step.opponent, label: label / DISC as f32 }
        })
        .collect();
    samples.reverse();
    samples
}

/// The side to move and its opponent after a disc was put on a square.
#[inline]
pub(super) fn after(mover: u64, opponent: u64, square: u32) -> (u64, u64) {
    let flips = flips(mover, opponent, square);
    (opponent & !flips, mover | flips | 1 << square)
}

/// The square with this number, from 0, among squares.
pub(super) fn nth(mut squares: u64, n: u32) -> u32 {
    for _ in 0..n {
        squares &= squares - 1;
    }
    squares.trailing_zeros()
}

/// The exact score in discs, searched first in a window around the evaluation.
fn solve(opinion: &impl Opinion, mover: u64, opponent: u64) -> i32 {
    const REACH: i32 = 6;
    let guess = search_root(opinion, mover, opponent, 2).0 / DISC;
    let (alpha, beta) = (guess - REACH, guess + REACH);
    let mut nodes = 0;
    let mut between = |alpha, beta| simple_solve(mover, opponent, alpha, beta, &mut nodes);
    let score = between(alpha, beta);
    if score <= alpha {
        between(-64, score)
    } else if score >= beta {
        between(score, 64)
    } else {
        score
    }
}

/// The first square that keeps a score that is known to be exact.
fn keeping(mover: u64, opponent: u64, score: i32) -> u32 {
    let legal = moves(mover, opponent);
    let mut left = legal;
    while left & (left - 1) != 0 {
        let square = left.trailing_zeros();
        let (other, own) = after(mover, opponent, square);
        if -simple_solve(other, own, -score, 1 - score, &mut 0) >= score {
            return square;
        }
        left &= left - 1;
    }
    // One square keeps it, and the others do not.
    left.trailing_zeros()
}

/// The children of a position from the view of their side to move, the most promising first.
struct Children {
    list: [(i32, u64, u64, u32); 34],
    count: usize,
}

impl Children {
    fn new(opinion: &impl Opinion, mover: u64, opponent: u64, mut legal: u64, depth: u32) -> Self {
        let mut list = [(0, 0, 0, 0); 34];
        let mut count = 0;
        while legal != 0 {
            let square = legal.trailing_zeros();
            legal &= legal - 1;
            let (other, own) = after(mover, opponent, square);
            // For the last plies the number of the opponent's answers orders well enough.
            let rank = match depth {
                0 | 1 => 0,
                2 => moves(other, own).count_ones() as i32,
                _ => opinion.value(other, own),
            };
            list[count] = (rank, other, own, square);
            count += 1;
        }
        if depth > 1 {
            list[..count].sort_by_key(|child| child.0);
        }
        Children { list, count }
    }

    fn iter(&self) -> impl Iterator<Item = &(i32, u64, u64, u32)> {
        self.list[..self.count].iter()
    }
}

/// The value for the mover in hundredths of a disc, and the best square; none to pass.
pub(super) fn search_root(
    opinion: &impl Opinion,
    mover: u64,
    opponent: u64,
    depth: u32,
) -> (i32, Option<u32>) {
    let legal = moves(mover, opponent);
    if legal == 0 {
        return (search(opinion, mover, opponent, depth, -INFINITE, INFINITE), None);
    }
    let mut best = (-INFINITE, None);
    for &(_, other, own, square) in Children::new(opinion, mover, opponent, legal, depth).iter() {
        let value = -search(opinion, other, own, depth.saturating_sub(1), -INFINITE, -best.0);
        if value > best.0 {
            best = (value, Some(square));
        }
    }
    best
}

const INFINITE: i32 = 65 * DISC;

/// Alpha-beta to a depth.
fn search(
    opinion: &impl Opinion,
    mover: u64,
    opponent: u64,
    depth: u32,
    alpha: i32,
    beta: i32,
) -> i32 {
    let legal = moves(mover, opponent);
    if legal == 0 {
        if moves(opponent, mover) == 0 {
            return final_score(mover, opponent) * DISC;
        }
        if depth > 0 {
            return -search(opinion, opponent, mover, depth - 1, -beta, -alpha);
        }
    }
    if depth == 0 {
        return opinion.value(mover, opponent);
    }
    let mut best = -INFINITE;
    for &(_, other, own, _) in Children::new(opinion, mover, opponent, legal, depth).iter() {
        best = best.max(-search(opinion, other, own, depth - 1, -beta, -alpha.max(best)));
        if best >= beta {
            break;
        }
    }
    best
}
