//! Players, as texts name them: options and limits, what `strong` stands for, and refusals.

use plywood::{Budget, Report};
use plywood_games::{Chess, Connect4, Game, Othello, RandomTree, Tree};
use plywood_registry::{
    ALGORITHMS, Build, Compiled, CompiledVisitor, Error, PlayerSpec, built_in, check_answered,
    each_built_in, set_limit,
};
use std::time::Duration;

#[test]
fn limits_are_read_and_nonsense_is_refused() {
    let mut budget = Budget::new();
    for (name, text) in
        [("depth", "8"), ("nodes", "3M"), ("evals", "20k"), ("time", "1.5s"), ("memory", "64KiB")]
    {
        set_limit(&mut budget, name, text).unwrap();
    }
    assert_eq!(budget.depth, Some(8));
    assert_eq!(budget.nodes, Some(3_000_000));
    assert_eq!(budget.evaluations, Some(20_000));
    assert_eq!(budget.time, Some(Duration::from_millis(1500)));
    assert_eq!(budget.memory, Some(65536));
    for (name, texts) in [
        ("depth", ["0", "-1", "x", "1.5", "99999999999", ""]),
        ("nodes", ["0", "-5", "1e6", "18446744073709551615k", "k", ""]),
        ("time", ["0ms", "-1s", "5", "nans", "1e9s", "ms"]),
        ("memory", ["0", "-1MiB", "x", "1PiB", "infGiB", "MiB"]),
        ("speed", ["1", "2", "3", "4", "5", "6"]),
    ] {
        for text in texts {
            let error = set_limit(&mut budget, name, text).unwrap_err();
            assert_eq!(matches!(error, Error::Unknown { .. }), name == "speed", "{name}={text}");
            assert!(error.is_input(), "{name}={text}");
            assert!(error.to_string().contains("expected"), "{error}");
        }
    }
}

/// Options that only some games have a use for, a value that switches each on, and one for off.
const PARTICULAR: [(&str, &str, &str); 6] = [
    ("quiescence", "true", "false"),
    ("selective", "true", "false"),
    ("singular", "true", "false"),
    ("history", "true", "false"),
    ("killers", "true", "false"),
    ("endgame", "auto", "never"),
];

/// Sets every particular option at one game: refused or taken, as the words of a refusal say.
fn check<G: Game>(build: Build<G>) {
    for (option, on, off) in PARTICULAR {
        let refused = PlayerSpec::parse(&format!("negascout,{option}={on}")).unwrap();
        // Trees have no use for any of them.
        let words = refused.at::<Tree>().unwrap_err().to_string();
        let (_, games) = words.split_once("such as ").expect(&words);
        let named = games.split([',', ' ']).any(|word| word == G::NAME);
        assert_eq!(refused.at::<G>().is_ok(), named, "{option} at {}: {words}", G::NAME);
        let spec = PlayerSpec::parse(&format!("negascout,{option}={off}")).unwrap();
        assert!(spec.at::<G>().is_ok(), "what is off needs nothing");
    }
    let strong = PlayerSpec::parse("strong,depth=2").unwrap();
    strong.at::<G>().unwrap().build(build).unwrap();
    strong.build(build).unwrap();
    let named = PlayerSpec::parse("negascout,depth=2").unwrap();
    assert_eq!(named.at::<G>().unwrap().text(), "negascout", "a named algorithm stays as it is");
}

#[test]
fn errors_name_the_games_that_have_a_use_for_an_option() {
    struct Check;

    impl CompiledVisitor for Check {
        fn visit<G: Game>(&mut self, compiled: &'static Compiled<G>) {
            if G::LISTED {
                check(compiled.build);
            }
        }
    }

    each_built_in(&mut Check);
}

#[test]
fn what_is_set_wins_over_what_strong_would_set() {
    let spec = PlayerSpec::parse("strong,selective=false,endgame=never").unwrap();
    assert_eq!(
        spec.at::<Chess>().unwrap().text(),
        "negascout,endgame=never,quiescence=true,selective=false"
    );
    assert_eq!(spec.at::<Othello>().unwrap().text(), "negascout,endgame=never,selective=false");
}

#[test]
fn a_player_without_an_algorithm_is_strong() {
    let spec = PlayerSpec::parse("time=1s,threads=2").unwrap();
    assert_eq!((spec.algorithm().name, spec.text().as_str()), ("strong", "strong,threads=2"));
    assert!(PlayerSpec::parse("").is_err());
}

fn search(player: &str) -> Result<Report<u8>, Error> {
    let position = Connect4::parse(Some("44")).unwrap();
    let spec = PlayerSpec::parse(player)?;
    let mut search = spec.build(built_in::<Connect4>().build)?;
    let report = search.run(&position, &spec.budget);
    check_answered(&report, &position, &mut *search, &spec.budget)?;
    Ok(report)
}

/// The player is refused `bytes` in these words, and answers with the amount that they name.
fn refused_with_enough(player: &str, bytes: usize, words: [&str; 2]) -> usize {
    let refused = search(&format!("{player},memory={bytes}B")).unwrap_err().to_string();
    let given = format!("a memory limit of {bytes} bytes is too small for this search{}", words[0]);
    let enough = refused.strip_prefix(&given).and_then(|rest| rest.strip_suffix(words[1]));
    let enough: usize = enough.and_then(|n| n.parse().ok()).expect(&refused);
    let answer = search(&format!("{player},memory={enough}B")).unwrap();
    assert!(answer.memory <= enough, "{player}: {} of {enough}", answer.memory);
    enough
}

#[test]
fn a_memory_limit_that_is_too_small_is_refused_with_one_that_suffices() {
    for algorithm in ALGORITHMS.iter() {
        let player = format!("{},depth=1", algorithm.name);
        let words = [" of this position: expected at least ", " bytes"];
        let less = refused_with_enough(&player, 100, words) - 1024;
        assert!(search(&format!("{player},memory={less}B")).is_err(), "{player}");
    }
    // One ply would fit, but the first of six has no value before much is searched.
    let words = [": it is full before any move has a value; ", " bytes suffice"];
    refused_with_enough("stockman-sss,depth=6", 20 << 10, words);
}

/// Plays some moves with a player and with one that keeps nothing. Whether what was kept made a difference.
fn keeps<G: Game>(name: &str, build: Build<G>, start: &G) -> bool {
    let kept = PlayerSpec::parse(&format!("{name},nodes=3k")).unwrap();
    let fresh = PlayerSpec::parse(&format!("{name},nodes=3k,keep=false")).unwrap();
    let mut keeping = kept.build(build).unwrap();
    let mut forgetting = fresh.build(build).unwrap();
    let (mut position, mut differs) = (start.clone(), false);
    for ply in 0..5 {
        let report = forgetting.run(&position, &fresh.budget);
        let first = kept.build(build).unwrap().run(&position, &kept.budget);
        assert_eq!(report, first, "{name} at {}, ply {ply}", G::NAME);
        let Report { value, counts, pv, .. } = keeping.run(&position, &kept.budget);
        differs |= (value, counts, pv) != (first.value, first.counts, first.pv);
        let m = report.best.expect("a move");
        position.play(m);
        keeping.advance(m);
        forgetting.advance(m);
    }
    let again = forgetting.run(&position, &fresh.budget);
    assert_eq!(forgetting.run(&position, &fresh.budget), again, "{name}: a second search");
    differs
}

#[test]
fn a_player_that_keeps_nothing_searches_every_move_anew() {
    let connect4 = Connect4::parse(None).unwrap();
    let random = RandomTree::parse(Some("branching=4,depth=40,seed=3")).unwrap();
    for algorithm in ALGORITHMS.iter() {
        let name = algorithm.name;
        let differs = [
            keeps(name, built_in::<Connect4>().build, &connect4),
            keeps(name, built_in::<RandomTree>().build, &random),
        ];
        let has_memory = algorithm.memory.contains("tree") || algorithm.memory.contains("table");
        assert_eq!(differs.contains(&true), has_memory, "{name}: {differs:?}");
    }
    // The solver of endings keeps a table as well.
    let ending = Othello::parse(Some("f5d6c3d3c4")).unwrap();
    assert!(keeps("strong", built_in::<Othello>().build, &ending));
}
