//! The clocks of both sides, as GTP sets them.

use crate::clock::{Clock, Share};
use plywood_games::go::Color;
use std::time::Duration;

/// `time_settings`: main time, and then a number of stones in each period of byo-yomi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Settings {
    main: Duration,
    period: Duration,
    stones: u32,
}

/// Time left, and the stones to be played in it; 0 in the main time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Left {
    time: Duration,
    stones: u32,
}

/// The clocks of a game. Controllers say how much time is left before each move, or leave it to the engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct GameClock {
    settings: Option<Settings>,
    left: [Option<Left>; 2],
}

/// Kept on the clock for delays between controller and engine.
const OVERHEAD: Duration = Duration::from_millis(200);

impl GameClock {
    /// Sets the time of both sides, in seconds. A period without stones means that there is no limit.
    pub fn set(&mut self, main: u32, period: u32, stones: u32) {
        let [main, period] = [main, period].map(|time| Duration::from_secs(time.into()));
        let unlimited = stones == 0 && !period.is_zero() || main.is_zero() && period.is_zero();
        let settings = Settings { main, period, stones };
        self.settings = (!unlimited).then_some(settings);
        self.restart();
    }

    /// Sets the clocks to the beginning of a game.
    pub fn restart(&mut self) {
        let left = |settings: Settings| match settings.main.is_zero() {
            true => Left { time: settings.period, stones: settings.stones },
            false => Left { time: settings.main, stones: 0 },
        };
        self.left = [self.settings.map(left); 2];
    }

    /// Sets the time left to a colour.
    pub fn correct(&mut self, color: Color, seconds: u32, stones: u32) {
        let time = Duration::from_secs(seconds.into());
        self.left[color as usize] = Some(Left { time, stones });
    }

    /// The time for the next move; none without a limit.
    pub fn share(&self, color: Color) -> Option<Duration> {
        let left = self.left[color as usize]?;
        let moves_to_go = Some(left.stones).filter(|&stones| stones > 0);
        let clock = Clock { left: left.time, increment: Duration::ZERO, moves_to_go };
        Some(Share::of(&clock, OVERHEAD).wanted)
    }

    /// Takes the time of a move off a clock.
    pub fn spend(&mut self, color: Color, time: Duration) {
        let Some(left) = &mut self.left[color as usize] else { return };
        let periods = self.settings.filter(|settings| settings.stones > 0);
        let next = periods.map(|Settings { period, stones, .. }| Left { time: period, stones });
        *left = match (left.stones, next) {
            // The main time may end during a move: the rest of it counts in the first period.
            (0, Some(next)) if time >= left.time => {
                let over = time - left.time;
                Left { time: next.time.saturating_sub(over), stones: next.stones }
            }
            (1, Some(next)) => next,
            (stones, _) => {
                Left { time: left.time.saturating_sub(time), stones: stones.saturating_sub(1) }
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(clock: &GameClock, color: Color) -> f64 {
        clock.share(color).map_or(f64::INFINITY, |time| time.as_secs_f64())
    }

    #[test]
    fn time_is_shared_out_and_periods_begin() {
        let mut clock = GameClock::default();
        assert_eq!(clock.share(Color::Black), None);
        for (main, period) in [(0, 1), (600, 10), (0, 0)] {
            clock.set(main, period, 0);
            assert_eq!(clock.share(Color::White), None, "no limit");
        }
        clock.set(60, 0, 0);
        assert!((1.0..4.0).contains(&seconds(&clock, Color::Black)));
        clock.spend(Color::Black, Duration::from_secs(59));
        assert!(seconds(&clock, Color::Black) < 0.1 && seconds(&clock, Color::White) > 1.0);
        clock.spend(Color::Black, Duration::from_secs(59));
        assert!(seconds(&clock, Color::Black) <= 0.001);
        // Two stones in ten seconds, after five seconds.
        clock.set(5, 10, 2);
        clock.spend(Color::White, Duration::from_secs(7));
        assert_eq!(clock.left[1], Some(Left { time: Duration::from_secs(8), stones: 2 }));
        clock.spend(Color::White, Duration::from_secs(3));
        assert_eq!(clock.left[1], Some(Left { time: Duration::from_secs(5), stones: 1 }));
        assert!((4.0..5.0).contains(&seconds(&clock, Color::White)));
        clock.spend(Color::White, Duration::from_secs(3));
        assert_eq!(clock.left[1], Some(Left { time: Duration::from_secs(10), stones: 2 }));
        clock.correct(Color::White, 3, 1);
        assert!((2.0..3.0).contains(&seconds(&clock, Color::White)));
        clock.restart();
        assert_eq!(clock.left[1], Some(Left { time: Duration::from_secs(5), stones: 0 }));
        clock.correct(Color::Black, u32::MAX, u32::MAX);
        assert!(clock.share(Color::Black) > Some(Duration::from_secs(1000)));
    }
}
