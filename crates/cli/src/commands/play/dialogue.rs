//! A game between a user and an engine.

use super::input::{Input, Typed};
use crate::answer::{line_text, score_text, value_text};
use crate::failure::Failure;
use crate::interrupt;
use crate::terminal::{Screen, wrap};
use plywood::{Score, Side};
use plywood_games::{did_you_mean, shown};
use plywood_lab::Error;
use plywood_lab::engines::Recorder;
use plywood_lab::experiment::replace_file;
use plywood_play::{Answer, Session};
use std::cmp::Ordering;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The commands that can be typed in place of a move.
const COMMANDS: [(&str, &str); 9] = [
    ("moves", "list the legal moves"),
    ("hint", "ask the engine for a move"),
    ("undo", "take back your last move"),
    ("board", "show the board again"),
    ("save FILE", "write the game so far to a file"),
    ("save! FILE", "the same, and overwrite an existing file"),
    ("resign", "give up the game"),
    ("quit", "leave the game; Ctrl-D does the same"),
    ("help", "show this list"),
];

pub(super) struct Dialogue<'a> {
    pub(super) session: Box<dyn Session>,
    pub(super) recorder: Recorder,
    pub(super) screen: Screen,
    /// The engine in words.
    pub(super) engine: &'a str,
    pub(super) user: Side,
    pub(super) input: Box<dyn Input>,
    /// How Ctrl-C ends a search; none if it ends the process.
    pub(super) stop: Option<Stop>,
    /// What the engine has just played.
    pub(super) news: Option<String>,
    pub(super) out: &'a mut dyn Write,
}

/// Ctrl-C during a search.
pub(super) struct Stop {
    /// Ends the search.
    pub(super) flag: Arc<AtomicBool>,
    /// Whether a search runs.
    pub(super) searching: Arc<AtomicBool>,
}

/// What happens next.
enum Next {
    /// A move was played or taken back.
    Moved,
    /// The user is still to move.
    Asked,
    /// The user has resigned.
    Resigned,
    /// The user has left the game.
    Left(ExitCode),
}

impl Dialogue<'_> {
    /// Plays until the game is over or the user leaves it. The board is shown when the user is to move, and
    /// at the end.
    pub(super) fn play(mut self) -> Result<ExitCode, Failure> {
        if self.screen.erases {
            write!(self.out, "{}", self.screen.cleared(true))?;
        }
        self.say(&self.greeting())?;
        let (mut shown, mut first) = (false, true);
        loop {
            let (result, is_user) = (self.session.result(), self.session.side() == self.user);
            // In place of the board before, the board may also be shown while the engine thinks.
            if !shown && (result.is_some() || is_user || self.screen.erases) {
                if self.screen.erases && !first {
                    self.clear()?;
                }
                self.show_board()?;
                (shown, first) = (true, false);
            }
            if let Some(result) = result {
                self.say(&self.verdict(result))?;
                return self.offer_record(None);
            }
            match if is_user { self.user_turn()? } else { self.engine_turn()? } {
                Next::Moved => shown = false,
                Next::Asked => {}
                Next::Resigned => {
                    let lost = Score::win(0).seen_by(!self.user);
                    return self.offer_record(Some(lost));
                }
                Next::Left(code) => return Ok(code),
            }
        }
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", self.screen.wrapped(text))
    }

    /// Two lines: who plays whom, and what can be typed.
    fn greeting(&self) -> String {
        let (you, engine) = (self.name(self.user), self.engine);
        let typed = match self.session.moves().first() {
            Some(example) => format!("a move such as {example}, or hint, undo, help or quit"),
            None => "help or quit".to_string(),
        };
        format!("You play {you} against {engine}.\nType {typed}.")
    }

    fn name(&self, side: Side) -> &'static str {
        self.screen.side_name(self.session.sides()[usize::from(side == Side::Min)])
    }

    /// Clears the screen. The greeting stays where there is room for it, the board, and a few lines below.
    fn clear(&mut self) -> io::Result<()> {
        self.screen.measure();
        write!(self.out, "{}", self.screen.cleared(false))?;
        let rows = self.board().lines().count() + 6;
        match self.screen.height.is_none_or(|height| rows <= height) {
            true => self.say(&self.greeting()),
            false => Ok(()),
        }
    }

    /// The board as the user sees it.
    fn board(&self) -> String {
        self.session.drawn(self.screen.style, Some(self.user))
    }

    /// Shows the board and the engine's last move.
    fn show_board(&mut self) -> io::Result<()> {
        self.say(&self.board())?;
        match self.news.take() {
            Some(news) => self.say(&news),
            None => Ok(()),
        }
    }

    /// Offers to save a finished game, if it can be saved.
    fn offer_record(mut self, result: Option<Score>) -> Result<ExitCode, Failure> {
        let Some(formats) = self.recorder.formats(&*self.session) else {
            return Ok(ExitCode::SUCCESS);
        };
        loop {
            let prompt = format!("save FILE ({formats}), or Enter to leave> ");
            let line = match self.input.line(&prompt, &["save".to_string()], self.out)? {
                Typed::Line(line) => line,
                Typed::End => return Ok(ExitCode::SUCCESS),
                Typed::Interrupted => return Ok(interrupt::exit_code()),
            };
            match (line.trim().to_lowercase().as_str(), Save::parse(&line)) {
                ("" | "quit" | "exit", _) => return Ok(ExitCode::SUCCESS),
                (_, Some(save)) => self.save(&save, result)?,
                _ => self.say("expected 'save FILE', or Enter to leave")?,
            }
        }
    }

    /// A search of the position, which Ctrl-C ends early.
    fn search(&mut self) -> Result<Answer, Failure> {
        let Some(Stop { flag, searching }) = &self.stop else { return Ok(self.session.search()?) };
        if self.screen.erases {
            write!(self.out, "thinking (Ctrl-C to stop) ...")?;
            self.out.flush()?;
        }
        searching.store(true, Relaxed);
        let answer = self.session.search();
        searching.store(false, Relaxed);
        flag.store(false, Relaxed);
        if self.screen.erases {
            write!(self.out, "\r\x1b[K")?;
        }
        Ok(answer?)
    }

    fn engine_turn(&mut self) -> Result<Next, Failure> {
        let answer = self.search()?;
        let Some(best) = best_of(&answer)? else {
            self.say("the engine was stopped before it had searched a move; it starts again")?;
            return Ok(Next::Asked);
        };
        self.session.play(best)?;
        self.news = Some(format!("engine plays {best}  ({})", self.opinion(&answer)));
        Ok(Next::Moved)
    }

    fn user_turn(&mut self) -> Result<Next, Failure> {
        let mut words = self.session.moves();
        if let [only] = words.as_slice() {
            let only = format!("your only move is {only}");
            self.say(&only)?;
        }
        words.extend(
            COMMANDS.iter().filter_map(|(name, _)| Some(name.split(' ').next()?.to_string())),
        );
        let mut interrupted = false;
        let line = loop {
            match self.input.line("your move> ", &words, self.out)? {
                Typed::Line(line) => break line,
                Typed::End => {
                    self.say("end of input: you leave the game")?;
                    return Ok(Next::Left(ExitCode::SUCCESS));
                }
                Typed::Interrupted if interrupted => return Ok(Next::Left(interrupt::exit_code())),
                Typed::Interrupted => {
                    interrupted = true;
                    self.say("press Ctrl-C again, or type 'quit', to leave the game")?;
                }
            }
        };
        if let Some(save) = Save::parse(&line) {
            self.save(&save, None)?;
            return Ok(Next::Asked);
        }
        match line.trim().to_lowercase().as_str() {
            "" => {}
            "help" | "?" => self.help()?,
            "moves" => self.say(&self.session.moves().join(" "))?,
            "board" => self.show_board()?,
            "hint" => {
                let answer = self.search()?;
                self.say(&match best_of(&answer)? {
                    Some(best) => format!("try {best}  ({})", self.opinion(&answer)),
                    None => "the engine was stopped before it had searched a move".to_string(),
                })?;
            }
            "undo" => return self.undo(),
            "quit" | "exit" => return Ok(Next::Left(ExitCode::SUCCESS)),
            "resign" => {
                self.say("you resign, the engine wins")?;
                return Ok(Next::Resigned);
            }
            typed => match self.session.play(&line) {
                Ok(()) => return Ok(Next::Moved),
                Err(error) => self.say(&not_understood(typed, &error))?,
            },
        }
        Ok(Next::Asked)
    }

    fn help(&mut self) -> io::Result<()> {
        let moves = self.session.moves();
        let example = moves.first().map_or("", String::as_str);
        let width = self.screen.width.unwrap_or(usize::MAX);
        for (name, does) in [(example, "play a move")].iter().chain(&COMMANDS) {
            writeln!(self.out, "{}", wrap(&format!("{name:<11} {does}"), width, 12))?;
        }
        Ok(())
    }

    /// Saves the game so far, with `result` if the game is not over, and reports success or failure.
    fn save(&mut self, save: &Save<'_>, result: Option<Score>) -> Result<(), Failure> {
        let said = match self.recorder.file(save.path, &*self.session, result) {
            Err(error) => error.to_string(),
            Ok((path, text)) => {
                let refusal = match path.symlink_metadata().is_ok() && !save.over {
                    false => None,
                    true if self.input.is_interactive() => {
                        let question = format!("{} exists, overwrite it? [y/N] ", path.display());
                        let answer = self.input.line(&question, &[], self.out)?;
                        let yes = matches!(&answer, Typed::Line(line)
                            if ["y", "yes"].contains(&line.trim().to_ascii_lowercase().as_str()));
                        (!yes).then(|| "not saved".to_string())
                    }
                    true => {
                        let path = path.display();
                        Some(format!("{path} exists, not saved: 'save! {path}' overwrites it"))
                    }
                };
                refusal.unwrap_or_else(|| match replace_file(&path, text.as_bytes()) {
                    Ok(()) => format!("saved in {}", path.display()),
                    Err(error) => error.to_string(),
                })
            }
        };
        Ok(self.say(&said)?)
    }

    fn opinion(&self, answer: &Answer) -> String {
        let (value, line) = (value_text(answer.value, self.session.unit()), line_text(&answer.pv));
        let proven = if answer.proven { ", proven" } else { "" };
        let view = self.name(Side::Max);
        format!("value {value} for {view}{proven}, depth {}, line {line}", answer.depth)
    }

    /// Takes back moves up to and including the user's last one.
    fn undo(&mut self) -> Result<Next, Failure> {
        if self.session.take_back_turn(self.user) {
            return Ok(Next::Moved);
        }
        self.say("you have not moved yet: nothing to take back")?;
        Ok(Next::Asked)
    }

    fn verdict(&self, result: Score) -> String {
        let words = match result.seen_by(self.user).cmp(&Score::ZERO) {
            Ordering::Greater => "you win",
            Ordering::Equal => "a draw",
            Ordering::Less => "the engine wins",
        };
        format!("{words} (value {})", score_text(result, self.session.unit()))
    }
}

/// `save FILE` or `save! FILE`.
struct Save<'a> {
    /// The file; empty if none was named.
    path: &'a str,
    /// Whether an existing file may be overwritten.
    over: bool,
}

impl Save<'_> {
    fn parse(line: &str) -> Option<Save<'_>> {
        let (word, rest) = line.trim().split_at_checked("save".len())?;
        if !word.eq_ignore_ascii_case("save") {
            return None;
        }
        let over = rest.starts_with('!');
        let path = rest.strip_prefix('!').unwrap_or(rest);
        let is_word = path.is_empty() || path.starts_with(char::is_whitespace);
        is_word.then(|| Save { path: path.trim(), over })
    }
}

/// What to say about a line that is no move and no command. `typed` is the line in lower case.
fn not_understood(typed: &str, error: &plywood_play::Error) -> String {
    let names = COMMANDS.iter().filter_map(|(name, _)| name.split(' ').next());
    match did_you_mean(typed.split(' ').next().unwrap_or_default(), names) {
        hint if hint.is_empty() => format!("{error}; or 'help'"),
        hint => format!("'{}' is neither a move nor a command{hint}", shown(typed)),
    }
}

/// The move of a search; none if Ctrl-C came before it had one.
fn best_of(answer: &Answer) -> Result<Option<&str>, Error> {
    match answer.best.as_deref() {
        None if answer.stop != plywood::Stop::Cancelled => {
            Err(Error::failure("the engine has no move to play"))
        }
        best => Ok(best),
    }
}
