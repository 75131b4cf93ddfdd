//! Files that are written whole or not at all.

use crate::Error;
use serde::Serialize;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Replaces a file atomically: a reader finds the old bytes or the new ones, even after a crash.
///
/// ```
/// use plywood_lab::experiment::replace_file;
/// let path = std::env::temp_dir().join(format!("plywood-lab-replace-{}", std::process::id()));
/// replace_file(&path, b"old")?;
/// replace_file(&path, b"new")?;
/// assert_eq!(std::fs::read(&path).unwrap(), b"new");
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), plywood_lab::Error>(())
/// ```
///
/// A link is followed. What is there and is no regular file, a device or a folder, is refused.
pub fn replace_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace_file_with(path, |mut file| file.write_all(bytes))
}

/// Replaces a file as [`replace_file`] does, with what `write` writes.
pub(crate) fn replace_file_with(
    path: &Path,
    write: impl FnOnce(&File) -> io::Result<()>,
) -> Result<(), Error> {
    let new = NewFile::create(path)?;
    write(&new.file).map_err(|e| Error::at(path, e))?;
    new.keep()
}

/// A file that is being written, under a temporary name next to its place. It takes its place when it is
/// [kept](NewFile::keep); dropped before that, it leaves no trace. Meanwhile no other process can write a file at this
/// place.
///
/// ```
/// use plywood_lab::experiment::NewFile;
/// use std::io::Write;
/// let path = std::env::temp_dir().join(format!("plywood-lab-new-file-{}", std::process::id()));
/// let mut file = NewFile::create(&path)?;
/// file.write_all(b"all of it").unwrap();
/// assert!(!path.exists());
/// file.keep()?;
/// assert_eq!(std::fs::read(&path).unwrap(), b"all of it");
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), plywood_lab::Error>(())
/// ```
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    part: PathBuf,
    file: File,
    is_kept: bool,
}

impl NewFile {
    /// Creates the temporary file, with the permissions of the file that it will replace. A link at `path` is followed;
    /// a device, a folder, or a link to nothing is an error, and so is a file that another process is writing.
    pub fn create(path: &Path) -> Result<NewFile, Error> {
        let path = regular_file(path)?;
        let Some(name) = path.file_name() else {
            return Err(Error::input(format!("{}: not a path of a file", path.display())));
        };
        let part = path.with_file_name(format!(".{}.part", name.to_string_lossy()));
        let file = claim(&part, &path)?;
        let new = NewFile { path, part, file, is_kept: false };
        // From here on the temporary file is ours, and removed if something fails.
        new.file.set_len(0).map_err(|e| Error::at(&new.path, e))?;
        if cfg!(unix)
            && let Ok(old) = new.path.metadata()
        {
            // A file system without permissions refuses this.
            let _ = new.file.set_permissions(old.permissions());
        }
        Ok(new)
    }

    /// Waits until the file is on the disk, and puts it in its place.
    pub fn keep(mut self) -> Result<(), Error> {
        let kept = self.file.sync_all().and_then(|()| fs::rename(&self.part, &self.path));
        kept.map_err(|e| Error::at(&self.path, e))?;
        self.is_kept = true;
        sync_folder(&self.path);
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // Removed while it is locked: see `claim`.
        if !self.is_kept {
            let _ = fs::remove_file(&self.part);
        }
        // A child that is about to become an engine has the open file, too, until it is one.
        let _ = self.file.unlock();
    }
}

/// Opens the temporary file of `path` and locks it, so that no other process writes it. The system releases the lock
/// when this process ends, so the file that a killed process left is used again.
fn claim(part: &Path, path: &Path) -> Result<File, Error> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    loop {
        let file = options.open(part).map_err(|e| Error::at(path, e))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let path = path.display();
                return Err(Error::failure(format!(
                    "{path}: another process is writing this file: wait until it has finished, or choose another \
                     name"
                )));
            }
            // Some file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        // The last owner may have renamed or removed the file between our opening and locking it.
        if is_same_file(&file, part) {
            return Ok(file);
        }
    }
}

/// Whether an open file is still the one at this path.
#[cfg(unix)]
pub(super) fn is_same_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(ours), Ok(theirs)) => (ours.dev(), ours.ino()) == (theirs.dev(), theirs.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
pub(super) fn is_same_file(_file: &File, _path: &Path) -> bool {
    true
}

/// The path of the regular file that is at `path` or may be created there, with links followed: a rename over a
/// link or a device would put a file in its place.
pub(crate) fn regular_file(path: &Path) -> Result<PathBuf, Error> {
    match path.canonicalize() {
        Ok(target) if target.is_file() => Ok(target),
        Err(_) if fs::symlink_metadata(path).is_err() => Ok(path.to_path_buf()),
        _ => {
            let path = path.display();
            Err(Error::input(format!("{path}: expected a regular file, or nothing yet")))
        }
    }
}

/// Makes a rename last through a power cut, where the system lets a folder be opened.
fn sync_folder(path: &Path) {
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix)
        && let Ok(folder) = File::open(parent)
    {
        let _ = folder.sync_all();
    }
}

/// The bytes of a file; nothing if it is not there.
pub(crate) fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::at(path, error)),
    }
}

/// The names of the files in a folder for which `is_meant` holds.
pub(crate) fn names_in(
    folder: &Path,
    is_meant: impl Fn(&str) -> bool,
) -> Result<Vec<String>, Error> {
    let at = |e| Error::at(folder, e);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(at)? {
        names.push(entry.map_err(at)?.file_name().to_string_lossy().into_owned());
    }
    names.retain(|name| is_meant(name));
    Ok(names)
}

/// JSON for people: indented, with a newline at the end.
pub(crate) fn json(value: &impl Serialize) -> Result<Vec<u8>, Error> {
    let mut bytes =
        serde_json::to_vec_pretty(value).map_err(|e| Error::failure(format!("JSON: {e}")))?;
    bytes.push(b'\n');
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("plywood-files-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_that_is_being_written_is_left_alone() {
        let folder = folder("written");
        let path = folder.join("games.pgn");
        let mut first = NewFile::create(&path).unwrap();
        first.write_all(b"first").unwrap();
        for _ in 0..2 {
            let message = NewFile::create(&path).unwrap_err().to_string();
            assert!(
                message.contains("games.pgn: another process is writing this file"),
                "{message}"
            );
        }
        first.keep().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first");
        // What a killed process left is used again, and nothing of it is kept.
        fs::write(folder.join(".games.pgn.part"), "much more than half of a file").unwrap();
        replace_file(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no temporary file is left");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn a_file_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder("permissions");
        let path = folder.join("notes.html");
        for mode in [0o600, 0o640, 0o444] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            replace_file(&path, b"new").unwrap();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode);
            fs::remove_file(&path).unwrap();
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
