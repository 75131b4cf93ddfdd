//! Progress on standard error: on a terminal one line that is redrawn in place and fits its width, or two for an
//! experiment that is part of a job; elsewhere a plain line every two minutes.

use super::job::Job;
use plywood_play::text::thousands;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use terminal_size::{Width, terminal_size_of};

/// The time between two redraws on a terminal: short, so that a new width of the terminal shows soon.
const REDRAW: Duration = Duration::from_millis(250);
/// The time between two lines in a log.
const LOG: Duration = Duration::from_secs(120);
/// The widest bar, with its brackets.
const WIDEST: usize = 32;
/// The narrowest.
const NARROWEST: usize = 8;
/// A long name is not shortened below this many characters.
const SHORTEST_NAME: usize = 8;

/// Shows the progress of some work until it is dropped.
///
/// ```
/// let progress = plywood_lab::experiment::Progress::new(false, "match", "pairs");
/// progress.round(0, 50, false);
/// progress.unit_done();
/// ```
pub struct Progress {
    shown: Option<(Arc<Shared>, JoinHandle<()>)>,
}

/// What the working threads share with the thread that draws.
struct Shared {
    name: String,
    unit: &'static str,
    /// The job that the work is a part of.
    job: Option<Arc<Job>>,
    done: AtomicU64,
    plan: Mutex<Plan>,
    wake: Condvar,
}

#[derive(Default)]
struct Plan {
    total: u64,
    is_estimate: bool,
    /// Units that were there at the beginning, and when that was; none before the first round.
    begun: Option<(u64, Instant)>,
    /// What is done after the units.
    note: Option<&'static str>,
    is_over: bool,
}

impl Shared {
    fn plan(&self) -> MutexGuard<'_, Plan> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is to be shown; nothing before the first round.
    fn status(&self, plan: &Plan) -> Option<Status<'_>> {
        let (before, begun) = plan.begun?;
        Some(Status {
            name: &self.name,
            unit: self.unit,
            done: self.done.load(Ordering::Relaxed),
            before,
            total: plan.total,
            is_estimate: plan.is_estimate,
            elapsed: begun.elapsed(),
            note: plan.note,
        })
    }

    /// The lines for a terminal of this width; none before the first round of work that is no part of a job.
    fn lines(&self, plan: &Plan, width: usize) -> Vec<String> {
        let status = self.status(plan);
        match &self.job {
            None => status.iter().map(|status| status.line(width)).collect(),
            Some(job) => {
                let present = status.as_ref().map_or(self.name.clone(), Status::words);
                vec![job.line(status.as_ref(), width), shortened(&present, width.saturating_sub(1))]
            }
        }
    }

    /// The line for a log.
    fn logged(&self, plan: &Plan) -> Option<String> {
        let status = self.status(plan)?;
        Some(match &self.job {
            None => status.line(usize::MAX),
            Some(job) => format!("{}: {}", job.logged(Some(&status)), status.words()),
        })
    }

    /// Draws until the work is over.
    fn draw(&self) {
        let terminal = io::stderr().is_terminal();
        let (mut last, mut is_drawn) = (Instant::now(), false);
        let mut plan = self.plan();
        while !plan.is_over {
            let pause = if terminal { REDRAW } else { LOG };
            let text = match terminal {
                true => in_place(&self.lines(&plan, width())),
                false if last.elapsed() >= LOG => self.logged(&plan).map(|line| line + "\n"),
                false => None,
            };
            if let Some(text) = text {
                // A closed standard error must not end the work.
                let _ = io::stderr().write_all(text.as_bytes());
                (last, is_drawn) = (Instant::now(), terminal);
            }
            let waited = self.wake.wait_timeout(plan, pause);
            plan = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if is_drawn {
            let _ = io::stderr().write_all(b"\x1b[J");
        }
    }
}

/// Lines that the next ones replace. The cursor stays at the beginning of the first. So what a narrower window wrapped
/// lies behind it, and the next lines clear it.
fn in_place(lines: &[String]) -> Option<String> {
    let up = lines.len().checked_sub(1)?;
    let back = if up == 0 { String::new() } else { format!("\x1b[{up}A") };
    Some(format!("{}\x1b[J\r{back}", lines.join("\x1b[K\r\n")))
}

fn width() -> usize {
    terminal_size_of(io::stderr()).map_or(80, |(Width(width), _)| width.into())
}

impl Progress {
    /// Shows the progress of `name`, counted in `unit` (a plural), on standard error; nothing if it is not
    /// `wanted`.
    pub fn new(wanted: bool, name: &str, unit: &'static str) -> Self {
        Progress::of_job(wanted, name, unit, None)
    }

    /// The same for a part of a job, whose line is above that of the part.
    pub fn of_job(wanted: bool, name: &str, unit: &'static str, job: Option<Arc<Job>>) -> Self {
        if !wanted {
            return Progress { shown: None };
        }
        let shared = Arc::new(Shared {
            name: name.to_string(),
            unit,
            job,
            done: AtomicU64::new(0),
            plan: Mutex::default(),
            wake: Condvar::new(),
        });
        let drawn = Arc::clone(&shared);
        let thread = thread::Builder::new().name("progress".into()).spawn(move || drawn.draw());
        // Without a thread the work goes on, and no progress is shown.
        Progress { shown: thread.ok().map(|thread| (shared, thread)) }
    }

    /// Begins a round: `done` units of `total` are done; `is_estimate` if the total may change. The rate is
    /// that of the whole run, without the units done before its first round.
    pub fn round(&self, done: u64, total: u64, is_estimate: bool) {
        if let Some((shared, _)) = &self.shown {
            let mut plan = shared.plan();
            shared.done.store(done, Ordering::Relaxed);
            (plan.total, plan.is_estimate) = (total, is_estimate);
            plan.begun.get_or_insert((done, Instant::now()));
            shared.wake.notify_all();
        }
    }

    /// All units are done, and this is done next.
    pub fn note(&self, note: &'static str) {
        if let Some((shared, _)) = &self.shown {
            shared.plan().note = Some(note);
            shared.wake.notify_all();
        }
    }

    /// Prints something else to the terminal, above the line of progress.
    pub fn above<T>(&self, print: impl FnOnce() -> T) -> T {
        let Some((shared, _)) = &self.shown else { return print() };
        // While the plan is held, nothing is drawn.
        let _plan = shared.plan();
        if io::stderr().is_terminal() {
            let _ = io::stderr().write_all(b"\x1b[J");
        }
        print()
    }

    /// One more unit is done.
    pub fn unit_done(&self) {
        if let Some((shared, _)) = &self.shown {
            shared.done.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((shared, thread)) = self.shown.take() {
            shared.plan().is_over = true;
            shared.wake.notify_all();
            let _ = thread.join();
        }
    }
}

/// The contents of a line of progress.
pub(super) struct Status<'a> {
    pub name: &'a str,
    pub unit: &'a str,
    pub done: u64,
    /// Units that were done before this run.
    pub before: u64,
    pub total: u64,
    pub is_estimate: bool,
    pub elapsed: Duration,
    /// What is done after the units.
    pub note: Option<&'a str>,
}

impl Status<'_> {
    /// The shares of the units that were done before this run, and that are done now.
    pub fn shares(&self) -> [f64; 2] {
        [self.before, self.done].map(|done| done.min(self.total) as f64 / self.total.max(1) as f64)
    }

    /// The line without a bar.
    pub fn words(&self) -> String {
        let (rate, left) = self.rate_and_time_left();
        format!("{}: {} {}{rate}{left}", self.name, self.count(), self.unit)
    }

    /// The line for a terminal of this width. The last column stays free: some terminals wrap when it is
    /// used.
    fn line(&self, width: usize) -> String {
        let room = width.saturating_sub(1);
        let count = self.count();
        let units = format!("{count} {}", self.unit);
        let (rate, left) = self.rate_and_time_left();
        let tails =
            [format!("{units}{rate}{left}"), format!("{units}{left}"), units, count.clone()];
        let shortest = self.name.chars().count().min(SHORTEST_NAME);
        let fitting = tails.iter().find(|tail| shortest + NARROWEST + 2 + length(tail) <= room);
        let Some(tail) = fitting else {
            return count.chars().take(room).collect();
        };
        let room = room - length(tail) - 2;
        let name = shortened(self.name, room.saturating_sub(NARROWEST));
        let bar = bar(self.shares()[1], (room - length(&name)).min(WIDEST));
        format!("{name} {bar} {tail}")
    }

    fn count(&self) -> String {
        let about = if self.is_estimate { "~" } else { "" };
        format!("{}/{about}{}", thousands(self.done), thousands(self.total))
    }

    /// The rate and the time left, each after a comma; empty before the first unit of this run is done.
    fn rate_and_time_left(&self) -> (String, String) {
        if let Some(note) = self.note {
            return (String::new(), format!(", {note}"));
        }
        let now = self.done.saturating_sub(self.before) as f64;
        let rate = now / self.elapsed.as_secs_f64();
        if now == 0.0 || !rate.is_finite() {
            return Default::default();
        }
        let left = self.total.saturating_sub(self.done) as f64 / rate;
        let about = if self.is_estimate { "~" } else { "" };
        (format!(", {}/s", brief(rate)), format!(", {about}{} left", clock(left)))
    }
}

/// A bar of this width, with its brackets.
pub(super) fn bar(share: f64, width: usize) -> String {
    let inside = width.saturating_sub(2);
    let full = (share * inside as f64) as usize;
    let mut bar = "=".repeat(full.min(inside));
    if full < inside {
        bar.push('>');
    }
    format!("[{bar:inside$}]")
}

pub(super) fn length(text: &str) -> usize {
    text.chars().count()
}

/// A text cut to this many columns.
fn shortened(text: &str, columns: usize) -> String {
    if length(text) <= columns {
        return text.to_string();
    }
    text.chars().take(columns.saturating_sub(1)).chain(['…']).collect()
}

fn brief(rate: f64) -> String {
    match rate {
        rate if rate < 0.095 => format!("{rate:.2}"),
        rate if rate < 99.5 => format!("{rate:.1}"),
        rate => thousands(rate.round() as u64),
    }
}

/// Seconds as minutes and seconds, or hours, minutes and seconds.
///
/// ```
/// use plywood_lab::experiment::clock;
/// assert_eq!([9.2, 70.0, 3600.0].map(clock), ["0:10", "1:10", "1:00:00"]);
/// ```
pub fn clock(seconds: f64) -> String {
    let seconds = seconds.ceil().clamp(0.0, 1e9) as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(done: u64, total: u64, is_estimate: bool) -> Status<'static> {
        let (name, unit) = ("korf-chickering-1993-table-2", "units");
        let elapsed = Duration::from_secs(100);
        Status { name, unit, done, before: 0, total, is_estimate, elapsed, note: None }
    }

    #[test]
    fn lines_say_what_is_an_estimate() {
        let line = status(1234, 2040, true).line(200);
        let bar = format!("[{}>{}]", "=".repeat(18), " ".repeat(11));
        let expected = "1,234/~2,040 units, 12.3/s, ~1:06 left";
        assert_eq!(line, format!("korf-chickering-1993-table-2 {bar} {expected}"));
        let line = status(1234, 2040, false).line(200);
        assert!(line.ends_with("] 1,234/2,040 units, 12.3/s, 1:06 left"), "{line}");
        // Nothing is known of the speed yet.
        let line = status(0, 2040, false).line(200);
        assert!(line.ends_with("] 0/2,040 units"), "{line}");
    }

    #[test]
    fn lines_fit_every_width() {
        let counts = [(0, 1), (7, 7), (1, 50), (999, 2040), (1_234_567, 98_765_432)];
        for width in 0..=200 {
            for (done, total) in counts {
                for is_estimate in [false, true] {
                    let line = status(done, total, is_estimate).line(width);
                    assert!(length(&line) < width.max(1), "{width}: {line}");
                    if width >= 40 {
                        assert!(line.contains(&thousands(done)), "{width}: {line}");
                        assert!(line.contains(&thousands(total)), "{width}: {line}");
                        assert_eq!(line.contains('~'), is_estimate, "{width}: {line}");
                        assert!(line.contains('[') && line.contains(']'), "{width}: {line}");
                    }
                }
            }
        }
        let at = |width| status(1234, 2040, true).line(width);
        assert_eq!(at(40), "korf-chick… [===>  ] 1,234/~2,040 units");
        assert_eq!(at(60), "korf-chick… [===>  ] 1,234/~2,040 units, 12.3/s, ~1:06 left");
        let tail = "1,234/~2,040 units, 12.3/s, ~1:06 left";
        assert_eq!(at(80), format!("korf-chickering-1993-table-2 [=====>   ] {tail}"));
        assert_eq!(length(&at(200)), length(&at(120)), "a bar has its greatest width");
    }

    #[test]
    fn times_and_rates_are_short() {
        let texts = [(0.0, "0:00"), (59.2, "1:00"), (3599.0, "59:59"), (90_061.0, "25:01:01")];
        for (seconds, text) in texts {
            assert_eq!(clock(seconds), text);
        }
        assert_eq!(clock(f64::INFINITY).matches(':').count(), 2);
        assert_eq!(clock(f64::NAN), "0:00");
        assert_eq!([0.012, 3.12, 1234.5].map(brief), ["0.01", "3.1", "1,235"].map(String::from));
    }
}
