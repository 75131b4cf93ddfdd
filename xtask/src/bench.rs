//! `cargo xtask bench`: builds the bench in release and runs it, whole or in part.

use crate::{Outcome, cargo, run_to_end};

pub fn run(part: &[&str]) -> Outcome {
    let bench = ["run", "--release", "--quiet", "--package", "plywood-bench", "--"];
    run_to_end(cargo(&bench).args(part))
}
