//! Options and limits as people write them: `early-return=false`, `time=500ms`, `memory=1MiB`.

use crate::Error;
use plywood::Budget;
use plywood_games::{one_of, shown};
use std::collections::BTreeMap;
use std::time::Duration;

/// The names of the limits of a [`Budget`] in texts.
pub const LIMITS: [&str; 5] = ["depth", "nodes", "evals", "time", "memory"];

/// Sets one limit from its text.
///
/// ```
/// use plywood::Budget;
/// use plywood_registry::set_limit;
/// let mut budget = Budget::new();
/// set_limit(&mut budget, "memory", "1MiB")?;
/// assert_eq!(budget.memory, Some(1 << 20));
/// assert!(set_limit(&mut budget, "time", "soon").is_err());
/// # Ok::<(), plywood_registry::Error>(())
/// ```
pub fn set_limit(budget: &mut Budget, name: &str, text: &str) -> Result<(), Error> {
    let wrong =
        |expected: &str| Error::input(format!("{name} '{}': expected {expected}", shown(text)));
    let count = "a whole number from 1, such as 500, 20k, 3M or 1G";
    match name {
        "depth" => {
            let depth = text.parse().ok().filter(|&depth| depth > 0);
            budget.depth =
                Some(depth.ok_or_else(|| wrong("a whole number of plies from 1 to 4294967295"))?);
        }
        "nodes" => budget.nodes = Some(parse_count(text).ok_or_else(|| wrong(count))?),
        "evals" => budget.evaluations = Some(parse_count(text).ok_or_else(|| wrong(count))?),
        "time" => {
            let time = parse_time(text);
            budget.time = Some(time.ok_or_else(|| wrong("a time such as 500ms, 2s or 1.5m"))?);
        }
        "memory" => {
            let bytes = parse_bytes(text);
            let expected = "an amount of memory such as 64KiB, 256MiB or 2GiB";
            budget.memory = Some(bytes.ok_or_else(|| wrong(expected))?);
        }
        _ => return Err(Error::unknown("limit", name, &LIMITS)),
    }
    Ok(())
}

/// Whether the budget limits the work of a search at all.
pub fn is_limited(budget: &Budget) -> bool {
    budget.depth.is_some()
        || budget.nodes.is_some()
        || budget.evaluations.is_some()
        || budget.time.is_some()
}

fn parse_count(text: &str) -> Option<u64> {
    let (digits, factor) = match text.char_indices().last()? {
        (at, 'k') => (&text[..at], 1_000),
        (at, 'M') => (&text[..at], 1_000_000),
        (at, 'G') => (&text[..at], 1_000_000_000),
        _ => (text, 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(factor).filter(|&n| n > 0)
}

/// Reads a time such as `500ms`, `2s` or `1.5m`; none if it is not one.
pub fn parse_time(text: &str) -> Option<Duration> {
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit_at);
    let scale = match unit {
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let seconds = decimal(number)? * scale;
    (seconds > 0.0).then(|| Duration::try_from_secs_f64(seconds).ok()).flatten()
}

fn parse_bytes(text: &str) -> Option<usize> {
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_at);
    let scale: f64 = match unit {
        "" | "B" => 1.0,
        "KiB" => 1024.0,
        "MiB" => 1024.0 * 1024.0,
        "GiB" => 1024.0 * 1024.0 * 1024.0,
        "kB" | "KB" => 1e3,
        "MB" => 1e6,
        "GB" => 1e9,
        _ => return None,
    };
    let bytes = decimal(number)? * scale;
    (bytes >= 1.0 && bytes < usize::MAX as f64).then_some(bytes as usize)
}

/// A plain decimal number: no sign, no exponent, no `inf`.
fn decimal(text: &str) -> Option<f64> {
    let plain = text.chars().all(|c| c.is_ascii_digit() || c == '.');
    if plain { text.parse().ok() } else { None }
}

/// The options of an algorithm, by name, as texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    values: BTreeMap<String, String>,
}

impl Settings {
    /// No settings: every option has its default.
    pub fn new() -> Settings {
        Settings::default()
    }

    /// Adds `name=value`; an error if the text is not of that form or the name is already set.
    ///
    /// ```
    /// use plywood_registry::Settings;
    /// let mut settings = Settings::new();
    /// settings.set("early-return=false")?;
    /// assert!(settings.set("early-return=true").is_err(), "set twice");
    /// assert!(settings.set("early-return").is_err());
    /// # Ok::<(), plywood_registry::Error>(())
    /// ```
    pub fn set(&mut self, text: &str) -> Result<(), Error> {
        let Some((name, value)) = text.split_once('=') else {
            return Err(Error::input(format!("setting '{}': expected name=value", shown(text))));
        };
        let (name, value) = (name.trim(), value.trim());
        if self.values.insert(name.to_string(), value.to_string()).is_some() {
            return Err(Error::input(format!("setting '{}' is given twice", shown(name))));
        }
        Ok(())
    }

    /// Sets an option unless it is set.
    pub fn set_default(&mut self, name: &str, value: &str) {
        self.values.entry(name.to_string()).or_insert_with(|| value.to_string());
    }

    /// The options that are set with their values, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The names that are set.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str)
    }

    /// The value of an option as it was written, if it is set.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// The value of an option that is one of `choices`; an error that lists them if it is none.
    pub fn choice<T: Copy>(
        &self,
        name: &str,
        default: T,
        choices: &[(&str, T)],
    ) -> Result<T, Error> {
        let Some(value) = self.values.get(name) else { return Ok(default) };
        match choices.iter().find(|(text, _)| text == value) {
            Some(&(_, choice)) => Ok(choice),
            None => {
                let words: Vec<_> = choices.iter().map(|(text, _)| *text).collect();
                Err(self.wrong(name, value, &one_of(value, &words)))
            }
        }
    }

    /// The value of an option that is `true` or `false`.
    pub fn flag(&self, name: &str, default: bool) -> Result<bool, Error> {
        self.choice(name, default, &[("true", true), ("false", false)])
    }

    /// The value of an option that is a whole number.
    pub fn number(&self, name: &str, default: u32) -> Result<u32, Error> {
        self.number_from(name, default, 0)
    }

    /// The value of an option that is a whole number of at least `least`.
    pub fn number_from(&self, name: &str, default: u32, least: u32) -> Result<u32, Error> {
        let Some(value) = self.values.get(name) else { return Ok(default) };
        value.parse().ok().filter(|&number| number >= least).ok_or_else(|| {
            self.wrong(name, value, &format!("a whole number from {least} to {}", u32::MAX))
        })
    }

    pub(crate) fn wrong(&self, name: &str, value: &str, expected: &str) -> Error {
        Error::input(format!("option {name}='{}': expected {expected}", shown(value)))
    }
}
