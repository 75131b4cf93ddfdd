//! Experiments write the same files, also after interruptions.

use crate::common::{self, Folder, bytes_of, command, plywood, plywood_line};
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

const NAME: &str = "korf-chickering-1993-table-2";

fn run(name: &str, out: &str, jobs: &str) -> common::Ended {
    plywood(["experiment", "run", name, "--profile", "smoke", "--out", out, "--jobs", jobs])
}

#[track_caller]
fn assert_same(left: &Path, right: &Path) {
    let (left, right) = (bytes_of(left), bytes_of(right));
    assert_eq!(left.keys().collect::<Vec<_>>(), right.keys().collect::<Vec<_>>());
    for (name, bytes) in &left {
        let same = match name.file_name().and_then(|name| name.to_str()) {
            // Only the days on which runs were begun and how long they took may differ.
            Some("index.html") => without_times(&right[name]) == without_times(bytes),
            // The hash of the front page.
            Some("index-files.json") => right[name].len() == bytes.len(),
            _ => right[name] == *bytes,
        };
        assert!(same, "{} differs", name.display());
    }
}

/// A front page without the days on which its runs were begun and how long they took.
fn without_times(page: &[u8]) -> String {
    let page = String::from_utf8_lossy(page).into_owned();
    let without = |page: String, before: &str, end: &str| {
        let mut parts = page.split(before);
        let first = parts.next().unwrap_or_default().to_string();
        parts.fold(first, |page, part| page + before + part.split_once(end).expect("an end").1)
    };
    let page = without(page, "<dt>Started</dt><dd>", "</dd>");
    without(page, "<td class=\"duration\">", "</td>")
}

#[test]
fn the_front_page_says_what_came_out_of_each_run() {
    let folder = Folder::new();
    for name in ["korf-1992-overhead", NAME] {
        assert_eq!(run(name, &folder.join(name), "2").code, 0);
    }
    let reported = plywood(["experiment", "report", &folder.join("")]);
    assert_eq!((reported.code, reported.err.as_str()), (0, ""));
    let page = fs::read_to_string(folder.join("index.html")).unwrap();
    for name in ["korf-1992-overhead", NAME] {
        assert!(page.contains(&format!("<code>{name}</code>")), "{name}");
        assert!(page.contains(&format!("href=\"{name}/report.html\"")), "{name}");
        // The page and the files have the same verdicts.
        let results = fs::read_to_string(folder.join(&format!("{name}/results.json"))).unwrap();
        let results: serde_json::Value = serde_json::from_str(&results).unwrap();
        let claims = results["claims"].as_array().unwrap();
        assert!(!claims.is_empty());
        let rows = fs::read_to_string(folder.join(&format!("{name}/claims.csv"))).unwrap();
        assert_eq!(rows.lines().count(), claims.len() + 1);
        for claim in claims {
            let answers = ["reproduced", "not reproduced", "inconclusive"];
            assert!(answers.contains(&claim["direction"].as_str().unwrap()), "{claim}");
            let size = claim["size"].as_str().unwrap();
            assert!(answers.contains(&size) || size == "no size given", "{claim}");
            assert!(!claim["direction test"].as_str().unwrap().is_empty(), "{claim}");
            assert!(page.contains(claim["sentence"].as_str().unwrap()), "{claim}");
        }
    }
    assert!(page.contains(&format!("<dd>{}</dd>", env!("CARGO_PKG_VERSION"))));
    let (_, day) = page.split_once("<dt>Started</dt><dd>").unwrap();
    let is_day =
        |(i, c): (usize, char)| if i == 4 || i == 7 { c == '-' } else { c.is_ascii_digit() };
    assert!(day[..10].chars().enumerate().all(is_day), "{day}");
    assert_eq!(page.matches(" s</td>").count(), 2, "how long each run took");
    // Each sentence stands once.
    let sentence = "Again, we see that best-first significantly outperforms alpha-beta";
    assert_eq!(page.matches(sentence).count(), 1);
    // Times change from run to run, so their verdicts are on another page.
    assert!(page.contains("href=\"korf-1992-overhead/timings.html\""));
    assert!(!page.contains("27% greater"), "a claim about times");
}

#[test]
fn they_are_listed() {
    let list = plywood_line("experiment list --json").json();
    for entry in list.as_array().unwrap() {
        for field in ["name", "title", "paper"] {
            assert!(entry[field].as_str().is_some_and(|text| !text.is_empty()), "{entry}");
        }
    }
    // Entries are indented below the headings of their papers.
    let words = plywood_line("experiment list").out;
    let entries = words.lines().filter(|line| line.starts_with(' ')).count();
    assert_eq!(entries, list.as_array().unwrap().len());
}

#[test]
fn all_papers_on_one_and_on_eight_threads() {
    let folder = Folder::new();
    for jobs in ["1", "8"] {
        let ended = run("papers", &folder.join(jobs), jobs);
        assert_eq!((ended.code, ended.err.as_str()), (0, ""));
        let last = ended.out.lines().last().unwrap();
        assert_eq!(last, Path::new(&folder.join(jobs)).join("index.html").to_str().unwrap());
        assert!(Path::new(last).is_file(), "{last}");
        assert_results(&ended.out, &folder.join(jobs));
    }
    let (one, eight) = (folder.join("1"), folder.join("8"));
    assert_same(one.as_ref(), eight.as_ref());
    let again = run("papers", &one, "2");
    let reused = again.out.lines().filter(|line| line.contains(" s, 0 units run, "));
    assert_eq!(reused.count(), 35, "{}", again.out);
    // Reports can be written again, of all runs or of one.
    let page = format!("{eight}/{NAME}/report.html");
    fs::remove_file(&page).unwrap();
    fs::remove_file(format!("{eight}/index.html")).unwrap();
    let reported = plywood(["experiment", "report", &eight]);
    assert_eq!((reported.code, reported.err.as_str()), (0, ""));
    assert_same(one.as_ref(), eight.as_ref());
    fs::remove_file(&page).unwrap();
    let reported = plywood(["experiment", "report", &format!("{eight}/{NAME}")]);
    assert_eq!(reported.out.trim_end(), page);
    assert_same(one.as_ref(), eight.as_ref());
}

/// What `experiment run papers` prints: a line for each experiment in order of publication, with verdicts, a number
/// next to the paper's and the time, and a table with all of them.
#[track_caller]
fn assert_results(out: &str, folder: &str) {
    let mut lines = out.lines();
    let first = lines.next().unwrap();
    assert!(first.starts_with("35 experiments on ") && first.contains(folder), "{first}");
    let results: Vec<&str> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
    assert_eq!(results.len(), 35, "{out}");
    let years = results.iter().take(32).map(|line| {
        let years = ["1992", "1993", "1995", "2001"];
        years.into_iter().find(|year| line.contains(&format!("-{year}-"))).unwrap()
    });
    assert!(years.collect::<Vec<_>>().is_sorted(), "{out}");
    let mut all = [0; 3];
    for line in results {
        let parts: Vec<&str> = line.split("; ").collect();
        assert!(parts.len() >= 2, "{line}");
        let (name, rest) = parts[0].split_once(" (").unwrap();
        let (took, verdicts) = rest.split_once("): ").unwrap();
        assert!(Path::new(folder).join(name).join("report.html").is_file(), "{line}");
        let known = ["reproduced", "not reproduced", "inconclusive"];
        for part in verdicts.split(", ") {
            let (number, word) = part.split_once(' ').unwrap();
            all[known.iter().position(|known| *known == word).unwrap()] +=
                number.parse::<usize>().unwrap();
        }
        assert!(parts[1].contains(": ") && parts[1].contains(" (paper: "), "{line}");
        assert!(took.ends_with(" s") || took.ends_with(" min"), "{line}");
    }
    // The table's last rows, on all experiments, add up to what the lines say.
    let rows: Vec<&str> = lines.collect();
    let from = rows.iter().position(|line| *line == "All").unwrap();
    let mut sums = [0; 3];
    for row in rows[from + 1..].iter().take_while(|row| row.starts_with("  ")) {
        let numbers: Vec<usize> =
            row.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        assert_eq!(numbers.len(), 3, "{row}");
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
    }
    assert_eq!(sums, all, "{out}");
}

#[test]
#[cfg(target_os = "linux")]
fn open_shows_the_page_or_says_why_not() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let (out, bin) = (folder.join("run"), folder.0.join("bin"));
    fs::create_dir(&bin).unwrap();
    let run = || {
        let args = ["experiment", "run", NAME, "--profile", "smoke", "--out", &out, "--open"];
        common::Ended::from(command().args(args).env("PATH", &bin).output().unwrap())
    };
    let page = Path::new(&out).join("report.html");
    let none = run();
    let complaint =
        format!("--open: no xdg-open or wslview: open {} in a browser\n", page.display());
    assert_eq!((none.code, none.err.as_str()), (0, complaint.as_str()));
    let opener = bin.join("xdg-open");
    let seen = folder.join("seen");
    for (exit, err) in [(0, ""), (3, "--open: xdg-open has failed: ")] {
        fs::write(&opener, format!("#!/bin/sh\necho \"$1\" > '{seen}'\nexit {exit}\n")).unwrap();
        fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).unwrap();
        let ended = run();
        assert_eq!(ended.code, 0);
        assert!(ended.err.starts_with(err) && ended.err.is_empty() == err.is_empty(), "{ended:?}");
        let opened = fs::read_to_string(&seen).unwrap();
        assert_eq!(Path::new(opened.trim_end()), page.canonicalize().unwrap());
    }
}

#[test]
fn killed_at_any_moment_and_resumed() {
    let folder = Folder::new();
    let whole = folder.join("whole");
    assert_eq!(run(NAME, &whole, "1").code, 0);
    let mut killed = 0;
    for wait in 0..10 {
        let out = folder.join(&format!("killed-{wait}"));
        let args = ["experiment", "run", NAME, "--profile", "smoke", "--jobs", "2", "--out", &out];
        let mut child = command().args(args).stdout(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        while !Path::new(&out).join("manifest.json").exists() {
            assert!(begun.elapsed() < Duration::from_secs(30), "the run does not begin");
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(wait * 6));
        child.kill().unwrap();
        killed += u32::from(child.wait().unwrap().code().is_none());
        let resumed = run(NAME, &out, "2");
        assert_eq!((resumed.code, resumed.err.as_str()), (0, ""));
        assert_same(whole.as_ref(), out.as_ref());
    }
    assert!(killed > 0, "every run was over before it was killed");
}

#[test]
fn a_changed_number_is_named_and_repaired() {
    let folder = Folder::new();
    let (whole, out) = (folder.join("whole"), folder.join("run"));
    for out in [&whole, &out] {
        assert_eq!(run(NAME, out, "2").code, 0);
    }
    let path = format!("{out}/units.jsonl");
    let journal = fs::read_to_string(&path).unwrap();
    let mut lines: Vec<String> = journal.lines().map(String::from).collect();
    let at = lines[6].find("_evaluations\":").unwrap() + "_evaluations\":".len();
    let digit = if &lines[6][at..=at] == "1" { "2" } else { "1" };
    lines[6].replace_range(at..=at, digit);
    fs::write(&path, lines.join("\n") + "\n").unwrap();
    run(NAME, &out, "2").refused(2, "units.jsonl: line 7 is damaged");
    plywood(["experiment", "report", &out]).refused(2, "units.jsonl: line 7 is damaged");
    let args = ["experiment", "run", NAME, "--profile", "smoke", "--out", &out, "--repair"];
    let repaired = plywood(args);
    assert_eq!((repaired.code, repaired.err.as_str()), (0, ""));
    assert!(repaired.out.contains(" s, 1 unit run, "), "{}", repaired.out);
    assert_same(whole.as_ref(), out.as_ref());
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_keeps_what_is_done() {
    let folder = Folder::new();
    let out = folder.join("run");
    let args = ["experiment", "run", NAME, "--profile", "paper", "--jobs", "2", "--out", &out];
    let child = common::spawn(args);
    common::interrupt(child.id());
    let ended = common::Ended::from(child.wait_with_output().unwrap());
    assert_eq!((ended.code, ended.out.as_str()), (130, ""), "{ended:?}");
    assert!(ended.err.contains("the same command resumes it"), "{ended:?}");
    let reported = plywood(["experiment", "report", &out]);
    assert_eq!((reported.code, reported.err.as_str()), (0, ""));
    let page = fs::read_to_string(format!("{out}/report.html")).unwrap();
    assert!(page.contains("Incomplete: "));
}

#[test]
fn a_folder_of_ones_own() {
    let folder = Folder::new();
    let text = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../lab/experiments/korf-1992-overhead/spec.toml"),
    );
    fs::create_dir(folder.join("mine")).unwrap();
    folder.file("mine/spec.toml", &text.unwrap());
    let args = ["experiment", "run", "mine", "--profile", "smoke"];
    let output = command().args(args).current_dir(&folder.0).output().unwrap();
    let ended = common::Ended::from(output);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    assert!(
        ended.out.starts_with("mine (") && ended.out.contains("): complete\n"),
        "{}",
        ended.out
    );
    assert!(folder.0.join("runs/mine-smoke/report.html").is_file());
    for (spec, words) in [
        ("title = \"x\"\nkind = [", "mine/spec.toml: line 2, column 9: unclosed array"),
        ("kind = \"tournament\"", "mine/spec.toml: expected a table [profiles.…]"),
        ("kind = \"chess\"\n[profiles.smoke]", "'chess': expected tournament"),
        ("kind = \"overhead\"\n[profiles.smoke]", "missing field"),
    ] {
        folder.file("mine/spec.toml", spec);
        let output = command().args(args).current_dir(&folder.0).output().unwrap();
        common::Ended::from(output).refused(2, words);
    }
}
