//! The recursion of Abstract Proof Search: a null-window search of AND and OR nodes.

use crate::goal::{Goal, Outlook, Width};
use crate::meter::Meter;
use crate::search::context::with_stack;
use crate::search::proof_table::ProofTable;
use crate::search::widening::{Value, best_line};
use crate::{Keyed, Side, Stop};

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<M> {
    pub value: Value,
    /// The depth of the search that found the value.
    pub depth: u32,
    /// The step of the widening of that search.
    pub step: u8,
    pub best: Option<M>,
    /// The moves that the goal listed, in the lists of the search.
    pub listed: Option<Listed>,
}

impl<M> Default for Known<M> {
    fn default() -> Self {
        Known { value: Value::Unknown, depth: 0, step: 0, best: None, listed: None }
    }
}

/// A list of moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listed {
    pub width: Width,
    pub start: u32,
    pub count: u32,
    pub complete: bool,
}

/// What a search keeps.
pub(super) struct Memory<M> {
    pub table: ProofTable<Known<M>>,
    /// Lists of moves that goals have found, by the entries of the table.
    pub lists: Vec<M>,
    /// History scores by index; empty without the history heuristic.
    pub history: Vec<[u64; 2]>,
    /// Moves of the nodes on the line that is searched.
    pub stack: Vec<M>,
}

pub(super) struct Kernel<'a, P: Keyed, G> {
    pub memory: &'a mut Memory<P::Move>,
    pub reuse_scores: bool,
    pub goal: &'a mut G,
    pub position: &'a mut P,
    pub meter: Meter,
    pub prover: Side,
    pub pass: Option<P::Move>,
    pub step: u8,
    pub width: Width,
    /// The most moves in the lists of all positions.
    pub most_listed: usize,
    /// Nodes generated, without those below moves that were tried before the one that decided a node.
    pub least_generated: u64,
}

impl<P: Keyed, G: Goal<P>> Kernel<'_, P, G> {
    /// Searches a node to a depth in moves of the side that proves.
    pub fn node(&mut self, depth: u32, ply: u32) -> Result<Value, Stop> {
        let key = self.position.key();
        let proves = self.position.side() == self.prover;
        let width = self.width;
        let (mut best, mut listed) = (None, None);
        if let Some(entry) = self.memory.table.get(key) {
            match entry.value {
                Value::Won => return Ok(Value::Won),
                Value::Lost { proven } if proven || entry.step == self.step => {
                    return Ok(entry.value);
                }
                Value::Unknown if entry.step == self.step && entry.depth >= depth => {
                    return Ok(Value::Unknown);
                }
                _ => {}
            }
            best = entry.best;
            listed = entry.listed.filter(|listed| listed.width == width);
        }
        let listed = match listed {
            Some(listed) => listed,
            None => match self.examined()? {
                Ok(listed) => {
                    self.memory.table.entry(key).data.listed = Some(listed);
                    listed
                }
                Err(value) => {
                    self.store(key, value, depth, best.filter(|_| value != Value::Won));
                    return Ok(value);
                }
            },
        };
        let (value, found) = if proves && depth == 0 {
            match self.goal.settle(self.position, &mut self.meter)? {
                true => (Value::Won, None),
                false => (Value::Unknown, None),
            }
        } else {
            with_stack(ply, || self.children(listed, best, proves, depth, ply))?
        };
        // The best move of an earlier search gives the order of moves, but it has not won.
        self.store(key, value, depth, found.or(best.filter(|_| value != Value::Won)));
        Ok(value)
    }

    /// Asks the goal about the position: its moves, or its value.
    fn examined(&mut self) -> Result<Result<Listed, Value>, Stop> {
        let lists = &mut self.memory.lists;
        if lists.len() >= self.most_listed {
            return Err(Stop::Memory);
        }
        let start = lists.len();
        let outlook = self.goal.examine(self.position, self.width, &mut self.meter, lists)?;
        Ok(match outlook {
            Outlook::Reached => Err(Value::Won),
            Outlook::Failed { proven } => Err(Value::Lost { proven }),
            Outlook::Open { complete } => {
                let count = (lists.len() - start) as u32;
                Ok(Listed { width: self.width, start: start as u32, count, complete })
            }
        })
    }

    fn store(&mut self, key: u64, value: Value, depth: u32, best: Option<P::Move>) {
        let step = self.step;
        let entry = self.memory.table.entry(key);
        entry.work = depth;
        let known = &mut entry.data;
        (known.value, known.depth, known.step, known.best) = (value, depth, step, best);
    }

    /// Searches the moves of a node, and answers with the best one.
    fn children(
        &mut self,
        listed: Listed,
        best: Option<P::Move>,
        proves: bool,
        depth: u32,
        ply: u32,
    ) -> Result<(Value, Option<P::Move>), Stop> {
        let base = self.memory.stack.len();
        let answer = self.children_on_stack(listed, best, proves, depth, ply);
        self.memory.stack.truncate(base);
        answer
    }

    fn children_on_stack(
        &mut self,
        listed: Listed,
        best: Option<P::Move>,
        proves: bool,
        depth: u32,
        ply: u32,
    ) -> Result<(Value, Option<P::Move>), Stop> {
        let base = self.memory.stack.len();
        let (start, end) = (listed.start as usize, (listed.start + listed.count) as usize);
        let Memory { stack, lists, history, .. } = &mut *self.memory;
        stack.extend_from_slice(&lists[start..end]);
        let moves = &mut stack[base..];
        if !history.is_empty() {
            let side = usize::from(proves);
            let goal = &*self.goal;
            moves.sort_by_key(|&m| std::cmp::Reverse(history[goal.history_index(m)][side]));
        }
        if let Some(at) = best.and_then(|best| moves.iter().position(|&m| m == best)) {
            moves[..=at].rotate_right(1);
        }
        let below = if proves { depth - 1 } else { depth };
        if proves && self.reuse_scores {
            for at in base..self.memory.stack.len() {
                let m = self.memory.stack[at];
                let key = self.position.visit(m, |child| child.key());
                if self.memory.table.get(key).is_some_and(|entry| entry.value == Value::Won) {
                    return Ok((Value::Won, Some(m)));
                }
            }
        }
        if let Some(pass) = self.pass
            && !proves
            && depth > 1
        {
            let value = self.visit(pass, depth - 1, ply)?;
            if value != Value::Won {
                return Ok((Value::Unknown, Some(pass)));
            }
        }
        // Lost only if every move of the prover is lost, or one move of the other side is.
        let mut lost = Some(listed.complete);
        // Of moves that do not decide, one that may still win is better than one that is lost.
        let mut open = None;
        let least = self.least_generated;
        for at in base..self.memory.stack.len() {
            let m = self.memory.stack[at];
            let before = self.least_generated;
            let value = self.visit(m, below, ply)?;
            match (proves, value) {
                (true, Value::Won) | (false, Value::Lost { .. } | Value::Unknown) => {
                    self.least_generated -= before - least;
                    self.credit(m, proves, depth);
                    return Ok((value, Some(m)));
                }
                (true, Value::Lost { proven }) => lost = lost.map(|all| all && proven),
                (true, Value::Unknown) => {
                    lost = None;
                    open = open.or(Some(m));
                }
                (false, Value::Won) => {}
            }
        }
        if let Some(best) = open.or(self.memory.stack.get(base).copied()) {
            self.credit(best, proves, depth);
        }
        // Where all moves fail, any of them may be expected.
        let last = self.memory.stack[base..].last().copied();
        Ok(match (proves, lost) {
            (false, _) => (Value::Won, last),
            (true, Some(proven)) => (Value::Lost { proven }, last),
            (true, None) => (Value::Unknown, None),
        })
    }

    fn visit(&mut self, m: P::Move, depth: u32, ply: u32) -> Result<Value, Stop> {
        self.meter.generate(1)?;
        self.least_generated += 1;
        let undo = self.position.play(m);
        let value = self.node(depth, ply + 1);
        self.position.undo(m, undo);
        value
    }

    /// Credits the best move of a node with 2 to the power of its depth, which is in plies here.
    fn credit(&mut self, m: P::Move, proves: bool, depth: u32) {
        let index = self.goal.history_index(m);
        if let Some(scores) = self.memory.history.get_mut(index) {
            let plies = 2 * depth.min(20) + u32::from(!proves);
            let score = &mut scores[usize::from(proves)];
            *score = score.saturating_add(1 << plies);
        }
    }

    /// The best moves from the root, as far as the table knows them.
    pub fn line(&mut self) -> Vec<P::Move> {
        best_line(self.position, |key, _| self.memory.table.get(key)?.best)
    }
}
