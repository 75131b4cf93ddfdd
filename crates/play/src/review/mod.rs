//! Reviews: every position of a game analysed, and its mistakes marked.
//!
//! The rule: a score x, in units of the game and from the view of a player, stands for the winning chance
//! 1 / (1 + 10^(−x / s)), where s is the advantage at which ten games of eleven are won
//! ([`ReviewOptions::scale`]). A proven win is 1, a proven loss 0, a finished drawn game ½. A move loses the
//! difference between the chance before it, with the best move that the analysis found, and the chance in
//! the position after it. It is an inaccuracy from 5 percentage points on, a mistake from 10, a blunder from
//! 15. The move that the analysis prefers is never marked.

use crate::analysis::Analyst;
use crate::text::number_of;
use crate::units::score_json;
use crate::{Error, pool};
use plywood::{Score, Side, Stop, Variation};
use plywood_games::{Diagram, Game, Recorded, line_notation, side_names};
use plywood_registry::{Build, PlayerSpec};
use serde_json::Value;
use std::sync::atomic::AtomicBool;

/// How bad a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MoveMark {
    /// It loses less than 5 percentage points of winning chance.
    Good,
    /// It loses at least 5.
    Inaccuracy,
    /// It loses at least 10.
    Mistake,
    /// It loses at least 15.
    Blunder,
}

impl MoveMark {
    /// All marks, and from which loss of winning chance on.
    pub const ALL: [(MoveMark, f64); 4] = [
        (MoveMark::Good, 0.0),
        (MoveMark::Inaccuracy, 0.05),
        (MoveMark::Mistake, 0.1),
        (MoveMark::Blunder, 0.15),
    ];

    /// The mark of a move that loses this much winning chance.
    ///
    /// ```
    /// use plywood_play::MoveMark;
    /// assert_eq!(MoveMark::of(0.12), MoveMark::Mistake);
    /// ```
    pub fn of(loss: f64) -> MoveMark {
        let reached = MoveMark::ALL.into_iter().rev().find(|&(_, from)| loss >= from);
        reached.map_or(MoveMark::Good, |(mark, _)| mark)
    }

    /// Its name: `good`, `inaccuracy`, `mistake`, `blunder`.
    pub fn name(self) -> &'static str {
        match self {
            MoveMark::Good => "good",
            MoveMark::Inaccuracy => "inaccuracy",
            MoveMark::Mistake => "mistake",
            MoveMark::Blunder => "blunder",
        }
    }

    /// Its sign behind a move: empty, `?!`, `?`, `??`.
    pub fn sign(self) -> &'static str {
        match self {
            MoveMark::Good => "",
            MoveMark::Inaccuracy => "?!",
            MoveMark::Mistake => "?",
            MoveMark::Blunder => "??",
        }
    }
}

/// How a game is reviewed.
pub struct ReviewOptions<'a> {
    /// The player that analyses, with its limits for each position.
    pub player: &'a PlayerSpec,
    /// The advantage, in units of the game, that stands for a chance of 10/11.
    pub scale: f64,
    /// The number of positions that are analysed at a time. The review does not depend on it.
    pub jobs: usize,
    /// Set to end the review.
    pub stop: &'a AtomicBool,
}

/// A game that was reviewed.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The name of the game.
    pub game: &'static str,
    /// What people call MAX and MIN.
    pub sides: [&'static str; 2],
    /// The names of MAX and MIN, where they are known.
    pub players: [Option<String>; 2],
    /// The position at the start.
    pub start: String,
    /// The start and the position after each move.
    pub positions: Vec<ReviewedPosition>,
    /// The moves.
    pub moves: Vec<ReviewedMove>,
}

impl Review {
    /// What people call a side.
    pub fn side(&self, side: Side) -> &'static str {
        self.sides[usize::from(side == Side::Min)]
    }

    /// The numbers of inaccuracies, mistakes and blunders of a side.
    pub fn tally(&self, side: Side) -> [usize; 3] {
        let of = |mark| self.moves.iter().filter(|m| m.side == side && m.mark == mark).count();
        [MoveMark::Inaccuracy, MoveMark::Mistake, MoveMark::Blunder].map(of)
    }

    /// The marks of a side in words: `White (Ada): 2 inaccuracies, 0 mistakes, 1 blunder`.
    pub fn summary(&self, side: Side) -> String {
        let [inaccuracies, mistakes, blunders] = self.tally(side).map(|count| count as u64);
        let name = self.players[usize::from(side == Side::Min)].as_deref();
        let name = name.map_or(String::new(), |name| format!(" ({name})"));
        format!(
            "{}{name}: {}, {}, {}",
            self.side(side),
            number_of(inaccuracies, "inaccuracy"),
            number_of(mistakes, "mistake"),
            number_of(blunders, "blunder")
        )
    }

    /// The move before the position after `ply` moves, with its number and its mark: `14... Nf6??`; `Start` for the
    /// start.
    pub fn label(&self, ply: usize) -> String {
        let Some(m) = ply.checked_sub(1).and_then(|index| self.moves.get(index)) else {
            return "Start".into();
        };
        format!("{} {}{}", m.number, m.played, m.mark.sign()).trim_start().to_string()
    }
}

/// A position of a game that was reviewed. The view is that of MAX.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedPosition {
    /// The board, in plain text.
    pub board: String,
    /// The board as cells, with the last move marked. `None` for a game without diagrams.
    pub diagram: Option<Diagram>,
    /// The value, in units of the game; null where it is unknown.
    pub value: Value,
    /// The winning chance.
    pub chance: f64,
}

/// A move of a game that was reviewed. Values are from the view of MAX, the first player.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// How many moves there were with it, from 1.
    pub ply: usize,
    /// Its number as people write it, such as `14...`; see [`Game::move_number`].
    pub number: String,
    /// The side that made it.
    pub side: Side,
    /// The move.
    pub played: String,
    /// The best move that the analysis found in its place.
    pub best: Option<String>,
    /// The line that the analysis expects from there, with the best move.
    pub line: Vec<String>,
    /// The value before the move, in units of the game; null where it is unknown.
    pub value_before: Value,
    /// The value after the move.
    pub value_after: Value,
    /// The winning chance of MAX before the move.
    pub chance_before: f64,
    /// The winning chance of MAX after the move.
    pub chance_after: f64,
    /// The winning chance that the move loses for its side, from 0 to 1.
    pub loss: f64,
    /// How bad that is.
    pub mark: MoveMark,
}

impl ReviewedMove {
    /// The best move that the analysis found, if it is another than the one that was made.
    pub fn better(&self) -> Option<&str> {
        self.best.as_deref().filter(|&best| best != self.played)
    }
}

/// A game read from a file, as an object that hides its type. [`AnyGame::saved_game`](crate::AnyGame::saved_game) reads one.
pub trait SavedGame {
    /// The number of positions that a review analyses.
    fn positions(&self) -> usize;

    /// Reviews the game; see [`review`].
    fn review(
        &self,
        options: &ReviewOptions<'_>,
        on_position: &(dyn Fn() + Sync),
    ) -> Result<Option<Review>, Error>;
}

pub(crate) struct SavedGameOf<G: Game> {
    pub build: Build<G>,
    pub game: Recorded<G>,
}

impl<G: Game> SavedGame for SavedGameOf<G> {
    fn positions(&self) -> usize {
        self.game.moves.len() + 1
    }

    fn review(
        &self,
        options: &ReviewOptions<'_>,
        on_position: &(dyn Fn() + Sync),
    ) -> Result<Option<Review>, Error> {
        review(self.build, &self.game, options, on_position)
    }
}

/// What is known of a position.
struct Known {
    score: Option<Score>,
    /// A result, or proven.
    certain: bool,
    best: Option<String>,
    line: Vec<String>,
}

/// Analyses the start of a game and the position after each move, and marks the mistakes. `on_position` is told of each
/// analysed position. `None` if it was stopped.
pub fn review<G: Game>(
    build: Build<G>,
    game: &Recorded<G>,
    options: &ReviewOptions<'_>,
    on_position: &(dyn Fn() + Sync),
) -> Result<Option<Review>, Error> {
    options.player.require_single_search()?;
    let Recorded { players, start, moves } = game;
    let mut positions = vec![start.clone()];
    for &m in moves {
        let mut next = positions[positions.len() - 1].clone();
        next.play(m);
        positions.push(next);
    }
    let known = pool::map(positions.len(), options.jobs, options.stop, |at| {
        let known = know(build, &positions[at], options.player);
        on_position();
        known
    })?;
    let Some(known) = known else { return Ok(None) };
    let known = known.into_iter().collect::<Result<Vec<Known>, Error>>()?;
    let chance = |known: &Known| winning_chance::<G>(known, options.scale);
    let value = |known: &Known| known.score.map_or(Value::Null, |score| score_json(score, G::UNIT));
    let reviewed = |(at, &m): (usize, &G::Move)| {
        let (before, after) = (&known[at], &known[at + 1]);
        let (side, played) = (positions[at].side(), positions[at].move_text(m));
        let (chance_before, chance_after) = (chance(before), chance(after));
        let lost = match side {
            Side::Max => chance_before - chance_after,
            Side::Min => chance_after - chance_before,
        };
        let preferred = before.best.as_ref() == Some(&played);
        let loss = if preferred { 0.0 } else { lost.max(0.0) };
        ReviewedMove {
            ply: at + 1,
            number: positions[at].move_number(m, at),
            side,
            played,
            best: before.best.clone(),
            line: before.line.clone(),
            value_before: value(before),
            value_after: value(after),
            chance_before,
            chance_after,
            loss,
            mark: MoveMark::of(loss),
        }
    };
    let shown = |(at, position): (usize, &G)| {
        let mut diagram = position.diagram();
        if let (Some(diagram), Some(before)) = (&mut diagram, at.checked_sub(1)) {
            diagram.mark(&positions[before].cells_of(moves[before]));
        }
        let (value, chance) = (value(&known[at]), chance(&known[at]));
        ReviewedPosition { board: position.board(), diagram, value, chance }
    };
    Ok(Some(Review {
        game: G::NAME,
        sides: side_names::<G>(),
        players: players.clone(),
        start: start.text(),
        positions: positions.iter().enumerate().map(shown).collect(),
        moves: moves.iter().enumerate().map(reviewed).collect(),
    }))
}

/// Analyses a position, each with a new search: so the answer does not depend on the others.
fn know<G: Game>(build: Build<G>, position: &G, player: &PlayerSpec) -> Result<Known, Error> {
    if position.is_over() {
        let score = Some(position.result());
        return Ok(Known { score, certain: true, best: None, line: Vec::new() });
    }
    let mut last: Option<Variation<G::Move>> = None;
    let mut analyst = Analyst::new(build, player)?;
    let end = analyst.analyse(position, &[], 1, &player.budget, &mut |insight| {
        if insight.finished {
            last = insight.variations.first().cloned();
        }
    })?;
    // A better move of a depth that was not finished is the move to play; its value may be unknown.
    let line = match end.unfinished {
        Some(line) if line.value.exact().is_some() || last.is_none() => Some(line),
        _ => last,
    };
    let score = line.as_ref().and_then(|line| line.value.exact());
    let best = end.best.filter(|_| end.stop != Stop::Cancelled);
    // The line that is shown begins with the best move; of a better one in the last depth no more may be known.
    let pv = match (&line, best) {
        (Some(line), Some(best)) if line.pv.first() != Some(&best) => vec![best],
        (line, _) => line.as_ref().map(|line| line.pv.clone()).unwrap_or_default(),
    };
    Ok(Known {
        score,
        certain: line.as_ref().is_some_and(|line| line.proven),
        best: best.map(|best| position.move_text(best)),
        line: line_notation(position, &pv),
    })
}

/// The winning chance of MAX.
fn winning_chance<G: Game>(known: &Known, scale: f64) -> f64 {
    let Some(score) = known.score else { return 0.5 };
    match score.winner() {
        Some(Side::Max) => return 1.0,
        Some(Side::Min) => return 0.0,
        None => {}
    }
    // A count of discs that is certain is a win, a loss or a draw.
    if known.certain {
        return 0.5 + 0.5 * f64::from(score.get().signum());
    }
    let units = f64::from(score.get()) / f64::from(G::UNIT);
    1.0 / (1.0 + 10f64.powf(-units / scale))
}

#[cfg(test)]
mod tests;
