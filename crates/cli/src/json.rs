//! JSON objects on one line. Fields stay in the order in which they were added, which `serde_json` alone
//! does not promise.

use serde_json::Value;
use std::fmt;

/// A JSON object under construction.
#[derive(Default)]
pub(crate) struct Object(String);

impl Object {
    pub(crate) fn new() -> Object {
        Object::default()
    }

    /// Adds a field.
    pub(crate) fn field(self, name: &str, value: impl Into<Value>) -> Object {
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
    pub(crate) fn object(self, name: &str, value: Object) -> Object {
        self.text(name, &value.to_string())
    }

    /// Adds a field that is an array of objects.
    pub(crate) fn objects(self, name: &str, values: impl IntoIterator<Item = Object>) -> Object {
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
pub(crate) fn array(values: impl IntoIterator<Item = Object>) -> String {
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    format!("[{}]", values.join(","))
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
