//! The lines that the user types.

use crate::failure::Failure;
use plywood_lab::Error;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};

/// The user's input.
pub(super) enum Typed {
    /// A line.
    Line(String),
    /// The end of the input, or Ctrl-D.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// A source of lines.
pub(super) trait Input {
    /// Prints the prompt and reads a line. Tab completes `words`.
    fn line(
        &mut self,
        prompt: &str,
        words: &[String],
        out: &mut dyn Write,
    ) -> Result<Typed, Failure>;

    /// Whether the user can answer questions.
    fn is_interactive(&self) -> bool;
}

/// Standard input without editing: a pipe, a file, or a terminal that cannot move its cursor.
pub(super) struct Lines;

impl Input for Lines {
    /// Bytes that are not UTF-8 are replaced; the text is then refused as a move.
    fn line(&mut self, prompt: &str, _: &[String], out: &mut dyn Write) -> Result<Typed, Failure> {
        write!(out, "{prompt}")?;
        out.flush()?;
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_until(b'\n', &mut bytes);
        let count = read.map_err(|e| Error::failure(format!("standard input: {e}")))?;
        // On a terminal, Enter ends the line of the prompt.
        if count == 0 || !io::stdin().is_terminal() {
            writeln!(out)?;
        }
        if count == 0 {
            return Ok(Typed::End);
        }
        Ok(Typed::Line(String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn is_interactive(&self) -> bool {
        io::stdin().is_terminal() && io::stdout().is_terminal()
    }
}

/// A terminal with line editing, history, and completion by Tab.
pub(super) struct LineEditor(Editor<Words, MemHistory>);

impl LineEditor {
    /// None if the terminal does not support it.
    pub(super) fn new() -> Option<LineEditor> {
        let config = Config::builder().completion_type(CompletionType::List).build();
        let mut editor = Editor::with_history(config, MemHistory::new()).ok()?;
        editor.set_helper(Some(Words(Vec::new())));
        Some(LineEditor(editor))
    }
}

impl Input for LineEditor {
    fn line(
        &mut self,
        prompt: &str,
        words: &[String],
        out: &mut dyn Write,
    ) -> Result<Typed, Failure> {
        out.flush()?;
        self.0.set_helper(Some(Words(words.to_vec())));
        match self.0.readline(prompt) {
            Ok(line) => {
                // Answers to questions, which have nothing to complete, are not kept in the history.
                if !line.trim().is_empty() && !words.is_empty() {
                    // A failure only loses a line of the history.
                    let _ = self.0.add_history_entry(line.trim());
                }
                Ok(Typed::Line(line))
            }
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(ReadlineError::Interrupted) => Ok(Typed::Interrupted),
            Err(error) => Err(Error::failure(format!("standard input: {error}")).into()),
        }
    }

    fn is_interactive(&self) -> bool {
        true
    }
}

/// The completion by Tab: one of these words, or a file name after `save`.
struct Words(Vec<String>);

impl Helper for Words {}
impl Highlighter for Words {}
impl Validator for Words {}

impl Hinter for Words {
    type Hint = String;
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(completed(&line[..at], &self.0))
    }
}

/// The start of the word to complete, and its completions.
fn completed(typed: &str, words: &[String]) -> (usize, Vec<String>) {
    let blanks = typed.len() - typed.trim_start().len();
    for command in ["save ", "save! "] {
        if let Some(path) = typed[blanks..].strip_prefix(command) {
            let path = path.trim_start();
            return (typed.len() - path.len(), paths(path));
        }
    }
    let word = &typed[blanks..];
    (blanks, words.iter().filter(|known| known.starts_with(word)).cloned().collect())
}

/// The files and folders whose paths begin with `path`.
fn paths(path: &str) -> Vec<String> {
    let (folder, name) = path.split_at(path.rfind('/').map_or(0, |slash| slash + 1));
    let entries = fs::read_dir(if folder.is_empty() { "." } else { folder });
    let mut paths: Vec<String> = entries
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let found = entry.file_name().into_string().ok()?;
            let hidden = found.starts_with('.') && !name.starts_with('.');
            let slash = if entry.path().is_dir() { "/" } else { "" };
            (found.starts_with(name) && !hidden).then(|| format!("{folder}{found}{slash}"))
        })
        .collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tab_completes_words_and_paths() {
        let words = ["Nf3", "Nh3", "e4", "moves", "save"].map(String::from);
        let of = |typed| completed(typed, &words);
        assert_eq!(of("N"), (0, vec!["Nf3".to_string(), "Nh3".to_string()]));
        assert_eq!(of("  mo"), (2, vec!["moves".to_string()]));
        assert_eq!(of("x"), (0, vec![]));
        assert_eq!(of("").1.len(), 5);

        let folder = std::env::temp_dir().join(format!("plywood-tab-{}", std::process::id()));
        fs::create_dir_all(folder.join("games of mine")).unwrap();
        fs::write(folder.join("game.pgn"), "").unwrap();
        fs::write(folder.join(".hidden"), "").unwrap();
        let folder_name = folder.to_str().unwrap();
        let of = |rest: &str| {
            let (start, found) = completed(&format!("save! {folder_name}/{rest}"), &words);
            assert_eq!(start, 6);
            let short = |path: String| path[folder_name.len() + 1..].to_string();
            found.into_iter().map(short).collect::<Vec<_>>()
        };
        assert_eq!(of(""), ["game.pgn", "games of mine/"]);
        assert_eq!(of("games of"), ["games of mine/"]);
        assert_eq!(of(".h"), [".hidden"]);
        assert_eq!(of("no/such/folder"), [""; 0]);
        fs::remove_dir_all(folder).unwrap();
    }
}
