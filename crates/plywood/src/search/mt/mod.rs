//! The MT framework: Plaat, Schaeffer, Pijls & de Bruin 1995. One alpha-beta with a transposition
//! table (their Figure 1, in `alpha_beta`), and drivers that call it at the root with windows of
//! their own (Figures 2 and 3, here). Post: the value is the minimax value of the tree cut at the
//! horizon, whatever the driver. Deviations: written from MAX's view, so that two turns in a row by
//! one side need no care; bounds are looked up at their own depth only, unless they rest on finished
//! games, which keeps the value that of the fixed-depth search.

mod alpha_beta;
mod order;
mod parallel;
mod quiescence;
mod selective;

use super::context::{Context, Iteration, Lines, RootMoves};
use super::deepening::{Deepening, deepen};
use super::lines::best_lines;
use crate::memory::{BoundsEntry, TranspositionTable};
use crate::move_ordering::{History, Killers};
use crate::options::{Bytes, Format, OptionError, OptionInfo, Options, or};
use crate::{
    Budget, Evaluate, Interval, Observer, Report, Score, Search, Side, Stop, Tactics, Task, Window,
};
use alpha_beta::Run;
use parallel::Parallel;
use std::sync::Arc;

type Table = TranspositionTable<BoundsEntry>;

/// The sequence of windows that the root is searched with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// One search with the full window.
    AlphaBeta,
    /// One search with the full window, in which all children but the first are asked by a null
    /// window whether they are better: Reinefeld 1983.
    NegaScout,
    /// NegaScout in a window of this half-width about the last iteration's value, searched again if the
    /// value lies outside.
    AspirationNegaScout(u32),
    /// AB-SSS*: null windows from above, the equivalent of Stockman 1979.
    Sss,
    /// AB-DUAL*: null windows from below.
    Dual,
    /// MTD(f): null windows from a first guess.
    MtdF(FirstGuess),
    /// C*: null windows that halve what is left between the bounds, after Coplan 1982.
    CStar,
}

crate::option_words! {
    /// Where MTD(f) begins.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum FirstGuess {
        /// At the value of the iteration before, as in the paper.
        Previous = "previous",
        /// At the value of the iteration before that one: values swing with the parity of the depth.
        TwoBack = "two-back";
        /// At this value, in every iteration.
        Fixed(Score) = Score::MIN_EVAL..=Score::MAX_EVAL,
    }
}

crate::option_words! {
    /// From which depth on the children of a node are put in order by their static values.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum OrderFrom {
        /// From [`Tactics::STATIC_ORDER_FROM`], and one less for MTD(f) and C*, but not where only a few
        /// leaves are below, estimated from the number of root moves.
        Auto = "auto",
        /// At no depth.
        Never = "never";
        /// From this depth on, and never below 2.
        Depth(u32) = 2..,
    }
}

/// Entries of a table: their number, or the memory that they take.
struct Entries;

impl Format<usize> for Entries {
    fn others(&self) -> Option<String> {
        Some("a whole number from 2, or an amount of memory such as 64MiB".to_string())
    }

    fn read(&self, text: &str) -> Option<usize> {
        let entries = match text.parse::<u64>() {
            Ok(number) => usize::try_from(number).ok(),
            Err(_) => Bytes.read(text).map(MtOptions::entries_in),
        };
        entries.filter(|&entries| entries >= 2)
    }

    fn write(&self, entries: &usize) -> String {
        entries.to_string()
    }
}

crate::options! {
    /// Options of [`Mt`]: the driver, and what all drivers share.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct MtOptions {
        /// The driver, with options of its own.
        pub driver: Driver [nested] = Driver::NegaScout,
        /// Entries of the transposition table, 24 bytes each; fewer if there is no memory for them.
        pub entries: usize as "table" [Entries] = 1 << 21,
        /// The least depth at which nodes are kept in the table; 0: the leaves as well; auto: 2 or more,
        /// the fewer moves the more.
        ///
        /// The paper keeps the leaves. Nodes near the horizon are searched about as fast as they are
        /// looked up: without a depth, those are kept that may have some dozens of leaves below them,
        /// estimated from the number of root moves.
        pub table_from: Option<u32> [or("auto", 0..)] = None,
        /// The depth from which children are put in order by static value; auto: the game's choice.
        pub order_from: OrderFrom = OrderFrom::Auto,
        /// Order quiet moves by history score; for games with history indices.
        ///
        /// The history heuristic: Schaeffer 1989.
        pub history: bool = true,
        /// Search killers early, quiet moves that caused cut-offs at the same ply; for games with history
        /// indices.
        pub killers: bool = true,
        /// Go on with noisy moves beyond the horizon; for games that have them.
        pub quiescence: bool = false,
        /// Prune, reduce and extend, so that the value is not that of the fixed depth; for games that
        /// give a margin for it.
        pub selective: bool = false,
        /// Threads that share the table, no more than the machine has cores; with more than one, results
        /// differ from run to run.
        ///
        /// For searches made by [`Mt::parallel`]; those made by [`Mt::with`] run on one thread.
        pub threads: usize [1..=1024] = 1,
        /// Search depth 1, 2, …; auto: if the budget can interrupt and names no depth.
        pub deepening: Deepening = Deepening::Always,
        /// Report all equally good root moves.
        pub all_best: bool = false,
    }
}

impl MtOptions {
    /// The options that go with a driver.
    ///
    /// SSS* and DUAL* are as their paper has them: moves as they are listed, all leaves kept, and to the
    /// depth that was asked for at once. The others are made for speed, as [`MtOptions::default`] says.
    pub fn new(driver: Driver) -> MtOptions {
        let made_for_speed = MtOptions { driver, ..MtOptions::default() };
        match driver {
            Driver::Sss | Driver::Dual => MtOptions {
                table_from: Some(0),
                order_from: OrderFrom::Never,
                history: false,
                killers: false,
                deepening: Deepening::IfUnbounded,
                ..made_for_speed
            },
            _ => made_for_speed,
        }
    }

    /// The entries of a table of `bytes` bytes.
    pub fn entries_in(bytes: usize) -> usize {
        bytes / Table::ENTRY_BYTES
    }
}

crate::options! {
    /// The options of [`Driver::AspirationNegaScout`].
    struct AspirationOptions {
        /// How far from the last value the window reaches, in units of the evaluation.
        window: u32 [1..] = 50,
    }
}

crate::options! {
    /// The options of [`Driver::MtdF`].
    struct MtdFOptions {
        /// Where the search of a depth begins: the value of the depth before, of the one before that, or
        /// this value.
        first_guess: FirstGuess = FirstGuess::Previous,
    }
}

impl Driver {
    /// [`Driver::AspirationNegaScout`] with its default window.
    pub fn aspiration() -> Driver {
        Driver::AspirationNegaScout(AspirationOptions::default().window)
    }

    /// [`Driver::MtdF`] as in the paper.
    pub fn mtdf() -> Driver {
        Driver::MtdF(MtdFOptions::default().first_guess)
    }
}

impl Options for Driver {
    fn list(&self) -> Vec<OptionInfo> {
        match *self {
            Driver::AspirationNegaScout(window) => AspirationOptions { window }.list(),
            Driver::MtdF(first_guess) => MtdFOptions { first_guess }.list(),
            _ => Vec::new(),
        }
    }

    fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        match self {
            Driver::AspirationNegaScout(window) => {
                let mut options = AspirationOptions { window: *window };
                options.set(name, text)?;
                *window = options.window;
            }
            Driver::MtdF(first_guess) => {
                let mut options = MtdFOptions { first_guess: *first_guess };
                options.set(name, text)?;
                *first_guess = options.first_guess;
            }
            _ => return Err(OptionError::Unknown { name: name.to_string() }),
        }
        Ok(())
    }
}

/// A search with a transposition table that is kept from search to search.
///
/// ```
/// use plywood::{Budget, Score, Search, search::{Driver, FirstGuess, Mt, MtOptions}};
/// use plywood_games::{StaticValue, Tree};
///
/// let tree = Tree::from_json("[0, [0, 3, 5], [0, 2, 9]]")?;
/// for driver in [Driver::Sss, Driver::NegaScout, Driver::MtdF(FirstGuess::Previous)] {
///     let mut search = Mt::with(MtOptions::new(driver), StaticValue);
///     let report = search.run(&tree, &Budget::new());
///     assert_eq!(report.value.exact(), Some(Score::new(3)));
///     assert_eq!(report.pv, [0, 0]);
/// }
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub struct Mt<P: Tactics, E> {
    options: MtOptions,
    evaluate: E,
    memory: Memory,
    /// How to search on several threads, where that was asked for.
    parallel: Option<Parallel<P, E>>,
}

/// What is kept from search to search.
#[derive(Default)]
struct Memory {
    /// The table, and the size that was asked for.
    table: Option<(usize, Arc<Table>)>,
    history: Option<History>,
}

impl<P: Tactics, E: Evaluate<P>> Mt<P, E> {
    /// NegaScout with this evaluation. The table is made by the first search.
    pub fn new(evaluate: E) -> Self {
        Mt::with(MtOptions::default(), evaluate)
    }

    /// With these options.
    pub fn with(options: MtOptions, evaluate: E) -> Self {
        Mt { options, evaluate, memory: Memory::default(), parallel: None }
    }

    fn one_line<const W: bool>(
        &mut self,
        task: &Task<'_, P>,
        observer: &mut dyn Observer<P>,
    ) -> Report<P::Move> {
        if let Some(parallel) = &self.parallel {
            let search = if W { parallel.watched } else { parallel.unwatched };
            return search(self, task, observer);
        }
        let mut ctx = Context::<_, _, W>::new(&mut self.evaluate, task, observer);
        if let Some(report) = ctx.without_search(task) {
            return report;
        }
        let Some((table, stacks)) = self.memory.fit::<P>(&self.options, &task.budget, 1) else {
            return ctx.unsearched(task.position, Stop::Memory);
        };
        ctx.stack_limit = stacks;
        table.next_search();
        let run = Run::new(task.position, ctx, &table, self.memory.history::<P>(), self.options);
        run.deepen(task, Role::Alone)
    }
}

impl<P: Tactics, E: Evaluate<P>> Search<P> for Mt<P, E> {
    fn search(&mut self, task: &Task<'_, P>, observer: &mut dyn Observer<P>) -> Report<P::Move> {
        let deepens = self.options.deepening != Deepening::Never;
        best_lines(task, observer, deepens, &mut |task, observer| match observer.watches() {
            true => self.one_line::<true>(task, observer),
            false => self.one_line::<false>(task, observer),
        })
    }

    fn forget(&mut self) {
        self.memory = Memory::default();
    }
}

impl Memory {
    /// Makes the table and the stacks as large as the budget allows for `threads` threads. Returns
    /// the table and the bytes of each thread's stacks, or none if there is not enough memory.
    fn fit<P: Tactics>(
        &mut self,
        options: &MtOptions,
        budget: &Budget,
        threads: usize,
    ) -> Option<(Arc<Table>, usize)> {
        let (entries, stacks) = match budget.memory {
            None => (options.entries, usize::MAX),
            Some(cap) => {
                let history = History::bytes_for(P::HISTORY_INDICES);
                let least = threads.checked_mul(history + LEAST_STACKS)?;
                let rest = least.max(cap / 8);
                let room = cap.checked_sub(rest)? / Table::ENTRY_BYTES;
                (options.entries.min(room), rest / threads - history)
            }
        };
        if entries < 2 && budget.memory.is_some() {
            return None;
        }
        let wanted = Table::capacity(entries);
        let table = match &self.table {
            Some((size, table)) if *size == wanted => table.clone(),
            _ => self.table.insert((wanted, Arc::new(Table::growing(wanted)))).1.clone(),
        };
        Some((table, stacks))
    }

    fn history<P: Tactics>(&mut self) -> &mut History {
        self.history.get_or_insert_with(|| History::new(P::HISTORY_INDICES))
    }
}

/// Bytes of the stacks of a thread, under a cap that leaves no more.
const LEAST_STACKS: usize = 24 << 10;

/// What a search is among others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The only one: the table can grow with it.
    Alone,
    /// One that shares its table.
    Together,
    /// One that shares its table and searches this many plies deeper than it is asked to.
    Ahead(u32),
}

impl<P: Tactics, E: Evaluate<P>, const W: bool> Run<'_, '_, P, E, W> {
    /// Searches depth after depth.
    fn deepen(mut self, task: &Task<'_, P>, role: Role) -> Report<P::Move> {
        self.history.next_search();
        let deepening = self.options.deepening;
        let mut values: Vec<Score> = Vec::new();
        // The best move of the depth before is searched first: one that beats it is better.
        let report = deepen(deepening, task, &mut |depth, _| {
            let depth = match role {
                Role::Ahead(plies) => depth.saturating_add(plies),
                _ => depth,
            };
            if role == Role::Alone {
                self.make_room(deepening.applies(task));
            }
            let report = self.iteration(task.position, depth, &values);
            values.extend(report.value.exact());
            self.ctx.finish(depth, report)
        });
        match role {
            Role::Alone | Role::Together => self.ctx.at_first_sight(task.position, report),
            Role::Ahead(_) => report,
        }
    }

    /// One search to `depth`, after iterations that found `values`.
    fn iteration(&mut self, root: &P, depth: u32, values: &[Score]) -> Report<P::Move> {
        self.begin(root, depth);
        let outcome = self.drive(root, depth, values).and_then(|value| {
            self.complete_line(root, depth, value)?;
            if self.options.all_best {
                self.find_equals(root, depth, value)?;
            }
            Ok(value)
        });
        let memory = self.bytes();
        let found = std::mem::replace(&mut self.root, RootMoves::new(None));
        self.first = found.best().map(|(place, _)| place as usize).or(self.first);
        let (heuristic, all_best) = (self.heuristic, self.options.all_best);
        let iteration = Iteration { outcome, heuristic, depth, all_best, memory };
        let mut report = found.report(root, &mut self.ctx, iteration);
        // A selective search sees some wins far beyond its depth, and there may be nearer ones.
        let end = report.value.exact().and_then(Score::end);
        let beyond = end.is_some_and(|end| end.saturating_sub(root.ply()) > depth);
        report.proven &= !(self.is_selective() && beyond && self.heuristic);
        report.details.set("passes", self.passes);
        if P::NOISY && self.options.quiescence {
            report.details.set_greatest("deepest", self.deepest.into());
        }
        report.details.set_greatest("table_used", self.table.permille_used().into());
        report
    }

    /// Lets the table grow with the work that the next depth is likely to be.
    fn make_room(&mut self, deepens: bool) {
        let [before, last] = self.expanded;
        let expanded = self.ctx.meter.counts.expanded;
        self.expanded = [last, expanded];
        let growth = (expanded - last).checked_div(last - before).unwrap_or(8).clamp(2, 8);
        // Twice that, because a table that is half full seldom has to drop anything.
        let entries = if deepens { self.table.occupied() * growth * 2 } else { u64::MAX };
        // If it is stopped here, the search that follows hears of it.
        let _ = self.table.grow(entries, || self.ctx.meter.look());
    }

    /// The value of the root, by the windows of the driver.
    fn drive(&mut self, root: &P, depth: u32, values: &[Score]) -> Result<Score, Stop> {
        match self.options.driver {
            Driver::AlphaBeta | Driver::NegaScout => self.pass(root, depth, Window::FULL),
            Driver::AspirationNegaScout(width) => self.aspire(root, depth, values, width),
            Driver::Sss => self.test(root, depth, |f| f.upper),
            Driver::Dual => self.test(root, depth, |f| f.lower.up()),
            Driver::MtdF(guess) => {
                let n = values.len();
                let mut g = match guess {
                    FirstGuess::Previous => values.last().copied(),
                    FirstGuess::TwoBack => values.get(n.saturating_sub(2)).copied(),
                    FirstGuess::Fixed(value) => Some(value),
                }
                .unwrap_or(Score::ZERO);
                let mut last = Interval::UNKNOWN;
                self.test(root, depth, |f| {
                    // The value of the last pass is the bound that it moved.
                    if f.lower != last.lower {
                        g = f.lower;
                    } else if f.upper != last.upper {
                        g = f.upper;
                    }
                    last = f;
                    if g == f.lower { g.up() } else { g }
                })
            }
            Driver::CStar => self.test(root, depth, |f| {
                let sum = i64::from(f.lower.get()) + i64::from(f.upper.get());
                // Rounded up: gamma lies above the lower bound, and not above the upper one.
                Score::from_bits((sum + 1).div_euclid(2) as i32)
            }),
        }
    }

    /// NegaScout in a window about the last value.
    fn aspire(
        &mut self,
        root: &P,
        depth: u32,
        values: &[Score],
        width: u32,
    ) -> Result<Score, Stop> {
        let Some(guess) = values.last() else { return self.pass(root, depth, Window::FULL) };
        let away = |by: i64| {
            let bound = i64::from(guess.get()) + by;
            Score::from_bits(
                bound.clamp(Score::NEG_INF.get().into(), Score::POS_INF.get().into()) as i32
            )
        };
        let w = Window { alpha: away(-i64::from(width)), beta: away(width.into()) };
        let g = self.pass(root, depth, w)?;
        // A value on the bound itself is only a bound.
        if g <= w.alpha && w.alpha > Score::NEG_INF {
            self.pass(root, depth, Window { alpha: Score::NEG_INF, beta: g.up() })
        } else if g >= w.beta && w.beta < Score::POS_INF {
            self.pass(root, depth, Window { alpha: g.down(), beta: Score::POS_INF })
        } else {
            Ok(g)
        }
    }

    /// Null windows below `gamma` of what is known so far, until the bounds meet.
    fn test(
        &mut self,
        root: &P,
        depth: u32,
        mut gamma: impl FnMut(Interval) -> Score,
    ) -> Result<Score, Stop> {
        let mut f = Interval::UNKNOWN;
        loop {
            let gamma = gamma(f);
            debug_assert!(f.lower < gamma && gamma <= f.upper, "MT asked what it knew");
            let g = self.pass(root, depth, Window { alpha: gamma.down(), beta: gamma })?;
            if g < gamma {
                f.upper = g;
            } else {
                f.lower = g;
            }
            // A selective search need not agree with itself from window to window: the last word
            // counts, or there would never be one.
            debug_assert!(f.lower <= f.upper || self.options.selective, "MT crossed its bounds");
            if f.lower >= f.upper {
                return Ok(g);
            }
        }
    }

    /// One call of alpha-beta at the root.
    fn pass(&mut self, root: &P, depth: u32, w: Window) -> Result<Score, Stop> {
        self.passes += 1;
        self.value(&mut root.clone(), depth, 0, w)
    }

    /// Finds the moves of the line that the search knows only the value of: where the window was
    /// null, or the table had the answer. It asks the children one after the other whether they are
    /// worth the value; most of the answers are in the table.
    fn complete_line(&mut self, root: &P, depth: u32, value: Score) -> Result<(), Stop> {
        let mut pv = self.root.take_line(value);
        let outcome = self.lengthen(&mut pv, root, depth, value);
        // A search stopped here still reports the best move found so far.
        if !pv.is_empty() {
            self.root.set_line(pv);
        }
        outcome
    }

    fn lengthen(
        &mut self,
        pv: &mut Vec<P::Move>,
        root: &P,
        depth: u32,
        value: Score,
    ) -> Result<(), Stop> {
        let mut node = root.clone();
        self.ctx.restart(root);
        for &m in &*pv {
            self.ctx.enter(&node, m, self.ctx.index_of(&node, m));
            node.play(m);
        }
        let last = if self.options.selective { self.limit } else { depth };
        for ply in pv.len() as u32..last {
            let next = match self.options.selective {
                // Values of different depths cannot be compared: what the table says must do.
                true => self.child_known(&node, depth.saturating_sub(ply), ply),
                false => self.child_worth(&mut node, depth - ply - 1, ply, value)?,
            };
            let Some((place, m)) = next else { break };
            if ply == 0 {
                self.root.found(place, value, vec![m]);
                self.ctx.improved(&self.root, root.side(), depth);
            }
            pv.push(m);
            self.ctx.enter(&node, m, place);
            node.play(m);
        }
        Ok(())
    }

    /// All root moves that are worth `value`.
    fn find_equals(&mut self, root: &P, depth: u32, value: Score) -> Result<(), Stop> {
        let mut moves = Vec::new();
        root.moves(&mut moves);
        self.ctx.restart(root);
        let mut node = root.clone();
        let mut equals = Vec::new();
        for (place, &m) in moves.iter().enumerate() {
            if !self.ctx.excludes(m) && self.is_worth(&mut node, (place, m), depth - 1, 0, value)? {
                equals.push((place as u32, m));
            }
        }
        self.root.set_equals(equals);
        Ok(())
    }

    /// The child that the table names; of the root's, one of those to choose among.
    fn child_known(&self, node: &P, depth: u32, ply: u32) -> Option<(usize, P::Move)> {
        let mut moves = Vec::new();
        node.moves(&mut moves);
        let found = self.root.best().filter(|_| ply == 0).map(|(place, _)| place as usize);
        let place = found.or_else(|| self.best_known(node, depth))?;
        let m = *moves.get(place)?;
        (ply > 0 || !self.ctx.excludes(m)).then_some((place, m))
    }

    /// The first child that is worth as much as its parent: the one that the table names, if it is.
    fn child_worth(
        &mut self,
        node: &mut P,
        depth: u32,
        ply: u32,
        value: Score,
    ) -> Result<Option<(usize, P::Move)>, Stop> {
        let mut moves = Vec::new();
        node.moves(&mut moves);
        let known = self.best_known(node, depth + 1).filter(|&best| best < moves.len());
        for k in 0..moves.len() {
            let place = known.map_or(k, |first| order::in_front(k, first));
            let allowed = ply > 0 || !self.ctx.excludes(moves[place]);
            if allowed && self.is_worth(node, (place, moves[place]), depth, ply, value)? {
                return Ok(Some((place, moves[place])));
            }
        }
        debug_assert!(moves.is_empty(), "no child is worth what its parent is");
        Ok(None)
    }

    /// Whether the child after a move, named by its place and itself, is worth at least `value` to the
    /// side to move.
    fn is_worth(
        &mut self,
        node: &mut P,
        (place, m): (usize, P::Move),
        depth: u32,
        ply: u32,
        value: Score,
    ) -> Result<bool, Stop> {
        let side = node.side();
        let w = match side {
            Side::Max => Window { alpha: value.down(), beta: value },
            Side::Min => Window { alpha: value, beta: value.up() },
        };
        self.ctx.meter.generate(1)?;
        self.ctx.enter(node, m, place);
        let answer = node.visit(m, |child| self.value(child, depth, ply + 1, w));
        self.ctx.leave();
        Ok(!value.beats(answer?, side))
    }
}

/// With fewer leaves below it than this, a node is searched again sooner than looked up.
const KEPT_LEAVES: usize = 64;
/// With fewer leaves below it than this, a node's children are not worth an order.
const ORDERED_LEAVES: usize = 16;

/// The least depth at which a tree has `leaves` leaves, if each of its nodes has `moves` moves.
fn depth_with(leaves: usize, moves: usize) -> u32 {
    let moves = moves.max(2);
    (1..).find(|&depth| moves.saturating_pow(depth) >= leaves).expect("two moves or more")
}

/// A new search's stacks.
impl<'a, 't, P: Tactics, E: Evaluate<P>, const W: bool> Run<'a, 't, P, E, W> {
    fn new(
        root: &P,
        mut ctx: Context<'a, P, E, W>,
        table: &'t TranspositionTable<BoundsEntry>,
        history: &'t mut History,
        options: MtOptions,
    ) -> Self {
        ctx.key_of = Some(P::key);
        let list = ctx.list(root);
        ctx.unlist(list);
        // MTD(f) and C* revisit nodes, so good move ordering pays off one ply nearer to the leaves.
        let again = matches!(options.driver, Driver::MtdF(_) | Driver::CStar);
        let static_from = match P::STATIC_ORDER_FROM {
            u32::MAX => u32::MAX,
            from => from.saturating_sub(again.into()).max(depth_with(ORDERED_LEAVES, list.count)),
        };
        let static_from = match options.order_from {
            OrderFrom::Auto => static_from.max(2),
            OrderFrom::Never => u32::MAX,
            OrderFrom::Depth(depth) => depth.max(2),
        };
        let kept = depth_with(KEPT_LEAVES, list.count).max(2);
        let table_from = options.table_from.unwrap_or(kept);
        Run {
            ctx,
            table,
            history,
            killers: Killers::default(),
            options,
            static_from,
            table_from,
            lines: Lines::new(),
            root: RootMoves::new(None),
            order: Vec::new(),
            first: None,
            heuristic: false,
            limit: 0,
            passed: false,
            expanded: [0; 2],
            passes: 0,
            deepest: 0,
        }
    }
}
