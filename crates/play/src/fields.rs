//! Fields of problems that are JSON objects.

use crate::Error;
use plywood_games::InputError;
use serde_json::{Map, Value};

/// The object in a line.
pub(super) fn object(line: &str) -> Result<Map<String, Value>, Error> {
    let value: Value = serde_json::from_str(line).map_err(|error| {
        let error = format!("\"{error}\"");
        InputError::new("problem", line).expected("a JSON object").found(&error)
    })?;
    match value {
        Value::Object(object) => Ok(object),
        _ => Err(InputError::new("problem", line).expected("a JSON object").into()),
    }
}

/// A field that must be a text.
pub(crate) fn text<'a>(
    object: &'a Map<String, Value>,
    name: &str,
) -> Result<Option<&'a str>, Error> {
    match object.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(wrong(name, "a text", &other.to_string())),
    }
}

/// The field `id`, or the number of the line.
pub(super) fn id(object: &Map<String, Value>, line: usize) -> String {
    match object.get("id") {
        None | Some(Value::Null) => line.to_string(),
        Some(Value::String(id)) => id.clone(),
        Some(other) => other.to_string(),
    }
}

/// The field `expected`: whether the side to move has won.
pub(super) fn expected(object: &Map<String, Value>) -> Result<Option<bool>, Error> {
    match text(object, "expected")? {
        None => Ok(None),
        Some("won") => Ok(Some(true)),
        Some("lost") => Ok(Some(false)),
        Some(other) => Err(wrong("expected", "won or lost", other)),
    }
}

pub(crate) fn wrong(name: &str, expected: &str, found: &str) -> Error {
    InputError::new(format!("field '{name}'"), found).expected(expected).into()
}

pub(crate) fn missing(name: &str, expected: &str) -> Error {
    InputError::missing(format!("field '{name}'")).expected(expected).into()
}

/// The lines of a text with their numbers, without blank lines and comments.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines().map(str::trim));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', ';', '%']))
}

/// The error of a line.
pub(super) fn at_line(number: usize, error: impl std::fmt::Display) -> Error {
    Error::input(format!("at line {number}: {error}"))
}
