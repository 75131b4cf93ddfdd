//! The clock of experiments on execution time. Under Linux it is the processor time of the thread, which other
//! load hardly changes; elsewhere it is wall time.

use std::time::Duration;

/// Nanoseconds that this thread has run.
#[cfg(target_os = "linux")]
pub(super) fn clock() -> u64 {
    use nix::time::{ClockId, clock_gettime};
    // A thread's own clock cannot fail: it needs no permission and always exists.
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or(0, |time| nanoseconds(time.into()))
}

/// Nanoseconds since the first call.
#[cfg(not(target_os = "linux"))]
pub(super) fn clock() -> u64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static BEGUN: OnceLock<Instant> = OnceLock::new();
    nanoseconds(BEGUN.get_or_init(Instant::now).elapsed())
}

pub(super) fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
