//! `plywood` with two more algorithms.

use plywood_examples::{ProofNumberEntry, UctOptions};
use plywood_lab::registry::{games, register};
use std::process::ExitCode;

fn main() -> ExitCode {
    register::<UctOptions, ()>();
    register::<ProofNumberEntry, ()>();
    plywood_cli::main(games())
}
