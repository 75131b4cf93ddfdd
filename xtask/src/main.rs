//! Chores of the repository: `cargo xtask test`, `bench`, `clients`, `docs`, `fingerprint`.
//!
//! One file a chore; this one only chooses among them.

mod bench;
mod clients;
mod docs;
mod fingerprint;
mod test;

use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask CHORE
  test           every check, as continuous integration runs it
  bench [PART]   measure: instructions, rbfms, kept-tree, growth, cap, overrun,
                 endgame [FILE], rivals, threads
  clients        programs of others talk to ours, where python3 can fetch them
  docs           write docs/algorithms.md, docs/games.md and docs/experiments.md
  docs --check   fail if one of them is not what `docs` would write
  fingerprint    print what a fixed set of searches answers, and the work it takes;
                 --write stores it in testdata, --check compares it";

/// A chore's answer: nothing, or the one line that says why it failed.
type Outcome = Result<(), String>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match args.as_slice() {
        ["test"] => test::run(),
        ["bench", part @ ..] => bench::run(part),
        ["clients"] => clients::run(),
        ["docs"] => docs::write(),
        ["docs", "--check"] => docs::check(),
        ["fingerprint"] => fingerprint::print(),
        ["fingerprint", "--write"] => fingerprint::write(),
        ["fingerprint", "--check"] => fingerprint::check(),
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

/// The folder of the workspace, wherever the chore is called from.
fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace")
}
