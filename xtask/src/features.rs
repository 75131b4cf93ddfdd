//! `cargo xtask features`: the crates with features, each feature by itself.

use crate::{Outcome, cargo, run_to_end, workspace};
use std::fs;

pub fn run() -> Outcome {
    for feature in features()? {
        // The library alone: what the tests of all games share would be unused here.
        let clippy = ["clippy", "--quiet", "--package", "plywood-games"];
        let only = ["--no-default-features", "--features", &feature, "--", "-D", "warnings"];
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

/// What `plywood-games` can be built with: nothing, or one of its features. The rest of the workspace has the default
/// features.
fn features() -> Result<Vec<String>, String> {
    let path = "crates/games/Cargo.toml";
    let text = fs::read_to_string(workspace().join(path)).map_err(|e| format!("{path}: {e}"))?;
    let (_, features) = text.split_once("[features]\n").ok_or(format!("{path}: no features"))?;
    let features = features.split("\n[").next().unwrap_or_default();
    let named = features.lines().filter_map(|line| line.split_once(" = "));
    let named = named.map(|(name, _)| name.to_string()).filter(|name| name != "default");
    Ok([String::new()].into_iter().chain(named).collect())
}
