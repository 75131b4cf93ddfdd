//! `cargo xtask features`: the crates with features, each feature by itself.

use crate::{Outcome, cargo, run_to_end};

/// What `plywood-games` can be built with. The rest of the workspace has the default features.
const ALONE: [&str; 7] = ["", "amazons", "checkers", "chess", "go", "othello-weights", "serde"];

pub fn run() -> Outcome {
    for feature in ALONE {
        // The library alone: what the tests of all games share would be unused here.
        let clippy = ["clippy", "--quiet", "--package", "plywood-games"];
        let only = ["--no-default-features", "--features", feature, "--", "-D", "warnings"];
        run_to_end(cargo(&clippy).args(only))?;
    }
    let mut test = cargo(&["test", "--quiet"]);
    test.args(["--package", "plywood-games", "--features", "serde", "--test", "serde"]);
    // This test searches next to nothing, and both crates are compiled for it alone.
    for package in ["plywood", "plywood-games"] {
        test.arg("--config").arg(format!("profile.dev.package.{package}.opt-level=0"));
    }
    run_to_end(&mut test)
}
