//! Analysis as a service: requests come in as lines of JSON, many are analysed at a time, and replies go out
//! as they are ready. `docs/analysis-service.md` describes the protocol.
//!
//! One thread reads, [`ServiceOptions::jobs`] threads analyse, and the calling thread hands on the replies. Memory is
//! bounded: lines have a greatest length, and no line is read while too many requests wait.

#[cfg(test)]
mod tests;

use crate::Error;
use crate::registry::{GameEntry, PlayerSpec};
use plywood_play::protocol::{Command, Defaults, LONGEST, Reply, ReplyBody, Request, answer};
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};
use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// The stack of a thread that analyses, in bytes: that of a main thread.
const STACK: usize = 8 << 20;
/// No line is read while this many requests wait.
const MOST_WAITING: usize = 1000;
/// Nor while the texts of the waiting requests have this many bytes.
const MOST_BYTES: usize = 16 << 20;
/// How often the flag that stops the service is looked at.
const LOOK: Duration = Duration::from_millis(50);

/// How a service runs.
pub struct ServiceOptions {
    /// The number of requests that are analysed at a time.
    pub jobs: usize,
    /// The game of requests that name none.
    pub game: Option<String>,
    /// The algorithm of requests that name none, and the limits of those that have none.
    pub player: PlayerSpec,
    /// The number of lines of requests that give none.
    pub lines: usize,
    /// Set to end the service: requests under way are stopped.
    pub stop: Arc<AtomicBool>,
}

/// A request that waits, with the number of its line.
struct Job {
    request: Request,
    line: u64,
    stop: Arc<AtomicBool>,
}

impl Job {
    fn answer(&self, games: &[GameEntry], replies: &SyncSender<Reply>) -> ReplyBody {
        answer(&self.request, self.line, games, &self.stop, &mut |reply| {
            if replies.send(reply).is_err() {
                self.stop.store(true, Ordering::Relaxed);
            }
        })
    }
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Job>,
    bytes: usize,
    /// The stop flags of all requests that wait or are under way, by their ids.
    open: BTreeMap<String, Arc<AtomicBool>>,
    /// Nothing more will come.
    closed: bool,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, queue: MutexGuard<'a, Queue>) -> MutexGuard<'a, Queue> {
        self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for room, then adds a request. Returns false if its id is in use.
    fn add(&self, request: Request, line: u64) -> bool {
        let mut queue = self.queue();
        while !queue.closed && (queue.waiting.len() >= MOST_WAITING || queue.bytes >= MOST_BYTES) {
            queue = self.wait(queue);
        }
        let key = request.id.to_string();
        if queue.open.contains_key(&key) {
            return false;
        }
        let stop = Arc::new(AtomicBool::new(false));
        queue.open.insert(key, stop.clone());
        queue.bytes += request.bytes;
        queue.waiting.push_back(Job { request, line, stop });
        self.changed.notify_all();
        true
    }

    /// The next request; none at the end.
    fn next(&self) -> Option<Job> {
        let mut queue = self.queue();
        loop {
            if let Some(job) = queue.waiting.pop_front() {
                queue.bytes -= job.request.bytes;
                self.changed.notify_all();
                return Some(job);
            }
            if queue.closed {
                return None;
            }
            queue = self.wait(queue);
        }
    }

    /// Forgets a request that is answered.
    fn done(&self, id: &Value) {
        self.queue().open.remove(&id.to_string());
    }

    /// Stops the request of this id, or all. Returns how many there were.
    fn terminate(&self, id: Option<&Value>) -> u64 {
        let queue = self.queue();
        let key = id.map(Value::to_string);
        let chosen =
            queue.open.iter().filter(|(open, _)| key.as_ref().is_none_or(|key| key == *open));
        chosen.map(|(_, stop)| stop.store(true, Ordering::Relaxed)).count() as u64
    }

    fn close(&self) {
        self.queue().closed = true;
        self.changed.notify_all();
    }
}

/// Answers requests from `input`, one per line, until its end, and hands each reply to `on_reply`. Ends early with the
/// error of `on_reply`, or if the stop flag is set; then requests under way are stopped and answered with what they
/// have found, and waiting ones are not begun.
///
/// ```
/// use plywood_lab::registry::{PlayerSpec, games};
/// use plywood_lab::service::{ServiceOptions, serve};
/// use plywood_play::protocol::ReplyBody;
/// let input = "{\"id\": 1, \"game\": \"connect4\", \"moves\": \"4 4\", \"depth\": 4}\nnonsense\n";
/// let options = ServiceOptions {
///     jobs: 2,
///     game: None,
///     player: PlayerSpec::parse("strong")?,
///     lines: 1,
///     stop: Default::default(),
/// };
/// let (mut analysed, mut errors) = (0, 0);
/// serve(input.as_bytes(), games(), &options, &mut |reply| {
///     match reply.body {
///         ReplyBody::Done(..) => analysed += 1,
///         _ => errors += 1,
///     }
///     Ok(())
/// })?;
/// assert_eq!((analysed, errors), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn serve(
    input: impl BufRead + Send + 'static,
    games: &[GameEntry],
    options: &ServiceOptions,
    on_reply: &mut dyn FnMut(Reply) -> io::Result<()>,
) -> io::Result<()> {
    let shared = Arc::new(Shared::default());
    // Few replies wait, so that a slow reader slows the service down.
    let (sender, receiver) = sync_channel::<Reply>(16);
    let reader = {
        let (shared, sender) = (shared.clone(), sender.clone());
        let defaults = Defaults {
            game: options.game.clone(),
            player: options.player.clone(),
            lines: options.lines,
        };
        move || {
            read(input, &defaults, &shared, &sender);
            shared.close();
        }
    };
    // Not a scoped thread: nothing can end its wait for input.
    thread::Builder::new().name("requests".into()).spawn(reader)?;
    let working = AtomicUsize::new(0);
    thread::scope(|scope| {
        for started in 0..options.jobs.max(1) {
            let (shared, sender, working) = (&shared, sender.clone(), &working);
            let worker = move || {
                while let Some(job) = shared.next() {
                    let id = job.request.id.clone();
                    let body = job.answer(games, &sender);
                    shared.done(&id);
                    if sender.send(Reply { id, body }).is_err() {
                        break;
                    }
                }
                working.fetch_sub(1, Ordering::Release);
            };
            working.fetch_add(1, Ordering::Relaxed);
            if let Err(error) = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker)
            {
                working.fetch_sub(1, Ordering::Relaxed);
                // Fewer threads than asked for do the same work.
                if started > 0 {
                    break;
                }
                return Err(error);
            }
        }
        drop(sender);
        let mut outcome = Ok(());
        loop {
            if options.stop.load(Ordering::Relaxed) || outcome.is_err() {
                shared.close();
                shared.terminate(None);
                if working.load(Ordering::Acquire) == 0 {
                    // What the last of them sent is in the channel by now.
                    for reply in receiver.try_iter() {
                        if outcome.is_ok() {
                            outcome = on_reply(reply);
                        }
                    }
                    return outcome;
                }
            }
            match receiver.recv_timeout(LOOK) {
                Ok(reply) if outcome.is_ok() => outcome = on_reply(reply),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return outcome,
            }
        }
    })
}

/// Reads all requests. Wrong ones, and those that need no analysis, are answered at once.
fn read(
    mut input: impl BufRead,
    defaults: &Defaults,
    shared: &Shared,
    replies: &SyncSender<Reply>,
) {
    let mut number = 0;
    while let Some(text) = read_line(&mut input) {
        number += 1;
        if shared.queue().closed {
            return;
        }
        let text = match text {
            Ok(text) if text.trim().is_empty() => continue,
            text => text,
        };
        let parsed = text
            .map_err(|e| (Value::Null, e.to_string()))
            .and_then(|text| Command::parse(&text, defaults));
        let refused = |message: String| ReplyBody::Error { message, line: number };
        let (id, body) = match parsed {
            Err((id, error)) => (id, refused(error)),
            Ok(Command::Terminate { id, target }) => {
                (id, ReplyBody::Terminated { requests: shared.terminate(Some(&target)) })
            }
            Ok(Command::TerminateAll { id }) => {
                (id, ReplyBody::Terminated { requests: shared.terminate(None) })
            }
            Ok(Command::Version { id }) => (id, ReplyBody::Version),
            Ok(Command::Analyze(request)) => {
                let id = request.id.clone();
                if shared.add(*request, number) {
                    continue;
                }
                let expected = "expected an id that no unanswered request has";
                let message = format!("field 'id' '{id}': {expected}");
                (id, refused(message))
            }
        };
        if replies.send(Reply { id, body }).is_err() {
            return;
        }
    }
}

/// Reads a line, without keeping more of it than a request may have. None at the end of the input.
fn read_line(input: &mut impl BufRead) -> Option<Result<String, Error>> {
    let mut bytes = Vec::new();
    let read = std::io::Read::take(&mut *input, LONGEST).read_until(b'\n', &mut bytes);
    match read {
        Ok(0) | Err(_) => return None,
        Ok(_) => {}
    }
    if bytes.last() != Some(&b'\n') && bytes.len() as u64 >= LONGEST {
        skip_line(input);
        let expected = format!("expected a line of at most {LONGEST} bytes");
        return Some(Err(Error::input(format!("request: {expected}"))));
    }
    Some(Ok(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Skips what is left of a line.
fn skip_line(input: &mut impl BufRead) {
    loop {
        let (length, ends) = match input.fill_buf() {
            Ok([]) | Err(_) => return,
            Ok(part) => match part.iter().position(|&byte| byte == b'\n') {
                Some(end) => (end + 1, true),
                None => (part.len(), false),
            },
        };
        input.consume(length);
        if ends {
            return;
        }
    }
}
