//! Files that are written whole or not at all.

use crate::Error;
use serde::Serialize;
use std::fs::{self, File};
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

/// A file that is being written, under a temporary name beside its place. It takes its place when it is
/// [kept](NewFile::keep); dropped before that, it leaves no trace.
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
    /// Creates the temporary file. A link at `path` is followed; a device, a folder, or a link to nothing is an
    /// error.
    pub fn create(path: &Path) -> Result<NewFile, Error> {
        let path = regular_file(path)?;
        let Some(name) = path.file_name() else {
            return Err(Error::input(format!("{}: not a path of a file", path.display())));
        };
        let part = path.with_file_name(format!(".{}.part", name.to_string_lossy()));
        let file = File::create(&part).map_err(|e| Error::at(&path, e))?;
        Ok(NewFile { path, part, file, is_kept: false })
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
        if !self.is_kept {
            let _ = fs::remove_file(&self.part);
        }
    }
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
