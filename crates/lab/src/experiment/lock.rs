//! One process per folder.

use super::files::is_same_file;
use super::listed::in_the_way;
use crate::Error;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

/// The longest wait of [`Lock::claim`]. A process that was killed may still be ending. Also, a child that it was about
/// to turn into an engine has its open files, the lock among them, until it is one.
const PATIENCE: Duration = Duration::from_secs(2);

/// The name of the file in the folder.
pub(super) const LOCK: &str = "lock";

/// The most digits of the number of a process.
const MOST_DIGITS: u64 = 10;

/// The right to write into a folder. The system takes it back when the process ends, however it
/// ends, so a killed run leaves nothing to clean up.
pub(crate) struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Makes the folder of a `what`, such as a run, if it is not there, and takes its lock. Waits a moment for
    /// another process that has it: it may be ending.
    pub(crate) fn claim(folder: &Path, what: &str) -> Result<Lock, Error> {
        if folder.exists() && !folder.is_dir() {
            let folder = folder.display();
            return Err(Error::input(format!(
                "{folder}: a file, expected a folder for the {what}"
            )));
        }
        fs::create_dir_all(folder).map_err(|e| Error::at(folder, e))?;
        let begun = Instant::now();
        loop {
            match Lock::take(folder) {
                Err(Error::Busy { .. }) if begun.elapsed() < PATIENCE => {
                    thread::sleep(Duration::from_millis(20));
                }
                taken => return taken,
            }
        }
    }

    /// Takes the lock of a folder that is there. An error names the process that has it.
    pub(crate) fn take(folder: &Path) -> Result<Lock, Error> {
        let path = folder.join(LOCK);
        let at = |e| Error::at(&path, e);
        loop {
            let mut options = OpenOptions::new();
            let file = options
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(&path)
                .map_err(at)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(held(folder, &path)),
                Err(TryLockError::Error(error)) => return Err(at(error)),
            }
            // The last holder may have removed the file between our opening and locking it; what
            // we hold then guards nothing.
            if !is_same_file(&file, &path) {
                continue;
            }
            if !is_lock(&file).map_err(at)? {
                return Err(in_the_way(folder, LOCK));
            }
            // From here on it is ours, and removed if it cannot be written.
            let lock = Lock { path: path.clone(), file };
            lock.file.set_len(0).map_err(at)?;
            (&lock.file).write_all(std::process::id().to_string().as_bytes()).map_err(at)?;
            return Ok(lock);
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Removed while still held: see `take`. Where identity cannot be checked the file stays,
        // emptied, as a stale one does no harm.
        let _ = self.file.set_len(0);
        if cfg!(unix) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether a file has nothing in it but the number of a process. Any other was not written by a lock.
fn is_lock(mut file: &File) -> io::Result<bool> {
    let mut start = Vec::new();
    file.take(MOST_DIGITS + 1).read_to_end(&mut start)?;
    file.rewind()?;
    Ok(start.len() as u64 <= MOST_DIGITS && start.iter().all(u8::is_ascii_digit))
}

fn held(folder: &Path, path: &Path) -> Error {
    let process = fs::read_to_string(path).ok().and_then(|id| id.parse().ok());
    Error::Busy { folder: folder.to_path_buf(), process }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_lock_is_left_alone() {
        let folder = std::env::temp_dir().join(format!("plywood-no-lock-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for mine in ["mine", "12345678901", "12 "] {
            fs::write(folder.join(LOCK), mine).unwrap();
            let message = Lock::claim(&folder, "run").err().unwrap().to_string();
            assert!(message.contains("lock: the file exists"), "{message}");
            assert_eq!(fs::read_to_string(folder.join(LOCK)).unwrap(), mine);
        }
        fs::write(folder.join(LOCK), "4194304").unwrap();
        drop(Lock::claim(&folder, "run").unwrap());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_claim_waits_for_a_process_that_is_ending() {
        let folder = std::env::temp_dir().join(format!("plywood-lock-{}", std::process::id()));
        let held = Lock::claim(&folder, "run").unwrap();
        assert!(matches!(Lock::take(&folder), Err(Error::Busy { .. })), "no waiting here");
        let ending = thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            drop(held);
        });
        let next = Lock::claim(&folder, "run").unwrap();
        ending.join().unwrap();
        assert!(matches!(Lock::claim(&folder, "run"), Err(Error::Busy { .. })), "not for ever");
        drop(next);
        fs::remove_dir_all(&folder).unwrap();
    }
}
