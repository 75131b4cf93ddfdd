//! `plywood algorithms`

use crate::failure::Failure;
use crate::json::{Object, array};
use plywood_lab::registry::{Algorithm, OptionInfo, algorithms, common_options};
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
    let options = algorithms().into_iter().flat_map(|algorithm| algorithm.options());
    let width = options.map(|option| option.name.len()).max().unwrap_or(0);
    let line = |option: OptionInfo| {
        let (values, OptionInfo { name, value, summary, .. }) = (option.values(), option);
        format!("  {name:width$}  {summary}: {values} (default {value})")
    };
    for (index, algorithm) in algorithms().into_iter().enumerate() {
        let Algorithm { name, summary, paper, memory, .. } = algorithm;
        let exact = if algorithm.exact { "exact" } else { "selective" };
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{name}: {summary}")?;
        writeln!(out, "  {paper}; {exact}; memory: {memory}")?;
        for option in algorithm.options() {
            writeln!(out, "{}", line(option))?;
        }
    }
    writeln!(out, "\nall algorithms, if the game supports the option:")?;
    for option in common_options() {
        writeln!(out, "{}", line(option))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn object(algorithm: &Algorithm) -> Object {
    let option = |option: OptionInfo| {
        let values = option.values();
        Object::new()
            .field("name", option.name)
            .field("values", values)
            .field("default", option.value)
            .field("summary", option.summary)
    };
    Object::new()
        .field("name", algorithm.name)
        .field("summary", algorithm.summary)
        .field("paper", algorithm.paper)
        .field("exact", algorithm.exact)
        .field("memory", algorithm.memory)
        .objects("options", algorithm.options().into_iter().map(option))
}
