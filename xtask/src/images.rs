//! The images of the documents, drawn again from what they show.

use crate::{Outcome, workspace};
use plywood_lab::Error;
use plywood_lab::registry::{PlayerSpec, game, games};
use plywood_play::picture::{Caption, Searched, Sheet, WinShares};
use serde::Deserialize;
use std::fs;
use std::process::ExitCode;

/// The page with the commands that draw its images.
const PAGE: &str = "docs/pictures.md";
/// The picture of the front page.
const FRONT: &str = "docs/images/readme.svg";
/// The experiment whose numbers it shows.
const TABLE_2: &str = "crates/lab/experiments/korf-chickering-1993-table-2";
/// The tree of the front page.
const TREE: &str =
    "[4,[9,[3,[3,4,9],6],3],[7,11,12],[12,[3,[3,9,9],[5,7,2]],[7,[5,4,8],[5,1,12]]]]";

/// Every image: its path in the workspace, and its text.
pub fn images() -> Result<Vec<(String, String)>, String> {
    let page = fs::read_to_string(workspace().join(PAGE)).map_err(|e| format!("{PAGE}: {e}"))?;
    let mut images = Vec::new();
    for command in commands(&page) {
        let Some((path, image)) = drawn(&command)? else { continue };
        images.push((path, image));
    }
    images.push((FRONT.to_string(), front().map_err(|e| format!("{FRONT}: {e}"))?));
    Ok(images)
}

/// The commands of a page: the lines of its shell blocks, those that end with a backslash joined.
fn commands(page: &str) -> Vec<String> {
    let page = page.replace("\r\n", "\n");
    let blocks = page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let joined = blocks.map(|block| block.replace("\\\n", " "));
    joined.flat_map(|block| block.lines().map(str::to_string).collect::<Vec<_>>()).collect()
}

/// The path and the text of the image that a command draws, if it is one of the documents.
fn drawn(command: &str) -> Result<Option<(String, String)>, String> {
    let mut words = words(command);
    let Some(path) = words.last().filter(|path| path.starts_with("docs/images/")).cloned() else {
        return Ok(None);
    };
    let folder = workspace().join("target/images");
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let name = path.rsplit('/').next().unwrap_or_default();
    let file = folder.join(name);
    *words.last_mut().expect("a path") = file.display().to_string();
    words.push("--overwrite".to_string());
    if plywood_cli::run(words, games()) != ExitCode::SUCCESS {
        return Err(format!("{PAGE}: a command failed: {command}"));
    }
    let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(Some((path, text)))
}

/// The words of a command, of which some may be in single quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in command.split('\'').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_string)),
            _ => words.push(part.to_string()),
        }
    }
    words
}

/// The picture of the front page.
fn front() -> Result<String, Error> {
    let mut session = game(games(), "tree")?.open(Some(TREE))?;
    let mut searches = Vec::new();
    for name in ["alpha-beta", "best-first"] {
        session.set_player(&PlayerSpec::parse(name)?)?;
        let (answer, record) = session.search_record()?;
        searches.push(Searched { name: name.to_string(), answer, record });
    }
    let places = session.places(None, Sheet::MOST_NODES);
    let [paper, measured] = ["paper.toml", "measured.toml"].map(table);
    Ok(Sheet::new(Caption::default(), searches, places.as_deref())?.poster(&paper?, &measured?))
}

/// The rows of a file of the experiment for Table 2 of Korf & Chickering (1993).
fn table(file: &str) -> Result<Vec<WinShares>, Error> {
    #[derive(Deserialize)]
    struct Table {
        rows: Vec<WinShares>,
    }

    let path = workspace().join(TABLE_2).join(file);
    let text = fs::read_to_string(&path).map_err(|e| Error::at(&path, e))?;
    let table: Result<Table, _> = toml::from_str(&text);
    Ok(table.map_err(|error| Error::failure(format!("{}: {error}", path.display())))?.rows)
}

/// Writes the images that are not up to date.
pub fn write() -> Outcome {
    for (path, text) in images()? {
        if !crate::docs::is_current(&path, &text) {
            let file = workspace().join(&path);
            file.parent().map_or(Ok(()), fs::create_dir_all).map_err(|e| format!("{path}: {e}"))?;
            fs::write(file, text).map_err(|e| format!("{path}: {e}"))?;
            println!("xtask: wrote {path}");
        }
    }
    Ok(())
}

/// The images that are not up to date.
pub fn stale() -> Result<Vec<String>, String> {
    let stale = images()?.into_iter().filter(|(path, text)| !crate::docs::is_current(path, text));
    Ok(stale.map(|(path, _)| path).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_a_page_are_read_as_a_shell_reads_them() {
        let page = "text\n```sh\nplywood picture tree --position '[0, 1]' \\\n    --out a.svg\nls\n```\nmore";
        let commands = commands(page);
        assert_eq!(commands.len(), 2);
        let expected = ["plywood", "picture", "tree", "--position", "[0, 1]", "--out", "a.svg"];
        assert_eq!(words(&commands[0]), expected);
    }

    #[test]
    fn the_measured_table_is_that_of_the_page() {
        let page = workspace().join(TABLE_2).join("README.md");
        let page = fs::read_to_string(page).unwrap();
        let [paper, measured] = ["paper.toml", "measured.toml"].map(|file| table(file).unwrap());
        for row in &measured {
            let known = paper.iter().find(|other| other.branching == row.branching).expect("a row");
            assert_eq!(row.wins.len(), known.wins.len());
            let head =
                format!("| B = {}, wins (%), measured at the paper's depths |", row.branching);
            let line =
                page.lines().find(|line| line.starts_with(&head)).expect("a row of the page");
            let cells =
                line[head.len()..].split('|').map(str::trim).filter(|cell| !cell.is_empty());
            let cells: Vec<u32> = cells.map(|cell| cell.parse().unwrap()).collect();
            assert_eq!(cells[..], row.wins[1..], "B = {}", row.branching);
        }
        let cells = front().unwrap().matches("paper-mark\" cx").count();
        assert_eq!(cells, 52 + 1, "46 cells, six at depth 1, the legend");
    }
}
