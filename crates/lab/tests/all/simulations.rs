//! What Plaat et al. say beyond their figures: simulations on artificial trees, the ablation, lists against tables,
//! and the claims about margins.

use crate::common::{Folder, bytes_of, number, page_of, table};
use plywood_lab::experiment::{AnyExperiment, Outcome, RunOptions, run};
use plywood_lab::papers::{open, reopen};
use plywood_lab::report::claim::Answer;
use plywood_lab::report::{Cell, Page};
use std::fs;

fn smoke(name: &str) -> Box<dyn AnyExperiment> {
    open(name, "smoke").unwrap()
}

fn page(name: &str) -> Page {
    page_of(&*smoke(name), |_| true).unwrap()
}

/// The files of a run that are the same in every run.
fn lasting(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    bytes_of(&folder.0).into_iter().filter(|(name, _)| !name.starts_with("timings")).collect()
}

#[test]
fn runs_are_deterministic_and_resume() {
    for name in ["plaat-1995-simulations", "plaat-1995-enhancements", "plaat-1995-sorted-list"] {
        let experiment = smoke(name);
        let whole = Folder::new();
        let options = RunOptions { jobs: 1, ..RunOptions::new(&whole.0) };
        let Outcome::Complete { ran, reused: 0 } = run(&*experiment, &options).unwrap() else {
            panic!("{name}: not complete")
        };
        let cut = Folder::new();
        for file in ["manifest.json", "spec.toml"] {
            fs::copy(whole.join(file), cut.join(file)).unwrap();
        }
        let journal = fs::read_to_string(whole.join("units.jsonl")).unwrap();
        let half: String = journal.lines().take(5).map(|line| format!("{line}\n")).collect();
        fs::write(cut.join("units.jsonl"), half).unwrap();
        let options = RunOptions { jobs: 2, ..RunOptions::new(&cut.0) };
        let outcome = run(&*reopen(&experiment.spec()).unwrap(), &options).unwrap();
        assert_eq!(outcome, Outcome::Complete { ran: ran - 5, reused: 5 }, "{name}");
        assert!(lasting(&whole) == lasting(&cut), "{name}: a file differs");
    }
}

#[test]
fn simulations_have_every_driver_at_every_step() {
    let page = page("plaat-1995-simulations");
    let costs = table(&page, "costs");
    let kinds = 3 * 2 * 3 + 3;
    assert_eq!(costs.rows.len(), kinds * 4 * 7);
    let find = |trees: &str, step: &str, driver: &str| {
        let row = costs.rows.iter().find(|row| {
            [(0, trees), (3, step), (4, driver)].iter().all(|&(i, text)| row[i] == Cell::text(text))
        });
        row.unwrap_or_else(|| panic!("no row {trees}, {step}, {driver}"))
    };
    let leaves = |trees, step, driver| number(&find(trees, step, driver)[5]);
    for trees in ["independent-drawn-w3", "incremental-badly-w10", "chess", "othello"] {
        for step in ["fixed depth", "+ static order"] {
            let [alpha_beta, sss] = ["alpha-beta-memory", "sss"].map(|d| leaves(trees, step, d));
            assert!(sss <= alpha_beta, "{trees}, {step}: SSS* dominates alpha-beta");
        }
        assert_eq!(number(&find(trees, "+ table", "alpha-beta-memory")[6]), 100.0);
    }
    // A static value that says nothing changes no order.
    for driver in ["alpha-beta-memory", "sss", "negascout"] {
        let [listed, sorted] = ["fixed depth", "+ static order"]
            .map(|step| leaves("independent-drawn-w10", step, driver));
        assert_eq!(listed, sorted, "{driver}");
    }
    let order = table(&page, "order");
    let first = |name: &str| {
        let row = order.rows.iter().find(|row| row[0] == Cell::text(name)).unwrap();
        number(&row[1])
    };
    assert!(first("independent-well-w3") > first("independent-drawn-w3"));
    assert!(first("independent-badly-w3") < first("independent-drawn-w3"));
    assert_eq!(page.claims.len(), 18 + 3 + 1 + 21 + 3);
    let dominance = page.claims.iter().find(|claim| claim.place == "section 1").unwrap();
    assert_eq!(dominance.direction.answer, Answer::Reproduced, "{dominance:?}");
}

#[test]
fn the_ablation_has_every_driver_without_every_enhancement() {
    let page = page("plaat-1995-enhancements");
    let rows = &table(&page, "enhancements").rows;
    assert_eq!(rows.len(), 3 * 8 * 7, "games, configurations and drivers");
    let find = |game: &str, without: &str, driver: &str| {
        let row = rows.iter().find(|row| {
            [(0, game), (2, without), (3, driver)]
                .iter()
                .all(|&(i, text)| row[i] == Cell::text(text))
        });
        row.unwrap_or_else(|| panic!("no row {game}, {without}, {driver}"))
    };
    let base = "aspiration-negascout";
    assert_eq!(number(&find("chess", "", base)[5]), 100.0);
    assert!(number(&find("chess", "table", "sss")[4]) > number(&find("chess", "", "sss")[4]));
    assert!(number(&find("chess", "quiescence", base)[4]) < number(&find("chess", "", base)[4]));
    // Othello has no quiescence search to leave out.
    assert_eq!(number(&find("othello", "quiescence", base)[5]), 100.0);
    assert_eq!(page.claims.len(), 12 * 3);
    let grid = page.sections[0].grid.as_ref().unwrap();
    assert_eq!((grid.rows.len(), grid.columns.len()), (6 + 7, 6));
}

#[test]
fn lists_and_tables_evaluate_the_same_leaves() {
    let page = page("plaat-1995-sorted-list");
    let rows = &table(&page, "incremental-drawn-w10-entries").rows;
    assert_eq!(rows.len(), 2, "depths 2 and 3");
    for row in rows {
        let [list, driver, equal] = [5, 6, 7].map(|column| number(&row[column]));
        assert_eq!((list, equal), (driver, 2.0), "{row:?}");
    }
    // A uniform tree: w is exact, and so are the solution trees.
    assert_eq!([2, 3, 4].map(|column| number(&rows[1][column])), [10.0, 100.0, 10.0]);
    let fits = page.claims.iter().filter(|claim| claim.place == "section 4.1");
    assert_eq!(fits.count(), 9 * 6, "kinds of trees and drivers");
}

/// A comparison whose claims are these.
fn with_claims(claims: &str) -> Result<Box<dyn AnyExperiment>, plywood_lab::Error> {
    let text = format!(
        "name = \"own\"\ntitle = \"t\"\npaper = \"p\"\nkind = \"minimax-comparison\"\n\
         measure = \"leaves\"\n\
         algorithms = [\"aspiration-negascout\", \"alpha-beta-memory\", \"mtdf\", \"sss\"]\n\
         settings = \"deepening=always,table=65536,table-from=0,order-from=never\"\n\
         positions = 2\ndepths = {{ chess = 2, chess-2 = 3 }}\n\
         [[games]]\ngame = \"chess\"\nabout = \"a\"\nmoves = \"e4 e5 Nf3\"\n\
         [[games]]\ngame = \"chess\"\nname = \"chess-2\"\nabout = \"b\"\nmoves = \"d4 d5 c4\"\n{claims}"
    );
    reopen(&text)
}

fn claim(fields: &str) -> String {
    format!(
        "[[paper_numbers.claims]]\ntext = \"t\"\nplace = \"p\"\ngame = \"chess\"\n\
         algorithm = \"mtdf\"\nmeasure = \"leaves\"\ndirection = \"below\"\n{fields}\n"
    )
}

#[test]
fn margins_and_claims_about_all_others_are_judged_at_every_sequence() {
    let margin = claim("mean_with = \"alpha-beta-memory\"\nthan = \"aspiration-negascout\"");
    let each = claim("than_each = [\"aspiration-negascout\", \"alpha-beta-memory\", \"sss\"]");
    let experiment = with_claims(&(margin + &each)).unwrap();
    let page = page_of(&*experiment, |_| true).unwrap();
    assert_eq!(page.claims.len(), 4, "two claims at two sequences of chess");
    for (i, (name, depth)) in [("chess", 2), ("chess-2", 3)].into_iter().enumerate() {
        let last = table(&page, &format!("{name}-last-depth"));
        let row = |name: &str| last.rows.iter().find(|row| row[0] == Cell::text(name)).unwrap();
        let leaves = |name: &str| number(&row(name)[1]);
        let base = leaves("aspiration-negascout");
        let mean = 50.0 * (leaves("mtdf") + leaves("alpha-beta-memory")) / base;
        let margin = &page.claims[i];
        assert_eq!(margin.subject, format!("{name}, depth {depth}"));
        assert!((margin.measured.as_ref().unwrap().value - mean).abs() < 1e-9, "{margin:?}");
        let least =
            [base, leaves("alpha-beta-memory"), leaves("sss")].into_iter().fold(f64::MAX, f64::min);
        let each = &page.claims[2 + i];
        let nearest = each.measured.as_ref().unwrap().value;
        assert!((nearest - 100.0 * leaves("mtdf") / least).abs() < 1e-9, "{each:?}");
        assert!(each.direction.test.contains("of 3 algorithms"), "{each:?}");
    }
}

#[test]
fn specs_are_checked() {
    for (claims, complaint) in [
        (claim("than = \"sss\"\nthan_each = [\"sss\"]"), "than and than_each: expected one"),
        (claim("mean_with = \"sss\""), "mean_with: expected 'than'"),
        (claim("than_each = [\"sss\"]\nconfigurations = [\"a\", \"b\"]"), "expected neither"),
    ] {
        let error = with_claims(&claims).err().unwrap().to_string();
        assert!(error.contains(complaint), "{error}");
    }
    for (name, from, to, complaint) in [
        ("simulations", "each = 2", "each = 0", "expected 'each' from 1"),
        ("simulations", "best_first = 80", "best_first = 101", "'best_first' from 0 to 100"),
        ("simulations", "w10 = 3", "w10 = 9", "at most 10000000 nodes"),
        ("simulations", "w10 = 3", "w11 = 3", "depths: expected one of 'w10' from 1"),
        ("simulations", "w10 = 3", "w10 = 3\nw11 = 3", "depths: no trees 'w11' are listed"),
        ("simulations", "chess = 32", "chess = 33", "expected a game and a width"),
        ("simulations", "\"mtdf\"", "\"alpha-beta\"", "with a transposition table"),
        ("simulations", "\"drawn\"", "\"random\"", "'random': expected drawn, well or badly"),
        (
            "simulations",
            "settings = \"window=500\"",
            "settings = \"window\"",
            "expected name=value",
        ),
        ("sorted-list", "each = 2", "each = 1", "'each' from 2"),
        ("sorted-list", "\"stockman-sss\"", "\"sss\"", "expected a search with a list"),
        ("sorted-list", "\"c-star\"", "\"alpha-beta\"", "with a transposition table"),
        (
            "enhancements",
            "settings = \"history=false\"",
            "settings = \"\"",
            "without 'history': expected settings",
        ),
        (
            "enhancements",
            "settings = \"history=false\"",
            "settings = \"killers=false\"",
            "is listed twice",
        ),
        (
            "enhancements",
            "settings = \"ordering=false\"",
            "settings = \"odering=false\"",
            "no algorithm has this option",
        ),
    ] {
        let text = smoke(&format!("plaat-1995-{name}")).spec();
        let changed = text.replacen(from, to, 1);
        assert_ne!(text, changed, "{from}");
        let error = reopen(&changed).err().unwrap_or_else(|| panic!("accepted: {to}")).to_string();
        assert!(error.contains(complaint), "{to}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn the_second_sequences_are_those_of_the_test_data() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/positions/chess-game.fen");
    let text = fs::read_to_string(file).unwrap();
    let positions: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let spec = open("plaat-1995-figure-4", "smoke").unwrap().spec();
    let table: toml::Table = toml::from_str(&spec).unwrap();
    let games = table["games"].as_array().unwrap();
    let second =
        games.iter().find(|game| game.get("name").is_some_and(|n| n.as_str() == Some("chess-2")));
    let moves: Vec<&str> = second.unwrap()["moves"].as_str().unwrap().split_whitespace().collect();
    let chess = plywood_lab::registry::game(plywood_lab::registry::games(), "chess").unwrap();
    let mut session = chess.open(None).unwrap();
    for m in &moves[..20] {
        session.play(m).unwrap();
    }
    for (i, position) in positions.iter().enumerate() {
        let same = chess.open(Some(position)).unwrap();
        assert_eq!(session.moves(), same.moves(), "after {} plies", 20 + i);
        if let Some(m) = moves.get(20 + i) {
            session.play(m).unwrap();
        }
    }
}
