//! The options of every algorithm, as texts and as structs.

use plywood::kit::{Numbers, OptionError, OptionValue, Options};
use plywood::search::*;
use plywood_games::{Connect4, StaticValue, Tree};
use plywood_registry::{
    ALGORITHMS, CommonOptions, Configuration, Endgame, EndgameOptions, OptionInfo, PlayerSpec,
    Rounded, algorithm, built_in, common_options, limits,
};

#[test]
fn every_default_and_every_word_is_accepted() {
    for algorithm in ALGORITHMS.iter() {
        for option in [algorithm.options(), common_options()].concat() {
            let OptionInfo { name, words, value, .. } = &option;
            for text in words.iter().copied().chain([value.as_str()]) {
                let player = format!("{},{name}={text}", algorithm.name);
                let spec = PlayerSpec::parse(&player).unwrap_or_else(|e| panic!("{player}: {e}"));
                assert_eq!(spec.get(name).as_deref(), Some(text), "{player}");
                assert_eq!(spec.text(), player);
                let is_default = spec.configuration == algorithm.defaults()
                    && spec.common == CommonOptions::default();
                assert_eq!(is_default, text == value, "{player}");
            }
        }
    }
}

/// Whether a player accepts a value of an option.
fn accepts(algorithm: &str, name: &str, value: impl std::fmt::Display) -> bool {
    PlayerSpec::parse(&format!("{algorithm},{name}={value}")).is_ok()
}

#[test]
fn values_have_the_type_and_the_bounds_that_are_told() {
    let mut bounded = 0;
    for algorithm in ALGORITHMS.iter() {
        for option in [algorithm.options(), common_options()].concat() {
            let OptionInfo { name, words, numbers, value, typed, .. } = &option;
            let player = format!("{} {name}", algorithm.name);
            match typed {
                OptionValue::Flag(flag) => assert_eq!(flag.to_string(), *value, "{player}"),
                OptionValue::Whole(number) => assert_eq!(number.to_string(), *value, "{player}"),
                OptionValue::Real(number) => assert_eq!(number.to_string(), *value, "{player}"),
                OptionValue::Text(text) => assert_eq!(text, value, "{player}"),
            }
            let is_number = matches!(typed, OptionValue::Whole(_) | OptionValue::Real(_));
            assert!(!is_number || numbers.is_some(), "{player}");
            assert_eq!(words.contains(&value.as_str()), !is_number, "{player}");
            match *numbers {
                Some(Numbers::Whole { least, most }) => {
                    bounded += 1;
                    assert!(accepts(algorithm.name, name, least), "{player}={least}");
                    assert!(accepts(algorithm.name, name, most), "{player}={most}");
                    for outside in [least - 1, most + 1] {
                        assert!(!accepts(algorithm.name, name, outside), "{player}={outside}");
                    }
                }
                Some(Numbers::Real { least, most }) => {
                    bounded += 1;
                    assert!(accepts(algorithm.name, name, least), "{player}={least}");
                    assert!(accepts(algorithm.name, name, most), "{player}={most}");
                }
                None => assert!(!accepts(algorithm.name, name, 3) || *name == "eval", "{player}"),
            }
        }
    }
    assert!(bounded > 40, "{bounded}");
    let limits: Vec<_> = PlayerSpec::parse("minimax,nodes=20k").unwrap().budget.list();
    let nodes = limits.iter().find(|limit| limit.name == "nodes").unwrap();
    assert_eq!((nodes.value.as_str(), &nodes.typed), ("20k", &OptionValue::Whole(20_000)));
}

#[test]
fn names_are_those_of_one_option_each() {
    for algorithm in ALGORITHMS.iter() {
        let own = algorithm.options();
        let mut names: Vec<_> = [own, common_options(), limits()].concat();
        names.sort_by(|a, b| a.name.cmp(&b.name));
        assert!(names.windows(2).all(|two| two[0].name != two[1].name), "{}", algorithm.name);
    }
}

#[test]
fn the_options_name_their_algorithm_and_build_it() {
    for algorithm in ALGORITHMS.iter() {
        let configuration = algorithm.defaults();
        assert_eq!(configuration.algorithm().name, algorithm.name);
        assert_eq!(configuration.to_string(), algorithm.name);
        assert!(
            (built_in::<Tree>().build)(&configuration, Rounded::not_at_all(StaticValue)).is_ok()
        );
    }
}

#[test]
fn structs_are_what_texts_are() {
    let text = |player: &str| PlayerSpec::parse(player).unwrap().configuration;
    let extension = BestFirstExtensionOptions { horizon: 5, ..Default::default() };
    assert_eq!(text("best-first-extension,horizon=5"), extension.into());
    let variant = Variant::Simple { early_return: true };
    let linear = RecursiveBestFirstOptions { variant, all_best: true };
    assert_eq!(text("recursive-best-first,all-best=true,early-return=true"), linear.into());
    let window = MtOptions::new(Driver::AspirationNegaScout(7));
    assert_eq!(text("aspiration-negascout,window=7"), window.into());
    let strong = MtOptions { threads: 2, ..MtOptions::strong() };
    assert_eq!(text("threads=2").options(), Some(&strong));
    assert_eq!(text("negascout,quiescence=auto,selective=auto,threads=2"), strong.into());
    assert_ne!(text("minimax"), EndgameOptions::default().into());
    let shown = Configuration::from(MtOptions {
        entries: 64,
        selective: Switch::On,
        ..MtOptions::new(Driver::Sss)
    });
    assert_eq!(shown.to_string(), "sss,table=64,selective=true");
    assert_eq!(text(&shown.to_string()), shown);
}

#[test]
fn what_is_refused_is_named_with_what_was_expected() {
    for (player, words) in [
        ("minimax,all-best=yes", "option all-best='yes': expected true or false"),
        ("alpha-beta,order=statc", "expected listed or static; did you mean 'static'?"),
        ("mtdf,threads=0", "option threads='0': expected a whole number from 1 to 1024"),
        ("mtdf,grain=0", "option grain='0': expected a whole number from 1 to 2147483647"),
        (
            "mtdf,endgame=aut",
            "auto, never or a whole number from 0 to 4294967295; did you mean 'auto'?",
        ),
        (
            "mtdf,window=5",
            "algorithm 'mtdf' has no option 'window': expected one of its options (first-guess, table,",
        ),
        (
            "mtdf,killer=true",
            "or a limit (depth, widest, nodes, evals, artificial-time, node-price, pointer-price, time, memory); did you \
             mean 'killers'?",
        ),
        ("recursive-best-first,variant=full,early-return=true", "expected one or the other"),
        ("mtdf,killers=true,killers=true", "setting 'killers' is given twice"),
        ("mtdf,depth=0", "depth '0': expected a whole number from 1 to 4294967295"),
    ] {
        let error = PlayerSpec::parse(player).unwrap_err();
        assert!(error.is_input(), "{player}");
        assert!(error.to_string().contains(words), "{error}");
    }
    let mut configuration = algorithm("best-first").unwrap().defaults();
    let unknown = OptionError::Unknown { name: "eval".to_string() };
    assert_eq!(configuration.set("eval", "x"), Err(unknown), "a common one");
}

#[test]
fn the_default_horizon_gives_way_to_the_depth_and_a_given_one_does_not() {
    let build = |player: &str| {
        PlayerSpec::parse(player).unwrap().build::<Connect4>(built_in::<Connect4>().build)
    };
    assert!(build("best-first-extension,depth=2").is_ok());
    for horizon in [3, 4] {
        let error = build(&format!("best-first-extension,depth=2,horizon={horizon}"));
        assert!(error.err().unwrap().to_string().contains("deeper than the depth 2"));
    }
    let mut spec = PlayerSpec::from(BestFirstExtensionOptions { horizon: 4, ..Default::default() });
    spec.budget.depth = Some(2);
    assert!(spec.build(built_in::<Connect4>().build).is_err());
    spec.budget.depth = Some(4);
    spec.common.endgame = Endgame::Plies(3);
    let error = spec.build(built_in::<Connect4>().build).err().unwrap().to_string();
    assert!(error.contains("option endgame: the game 'connect4' has no use for it"), "{error}");
}
