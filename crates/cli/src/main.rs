//! The binary `plywood`: the command line with the games of Plywood.

fn main() -> std::process::ExitCode {
    plywood_cli::main(plywood_lab::registry::games())
}
