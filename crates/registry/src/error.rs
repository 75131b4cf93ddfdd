//! What can go wrong.

use plywood::kit::OptionError;
use plywood_games::{InputError, did_you_mean, one_of, printable, shown};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why a run could not be done.
///
/// ```
/// use plywood_registry::{Error, algorithm};
/// let Err(Error::Unknown { known, .. }) = algorithm("best-last") else { unreachable!() };
/// assert!(known.contains(&"best-first".to_string()));
/// let error = Error::input("depth is -3, expected 0 or more");
/// assert_eq!(error.to_string(), "depth is -3, expected 0 or more");
/// assert_eq!(error.exit_code(), 2);
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
    /// A file of an earlier run is not as it was written.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, and what makes it whole again.
        reason: String,
    },
    /// Another process is at work in a folder.
    Busy {
        /// The folder.
        folder: PathBuf,
        /// The process, where its id is known.
        process: Option<u32>,
    },
    /// The operating system failed at a path.
    Io {
        /// The path, which the error alone does not name.
        path: PathBuf,
        /// The error.
        source: Arc<io::Error>,
    },
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

    /// A file of an earlier run that is not as it was written.
    pub fn damaged(path: impl AsRef<Path>, reason: impl Into<String>) -> Self {
        Error::Damaged { path: path.as_ref().to_path_buf(), reason: reason.into() }
    }

    /// A failure of the operating system at a path.
    ///
    /// ```
    /// use plywood_registry::Error;
    /// let error = std::fs::read("/no/such/file").map_err(|e| Error::at("/no/such/file", e));
    /// assert!(error.unwrap_err().to_string().starts_with("/no/such/file: "));
    /// ```
    pub fn at(path: impl AsRef<Path>, error: io::Error) -> Self {
        Error::Io { path: path.as_ref().to_path_buf(), source: Arc::new(error) }
    }

    /// Whether the caller has to change something before it can succeed: a request, or a damaged file.
    pub fn is_input(&self) -> bool {
        !matches!(self, Error::Busy { .. } | Error::Io { .. } | Error::Failure(_))
    }

    /// The exit code of a command that ends with this error: 2 for [bad input](Error::is_input), else 1.
    pub fn exit_code(&self) -> u8 {
        if self.is_input() { 2 } else { 1 }
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
            Error::Damaged { path, reason } => format!("{}: {reason}", path.display()),
            Error::Busy { folder, process } => {
                let process = process.map(|id| format!(" ({id})")).unwrap_or_default();
                let folder = folder.display();
                format!(
                    "{folder}: another process{process} is at work in this folder: wait for it, or \
                     choose another folder"
                )
            }
            Error::Io { path, source } => format!("{}: {source}", path.display()),
        };
        // Texts of users and names of files are in it, and it is printed as one line.
        f.write_str(&printable(&message))
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Text(error) => Some(error),
            Error::Option(error) => Some(error),
            Error::Io { source, .. } => Some(source),
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
