//! `cargo xtask wasm`: all algorithms in all games as WebAssembly, compared with this machine.

use crate::{Check, Outcome, cargo, run_to_end, target, workspace};
use std::path::Path;
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
/// Prints the text that the module has in its memory. It gets no imports, so it can neither print nor read a
/// clock. A panic is a trap.
const SCRIPT: &str = "const program = require('fs').readFileSync(process.argv[1]); \
    WebAssembly.instantiate(program, {}).then(({ instance: { exports } }) => { \
    const start = exports.text(); \
    const text = Buffer.from(exports.memory.buffer, start, exports.length()); \
    require('fs').writeSync(1, text); })";

/// Builds the searches of the package `wasm` for this machine and for the target, runs both, and fails where
/// an answer or a count differs. Without `options`, which are for the build for the target, the target is
/// installed if it is missing.
pub fn run(options: &[&str]) -> Outcome {
    if options.is_empty() && !is_installed(TARGET) {
        run_to_end(Command::new("rustup").args(["target", "add", TARGET]))?;
    }
    let manifest = workspace().join("wasm/Cargo.toml");
    let folder = target().join("wasm");
    let package = |command: &str| {
        let mut cargo = cargo(&[command, "--release", "--manifest-path"]);
        cargo.arg(&manifest).arg("--target-dir").arg(&folder);
        cargo
    };
    run_to_end(package("build").args(["--lib", "--target", TARGET]).args(options))?;
    if Command::new("node").arg("--version").output().is_err() {
        println!("xtask: wasm: no node in the path: built, not run");
        return Ok(());
    }
    let program = folder.join(TARGET).join("release/plywood_wasm.wasm");
    let there = printed(Command::new("node").args(["-e", SCRIPT]).arg(program))?;
    let here = printed(package("run").arg("--quiet"))?;
    compare(&here, &there)?;
    let lines = here.lines().count();
    println!("xtask: wasm: {lines} searches answer and count under node as on this machine");
    Ok(())
}

/// What a command prints; an error if it fails.
fn printed(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name} did not start: {error}"))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("{name}: {}\n{reason}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{name}: {error}"))
}

/// An error that shows the first lines that differ.
fn compare(here: &str, there: &str) -> Outcome {
    let pairs: Vec<_> = here.lines().zip(there.lines()).filter(|(a, b)| a != b).collect();
    if pairs.is_empty() && here.lines().count() == there.lines().count() {
        return Ok(());
    }
    let shown: Vec<_> = pairs.iter().take(5).map(|(a, b)| format!("  {a}\n  {b}")).collect();
    let (lines, count) = (here.lines().count(), there.lines().count());
    Err(format!(
        "{} of {lines} lines differ (there are {count} under node); first here, then there:\n{}",
        pairs.len(),
        shown.join("\n")
    ))
}

/// Checks that everything up to `plywood-play` compiles for the target, if it is installed or `options`, which are
/// those of cargo, build it.
pub fn check(options: &[&str]) -> Result<Check, String> {
    if options.is_empty() && !is_installed(TARGET) {
        return Ok(Check::LeftOut(format!(
            "no {TARGET}: `rustup target add {TARGET}` installs it"
        )));
    }
    let crates = ["plywood", "plywood-games", "plywood-registry", "plywood-play"];
    let crates = crates.map(|name| ["--package", name]).concat();
    let mut check = cargo(&["check", "--quiet", "--target", TARGET]);
    run_to_end(check.args(crates).args(options))?;
    Ok(Check::Passed)
}

/// Whether the standard library of a target is installed.
pub fn is_installed(target: &str) -> bool {
    let print = ["--print", "target-libdir", "--target", target];
    let folder = Command::new("rustc").args(print).output();
    folder.is_ok_and(|folder| Path::new(String::from_utf8_lossy(&folder.stdout).trim()).is_dir())
}
