//! How much a search may spend, and the meter that sees to it.

use crate::Counts;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits of a search. The first one reached ends it; without any, an exact algorithm searches to
/// the end of the game, and a best-first one until its principal leaf is terminal.
///
/// ```
/// use plywood::Budget;
/// use std::time::Duration;
/// let budget = Budget::new().depth(8).time(Duration::from_millis(500));
/// assert_eq!(budget.depth, Some(8));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// The horizon, in plies below the root.
    pub depth: Option<u32>,
    /// Nodes generated, at most.
    pub nodes: Option<u64>,
    /// Evaluations, at most.
    pub evaluations: Option<u64>,
    /// Wall-clock time; the search returns within a few milliseconds of it.
    pub time: Option<Duration>,
    /// Bytes of tree and stacks, at most. Algorithms that keep nothing but a line ignore it, and
    /// alpha-beta with a saved tree counts the tree alone.
    pub memory: Option<usize>,
    /// Set this flag from outside, and the search returns.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// No limits.
    pub fn new() -> Budget {
        Budget::default()
    }

    /// With a horizon of `plies`.
    #[must_use]
    pub fn depth(self, plies: u32) -> Budget {
        Budget { depth: Some(plies), ..self }
    }

    /// With at most `nodes` generated.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..self }
    }

    /// With at most `evaluations`.
    #[must_use]
    pub fn evaluations(self, evaluations: u64) -> Budget {
        Budget { evaluations: Some(evaluations), ..self }
    }

    /// With a wall-clock limit.
    #[must_use]
    pub fn time(self, time: Duration) -> Budget {
        Budget { time: Some(time), ..self }
    }

    /// With at most `bytes` of memory.
    #[must_use]
    pub fn memory(self, bytes: usize) -> Budget {
        Budget { memory: Some(bytes), ..self }
    }

    /// With a flag that ends the search from outside.
    #[must_use]
    pub fn stop_flag(self, flag: Arc<AtomicBool>) -> Budget {
        Budget { stop: Some(flag), ..self }
    }

    /// Whether anything but the depth limits the search: then a depth-first one deepens step by
    /// step, to have an answer whenever it is stopped.
    pub fn may_interrupt(&self) -> bool {
        self.nodes.is_some()
            || self.evaluations.is_some()
            || self.time.is_some()
            || self.stop.is_some()
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// Everything was searched, to the end of the game.
    Complete,
    /// The horizon was reached.
    Depth,
    /// The leaf chosen for expansion ends the game.
    Terminal,
    /// The budget of generated nodes is spent.
    Nodes,
    /// The budget of evaluations is spent.
    Evaluations,
    /// The time is up.
    Time,
    /// The memory is full.
    Memory,
    /// The stop flag was set.
    Cancelled,
    /// A position has more moves than the tree memory can hold at one node.
    Width,
}

impl Stop {
    /// The word for it in output.
    pub fn name(self) -> &'static str {
        match self {
            Stop::Complete => "complete",
            Stop::Depth => "depth",
            Stop::Terminal => "terminal",
            Stop::Nodes => "nodes",
            Stop::Evaluations => "evaluations",
            Stop::Time => "time",
            Stop::Memory => "memory",
            Stop::Cancelled => "cancelled",
            Stop::Width => "width",
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Counts a search's work against its budget.
///
/// The one hot question, "may I generate `n` more nodes?", is an addition and a comparison with
/// `gate`, the count at which anything could next have to be looked at. Evaluations never outrun
/// generated nodes plus [`Meter::admit_reevaluation`], so the gate covers them too.
pub(crate) struct Meter {
    pub counts: Counts,
    /// Whether the budget can ever say no.
    pub may_interrupt: bool,
    gate: u64,
    nodes: u64,
    evaluations: u64,
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    /// Nodes between two looks at the clock: doubled or halved to keep looks half a millisecond
    /// apart, whatever a node costs.
    stride: u64,
    last_look: Instant,
    walked: u32,
}

/// Looks at the clock are spaced to this.
const LOOK: Duration = Duration::from_micros(500);
/// And never further apart than this many nodes.
const MAX_STRIDE: u64 = 1 << 16;

impl Meter {
    pub fn new(budget: &Budget) -> Meter {
        let now = Instant::now();
        let mut meter = Meter {
            counts: Counts::default(),
            may_interrupt: budget.may_interrupt(),
            gate: 0,
            nodes: budget.nodes.unwrap_or(u64::MAX),
            evaluations: budget.evaluations.unwrap_or(u64::MAX),
            deadline: budget.time.and_then(|time| now.checked_add(time)),
            stop: budget.stop.clone(),
            stride: 1,
            last_look: now,
            walked: 0,
        };
        meter.gate = meter.next_gate();
        meter
    }

    fn watches_clock(&self) -> bool {
        self.deadline.is_some() || self.stop.is_some()
    }

    fn next_gate(&self) -> u64 {
        let ahead = (self.nodes - self.counts.generated)
            .min(self.evaluations.saturating_sub(self.counts.evaluated))
            .min(if self.watches_clock() { self.stride } else { u64::MAX });
        self.counts.generated.saturating_add(ahead)
    }

    /// Asks to generate `n` nodes, all or none, and counts them.
    #[inline(always)]
    pub fn generate(&mut self, n: u64) -> Result<(), Stop> {
        self.counts.generated += n;
        if self.counts.generated > self.gate { self.review(n) } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    fn review(&mut self, n: u64) -> Result<(), Stop> {
        self.counts.generated -= n;
        if n > self.nodes - self.counts.generated {
            return Err(Stop::Nodes);
        }
        if n > self.evaluations.saturating_sub(self.counts.evaluated) {
            return Err(Stop::Evaluations);
        }
        self.look()?;
        self.gate = self.next_gate().max(self.counts.generated + n);
        self.counts.generated += n;
        Ok(())
    }

    /// Asks to evaluate a node that was not just generated; the caller counts the evaluation.
    pub fn admit_reevaluation(&mut self) -> Result<(), Stop> {
        if self.counts.evaluated >= self.evaluations {
            return Err(Stop::Evaluations);
        }
        if self.gate <= self.counts.generated {
            self.look()?;
            self.gate = self.next_gate();
        }
        // The gate trusts that evaluations do not outrun generated nodes.
        self.gate = self.gate.saturating_sub(1).max(self.counts.generated);
        Ok(())
    }

    /// Tells the meter of a step that generates nothing, so that the clock is seen all the same.
    #[inline]
    pub fn walk(&mut self) -> Result<(), Stop> {
        self.walked = self.walked.wrapping_add(1);
        if self.walked.is_multiple_of(1024) { self.look() } else { Ok(()) }
    }

    /// Looks at the clock and the flag.
    pub fn look(&mut self) -> Result<(), Stop> {
        if !self.watches_clock() {
            return Ok(());
        }
        if self.stop.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Err(Stop::Time);
        }
        let gap = now - self.last_look;
        self.last_look = now;
        self.stride = if gap < LOOK / 2 {
            (self.stride * 2).min(MAX_STRIDE)
        } else if gap > LOOK {
            (self.stride / 2).max(1)
        } else {
            self.stride
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meter_stops_exactly_at_the_budget() {
        let mut meter = Meter::new(&Budget::new().nodes(10));
        assert_eq!(meter.generate(7), Ok(()));
        assert_eq!(meter.generate(4), Err(Stop::Nodes));
        assert_eq!(meter.generate(3), Ok(()));
        assert_eq!(meter.generate(1), Err(Stop::Nodes));
        assert_eq!(meter.counts.generated, 10);
    }

    #[test]
    fn evaluations_are_bounded_through_generation_and_again() {
        let mut meter = Meter::new(&Budget::new().evaluations(3));
        for _ in 0..2 {
            assert_eq!(meter.generate(1), Ok(()));
            meter.counts.evaluated += 1;
        }
        assert_eq!(meter.admit_reevaluation(), Ok(()));
        meter.counts.evaluated += 1;
        assert_eq!(meter.generate(1), Err(Stop::Evaluations));
        assert_eq!(meter.admit_reevaluation(), Err(Stop::Evaluations));
    }

    #[test]
    fn a_flag_or_a_deadline_is_seen() {
        let flag = Arc::new(AtomicBool::new(true));
        let mut meter = Meter::new(&Budget::new().stop_flag(flag));
        assert_eq!((0..10).find_map(|_| meter.generate(1).err()), Some(Stop::Cancelled));
        let mut meter = Meter::new(&Budget::new().time(Duration::ZERO));
        assert_eq!((0..10).find_map(|_| meter.generate(1).err()), Some(Stop::Time));
    }
}
