//! What a depth-first search knows of the moves of its root.

use super::{Context, Line, Lines};
use crate::{Evaluate, Interval, Position, Report, Score, Stop};

/// How a depth-first search to one depth went.
pub(in crate::search) struct Iteration {
    /// The value of the root, or what stopped the search.
    pub outcome: Result<Score, Stop>,
    /// A position that is not the end of a game was evaluated at the horizon.
    pub heuristic: bool,
    pub depth: u32,
    pub all_best: bool,
    /// Bytes held.
    pub memory: usize,
}

/// What a depth-first search has found out about the root's moves.
pub(in crate::search) struct RootMoves<M> {
    /// The best move's index, and its value.
    best: Option<(u32, Score)>,
    pub(super) pv: Vec<M>,
    /// The moves that share the best value, with their indices.
    equals: Vec<(u32, M)>,
    /// The best move of the depth before, until this depth has searched it: what is found before then
    /// may be worse.
    rival: Option<M>,
}

impl<M: Copy + PartialEq> RootMoves<M> {
    /// Nothing yet, after a depth whose best move was `rival`.
    pub(in crate::search) fn new(rival: Option<M>) -> Self {
        RootMoves { best: None, pv: Vec::new(), equals: Vec::new(), rival }
    }

    pub(in crate::search) fn best(&self) -> Option<(u32, Score)> {
        self.best
    }

    /// Root move `m` at `index` is worth `value`; the best so far is worth `best`. Says whether there
    /// is another answer than before. Kept out of the loops over children: only the root asks it.
    #[cold]
    #[inline(never)]
    pub(in crate::search) fn searched(
        &mut self,
        index: usize,
        m: M,
        value: Score,
        best: Score,
        lines: &Lines<M>,
        line: Line,
    ) -> bool {
        let mut changed = false;
        if self.rival == Some(m) {
            self.rival = None;
            changed = true;
        }
        if value == best {
            if self.best.is_none_or(|(_, score)| score != best) {
                self.best = Some((index as u32, best));
                self.pv = lines.moves(line);
                self.equals.clear();
                changed = true;
            }
            // Moves are searched in any order, and reported as they are listed.
            let before = self.equals.partition_point(|&(other, _)| other < index as u32);
            self.equals.insert(before, (index as u32, m));
        }
        changed && self.rival.is_none()
    }

    /// The line of the best move, if that is worth `value`.
    pub(in crate::search) fn take_line(&mut self, value: Score) -> Vec<M> {
        match self.best {
            Some((_, best)) if best == value => std::mem::take(&mut self.pv),
            _ => Vec::new(),
        }
    }

    /// The line of the best move is this one.
    pub(in crate::search) fn set_line(&mut self, pv: Vec<M>) {
        self.pv = pv;
    }

    /// The move at `index` turned out to be the best, worth `value` and perhaps more.
    pub(in crate::search) fn found(&mut self, index: usize, value: Score, pv: Vec<M>) {
        let best = Some((index as u32, value));
        *self = RootMoves { best, pv, equals: Vec::new(), rival: None };
    }

    /// The moves that share the best value. The best one is among them, even if a search of its own, reduced or
    /// extended in another way, found less.
    pub(in crate::search) fn set_equals(&mut self, mut equals: Vec<(u32, M)>) {
        if let (Some((index, _)), Some(&m)) = (self.best, self.pv.first())
            && equals.iter().all(|&(other, _)| other != index)
        {
            let before = equals.partition_point(|&(other, _)| other < index);
            equals.insert(before, (index, m));
        }
        self.equals = equals;
    }

    /// The report of a search of `root`.
    pub(in crate::search) fn report<P: Position<Move = M>, E: Evaluate<P>, const W: bool>(
        mut self,
        root: &P,
        ctx: &mut Context<'_, P, E, W>,
        iteration: Iteration,
    ) -> Report<M> {
        let Iteration { outcome, heuristic, depth, all_best, memory } = iteration;
        if outcome.is_err() && self.rival.is_some() {
            self = RootMoves::new(None);
        }
        let value = match (outcome, self.best) {
            (Ok(value), _) => Interval::exactly(value),
            (Err(_), Some((_, score))) => Interval::at_least_for(root.side(), score),
            (Err(_), None) => Interval::UNKNOWN,
        };
        let finished = outcome.is_ok();
        let stop = match outcome {
            Ok(_) if heuristic => Stop::Depth,
            Ok(_) if ctx.is_narrowed() => Stop::GaveUp,
            Ok(_) => Stop::Complete,
            Err(stop) => stop,
        };
        self.equals.retain(|_| all_best && finished);
        Report {
            value,
            proven: outcome.is_ok_and(|v| !heuristic || v.winner().is_some())
                && !ctx.is_narrowed()
                && !self.pv.is_empty(),
            best: self.pv.first().copied().or_else(|| Some(ctx.first_allowed(root))),
            equally_good: self.equals.into_iter().map(|(_, m)| m).collect(),
            depth: match (finished, heuristic) {
                (true, true) => depth,
                (true, false) => self.pv.len() as u32,
                (false, _) => 0,
            },
            pv: self.pv,
            counts: ctx.meter.counts,
            memory,
            ..Report::new(stop)
        }
    }
}
