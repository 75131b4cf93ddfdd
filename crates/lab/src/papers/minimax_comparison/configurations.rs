//! A game in several configurations: settings of which each has its own searches.

use super::course::{Costs, Finished};
use super::positions::Played;
use super::spec::{Measure, Spec};
use super::tables::{grid_cell, summarise, summary};
use crate::report::{Grid, Plot, Section, Series, Style};
use plywood_play::draw::Scale;

pub(super) fn by_configuration(
    spec: &Spec,
    game: &Played,
    configurations: &[(&str, Finished)],
    sections: &mut Vec<Section>,
) {
    let depth = spec.depth(game);
    let numbers = swept(configurations.iter().map(|(variant, _)| *variant));
    let last = configurations.last().map(|(_, finished)| finished);
    let last = last.filter(|_| numbers.is_some());
    let mut table = summary(&format!("{}-configurations", game.name()), true, numbers.is_some());
    for (variant, finished) in configurations {
        summarise(spec, game, variant, finished, last, &mut table);
    }
    let settings = spec.settings(game, "").unwrap_or_default();
    let section = Section::new(format!("{}: at depth {depth}, all iterations", game.name()))
        .text(format!("{}. Settings that a configuration does not name: {settings}.", game.about))
        .table(table);
    sections.push(match (numbers, last) {
        (Some((name, numbers)), Some(last)) => {
            let sweep = Sweep { spec, depth, name, numbers, configurations, last };
            section.plot(sweep.plot(game)).grid(sweep.grid())
        }
        _ => section.plot(numbered_plot(spec, game, configurations)).grid(numbered_grid(
            spec,
            depth,
            configurations,
        )),
    });
}

/// Configurations that differ in one number.
struct Sweep<'a> {
    spec: &'a Spec,
    depth: u32,
    name: &'a str,
    numbers: Vec<f64>,
    configurations: &'a [(&'a str, Finished)],
    last: &'a Finished,
}

impl Sweep<'_> {
    fn plot(&self, game: &Played) -> Plot {
        let base = self.spec.base();
        let curve = |algorithm: &String| {
            let numbers = self.numbers.iter().zip(self.configurations);
            Series::measured(
                algorithm,
                numbers.filter_map(|(&x, (_, finished))| {
                    Some((x, finished.growth(algorithm, self.last, base, self.depth)?))
                }),
            )
        };
        Plot {
            title: format!("{}: leaves by {}; 100 % is {base} at the last", game.name(), self.name),
            x_label: format!("{} (entries)", self.name),
            y_label: "leaves (% of the base line)".into(),
            x_scale: Scale::Log,
            y_scale: Scale::Log,
            references: vec![(100.0, "100 %".into())],
            series: self.spec.algorithms.iter().map(curve).collect(),
            ..Plot::default()
        }
    }

    fn grid(&self) -> Grid {
        let row = |algorithm: &String| {
            let cell = |(variant, finished): &(&str, Finished)| {
                let growth = finished.growth(algorithm, self.last, algorithm, self.depth);
                let what = format!("{algorithm}, {variant}, leaves to the last configuration");
                grid_cell(&what, growth)
            };
            (algorithm.clone(), self.configurations.iter().map(cell).collect())
        };
        Grid {
            corner: self.name.to_string(),
            columns: self.numbers.iter().map(|number| power_of_two(*number)).collect(),
            rows: self.spec.algorithms.iter().map(row).collect(),
        }
    }
}

/// 65536 as 2^16, other numbers as they are.
fn power_of_two(number: f64) -> String {
    let power = number.log2();
    if power.fract() == 0.0 && power >= 10.0 { format!("2^{power}") } else { number.to_string() }
}

fn numbered_plot(spec: &Spec, game: &Played, configurations: &[(&str, Finished)]) -> Plot {
    let (base, depth) = (spec.base(), spec.depth(game));
    let curve = |algorithm: &String| {
        let numbered = (1..).zip(configurations);
        let share = |finished: &Finished| finished.share(algorithm, base, depth, Measure::Leaves);
        let point =
            |(i, (_, finished)): (i32, &(&str, Finished))| Some((f64::from(i), share(finished)?));
        Series::measured(algorithm, numbered.filter_map(point)).with_style(Style::Points)
    };
    Plot {
        title: format!("{}: leaves by configuration", game.name()),
        x_label: "configuration".into(),
        names: configurations.iter().map(|(variant, _)| variant.replace(',', ", ")).collect(),
        y_label: format!("leaves (% of {base})"),
        x_scale: Scale::Whole,
        references: vec![(100.0, base.into())],
        series: spec.algorithms[1..].iter().map(curve).collect(),
        ..Plot::default()
    }
}

fn numbered_grid(spec: &Spec, depth: u32, configurations: &[(&str, Finished)]) -> Grid {
    let others = &spec.algorithms[1..];
    let row = |(variant, finished): &(&str, Finished)| {
        let cell = |algorithm: &String| {
            let share = finished.share(algorithm, spec.base(), depth, Measure::Leaves);
            grid_cell(&format!("{algorithm}, {variant}"), share)
        };
        (variant.replace(',', ", "), others.iter().map(cell).collect())
    };
    Grid {
        corner: "leaves (%)".into(),
        columns: others.to_vec(),
        rows: configurations.iter().map(row).collect(),
    }
}

/// The name and the numbers of configurations that differ in one number only, such as `table=1024`.
fn swept<'a>(variants: impl Iterator<Item = &'a str>) -> Option<(&'a str, Vec<f64>)> {
    let pairs: Option<Vec<(&str, f64)>> = variants
        .map(|variant| {
            let (name, number) = variant.split_once('=')?;
            Some((name, number.parse().ok()?))
        })
        .collect();
    let pairs = pairs.filter(|pairs| pairs.len() > 1)?;
    let name = pairs[0].0;
    let same = pairs.iter().all(|pair| pair.0 == name);
    same.then(|| (name, pairs.iter().map(|pair| pair.1).collect()))
}
