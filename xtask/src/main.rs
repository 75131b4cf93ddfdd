//! Chores of the repository: `cargo xtask help` lists them.
//!
//! One file per chore; this one only chooses among them.

mod arrows;
mod bench;
mod clients;
#[cfg(target_os = "linux")]
mod cluster;
mod docs;
mod features;
mod fingerprint;
mod images;
mod lines;
mod mentions;
mod modules;
mod package;
mod release;
mod source;
mod targets;
mod test;
mod wasm;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "\
usage: cargo xtask CHORE
  test           run every check, as continuous integration does
  test cluster   run an experiment on a private Slurm of four nodes on this machine, kill a
                 shard and a node, and compare the files with those of a run on one machine;
                 needs Slurm and munge
  bench [PART]   measure one part or all: instructions, rbfms, kept-tree, growth, build, cap, overrun,
                 endgame [FILE], amazons, gomoku, swings, certainty, threads, journal,
                 rivals (which downloads other people's searches to compare with)
  clients        test our engines with other programs, if python3 can install them
  docs           write docs/algorithms.md, commands.md, experiments.md and games.md, the files
                 that docs/adding-an-algorithm.md shows, and docs/images
  docs --check   fail if one of these is not up to date, a link leads nowhere, or a page of docs
                 is missing from its index
  features       lint plywood-games with each of its features by itself, and test serde
  fingerprint    print the answers and node counts of a fixed set of searches;
                 --write stores them in testdata, --check compares them
  lines          count the lines of code of each package, without tests and comments
  mentions       print where the code names a game outside its folder, and fail on a place
                 that is not listed; --check prints only these
  modules        print which modules of each crate use which, and fail on a cycle that is
                 not listed or a crate that uses another than ARCHITECTURE.md says;
                 --check prints only these
  package        make the packages of all crates as they would be published, and
                 build each from its package; --no-verify leaves out the build
  msrv           check the workspace with the oldest Rust that it promises to work with
  docs-rs        build the documentation as docs.rs does, with all features
  semver [REV]   compare the public interface with that of a commit or the last tag
  targets [OPTION]…
                 check that the command line compiles for Windows and macOS, where rustup has
                 installed the targets or options such as -Zbuild-std build them
  wasm [OPTION]… build all algorithms of all games for wasm32-unknown-unknown, run them
                 where node is installed, and fail where an answer or a count differs
                 from this machine; options are those of cargo build, such as -Zbuild-std,
                 where rustup cannot install the target
  wasm --check [OPTION]…
                 check that plywood-play and all below it compile for it, where it is installed
                 or options such as -Zbuild-std build it";

/// The result of a chore: an error is one line with the reason.
type Outcome = Result<(), String>;

/// How a check ended that did not fail.
enum Check {
    Passed,
    /// This machine lacks what the check needs: what that is, and how to get it.
    LeftOut(String),
}

/// A check that needs nothing but Rust and git.
impl From<()> for Check {
    fn from((): ()) -> Check {
        Check::Passed
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match args.as_slice() {
        ["test"] => test::run(),
        #[cfg(target_os = "linux")]
        ["test", "cluster"] => cluster::run(),
        ["bench", part @ ..] => bench::run(part),
        ["clients"] => alone("clients", clients::run()),
        ["docs"] => docs::write(),
        ["docs", "--check"] => docs::check(),
        ["features"] => features::run(),
        ["fingerprint"] => fingerprint::print(),
        ["fingerprint", "--write"] => fingerprint::write(),
        ["fingerprint", "--check"] => fingerprint::check(),
        ["lines"] => lines::run(),
        ["mentions"] => mentions::run(),
        ["mentions", "--check"] => mentions::check(),
        ["modules"] => modules::run(),
        ["modules", "--check"] => modules::check(),
        ["package"] => alone("package", package::run()),
        ["package", "--no-verify"] => alone("package", package::without_build()),
        ["msrv"] => release::msrv(),
        ["docs-rs"] => release::docs_rs(),
        ["semver"] => release::semver(None),
        ["semver", commit] => release::semver(Some(commit)),
        ["targets", options @ ..] => targets::run(options),
        ["wasm", "--check", options @ ..] => alone("wasm", wasm::check(options)),
        ["wasm", options @ ..] => wasm::run(options),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// The result of a check that is run as a chore by itself.
fn alone(name: &str, check: Result<Check, String>) -> Outcome {
    if let Check::LeftOut(missing) = check? {
        println!("xtask: {name} left out: {missing}");
    }
    Ok(())
}

/// The folder of the workspace.
fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace")
}

/// The target folder of cargo.
fn target() -> PathBuf {
    let set = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    set.map_or_else(|| workspace().join("target"), |path| workspace().join(path))
}

/// A command of the cargo that runs this chore, in the folder of the workspace.
fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(workspace());
    command
}

/// Runs a command, and fails if it fails. The error contains the command.
fn run_to_end(command: &mut Command) -> Outcome {
    let words: Vec<_> = [command.get_program()].into_iter().chain(command.get_args()).collect();
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let name = words.join(" ");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name}: {status}")),
        Err(error) => Err(format!("{name} did not start: {error}")),
    }
}
