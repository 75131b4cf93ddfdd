//! `plywood algorithms`

use crate::failure::Failure;
use crate::json::{Object, array};
use plywood_lab::registry::{Algorithm, ENDGAME, EVAL, GRAIN, OptionInfo, algorithms};
use std::io::Write;
use std::process::ExitCode;

/// List the algorithms with their options
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  plywood algorithms\n  plywood algorithms --json")]
pub(crate) struct Args {
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    if args.json {
        writeln!(out, "{}", array(algorithms().into_iter().map(object)))?;
        return Ok(ExitCode::SUCCESS);
    }
    let options = algorithms().into_iter().flat_map(|algorithm| algorithm.options);
    let width = options.map(|option| option.name.len()).max().unwrap_or(0);
    for (index, algorithm) in algorithms().into_iter().enumerate() {
        let Algorithm { name, summary, paper, memory, options, .. } = algorithm;
        let exact = if algorithm.exact { "exact" } else { "selective" };
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{name}: {summary}")?;
        writeln!(out, "  {paper}; {exact}; memory: {memory}")?;
        for OptionInfo { name, values, default, summary } in options.iter() {
            writeln!(out, "  {name:width$}  {summary}: {values} (default {default})")?;
        }
    }
    writeln!(out, "\nall algorithms, if the game supports the option:")?;
    for OptionInfo { name, values, default, summary } in [EVAL, GRAIN, ENDGAME] {
        writeln!(out, "  {name:width$}  {summary}: {values} (default {default})")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn object(algorithm: &Algorithm) -> Object {
    let option = |option: &OptionInfo| {
        Object::new()
            .field("name", option.name)
            .field("values", option.values)
            .field("default", option.default)
            .field("summary", option.summary)
    };
    Object::new()
        .field("name", algorithm.name)
        .field("summary", algorithm.summary)
        .field("paper", algorithm.paper)
        .field("exact", algorithm.exact)
        .field("memory", algorithm.memory)
        .objects("options", algorithm.options.iter().map(option))
}
