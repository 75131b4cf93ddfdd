//! Answers the commands of a GUI.
//!
//! There are three threads: one reads lines, one searches, and this one receives events from both, keeps
//! the position and prints. It never waits for a search, so it answers `stop` and `isready` at any moment.
//! It also watches the time: it prevents depths that would begin too late, and stops searches.

mod go;

use super::command::Command;
use super::options::{ProtocolOptions, Setting};
use super::pending::{LastMove, PendingSearch, set_up};
use super::print::work as work_text;
use super::worker::{Event, Job, work};
use super::{Answer, Progress, Thinker};
use crate::clock::Lateness;
use crate::lines::read_line;
use plywood::Position;
use plywood_games::chess::Evaluation;
use plywood_games::chess::cozy_chess::Move;
use plywood_games::{Chess, InputError};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// The name and author that the engine announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity<'a> {
    /// Its name, which may contain blanks.
    pub name: &'a str,
    /// Its author.
    pub author: &'a str,
}

/// Answers the commands of `input` until `quit`, or until it ends. `quit` stops all searches, the end of the
/// input only those without a limit; `run` returns once every command before it has its answer. Fails if the
/// output cannot be written.
pub fn run(
    identity: Identity<'_>,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    thinker: &mut dyn Thinker,
) -> io::Result<()> {
    let (events, received) = mpsc::channel();
    let lines = events.clone();
    // Not joined: if the output is closed, the thread may wait for a line that never comes.
    thread::spawn(move || read(input, &lines));
    let (jobs, queue) = mpsc::channel();
    let mut settings = thinker.settings();
    let thinker_settings = settings.len();
    settings.extend(ProtocolOptions::settings());
    thread::scope(|scope| {
        scope.spawn(move || work(thinker, queue, events));
        let mut server = Server {
            identity,
            output,
            jobs: Some(jobs),
            settings,
            thinker_settings,
            options: ProtocolOptions::new(),
            position: Chess::default(),
            searches: VecDeque::new(),
            lateness: Lateness::default(),
            last_move: None,
            evaluation: Evaluation::default(),
        };
        let result = server.serve(&received);
        // The scope ends only when the searching thread has ended.
        server.searches.iter_mut().for_each(PendingSearch::halt);
        result
    })
}

fn read(mut input: impl BufRead, events: &Sender<Event>) {
    while let Some(line) = read_line(&mut input) {
        if events.send(Event::Line(line)).is_err() {
            return;
        }
    }
    // Fails only if the server has ended.
    let _ = events.send(Event::InputEnded);
}

struct Server<'a> {
    identity: Identity<'a>,
    output: &'a mut dyn Write,
    /// None after `quit` and once the input has ended: then the searching thread ends with its last job.
    jobs: Option<Sender<Job>>,
    /// The options of the thinker, then those of the protocol.
    settings: Vec<Setting>,
    /// The number of options of the thinker.
    thinker_settings: usize,
    options: ProtocolOptions,
    position: Chess,
    /// The search under way, then those that wait for it to end.
    searches: VecDeque<PendingSearch>,
    /// The delays of our moves in this game.
    lateness: Lateness,
    last_move: Option<LastMove>,
    /// For an answer without a search.
    evaluation: Evaluation,
}

impl Server<'_> {
    fn serve(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        loop {
            let event = match self.searches.iter().filter_map(PendingSearch::alarm).min() {
                Some(alarm) => events.recv_timeout(alarm.saturating_duration_since(Instant::now())),
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                // After `quit`.
                Ok(Event::Line(_)) if self.jobs.is_none() => {}
                Ok(Event::Line(Ok(line))) => match Command::parse(&line) {
                    Ok(Some(command)) => self.handle(command)?,
                    Ok(None) => {}
                    Err(error) => self.complain(&error)?,
                },
                Ok(Event::Line(Err(error)) | Event::Refused(error)) => self.complain(&error)?,
                Ok(Event::InputEnded) => {
                    self.end_endless()?;
                    self.jobs = None;
                }
                Ok(Event::Ready) => self.say("readyok")?,
                Ok(Event::Progress { progress, elapsed }) => self.progress(&progress, elapsed)?,
                Ok(Event::Answer { answer, elapsed, waited }) => {
                    self.lateness.note(waited);
                    self.answer(&answer, elapsed)?;
                }
                Ok(Event::Counted(counts)) => self.counted(counts)?,
                Ok(Event::Panicked(message)) => {
                    let message = plywood_games::shown(&message);
                    self.say(&format!("info string this is a bug in the engine: {message}"))?;
                }
                Ok(Event::WorkerEnded) if self.jobs.is_none() => return Ok(()),
                Ok(Event::WorkerEnded) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(io::Error::other("the searching thread ended unexpectedly"));
                }
                Err(RecvTimeoutError::Timeout) => self.check_time()?,
            }
        }
    }

    /// Prints a line and flushes the output.
    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    fn complain(&mut self, error: &InputError) -> io::Result<()> {
        self.say(&format!("info string {error}"))
    }

    /// Gives a job to the searching thread. If that has ended, an event reports it.
    fn send_job(&mut self, job: Job) {
        let _ = self.jobs.as_ref().map(|jobs| jobs.send(job));
    }

    fn handle(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Uci => self.introduce(),
            // Answered at once during a search.
            Command::IsReady if self.under_way().is_some() => self.say("readyok"),
            Command::IsReady => {
                self.send_job(Job::Ready);
                Ok(())
            }
            Command::SetOption { name, value } => match self.set(&name, value.as_deref()) {
                Ok(()) => Ok(()),
                Err(error) => self.complain(&error),
            },
            Command::NewGame => {
                self.send_job(Job::Forget);
                self.lateness = Lateness::default();
                self.last_move = None;
                Ok(())
            }
            Command::Position { fen, moves } => match set_up(fen.as_deref(), &moves) {
                Ok(position) => {
                    self.position = position;
                    Ok(())
                }
                Err(error) => self.complain(&error),
            },
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Quit => {
                self.stop()?;
                self.jobs = None;
                Ok(())
            }
            Command::Debug | Command::Register => Ok(()),
        }
    }

    fn introduce(&mut self) -> io::Result<()> {
        let Identity { name, author } = self.identity;
        let mut text = format!("id name {name}\nid author {author}\n");
        for setting in &self.settings {
            text.push_str(&format!("{setting}\n"));
        }
        self.say(&format!("{text}uciok"))
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), InputError> {
        let is_named = |setting: &Setting| setting.name.eq_ignore_ascii_case(name);
        let Some(index) = self.settings.iter().position(is_named) else {
            let names: Vec<_> = self.settings.iter().map(|setting| setting.name).collect();
            return Err(InputError::new("option", name).expected(names.join(", ")));
        };
        let setting = &self.settings[index];
        let (name, value) = (setting.name, setting.read(value)?);
        if index < self.thinker_settings {
            self.send_job(Job::Set { name, value });
        } else {
            self.options.set(name, &value);
        }
        Ok(())
    }

    fn stop(&mut self) -> io::Result<()> {
        self.stop_those(|_| true)
    }

    /// Stops searches that no limit ends.
    fn end_endless(&mut self) -> io::Result<()> {
        self.stop_those(|search| search.endless)
    }

    fn stop_those(&mut self, which: impl Fn(&PendingSearch) -> bool) -> io::Result<()> {
        for search in self.searches.iter_mut().filter(|search| which(search)) {
            search.waits = false;
            search.halt();
        }
        self.release()
    }

    fn ponder_hit(&mut self) -> io::Result<()> {
        let now = Instant::now();
        for search in self.searches.iter_mut().filter(|search| search.ponders) {
            search.waits = false;
            search.ponders = false;
            search.endless = search.share.is_none() && !search.limited;
            search.start_clock(now);
            if search.last_start.is_some_and(|last_start| now >= last_start) {
                search.halt();
            }
        }
        self.release()
    }

    /// Prints the answers that need not wait any longer, in the order of the questions.
    fn release(&mut self) -> io::Result<()> {
        for place in 0..self.searches.len() {
            let search = &mut self.searches[place];
            if search.answered {
                continue;
            }
            let Some(answer) = search.answer.take_if(|_| !search.waits) else { break };
            search.answered = true;
            if let (Some(started), Some(share)) = (search.started, search.share) {
                let took = started.elapsed();
                self.lateness.note(took.saturating_sub(share.most));
                let side = search.root.side();
                self.last_move = search.clock.map(|clock| LastMove { side, clock, took });
            }
            self.say(&answer)?;
        }
        while self.searches.front().is_some_and(|search| search.answered && search.done) {
            self.searches.pop_front();
        }
        Ok(())
    }

    /// The search under way, or the next one.
    fn under_way(&mut self) -> Option<&mut PendingSearch> {
        self.searches.iter_mut().find(|search| !search.done)
    }

    /// Stops searches at their deadlines, and answers those that do not end in time.
    fn check_time(&mut self) -> io::Result<()> {
        let (now, style) = (Instant::now(), self.options.style);
        let mut late = Vec::new();
        for search in &mut self.searches {
            if search.check_time(now)
                && let Some((best, reply)) = search.best_so_far()
            {
                late.extend(search.unprinted(style));
                search.answer = Some(style.answer(&search.root, best, reply));
            }
        }
        if !late.is_empty() {
            self.say(&late.join("\n"))?;
        }
        self.release()
    }

    fn progress(&mut self, progress: &Progress, elapsed: Duration) -> io::Result<()> {
        let style = self.options.style;
        let Some(search) = self.under_way().filter(|search| !search.answered) else {
            return Ok(());
        };
        search.printed = Some(progress.clone());
        if search.last_start.is_some_and(|last_start| Instant::now() >= last_start) {
            search.halt();
        }
        let lines = style.progress(&search.root, progress, elapsed);
        if lines.is_empty() { Ok(()) } else { self.say(&lines.join("\n")) }
    }

    fn answer(&mut self, answer: &Answer, elapsed: Duration) -> io::Result<()> {
        let style = self.options.style;
        let Some(search) = self.under_way() else { return Ok(()) };
        search.done = true;
        search.deadline = None;
        if !search.answered {
            // After a panic the answer is the last progress, or the move with the best static value.
            let mut lines = match answer.best {
                Some(_) => style.progress(&search.root, &answer.end, elapsed),
                None => search.unprinted(style),
            };
            if lines.is_empty() {
                lines.push(format!("info{}", work_text(&answer.end, elapsed)));
            }
            let best = answer.best.map(|best| (best, answer.reply)).or(search.best_so_far());
            let (best, reply) = best.expect("a game that is not over has a move");
            search.answer = Some(style.answer(&search.root, best, reply));
            self.say(&lines.join("\n"))?;
        }
        self.release()
    }

    fn counted(&mut self, counts: Option<Vec<(Move, u64)>>) -> io::Result<()> {
        let style = self.options.style;
        let Some(search) = self.under_way() else { return Ok(()) };
        search.done = true;
        search.answer = Some(match counts {
            None => "info string perft was stopped".to_string(),
            Some(counts) => {
                let text = |m| style.move_text(&search.root, m);
                let rows = counts.iter().map(|&(m, lines)| format!("{}: {lines}\n", text(m)));
                let total: u64 = counts.iter().map(|(_, lines)| lines).sum();
                format!("{}\nNodes searched: {total}", rows.collect::<String>())
            }
        });
        self.release()
    }
}
