//! The page: every game by depth or by configuration, and the paper's words with our verdicts.

use super::configurations::by_configuration;
use super::course::Finished;
use super::positions::Played;
use super::spec::{Measure, PaperClaim, Spec};
use super::tables::{FIRST, Shares, plots, summarise, summary};
use crate::report::{Cell, Claim, Column, Measured, Page, Section, Table};

/// The page, from the finished searches of each game by configuration.
pub(super) fn page(spec: &Spec, mut games: Vec<(&Played, Vec<(&str, Finished)>)>) -> Page {
    let mut page = Page::new(format!("{}: {}", spec.paper, spec.title)).paragraph(what(spec));
    let mut positions = 0;
    for (game, all) in &mut games {
        all.retain(|(_, finished)| finished.positions() > 0);
        positions += all.iter().map(|(_, finished)| finished.positions()).sum::<usize>();
        match all.as_slice() {
            [("", finished)] => by_depth(spec, game, finished, &mut page.sections),
            [] => {}
            all => by_configuration(spec, game, all, &mut page.sections),
        }
    }
    page.claims = claims(spec, &games);
    page.paragraph(format!(
        "{positions} comparisons, each of one position in one configuration: all algorithms found the \
         same value at every depth. A run in which two disagree ends with an error."
    ))
}

fn what(spec: &Spec) -> String {
    let measure = match spec.measure {
        Measure::Leaves => "Leaf evaluations, those of a quiescence search among them",
        Measure::Time => {
            "Execution times never repeat, so they stand apart, in timings.html. Here are the nodes \
             that the same searches made"
        }
        _ => "All nodes made by a move, those that the table answered at once among them",
    };
    format!(
        "{measure}: the sum over all iterations up to a depth and over the positions of a game ({} of \
         them), in percent of {}. Every algorithm has the same alpha-beta, move ordering and evaluation, and a \
         new table for each position. The samples of all tests are positions.",
        spec.positions,
        spec.base()
    )
}

/// The claims about counts, at the last depth of each game.
fn claims(spec: &Spec, games: &[(&Played, Vec<(&str, Finished)>)]) -> Vec<Claim> {
    let counted = spec.paper_numbers.claims.iter().filter(|claim| claim.measure != Measure::Time);
    let mut claims = Vec::new();
    for claim in counted {
        let (own, measure) = (&claim.algorithm, claim.measure);
        for (game, variants) in games {
            let last = spec.depth(game);
            if let Some([first, second]) = &claim.configurations {
                let find = |name: &str| variants.iter().find(|variant| variant.0 == name);
                let both = find(first).zip(find(second));
                let measured = both.and_then(|(a, b)| a.1.calls_to(&b.1, own, last));
                let subject = format!("{}, depth {last}, {first}", game.game);
                claims.extend(measured.map(|number| claim.judge(&game.game, subject, number)));
                continue;
            }
            for (variant, finished) in variants {
                claims.extend(judge(claim, game, variant, last, |depth| match &claim.than {
                    Some(than) => finished.share(own, than, depth, measure),
                    None => finished.mean(own, depth, measure),
                }));
            }
        }
    }
    claims
}

/// The verdicts on a claim at the last depth of a game, and at how many depths the number is on the
/// paper's side.
pub(super) fn judge(
    claim: &PaperClaim,
    game: &Played,
    variant: &str,
    last: u32,
    at: impl Fn(u32) -> Option<Measured>,
) -> Option<Claim> {
    let mut subject = format!("{}, depth {last}", game.game);
    if !variant.is_empty() {
        subject = format!("{subject}, {}", variant.replace(',', ", "));
    }
    let mut judged = claim.judge(&game.game, subject, at(last)?);
    let depths: Vec<Measured> = (FIRST.min(last)..=last).filter_map(&at).collect();
    let is_on_side = |number: &&Measured| claim.direction.has(number.value, claim.reference);
    let on_side = depths.iter().filter(is_on_side).count();
    judged.direction.test += &format!("; on this side at {on_side} of {} depths", depths.len());
    Some(judged)
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
    let mut section = Section::new(format!("{}: {name} by depth", game.game))
        .text(format!("{}; {} positions. Settings: {settings}.", game.about, finished.positions()))
        .grid(shares.grid())
        .table(shares.table(format!("{}-{name}", game.game)));
    section.plots = plots(&game.game, name, base, shares.series());
    sections.push(section);
    sections.push(
        Section::new(format!("{}: calls of alpha-beta in an iteration", game.game))
            .text("The mean over the positions.")
            .table(calls(spec, game, finished)),
    );
    let mut table = summary(&format!("{}-last-depth", game.game), false, false);
    summarise(spec, game, "", finished, None, &mut table);
    let title = format!("{}: at depth {last}, all iterations", game.game);
    sections.push(Section::new(title).table(table));
}

fn calls(spec: &Spec, game: &Played, finished: &Finished) -> Table {
    let names = std::iter::once("depth").chain(spec.algorithms.iter().map(String::as_str));
    let mut table = Table::new(format!("{}-calls", game.game), names.map(Column::new));
    for depth in 1..=spec.depth(game) {
        let mean = |name: &String| finished.mean(name, depth, Measure::Calls);
        let cell = |name| Cell::number(mean(name).map(|mean| mean.value), 1);
        let first = Cell::Integer(depth.into());
        table.row(std::iter::once(first).chain(spec.algorithms.iter().map(cell)));
    }
    table
}
