//! Positions of several settings, drawn from the same seeds in each: the units of `growth` and `tempo`.

use super::seeds::Seeds;
use super::spec::{duplicate, wrong};
use crate::Error;
use crate::experiment::{Experiment, Results};
use std::fmt;

/// A unit: a position of a setting, by its number.
pub(super) struct Sample {
    /// The place of the setting in the spec.
    pub setting: usize,
    /// The number, from which the position is drawn.
    pub number: u64,
    /// The key of the unit up to the number, such as `b=5/seed`.
    key: String,
}

impl fmt::Display for Sample {
    /// `b=5/seed=0001`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={:04}", self.key, self.number)
    }
}

/// All positions of all settings.
pub(super) struct Samples {
    /// The keys of the settings' units up to the number.
    keys: Vec<String>,
    pub seeds: Seeds,
}

impl Samples {
    /// The positions of settings with these names. A number is called `word` in the keys of units. An error if
    /// two settings would have the same keys.
    pub fn new(names: &[&str], word: &str, seeds: Seeds) -> Result<Samples, Error> {
        let key = |name: &&str| {
            let words: Vec<&str> = name.split_whitespace().collect();
            format!("{}/{word}", words.join("-").to_lowercase())
        };
        let keys: Vec<String> = names.iter().map(key).collect();
        match duplicate(&keys) {
            Some(place) => {
                Err(wrong(format!("'{}' names two settings: expected one", names[place])))
            }
            None => Ok(Samples { keys, seeds }),
        }
    }

    /// The positions of a setting.
    pub fn of(&self, setting: usize) -> impl Iterator<Item = Sample> {
        let key = &self.keys[setting];
        self.seeds.numbers().map(move |number| Sample { setting, number, key: key.clone() })
    }

    /// The positions of all settings.
    pub fn all(&self) -> Vec<Sample> {
        (0..self.keys.len()).flat_map(|setting| self.of(setting)).collect()
    }

    /// How many positions there are in all settings.
    pub fn count(&self) -> u64 {
        self.keys.len() as u64 * self.seeds.count
    }

    /// The records of the positions of a setting that are done.
    pub fn records<'a, T>(&self, done: &'a Results<T>, setting: usize) -> Vec<&'a T::Record>
    where
        T: Experiment<Unit = Sample>,
    {
        self.of(setting).filter_map(|unit| done.get(&unit)).collect()
    }
}
