//! What can go wrong, in the two kinds that a command line tells apart.

use std::fmt;
use std::io;
use std::path::Path;

/// Why a run could not be done. The command line maps `Input` to exit code 2, `Failure` to 1.
///
/// ```
/// use plywood_registry::Error;
/// let error = Error::input("depth is -3, expected 0 or more");
/// assert_eq!(error.to_string(), "depth is -3, expected 0 or more");
/// assert_eq!(error.exit_code(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The caller asked for something that cannot be: another request may succeed.
    Input(String),
    /// The request was sound and the work failed.
    Failure(String),
}

impl Error {
    /// Bad input; the message names the input, the place in it and what was expected.
    pub fn input(message: impl Into<String>) -> Self {
        Error::Input(message.into())
    }

    /// Work that failed.
    pub fn failure(message: impl Into<String>) -> Self {
        Error::Failure(message.into())
    }

    /// A failure of the operating system at a path, which `io::Error` alone does not name.
    ///
    /// ```
    /// use plywood_registry::Error;
    /// let error = std::fs::read("/no/such/file").map_err(|e| Error::at("/no/such/file", e));
    /// assert!(error.unwrap_err().to_string().starts_with("/no/such/file: "));
    /// ```
    pub fn at(path: impl AsRef<Path>, error: io::Error) -> Self {
        Error::Failure(format!("{}: {error}", path.as_ref().display()))
    }

    /// The exit code of a command that ends with this error.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Input(_) => 2,
            Error::Failure(_) => 1,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // Texts of users and names of files are in it, and it is printed as one line.
            Error::Input(message) | Error::Failure(message) => {
                f.write_str(&plywood_games::printable(message))
            }
        }
    }
}

impl std::error::Error for Error {}
