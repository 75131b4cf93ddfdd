//! The examples for beginners print what their comments say.

use std::env::{self, consts::EXE_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What an example prints. `cargo test` builds the examples, but not where it is given the name of a test.
fn output(name: &str) -> String {
    let test = env::current_exe().expect("a running program has a path");
    let target = test.ancestors().nth(2).expect("it is in the folder `deps`");
    let program = target.join("examples").join(format!("{name}{EXE_SUFFIX}"));
    let build = format!("`cargo build -p plywood-games --example {name}` builds it");
    let built = fs::metadata(&program).and_then(|file| file.modified());
    let built = built.unwrap_or_else(|error| panic!("{}: {error}: {build}", program.display()));
    let source = fs::metadata(source(name)).and_then(|file| file.modified()).expect("it exists");
    assert!(built >= source, "{} is out of date: {build}", program.display());
    let output = Command::new(program).output().expect("it is a program");
    assert!(output.status.success(), "{name}: {output:?}");
    String::from_utf8(output.stdout).expect("examples print UTF-8")
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(format!("{name}.rs"))
}

/// What the comment at the beginning of an example shows.
fn promised(name: &str) -> String {
    let text = fs::read_to_string(source(name)).expect("it exists");
    let comment = text.lines().map_while(|line| line.strip_prefix("//!"));
    let comment = comment.map(|line| line.strip_prefix(' ').unwrap_or(line));
    let lines = comment.skip_while(|line| *line != "```text").skip(1);
    lines.take_while(|line| *line != "```").collect::<Vec<_>>().join("\n")
}

/// Whether this is the promised text, where `…` is any text.
fn is_as_promised(promised: &str, printed: &str) -> bool {
    let Some((start, rest)) = promised.split_once('…') else { return promised == printed };
    let Some(mut printed) = printed.strip_prefix(start) else { return false };
    let (middle, end) = rest.rsplit_once('…').unwrap_or(("", rest));
    for part in middle.split('…') {
        let Some((_, after)) = printed.split_once(part) else { return false };
        printed = after;
    }
    printed.ends_with(end)
}

fn check(name: &str) {
    let (output, promised) = (output(name), promised(name));
    let printed = output.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    assert!(!promised.is_empty(), "{name}: expected output in its first comment");
    assert!(is_as_promised(&promised, &printed), "{name}: expected\n{promised}\nbut\n{printed}");
}

#[test]
fn tic_tac_toe() {
    check("tic_tac_toe");
    let lines = fs::read_to_string(source("tic_tac_toe")).expect("it exists").lines().count();
    assert!(lines < 60, "a whole game in {lines} lines");
}

#[test]
fn time_limit() {
    check("time_limit");
}

#[test]
fn background() {
    check("background");
}

#[test]
fn own_evaluation() {
    check("own_evaluation");
}

#[test]
fn a_gap_is_any_text() {
    for printed in ["a1, c", "a1, b2, c", "a, c, c"] {
        assert!(is_as_promised("a…, c", printed), "{printed}");
    }
    for printed in ["b1, c", "a1, d", "a1, c."] {
        assert!(!is_as_promised("a…, c", printed), "{printed}");
    }
    assert!(is_as_promised("a…b…c", "a1b2c") && !is_as_promised("a…b…c", "a12c"));
    assert!(is_as_promised("a", "a") && !is_as_promised("a", "ab"));
}
