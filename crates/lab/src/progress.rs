//! The progress bar, for a person who waits.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A bar on standard error, or nothing at all.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    begun: AtomicBool,
}

impl Progress {
    pub(crate) fn new(wanted: bool, name: &str) -> Self {
        if !wanted {
            return Progress { bar: None, begun: AtomicBool::new(false) };
        }
        let template = "{msg} [{bar:30}] {pos}/{len} units, {rate}, {eta} left";
        let style = ProgressStyle::with_template(template)
            .unwrap_or_else(|_| ProgressStyle::default_bar())
            .with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
                let _ = write!(out, "{:.1}/s", state.per_sec());
            })
            .progress_chars("=> ");
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
            .with_style(style)
            .with_message(name.to_string());
        Progress { bar: Some(bar), begun: AtomicBool::new(false) }
    }

    /// A new round of the plan: `done` units of `total` are there. Those there at the beginning of
    /// the first round count for nothing in the rate, which is that of the whole run.
    pub(crate) fn round(&self, done: u64, total: u64) {
        if let Some(bar) = &self.bar {
            bar.set_length(total);
            bar.set_position(done);
            if !self.begun.swap(true, Ordering::Relaxed) {
                bar.reset_eta();
            }
            // Slow units must not look like a standstill.
            bar.enable_steady_tick(Duration::from_millis(500));
        }
    }

    pub(crate) fn unit_done(&self) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
