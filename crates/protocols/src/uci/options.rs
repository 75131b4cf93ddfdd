//! The options that the GUI can set.

use super::print::Style;
use plywood_games::{InputError, one_of};
use std::fmt;
use std::time::Duration;

/// An option of an engine. Displays as the line that announces it to the GUI.
///
/// ```
/// use plywood_protocols::uci::Setting;
/// let hash = Setting::spin("Hash", 64, 1, 1024);
/// assert_eq!(hash.to_string(), "option name Hash type spin default 64 min 1 max 1024");
/// assert_eq!(hash.read(Some("128")), Ok("128".to_string()));
/// let error = hash.read(Some("lots")).unwrap_err().to_string();
/// assert_eq!(error, "option Hash 'lots': expected a whole number from 1 to 1024");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name, which the GUI may write in upper or lower case.
    pub name: &'static str,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Check(bool),
    Spin { default: u32, min: u32, max: u32 },
    Combo { default: String, values: Vec<String> },
    Button,
}

impl Setting {
    /// On or off.
    pub fn check(name: &'static str, default: bool) -> Setting {
        Setting { name, kind: Kind::Check(default) }
    }

    /// A whole number within bounds.
    pub fn spin(name: &'static str, default: u32, min: u32, max: u32) -> Setting {
        Setting { name, kind: Kind::Spin { default, min, max } }
    }

    /// One of several words, of which the first is the default.
    pub fn combo<'a>(name: &'static str, values: impl IntoIterator<Item = &'a str>) -> Setting {
        let values: Vec<String> = values.into_iter().map(str::to_string).collect();
        let default = values.first().cloned().unwrap_or_default();
        Setting { name, kind: Kind::Combo { default, values } }
    }

    /// An action without a value.
    pub fn button(name: &'static str) -> Setting {
        Setting { name, kind: Kind::Button }
    }

    /// Checks a value and returns it in canonical form: `true` or `false`, a number within the bounds, one
    /// of the words, or an empty text for a button.
    pub fn read(&self, value: Option<&str>) -> Result<String, InputError> {
        let text = value.unwrap_or_default().trim();
        let wrong = |expected| {
            Err(InputError::new(format!("option {}", self.name), text).expected(expected))
        };
        match &self.kind {
            Kind::Check(_) => match text.to_ascii_lowercase().as_str() {
                word @ ("true" | "false") => Ok(word.to_string()),
                _ => wrong("true or false".to_string()),
            },
            Kind::Spin { min, max, .. } => match text.parse::<u32>() {
                Ok(number) if (min..=max).contains(&&number) => Ok(number.to_string()),
                _ => wrong(format!("a whole number from {min} to {max}")),
            },
            Kind::Combo { values, .. } => {
                let found = values.iter().find(|value| value.eq_ignore_ascii_case(text));
                let names: Vec<&str> = values.iter().map(String::as_str).collect();
                found.map_or_else(|| wrong(one_of(text, &names)), |value| Ok(value.clone()))
            }
            Kind::Button => Ok(String::new()),
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            Kind::Check(default) => write!(f, "check default {default}"),
            Kind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Kind::Combo { default, values } => {
                write!(f, "combo default {default}")?;
                values.iter().try_for_each(|value| write!(f, " var {value}"))
            }
            Kind::Button => write!(f, "button"),
        }
    }
}

/// The greatest number of legal moves in a chess position.
const MOST_MOVES: u32 = 218;
/// The default of the option `Move Overhead`, in milliseconds.
const OVERHEAD: u32 = 30;
const MULTI_PV: &str = "MultiPV";
const MOVE_OVERHEAD: &str = "Move Overhead";
const CHESS960: &str = "UCI_Chess960";

/// The values of the options of the protocol itself.
pub(super) struct ProtocolOptions {
    /// The number of best moves to report.
    pub lines: usize,
    /// The time to keep on the clock for delays.
    pub overhead: Duration,
    pub style: Style,
}

impl ProtocolOptions {
    pub fn new() -> ProtocolOptions {
        let overhead = Duration::from_millis(OVERHEAD.into());
        ProtocolOptions { lines: 1, overhead, style: Style::default() }
    }

    /// The declarations. `Ponder` and `UCI_AnalyseMode` have no effect, but GUIs use these features only if
    /// the engine offers the options.
    pub fn settings() -> Vec<Setting> {
        vec![
            Setting::spin(MULTI_PV, 1, 1, MOST_MOVES),
            Setting::check("Ponder", false),
            Setting::spin(MOVE_OVERHEAD, OVERHEAD, 0, 5000),
            Setting::check(CHESS960, false),
            Setting::check("UCI_AnalyseMode", false),
        ]
    }

    /// Sets an option to a value that [`Setting::read`] has returned.
    pub fn set(&mut self, name: &str, value: &str) {
        let number = || value.parse().unwrap_or(1u32);
        match name {
            MULTI_PV => self.lines = number() as usize,
            MOVE_OVERHEAD => self.overhead = Duration::from_millis(number().into()),
            CHESS960 => self.style.chess960 = value == "true",
            _ => {}
        }
    }
}
