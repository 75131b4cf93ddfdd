//! Figures 4 to 6 of Plaat et al.: the machinery, and what must hold of the counts.

use crate::common::{Folder, bytes_of, number, page_of, spec_without, table};
use plywood_lab::Error;
use plywood_lab::experiment::{AnyExperiment, Outcome, Record, RunOptions, run};
use plywood_lab::papers::{open, reopen};
use plywood_lab::report::claim::Answer;
use plywood_lab::report::{Cell, Page};
use plywood_play::draw::Scale;
use std::fs;
use std::path::Path;

/// A comparison of one's own: `extra` replaces the fields that it sets.
fn spec(extra: &str) -> String {
    let fields = [
        ("measure", "\"leaves\""),
        ("algorithms", "[\"aspiration-negascout\", \"alpha-beta-memory\", \"mtdf\", \"sss\"]"),
        ("settings", "\"deepening=always,table=65536,table-from=0,order-from=never\""),
        ("positions", "2"),
        ("depths", "{ chess = 3 }"),
    ];
    let spec =
        "name = \"own\"\ntitle = \"t\"\npaper = \"p\"\nkind = \"minimax-comparison\"\n".to_string();
    let spec = spec + &spec_without(extra, &fields);
    let game = "[[games]]\ngame = \"chess\"\nabout = \"a game\"\nfrom = 2\nmoves = \"e4 e5 Nf3\"\n";
    if extra.starts_with("[[games]]") { spec + extra } else { spec + extra + "\n" + game }
}

fn whole(experiment: &dyn AnyExperiment) -> Result<Page, Error> {
    page_of(experiment, |_| true)
}

/// The records of all units by key.
fn records(experiment: &dyn AnyExperiment) -> Vec<(String, Record)> {
    let mut rounds = experiment.begin();
    let units = rounds.plan().into_iter().enumerate();
    units.map(|(unit, key)| (key, rounds.run(unit).unwrap())).collect()
}

#[test]
fn every_game_has_its_tables_and_calls_are_as_they_must_be() {
    let experiment = open("plaat-1995-figure-4", "smoke").unwrap();
    let page = whole(&*experiment).unwrap();
    for (game, depth) in [("chess", 3), ("checkers", 5), ("othello", 3)] {
        let leaves = table(&page, &format!("{game}-leaves"));
        assert_eq!(leaves.rows.len(), depth);
        let totals: Vec<f64> = leaves.rows.iter().map(|row| number(&row[1])).collect();
        assert!(totals.is_sorted(), "{game}: costs add up over iterations: {totals:?}");
        let calls = table(&page, &format!("{game}-calls"));
        let names: Vec<&str> = calls.columns.iter().map(|column| column.name.as_str()).collect();
        for row in &calls.rows {
            for (name, cell) in names.iter().zip(row).skip(1) {
                let calls = number(cell);
                let holds = match *name {
                    "alpha-beta-memory" | "negascout" => calls == 1.0,
                    "aspiration-negascout" => (1.0..=2.0).contains(&calls),
                    // A bound from either side.
                    _ => calls >= 2.0,
                };
                assert!(holds, "{game}: {name} makes {calls} calls an iteration");
            }
        }
    }
    assert_eq!(page.claims.len(), 11 * 6, "eleven claims at two sequences of three games");
    for claim in &page.claims {
        let is_papers_game = claim.subject.starts_with("chess");
        let has_size = claim.size.answer != Answer::NoSizeGiven;
        assert!(is_papers_game || !has_size, "the paper's sizes are of chess: {claim:?}");
    }
}

#[test]
fn sss_asks_far_more_often_and_makes_more_nodes_at_chess() {
    let experiment = open("plaat-1995-figure-5", "quick").unwrap();
    let mut positions = 0;
    let first_three = |unit: &str| {
        positions += usize::from(unit.starts_with("chess/"));
        unit.starts_with("chess/") && positions <= 3
    };
    let page = page_of(&*experiment, first_three).unwrap();
    let last = table(&page, "chess-last-depth");
    let row = |name: &str| last.rows.iter().find(|row| row[0] == Cell::text(name)).unwrap();
    let calls = |name: &str| number(&row(name)[10]);
    assert!(calls("sss") > 24.0, "dozens of calls: {}", calls("sss"));
    assert!(calls("mtdf") < calls("sss") / 4.0, "{} calls", calls("mtdf"));
    assert!(number(&row("sss")[7]) > 130.0, "nodes to the base line: {:?}", row("sss"));
    assert_eq!(number(&row("aspiration-negascout")[7]), 100.0);
}

#[test]
fn a_table_too_small_costs_leaves() {
    let extra = "variants = [\"table=16\", \"table=65536\"]\n\
                 settings = \"deepening=always,table-from=0\"\n";
    let text = spec("").replace(
        "settings = \"deepening=always,table=65536,table-from=0,order-from=never\"\n",
        extra,
    );
    let text = text.replace("chess = 3", "chess = 4");
    let experiment = reopen(&text).unwrap();
    let page = whole(&*experiment).unwrap();
    let rows = &table(&page, "chess-configurations").rows;
    assert_eq!(rows.len(), 2 * 4);
    let small = rows.iter().find(|row| row[1] == Cell::text("sss")).unwrap();
    assert!(number(&small[12]) > 150.0, "a table forgets what SSS* needs again: {small:?}");
    assert!(page.sections.iter().flat_map(|s| &s.plots).any(|p| p.x_scale == Scale::Log));
}

#[test]
fn threads_and_interruptions_leave_no_trace() {
    let experiment = reopen(&spec("")).unwrap();
    let whole = |jobs| {
        let folder = Folder::new();
        let options = RunOptions { jobs, ..RunOptions::new(&folder.0) };
        let outcome = run(&*experiment, &options).unwrap();
        assert_eq!(outcome, Outcome::Complete { ran: 2, reused: 0 });
        bytes_of(&folder.0)
    };
    let one = whole(1);
    assert!(one.contains_key("chess-leaves.csv") && !one.contains_key("timings.json"));
    assert_eq!(one, whole(2));
}

#[test]
fn times_stand_apart() {
    let experiment = reopen(&spec("measure = \"time\"\nrounds = 2\n")).unwrap();
    let folder = Folder::new();
    run(&*experiment, &RunOptions::new(&folder.0)).unwrap();
    let times = fs::read_to_string(folder.join("timings-chess.csv")).unwrap();
    assert_eq!(times.lines().count(), 3, "a heading, and depths 2 and 3: {times}");
    assert!(folder.join("timings.html").exists());
    let report = fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(report.contains("timings.html"), "the report says where the times are");
    assert!(!fs::read_to_string(folder.join("results.json")).unwrap().contains("timings-chess"));
    let record = fs::read_to_string(folder.join("units.jsonl")).unwrap();
    let nodes = table(&whole(&*experiment).unwrap(), "chess-nodes").clone();
    assert_eq!(nodes.rows.len(), 3);
    assert!(!record.contains("time") && !record.contains("elapsed"), "{record}");
}

#[test]
fn algorithms_that_disagree_end_the_run() {
    // A selective search has a value of its own for each driver: that is what the law forbids.
    let settings = "settings = \"deepening=always,selective=true,quiescence=true\"\n";
    let text = spec(settings).replace("chess = 3", "chess = 6");
    let experiment = reopen(&text).unwrap();
    let error = whole(&*experiment).unwrap_err().to_string();
    assert!(error.contains("the value must not depend on the algorithm"), "{error}");
}

/// The comparison of `spec`, from a folder: the fields that a profile has stand in one.
fn in_folder(folder: &Folder, extra: &str) -> Result<Box<dyn AnyExperiment>, Error> {
    let text = spec(extra).replace("name = \"own\"\n", "");
    let (positions, text): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.starts_with("positions = 2"));
    let text = text.join("\n") + "\n[profiles.own]\n" + &positions.join("\n");
    fs::write(folder.join("spec.toml"), text).unwrap();
    open(folder.0.to_str().unwrap(), "own")
}

#[test]
fn positions_come_from_a_file_and_are_kept_with_the_run() {
    let folder = Folder::new();
    let path = folder.join("positions.fen");
    let fens = [
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
    ];
    fs::write(&path, fens.join("\n\n") + "\n").unwrap();
    let full = folder.join("full.fen");
    fs::copy(&path, &full).unwrap();
    let (path, full) = (path.display(), full.display());
    let game =
        |fields: &str| format!("[[games]]\ngame = \"chess\"\nabout = \"a file\"\n{fields}\n");
    let whole = game(&format!("file = \"{path}\""));
    let places = game(&format!("positions = [\"{path}#1\", \"{path}#3\"]"));
    let from_file = in_folder(&folder, &whole).unwrap();
    let by_places = in_folder(&folder, &places).unwrap();
    assert_eq!(from_file.spec(), by_places.spec());
    fs::write(folder.join("positions.fen"), "").unwrap();
    let kept = reopen(&from_file.spec()).unwrap();
    assert_eq!(kept.spec(), from_file.spec());
    let by_moves = reopen(&spec("")).unwrap();
    assert_eq!(records(&*kept), records(&*by_moves));
    for (fields, complaint) in [
        (whole.clone(), "expected a position a line"),
        (game("file = \"/no/such.fen\""), "file '/no/such.fen': "),
        (game("file = 3"), "no field 'file'"),
        (
            game(&format!("file = \"{full}\"\npositions = [\"e4\"]")),
            "positions and file: expected one",
        ),
    ] {
        let error = in_folder(&folder, &fields).err().unwrap().to_string();
        assert!(error.contains(complaint), "{error}");
    }
}

#[test]
fn positions_of_other_games_can_be_compared() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/positions");
    for game in ["chess", "checkers"] {
        let text = fs::read_to_string(data.join(format!("{game}-game.fen"))).unwrap();
        let positions: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let fields = format!("game = \"{game}\"\nabout = \"a file\"\npositions = {positions:?}\n");
        let text = spec(&format!("[[games]]\n{fields}"))
            .replace("chess = 3", &format!("{game} = 3"))
            .replace("positions = 2\n", "positions = 20\n");
        let experiment = reopen(&text).unwrap();
        assert_eq!(records(&*experiment).len(), 20, "{game}");
    }
}

#[test]
fn specs_are_checked() {
    let game = |fields: &str| format!("[[games]]\ngame = \"chess\"\nabout = \"a\"\n{fields}\n");
    for (extra, complaint) in [
        ("measure = \"speed\"".to_string(), "'speed': expected leaves, nodes, calls or time"),
        ("measure = \"calls\"".into(), "expected leaves, nodes or time"),
        ("algorithms = [\"mtdf\"]".into(), "expected two algorithms or more"),
        ("algorithms = [\"mtdf\", \"mtdf\"]".into(), "listed twice"),
        ("algorithms = [\"mtdf\", \"mtd\"]".into(), "no algorithm 'mtd'"),
        ("algorithms = [\"mtdf\", \"alpha-beta\"]".into(), "with a transposition table"),
        ("algorithms = [\"mtdf\", \"sss,depth=3\"]".into(), "expected no budget"),
        ("settings = \"histroy=true\"".into(), "setting 'histroy': no algorithm has this option"),
        ("settings = \"history=maybe\"".into(), "option history='maybe': expected"),
        ("settings = \"history\"".into(), "expected name=value"),
        ("variants = [\"grain=0\"]".into(), "option grain='0': expected"),
        ("variants = [\"grain=10\", \"\"]".into(), "variants: expected settings"),
        ("depths = { chess = 0 }".into(), "depths: expected one of 'chess' from 1"),
        ("depths = { chess = 61 }".into(), "from 1 to 60"),
        ("depths = { chess = 3, go = 2 }".into(), "depths: no game 'go' is listed"),
        ("positions = 0".into(), "expected positions and rounds from 1"),
        ("positions = 3".into(), "chess: 3 moves: expected 4 or more"),
        ("windows = 3".into(), "no field 'windows'"),
        (game("move = \"e4\""), "no field 'move'"),
        (game("moves = \"e4 e4\"\nfrom = 1"), "chess: move 2: chess move"),
        (game("moves = \"f3 e5 g4 Qh4\"\nfrom = 3"), "position 2: the game is over"),
        (game("positions = [\"nonsense\"]"), "position 1: "),
        (game("positions = [\"e4\"]\nmoves = \"e4\""), "expected one of the two"),
        (game("file = \"positions.fen\""), "no field 'file'"),
        (game("moves = \"e4 e5\"") + &game("moves = \"d4 d5\""), "'chess' is listed twice"),
    ] {
        let Some(error) = reopen(&spec(&extra)).err() else { panic!("accepted: {extra}") };
        let error = error.to_string();
        assert!(error.contains(complaint), "{extra}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
    let twice = spec("").replace("game = \"chess\"", "game = \"chequers\"");
    assert!(reopen(&twice).is_err());
}
