//! Files that are written whole or not at all.

use crate::Error;
use serde::Serialize;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

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
    // A rename over a link or a device would put a file in its place.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    if target.exists() && !target.is_file() {
        let path = path.display();
        return Err(Error::input(format!("{path}: expected a regular file, or nothing yet")));
    }
    let path = target.as_path();
    let Some(name) = path.file_name() else {
        return Err(Error::input(format!("{}: not a path of a file", path.display())));
    };
    let part = path.with_file_name(format!(".{}.part", name.to_string_lossy()));
    let replace = || {
        let file = File::create(&part)?;
        write(&file)?;
        file.sync_all()?;
        drop(file);
        fs::rename(&part, path)
    };
    replace().map_err(|error| {
        let _ = fs::remove_file(&part);
        Error::at(path, error)
    })?;
    sync_folder(path);
    Ok(())
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

/// The name of a file in a folder for which `is_meant` holds, if there is one.
pub(crate) fn find_file(
    folder: &Path,
    is_meant: impl Fn(&str) -> bool,
) -> Result<Option<String>, Error> {
    let at = |e| Error::at(folder, e);
    for entry in fs::read_dir(folder).map_err(at)? {
        let name = entry.map_err(at)?.file_name().to_string_lossy().into_owned();
        if is_meant(&name) {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

/// JSON for people: indented, with a newline at the end.
pub(crate) fn json(value: &impl Serialize) -> Result<Vec<u8>, Error> {
    let mut bytes =
        serde_json::to_vec_pretty(value).map_err(|e| Error::failure(format!("JSON: {e}")))?;
    bytes.push(b'\n');
    Ok(bytes)
}
