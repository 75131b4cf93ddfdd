//! `plywood tournament`.

use crate::common::{Ended, Folder, bytes_of, plywood, plywood_line};
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::path::Path;

const THREE: &str =
    "--player alpha-beta,depth=2 --player flat@minimax,depth=1 --player mtdf,nodes=200";

fn rows(results: &Value, table: &str) -> Vec<Value> {
    results["tables"][table].as_array().expect(table).clone()
}

/// The units whose times were taken, in the order in which they were played.
fn units_played(folder: &str) -> Vec<String> {
    let text = fs::read_to_string(Path::new(folder).join("timings-moves.jsonl")).unwrap();
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.map(|line| line["unit"].as_str().unwrap().to_string()).collect()
}

#[test]
fn the_bytes_do_not_depend_on_the_number_of_jobs() {
    let folder = Folder::new();
    let play = |jobs: u32| {
        let out = folder.join(&format!("jobs-{jobs}"));
        let line =
            format!("tournament connect4 {THREE} --pairs 4 --jobs {jobs} --json --out {out}");
        (plywood_line(&line).json(), bytes_of(Path::new(&out)))
    };
    let (results, files) = play(1);
    assert_eq!((&results, &files), (&play(4).0, &play(4).1));
    assert_eq!(rows(&results, "ratings").len(), 3);
    let matchups = rows(&results, "matchups");
    assert_eq!(matchups.len(), 3);
    assert!(matchups.iter().all(|row| row["pairs"] == 4), "{matchups:?}");
    assert_eq!(rows(&results, "by-opening").len(), 4, "one opening per round");
    // People read the names of the sides, and programs the fields that they know.
    let text = |name: &str| String::from_utf8(files[Path::new(name)].clone()).unwrap();
    let head = "player,Red won,Red drawn,Red lost,Yellow won,Yellow drawn,Yellow lost\r\n";
    assert!(text("by-side.csv").starts_with(head), "{}", text("by-side.csv"));
    assert!(text("by-opening.csv").starts_with("round,position,pairs,Red won,drawn,Yellow won,"));
    assert!(rows(&results, "by-side")[0]["MAX won"].is_u64(), "{results}");
    assert!(
        !text("report.html").contains("MAX") && text("report.html").contains("Red is the side")
    );
    let moves =
        rows(&results, "cost").iter().map(|row| row["moves"].as_u64().unwrap()).sum::<u64>();
    let page = String::from_utf8(files[Path::new("report.html")].clone()).unwrap();
    // Cells of the cross table have games won, drawn and lost.
    assert!(page.contains("+ ") && page.contains("data-label=\"against flat\""), "{page}");
    assert!(!page.contains("Below each number"), "{page}");
    let games = &files[Path::new("games.jsonl")];
    let games = String::from_utf8(games.clone()).unwrap();
    assert_eq!(games.lines().count(), 12);
    assert!(games.contains(r#""players":["alpha-beta,depth=2","flat"]"#), "{games}");
    let of_game = |game: &Value| game["moves"].as_array().unwrap().len() as u64;
    let pairs = games.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let total: u64 =
        pairs.map(|pair| (0..2).map(|i| of_game(&pair["games"][i])).sum::<u64>()).sum();
    assert_eq!(moves, total);
}

#[test]
fn more_rounds_and_players_keep_what_was_played() {
    let folder = Folder::new();
    let (grown, whole) = (folder.join("grown"), folder.join("whole"));
    let fourth = "--player negascout,depth=2";
    let play = |players: &str, pairs: u32, out: &str| {
        let line = format!("tournament connect4 {players} --pairs {pairs} --jobs 2 --out {out}");
        let ended = plywood_line(&line);
        assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{ended:?}");
    };
    play(THREE, 2, &grown);
    let before = units_played(&grown);
    assert_eq!(before.len(), 6);
    play(THREE, 3, &grown);
    // A player at the front changes the order of the list, and of no pair.
    play(&format!("{fourth} {THREE}"), 3, &grown);
    let units = units_played(&grown);
    assert_eq!(units[..6], before);
    let different: HashSet<_> = units.iter().collect();
    assert_eq!((units.len(), different.len()), (18, 18), "no pair is played twice");
    play(&format!("{fourth} {THREE}"), 3, &whole);
    assert_eq!(bytes_of(Path::new(&grown)), bytes_of(Path::new(&whole)));
    // A smaller tournament shows less and loses nothing.
    play(THREE, 1, &grown);
    assert_eq!(units_played(&grown).len(), 18);
    let journal = fs::read_to_string(Path::new(&grown).join("units.jsonl")).unwrap();
    assert_eq!(journal.lines().count(), 18);
    // Other conditions are another tournament.
    let line = format!("tournament connect4 {THREE} --pairs 1 --seed 2 --out {grown}");
    plywood_line(&line).refused(2, "holds a run of `tournament` with another spec");
}

#[test]
#[cfg(unix)]
fn killed_at_any_moment_it_goes_on() {
    use crate::common;
    use std::time::Duration;
    let folder = Folder::new();
    let (killed, whole) = (folder.join("killed"), folder.join("whole"));
    let line = |out: &str| {
        format!(
            "tournament connect4 {THREE} --player best-first-saved-tree,nodes=2k --pairs 6 --jobs 2 --out {out}"
        )
    };
    let mut kills = 0;
    loop {
        let mut child = common::spawn(line(&killed).split_whitespace());
        std::thread::sleep(Duration::from_millis(10 + 25 * kills));
        if child.try_wait().unwrap().is_some() {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
    }
    assert!(kills > 1, "it was over before it was killed");
    assert_eq!(plywood_line(&line(&killed)).code, 0);
    assert_eq!(plywood_line(&line(&whole)).code, 0);
    assert_eq!(bytes_of(Path::new(&killed)), bytes_of(Path::new(&whole)), "{kills} kills");
}

/// A GTP engine that answers every command correctly, except `genmove`.
#[cfg(unix)]
fn engine(folder: &Folder, name: &str, on_move: &str) -> String {
    let script = format!(
        "while read -r line; do case $line in\n\
         genmove*) {on_move} ;; quit) exit ;; *) printf '=\\n\\n' ;; esac; done\n"
    );
    format!("sh '{}'", folder.file(&format!("{name}.sh"), &script))
}

#[test]
#[cfg(unix)]
fn eight_players_of_which_four_are_faulty() {
    let folder = Folder::new();
    let faulty = [
        ("crashes", "", "exit 3", "crash", "the engine ended (exit status: 3)", None),
        ("hangs", ",timeout=500ms", "sleep 60", "timeout", "no answer within 500ms", None),
        (
            "cheats",
            "",
            "printf '= h8\\n\\n'",
            "illegal move",
            "not a legal move: 'h8'",
            Some("= h8"),
        ),
        ("floods", "", "yes", "refusal", "100000 lines and no answer", Some("y")),
    ];
    let mut spec = "game = \"othello\"\nrounds = 1\nopening-plies = 20\n".to_string();
    for (name, options, on_move, ..) in &faulty {
        let command = engine(&folder, name, on_move);
        spec += &format!("[[players]]\nname = \"{name}\"\nplayer = \"gtp{options}:{command}\"\n");
    }
    for player in ["alpha-beta,depth=1", "minimax,depth=1", "mtdf,nodes=50", "negascout,depth=2"] {
        spec += &format!("[[players]]\nplayer = \"{player}\"\n");
    }
    let spec = folder.file("eight.toml", &spec);
    let play = |jobs: &str| {
        let out = folder.join(jobs);
        let ended = plywood(["tournament", &spec, "--jobs", jobs, "--json", "--out", &out]);
        (ended.json(), bytes_of(Path::new(&out)))
    };
    let (results, files) = play("2");
    let matchups = rows(&results, "matchups");
    assert_eq!(matchups.len(), 28);
    let faults = rows(&results, "faults");
    for (name, _, _, kind, reason, said) in faulty {
        let own: Vec<_> = faults.iter().filter(|row| row["player"] == name).collect();
        // Against the other faulty ones it is the first to move that loses.
        assert!((8..=14).contains(&own.len()), "{name}: {}", own.len());
        for row in own {
            assert_eq!((&row["fault"], &row["reason"]), (&kind.into(), &reason.into()));
            assert!(said.is_none_or(|said| row["said last"] == said), "{row}");
        }
        let ggf = String::from_utf8(files[Path::new("games.ggf")].clone()).unwrap();
        let ended = format!("{name} loses by {kind}: {reason}");
        assert!(ggf.contains(&ended), "{ended}");
    }
    let sound = faults.iter().filter(|row| row["player"].as_str().unwrap().contains(','));
    assert_eq!(sound.count(), 0);
    assert_eq!(play("4").1, files);
}

#[test]
fn a_sequential_test_ends_the_tournament_and_stays_decided() {
    let folder = Folder::new();
    let play = |name: &str, jobs: u32, pairs: u32| -> Value {
        let out = folder.join(name);
        let line = format!(
            "tournament connect4 --player weak@minimax,depth=1 --player strong@alpha-beta,depth=5 --pairs {pairs} \
             --sprt elo0=0,elo1=50 --jobs {jobs} --json --out {out}"
        );
        rows(&plywood_line(&line).json(), "sprt")[0].clone()
    };
    let decided = play("one", 1, 500);
    assert_eq!(decided["verdict"], "H0", "{decided}");
    let pairs = decided["pairs"].as_u64().unwrap();
    assert!(pairs < 64 && decided["later"].as_u64() > Some(0), "{decided}");
    assert_eq!(play("many", 4, 500), decided);
    let bytes = |name: &str| bytes_of(Path::new(&folder.join(name)));
    assert_eq!(bytes("one"), bytes("many"));
    assert_eq!(play("one", 2, 900), decided, "more pairs are not called for");
    // A limit before the decision leaves it open.
    let open = play("short", 2, 4);
    assert_eq!((&open["verdict"], &open["pairs"]), (&"continue".into(), &4.into()));
}

#[test]
fn games_of_a_gauntlet_have_openings_and_comments() {
    let folder = Folder::new();
    let book = folder.file(
        "book.pgn",
        "1. e4 e5 2. Nf3 Nc6 *\n\n1. d4 d5 2. c4 e6 *\n\n1. e4 e5 2. Nf3 Nf6 *\n",
    );
    let out = folder.join("out");
    let line = format!(
        "tournament chess --player a@alpha-beta,depth=1 --player b@alpha-beta,depth=2 --player c@mtdf,nodes=60 \
         --gauntlet 1 --pairs 2 --openings {book} --opening-plies 3 --max-plies 12 --out {out}"
    );
    let ended = plywood_line(&line);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{ended:?}");
    assert!(ended.out.contains("points") && ended.out.contains("4 pairs: "), "{}", ended.out);
    let games = fs::read_to_string(Path::new(&out).join("games.pgn")).unwrap();
    assert_eq!(games.matches("[Event \"plywood tournament\"]").count(), 8);
    assert_eq!(games.matches("[Termination \"adjudication\"]").count(), 8);
    assert!(!games.contains("[White \"b\"]\n[Black \"c\"]"), "b and c do not meet");
    // The first and the third game of the book are alike after three plies.
    let d4 = games.matches("\n1. d4 d5 2. c4 ").count();
    assert_eq!((games.matches("\n1. e4 e5 2. Nf3 ").count(), d4), (4, 4), "{games}");
    let words = games.replace('\n', " ");
    assert!(words.contains("n} ") && words.contains("{adjudicated: drawn by length}"), "{games}");
    assert!(!words.contains("s} "), "no times unless they are asked for");
    assert_eq!(plywood_line(&format!("{line} --times")).code, 0);
    let games = fs::read_to_string(Path::new(&out).join("games.pgn")).unwrap();
    assert!(games.replace('\n', " ").contains("s} "), "{games}");
    // The games are read back as openings.
    let pgn = Path::new(&out).join("games.pgn");
    let again = format!(
        "tournament chess --player alpha-beta,depth=1 --player minimax,depth=1 --pairs 1 --max-plies 6 \
         --opening-order seed --opening-plies 4 --openings {} --out {}",
        pgn.display(),
        folder.join("again")
    );
    assert_eq!(plywood_line(&again).code, 0);
}

#[test]
fn a_match_with_a_folder_is_resumed_and_extended() {
    let folder = Folder::new();
    let (out, games) = (folder.join("out"), folder.join("games.jsonl"));
    let play = |pairs: u32| -> Ended {
        plywood_line(&format!(
            "match connect4 --first alpha-beta,depth=2 --second alpha-beta,depth=2 --pairs {pairs} --out {out} \
             --games {games} --overwrite --json"
        ))
    };
    assert_eq!(play(3).json()["pairs_played"], 3);
    let result = play(5).json();
    assert_eq!((&result["pairs_played"], units_played(&out).len()), (&5.into(), 5));
    let lines = fs::read_to_string(&games).unwrap();
    let line = "match connect4 --first alpha-beta,depth=2 --second alpha-beta,depth=2 --pairs 5 --json --overwrite";
    let mut alone = plywood_line(&format!("{line} --games {games}")).json();
    for field in ["games", "pairs", "score", "work"] {
        assert_eq!(alone[field].take(), result[field], "{field}");
    }
    assert_eq!(fs::read_to_string(&games).unwrap(), lines);
    let report = fs::read(Path::new(&out).join("report.html")).unwrap();
    assert_eq!(plywood_line(&format!("experiment report {out}")).code, 0);
    assert_eq!(fs::read(Path::new(&out).join("report.html")).unwrap(), report);
}

#[test]
fn bad_specifications_are_refused() {
    let folder = Folder::new();
    let two = "[[players]]\nplayer = \"minimax,depth=1\"\n[[players]]\nplayer = \"mtdf,depth=1\"\n";
    for (text, words) in [
        ("", "missing field"),
        ("game = \"connect4\"\nplayers = []\n", "players: expected at least two, found 0"),
        ("game = \"connect5\"\nPLAYERS", "no game 'connect5'"),
        ("game = \"connect4\"\nrounds = 0\nPLAYERS", "rounds: expected at least 1"),
        ("game = \"connect4\"\nround = 3\nPLAYERS", "no field 'round'"),
        (
            "game = \"connect4\"\ngauntlet = 2\nPLAYERS",
            "gauntlet: expected from 1 to 1 challengers, found 2",
        ),
        ("game = \"connect4\"\nclock = \"soon\"\nPLAYERS", "clock 'soon': expected a time"),
        ("game = \"connect4\"\nsprt = \"elo0=3\"\nPLAYERS", "sprt: SPRT 'elo0=3': expected"),
        ("game = \"connect4\"\nanchor = \"x\"\nPLAYERS", "anchor: no player 'x'"),
        ("game = \"connect4\"\nopenings = \"none\"\nPLAYERS", "none: expected a readable file"),
        (
            "game = \"connect4\"\nadjudication = { solved = 3 }\nPLAYERS",
            "connect4 has no endgame solver",
        ),
        (
            "game = \"connect4\"\nkind = \"overhead\"\nPLAYERS",
            "kind 'overhead': expected pairs-tournament",
        ),
        (
            "game = \"connect4\"\nPLAYERS[[players]]\nplayer = \"mtdf,depth=1\"\n",
            "player 'mtdf,depth=1' is listed twice",
        ),
        ("game = \"connect4\"\nPLAYERS[[players]]\nplayer = \"mtdf\"\n", "has no limit"),
        (
            "game = \"connect4\"\nPLAYERS[[players]]\nplayer = \"mtdg,depth=1\"\n",
            "no algorithm 'mtdg'",
        ),
        (
            "game = \"connect4\"\nPLAYERS[[players]]\nplayer = \"uci,nodes=3:none\"\n",
            "engine 'none'",
        ),
    ] {
        let spec = folder.file("bad.toml", &text.replace("PLAYERS", two));
        let out = folder.join("out");
        plywood(["tournament", &spec, "--out", &out]).refused(2, words);
        assert!(!Path::new(&out).join("manifest.json").exists(), "{text}");
    }
    plywood(["tournament", "/no/such.toml"]).refused(2, "/no/such.toml: ");
    plywood_line("tournament connect4 --resign score=1 --player a --player b")
        .refused(2, "--resign 'score=1': missing field 'moves'");
}

/// Merges the parts of a tournament that are in these folders.
fn merge(parts: &str, out: &str) -> Ended {
    let ended = plywood_line(&format!("experiment merge {parts} --out {out}"));
    assert_eq!(ended.code, 0, "{ended:?}");
    ended
}

#[test]
fn shards_are_merged_into_the_same_tournament() {
    let folder = Folder::new();
    let whole = folder.join("whole");
    let three = format!("tournament connect4 {THREE} --jobs 2 --pairs");
    let shard = |line: &str, shard: &str, out: &str| {
        let ended = plywood_line(&format!("{line} --shard {shard} --out {out}"));
        assert_eq!(ended.code, 0, "{ended:?}");
    };
    // In one folder, or in one folder each.
    let (one, first, second) = (folder.join("one"), folder.join("first"), folder.join("second"));
    let (merged, line) = (folder.join("merged"), format!("{three} 3"));
    shard(&line, "0/2", &one);
    shard(&line, "1/2", &one);
    merge(&one, &one);
    shard(&line, "0/2", &first);
    shard(&line, "1/2", &second);
    merge(&format!("{second} {first}"), &merged);
    assert_eq!(plywood_line(&format!("{line} --out {whole}")).code, 0);
    let expected = bytes_of(Path::new(&whole));
    assert!(expected.contains_key(Path::new("games.jsonl")));
    for out in [&one, &merged] {
        assert_eq!(bytes_of(Path::new(out)), expected, "nothing but the merge was needed");
        assert_eq!(units_played(out).len(), 9, "the times of all parts");
        assert!(Path::new(out).join("timings.html").exists());
    }
    // The tournament's own command finds nothing left to play, and writes the same.
    assert_eq!(plywood_line(&format!("{line} --out {one}")).code, 0);
    assert_eq!((bytes_of(Path::new(&one)), units_played(&one).len()), (expected, 9));
    // A finished tournament is extended by shards.
    let longer = format!("{three} 4 --player negascout,depth=2");
    for part in ["0/3", "1/3", "2/3"] {
        shard(&longer, part, &one);
    }
    let ended = merge(&one, &one);
    assert!(ended.out.contains("15 units added, 0 duplicates; complete, 24 units"), "{ended:?}");
    assert_eq!(plywood_line(&format!("{longer} --out {whole}")).code, 0);
    assert_eq!(bytes_of(Path::new(&one)), bytes_of(Path::new(&whole)));
    // Another seed is another tournament.
    shard(&format!("{three} 3 --seed 2"), "0/1", &second.replace("second", "other"));
    let other = folder.join("other");
    plywood_line(&format!("experiment merge {other} {first} --out {}", folder.join("x")))
        .refused(2, "with another spec");
}

#[test]
fn a_player_is_its_name_and_its_configuration() {
    let folder = Folder::new();
    let out = folder.join("out");
    let play = |players: &str| {
        let line = format!("tournament connect4 {players} --pairs 2 --json --out {out}");
        let ended = plywood_line(&line);
        assert_eq!(ended.code, 0, "{ended:?}");
        let results: Value = serde_json::from_str(&ended.out).unwrap();
        assert!(rows(&results, "ratings").iter().all(|row| row["games"] == 4), "{results}");
        ended.err
    };
    assert_eq!(play("--player a@minimax,depth=1 --player b@mtdf,depth=2"), "");
    // The same name with another configuration is another player.
    let note = play("--player a@minimax,depth=2 --player b@mtdf,depth=2");
    assert_eq!(
        note,
        "note: player 'a' was 'minimax,depth=1' in this folder and is now 'minimax,depth=2': this is a new player, \
         whose pairs are played from the beginning; the old pairs are kept but not counted\n"
    );
    // So is the same configuration with another name.
    let note = play("--player c@minimax,depth=2 --player b@mtdf,depth=2");
    assert!(
        note.contains("note: player 'c' has the configuration that 'a' had in this folder: "),
        "{note}"
    );
    assert_eq!(units_played(&out).len(), 6);
    // Nothing is lost: the first tournament is still there.
    let note = play("--player a@minimax,depth=1 --player b@mtdf,depth=2");
    assert!(note.contains("was 'minimax,depth=2'"), "{note}");
    assert_eq!(units_played(&out).len(), 6);
    let line = |first: &str| {
        let out = folder.join("match");
        plywood_line(&format!(
            "match connect4 --first {first} --second mtdf,depth=1 --pairs 1 --out {out}"
        ))
    };
    assert_eq!((line("minimax,depth=1").code, line("minimax,depth=1").err.as_str()), (0, ""));
    let ended = line("minimax,depth=2");
    assert!(ended.err.starts_with("note: player 'first' was 'minimax,depth=1'"), "{ended:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn games_and_engines_stay_on_their_cores() {
    let folder = Folder::new();
    // An engine that says on which cores it may run, as a comment before a move that nobody can make.
    let script = engine(&folder, "cores", "grep Cpus_allowed_list /proc/self/status; exit 7");
    let cores: Vec<usize> = {
        let text = fs::read_to_string("/proc/self/status").unwrap();
        let list = text.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap();
        let range = |part: &str| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            first.parse().unwrap()..=last.parse().unwrap()
        };
        list.trim().split(',').flat_map(range).collect()
    };
    let play = |flag: &str| {
        let out = folder.join(&format!("out{}", flag.replace(['=', ','], "-")));
        let player = format!("e@gtp:{script}");
        plywood([
            "tournament",
            "othello",
            "--player",
            &player,
            "--player",
            "minimax,depth=1",
            "--pairs",
            "2",
            "--json",
            "--jobs",
            "1",
            flag,
            "--out",
            &out,
        ])
    };
    let last = cores[cores.len() - 1];
    let results = play(&format!("--affinity={last}")).json();
    let faults = rows(&results, "faults");
    assert_eq!(faults.len(), 4, "it is started again each time");
    for fault in &faults {
        assert_eq!(fault["said last"], format!("Cpus_allowed_list:\\t{last}"), "{fault}");
    }
    let faults = rows(&play("--affinity").json(), "faults");
    let said = faults[0]["said last"].as_str().unwrap();
    let core: usize = said.rsplit("\\t").next().unwrap().parse().expect("one core");
    assert!(cores.contains(&core));
    play("--affinity=x").refused(2, "--affinity: cores 'x': expected auto, or a list such as");
    play("--affinity=1000").refused(2, "--affinity: core 1000 cannot be used by this process");
    let jobs = cores.len() + 1;
    let line = format!(
        "match connect4 --affinity --jobs {jobs} --first mtdf,depth=1 --second mtdf,depth=2"
    );
    plywood_line(&line).refused(2, &format!("--affinity: {jobs} games at once need {jobs} cores"));
}

#[test]
fn a_match_ends_when_its_sequential_test_is_decided() {
    let folder = Folder::new();
    let line = |more: &str| {
        plywood_line(&format!(
            "match connect4 --first minimax,depth=1 --second alpha-beta,depth=5 --pairs 500 --sprt elo0=0,elo1=50 {more}"
        ))
    };
    let result = line("--json --jobs 1").json();
    assert_eq!(result["sprt"]["verdict"], "H0", "{result}");
    let pairs = result["pairs_played"].as_u64().unwrap();
    assert!(pairs < 64 && result["sprt"]["later_pairs"].as_u64() > Some(0), "{result}");
    for more in ["--json --jobs 3".to_string(), format!("--json --out {}", folder.join("out"))] {
        let other = line(&more).json();
        for field in ["sprt", "pairs_played", "games", "score"] {
            assert_eq!(other[field], result[field], "{more}");
        }
    }
    let text = line("").out;
    let expected = format!("accepts H0 after {pairs} pairs, ratio -");
    assert!(text.contains(&expected) && !text.contains("stopped"), "{text}");
    line("--openings x --opening-order seed").refused(2, "--openings x: expected a readable file");
    plywood_line("match connect4 --first mtdf,depth=1 --second mtdf,depth=1 --sprt elo0=1")
        .refused(2, "sprt: SPRT 'elo0=1': expected");
}
