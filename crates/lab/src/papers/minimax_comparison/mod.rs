//! Plaat, Schaeffer, Pijls & de Bruin 1995, Figures 4 to 6: the cost of the algorithms of the MT framework
//! at positions of real games, with iterative deepening, in percent of the cost of one of them.

mod ablation;
mod claims;
mod configurations;
mod course;
mod page;
mod positions;
mod spec;
mod tables;
mod timing;

use crate::Error;
use crate::experiment::{Experiment, Results};
use crate::report::Page;
use course::{Courses, Finished};
pub(super) use positions::{Played, take_in_files};
pub(super) use spec::Spec;
use spec::{Configured, Measure};
use std::collections::BTreeMap;
use std::fmt;
use timing::Times;

pub(super) struct MinimaxComparison {
    spec: Spec,
    configured: Vec<Configured>,
}

/// A unit: a position of a game in a configuration.
pub(super) struct Position {
    /// Its place in the list of configured games.
    configured: usize,
    number: usize,
    /// `chess`, or `chess/grain=10`.
    key: String,
}

impl fmt::Display for Position {
    /// `chess/position=01`, or `chess/grain=10/position=01`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/position={:02}", self.key, self.number + 1)
    }
}

impl MinimaxComparison {
    pub fn new(spec: Spec) -> Result<MinimaxComparison, Error> {
        let configured = spec.configured()?;
        Ok(MinimaxComparison { spec, configured })
    }

    /// The positions of a game in a configuration.
    fn positions(&self, configured: usize) -> impl Iterator<Item = Position> {
        let Configured { game, variant, .. } = &self.configured[configured];
        let game = self.spec.games[*game].name();
        let key = if variant.is_empty() { game.to_string() } else { format!("{game}/{variant}") };
        let position = move |number| Position { configured, number, key: key.clone() };
        (0..self.spec.positions).map(position)
    }

    /// The searches of a game that are finished, by configuration.
    fn finished(&self, game: usize, done: &Results<Self>) -> Vec<(&str, Finished)> {
        let all = self.configured.iter().enumerate().filter(|(_, one)| one.game == game);
        all.map(|(i, one)| {
            let courses = self.positions(i).map(|position| done.get(&position).cloned());
            (one.variant.as_str(), Finished(courses.collect()))
        })
        .collect()
    }
}

impl Experiment for MinimaxComparison {
    type Unit = Position;
    type Record = Courses;
    /// By game and configuration.
    type Timings = BTreeMap<String, Times>;

    fn name(&self) -> &str {
        &self.spec.name
    }

    fn plan(&self, _: &Results<Self>) -> Vec<Position> {
        (0..self.configured.len()).flat_map(|configured| self.positions(configured)).collect()
    }

    fn run(&self, unit: &Position) -> Result<Courses, Error> {
        let configured = &self.configured[unit.configured];
        course::searches(&self.spec.games[configured.game], configured, unit.number)
    }

    fn page(&self, done: &Results<Self>) -> Page {
        let games = self.spec.games.iter().enumerate();
        let finished = games.map(|(i, game)| (game, self.finished(i, done)));
        page::page(&self.spec, finished.collect())
    }

    fn timings(&self) -> Result<Option<Self::Timings>, Error> {
        match self.spec.measure {
            Measure::Time => timing::timings(&self.spec, &self.configured).map(Some),
            _ => Ok(None),
        }
    }

    fn timings_page(&self, timings: &Self::Timings) -> Option<Page> {
        timing::page(&self.spec, &self.configured, timings)
    }

    fn spec(&self) -> String {
        self.spec.text.clone()
    }

    fn seeds(&self) -> String {
        match self.spec.positions {
            1 => "1 position a game".into(),
            positions => format!("{positions} positions a game"),
        }
    }
}
