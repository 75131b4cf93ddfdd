//! `plywood` with two more algorithms.

use plywood_examples::{ProofNumberOptions, UctOptions};
use plywood_lab::registry::{games, register};
use std::process::ExitCode;

fn main() -> ExitCode {
    register::<UctOptions, ()>();
    register::<ProofNumberOptions, ()>();
    plywood_cli::main(games())
}
