//! What is read as a file of capture problems is solved within a small budget.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood::Budget;
use plywood_games::go::capture::CaptureSolver;
use plywood_play::problems::CaptureProblem;

fuzz_target!(|text: &str| match CaptureProblem::read(text) {
    Ok(problems) => {
        let mut solver = CaptureSolver::default();
        for problem in problems.iter().take(3) {
            solver.solve(&problem.capture, problem.task, &Budget::new().nodes(50));
        }
    }
    Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
});
