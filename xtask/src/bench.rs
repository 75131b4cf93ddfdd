//! `cargo xtask bench`: builds the bench in release and runs it, whole or in part.

use crate::{Outcome, workspace};
use std::process::Command;

pub fn run(part: &[&str]) -> Outcome {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let status = Command::new(cargo)
        .current_dir(workspace())
        .args(["run", "--release", "--quiet", "--package", "plywood-bench", "--"])
        .args(part)
        .status()
        .map_err(|e| format!("bench: {e}"))?;
    if status.success() { Ok(()) } else { Err("bench failed".into()) }
}
