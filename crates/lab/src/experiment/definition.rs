//! What an experiment is.

use super::results::{Record, Results};
use crate::Error;
use crate::report::Page;

/// An experiment: a plan of units, the work of one unit, and the page that shows the results.
///
/// The engine calls [`run`](Experiment::run) from several threads at once; everything else is
/// called from one. The [crate documentation](crate) shows a whole one.
pub trait Experiment: Sync {
    /// The name, as on the command line.
    fn name(&self) -> &str;

    /// The units that the results so far still call for; empty when the experiment is complete.
    /// It may list units already done, and one unit twice.
    ///
    /// The engine asks in rounds: first with no results, and again whenever *all* units of the
    /// last plan are done, never in the middle of a round. The answer must be a function of the
    /// results alone, so that a resumed run plans what an uninterrupted one would have.
    fn plan(&self, done: &Results) -> Vec<String>;

    /// Does one unit. The record depends on nothing but the specification and the key.
    fn run(&self, unit: &str) -> Result<Record, Error>;

    /// What the run costs in all, in units, as far as known; for the estimate of what is left.
    fn expected_units(&self) -> Option<u64> {
        None
    }

    /// Tables and plots. Asked for an incomplete run too: any unit may be missing.
    fn page(&self, done: &Results) -> Page;

    /// Measurements of wall time, taken once after the units with nothing else running; kept apart
    /// from the results because they never repeat exactly.
    fn timings(&self) -> Result<Option<Record>, Error> {
        Ok(None)
    }

    /// The page that shows the wall times, written beside the report as `timings.html`.
    fn timings_page(&self, timings: &Record) -> Option<Page> {
        let _ = timings;
        None
    }

    /// The specification as text (canonical TOML). Its hash names the run: whatever changes the
    /// plan or the records must change it.
    fn spec(&self) -> String;

    /// The seeds in use, for the manifest, such as `1-100`.
    fn seeds(&self) -> String;
}
