//! No search exceeds a limit in nodes, evaluations or artificial time, and each has the same counts when it
//! is repeated: every algorithm with options, limits and tasks drawn at random, in every game.

use plywood::{Budget, Report, Search, Task};
use plywood_games::random::Rng;
use plywood_games::tree::{Shape, Tree};
use plywood_games::{Connect4, Game, InputError, Phutball, RandomTree};
use plywood_registry::{
    ALGORITHMS, Build, Compiled, CompiledVisitor, OptionInfo, PlayerSpec, built_in, common_options,
    each_built_in,
};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A number from 1 to about `most`; small ones are as likely as large ones.
fn draw(rng: &mut Rng, most: u32) -> u64 {
    let bits = rng.below(most.ilog2() + 1);
    u64::from((1 << bits) + rng.below(1 << bits))
}

/// Sets an option to a value that it accepts, or leaves it.
fn set_at_random<G: Game>(spec: &mut PlayerSpec, option: &OptionInfo, rng: &mut Rng) {
    let numbers = ["0", "1", "2", "3", "4", "7", "30", "1000"].map(str::to_string);
    let tables = ["2", "8", "100", "4000"].map(str::to_string);
    let evaluations = G::EVALUATIONS.iter().map(|&(name, _)| name.to_string());
    let values: Vec<String> = match option.name.as_str() {
        "threads" => return,
        "table" => tables.to_vec(),
        "eval" => evaluations.collect(),
        _ => option.words.iter().map(|word| word.to_string()).chain(numbers).collect(),
    };
    if option.name != "table" && rng.below(3) > 0 {
        return;
    }
    // Numbers are no values of options that are words, and games have no use for some options.
    for _ in 0..10 {
        let (mut changed, value) = (spec.clone(), rng.choose(&values));
        if value.is_some_and(|value| changed.replace(&option.name, value).is_ok())
            && changed.at::<G>().is_ok()
        {
            *spec = changed;
            return;
        }
    }
}

/// An algorithm with some of its options changed.
fn player<G: Game>(rng: &mut Rng) -> PlayerSpec {
    let algorithm = rng.choose(&ALGORITHMS).expect("there are algorithms");
    let mut spec = PlayerSpec::parse(algorithm.name).unwrap();
    for option in algorithm.options().iter().chain(&common_options()) {
        set_at_random::<G>(&mut spec, option, rng);
    }
    spec
}

/// At least one limit that a search can reach.
fn budget(rng: &mut Rng) -> Budget {
    let mut budget = Budget::new();
    let (limits, most) = (1 + rng.below(7), *rng.choose(&[10, 200, 200, 2000]).expect("a number"));
    budget.nodes = (limits & 1 > 0).then(|| draw(rng, most));
    budget.evaluations = (limits & 2 > 0).then(|| draw(rng, most));
    if limits & 4 > 0 {
        budget.artificial_time = Some(draw(rng, 100 * most));
        budget.node_price = *rng.choose(&[100, 100, 7, 1]).expect("a price");
        budget.pointer_price = *rng.choose(&[1, 1, 0, 3, 50]).expect("a price");
    }
    budget.depth = (rng.below(2) == 0).then(|| 1 + rng.below(7));
    budget.widest = (rng.below(6) == 0).then(|| 1 + rng.below(5));
    budget.memory = (rng.below(6) == 0).then(|| 1 << (14 + rng.below(8)));
    budget
}

/// The limits that a report exceeds.
fn exceeded<M>(report: &Report<M>, budget: &Budget) -> Vec<String> {
    let counts = &report.counts;
    let spent = [
        ("nodes", counts.generated, budget.nodes),
        ("evaluations", counts.evaluated, budget.evaluations),
        ("units", budget.charge(counts), budget.artificial_time),
    ];
    let over =
        spent.into_iter().filter(|&(_, spent, limit)| limit.is_some_and(|most| spent > most));
    over.map(|(name, spent, limit)| format!("{spent} {name} of {limit:?}")).collect()
}

/// Searches move after move with what was kept, twice: the second time under a flag that nobody sets, so that
/// the search looks at the clock now and then. Returns the number of searches.
fn check<G: Game>(build: Build<G>, root: &G, seed: u64) -> u64 {
    let mut rng = Rng::new(seed);
    let spec = player::<G>(&mut rng);
    let Ok(mut search) = spec.build(build) else { return 0 };
    let mut again = spec.build(build).unwrap();
    let (mut position, mut searches) = (root.clone(), 0);
    let honest = spec.text().contains("finish=true");
    for turn in 0..3 {
        if position.is_over() {
            break;
        }
        let budget = budget(&mut rng);
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let all = rng.below(4) > 0;
        moves.retain(|_| !all && rng.below(2) == 0);
        let task = Task::new(&position).budget(budget.clone()).among(&moves);
        let task = task.lines(*rng.choose(&[1, 1, 1, 2, 5]).expect("a number"));
        let report = search.search(&task, &mut ());
        let flag = Arc::new(AtomicBool::new(false));
        let watched = task.clone().budget(budget.clone().stop_flag(flag));
        let repeated = again.search(&watched, &mut ());
        let what = || format!("{} seed {seed} turn {turn}: {}, {budget:?}", G::NAME, spec.text());
        let mut over = exceeded(&report, &budget);
        // A search that is to finish the depth that its time pays for may take longer.
        over.retain(|over| !honest || !over.contains("units"));
        assert!(over.is_empty(), "{}: {}", what(), over.join(", "));
        assert_eq!(report, repeated, "{}", what());
        searches += 1;
        let Some(best) = report.best else { break };
        search.advance(best);
        again.advance(best);
        position.play(best);
    }
    searches
}

/// A position some random moves from the start of the game, or from an example.
fn in_play<G: Game>(seed: u64) -> G {
    let examples: Vec<&str> = G::EXAMPLES.iter().map(|&(text, _)| text).collect();
    let mut rng = Rng::new(seed);
    let mut position = match G::parse(None) {
        Ok(start) if rng.below(4) > 0 => start,
        _ => G::parse(rng.choose(&examples).copied().filter(|text| !text.is_empty())).unwrap(),
    };
    for _ in 0..rng.below(30) {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let Some(&m) = rng.choose(&moves).filter(|_| !position.is_over()) else { break };
        position.play(m);
    }
    position
}

fn random_tree(seed: u64) -> Result<RandomTree, InputError> {
    let mut rng = Rng::new(seed);
    let branching = rng.choose(&["2", "3", "random:5", "random:20", "40"]).expect("a number");
    let depth = 1 + draw(&mut rng, 30);
    RandomTree::parse(Some(&format!("branching={branching},depth={depth},seed={seed}")))
}

/// A tree in which turns need not alternate, with or without ties.
fn explicit_tree(seed: u64) -> Tree {
    let mut rng = Rng::new(seed);
    let max_children = 1 + rng.below(6);
    let shape = Shape {
        max_children,
        max_depth: [9, 8, 6, 5, 4, 4][max_children as usize - 1],
        leaf_chance: rng.below(30),
        values: if rng.below(2) == 0 { -3..=3 } else { -2_000_000_000..=2_000_000_000 },
        alternate: rng.below(2) == 0,
    };
    Tree::random(seed, &shape)
}

/// Searches with one seed in each game.
struct Searches {
    seed: u64,
    number: u64,
}

impl CompiledVisitor for Searches {
    fn visit<G: Game>(&mut self, compiled: &'static Compiled<G>) {
        if G::LISTED {
            self.number += check(compiled.build, &in_play(self.seed), self.seed);
        }
    }
}

/// Searches with these seeds in every game. Returns their number.
fn check_all(seeds: std::ops::Range<u64>) -> u64 {
    let mut number = 0;
    for seed in seeds {
        let mut searches = Searches { seed, number: 0 };
        each_built_in(&mut searches);
        number += searches.number;
        number += check(built_in::<RandomTree>().build, &random_tree(seed).unwrap(), seed);
        number += check(built_in::<Tree>().build, &explicit_tree(seed), seed);
    }
    number
}

/// Threads share a table of the values of one width: helpers that searched all moves would put other values into it.
#[test]
fn several_threads_search_the_narrow_tree() {
    for position in ["112", "1234", "2536", "17263"] {
        let root = Connect4::parse(Some(position)).unwrap();
        for (player, depth) in [("negascout", 10), ("mtdf", 10), ("sss", 12)] {
            let budget = Budget::new().depth(depth).widest(3);
            let run = |threads: u32| {
                let spec = PlayerSpec::parse(&format!("{player},threads={threads}")).unwrap();
                spec.build(built_in::<Connect4>().build).unwrap().run(&root, &budget).value
            };
            let alone = run(1);
            for _ in 0..4 {
                assert_eq!(run(3), alone, "{player} at {position}");
            }
        }
    }
}

/// A state space search compares states that are hundreds of plies apart, and under a flag it looks at the clock all the
/// same: the library asserts how often.
#[test]
fn an_expansion_deep_in_a_long_game_looks_at_the_clock() {
    const SEED: u64 = 918_276_739;
    assert!(check(built_in::<Phutball>().build, &in_play(SEED), SEED) > 0);
}

#[test]
fn limits_hold_and_counts_repeat() {
    assert!(check_all(0..150) > 2500);
}

#[test]
#[ignore = "takes an hour: cargo test --release -p plywood-registry --test caps -- --ignored"]
fn limits_hold_and_counts_repeat_in_a_million_searches() {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let one = |thread: u64| {
        let (mut searches, mut seed) = (0, 1_000_000 * (thread + 1));
        while searches * threads < 1_000_000 {
            searches += check_all(seed..seed + 1);
            seed += 1;
        }
        searches
    };
    let searches: u64 = std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|thread| scope.spawn(move || one(thread))).collect();
        all.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    println!("{searches} searches, each twice: no limit exceeded, all counts repeated");
}
