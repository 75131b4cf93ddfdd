//! How far a run and its shards are, and what units cost: what a scheduler needs to know.

use super::course::Course;
use super::engine::total_units;
use super::erased::AnyExperiment;
use super::journal::{self, Journal};
use super::manifest::{Manifest, read_manifest};
use super::results::Extent;
use super::shard::{folders_with_journals, known_results};
use super::store::{Cost, UNITS, last_cost};
use crate::Error;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How far a run is.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Which run it is; nothing before anything is in its folder.
    pub manifest: Option<Manifest>,
    /// Units that are done, merged or in the journal of a shard, of all that are called for.
    pub extent: Extent,
    /// Units that are done and not merged.
    pub unmerged: u64,
    /// The number of the present round, from 1.
    pub round: u32,
    /// The units of the present round; 0 if the run is complete.
    pub units: u64,
    /// The places in the present round of the units that no journal has.
    pub missing: Vec<usize>,
    /// What the units of the last merged shards cost, if that is known.
    pub cost: Option<Cost>,
}

impl Standing {
    /// Of `count` shards those that have missing units, with the number of these.
    pub fn shards_with_missing(&self, count: u32) -> Vec<(u32, u64)> {
        let mut missing = vec![0; count.max(1) as usize];
        for place in &self.missing {
            missing[place % count.max(1) as usize] += 1;
        }
        (0..).zip(missing).filter(|&(_, units)| units > 0).collect()
    }
}

/// How far the run in a folder is, from its journal and those of its shards, which may be at work. A folder that
/// is not there, or that has no files of a run, has a run that is not begun.
pub fn standing(experiment: &dyn AnyExperiment, folder: &Path) -> Result<Standing, Error> {
    let folders = folders_with_journals(folder)?;
    let Some(first) = folders.first() else {
        if folder.is_file() {
            read_manifest(folder)?;
        }
        let course = Course::begin(experiment, &Journal::read("", Path::new(""))?)?;
        return Ok(stand(experiment, &course, &HashSet::new(), None, None));
    };
    let manifest = read_manifest(first)?;
    let known = known_results(experiment, folder, &manifest)?;
    let course = Course::begin(experiment, &known)?;
    let mut unmerged: HashSet<String> = HashSet::new();
    for shard in folders.iter().filter(|path| path.as_path() != folder) {
        let there = read_manifest(shard)?;
        there.check_joins(shard, &manifest.with_experiment(experiment))?;
        journal::visit(&manifest.identity(), &shard.join(UNITS), |line| {
            if !known.contains(line.unit) {
                unmerged.insert(line.unit.to_string());
            }
            Ok(())
        })?;
    }
    let cost = last_cost(folder);
    let mut standing = stand(experiment, &course, &unmerged, Some(manifest), cost);
    standing.missing.retain(|&place| !known.contains(&course.round[place]));
    standing.extent.done = known.len() as u64 + standing.unmerged;
    Ok(standing)
}

fn stand(
    experiment: &dyn AnyExperiment,
    course: &Course<'_>,
    unmerged: &HashSet<String>,
    manifest: Option<Manifest>,
    cost: Option<Cost>,
) -> Standing {
    let round = &course.round;
    let missing = (0..round.len()).filter(|&place| !unmerged.contains(&round[place])).collect();
    let planned = match round.len() {
        0 => course.done.len() as u64,
        units => total_units(experiment, course.done.len() + units),
    };
    let is_estimate = !round.is_empty() && experiment.expected_units().is_some();
    Standing {
        manifest,
        extent: Extent { done: 0, planned, is_estimate },
        unmerged: unmerged.len() as u64,
        round: course.number,
        units: round.len() as u64,
        missing,
        cost,
    }
}

/// Runs missing units of the present round, from all over it, until `limit` has passed, and at least one. Their
/// results are not kept. What they cost; nothing of a run without missing units.
pub fn measure(
    experiment: &dyn AnyExperiment,
    folder: &Path,
    standing: &Standing,
    limit: Duration,
) -> Result<Cost, Error> {
    let known = match &standing.manifest {
        Some(manifest) => known_results(experiment, folder, manifest)?,
        None => Journal::read("", &PathBuf::new())?,
    };
    let course = Course::begin(experiment, &known)?;
    let (begun, mut units) = (Instant::now(), 0);
    for place in spread(&standing.missing) {
        if units > 0 && begun.elapsed() >= limit {
            break;
        }
        course.rounds.run(place)?;
        units += 1;
    }
    Ok(Cost { units, seconds: begun.elapsed().as_secs_f64() })
}

/// All places, in an order of which every beginning is spread over the whole: the middle, the middles of both
/// halves, and so on.
fn spread(places: &[usize]) -> impl Iterator<Item = usize> {
    let bits = places.len().next_power_of_two().trailing_zeros();
    let reversed = move |n: u64| n.reverse_bits().checked_shr(64 - bits).unwrap_or(0) as usize;
    (0..1u64 << bits).filter_map(move |n| places.get(reversed(n)).copied())
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn a_sample_is_spread_over_the_whole_and_has_everything_once() {
        for count in [0, 1, 2, 3, 100, 1000] {
            let places: Vec<usize> = (0..count).map(|place| place * 7).collect();
            let mut all: Vec<usize> = spread(&places).collect();
            if count >= 100 {
                assert!(all[..8].iter().any(|&place| place < count * 7 / 4));
                assert!(all[..8].iter().any(|&place| place > count * 7 * 3 / 4));
            }
            all.sort_unstable();
            assert_eq!(all, places);
        }
    }
}
