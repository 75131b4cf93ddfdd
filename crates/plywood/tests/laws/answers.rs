//! What a search answers when it is stopped at any moment, and what it tells on the way.

use crate::common::{blackboard, has_ties, trees};
use plywood::search::*;
use plywood::{
    BestSoFar, Budget, Evaluate, Event, EventKind, Listener, Observer, Position, Progress, Report,
    Score, Search, Stop, Tactics, Task,
};
use plywood_games::connect4::OpenLines;
use plywood_games::tree::Tree;
use plywood_games::{Chess, Connect4, Game, Othello, StaticValue};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Evaluates as another does, and sets a flag after `left` evaluations.
struct StopsAfter<E> {
    evaluation: E,
    left: Arc<AtomicU32>,
    flag: Arc<AtomicBool>,
}

impl<P: Position, E: Evaluate<P>> Evaluate<P> for StopsAfter<E> {
    fn evaluate(&mut self, position: &P) -> Score {
        match self.left.load(Ordering::Relaxed) {
            0 => self.flag.store(true, Ordering::Relaxed),
            left => self.left.store(left - 1, Ordering::Relaxed),
        }
        self.evaluation.evaluate(position)
    }
}

/// A finished depth or a better move: depth, value and line, as far as the listener was told.
#[derive(Clone, Debug, PartialEq)]
struct Told<M> {
    finished: bool,
    depth: u32,
    /// The depth of the search that found it.
    searched: u32,
    value: plywood::Interval,
    pv: Vec<M>,
}

impl<M: Copy> Told<M> {
    fn of(news: Progress<'_, M>) -> Told<M> {
        match news {
            Progress::Finished(Report { depth, value, pv, stop, .. }) => {
                // A search of everything says how long its line is.
                let searched = if *stop == Stop::Complete { u32::MAX } else { *depth };
                Told { finished: true, depth: *depth, searched, value: *value, pv: pv.clone() }
            }
            Progress::Improved(BestSoFar { value, pv, depth, .. }) => {
                Told { finished: false, depth, searched: depth, value, pv: pv.to_vec() }
            }
        }
    }
}

/// Searches until the flag is set, which it is after `evaluations`, and checks the answer against
/// what was told. Before that it searches another position: what is kept of it must be cleared.
fn stopped<G: Game, S: Search<G>>(
    name: &str,
    search: impl FnOnce(StopsAfter<G::Evaluation>) -> S,
    root: &G,
    evaluations: u32,
) where
    G::Move: std::fmt::Debug,
{
    let (left, flag) = (Arc::new(AtomicU32::new(u32::MAX)), Arc::new(AtomicBool::new(false)));
    let evaluation = G::Evaluation::default();
    let mut search = search(StopsAfter { evaluation, left: left.clone(), flag: flag.clone() });
    let mut other = root.clone();
    other.play(other.move_at(0, &mut Vec::new()));
    search.run(&other, &Budget::new().nodes(20_000).memory(64 << 20));
    left.store(evaluations, Ordering::Relaxed);
    flag.store(evaluations == 0, Ordering::Relaxed);
    let budget = Budget::new().stop_flag(flag).memory(64 << 20);
    let mut told = Vec::new();
    let mut hear = |news: Progress<'_, G::Move>| told.push(Told::of(news));
    let report = search.search(&Task::new(root).budget(budget), &mut Listener::new(&mut hear));
    let context = format!("{name} stopped after {evaluations}: {report:?}");
    assert!(matches!(report.stop, Stop::Cancelled | Stop::Terminal), "{context}");
    assert_ne!(report.value, plywood::Interval::UNKNOWN, "{context}");
    assert_eq!(report.pv.first(), report.best.as_ref(), "{context}");
    assert!(report.best.is_some(), "{context}");
    let last = told.iter().rposition(|told| told.finished);
    if let Some(last) = last {
        let finished = &told[last];
        let better = told[last + 1..].last();
        let kept = report.value == finished.value && report.pv == finished.pv;
        let since = |better: &Told<_>| {
            report.value == better.value && report.pv.first() == better.pv.first()
        };
        assert!(kept || better.is_some_and(since), "{context}: {finished:?} {better:?}");
        assert!(report.depth >= finished.depth, "{context}: {finished:?}");
    } else if let Some(best) = told.last().filter(|_| report.value.exact().is_none()) {
        assert_eq!(report.pv.first(), best.pv.first(), "{context}");
    }
}

fn each_algorithm_at<G: Game + Tactics>(root: &G)
where
    G::Move: std::fmt::Debug,
{
    for evaluations in [0, 1, 10, 200, 3_000, 40_000] {
        let check = |name, driver| {
            stopped(name, |e| Mt::with(MtOptions::new(driver), e), root, evaluations);
        };
        check("alpha-beta-memory", Driver::AlphaBeta);
        check("negascout", Driver::NegaScout);
        check("aspiration", Driver::AspirationNegaScout(50));
        check("sss", Driver::Sss);
        check("dual", Driver::Dual);
        check("mtdf", Driver::MtdF(FirstGuess::Previous));
        check("c-star", Driver::CStar);
        let playing = MtOptions {
            selective: Switch::On,
            quiescence: Switch::On,
            ..MtOptions::new(Driver::NegaScout)
        };
        stopped("selective", |e| Mt::with(playing, e), root, evaluations);
        stopped("minimax", Minimax::new, root, evaluations);
        stopped("alpha-beta", AlphaBeta::new, root, evaluations);
        let options = AlphaBetaOptions { order: NodeOrder::Static, ..Default::default() };
        stopped("alpha-beta, ordered", |e| AlphaBeta::with(options, e), root, evaluations);
        stopped("alpha-beta-saved-tree", AlphaBetaSavedTree::new, root, evaluations);
        stopped("stockman-sss", StockmanSss::new, root, evaluations);
        stopped("stockman-dual", StockmanDual::new, root, evaluations);
        stopped("best-first", BestFirst::new, root, evaluations);
        stopped("recursive-best-first", RecursiveBestFirst::new, root, evaluations);
        stopped("best-first-saved-tree", BestFirstSavedTree::new, root, evaluations);
        stopped("best-first-extension", BestFirstExtension::new, root, evaluations);
        stopped("least-certainty", LeastCertainty::new, root, evaluations);
    }
}

#[test]
fn a_search_stopped_at_any_moment_has_an_answer() {
    each_algorithm_at(&Othello::parse(Some("f5d6c3")).unwrap());
    each_algorithm_at(&Connect4::default());
    each_algorithm_at(&Chess::default());
}

/// A better move that is told of is worth at least what was told, and beats what the depth before
/// preferred.
#[test]
fn better_moves_are_worth_what_is_told() {
    let mut improved = 0;
    for (seed, tree) in trees(600).filter(|(_, tree)| !tree.is_over()) {
        let side = tree.side();
        let worth = |m: u32, depth: u32| {
            let mut child = tree.clone();
            child.play(m);
            blackboard(&mut child, depth - 1)
        };
        let mut check = |told: Vec<Told<u32>>| {
            let mut before: Option<u32> = None;
            for told in told {
                let (m, value) = (told.pv[0], worth(told.pv[0], told.searched));
                let bound =
                    if side == plywood::Side::Max { told.value.lower } else { told.value.upper };
                assert!(!bound.beats(value, side), "seed {seed}: {told:?}");
                if let Some(before) = before.filter(|_| !told.finished) {
                    let rival = worth(before, told.searched);
                    assert!(!rival.beats(value, side), "seed {seed}: {told:?} against {before}");
                    improved += 1;
                }
                if told.finished {
                    assert_eq!(told.value.exact(), Some(value), "seed {seed}: {told:?}");
                    before = Some(m);
                }
            }
        };
        let deepening = Deepening::Always;
        check(told(
            AlphaBeta::with(AlphaBetaOptions { deepening, ..Default::default() }, StaticValue),
            &tree,
        ));
        check(told(
            Minimax::with(MinimaxOptions { deepening, all_best: false }, StaticValue),
            &tree,
        ));
        let options = AlphaBetaSavedTreeOptions { deepening, ..Default::default() };
        check(told(AlphaBetaSavedTree::with(options, StaticValue), &tree));
        for driver in [
            Driver::AlphaBeta,
            Driver::NegaScout,
            Driver::AspirationNegaScout(2),
            Driver::MtdF(FirstGuess::Previous),
            Driver::CStar,
        ] {
            check(told(
                Mt::with(MtOptions { entries: 1 << 10, ..MtOptions::new(driver) }, StaticValue),
                &tree,
            ));
        }
        let options = StockmanSssOptions { deepening, all_best: false };
        check(told(StockmanSss::with(options, StaticValue), &tree));
        let options = StockmanDualOptions { deepening, all_best: false };
        check(told(StockmanDual::with(options, StaticValue), &tree));
    }
    assert!(improved > 1000, "{improved}");
}

fn told<S: Search<Tree>>(mut search: S, tree: &Tree) -> Vec<Told<u32>> {
    let mut told = Vec::new();
    let mut hear = |news: Progress<'_, u32>| told.push(Told::of(news));
    let listener = &mut Listener::new(&mut hear);
    let report = search.search(&Task::new(tree).budget(Budget::new()), listener);
    let last = told.iter().rfind(|told| told.finished).expect("a finished depth");
    assert_eq!((last.depth, last.value), (report.depth, report.value));
    assert_eq!(last.pv, report.pv);
    told
}

/// Compares the answers on the way with the root as every expansion leaves it.
#[derive(Default)]
struct Both {
    /// Of equals the observer may be told of another one.
    ties: bool,
    root: Option<(Score, u32)>,
    answers: u64,
}

impl Observer<Tree> for Both {
    fn event(&mut self, event: &Event<'_, u32>) {
        if let EventKind::Expanded(expansion) = event.kind {
            self.root = expansion.root_value.zip(expansion.best);
        }
    }
    fn listens(&self) -> bool {
        true
    }
    fn improved(&mut self, best: BestSoFar<'_, u32>) {
        let (value, m) = self.root.expect("an expansion before an answer");
        assert_eq!(best.value.exact(), Some(value));
        assert!(self.ties || best.pv[0] == m, "{best:?}, {m}");
        self.answers += 1;
    }
}

#[test]
fn best_first_searches_answer_whenever_they_are_back_at_the_root() {
    let mut answers = 0;
    for (seed, tree) in trees(600).filter(|(_, tree)| !tree.is_over()) {
        let mut both = Both { ties: has_ties(seed), ..Both::default() };
        let both_ways = &mut both;
        BestFirst::new(StaticValue).search(&Task::new(&tree).budget(Budget::new()), both_ways);
        // An expansion that is completed later changes the root's value, and is not told of again.
        let options = BestFirstSavedTreeOptions { early_return: false, ..Default::default() };
        let mut saved = BestFirstSavedTree::with(options, StaticValue);
        saved.search(&Task::new(&tree).budget(Budget::new()), both_ways);
        RecursiveBestFirst::new(StaticValue)
            .search(&Task::new(&tree).budget(Budget::new()), both_ways);
        assert!(both.answers >= 3, "the root's children are an answer");
        answers += both.answers;
    }
    assert!(answers > 3000, "{answers}");
}

/// The depths told of are 1, 2, … whichever algorithm deepens.
#[test]
fn every_search_that_deepens_tells_of_its_depths() {
    fn depths<S: Search<Connect4>>(mut search: S) -> Vec<u32> {
        let mut depths = Vec::new();
        let mut hear = |news: Progress<'_, _>| {
            if let Progress::Finished(report) = news {
                depths.push(report.depth);
            }
        };
        let listener = &mut Listener::new(&mut hear);
        let budget = Budget::new().depth(4);
        search.search(&Task::new(&Connect4::default()).budget(budget.clone()), listener);
        depths
    }
    let deepening = Deepening::Always;
    let all = [1, 2, 3, 4];
    assert_eq!(
        depths(Minimax::with(MinimaxOptions { deepening, all_best: false }, OpenLines)),
        all
    );
    assert_eq!(
        depths(AlphaBeta::with(AlphaBetaOptions { deepening, ..Default::default() }, OpenLines)),
        all
    );
    let options = AlphaBetaSavedTreeOptions { deepening, ..Default::default() };
    assert_eq!(depths(AlphaBetaSavedTree::with(options, OpenLines)), all);
    assert_eq!(
        depths(StockmanSss::with(StockmanSssOptions { deepening, all_best: false }, OpenLines)),
        all
    );
    for driver in [Driver::NegaScout, Driver::Sss, Driver::Dual, Driver::CStar] {
        assert_eq!(
            depths(Mt::with(MtOptions { deepening, ..MtOptions::new(driver) }, OpenLines)),
            all
        );
    }
    // Without deepening there is one.
    assert_eq!(depths(AlphaBeta::new(OpenLines)), [4]);
}

/// "At most" holds for all threads together, and one thread is as it was.
fn limits_at<G: Game + Tactics<Move: Sync> + Sync>(root: &G) {
    let options = MtOptions { entries: 1 << 12, ..MtOptions::default() };
    let search = |threads, budget: &Budget| {
        let options = MtOptions { threads, ..options };
        Mt::parallel(options, G::Evaluation::default()).run(root, budget)
    };
    for threads in 1..=8 {
        for limit in [1, 36, 500, 9_999, 60_000] {
            let report = search(threads, &Budget::new().nodes(limit));
            let generated = report.counts.generated;
            assert!(generated <= limit, "{threads} threads: {generated} of {limit} nodes");
            // What one thread leaves, others may have drawn: little of a large limit is lost.
            assert!(limit < 1000 || generated > limit / 2, "{threads} threads: {generated}");
            let report = search(threads, &Budget::new().evaluations(limit));
            let evaluated = report.counts.evaluated;
            assert!(evaluated <= limit, "{threads} threads: {evaluated} of {limit} evaluations");
        }
    }
    let budget = Budget::new().nodes(20_000);
    let alone = Mt::with(options, G::Evaluation::default()).run(root, &budget);
    assert_eq!(search(1, &budget).counts, alone.counts);
}

#[test]
fn limits_hold_for_any_number_of_threads() {
    limits_at(&Othello::parse(Some("f5d6c3")).unwrap());
    limits_at(&Connect4::default());
    limits_at(&Chess::default());
}

/// Panics wherever it was cloned to: on every thread but the first.
struct Fragile {
    evaluation: <Connect4 as Game>::Evaluation,
    broken: bool,
}

impl Clone for Fragile {
    fn clone(&self) -> Fragile {
        Fragile { evaluation: self.evaluation, broken: true }
    }
}

impl Evaluate<Connect4> for Fragile {
    fn evaluate(&mut self, position: &Connect4) -> Score {
        assert!(!self.broken, "a helper falls over");
        self.evaluation.evaluate(position)
    }
}

#[test]
fn the_first_thread_answers_though_others_fall_over() {
    let fragile = Fragile { evaluation: Default::default(), broken: false };
    let mut search = Mt::parallel(MtOptions { threads: 3, ..MtOptions::default() }, fragile);
    let report = search.run(&Connect4::default(), &Budget::new().depth(6));
    assert_eq!((report.stop, report.depth), (Stop::Depth, 6));
    assert!(report.best.is_some());
}
