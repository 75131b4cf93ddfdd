//! The solver for players.

use super::{Evaluation, Goal, Othello, Solver};
use crate::Endgame;
use plywood::{Report, Search, Task};
use std::time::Duration;

/// The solver with the evaluation that helps it to order moves.
pub(super) struct Ending(Solver<Evaluation>);

impl Default for Ending {
    fn default() -> Self {
        Ending(Solver::new(Evaluation::default()))
    }
}

/// Positions with this many empty squares are almost always solved within [`BASE_TIME`]; one more
/// takes [`GROWTH`] times as long.
const BASE: u32 = 16;
const BASE_TIME: Duration = Duration::from_millis(25);
const GROWTH: f64 = 2.3;

impl Endgame<Othello> for Ending {
    fn plies_left(&self, root: &Othello) -> u32 {
        root.empties()
    }

    fn reach(&self, time: Duration) -> u32 {
        let more = (time.as_secs_f64() / BASE_TIME.as_secs_f64()).ln() / GROWTH.ln();
        (f64::from(BASE) + more).clamp(0.0, 60.0) as u32
    }

    fn solve(&mut self, task: &Task<'_, Othello>) -> Report<super::Move> {
        self.0.search(task, &mut ())
    }

    fn only_winner(&mut self) -> bool {
        self.0.options.goal = Goal::Outcome;
        true
    }

    fn set_table_size(&mut self, bytes: usize) {
        self.0.options.table = bytes;
    }

    fn advance(&mut self, m: super::Move) {
        self.0.advance(m);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_time_reaches_further() {
        let ending = Ending::default();
        let reach = |ms| ending.reach(Duration::from_millis(ms));
        assert_eq!(reach(25), BASE);
        assert!(reach(0) < BASE && reach(1) < BASE && reach(1000) > BASE);
        assert!(reach(3_600_000) <= 60);
    }
}
