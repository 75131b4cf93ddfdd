//! How the values of options are read and written.

use super::value::{Numbers, OptionValue};
use crate::Score;
use std::ops::{RangeFrom, RangeInclusive};
use std::time::Duration;

/// How the values of an option are read, written and described.
///
/// Formats of this crate: [`Word`], ranges of numbers, [`or`], [`Count`], [`Time`] and [`Bytes`]. Write
/// one for a type that none of them fits:
///
/// ```
/// use plywood::kit::{Format, Options};
///
/// /// A fraction, in percent.
/// struct Percent;
///
/// impl Format<f64> for Percent {
///     fn others(&self) -> Option<String> {
///         Some("a percentage such as 20%".to_string())
///     }
///     fn read(&self, text: &str) -> Option<f64> {
///         let percent: u32 = text.strip_suffix('%')?.parse().ok()?;
///         (percent <= 100).then(|| f64::from(percent) / 100.0)
///     }
///     fn write(&self, value: &f64) -> String {
///         format!("{:.0}%", value * 100.0)
///     }
/// }
///
/// plywood::options! {
///     /// Options with a fraction.
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub struct Tried {
///         /// The moves that are tried.
///         pub tried: f64 [Percent] = 0.5,
///     }
/// }
///
/// let mut options = Tried::default();
/// assert_eq!(options.get("tried").as_deref(), Some("50%"));
/// options.set("tried", "20%")?;
/// assert_eq!(options.tried, 0.2);
/// # Ok::<(), plywood::kit::OptionError>(())
/// ```
pub trait Format<T> {
    /// The values that are words; none, if all values are of another kind.
    fn words(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The values that are no words, described: `a whole number from 1`. None if there are words only.
    fn others(&self) -> Option<String>;

    /// The greatest number that can be read, where [`others`](Format::others) does not name it. An error
    /// message adds it to the description.
    fn greatest(&self) -> Option<String> {
        None
    }

    /// The numbers that can be read, if any can.
    fn numbers(&self) -> Option<Numbers> {
        None
    }

    /// All values, described: `never or a whole number from 2`.
    fn values(&self) -> String {
        one_of(&self.words(), self.others().as_deref())
    }

    /// The value that a text stands for, if it stands for one.
    fn read(&self, text: &str) -> Option<T>;

    /// The text that is read as this value.
    fn write(&self, value: &T) -> String;

    /// The value by its type.
    fn value(&self, value: &T) -> OptionValue {
        OptionValue::Text(self.write(value))
    }
}

/// The format of `bool`, and of enums declared by [`option_words!`](crate::option_words!).
///
/// ```
/// use plywood::{kit::{Format, Word}, search::Deepening};
/// assert_eq!(Word.read("true"), Some(true));
/// assert_eq!(Format::<Deepening>::values(&Word), "auto, always or never");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Word;

impl Format<bool> for Word {
    fn words(&self) -> Vec<&'static str> {
        vec!["true", "false"]
    }

    fn others(&self) -> Option<String> {
        None
    }

    fn read(&self, text: &str) -> Option<bool> {
        text.parse().ok()
    }

    fn write(&self, value: &bool) -> String {
        value.to_string()
    }

    fn value(&self, &value: &bool) -> OptionValue {
        OptionValue::Flag(value)
    }
}

/// Implements [`Format`] for ranges of a type of number.
macro_rules! ranges {
    ($($number:ident is $what:literal, $kind:ident of $wide:ident),*) => {$(
        impl Format<$number> for RangeFrom<$number> {
            fn others(&self) -> Option<String> {
                Some(format!("{} from {}", $what, self.start))
            }

            fn greatest(&self) -> Option<String> {
                // A fraction of that size is no mistake that anybody makes.
                ($what == WHOLE).then(|| $number::MAX.to_string())
            }

            fn read(&self, text: &str) -> Option<$number> {
                text.parse().ok().filter(|value| (self.start..=$number::MAX).contains(value))
            }

            fn write(&self, value: &$number) -> String {
                value.to_string()
            }

            fn numbers(&self) -> Option<Numbers> {
                (self.start..=$number::MAX).numbers()
            }

            fn value(&self, &value: &$number) -> OptionValue {
                OptionValue::$kind(value.to_string().parse().expect("a number is read back"))
            }
        }

        impl Format<$number> for RangeInclusive<$number> {
            fn others(&self) -> Option<String> {
                Some(format!("{} from {} to {}", $what, self.start(), self.end()))
            }

            fn read(&self, text: &str) -> Option<$number> {
                text.parse().ok().filter(|value| self.contains(value))
            }

            fn write(&self, value: &$number) -> String {
                value.to_string()
            }

            fn numbers(&self) -> Option<Numbers> {
                let (&least, &most) = (self.start(), self.end());
                Some(Numbers::$kind { least: least as $wide, most: most as $wide })
            }

            fn value(&self, &value: &$number) -> OptionValue {
                OptionValue::$kind(value.to_string().parse().expect("a number is read back"))
            }
        }
    )*};
}
const WHOLE: &str = "a whole number";
ranges! {
    i32 is "a whole number", Whole of i128,
    u32 is "a whole number", Whole of i128,
    u64 is "a whole number", Whole of i128,
    usize is "a whole number", Whole of i128,
    f32 is "a number", Real of f64,
    f64 is "a number", Real of f64
}

/// Evaluations within bounds.
impl Format<Score> for RangeInclusive<Score> {
    fn others(&self) -> Option<String> {
        (self.start().get()..=self.end().get()).others()
    }

    fn read(&self, text: &str) -> Option<Score> {
        (self.start().get()..=self.end().get()).read(text).map(Score::new)
    }

    fn write(&self, value: &Score) -> String {
        value.get().to_string()
    }

    fn numbers(&self) -> Option<Numbers> {
        (self.start().get()..=self.end().get()).numbers()
    }

    fn value(&self, value: &Score) -> OptionValue {
        OptionValue::Whole(value.get().into())
    }
}

/// A format with one more value, that of a word. Made by [`or`].
#[derive(Clone, Copy, Debug)]
pub struct Or<F> {
    word: &'static str,
    format: F,
}

/// The format of a value that may be missing: `word` means that it is.
///
/// ```
/// use plywood::kit::{Format, or};
/// let format = or("never", 2..);
/// assert_eq!(format.values(), "never or a whole number from 2");
/// assert_eq!(format.read("never"), Some(None));
/// assert_eq!(format.read("3"), Some(Some(3)));
/// assert_eq!(format.read("1"), None);
/// ```
pub fn or<F>(word: &'static str, format: F) -> Or<F> {
    Or { word, format }
}

impl<T, F: Format<T>> Format<Option<T>> for Or<F> {
    fn words(&self) -> Vec<&'static str> {
        std::iter::once(self.word).chain(self.format.words()).collect()
    }

    fn others(&self) -> Option<String> {
        self.format.others()
    }

    fn greatest(&self) -> Option<String> {
        self.format.greatest()
    }

    fn read(&self, text: &str) -> Option<Option<T>> {
        if text == self.word { Some(None) } else { self.format.read(text).map(Some) }
    }

    fn write(&self, value: &Option<T>) -> String {
        match value {
            Some(value) => self.format.write(value),
            None => self.word.to_string(),
        }
    }

    fn numbers(&self) -> Option<Numbers> {
        self.format.numbers()
    }

    fn value(&self, value: &Option<T>) -> OptionValue {
        match value {
            Some(value) => self.format.value(value),
            None => OptionValue::word(self.word),
        }
    }
}

/// Numbers from 1 that may be written with `k`, `M` or `G` for thousands, millions and billions.
///
/// ```
/// use plywood::kit::{Count, Format};
/// assert_eq!(Count.read("20k"), Some(20_000));
/// assert_eq!(Count.read("0"), None);
/// assert_eq!(Count.write(&20_000), "20k");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Count;

impl Format<u64> for Count {
    fn others(&self) -> Option<String> {
        Some("a whole number from 1, such as 500, 20k, 3M or 1G".to_string())
    }

    fn read(&self, text: &str) -> Option<u64> {
        let (digits, factor) = match text.char_indices().last()? {
            (at, 'k') => (&text[..at], 1_000),
            (at, 'M') => (&text[..at], 1_000_000),
            (at, 'G') => (&text[..at], 1_000_000_000),
            _ => (text, 1),
        };
        digits.parse::<u64>().ok()?.checked_mul(factor).filter(|&n| n > 0)
    }

    fn write(&self, &value: &u64) -> String {
        in_units(value, &[(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k"), (1, "")])
    }

    fn numbers(&self) -> Option<Numbers> {
        (1..=u64::MAX).numbers()
    }

    fn value(&self, &value: &u64) -> OptionValue {
        OptionValue::Whole(value.into())
    }
}

/// Times such as `500ms`, `2s` or `1.5m`.
///
/// ```
/// use plywood::kit::{Format, Time};
/// use std::time::Duration;
/// assert_eq!(Time.read("1.5m"), Some(Duration::from_secs(90)));
/// assert_eq!(Time.read("soon"), None);
/// assert_eq!(Time.write(&Duration::from_millis(500)), "500ms");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Time;

impl Format<Duration> for Time {
    fn others(&self) -> Option<String> {
        Some("a time such as 500ms, 2s or 1.5m".to_string())
    }

    fn read(&self, text: &str) -> Option<Duration> {
        let (number, unit) = number_and_unit(text);
        let scale = match unit {
            "ns" => 1e-9,
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

    fn write(&self, value: &Duration) -> String {
        let nanoseconds = u64::try_from(value.as_nanos()).unwrap_or(u64::MAX);
        in_units(nanoseconds, &[(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us"), (1, "ns")])
    }
}

/// Amounts of memory such as `64KiB`, `256MiB` or `2GiB`, in bytes.
///
/// ```
/// use plywood::kit::{Bytes, Format};
/// assert_eq!(Bytes.read("1.5KiB"), Some(1536));
/// assert_eq!(Bytes.read("-1MiB"), None);
/// assert_eq!(Bytes.write(&(64 << 20)), "64MiB");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Bytes;

impl Format<usize> for Bytes {
    fn others(&self) -> Option<String> {
        Some("an amount of memory such as 64KiB, 256MiB or 2GiB".to_string())
    }

    fn read(&self, text: &str) -> Option<usize> {
        let (number, unit) = number_and_unit(text);
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

    fn write(&self, &value: &usize) -> String {
        in_units(value as u64, &[(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"), (1, "B")])
    }
}

/// A list of words and of what else there may be: `auto, never or a number`.
pub(super) fn one_of(words: &[&str], others: Option<&str>) -> String {
    let all: Vec<&str> = words.iter().copied().chain(others).collect();
    match all.split_last() {
        Some((last, [])) => last.to_string(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// A text cut where its first letter is.
fn number_and_unit(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()))
}

/// A plain decimal number: no sign, no exponent, no `inf`.
fn decimal(text: &str) -> Option<f64> {
    let plain = text.chars().all(|c| c.is_ascii_digit() || c == '.');
    if plain { text.parse().ok() } else { None }
}

/// A number in the greatest unit of which it is a multiple.
fn in_units(value: u64, units: &[(u64, &str)]) -> String {
    let unit = units.iter().find(|(size, _)| value >= *size && value.is_multiple_of(*size));
    unit.map_or_else(|| value.to_string(), |(size, unit)| format!("{}{unit}", value / size))
}
