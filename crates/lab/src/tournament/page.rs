//! The page of a tournament.

use super::standings::{PlayerTotals, Standings, Tally, tally};
use super::{PlayedPair, PlayerEntry, PlayerTime, Tournament};
use crate::matches::{Forfeit, GameRecord};
use crate::report::{Cell, Column, Grid, GridCell, Page, Plot, Section, Series, Style, Table};
use crate::stats::{Rating, Ratings, SprtCourse};
use plywood_play::draw::Scale;
use plywood_play::text::number_of;
use std::collections::BTreeMap;

/// The page of these pairs.
pub(super) fn page(tournament: &Tournament, pairs: &[PlayedPair]) -> Page {
    let spec = tournament.specification();
    let (course, (pairs, later)) = (tournament.sprt(pairs), tournament.split(pairs));
    let standings = tournament.standings(pairs);
    let names: Vec<&str> = spec.players.iter().map(PlayerEntry::name).collect();
    let sides = tournament.game().sides;
    let format = match spec.gauntlet {
        Some(challengers) => format!("Gauntlet of {challengers} of {} players", names.len()),
        None => format!("Round robin of {} players", names.len()),
    };
    let page = Page::new(format!("{}: {}", spec.name, spec.game))
        .paragraph(format!(
            "{format} in {}: {} of games. Both games of a pair have the same opening, and each player plays each \
             side once.",
            spec.game,
            number_of(standings.pairs(), "pair")
        ));
    let test = course.map(|course| sprt(tournament, &course, pairs, later.len()));
    let rated =
        tournament.ratings(pairs).ok().map(|rated| ratings(&rated, &names, spec.anchor.as_deref()));
    test.into_iter()
        .chain(rated)
        .fold(page, Page::section)
        .section(cross_table(&standings, &names))
        .section(by_side(&standings, &names, sides))
        .section(matchups(&standings, &names))
        .section(by_opening(pairs, sides))
        .section(cost(&standings, &names))
        .section(faults(pairs, &names))
}

/// The ratings with their intervals, and how likely each player is stronger than the next.
fn ratings(ratings: &Ratings, names: &[&str], anchor: Option<&str>) -> Section {
    let heads = [
        "place",
        "player",
        "Elo",
        "low",
        "high",
        "points",
        "games",
        "stronger than the next",
        "group",
    ];
    let mut table = Table::new("ratings", columns(&heads));
    let ranking = ratings.ranking();
    let (mut points, mut intervals) = (Vec::new(), Vec::new());
    for (place, &player) in ranking.iter().enumerate() {
        let Rating { elo, points: scored, games, group } = ratings.players()[player];
        let next = ranking.get(place + 1).and_then(|&next| ratings.superiority(player, next));
        let finite = |number: f64| Some(number).filter(|number| number.is_finite());
        let numbers = [elo.value, elo.low, elo.high].map(|number| Cell::number(finite(number), 1));
        let mut row = vec![count(place as u64 + 1), Cell::text(names[player])];
        row.extend(numbers);
        row.extend([Cell::number(scored, 1), count(games)]);
        row.push(Cell::number(next, 3));
        row.push(count(group as u64 + 1));
        table.row(row);
        points.push((place as f64 + 1.0, elo.value));
        intervals.push((elo.low, elo.high));
    }
    let plot = Plot {
        title: "Ratings with 95 % intervals".into(),
        x_label: "player".into(),
        y_label: "Elo".into(),
        x_scale: Scale::Whole,
        names: ranking.iter().map(|&player| names[player].to_string()).collect(),
        series: vec![
            Series::new("Elo", points).with_intervals(intervals).with_style(Style::Points),
        ],
        ..Plot::default()
    };
    let zero = anchor.map_or("the mean of a group of players that met".to_string(), str::to_string);
    let text = format!(
        "Maximum-likelihood ratings: a player is expected to score 1/(1 + 10^(−d/400)) per game against one that is \
         d Elo weaker, and a draw is half a win and half a loss. Intervals are computed from pairs, because the two \
         games of a pair are not independent. 0 is {zero}."
    );
    let mut section = Section::new("Ratings").text(text);
    if ratings.groups().iter().any(|group| !group.is_bounded) {
        section = section.text(
            "Some players won or lost all games against the others, so the most likely difference between the two \
             groups is infinite. The difference shown is that with one more drawn game for every two of them that \
             met.",
        );
    }
    section.plot(plot).table(table)
}

/// The course of the sequential test.
fn sprt(
    tournament: &Tournament,
    course: &SprtCourse,
    pairs: &[PlayedPair],
    later: usize,
) -> Section {
    let mut so_far = SprtCourse::new(*course.test());
    let mut points = vec![(0.0, 0.0)];
    let every = pairs.len().div_ceil(MOST_POINTS).max(1);
    for (number, played) in (1..).zip(pairs) {
        so_far.push(super::half_points(&played.unit, &played.pair));
        if number % every == 0 || number == pairs.len() {
            points.push((number as f64, so_far.llr()));
        }
    }
    let [lower, upper] = course.test().bounds();
    let plot = Plot {
        title: "Log-likelihood ratio".into(),
        x_label: "pairs".into(),
        y_label: "ratio".into(),
        x_scale: Scale::Whole,
        references: vec![(lower, "accept elo0".into()), (upper, "accept elo1".into())],
        series: vec![Series::new("ratio", points)],
        ..Plot::default()
    };
    let names =
        ["test", "verdict", "pairs", "ratio", "lower", "upper", "0", "½", "1", "1½", "2", "later"];
    let mut table = Table::new("sprt", columns(&names));
    let verdict = course.verdict().name();
    let mut row =
        vec![Cell::text(course.test().to_string().replace(',', ", ")), Cell::text(verdict)];
    row.push(count(pairs.len() as u64));
    row.extend([course.llr(), lower, upper].map(|number| Cell::number(number, 4)));
    row.extend(course.counts().map(count));
    row.push(count(later as u64));
    table.row(row);
    let first = tournament.specification().players[0].name();
    let mut text = format!(
        "The exact log-likelihood ratio of the pairs in their order, by the points of {first}. The first crossing of a \
         bound decides."
    );
    if later > 0 {
        let later = number_of(later as u64, "pair");
        text += &format!(" After the decision, {later} finished; this page does not count them.");
    }
    Section::new("Sequential test").text(text).plot(plot).table(table)
}

/// A plot has at most this many points.
const MOST_POINTS: usize = 500;

fn cross_table(standings: &Standings, names: &[&str]) -> Section {
    let order = standings.order();
    let cell = |tally: &Tally| match tally.count() {
        0 => GridCell::default(),
        _ => {
            let [won, drawn, lost] = tally.games;
            GridCell {
                measured: half_points(tally.points()),
                parts: format!("{won}+ {drawn}= {lost}−"),
                ..GridCell::default()
            }
        }
    };
    let row = |&player: &usize| {
        let cells = order.iter().map(|&other| cell(&standings.cross[player][other])).collect();
        (names[player].to_string(), cells)
    };
    let grid = Grid {
        corner: "against".into(),
        columns: order.iter().map(|&player| names[player].to_string()).collect(),
        rows: order.iter().map(row).collect(),
    };
    Section::new("Cross table")
        .text("The points of the player on the left against the one above, and games won (+), drawn (=) and lost (−).")
        .grid(grid)
}

/// Points as people write them: 12 or 12½.
fn half_points(points: f64) -> String {
    let half = if points.fract() > 0.0 { "½" } else { "" };
    format!("{}{half}", points.trunc())
}

fn columns(names: &[&str]) -> Vec<Column> {
    names.iter().map(|&name| Column::new(name)).collect()
}

fn count(number: u64) -> Cell {
    Cell::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}

fn by_side(standings: &Standings, names: &[&str], sides: [&str; 2]) -> Section {
    let outcomes = ["MAX", "MIN"].into_iter().zip(sides).flat_map(|(side, name)| {
        ["won", "drawn", "lost"]
            .map(|ended| Column::new(format!("{side} {ended}")).headed(format!("{name} {ended}")))
    });
    let mut table = Table::new("by-side", [Column::new("player")].into_iter().chain(outcomes));
    for player in standings.order() {
        let counts = standings.players[player].by_side.as_flattened().iter();
        table.row(std::iter::once(Cell::text(names[player])).chain(counts.map(|&n| count(n))));
    }
    let [first, _] = sides;
    Section::new("Results by side")
        .text(format!("{first} is the side that moves first in the usual start position."))
        .table(table)
}

/// The score of one player against another, with its interval and the difference in Elo.
fn score_cells(tally: &Tally) -> Vec<Cell> {
    let score = tally.score().map(|score| score.scaled(100.0));
    let elo = tally.elo();
    let percent = [score.map(|s| s.value), score.map(|s| s.low), score.map(|s| s.high)];
    let elo = [elo.map(|e| e.value), elo.map(|e| e.low), elo.map(|e| e.high)];
    percent.into_iter().chain(elo).map(|number| Cell::number(number, 1)).collect()
}

fn matchups(standings: &Standings, names: &[&str]) -> Section {
    let mut columns = columns(&["first", "second", "pairs", "0", "½", "1", "1½", "2"]);
    columns.extend(["score", "low", "high"].map(|name| Column::with_unit(name, "%")));
    columns.extend(["Elo", "Elo low", "Elo high"].map(Column::new));
    let mut table = Table::new("matchups", columns);
    for first in 0..names.len() {
        for second in first + 1..names.len() {
            let tally = &standings.cross[first][second];
            if tally.count() == 0 {
                continue;
            }
            let mut row = vec![Cell::text(names[first]), Cell::text(names[second])];
            row.push(count(tally.count()));
            row.extend(tally.pairs.map(count));
            row.extend(score_cells(tally));
            table.row(row);
        }
    }
    Section::new("Who met whom")
        .text(
            "Pairs by the points of the first player, its share of the points and the difference in Elo of these \
             two alone, with 95 % intervals from the pairs.",
        )
        .table(table)
}

fn by_opening(pairs: &[PlayedPair], [first, second]: [&str; 2]) -> Section {
    let mut openings: BTreeMap<&str, (u64, Tally)> = BTreeMap::new();
    for PlayedPair { unit, pair } in pairs {
        let mut as_max = Tally::default();
        for game in &pair.games {
            as_max.games[usize::from(game.result <= plywood::Score::ZERO)
                + usize::from(game.result < plywood::Score::ZERO)] += 1;
        }
        as_max.pairs = tally(pair).pairs;
        let entry = openings.entry(&pair.start).or_insert((unit.round, Tally::default()));
        entry.0 = entry.0.min(unit.round);
        entry.1 += as_max;
    }
    let mut rows: Vec<_> = openings.into_iter().collect();
    rows.sort_by_key(|&(start, (round, _))| (round, start));
    let mut columns = columns(&["round", "position", "pairs"]);
    columns.extend([
        Column::new("MAX won").headed(format!("{first} won")),
        Column::new("drawn"),
        Column::new("MIN won").headed(format!("{second} won")),
        Column::new("pairs 1-1"),
    ]);
    let mut table = Table::new("by-opening", columns);
    for (start, (round, tally)) in rows {
        let mut row = vec![count(round), Cell::text(start), count(tally.count())];
        row.extend(tally.games.map(count));
        row.push(count(tally.pairs[2]));
        table.row(row);
    }
    Section::new("Results by opening")
        .text("The games from each opening, by the side that won them. A pair that ended 1-1 says nothing about its \
         players.")
        .table(table)
}

fn cost(standings: &Standings, names: &[&str]) -> Section {
    let heads =
        ["player", "moves", "nodes", "evaluations", "nodes per move", "evaluations per move"];
    let mut table = Table::new("cost", columns(&heads));
    for player in standings.order() {
        let PlayerTotals { moves, work, .. } = &standings.players[player];
        let per_move = |n: u64| (*moves > 0 && n > 0).then(|| n as f64 / *moves as f64);
        let known = |n: u64| if n > 0 { count(n) } else { Cell::Empty };
        table.row([
            Cell::text(names[player]),
            count(*moves),
            known(work.generated),
            known(work.evaluated),
            Cell::number(per_move(work.generated), 1),
            Cell::number(per_move(work.evaluated), 1),
        ]);
    }
    Section::new("Cost")
        .text(
            "What the moves of each player cost. External engines report their nodes or nothing. Times never repeat \
             exactly, so they are in timings.html.",
        )
        .table(table)
}

fn faults(pairs: &[PlayedPair], names: &[&str]) -> Section {
    let heads = ["round", "game", "player", "against", "ply", "fault", "reason", "said last"];
    let mut table = Table::new("faults", columns(&heads));
    for PlayedPair { unit, pair } in pairs {
        for (number, game) in (1..).zip(&pair.games) {
            let GameRecord { forfeit: Some(Forfeit { by_first, fault }), moves, .. } = game else {
                continue;
            };
            let [first, second] = unit.players.map(|player| names[player]);
            let [loser, winner] = if *by_first { [first, second] } else { [second, first] };
            table.row([
                count(unit.round),
                count(number),
                Cell::text(loser),
                Cell::text(winner),
                count(moves.len() as u64),
                Cell::text(fault.kind.name().replace('_', " ")),
                Cell::text(&fault.reason),
                fault.said.as_ref().map_or(Cell::Empty, Cell::text),
            ]);
        }
    }
    let text = match table.rows.len() {
        0 => "No game ended by a fault.".to_string(),
        count => format!(
            "{} ended by a fault, which loses the game. Ply counts the moves after the opening.",
            number_of(count as u64, "game")
        ),
    };
    Section::new("Faults").text(text).table(table)
}

/// The page of the times.
pub(super) fn timings_page(name: &str, timings: &[PlayerTime]) -> Page {
    let mut heads = columns(&["player", "moves"]);
    heads.extend(["total", "mean", "longest"].map(|name| Column::with_unit(name, "ms")));
    let mut table = Table::new("timings", heads);
    for time in timings {
        let numbers = [time.total_ms, time.mean_ms, time.longest_ms];
        let row = [Cell::text(&time.player), count(time.moves)];
        table.row(row.into_iter().chain(numbers.map(|ms| Cell::number(ms, 3))));
    }
    let text = "The time of all moves by Plywood's own clock, including moves that ended a game by a fault.";
    let page = Page::new(format!("{name}: time per move"));
    Page { has_times: true, ..page.section(Section::new("Time use").text(text).table(table)) }
}
