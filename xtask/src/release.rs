//! Chores before a release that need more than Rust and git: `msrv`, `docs-rs` and `semver`.

use crate::{Outcome, cargo, run_to_end, target, workspace};
use std::process::Command;

/// The oldest Rust that the manifests promise.
const OLDEST: &str = env!("CARGO_PKG_RUST_VERSION");

/// The crates that are published, in the order of their dependencies.
pub const CRATES: [&str; 7] = [
    "plywood",
    "plywood-games",
    "plywood-protocols",
    "plywood-registry",
    "plywood-play",
    "plywood-lab",
    "plywood-cli",
];

/// Checks the workspace with the oldest Rust it promises to work with. `rustup` installs it.
pub fn msrv() -> Outcome {
    let install = ["toolchain", "install", OLDEST, "--profile", "minimal", "--no-self-update"];
    run_to_end(Command::new("rustup").args(install))?;
    let check = ["run", OLDEST, "cargo", "check", "--workspace", "--all-targets", "--locked"];
    // Within `cargo xtask`, variables name the newer Rust.
    let mut rustup = Command::new("rustup");
    for variable in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
        rustup.env_remove(variable);
    }
    let folder = target().join("msrv");
    run_to_end(rustup.args(check).env("CARGO_TARGET_DIR", folder).current_dir(workspace()))
}

/// Builds the documentation as docs.rs does, with all features, and denies warnings.
pub fn docs_rs() -> Outcome {
    let mut doc = cargo(&["doc", "--no-deps", "--all-features"]);
    for name in CRATES {
        doc.args(["--package", name]);
    }
    run_to_end(doc.env("RUSTDOCFLAGS", "-D warnings"))
}

/// Compares the public interface with that of a commit, or of the last tag: what changed must fit the
/// version.
pub fn semver(commit: Option<&str>) -> Outcome {
    if !cargo(&["semver-checks", "--version"]).output().is_ok_and(|out| out.status.success()) {
        return Err("semver: needs `cargo install --locked cargo-semver-checks`".into());
    }
    let commit = match commit {
        Some(commit) => commit.to_string(),
        None => last_tag().ok_or("semver: no tag to compare with: expected a commit")?,
    };
    let mut check = cargo(&["semver-checks", "--baseline-rev", &commit]);
    // The last one is a program: what it offers are its commands.
    for name in &CRATES[..6] {
        check.args(["--package", name]);
    }
    run_to_end(&mut check)
}

fn last_tag() -> Option<String> {
    let describe = ["describe", "--tags", "--abbrev=0"];
    let output = Command::new("git").args(describe).current_dir(workspace()).output().ok()?;
    let tag = String::from_utf8(output.stdout).ok()?.trim().to_string();
    (output.status.success() && !tag.is_empty()).then_some(tag)
}
