//! What is called proven is true: the value is that of the game, and the best move, its equals and every move of
//! the line keep it. Checked against minimax for every algorithm with options drawn at random, under budgets of
//! all kinds, on trees with many ties in which games are won, lost or counted in points.

use plywood::search::*;
use plywood::{Budget, Evaluate, Keyed, Position, Report, Score, Search, Side, Tactics, Task};
use plywood_games::random::Rng;
use plywood_games::tree::{Shape, Tree};
use std::collections::BTreeMap;

/// A tree in which leaves with extreme values are won or lost games, with tactics drawn at random.
#[derive(Clone, PartialEq)]
struct Decisive {
    tree: Tree,
    /// Leaves with this value and beyond are won or lost.
    won_from: i32,
    /// A null move was made.
    passed: bool,
}

impl Decisive {
    fn drawn(&self, what: u64, span: u64) -> u64 {
        plywood::hash(&[self.tree.key(), what]) % span
    }
}

impl Position for Decisive {
    type Move = u32;
    type Undo = (u32, bool);

    fn side(&self) -> Side {
        if self.passed { !self.tree.side() } else { self.tree.side() }
    }

    fn moves(&self, out: &mut Vec<u32>) {
        self.tree.moves(out);
    }

    fn result(&self) -> Score {
        match self.tree.value() {
            value if value >= self.won_from => Score::win(self.tree.ply()),
            value if value <= -self.won_from => Score::loss(self.tree.ply()),
            value => Score::new(value),
        }
    }

    fn play(&mut self, m: u32) -> (u32, bool) {
        (self.tree.play(m), std::mem::take(&mut self.passed))
    }

    fn undo(&mut self, m: u32, (parent, passed): (u32, bool)) {
        self.tree.undo(m, parent);
        self.passed = passed;
    }

    fn is_over(&self) -> bool {
        self.tree.is_over()
    }
}

impl Keyed for Decisive {
    fn key(&self) -> u64 {
        plywood::hash(&[self.tree.key(), self.passed.into()])
    }
}

impl Tactics for Decisive {
    const HISTORY_INDICES: usize = 4;
    const NOISY: bool = true;
    const MARGIN: i32 = 2;

    fn history_index(&self, m: u32) -> usize {
        m as usize % 4
    }

    fn ordering_score(&self, m: u32) -> i32 {
        self.drawn(m.into(), 3) as i32 - 1
    }

    fn gain(&self, _: u32) -> i32 {
        2
    }

    fn noisy_moves(&self, out: &mut Vec<u32>) {
        out.extend((0..self.tree.child_count()).filter(|&m| self.drawn(m.into(), 3) == 2));
    }

    fn is_forced(&self) -> bool {
        !self.passed && self.drawn(100, 5) == 0
    }

    fn pass(&mut self) -> Option<(u32, bool)> {
        let undo = (!self.is_forced() && !self.passed).then_some((0, false));
        self.passed |= undo.is_some();
        undo
    }

    fn undo_pass(&mut self, _: (u32, bool)) {
        self.passed = false;
    }
}

#[derive(Clone)]
struct Value;

impl Evaluate<Decisive> for Value {
    fn evaluate(&mut self, position: &Decisive) -> Score {
        Score::new(position.tree.value())
    }
}

fn minimax(node: &mut Decisive) -> Score {
    if node.is_over() {
        return node.result();
    }
    let side = node.side();
    let values = (0..node.tree.child_count()).map(|m| node.visit(m, minimax));
    values.reduce(|a, b| a.better(b, side)).expect("a move")
}

/// Whether a position that is worth `truth` deserves to be called worth `value`: a won game may be won sooner.
fn deserves(value: Score, truth: Score) -> bool {
    match value.winner() {
        Some(winner) => truth.winner() == Some(winner) && !value.beats(truth, winner),
        None => truth == value,
    }
}

/// What is wrong with the value and the line of a proven answer.
fn fault_of_line(root: &Decisive, value: Score, line: &[u32]) -> Option<String> {
    let mut node = root.clone();
    for (ply, &m) in line.iter().enumerate() {
        if m >= node.tree.child_count() {
            return Some(format!("move {ply} of the line is not legal"));
        }
        node.play(m);
        let truth = minimax(&mut node);
        if !deserves(value, truth) {
            return Some(format!("move {ply} of the line leads to {truth}"));
        }
    }
    None
}

/// What is wrong with a report, if it calls something proven.
fn fault(task: &Task<'_, Decisive>, report: &Report<u32>) -> Option<String> {
    let root = task.position;
    for line in report.lines.iter().filter(|line| line.proven) {
        let Some(value) = line.value.exact() else {
            return Some("a proven line has only bounds".into());
        };
        if line.pv.is_empty() {
            return Some("a proven line is empty".into());
        }
        if let Some(fault) = fault_of_line(root, value, &line.pv) {
            return Some(format!("a line of several: {fault}"));
        }
    }
    if !report.proven {
        return None;
    }
    let Some(value) = report.value.exact() else { return Some("bounds are called proven".into()) };
    let allowed = (0..root.tree.child_count()).filter(|&m| task.allows(m));
    let values = allowed.map(|m| root.clone().visit(m, minimax));
    let truth = values.reduce(|a, b| a.better(b, root.side()));
    let truth = truth.unwrap_or_else(|| root.result());
    if !deserves(value, truth) {
        return Some(format!("the value is {truth}"));
    }
    if report.best.is_some_and(|m| !task.allows(m)) || report.best.is_none() != root.is_over() {
        return Some("no move that may be chosen".into());
    }
    if report.pv.first() != report.best.as_ref() {
        return Some("the line does not begin with the best move".into());
    }
    let all = &report.equally_good;
    if !all.is_empty() && report.best.is_some_and(|best| !all.contains(&best)) {
        return Some("the best move is not among its equals".into());
    }
    let equals = all.iter().find_map(|&m| fault_of_line(root, value, &[m]));
    equals.or_else(|| fault_of_line(root, value, &report.pv))
}

fn draw<T: Copy>(rng: &mut Rng, items: &[T]) -> T {
    *rng.choose(items).expect("an item")
}

type Boxed = Box<dyn Search<Decisive>>;

/// An algorithm with options, and its name.
fn algorithm(rng: &mut Rng) -> (&'static str, String, Boxed) {
    let mut flag = || rng.below(2) == 0;
    let (all_best, early_return, many) = (flag(), flag(), flag());
    let deepening = draw(rng, &[Deepening::Never, Deepening::Always, Deepening::IfUnbounded]);
    let bounds = draw(rng, &[Bounds::FailSoft, Bounds::FailHard]);
    let when_full = draw(rng, &[WhenFull::Prune, WhenFull::Linear, WhenFull::Stop]);
    macro_rules! search {
        ($name:literal, $search:ident, $options:expr) => {{
            let options = $options;
            ($name, format!("{options:?}"), Box::new($search::with(options, Value)))
        }};
    }
    match rng.below(16) {
        0 => search!("minimax", Minimax, MinimaxOptions { deepening, all_best }),
        1 => {
            let order = draw(rng, &[NodeOrder::Listed, NodeOrder::Static]);
            let horizon = draw(rng, &[Horizon::OneAtATime, Horizon::AllAtOnce]);
            let more = AlphaBetaOptions { deepening, all_best, ..Default::default() };
            search!("alpha-beta", AlphaBeta, AlphaBetaOptions { order, horizon, bounds, ..more })
        }
        2 => {
            let options = AlphaBetaSavedTreeOptions { bounds, deepening, all_best };
            search!("alpha-beta-saved-tree", AlphaBetaSavedTree, options)
        }
        3 => {
            search!("stockman-sss", StockmanSss, StockmanSssOptions { deepening, all_best })
        }
        4 => {
            search!("stockman-dual", StockmanDual, StockmanDualOptions { deepening, all_best })
        }
        5 => search!("best-first", BestFirst, BestFirstOptions { all_best }),
        6 => {
            let variant = match many {
                true => Variant::Full,
                false => Variant::Simple { early_return },
            };
            let options = RecursiveBestFirstOptions { variant, all_best };
            search!("recursive-best-first", RecursiveBestFirst, options)
        }
        7 | 8 => {
            let options = BestFirstSavedTreeOptions { early_return, when_full, all_best };
            search!("best-first-saved-tree", BestFirstSavedTree, options)
        }
        9 => {
            let horizon = rng.below(4);
            let more = BestFirstExtensionOptions { early_return, when_full, ..Default::default() };
            let options = BestFirstExtensionOptions { horizon, bounds, all_best, ..more };
            search!("best-first-extension", BestFirstExtension, options)
        }
        10 | 11 => {
            let options = LeastCertaintyOptions {
                threshold: draw(rng, &[None, None, Some(2)]),
                certainty: draw(rng, &[CertaintyFrom::Swings, CertaintyFrom::Proof]),
                swings: draw(rng, &[SwingUpdate::Lazy, SwingUpdate::WholeTree]),
                seed: rng.next(),
                all_best,
                ..Default::default()
            };
            search!("least-certainty", LeastCertainty, options)
        }
        kind => {
            let defaults = MtOptions::new(draw(rng, &crate::common::drivers(1)));
            let options = MtOptions {
                entries: draw(rng, &[2, 16, 1 << 10]),
                order_from: draw(rng, &[OrderFrom::Auto, OrderFrom::Depth(2), OrderFrom::Never]),
                table_from: draw(rng, &[None, Some(0), Some(2)]),
                quiescence: early_return.into(),
                deepening,
                all_best,
                ..defaults
            };
            match kind {
                12 => search!("singular", Mt, MtOptions { singular: Switch::On, ..options }),
                13 => search!("selective", Mt, MtOptions { selective: Switch::On, ..options }),
                _ => search!("table", Mt, options),
            }
        }
    }
}

fn budget(rng: &mut Rng) -> Budget {
    let budget = Budget::new();
    let budget = match rng.below(7) {
        0 => budget,
        1 => budget.nodes(1 + u64::from(rng.below(60))),
        2 => budget.nodes(1 + u64::from(rng.below(1000))),
        3 => budget.evaluations(1 + u64::from(rng.below(100))),
        4 => budget.artificial_time(1 + u64::from(rng.below(50_000))),
        // Where memory is full, a tree may be pruned and grown again for a long time.
        5 => budget.memory(200 + rng.below(30_000) as usize).nodes(3000),
        _ => budget.depth(1 + rng.below(5)),
    };
    if rng.below(16) == 0 { budget.widest(1 + rng.below(3)) } else { budget }
}

fn root(rng: &mut Rng) -> Decisive {
    let largest = draw(rng, &[1, 3, 3, 20]);
    let shape = Shape {
        max_children: 2 + rng.below(3),
        max_depth: 2 + rng.below(4),
        leaf_chance: draw(rng, &[0, 15, 40]),
        values: -largest..=largest,
        alternate: rng.below(3) > 0,
    };
    let tree = Tree::random(rng.next(), &shape);
    let won_from = draw(rng, &[largest, (largest * 2 + 2) / 3, i32::MAX]);
    Decisive { tree, won_from, passed: false }
}

/// Asks one search three questions about a tree, or about positions one move further down each time.
fn ask(seed: u64, mut hear: impl FnMut(&'static str, &str, &Task<'_, Decisive>, &Report<u32>)) {
    let mut rng = Rng::new(seed);
    let mut position = root(&mut rng);
    let (name, options, mut search) = algorithm(&mut rng);
    for _ in 0..3 {
        let mut among: Vec<u32> = (0..position.tree.child_count()).collect();
        match rng.below(4) {
            0 => among.retain(|_| rng.below(2) == 0),
            _ => among.clear(),
        }
        let lines = if rng.below(4) == 0 { 2 + rng.below(2) as usize } else { 1 };
        let task = Task::new(&position).budget(budget(&mut rng)).among(&among).lines(lines);
        let report = search.search(&task, &mut ());
        hear(name, &options, &task, &report);
        if rng.below(2) == 0
            && let Some(m) = plywood_games::random::random_move(&position, &mut rng)
        {
            search.advance(m);
            position.play(m);
        }
    }
}

/// Checks the answers to the questions of these seeds, and that every algorithm proves some.
fn check(seeds: std::ops::Range<u64>) {
    let mut answers: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    for seed in seeds {
        ask(seed, |name, options, task, report| {
            let [all, proven] = answers.entry(name).or_default();
            *all += 1;
            *proven += u64::from(report.proven);
            if let Some(fault) = fault(task, report) {
                let Decisive { tree, won_from, .. } = task.position;
                panic!(
                    "seed {seed} {name} {options}: {fault}: {report:?}\nto {:?} among {:?}, won from \
                     {won_from}: {}",
                    task.budget,
                    task.among,
                    tree.to_json()
                );
            }
        });
    }
    for (name, [all, proven]) in answers {
        assert!(proven * 20 > all, "{name}: {proven} of {all} answers are proven");
    }
}

#[test]
fn what_is_called_proven_is_true() {
    check(0..10_000);
}

/// Trees in which the principal line of best-first minimax ends below a move that only looks as good as the
/// proven one.
#[test]
fn of_equal_moves_the_best_one_is_proven() {
    let options = BestFirstExtensionOptions { horizon: 1, ..Default::default() };
    let searches: [Boxed; 3] = [
        Box::new(BestFirst::new(Value)),
        Box::new(BestFirstSavedTree::new(Value)),
        Box::new(BestFirstExtension::with(options, Value)),
    ];
    for mut search in searches {
        for (json, best) in [
            ("[0,[-29701,-880749],[-630162,[-814314,-2000000000],-880749]]", 0),
            ("[0,[1,-1],[3,0,[0,[-2,-2]],-1]]", 0),
            ("[0,[1,[0,[0,0,[0,[-1,0,-1,-1]]]]],0]", 1),
        ] {
            let tree = Tree::from_json(json).unwrap();
            let root = Decisive { tree, won_from: i32::MAX, passed: false };
            let task = Task::new(&root);
            let report = search.search(&task, &mut ());
            assert_eq!((report.best, report.proven), (Some(best), true), "{json}");
            assert_eq!(fault(&task, &report), None, "{json}: {report:?}");
        }
    }
}

/// A selective search reduces a move by its place in the order, so that a second search of the best move may find less
/// than the first one did. With these seeds it does, which happens once in three million searches.
#[test]
fn the_best_move_is_among_its_equals() {
    for seed in [735_106_758, 735_371_506] {
        let mut proven = 0;
        ask(seed, |name, options, task, report| {
            assert_eq!(fault(task, report), None, "seed {seed} {name} {options}: {report:?}");
            proven += u32::from(report.proven && !report.equally_good.is_empty());
        });
        assert!(proven > 0, "seed {seed}");
    }
}
