//! The page: every game by depth or by configuration, and the paper's words with our verdicts.

use super::ablation::ablation;
use super::claims::claims;
use super::configurations::by_configuration;
use super::course::{Costs, Finished};
use super::positions::Played;
use super::spec::{Measure, Spec};
use super::tables::{Shares, at_last_depth, only_mtdf, plots, summarise, summary};
use crate::report::{Cell, Column, Page, Section, Table};

/// The page, from the finished searches of each game by configuration.
pub(super) fn page(spec: &Spec, mut games: Vec<(&Played, Vec<(&str, Finished)>)>) -> Page {
    let mut page = spec.page().paragraph(what(spec));
    let mut positions = 0;
    for (game, all) in &mut games {
        all.retain(|(_, finished)| finished.positions() > 0);
        positions += all.iter().map(|(_, finished)| finished.positions()).sum::<usize>();
        match all.as_slice() {
            _ if !spec.without.is_empty() => {}
            [("", finished)] => by_depth(spec, game, finished, &mut page.sections),
            [] => {}
            all => by_configuration(spec, game, all, &mut page.sections),
        }
    }
    if !spec.without.is_empty() {
        page.sections = ablation(spec, &games);
    } else if let Some(plot) = at_last_depth(spec, &games) {
        let title = format!("All games at the last depth, next to {}", spec.base());
        page.cover = only_mtdf(&plot);
        page.sections.insert(0, Section::new(title).plot(plot));
    }
    page.claims = claims(spec, &games);
    page.paragraph(format!(
        "{positions} comparisons, each of one position in one configuration: all algorithms found the \
         same value at every depth. A run in which two disagree ends with an error."
    ))
}

fn what(spec: &Spec) -> String {
    let measure = match spec.measure {
        Measure::Leaves => "Leaf evaluations, including those of quiescence search",
        Measure::Time => {
            "Execution times never repeat exactly, so they are on a page of their own, timings.html. Here are the \
             nodes of the same searches"
        }
        _ => "All nodes reached by a move, including those that the table answered at once",
    };
    format!(
        "{measure}: the sum over all iterations up to a depth and over the positions of a game ({} of them), in \
         percent of {}. Every algorithm has the same alpha-beta, move ordering and evaluation, and a new table for \
         each position. All tests take positions as samples.",
        spec.positions,
        spec.base()
    )
}

fn by_depth(spec: &Spec, game: &Played, finished: &Finished, sections: &mut Vec<Section>) {
    let (base, last, measure) = (spec.base(), spec.depth(game), spec.measure);
    let name = match measure {
        Measure::Leaves => "leaves",
        _ => "nodes",
    };
    let shares = Shares {
        algorithms: &spec.algorithms,
        depths: 1..=last,
        total: &|depth| Cell::Integer(finished.total(base, depth, measure) as i64),
        unit: name,
        share: &|algorithm, depth| finished.share(algorithm, base, depth, measure),
    };
    let settings = spec.settings(game, "").unwrap_or_default();
    let mut section = Section::new(format!("{}: {name} by depth", game.name()))
        .text(format!("{}; {} positions. Settings: {settings}.", game.about, finished.positions()))
        .grid(shares.grid())
        .table(shares.table(format!("{}-{name}", game.name())));
    section.plots = plots(game.name(), name, base, shares.series());
    sections.push(section);
    sections.push(
        Section::new(format!("{}: calls of alpha-beta in an iteration", game.name()))
            .text("The mean over the positions.")
            .table(calls(spec, game, finished)),
    );
    let mut table = summary(&format!("{}-last-depth", game.name()), false, false);
    summarise(spec, game, "", finished, None, &mut table);
    let title = format!("{}: at depth {last}, all iterations", game.name());
    sections.push(Section::new(title).table(table));
}

fn calls(spec: &Spec, game: &Played, finished: &Finished) -> Table {
    let names = std::iter::once("depth").chain(spec.algorithms.iter().map(String::as_str));
    let mut table = Table::new(format!("{}-calls", game.name()), names.map(Column::new));
    for depth in 1..=spec.depth(game) {
        let mean = |name: &String| finished.mean(name, depth, Measure::Calls);
        let cell = |name| Cell::number(mean(name).map(|mean| mean.value), 1);
        let first = Cell::Integer(depth.into());
        table.row(std::iter::once(first).chain(spec.algorithms.iter().map(cell)));
    }
    table
}
