//! The engine's side of the talk.
//!
//! One thread reads lines, the other answers them in their order. The reader knows which search was
//! asked for last, and stops it as soon as it reads a command that makes the answer useless. So a
//! `ping` is answered at once, and never before the last word of the search that it stopped.

use super::command::Command;
use super::{Hint, Request, Stop, Thinker, Thought};
use crate::catch_panic;
use crate::first_look::first_look;
use crate::lines::read_line;
use plywood::{Evaluate, Position, Score};
use plywood_games::othello::ggf::{Played, Record};
use plywood_games::othello::{Evaluation, Move};
use plywood_games::{InputError, Othello};
use std::io::{self, BufRead, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Answers the commands of `input` until it ends or says `quit`.
///
/// `name` is what the board shows; of several words the first would count, so blanks in it become
/// underscores. `depth` holds until the board sets one. Fails if the output takes no more.
pub fn run(
    name: &str,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    thinker: &mut dyn Thinker,
    depth: u32,
) -> io::Result<()> {
    let (sender, commands) = mpsc::channel();
    // Not joined: if the output is gone, the reader may wait for a line that never comes.
    thread::spawn(move || read(input, &sender));
    let name = name.split_whitespace().collect::<Vec<_>>().join("_");
    let evaluation = Evaluation::default();
    let mut engine = Engine { name, depth, game: Record::default(), output, thinker, evaluation };
    for (command, stop) in commands {
        match command {
            Ok(Command::Quit) => break,
            Ok(command) => engine.answer(command, &stop)?,
            Err(error) => engine.say(&format!("status {error}"))?,
        }
    }
    Ok(())
}

/// A command, and the flag that stops the search it asks for.
type Heard = (Result<Command, InputError>, Stop);

fn read(mut input: impl BufRead, sender: &Sender<Heard>) {
    let mut asked = Stop::default();
    while let Some(line) = read_line(&mut input) {
        let command = match line {
            Ok(line) => Command::parse(&line),
            Err(error) => Err(error),
        };
        let Some(command) = command.transpose() else { continue };
        if command.as_ref().is_ok_and(Command::interrupts) {
            asked.store(true, Ordering::Relaxed);
            asked = Stop::default();
        }
        let last = command == Ok(Command::Quit);
        if sender.send((command, asked.clone())).is_err() || last {
            return;
        }
    }
    asked.store(true, Ordering::Relaxed);
}

struct Engine<'a> {
    name: String,
    depth: u32,
    game: Record,
    output: &'a mut dyn Write,
    thinker: &'a mut dyn Thinker,
    /// For a first look at the moves.
    evaluation: Evaluation,
}

impl Engine<'_> {
    /// Prints a line, which is of no use to anybody before it is on its way.
    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{}", line.trim_end())?;
        self.output.flush()
    }

    fn answer(&mut self, command: Command, stop: &Stop) -> io::Result<()> {
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
            // The searches know no draws that are worth more or less than others.
            Command::SetContempt(_) | Command::Quit => Ok(()),
            Command::Move(played) => match self.game.play(played) {
                Ok(()) => Ok(()),
                Err(error) => self.say(&format!("status {error}")),
            },
            Command::Hint(moves) => self.hint(moves, stop),
            Command::Go => self.go(stop),
            Command::Ping(number) => self.say(&format!("pong {number}")),
            // There is no book: nothing is learned, but the board wants to hear that it was.
            Command::Learn => self.say("learned"),
            Command::Analyze => self.analyze(stop),
        }
    }

    /// Tells of a panic of the thinker, which then begins anew.
    fn excuse(&mut self, words: &str) -> io::Result<()> {
        let thinker = &mut *self.thinker;
        let forgotten = catch_panic(|| thinker.forget());
        let words = forgotten.err().unwrap_or_else(|| words.to_string());
        let words = plywood_games::shown(&words);
        self.say(&format!("status This is a bug in the engine: {words}"))
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

    fn go(&mut self, stop: &Stop) -> io::Result<()> {
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
        let best = self.think(&position, 1, time, stop)?;
        // A move that nobody waits for any more could be taken for one of another position.
        if let (Some(hint), false) = (best, stop.load(Ordering::Relaxed))
            && let Some(&m) = hint.line.first()
        {
            let eval = hint.value.map(rounded);
            let time = Some(rounded(begun.elapsed().as_secs_f64()));
            self.say(&format!("=== {}", Played { m, eval, time }))?;
        }
        self.say("status")
    }

    /// Values the positions of the game from the last to the first: late ones are quick, and what
    /// is kept of them may help with the others.
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
                    Ok(thought) => thought.best.and_then(|best| best.value),
                    Err(words) => {
                        self.excuse(&words)?;
                        None
                    }
                }
            };
            if stop.load(Ordering::Relaxed) {
                break;
            }
            if let Some(value) = value {
                self.say(&format!("analysis {number} {value:.2}"))?;
            }
        }
        self.say("status")
    }

    /// Thinks aloud.
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
        let mut said = Ok(());
        let mut on_hint = |hint: &Hint| {
            if let (Ok(()), Some(line)) = (&said, search_line(hint)) {
                said = writeln!(output, "{line}").and_then(|()| output.flush());
                if said.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        };
        let mut last = None;
        let mut on_hint = |hint: &Hint| {
            last = Some(hint.clone());
            on_hint(hint);
        };
        let thinker = &mut *self.thinker;
        let thought = catch_panic(|| thinker.think(position, request, stop, &mut on_hint));
        said?;
        let thought = match thought {
            Ok(thought) => thought,
            Err(words) => {
                self.excuse(&words)?;
                Thought { best: last, nodes: 0 }
            }
        };
        // The board waits for a move, whatever has gone wrong.
        let best = match thought.best {
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
        self.say(&format!("nodestats {} {seconds:.2}", thought.nodes))?;
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

/// What is left on the clock of the side to move: the time of the game, the first part of `TI`, less
/// what the record says that its moves took. None where the game has no clock.
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

/// What one move may take of the time that is left: an equal part for each of the side's moves to
/// come, and a little kept for the way between board and engine.
fn share(left: Duration, position: &Othello) -> Duration {
    let moves = position.empties().div_ceil(2) + 1;
    (left.saturating_sub(LAG) / moves).max(Duration::from_millis(1))
}

/// Kept on the clock.
const LAG: Duration = Duration::from_millis(200);

const DISC: f64 = plywood_games::othello::DISC as f64;

/// A score in discs for the side to move.
fn discs(score: Score, position: &Othello) -> f64 {
    f64::from(score.seen_by(position.side()).get()) / DISC
}

/// `search F5D6C3 1.25 0 8`: the 0 is the number of games in a book. Exact values are known to the
/// end of the game, which boards show as 100%.
fn search_line(hint: &Hint) -> Option<String> {
    let line: String = hint.line.iter().map(|&m| Played::from(m).to_string()).collect();
    let depth = if hint.exact { "100%".to_string() } else { hint.depth.to_string() };
    hint.value.map(|value| format!("search {line} {value:.2} 0 {depth}"))
}

/// Hundredths are all that boards show.
fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
