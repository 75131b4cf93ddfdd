//! No command replaces a file that it did not write, or leaves half of one.

use crate::common::{Folder, bytes_of, plywood, plywood_line};
use std::fs;
use std::path::Path;

const MATCH: &str =
    "match connect4 --first alpha-beta,depth=1 --second mtdf,depth=1 --pairs 2 --jobs 1";
const TOURNAMENT: &str =
    "tournament connect4 --player alpha-beta,depth=1 --player mtdf,depth=1 --pairs 2 --jobs 1";
const EXPERIMENT: &str = "experiment run korf-1992-overhead --profile smoke --jobs 1";
const TRAINING: &str = "train checkers --profile smoke --jobs 1";

#[test]
fn files_of_others_in_the_folder_are_refused() {
    for (line, flag, names) in [
        (MATCH, "--out", &["games.jsonl", "report.html", "units.jsonl", "lock"][..]),
        (TOURNAMENT, "--out", &["games.jsonl", "timings.html", "spec.toml"]),
        (EXPERIMENT, "--out", &["results.json", "mine.csv", "claims.csv"]),
        (TRAINING, "--folder", &["weights.txt", "strength.json", "lock"]),
    ] {
        for name in names {
            let folder = Folder::new();
            let mine = folder.file(name, "mine");
            let line = format!("{line} {flag} {}", folder.join(""));
            plywood_line(&line)
                .refused(2, &format!("{name}: the file exists, and was not written"));
            assert_eq!(fs::read_to_string(&mine).unwrap(), "mine");
            assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "{line}: {name}");
            if ["lock", "mine.csv"].contains(name) {
                continue;
            }
            let ended = plywood_line(&format!("{line} --overwrite"));
            assert_eq!(ended.code, 0, "{name}: {ended:?}");
            assert_ne!(fs::read_to_string(&mine).unwrap(), "mine");
            assert_eq!(plywood_line(&line).code, 0, "now it is its own");
        }
    }
    plywood_line(&format!("{MATCH} --overwrite"))
        .refused(2, "--overwrite: expected --games or --out with it");
}

#[test]
fn an_edited_file_of_a_run_is_refused_by_every_command() {
    let folder = Folder::new();
    let out = folder.join("run");
    for line in [MATCH, TOURNAMENT, EXPERIMENT] {
        let run = format!("{line} --out {out}");
        assert_eq!(plywood_line(&run).code, 0);
        let whole = bytes_of(Path::new(&out));
        let page = Path::new(&out).join("report.html");
        for again in [
            run.clone(),
            format!("experiment report {out}"),
            format!("experiment merge {out} --out {out}"),
        ] {
            fs::write(&page, "mine").unwrap();
            plywood_line(&again).refused(2, "report.html: the file exists, and was not written");
            assert_eq!(fs::read_to_string(&page).unwrap(), "mine");
            let ended = plywood_line(&format!("{again} --overwrite"));
            assert_eq!(ended.code, 0, "{ended:?}");
            assert_eq!(bytes_of(Path::new(&out)), whole);
            assert_eq!(plywood_line(&again).code, 0);
        }
        fs::remove_dir_all(&out).unwrap();
    }
}

#[test]
fn a_truncated_manifest_is_repaired() {
    for line in [TOURNAMENT, MATCH] {
        let folder = Folder::new();
        let out = folder.join("run");
        let line = format!("{line} --out {out}");
        assert_eq!(plywood_line(&line).code, 0);
        let whole = bytes_of(Path::new(&out));
        let path = Path::new(&out).join("manifest.json");
        let bytes = fs::read(&path).unwrap();
        for cut in (0..bytes.len()).step_by(bytes.len() / 7) {
            fs::write(&path, &bytes[..cut]).unwrap();
            plywood_line(&line).refused(2, "the command of the run with --repair");
            let ended = plywood_line(&format!("{line} --repair"));
            assert_eq!((ended.code, ended.err.as_str()), (0, ""), "cut to {cut}: {ended:?}");
            assert_eq!(bytes_of(Path::new(&out)), whole, "cut to {cut}");
        }
    }
}

/// A disk that is full: no byte can be written to a file.
#[test]
#[cfg(unix)]
fn a_full_disk_leaves_no_half_of_a_file() {
    use crate::common::Ended;
    let folder = Folder::new();
    let pgn =
        folder.file("game.pgn", "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 *\n");
    let on_full_disk = |line: &str| -> Ended {
        let limited = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
        let mut command = std::process::Command::new("sh");
        command.args(["-c", limited, env!("CARGO_BIN_EXE_plywood")]);
        let command = command.args(line.split(' ')).arg("--overwrite");
        command.stdin(std::process::Stdio::null()).output().expect("a shell").into()
    };
    let before = bytes_of(&folder.0);
    for line in [
        format!("{MATCH} --games OUT.jsonl"),
        "explain go-capture --position OX./.../... --target A3 --task attack --tree OUT.sgf".into(),
        format!("review {pgn} --nodes 10 --out OUT.html"),
        "export connect4 --depth 2 --out OUT.json".into(),
        "picture connect4 --algorithm best-first --nodes 50 --out OUT.svg".into(),
        "picture connect4 --algorithm best-first --nodes 50 --out OUT.csv".into(),
    ] {
        for existing in [None, Some("mine")] {
            let line = line.replace("OUT", &folder.join("out"));
            let path = line.split(' ').find(|word| word.contains("/out.")).unwrap();
            if let Some(text) = existing {
                fs::write(path, text).unwrap();
            }
            let ended = on_full_disk(&line);
            assert_eq!(ended.code, 1, "{line}: {ended:?}");
            assert!(
                ended.err.contains(&format!("error: {path}: File too large")),
                "{line}: {ended:?}"
            );
            assert_eq!(fs::read_to_string(path).ok().as_deref(), existing, "{line}");
            let _ = fs::remove_file(path);
            assert_eq!(bytes_of(&folder.0), before, "{line}: something is left");
            // With room on the disk it is written.
            let ended = plywood(line.split(' ').chain(["--overwrite"]));
            assert_eq!(ended.code, 0, "{line}: {ended:?}");
            fs::remove_file(path).unwrap();
        }
    }
}

#[test]
fn a_match_that_fails_keeps_the_games_that_were_there() {
    let folder = Folder::new();
    let games = folder.file("games.jsonl", "mine");
    let line = "match othello --first minimax,depth=1 --second gtp:/no/such/engine --pairs 1";
    let ended = plywood_line(&format!("{line} --games {games} --overwrite"));
    assert_ne!(ended.code, 0, "{ended:?}");
    assert_eq!(fs::read_to_string(&games).unwrap(), "mine");
    assert_eq!(bytes_of(&folder.0).len(), 1);
}

/// A match that is still being played has its games in a temporary file. Another command with the same file, whether
/// it succeeds or not, must not take it away.
#[test]
fn a_file_that_another_process_is_writing_is_refused() {
    use plywood_lab::experiment::NewFile;
    use std::io::Write;
    let folder = Folder::new();
    let path = folder.join("games.jsonl");
    let mut games = NewFile::create(Path::new(&path)).unwrap();
    games.write_all(b"the first game").unwrap();
    for line in [
        format!("{MATCH} --games {path}"),
        format!("{MATCH} --games {path} --overwrite"),
        format!("export connect4 --depth 1 --out {path}"),
    ] {
        let ended = plywood_line(&line);
        assert_eq!(ended.code, 1, "{line}: {ended:?}");
        let expected = format!("error: {path}: another process is writing this file");
        assert!(ended.err.contains(&expected), "{line}: {ended:?}");
    }
    games.keep().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "the first game");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}

#[test]
fn names_of_a_match_differ_and_collections_are_reported() {
    let folder = Folder::new();
    plywood_line("match connect4 --first a@alpha-beta,depth=1 --second a@mtdf,depth=1 --pairs 1")
        .refused(2, "player 'a' is listed twice: expected different names");
    let run = folder.join("run");
    let line = format!("generate go-capture --size 7 --count 2 --folder {run}");
    assert_eq!(plywood_line(&line).code, 0);
    let whole = bytes_of(Path::new(&run));
    let page = Path::new(&run).join("report.html");
    fs::remove_file(&page).unwrap();
    assert_eq!(plywood_line(&format!("experiment report {run}")).code, 0);
    assert_eq!(bytes_of(Path::new(&run)), whole);
    let other = format!("generate go-capture --size 7 --count 3 --folder {run}");
    plywood_line(&other).refused(2, "choose another folder, or delete it");
}

#[test]
fn manual_pages_replace_only_what_is_the_same() {
    let folder = Folder::new();
    let line = format!("man --out {}", folder.join(""));
    assert_eq!(plywood_line(&line).code, 0);
    let whole = bytes_of(&folder.0);
    assert_eq!(plywood_line(&line).code, 0);
    folder.file("plywood-search.1", "mine");
    fs::remove_file(folder.join("plywood.1")).unwrap();
    plywood_line(&line).refused(2, "plywood-search.1: the file exists");
    assert_eq!(bytes_of(&folder.0).len(), whole.len() - 1, "none was written");
    assert_eq!(plywood_line(&format!("{line} --overwrite")).code, 0);
    assert_eq!(bytes_of(&folder.0), whole);
}

#[test]
fn names_of_players_are_no_formulas_in_spreadsheets() {
    let folder = Folder::new();
    let (names, out) = (["=1+1", "+x", "-x", "@x", "'=x", "'x"], folder.join("out"));
    let players = ["alpha-beta", "mtdf", "minimax", "negascout", "best-first", "proof-number"];
    let mut spec = "game = \"connect4\"\nrounds = 1\n".to_string();
    for (name, player) in names.iter().zip(players) {
        let limit = if player == "best-first" { "nodes=50" } else { "depth=1" };
        spec += &format!("[[players]]\nname = \"{name}\"\nplayer = \"{player},{limit}\"\n");
    }
    let spec =
        folder.file("spec.toml", &spec.replace("proof-number,depth=1", "alpha-beta,depth=2"));
    let results = plywood(["tournament", &spec, "--json", "--out", &out]).json();
    let of_json = results["tables"]["ratings"].as_array().unwrap();
    let of_json: Vec<&str> = of_json.iter().map(|row| row["player"].as_str().unwrap()).collect();
    assert!(names.iter().all(|name| of_json.contains(name)), "JSON has the names: {of_json:?}");
    let mut guarded = 0;
    for (path, bytes) in bytes_of(Path::new(&out)) {
        if path.extension().is_none_or(|end| end != "csv") {
            continue;
        }
        let text = String::from_utf8(bytes).unwrap();
        for field in text.lines().flat_map(|line| line.split(',')) {
            let is_number = field.trim_start_matches('-').parse::<f64>().is_ok();
            assert!(is_number || !field.starts_with(['=', '+', '-', '@']), "{path:?}: {field}");
            guarded += u32::from(["'=1+1", "'+x", "'-x", "'@x", "''=x"].contains(&field));
        }
    }
    assert!(guarded >= 10, "{guarded}");
    let csv = "white,black,result\n'=1+1,''=x,1-0\n'-x,'x,1/2-1/2\n'=1+1,'-x,1-0\n";
    let ratings = plywood(["ratings", &folder.file("games.csv", csv), "--json"]).json();
    let players = ratings["players"].as_array().unwrap();
    let mut read: Vec<&str> = players.iter().map(|row| row["name"].as_str().unwrap()).collect();
    read.sort_unstable();
    assert_eq!(read, ["'=x", "'x", "-x", "=1+1"]);
}
