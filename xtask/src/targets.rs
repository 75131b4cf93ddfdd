//! `cargo xtask targets`: type-checks the command line for other operating systems.

use crate::{Check, Outcome, alone, cargo, run_to_end, wasm};
use std::env;
use std::process::Command;

const TARGETS: [&str; 2] = ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"];
/// Makes the import libraries of Windows, also for a check. Windows itself finds it with the toolchain.
const DLLTOOL: &str = "x86_64-w64-mingw32-dlltool";

/// Checks the targets that are installed, or all of them if `options`, which are those of cargo, build their
/// standard libraries. Nothing is linked or run.
pub fn run(options: &[&str]) -> Outcome {
    for target in TARGETS {
        println!("xtask: targets: {target}");
        alone(target, check(target, options))?;
    }
    Ok(())
}

fn check(target: &str, options: &[&str]) -> Result<Check, String> {
    if options.is_empty() && !wasm::is_installed(target) {
        return Ok(Check::LeftOut(format!(
            "no standard library: `rustup target add {target}` installs it, and the option -Zbuild-std of a \
             nightly cargo builds it"
        )));
    }
    let has_dlltool = || Command::new(DLLTOOL).arg("--version").output().is_ok();
    if target.ends_with("windows-gnu") && !cfg!(windows) && !has_dlltool() {
        return Ok(Check::LeftOut(format!(
            "no {DLLTOOL} in the path: `apt install binutils-mingw-w64-x86-64` or `brew install mingw-w64` \
             installs it"
        )));
    }
    let package = ["--package", "plywood-cli", "--features", "png"];
    let mut check = cargo(&["check", "--quiet", "--target", target]);
    check.args(package).args(options);
    // A dependency has assembly, whose object file a check does not look at: no compiler is needed.
    for tool in ["CC", "AR"] {
        let variable = format!("{tool}_{}", target.replace('-', "_"));
        if env::var_os(&variable).is_none() {
            check.env(variable, "true");
        }
    }
    run_to_end(&mut check)?;
    println!("xtask: {target} passed");
    Ok(Check::Passed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_target_is_left_out_with_instructions() {
        let Ok(Check::LeftOut(missing)) = check("no-such-target", &[]) else {
            panic!("it is not installed")
        };
        assert!(missing.contains("`rustup target add no-such-target`"), "{missing}");
    }
}
