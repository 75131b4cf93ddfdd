//! Which files of a folder Plywood wrote: only those are replaced without being asked to.
//!
//! A list has the SHA-256 of each file. While files are being replaced it has both hashes of each, the old and the
//! new, and it is on the disk before the first file changes. So at any moment, and after a crash at any moment, a
//! file that has none of its listed hashes was written or changed by somebody else.

use super::files::{read_if_there, regular_file, replace_file};
use super::seal::{from_json, hash, to_json};
use crate::Error;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;

/// Files with their contents: what is to be written into a folder.
pub(crate) type Files = Vec<(String, Vec<u8>)>;

/// The files of a folder that Plywood wrote, with the SHA-256 of each: two while it is being replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileList {
    hashes: BTreeMap<String, Vec<String>>,
}

impl FileList {
    /// The names of the files.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.hashes.keys().map(String::as_str)
    }

    /// Lists a file with the hashes that it may have.
    pub(crate) fn list(&mut self, name: &str, hashes: Vec<String>) {
        self.hashes.insert(name.to_string(), hashes);
    }

    /// Removes a file from the list.
    pub(crate) fn forget(&mut self, name: &str) {
        self.hashes.remove(name);
    }

    /// Whether a file is listed with this hash.
    pub(crate) fn has(&self, name: &str, hash: &str) -> bool {
        self.hashes.get(name).is_some_and(|hashes| hashes.iter().any(|known| known == hash))
    }

    /// Which of these files are in the folder and are not listed as they are. Nothing is lost with an empty file, so
    /// none is among them.
    pub(crate) fn foreign<'a>(
        &self,
        folder: &Path,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<&'a str>, Error> {
        let mut foreign = Vec::new();
        for name in names {
            let there = hash_of_file(&folder.join(name))?;
            if there.is_some_and(|there| !self.has(name, &there) && there != hash("")) {
                foreign.push(name);
            }
        }
        Ok(foreign)
    }

    /// Lists those of these files that are in the folder with these contents.
    pub(crate) fn adopt(
        &mut self,
        folder: &Path,
        files: &[(String, Vec<u8>)],
    ) -> Result<(), Error> {
        for (name, bytes) in files {
            let hash = hash(bytes);
            if hash_of_file(&folder.join(name))?.as_ref() == Some(&hash) {
                self.list(name, vec![hash]);
            }
        }
        Ok(())
    }

    /// Looks at all files that are to be replaced, and changes nothing. A file that is neither listed nor has these
    /// contents already is refused, unless it may be overwritten.
    pub(crate) fn replacement<'a>(
        &self,
        folder: &'a Path,
        files: &'a [(String, Vec<u8>)],
        overwrite: bool,
    ) -> Result<Replacement<'a>, Error> {
        let (mut before, mut after, mut changed) = (self.clone(), self.clone(), Vec::new());
        for (name, bytes) in files {
            let new = hash(bytes);
            after.list(name, vec![new.clone()]);
            let there = hash_of_file(&folder.join(name))?;
            if there.as_ref() != Some(&new) {
                if !overwrite && !self.foreign(folder, [name.as_str()])?.is_empty() {
                    return Err(in_the_way(folder, name));
                }
                changed.push((name.as_str(), bytes.as_slice()));
            }
            let hashes = there.into_iter().filter(|there| *there != new).chain([new.clone()]);
            before.list(name, hashes.collect());
        }
        Ok(Replacement { folder, changed, listed: self.clone(), before, after })
    }
}

/// Files that are to be replaced, with what is listed before and after.
pub(crate) struct Replacement<'a> {
    folder: &'a Path,
    changed: Vec<(&'a str, &'a [u8])>,
    listed: FileList,
    before: FileList,
    after: FileList,
}

impl Replacement<'_> {
    /// Replaces the files, each atomically and in their order. `keep` writes the list to the disk. A list that is there
    /// already is not written again: whoever dies while doing so would leave a file that no later run touches.
    pub(crate) fn write(
        self,
        mut keep: impl FnMut(FileList) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut listed = self.listed;
        if !self.changed.is_empty() {
            keep(self.before.clone())?;
            for (name, bytes) in &self.changed {
                replace_file(&self.folder.join(name), bytes)?;
            }
            listed = self.before;
        }
        match listed == self.after {
            true => Ok(()),
            false => keep(self.after),
        }
    }
}

/// Writes files into a folder that has no list. A file that is there with other contents is refused, before any is
/// written, unless it may be overwritten.
///
/// ```
/// use plywood_lab::experiment::write_files;
/// let folder = std::env::temp_dir().join(format!("plywood-lab-write-{}", std::process::id()));
/// std::fs::create_dir(&folder).unwrap();
/// let files = |text: &str| vec![("a.txt".to_string(), text.as_bytes().to_vec())];
/// write_files(&folder, &files("one"), false)?;
/// write_files(&folder, &files("one"), false)?;
/// assert!(write_files(&folder, &files("two"), false).is_err());
/// write_files(&folder, &files("two"), true)?;
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), plywood_lab::Error>(())
/// ```
pub fn write_files(
    folder: &Path,
    files: &[(String, Vec<u8>)],
    overwrite: bool,
) -> Result<(), Error> {
    FileList::default().replacement(folder, files, overwrite)?.write(|_| Ok(()))
}

/// The error of a file that would be lost.
pub(crate) fn in_the_way(folder: &Path, name: &str) -> Error {
    Error::input(format!(
        "{}: the file exists, and was not written by this command or was changed since: expected another folder, or \
         --overwrite",
        folder.join(name).display()
    ))
}

/// A list in a file of its own.
#[derive(Default, Serialize, Deserialize)]
struct Listed {
    files: FileList,
}

/// The list in a file; an empty one if there is no file, and nothing if it is damaged. `context` is what its checksum
/// is tied to.
pub(crate) fn read_list(path: &Path, context: &str) -> Result<Option<FileList>, Error> {
    let Some(bytes) = read_if_there(path)? else { return Ok(Some(FileList::default())) };
    Ok(from_json::<Listed>(context, &bytes).map(|listed| listed.files))
}

/// Writes a list to a file.
pub(crate) fn write_list(path: &Path, context: &str, files: FileList) -> Result<(), Error> {
    replace_file(path, &to_json(context, &Listed { files })?)
}

/// The SHA-256 of a file in hexadecimal; nothing if there is none.
fn hash_of_file(path: &Path) -> Result<Option<String>, Error> {
    let path = regular_file(path)?;
    let mut file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::at(&path, error)),
    };
    let mut hasher = Sha256::new();
    io::copy(&mut file, &mut hasher).map_err(|e| Error::at(&path, e))?;
    Ok(Some(super::seal::hex(&hasher.finalize())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn files(version: u32) -> Files {
        let file = |name: &str| (name.to_string(), format!("{name} {version}").into_bytes());
        ["a", "b", "c"].map(file).to_vec()
    }

    fn contents(folder: &Path) -> Vec<Vec<u8>> {
        files(0).iter().filter_map(|(name, _)| fs::read(folder.join(name)).ok()).collect()
    }

    /// What is on the disk if the process dies after some steps: the list, each file, the list.
    fn dies_after(steps: usize, folder: &Path, list: &FileList, files: &Files) -> FileList {
        let Replacement { changed, before, .. } = list.replacement(folder, files, false).unwrap();
        let Some(replaced) = steps.checked_sub(1) else { return list.clone() };
        for (name, bytes) in &changed[..replaced] {
            replace_file(&folder.join(name), bytes).unwrap();
        }
        before
    }

    /// Replaces the files; the list then.
    fn replaced(folder: &Path, list: &FileList, files: &Files) -> FileList {
        let (old, mut kept) = (contents(folder), Vec::new());
        let replacement = list.replacement(folder, files, false).unwrap();
        replacement
            .write(|list| {
                let new = files.iter().map(|(_, bytes)| bytes.clone()).collect();
                let expected = if kept.is_empty() { &old } else { &new };
                assert_eq!(&contents(folder), expected, "the list comes first and last");
                kept.push(list);
                Ok(())
            })
            .unwrap();
        // Files that are new have one hash from the beginning.
        assert_eq!(kept.len(), if old.is_empty() { 1 } else { 2 });
        kept.pop().unwrap()
    }

    #[test]
    fn after_a_crash_at_any_step_own_files_are_known_and_no_others() {
        for steps in 0..=4 {
            let folder =
                std::env::temp_dir().join(format!("plywood-listed-{}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            let list = replaced(&folder, &FileList::default(), &files(1));
            let list = dies_after(steps, &folder, &list, &files(2));
            let names = ["a", "b", "c"];
            assert_eq!(list.foreign(&folder, names).unwrap(), [""; 0], "after {steps} steps");
            for name in names {
                let ours = fs::read(folder.join(name)).unwrap();
                fs::write(folder.join(name), "mine").unwrap();
                assert_eq!(list.foreign(&folder, names).unwrap(), [name]);
                let refused = list.replacement(&folder, &files(3), false).err().unwrap();
                assert!(refused.to_string().contains("the file exists"), "{refused}");
                assert!(list.replacement(&folder, &files(3), true).is_ok());
                fs::write(folder.join(name), ours).unwrap();
            }
            // What comes next may differ from what was being written.
            let list = replaced(&folder, &list, &files(3));
            assert!(list.hashes.values().all(|hashes| hashes.len() == 1));
            fs::remove_dir_all(&folder).unwrap();
        }
    }
}
