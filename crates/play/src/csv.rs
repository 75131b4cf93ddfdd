//! Fields of CSV, in the format of RFC 4180.
//!
//! Spreadsheets take a cell for a formula that begins with `=`, `+`, `-`, `@`, a tab or a line break, whatever is meant
//! by it, and a formula may run programs. Names of players are texts of strangers. So such a text is written with an
//! apostrophe before it, which spreadsheets do not show and [`without_guard`] removes. A text with apostrophes before
//! such a character has one more, so that each text is read back as it was. Numbers are written as they are.

/// What makes a formula of a cell that begins with it.
const FORMULA: [char; 7] = ['=', '+', '-', '@', '\t', '\r', '\n'];

/// A text as a field.
///
/// ```
/// use plywood_play::csv::text_field;
/// assert_eq!(["Ada", "Ada, Bob", "=1+1"].map(text_field), ["Ada", "\"Ada, Bob\"", "'=1+1"]);
/// ```
pub fn text_field(text: &str) -> String {
    quote(match looks_like_a_formula(text) {
        true => format!("'{text}"),
        false => text.to_string(),
    })
}

/// The text of a field, without the quotes.
pub fn without_guard(field: &str) -> &str {
    field.strip_prefix('\'').filter(|text| looks_like_a_formula(text)).unwrap_or(field)
}

/// Whether a text, or what stands behind its apostrophes, begins like a formula.
fn looks_like_a_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(FORMULA)
}

/// A field in quotes, if it needs them.
pub fn quote(field: String) -> String {
    if field.contains(['"', ',', '\r', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_read_back() {
        let letters = ['\'', '=', '+', '-', '@', '\t', '\r', '\n', 'a', ' '];
        let mut texts = vec![String::new()];
        for length in 0..4 {
            let longer = texts.iter().filter(|text| text.len() == length);
            let longer = longer.flat_map(|text| letters.map(|letter| format!("{text}{letter}")));
            texts.extend(longer.collect::<Vec<_>>());
        }
        assert_eq!(texts.len(), 11_111);
        for text in &texts {
            let field = text_field(text);
            let inner = field.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            let inner = inner.unwrap_or(&field);
            assert!(!inner.starts_with(FORMULA), "{text:?}");
            assert_eq!(without_guard(inner), text, "{field:?}");
        }
    }
}
