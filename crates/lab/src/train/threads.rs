//! Work that several threads share, with an outcome that does not depend on how many there are.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// What `work` makes of each number below `count`, in the order of the numbers; nothing if it was
/// stopped.
pub(super) fn each<T: Send>(
    count: usize,
    jobs: usize,
    stop: &AtomicBool,
    work: impl Fn(usize) -> T + Sync,
) -> Option<Vec<T>> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new((0..count).map(|_| None).collect::<Vec<Option<T>>>());
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, count.max(1)) {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let made = work(number);
                    done.lock().unwrap_or_else(|e| e.into_inner())[number] = Some(made);
                }
            });
        }
    });
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    done.into_inner().unwrap_or_else(|e| e.into_inner()).into_iter().collect()
}
