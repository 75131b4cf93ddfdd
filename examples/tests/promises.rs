//! What every search promises, kept by algorithms from outside the library, and what these promise of
//! their own.

use plywood::kit::MemoryEnhanced;
use plywood::kit::Win;
use plywood::search::{
    AbstractProof, AlphaBeta, BestFirstSavedTree, Deepening, Dfpn, Driver, Minimax, Mt, MtOptions,
    ProofNumberSearch,
};
use plywood::{Budget, Position, Score, Search, Stop, Task};
use plywood_examples::{ProofNumber, Uct, mtd_bisect, mtd_step};
use plywood_games::random::random_game;
use plywood_games::tree::{Shape, Tree};
use plywood_games::{Connect4, Game, RandomTree, StaticValue, connect4::OpenLines};

#[test]
fn the_readme_says_what_its_program_prints() {
    let position = Connect4::parse(Some("4455")).unwrap();
    let budget = Budget::new().nodes(100_000).memory(16 << 20);
    let report = BestFirstSavedTree::new(OpenLines).run(&position, &budget);
    let (best, value) = (position.move_text(report.pv[0]), report.value.exact().unwrap());
    let words = format!("It prints `column {best}: {value}`, a proven win at ply 7.");
    assert!(report.proven && include_str!("../../README.md").contains(&words), "{words}");
}

/// The position after random moves; none if the game ends sooner.
fn after(plies: u32, seed: u64) -> Option<Connect4> {
    let mut game = random_game(Connect4::default(), seed);
    game.nth(plies as usize).filter(|position| !position.is_over())
}

fn searches() -> Vec<Box<dyn Search<Connect4>>> {
    vec![Box::new(Uct::new(OpenLines)), Box::new(ProofNumber::new())]
}

#[test]
fn limits_are_obeyed_and_the_answer_is_legal() {
    for seed in 0..300 {
        let Some(position) = after(seed as u32 % 20, seed) else { continue };
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let nodes = [1, 5, 100, 2000, 20_000][seed as usize % 5];
        let cap = [64 << 10, 1 << 20][seed as usize % 2];
        for mut search in searches() {
            let budget = Budget::new().nodes(nodes).evaluations(nodes / 3 + 1).memory(cap);
            let report = search.run(&position, &budget);
            assert!(report.counts.generated <= nodes, "seed {seed}");
            assert!(report.counts.evaluated <= nodes / 3 + 1, "seed {seed}");
            assert!(report.memory <= cap, "seed {seed}: {}", report.memory);
            assert!(report.best.is_some_and(|m| moves.contains(&m)), "seed {seed}");
            search.forget();
            assert_eq!(search.run(&position, &budget), report, "seed {seed}: twice the same");
            let among = &moves[moves.len() / 2..];
            let task = Task::new(&position).budget(budget).among(among).lines(2);
            let report = search.search(&task, &mut ());
            assert!(report.best.is_some_and(|m| among.contains(&m)), "seed {seed}");
        }
    }
}

#[test]
fn uct_finds_a_win_and_keeps_its_tree() {
    // X has two stones side by side with room at both ends, and is to move.
    let mut position = Connect4::parse(Some("4455")).unwrap();
    let mut uct = Uct::new(OpenLines);
    for _ in 0..4 {
        let report = uct.run(&position, &Budget::new().evaluations(5_000));
        let best = report.best.unwrap();
        position.play(best);
        uct.advance(best);
        if position.is_over() {
            break;
        }
        let reply = after_first(&position);
        position.play(reply);
        uct.advance(reply);
    }
    assert_eq!(position.result().winner(), Some(plywood::Side::Max));
}

fn after_first(position: &Connect4) -> u8 {
    position.move_at(0, &mut Vec::new())
}

#[test]
fn proofs_agree_with_alpha_beta() {
    let mut outcomes = [0; 2];
    for seed in 0..3000 {
        let Some(position) = after(26 + seed as u32 % 8, seed) else { continue };
        let exact = AlphaBeta::new(|_: &Connect4| Score::ZERO).run(&position, &Budget::new());
        let wins = exact.value.exact().unwrap().winner() == Some(position.side());
        for cap in [None, Some(40 << 10)] {
            let mut budget = Budget::new();
            budget.memory = cap;
            let report = ProofNumber::new().run(&position, &budget);
            if report.stop == Stop::Memory && cap.is_some() {
                continue;
            }
            assert_eq!((report.stop, report.proven), (Stop::Complete, true), "seed {seed}");
            let bound = match position.side() {
                plywood::Side::Max => report.value.lower,
                plywood::Side::Min => report.value.upper,
            };
            assert_eq!(bound.winner() == Some(position.side()), wins, "seed {seed}");
            outcomes[usize::from(wins)] += 1;
        }
    }
    assert!(outcomes.iter().all(|&count| count > 50), "{outcomes:?}");
}

#[test]
fn the_command_line_knows_them_by_name() {
    use plywood_lab::registry::{GameEntry, PlayerSpec, games, register};
    use std::process::ExitCode;
    register::<plywood_examples::UctOptions, ()>();
    register::<plywood_examples::ProofNumberOptions, ()>();
    register::<plywood_examples::MtdStepOptions, ()>();
    register::<plywood_examples::MtdBisectOptions, ()>();
    let run = |args: &str| plywood_cli::run(args.split(' '), games());
    for args in [
        "more algorithms",
        "more search connect4 --position 4455 --algorithm uct --nodes 5000",
        "more search othello --algorithm uct --set visits=50",
        "more search connect4 --position 4455 --algorithm proof-number",
        "more trace connect4 --algorithm uct --nodes 100",
        "more search connect4 --algorithm mtd-step --set step=3 --set table=1000 --depth 5",
        "more search connect4 --algorithm mtd-bisect --depth 5",
        "more match connect4 --first uct,nodes=300 --second alpha-beta,depth=2 --pairs 2",
    ] {
        assert_eq!(run(args), ExitCode::SUCCESS, "{args}");
    }
    assert_eq!(run("more search connect4 --algorithm uct --set visit=5"), ExitCode::from(2));
    assert_eq!(run("more search connect4 --algorithm uct --set visits=0"), ExitCode::from(2));
    let spec = PlayerSpec::parse("uct,nodes=100").unwrap();
    assert!(GameEntry::of::<Connect4>().open(None).unwrap().set_player(&spec).is_ok());
}

#[test]
fn uct_ends_where_there_is_nothing_left_to_expand() {
    for seed in 0..20 {
        let Some(position) = after(40, seed) else { continue };
        let report = Uct::new(OpenLines).run(&position, &Budget::new().nodes(5_000));
        assert!(report.best.is_some() && report.counts.generated < 5_000, "seed {seed}");
    }
}

#[test]
fn the_library_proves_what_the_plain_twin_proves() {
    let mut decided = 0;
    for seed in 0..200 {
        let Some(position) = after(26 + seed as u32 % 8, seed) else { continue };
        let side = position.side();
        let twin = ProofNumber::new().run(&position, &Budget::new());
        let won =
            twin.value.lower.winner() == Some(side) || twin.value.upper.winner() == Some(side);
        let (goal, budget) = (&mut Win(side), Budget::new());
        let proofs = [
            ProofNumberSearch::new(Default::default()).prove(&position, goal, &budget),
            Dfpn::new(Default::default()).prove(&position, goal, &budget),
            AbstractProof::new(Default::default()).prove(&position, goal, &budget),
        ];
        assert!(twin.proven, "seed {seed}");
        for proof in proofs {
            decided += 1;
            assert_eq!((proof.answer, proof.proven), (Some(won), true), "seed {seed}: {twin:?}");
        }
    }
    assert!(decided > 60, "{decided}");
}

type DriverFn = fn(&mut MemoryEnhanced<'_>) -> Result<Score, Stop>;

/// The drivers, with steps of all sizes.
const DRIVERS: [(&str, DriverFn); 4] = [
    ("step 1", |n| mtd_step(n, 1)),
    ("step 50", |n| mtd_step(n, 50)),
    ("step 10^9", |n| mtd_step(n, 1_000_000_000)),
    ("bisect", mtd_bisect),
];

#[test]
fn the_drivers_find_the_minimax_value() {
    for seed in 0..1200 {
        let shape = Shape {
            max_children: 2 + seed as u32 % 5,
            max_depth: 6,
            leaf_chance: 10,
            values: if seed % 3 == 0 { -3..=3 } else { -1_000_000_000..=1_000_000_000 },
            alternate: seed % 2 == 0,
        };
        let tree = Tree::random(seed, &shape);
        let expected = Minimax::new(StaticValue).run(&tree, &Budget::new());
        for (name, driver) in DRIVERS {
            let deepening = if seed % 4 == 0 { Deepening::Never } else { Deepening::Always };
            let entries = [2, 1 << 10][seed as usize % 2];
            let options = MtOptions { entries, deepening, ..MtOptions::new(Driver::CStar) };
            let mut search = Mt::with(options, StaticValue).driven_by(driver);
            let report = search.run(&tree, &Budget::new());
            assert_eq!(report.value, expected.value, "{name}, seed {seed}");
        }
    }
}

/// Calls of alpha-beta and evaluations of a search of random games under a driver, if any, else MTD(f).
fn effort(driver: Option<DriverFn>) -> (u64, u64) {
    let (mut calls, mut leaves) = (0, 0);
    for seed in 0..30 {
        let text = format!("branching=8,depth=6,seed={seed}");
        let game = RandomTree::parse(Some(&text)).unwrap();
        let search = Mt::with(MtOptions::new(Driver::mtdf()), StaticValue);
        let mut search = match driver {
            Some(driver) => search.driven_by(driver),
            None => search,
        };
        let report = search.run(&game, &Budget::new().depth(6));
        calls += report.details.get("passes");
        leaves += report.counts.evaluated;
    }
    (calls, leaves)
}

#[test]
fn a_step_of_zero_is_mtd_f_and_greater_ones_need_fewer_calls() {
    let mtdf = effort(None);
    assert_eq!(effort(Some(|n| mtd_step(n, 0))), mtdf);
    // Values of these games are in the ten thousands.
    let stepping = effort(Some(|n| mtd_step(n, 3_000)));
    let bisecting = effort(Some(mtd_bisect));
    assert!(stepping.0 * 2 < mtdf.0, "{stepping:?} {mtdf:?}");
    assert!(bisecting.0 != mtdf.0, "{bisecting:?} {mtdf:?}");
}
