//! `plywood man`

use crate::args::check_folder;
use crate::failure::Failure;
use crate::help::Program;
use clap::Command;
use clap_mangen::Man;
use plywood_lab::Error;
use plywood_lab::experiment::write_files;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Print or write manual pages
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plywood man | man -l -
  plywood man search > plywood-search.1
  plywood man --out /usr/local/share/man/man1")]
pub(crate) struct Args {
    /// The command, for example search or 'experiment run' [default: the program itself]
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    command: Vec<String>,
    /// Write the pages of the program and of all commands to files in DIR
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Let --out replace existing files
    #[arg(long, requires = "out")]
    overwrite: bool,
}

pub(crate) fn run(
    args: &Args,
    program: Program<'_>,
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    // The reader of a page chooses its width, so examples are not broken.
    let mut whole = program.command(usize::MAX);
    whole.build();
    if let Some(folder) = &args.out {
        check_folder("--out", folder)?;
        let mut files = Vec::new();
        for command in pages(&whole) {
            let man = Man::new(command);
            let name = man.get_filename();
            let page = rendered(&man).map_err(|e| Error::at(folder.join(&name), e))?;
            files.push((name, page));
        }
        write_files(folder, &files, args.overwrite)?;
        for (name, _) in files {
            writeln!(out, "{}", folder.join(name).display())?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut command = &whole;
    for name in args.command.iter().flat_map(|words| words.split(' ')) {
        command = command.find_subcommand(name).ok_or_else(|| {
            let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
            match names.is_empty() {
                true => Error::input(format!(
                    "no command '{name}' of '{}': expected nothing after it",
                    command.get_name()
                )),
                false => Error::unknown("command", name, &names),
            }
        })?;
    }
    out.write_all(&rendered(&Man::new(command.clone()))?)?;
    Ok(ExitCode::SUCCESS)
}

fn rendered(man: &Man) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    man.render(&mut page)?;
    Ok(page)
}

/// The command and all visible subcommands.
fn pages(command: &Command) -> Vec<Command> {
    let below = command.get_subcommands().filter(|it| !it.is_hide_set());
    std::iter::once(command.clone()).chain(below.flat_map(pages)).collect()
}
