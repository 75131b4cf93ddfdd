//! Folders with the results of runs.

use super::catalogue::reopen;
use super::index::{index_entry, index_page};
use crate::Error;
use crate::experiment::{
    AnyExperiment, FileList, MANIFEST, in_the_way, read_list, read_manifest, read_spec, report,
    write_list,
};
use crate::generate;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The front page, and the list that has its hash.
const INDEX: &str = "index.html";
const LIST: &str = "index-files.json";

/// Writes the reports of a run again, finished or not. If `folder` holds several runs, writes the report of
/// each, and their front page. Returns the paths of the pages.
pub fn report_again(folder: &Path, overwrite: bool) -> Result<Vec<PathBuf>, Error> {
    let runs = if holds_run(folder) { Vec::new() } else { runs_in(folder)? };
    if runs.is_empty() {
        return Ok(vec![report_run(folder, overwrite)?]);
    }
    let overwrites_index = may_overwrite_index(folder, overwrite)?;
    let mut pages: Vec<PathBuf> =
        runs.iter().map(|run| report_run(run, overwrite)).collect::<Result<_, _>>()?;
    pages.push(write_index(folder, overwrites_index)?);
    Ok(pages)
}

/// Writes the front page of all runs in a folder, and returns its path. A page that was written or changed by
/// somebody else is refused, unless it may be overwritten.
pub fn write_index(folder: &Path, overwrite: bool) -> Result<PathBuf, Error> {
    let entries: Result<Vec<_>, Error> =
        runs_in(folder)?.iter().map(|run| index_entry(run)).collect();
    let page = index_page("Experiments", entries?).into_bytes();
    let files = vec![(INDEX.to_string(), page)];
    let list = list_of_index(folder, overwrite)?;
    let replacement = list.replacement(folder, &files, overwrite)?;
    replacement.write(|list| write_list(&folder.join(LIST), "", list))?;
    Ok(folder.join(INDEX))
}

/// Refuses a folder whose front page [`write_index`] would refuse to replace, before anything is run.
pub fn check_index(folder: &Path, overwrite: bool) -> Result<(), Error> {
    may_overwrite_index(folder, overwrite).map(drop)
}

/// Whether the front page may be overwritten, whatever is in it. An error if it may not be and was written or changed
/// by somebody else.
fn may_overwrite_index(folder: &Path, overwrite: bool) -> Result<bool, Error> {
    if !folder.is_dir() {
        return Ok(overwrite);
    }
    let manifests = runs_in(folder)?.into_iter().map(|run| read_manifest(&run));
    // Version 0.1.0 listed no files.
    let is_old = manifests.flatten().any(|manifest| manifest.files.is_none());
    let foreign = list_of_index(folder, overwrite)?.foreign(folder, [INDEX])?;
    match foreign.is_empty() || overwrite || is_old {
        true => Ok(overwrite || is_old),
        false => Err(in_the_way(folder, INDEX)),
    }
}

/// What is listed of a folder of runs. A list that was changed counts for nothing, and is a file like any other.
fn list_of_index(folder: &Path, overwrite: bool) -> Result<FileList, Error> {
    match read_list(&folder.join(LIST), "")? {
        Some(list) => Ok(list),
        None if overwrite => Ok(FileList::default()),
        None => Err(in_the_way(folder, LIST)),
    }
}

fn report_run(folder: &Path, overwrite: bool) -> Result<PathBuf, Error> {
    report(&*reopen_run(folder)?, folder, overwrite)?;
    Ok(folder.join("report.html"))
}

/// What the run in a folder is a run of: an experiment, or a collection of problems.
pub(super) fn reopen_run(folder: &Path) -> Result<Box<dyn AnyExperiment>, Error> {
    let (manifest, spec) = (read_manifest(folder)?, read_spec(folder)?);
    match generate::reopen(&manifest.experiment, &spec)? {
        Some(collection) => Ok(collection),
        None => reopen(&spec),
    }
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
    use crate::experiment::{Manifest, RunOptions, run};
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
        assert_eq!(report_again(&folder.join("a"), false).unwrap(), std::slice::from_ref(&page));
        assert_eq!(fs::read(&page).unwrap(), before);
        let index = folder.join("index.html");
        let pages = [page, folder.join("b/report.html"), index.clone()];
        assert_eq!(report_again(&folder, false).unwrap(), pages);
        assert!(fs::read_to_string(&index).unwrap().contains(r#"<a href="b/report.html">"#));
        // A front page that was changed stays, and no report is written.
        let (ours, a) = (fs::read(&index).unwrap(), folder.join("a"));
        for name in [INDEX, LIST] {
            let before = fs::read(folder.join(name)).unwrap();
            fs::write(folder.join(name), "mine").unwrap();
            fs::remove_file(a.join("report.html")).unwrap();
            let message = report_again(&folder, false).unwrap_err().to_string();
            assert!(message.contains(&format!("{name}: the file exists")), "{message}");
            assert_eq!(fs::read_to_string(folder.join(name)).unwrap(), "mine");
            assert!(check_index(&folder, false).is_err() && check_index(&folder, true).is_ok());
            assert!(!a.join("report.html").exists());
            report_again(&folder, true).unwrap();
            assert_eq!(fs::read(folder.join(name)).unwrap(), before);
        }
        // Version 0.1.0 listed no files: all that its runs have is taken for theirs, once.
        fs::remove_file(folder.join(LIST)).unwrap();
        fs::remove_file(a.join("timings-files.json")).unwrap();
        let manifest = read_manifest(&a).unwrap();
        Manifest { files: None, ..manifest.clone() }.write(&a).unwrap();
        let edited = ["index.html", "a/report.html", "a/timings.html", "a/results.json"];
        for name in edited {
            fs::write(folder.join(name), "of version 0.1.0").unwrap();
        }
        assert_eq!(report_again(&folder, false).unwrap().len(), 3);
        assert_eq!((fs::read(&index).unwrap(), read_manifest(&a).unwrap()), (ours, manifest));
        fs::write(a.join("report.html"), "mine").unwrap();
        assert!(report_again(&folder, false).is_err(), "now there is a list");
        let error = report_again(&folder.join("none"), false).unwrap_err().to_string();
        assert!(error.ends_with("none: no such folder"), "{error}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
