//! Execution time: the algorithms take turns at each position, and the least of several rounds counts.
//! Under Linux it is the processor time of the searching thread, which other load hardly changes;
//! elsewhere it is wall time.

use super::claims::Subject;
use super::course::{self, Costs};
use super::positions::Played;
use super::spec::{Configured, Measure, Spec};
use super::tables::{FIRST, Shares, plots};
use crate::Error;
use crate::papers::clock::clock;
use crate::report::{Cell, Page, Section};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// By algorithm, position and depth: nanoseconds since the end of the first iteration, which is when
/// the table exists.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(in crate::papers) struct Times(BTreeMap<String, Vec<Vec<u64>>>);

impl Times {
    /// The time up to a depth at each position; a search that has ended takes no longer.
    fn at(&self, algorithm: &str, depth: u32) -> Vec<f64> {
        let positions = self.0.get(algorithm).map_or(&[][..], Vec::as_slice);
        let at = |times: &Vec<u64>| {
            times.get(times.len().min(depth as usize).saturating_sub(1)).map_or(0.0, |&t| t as f64)
        };
        positions.iter().map(at).collect()
    }
}

impl Costs for Times {
    fn costs(&self, algorithm: &str, depth: u32, _: Measure) -> Vec<Option<f64>> {
        self.at(algorithm, depth).into_iter().map(Some).collect()
    }
}

pub(super) fn timings(
    spec: &Spec,
    configured: &[Configured],
) -> Result<BTreeMap<String, Times>, Error> {
    let timed = |one: &Configured| Ok((key(spec, one), times(spec, one)?));
    configured.iter().map(timed).collect()
}

fn key(spec: &Spec, configured: &Configured) -> String {
    format!("{}/{}", spec.games[configured.game].name(), configured.variant)
}

fn times(spec: &Spec, configured: &Configured) -> Result<Times, Error> {
    let mut times = Times::default();
    for number in 0..spec.positions {
        let mut least: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
        for _ in 0..spec.rounds {
            for (algorithm, player) in &configured.players {
                let mut now = Vec::new();
                let game = &spec.games[configured.game];
                course::search(game, number, player, || now.push(clock()))?;
                let begun = now[0];
                now.iter_mut().for_each(|time| *time = time.saturating_sub(begun));
                let best = least.entry(algorithm).or_insert_with(|| now.clone());
                best.iter_mut().zip(&now).for_each(|(best, now)| *best = (*best).min(*now));
            }
        }
        for (algorithm, taken) in least {
            times.0.entry(algorithm.to_string()).or_default().push(taken);
        }
    }
    Ok(times)
}

pub(super) fn page(
    spec: &Spec,
    configured: &[Configured],
    timings: &BTreeMap<String, Times>,
) -> Option<Page> {
    let base = spec.base();
    let mut page = spec.page().paragraph(format!(
        "The processor time of the searching thread on this machine (wall time if the system does not report it) \
         for all iterations up to a depth, in percent of {base}. The algorithms take turns at each position, and \
         the fastest of {} rounds counts. Time starts at the end of the first iteration, when the table has been \
         allocated.",
        spec.rounds
    ));
    page.has_times = true;
    for one in configured {
        let (game, variant): (&Played, &str) = (&spec.games[one.game], &one.variant);
        let times = timings.get(&key(spec, one))?;
        let last = spec.depth(game);
        let timed = spec.paper_numbers.claims.iter().filter(|claim| claim.measure == Measure::Time);
        let subject = Subject { game, variant, last };
        page.claims.extend(timed.filter_map(|claim| claim.judge_costs(&subject, times)));
        let shares = Shares {
            algorithms: &spec.algorithms,
            depths: FIRST..=last,
            total: &|depth| Cell::number(times.at(base, depth).iter().sum::<f64>() / 1e9, 3),
            unit: "s",
            share: &|algorithm, depth| times.share(algorithm, base, depth, Measure::Time),
        };
        let mut title = format!("{}: time by depth", game.name());
        let mut name = format!("timings-{}", game.name());
        if !variant.is_empty() {
            title = format!("{title}, {variant}");
            name = format!("{name}-{}", page.sections.len() + 1);
        }
        let section = Section::new(title).text(game.about.clone());
        let mut section = section.grid(shares.grid()).table(shares.table(name));
        section.plots = plots(game.name(), "time", base, shares.series());
        page.sections.push(section);
    }
    Some(page)
}
