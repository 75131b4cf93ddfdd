//! `cargo xtask clients`: tests our engines with other people's programs, if they can be installed.
//!
//! The tests in Rust cover the same protocols with clients of their own. This chore checks that other people
//! understand the protocols in the same way.

use crate::{Check, cargo, run_to_end, target, workspace};
use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A fixed version, so that the check does not change.
const PYTHON_CHESS: &str = "chess==1.11.2";

pub fn run() -> Result<Check, String> {
    let Some(packages) = install() else {
        return Ok(Check::LeftOut(format!(
            "no {PYTHON_CHESS}: python3 with pip installs it where pip can reach a package index"
        )));
    };
    let program = build()?;
    let script = workspace().join("xtask/clients/uci.py");
    let mut python = Command::new("python3");
    run_to_end(python.arg(script).arg(program).env("PYTHONPATH", packages))?;
    Ok(Check::Passed)
}

/// The folder with python-chess, which is downloaded once; none if that fails.
fn install() -> Option<PathBuf> {
    let folder = target().join("clients").join(PYTHON_CHESS.replace("==", "-"));
    if !folder.join("chess/engine.py").is_file() {
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]);
        pip.arg("--target").arg(&folder).arg(PYTHON_CHESS).stdin(Stdio::null());
        pip.status().ok().filter(|status| status.success())?;
    }
    folder.join("chess/engine.py").is_file().then_some(folder)
}

/// Builds the program as for the tests, with the same features, and returns its path.
fn build() -> Result<PathBuf, String> {
    let package = ["--package", "plywood-cli", "--features", "png"];
    run_to_end(cargo(&["build", "--quiet"]).args(package))?;
    Ok(target().join("debug").join(format!("plywood{}", env::consts::EXE_SUFFIX)))
}
