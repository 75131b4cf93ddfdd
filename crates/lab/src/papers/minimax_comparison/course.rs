//! One search after the other of a position, and what each cost, depth by depth.

use super::spec::{Measure, Played, Spec};
use crate::stats::{self, Estimate, Sample};
use crate::{Error, Record, Results};
use plywood::Score;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a search had cost when it had finished depth 1, 2, …: all iterations so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Course {
    leaves: Vec<u64>,
    nodes: Vec<u64>,
    calls: Vec<u64>,
}

impl Course {
    /// The cost up to a depth; of calls, those of that iteration alone. A search that has proven its
    /// value goes no deeper, and costs no more; none if it never came to that iteration.
    pub fn at(&self, depth: u32, measure: Measure) -> Option<f64> {
        let last = |list: &[u64]| list.get(list.len().min(depth as usize).checked_sub(1)?).copied();
        let count = match measure {
            Measure::Leaves => last(&self.leaves)?,
            Measure::Nodes | Measure::Time => last(&self.nodes)?,
            Measure::Calls => {
                let this = *self.calls.get(depth as usize - 1)?;
                this - depth.checked_sub(2).map_or(0, |before| self.calls[before as usize])
            }
        };
        Some(count as f64)
    }
}

/// What all algorithms found and spent at one position.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Courses {
    /// The value at depth 1, 2, ….
    values: Vec<i32>,
    pub searches: BTreeMap<String, Course>,
}

/// What one search found and spent, depth by depth.
pub(super) struct Searched {
    values: Vec<Score>,
    course: Course,
}

/// Searches a position with one algorithm, and calls `on_depth` whenever a depth is finished.
pub(super) fn search(
    spec: &Spec,
    game: &Played,
    variant: &str,
    number: usize,
    algorithm: &str,
    mut on_depth: impl FnMut(),
) -> Result<Searched, Error> {
    let player = spec.player(game, variant, algorithm)?;
    let (mut values, mut course) = (Vec::new(), Course::default());
    game.table(number)?.watch(&player, &mut |answer| {
        values.extend(answer.value.exact());
        course.leaves.push(answer.counts.evaluated);
        course.nodes.push(answer.counts.generated);
        course.calls.push(answer.counts.passes);
        on_depth();
    })?;
    if values.is_empty() || values.len() != course.calls.len() {
        return Err(Error::failure(format!("{algorithm} did not finish its iterations")));
    }
    Ok(Searched { values, course })
}

/// Searches a position with all algorithms.
///
/// Whatever the windows, the value of a depth is the minimax value of one and the same tree: a
/// failure if two algorithms disagree.
pub(super) fn searches(
    spec: &Spec,
    game: &Played,
    variant: &str,
    number: usize,
) -> Result<Record, Error> {
    let mut courses = Courses::default();
    for algorithm in &spec.algorithms {
        let Searched { values, course } = search(spec, game, variant, number, algorithm, || {})?;
        for (i, value) in values.iter().map(|value| value.get()).enumerate() {
            match courses.values.get(i) {
                None => courses.values.push(value),
                Some(&known) if known == value => {}
                Some(known) => {
                    return Err(Error::failure(format!(
                        "depth {}: {algorithm} finds {value}, others {known}: the value must not \
                         depend on the algorithm",
                        i + 1
                    )));
                }
            }
        }
        courses.searches.insert(algorithm.clone(), course);
    }
    match serde_json::to_value(courses) {
        Ok(serde_json::Value::Object(record)) => Ok(record),
        _ => Err(Error::failure("courses are not an object")),
    }
}

/// The courses at the finished positions of a game in a configuration.
pub(super) struct Finished(Vec<Courses>);

impl Finished {
    pub fn of(spec: &Spec, game: &Played, variant: &str, done: &Results) -> Finished {
        let units = (0..spec.positions).map(|number| super::unit(game, variant, number));
        let courses = units.filter_map(|unit| {
            let record = done.get(&unit)?.clone();
            serde_json::from_value(serde_json::Value::Object(record)).ok()
        });
        Finished(courses.collect())
    }

    pub fn positions(&self) -> usize {
        self.0.len()
    }

    /// The counts of one algorithm at those positions where `and` has them too.
    fn pairs(&self, algorithm: &str, and: &str, depth: u32, measure: Measure) -> Vec<(f64, f64)> {
        let pair = |courses: &Courses| {
            let at = |name: &str| courses.searches.get(name)?.at(depth, measure);
            Some((at(algorithm)?, at(and)?))
        };
        self.0.iter().filter_map(pair).collect()
    }

    pub fn total(&self, algorithm: &str, depth: u32, measure: Measure) -> f64 {
        self.pairs(algorithm, algorithm, depth, measure).iter().map(|pair| pair.0).sum()
    }

    pub fn mean(&self, algorithm: &str, depth: u32, measure: Measure) -> Option<f64> {
        let pairs = self.pairs(algorithm, algorithm, depth, measure);
        stats::mean(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>())
    }

    /// The cost of one algorithm in percent of another's.
    pub fn share(
        &self,
        algorithm: &str,
        than: &str,
        depth: u32,
        measure: Measure,
    ) -> Option<Share> {
        Share::of(&self.pairs(algorithm, than, depth, measure))
    }
}

/// A total in percent of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Share {
    /// With positions as the sample.
    pub percent: Estimate,
    /// At how many positions it is less.
    pub less: usize,
}

impl Share {
    pub fn of(pairs: &[(f64, f64)]) -> Option<Share> {
        let percent = Sample::ratio(pairs)?.estimate().scaled(100.0);
        let less = pairs.iter().filter(|pair| pair.0 < pair.1).count();
        Some(Share { percent, less })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_totals_with_the_error_of_a_ratio() {
        let share = Share::of(&[(90.0, 100.0), (330.0, 300.0)]).unwrap();
        assert_eq!((share.percent.value, share.less), (105.0, 1));
        // Parts are -15 and 15 of a mean of 200, doubled by n / other: their error is 7.5 %.
        assert!((share.percent.error - 7.5).abs() < 1e-9, "{share:?}");
        // The base line in percent of itself has no error, not one of zero.
        assert!(!Share::of(&[(90.0, 90.0), (30.0, 30.0)]).unwrap().percent.has_interval());
        assert_eq!(Share::of(&[]), None);
        assert_eq!(Share::of(&[(1.0, 0.0)]), None);
    }

    #[test]
    fn a_proven_value_costs_no_more_at_greater_depths() {
        let course = Course { leaves: vec![3, 9], nodes: vec![4, 12], calls: vec![1, 6] };
        let at = |depth, measure| course.at(depth, measure);
        assert_eq!(at(1, Measure::Leaves), Some(3.0));
        assert_eq!(at(7, Measure::Nodes), Some(12.0));
        assert_eq!((at(1, Measure::Calls), at(2, Measure::Calls)), (Some(1.0), Some(5.0)));
        assert_eq!(at(3, Measure::Calls), None);
        assert_eq!(Course::default().at(1, Measure::Leaves), None);
    }
}
