//! What a run leaves behind for people and programs: CSV, JSON and HTML, from one page.

use super::files::{json, replace_file};
use super::manifest::Manifest;
use super::results::{Extent, Record};
use crate::Error;
use crate::report::{Cell, Page, Table, html};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::path::Path;

/// Writes all artefacts, the page last: where it is, the rest is too.
pub(crate) fn write(
    folder: &Path,
    manifest: &Manifest,
    page: &Page,
    extent: Extent,
) -> Result<(), Error> {
    let mut names = HashSet::new();
    let claims = page.claims_table();
    let tables: Vec<&Table> = page.tables().chain(&claims).collect();
    for table in &tables {
        check(table)?;
        if !names.insert(&table.name) {
            return Err(Error::failure(format!("two tables are named `{}`", table.name)));
        }
    }
    let report = html::page(page, &manifest.run_facts(extent));
    let results = json(&results(page, manifest, extent))?;
    for table in tables {
        replace_file(&folder.join(format!("{}.csv", table.name)), csv(table).as_bytes())?;
    }
    replace_file(&folder.join("results.json"), &results)?;
    replace_file(&folder.join("report.html"), report.as_bytes())
}

/// Refuses a table that has no faithful CSV and JSON.
fn check(table: &Table) -> Result<(), Error> {
    let name = &table.name;
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err(Error::failure(format!(
            "table `{name}`: a name is made of a-z, 0-9, - and _, as it becomes a file's"
        )));
    }
    let mut columns = HashSet::new();
    if let Some(twice) = table.columns.iter().find(|column| !columns.insert(&column.name)) {
        return Err(Error::failure(format!(
            "table `{name}`: two columns are named `{}`",
            twice.name
        )));
    }
    let width = table.columns.len();
    match table.rows.iter().position(|row| row.len() != width) {
        None => Ok(()),
        Some(row) => Err(Error::failure(format!(
            "table `{name}`: row {} has {} cells, expected {width}",
            row + 1,
            table.rows[row].len()
        ))),
    }
}

/// A table as RFC 4180 has it, with numbers as the page shows them.
pub(crate) fn csv(table: &Table) -> String {
    let heading = table.columns.iter().map(|column| column.heading()).collect();
    let rows = table.rows.iter().map(|row| row.iter().map(Cell::to_string).collect());
    std::iter::once(heading).chain(rows).fold(String::new(), |mut text, fields: Vec<String>| {
        let quoted: Vec<String> = fields.iter().map(|field| quote(field)).collect();
        text.push_str(&quoted.join(","));
        text.push_str("\r\n");
        text
    })
}

/// A field of CSV, in quotes where it needs them.
pub(crate) fn quote(field: &str) -> String {
    if field.contains(['"', ',', '\r', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_string()
    }
}

/// The claims and every table as an array of objects, with full precision, and which run it is. Not the machine:
/// the same run gives the same results elsewhere.
fn results(page: &Page, manifest: &Manifest, extent: Extent) -> Value {
    let tables: Record =
        page.tables().map(|table| (table.name.clone(), Value::Array(objects(table)))).collect();
    let claims = page.claims_table().map(|table| objects(&table)).unwrap_or_default();
    json!({
        "plywood": manifest.plywood,
        "experiment": manifest.experiment,
        "profile": manifest.profile,
        "spec_sha256": manifest.spec_sha256,
        "seeds": manifest.seeds,
        "complete": extent.is_complete(),
        "units": extent.done,
        "claims": claims,
        "tables": tables,
    })
}

fn objects(table: &Table) -> Vec<Value> {
    let names = || table.columns.iter().map(|column| column.name.clone());
    let object = |row: &Vec<Cell>| names().zip(row.iter().map(value)).collect::<Record>().into();
    table.rows.iter().map(object).collect()
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Text(text) => text.as_str().into(),
        Cell::Integer(integer) => (*integer).into(),
        // JSON has no infinities; `Value` makes them null.
        Cell::Number { value, .. } => (*value).into(),
        Cell::Empty => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Column, Section};

    #[test]
    fn csv_quotes_what_it_must() {
        let mut table = Table::new("t", [Column::new("a,b"), Column::with_unit("time", "ms")]);
        table.row([Cell::text("say \"hi\"\nthere"), Cell::number(0.5, 2)]);
        table.row([Cell::Empty, Cell::number(f64::NAN, 2)]);
        let expected = "\"a,b\",time (ms)\r\n\"say \"\"hi\"\"\nthere\",0.50\r\n,\r\n";
        assert_eq!(csv(&table), expected);
    }

    #[test]
    fn tables_without_a_faithful_file_are_refused() {
        let column = || Column::new("a");
        assert!(check(&Table::new("../x", [column()])).is_err());
        assert!(check(&Table::new("", [column()])).is_err());
        assert!(check(&Table::new("twice", [column(), column()])).is_err());
        let mut ragged = Table::new("ragged", [column()]);
        ragged.row([Cell::Empty, Cell::Empty]);
        let error = check(&ragged).unwrap_err().to_string();
        assert_eq!(error, "table `ragged`: row 1 has 2 cells, expected 1");
    }

    #[test]
    fn json_keeps_full_precision() {
        let mut table = Table::new("t", [Column::new("x")]);
        table.row([Cell::number(1.0 / 3.0, 2)]);
        let page = Page::new("P").section(Section::new("S").table(table));
        let objects = objects(page.tables().next().unwrap());
        assert_eq!(objects, [json!({"x": 1.0 / 3.0})]);
    }
}
