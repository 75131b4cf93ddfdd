//! The root: its bounds, its moves, and the line of play.

use super::super::{Move as Played, Othello};
use super::Goal;
use super::cpu::Cpu;
use super::deep::Run;
use super::last::NONE;
use super::order::{self, Move};
use super::table::{self, Key};
use plywood::{Evaluate, Position, Stop};

/// The distance of the second window from the bound.
const STEP: i32 = 4;

/// The root of a search.
pub(super) struct Root {
    position: Othello,
    /// The moves, the best so far in front.
    list: Vec<Move>,
    /// The mover's score is at least this, by the move in front,
    pub lower: i32,
    /// and at most this.
    pub upper: i32,
}

impl Root {
    /// A root whose game is not over. Only the moves `among` are searched, or all if it is empty.
    pub(super) fn new<C: Cpu>(position: &Othello, among: &[Played]) -> Root {
        let mut list = list::<C>(position);
        list.retain(|m| among.is_empty() || among.contains(&Played(m.square)));
        Root { position: *position, list, lower: -64, upper: 64 }
    }

    /// The best move so far.
    pub(super) fn best(&self) -> Played {
        Played(self.list[0].square)
    }

    /// Narrows the bounds until the goal is reached.
    ///
    /// The first window decides the winner, so that a stopped search reports the most important
    /// fact. The second one decides whether the score is near that bound, as it mostly is. The
    /// third one finds the score.
    pub(super) fn solve<C: Cpu, E: Evaluate<Othello>>(
        &mut self,
        run: &mut Run<'_, E>,
        goal: Goal,
    ) -> Result<(), Stop> {
        let empties = self.position.empties();
        order::rate(run, &mut self.list, empties, [64; 2])?;
        self.list.sort_by_key(|m| -m.rating);
        self.ask::<C, E>(run, (-1, 1))?;
        if goal == Goal::Exact && self.lower < self.upper {
            let guess = match self.lower {
                1.. => (self.lower + STEP).min(self.upper),
                _ => (self.upper - STEP).max(self.lower),
            };
            self.ask::<C, E>(run, (guess - 1, guess + 1))?;
            if self.lower < self.upper {
                self.ask::<C, E>(run, (self.lower - 1, self.upper + 1))?;
            }
        }
        Ok(())
    }

    /// Searches with a window, and narrows the bounds. They are valid also after a stop.
    fn ask<C: Cpu, E: Evaluate<Othello>>(
        &mut self,
        run: &mut Run<'_, E>,
        (alpha, beta): (i32, i32),
    ) -> Result<(), Stop> {
        let mut best = NONE;
        for place in 0..self.list.len() {
            let m = self.list[place];
            let score = run.reply::<C>(&m, place == 0, (alpha.max(best), beta))?;
            best = best.max(score);
            if score > alpha && score > self.lower {
                self.lower = score;
                self.list[..=place].rotate_right(1);
            }
            if best >= beta {
                return Ok(());
            }
        }
        self.upper = self.upper.min(best);
        Ok(())
    }

    /// The line of play to the end of the game in which both sides keep to the bounds. It is
    /// shorter if the budget ends first.
    pub(super) fn line<C: Cpu, E: Evaluate<Othello>>(&self, run: &mut Run<'_, E>) -> Vec<Played> {
        let mut line = vec![self.best()];
        let mut position = self.position;
        position.play(self.best());
        // The bounds for the side to move.
        let (mut lower, mut upper) = (-self.upper, -self.lower);
        while !position.is_over() {
            let Ok(m) = hold::<C, E>(run, &position, lower) else { break };
            line.push(m);
            position.play(m);
            (lower, upper) = (-upper, -lower);
        }
        line
    }
}

/// The moves of a position, which may be a pass.
fn list<C: Cpu>(position: &Othello) -> Vec<Move> {
    let (mover, opponent) = (position.mover, position.opponent);
    let mut list = vec![Move::NONE; position.legal().count_ones() as usize];
    order::list::<C>(mover, opponent, position.legal(), &mut list);
    if list.is_empty() {
        list.push(Move { next: opponent, other: mover, ..Move::NONE });
    }
    list
}

/// A move with which the mover scores `lower` or more. One is known to exist.
fn hold<C: Cpu, E: Evaluate<Othello>>(
    run: &mut Run<'_, E>,
    position: &Othello,
    lower: i32,
) -> Result<Played, Stop> {
    let mut list = list::<C>(position);
    let known = table::get(run.table, Key::of(position.mover, position.opponent));
    let known = known.map_or([64; 2], |entry| entry.moves);
    order::rate(run, &mut list, position.empties(), known)?;
    list.sort_by_key(|m| -m.rating);
    let (last, others) = list.split_last().expect("the game is not over");
    for m in others {
        if lower <= -64 || -run.score::<C>(m.next, m.other, (-lower, 1 - lower))? >= lower {
            return Ok(Played(m.square));
        }
    }
    Ok(Played(last.square))
}
