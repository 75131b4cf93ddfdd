//! The page: the paper's words beside our numbers, then every game by depth or by configuration.

use super::course::{Finished, Share};
use super::spec::{Claim, Measure, Played, Spec};
use crate::stats::Estimate;
use crate::{Cell, Column, Page, Plot, Results, Section, Series, Table};

/// Curves that end above this share of the base line make the others flat: a second plot leaves them
/// out, and the first half of the depths.
const NEAR: f64 = 125.0;
/// Depth 1 needs no search worth the name.
const FIRST: u32 = 2;

pub(super) fn page(spec: &Spec, done: &Results) -> Page {
    let mut claims = Claims::new("claims");
    let mut sections = Vec::new();
    let mut positions = 0;
    for game in &spec.games {
        let mut configurations = Vec::new();
        for variant in spec.variants() {
            let finished = Finished::of(spec, game, variant, done);
            if finished.positions() == 0 {
                continue;
            }
            positions += finished.positions();
            for (number, claim) in counted_claims(spec) {
                claims.add(number, claim, game, variant, spec.depth(game), |depth| {
                    let (own, measure) = (&claim.algorithm, claim.measure);
                    match &claim.than {
                        Some(than) => finished.share(own, than, depth, measure),
                        None => finished.mean(own, depth, measure).map(Share::plain),
                    }
                });
            }
            configurations.push((variant, finished));
        }
        match configurations.as_slice() {
            [("", finished)] => by_depth(spec, game, finished, &mut sections),
            [] => {}
            all => by_configuration(spec, game, all, &mut sections),
        }
    }
    let mut page = Page::new(format!("{}: {}", spec.paper, spec.title))
        .paragraph(what(spec))
        .paragraph(format!(
            "{positions} comparisons, each of one position in one configuration: all algorithms \
             found the same value at every depth. A run in which two disagree ends with an error."
        ));
    if let Some(verdict) = claims.verdict() {
        page = page.paragraph(verdict);
    }
    if !claims.table.rows.is_empty() {
        let mut section = Section::new("What the paper says, and what comes out");
        for (number, claim) in counted_claims(spec) {
            section = section.text(claim.quoted(number));
        }
        page = page.section(section.table(claims.table));
    }
    page.sections.extend(sections);
    page
}

/// The claims that counts can tell, each with its number.
fn counted_claims(spec: &Spec) -> impl Iterator<Item = (usize, &Claim)> {
    numbered(spec).filter(|(_, claim)| claim.measure != Measure::Time)
}

pub(super) fn numbered(spec: &Spec) -> impl Iterator<Item = (usize, &Claim)> {
    spec.paper_numbers.claims.iter().enumerate().map(|(i, claim)| (i + 1, claim))
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
        "{measure}: the sum over all iterations up to a depth and over {} positions of a game, in \
         percent of {}. Every algorithm has the same alpha-beta, move ordering and evaluation, and a \
         new table for each position.",
        spec.positions,
        spec.base()
    )
}

/// The claims of the paper with our numbers.
pub(super) struct Claims {
    pub table: Table,
    /// Of the games that the paper speaks of: how many hold, and how many there are.
    holding: (usize, usize),
}

impl Claims {
    pub fn new(name: &str) -> Claims {
        let names = [
            "claim",
            "game",
            "paper",
            "measured",
            "standard error",
            "holds",
            "depths at which it holds",
            "algorithm",
            "compared with",
            "measure",
            "depth",
            "configuration",
        ];
        Claims { table: Table::new(name, names.map(Column::new)), holding: (0, 0) }
    }

    /// A row for a claim at a game, from the number at each depth.
    pub fn add(
        &mut self,
        number: usize,
        claim: &Claim,
        game: &Played,
        variant: &str,
        last: u32,
        at: impl Fn(u32) -> Option<Share>,
    ) {
        let Some(share) = at(last) else { return };
        let depths = (FIRST.min(last)..=last).filter_map(&at);
        let (held, all) = depths.fold((0, 0), |(held, all), share| {
            (held + usize::from(claim.holds(share.percent.value)), all + 1)
        });
        let holds = claim.holds(share.percent.value);
        let papers_own = game.game == claim.game;
        if papers_own {
            self.holding.0 += usize::from(holds);
            self.holding.1 += 1;
        }
        let unit = if claim.than.is_some() { "%" } else { "an iteration" };
        self.table.row([
            Cell::Integer(number as i64),
            Cell::text(&game.game),
            if papers_own { Cell::text(&claim.paper) } else { Cell::Empty },
            Cell::number(share.percent.value, 1),
            Cell::number(share.percent.error, 1),
            Cell::text(if holds { "yes" } else { "no" }),
            Cell::text(format!("{held} of {all}")),
            Cell::text(&claim.algorithm),
            claim.than.as_ref().map_or(Cell::Empty, Cell::text),
            Cell::text(format!("{} ({unit})", claim.measure.name())),
            Cell::Integer(last.into()),
            Cell::text(variant),
        ]);
    }

    pub fn verdict(&self) -> Option<String> {
        let (held, all) = self.holding;
        (all > 0).then(|| {
            format!(
                "Of the paper's claims about its own game, {held} of {all} hold at the last depth, as \
                 the first table shows; it has the other games beside them."
            )
        })
    }
}

impl Share {
    /// A number that is no share.
    fn plain(number: f64) -> Share {
        Share { percent: Estimate::unsure(number), less: 0 }
    }
}

/// A table of shares by depth, and the curves.
pub(super) fn shares(
    name: String,
    algorithms: &[String],
    measure: &str,
    depths: std::ops::RangeInclusive<u32>,
    total: impl Fn(u32) -> Cell,
    share: impl Fn(&str, u32) -> Option<f64>,
) -> (Table, Vec<Series>) {
    let mut columns =
        vec![Column::new("depth"), Column::new(format!("{}, {measure}", algorithms[0]))];
    let others = &algorithms[1..];
    columns.extend(others.iter().map(|name| Column::with_unit(name, "%")));
    let mut table = Table::new(name, columns);
    for depth in depths.clone() {
        let cell = |name: &String| share(name, depth).map_or(Cell::Empty, |s| Cell::number(s, 1));
        let mut row = vec![Cell::Integer(depth.into()), total(depth)];
        row.extend(others.iter().map(cell));
        table.row(row);
    }
    let curve = |name: &String| {
        let points = depths.clone().filter(|&depth| depth >= FIRST);
        let points = points.filter_map(|depth| Some((f64::from(depth), share(name, depth)?)));
        Series::new(name, points.collect())
    };
    (table, others.iter().map(curve).collect())
}

/// The plot of all curves, and one of those near the base line where some are far from it.
pub(super) fn plots(game: &str, what: &str, base: &str, series: Vec<Series>) -> Vec<Plot> {
    let plot = |title: String, series: Vec<Series>| Plot {
        title,
        x_label: "depth".into(),
        y_label: format!("{what} (% of {base})"),
        log_x: false,
        series,
    };
    let near = |series: &Series| {
        let &(last, share) = series.points.last()?;
        let late = series.points.iter().copied().filter(|point| 2.0 * point.0 > last);
        (share <= NEAR).then(|| Series::new(series.name.clone(), late.collect()))
    };
    let near: Vec<Series> = series.iter().filter_map(near).collect();
    let mut plots = vec![plot(format!("{game}: {what}"), series)];
    if !near.is_empty() {
        plots.push(plot(format!("{game}: {what}, near the base line"), near));
    }
    plots
}

fn by_depth(spec: &Spec, game: &Played, finished: &Finished, sections: &mut Vec<Section>) {
    let (base, last, measure) = (spec.base(), spec.depth(game), spec.measure);
    let name = match measure {
        Measure::Leaves => "leaves",
        _ => "nodes",
    };
    let (table, series) = shares(
        format!("{}-{name}", game.game),
        &spec.algorithms,
        name,
        1..=last,
        |depth| Cell::Integer(finished.total(base, depth, measure) as i64),
        |algorithm, depth| Some(finished.share(algorithm, base, depth, measure)?.percent.value),
    );
    let settings = spec.settings(game, "").unwrap_or_default();
    let mut section = Section::new(format!("{}: {name} by depth", game.game))
        .text(format!("{}; {} positions. Settings: {settings}.", game.about, finished.positions()))
        .table(table);
    let mut plots = plots(&game.game, name, base, series).into_iter();
    section.plot = plots.next();
    sections.push(section);
    sections.extend(plots.map(|plot| Section::new(plot.title.clone()).plot(plot)));
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
        let cell = |name| mean(name).map_or(Cell::Empty, |mean| Cell::number(mean, 1));
        let first = Cell::Integer(depth.into());
        table.row(std::iter::once(first).chain(spec.algorithms.iter().map(cell)));
    }
    table
}

/// An empty table of what algorithms cost at the last depth.
fn summary(name: &str, by_configuration: bool, is_sweep: bool) -> Table {
    let mut columns = vec![
        Column::new("algorithm"),
        Column::new("leaves"),
        Column::with_unit("leaves to base line", "%"),
        Column::with_unit("error of leaves", "%"),
        Column::new("positions with fewer leaves"),
        Column::new("nodes"),
        Column::with_unit("nodes to base line", "%"),
        Column::with_unit("error of nodes", "%"),
        Column::new("calls in the last iteration"),
    ];
    if by_configuration {
        columns.insert(0, Column::new("configuration"));
    }
    if is_sweep {
        columns.push(Column::with_unit("leaves to the last configuration", "%"));
    }
    Table::new(name, columns)
}

/// Adds the rows of one configuration.
fn summarise(
    spec: &Spec,
    game: &Played,
    variant: &str,
    finished: &Finished,
    last_variant: Option<&Finished>,
    table: &mut Table,
) {
    let (base, depth) = (spec.base(), spec.depth(game));
    for algorithm in &spec.algorithms {
        let share = |measure| finished.share(algorithm, base, depth, measure);
        let total = |measure| Cell::Integer(finished.total(algorithm, depth, measure) as i64);
        let number = |value: Option<f64>| value.map_or(Cell::Empty, |v| Cell::number(v, 1));
        let (leaves, nodes) = (share(Measure::Leaves), share(Measure::Nodes));
        let mut row = vec![
            Cell::text(algorithm),
            total(Measure::Leaves),
            number(leaves.map(|share| share.percent.value)),
            number(leaves.map(|share| share.percent.error)),
            leaves.map_or(Cell::Empty, |share| Cell::Integer(share.less as i64)),
            total(Measure::Nodes),
            number(nodes.map(|share| share.percent.value)),
            number(nodes.map(|share| share.percent.error)),
            number(finished.mean(algorithm, depth, Measure::Calls)),
        ];
        if !variant.is_empty() {
            row.insert(0, Cell::text(variant));
        }
        if let Some(last) = last_variant {
            row.push(number(growth(finished, last, algorithm, algorithm, depth)));
        }
        table.row(row);
    }
}

/// The leaves of an algorithm in percent of those that `than` has in another configuration.
fn growth(here: &Finished, last: &Finished, own: &str, than: &str, depth: u32) -> Option<f64> {
    let (here_n, last_n) = (here.positions() as f64, last.positions() as f64);
    let here = here.total(own, depth, Measure::Leaves) / here_n;
    let last = last.total(than, depth, Measure::Leaves) / last_n;
    (last > 0.0).then_some(100.0 * here / last)
}

fn by_configuration(
    spec: &Spec,
    game: &Played,
    configurations: &[(&str, Finished)],
    sections: &mut Vec<Section>,
) {
    let (depth, base) = (spec.depth(game), spec.base());
    let numbers = swept(configurations.iter().map(|(variant, _)| *variant));
    let last = configurations.last().map(|(_, finished)| finished);
    let last = last.filter(|_| numbers.is_some());
    let mut table = summary(&format!("{}-configurations", game.game), true, numbers.is_some());
    for (variant, finished) in configurations {
        summarise(spec, game, variant, finished, last, &mut table);
    }
    let settings = spec.settings(game, "").unwrap_or_default();
    let mut section = Section::new(format!("{}: at depth {depth}, all iterations", game.game))
        .text(format!("{}. Settings where a configuration has none: {settings}.", game.about))
        .table(table);
    if let (Some((name, numbers)), Some(last)) = (numbers, last) {
        let curve = |algorithm: &String| {
            let points = numbers.iter().zip(configurations).filter_map(|(&x, (_, finished))| {
                Some((x, growth(finished, last, algorithm, base, depth)?))
            });
            Series::new(algorithm, points.collect())
        };
        section = section.plot(Plot {
            title: format!("{}: leaves by {name}", game.game),
            x_label: name.to_string(),
            y_label: format!("leaves (% of {base} at the last)"),
            log_x: true,
            series: spec.algorithms.iter().map(curve).collect(),
        });
    }
    sections.push(section);
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
