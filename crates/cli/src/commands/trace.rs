//! `plywood trace`

use super::search::SearchArgs;
use crate::answer::score_json;
use crate::failure::Failure;
use crate::json::Object;
use plywood::Expansion;
use plywood_lab::Error;
use plywood_lab::registry::{GameEntry, THREADS};
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// Search a position and print one JSON line per expansion
#[derive(clap::Args)]
#[command(after_help = "\
A line has: n, the number of the expansion; path, child indices from the root; depth, the path's \
length; root_value and best, the value of the root at that moment and the child it comes from; again, \
whether the node had been expanded before and was forgotten.

Examples:
  plywood trace tree --position '[0,[4,8,1],[6,5,[2,7,3]]]' --algorithm best-first
  plywood trace connect4 --algorithm recursive-best-first --nodes 1000 --summary | tail -1")]
pub(crate) struct Args {
    #[command(flatten)]
    what: SearchArgs,
    /// At the end print the object of 'plywood search --json' too
    #[arg(long)]
    summary: bool,
}

pub(crate) fn run(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let mut setup = args.what.set_up(games)?;
    if setup.player.spec.settings.get(THREADS.name).is_some_and(|threads| threads != "1") {
        return Err(Error::input("--set threads: a trace is that of one thread: expected 1").into());
    }
    let stop = setup.player.spec.budget.stop.clone();
    let unit = setup.session.unit();
    let mut written: io::Result<()> = Ok(());
    let answer = setup.session.trace(&mut |n, expansion| {
        if written.is_ok() {
            written = writeln!(out, "{}", line(n, expansion, unit));
            // Nobody reads any more: no need to go on.
            if let (Err(_), Some(stop)) = (&written, &stop) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    written?;
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) => {
            // The expansions happened, whatever became of the search.
            out.flush()?;
            return Err(error.into());
        }
    };
    if args.summary {
        writeln!(out, "{}", setup.question().json(&answer))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn line(n: u64, expansion: Expansion<'_>, unit: i32) -> Object {
    Object::new()
        .field("n", n)
        .field("path", expansion.path)
        .field("depth", expansion.path.len())
        .field("root_value", expansion.root_value.map(|value| score_json(value, unit)))
        .field("best", expansion.best)
        .field("again", expansion.again)
}
