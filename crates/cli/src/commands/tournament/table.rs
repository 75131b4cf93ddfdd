//! The standings on a terminal.

use plywood_games::{fixed, signed};
use plywood_lab::stats::Ratings;
use plywood_lab::tournament::{PlayedPair, Standings, Tournament};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// The time between two drawings.
const REDRAW: Duration = Duration::from_millis(250);
/// Names are cut to this many characters.
const LONGEST_NAME: usize = 40;

/// The standings as text: one line per player, the best first, with its points against each other, and with
/// its rating if ratings are given.
pub(super) fn text(
    tournament: &Tournament,
    standings: &Standings,
    ratings: Option<&Ratings>,
) -> String {
    let spec = tournament.specification();
    let order = ratings.map_or_else(|| standings.order(), Ratings::ranking);
    let name = |player: usize| -> String {
        spec.players[player].name().chars().take(LONGEST_NAME).collect()
    };
    let width = order.iter().map(|&player| name(player).chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!("{:>3} {:width$} ", "", "player");
    if ratings.is_some() {
        text += &format!("{:>6} {:>15} ", "Elo", "95 %");
    }
    text += &format!("{:>7} {:>6} {:>17}", "points", "%", "won drawn lost");
    for place in 1..=order.len() {
        text += &format!(" {place:>6}");
    }
    text += "  faults\n";
    for (place, &player) in (1..).zip(&order) {
        let totals = &standings.players[player];
        let (points, pairs) = (totals.all.points(), totals.all.count());
        let share = if pairs > 0 { 50.0 * points / pairs as f64 } else { 0.0 };
        let [won, drawn, lost] = totals.all.games;
        let games = format!("{won} {drawn} {lost}");
        text += &format!("{place:>3} {:width$} ", name(player));
        if let Some(ratings) = ratings {
            let elo = ratings.players()[player].elo;
            let interval = format!("{} to {}", signed(elo.low, 0), signed(elo.high, 0));
            text += &format!("{:>6} {interval:>15} ", signed(elo.value, 0));
        }
        text += &format!("{points:>7} {share:>6.1} {games:>17}");
        for &other in &order {
            let tally = &standings.cross[player][other];
            let cell = if tally.count() > 0 { tally.points().to_string() } else { "·".into() };
            text += &format!(" {cell:>6}");
        }
        text += &format!(" {:>7}\n", totals.faults.iter().sum::<u64>());
    }
    text
}

/// A table on standard error that is drawn again in place. Draws nothing if that is no terminal.
pub(super) struct LiveTable<'a> {
    tournament: &'a Tournament,
    pairs: Vec<PlayedPair>,
    standings: Standings,
    total: u64,
    is_terminal: bool,
    /// The lines that are on the screen.
    drawn: usize,
    /// When it may be drawn again.
    due: Instant,
}

impl<'a> LiveTable<'a> {
    pub(super) fn new(tournament: &'a Tournament, total: u64) -> LiveTable<'a> {
        let players = tournament.specification().players.len();
        LiveTable {
            tournament,
            pairs: Vec::new(),
            standings: Standings::new(players),
            total,
            is_terminal: io::stderr().is_terminal(),
            drawn: 0,
            due: Instant::now(),
        }
    }

    pub(super) fn is_shown(&self) -> bool {
        self.is_terminal
    }

    /// Takes in a pair, and draws the table if it is time.
    pub(super) fn add(&mut self, played: &PlayedPair) {
        self.standings.count(played.unit.players, &played.pair);
        if !self.is_terminal {
            return;
        }
        if self.tournament.specification().sprt.is_some() {
            let mut played = played.clone();
            for game in &mut played.pair.games {
                (game.moves, game.efforts, game.times) = Default::default();
            }
            self.pairs.push(played);
        }
        let now = Instant::now();
        if now >= self.due {
            self.draw();
            // However many pairs there are, little time goes into drawing.
            self.due = now + REDRAW.max(10 * now.elapsed());
        }
    }

    /// The standings after all pairs so far.
    pub(super) fn standings(&self) -> &Standings {
        &self.standings
    }

    fn draw(&mut self) {
        let mut table = text(self.tournament, &self.standings, None);
        table += &format!("{} of {} pairs", self.standings.pairs(), self.total);
        if self.tournament.specification().sprt.is_some() {
            self.pairs.sort_by_key(|played| played.unit.round);
            if let Some(course) = self.tournament.sprt(&self.pairs) {
                let [lower, upper] = course.test().bounds();
                let (llr, verdict) = (course.llr(), course.verdict().name());
                table += &format!(
                    ", ratio {} in [{}, {}], {verdict}",
                    fixed(llr, 3),
                    fixed(lower, 2),
                    fixed(upper, 2)
                );
            }
        }
        let size = terminal_size::terminal_size_of(io::stderr());
        let (width, height): (usize, usize) =
            size.map_or((80, 24), |(width, height)| (width.0.into(), height.0.into()));
        let lines: Vec<&str> = table.lines().collect();
        // Lines are cut to the width, and the last are left out where they are too many, so that the cursor can be led
        // back to the first.
        let (last, players) = lines.split_last().unwrap_or((&"", &[]));
        let shown = players.iter().take(height.saturating_sub(2)).chain([last]);
        let lines: Vec<String> =
            shown.map(|line| line.chars().take(width.saturating_sub(1)).collect()).collect();
        let frame = format!("{}{}\x1b[J\n", self.back(), lines.join("\x1b[K\n"));
        self.drawn = lines.len();
        let _ = io::stderr().write_all(frame.as_bytes());
    }

    fn back(&self) -> String {
        if self.drawn > 0 { format!("\x1b[{}A\r", self.drawn) } else { String::new() }
    }

    /// Takes the table off the screen.
    pub(super) fn clear(&mut self) {
        if self.drawn > 0 {
            let _ = io::stderr().write_all(format!("{}\x1b[J", self.back()).as_bytes());
            self.drawn = 0;
        }
    }
}
