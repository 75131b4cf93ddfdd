//! Tables as CSV, in the format of RFC 4180.

use super::{Cell, Table};
use plywood_play::csv::{quote, text_field};

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
}
