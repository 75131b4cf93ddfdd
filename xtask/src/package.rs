//! `cargo xtask package`: the packages of all crates, as they would be published.

use crate::{Outcome, cargo, run_to_end};

/// Makes the package of every crate, in the order of their dependencies, and builds each from it.
/// The others stand in a registry of this machine meanwhile, so nothing has to be published before.
pub fn run() -> Outcome {
    package(&[])
}

/// Makes the packages, and builds nothing. Everything they need was fetched when the crates were built.
pub fn without_build() -> Outcome {
    package(&["--no-verify", "--offline", "--quiet"])
}

fn package(options: &[&str]) -> Outcome {
    if !knows_workspaces() {
        println!("xtask: package: needs cargo 1.90 or newer: left out");
        return Ok(());
    }
    // The default members of the workspace are the crates to publish.
    run_to_end(cargo(&["package", "--allow-dirty"]).args(options))
}

/// Older versions look for all dependencies at the public registry.
fn knows_workspaces() -> bool {
    let output = cargo(&["--version"]).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let minor =
        text.ok().and_then(|text| text.strip_prefix("cargo 1.")?.split('.').next()?.parse().ok());
    minor.is_none_or(|minor: u32| minor >= 90)
}
