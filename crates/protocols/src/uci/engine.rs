//! The engine's side of the talk.
//!
//! Three threads: one reads lines, one thinks, and this one hears of both, keeps the position and
//! speaks. It never waits for a search, so `stop` and `isready` are heard at any moment. It also keeps
//! the time: no depth is begun late, and a search that has gone on for too long is stopped.

use super::command::{Command, Go};
use super::options::Setting;
use super::perft;
use super::print::{Style, work as work_text};
use super::search::{LastMove, Search, clock, look, only_move, playable, set_up, share};
use super::worker::{Event, Job, work};
use super::{Insight, Request, Stop, Thinker, Thought};
use crate::clock::{Lateness, Share};
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

/// Who the engine is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity<'a> {
    /// Its name, which may have blanks in it.
    pub name: &'a str,
    /// Whose work it is.
    pub author: &'a str,
}

/// The most moves that a position of chess can have.
const MOST_MOVES: u32 = 218;
/// What is kept on the clock for the way to it, in milliseconds, unless the GUI says otherwise.
const OVERHEAD: u32 = 30;
const MULTI_PV: &str = "MultiPV";
const MOVE_OVERHEAD: &str = "Move Overhead";
const CHESS960: &str = "UCI_Chess960";

/// The options of the talk itself. Whether the GUI lets us ponder, and whether it analyses, makes no
/// difference; but it will not say so unless we ask.
fn settings() -> Vec<Setting> {
    vec![
        Setting::spin(MULTI_PV, 1, 1, MOST_MOVES),
        Setting::check("Ponder", false),
        Setting::spin(MOVE_OVERHEAD, OVERHEAD, 0, 5000),
        Setting::check(CHESS960, false),
        Setting::check("UCI_AnalyseMode", false),
    ]
}

/// Answers the commands of `input` until it says `quit`, or until it ends and all searches that end by
/// themselves are done. Fails if the output takes no more, or the thinker falls over.
pub fn run(
    identity: Identity<'_>,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    thinker: &mut dyn Thinker,
) -> io::Result<()> {
    let (events, heard) = mpsc::channel();
    let lines = events.clone();
    // Not joined: if the output is gone, the reader may wait for a line that never comes.
    thread::spawn(move || read(input, &lines));
    let (jobs, queue) = mpsc::channel();
    let (own, theirs) = (settings(), thinker.settings());
    thread::scope(|scope| {
        scope.spawn(move || work(thinker, queue, events));
        let mut engine = Engine {
            identity,
            output,
            jobs: Some(jobs),
            own,
            theirs,
            position: Chess::default(),
            searches: VecDeque::new(),
            lines: 1,
            overhead: Duration::from_millis(OVERHEAD.into()),
            lateness: Lateness::default(),
            last_move: None,
            evaluation: Evaluation::default(),
            style: Style::default(),
        };
        let ended = engine.talk(&heard);
        // Whoever still thinks must end before we can.
        engine.searches.iter_mut().for_each(Search::halt);
        ended
    })
}

fn read(mut input: impl BufRead, events: &Sender<Event>) {
    while let Some(line) = read_line(&mut input) {
        if events.send(Event::Heard(line)).is_err() {
            return;
        }
    }
    // Where nobody listens, nobody need be told.
    let _ = events.send(Event::Deaf);
}

struct Engine<'a> {
    identity: Identity<'a>,
    output: &'a mut dyn Write,
    /// None once there are no more to come.
    jobs: Option<Sender<Job>>,
    own: Vec<Setting>,
    theirs: Vec<Setting>,
    position: Chess,
    /// The one under way, then those that wait for it to end.
    searches: VecDeque<Search>,
    lines: usize,
    overhead: Duration,
    /// How late our moves were in this game, and the last of them.
    lateness: Lateness,
    last_move: Option<LastMove>,
    /// For a first look at the moves.
    evaluation: Evaluation,
    style: Style,
}

impl Engine<'_> {
    fn talk(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        loop {
            let event = match self.searches.iter().filter_map(Search::alarm).min() {
                Some(alarm) => events.recv_timeout(alarm.saturating_duration_since(Instant::now())),
                None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(Event::Heard(Ok(line))) => match Command::parse(&line) {
                    Ok(Some(Command::Quit)) => return Ok(()),
                    Ok(Some(command)) => self.obey(command)?,
                    Ok(None) => {}
                    Err(error) => self.complain(&error)?,
                },
                Ok(Event::Heard(Err(error)) | Event::Refused(error)) => self.complain(&error)?,
                Ok(Event::Deaf) => {
                    self.end_endless()?;
                    self.jobs = None;
                }
                Ok(Event::Ready) => self.say("readyok")?,
                Ok(Event::Found { insight, elapsed }) => self.found(&insight, elapsed)?,
                Ok(Event::Thought { thought, elapsed, waited }) => {
                    self.lateness.note(waited);
                    self.thought(&thought, elapsed)?;
                }
                Ok(Event::Counted(counts)) => self.counted(counts)?,
                Ok(Event::Panicked(words)) => {
                    let words = plywood_games::shown(&words);
                    self.say(&format!("info string this is a bug in the engine: {words}"))?;
                }
                Ok(Event::Gone) if self.jobs.is_none() => return Ok(()),
                Ok(Event::Gone) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(io::Error::other("the search ended by a mistake of its own"));
                }
                Err(RecvTimeoutError::Timeout) => self.look()?,
            }
        }
    }

    /// Prints a line, which is of no use to anybody before it is on its way.
    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    fn complain(&mut self, error: &InputError) -> io::Result<()> {
        self.say(&format!("info string {error}"))
    }

    /// Hands a job to the thread that thinks. If there is none, an event will say so.
    fn ask(&mut self, job: Job) {
        let _ = self.jobs.as_ref().map(|jobs| jobs.send(job));
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Uci => self.introduce(),
            // While it thinks, the answer must not wait for the thoughts.
            Command::IsReady if self.under_way().is_some() => self.say("readyok"),
            Command::IsReady => {
                self.ask(Job::Ready);
                Ok(())
            }
            Command::SetOption { name, value } => match self.set(&name, value.as_deref()) {
                Ok(()) => Ok(()),
                Err(error) => self.complain(&error),
            },
            Command::NewGame => {
                self.ask(Job::Forget);
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
            Command::Debug | Command::Register | Command::Quit => Ok(()),
        }
    }

    fn introduce(&mut self) -> io::Result<()> {
        let Identity { name, author } = self.identity;
        let mut text = format!("id name {name}\nid author {author}\n");
        for setting in self.theirs.iter().chain(&self.own) {
            text.push_str(&format!("{setting}\n"));
        }
        self.say(&format!("{text}uciok"))
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), InputError> {
        let of_name = |settings: &[Setting]| {
            settings.iter().find(|setting| setting.name.eq_ignore_ascii_case(name)).cloned()
        };
        if let Some(setting) = of_name(&self.theirs) {
            let value = setting.read(value)?;
            self.ask(Job::Set { name: setting.name, value });
            return Ok(());
        }
        let Some(setting) = of_name(&self.own) else {
            let names = self.theirs.iter().chain(&self.own).map(|setting| setting.name);
            let names: Vec<_> = names.collect();
            return Err(InputError::new("option", name).expected(names.join(", ")));
        };
        let value = setting.read(value)?;
        let number = || value.parse().unwrap_or(1u32);
        match setting.name {
            MULTI_PV => self.lines = number() as usize,
            MOVE_OVERHEAD => self.overhead = Duration::from_millis(number().into()),
            CHESS960 => self.style.chess960 = value == "true",
            _ => {}
        }
        Ok(())
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        let begun = Instant::now();
        for error in &go.left_out {
            self.complain(error)?;
        }
        // Who asks again without a stop wants an answer to both.
        self.end_endless()?;
        let stop = Stop::default();
        if let Some(depth) = go.perft {
            let (root, stop_too) = (Box::new(self.position.clone()), stop.clone());
            self.ask(Job::Perft { root, depth, stop: stop_too });
            self.searches.push_back(Search::of(self.position.clone(), stop, begun));
            return Ok(());
        }
        let Some(root) = playable(&self.position) else {
            // On the board it is over; or nobody can win, and any move will do.
            let mut search = Search::of(self.position.clone(), stop, begun);
            let moves = perft::moves(&self.position);
            search.first_look = look(&self.position, &moves, &mut self.evaluation);
            let info = search.unseen(self.style).join("\n");
            let mated = self.position.result().winner().is_some();
            self.say(match (moves.is_empty(), mated) {
                (false, _) => &info,
                (true, true) => "info depth 0 score mate 0",
                (true, false) => "info depth 0 score cp 0",
            })?;
            let answer = search.latest().map(|(m, _)| self.style.answer(&self.position, m, None));
            search.answer = Some(answer.unwrap_or_else(|| "bestmove (none)".to_string()));
            search.done = true;
            search.waits = go.infinite || go.ponder;
            search.endless = search.waits;
            search.ponders = go.ponder;
            self.searches.push_back(search);
            return self.release();
        };
        let among = self.among(&root, &go.search_moves)?;
        let clock = clock(go, root.side());
        let lost = self.last_move.zip(clock.as_ref());
        let lost = lost.and_then(|(last, clock)| last.lost_on_the_way(root.side(), clock));
        self.lateness.note(lost.unwrap_or_default());
        let share = share(go, clock.as_ref(), self.overhead, &self.lateness);
        let mut search = Search::of(root.clone(), stop.clone(), begun);
        search.clock = clock;
        search.flag = clock.and_then(|clock| begun.checked_add(clock.left - clock.left / 4));
        search.waits = go.infinite || go.ponder;
        search.ponders = go.ponder;
        // What to play if there is no time to think at all.
        let moves = if among.is_empty() { perft::moves(&root) } else { among.clone() };
        search.first_look = look(&root, &moves, &mut self.evaluation);
        search.share =
            share.map(|share| match only_move(&root, &among) && go.move_time.is_none() {
                // Nothing to think about: one depth, for the reply that is expected.
                true => Share { wanted: Duration::ZERO, ..share },
                false => share,
            });
        if !search.ponders {
            search.start_clock(begun);
        }
        let mate = go.mate.map(|moves| moves.saturating_mul(2) - 1);
        let request = Request {
            among,
            lines: self.lines,
            depth: go.depth.into_iter().chain(mate).min(),
            nodes: go.nodes,
            time: share.filter(|_| !go.ponder).map(|share| share.most),
        };
        search.limited = request.depth.is_some() || request.nodes.is_some();
        search.endless = search.waits || share.is_none() && !search.limited;
        let published = search.published.clone();
        self.searches.push_back(search);
        let (root, request) = (Box::new(root), Box::new(request));
        self.ask(Job::Think { root, request, stop, begun, published });
        Ok(())
    }

    /// The moves that a search is confined to, without those that there are not.
    fn among(&mut self, root: &Chess, names: &[String]) -> io::Result<Vec<Move>> {
        let mut among = Vec::new();
        for name in names {
            match root.parse_uci(name) {
                Some(m) => among.push(m),
                None => {
                    let error = InputError::new("go searchmoves", name);
                    self.complain(&error.expected("legal moves, such as e2e4"))?;
                }
            }
        }
        Ok(among)
    }

    fn stop(&mut self) -> io::Result<()> {
        self.stop_those(|_| true)
    }

    /// Ends what nobody else will end.
    fn end_endless(&mut self) -> io::Result<()> {
        self.stop_those(|search| search.endless)
    }

    fn stop_those(&mut self, which: impl Fn(&Search) -> bool) -> io::Result<()> {
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

    /// Says the answers that need not wait any longer, in the order of the questions.
    fn release(&mut self) -> io::Result<()> {
        for place in 0..self.searches.len() {
            let search = &mut self.searches[place];
            if search.said {
                continue;
            }
            let Some(answer) = search.answer.take_if(|_| !search.waits) else { break };
            search.said = true;
            if let (Some(started), Some(share)) = (search.started, search.share) {
                let took = started.elapsed();
                self.lateness.note(took.saturating_sub(share.most));
                let side = search.root.side();
                self.last_move = search.clock.map(|clock| LastMove { side, clock, took });
            }
            self.say(&answer)?;
        }
        while self.searches.front().is_some_and(|search| search.said && search.done) {
            self.searches.pop_front();
        }
        Ok(())
    }

    /// The search that the thread is at, or will be next.
    fn under_way(&mut self) -> Option<&mut Search> {
        self.searches.iter_mut().find(|search| !search.done)
    }

    /// Looks at the time.
    fn look(&mut self) -> io::Result<()> {
        let (now, style) = (Instant::now(), self.style);
        let mut late = Vec::new();
        for search in &mut self.searches {
            if search.look(now)
                && let Some((best, reply)) = search.latest()
            {
                late.extend(search.unseen(style));
                search.answer = Some(style.answer(&search.root, best, reply));
            }
        }
        if !late.is_empty() {
            self.say(&late.join("\n"))?;
        }
        self.release()
    }

    fn found(&mut self, insight: &Insight, elapsed: Duration) -> io::Result<()> {
        let style = self.style;
        let Some(search) = self.under_way().filter(|search| !search.said) else { return Ok(()) };
        search.shown = Some(insight.clone());
        if search.last_start.is_some_and(|last_start| Instant::now() >= last_start) {
            search.halt();
        }
        let lines = style.insight(&search.root, insight, elapsed);
        if lines.is_empty() { Ok(()) } else { self.say(&lines.join("\n")) }
    }

    fn thought(&mut self, thought: &Thought, elapsed: Duration) -> io::Result<()> {
        let style = self.style;
        let Some(search) = self.under_way() else { return Ok(()) };
        search.done = true;
        search.deadline = None;
        if !search.said {
            // A thinker that fell over has a move all the same: what it found last, or a first look.
            let mut lines = match thought.best {
                Some(_) => style.insight(&search.root, &thought.end, elapsed),
                None => search.unseen(style),
            };
            if lines.is_empty() {
                lines.push(format!("info{}", work_text(&thought.end, elapsed)));
            }
            let best = thought.best.map(|best| (best, thought.reply)).or(search.latest());
            let (best, reply) = best.expect("a game that is not over has a move");
            search.answer = Some(style.answer(&search.root, best, reply));
            self.say(&lines.join("\n"))?;
        }
        self.release()
    }

    fn counted(&mut self, counts: Option<Vec<(Move, u64)>>) -> io::Result<()> {
        let style = self.style;
        let Some(search) = self.under_way() else { return Ok(()) };
        search.done = true;
        search.answer = Some(match counts {
            None => "info string perft was stopped".to_string(),
            Some(counts) => {
                let name = |m| style.name(&search.root, m);
                let rows = counts.iter().map(|&(m, lines)| format!("{}: {lines}\n", name(m)));
                let total: u64 = counts.iter().map(|(_, lines)| lines).sum();
                format!("{}\nNodes searched: {total}", rows.collect::<String>())
            }
        });
        self.release()
    }
}
