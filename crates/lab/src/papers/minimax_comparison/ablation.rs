//! An ablation: what it costs to leave out an enhancement, beside what it costs to choose another driver.

use super::course::Finished;
use super::positions::Played;
use super::spec::{Measure, Spec};
use super::tables::{cells, grid_cell};
use crate::report::{Cell, Column, Grid, GridCell, Measured, Plot, Section, Series, Style, Table};
use plywood_play::draw::Scale;

type Games<'a> = [(&'a Played, Vec<(&'a str, Finished)>)];

/// One difference from the whole program: another driver, or an enhancement left out.
struct Change<'a> {
    words: String,
    driver: &'a str,
    variant: &'a str,
}

/// The costs of a change at a game, in percent of the base line with everything.
fn cost(
    spec: &Spec,
    (game, variants): &(&Played, Vec<(&str, Finished)>),
    change: &Change<'_>,
    measure: Measure,
) -> Option<Measured> {
    let find = |name: &str| variants.iter().find(|variant| variant.0 == name);
    let (whole, changed) = (&find("")?.1, &find(change.variant)?.1);
    changed.to(whole, change.driver, spec.base(), spec.depth(game), measure)
}

pub(super) fn ablation(spec: &Spec, games: &Games<'_>) -> Vec<Section> {
    let base = spec.base();
    let mut changes: Vec<Change<'_>> = Vec::new();
    for driver in &spec.algorithms[1..] {
        changes.push(Change { words: format!("driver {driver}"), driver, variant: "" });
    }
    for one in &spec.without {
        let words = format!("without {}", one.name);
        changes.push(Change { words, driver: base, variant: &one.settings });
    }
    let mut sections = vec![
        Section::new("Another driver, or one enhancement less")
            .text(format!(
                "The cost at the last depth, all iterations, in percent of {base} with everything. The upper rows \
                 change the driver and keep everything else. The lower rows keep the driver and leave out one \
                 enhancement. A number above 100 means that the change makes the search more expensive."
            ))
            .plot(plot(spec, games, &changes))
            .grid(summary(spec, games, &changes))
            .table(all(spec, games)),
    ];
    for of in games.iter().filter(|(_, variants)| !variants.is_empty()) {
        let (game, _) = of;
        let settings = spec.settings(game, "").unwrap_or_default();
        let title = format!("{}: leaves of each driver without each enhancement", game.name());
        let about = format!(
            "{}, depth {}, in percent of {base} with everything. Settings of everything: {settings}.",
            game.about,
            spec.depth(game)
        );
        sections.push(Section::new(title).text(about).grid(by_driver(spec, of)));
    }
    sections
}

const MEASURES: [Measure; 2] = [Measure::Leaves, Measure::Nodes];

fn summary(spec: &Spec, games: &Games<'_>, changes: &[Change<'_>]) -> Grid {
    let columns =
        || MEASURES.into_iter().flat_map(|measure| games.iter().map(move |of| (of, measure)));
    let row = |change: &Change<'_>| {
        let cell = |(of, measure): (&(&Played, _), Measure)| {
            let what = format!("{}, {}, {}", of.0.name(), change.words, measure.name());
            grid_cell(&what, cost(spec, of, change, measure))
        };
        (change.words.clone(), columns().map(cell).collect::<Vec<GridCell>>())
    };
    Grid {
        corner: "%".into(),
        columns: columns()
            .map(|(of, measure)| format!("{}, {}", of.0.name(), measure.name()))
            .collect(),
        rows: changes.iter().map(row).collect(),
    }
}

fn by_driver(spec: &Spec, of: &(&Played, Vec<(&str, Finished)>)) -> Grid {
    let row = |words: String, variant: &str| {
        let cell = |driver: &String| {
            let change = Change { words: words.clone(), driver, variant };
            grid_cell(&format!("{driver}, {words}"), cost(spec, of, &change, Measure::Leaves))
        };
        (words.clone(), spec.algorithms.iter().map(cell).collect())
    };
    let mut rows = vec![row("everything".into(), "")];
    rows.extend(spec.without.iter().map(|one| row(format!("without {}", one.name), &one.settings)));
    Grid { corner: "leaves (%)".into(), columns: spec.algorithms.to_vec(), rows }
}

fn plot(spec: &Spec, games: &Games<'_>, changes: &[Change<'_>]) -> Plot {
    let series = |of: &(&Played, Vec<(&str, Finished)>)| {
        let numbered = (1..).zip(changes);
        let point = |(i, change): (i32, &Change<'_>)| {
            Some((f64::from(i), cost(spec, of, change, Measure::Leaves)?))
        };
        Series::measured(of.0.name(), numbered.filter_map(point)).with_style(Style::Points)
    };
    Plot {
        title: "Leaves after one change".into(),
        x_label: "change".into(),
        names: changes.iter().map(|change| change.words.clone()).collect(),
        y_label: format!("leaves (% of {} with everything)", spec.base()),
        x_scale: Scale::Whole,
        y_scale: Scale::Log,
        references: vec![(100.0, "everything".into())],
        series: games.iter().map(series).collect(),
    }
}

/// Every driver in every configuration of every game, for the CSV file.
fn all(spec: &Spec, games: &Games<'_>) -> Table {
    let mut columns = ["game", "depth", "without", "driver"].map(Column::new).to_vec();
    for measure in MEASURES {
        columns.push(Column::new(measure.name()));
        let ends =
            ["", ", low", ", high"].map(|end| format!("{} to base line{end}", measure.name()));
        columns.extend(ends.map(|name| Column::with_unit(name, "%")));
    }
    let mut table = Table::new("enhancements", columns);
    for of in games {
        let (game, variants) = of;
        let depth = spec.depth(game);
        for (variant, finished) in variants {
            let one = spec.without.iter().find(|one| one.settings == *variant);
            let name = one.map_or("", |one| &one.name);
            for driver in spec.algorithms.iter() {
                let mut row = vec![
                    Cell::text(game.name()),
                    Cell::Integer(depth.into()),
                    Cell::text(name),
                    Cell::text(driver),
                ];
                let change = Change { words: String::new(), driver, variant };
                for measure in MEASURES {
                    row.push(Cell::Integer(finished.total(driver, depth, measure) as i64));
                    row.extend(cells(cost(spec, of, &change, measure)));
                }
                table.row(row);
            }
        }
    }
    table
}
