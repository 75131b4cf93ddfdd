//! The searches of a position by all algorithms, and the cost of each, depth by depth.

use super::positions::Played;
use super::spec::{Configured, Measure};
use crate::Error;
use crate::registry::PlayerSpec;
use crate::report::Measured;
use plywood::Score;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The cost of a search up to depth 1, 2, …: the sum over all iterations so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(in crate::papers) struct Course {
    leaves: Vec<u64>,
    nodes: Vec<u64>,
    calls: Vec<u64>,
}

impl Course {
    /// The cost up to a depth; for calls, those of that iteration alone. A search that has proven its value
    /// ends, and costs no more at greater depths; it has no calls there.
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

/// The record of a unit: the values and the costs of all algorithms at one position.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(in crate::papers) struct Courses {
    /// The value at depth 1, 2, ….
    values: Vec<i32>,
    pub searches: BTreeMap<String, Course>,
}

/// The values and the costs of one search, depth by depth.
pub(super) struct Searched {
    values: Vec<Score>,
    course: Course,
}

/// Searches a position with one player, and calls `on_depth` whenever a depth is finished.
pub(super) fn search(
    game: &Played,
    number: usize,
    player: &PlayerSpec,
    mut on_depth: impl FnMut(),
) -> Result<Searched, Error> {
    let (mut values, mut course) = (Vec::new(), Course::default());
    game.session(number)?.search_with_progress(player, &mut |answer| {
        values.extend(answer.value.exact());
        course.leaves.push(answer.counts.evaluated);
        course.nodes.push(answer.counts.generated);
        course.calls.push(answer.details.get("passes"));
        on_depth();
    })?;
    if values.is_empty() || values.len() != course.calls.len() {
        let name = player.algorithm().name;
        return Err(Error::failure(format!("{name} did not finish its iterations")));
    }
    Ok(Searched { values, course })
}

/// Searches a position with all algorithms.
///
/// The value of a depth is the minimax value of the same tree for every algorithm: a failure if two of
/// them differ.
pub(super) fn searches(
    game: &Played,
    configured: &Configured,
    number: usize,
) -> Result<Courses, Error> {
    let mut courses = Courses::default();
    for (algorithm, player) in &configured.players {
        let Searched { values, course } = search(game, number, player, || {})?;
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
    Ok(courses)
}

/// The courses at the positions of a game in a configuration, where they are finished.
pub(super) struct Finished(pub Vec<Option<Courses>>);

/// The samples of these experiments.
pub(super) const POSITIONS: &str = "positions";

impl Finished {
    pub fn positions(&self) -> usize {
        self.0.iter().flatten().count()
    }

    pub fn total(&self, algorithm: &str, depth: u32, measure: Measure) -> f64 {
        self.costs(algorithm, depth, measure).into_iter().flatten().sum()
    }

    /// The leaves of an algorithm in percent of another's in another configuration.
    pub fn growth(&self, own: &str, last: &Finished, than: &str, depth: u32) -> Option<Measured> {
        self.to(last, own, than, depth, Measure::Leaves)
    }

    /// The cost of an algorithm in percent of another's in another configuration.
    pub fn to(
        &self,
        other: &Finished,
        own: &str,
        than: &str,
        depth: u32,
        measure: Measure,
    ) -> Option<Measured> {
        let own = self.costs(own, depth, measure);
        share(pairs(own, other.costs(than, depth, measure)))
    }

    /// At how many positions an algorithm costs less than another.
    pub fn less(&self, own: &str, than: &str, depth: u32, measure: Measure) -> usize {
        let own = self.costs(own, depth, measure);
        let pairs = pairs(own, self.costs(than, depth, measure));
        pairs.iter().filter(|pair| pair.0 < pair.1).count()
    }
}

impl Costs for Finished {
    fn costs(&self, algorithm: &str, depth: u32, measure: Measure) -> Vec<Option<f64>> {
        let cost = |courses: &Option<Courses>| {
            courses.as_ref()?.searches.get(algorithm)?.at(depth, measure)
        };
        self.0.iter().map(cost).collect()
    }
}

/// What algorithms cost at each of several positions.
pub(super) trait Costs {
    /// What an algorithm cost at each position, where that is known.
    fn costs(&self, algorithm: &str, depth: u32, measure: Measure) -> Vec<Option<f64>>;

    /// The mean over the positions.
    fn mean(&self, algorithm: &str, depth: u32, measure: Measure) -> Option<Measured> {
        let costs = self.costs(algorithm, depth, measure);
        let costs: Vec<f64> = costs.into_iter().flatten().collect();
        (!costs.is_empty()).then(|| Measured::mean(&costs, POSITIONS))
    }

    /// The cost of one algorithm in percent of another's, at the positions where both have one.
    fn share(&self, own: &str, than: &str, depth: u32, measure: Measure) -> Option<Measured> {
        let own = self.costs(own, depth, measure);
        share(pairs(own, self.costs(than, depth, measure)))
    }

    /// The mean cost of two algorithms in percent of another's.
    fn mean_share(
        &self,
        [own, other]: [&str; 2],
        than: &str,
        depth: u32,
        measure: Measure,
    ) -> Option<Measured> {
        let both = pairs(self.costs(own, depth, measure), self.costs(other, depth, measure));
        let means = both.into_iter().map(|(a, b)| Some((a + b) / 2.0)).collect();
        share(pairs(means, self.costs(than, depth, measure)))
    }
}

/// The costs of two algorithms at the positions where both have one.
fn pairs(own: Vec<Option<f64>>, than: Vec<Option<f64>>) -> Vec<(f64, f64)> {
    own.into_iter().zip(than).filter_map(|(own, than)| Some((own?, than?))).collect()
}

/// A total in percent of another; none of nothing.
pub(super) fn share(pairs: Vec<(f64, f64)>) -> Option<Measured> {
    let other: f64 = pairs.iter().map(|pair| pair.1).sum();
    (other > 0.0).then(|| Measured::ratio(&pairs, POSITIONS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_totals_with_the_error_of_a_ratio() {
        let measured = share(vec![(90.0, 100.0), (330.0, 300.0)]).unwrap();
        assert_eq!(measured.value, 105.0);
        // Parts are -15 and 15 of a mean of 200, doubled by n / other: their error is 7.5 %.
        assert!((measured.error().unwrap() - 7.5).abs() < 1e-9, "{measured:?}");
        assert_eq!(share(vec![]), None);
        assert_eq!(share(vec![(1.0, 0.0)]), None);
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
