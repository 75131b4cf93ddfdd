//! Questions with answers that are proven: goals of the games by each proof search, and captures in Go by each method.

use crate::{example, start, tell};
use plywood::Budget;
use plywood_games::go::Board;
use plywood_games::go::capture::{Capture, CaptureOptions, CaptureSolver, Method, Strategy, Task};
use plywood_games::{Chess, Game, Gomoku, Phutball, Question};
use plywood_registry::{
    Compiled, CompiledVisitor, GoalEntry, PROOF_SEARCHES, ProofSpec, built_in, each_built_in,
};

/// The goals of each game, and where some are reached: a mate in three, a win by fours, a forced goal.
pub fn goals(lines: &mut String) {
    each_built_in(&mut Goals(lines));
    let mate = "r1b1k1nr/p2p1ppp/n2B4/1p1NPN1P/6P1/3P1Q2/P1P1K3/q5b1 w kq - 0 1";
    each_goal(lines, &built_in::<Chess>().goals, &start::<Chess>(Some(mate)));
    let fours = "9/9/3X5/3XX4/2OXXXO2/2OOOXO2/6O2/9/9";
    each_goal(lines, &built_in::<Gomoku>().goals, &start::<Gomoku>(Some(fours)));
    let forced = "2x8/11/4x6/5O5/4x6/11/4x6/11/4x6/11/11 D 7";
    each_goal(lines, &built_in::<Phutball>().goals, &start::<Phutball>(Some(forced)));
}

struct Goals<'a>(&'a mut String);

impl CompiledVisitor for Goals<'_> {
    fn visit<G: Game>(&mut self, compiled: &'static Compiled<G>) {
        if G::LISTED {
            each_goal(self.0, &compiled.goals, &example::<G>());
        }
    }
}

fn each_goal<G: Game>(lines: &mut String, goals: &[GoalEntry<G>], root: &G) {
    for goal in goals {
        for search in &PROOF_SEARCHES {
            let spec = ProofSpec::new(search.name).expect("a proof search");
            let mut prover = goal.prover(&spec).expect("the default strategy");
            let found = prover.answer(&Question::new(root.clone()), &Budget::new().nodes(2000));
            tell(lines, &format!("{} {} {}", G::NAME, goal.name, search.name), found);
        }
    }
}

/// Strings in a net, in atari, in a ko, and in the middle of a board.
pub fn captures(lines: &mut String) {
    for (board, target) in [
        ("7 B C6 D6 B5 B4 E4 D3 W C5", "C5"),
        ("7 B B4 C4 B3 C2 W C3", "C3"),
        ("3 B A3 B2 C2 C3 W A1 A2", "A1"),
        ("9 B F8 G8 B7 E7 B6 G6 C5 H5 D4 E4 F4 B3 C2 W D8 C7 E6 H6 E5 G5 B4 D3 H3 E2 F2 H2", "E5"),
    ] {
        let board = Board::parse(board).expect("a board");
        let capture = board.point(target).and_then(|target| Capture::new(&board, target));
        let capture = capture.expect("a stone");
        let strategy = Strategy::parse("3").expect("a strategy");
        for (name, method, effort) in [
            ("zones", Method::Zones, None),
            ("zones, patient", Method::Zones, Some(3000)),
            ("abstract-proof", Method::AbstractProof(strategy), None),
            ("pn", Method::ProofNumber(strategy), None),
            ("df-pn", Method::Dfpn(strategy), None),
            ("exhaustive", Method::Exhaustive, None),
        ] {
            let options = CaptureOptions { method, ..CaptureOptions::with_effort(effort) };
            let mut solver = CaptureSolver::new(options);
            for task in [Task::Attack, Task::Defend] {
                let solution = solver.solve(&capture, task, &Budget::new().nodes(3000));
                tell(lines, &format!("go {target} {} {name}", task.name()), solution);
            }
        }
    }
}
