//! JSON objects on one line, and what searches find as such objects.
//!
//! Fields stay in the order in which they were added, which `serde_json` alone does not promise.

use crate::units::{move_json, moves_json, score_json};
use plywood::{Counts, Details, Interval, Side, Variation};
use serde_json::Value;
use std::fmt;
use std::time::Duration;

/// A JSON object under construction.
#[derive(Default)]
pub struct Object(String);

impl Object {
    /// An object without fields.
    pub fn new() -> Object {
        Object::default()
    }

    /// Adds a field.
    pub fn field(self, name: &str, value: impl Into<Value>) -> Object {
        let value = value.into();
        match value.as_f64() {
            // A zero has no sign.
            Some(number) if value.is_f64() => {
                self.text(name, &Value::from(number + 0.0).to_string())
            }
            _ => self.text(name, &value.to_string()),
        }
    }

    /// Adds a field that is an object itself.
    pub fn object(self, name: &str, value: Object) -> Object {
        self.text(name, &value.to_string())
    }

    /// Adds a field that is an array of objects.
    pub fn objects(self, name: &str, values: impl IntoIterator<Item = Object>) -> Object {
        self.text(name, &array(values))
    }

    fn text(mut self, name: &str, value: &str) -> Object {
        self.0.push(if self.0.is_empty() { '{' } else { ',' });
        self.0.push_str(&Value::from(name).to_string());
        self.0.push(':');
        self.0.push_str(value);
        self
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}}}", if self.0.is_empty() { "{" } else { &self.0 })
    }
}

/// An array of objects.
pub fn array(values: impl IntoIterator<Item = Object>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    format!("[{}]", values.join(","))
}

/// The bounds of a value in `unit`s as JSON.
pub fn bounds_json(value: Interval, unit: i32) -> Object {
    Object::new()
        .field("lower", score_json(value.lower, unit))
        .field("upper", score_json(value.upper, unit))
}

/// The counts of a search, followed by those that only some algorithms have.
pub fn counts_json(counts: Counts, details: &Details) -> Object {
    let common = Object::new()
        .field("generated", counts.generated)
        .field("evaluated", counts.evaluated)
        .field("expanded", counts.expanded)
        .field("regenerated", counts.regenerated);
    let common = match counts.pointers {
        0 => common,
        pointers => common.field("pointers", pointers),
    };
    details.iter().fold(common, |object, (name, number)| object.field(name, number))
}

/// Milliseconds. A single division rounds only once, which avoids long fractions.
pub fn ms(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e6
}

/// One object for each of the best moves, with its depth, rank, value and line.
pub fn lines_json(
    lines: &[Variation<String>],
    numbered_moves: bool,
    unit: i32,
    side: Side,
) -> impl Iterator<Item = Object> {
    (1u64..).zip(lines).map(move |(rank, Variation { value, proven, pv, depth })| {
        let mut object = Object::new()
            .field("depth", *depth)
            .field("rank", rank)
            .field("move", pv.first().map(|best| move_json(numbered_moves, best)))
            .object("value", bounds_json(*value, unit));
        if let Some(exact) = value.exact() {
            object = object.field("score", score_json(exact.seen_by(side), unit));
        }
        object.field("proven", *proven).field("pv", moves_json(numbered_moves, pv))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_json_in_order() {
        let inner = Object::new().field("b", 1.5).field("a", Value::Null).field("c", -0.0);
        let object = Object::new()
            .field("z \"quoted\"", "line\nbreak")
            .object("inner", inner)
            .objects("list", [Object::new(), Object::new().field("x", true)]);
        let text = r#"{"z \"quoted\"":"line\nbreak","inner":{"b":1.5,"a":null,"c":0.0},"list":[{},{"x":true}]}"#;
        assert_eq!(object.to_string(), text);
        assert!(serde_json::from_str::<Value>(text).is_ok());
    }
}
