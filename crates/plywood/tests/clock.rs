//! Searches under a clock that the program brings: one process, one clock, so this test stands alone.

use plywood::clock::{self, Moment};
use plywood::search::AlphaBeta;
use plywood::{Budget, Search, Stop};
use plywood_games::{Connect4, connect4::OpenLines};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How often the clock was looked at.
static LOOKS: AtomicU64 = AtomicU64::new(0);

/// A clock that a second passes on with every look.
fn seconds() -> Duration {
    Duration::from_secs(LOOKS.fetch_add(1, Ordering::Relaxed))
}

#[test]
fn a_limit_of_time_is_measured_with_the_clock_that_was_set() {
    assert!(clock::set(seconds) && clock::is_running());
    let start = Moment::now();
    assert_eq!(start.elapsed(), Duration::from_secs(1));
    let before = LOOKS.load(Ordering::Relaxed);
    let budget = Budget::new().time(Duration::from_secs(20));
    let report = AlphaBeta::new(OpenLines).run(&Connect4::default(), &budget);
    assert_eq!(report.stop, Stop::Time);
    let looks = LOOKS.load(Ordering::Relaxed) - before;
    assert!((20..=23).contains(&looks), "{looks} looks in 20 seconds");
    assert!(!clock::set(seconds), "it cannot be replaced");
    // A clock that goes back, as that of a host may, is no reason to panic.
    let later = start.checked_add(Duration::from_secs(9)).expect("no overflow");
    assert_eq!(start.since(later), Duration::ZERO);
    assert_eq!(later.checked_add(Duration::MAX), None, "and neither is an overflow");
}
