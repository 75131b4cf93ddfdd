//! The thread that thinks: one job after the other, each answered by events.

use super::perft::divide;
use super::{Insight, Request, Stop, Thinker, Thought};
use plywood_games::chess::cozy_chess::Move;
use plywood_games::{Chess, InputError};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

/// What there is to do.
pub(super) enum Job {
    /// Answer once everything before is done.
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
    },
    Perft {
        root: Box<Chess>,
        depth: u32,
        stop: Stop,
    },
}

/// What the talk has to react to.
pub(super) enum Event {
    /// A line of the GUI, or why there is none.
    Heard(Result<String, InputError>),
    /// There are no more lines.
    Deaf,
    Ready,
    Refused(InputError),
    Found {
        insight: Insight,
        elapsed: Duration,
    },
    Thought {
        thought: Box<Thought>,
        elapsed: Duration,
    },
    /// The counts, unless they were stopped.
    Counted(Option<Vec<(Move, u64)>>),
    /// Nobody thinks any more.
    Gone,
}

/// Rings when the thread ends, in whatever way.
struct Bell(Sender<Event>);

impl Drop for Bell {
    fn drop(&mut self) {
        // Where nobody listens, nobody waits.
        let _ = self.0.send(Event::Gone);
    }
}

/// Does jobs until there are no more to come.
pub(super) fn work(thinker: &mut dyn Thinker, jobs: Receiver<Job>, events: Sender<Event>) {
    let bell = Bell(events);
    let tell = |event| bell.0.send(event).is_ok();
    for job in jobs {
        let heard = match job {
            Job::Ready => tell(Event::Ready),
            Job::Set { name, value } => match thinker.set(name, &value) {
                Ok(()) => true,
                Err(error) => tell(Event::Refused(error)),
            },
            Job::Forget => {
                thinker.forget();
                true
            }
            Job::Think { root, mut request, stop, begun } => {
                // What came before may have taken some of the time.
                request.time = request.time.map(|time| time.saturating_sub(begun.elapsed()));
                let thought = thinker.think(&root, &request, &stop, &mut |insight| {
                    tell(Event::Found { insight, elapsed: begun.elapsed() });
                });
                tell(Event::Thought { thought: Box::new(thought), elapsed: begun.elapsed() })
            }
            Job::Perft { root, depth, stop } => tell(Event::Counted(divide(&root, depth, &stop))),
        };
        if !heard {
            return;
        }
    }
}
