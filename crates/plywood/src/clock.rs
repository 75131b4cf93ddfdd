//! The clock that limits of time are measured with.
//!
//! Where the standard library has a clock, this is it, and there is nothing to do. On
//! `wasm32-unknown-unknown` it has none: a program [sets](set) one, such as `performance.now()` of a browser.
//! Until then time stands still there: every [`elapsed`](Moment::elapsed) is zero.

use std::sync::{LazyLock, OnceLock};
use std::time::{Duration, Instant};

/// At every move a game is assumed to last this many more moves. So the share of a move shrinks with what is left,
/// and what is left never runs out.
pub const MOVES_LEFT: u32 = 25;

/// The clock of the program, which no other can replace.
static SOURCE: OnceLock<fn() -> Duration> = OnceLock::new();
/// Whether [`Instant`] works: for this target it compiles, and panics.
const HAS_INSTANT: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// A moment on the [clock](self).
///
/// ```
/// use plywood::clock::Moment;
/// use std::time::Duration;
/// let start = Moment::now();
/// let deadline = start.checked_add(Duration::from_secs(60)).expect("not the end of time");
/// assert!(Moment::now() < deadline && start.elapsed() < Duration::from_secs(60));
/// assert_eq!(deadline.since(start), Duration::from_secs(60));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(Duration);

impl Moment {
    /// Looks at the clock.
    pub fn now() -> Moment {
        Moment(match HAS_INSTANT {
            true => SOURCE.get_or_init(|| since_first_look)(),
            false => SOURCE.get().map_or(Duration::ZERO, |source| source()),
        })
    }

    /// The time since this moment.
    pub fn elapsed(self) -> Duration {
        Moment::now().since(self)
    }

    /// The time from an earlier moment to this one; zero if that one is later.
    pub fn since(self, earlier: Moment) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// The moment after this time, or `None` if no clock goes that far.
    pub fn checked_add(self, time: Duration) -> Option<Moment> {
        self.0.checked_add(time).map(Moment)
    }
}

fn since_first_look() -> Duration {
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    FIRST.elapsed()
}

/// Makes `source`, which returns the time since any fixed moment, the clock of the program. Returns false, and
/// changes nothing, if the program has looked at its clock before.
///
/// ```
/// use plywood::clock;
/// use std::time::Duration;
/// // In a browser this would call a function that the page imports.
/// assert!(clock::set(|| Duration::from_millis(1500)));
/// assert!(!clock::set(|| Duration::ZERO), "there is one clock");
/// ```
pub fn set(source: fn() -> Duration) -> bool {
    SOURCE.set(source).is_ok()
}

/// Returns whether there is a clock: always, but on `wasm32-unknown-unknown` only once it is [`set`].
pub fn is_running() -> bool {
    HAS_INSTANT || SOURCE.get().is_some()
}
