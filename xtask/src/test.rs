//! `cargo xtask test`: every check, one after the other, until one fails.

use crate::{Outcome, clients, docs, fingerprint, workspace};
use std::env;
use std::process::Command;
use std::time::{Duration, Instant};

/// A step of the check: its name, and the arguments of `cargo`.
const STEPS: &[(&str, &[&str])] = &[
    ("format", &["fmt", "--all", "--check"]),
    ("lint", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
    ("test", &["test", "--workspace"]),
    ("document", &["doc", "--workspace", "--no-deps"]),
];

pub fn run() -> Outcome {
    let begun = Instant::now();
    for (name, args) in STEPS {
        step(name, &format!("cargo {}", args.join(" ")), || cargo(args))?;
    }
    step("docs", "cargo xtask docs --check", docs::check)?;
    step("fingerprint", "cargo xtask fingerprint --check", fingerprint::check)?;
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

fn cargo(args: &[&str]) -> Outcome {
    // The cargo that runs this chore, which need not be the first in the path.
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(args).current_dir(workspace());
    if args[0] == "doc" {
        command.env("RUSTDOCFLAGS", "-Dwarnings");
    }
    let status = command.status().map_err(|error| format!("cargo did not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("cargo {}: {status}", args.join(" "))) }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
