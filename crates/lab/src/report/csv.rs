//! Tables as CSV, in the format of RFC 4180.
//!
//! Spreadsheets take a cell for a formula that begins with `=`, `+`, `-`, `@`, a tab or a line break, whatever is meant
//! by it, and a formula may run programs. Names of players are texts of strangers. So such a text is written with an
//! apostrophe before it, which spreadsheets do not show and [`without_guard`] removes. A text with apostrophes before
//! such a character has one more, so that each text is read back as it was. Numbers are written as they are.

use super::{Cell, Table};

/// What makes a formula of a cell that begins with it.
const FORMULA: [char; 7] = ['=', '+', '-', '@', '\t', '\r', '\n'];

/// A table, with numbers as the page shows them.
pub(crate) fn csv(table: &Table) -> String {
    let heading = table.columns.iter().map(|column| text_field(&column.heading()));
    let mut text = heading.collect::<Vec<_>>().join(",") + "\r\n";
    for row in &table.rows {
        let fields: Vec<String> = row.iter().map(field).collect();
        text += &(fields.join(",") + "\r\n");
    }
    text
}

fn field(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text_field(text),
        number => quote(number.to_string()),
    }
}

/// A text as a field.
pub(crate) fn text_field(text: &str) -> String {
    quote(match looks_like_a_formula(text) {
        true => format!("'{text}"),
        false => text.to_string(),
    })
}

/// The text of a field, without the quotes.
pub(crate) fn without_guard(field: &str) -> &str {
    field.strip_prefix('\'').filter(|text| looks_like_a_formula(text)).unwrap_or(field)
}

/// Whether a text, or what stands behind its apostrophes, begins like a formula.
fn looks_like_a_formula(text: &str) -> bool {
    text.trim_start_matches('\'').starts_with(FORMULA)
}

/// A field in quotes, if it needs them.
fn quote(field: String) -> String {
    if field.contains(['"', ',', '\r', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Column;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        let mut table = Table::new("t", [Column::new("a,b"), Column::with_unit("time", "ms")]);
        table.row([Cell::text("say \"hi\"\nthere"), Cell::number(0.5, 2)]);
        table.row([Cell::Empty, Cell::number(f64::NAN, 2)]);
        let expected = "\"a,b\",time (ms)\r\n\"say \"\"hi\"\"\nthere\",0.50\r\n,\r\n";
        assert_eq!(csv(&table), expected);
    }

    #[test]
    fn no_text_is_a_formula_and_numbers_stay() {
        let mut table = Table::new("t", ["name", "-x", "y"].map(Column::new));
        table.row([Cell::text("=1+1"), Cell::number(-0.5, 1), Cell::Integer(-3)]);
        table.row([Cell::text("'-a,b"), Cell::number(-0.04, 1), Cell::Integer(3)]);
        let expected = "name,'-x,y\r\n'=1+1,-0.5,-3\r\n\"''-a,b\",0.0,3\r\n";
        assert_eq!(csv(&table), expected);
    }

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
