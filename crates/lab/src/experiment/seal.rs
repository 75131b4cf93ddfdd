//! Checksums: every file that a run or a training reads back has one, so that damage is noticed.
//!
//! JSON has it as its last field, `check`: the beginning of the SHA-256 of the text without that field,
//! and of a context that identifies the run. Other files begin with a title line; then come the SHA-256
//! of that line and the contents, and the contents.

use super::files::json;
use crate::Error;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::Path;

/// The field of the checksum.
pub(crate) const CHECK: &str = "check";
/// Hexadecimal digits of the checksum.
const DIGITS: usize = 16;
/// What stands before the checksum, after it, and in place of all three without it: in JSON that is
/// indented, and in JSON on one line.
const FORMS: [[&str; 3]; 2] =
    [[",\n  \"check\": \"", "\"\n}\n", "\n}\n"], [",\"check\":\"", "\"}", "}"]];

/// SHA-256 in hexadecimal.
pub(crate) fn hash(text: impl AsRef<[u8]>) -> String {
    hex(&digest_of(text))
}

/// Bytes in hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// SHA-256.
pub(crate) fn digest_of(text: impl AsRef<[u8]>) -> [u8; 32] {
    Sha256::digest(text).into()
}

fn check(context: &str, text: &str) -> u64 {
    let hasher = Sha256::new().chain_update(context).chain_update("\n").chain_update(text);
    let digest: [u8; 32] = hasher.finalize().into();
    let [a, b, c, d, e, f, g, h, ..] = digest;
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}

/// A JSON object that is not empty, with its checksum. `context` is not written: reading the object needs
/// the same one.
pub(crate) fn seal_json(context: &str, text: &str) -> String {
    let sealed = FORMS.iter().find_map(|[before, after, end]| {
        let body = text.strip_suffix(end)?;
        Some(format!("{body}{before}{:0DIGITS$x}{after}", check(context, text)))
    });
    debug_assert!(sealed.is_some(), "an object ends with a brace");
    sealed.unwrap_or_default()
}

/// The object without its checksum; nothing if the checksum is wrong.
pub(crate) fn open_json(context: &str, sealed: &str) -> Option<String> {
    FORMS.iter().find_map(|[before, after, end]| {
        let rest = sealed.strip_suffix(after)?;
        let (body, digits) = rest.split_at_checked(rest.len().checked_sub(DIGITS)?)?;
        let text = format!("{}{end}", body.strip_suffix(before)?);
        // Only the digits that `seal_json` writes count: no capitals, no sign.
        (format!("{:0DIGITS$x}", check(context, &text)) == digits).then_some(text)
    })
}

/// The checksum of an object on one line, as a number.
pub(crate) fn checksum(line: &str) -> Option<u64> {
    let [_, after, _] = FORMS[1];
    let rest = line.strip_suffix(after)?;
    u64::from_str_radix(rest.get(rest.len().checked_sub(DIGITS)?..)?, 16).ok()
}

/// A value as indented JSON with a checksum: the bytes of a file.
pub(crate) fn to_json(context: &str, value: &impl Serialize) -> Result<Vec<u8>, Error> {
    let text = String::from_utf8_lossy(&json(value)?).into_owned();
    Ok(seal_json(context, &text).into_bytes())
}

/// The value in a file of JSON; nothing if it is damaged.
pub(crate) fn from_json<T: DeserializeOwned>(context: &str, bytes: &[u8]) -> Option<T> {
    serde_json::from_str(&open_json(context, std::str::from_utf8(bytes).ok()?)?).ok()
}

/// The bytes of a file that is no JSON.
pub(crate) fn seal(title: &str, contents: &[u8]) -> Vec<u8> {
    [title.as_bytes(), b"\n", &digest(title, contents), contents].concat()
}

/// The contents of a file that is to have this title.
pub(crate) fn open<'a>(path: &Path, title: &str, bytes: &'a [u8]) -> Result<&'a [u8], Error> {
    match opened(bytes) {
        Some((found, contents)) if found == title => Ok(contents),
        Some(_) => Err(Error::input(format!(
            "{}: of another training: expected the first line '{title}'; choose another --folder",
            path.display()
        ))),
        None => Err(damaged(path, "contents that agree with their checksum")),
    }
}

/// Whether a file is damaged. One that is sound and has another title is not.
pub(crate) fn is_damaged(bytes: &[u8]) -> bool {
    opened(bytes).is_none()
}

/// The title and the contents; nothing if the checksum is wrong.
fn opened(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let (title, rest) = bytes.split_at(bytes.iter().position(|&byte| byte == b'\n')?);
    let title = std::str::from_utf8(title).ok()?;
    let (seal, contents) = rest[1..].split_at_checked(32)?;
    (seal == digest(title, contents)).then_some((title, contents))
}

/// What makes damaged files of a run whole again.
pub(crate) const REPAIR: &str = "the command of the run with --repair";

/// The error of a file that is not what was expected.
pub(crate) fn damaged(path: &Path, expected: &str) -> Error {
    Error::damaged(path, format!("damaged: expected {expected}; --repair makes it again"))
}

fn digest(title: &str, contents: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(title).chain_update(contents).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_is_noticed() {
        let line = seal_json("run", "{\"unit\":\"é/seed=1\",\"value\":0.25}");
        let indented = seal_json("run", "{\n  \"name\": \"a b\",\n  \"cores\": 2\n}\n");
        for sealed in [line, indented] {
            assert!(
                open_json("run", &sealed).is_some_and(|text| !text.contains(CHECK)),
                "{sealed}"
            );
            assert_eq!(open_json("another run", &sealed), None);
            for bit in 0..8 * sealed.len() {
                let mut bytes = sealed.clone().into_bytes();
                bytes[bit / 8] ^= 1 << (bit % 8);
                let text = String::from_utf8(bytes);
                assert_eq!(text.ok().and_then(|text| open_json("run", &text)), None, "bit {bit}");
            }
        }
        let path = Path::new("file");
        let sealed = seal("a title", b"some contents");
        assert_eq!(open(path, "a title", &sealed).unwrap(), b"some contents");
        assert!(
            open(path, "another", &sealed).unwrap_err().to_string().contains("another training")
        );
        for bit in 0..8 * sealed.len() {
            let mut bytes = sealed.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert!(is_damaged(&bytes) && open(path, "a title", &bytes).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn what_was_never_sealed_does_not_open() {
        for text in ["", "{}", "{\"unit\":\"a\"}", "\"}", "{\"check\":\"\"}", "é", "{\n}\n"] {
            assert_eq!(open_json("", text), None, "{text:?}");
        }
        for bytes in [&b""[..], b"\n", b"title\nshort", b"no line"] {
            assert!(is_damaged(bytes));
        }
    }
}
