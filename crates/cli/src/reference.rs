//! The reference of all commands as Markdown, made from their help.

use crate::help::{PURPOSES, Program};
use clap::Command;
use plywood_lab::registry::games;
use std::fmt::Write;

/// The width of help texts.
const WIDTH: usize = 100;

/// Every command of the program `plywood` by purpose, with its examples and its help, as Markdown.
///
/// ```
/// let text = plywood_cli::reference();
/// assert!(text.contains("### plywood experiment run\n"));
/// ```
pub fn reference() -> String {
    let mut command = Program { name: "plywood", games: games() }.command(WIDTH);
    command.build();
    let mut text = String::new();
    for (purpose, commands) in PURPOSES {
        let _ = write!(text, "\n## {purpose}\n");
        for (name, _) in commands {
            if let Some(command) = command.find_subcommand(name) {
                describe(&mut text, command, &format!("plywood {name}"));
            }
        }
    }
    text
}

fn describe(text: &mut String, command: &Command, path: &str) {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let _ = write!(text, "\n### {path}\n\n{about}.\n");
    let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    if let Some((_, examples)) = after.split_once("Examples:\n") {
        let lines: Vec<_> =
            examples.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
        let _ = write!(text, "\n```sh\n{}\n```\n", lines.join("\n").trim_end());
    }
    let help = command.clone().bin_name(path).render_long_help().to_string();
    // The examples stand above.
    let help = help.split("Examples:\n").next().unwrap_or_default().trim();
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    let _ = write!(
        text,
        "\n<details><summary>Arguments and options</summary>\n\n```text\n{}\n```\n\n</details>\n",
        lines.join("\n")
    );
    for below in command.get_subcommands().filter(|it| !it.is_hide_set()) {
        describe(text, below, &format!("{path} {}", below.get_name()));
    }
}
