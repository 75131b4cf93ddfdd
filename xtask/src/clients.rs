//! `cargo xtask clients`: programs of others talk to ours, where they can be had.
//!
//! The tests in Rust cover the same protocols with clients of their own, so a machine without Python
//! misses no check of the rules; this one finds out whether we have read them as others do.

use crate::{Outcome, cargo, run_to_end, target, workspace};
use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The package index has no other file under this name and version.
const PYTHON_CHESS: &str = "chess==1.11.2";

pub fn run() -> Outcome {
    let Some(packages) = install() else {
        println!("xtask: clients: no python3 with pip that can install {PYTHON_CHESS}: left out");
        return Ok(());
    };
    let program = build()?;
    let script = workspace().join("xtask/clients/uci.py");
    let mut python = Command::new("python3");
    run_to_end(python.arg(script).arg(program).env("PYTHONPATH", packages))
}

/// The folder with python-chess, which is fetched once; none where that cannot be done.
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

/// Builds the program as the tests have it, and says where it is.
fn build() -> Result<PathBuf, String> {
    run_to_end(&mut cargo(&["build", "--quiet", "--package", "plywood-cli"]))?;
    Ok(target().join("debug").join(format!("plywood{}", env::consts::EXE_SUFFIX)))
}
