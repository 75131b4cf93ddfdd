//! Our player and our capture solver as a Go engine for [`plywood_protocols::gtp`].

use plywood::Budget;
use plywood_games::go::capture::{Capture, CaptureOptions, CaptureSolver, Solution, Task};
use plywood_games::go::player::{Player, PlayerOptions, Situation};
use plywood_games::go::{Board, Move, Points};
use plywood_protocols::gtp::Thinker;
use std::time::Duration;

/// Options of a [`GtpThinker`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GtpOptions {
    /// The player that chooses moves.
    pub player: PlayerOptions,
    /// The solver that answers questions about captures.
    pub capture: CaptureOptions,
    /// The most time for a move. The clock of the game may leave less.
    pub time: Option<Duration>,
}

/// Plays Go and answers questions about captures for [`run`](plywood_protocols::gtp::run).
///
/// ```
/// use plywood_lab::engines::{GtpOptions, GtpThinker};
/// use plywood_protocols::gtp::{Identity, Server};
///
/// let mut thinker = GtpThinker::new(GtpOptions::default());
/// let mut server = Server::new(Identity { name: "Plywood", version: "1" }, &mut thinker);
/// for line in ["boardsize 7", "play b C3", "play w C4", "play w B3", "play w C2"] {
///     assert_eq!(server.answer(line).as_deref(), Some("=\n\n"));
/// }
/// assert_eq!(server.answer("attack C3").as_deref(), Some("= 1 D3\n\n"));
/// ```
pub struct GtpThinker {
    options: GtpOptions,
    player: Player,
    solver: CaptureSolver,
}

impl GtpThinker {
    /// A thinker with these options.
    pub fn new(options: GtpOptions) -> GtpThinker {
        let player = Player::new(options.player);
        let solver = CaptureSolver::new(options.capture.clone());
        GtpThinker { options, player, solver }
    }

    fn within(&self, budget: &Budget) -> Budget {
        let time = budget.time.into_iter().chain(self.options.time).min();
        Budget { time, ..budget.clone() }
    }
}

impl Thinker for GtpThinker {
    fn forget(&mut self) {
        *self = GtpThinker::new(self.options.clone());
    }

    fn seed(&self) -> u64 {
        self.options.player.seed
    }

    fn set_seed(&mut self, seed: u64) {
        self.options.player.seed = seed;
        self.player = Player::new(self.options.player);
    }

    fn choose(&mut self, situation: &Situation<'_>, budget: &Budget) -> Move {
        let budget = self.within(budget);
        self.player.choose(situation, &budget)
    }

    fn dead(&mut self, board: &Board, budget: &Budget) -> Points {
        let budget = self.within(budget);
        self.player.dead(board, &budget)
    }

    fn solve(&mut self, capture: &Capture, task: Task, budget: &Budget) -> Solution {
        self.solver.solve(capture, task, budget)
    }
}
