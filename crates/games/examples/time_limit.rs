//! A search that stops after a given time, and what it knew by then.
//!
//! With a limit other than depth, a search deepens: it looks 1 ply ahead, then 2, then 3, and so on until the
//! time is up. Each depth gives an answer. If the time is up in the middle of a depth, the report has the
//! answer of the last finished depth, or a better move that the search has found since.
//!
//! `cargo run --release --example time_limit` prints one line per depth, as many as can be searched in one
//! second (`…` is what depends on the machine):
//!
//! ```text
//! depth  1: value  7, columns 4
//! depth  2: value -3, columns 44
//! depth  3: value 11, columns 443
//! depth  4: value -2, columns 4444
//! …
//! Stopped by: time, after … s.
//! Best move: column ….
//! ```

use plywood::search::Mt;
use plywood::{Budget, Listener, Progress, Search, Task};
use plywood_games::{Connect4, Game, connect4::OpenLines};
use std::time::{Duration, Instant};

fn main() {
    let position = Connect4::default();
    let budget = Budget::new().time(Duration::from_secs(1));
    let line = |pv: &[u8]| pv.iter().map(|&m| position.move_text(m)).collect::<String>();

    // Called while the search is running. Without a listener, `search.run(&position, &budget)` is enough.
    let mut print = |news: Progress<'_, u8>| {
        if let Progress::Finished(report) = news
            && let Some(value) = report.value.exact()
        {
            println!("depth {:>2}: value {value:>2}, columns {}", report.depth, line(&report.pv));
        }
    };
    let mut search = Mt::new(OpenLines);
    let started = Instant::now();
    let task = Task::new(&position).budget(budget);
    let report = search.search(&task, &mut Listener::new(&mut print));

    println!("Stopped by: {}, after {:.1} s.", report.stop, started.elapsed().as_secs_f64());
    if let Some(best) = report.best {
        println!("Best move: column {}.", position.move_text(best));
    }
}
