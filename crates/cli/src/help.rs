//! The definition of the command line: with the name of the program that runs it, with examples for its
//! games, and with help that fits the terminal.
//!
//! Help texts are paragraphs of one line each, which clap wraps. Lines after `Examples:` are shell commands;
//! they are broken with a backslash, so that they can be copied.

use crate::Cli;
use crate::lists::{Group, Lists};
use crate::terminal::{LIST_WIDTH, wrap};
use clap::{Command, CommandFactory};
use plywood_games::{Chess, Game, Othello};
use plywood_lab::registry::GameEntry;
use plywood_lab::{Error, train};
use std::env;
use std::ffi::OsStr;
use std::path::Path;

/// The name of the program in the source of all texts.
const PLYWOOD: &str = "plywood";

/// The beginning of a usage line, which clap adds.
const USAGE: &str = "Usage: ";

/// The width of help without a terminal.
const WIDTH: usize = 100;

/// A program with its games.
#[derive(Clone, Copy)]
pub(crate) struct Program<'a> {
    /// Its file name.
    pub name: &'a str,
    pub games: &'a [GameEntry],
}

/// The name of a program from its first argument.
pub(crate) fn program_name(first: Option<&OsStr>) -> String {
    let stem = first.and_then(|path| Path::new(path).file_stem());
    stem.map_or(PLYWOOD.to_string(), |stem| stem.to_string_lossy().into_owned())
}

/// The width of the terminal in columns: the variable `COLUMNS`, or the size of the terminal.
pub(crate) fn terminal_width() -> usize {
    let set = env::var("COLUMNS").ok().and_then(|text| text.parse().ok()).filter(|&n| n > 0);
    let measured = || terminal_size::terminal_size().map(|(width, _)| width.0.into());
    set.or_else(measured).unwrap_or(WIDTH)
}

/// The commands by purpose, each with a few words: half a line of a narrow terminal.
pub(crate) const PURPOSES: [(&str, &[(&str, &str)]); 6] = [
    (
        "Search and watch",
        &[
            ("search", "Find the best move"),
            ("trace", "Print every step as JSON"),
            ("picture", "Draw a search"),
            ("solve", "Solve a file of problems"),
            ("explain", "Explain a capture in Go"),
        ],
    ),
    (
        "Play and analyze",
        &[
            ("play", "Play against an algorithm"),
            ("analyze", "Watch the best moves"),
            ("review", "Review a game as a page"),
        ],
    ),
    (
        "Compare",
        &[
            ("match", "Play a match"),
            ("tournament", "Play a tournament"),
            ("ratings", "Rate the players of games"),
            ("sprt", "Test a match sequentially"),
        ],
    ),
    ("Reproduce", &[("experiment", "Rerun papers' experiments")]),
    (
        "Engines",
        &[
            ("uci", "Run as a chess engine"),
            ("nboard", "Run as an Othello engine"),
            ("gtp", "Run as a Go engine"),
        ],
    ),
    (
        "Tools",
        &[
            ("games", "List games and questions"),
            ("algorithms", "List algorithms"),
            ("perft", "Count the lines of play"),
            ("export", "Write a game tree as JSON"),
            ("generate", "Make problems"),
            ("train", "Train an evaluation"),
            ("completions", "Complete words in a shell"),
            ("man", "Print manual pages"),
        ],
    ),
];

/// The number of purposes in the left one of two columns, which makes both equally long.
const LEFT: usize = 3;

/// The width from which there are two columns.
const TWO_COLUMNS: usize = 80;

/// What a person who types only the name of the program may want to try.
const FIRST_STEPS: &str = "\
Examples:
  plywood play connect4
  plywood search chess --time 1s
  plywood experiment run korf-1992-overhead --profile smoke

'plywood --help' lists all commands.";

impl Program<'_> {
    /// Three things to try, `width` columns wide.
    pub(crate) fn first_steps(self, width: usize) -> String {
        let text = self.examples(FIRST_STEPS, width);
        text.replacen("Examples:", "Try one of these:", 1)
    }

    /// The visible commands by purpose, on a screen of 80 by 24 or more in two columns.
    fn commands_by_purpose(command: &Command, width: usize) -> String {
        let group = |&(heading, commands): &(&str, &[(&str, &str)])| {
            let mut group = Group::new(format!("{heading}:"));
            let is_visible =
                |name| command.find_subcommand(name).is_some_and(|it| !it.is_hide_set());
            for &(name, words) in commands.iter().filter(|(name, _)| is_visible(name)) {
                group.row(name, words);
            }
            group
        };
        let column = |purposes: &[(&str, &[_])], width| {
            Lists { groups: purposes.iter().map(group).collect(), more: "" }.whole(width)
        };
        if width < TWO_COLUMNS {
            return column(&PURPOSES, width);
        }
        let half = width.min(LIST_WIDTH) / 2;
        let [left, right] = [&PURPOSES[..LEFT], &PURPOSES[LEFT..]].map(|it| column(it, half));
        let (left, right): (Vec<_>, Vec<_>) = (left.lines().collect(), right.lines().collect());
        let mut text = String::new();
        for row in 0..left.len().max(right.len()) {
            let [left, right] =
                [&left, &right].map(|side| side.get(row).copied().unwrap_or_default());
            text.push_str(format!("{left:half$}{right}").trim_end());
            text.push('\n');
        }
        text
    }

    /// The command line with its help, `width` columns wide.
    pub(crate) fn command(self, width: usize) -> Command {
        let mut command = Cli::command().name(self.name.to_string()).bin_name(self.name);
        if self.name != PLYWOOD {
            // The version of the program itself is not known here.
            command = command.version(concat!("(plywood ", env!("CARGO_PKG_VERSION"), ")"));
        }
        for name in ["uci", "nboard", "train"] {
            command = command.mut_subcommand(name, |it| it.hide(!self.offers(name)));
        }
        let command = self.renamed(command, self.name, width);
        let commands = Program::commands_by_purpose(&command, width);
        command.term_width(width).help_template(format!(
            "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}{{after-help}}",
            commands.trim_end()
        ))
    }

    /// Whether the program has a game that the command needs.
    pub(crate) fn offers(self, command: &str) -> bool {
        match command {
            "uci" => self.has(Chess::NAME),
            "nboard" => self.has(Othello::NAME),
            "train" => train::GAMES.iter().any(|game| self.has(game)),
            _ => true,
        }
    }

    /// An error unless the program has the game that the command needs.
    pub(crate) fn require(self, command: &str, game: &str) -> Result<(), Error> {
        if self.has(game) {
            return Ok(());
        }
        let games: Vec<_> = self.games.iter().map(|entry| entry.name).collect();
        let (name, games) = (self.name, games.join(", "));
        Err(Error::input(format!(
            "{command}: expected a program with the game '{game}', but {name} has {games}"
        )))
    }

    pub(crate) fn has(self, game: &str) -> bool {
        self.games.iter().any(|entry| entry.name == game)
    }

    /// The command with the name of the program in its texts.
    fn renamed(self, mut command: Command, path: &str, width: usize) -> Command {
        let named = |text: &dyn ToString| text.to_string().replace(PLYWOOD, self.name);
        if let Some(text) = command.get_after_help().map(ToString::to_string) {
            command = command.after_help(self.examples(&text, width));
        }
        let command = command.mut_args(|arg| match arg.get_help().map(|help| named(help)) {
            Some(help) => arg.help(help),
            None => arg,
        });
        // Clap does not wrap the usage line.
        let usage = command.clone().bin_name(path).render_usage().to_string();
        let command = match wrap(&usage, width, USAGE.len()).strip_prefix(USAGE) {
            Some(text) if usage.chars().count() > width => command.override_usage(text.to_string()),
            _ => command,
        };
        command.mut_subcommands(|it| {
            let path = format!("{path} {}", it.get_name());
            self.renamed(it, &path, width)
        })
    }

    /// A text with examples for the program.
    fn examples(self, text: &str, width: usize) -> String {
        let Some((before, examples)) = text.split_once("Examples:\n") else {
            return text.replace(PLYWOOD, self.name);
        };
        let (examples, after) = examples.split_once("\n\n").unwrap_or((examples, ""));
        let lines = examples.lines().filter_map(|line| self.example(line.trim()));
        let mut shown: Vec<String> = lines.map(|line| broken(&line, width)).collect();
        shown.dedup();
        let mut text = before.replace(PLYWOOD, self.name);
        if !shown.is_empty() {
            text = format!("{text}Examples:\n{}", shown.join("\n"));
        }
        if !after.is_empty() {
            text = format!("{text}\n\n{}", after.replace(PLYWOOD, self.name));
        }
        text.trim_end().to_string()
    }

    /// An example for the program. If the program does not have its game, another game takes its place;
    /// none if the example makes no sense with another game.
    fn example(self, line: &str) -> Option<String> {
        let known = plywood_lab::registry::games().iter().map(|entry| entry.name);
        let missing = known
            .filter(|name| !self.has(name))
            .find(|name| line.split(' ').any(|word| word == *name));
        let particular =
            ["--position", "--set", "--passes", "--game", "eval=", "gtp", "uci,", "train"];
        let line = match missing {
            None => line.to_string(),
            Some(_) if particular.iter().any(|word| line.contains(word)) => return None,
            Some(name) => line.replacen(name, self.games.first()?.name, 1),
        };
        // Only games with a notation for problems can be solved.
        let solves = line.contains(" solve ") && !self.has(Othello::NAME) && !self.has(Chess::NAME);
        (!solves).then(|| line.replace(PLYWOOD, self.name))
    }
}

/// A shell command on lines of at most `width` columns; all but the last end with a backslash. An option
/// and its value stay on one line if they fit.
fn broken(line: &str, width: usize) -> String {
    // A word needs a blank before it, and a blank and a backslash after it.
    let fits = |line: &str, word: &str| line.chars().count() + word.chars().count() + 3 <= width;
    let mut lines = vec![String::from(" ")];
    let mut add = |word: &str| {
        let last = lines.last_mut().expect("a line");
        if last.trim().is_empty() || fits(last, word) {
            last.push(' ');
            last.push_str(word);
        } else {
            last.push_str(" \\");
            lines.push(format!("      {word}"));
        }
    };
    let words = words(line);
    let mut at = 0;
    while at < words.len() {
        let value = words.get(at + 1).filter(|word| !word.starts_with(['-', '|', '>']));
        match value.filter(|_| words[at].starts_with("--")) {
            Some(value) if fits("     ", &format!("{} {value}", words[at])) => {
                add(&format!("{} {value}", words[at]));
                at += 2;
            }
            _ => {
                add(words[at]);
                at += 1;
            }
        }
    }
    lines.join("\n")
}

/// The words of a shell command. A quoted text is one word.
fn words(line: &str) -> Vec<&str> {
    let (mut words, mut begin, mut quote) = (Vec::new(), 0, None);
    for (at, c) in line.char_indices() {
        match (c, quote) {
            ('\'' | '"', None) => quote = Some(c),
            (c, Some(open)) if c == open => quote = None,
            (' ', None) => {
                words.push(&line[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    words.push(&line[begin..]);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_broken_where_a_shell_allows_it() {
        let line = "plywood trace tree --position '[0, 1]' --nodes 3";
        assert_eq!(broken(line, 80), format!("  {line}"));
        assert_eq!(
            broken(line, 24),
            "  plywood trace tree \\\n      --position \\\n      '[0, 1]' \\\n      --nodes 3"
        );
        assert!(broken(line, 1).lines().count() >= 6, "one word per line");
    }

    #[test]
    fn programs_are_called_by_the_names_of_their_files() {
        let name = |path: &str| program_name(Some(OsStr::new(path)));
        assert_eq!(name("/usr/bin/domineering"), "domineering");
        assert_eq!(name("plywood"), "plywood");
        assert_eq!(program_name(None), "plywood");
    }
}
