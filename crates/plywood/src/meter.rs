//! The meter, which sees to it that a search keeps within its budget.

use crate::clock::{self, Moment};
use crate::{Budget, Counts, Evaluate, Position, Score, Stop};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Counts a search's work against its budget: nodes, evaluations, time, and a flag from outside.
///
/// A search asks before it works. A refusal is the reason to stop, and travels up with `?`. What was
/// granted was counted, so no limit is ever exceeded. It is cheap to ask: the clock is looked at every
/// fifth of a millisecond, and not at all without a limit of time or a flag.
///
/// ```
/// use plywood::kit::Meter;
/// use plywood::{Budget, Evaluate, Position, Score, Stop};
/// use plywood_games::{Connect4, connect4::OpenLines};
///
/// // Random walks from the start of the game: they evaluate without end, and generate little.
/// fn walks(meter: &mut Meter) -> Result<(), Stop> {
///     let start = Connect4::default();
///     loop {
///         meter.evaluate(&mut OpenLines, &start)?;
///         meter.walk(1)?;
///     }
/// }
/// let mut meter = Meter::new(&Budget::new().nodes(100).evaluations(1000));
/// assert_eq!(walks(&mut meter), Err(Stop::Evaluations));
/// assert_eq!(meter.counts().evaluated, 1000);
/// assert_eq!((meter.generate(100), meter.generate(1)), (Err(Stop::Evaluations), Err(Stop::Evaluations)));
/// ```
pub struct Meter {
    pub(crate) counts: Counts,
    /// Whether the budget can ever say no.
    pub(crate) may_interrupt: bool,
    /// The count of generated nodes at which anything could next have to be looked at: the one hot
    /// question, "may I generate `n` more nodes?", is an addition and a comparison with it. Nodes are
    /// mostly evaluated as soon as they are generated, so the gate covers their evaluations too. Other
    /// evaluations, and steps that generate nothing, draw the gate nearer. So it is never further ahead
    /// than there are evaluations left.
    gate: u64,
    nodes: u64,
    evaluations: u64,
    /// The limit of artificial time, and its prices.
    artificial_time: u64,
    node_price: u64,
    pointer_price: u64,
    /// Links that lead back along links that were followed. They are paid for, and not followed yet.
    way_back: u64,
    deadline: Option<Moment>,
    stop: Option<Arc<AtomicBool>>,
    /// Nodes and steps between two looks at the clock, so that looks are [`LOOK`] apart.
    stride: u64,
    /// The stride, where there is a clock to look at.
    expensive: u64,
    /// When the clock was looked at last, if it is looked at.
    last_look: Option<Moment>,
    /// Where more nodes and evaluations come from, if several threads share them.
    allowance: Option<Arc<Allowance>>,
    granted: Granted,
}

/// The law that limits of evaluations rest on, kept by every test: an evaluation was granted by the last
/// request, whether that was to generate the node or to evaluate it. Without debug assertions nothing is
/// counted.
#[derive(Default)]
struct Granted {
    #[cfg(debug_assertions)]
    evaluations: u64,
}

impl Granted {
    #[inline(always)]
    fn set(&mut self, evaluations: u64) {
        #[cfg(debug_assertions)]
        {
            self.evaluations = evaluations;
        }
        #[cfg(not(debug_assertions))]
        let _ = evaluations;
    }

    #[inline(always)]
    fn take(&mut self, evaluations: u64) {
        #[cfg(debug_assertions)]
        {
            let left = self.evaluations.checked_sub(evaluations);
            self.evaluations = left.expect("an evaluation that was not asked for");
        }
        #[cfg(not(debug_assertions))]
        let _ = evaluations;
    }
}

/// Nodes and evaluations that the threads of one search may still spend. Each thread draws a batch
/// from it at a time, and has counted everything that it drew before it draws again.
pub(crate) struct Allowance {
    nodes: AtomicU64,
    evaluations: AtomicU64,
    threads: u64,
}

/// The largest batch that a thread draws.
const BATCH: u64 = 1 << 12;

impl Allowance {
    /// What is left of a budget for this many threads, after some work.
    pub fn new(budget: &Budget, spent: &Counts, threads: usize) -> Allowance {
        let pool = |limit: Option<u64>, spent: u64| {
            AtomicU64::new(limit.map_or(u64::MAX, |limit| limit.saturating_sub(spent)))
        };
        Allowance {
            nodes: pool(budget.nodes, spent.generated),
            evaluations: pool(budget.evaluations, spent.evaluated),
            threads: threads as u64,
        }
    }

    /// Draws at least `n` from a pool, or nothing if less is left. While much is left it draws more, so
    /// that threads ask rarely. Batches shrink with what is left, so that in the end little of it lies
    /// unused with other threads.
    fn draw(&self, pool: &AtomicU64, n: u64) -> Option<u64> {
        let batch = |left: u64| match left {
            u64::MAX => u64::MAX,
            left => n.max((left / (8 * self.threads)).min(BATCH)),
        };
        let less = |left: u64| match left {
            u64::MAX => Some(u64::MAX),
            left => left.checked_sub(batch(left)),
        };
        pool.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).ok().map(batch)
    }
}

/// Looks at the clock are spaced to this.
const LOOK: Duration = Duration::from_micros(200);
/// And never further apart than this many nodes and steps: a stride that was learnt while they were
/// cheap must not be too long when they become expensive.
const MAX_STRIDE: u64 = 1 << 13;

impl Meter {
    /// A meter for a search that begins now.
    pub fn new(budget: &Budget) -> Meter {
        // The clock also tells how often to look at the flag. Without a clock the flag is looked at with
        // every node.
        let paced = budget.stop.is_some() && clock::is_running();
        assert!(
            budget.time.is_none() || clock::is_running(),
            "a limit of time needs a clock: see plywood::clock"
        );
        let now = (budget.time.is_some() || paced).then(Moment::now);
        let mut meter = Meter {
            counts: Counts::default(),
            may_interrupt: budget.may_interrupt(),
            gate: 0,
            nodes: budget.nodes.unwrap_or(u64::MAX),
            evaluations: budget.evaluations.unwrap_or(u64::MAX),
            artificial_time: budget.artificial_time.unwrap_or(u64::MAX),
            node_price: budget.node_price.max(1),
            pointer_price: budget.pointer_price,
            way_back: 0,
            deadline: now.zip(budget.time).and_then(|(now, time)| now.checked_add(time)),
            stop: budget.stop.clone(),
            stride: 1,
            expensive: 1,
            last_look: now,
            allowance: None,
            granted: Granted::default(),
        };
        if !meter.watches_clock() {
            meter.expensive = u64::MAX;
        }
        meter.gate = meter.next_gate();
        steps::restart();
        meter
    }

    /// The work so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The counts, to add work that was [reserved](Meter::reserve). Limits hold only if no more than
    /// that is added.
    #[inline(always)]
    pub fn counts_mut(&mut self) -> &mut Counts {
        &mut self.counts
    }

    /// Evaluates a position, whether or not it was [generated](Meter::generate) just now: the result
    /// of a finished game, or the static value.
    pub fn evaluate<P: Position, E: Evaluate<P> + ?Sized>(
        &mut self,
        evaluation: &mut E,
        position: &P,
    ) -> Result<Score, Stop> {
        self.admit_evaluation()?;
        self.evaluated(1);
        if position.is_over() {
            return Ok(position.result());
        }
        // An evaluation that follows moves has not been told of those that led here.
        evaluation.on_root(position);
        Ok(evaluation.evaluate(position))
    }

    /// Counts a node whose children were generated, wholly or in part.
    pub fn expand(&mut self) {
        self.counts.expanded += 1;
    }

    /// Spends what an allowance grants, in place of the budget's own limits.
    pub(crate) fn share(&mut self, allowance: Arc<Allowance>) {
        (self.nodes, self.evaluations) = (self.counts.generated, self.counts.evaluated);
        self.allowance = Some(allowance);
        self.gate = self.next_gate();
    }

    fn watches_clock(&self) -> bool {
        self.deadline.is_some() || self.stop.is_some()
    }

    fn next_gate(&self) -> u64 {
        let ahead = (self.nodes - self.counts.generated)
            .min(self.evaluations.saturating_sub(self.counts.evaluated))
            .min(self.affordable())
            .min(if self.watches_clock() { self.stride } else { u64::MAX });
        self.counts.generated.saturating_add(ahead)
    }

    /// Asks to generate `n` nodes by playing moves, all or none, and counts them.
    #[inline(always)]
    pub fn generate(&mut self, n: u64) -> Result<(), Stop> {
        steps::count(1);
        self.granted.set(n);
        self.counts.generated += n;
        if self.counts.generated > self.gate { self.review(n) } else { Ok(()) }
    }

    /// Counts a node in a search that no budget can interrupt.
    #[inline(always)]
    pub(crate) fn generate_freely(&mut self) {
        debug_assert!(!self.may_interrupt, "a limit is asked");
        self.granted.set(1);
        self.counts.generated += 1;
    }

    #[cold]
    #[inline(never)]
    fn review(&mut self, n: u64) -> Result<(), Stop> {
        self.counts.generated -= n;
        self.review_reserve(n)?;
        self.counts.generated += n;
        Ok(())
    }

    /// Asks whether `n` more nodes may be generated and evaluated, and counts none of them. For work
    /// whose size is known only when it is done: the caller then adds what it did, at most `n` nodes
    /// and one evaluation per node, to [`counts_mut`](Meter::counts_mut). Fewer than `n` nodes of a
    /// budget may be left over.
    ///
    /// ```
    /// use plywood::kit::Meter;
    /// use plywood::{Budget, Stop};
    ///
    /// let mut meter = Meter::new(&Budget::new().nodes(100));
    /// for _ in 0..31 {
    ///     meter.reserve(10)?;
    ///     meter.counts_mut().generated += 3;
    /// }
    /// assert_eq!(meter.reserve(10), Err(Stop::Nodes), "7 nodes are left");
    /// # Ok::<(), Stop>(())
    /// ```
    #[inline(always)]
    pub fn reserve(&mut self, n: u64) -> Result<(), Stop> {
        if self.counts.generated + n > self.gate { self.review_reserve(n) } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    fn review_reserve(&mut self, n: u64) -> Result<(), Stop> {
        self.admit(n)?;
        self.look_in_turn()?;
        self.gate = self.next_gate().max(self.counts.generated + n);
        Ok(())
    }

    /// How many of `n` nodes that were granted at once may be made before the next
    /// [`walk_among`](Meter::walk_among): all, unless they are very many or expensive. An evaluation that
    /// batches says itself how expensive they are, and is only spared a look among very many.
    #[inline(always)]
    pub(crate) fn slice(&self, n: usize, batches: bool) -> usize {
        let most = if batches { self.expensive.max(MAX_STRIDE) } else { self.expensive };
        usize::try_from(most).map_or(n, |most| n.min(most))
    }

    /// Whether `n` nodes that were granted at once are too many, or too expensive, to do without a look at the
    /// clock in their midst: [`walk_among`](Meter::walk_among).
    #[inline(always)]
    pub(crate) fn are_expensive(&self, n: usize) -> bool {
        n as u64 > self.expensive
    }

    /// Looks at the clock in the midst of nodes that were granted at once. If it says no, the `rest`
    /// of them, which will not be made, is not counted. Else the evaluations of the rest stay granted.
    #[cold]
    pub(crate) fn walk_among(&mut self, rest: usize) -> Result<(), Stop> {
        let rest = rest as u64;
        self.look_and_go_on(1 + rest).inspect_err(|_| self.counts.generated -= rest)
    }

    /// Asks to generate and evaluate `n` nodes when the time may be up already.
    pub(crate) fn generate_unclocked(&mut self, n: u64) -> Result<(), Stop> {
        self.admit(n)?;
        self.granted.set(n);
        self.counts.generated += n;
        self.gate = self.gate.max(self.counts.generated);
        Ok(())
    }

    /// The nodes that the artificial time is still enough for.
    fn affordable(&self) -> u64 {
        if self.artificial_time == u64::MAX {
            return u64::MAX;
        }
        self.artificial_time_left() / self.node_price
    }

    /// The artificial time that is neither spent nor needed for the way back.
    fn artificial_time_left(&self) -> u64 {
        let spent = self.counts.artificial_time(self.node_price, self.pointer_price);
        let back = self.pointer_price.saturating_mul(self.way_back);
        self.artificial_time.saturating_sub(spent).saturating_sub(back)
    }

    /// Goes on counting links, without a limit of artificial time.
    pub(crate) fn lift_artificial_time(&mut self) {
        self.artificial_time = u64::MAX - 1;
        self.gate = self.next_gate();
    }

    /// Asks to follow links, all or none, and counts them. They are free without a limit of artificial time.
    ///
    /// ```
    /// use plywood::kit::Meter;
    /// use plywood::{Budget, Stop};
    ///
    /// let mut meter = Meter::new(&Budget::new().artificial_time(110));
    /// assert_eq!((meter.follow(4), meter.generate(1)), (Ok(()), Ok(())));
    /// assert_eq!((meter.follow(7), meter.follow(6)), (Err(Stop::ArtificialTime), Ok(())));
    /// ```
    pub fn follow(&mut self, links: u64) -> Result<(), Stop> {
        if self.artificial_time < u64::MAX {
            if self.pointer_price.saturating_mul(links) > self.artificial_time_left() {
                return Err(Stop::ArtificialTime);
            }
            self.counts.pointers += links;
            self.gate = self.gate.min(self.next_gate());
        }
        Ok(())
    }

    /// Asks to follow a link to a node from which the search must be able to come back: the way back is
    /// paid for as well.
    pub(crate) fn follow_down(&mut self) -> Result<(), Stop> {
        if self.artificial_time == u64::MAX {
            return Ok(());
        }
        self.way_back += 1;
        self.follow(1).inspect_err(|_| self.way_back -= 1)
    }

    /// Counts a link followed back, which was paid for on the [way down](Meter::follow_down).
    pub(crate) fn follow_up(&mut self) {
        if self.artificial_time < u64::MAX {
            debug_assert!(self.way_back > 0, "a way back was paid for on the way down");
            self.way_back -= 1;
            self.counts.pointers += 1;
        }
    }

    /// The search begins at its root again, and follows no links on its way there.
    pub(crate) fn need_no_way_back(&mut self) {
        self.way_back = 0;
    }

    /// Whether the limits of nodes and evaluations leave room for `n` more.
    fn admit(&mut self, n: u64) -> Result<(), Stop> {
        let ahead = self.nodes - self.counts.generated;
        if n > ahead {
            let more = self.allowance.as_ref().and_then(|all| all.draw(&all.nodes, n - ahead));
            self.nodes = self.nodes.saturating_add(more.ok_or(Stop::Nodes)?);
        }
        if n > self.affordable() {
            return Err(Stop::ArtificialTime);
        }
        self.admit_evaluations(n)
    }

    fn admit_evaluations(&mut self, n: u64) -> Result<(), Stop> {
        let ahead = self.evaluations.saturating_sub(self.counts.evaluated);
        if n > ahead {
            let more =
                self.allowance.as_ref().and_then(|all| all.draw(&all.evaluations, n - ahead));
            self.evaluations = self.evaluations.saturating_add(more.ok_or(Stop::Evaluations)?);
        }
        Ok(())
    }

    /// Asks to evaluate a node that was not [generated](Meter::generate) just now, with nothing asked for
    /// since; the caller counts the [evaluation](Meter::evaluated).
    #[inline]
    pub(crate) fn admit_evaluation(&mut self) -> Result<(), Stop> {
        self.admit_evaluations(1)?;
        self.granted.set(1);
        // The gate covers the evaluations of new nodes only.
        self.walk(1)
    }

    /// Asks to evaluate a node when the time may be up already.
    pub(crate) fn admit_unclocked_evaluation(&mut self) -> Result<(), Stop> {
        self.admit_evaluations(1)?;
        self.granted.set(1);
        self.gate = self.gate.saturating_sub(1).max(self.counts.generated);
        Ok(())
    }

    /// Counts evaluations of nodes that were generated just now, or for which the search has
    /// [asked](Meter::admit_evaluation).
    #[inline(always)]
    pub(crate) fn evaluated(&mut self, n: u64) {
        self.granted.take(n);
        self.counts.evaluated += n;
    }

    /// Tells of `steps` that generated nothing, such as nodes of a tree that were passed, so that the
    /// clock is looked at all the same.
    #[inline(always)]
    pub fn walk(&mut self, steps: u64) -> Result<(), Stop> {
        steps::count(steps);
        if self.gate > self.counts.generated + steps {
            self.gate -= steps;
            return Ok(());
        }
        self.look_and_go_on(steps)
    }

    #[cold]
    #[inline(never)]
    fn look_and_go_on(&mut self, steps: u64) -> Result<(), Stop> {
        self.look_in_turn()?;
        self.gate = self.next_gate().saturating_sub(steps).max(self.counts.generated);
        Ok(())
    }

    /// Looks at the clock and the flag now: a step of unusual length is done.
    pub fn look(&mut self) -> Result<(), Stop> {
        if !self.watches_clock() {
            return Ok(());
        }
        self.check().map(|_| ())
    }

    /// The look that is due when nodes and steps have reached the gate.
    fn look_in_turn(&mut self) -> Result<(), Stop> {
        if !self.watches_clock() {
            return Ok(());
        }
        let Some(now) = self.check()? else { return Ok(()) };
        let gap = self.last_look.replace(now).map_or(LOOK, |before| now.since(before));
        // Dear nodes shorten the stride at once, cheap ones lengthen it little by little.
        let fitting = u128::from(self.stride) * LOOK.as_nanos() / gap.as_nanos().max(1);
        self.stride = (fitting as u64).clamp(1, (self.stride * 2).min(MAX_STRIDE));
        self.expensive = self.stride;
        Ok(())
    }

    /// An error if the flag is set or the time is up, else the time, if there is a limit of it.
    fn check(&self) -> Result<Option<Moment>, Stop> {
        steps::looked();
        if self.stop.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        let now = self.last_look.map(|_| Moment::now());
        match (self.deadline, now) {
            (Some(deadline), Some(now)) if now >= deadline => Err(Stop::Time),
            _ => Ok(now),
        }
    }
}

/// The law that a search looks at the clock often enough, kept by every test: work is counted where
/// it is done, also in loops that know no meter, and no search under a clock may do more than
/// [`MOST`](steps::MOST) between two looks. Without debug assertions nothing is counted.
pub(crate) mod steps {
    #[cfg(debug_assertions)]
    use std::cell::Cell;

    /// The most steps between two looks. A node may count several: it is generated, evaluated, put in
    /// its place among its siblings.
    #[cfg(debug_assertions)]
    pub const MOST: u64 = 8 * super::MAX_STRIDE;

    #[cfg(debug_assertions)]
    thread_local! {
        static STEPS: Cell<u64> = const { Cell::new(0) };
    }

    /// Counts steps: visits to nodes, or what costs about as much.
    #[inline(always)]
    pub fn count(steps: u64) {
        #[cfg(debug_assertions)]
        STEPS.set(STEPS.get() + steps);
        #[cfg(not(debug_assertions))]
        let _ = steps;
    }

    /// A search begins.
    pub fn restart() {
        #[cfg(debug_assertions)]
        STEPS.set(0);
    }

    /// A search under a clock looks at it, or ends.
    pub fn looked() {
        #[cfg(debug_assertions)]
        {
            let steps = STEPS.replace(0);
            assert!(steps <= MOST, "{steps} steps without a look at the clock");
        }
    }
}

#[cfg(debug_assertions)]
impl Drop for Meter {
    fn drop(&mut self) {
        if self.watches_clock() && !std::thread::panicking() {
            steps::looked();
        }
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
            meter.evaluated(1);
        }
        assert_eq!(meter.admit_evaluation(), Ok(()));
        meter.evaluated(1);
        assert_eq!(meter.generate(1), Err(Stop::Evaluations));
        assert_eq!(meter.admit_evaluation(), Err(Stop::Evaluations));
    }

    #[test]
    fn steps_without_nodes_lead_to_a_look() {
        let flag = Arc::new(AtomicBool::new(false));
        let mut meter = Meter::new(&Budget::new().stop_flag(flag.clone()));
        for _ in 0..1_000_000 {
            assert_eq!(meter.walk(1), Ok(()));
        }
        flag.store(true, Ordering::Relaxed);
        let steps = (0..).find(|_| meter.walk(1).is_err());
        assert!(steps <= Some(MAX_STRIDE), "{steps:?}");
        let mut meter = Meter::new(&Budget::new().nodes(100));
        assert!((0..1000).all(|_| meter.walk(7).is_ok()), "steps are no nodes");
        assert_eq!((meter.generate(100), meter.generate(1)), (Ok(()), Err(Stop::Nodes)));
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "steps without a look at the clock")]
    fn a_loop_that_forgets_the_clock_is_found_out() {
        let mut meter = Meter::new(&Budget::new().time(Duration::from_secs(60)));
        steps::count(steps::MOST + 1);
        let _ = meter.look();
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
