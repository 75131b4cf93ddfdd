//! The papers' numbers come out, at sizes that a test can afford.

use crate::common::{number, page_of, spec_without, table};
use plywood_lab::experiment::AnyExperiment;
use plywood_lab::papers::{CATALOGUE, open, reopen};
use plywood_lab::report::claim::Answer;
use plywood_lab::report::{Cell, Page};

/// Runs every unit of an experiment and returns its page.
fn run(name: &str, profile: &str, keep: impl Fn(&str) -> bool) -> Page {
    page_of(&*open(name, profile).unwrap(), keep).unwrap()
}

#[test]
fn the_overhead_by_the_papers_rule_is_25_18_10_and_5_percent() {
    let page = run("korf-1992-overhead", "quick", |unit| {
        ["b=02", "b=10", "b=20", "b=40"].iter().any(|b| unit.starts_with(b))
    });
    let by_rule = table(&page, "by-rule");
    let truly = table(&page, "truly");
    assert_eq!(by_rule.rows.len(), 4);
    for (row, truth) in by_rule.rows.iter().zip(&truly.rows) {
        let (paper, measured) = (number(&row[2]), number(&row[3]));
        assert!((paper - measured).abs() < 1.5, "{row:?}");
        assert!(number(&truth[3]) > 3.0 * measured, "{truth:?}");
    }
    assert_eq!(page.claims.len(), 8, "four numbers, each counted in two ways");
    for (i, claim) in page.claims.iter().enumerate() {
        assert_eq!(claim.direction.answer, Answer::Reproduced, "{claim:?}");
        let expected = if i < 4 { Answer::Reproduced } else { Answer::NotReproduced };
        assert_eq!(claim.size.answer, expected, "{claim:?}");
    }
}

#[test]
fn a_part_of_table_2_reproduces() {
    // The smallest games only: the cells of B = 2 and 5, with the paper's depths and ours.
    let page = run("korf-chickering-1993-table-2", "quick", |unit| {
        unit.starts_with("B=02") || unit.starts_with("B=05/ab=0") && !unit.starts_with("B=05/ab=06")
    });
    let cells = table(&page, "paper-depths");
    assert!(cells.rows.len() >= 10);
    for row in &cells.rows {
        // Evaluations at the paper's depths of equal time are equal here too, within a tenth.
        assert!((number(&row[3]) - 1.0).abs() < 0.12, "{row:?}");
        // Forty pairs have a standard error of seven points at most, the paper's cells of five.
        let (paper, measured) = (number(&row[7]), number(&row[8]));
        assert!((paper - measured).abs() < 26.0, "{row:?}");
        // At depth 1 all is tied, and there is nothing to take an interval of.
        let has_interval = row[9] != Cell::Empty && number(&row[9]) < number(&row[10]);
        assert_eq!(has_interval, number(&row[1]) > 1.0, "{row:?}");
        // Forty pairs, decided or tied.
        assert_eq!(number(&row[5]) + number(&row[6]), 40.0, "{row:?}");
    }
    let ahead = &page.claims[0];
    assert_eq!(ahead.direction.answer, Answer::Reproduced, "{ahead:?}");
    assert_ne!(ahead.size.answer, Answer::NotReproduced, "{ahead:?}");
    let own = table(&page, "own-depths");
    for row in &own.rows {
        let (ours, paper) = (number(&row[2]), number(&row[3]));
        assert!((ours - paper).abs() <= 2.0, "calibrated depths are the paper's: {row:?}");
    }
}

#[test]
fn othello_tournaments_begin_as_the_papers_do() {
    for name in ["korf-chickering-1993-table-1", "korf-chickering-1993-table-3"] {
        let page = run(name, "smoke", |_| true);
        let own = table(&page, "own-depths");
        assert_eq!(own.rows.len(), 4, "two evaluations to depth 2");
        for row in &own.rows {
            let [depth, ours, paper] = [1, 2, 3].map(|column| number(&row[column]));
            assert_eq!(ours, paper, "the paper's depths of equal cost: {row:?}");
            if depth == 1.0 {
                assert_eq!(number(&row[9]), 50.0, "both are alike at depth 1: {row:?}");
            }
        }
    }
}

fn othello_spec(extra: &str) -> String {
    let fields = [
        ("challengers", "[\"best-first\"]"),
        ("opponents", "[\"alpha-beta-saved-tree\"]"),
        ("evaluations", "[\"period\"]"),
        ("openings", "1"),
        ("alpha_beta_depths", "1"),
    ];
    let spec =
        "name = \"own\"\ntitle = \"t\"\npaper = \"p\"\nkind = \"othello-tournament\"\nseed = 1\n";
    spec.to_string() + &spec_without(extra, &fields) + extra
}

#[test]
fn calibration_by_time_keeps_times_and_says_so() {
    let by_evaluations = plywood_lab::papers::reopen(&othello_spec("")).unwrap();
    let by_time = plywood_lab::papers::reopen(&othello_spec("calibrate = \"time\"")).unwrap();
    let [mut evaluated, mut by_clock] = [&by_evaluations, &by_time].map(|one| one.begin());
    assert_eq!(by_clock.plan(), evaluated.plan());
    let record = evaluated.run(0).unwrap();
    assert!(!record.keys().any(|key| key.contains("nanoseconds")));
    let mut timed = by_clock.run(0).unwrap();
    for side in ["best_first", "alpha_beta"] {
        assert!(timed.remove(&format!("{side}_nanoseconds")).unwrap().as_u64().unwrap() > 0);
    }
    assert_eq!(timed, record);
    let words = |experiment: &dyn AnyExperiment| experiment.begin().page().intro.join(" ");
    assert!(words(&*by_time).contains("another run may find other depths"));
    assert!(!words(&*by_evaluations).contains("another run may find other depths"));
}

#[test]
fn specs_of_othello_tournaments_are_checked() {
    for (extra, complaint) in [
        ("openings = 0", "openings 0: expected a number from 1 to 244"),
        ("openings = 245", "openings 245: expected"),
        ("openings = -1", "expected"),
        ("evaluations = [\"bill\"]", "eval='bill': expected"),
        ("evaluations = []", "expected a row to play"),
        ("evaluations = [\"period\", \"period\"]", "listed twice"),
        ("opponents = [\"best-first\"]", "expected an exact algorithm"),
        ("opponents = [\"beta-alpha\"]", "no algorithm 'beta-alpha'"),
        ("challengers = [\"minimax\"]", "'minimax': expected best-first or best-first-extension"),
        ("alpha_beta_depths = 0", "alpha_beta_depths from 1"),
        ("calibrate = \"nodes\"", "'nodes': expected evaluations or time"),
        ("branching = [2]", "no field 'branching'"),
        ("[paper_numbers.row]\nbest_first_depths = [1]\nwins = []", "as many of both"),
    ] {
        let Some(error) = plywood_lab::papers::reopen(&othello_spec(extra)).err() else {
            panic!("accepted: {extra}")
        };
        assert!(error.to_string().contains(complaint), "{extra}: {error}");
    }
}

#[test]
fn every_experiment_has_a_title_and_three_profiles() {
    for entry in CATALOGUE {
        assert!(!entry.title().is_empty() && !entry.paper().is_empty(), "{}", entry.name);
        for profile in ["smoke", "quick", "paper"] {
            let experiment = open(entry.name, profile).unwrap();
            assert_eq!(experiment.name(), entry.name);
            let mut rounds = experiment.begin();
            assert!(!rounds.plan().is_empty());
            // A page can be asked for at any time.
            assert!(!rounds.page().title.is_empty());
        }
    }
}

#[test]
fn specs_of_ones_own_are_checked() {
    let spec = |extra: &str| {
        format!(
            "name = \"own\"\ntitle = \"t\"\npaper = \"p\"\nkind = \"overhead\"\ngenerator = \"hash\"\n\
             first_seed = 1\ntrees = [[2, 6]]\ntrees_each = 2\ntrees_a_unit = 1\n{extra}"
        )
    };
    assert!(plywood_lab::papers::reopen(&spec("branching = [2]")).is_ok());
    for (extra, complaint) in [
        ("branching = [2]\nfoo = 3", "no field 'foo'"),
        ("branching = [2, 2]", "listed twice"),
        ("branching = [3]", "depth in 'trees'"),
        ("branching = []", "expected a branching factor"),
        ("branching = -1", "expected"),
        ("branching = [2]\nbranching = [2]", "duplicate key"),
    ] {
        let error = plywood_lab::papers::reopen(&spec(extra)).err().unwrap().to_string();
        assert!(error.contains(complaint), "{extra}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

/// The percentages won in the cells of a variant and a row, by x.
fn wins(page: &Page, variant: &str, row: &str) -> Vec<(f64, f64)> {
    let cells = table(page, "cells").rows.iter();
    let of = cells.filter(|cells| cells[0].to_string() == variant && cells[1].to_string() == row);
    of.map(|cells| (number(&cells[2]), number(&cells[4]))).collect()
}

#[test]
fn selective_search_overtakes_alpha_beta_on_random_trees() {
    let some = |name: &str, variants: [&str; 3]| {
        // More pairs than profile `quick` has.
        let spec = open(name, "quick").unwrap().spec();
        let pairs = spec.lines().find(|line| line.starts_with("pairs = ")).unwrap();
        let larger = reopen(&spec.replace(pairs, "pairs = 20")).unwrap();
        let keep = |unit: &str| {
            let is_cheap =
                ["x=00005000", "x=00020000", "x=00080000"].iter().any(|x| unit.contains(x));
            is_cheap && variants.iter().any(|variant| unit.starts_with(&format!("{variant}/")))
        };
        page_of(&*larger, keep).unwrap()
    };
    for name in ["utgoff-cochran-2001-figure-3", "utgoff-cochran-2001-figure-4"] {
        let page = some(name, ["paper", "honest", "paper-listed"]);
        let ahead = |variant, row| -> Vec<bool> {
            let wins = wins(&page, variant, row);
            assert_eq!(wins.len(), 3);
            wins.iter().map(|&(_, share)| share > 50.0).collect()
        };
        assert_eq!(wins(&page, "paper", "b = 2").iter().map(|cell| cell.1).sum::<f64>(), 300.0);
        assert_eq!(ahead("paper", "b = 10"), [false, true, true], "{name}");
        assert_eq!(ahead("paper", "b = 20"), [false, false, true], "{name}");
        assert_eq!(ahead("honest", "b = 10"), [false, false, true], "{name}");
        // What alpha-beta plays if it is cut off before it has finished a move decides the paper's reading.
        assert_eq!(ahead("paper-listed", "b = 10"), [true; 3], "{name}");
        assert_eq!(ahead("paper-listed", "b = 20"), [true; 3], "{name}");
        let honest = wins(&page, "honest", "b = 2");
        assert!(honest.iter().all(|&(_, share)| share < 70.0), "{name}: {honest:?}");
    }
    let page = some("utgoff-cochran-2001-figure-5", ["pairs", "games", "pairs"]);
    for row in ["b = 10", "b = 20"] {
        for variant in ["pairs", "games"] {
            let shares: Vec<f64> = wins(&page, variant, row).iter().map(|cell| cell.1).collect();
            assert!(shares[0] > 80.0 && shares[2] < 40.0, "{variant}, {row}: {shares:?}");
        }
    }
}

#[test]
fn a_threshold_on_swings_saves_time() {
    let page = run("utgoff-cochran-2001-threshold", "smoke", |_| true);
    let efforts = table(&page, "efforts");
    assert_eq!(efforts.rows.len(), 8, "four rows at two thresholds");
    for low_and_high in efforts.rows.chunks(2) {
        // All units of the first player, and of the second.
        let units = |row: usize, from: usize| -> f64 {
            low_and_high[row][from..from + 4].iter().map(number).sum()
        };
        assert!(units(0, 3) < units(1, 3), "a higher threshold is reached later: {low_and_high:?}");
        assert!(units(1, 3) < 1.02 * units(1, 11), "{low_and_high:?}");
    }
}

#[test]
fn specs_of_match_grids_are_checked() {
    let fields = [
        ("name", "\"own\""),
        ("title", "\"t\""),
        ("paper", "\"p\""),
        ("kind", "\"match-grid\""),
        ("challenger", "\"c\""),
        ("x", "\"nodes\""),
        ("intro", "[]"),
        ("first_seed", "1"),
        ("pairs", "1"),
        ("grid", "\"g\""),
        ("grids", "{ g = [10] }"),
        ("rows", "[{ name = \"r\", game = \"connect4\" }]"),
        (
            "variants",
            "[{ key = \"k\", name = \"n\", first = \"minimax,nodes={x}\", second = \"minimax,depth=1\" }]",
        ),
    ];
    let open = |extra: &str| {
        plywood_lab::papers::reopen(&format!("{}{extra}", spec_without(extra, &fields)))
    };
    assert!(open("").is_ok(), "{:?}", open("").err());
    let row = "{ name = \"r\", game = \"connect4\" }";
    let two = format!("rows = [{row}, {row}]");
    let claim =
        |fields: &str| format!("[[paper_numbers.claims]]\ntext = \"t\"\nplace = \"p\"\n{fields}");
    for (extra, complaint) in [
        ("pairs = 0", "expected pairs from 1"),
        ("rows = []", "at least one row"),
        ("grid = \"h\"", "no grid 'h': expected g"),
        (&two, "'r' names two rows"),
        ("rows = [{ name = \"r\", game = \"conect4\" }]", "did you mean 'connect4'?"),
        ("rows = [{ name = \"r\", game = \"connect4\", position = \"x\" }]", "connect4"),
        (
            "variants = [{ key = \"k\", name = \"n\", first = \"minimax\", second = \"minimax,depth=1\" }]",
            "player 'minimax' has no limit",
        ),
        (
            "variants = [{ key = \"k\", name = \"n\", first = \"minimax,time=1s\", second = \"minimax,depth=1\" }]",
            "expected no time, because no two runs would be alike",
        ),
        (
            "variants = [{ key = \"k\", name = \"n\", first = \"minimax,dept=1\", second = \"minimax,depth=1\" }]",
            "has no option 'dept'",
        ),
        (&claim(""), "expected one of 'overall', 'trees', and x in 'ahead' or 'behind'"),
        (&claim("ahead = [10]\nrows = [\"q\"]"), "about row 'q'"),
        (&claim("ahead = [10]\nvariants = [\"q\"]"), "about variant 'q'"),
    ] {
        let error = open(extra).err().unwrap_or_else(|| panic!("accepted: {extra}")).to_string();
        assert!(error.contains(complaint), "{extra}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
}
