//! `plywood completions`

use crate::failure::Failure;
use crate::help::Program;
use clap::Command;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap_complete::Shell;
use plywood_lab::papers::CATALOGUE;
use plywood_lab::registry::{algorithms, common_options};
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::process::ExitCode;

/// Print completions of commands, options and names for a shell
#[derive(clap::Args)]
#[command(after_help = "\
The script completes the games, algorithms, options, experiments and profiles of this version.

Examples:
  plywood completions zsh > ~/.zfunc/_plywood
  plywood completions fish | source
  source <(plywood completions bash)")]
pub(crate) struct Args {
    /// The shell
    #[arg(value_parser = PossibleValuesParser::new(["bash", "zsh", "fish"]).try_map(|name| name.parse::<Shell>()))]
    shell: Shell,
}

pub(crate) fn run(
    args: &Args,
    program: Program<'_>,
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let mut command = with_values(program.command(usize::MAX), program);
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, program.name, &mut script);
    out.write_all(&script)?;
    if args.shell == Shell::Fish {
        positional(&command, program.name, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The values of positional arguments for fish, which the generator leaves out.
fn positional(command: &Command, program: &str, out: &mut dyn Write) -> io::Result<()> {
    for it in command.get_subcommands() {
        for arg in it.get_positionals() {
            let (name, values) = (it.get_name(), arg.get_possible_values());
            let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
            if !names.is_empty() {
                let names = names.join(" ");
                writeln!(
                    out,
                    "complete -c {program} -n \"__fish_seen_subcommand_from {name}\" -f -a \"{names}\""
                )?;
            }
        }
        positional(it, program, out)?;
    }
    Ok(())
}

/// The command with the possible values of its arguments. They are not used for parsing, because our own
/// errors are more helpful.
fn with_values(command: Command, program: Program<'_>) -> Command {
    let name = command.get_name().to_string();
    let command = command.mut_args(|arg| match values(&name, arg.get_id().as_str(), program) {
        Some(values) => arg.value_parser(PossibleValuesParser::new(values)),
        None => arg,
    });
    command.mut_subcommands(|it| with_values(it, program))
}

/// The possible values of an argument of a command; none if they cannot be listed.
fn values(command: &str, arg: &str, program: Program<'_>) -> Option<Vec<PossibleValue>> {
    let plain = |names: &[&'static str]| names.iter().map(PossibleValue::new).collect();
    Some(match (command, arg) {
        ("train", "game") => plain(&plywood_lab::train::GAMES),
        ("train", "profile") => plain(&["smoke", "quick", "full"]),
        ("run", "profile") => plain(&["smoke", "quick", "paper"]),
        ("solve", "goal") => plain(&["exact", "outcome"]),
        ("run", "name") => {
            let all = std::iter::once(PossibleValue::new("papers").help("all experiments"));
            all.chain(CATALOGUE.iter().map(|it| PossibleValue::new(it.name).help(it.title())))
                .collect()
        }
        (_, "game") => {
            let games = program.games.iter();
            games.map(|game| PossibleValue::new(game.name).help(game.summary)).collect()
        }
        (_, "algorithm" | "first" | "second") => {
            algorithms().iter().map(|it| PossibleValue::new(it.name).help(it.summary)).collect()
        }
        (_, "set") => settings(program).into_iter().map(PossibleValue::new).collect(),
        _ => return None,
    })
}

/// Every `name=value` of options whose values are words, and `name=` for other options.
fn settings(program: Program<'_>) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let own = algorithms().into_iter().flat_map(|algorithm| algorithm.options());
    for option in own.chain(common_options()) {
        let name = &option.name;
        if option.others.is_some() {
            all.insert(format!("{name}="));
        }
        all.extend(option.words.iter().map(|word| format!("{name}={word}")));
    }
    let evaluations = program.games.iter().flat_map(|game| game.evaluations);
    all.extend(evaluations.map(|(name, _)| format!("eval={name}")));
    all
}
