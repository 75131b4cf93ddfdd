//! What a run leaves behind for people and programs: CSV, JSON and HTML, from one page.

use super::erased::{AnyExperiment, Rounds};
use super::files::json;
use super::listed::Files;
use super::manifest::Manifest;
use super::results::{Extent, Record};
use crate::Error;
use crate::report::claim::count;
use crate::report::{Cell, Page, Table, csv, html};
use serde_json::{Value, json};
use std::collections::HashSet;

/// The page of the wall times.
pub(super) const TIMES: &str = "timings.html";
/// The page, and every table.
pub(super) const REPORT: &str = "report.html";
/// The profile that is as large as the paper.
const PAPER: &str = "paper";
pub(super) const RESULTS: &str = "results.json";

/// What is made from the results of a run, and what from its wall times.
#[derive(Default)]
pub(crate) struct Made {
    pub(crate) files: Files,
    pub(crate) times: Files,
}

/// All artefacts, the page last: where it is, the rest is too.
pub(super) fn make(
    experiment: &dyn AnyExperiment,
    manifest: &Manifest,
    rounds: &dyn Rounds,
    timings: Option<&Value>,
    extent: Extent,
) -> Result<Made, Error> {
    let mut times = Files::new();
    let of_times = timings.map(|timings| experiment.timings_page(timings)).transpose()?.flatten();
    if let Some(mut page) = of_times {
        page.intro.extend(scope(&page, manifest, extent));
        times = tables(&page)?;
        debug_assert!(
            times.iter().all(|(name, _)| name.starts_with("timings")),
            "what varies must be known by its name"
        );
        times.push((TIMES.into(), html::page(&page, &manifest.run_facts(extent)).into()));
    }
    let (mut files, mut page) = (rounds.files()?, rounds.page());
    page.intro.extend(scope(&page, manifest, extent));
    files.extend(tables(&page)?);
    files.push((RESULTS.into(), json(&results(&page, manifest, extent))?));
    files.push((REPORT.into(), html::page(&page, &manifest.run_facts(extent)).into()));
    Ok(Made { files, times })
}

/// What a complete run of this size can decide and what it cannot, if there are claims.
fn scope(page: &Page, manifest: &Manifest, extent: Extent) -> Option<String> {
    if page.claims.is_empty() || !extent.is_complete() {
        return None;
    }
    let [directions, sizes] = count(&page.claims).map(|[held, failed, open, _]| {
        let decided = held + failed;
        (decided, decided + open)
    });
    let of = |(decided, all): (usize, usize), what: &str| match all {
        1 => format!("{decided} of 1 {what}"),
        _ => format!("{decided} of {all} {what}s"),
    };
    let profile = &manifest.profile;
    let mut text = format!("Profile {profile} decides {}", of(directions, "direction"));
    if sizes.1 > 0 {
        text += &format!(" and {}", of(sizes, "size"));
    }
    text += ". ";
    text += match directions.0 + sizes.0 == directions.1 + sizes.1 {
        true => "No verdict is inconclusive.",
        false if profile == PAPER => "The other verdicts are inconclusive even at this size.",
        false => {
            "The other verdicts are inconclusive: only a larger run, such as that of profile paper, can decide them."
        }
    };
    Some(text)
}

/// The names of the files of an experiment, as far as they are known before it has results.
pub(super) fn names(experiment: &dyn AnyExperiment) -> Result<Vec<String>, Error> {
    let rounds = experiment.begin();
    let page = rounds.page();
    let claims = page.claims_table();
    let mut names: Vec<String> = rounds.files()?.into_iter().map(|(name, _)| name).collect();
    names.extend(page.tables().chain(&claims).map(|table| format!("{}.csv", table.name)));
    names.extend([RESULTS, REPORT].map(String::from));
    Ok(names)
}

/// The tables of a page as files.
fn tables(page: &Page) -> Result<Files, Error> {
    let (mut names, mut files) = (HashSet::new(), Files::new());
    let claims = page.claims_table();
    for table in page.tables().chain(&claims) {
        check(table)?;
        if !names.insert(&table.name) {
            return Err(Error::failure(format!("two tables are named `{}`", table.name)));
        }
        files.push((format!("{}.csv", table.name), csv(table).into_bytes()));
    }
    Ok(files)
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
        // JSON has no infinities; `Value` makes them null. A zero has no sign.
        Cell::Number { value, .. } => (*value + 0.0).into(),
        Cell::Empty => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Machine;
    use crate::report::claim::{Side, Stated};
    use crate::report::{Claim, Column, Measured, Section};

    #[test]
    fn a_page_says_what_its_size_decides() {
        let manifest = |profile: &str| Manifest {
            plywood: "0".into(),
            experiment: "e".into(),
            profile: profile.into(),
            spec_sha256: "ab".into(),
            frame_sha256: None,
            seeds: "1".into(),
            machine: Machine::this(),
            other_machines: Vec::new(),
            files: None,
        };
        let whole = Extent { done: 2, planned: 2, is_estimate: false };
        let claim = |samples: [f64; 3]| {
            let measured = Measured::mean(&samples, "pairs");
            Claim::new("more", "p. 1").measured(measured, 1).direction(Side::Above, 50.0)
        };
        let (clear, noisy) = (claim([79.0, 80.0, 81.0]), claim([20.0, 60.0, 90.0]));
        let text = |claims: &[Claim], profile: &str, extent: Extent| {
            let page = Page { claims: claims.to_vec(), ..Page::new("p") };
            scope(&page, &manifest(profile), extent)
        };
        assert_eq!(
            text(std::slice::from_ref(&clear), "quick", whole).unwrap(),
            "Profile quick decides 1 of 1 direction. No verdict is inconclusive."
        );
        let sized = clear.clone().size("80", Stated::number(80.0, 0.0, 50.0));
        assert_eq!(
            text(&[sized, noisy.clone()], "quick", whole).unwrap(),
            "Profile quick decides 1 of 2 directions and 1 of 1 size. The other verdicts are inconclusive: only a \
             larger run, such as that of profile paper, can decide them."
        );
        assert!(
            text(std::slice::from_ref(&noisy), "paper", whole)
                .unwrap()
                .ends_with("even at this size.")
        );
        assert_eq!(text(&[], "quick", whole), None);
        let part = Extent { done: 1, planned: 2, is_estimate: false };
        assert_eq!(text(&[noisy], "quick", part), None);
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
        assert_eq!(value(&Cell::number(-0.0, 2)).to_string(), "0.0");
    }
}
