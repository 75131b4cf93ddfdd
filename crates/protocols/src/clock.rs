//! Time management: how much of the time on a clock a move may take.

use plywood::Side;
use plywood::clock::MOVES_LEFT;
use std::time::{Duration, Instant};

/// The state of one clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub left: Duration,
    /// The time added after each move.
    pub increment: Duration,
    /// The number of moves until more time is added; none if the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The clocks of both sides of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// The time left to MAX and to MIN.
    pub left: [Duration; 2],
    /// The time added after each move.
    pub increment: Duration,
}

impl Clocks {
    /// The clock of one side.
    pub fn of(&self, side: Side) -> Clock {
        Clock { left: self.left[index(side)], increment: self.increment, moves_to_go: None }
    }

    /// Takes `time`, the duration of a move, off the clock of `side`, and adds the increment. Returns
    /// whether the move was made in time; if not, the side has lost on time.
    ///
    /// ```
    /// use plywood::Side;
    /// use plywood_protocols::clock::Clocks;
    /// use std::time::Duration;
    /// let second = Duration::from_secs(1);
    /// let mut clocks = Clocks { left: [5 * second; 2], increment: second };
    /// assert!(clocks.press(Side::Min, 2 * second));
    /// assert_eq!(clocks.left, [5 * second, 4 * second]);
    /// assert!(!clocks.press(Side::Min, 6 * second));
    /// ```
    pub fn press(&mut self, side: Side, time: Duration) -> bool {
        let left = &mut self.left[index(side)];
        let in_time = time <= *left;
        *left = left.saturating_sub(time).saturating_add(self.increment);
        in_time
    }
}

const fn index(side: Side) -> usize {
    match side {
        Side::Max => 0,
        Side::Min => 1,
    }
}

/// The time that a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The time that it should take.
    pub wanted: Duration,
    /// The time after which it must be made: never more than is left on the clock.
    pub most: Duration,
}

/// A move may take this many times its share, to finish a depth that was begun.
const OVERRUN: u32 = 4;
/// The shortest time for a move, also when no time is left.
const LEAST: Duration = Duration::from_millis(1);

/// The longest delay seen in a game: a move made later than planned, or a wait for a processor. It
/// decides how much time to keep in reserve.
///
/// ```
/// use plywood_protocols::clock::Lateness;
/// use std::time::Duration;
/// let ms = Duration::from_millis;
/// let mut lateness = Lateness::default();
/// let before = lateness.reserve(ms(30), ms(1000));
/// lateness.note(ms(79));
/// assert!(lateness.reserve(ms(30), ms(1000)) > before + ms(79));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lateness {
    worst: Duration,
}

/// The reserve, in multiples of the longest delay so far: a longer one may come, or several before the
/// increments have filled the clock again.
const SAFETY: u32 = 4;
/// The reserve before any delay was seen.
const FIRST_RESERVE: Duration = Duration::from_millis(100);
/// A reserve that is enough on a busy machine.
const BUSY_RESERVE: Duration = Duration::from_millis(300);

impl Lateness {
    /// Notes that a move was late by this much, or that its player waited this long for a processor.
    pub fn note(&mut self, late: Duration) {
        self.worst = self.worst.max(late);
    }

    /// The time to keep on a clock with the time `left`: `overhead`, and four times the longest delay.
    /// Beyond 300 ms, the part for delays is at most half of `left`, so that time remains for the search
    /// after one long delay.
    pub fn reserve(&self, overhead: Duration, left: Duration) -> Duration {
        let delays = self.worst.saturating_mul(SAFETY).min(BUSY_RESERVE.max(left / 2));
        overhead.saturating_add(delays.max(FIRST_RESERVE.min(left / 4)))
    }
}

/// Measures how long the calling thread does not run: it sleeps, or waits for a processor.
///
/// ```
/// use plywood_protocols::clock::Waiting;
/// use std::time::Duration;
/// let waiting = Waiting::begin();
/// std::thread::sleep(Duration::from_millis(20));
/// assert!(waiting.so_far() >= Duration::from_millis(10) || cfg!(not(unix)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    begun: Instant,
    ran: Option<Duration>,
}

impl Waiting {
    /// Begins to measure.
    pub fn begin() -> Waiting {
        Waiting { begun: Instant::now(), ran: thread_time() }
    }

    /// The time since the beginning in which the thread did not run; zero where the system does not tell.
    pub fn so_far(&self) -> Duration {
        let ran = thread_time().zip(self.ran).map(|(now, then)| now.saturating_sub(then));
        ran.map_or(Duration::ZERO, |ran| self.begun.elapsed().saturating_sub(ran))
    }
}

/// The processor time used by the calling thread.
#[cfg(unix)]
fn thread_time() -> Option<Duration> {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok().map(Duration::from)
}

#[cfg(not(unix))]
fn thread_time() -> Option<Duration> {
    None
}

impl Share {
    /// An equal part of the time for each of the moves to come, and two thirds of the increment.
    /// `overhead` stays on the clock, for delays between the clock and the player.
    ///
    /// ```
    /// use plywood_protocols::clock::{Clock, Share};
    /// use std::time::Duration;
    /// let left = Duration::from_secs(60);
    /// let share = Share::of(&Clock { left, ..Clock::default() }, Duration::from_millis(30));
    /// assert!(share.wanted < left / 20 && share.most < left / 5);
    /// ```
    pub fn of(clock: &Clock, overhead: Duration) -> Share {
        let Clock { left, increment, moves_to_go } = *clock;
        let usable = left.saturating_sub(overhead);
        let moves = moves_to_go.filter(|&moves| moves > 0).unwrap_or(MOVES_LEFT).min(MOVES_LEFT);
        // The last move before more time is added may take all of the time. If none will be added, a
        // larger part is kept, because delays on a busy machine may exceed the overhead.
        let most = match moves_to_go {
            Some(1) => usable,
            Some(_) => usable / 2,
            None => usable / 3,
        };
        let wanted = (usable / moves).saturating_add(increment / 3 * 2);
        let most = most.min(wanted.saturating_mul(OVERRUN)).max(LEAST);
        Share { wanted: wanted.clamp(LEAST, most), most }
    }

    /// A fixed time for the move, less `overhead`, but at least half of `time`.
    pub fn exactly(time: Duration, overhead: Duration) -> Share {
        let time = time.saturating_sub(overhead.min(time / 2)).max(LEAST);
        Share { wanted: time, most: time }
    }

    /// The time after which no further depth is begun, because it would most likely not be finished
    /// within the share. A fixed time is used to its end.
    pub fn last_start(&self) -> Duration {
        if self.wanted == self.most { self.most } else { self.wanted / 100 * 55 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_games::random::Rng;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn no_share_is_more_than_is_left() {
        let overhead = ms(30);
        for left in [0, 1, 29, 30, 31, 60, 100, 1_000, 60_000, 7_200_000, u64::MAX] {
            for increment in [0, 1, 50, 1_000, 60_000, u64::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let clock = Clock { left: ms(left), increment: ms(increment), moves_to_go };
                    let share = Share::of(&clock, overhead);
                    let usable = ms(left).saturating_sub(overhead).max(LEAST);
                    assert!(share.most <= usable, "{clock:?}: {share:?}");
                    assert!(share.wanted <= share.most, "{clock:?}: {share:?}");
                    assert!(share.wanted >= LEAST, "{clock:?}: {share:?}");
                    assert!(share.last_start() <= share.wanted, "{clock:?}: {share:?}");
                }
            }
        }
    }

    /// Games in which every move takes the longest time allowed, and a little more for the way to the
    /// clock.
    #[test]
    fn no_flag_falls() {
        for (base, increment, control) in
            [(1_000, 0, None), (100, 0, None), (5_000, 100, None), (2_000, 50, Some(10))]
        {
            let (overhead, lag) = (ms(30), ms(2));
            let mut clock =
                Clock { left: ms(base), increment: ms(increment), moves_to_go: control };
            for number in 1..400 {
                let share = Share::of(&clock, overhead);
                assert!(share.most + lag < clock.left || clock.left < overhead, "move {number}");
                clock.left = clock.left.saturating_sub(share.most + lag) + clock.increment;
                if let (Some(moves), Some(period)) = (&mut clock.moves_to_go, control) {
                    *moves -= 1;
                    if *moves == 0 {
                        *moves = period;
                        clock.left += ms(base);
                    }
                }
                // No share takes all of the time, until almost none is left.
                assert!(!clock.left.is_zero() || number > 5, "move {number} of {base} ms");
            }
        }
    }

    /// A thousand games with one second and 10 ms per move, on a machine that sometimes stalls for up to
    /// 80 ms. Returns the number of games lost on time.
    fn flags(reserve: impl Fn(&Lateness, Duration) -> Duration) -> usize {
        let flag_falls = |seed: &u64| {
            let mut rng = Rng::new(*seed);
            let mut clock = Clock { left: ms(1000), increment: ms(10), moves_to_go: None };
            let mut lateness = Lateness::default();
            (0..150).any(|_| {
                let share = Share::of(&clock, reserve(&lateness, clock.left));
                let stall = ms(if rng.below(12) == 0 { rng.below(80).into() } else { 0 });
                // Sometimes a depth that was begun takes the longest time allowed.
                let planned = if rng.below(10) == 0 { share.most } else { share.wanted };
                lateness.note(stall);
                let (left, took) = (clock.left, planned + stall);
                clock.left = left.saturating_sub(took) + clock.increment;
                took > left
            })
        };
        (0..1000).filter(flag_falls).count()
    }

    #[test]
    fn the_reserve_scales_with_the_delays_seen() {
        let (fixed, scaled) =
            (flags(|_, _| ms(10)), flags(|late, left| late.reserve(ms(10), left)));
        assert!(fixed > 500, "{fixed} flags: the stalls are too short to test anything");
        assert!(scaled < fixed / 20, "{scaled} flags of {fixed}");
        // After one stall of a second, time remains for the search.
        let mut lateness = Lateness::default();
        lateness.note(ms(1000));
        let clock = Clock { left: ms(900), ..Clock::default() };
        let share = Share::of(&clock, lateness.reserve(ms(30), clock.left));
        assert!(share.wanted >= ms(10), "{share:?}");
        // Before any delay was seen, at most a quarter is kept.
        assert_eq!(Lateness::default().reserve(ms(30), ms(100)), ms(55));
        assert_eq!(Lateness::default().reserve(ms(30), ms(10_000)), ms(130));
    }

    #[test]
    fn shares_are_sane() {
        let of = |left, increment, moves_to_go| {
            let clock = Clock { left: ms(left), increment: ms(increment), moves_to_go };
            Share::of(&clock, ms(30))
        };
        let blitz = of(180_030, 3_000, None);
        assert_eq!(blitz, Share { wanted: ms(9_200), most: ms(36_800) });
        assert_eq!(blitz.last_start(), ms(5_060));
        assert_eq!(of(1_030, 0, Some(1)), Share { wanted: ms(1_000), most: ms(1_000) });
        assert_eq!(of(1_030, 0, Some(2)), Share { wanted: ms(500), most: ms(500) });
        // With more time added than is left, the increment is what counts.
        assert_eq!(of(330, 5_000, None), Share { wanted: ms(100), most: ms(100) });
        assert_eq!(of(20, 0, None), Share { wanted: ms(1), most: ms(1) });
        assert_eq!(Share::exactly(ms(500), ms(30)), Share { wanted: ms(470), most: ms(470) });
        assert_eq!(Share::exactly(ms(20), ms(30)).most, ms(10));
        assert_eq!(Share::exactly(ms(20), ms(30)).last_start(), ms(10));
        assert_eq!(Share::exactly(Duration::ZERO, ms(30)).most, LEAST);
    }
}
