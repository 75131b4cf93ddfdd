//! Answers the commands of a board.
//!
//! One thread reads commands, the other answers them in order. When the reading thread meets a command that
//! [interrupts](Command::interrupts), or the end of the input, it stops the search under way. So a `ping` is
//! answered at once, but never before the last line about the search that it stopped.

use super::command::Command;
use super::{Answer, Hint, Request, Stop, Thinker};
use crate::first_look::first_look;
use crate::lines::read_line;
use plywood::{Evaluate, Position, Score};
use plywood_games::catch_panic;
use plywood_games::fixed;
use plywood_games::othello::ggf::{Played, Record};
use plywood_games::othello::{Evaluation, Move};
use plywood_games::{InputError, Othello};
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Answers the commands of `input` until it ends or contains `quit`. Either stops the search under way, and
/// `go` answers with the best move so far.
///
/// The board shows `name`; boards read only its first word, so blanks become underscores. `depth` is the
/// search depth until the board sets one. Fails if the output cannot be written.
pub fn run(
    name: &str,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    thinker: &mut dyn Thinker,
    depth: u32,
) -> io::Result<()> {
    let (sender, commands) = mpsc::channel();
    // Not joined: if the output is closed, the thread may wait for a line that never comes.
    thread::spawn(move || read(input, &sender));
    let name = name.split_whitespace().collect::<Vec<_>>().join("_");
    let evaluation = Evaluation::default();
    let mut server = Server { name, depth, game: Record::default(), output, thinker, evaluation };
    for (command, interruption) in commands {
        match command {
            Ok(command) => server.answer(command, &interruption)?,
            Err(error) => server.say(&format!("status {error}"))?,
        }
    }
    Ok(())
}

/// How the reading thread interrupts a search.
#[derive(Clone, Default)]
struct Interruption {
    /// Set when the search must end.
    stop: Stop,
    /// Whether the answer must be discarded.
    discard: Arc<AtomicBool>,
}

impl Interruption {
    fn interrupt(&self, discard: bool) {
        self.discard.store(discard, Ordering::Relaxed);
        self.stop.store(true, Ordering::Release);
    }

    fn discards(&self) -> bool {
        self.stop.load(Ordering::Acquire) && self.discard.load(Ordering::Relaxed)
    }
}

/// A command, and the interruption of the search that it may start.
type Received = (Result<Command, InputError>, Interruption);

fn read(mut input: impl BufRead, sender: &Sender<Received>) {
    let mut interruption = Interruption::default();
    while let Some(line) = read_line(&mut input) {
        let command = match line {
            Ok(line) => Command::parse(&line),
            Err(error) => Err(error),
        };
        let Some(command) = command.transpose() else { continue };
        if command == Ok(Command::Quit) {
            break;
        }
        if command.as_ref().is_ok_and(Command::interrupts) {
            // The board could take a move for one at another position.
            interruption.interrupt(true);
            interruption = Interruption::default();
        }
        if sender.send((command, interruption.clone())).is_err() {
            return;
        }
    }
    interruption.interrupt(false);
}

struct Server<'a> {
    name: String,
    depth: u32,
    game: Record,
    output: &'a mut dyn Write,
    thinker: &'a mut dyn Thinker,
    /// For an answer without a search.
    evaluation: Evaluation,
}

impl Server<'_> {
    /// Prints a line and flushes the output.
    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{}", line.trim_end())?;
        self.output.flush()
    }

    fn answer(&mut self, command: Command, interruption: &Interruption) -> io::Result<()> {
        let stop = &interruption.stop;
        match command {
            Command::Version(_) => self.say(&format!("set myname {}", self.name)),
            Command::SetDepth(depth) => {
                self.depth = depth;
                Ok(())
            }
            Command::SetGame(game) => {
                self.game = *game;
                Ok(())
            }
            // The searches have no contempt for draws.
            Command::SetContempt(_) | Command::Quit => Ok(()),
            Command::Move(played) => match self.game.play(played) {
                Ok(()) => Ok(()),
                Err(error) => self.say(&format!("status {error}")),
            },
            Command::Hint(moves) => self.hint(moves, stop),
            Command::Go => self.go(interruption),
            Command::Ping(number) => self.say(&format!("pong {number}")),
            // There is no opening book, but the board expects an answer.
            Command::Learn => self.say("learned"),
            Command::Analyze => self.analyze(stop),
        }
    }

    /// Resets the thinker after a panic, and reports the panic.
    fn report_panic(&mut self, message: &str) -> io::Result<()> {
        let thinker = &mut *self.thinker;
        let forgotten = catch_panic(|| thinker.forget());
        let message = forgotten.err().unwrap_or_else(|| message.to_string());
        let message = plywood_games::shown(&message);
        self.say(&format!("status This is a bug in the engine: {message}"))
    }

    fn hint(&mut self, moves: usize, stop: &Stop) -> io::Result<()> {
        let position = self.game.position();
        if position.is_over() {
            return self.say("status The game is over");
        }
        self.say("status Analyzing")?;
        self.think(&position, moves, None, stop)?;
        self.say("status")
    }

    fn go(&mut self, interruption: &Interruption) -> io::Result<()> {
        let position = self.game.position();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        match moves.as_slice() {
            [] => return self.say("status The game is over"),
            [Move::PASS] => return self.say("=== PA"),
            _ => {}
        }
        self.say("status Thinking")?;
        let begun = Instant::now();
        let time = clock(&self.game).map(|left| share(left, &position));
        let best = self.think(&position, 1, time, &interruption.stop)?;
        if let (Some(hint), false) = (best, interruption.discards())
            && let Some(&m) = hint.line.first()
        {
            let eval = hint.value.map(rounded);
            let time = Some(rounded(begun.elapsed().as_secs_f64()));
            self.say(&format!("=== {}", Played { m, eval, time }))?;
        }
        self.say("status")
    }

    /// Evaluates the positions of the game from the last to the first: late positions are quick, and their
    /// results may be reused for earlier ones.
    fn analyze(&mut self, stop: &Stop) -> io::Result<()> {
        self.say("status Analyzing the game")?;
        let mut positions = vec![self.game.start];
        for played in &self.game.moves {
            let mut position = positions[positions.len() - 1];
            position.play(played.m);
            positions.push(position);
        }
        for (number, position) in positions.iter().enumerate().rev() {
            let value = if position.is_over() {
                Some(discs(position.result(), position))
            } else {
                let mut silent = |_: &Hint| {};
                let request = Request { depth: self.depth, moves: 1, time: None };
                let thinker = &mut *self.thinker;
                match catch_panic(|| thinker.think(position, request, stop, &mut silent)) {
                    Ok(answer) => answer.best.and_then(|best| best.value),
                    Err(message) => {
                        self.report_panic(&message)?;
                        None
                    }
                }
            };
            if stop.load(Ordering::Relaxed) {
                break;
            }
            if let Some(value) = value {
                self.say(&format!("analysis {number} {}", fixed(value, 2)))?;
            }
        }
        self.say("status")
    }

    /// Searches, and prints each hint.
    fn think(
        &mut self,
        position: &Othello,
        moves: usize,
        time: Option<Duration>,
        stop: &Stop,
    ) -> io::Result<Option<Hint>> {
        let begun = Instant::now();
        let request = Request { depth: self.depth, moves, time };
        let output = &mut *self.output;
        let mut printed = Ok(());
        let mut last = None;
        let mut on_hint = |hint: &Hint| {
            last = Some(hint.clone());
            if let (Ok(()), Some(line)) = (&printed, search_line(hint)) {
                printed = writeln!(output, "{line}").and_then(|()| output.flush());
                if printed.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        };
        let thinker = &mut *self.thinker;
        let answer = catch_panic(|| thinker.think(position, request, stop, &mut on_hint));
        printed?;
        let answer = match answer {
            Ok(answer) => answer,
            Err(message) => {
                self.report_panic(&message)?;
                Answer { best: last, nodes: 0 }
            }
        };
        // The board waits for a move in any case.
        let best = match answer.best {
            Some(best) => Some(best),
            None => {
                let hint = self.look(position);
                if let Some(line) = hint.as_ref().and_then(search_line) {
                    self.say(&line)?;
                }
                hint
            }
        };
        let seconds = begun.elapsed().as_secs_f64();
        self.say(&format!("nodestats {} {seconds:.2}", answer.nodes))?;
        Ok(best)
    }

    /// The move with the best static value.
    fn look(&mut self, position: &Othello) -> Option<Hint> {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let (m, value) = first_look(position, &moves, |child| self.evaluation.evaluate(child))?;
        let value = Some(discs(value, position));
        Some(Hint { line: vec![m], value, depth: 1, exact: false })
    }
}

/// The time left to the side to move: the time of the game, which is the first part of the tag `TI`,
/// less the recorded times of its moves. None if the game has no clock.
fn clock(game: &Record) -> Option<Duration> {
    let text = game.tag("TI")?.split(['/', ',']).next()?.trim();
    let seconds = text.split(':').try_fold(0.0, |sum, part| {
        let part: f64 = part.trim().parse().ok().filter(|part| (0.0..1e6).contains(part))?;
        Some(60.0 * sum + part)
    })?;
    let mover = game.position().side();
    let mut position = game.start;
    let mut spent = 0.0;
    for played in &game.moves {
        if position.side() == mover {
            spent += played.time.unwrap_or(0.0).max(0.0);
        }
        position.play(played.m);
    }
    (seconds > 0.0).then(|| Duration::from_secs_f64((seconds - spent).clamp(0.0, 1e9)))
}

/// The time for one move: an equal part of the time left for each of the side's moves to come, after
/// [`LAG`] is taken off.
fn share(left: Duration, position: &Othello) -> Duration {
    let moves = position.empties().div_ceil(2) + 1;
    (left.saturating_sub(LAG) / moves).max(Duration::from_millis(1))
}

/// Kept on the clock for delays between board and engine.
const LAG: Duration = Duration::from_millis(200);

const DISC: f64 = plywood_games::othello::DISC as f64;

/// A score in discs, from the view of the side to move.
fn discs(score: Score, position: &Othello) -> f64 {
    f64::from(score.seen_by(position.side()).get()) / DISC
}

/// A line such as `search F5D6C3 1.25 0 8`: moves, value, number of games in the opening book, depth. The
/// depth of a proven value is `100%`.
fn search_line(hint: &Hint) -> Option<String> {
    let line: String = hint.line.iter().map(|&m| Played::from(m).to_string()).collect();
    let depth = if hint.exact { "100%".to_string() } else { hint.depth.to_string() };
    hint.value.map(|value| format!("search {line} {} 0 {depth}", fixed(value, 2)))
}

/// Rounded to hundredths, as boards show values.
fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
