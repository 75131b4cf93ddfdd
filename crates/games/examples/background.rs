//! A search in the background of a program that has an event loop of its own.
//!
//! The search runs on its own thread. It sends its best move through the channel that the event loop reads
//! anyway, each time that the answer changes. A flag stops it at any moment; it then returns within
//! milliseconds, and `join` gives its report.
//!
//! `cargo run --release --example background` prints each new best move until the user presses "stop" (`…` is
//! what depends on the machine):
//!
//! ```text
//! Best so far, at depth 1: column 4.
//! Best so far, at depth 1: column 3.
//! Best so far, at depth 2: column 4.
//! Best so far, at depth 3: column 3.
//! …
//! Stopped by: cancelled.
//! Best move: column ….
//! ```

use plywood::search::Mt;
use plywood::{BestSoFar, Budget, Observer, Report, Search, Task};
use plywood_games::{Connect4, Game, InputError, connect4::OpenLines};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// What the event loop reacts to.
enum Event {
    /// The search has an answer, or another one than before.
    Best { column: u8, depth: u32 },
    /// The user does not want to wait any longer.
    Stop,
}

/// A search on its own thread.
struct Background {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Report<u8>>,
}

impl Background {
    /// Starts a search of `position`, which sends its news to `events`.
    fn start(position: Connect4, events: Sender<Event>) -> Background {
        let stop = Arc::new(AtomicBool::new(false));
        let budget = Budget::new().stop_flag(Arc::clone(&stop));
        let thread = thread::spawn(move || {
            let task = Task::new(&position).budget(budget);
            Mt::new(OpenLines).search(&task, &mut News(events))
        });
        Background { stop, thread }
    }

    /// Ends the search, and waits for its report.
    fn stop(self) -> Report<u8> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().expect("the search does not panic")
    }
}

/// Sends the best move so far to the event loop.
struct News(Sender<Event>);

impl Observer<Connect4> for News {
    // Single steps of the search are not needed, so it runs at full speed.
    fn watches(&self) -> bool {
        false
    }

    fn listens(&self) -> bool {
        true
    }

    fn improved(&mut self, best: BestSoFar<'_, u8>) {
        // If the event loop has ended, nobody wants the news.
        let _ = self.0.send(Event::Best { column: best.pv[0], depth: best.depth });
    }
}

fn main() -> Result<(), InputError> {
    let position = Connect4::parse(Some("4444"))?;
    let (events, inbox) = channel();
    let search = Background::start(position, events.clone());
    // In place of a user, who presses "stop" after a second.
    thread::spawn(move || {
        thread::sleep(Duration::from_secs(1));
        events.send(Event::Stop)
    });

    let mut shown = None;
    for event in inbox {
        match event {
            Event::Best { column, depth } if shown != Some(column) => {
                println!("Best so far, at depth {depth}: column {}.", position.move_text(column));
                shown = Some(column);
            }
            Event::Best { .. } => {}
            Event::Stop => break,
        }
    }
    let report = search.stop();
    println!("Stopped by: {}.", report.stop);
    if let Some(best) = report.best {
        println!("Best move: column {}.", position.move_text(best));
    }
    Ok(())
}
