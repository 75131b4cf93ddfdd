//! Plaat, Schaeffer, Pijls & de Bruin 1995, Figures 4 to 6: what the algorithms of the MT framework
//! cost at the positions of real games, by iterative deepening, in percent of one of them.

mod configurations;
mod course;
mod page;
mod spec;
mod timing;

use crate::Error;
use crate::experiment::{Experiment, Record, Results};
use crate::report::Page;
use spec::Measure;
pub(super) use spec::{Spec, take_in_files};

pub(super) struct MinimaxComparison {
    spec: Spec,
    text: String,
}

impl MinimaxComparison {
    pub fn new(spec: Spec, text: &str) -> Result<MinimaxComparison, Error> {
        spec.check()?;
        Ok(MinimaxComparison { spec, text: text.to_string() })
    }
}

/// The key of a position of a game in a configuration: `chess/position=01`, or
/// `chess/grain=10/position=01`.
fn unit(game: &spec::Played, variant: &str, number: usize) -> String {
    let position = format!("position={:02}", number + 1);
    match variant {
        "" => format!("{}/{position}", game.game),
        variant => format!("{}/{variant}/{position}", game.game),
    }
}

impl Experiment for MinimaxComparison {
    fn name(&self) -> &str {
        &self.spec.name
    }

    fn plan(&self, _: &Results) -> Vec<String> {
        let spec = &self.spec;
        let mut units = Vec::new();
        for game in &spec.games {
            for variant in spec.variants() {
                units.extend((0..spec.positions).map(|number| unit(game, variant, number)));
            }
        }
        units
    }

    fn run(&self, key: &str) -> Result<Record, Error> {
        let spec = &self.spec;
        for game in &spec.games {
            for variant in spec.variants() {
                for number in 0..spec.positions {
                    if unit(game, variant, number) == key {
                        return course::searches(spec, game, variant, number);
                    }
                }
            }
        }
        Err(Error::failure(format!("unit '{key}' is not one of this experiment")))
    }

    fn page(&self, done: &Results) -> Page {
        page::page(&self.spec, done)
    }

    fn timings(&self) -> Result<Option<Record>, Error> {
        match self.spec.measure {
            Measure::Time => timing::timings(&self.spec).map(Some),
            _ => Ok(None),
        }
    }

    fn timings_page(&self, timings: &Record) -> Option<Page> {
        timing::page(&self.spec, timings)
    }

    fn spec(&self) -> String {
        self.text.clone()
    }

    fn seeds(&self) -> String {
        match self.spec.positions {
            1 => "1 position a game".into(),
            positions => format!("{positions} positions a game"),
        }
    }
}
