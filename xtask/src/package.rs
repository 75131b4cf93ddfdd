//! `cargo xtask package`: the packages of all crates, as they would be published.

use crate::release::CRATES;
use crate::{Check, cargo, run_to_end};
use std::env;
use std::fs;
use std::path::PathBuf;

/// Makes the package of every crate, in the order of their dependencies, and builds each from it, the program with PNG.
/// The others stand in a registry of this machine meanwhile, so nothing has to be published before.
pub fn run() -> Result<Check, String> {
    forget_unpacked();
    package(&["--features", "plywood-cli/png"])
}

/// Removes our packages that cargo unpacked for an earlier run. It would build against them again, because
/// their version is the same. Registries on this machine have no host, so their folders begin with `-`.
fn forget_unpacked() {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let Some(home) = home.or_else(|| Some(env::home_dir()?.join(".cargo"))) else { return };
    let registries = fs::read_dir(home.join("registry/src")).into_iter().flatten().flatten();
    for registry in registries.filter(|entry| entry.file_name().as_encoded_bytes()[0] == b'-') {
        for name in CRATES {
            let folder = registry.path().join(format!("{name}-{}", env!("CARGO_PKG_VERSION")));
            // Mostly it is not there.
            let _ = fs::remove_dir_all(folder);
        }
    }
}

/// Makes the packages, and builds nothing. Everything they need was fetched when the crates were built.
pub fn without_build() -> Result<Check, String> {
    package(&["--no-verify", "--offline", "--quiet"])
}

fn package(options: &[&str]) -> Result<Check, String> {
    if !knows_workspaces() {
        let missing = "no cargo 1.90 or newer: `rustup update stable` installs it";
        return Ok(Check::LeftOut(missing.into()));
    }
    // The default members of the workspace are the crates to publish.
    run_to_end(cargo(&["package", "--allow-dirty"]).args(options))?;
    Ok(Check::Passed)
}

/// Older versions look for all dependencies at the public registry.
fn knows_workspaces() -> bool {
    let output = cargo(&["--version"]).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let minor =
        text.ok().and_then(|text| text.strip_prefix("cargo 1.")?.split('.').next()?.parse().ok());
    minor.is_none_or(|minor: u32| minor >= 90)
}
