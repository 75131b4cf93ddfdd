//! What can go wrong.

use plywood::kit::OptionError;
use plywood_games::{InputError, printable};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why a run could not be done.
///
/// ```
/// use plywood_lab::Error;
/// let error = Error::input("depth is -3, expected 0 or more");
/// assert_eq!(error.to_string(), "depth is -3, expected 0 or more");
/// assert!(error.is_input() && !Error::failure("the engine is silent").is_input());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// A game, a search, or something else that was asked for or failed.
    Play(plywood_play::Error),
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
}

impl Error {
    /// A name that is none of those known.
    pub fn unknown(what: &'static str, name: &str, known: &[&str]) -> Self {
        plywood_play::Error::unknown(what, name, known).into()
    }

    /// Bad input; the message names the input, the place in it and what was expected.
    pub fn input(message: impl Into<String>) -> Self {
        plywood_play::Error::input(message).into()
    }

    /// Work that failed.
    pub fn failure(message: impl Into<String>) -> Self {
        plywood_play::Error::failure(message).into()
    }

    /// A file of an earlier run that is not as it was written.
    pub fn damaged(path: impl AsRef<Path>, reason: impl Into<String>) -> Self {
        Error::Damaged { path: path.as_ref().to_path_buf(), reason: reason.into() }
    }

    /// A failure of the operating system at a path.
    ///
    /// ```
    /// use plywood_lab::Error;
    /// let error = std::fs::read("/no/such/file").map_err(|e| Error::at("/no/such/file", e));
    /// assert!(error.unwrap_err().to_string().starts_with("/no/such/file: "));
    /// ```
    pub fn at(path: impl AsRef<Path>, error: io::Error) -> Self {
        Error::Io { path: path.as_ref().to_path_buf(), source: Arc::new(error) }
    }

    /// Whether the caller has to change something before it can succeed: a request, or a damaged file.
    pub fn is_input(&self) -> bool {
        match self {
            Error::Play(error) => error.is_input(),
            Error::Damaged { .. } => true,
            Error::Busy { .. } | Error::Io { .. } => false,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = match self {
            Error::Play(error) => return error.fmt(f),
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
        // Names of files are in it, and it is printed as one line.
        f.write_str(&printable(&message))
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Play(error) => error.source(),
            Error::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}

impl From<plywood_play::Error> for Error {
    fn from(error: plywood_play::Error) -> Self {
        Error::Play(error)
    }
}

impl From<InputError> for Error {
    fn from(error: InputError) -> Self {
        plywood_play::Error::from(error).into()
    }
}

impl From<OptionError> for Error {
    fn from(error: OptionError) -> Self {
        plywood_play::Error::from(error).into()
    }
}
