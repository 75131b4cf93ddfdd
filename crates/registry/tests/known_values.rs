//! Every algorithm on every tree and every problem of `testdata` whose value is known.

use plywood::{Budget, Keyed, Report, Score, Stop};
use plywood_games::{Amazons, Checkers, Chess, Connect4, Game, Othello, Tree};
use plywood_registry::{ALGORITHMS, Algorithm, Build, PlayerSpec, built_in};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What is not demanded of an algorithm, and why.
struct Exclusion {
    algorithms: fn(&Algorithm) -> bool,
    /// The beginning of the names of the files.
    files: &'static str,
    /// What is checked in place of value and best move.
    instead: Instead,
    #[expect(dead_code, reason = "for those who read the list")]
    why: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instead {
    /// Nothing: the search is not run.
    Skipped,
    /// If the search calls its value proven, it has the right winner, or the right value where
    /// nobody wins.
    Outcome,
}

const EXCLUSIONS: [Exclusion; 5] = [
    Exclusion {
        algorithms: |algorithm| algorithm.name.contains("best-first"),
        files: "",
        instead: Instead::Outcome,
        why: "best-first minimax ends when the game is over at the end of its principal line: other \
              lines may be unsearched, and a proven win may not be the quickest one",
    },
    Exclusion {
        algorithms: |algorithm| algorithm.name == "least-certainty",
        files: "",
        instead: Instead::Outcome,
        why: "a least-certainty search ends when no swing is finite: the value of the best move may still \
              change",
    },
    Exclusion {
        algorithms: |algorithm| algorithm.name == "strong",
        files: "problems/chess",
        instead: Instead::Outcome,
        why: "strong searches chess selectively: moves are pruned and reduced",
    },
    Exclusion {
        algorithms: |algorithm| algorithm.name == "strong",
        files: "problems/checkers",
        instead: Instead::Outcome,
        why: "strong searches checkers selectively: moves are pruned and reduced",
    },
    Exclusion {
        algorithms: |algorithm| algorithm.name != "endgame",
        files: "problems/othello-ffo.tsv",
        instead: Instead::Skipped,
        why: "14 to 16 empty squares take all but the solver of endings minutes",
    },
];

/// Files of problems without scores: only the best moves are known, and these need deeper searches than a
/// test has time for, or the problems are questions of another kind.
const WITHOUT_VALUES: [&str; 5] = [
    "problems/chess-bratko-kopec.epd",
    "problems/chess-direct-mates.epd",
    "problems/go-capture.jsonl",
    "problems/gomoku-wins.jsonl",
    "problems/phutball-wins.jsonl",
];

fn exclusion(algorithm: &Algorithm, file: &str) -> Option<usize> {
    // The last one is the one that says most.
    EXCLUSIONS.iter().rposition(|exclusion| {
        file.starts_with(exclusion.files) && (exclusion.algorithms)(algorithm)
    })
}

/// A position with its value.
struct Known<G: Game> {
    position: G,
    budget: Budget,
    value: Score,
    /// All best moves.
    best: Vec<G::Move>,
}

impl<G: Game> Known<G> {
    /// Of what the files say; `ply` tells how many plies were played before the position.
    fn new(
        position: &str,
        budget: Budget,
        value: &str,
        best: &[&str],
        ply: fn(&G) -> u32,
    ) -> Known<G> {
        let position = G::parse(Some(position)).unwrap_or_else(|error| panic!("{error}"));
        let end = |plies: &str| ply(&position) + plies.parse::<u32>().unwrap();
        let value = match value.split_once(" in ") {
            None => Score::new(value.parse::<i32>().unwrap() * G::UNIT),
            Some(("win", plies)) => Score::win(end(plies)),
            Some((_, plies)) => Score::loss(end(plies)),
        };
        let best = best.iter().map(|text| position.parse_move(text).unwrap()).collect();
        Known { position, budget, value, best }
    }

    fn is_found(&self, report: &Report<G::Move>) -> bool {
        let best = match report.best {
            Some(best) => self.best.contains(&best) && report.pv.first() == Some(&best),
            None => self.best.is_empty(),
        };
        let finished = matches!(report.stop, Stop::Complete | Stop::Depth);
        best && finished && report.proven && report.value.exact() == Some(self.value)
    }

    fn is_contradicted(&self, report: &Report<G::Move>) -> bool {
        let value = report.value.exact();
        let winner = value.and_then(|value| value.winner());
        report.proven
            && (winner != self.value.winner() || winner.is_none() && value != Some(self.value))
    }
}

fn testdata(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(path)
}

/// The names of the files in a folder of `testdata`.
fn files(folder: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(testdata(folder)).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.is_file());
    files.map(|path| format!("{folder}/{}", path.file_name().unwrap().display())).collect()
}

/// The fields of the lines of a file, without those that say where it comes from.
fn rows(file: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(testdata(file)).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split('\t').map(str::to_string).collect()).collect()
}

/// A tree, with what the file beside it says.
fn tree(file: &str) -> Vec<Known<Tree>> {
    let expected = testdata(&file.replace("trees/", "trees/expected/"));
    let text = fs::read_to_string(expected).unwrap_or_else(|error| panic!("{file}: {error}"));
    let expected: Value = serde_json::from_str(&text).unwrap();
    let best: Vec<String> =
        expected["best"].as_array().unwrap().iter().map(Value::to_string).collect();
    let best: Vec<&str> = best.iter().map(String::as_str).collect();
    let path = testdata(file);
    let value = expected["value"].to_string();
    vec![Known::new(path.to_str().unwrap(), Budget::new(), &value, &best, |_| 0)]
}

/// Problems: position, depth, value for MAX, best moves.
fn problems<G: Game>(file: &str, ply: fn(&G) -> u32) -> Vec<Known<G>> {
    let known = |row: Vec<String>| {
        let [position, depth, value, best] = &row[..] else { panic!("{file}: {row:?}") };
        let budget = match depth.as_str() {
            "-" => Budget::new(),
            depth => Budget::new().depth(depth.parse().unwrap()),
        };
        Known::new(position, budget, value, &best.split(' ').collect::<Vec<_>>(), ply)
    };
    rows(file).into_iter().map(known).collect()
}

/// Problems of FForum: number, empty squares, board, side to move, score for that side, best moves.
fn fforum(file: &str) -> Vec<Known<Othello>> {
    let known = |row: Vec<String>| {
        let [_, _, board, side, score, best] = &row[..] else { panic!("{file}: {row:?}") };
        let score: i32 = score.parse().unwrap();
        let value = if side == "X" { score } else { -score };
        let best: Vec<&str> = best.split(',').collect();
        Known::new(&format!("{board} {side}"), Budget::new(), &value.to_string(), &best, |_| 0)
    };
    rows(file).into_iter().map(known).collect()
}

/// Runs every algorithm on the positions of a file. Exclusions that are needed go into `needed`.
fn check<G: Game>(build: Build<G>, file: &str, all: Vec<Known<G>>, needed: &mut BTreeSet<usize>) {
    assert!(!all.is_empty(), "{file}");
    for algorithm in ALGORITHMS.iter() {
        let exclusion = exclusion(algorithm, file);
        let instead = exclusion.map(|index| EXCLUSIONS[index].instead);
        for known in &all {
            if instead == Some(Instead::Skipped) {
                needed.extend(exclusion);
                continue;
            }
            let spec = PlayerSpec::parse(algorithm.name).unwrap();
            let report = spec.build(build).unwrap().run(&known.position, &known.budget);
            let found = known.is_found(&report);
            if !found && instead == Some(Instead::Outcome) {
                needed.extend(exclusion);
                assert!(
                    !known.is_contradicted(&report),
                    "{file}, {}: {}: {report:?}",
                    known.position.text(),
                    algorithm.name
                );
                continue;
            }
            assert!(found, "{file}, {}: {}: {report:?}", known.position.text(), algorithm.name);
        }
    }
}

#[test]
fn every_algorithm_finds_every_known_value() {
    let mut needed = BTreeSet::new();
    for file in files("trees").iter().filter(|file| file.ends_with(".json")) {
        check(built_in::<Tree>().build, file, tree(file), &mut needed);
    }
    for file in files("problems") {
        let needed = &mut needed;
        match file.as_str() {
            file if WITHOUT_VALUES.contains(&file) => (),
            "problems/othello-ffo.tsv" => {
                check(built_in::<Othello>().build, &file, fforum(&file), needed)
            }
            "problems/amazons-endings.tsv" => {
                check(built_in::<Amazons>().build, &file, problems(&file, Amazons::ply), needed);
            }
            "problems/checkers-wins.tsv" => {
                check(built_in::<Checkers>().build, &file, problems(&file, Checkers::ply), needed);
            }
            "problems/chess-mates.tsv" => {
                check(built_in::<Chess>().build, &file, problems(&file, Chess::ply), needed)
            }
            "problems/connect4-endings.tsv" => {
                check(built_in::<Connect4>().build, &file, problems(&file, Connect4::ply), needed);
            }
            "problems/othello-endings.tsv" => {
                check::<Othello>(
                    built_in::<Othello>().build,
                    &file,
                    problems(&file, |_| 0),
                    needed,
                );
            }
            _ => panic!("{file}: run it here, or name why not"),
        }
    }
    assert!(needed.into_iter().eq(0..EXCLUSIONS.len()), "an exclusion is not needed any more");
}

/// Files that a command writes whole, without a head. The list of files names the command.
const WRITTEN_BY_COMMAND: [&str; 1] = ["problems/go-capture.jsonl"];

#[test]
fn files_name_their_sources() {
    let list = fs::read_to_string(testdata("README.md")).unwrap();
    for file in WRITTEN_BY_COMMAND {
        let row = list.lines().find(|line| line.contains(&format!("`{file}`")));
        assert!(row.is_some_and(|row| row.contains("`plywood generate ")), "{file}");
    }
    for file in ["perft", "problems", "positions"].into_iter().flat_map(files) {
        if WRITTEN_BY_COMMAND.contains(&file.as_str()) {
            continue;
        }
        let text = fs::read_to_string(testdata(&file)).unwrap();
        let head = text.lines().take_while(|line| line.starts_with('#'));
        assert!(head.collect::<String>().contains("Source: "), "{file}");
    }
    for file in files("trees/expected") {
        let text = fs::read_to_string(testdata(&file)).unwrap();
        let expected: Value = serde_json::from_str(&text).unwrap();
        assert!(expected["source"].is_string(), "{file}");
    }
}
