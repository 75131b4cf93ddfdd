//! What measurements share, those in `rivals` included.

use plywood_games::RandomTree;
use plywood_games::random_tree::{Branching, Params};
use std::time::Duration;

/// A random game of the papers.
pub fn random_tree(branching: Branching, depth: u32, seed: u64) -> RandomTree {
    RandomTree::new(Params { branching, depth, seed, ..Params::default() })
        .expect("the parameters are in range")
}

/// The processor time of this process.
#[cfg(unix)]
fn processor_time() -> Duration {
    let clock = nix::time::ClockId::CLOCK_PROCESS_CPUTIME_ID;
    clock.now().map(Duration::from).unwrap_or_default()
}

#[cfg(not(unix))]
fn processor_time() -> Duration {
    use std::time::SystemTime;
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}

/// Runs `f` and returns its processor time in seconds and its result.
pub fn timed<R>(f: impl FnOnce() -> R) -> (f64, R) {
    let start = processor_time();
    let answer = f();
    ((processor_time() - start).as_secs_f64(), answer)
}
