//! Files that say what they are, and that notice damage.
//!
//! A line says what the file holds; then come the SHA-256 of that line and the contents, and the
//! contents.

use crate::Error;
use sha2::{Digest, Sha256};
use std::path::Path;

/// The bytes of a file.
pub(super) fn seal(title: &str, contents: &[u8]) -> Vec<u8> {
    [title.as_bytes(), b"\n", &digest(title, contents), contents].concat()
}

/// The contents of a file that is to have this title.
pub(super) fn open<'a>(path: &Path, title: &str, bytes: &'a [u8]) -> Result<&'a [u8], Error> {
    let rest = bytes.strip_prefix(title.as_bytes()).and_then(|rest| rest.strip_prefix(b"\n"));
    let Some(rest) = rest else {
        return Err(damaged(path, &format!("the first line '{title}'")));
    };
    match rest.split_at_checked(32) {
        Some((seal, contents)) if seal == digest(title, contents) => Ok(contents),
        _ => Err(damaged(path, "contents that agree with their checksum")),
    }
}

/// The error of a file that is not what was expected.
pub(super) fn damaged(path: &Path, expected: &str) -> Error {
    let path = path.display();
    Error::input(format!(
        "{path}: damaged, or of another training: expected {expected}; delete it to have it made \
         again"
    ))
}

fn digest(title: &str, contents: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(title).chain_update(contents).finalize().into()
}
