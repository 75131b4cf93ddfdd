//! `cargo xtask bench`: builds the bench in release and runs it, whole or in part.

use crate::{Outcome, cargo, run_to_end, target};

pub fn run(part: &[&str]) -> Outcome {
    match part {
        ["rivals"] => rivals(),
        [] => bench(&[]).and_then(|()| rivals()),
        part => bench(part),
    }
}

fn bench(part: &[&str]) -> Outcome {
    let bench = ["run", "--release", "--quiet", "--package", "plywood-bench", "--"];
    run_to_end(cargo(&bench).args(part))
}

/// Compares Plywood with other people's searches, which are downloaded for this only.
fn rivals() -> Outcome {
    let rivals = ["run", "--release", "--quiet", "--manifest-path", "bench/rivals/Cargo.toml"];
    run_to_end(cargo(&rivals).arg("--target-dir").arg(target().join("rivals")))
}
