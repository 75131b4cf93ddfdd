//! `cargo xtask test`: every check, one after the other, until one fails.

use crate::{Outcome, cargo, clients, docs, features, fingerprint, package, run_to_end, wasm};
use std::time::{Duration, Instant};

/// A step of the check: its name, and the arguments of `cargo`.
const STEPS: &[(&str, &[&str])] = &[
    ("format", &["fmt", "--all", "--check"]),
    ("lint", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
    ("test", &["test", "--workspace"]),
];
const DOCUMENT: &[&str] = &["doc", "--workspace", "--no-deps"];

pub fn run() -> Outcome {
    let begun = Instant::now();
    for (name, args) in STEPS {
        step(name, &format!("cargo {}", args.join(" ")), || run_to_end(&mut cargo(args)))?;
    }
    step("features", "cargo xtask features", features::run)?;
    step("document", &format!("cargo {}", DOCUMENT.join(" ")), || {
        run_to_end(cargo(DOCUMENT).env("RUSTDOCFLAGS", "-Dwarnings"))
    })?;
    step("docs", "cargo xtask docs --check", docs::check)?;
    step("fingerprint", "cargo xtask fingerprint --check", fingerprint::check)?;
    step("package", "cargo xtask package --no-verify", package::without_build)?;
    step("wasm", "cargo xtask wasm --check", wasm::check)?;
    step("clients", "cargo xtask clients", clients::run)?;
    println!("xtask: every check passed in {}", seconds(begun.elapsed()));
    Ok(())
}

fn step(name: &str, command: &str, check: impl FnOnce() -> Outcome) -> Outcome {
    println!("xtask: {name}: {command}");
    let begun = Instant::now();
    let outcome = check();
    let time = seconds(begun.elapsed());
    match outcome {
        Ok(()) => {
            println!("xtask: {name} passed in {time}");
            Ok(())
        }
        Err(reason) => Err(format!("step '{name}' failed after {time}: {reason}")),
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
