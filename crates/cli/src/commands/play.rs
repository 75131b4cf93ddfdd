//! `plywood play`

use crate::answer::{line_text, score_text, value_text};
use crate::args::{GameArgs, SpecArgs};
use crate::failure::Failure;
use plywood::{Score, Side};
use plywood_lab::registry::{Answer, GameEntry, Table, is_limited, set_limit};
use plywood_lab::{Error, replace_file};
use std::cmp::Ordering;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::ExitCode;

/// Play a game against an algorithm in the terminal
#[derive(clap::Args)]
#[command(after_help = "\
Type a move, or: moves, hint, undo, board, save FILE, resign, quit, help. Chess is saved as PGN, and
checkers as PDN.

Examples:
  plywood play connect4
  plywood play othello --depth 4 --set eval=mobility
  plywood play connect4 --second --algorithm alpha-beta --depth 8
  plywood play random-tree --position branching=3,depth=12,seed=7 --nodes 10k")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The algorithm to play against; without a limit it has a second a move
    #[arg(long, value_name = "A", default_value = "negascout")]
    algorithm: String,
    #[command(flatten)]
    spec: SpecArgs,
    /// You move first in the position (the default)
    #[arg(long, conflicts_with = "second")]
    first: bool,
    /// The algorithm moves first in the position
    #[arg(long)]
    second: bool,
}

const HELP: &str = "\
a move   play it         moves      list the legal moves
hint     ask the engine  undo       take back your last move
board    show the board  save FILE  write the game so far to a file
resign   give up         quit       leave
help     this list";

pub(crate) fn run(
    args: &Args,
    games: &'static [GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let mut spec = args.spec.spec(&args.algorithm)?;
    if !is_limited(&spec.budget) {
        set_limit(&mut spec.budget, "time", "1s")?;
    }
    spec.play_well();
    let mut table = args.game.open(games)?;
    table.seat(&spec)?;
    // `--first` is the default: whoever moves first in the position is the user.
    debug_assert!(!(args.first && args.second), "clap refuses both");
    let user = if args.second { !table.side() } else { table.side() };
    let mut game = Session { table, engine: &args.algorithm, user, user_moves: 0, out };
    game.play()?;
    Ok(ExitCode::SUCCESS)
}

struct Session<'a> {
    table: Box<dyn Table>,
    /// What records call the engine.
    engine: &'a str,
    user: Side,
    /// The user's moves that can be taken back.
    user_moves: usize,
    out: &'a mut dyn Write,
}

/// Whether the session goes on.
enum Next {
    /// Something was played or taken back: show the board.
    Moved,
    /// The user is still to move.
    Asked,
    /// The user has given up the game.
    Resigned,
    /// The user has had enough.
    Left,
}

impl Session<'_> {
    fn play(&mut self) -> Result<(), Failure> {
        let (you, engine) = match self.user {
            Side::Max => ("first", "second"),
            Side::Min => ("second", "first"),
        };
        writeln!(
            self.out,
            "you are the {you} player, the engine is the {engine}; values are the first player's; \
             'help' lists what you can type"
        )?;
        writeln!(self.out, "{}", self.table.board())?;
        loop {
            if let Some(result) = self.table.result() {
                writeln!(self.out, "{}", self.verdict(result))?;
                return self.offer_record(None);
            }
            let next = if self.table.side() == self.user {
                self.user_turn()?
            } else {
                self.engine_turn()?;
                Next::Moved
            };
            match next {
                Next::Moved => writeln!(self.out, "{}", self.table.board())?,
                Next::Asked => {}
                Next::Resigned => {
                    return self.offer_record(Some(Score::win(0).seen_by(!self.user)));
                }
                Next::Left => return Ok(()),
            }
        }
    }

    /// Lets the user save a game that has ended, if it can be saved.
    fn offer_record(&mut self, result: Option<Score>) -> Result<(), Failure> {
        if self.table.record(["", ""], result).is_none() {
            return Ok(());
        }
        loop {
            write!(self.out, "save FILE, or Enter to leave> ")?;
            self.out.flush()?;
            let Some(line) = read_line()? else {
                writeln!(self.out)?;
                return Ok(());
            };
            match (line.trim(), saved_in(&line)) {
                ("" | "quit" | "exit", _) => return Ok(()),
                (_, Some(path)) => {
                    let said = self.save(path, result);
                    writeln!(self.out, "{said}")?;
                }
                _ => {}
            }
        }
    }

    fn engine_turn(&mut self) -> Result<(), Failure> {
        let answer = self.table.search()?;
        let best = best_of(&answer)?;
        self.table.play(best)?;
        writeln!(self.out, "engine plays {best}  ({})", self.opinion(&answer))?;
        Ok(())
    }

    fn user_turn(&mut self) -> Result<Next, Failure> {
        if let [only] = self.table.moves().as_slice() {
            writeln!(self.out, "your only move is {only}")?;
        }
        write!(self.out, "your move> ")?;
        self.out.flush()?;
        let Some(line) = read_line()? else {
            writeln!(self.out, "\nend of input, the game is left")?;
            return Ok(Next::Left);
        };
        if let Some(path) = saved_in(&line) {
            let said = self.save(path, None);
            writeln!(self.out, "{said}")?;
            return Ok(Next::Asked);
        }
        match line.trim() {
            "" => {}
            "help" | "?" => writeln!(self.out, "{HELP}")?,
            "moves" => writeln!(self.out, "{}", self.table.moves().join(" "))?,
            "board" => writeln!(self.out, "{}", self.table.board())?,
            "hint" => {
                let answer = self.table.search()?;
                writeln!(self.out, "try {}  ({})", best_of(&answer)?, self.opinion(&answer))?;
            }
            "undo" => return self.undo(),
            "quit" | "exit" => return Ok(Next::Left),
            "resign" => {
                writeln!(self.out, "you resign, the engine wins")?;
                return Ok(Next::Resigned);
            }
            text => match self.table.play(text) {
                Ok(_) => {
                    self.user_moves += 1;
                    return Ok(Next::Moved);
                }
                Err(error) => writeln!(self.out, "{error}; or 'help'")?,
            },
        }
        Ok(Next::Asked)
    }

    /// Writes the game so far to a file, with this result if the rules have none, and says so, or
    /// why not.
    fn save(&self, path: &str, result: Option<Score>) -> String {
        let players = match self.user {
            Side::Max => ["you", self.engine],
            Side::Min => [self.engine, "you"],
        };
        let Some(record) = self.table.record(players, result) else {
            return "this game has no format for records, so it cannot be saved".to_string();
        };
        if path.is_empty() {
            return "save: expected the name of a file behind it".to_string();
        }
        match replace_file(Path::new(path), record.as_bytes()) {
            Ok(()) => format!("saved in {path}"),
            Err(error) => error.to_string(),
        }
    }

    fn opinion(&self, answer: &Answer) -> String {
        let (value, line) = (value_text(answer.value, self.table.unit()), line_text(&answer.pv));
        let proven = if answer.proven { ", proven" } else { "" };
        format!("value {value}{proven}, depth {}, line {line}", answer.depth)
    }

    /// Takes back moves up to and including the user's last one.
    fn undo(&mut self) -> Result<Next, Failure> {
        if self.user_moves == 0 {
            writeln!(self.out, "there is no move of yours to take back")?;
            return Ok(Next::Asked);
        }
        self.user_moves -= 1;
        while self.table.take_back().is_some_and(|made| made.side != self.user) {}
        Ok(Next::Moved)
    }

    fn verdict(&self, result: Score) -> String {
        let words = match result.seen_by(self.user).cmp(&Score::ZERO) {
            Ordering::Greater => "you win",
            Ordering::Equal => "a draw",
            Ordering::Less => "the engine wins",
        };
        format!("{words} (value {})", score_text(result, self.table.unit()))
    }
}

/// The file in which the user wants the game to be saved.
fn saved_in(line: &str) -> Option<&str> {
    let path = line.trim().strip_prefix("save")?;
    (path.is_empty() || path.starts_with(char::is_whitespace)).then(|| path.trim())
}

fn best_of(answer: &Answer) -> Result<&str, Error> {
    answer.best.as_deref().ok_or_else(|| Error::failure("the engine has no move to play"))
}

/// A line from standard input; none at its end. Bytes that are no text are no move either, and are
/// refused where moves are.
fn read_line() -> Result<Option<String>, Error> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut bytes);
    let count = read.map_err(|e| Error::failure(format!("standard input: {e}")))?;
    Ok((count > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}
