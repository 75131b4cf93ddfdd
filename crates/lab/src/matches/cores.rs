//! Games on cores of their own.

use crate::Error;
use plywood_games::shown;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// Cores for games that are played at once: each game has one for itself, or two if both players think at the same
/// time. The thread that plays a game runs on its cores alone, and so do the engines that it starts.
///
/// Only Linux can do that; elsewhere nothing is pinned.
#[derive(Clone, Debug)]
pub struct Cores {
    /// The cores of the games that can be begun now, those of the next one last.
    free: Arc<Mutex<Vec<Vec<usize>>>>,
}

impl Cores {
    /// Cores for `games` games at once with `per_game` cores each. `asked` is `auto`, or a list of cores such as
    /// `0,2,4-7`. In `auto` the cores are those that this process may use, and of the threads of one physical core the
    /// first comes before all second ones. An error if there are too few.
    pub fn new(asked: &str, games: usize, per_game: usize) -> Result<Cores, Error> {
        let usable = system::usable();
        let cores = match asked {
            "auto" => usable.clone(),
            list => read_list(list)?,
        };
        if let Some(core) = cores.iter().find(|core| !usable.contains(core)) {
            let list: Vec<String> = usable.iter().map(usize::to_string).collect();
            return Err(Error::input(format!(
                "core {core} cannot be used by this process: expected some of {}",
                list.join(", ")
            )));
        }
        let per_game = per_game.max(1);
        let needed = games.saturating_mul(per_game);
        if cores.len() < needed {
            return Err(Error::input(format!(
                "{games} games at once need {needed} cores, found {}: expected fewer --jobs",
                cores.len()
            )));
        }
        let mut free: Vec<Vec<usize>> =
            cores[..needed].chunks(per_game).map(<[usize]>::to_vec).collect();
        free.reverse();
        Ok(Cores { free: Arc::new(Mutex::new(free)) })
    }

    /// Whether this system can pin threads to cores.
    pub fn are_pinned() -> bool {
        cfg!(target_os = "linux")
    }

    /// Takes the cores of a game and pins the calling thread to them. None if more games are begun than there are
    /// cores for.
    pub(super) fn claim(&self) -> Option<Claim<'_>> {
        let taken = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop()?;
        system::pin(&taken);
        Some(Claim { of: self, taken })
    }
}

/// The cores of a game that is being played.
pub(super) struct Claim<'a> {
    of: &'a Cores,
    taken: Vec<usize>,
}

impl Claim<'_> {
    /// The first of the cores, which no other game has now.
    pub(super) fn first(&self) -> usize {
        self.taken[0]
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        let taken = std::mem::take(&mut self.taken);
        self.of.free.lock().unwrap_or_else(PoisonError::into_inner).push(taken);
    }
}

/// Reads a list such as `0,2,4-7`.
fn read_list(text: &str) -> Result<Vec<usize>, Error> {
    let wrong = || {
        let text = shown(text);
        Error::input(format!("cores '{text}': expected auto, or a list such as 0,2,4-7"))
    };
    let mut cores = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let read = |number: &str| number.trim().parse::<usize>().map_err(|_| wrong());
        let (first, last) = (read(first)?, read(last)?);
        if first > last || last >= system::MOST {
            return Err(wrong());
        }
        cores.extend(first..=last);
    }
    let different: BTreeSet<usize> = cores.iter().copied().collect();
    match different.len() == cores.len() {
        true => Ok(cores),
        false => Err(Error::input(format!("cores '{}': a core is listed twice", shown(text)))),
    }
}

#[cfg(target_os = "linux")]
mod system {
    use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
    use nix::unistd::Pid;
    use std::fs;

    pub(super) const MOST: usize = CpuSet::count();

    /// The cores that this thread may use, one of each physical core first.
    pub(super) fn usable() -> Vec<usize> {
        let set = sched_getaffinity(Pid::from_raw(0)).unwrap_or_else(|_| CpuSet::new());
        let mut cores: Vec<usize> =
            (0..MOST).filter(|&core| set.is_set(core).unwrap_or(false)).collect();
        cores.sort_by_key(|&core| (place_in_core(core), core));
        cores
    }

    /// The place of a core among the threads of its physical core: 0 for the first.
    fn place_in_core(core: usize) -> usize {
        let path = format!("/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list");
        let text = fs::read_to_string(path).unwrap_or_default();
        let siblings = super::read_list(text.trim()).unwrap_or_default();
        siblings.iter().position(|&sibling| sibling == core).unwrap_or(0)
    }

    /// Lets the calling thread, and what it starts from now on, run on these cores alone. Cores that were taken from
    /// the process meanwhile leave it where it is.
    pub(super) fn pin(cores: &[usize]) {
        let mut set = CpuSet::new();
        cores.iter().for_each(|&core| {
            let _ = set.set(core);
        });
        let _ = sched_setaffinity(Pid::from_raw(0), &set);
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub(super) const MOST: usize = 1024;

    pub(super) fn usable() -> Vec<usize> {
        (0..MOST).collect()
    }

    pub(super) fn pin(_cores: &[usize]) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        assert_eq!(read_list("0,2,4-7").unwrap(), [0, 2, 4, 5, 6, 7]);
        assert_eq!(read_list("3").unwrap(), [3]);
        for wrong in ["", "x", "1,", "3-1", "-1", "1-", "99999999999", "0-99999999"] {
            let error = read_list(wrong).unwrap_err().to_string();
            assert!(error.ends_with("expected auto, or a list such as 0,2,4-7"), "{error}");
        }
        let error = read_list("1,0-2").unwrap_err().to_string();
        assert_eq!(error, "cores '1,0-2': a core is listed twice");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn games_at_once_have_different_cores() {
        let usable = system::usable();
        let error = Cores::new("auto", usable.len() + 1, 1).unwrap_err().to_string();
        assert!(error.contains("cores, found ") && error.contains("fewer --jobs"), "{error}");
        assert!(Cores::new("auto", usize::MAX, 2).is_err());
        assert!(Cores::new("auto", 1, 0).is_ok(), "a game has a core at least");
        let error = Cores::new("1023", 1, 1).unwrap_err().to_string();
        assert!(error.starts_with("core 1023 cannot be used by this process"), "{error}");
        // A thread of its own: what is pinned stays so.
        let pinned = move || {
            let cores = Cores::new("auto", usable.len(), 1).unwrap();
            let claims: Vec<Claim<'_>> = usable.iter().map(|_| cores.claim().unwrap()).collect();
            assert!(cores.claim().is_none());
            let taken: Vec<usize> = claims.iter().map(Claim::first).collect();
            assert_eq!(taken, usable);
            assert_eq!(system::usable(), [usable[usable.len() - 1]]);
            drop(claims);
            let claim = cores.claim().unwrap();
            assert_eq!(system::usable(), [claim.first()]);
            // An engine has the core of the thread that starts it.
            let script = ["-c", "grep Cpus_allowed_list /proc/self/status"];
            let started = std::process::Command::new("sh").args(script).output().unwrap();
            let expected = format!("Cpus_allowed_list:\t{}\n", claim.first());
            assert_eq!(String::from_utf8(started.stdout).unwrap(), expected);
        };
        std::thread::spawn(pinned).join().unwrap();
    }
}
