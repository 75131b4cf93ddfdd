//! The progress bar, for a person who waits.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// A bar on standard error, or nothing at all.
pub(crate) struct Progress(Option<ProgressBar>);

impl Progress {
    pub(crate) fn new(wanted: bool, name: &str) -> Self {
        if !wanted {
            return Progress(None);
        }
        let template = "{msg} [{bar:30}] {pos}/{len} units, {per_sec}, {eta} left";
        let style = ProgressStyle::with_template(template)
            .unwrap_or_else(|_| ProgressStyle::default_bar())
            .progress_chars("=> ");
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
            .with_style(style)
            .with_message(name.to_string());
        Progress(Some(bar))
    }

    /// A new round of the plan: `done` units of `total` were there already, and count for nothing
    /// in the rate.
    pub(crate) fn round(&self, done: u64, total: u64) {
        if let Some(bar) = &self.0 {
            bar.set_length(total);
            bar.set_position(done);
            bar.reset_eta();
            // Slow units must not look like a standstill.
            bar.enable_steady_tick(Duration::from_millis(500));
        }
    }

    pub(crate) fn unit_done(&self) {
        if let Some(bar) = &self.0 {
            bar.inc(1);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
