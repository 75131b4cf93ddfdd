//! Values of options by their types, for JSON, forms, and other languages.

/// The value of an option, by its type.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionValue {
    /// True or false.
    Flag(bool),
    /// A whole number.
    Whole(i128),
    /// A number that may have a fraction.
    Real(f64),
    /// A word, or a value with a unit, such as `500ms`.
    Text(String),
}

impl OptionValue {
    /// The value that a word stands for.
    pub fn word(word: &str) -> OptionValue {
        word.parse().map_or_else(|_| OptionValue::Text(word.to_string()), OptionValue::Flag)
    }
}

/// The numbers that an option accepts, bounds included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Numbers {
    /// Whole numbers.
    Whole {
        /// The least.
        least: i128,
        /// The greatest.
        most: i128,
    },
    /// Numbers that may have a fraction.
    Real {
        /// The least.
        least: f64,
        /// The greatest.
        most: f64,
    },
}
