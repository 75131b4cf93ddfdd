//! Batches of games, each a file in a folder: whole or not there at all.
//!
//! A file that is there is never made again unless it is damaged, and what it holds depends on its
//! number alone. So a training may be killed at any moment and loses only the batches that were under
//! way.

use super::TrainOptions;
use crate::Error;
use crate::experiment::{Progress, is_damaged, open, read_if_there, replace_file, seal};
use plywood_play::pool;
use std::fs;
use std::path::{Path, PathBuf};

/// Batches of one kind.
pub(super) struct Batches<'a, T> {
    pub folder: PathBuf,
    pub count: usize,
    /// The first line of a batch's file.
    pub title: T,
    pub options: &'a TrainOptions,
}

/// The bytes of a file; nothing if it is not there, or damaged and to be made again.
pub(super) fn read_again(path: &Path, options: &TrainOptions) -> Result<Option<Vec<u8>>, Error> {
    Ok(read_if_there(path)?.filter(|bytes| !(options.repair && is_damaged(bytes))))
}

impl<T: Fn(usize) -> String + Sync> Batches<'_, T> {
    /// The file of a batch.
    pub fn path(&self, batch: usize) -> PathBuf {
        self.folder.join(format!("{batch:05}.games"))
    }

    /// The contents of a batch that is there.
    pub fn read(&self, batch: usize) -> Result<Vec<u8>, Error> {
        let path = self.path(batch);
        let bytes = fs::read(&path).map_err(|e| Error::at(&path, e))?;
        open(&path, &(self.title)(batch), &bytes).map(<[u8]>::to_vec)
    }

    /// Whether a batch has to be made. Only a repair looks into the files.
    fn is_missing(&self, batch: usize) -> Result<bool, Error> {
        let path = self.path(batch);
        match self.options.repair {
            true => Ok(read_again(&path, self.options)?.is_none()),
            false => Ok(!path.exists()),
        }
    }

    /// Makes the batches that are missing. Returns whether all are there now: not if it was stopped.
    pub fn make(
        &self,
        progress: &Progress,
        contents: impl Fn(usize) -> Vec<u8> + Sync,
    ) -> Result<bool, Error> {
        let &Batches { ref folder, count, options, .. } = self;
        fs::create_dir_all(folder).map_err(|e| Error::at(folder, e))?;
        let mut missing = Vec::new();
        for batch in 0..count {
            if self.is_missing(batch)? {
                missing.push(batch);
            }
        }
        progress.round((count - missing.len()) as u64, count as u64, false);
        pool::run(
            pool::workers(options.jobs, missing.len()),
            missing.into_iter(),
            &options.stop,
            |(), batch| {
                let bytes = seal(&(self.title)(batch), &contents(batch));
                replace_file(&self.path(batch), &bytes)
            },
            |_, ()| {
                progress.unit_done();
                Ok(())
            },
        )
    }
}
