//! The progress of a job of several experiments: how many are finished, and an estimate of the time left.

use super::progress::{Status, bar, clock, length};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Processor seconds of work for which the speed is assumed before any was measured. A guess counts as much as a
/// measurement of that length, so a first experiment that happens to be fast does not make the estimate jump.
const ASSUMED: f64 = 10.0;
/// The widest bar, with its brackets.
const WIDEST: usize = 40;
/// The narrowest.
const NARROWEST: usize = 8;

/// Several experiments that are run one after the other, with the processor time that each was measured to take.
///
/// The time left follows from these costs and from the speed so far: the cost of what was run since the job began,
/// divided by the time that it took. Units found in journals of an earlier run count as finished, not as speed.
///
/// ```
/// use plywood_lab::experiment::Job;
/// let job = Job::new("experiments", vec![Some(3.0), Some(5.0)], 2);
/// job.finished(1.0);
/// ```
#[derive(Debug)]
pub struct Job {
    /// What is counted, in the plural.
    what: &'static str,
    /// The cost of each experiment in seconds of processor time, if it is known.
    costs: Vec<Option<f64>>,
    threads: f64,
    begun: Instant,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// How many are finished.
    finished: usize,
    /// The cost of what was run now of those that are finished.
    spent: f64,
}

impl Job {
    /// A job that begins now: what is counted (a plural), the cost of each part in seconds of processor time, and the
    /// threads among which it is divided.
    pub fn new(what: &'static str, costs: Vec<Option<f64>>, threads: usize) -> Job {
        let threads = threads.max(1) as f64;
        Job { what, costs, threads, begun: Instant::now(), state: Mutex::default() }
    }

    /// The present part is finished; `share` of it was run now, the rest before.
    pub fn finished(&self, share: f64) {
        let mut state = self.state();
        let cost = self.costs.get(state.finished).copied().flatten().unwrap_or(0.0);
        state.finished += 1;
        state.spent += share * cost;
    }

    /// The estimated time of the parts that are not finished, as if none of them was begun; `None` if a cost is
    /// unknown.
    pub fn left(&self) -> Option<Duration> {
        self.estimate(&self.state(), None, self.begun.elapsed()).map(|of| of.left)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn estimate(
        &self,
        state: &State,
        status: Option<&Status<'_>>,
        elapsed: Duration,
    ) -> Option<Estimate> {
        let costs: Option<Vec<f64>> = self.costs.iter().copied().collect();
        let costs = costs?;
        let (done, left) = costs.split_at(state.finished.min(costs.len()));
        let present = left.first().copied().unwrap_or(0.0);
        let [before, now] = status.map_or([0.0; 2], Status::shares);
        let spent = state.spent + present * (now - before);
        let rest = left.iter().sum::<f64>() - present * now;
        let speed = (spent + ASSUMED) / (elapsed.as_secs_f64() + ASSUMED / self.threads);
        let all = costs.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        let share = (done.iter().sum::<f64>() + present * now) / all;
        Some(Estimate { left: Duration::from_secs_f64(rest.max(0.0) / speed), share })
    }

    /// The line of the job for a terminal of this width.
    pub(super) fn line(&self, status: Option<&Status<'_>>, width: usize) -> String {
        self.line_after(status, width, self.begun.elapsed())
    }

    fn line_after(&self, status: Option<&Status<'_>>, width: usize, elapsed: Duration) -> String {
        let state = self.state();
        let (room, all) = (width.saturating_sub(1), self.costs.len());
        let estimate = self.estimate(&state, status, elapsed);
        let share = match &estimate {
            Some(of) => of.share,
            None => state.finished as f64 / all.max(1) as f64,
        };
        let count = format!("{} of {all} {}", state.finished, self.what);
        let left = estimate.map(|of| format!(", {} left", clock(of.left.as_secs_f64())));
        let whole = format!("{count}{}", left.unwrap_or_default());
        let fitting = [&whole, &count].into_iter().find(|text| length(text) + NARROWEST < room);
        match fitting {
            Some(text) => format!("{} {text}", bar(share, (room - length(text) - 1).min(WIDEST))),
            None => count.chars().take(room).collect(),
        }
    }

    /// The line of the job for a log.
    pub(super) fn logged(&self, status: Option<&Status<'_>>) -> String {
        let line = self.line(status, usize::MAX);
        line.split_once("] ").map_or(line.clone(), |(_, text)| text.to_string())
    }
}

struct Estimate {
    left: Duration,
    /// The share of the whole cost that is done.
    share: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(costs: &[f64]) -> Job {
        Job::new("experiments", costs.iter().copied().map(Some).collect(), 2)
    }

    fn status(before: u64, done: u64) -> Status<'static> {
        Status {
            name: "table-2",
            unit: "units",
            done,
            before,
            total: 100,
            is_estimate: false,
            elapsed: Duration::from_secs(1),
            note: None,
        }
    }

    #[test]
    fn the_estimate_follows_the_speed() {
        let job = job(&[20.0, 40.0, 60.0]);
        let left = |status: Option<&Status<'_>>, elapsed| {
            let of = job.estimate(&job.state(), status, Duration::from_secs(elapsed)).unwrap();
            of.left.as_secs_f64()
        };
        assert_eq!(left(None, 0), 60.0, "two threads for 120 s");
        // A quarter of the first is done at half the assumed speed: (5 + 10) / (5 + 5) a second.
        assert!((left(Some(&status(0, 25)), 5) - 115.0 / 1.5).abs() < 1e-9);
        job.finished(1.0);
        assert_eq!(left(None, 10), 50.0);
        // What an earlier run did says nothing about the speed.
        assert_eq!(left(Some(&status(50, 50)), 10), 40.0);
        job.finished(0.0);
        assert_eq!(left(None, 10), 30.0);
        job.finished(1.0);
        assert_eq!((left(None, 40), job.left()), (0.0, Some(Duration::ZERO)));
    }

    #[test]
    fn lines_fit_every_width_and_name_no_time_that_is_not_known() {
        let (known, unknown) = (job(&[70.0; 35]), Job::new("experiments", vec![None; 35], 2));
        for job in [&known, &unknown] {
            (0..12).for_each(|_| job.finished(0.0));
        }
        let at = |job: &Job, width| job.line_after(Some(&status(0, 50)), width, Duration::ZERO);
        for width in 0..200 {
            for job in [&known, &unknown] {
                assert!(length(&at(job, width)) < width.max(1), "{width}");
            }
        }
        let tail = "12 of 35 experiments, 2:55 left";
        assert_eq!(at(&known, 80), format!("[{}>{}] {tail}", "=".repeat(13), " ".repeat(24)));
        assert_eq!(at(&known, 34), "[===>      ] 12 of 35 experiments");
        assert_eq!(at(&known, 12), "12 of 35 ex");
        let text = at(&unknown, 120);
        assert!(text.ends_with("] 12 of 35 experiments"), "{text}");
    }
}
