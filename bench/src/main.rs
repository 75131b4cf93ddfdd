//! The measurements of `cargo xtask bench`, except those against other people's searches, which are a workspace
//! of their own in `rivals`. Each is a ratio measured in one run, an instruction count or a
//! count of bytes, because times alone mean little on a busy machine.
//!
//! `plywood-bench` runs everything; `plywood-bench NAME` runs one part.

mod allocator;
mod amazons;
mod build;
mod cap;
mod certainty;
mod common;
mod endgame;
mod gomoku;
mod growth;
mod handwritten;
mod instructions;
mod journal;
mod overrun;
mod speed;
mod swings;
mod threads;

use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut outcome = Ok(());
    match args.as_slice() {
        [] => {
            instructions::report();
            speed::rbfms();
            speed::kept_tree();
            growth::report(100_000_000);
            build::report();
            cap::report();
            overrun::report();
            outcome = endgame::report(None);
            amazons::report();
            outcome = outcome.and(gomoku::report());
            swings::report(10_000_000);
            certainty::report();
            threads::report();
            outcome = outcome.and_then(|()| journal::report(&[10_000, 100_000]));
        }
        ["instructions"] => instructions::report(),
        ["rbfms"] => speed::rbfms(),
        ["kept-tree"] => speed::kept_tree(),
        ["growth"] => growth::report(100_000_000),
        ["build"] => build::report(),
        ["cap"] => cap::report(),
        ["overrun"] => overrun::report(),
        ["amazons"] => amazons::report(),
        ["gomoku"] => outcome = gomoku::report(),
        ["swings"] => swings::report(10_000_000),
        ["certainty"] => certainty::report(),
        ["threads"] => threads::report(),
        ["journal"] => outcome = journal::report(&[10_000, 100_000, 1_000_000]),
        ["endgame"] => outcome = endgame::report(None),
        ["endgame", file] => outcome = endgame::report(Some(file)),
        ["workload", name] => return instructions::workload(name),
        _ => {
            eprintln!(
                "usage: plywood-bench [instructions|rbfms|kept-tree|growth|build|cap|overrun|endgame [FILE]|\
                 amazons|gomoku|swings|certainty|threads|journal]"
            );
            return ExitCode::from(2);
        }
    }
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("bench: {reason}");
            ExitCode::FAILURE
        }
    }
}
