//! `plywood` with four more algorithms.

use plywood_examples::{MtdBisectOptions, MtdStepOptions, ProofNumberOptions, UctOptions};
use plywood_lab::registry::{games, register};
use std::process::ExitCode;

fn main() -> ExitCode {
    register::<UctOptions, ()>();
    register::<ProofNumberOptions, ()>();
    register::<MtdStepOptions, ()>();
    register::<MtdBisectOptions, ()>();
    plywood_cli::main(games())
}
