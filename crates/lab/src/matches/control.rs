//! Clocks of a match.

use crate::Error;
use plywood::kit::{Format, Time};
use plywood_games::shown;
use plywood_protocols::clock::Clocks;
use std::fmt;
use std::time::Duration;

/// The time that each player has for a game, and what is added after each move.
///
/// ```
/// use plywood_lab::matches::TimeControl;
/// let control = TimeControl::parse("5s+100ms")?;
/// assert_eq!((control.base.as_secs(), control.increment.as_millis()), (5, 100));
/// assert_eq!(control.to_string(), "5+0.1", "as records have it");
/// assert_eq!(TimeControl::parse("2m")?.to_string(), "120");
/// assert!(TimeControl::parse("soon").is_err());
/// # Ok::<(), plywood_lab::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// For the whole game.
    pub base: Duration,
    /// After each move.
    pub increment: Duration,
}

impl TimeControl {
    /// Reads `TIME` or `TIME+TIME`, such as `5s+0.1s`.
    pub fn parse(text: &str) -> Result<TimeControl, Error> {
        let (base, increment) = match text.split_once('+') {
            Some((base, increment)) => (base, Some(increment)),
            None => (text, None),
        };
        let time = |part: &str| {
            Time.read(part.trim()).ok_or_else(|| {
                let expected = "a time, optionally with an increment, such as 2m or 5s+0.1s";
                Error::input(format!("clock '{}': expected {expected}", shown(text)))
            })
        };
        let increment = increment.map_or(Ok(Duration::ZERO), time)?;
        Ok(TimeControl { base: time(base)?, increment })
    }

    /// The clocks at the start of a game.
    pub(super) fn clocks(self) -> Clocks {
        Clocks { left: [self.base; 2], increment: self.increment }
    }
}

impl fmt::Display for TimeControl {
    /// In seconds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}
