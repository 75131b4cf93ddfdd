//! Batches of games, each a file in a folder: whole or not there at all.
//!
//! A file that is there is never made again, and what it holds depends on its number alone. So a
//! training may be killed at any moment and loses only the batches that were under way.

use crate::progress::Progress;
use crate::{Error, replace_file};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// The file of a batch.
pub(super) fn path(folder: &Path, batch: usize) -> PathBuf {
    folder.join(format!("{batch:05}.games"))
}

/// Makes the batches that are missing. Says whether all are there now: not if it was stopped.
pub(super) fn make(
    folder: &Path,
    count: usize,
    jobs: usize,
    stop: &AtomicBool,
    progress: &Progress,
    work: impl Fn(usize) -> Vec<u8> + Sync,
) -> Result<bool, Error> {
    fs::create_dir_all(folder).map_err(|e| Error::at(folder, e))?;
    let missing: Vec<usize> = (0..count).filter(|&batch| !path(folder, batch).exists()).collect();
    progress.round((count - missing.len()) as u64, count as u64);
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    let failed = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, missing.len().max(1)) {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
                    let Some(&batch) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        break;
                    };
                    match replace_file(&path(folder, batch), &work(batch)) {
                        Ok(()) => {
                            done.fetch_add(1, Ordering::Relaxed);
                            progress.unit_done();
                        }
                        Err(error) => {
                            failed.store(true, Ordering::Relaxed);
                            failure.lock().unwrap_or_else(|e| e.into_inner()).get_or_insert(error);
                        }
                    }
                }
            });
        }
    });
    match failure.into_inner().unwrap_or_else(|e| e.into_inner()) {
        Some(error) => Err(error),
        None => Ok(done.into_inner() == missing.len()),
    }
}
