//! Folders with the results of runs.

use super::catalogue::reopen;
use super::index::{index_entry, index_page};
use crate::Error;
use crate::experiment::{MANIFEST, read_spec, replace_file, report};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Writes the reports of a run again, finished or not. If `folder` holds several runs, writes the report of
/// each, and their front page. Returns the paths of the pages.
pub fn report_again(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let runs = if holds_run(folder) { Vec::new() } else { runs_in(folder)? };
    if runs.is_empty() {
        return Ok(vec![report_run(folder)?]);
    }
    let mut pages: Vec<PathBuf> =
        runs.iter().map(|run| report_run(run)).collect::<Result<_, _>>()?;
    pages.push(write_index(folder)?);
    Ok(pages)
}

/// Writes the front page of all runs in a folder, and returns its path.
pub fn write_index(folder: &Path) -> Result<PathBuf, Error> {
    let entries: Result<Vec<_>, Error> =
        runs_in(folder)?.iter().map(|run| index_entry(run)).collect();
    let path = folder.join("index.html");
    replace_file(&path, index_page("Experiments", &entries?).as_bytes())?;
    Ok(path)
}

fn report_run(folder: &Path) -> Result<PathBuf, Error> {
    report(&*reopen(&read_spec(folder)?)?, folder)?;
    Ok(folder.join("report.html"))
}

fn holds_run(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file()
}

/// The folders in `folder` that hold runs, sorted by name; none if it is not a folder.
fn runs_in(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.map_err(|e| Error::at(folder, e))?;
    let mut runs: Vec<PathBuf> =
        entries.iter().map(|entry| entry.path()).filter(|path| holds_run(path)).collect();
    runs.sort();
    Ok(runs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{RunOptions, run};
    use crate::papers::open;

    #[test]
    fn reports_of_one_run_and_of_several() {
        let folder = std::env::temp_dir().join(format!("plywood-runs-{}", std::process::id()));
        for name in ["b", "a"] {
            let experiment = open("korf-1992-overhead", "smoke").unwrap();
            run(&*experiment, &RunOptions::new(folder.join(name))).unwrap();
        }
        let page = folder.join("a/report.html");
        let before = fs::read(&page).unwrap();
        fs::remove_file(&page).unwrap();
        assert_eq!(report_again(&folder.join("a")).unwrap(), std::slice::from_ref(&page));
        assert_eq!(fs::read(&page).unwrap(), before);
        let index = folder.join("index.html");
        let pages = [page, folder.join("b/report.html"), index.clone()];
        assert_eq!(report_again(&folder).unwrap(), pages);
        assert!(fs::read_to_string(&index).unwrap().contains(r#"<a href="b/report.html">"#));
        let error = report_again(&folder.join("none")).unwrap_err().to_string();
        assert!(error.ends_with("none: no such folder"), "{error}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
