//! The thread that thinks: one job after the other, each answered by events.

use super::perft::divide;
use super::search::Published;
use super::{Insight, Request, Stop, Thinker, Thought, Variation};
use crate::catch_panic;
use crate::clock::Waiting;
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
        published: Published,
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
        /// How long the thread waited for a processor.
        waited: Duration,
    },
    /// The counts, unless they were stopped.
    Counted(Option<Vec<(Move, u64)>>),
    /// A job ended in a panic with these words.
    Panicked(String),
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
        let answers = matches!(job, Job::Think { .. });
        let counts = matches!(job, Job::Perft { .. });
        let begun = Instant::now();
        let heard = catch_panic(|| done(thinker, job, &tell)).unwrap_or_else(|words| {
            // What is left half changed is thrown away, and every question has its answer.
            let forgotten = catch_panic(|| thinker.forget());
            let words = forgotten.err().unwrap_or(words);
            let told = tell(Event::Panicked(words));
            let (thought, elapsed, waited) = (Box::default(), begun.elapsed(), Duration::ZERO);
            told && (!answers || tell(Event::Thought { thought, elapsed, waited }))
                && (!counts || tell(Event::Counted(None)))
        });
        if !heard {
            return;
        }
    }
}

/// Whether a variation says more than a first look at all moves. A search of some of them to depth 1
/// does not.
fn says_more(known: &Variation, under_way: bool) -> bool {
    let some_moves = under_way && known.depth <= 1 && known.value.exact().is_none();
    !known.pv.is_empty() && !some_moves
}

/// Does a job. Says whether anybody listens.
fn done(thinker: &mut dyn Thinker, job: Job, tell: &impl Fn(Event) -> bool) -> bool {
    match job {
        Job::Ready => tell(Event::Ready),
        Job::Set { name, value } => match thinker.set(name, &value) {
            Ok(()) => true,
            Err(error) => tell(Event::Refused(error)),
        },
        Job::Forget => {
            thinker.forget();
            true
        }
        Job::Think { root, mut request, stop, begun, published } => {
            // What came before may have taken some of the time.
            request.time = request.time.map(|time| time.saturating_sub(begun.elapsed()));
            let waiting = Waiting::begin();
            let thought = thinker.think(&root, &request, &stop, &mut |insight| {
                let elapsed = begun.elapsed();
                if insight.variations.iter().any(|known| says_more(known, insight.under_way)) {
                    published.set(insight.clone(), elapsed);
                }
                if !insight.under_way {
                    tell(Event::Found { insight, elapsed });
                }
            });
            let (elapsed, waited) = (begun.elapsed(), waiting.so_far());
            tell(Event::Thought { thought: Box::new(thought), elapsed, waited })
        }
        Job::Perft { root, depth, stop } => tell(Event::Counted(divide(&root, depth, &stop))),
    }
}
