//! Wrong input is refused with a one-line error; extreme input works.

use crate::common::{Folder, algorithms, plywood, plywood_line};
use serde_json::json;

/// Command lines, and a part of their errors.
const REFUSED: &[(&str, &str)] = &[
    ("nonsense", "unrecognized subcommand 'nonsense'"),
    ("games --jsn", "unexpected argument '--jsn'"),
    ("search", "<GAME>"),
    ("search halma --algorithm minimax", "no game 'halma': expected amazons, checkers, "),
    ("search connect4 --algorithm mtdg", "no algorithm 'mtdg': expected strong, minimax, alpha-"),
    ("search connect4 --algorithm minimax --set", "a value is required for '--set"),
    ("search connect4 --algorithm minimax --set x", "setting 'x': expected name=value"),
    (
        "search connect4 --algorithm minimax --set x=1",
        "has no option 'x': expected one of its options (deepening, all-best, eval",
    ),
    (
        "search connect4 --algorithm minimax --set all-best=1",
        "option all-best='1': expected true or false",
    ),
    (
        "search connect4 --algorithm best-first --set all-best=true --set all-best=true",
        "given twice",
    ),
    (
        "search connect4 --algorithm minimax --depth 0",
        "--depth '0': expected a whole number from 1",
    ),
    ("search connect4 --algorithm minimax --depth -1", "--depth '-1': expected"),
    ("search connect4 --algorithm minimax --depth 4294967296", "--depth '4294967296': expected"),
    (
        "search connect4 --algorithm minimax --depth 3 --depth 4",
        "'--depth <N>' cannot be used multiple times",
    ),
    ("search connect4 --algorithm minimax --nodes 0", "--nodes '0': expected"),
    ("search connect4 --algorithm minimax --nodes 1e6", "--nodes '1e6': expected"),
    ("search connect4 --algorithm minimax --evals many", "--evals 'many': expected"),
    ("search connect4 --algorithm minimax --time 5", "--time '5': expected a time such as 500ms"),
    ("search connect4 --algorithm minimax --time 0s", "--time '0s': expected"),
    ("search connect4 --algorithm minimax --time -5s", "--time '-5s': expected"),
    ("search connect4 --algorithm minimax --memory lots", "--memory 'lots': expected an amount"),
    ("search connect4 --algorithm minimax --memory 0", "--memory '0': expected"),
    (
        "search connect4 --algorithm minimax --seed 3",
        "the game 'connect4' is not generated from a seed",
    ),
    ("search random-tree --algorithm minimax --seed -3", "invalid value '-3' for '--seed <S>'"),
    (
        "search connect4 --algorithm recursive-best-first --set variant=full --set early-return=true",
        "expected one or the other",
    ),
    (
        "search connect4 --algorithm best-first-extension --set horizon=5 --depth 3",
        "horizon 5 is deeper than the depth 3",
    ),
    (
        "search connect4 --algorithm best-first-extension --set horizon=deep",
        "option horizon='deep'",
    ),
    (
        "search connect4 --position 48 --algorithm minimax",
        "connect4 position '48': at move 2: expected a column from 1 to 7",
    ),
    (
        "search connect4 --position 4444444 --algorithm minimax",
        "at move 7: expected a column that is not full",
    ),
    (
        "search phutball --position 15x20 --algorithm minimax",
        "phutball position '15x20': at the size: expected rows and columns, from 3x3 to 19x19",
    ),
    (
        "search random-tree --position depth=0x --algorithm minimax",
        "random-tree position 'depth=0x'",
    ),
    ("search tree --algorithm minimax", "tree position: expected the path of a JSON file"),
    (
        "search tree --position no/such.json --algorithm minimax",
        "tree file 'no/such.json': expected a file",
    ),
    (
        "search tree --position / --algorithm minimax",
        "tree file '/': expected a file, found a directory",
    ),
    (
        "search tree --position [0,3,] --algorithm minimax",
        "tree '[0,3,]': at line 1, column 6: expected a node",
    ),
    ("search tree --position [0,1.5] --algorithm minimax", "line 1, column 4"),
    ("search tree --position [0,[1] --algorithm minimax", "found the end of the text"),
    ("search tree --position [0,3000000000] --algorithm minimax", "from -2000000000 to 2000000000"),
    ("trace tree --position [ --algorithm best-first", "tree '[': at line 1, column 2"),
    ("trace connect4 --algorithm best-first --json", "unexpected argument '--json'"),
    ("trace connect4 --depth 3 --only entred", "--only 'entred': expected"),
    ("perft connect4", "--depth <N>"),
    (
        "perft connect4 --depth -1",
        "invalid value '-1' for '--depth <N>': expected a whole number of plies",
    ),
    ("perft go --depth 1", "game 'go': Go is not searched like other games"),
    ("perft connect4 --depth 1 --passes free", "--passes free: 'connect4' has no passes"),
    ("perft othello --depth 1 --passes some", "[possible values: count, free]"),
    ("play connect4 --first --second", "cannot be used with '--second'"),
    ("play connect4 --algorithm fast", "no algorithm 'fast'"),
    ("match connect4 --first minimax,depth=1", "--second: player 'strong' has no limit"),
    (
        "match connect4 --first minimax --second minimax,depth=1",
        "--first: player 'minimax' has no limit",
    ),
    ("match connect4 --first @minimax,depth=1 --second minimax,depth=1", "a name that prints"),
    (
        "match connect4 --first minimax,depth=1 --second minimax,depth=x",
        "--second: depth 'x': expected",
    ),
    (
        "match connect4 --first minimax,depth=1,depth=2 --second minimax,depth=1",
        "depth is given twice",
    ),
    (
        "match connect4 --first minimax,depth=1 --second best-first-extension,horizon=9,depth=2",
        "horizon 9 is deeper",
    ),
    (
        "match connect4 --first minimax,depth=1 --second minimax,depth=1 --pairs 0",
        "expected a whole number from 1",
    ),
    ("match connect4 --first minimax,depth=1 --second minimax,depth=1 --jobs 0", "'--jobs <N>'"),
    (
        "match connect4 --first minimax,depth=1 --second minimax,depth=1 --games /",
        "--games /: expected the path of a regular file",
    ),
    (
        "match connect4 --first minimax,depth=1 --second minimax,depth=1 --games /dev/null/x",
        "/dev/null is not a folder",
    ),
    (
        "match connect4 --position 1212121 --first minimax,depth=1 --second minimax,depth=1",
        "the game is over",
    ),
    (
        "search connect4 --artificial-time 50k/game",
        "--artificial-time '50k/game': expected units without '/game', because there is no game",
    ),
    ("trace connect4 --artificial-time 50k/game", "only 'play', 'match' and experiments have one"),
    ("analyze connect4 --artificial-time 50k/game", "expected units without '/game'"),
    ("play connect4 --artificial-time soon/game", "--artificial-time 'soon': expected a whole"),
    (
        "match connect4 --first minimax,depth=1 --second minimax,nodes=50k/game",
        "nodes '50k/game': expected a whole number",
    ),
    (
        "match connect4 --first minimax,artificial-time=9,artificial-time=9k/game",
        "artificial-time is given twice",
    ),
    // `plywood algorithms` lists it.
    (
        "play chess --algorithm pn",
        "algorithm 'pn' is a proof search: expected 'solve --goal' with it",
    ),
    (
        "experiment run korf-1991",
        "no experiment 'korf-1991': expected papers, a folder with a spec.toml or a name that \
         'plywood experiment list' shows",
    ),
    // A part of a name: the names that contain it, not all.
    (
        "experiment run korf-1992",
        "no experiment 'korf-1992': expected korf-1992-figure-4, korf-1992-",
    ),
    ("experiment list table-6", "no experiment 'table-6': expected cazenave-2001-table-6"),
    (
        "experiment run korf-1992-overhead --profile huge",
        "no profile 'huge': expected paper, quick or smoke",
    ),
    ("experiment run papers --profile huge --out /dev/null", "no profile 'huge'"),
    (
        "experiment run korf-1992-overhead --profile smoke --out /dev/null",
        "/dev/null: a file, expected a folder",
    ),
    ("experiment report /no/such/folder", "/no/such/folder: no such folder"),
    ("experiment merge /no/such/folder --out /dev/null/x", "/no/such/folder: no such folder"),
    (
        "experiment merge /dev --out /dev/null/x",
        "/dev: not the folder of a run: no manifest.json in it",
    ),
    ("experiment merge --out x", "required arguments were not provided"),
    ("experiment status /no/such/folder", "/no/such/folder: no such folder"),
    ("experiment resume /dev", "/dev: not the folder of a run"),
    ("experiment run papers --shard 0/2", "'papers': expected the name of one experiment"),
    ("experiment submit papers --scheduler slurm", "'papers': expected the name of one experiment"),
    ("experiment submit korf-1992-overhead --scheduler pbs", "invalid value 'pbs'"),
    ("experiment submit korf-1992-overhead --scheduler slurm --array 0", "a whole number from 1"),
    ("experiment submit korf-1992-overhead --scheduler slurm --time soon", "expected minutes"),
    ("experiment submit korf-1992-overhead --scheduler slurm --partition a;b", "expected a name"),
    (
        "experiment submit korf-1992-overhead --scheduler slurm --out a%b",
        "expected a path without '%'",
    ),
    ("experiment run korf-1992-overhead --profile smoke --shard 4/4 --out x", "from 0 to 3, not 4"),
    ("experiment run korf-1992-overhead --profile smoke --shard 0/0 --out x", "at least 1 shard"),
    (
        "experiment run korf-1992-overhead --profile smoke --shard 2 --out x",
        "expected I/N or auto/N",
    ),
    ("experiment report /dev", "/dev: not the folder of a run: no manifest.json in it"),
];

/// Misspelled names, and the intended ones.
const NEARLY: &[(&str, &str)] = &[
    ("search chss", "chess"),
    ("perft conect4 --depth 1", "connect4"),
    ("search chess --algorithm negascot", "negascout"),
    ("search chess --algorithm Strong", "strong"),
    ("match chess --first negascout,dept=3", "depth"),
    ("match chess --first negascout,selctive=true,depth=3", "selective"),
    ("search chess --set selective=tru", "true"),
    ("search chess --set eval=tune", "tuned"),
    ("search chess --set deepening=alway", "always"),
    ("search random-tree --position branchng=3", "branching"),
    ("match chess --first ucy:stockfish", "uci"),
    ("match chess --first uci,tmie=1s:stockfish", "time"),
    ("solve x --goal outcme", "outcome"),
    ("experiment run korf-1992-overhed", "korf-1992-overhead"),
    ("experiment run papers --profile smok", "smoke"),
    ("train othelo", "othello"),
    ("train othello --profile ful", "full"),
    ("man serch", "search"),
];

#[test]
fn misspelled_names_get_a_suggestion() {
    for (line, meant) in NEARLY {
        eprintln!("{line}");
        plywood_line(line).refused(2, &format!("; did you mean '{meant}'?"));
    }
    let ended = plywood_line("match chess --first negascout,dept=3");
    for name in ["selective", "eval", "depth", "nodes", "evals", "time", "memory"] {
        assert!(ended.err.contains(name), "options and limits are listed: {ended:?}");
    }
    // The tips of clap.
    for (line, meant) in [
        ("serch", "a similar subcommand exists: 'search'"),
        ("games --jsn", "a similar argument exists: '--json'"),
        ("perft othello --depth 1 --passes fre", "a similar value exists: 'free'"),
    ] {
        let ended = plywood_line(line);
        ended.refused(2, "");
        assert!(ended.err.lines().any(|tip| tip == format!("  tip: {meant}")), "{ended:?}");
    }
}

#[test]
fn options_without_effect_are_refused() {
    for (line, words) in [
        ("search connect4 --set quiescence=true", "such as checkers and chess"),
        ("search othello --set quiescence=true --algorithm mtdf", "expected a game that has noisy"),
        ("search othello --set selective=true", "such as checkers, chess and gomoku"),
        ("search tree --position 3 --set killers=true", "such as amazons, checkers, "),
        ("search random-tree --set history=true --algorithm sss", "game that has history indices"),
        ("search chess --set endgame=auto", "expected a game that has an endgame solver"),
        ("search connect4 --set eval=tuned", "'connect4' has one evaluation only"),
        (
            "analyze connect4 --set selective=true",
            "option selective: the game 'connect4' has no use",
        ),
        (
            "match othello --first depth=1,quiescence=true --second depth=1",
            "--first: option quiescence: the game 'othello'",
        ),
        ("trace chess --set threads=2", "threads"),
        ("solve x --set selective=true", "--set selective: the endgame solver has no options"),
        ("solve x --depth 3", "--depth: the endgame solver searches to the end"),
        ("solve x --game chess --goal outcome", "--goal outcome: expected no --goal"),
    ] {
        eprintln!("{line}");
        plywood_line(line).refused(2, words);
    }
}

#[test]
fn bad_input_is_refused() {
    for (line, words) in REFUSED {
        eprintln!("{line}");
        plywood_line(line).refused(2, words);
    }
}

#[test]
fn control_characters_in_arguments_are_escaped() {
    for args in [["\u{1b}[2J\nx", "--json"], ["games", "\u{1b}[2J"]] {
        let ended = plywood(args);
        ended.refused(2, "error: ");
        assert!(!ended.err.lines().any(|line| line.chars().any(char::is_control)), "{ended:?}");
    }
}

#[test]
#[cfg(unix)]
fn arguments_that_are_not_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let bytes = std::ffi::OsStr::from_bytes(b"\xff\xfe");
    let args = ["search".as_ref(), "tree".as_ref(), "--position".as_ref(), bytes];
    plywood(args).refused(2, "UTF-8");
}

#[test]
#[cfg(unix)]
fn a_folder_that_cannot_be_written_is_a_failure() {
    let line = "experiment run korf-1992-overhead --profile smoke --out /dev/null/x";
    plywood_line(line).refused(1, "/dev/null/x: ");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_a_failure() {
    use crate::common::{Ended, command};
    use std::fs::OpenOptions;
    use std::process::Stdio;
    for line in [
        "--help",
        "--version",
        "games",
        "algorithms --json",
        "search connect4 --algorithm minimax --depth 2 --json",
        "search connect4 --algorithm minimax --depth 2",
        "trace connect4 --algorithm best-first --nodes 100k",
        "perft connect4 --depth 2",
        "match connect4 --first minimax,depth=1 --second minimax,depth=1 --pairs 1",
        "experiment list",
        "play connect4",
    ] {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command().args(line.split_whitespace()).stdout(Stdio::from(full)).output();
        Ended::from(output.unwrap()).refused(1, "standard output: No space left");
    }
}

#[test]
fn trees_of_a_hundred_thousand_levels_are_searched() {
    const LEVELS: usize = 100_000;
    let folder = Folder::new();
    let text = "[3,".repeat(LEVELS) + "3" + &"]".repeat(LEVELS);
    let file = folder.file("deep.json", &text);
    let search = |algorithm: &str| {
        let args = ["search", "tree", "--position", &file, "--algorithm", algorithm, "--json"];
        let answer = plywood(args).json();
        assert_eq!(answer["value"], json!({"lower": 3, "upper": 3}), "{algorithm}");
        // Where there is one move, there is nothing to decide by swings.
        let line = if algorithm == "least-certainty" { 1 } else { LEVELS };
        assert_eq!(answer["pv"].as_array().map(Vec::len), Some(line), "{algorithm}");
    };
    // In two threads: algorithms with a table take a second each.
    let algorithms = algorithms();
    let half = |first: usize| algorithms.iter().skip(first).step_by(2);
    std::thread::scope(|scope| {
        for first in [0, 1] {
            scope.spawn(move || half(first).for_each(|(algorithm, _)| search(algorithm)));
        }
    });
    let depth = LEVELS.to_string();
    let args = ["perft", "tree", "--position", &file, "--depth", &depth, "--json"];
    assert_eq!(plywood(args).json()["leaves"], 1);
    let open = folder.file("open.json", &"[3,".repeat(LEVELS));
    let args = ["search", "tree", "--position", &open, "--algorithm", "minimax"];
    plywood(args).refused(2, "found the end of the text");
}

#[test]
fn a_million_moves_work_or_are_refused() {
    let folder = Folder::new();
    let values = (0..1_000_000_u64).map(|i| (i * 7919 % 1_000_003).to_string());
    let file = folder.file("wide.json", &format!("[0,{}]", values.collect::<Vec<_>>().join(",")));
    for (algorithm, exact) in algorithms() {
        let args = ["search", "tree", "--position", &file, "--algorithm", &algorithm, "--json"];
        let ended = plywood(args);
        if exact || ["strong", "recursive-best-first"].contains(&algorithm.as_str()) {
            assert_eq!(ended.json()["value"]["lower"], 1_000_002, "{algorithm}");
        } else {
            ended.refused(1, "a position has more than 32767 moves: expected fewer");
        }
    }
    let players = ["--first", "best-first,depth=1", "--second", "minimax,depth=1"];
    let game = ["match", "tree", "--position", &file];
    plywood(game.into_iter().chain(players)).refused(1, "a position has more than 32767 moves");
}

#[test]
#[cfg(unix)]
fn a_record_never_replaces_something_other_than_a_file() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = Folder::new();
    let args = "match connect4 --first alpha-beta,depth=1 --second alpha-beta,depth=1 --pairs 1";
    let record_to = |path: &str| plywood(args.split_whitespace().chain(["--games", path]));
    let fifo = folder.join("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    record_to(&fifo).refused(2, "expected the path of a regular file");
    assert!(std::fs::symlink_metadata(&fifo).unwrap().file_type().is_fifo());
    let (link, target) = (folder.join("link"), folder.file("target", "old"));
    symlink(&target, &link).unwrap();
    record_to(&link).refused(2, "the file exists: expected another name, or --overwrite");
    assert_eq!(std::fs::read_to_string(&target).unwrap(), "old");
    let ended = plywood(args.split_whitespace().chain(["--overwrite", "--games", &link]));
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(std::fs::symlink_metadata(&link).unwrap().file_type().is_symlink());
    assert!(std::fs::read_to_string(&target).unwrap().contains("moves"));
}
