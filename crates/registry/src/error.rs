//! What can go wrong.

use plywood::kit::OptionError;
use plywood_games::{InputError, did_you_mean, one_of, printable, shown};
use std::fmt;

/// Why a search could not be done.
///
/// ```
/// use plywood_registry::{Error, algorithm};
/// let Err(Error::Unknown { known, .. }) = algorithm("best-last") else { unreachable!() };
/// assert!(known.contains(&"best-first".to_string()));
/// let error = Error::input("depth is -3, expected 0 or more");
/// assert_eq!(error.to_string(), "depth is -3, expected 0 or more");
/// assert!(error.is_input());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// There is nothing of this name.
    Unknown {
        /// What was looked for: `algorithm`.
        what: &'static str,
        /// The name.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// A game or one of its formats does not read a text.
    Text(InputError),
    /// An option cannot be set.
    Option(OptionError),
    /// Something else was asked for that cannot be: another request may succeed.
    Input(String),
    /// The request was sound and the work failed.
    Failure(String),
}

impl Error {
    /// A name that is none of those known.
    pub fn unknown(what: &'static str, name: &str, known: &[&str]) -> Self {
        let known = known.iter().map(ToString::to_string).collect();
        Error::Unknown { what, name: name.to_string(), known }
    }

    /// Bad input; the message names the input, the place in it and what was expected.
    pub fn input(message: impl Into<String>) -> Self {
        Error::Input(message.into())
    }

    /// Work that failed.
    pub fn failure(message: impl Into<String>) -> Self {
        Error::Failure(message.into())
    }

    /// Whether the caller has to change the request before it can succeed.
    pub fn is_input(&self) -> bool {
        !matches!(self, Error::Failure(_))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = match self {
            Error::Unknown { what, name, known } => {
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                format!("no {what} '{}': expected {}", shown(name), one_of(name, &known))
            }
            Error::Text(error) => error.to_string(),
            Error::Option(OptionError::Value { name, value, expected, words }) => {
                let near = did_you_mean(value, words.iter().copied());
                format!("option {name}='{}': expected {expected}{near}", shown(value))
            }
            Error::Option(error) => error.to_string(),
            Error::Input(message) | Error::Failure(message) => message.clone(),
        };
        // Texts of users are in it, and it is printed as one line.
        f.write_str(&printable(&message))
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Text(error) => Some(error),
            Error::Option(error) => Some(error),
            _ => None,
        }
    }
}

impl From<InputError> for Error {
    fn from(error: InputError) -> Self {
        Error::Text(error)
    }
}

impl From<OptionError> for Error {
    fn from(error: OptionError) -> Self {
        Error::Option(error)
    }
}
