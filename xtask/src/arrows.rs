//! Which crate uses which: the manifests, and the table of `ARCHITECTURE.md`.

use crate::{Outcome, workspace};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// For each crate the crates of Plywood that it uses.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The table: rows of a crate, the crates that it uses, and what it is for, with names in backticks.
fn told(map: &str) -> Arrows {
    let rows = map.lines().filter(|line| line.starts_with("| `plywood"));
    let table = rows.take_while(|row| row.split('|').count() == 5);
    let row = |row: &str| {
        let cells: Vec<&str> = row.split('|').collect();
        let name = |cell: &str| cell.trim().trim_matches('`').to_string();
        let uses = cells[2].split_whitespace().map(name).collect();
        (name(cells[1]), uses)
    };
    let mut arrows = Arrows::new();
    for (name, uses) in table.map(row) {
        // A later table has rows that begin in the same way.
        arrows.entry(name).or_insert(uses);
    }
    arrows
}

/// The dependencies in a manifest that are crates of Plywood; those of tests do not count.
fn uses(manifest: &str) -> BTreeSet<String> {
    let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.split(['.', ' ', '=']).next());
    names.filter(|name| name.starts_with("plywood")).map(str::to_string).collect()
}

fn found() -> Result<Arrows, String> {
    let mut arrows = Arrows::new();
    let crates = workspace().join("crates");
    for folder in fs::read_dir(&crates).map_err(|e| format!("{}: {e}", crates.display()))? {
        let path = folder.map_err(|e| e.to_string())?.path().join("Cargo.toml");
        let manifest = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = "));
        let name = name.ok_or_else(|| format!("{}: no name", path.display()))?.trim_matches('"');
        arrows.insert(name.to_string(), uses(&manifest));
    }
    Ok(arrows)
}

/// Fails where the table and the manifests differ.
pub fn check() -> Outcome {
    let path = workspace().join("ARCHITECTURE.md");
    let map = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let (told, found) = (told(&map), found()?);
    if told == found {
        return Ok(());
    }
    let none = BTreeSet::new();
    for name in told.keys().chain(found.keys()).collect::<BTreeSet<_>>() {
        let (told, found) = (told.get(name).unwrap_or(&none), found.get(name).unwrap_or(&none));
        found.difference(told).for_each(|new| println!("{name} uses {new}"));
        told.difference(found).for_each(|old| println!("{name} does not use {old}"));
    }
    Err("the table of crates in ARCHITECTURE.md is not what the manifests say".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_manifests_are_read() {
        let map = "| Crate | Uses | For |\n| --- | --- | --- |\n| `plywood` | | All. |\n\
                   | `plywood-x` | `plywood` `plywood-y` | It. |\n\n| `plywood` | a | b |\n";
        let manifest = "[package]\nname = \"plywood-x\"\n\n[dependencies]\nplywood.workspace = true\n\
                        plywood-y = { path = \"y\" }\nserde = \"1\"\n\n[dev-dependencies]\nplywood-z = \"1\"\n";
        let set = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        let told = told(map);
        assert_eq!(told["plywood"], set(&[]));
        assert_eq!(told["plywood-x"], uses(manifest));
        assert_eq!(uses(manifest), set(&["plywood", "plywood-y"]));
    }
}
