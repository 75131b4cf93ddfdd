//! The command line of Plywood, for any list of games.
//!
//! The binary `plywood` runs it with the games that come with Plywood. Your own binary runs the same
//! commands with your own games: implement `plywood_games::Game` and list them.
//!
//! ```no_run
//! use plywood_games::{Connect4, Tree};
//! use plywood_lab::registry::GameEntry;
//!
//! // Connect4 takes the place of your game here.
//! fn main() -> std::process::ExitCode {
//!     plywood_cli::main(&[GameEntry::of::<Connect4>(), GameEntry::of::<Tree>()])
//! }
//! ```
//!
//! Results go to standard output, everything else to standard error. Exit codes: 0 success, 2 bad input,
//! 1 failure, 130 interrupted.

mod answer;
mod args;
mod commands;
mod failure;
mod flags;
mod games_file;
mod help;
mod interrupt;
mod lists;
mod live;
mod open;
mod player;
mod reference;
mod solved;
mod terminal;
mod tournament_args;

use clap::{FromArgMatches, Parser, Subcommand};
use commands::{
    algorithms, analyze, captures, completions, experiment, export, games, generate, gtp, man,
    matches, nboard, perft, picture, play, ratings, review, search, solve, sprt, tournament, trace,
    train, uci,
};
use failure::Failure;
use help::Program;
use plywood_lab::registry::GameEntry;
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

pub use reference::reference;

/// Game-tree search: play, analyze, compare algorithms, rerun experiments of papers
#[derive(Parser)]
#[command(
    name = "plywood",
    version,
    disable_help_subcommand = true,
    after_help = "\
'plywood help COMMAND' describes a command, 'plywood -V' prints the version."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Games(games::Args),
    Algorithms(algorithms::Args),
    Search(search::Args),
    Analyze(analyze::Args),
    Review(review::Args),
    Solve(solve::Args),
    Explain(captures::ExplainArgs),
    Generate(generate::Args),
    Trace(trace::Args),
    Picture(picture::Args),
    Export(export::Args),
    Perft(perft::Args),
    Play(play::Args),
    Match(matches::Args),
    Tournament(tournament::Args),
    Sprt(sprt::Args),
    Ratings(ratings::Args),
    Uci(uci::Args),
    Nboard(nboard::Args),
    Gtp(gtp::Args),
    Experiment(experiment::Args),
    Train(train::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Runs the command line of this process with these games. A binary that adds its own games to those of
/// Plywood passes [`with_built_in`](plywood_lab::registry::with_built_in).
pub fn main(games: &[GameEntry]) -> ExitCode {
    // A panic is a bug. It is printed like any other error.
    panic::set_hook(Box::new(|info| {
        let place = info.location().map(|place| format!(" at {place}")).unwrap_or_default();
        let payload = info.payload();
        let message = payload.downcast_ref::<&str>().copied();
        let message = message.or(payload.downcast_ref::<String>().map(String::as_str));
        let message = message.unwrap_or("no message");
        eprintln!("error: this is a bug in plywood, please report it{place}: {message}");
    }));
    panic::catch_unwind(AssertUnwindSafe(|| run(std::env::args_os(), games)))
        .unwrap_or(ExitCode::FAILURE)
}

/// Runs a command line with these games. The first argument is the program's name.
///
/// ```
/// let games = plywood_lab::registry::games();
/// let args = ["plywood", "perft", "connect4", "--depth", "4", "--json"];
/// assert_eq!(plywood_cli::run(args, games), std::process::ExitCode::SUCCESS);
/// ```
pub fn run<A: Into<OsString> + Clone>(
    args: impl IntoIterator<Item = A>,
    games: &[GameEntry],
) -> ExitCode {
    let mut args: Vec<OsString> = args.into_iter().map(Into::into).collect();
    // `plywood help search` is `plywood search --help`.
    if args.get(1).is_some_and(|word| word == "help") {
        args.remove(1);
        args.push("--help".into());
    }
    let name = help::program_name(args.first().map(OsString::as_os_str));
    let program = Program { name: &name, games };
    let mut out = BufWriter::new(io::stdout().lock());
    if args.len() < 2 {
        let shown = writeln!(out, "{}", program.first_steps(help::terminal_width()));
        return match shown.and_then(|()| out.flush()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => Failure::from(error).report(),
        };
    }
    let parsed = program.command(help::terminal_width()).try_get_matches_from(args);
    let outcome = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => dispatch(&cli.command, program, &mut out),
        Err(error) => Err(Failure::Usage(error)),
    };
    match outcome.and_then(|code| Ok(out.flush().map(|()| code)?)) {
        Ok(code) => code,
        Err(failure) => {
            // Drop the buffer: the output is closed, or the result is incomplete.
            let _ = out.into_parts();
            failure.report()
        }
    }
}

fn dispatch(
    command: &Command,
    program: Program<'_>,
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let games = program.games;
    match command {
        Command::Games(args) => games::run(args, games, out),
        Command::Algorithms(args) => algorithms::run(args, out),
        Command::Analyze(args) => analyze::run(args, games, out),
        Command::Review(args) => review::run(args, games, out),
        Command::Search(args) => search::run(args, games, out),
        Command::Solve(args) => solve::run(args, games, out),
        Command::Explain(args) => captures::explain(args, out),
        Command::Generate(args) => generate::run(args, out),
        Command::Trace(args) => trace::run(args, games, out),
        Command::Picture(args) => picture::run(args, games, out),
        Command::Export(args) => export::run(args, games, out),
        Command::Perft(args) => perft::run(args, games, out),
        Command::Play(args) => play::run(args, games, out),
        Command::Match(args) => matches::run(args, games, out),
        Command::Tournament(args) => tournament::run(args, games, out),
        Command::Sprt(args) => sprt::run(args, out),
        Command::Ratings(args) => ratings::run(args, out),
        Command::Nboard(args) => nboard::run(args, program, out),
        Command::Gtp(args) => gtp::run(args, out),
        Command::Experiment(args) => experiment::run(args, out),
        Command::Train(args) => train::run(args, program, out),
        Command::Uci(args) => uci::run(args, program, out),
        Command::Completions(args) => completions::run(args, program, out),
        Command::Man(args) => man::run(args, program, out),
    }
}
