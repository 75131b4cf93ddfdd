//! The worker pool: jobs on several threads, for runs of experiments, matches and training.

use crate::Error;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// Whether this platform has threads. Without them, everything runs on the calling thread.
const HAS_THREADS: bool = !cfg!(target_family = "wasm");
/// The stack of a worker, in bytes: that of a main thread, so that every thread can do every job.
const STACK: usize = 8 << 20;

/// Does jobs on one thread for each of `workers`, whose state the thread has for itself.
///
/// Threads draw jobs in the order of the iterator, which is locked while one is drawn. The calling
/// thread hands each outcome to `finished` as soon as the job is done, with the job's number from 0.
/// After `stop` is set, or a job or `finished` has failed, no job is begun any more; those under way
/// are finished, and handed on too.
///
/// Returns whether all jobs were done, which they were not if `stop` was set. Of several failures the
/// one of the first job is returned; an error of `finished` comes before all of them, and after it
/// nothing more is handed on.
///
/// On a platform without threads the first worker does all jobs on the calling thread.
pub fn run<W: Send, J: Send, T: Send, E: Send + From<Error>>(
    workers: Vec<W>,
    jobs: impl Iterator<Item = J> + Send,
    stop: &AtomicBool,
    work: impl Fn(&mut W, J) -> Result<T, E> + Sync,
    mut finished: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<bool, E> {
    if !HAS_THREADS {
        return run_here(workers, jobs, stop, work, finished);
    }
    let jobs = Mutex::new(jobs.enumerate());
    let failed = AtomicBool::new(false);
    let is_ended = || stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
    let draw = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
    let (mut first_failure, mut broken): (Option<(usize, E)>, Option<E>) = (None, None);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for (started, mut worker) in workers.into_iter().enumerate() {
            let (sender, work, draw, is_ended) = (sender.clone(), &work, &draw, &is_ended);
            let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                while !is_ended()
                    && let Some((number, job)) = draw()
                    && sender.send((number, work(&mut worker, job))).is_ok()
                {}
            });
            match thread {
                Ok(_) => {}
                // Fewer threads than asked for do the same work.
                Err(_) if started > 0 => break,
                Err(e) => {
                    broken = Some(Error::failure(format!("cannot start a thread: {e}")).into())
                }
            }
        }
        drop(sender);
        for (number, outcome) in receiver {
            match outcome {
                Ok(made) if broken.is_none() => broken = finished(number, made).err(),
                Ok(_) => {}
                Err(error) if first_failure.as_ref().is_none_or(|first| number < first.0) => {
                    first_failure = Some((number, error));
                }
                Err(_) => {}
            }
            if broken.is_some() || first_failure.is_some() {
                failed.store(true, Ordering::Relaxed);
            }
        }
    });
    match broken.or(first_failure.map(|(_, error)| error)) {
        Some(error) => Err(error),
        None => Ok(draw().is_none()),
    }
}

/// Does jobs one after the other on the calling thread, with the first of `workers`.
fn run_here<W, J, T, E>(
    workers: Vec<W>,
    jobs: impl Iterator<Item = J>,
    stop: &AtomicBool,
    work: impl Fn(&mut W, J) -> Result<T, E>,
    mut finished: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<bool, E> {
    let mut jobs = jobs.enumerate();
    if let Some(mut worker) = workers.into_iter().next() {
        while !stop.load(Ordering::Relaxed)
            && let Some((number, job)) = jobs.next()
        {
            finished(number, work(&mut worker, job)?)?;
        }
    }
    Ok(jobs.next().is_none())
}

/// As many workers without a state as threads are of use for this many jobs: at least one.
pub fn workers(threads: usize, jobs: usize) -> Vec<()> {
    vec![(); threads.clamp(1, jobs.max(1))]
}

/// What `work` makes of each number below `count`, in the order of the numbers; nothing if `stop` was
/// set.
pub fn map<T: Send>(
    count: usize,
    threads: usize,
    stop: &AtomicBool,
    work: impl Fn(usize) -> T + Sync,
) -> Result<Option<Vec<T>>, Error> {
    let mut made = Vec::with_capacity(count);
    let done = run(
        workers(threads, count),
        0..count,
        stop,
        |(), number| Ok::<T, Error>(work(number)),
        in_order(|one| {
            made.push(one);
            Ok(())
        }),
    )?;
    Ok((done && !stop.load(Ordering::Relaxed)).then_some(made))
}

/// Hands outcomes on in the order of their jobs, whatever order they come in.
pub fn in_order<T, E>(
    mut finished: impl FnMut(T) -> Result<(), E>,
) -> impl FnMut(usize, T) -> Result<(), E> {
    let (mut waiting, mut due) = (BTreeMap::new(), 0);
    move |number, made| {
        waiting.insert(number, made);
        while let Some(made) = waiting.remove(&due) {
            due += 1;
            finished(made)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static GO: AtomicBool = AtomicBool::new(false);

    #[test]
    fn outcomes_do_not_depend_on_the_number_of_threads() {
        for threads in [0, 1, 3, 50] {
            let squares = map(20, threads, &GO, |n| n * n).unwrap().unwrap();
            assert_eq!(squares, (0..20).map(|n| n * n).collect::<Vec<_>>());
            assert_eq!(map(0, threads, &GO, |n| n).unwrap(), Some(vec![]));
        }
        assert_eq!(map(3, 2, &AtomicBool::new(true), |n| n).unwrap(), None);
    }

    #[test]
    fn a_stop_ends_the_work_after_the_jobs_under_way() {
        let (stop, mut done) = (AtomicBool::new(false), 0);
        let all = run(
            vec![(); 2],
            0..1000,
            &stop,
            |(), n| {
                if n == 10 {
                    stop.store(true, Ordering::Relaxed);
                }
                Ok::<_, Error>(n)
            },
            |_, _| {
                done += 1;
                Ok(())
            },
        );
        assert!(!all.unwrap() && (11..=12).contains(&done), "{done}");
    }

    #[test]
    fn the_first_failure_is_told_and_what_is_under_way_is_kept() {
        for threads in [1, 4] {
            let mut kept = Vec::new();
            let work = |(): &mut (), n: usize| match n % 10 {
                7 => Err(Error::failure(format!("job {n}"))),
                _ => Ok(n),
            };
            let outcome = run(vec![(); threads], 0..1000, &GO, work, |_, n| {
                kept.push(n);
                Ok(())
            });
            assert_eq!(outcome.unwrap_err().to_string(), "job 7");
            assert!((0..7).all(|n| kept.contains(&n)), "{kept:?}");
            // Nothing that is finished is handed on once that has failed.
            let mut handed = 0;
            let outcome = run(vec![(); threads], 0..50, &GO, work, |_, _| {
                handed += 1;
                Err(Error::failure("full"))
            });
            assert_eq!((outcome.unwrap_err().to_string().as_str(), handed), ("full", 1));
        }
    }

    #[test]
    fn without_threads_the_outcomes_are_the_same() {
        let stop = AtomicBool::new(false);
        let mut seen = Vec::new();
        let work = |sum: &mut usize, n: usize| match n {
            7 => Err(Error::failure("job 7")),
            n => {
                *sum += n;
                stop.store(n == 5, Ordering::Relaxed);
                Ok(*sum)
            }
        };
        let mut note = |number, sum| {
            seen.push((number, sum));
            Ok(())
        };
        assert_eq!(run_here(vec![0, 0], 0..3, &stop, work, &mut note).ok(), Some(true));
        assert_eq!(run_here(vec![0], 4..9, &stop, work, &mut note).ok(), Some(false), "stopped");
        stop.store(false, Ordering::Relaxed);
        let failed = run_here(vec![0], 6..9, &stop, work, &mut note).unwrap_err();
        assert_eq!(failed.to_string(), "job 7");
        assert_eq!(seen, [(0, 0), (1, 1), (2, 3), (0, 4), (1, 9), (0, 6)]);
        let full = run_here(vec![0], 0..3, &stop, work, |_, _| Err(Error::failure("full")));
        assert_eq!(full.unwrap_err().to_string(), "full");
        assert_eq!(run_here(Vec::new(), 0..3, &stop, work, |_, _| Ok(())).ok(), Some(false));
    }

    #[test]
    fn each_thread_has_its_own_state() {
        let mut total = 0;
        let count = |seen: &mut u32, _| {
            *seen += 1;
            Ok::<_, Error>(u32::from(*seen == 1))
        };
        run(vec![0; 3], 0..100, &GO, count, |_, first| {
            total += first;
            Ok(())
        })
        .unwrap();
        assert!((1..=3).contains(&total), "{total} workers had a first job");
    }
}
