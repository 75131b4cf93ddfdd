//! Help that fits any terminal, completions and manual pages.

use crate::common::{Ended, Folder, command, plywood_line};
use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};

const COMMANDS: [&str; 31] = [
    "",
    "games",
    "algorithms",
    "analyze",
    "review",
    "sprt",
    "ratings",
    "search",
    "solve",
    "trace",
    "export",
    "perft",
    "picture",
    "play",
    "match",
    "tournament",
    "nboard",
    "gtp",
    "explain",
    "experiment",
    "experiment list",
    "experiment run",
    "experiment report",
    "experiment merge",
    "experiment submit",
    "experiment status",
    "experiment resume",
    "train",
    "uci",
    "completions",
    "man",
];

fn help(name: &str, columns: usize) -> String {
    let mut command = command();
    let command = command.args(name.split_whitespace()).arg("--help");
    let ended: Ended = command.env("COLUMNS", columns.to_string()).output().unwrap().into();
    assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{name}");
    ended.out
}

fn indent(line: &str) -> usize {
    line.chars().take_while(|&c| c == ' ').count()
}

/// Checks that no line is too long, and that no line is broken too early: the first word of the next line
/// would not fit.
fn check(name: &str, columns: usize, text: &str) {
    let lines: Vec<&str> = text.lines().collect();
    for line in &lines {
        assert!(line.chars().count() <= columns, "{name} at {columns}: too long: {line:?}\n{text}");
    }
    // Examples are commands, one or more lines each.
    let end = lines.iter().position(|&line| line == "Examples:").unwrap_or(lines.len());
    for pair in lines[..end].windows(2) {
        let (line, next) = (pair[0], pair[1]);
        let first = next.split_whitespace().next().unwrap_or_default();
        // Items of a list and headings begin a new line.
        let begins = first.starts_with(['-', '<', '[']) || next.contains("  ") && indent(next) <= 2;
        let item = indent(next) == 2 || indent(next) == 0 && indent(line) > 0;
        // An option whose help begins on the next line.
        let option = line.trim_start();
        let begins = begins || option.starts_with(['-', '<']) && !option.contains("  ");
        if line.is_empty() || first.is_empty() || line.ends_with(':') || begins || item {
            continue;
        }
        let fits = line.chars().count() + 1 + first.chars().count() <= columns;
        assert!(!fits, "{name} at {columns}: {line:?} ends too early before {next:?}\n{text}");
    }
}

#[test]
fn help_fits_the_terminal_and_is_wrapped_once() {
    for columns in [40, 80, 120] {
        for name in COMMANDS {
            check(name, columns, &help(name, columns));
        }
    }
}

#[test]
fn version_and_help() {
    let version = plywood_line("--version");
    assert_eq!(
        (version.code, version.out.as_str()),
        (0, concat!("plywood ", env!("CARGO_PKG_VERSION"), "\n"))
    );
    for name in COMMANDS.into_iter().filter(|name| !name.is_empty()) {
        let help = help(name, 100);
        assert!(help.contains("Examples:\n  plywood "), "{name}: {help}");
    }
}

#[test]
fn commands_are_listed_once_by_purpose_on_one_screen() {
    let narrow = help("", 60);
    let help = help("", 80);
    assert!(help.lines().count() < 24 && narrow.lines().count() < 45, "{help}{narrow}");
    for heading in
        ["Search and watch:", "Play and analyze:", "Compare:", "Reproduce:", "Engines:", "Tools:"]
    {
        assert!(help.contains(heading) && narrow.contains(&format!("{heading}\n")), "{help}");
    }
    // Completions come from the command line itself, so a command that no purpose has is found here.
    let script = plywood_line("completions bash").out;
    let known: BTreeSet<&str> = script
        .lines()
        .filter_map(|line| line.trim().strip_prefix("plywood,")?.strip_suffix(')'))
        .collect();
    assert!(known.len() > 20, "{known:?}");
    for name in known {
        for help in [&help, &narrow] {
            assert_eq!(help.matches(&format!("  {name} ")).count(), 1, "{name}: {help}");
        }
    }
}

#[test]
fn without_arguments_three_things_to_try_are_printed() {
    let ended = plywood_line("");
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    let examples = ended.out.lines().filter(|line| line.starts_with("  plywood ")).count();
    assert_eq!(examples, 3, "{}", ended.out);
    assert!(ended.out.contains("plywood --help"));
}

#[test]
fn help_is_a_command_too() {
    for (line, same) in [("help", "--help"), ("help experiment run", "experiment run --help")] {
        assert_eq!(plywood_line(line).out, plywood_line(same).out, "{line}");
    }
    plywood_line("help serch").refused(2, "unrecognized subcommand 'serch'");
}

#[test]
fn examples_can_be_copied_at_any_width() {
    let examples = |columns| {
        let text = help("match", columns).replace(" \\\n      ", " ");
        text.split_once("Examples:\n").unwrap().1.to_string()
    };
    assert_eq!(examples(40), examples(200));
    assert!(examples(40).contains("  plywood match othello --first strong,depth=6 --second 'gtp:"));
}

#[test]
fn completions_are_scripts_that_know_the_names() {
    let folder = Folder::new();
    for (shell, check) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
        let ended = plywood_line(&format!("completions {shell}"));
        assert_eq!((ended.code, ended.err.as_str()), (0, ""));
        for name in ["othello", "best-first-saved-tree", "korf-1992-overhead", "smoke", "paper"] {
            assert!(ended.out.contains(name), "{shell}: {name}");
        }
        let file = folder.file(shell, &ended.out);
        // Checked only if the shell is installed.
        if let Ok(output) = Command::new(shell).args([check, &file]).output() {
            assert!(output.status.success(), "{output:?}");
        }
    }
    plywood_line("completions csh").refused(2, "[possible values: bash, zsh, fish]");
}

#[test]
fn bash_completes_games_and_algorithms() {
    let folder = Folder::new();
    let file = folder.file("script", &plywood_line("completions bash").out);
    for (words, last, expected) in [
        ("plywood search oth", 2, "othello"),
        ("plywood search othello --algorithm stron", 4, "strong"),
        ("plywood experiment run korf-1992-o", 3, "korf-1992-overhead"),
        ("plywood experiment run papers --profile smo", 5, "smoke"),
    ] {
        let script = format!(
            "source '{file}'; COMP_WORDS=({words}); COMP_CWORD={last}; \
             _plywood plywood \"${{COMP_WORDS[$COMP_CWORD]}}\" \
             \"${{COMP_WORDS[$COMP_CWORD-1]}}\"; echo \"${{COMPREPLY[@]}}\""
        );
        let Ok(output) = Command::new("bash").args(["-c", &script]).stdin(Stdio::null()).output()
        else {
            return;
        };
        let out = String::from_utf8(output.stdout).unwrap();
        assert!(out.split_whitespace().any(|word| word == expected), "{words}: {out}");
    }
}

#[test]
fn manual_pages_are_made_of_the_same_texts() {
    let page = plywood_line("man");
    assert_eq!((page.code, page.err.as_str()), (0, ""));
    assert!(
        page.out.contains(".TH plywood 1") && page.out.contains("plywood\\-search"),
        "{page:?}"
    );
    let page = plywood_line("man experiment run").out;
    assert!(page.contains("plywood\\-experiment\\-run"), "{page}");
    let folder = Folder::new();
    let ended = plywood_line(&format!("man --out {}", folder.join("")));
    assert_eq!(ended.code, 0, "{ended:?}");
    let pages: Vec<&str> = ended.out.lines().collect();
    assert!(pages.len() >= 18, "{pages:?}");
    for page in pages {
        assert!(fs::read_to_string(page).unwrap().contains(".SH NAME"), "{page}");
    }
    plywood_line("man --out /no/such/folder")
        .refused(2, "--out /no/such/folder: expected a folder");
}
