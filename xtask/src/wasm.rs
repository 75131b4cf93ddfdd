//! `cargo xtask wasm`: the library and the games as WebAssembly.

use crate::{Check, Outcome, cargo, run_to_end, target};
use std::path::Path;
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
/// A program for it gets no imports, so it can neither print nor read a clock. A panic is a trap.
const SCRIPT: &str = "const program = require('fs').readFileSync(process.argv[1]); \
    WebAssembly.instantiate(program, {}).then(({ instance }) => \
    process.exit(instance.exports.main(0, 0)))";

/// Builds the searches of `examples/everywhere.rs` for the target, which is installed if it is missing,
/// and runs them where there is Node.js.
pub fn run() -> Outcome {
    if !is_installed() {
        run_to_end(Command::new("rustup").args(["target", "add", TARGET]))?;
    }
    let example = ["--package", "plywood-games", "--example", "everywhere"];
    run_to_end(cargo(&["build", "--target", TARGET]).args(example))?;
    if Command::new("node").arg("--version").output().is_err() {
        println!("xtask: wasm: no node in the path: built, not run");
        return Ok(());
    }
    let program = target().join(TARGET).join("debug/examples/everywhere.wasm");
    run_to_end(Command::new("node").args(["-e", SCRIPT]).arg(program))?;
    println!("xtask: wasm: the searches of examples/everywhere.rs ran under node");
    Ok(())
}

/// Checks that both crates compile for the target, if it is installed.
pub fn check() -> Result<Check, String> {
    if !is_installed() {
        return Ok(Check::LeftOut(format!(
            "no {TARGET}: `rustup target add {TARGET}` installs it"
        )));
    }
    let crates = ["--package", "plywood", "--package", "plywood-games"];
    run_to_end(cargo(&["check", "--quiet", "--target", TARGET]).args(crates))?;
    Ok(Check::Passed)
}

fn is_installed() -> bool {
    let print = ["--print", "target-libdir", "--target", TARGET];
    let folder = Command::new("rustc").args(print).output();
    folder.is_ok_and(|folder| Path::new(String::from_utf8_lossy(&folder.stdout).trim()).is_dir())
}
