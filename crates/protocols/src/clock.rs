//! Time management: what a move may take of the time on a clock.

use plywood::Side;
use std::time::{Duration, Instant};

/// What a player's clock shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// How many moves the time is for, until more is added; none if it is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The clocks of both sides of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// The time left to MAX and to MIN.
    pub left: [Duration; 2],
    /// What is added after each move.
    pub increment: Duration,
}

impl Clocks {
    /// The clock of one side.
    pub fn of(&self, side: Side) -> Clock {
        Clock { left: self.left[place(side)], increment: self.increment, moves_to_go: None }
    }

    /// A move took so long. Says whether it was made in time; if not, the flag has fallen.
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
        let left = &mut self.left[place(side)];
        let in_time = time <= *left;
        *left = left.saturating_sub(time).saturating_add(self.increment);
        in_time
    }
}

const fn place(side: Side) -> usize {
    match side {
        Side::Max => 0,
        Side::Min => 1,
    }
}

/// What a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// What it should take.
    pub wanted: Duration,
    /// When it must be made, whatever is found: never more than is left.
    pub most: Duration,
}

/// A game is planned to last this many more moves, wherever it is: then the share shrinks with what is
/// left, and there is always a next one.
const MOVES: u32 = 25;
/// A move may take this many times its share, if a depth is under way.
const PATIENCE: u32 = 4;
/// The least time for a move: even a lost clock is no reason not to answer.
const LEAST: Duration = Duration::from_millis(1);

/// How late the moves of a game were, and how long players waited for a processor: what the machine,
/// or the way to the clock, has shown so far.
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

/// What is kept on the clock, in multiples of the worst that was shown: it may come worse, and it may
/// come again before the increments have filled the clock.
const WORSE: u32 = 4;
/// What a machine that has shown nothing yet may show.
const UNSHOWN: Duration = Duration::from_millis(100);
/// What a machine that is merely busy may need.
const ENOUGH: Duration = Duration::from_millis(300);

impl Lateness {
    /// A move was late by this much, or its player had to wait this long for a processor.
    pub fn note(&mut self, late: Duration) {
        self.worst = self.worst.max(late);
    }

    /// What to keep of the time `left`: `overhead`, and more the later moves have been. One long stall
    /// must not leave nothing to think with, so beyond 300 ms it is at most half of what is left.
    pub fn reserve(&self, overhead: Duration, left: Duration) -> Duration {
        let shown = self.worst.saturating_mul(WORSE).min(ENOUGH.max(left / 2));
        overhead.saturating_add(shown.max(UNSHOWN.min(left / 4)))
    }
}

/// Measures how long the calling thread waits for a processor, where the system tells.
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

    /// The time since the beginning in which the thread did not run; nothing where that is unknown.
    pub fn so_far(&self) -> Duration {
        let ran = thread_time().zip(self.ran).map(|(now, then)| now.saturating_sub(then));
        ran.map_or(Duration::ZERO, |ran| self.begun.elapsed().saturating_sub(ran))
    }
}

/// The time that the calling thread has had on a processor.
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
    /// An equal part for each of the moves to come, and two thirds of the increment. `overhead` is kept on
    /// the clock, for the way between the clock and the player.
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
        let moves = moves_to_go.filter(|&moves| moves > 0).unwrap_or(MOVES).min(MOVES);
        // The last move before more time is added may take all of it. With no more to come, a reserve
        // grows from the increments: a busy machine may be late by more than the overhead.
        let most = match moves_to_go {
            Some(1) => usable,
            Some(_) => usable / 2,
            None => usable / 3,
        };
        let wanted = (usable / moves).saturating_add(increment / 3 * 2);
        let most = most.min(wanted.saturating_mul(PATIENCE)).max(LEAST);
        Share { wanted: wanted.clamp(LEAST, most), most }
    }

    /// A fixed time for the move, of which a short one is not all kept as overhead.
    pub fn exactly(time: Duration, overhead: Duration) -> Share {
        let time = time.saturating_sub(overhead.min(time / 2)).max(LEAST);
        Share { wanted: time, most: time }
    }

    /// The time after which no further depth is begun: it would most likely not be finished within
    /// the share. A fixed time is used to its end.
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

    /// A game of any length in which every move takes the most it may, and the way to the clock
    /// takes some time as well.
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
                // No share is all of what is left, until there is next to nothing.
                assert!(!clock.left.is_zero() || number > 5, "move {number} of {base} ms");
            }
        }
    }

    /// A thousand games at one second and a hundredth per move, on a machine that stalls now and then
    /// for up to 80 ms. Says in how many of them the flag falls.
    fn flags(reserve: impl Fn(&Lateness, Duration) -> Duration) -> usize {
        let flag_falls = |seed: &u64| {
            let mut rng = Rng::new(*seed);
            let mut clock = Clock { left: ms(1000), increment: ms(10), moves_to_go: None };
            let mut lateness = Lateness::default();
            (0..150).any(|_| {
                let share = Share::of(&clock, reserve(&lateness, clock.left));
                let stall = ms(if rng.below(12) == 0 { rng.below(80).into() } else { 0 });
                // Now and then a depth that is under way takes all that it may.
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
    fn the_reserve_scales_with_what_the_machine_has_shown() {
        let (fixed, scaled) =
            (flags(|_, _| ms(10)), flags(|late, left| late.reserve(ms(10), left)));
        assert!(fixed > 500, "{fixed} flags: the stalls are too short to test anything");
        assert!(scaled < fixed / 20, "{scaled} flags of {fixed}");
        // One stall of a second leaves time to think.
        let mut lateness = Lateness::default();
        lateness.note(ms(1000));
        let clock = Clock { left: ms(900), ..Clock::default() };
        let share = Share::of(&clock, lateness.reserve(ms(30), clock.left));
        assert!(share.wanted >= ms(10), "{share:?}");
        // And one that has shown nothing keeps no more than a quarter.
        assert_eq!(Lateness::default().reserve(ms(30), ms(100)), ms(55));
        assert_eq!(Lateness::default().reserve(ms(30), ms(10_000)), ms(130));
    }

    #[test]
    fn who_sleeps_does_not_run() {
        let waiting = Waiting::begin();
        std::thread::sleep(ms(20));
        let waited = waiting.so_far();
        assert!(waited >= ms(10) || cfg!(not(unix)), "{waited:?}");
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
