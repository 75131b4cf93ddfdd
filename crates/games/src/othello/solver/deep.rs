//! The search above the last four empty squares.

use super::super::bits::moves;
use super::cpu::Cpu;
use super::last::{NONE, odd_quarters, quarter};
use super::order::{self, Move};
use super::stability::Edges;
use super::table::{self, Entry, Key, Table};
use super::{USUAL, final_score};
use crate::Othello;
use plywood::kit::Meter;
use plywood::{Evaluate, Stop};

/// Up to this many empty squares, moves are ordered by parity alone.
pub(super) const SHALLOW: u32 = 6;
/// From this many empty squares on, positions go into the table.
pub(super) const REMEMBERED: u32 = 8;
/// From this many empty squares on, all replies are looked up in the table before one is searched.
const LOOKED_UP: u32 = 10;

/// The most nodes below a position with four empty squares, which are searched without a question to
/// the meter: 64 nodes, and a pass before each.
const UNASKED: u64 = 130;

/// The state of a search.
pub(super) struct Run<'a, E> {
    pub table: &'a Table,
    pub edges: &'static Edges,
    pub evaluate: &'a mut E,
    pub meter: Meter,
}

/// Whether it pays to count stable discs. With fewer empty squares more discs are stable.
#[inline(always)]
fn stability_pays(empties: u32, alpha: i32) -> bool {
    alpha >= 2 * empties as i32 - 12
}

impl<E: Evaluate<Othello>> Run<'_, E> {
    /// Asks to search a node, and all below it if four squares are empty.
    #[inline(always)]
    pub(super) fn admit(&mut self) -> Result<(), Stop> {
        self.meter.reserve(UNASKED)
    }

    /// An upper bound for the mover, by the opponent's stable discs, if it is below the window.
    #[inline(always)]
    fn stability_cut(&self, mover: u64, opponent: u64, empties: u32, alpha: i32) -> Option<i32> {
        if stability_pays(empties, alpha) {
            let upper = 64 - 2 * self.edges.stable(opponent, mover).count_ones() as i32;
            if upper <= alpha {
                return Some(upper);
            }
        }
        None
    }

    /// The score of a position with any number of empty squares.
    #[inline(always)]
    pub(super) fn score<C: Cpu>(
        &mut self,
        mover: u64,
        opponent: u64,
        window: (i32, i32),
    ) -> Result<i32, Stop> {
        let empty = !(mover | opponent);
        match empty.count_ones() {
            0..=SHALLOW => C::shallow(self, mover, opponent, window, odd_quarters(empty)),
            _ => C::deep(self, mover, opponent, window),
        }
    }

    /// The score of a move. The first move is searched with the whole window, others with a null
    /// window first.
    #[inline(always)]
    pub(super) fn reply<C: Cpu>(
        &mut self,
        m: &Move,
        first: bool,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Stop> {
        if !first && beta - alpha > 1 {
            let score = -self.score::<C>(m.next, m.other, (-alpha - 1, -alpha))?;
            if score <= alpha || score >= beta {
                return Ok(score);
            }
        }
        Ok(-self.score::<C>(m.next, m.other, (-beta, -alpha))?)
    }
}

/// Few empty squares: moves in odd quarters first.
#[inline(always)]
pub(super) fn shallow<C: Cpu, E: Evaluate<Othello>>(
    run: &mut Run<'_, E>,
    mover: u64,
    opponent: u64,
    (alpha, beta): (i32, i32),
    odd: u64,
) -> Result<i32, Stop> {
    run.admit()?;
    let empties = (mover | opponent).count_zeros();
    if empties == 4 {
        return Ok(C::four(run.meter.counts_mut(), mover, opponent, (alpha, beta), odd));
    }
    run.meter.counts_mut().generated += 1;
    if let Some(upper) = run.stability_cut(mover, opponent, empties, alpha) {
        return Ok(upper);
    }
    let legal = moves(mover, opponent);
    if legal == 0 {
        if moves(opponent, mover) == 0 {
            run.meter.counts_mut().evaluated += 1;
            return Ok(final_score(mover, opponent));
        }
        run.meter.expand();
        return Ok(-C::shallow(run, opponent, mover, (-beta, -alpha), odd)?);
    }
    run.meter.expand();
    let mut best = NONE;
    for mut squares in [legal & odd, legal & !odd] {
        while squares != 0 {
            let square = squares.trailing_zeros();
            squares &= squares - 1;
            let flips = C::flips(mover, opponent, square);
            let (next, other) = (opponent ^ flips, mover | flips | 1 << square);
            let window = (-beta, -alpha.max(best));
            best = best.max(-C::shallow(run, next, other, window, odd ^ quarter(square))?);
            if best >= beta {
                return Ok(best);
            }
        }
    }
    Ok(best)
}

/// Many empty squares: the table, ordered moves, null windows.
#[inline(always)]
pub(super) fn deep<C: Cpu, E: Evaluate<Othello>>(
    run: &mut Run<'_, E>,
    mover: u64,
    opponent: u64,
    (alpha, beta): (i32, i32),
) -> Result<i32, Stop> {
    run.admit()?;
    run.meter.counts_mut().generated += 1;
    let empties = (mover | opponent).count_zeros();
    if let Some(upper) = run.stability_cut(mover, opponent, empties, alpha) {
        return Ok(upper);
    }
    let legal = moves(mover, opponent);
    if legal == 0 {
        if moves(opponent, mover) == 0 {
            run.meter.counts_mut().evaluated += 1;
            return Ok(final_score(mover, opponent));
        }
        run.meter.expand();
        return Ok(-C::deep(run, opponent, mover, (-beta, -alpha))?);
    }

    let key = Key::of(mover, opponent);
    let mut known = [64; 2];
    if empties >= REMEMBERED
        && let Some(entry) = table::get(run.table, key)
    {
        let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
        if lower >= beta || lower == upper {
            return Ok(lower);
        }
        if upper <= alpha {
            return Ok(upper);
        }
        known = entry.moves;
    }

    let (mut few, mut many) = ([Move::NONE; USUAL], Vec::new());
    let list = match few.get_mut(..legal.count_ones() as usize) {
        Some(list) => list,
        None => {
            many.resize(legal.count_ones() as usize, Move::NONE);
            &mut many[..]
        }
    };
    order::list::<C>(mover, opponent, legal, list);
    if empties >= LOOKED_UP {
        for m in list.iter() {
            if let Some(entry) = table::get(run.table, Key::of(m.next, m.other)) {
                let score = -i32::from(entry.upper);
                if score >= beta {
                    return Ok(score);
                }
            }
        }
    }
    run.meter.expand();
    order::rate(run, list, empties, known)?;

    let mut best = NONE;
    let mut best_move = 64;
    for place in 0..list.len() {
        let m = order::pick(list, place);
        let score = run.reply::<C>(&m, place == 0, (alpha.max(best), beta))?;
        if score > best {
            (best, best_move) = (score, m.square);
            if best >= beta {
                break;
            }
        }
    }
    if empties >= REMEMBERED {
        table::put(run.table, key, Entry::new(key, empties, (alpha, beta), best, best_move));
    }
    Ok(best)
}
