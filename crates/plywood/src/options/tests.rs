//! Every declared option is read as it is written.

use super::*;
use crate::Budget;
use crate::search::*;

fn drivers() -> Vec<Driver> {
    vec![
        Driver::AlphaBeta,
        Driver::NegaScout,
        Driver::aspiration(),
        Driver::Sss,
        Driver::Dual,
        Driver::mtdf(),
        Driver::CStar,
    ]
}

/// The default options of every algorithm, and the limits.
fn all() -> Vec<Box<dyn Options>> {
    let mut all: Vec<Box<dyn Options>> = vec![
        Box::new(MinimaxOptions::default()),
        Box::new(AlphaBetaOptions::default()),
        Box::new(AlphaBetaSavedTreeOptions::default()),
        Box::new(StockmanSssOptions::default()),
        Box::new(StockmanDualOptions::default()),
        Box::new(BestFirstOptions::default()),
        Box::new(RecursiveBestFirstOptions::default()),
        Box::new(BestFirstSavedTreeOptions::default()),
        Box::new(BestFirstExtensionOptions::default()),
        Box::new(Budget::default()),
    ];
    for driver in drivers() {
        all.push(Box::new(MtOptions::new(driver)));
    }
    all
}

#[test]
fn defaults_words_and_written_values_are_read() {
    for mut options in all() {
        let defaults = options.list();
        assert!(!defaults.is_empty());
        for option in &defaults {
            let OptionInfo { name, words, value, summary, .. } = option;
            let values = option.values();
            let mut check = |text: &str| {
                options.set(name, text).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(options.get(name).as_deref(), Some(text), "{name}");
            };
            words.iter().copied().for_each(&mut check);
            check(value);
            assert!(words.iter().all(|word| values.contains(word)), "{name}: {values}");
            assert!(!summary.is_empty() && !summary.ends_with('.'), "{name}: {summary}");
        }
        assert_eq!(options.list(), defaults, "all of them are as they were");
    }
}

#[test]
fn refused_values_are_named_with_what_was_expected_and_change_nothing() {
    for mut options in all() {
        let defaults = options.list();
        for option in &defaults {
            for text in ["", "x", "--1", "1e9s", "18446744073709551616", "truely"] {
                let error = options.set(&option.name, text).unwrap_err();
                let words = error.to_string();
                assert!(words.starts_with(&format!("option {}='{text}'", option.name)), "{words}");
                assert!(words.contains(&option.values()), "{words}");
            }
        }
        let unknown = OptionError::Unknown { name: "stop".to_string() };
        assert_eq!(options.set("stop", "true"), Err(unknown), "no algorithm has it");
        assert_eq!(options.list(), defaults);
    }
}

#[test]
fn ranges_are_checked_and_named() {
    let mut mt = MtOptions::new(Driver::aspiration());
    let mut message = |name: &str, text: &str| mt.set(name, text).unwrap_err().to_string();
    let from_1 = "option window='0': expected a whole number from 1 to 4294967295";
    assert_eq!(message("window", "0"), from_1);
    let threads = "option threads='1025': expected a whole number from 1 to 1024";
    assert_eq!(message("threads", "1025"), threads);
    assert_eq!(
        message("order-from", "1"),
        "option order-from='1': expected auto, never or a whole number from 2 to 4294967295"
    );
    assert!(message("table", "47B").contains("a whole number from 2"), "one entry has 24 bytes");
    let mut mtdf = MtOptions::new(Driver::mtdf());
    let error = mtdf.set("first-guess", "2000000001").unwrap_err().to_string();
    assert!(error.ends_with("a whole number from -2000000000 to 2000000000"), "{error}");
    mtdf.set("first-guess", "-7").unwrap();
    assert_eq!(mtdf.driver, Driver::MtdF(FirstGuess::Fixed(crate::Score::new(-7))));
}

#[test]
fn a_table_is_a_number_of_entries_or_an_amount_of_memory() {
    let mut options = MtOptions::default();
    options.set("table", "1000").unwrap();
    assert_eq!(options.entries, 1000);
    options.set("table", "24KiB").unwrap();
    assert_eq!(options.entries, 1024);
}

#[test]
fn options_that_exclude_each_other_do_so_in_any_order() {
    let both = [("variant", "full"), ("early-return", "true")];
    for [first, second] in [both, [both[1], both[0]]] {
        let mut options = RecursiveBestFirstOptions::default();
        options.set(first.0, first.1).unwrap();
        let before = options;
        let error = options.set(second.0, second.1).unwrap_err();
        assert!(matches!(error, OptionError::Conflict { .. }), "{error}");
        assert_eq!(options, before);
    }
}

#[test]
fn only_what_a_driver_has_is_an_option() {
    let mut options = MtOptions::default();
    assert!(options.get("window").is_none() && options.get("first-guess").is_none());
    assert!(options.set("window", "5").is_err());
    assert!(options.get("driver").is_none());
}

#[test]
fn limits_are_written_as_people_write_them() {
    let mut budget = Budget::new();
    for (name, text, written) in [
        ("nodes", "1500", "1500"),
        ("nodes", "3000k", "3M"),
        ("evals", "1G", "1G"),
        ("time", "0.5s", "500ms"),
        ("time", "1.5m", "90s"),
        ("time", "1us", "1us"),
        ("memory", "1.5KiB", "1536B"),
        ("memory", "2048", "2KiB"),
    ] {
        budget.set(name, text).unwrap();
        assert_eq!(budget.get(name).as_deref(), Some(written));
    }
}
