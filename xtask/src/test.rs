//! `cargo xtask test`: every check, one after the other, until one fails.

use crate::{
    Check, Outcome, cargo, clients, docs, features, fingerprint, mentions, modules, package,
    run_to_end, wasm,
};
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
    let mut steps = Steps::default();
    for (name, args) in STEPS {
        let command = format!("cargo {}", args.join(" "));
        steps.step(name, &command, || run_to_end(&mut cargo(args)))?;
    }
    steps.step("features", "cargo xtask features", features::run)?;
    steps.step("document", &format!("cargo {}", DOCUMENT.join(" ")), || {
        run_to_end(cargo(DOCUMENT).env("RUSTDOCFLAGS", "-Dwarnings"))
    })?;
    steps.step("docs", "cargo xtask docs --check", docs::check)?;
    steps.step("modules", "cargo xtask modules --check", modules::check)?;
    steps.step("mentions", "cargo xtask mentions --check", mentions::check)?;
    steps.step("fingerprint", "cargo xtask fingerprint --check", fingerprint::check)?;
    steps.step("package", "cargo xtask package --no-verify", package::without_build)?;
    steps.step("wasm", "cargo xtask wasm --check", || wasm::check(&[]))?;
    steps.step("clients", "cargo xtask clients", clients::run)?;
    for (name, missing) in &steps.left_out {
        println!("xtask: {name} left out: {missing}");
    }
    println!("xtask: {}", steps.summary(begun.elapsed()));
    Ok(())
}

/// The steps so far, of which none has failed.
#[derive(Default)]
struct Steps {
    passed: usize,
    /// The names of steps that this machine cannot run, and how to get what they need.
    left_out: Vec<(&'static str, String)>,
}

impl Steps {
    fn step<C: Into<Check>>(
        &mut self,
        name: &'static str,
        command: &str,
        check: impl FnOnce() -> Result<C, String>,
    ) -> Outcome {
        println!("xtask: {name}: {command}");
        let begun = Instant::now();
        let outcome = check();
        let time = seconds(begun.elapsed());
        let failed = |reason| format!("step '{name}' failed after {time}: {reason}");
        match outcome.map_err(failed)?.into() {
            Check::Passed => {
                self.passed += 1;
                println!("xtask: {name} passed in {time}");
            }
            Check::LeftOut(missing) => {
                println!("xtask: {name} left out: {missing}");
                self.left_out.push((name, missing));
            }
        }
        Ok(())
    }

    fn summary(&self, time: Duration) -> String {
        let (passed, time) = (self.passed, seconds(time));
        let names: Vec<&str> = self.left_out.iter().map(|(name, _)| *name).collect();
        match names.as_slice() {
            [] => format!("all {passed} steps passed in {time}"),
            names => format!("{passed} steps passed in {time}, left out: {}", names.join(", ")),
        }
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_has_not_passed() {
        let mut steps = Steps::default();
        steps.step("quick", "true", || Ok(())).unwrap();
        steps.step("short", "true", || Ok(())).unwrap();
        assert_eq!(steps.summary(Duration::ZERO), "all 2 steps passed in 0.0 s");
        let missing = || Ok(Check::LeftOut("no engine: 'get engine' installs it".into()));
        steps.step("engine", "engine", missing).unwrap();
        assert_eq!(steps.summary(Duration::ZERO), "2 steps passed in 0.0 s, left out: engine");
        let failed = steps.step("slow", "false", || Err::<(), _>("it broke".into())).unwrap_err();
        assert!(failed.starts_with("step 'slow' failed after "), "{failed}");
    }
}
