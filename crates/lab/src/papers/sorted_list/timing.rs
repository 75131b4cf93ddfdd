//! The time of searches with a list and of their twins with a table, with and without the making of the table.

use super::Spec;
use super::claims::About;
use crate::Error;
use crate::papers::clock::clock;
use crate::papers::tree_sources::Source;
use crate::report::claim::Side;
use crate::report::{Cell, Column, Measured, Page, Plot, Section, Series, Table};
use plywood::{Budget, Search};
use plywood_games::Tree;
use plywood_play::draw::Scale;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// By algorithm, for each tree: nanoseconds of a search that makes its list or table, and of one that already has
/// it from the search of another tree.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(in crate::papers) struct Times(BTreeMap<String, Vec<[u64; 2]>>);

impl Times {
    /// The times with the memory already made.
    fn apart(&self, algorithm: &str) -> Vec<f64> {
        let all = self.0.get(algorithm).map_or(&[][..], Vec::as_slice);
        all.iter().map(|times| times[1] as f64).collect()
    }

    fn with_memory(&self, algorithm: &str) -> f64 {
        let all = self.0.get(algorithm).map_or(&[][..], Vec::as_slice);
        all.iter().map(|times| times[0] as f64).sum()
    }

    /// The time with a list in percent of that with a table, both with their memory already made.
    fn share(&self, list: &str, driver: &str) -> Option<Measured> {
        let pairs: Vec<(f64, f64)> = self.apart(list).into_iter().zip(self.apart(driver)).collect();
        let total: f64 = pairs.iter().map(|pair| pair.1).sum();
        (total > 0.0).then(|| Measured::ratio(&pairs, "trees"))
    }
}

fn key(source: &Source, depth: u32) -> String {
    format!("{}/depth={depth:02}", source.name)
}

pub(super) fn timings(spec: &Spec, sources: &[Source]) -> Result<BTreeMap<String, Times>, Error> {
    let mut timings = BTreeMap::new();
    for source in sources {
        for depth in spec.depths(source) {
            timings.insert(key(source, depth), times(spec, source, depth)?);
        }
    }
    Ok(timings)
}

fn times(spec: &Spec, source: &Source, depth: u32) -> Result<Times, Error> {
    let trees: Result<Vec<Tree>, Error> =
        (0..spec.each).map(|number| source.tree(number, depth)).collect();
    let trees = trees?;
    let budget = Budget::new().depth(depth);
    let mut times = Times::default();
    for (number, tree) in trees.iter().enumerate() {
        let before = &trees[(number + 1) % trees.len()];
        for [list, driver] in &spec.twins {
            let mut least = [[u64::MAX; 2]; 2];
            for _ in 0..spec.rounds {
                let found = [
                    time(|| Ok(spec.list(list)?), tree, before, &budget)?,
                    time(|| Ok(Box::new(spec.driver(driver)?)), tree, before, &budget)?,
                ];
                for (least, found) in least.iter_mut().flatten().zip(found.iter().flatten()) {
                    *least = (*least).min(*found);
                }
            }
            for (name, least) in [list, driver].into_iter().zip(least) {
                times.0.entry(name.clone()).or_default().push(least);
            }
        }
    }
    Ok(times)
}

/// The time of a new search, and of one that has searched another tree `before`.
fn time(
    make: impl Fn() -> Result<Box<dyn Search<Tree>>, Error>,
    tree: &Tree,
    before: &Tree,
    budget: &Budget,
) -> Result<[u64; 2], Error> {
    let timed = |search: &mut dyn Search<Tree>| {
        let begun = clock();
        search.run(tree, budget);
        clock() - begun
    };
    let new = timed(&mut *make()?);
    let mut used = make()?;
    used.run(before, budget);
    Ok([new, timed(&mut *used)])
}

pub(super) fn page(spec: &Spec, sources: &[Source], timings: &BTreeMap<String, Times>) -> Page {
    let mut page = spec.page().paragraph(format!(
        "The processor time of the searching thread on this machine (wall time if the system does not report it): \
         the sum over {} trees, with the fastest of {} rounds for each. A search that allocates its memory starts \
         with none. The others have searched a tree of the same size before, and use its list or table again.",
        spec.each, spec.rounds
    ));
    page.has_times = true;
    for source in sources {
        let depths: Vec<(u32, &Times)> = spec
            .depths(source)
            .filter_map(|depth| Some((depth, timings.get(&key(source, depth))?)))
            .collect();
        let Some((last, times)) = depths.last() else { continue };
        let slow = spec.paper_numbers.claims.iter().filter(|claim| claim.about == About::SlowList);
        for claim in slow {
            for [list, driver] in &spec.twins {
                let subject = format!("{}, depth {last}", source.name);
                let quantity = format!("time of {list} (% of {driver}, making the table apart)");
                let Some(measured) = times.share(list, driver) else { continue };
                let claim = claim.about(subject, quantity, measured);
                page.claims.push(claim.direction(Side::Above, 100.0));
            }
        }
        page.sections.push(
            Section::new(format!("{}: time by depth", source.name))
                .text(format!("{}.", source.about))
                .plot(plot(spec, source, &depths))
                .table(table(spec, source, &depths)),
        );
    }
    page
}

fn table(spec: &Spec, source: &Source, depths: &[(u32, &Times)]) -> Table {
    let mut columns = vec![Column::new("depth")];
    for [list, driver] in &spec.twins {
        for name in [list, driver] {
            columns.push(Column::with_unit(name, "ms"));
            columns.push(Column::with_unit(format!("{name}, making its memory too"), "ms"));
        }
        columns.push(Column::with_unit(format!("{list} to {driver}"), "%"));
        let ends = ["low", "high"].map(|end| format!("{list} to {driver}, {end}"));
        columns.extend(ends.map(|name| Column::with_unit(name, "%")));
    }
    let mut table = Table::new(format!("timings-{}", source.name), columns);
    for (depth, times) in depths {
        let mut row = vec![Cell::Integer((*depth).into())];
        for [list, driver] in &spec.twins {
            for name in [list, driver] {
                row.push(Cell::number(times.apart(name).iter().sum::<f64>() / 1e6, 3));
                row.push(Cell::number(times.with_memory(name) / 1e6, 3));
            }
            let share = times.share(list, driver);
            let (low, high) = share.as_ref().and_then(|share| share.interval(0.0)).unzip();
            let numbers = [share.map(|share| share.value), low, high];
            row.extend(numbers.map(|number| Cell::number(number, 0)));
        }
        table.row(row);
    }
    table
}

fn plot(spec: &Spec, source: &Source, depths: &[(u32, &Times)]) -> Plot {
    let series = |[list, driver]: &[String; 2]| {
        let point =
            |(depth, times): &(u32, &Times)| Some((f64::from(*depth), times.share(list, driver)?));
        Series::measured(format!("{list} to {driver}"), depths.iter().filter_map(point))
    };
    Plot {
        title: format!("{}: time with a list, making memory apart", source.name),
        x_label: "depth".into(),
        y_label: "time (% of the twin with a table)".into(),
        x_scale: Scale::Whole,
        references: vec![(100.0, "with a table".into())],
        series: spec.twins.iter().map(series).collect(),
        ..Plot::default()
    }
}
