//! The value of a fixed depth is the same for every algorithm, in every game: also where the history of
//! a position matters, and beyond a noisy horizon.

use crate::common;
use plywood::search::*;
use plywood::{
    Budget, Evaluate, Event, EventKind, Interval, Keyed, Observer, Position, Score, Search, Side,
    Tactics, Task, Window, hash,
};
use plywood_games::random::random_game;
use plywood_games::{
    BuiltIn, Checkers, Chess, Connect4, Game, GameList, GameVisitor, Othello, RandomTree,
    StaticValue, Tree,
};

fn drivers() -> impl Iterator<Item = Driver> {
    common::drivers(30).into_iter().chain([Driver::MtdF(FirstGuess::TwoBack)])
}

/// Alpha-beta with quiescence search as one would write it on a blackboard.
fn blackboard<P: Tactics, E: Evaluate<P>>(
    node: &mut P,
    depth: u32,
    mut w: Window,
    evaluate: &mut E,
) -> Score {
    if node.is_over() {
        return node.result();
    }
    let side = node.side();
    let mut moves = Vec::new();
    let mut best = Score::worst(side);
    if depth > 0 || node.is_forced() {
        node.moves(&mut moves);
    } else {
        best = evaluate.evaluate(node);
        w = w.narrow(side, best);
        node.noisy_moves(&mut moves);
    }
    for m in moves {
        if w.is_empty() {
            break;
        }
        let deep = depth.saturating_sub(1);
        best = best.better(node.visit(m, |child| blackboard(child, deep, w, evaluate)), side);
        w = w.narrow(side, best);
    }
    best
}

/// A position after a random walk from `start`; none if the game ends on the way.
fn walk<G: Game>(start: &G, plies: u32, seed: u64) -> Option<G> {
    let mut game = random_game(start.clone(), seed);
    game.nth(plies as usize).filter(|position| !position.is_over())
}

/// One search for each driver, which keep their small tables from position to position.
fn searches<G: Game>(quiescence: bool) -> Vec<(Driver, Mt<G, G::Evaluation>)> {
    let options = |driver| MtOptions {
        entries: 1 << 12,
        table_from: Some(0),
        quiescence: quiescence.into(),
        ..MtOptions::new(driver)
    };
    let search = |driver| (driver, Mt::with(options(driver), G::Evaluation::default()));
    drivers().map(search).collect()
}

/// Compares positions of random games from the examples of each game.
struct SameValues;

impl GameVisitor for SameValues {
    fn visit<G: Game>(&mut self) {
        let mut evaluation = G::Evaluation::default();
        let (mut plain, mut quiet) = (searches::<G>(false), searches::<G>(true));
        for &(text, most) in G::EXAMPLES {
            let start = G::parse(Some(text).filter(|text| !text.is_empty())).unwrap();
            for position in (0..10).map(|seed| somewhere(&start, seed)) {
                let shallow = most.div_ceil(2);
                for depth in [shallow, most] {
                    let budget = Budget::new().depth(depth);
                    let twin = AlphaBeta::new(G::Evaluation::default()).run(&position, &budget);
                    for (driver, search) in &mut plain {
                        let report = search.run(&position, &budget);
                        let what = || format!("{} {driver:?} {depth} {}", G::NAME, position.text());
                        assert_eq!(report.value, twin.value, "{}", what());
                    }
                }
                let budget = Budget::new().depth(shallow);
                let mut node = position.clone();
                let twin = blackboard(&mut node, shallow, Window::FULL, &mut evaluation);
                for (driver, search) in &mut quiet {
                    let report = search.run(&position, &budget);
                    let what = || format!("{} quiet {driver:?} {}", G::NAME, position.text());
                    assert_eq!(report.value.exact(), Some(twin), "{}", what());
                }
            }
        }
    }
}

/// A position of a random game from `start`.
fn somewhere<G: Game>(start: &G, seed: u64) -> G {
    let game = random_game(start.clone(), seed).filter(|position| !position.is_over()).take(60);
    let game: Vec<G> = game.collect();
    game[seed as usize * 7 % game.len()].clone()
}

#[test]
fn every_driver_has_the_value_of_alpha_beta_in_every_game() {
    BuiltIn::each(&mut SameValues);
}

/// Four plies bring every position back. Without the history in the key, the table would answer for one
/// history with the value of another.
#[test]
fn a_repetition_is_seen_through_the_table() {
    let start = "7k/8/8/8/8/8/q7/7K b - - 0 1";
    let shuffle = "Qb2 Kg1 Qa2 Kh1";
    let once = Chess::parse(Some(&format!("{start} moves {shuffle}"))).unwrap();
    let twice = Chess::parse(Some(&format!("{start} moves {shuffle} Qb2 Kg1 Qa2"))).unwrap();
    assert_eq!(twice.side(), Side::Max);
    let budget = Budget::new().depth(5);
    for driver in drivers() {
        let mut search = Mt::with(
            MtOptions { deepening: Deepening::Always, ..MtOptions::new(driver) },
            <Chess as Game>::Evaluation::default(),
        );
        for position in [&once, &twice, &once] {
            let twin =
                AlphaBeta::new(<Chess as Game>::Evaluation::default()).run(position, &budget);
            let report = search.run(position, &budget);
            assert_eq!(report.value, twin.value, "{driver:?} {}", position.text());
        }
    }
}

/// Values of selective searches depend on the window, so null windows may contradict each other.
#[test]
fn selective_searches_end_whatever_their_windows_say() {
    for driver in drivers() {
        let options =
            MtOptions { selective: Switch::On, quiescence: Switch::On, ..MtOptions::new(driver) };
        let mut search = Mt::with(
            MtOptions { entries: 1 << 16, ..options },
            <Chess as Game>::Evaluation::default(),
        );
        for seed in 0..12 {
            let Some(position) = walk(&Chess::default(), 8 + seed as u32, seed) else { continue };
            // Far more than any of them needs.
            let budget = Budget::new().depth(6).nodes(5_000_000);
            let report = search.run(&position, &budget);
            assert!(report.value.exact().is_some(), "{driver:?} seed {seed}: {:?}", report.stop);
        }
    }
}

/// A selective search extends checks, and so finds some mates far beyond its depth. It goes on until
/// its depth could show nearer ones.
#[test]
fn a_selective_search_does_not_rest_content_with_a_far_mate() {
    let root = Chess::parse(Some("5K2/1k6/8/7B/8/5R2/8/3Q4 w - - 0 1")).unwrap();
    for selective in [false, true] {
        let options = MtOptions {
            selective: selective.into(),
            quiescence: Switch::On,
            ..MtOptions::default()
        };
        let budget = Budget::new().depth(20);
        let report = Mt::with(options, <Chess as Game>::Evaluation::default()).run(&root, &budget);
        assert_eq!(report.value.exact(), Some(Score::win(5)), "mate in three: {selective}");
        assert!(report.proven && report.depth < 20, "{selective}: depth {}", report.depth);
    }
}

/// A search that is stopped at once still names one of the moves to choose among.
#[test]
fn a_choice_among_some_moves_is_one_of_them() {
    let root = Chess::parse(Some("e4 d5")).unwrap();
    let among = [root.parse_move("h4").unwrap()];
    for driver in drivers() {
        for selective in [false, true] {
            for nodes in [1, 2, 40, 3000] {
                let options = MtOptions {
                    selective: selective.into(),
                    quiescence: Switch::On,
                    ..MtOptions::new(driver)
                };
                let budget = Budget::new().nodes(nodes).depth(3);
                let mut search = Mt::with(options, <Chess as Game>::Evaluation::default());
                let task = Task::new(&root).budget(budget).among(&among);
                let report = search.search(&task, &mut ());
                assert_eq!(report.best, Some(among[0]), "{driver:?}, {nodes} nodes");
            }
        }
    }
}

/// Six plies in which the side to move may take ten points or not. It has no history indices.
#[derive(Clone, Debug, Default, PartialEq)]
struct Taking {
    ply: u32,
    points: i32,
}

impl Position for Taking {
    type Move = bool;
    type Undo = i32;

    fn side(&self) -> Side {
        if self.ply.is_multiple_of(2) { Side::Max } else { Side::Min }
    }
    fn moves(&self, out: &mut Vec<bool>) {
        if self.ply < 6 {
            out.extend([false, true]);
        }
    }
    fn result(&self) -> Score {
        Score::new(self.points)
    }
    fn play(&mut self, takes: bool) -> i32 {
        let before = self.points;
        let gain = Score::new(10).seen_by(self.side()).get();
        self.points += if takes { gain } else { 0 };
        self.ply += 1;
        before
    }
    fn undo(&mut self, _: bool, before: i32) {
        self.ply -= 1;
        self.points = before;
    }
}

impl Keyed for Taking {
    fn key(&self) -> u64 {
        hash(&[self.ply.into(), self.points as u64])
    }
}

impl Tactics for Taking {
    const NOISY: bool = true;

    fn noisy_moves(&self, out: &mut Vec<bool>) {
        out.extend((self.ply < 6).then_some(true));
    }
}

#[test]
fn quiescence_search_needs_noisy_moves_and_no_kinds() {
    assert_eq!(Taking::HISTORY_INDICES, 0);
    let points = |position: &Taking| Score::new(position.points);
    let value = |quiescence| {
        let mut search = Mt::with(MtOptions { quiescence, ..MtOptions::default() }, points);
        let budget = Budget::new().depth(1);
        search.run(&Taking::default(), &budget).value.exact()
    };
    assert_eq!(value(Switch::Off), Some(Score::new(10)), "the last to take is MAX");
    assert_eq!(value(Switch::On), Some(Score::ZERO), "MIN takes as well");
}

/// A game and its tree written down: equal values, best moves and orders of expansion.
fn check_tree<G: Game>(root: &G, depth: u32) {
    let tree = Tree::of(root, depth, &mut G::Evaluation::default()).unwrap();
    let tree = Tree::from_json(&tree.to_json()).unwrap();
    let budget = Budget::new().depth(depth);
    let game = Minimax::new(G::Evaluation::default()).run(root, &budget);
    let written = Minimax::new(StaticValue).run(&tree, &budget);
    let places = |moves: &[G::Move]| -> Vec<u32> {
        let mut all = Vec::new();
        root.moves(&mut all);
        moves.iter().filter_map(|m| all.iter().position(|n| n == m)).map(|i| i as u32).collect()
    };
    let what = format!("{} to depth {depth}", root.text());
    assert_eq!(places(&game.pv)[..1], written.pv[..1], "{what}");
    assert_eq!(game.counts.generated, written.counts.generated, "{what}");
    assert_eq!(game.counts.expanded, written.counts.expanded, "{what}");
    let value = game.value.exact().unwrap();
    if value.winner().is_none() {
        assert_eq!(written.value.exact(), Some(value), "{what}");
    }
    let game = BestFirst::new(G::Evaluation::default()).run(root, &budget);
    let written = BestFirst::new(StaticValue).run(&tree, &budget);
    assert_eq!(game.counts.expanded, written.counts.expanded, "best-first, {what}");
}

#[test]
fn a_tree_written_down_is_searched_like_its_game() {
    for seed in 0..300 {
        let branching = ["2", "5", "random:6", "random:20"][seed as usize % 4];
        let edges = ["-9..9", "korf", "0..1", "utgoff"][seed as usize / 4 % 4];
        let generator = ["hash", "lcg", "naive"][seed as usize % 3];
        let text = format!(
            "branching={branching},seed={seed},depth=9,edges={edges},generator={generator}"
        );
        let root = RandomTree::parse(Some(&text)).unwrap();
        check_tree(&root, 1 + seed as u32 % 3);
        if let Some(position) = walk(&root, 7, seed) {
            check_tree(&position, 3);
        }
    }
    for seed in 0..10 {
        walk(&Connect4::default(), 20, seed).inspect(|position| check_tree(position, 4));
        walk(&Othello::default(), 40, seed).inspect(|position| check_tree(position, 3));
    }
}

/// The leaves in the order in which they were evaluated, by the indices of the moves to them.
struct Paths(Vec<Vec<u32>>);

impl<G: Game> Observer<G> for Paths {
    fn event(&mut self, event: &Event<'_, G::Move>) {
        if matches!(event.kind, EventKind::Evaluated { .. }) {
            self.0.push(event.path.iter().filter_map(|step| step.index()).collect());
        }
    }
}

/// Without ordering and without a table, alpha-beta is the plain one: the same leaves in the same order.
#[test]
fn without_ordering_moves_are_searched_as_listed() {
    fn leaves<G: Game>(mut search: impl Search<G>, depth: u32) -> (Interval, Vec<Vec<u32>>) {
        let mut paths = Paths(Vec::new());
        let root = G::parse(None).unwrap();
        let task = Task::new(&root).budget(Budget::new().depth(depth));
        let report = search.search(&task, &mut paths);
        (report.value, paths.0)
    }
    fn check<G: Game>(depth: u32) {
        let listed = AlphaBetaOptions { order: NodeOrder::Listed, ..AlphaBetaOptions::default() };
        let plain = leaves::<G>(AlphaBeta::with(listed, G::Evaluation::default()), depth);
        let options = MtOptions {
            ordering: false,
            table_from: Some(1000),
            deepening: Deepening::Never,
            ..MtOptions::new(Driver::AlphaBeta)
        };
        let unordered = leaves::<G>(Mt::with(options, G::Evaluation::default()), depth);
        assert_eq!(unordered, plain, "{}", G::NAME);
        let ordered = MtOptions { ordering: true, ..options };
        let ordered = leaves::<G>(Mt::with(ordered, G::Evaluation::default()), depth);
        assert_eq!(ordered.0, plain.0, "{}", G::NAME);
        assert_ne!(ordered.1, plain.1, "{}: the order of the leaves", G::NAME);
    }
    check::<Chess>(3);
    check::<Checkers>(6);
    check::<Othello>(4);
}
