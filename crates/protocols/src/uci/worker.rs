//! The searching thread: does one job after the other, and reports by events.

use super::pending::Published;
use super::perft::divide;
use super::{Answer, Progress, Request, Stop, Thinker};
use crate::clock::Waiting;
use plywood::Variation;
use plywood_games::catch_panic;
use plywood_games::chess::cozy_chess::Move;
use plywood_games::{Chess, InputError};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

/// A job for the searching thread.
pub(super) enum Job {
    /// Report once all earlier jobs are done.
    Ready,
    Set {
        name: &'static str,
        value: String,
    },
    Forget,
    Think {
        root: Box<Chess>,
        request: Box<Request>,
        stop: Stop,
        begun: Instant,
        published: Published,
    },
    Perft {
        root: Box<Chess>,
        depth: u32,
        stop: Stop,
    },
}

/// An event that the server handles.
pub(super) enum Event {
    /// A line from the GUI, or the reason why it cannot be read.
    Line(Result<String, InputError>),
    /// The input has ended.
    InputEnded,
    Ready,
    /// An option has a wrong value.
    Refused(InputError),
    /// A depth was finished.
    Progress {
        progress: Progress,
        elapsed: Duration,
    },
    /// A search has ended.
    Answer {
        answer: Box<Answer>,
        elapsed: Duration,
        /// The time for which the thread did not run.
        waited: Duration,
    },
    /// The counts of `go perft`; none if it was stopped.
    Counted(Option<Vec<(Move, u64)>>),
    /// A job ended in a panic with this message.
    Panicked(String),
    /// The searching thread has ended.
    WorkerEnded,
}

/// Reports the end of the thread, also after a panic.
struct EndGuard(Sender<Event>);

impl Drop for EndGuard {
    fn drop(&mut self) {
        // Fails only if the server has ended.
        let _ = self.0.send(Event::WorkerEnded);
    }
}

/// Does jobs until their channel is closed.
pub(super) fn work(thinker: &mut dyn Thinker, jobs: Receiver<Job>, events: Sender<Event>) {
    let guard = EndGuard(events);
    let send = |event| guard.0.send(event).is_ok();
    for job in jobs {
        let searches = matches!(job, Job::Think { .. });
        let counts = matches!(job, Job::Perft { .. });
        let begun = Instant::now();
        let sent = catch_panic(|| run_job(thinker, job, &send)).unwrap_or_else(|message| {
            // Drop the state that may be half changed, and answer the question.
            let forgotten = catch_panic(|| thinker.forget());
            let sent = send(Event::Panicked(forgotten.err().unwrap_or(message)));
            let (answer, elapsed, waited) = (Box::default(), begun.elapsed(), Duration::ZERO);
            sent && (!searches || send(Event::Answer { answer, elapsed, waited }))
                && (!counts || send(Event::Counted(None)))
        });
        if !sent {
            return;
        }
    }
}

/// Whether a variation is a better answer than the move with the best static value. The best of only some
/// moves at depth 1 is not.
fn is_useful(variation: &Variation<Move>, under_way: bool) -> bool {
    let some_moves = under_way && variation.depth <= 1 && variation.value.exact().is_none();
    !variation.pv.is_empty() && !some_moves
}

/// Does a job. Returns false if the server has ended.
fn run_job(thinker: &mut dyn Thinker, job: Job, send: &impl Fn(Event) -> bool) -> bool {
    match job {
        Job::Ready => send(Event::Ready),
        Job::Set { name, value } => match thinker.set(name, &value) {
            Ok(()) => true,
            Err(error) => send(Event::Refused(error)),
        },
        Job::Forget => {
            thinker.forget();
            true
        }
        Job::Think { root, mut request, stop, begun, published } => {
            // The job may have waited for earlier jobs.
            request.time = request.time.map(|time| time.saturating_sub(begun.elapsed()));
            let waiting = Waiting::begin();
            let answer = thinker.think(&root, &request, &stop, &mut |progress| {
                let (elapsed, under_way) = (begun.elapsed(), progress.under_way);
                if progress.variations.iter().any(|variation| is_useful(variation, under_way)) {
                    published.set(progress.clone(), elapsed);
                }
                if !under_way {
                    send(Event::Progress { progress, elapsed });
                }
            });
            let (elapsed, waited) = (begun.elapsed(), waiting.so_far());
            send(Event::Answer { answer: Box::new(answer), elapsed, waited })
        }
        Job::Perft { root, depth, stop } => send(Event::Counted(divide(&root, depth, &stop))),
    }
}
