//! What is known of the root: bounds that close in on its score, its moves, and the line of play.

use super::super::{Move as Played, Othello};
use super::Goal;
use super::cpu::Cpu;
use super::deep::Run;
use super::last::NONE;
use super::order::{self, Move};
use super::table::{self, Key};
use plywood::{Evaluate, Position, Stop};

/// How far from a bound the second question is.
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
    /// A root whose game is not over, with the moves to choose from, or all if there are none.
    pub(super) fn new<C: Cpu>(position: &Othello, among: &[Played]) -> Root {
        let mut list = list::<C>(position);
        list.retain(|m| among.is_empty() || among.contains(&Played(m.square)));
        Root { position: *position, list, lower: -64, upper: 64 }
    }

    /// The best move so far.
    pub(super) fn best(&self) -> Played {
        Played(self.list[0].square)
    }

    /// Draws the bounds together until they reach the goal.
    ///
    /// Who wins is asked first, so that a search that is stopped has the most to say; then whether
    /// by little, which it mostly is; then by how much.
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

    /// Asks for the score if it lies between `alpha` and `beta`, else on which side of them. What
    /// is found out before a stop stays.
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

    /// The line of play to the end of the game in which both sides hold to the bounds; shorter if
    /// the budget ends first.
    pub(super) fn line<C: Cpu, E: Evaluate<Othello>>(&self, run: &mut Run<'_, E>) -> Vec<Played> {
        let mut line = vec![self.best()];
        let mut position = self.position;
        position.play(self.best());
        // The bounds as the side to move sees them.
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

/// The moves of a position; a pass is one.
fn list<C: Cpu>(position: &Othello) -> Vec<Move> {
    let (mover, opponent) = (position.mover, position.opponent);
    let mut list = vec![Move::NONE; position.legal().count_ones() as usize];
    order::list::<C>(mover, opponent, position.legal(), &mut list);
    if list.is_empty() {
        list.push(Move { next: opponent, other: mover, ..Move::NONE });
    }
    list
}

/// A move that has the mover's score at `lower` or above, which is known to be possible.
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
