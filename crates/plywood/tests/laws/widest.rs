//! The law of the limit on width: a search that keeps the N best children of each node is the search of a
//! game that has only these moves, and is charged for the others.

use crate::common::{static_value, trees};
use plywood::search::*;
use plywood::{
    Budget, Evaluate, EventKind, Keyed, Position, Report, Score, Search, Side, Stop, Tactics, Task,
    Trace,
};
use plywood_games::{StaticValue, Tree};

/// A game of which only the best moves by static value are left, in their order.
#[derive(Clone, PartialEq)]
struct Narrow {
    game: Tree,
    widest: usize,
}

impl Position for Narrow {
    type Move = u32;
    type Undo = <Tree as Position>::Undo;

    fn side(&self) -> Side {
        self.game.side()
    }

    fn moves(&self, out: &mut Vec<u32>) {
        let mut all = Vec::new();
        self.game.moves(&mut all);
        let (mut game, side) = (self.game.clone(), self.game.side());
        let mut ranked: Vec<(usize, Score)> = Vec::new();
        for (index, &m) in all.iter().enumerate() {
            ranked.push((index, game.visit(m, |child| static_value(child).seen_by(side))));
        }
        ranked.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        ranked.truncate(self.widest);
        ranked.sort_by_key(|&(index, _)| index);
        out.extend(ranked.iter().map(|&(index, _)| all[index]));
    }

    fn result(&self) -> Score {
        self.game.result()
    }

    fn play(&mut self, m: u32) -> Self::Undo {
        self.game.play(m)
    }

    fn undo(&mut self, m: u32, undo: Self::Undo) {
        self.game.undo(m, undo);
    }
}

impl Keyed for Narrow {
    fn key(&self) -> u64 {
        self.game.key()
    }
}

impl Tactics for Narrow {
    const STATIC_ORDER_FROM: u32 = <Tree as Tactics>::STATIC_ORDER_FROM;
}

#[derive(Clone)]
struct Value;

impl Evaluate<Tree> for Value {
    fn evaluate(&mut self, tree: &Tree) -> Score {
        StaticValue.evaluate(tree)
    }
}

impl Evaluate<Narrow> for Value {
    fn evaluate(&mut self, position: &Narrow) -> Score {
        StaticValue.evaluate(&position.game)
    }
}

/// An evaluation that wants all children at once.
struct Batches;

impl Evaluate<Tree> for Batches {
    const BATCHES: bool = true;

    fn evaluate(&mut self, tree: &Tree) -> Score {
        StaticValue.evaluate(tree)
    }
}

/// Every kind of search, anew.
fn searches<P: Tactics<Move = u32> + 'static>() -> Vec<(&'static str, Box<dyn Search<P>>)>
where
    Value: Evaluate<P>,
    P::Undo: 'static,
{
    let ordered = AlphaBetaOptions { order: NodeOrder::Static, ..Default::default() };
    let all = AlphaBetaOptions { all_best: true, ..Default::default() };
    let small = |driver| MtOptions { entries: 1 << 12, ..MtOptions::new(driver) };
    let table = |driver| MtOptions { table_from: Some(1), all_best: true, ..small(driver) };
    let saved = |early_return| BestFirstSavedTreeOptions { early_return, ..Default::default() };
    let whole = LeastCertaintyOptions { swings: SwingUpdate::WholeTree, ..Default::default() };
    vec![
        ("minimax", Box::new(Minimax::new(Value))),
        ("alpha-beta", Box::new(AlphaBeta::new(Value))),
        ("ordered", Box::new(AlphaBeta::with(ordered, Value))),
        ("all best", Box::new(AlphaBeta::with(all, Value))),
        ("saved", Box::new(AlphaBetaSavedTree::new(Value))),
        ("memory", Box::new(Mt::with(small(Driver::AlphaBeta), Value))),
        ("negascout", Box::new(Mt::with(table(Driver::NegaScout), Value))),
        ("mtdf", Box::new(Mt::with(small(Driver::mtdf()), Value))),
        ("sss", Box::new(Mt::with(table(Driver::Sss), Value))),
        ("stockman", Box::new(StockmanSss::new(Value))),
        ("stockman dual", Box::new(StockmanDual::new(Value))),
        ("best-first", Box::new(BestFirst::new(Value))),
        ("rbfms", Box::new(RecursiveBestFirst::new(Value))),
        ("kept", Box::new(BestFirstSavedTree::with(saved(false), Value))),
        ("kept early", Box::new(BestFirstSavedTree::with(saved(true), Value))),
        ("extension", Box::new(BestFirstExtension::new(Value))),
        ("least-certainty", Box::new(LeastCertainty::new(Value))),
        ("whole tree", Box::new(LeastCertainty::with(whole, Value))),
    ]
}

/// The path to a node, and the moves to the children that it got.
type Expanded = (Vec<u32>, Vec<u32>);

/// The report of a watched search, the paths of its expansions as moves, and how many children it
/// rejected.
fn watch<P: Position<Move = u32>>(
    search: &mut dyn Search<P>,
    task: &Task<'_, P>,
) -> (Report<u32>, Vec<Expanded>, u64) {
    let (mut expanded, mut rejected) = (Vec::new(), 0);
    let mut trace = Trace::new(|event| match event.kind {
        EventKind::Expanded(_) => {
            let path = event.path.iter().filter_map(|step| match step {
                plywood::Step::Move { m, .. } => Some(*m),
                plywood::Step::Null => None,
            });
            expanded.push((path.collect(), event.children.iter().map(|child| child.m).collect()));
        }
        EventKind::Narrowed { rejected: more } => rejected += u64::from(more),
        _ => {}
    });
    let report = search.search(task, &mut trace);
    (report, expanded, rejected)
}

#[test]
fn a_narrowed_search_is_a_search_of_a_game_with_fewer_moves() {
    let mut rejections = 0;
    for (seed, tree) in trees(240) {
        for widest in [1, 2, 4] {
            let narrow = Narrow { game: tree.clone(), widest };
            let depth = 2 + seed as u32 % 4;
            let plain = Budget::new().depth(depth);
            let budget = plain.clone().widest(widest as u32);
            for ((name, mut search), (_, mut twin)) in
                searches::<Tree>().into_iter().zip(searches::<Narrow>())
            {
                let what = format!("{name} seed {seed} widest {widest}");
                let task = Task::new(&tree).budget(budget.clone());
                let (report, expanded, rejected) = watch(&mut *search, &task);
                let twin_task = Task::new(&narrow).budget(plain.clone());
                let (expected, twin_expanded, _) = watch(&mut *twin, &twin_task);
                assert_eq!(expanded, twin_expanded, "{what}");
                assert_eq!(report.value, expected.value, "{what}");
                assert_eq!((report.best, &report.pv), (expected.best, &expected.pv), "{what}");
                assert_eq!(report.equally_good, expected.equally_good, "{what}");
                let stop = match expected.stop {
                    Stop::Complete if !tree.is_over() => Stop::GaveUp,
                    stop => stop,
                };
                assert_eq!(report.stop, stop, "{what}: not all moves were searched");
                assert!(!report.proven || tree.is_over(), "{what}");
                let (counts, fewer) = (report.counts, expected.counts);
                assert_eq!(counts.expanded, fewer.expanded, "{what}");
                assert_eq!(counts.generated, fewer.generated + rejected, "{what}");
                assert_eq!(counts.evaluated, fewer.evaluated + rejected, "{what}");
                rejections += rejected;
                // The unwatched kernel does the same.
                search.forget();
                let unwatched = search.run(&tree, &budget);
                assert_eq!((unwatched.value, unwatched.pv), (report.value, report.pv), "{what}");
                assert_eq!(unwatched.counts.generated, counts.generated, "{what}");
            }
        }
    }
    assert!(rejections > 80_000, "{rejections}");
}

#[test]
fn indices_of_events_are_those_of_all_moves() {
    for (seed, tree) in trees(60) {
        let budget = Budget::new().depth(4).widest(2);
        for (name, mut search) in searches::<Tree>() {
            let mut trace = Trace::new(|event| {
                let mut node = tree.clone();
                let check = |node: &Tree, m: u32, index: u32| {
                    let mut moves = Vec::new();
                    node.moves(&mut moves);
                    assert_eq!(moves[index as usize], m, "{name} seed {seed}");
                };
                for step in event.path {
                    let plywood::Step::Move { m, index } = *step else { panic!("no null moves") };
                    check(&node, m, index);
                    node.play(m);
                }
                for child in event.children {
                    check(&node, child.m, child.index);
                }
            });
            search.search(&Task::new(&tree).budget(budget.clone()), &mut trace);
        }
    }
}

#[test]
fn root_moves_that_must_not_be_chosen_take_no_place() {
    let tree = Tree::from_json("[0, [0, 9, 9], [5, 4, 6], [0, 7, 8], [8, 1, 2]]").unwrap();
    for (name, mut search) in searches::<Tree>() {
        let budget = Budget::new().depth(2).widest(1);
        // The best move by static value is the last one, and the only one that is searched.
        assert_eq!(search.run(&tree, &budget).best, Some(3), "{name}");
        let task = Task::new(&tree).budget(budget).among(&[0, 1, 2]);
        assert_eq!(search.search(&task, &mut ()).best, Some(1), "{name}");
        // A tree or a table made under one limit is not used under another.
        let wider = Budget::new().depth(2).widest(4);
        assert_ne!(search.run(&tree, &wider).best, Some(3), "{name}");
    }
}

#[test]
fn evaluations_of_many_positions_at_once_are_narrowed_alike() {
    for (seed, tree) in trees(100) {
        let budget = Budget::new().depth(3).widest(2);
        let batches = BestFirst::new(Batches).run(&tree, &budget);
        assert_eq!(batches, BestFirst::new(Value).run(&tree, &budget), "seed {seed}");
    }
}

#[test]
fn a_tree_is_kept_from_move_to_move_with_its_limit() {
    for (seed, tree) in trees(60) {
        let budget = Budget::new().nodes(60).widest(2);
        let mut search = BestFirstSavedTree::new(Value);
        let mut position = tree;
        while !position.is_over() {
            let report = search.run(&position, &budget);
            let Some(m) = report.best else { break };
            position.play(m);
            search.advance(m);
            let narrow = Narrow { game: position.clone(), widest: 2 };
            let mut moves = Vec::new();
            narrow.moves(&mut moves);
            let next = search.run(&position, &budget);
            assert!(position.is_over() || moves.contains(&next.best.unwrap()), "seed {seed}");
        }
    }
}
