//! `plywood tournament`

mod table;

use super::experiment::run_one_shard;
use crate::args::{count, plies, whole};
use crate::failure::Failure;
use crate::interrupt;
use crate::tournament_args::{
    AdjudicationArgs, AffinityArgs, Order, engine_log, games_at_once, note_namesakes, sprt_text,
};
use clap::ValueEnum;
use plywood_lab::Error;
use plywood_lab::experiment::{Outcome, RunOptions, check_folder};
use plywood_lab::registry::GameEntry;
use plywood_lab::tournament::{Calibrated, Cost, PlayedPair, PlayerEntry, Spec, Tournament};
use plywood_play::text::number_of;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use table::LiveTable;

/// Play a tournament between any number of players
#[derive(clap::Args)]
#[command(after_help = "\
Every two players play one game pair per round. Both games of a pair begin with the same opening, and each player \
plays each side once. 'plywood help match' describes players.

A tournament has a folder of its own. You can interrupt or kill it at any time: the same command resumes it. More --pairs \
or another --player extend it; the pairs that were played are kept. The files are the same for any number of \
interruptions and threads if the players are limited by nodes, evaluations, depth or artificial time.

An engine that crashes, times out or plays an illegal move forfeits the game, and the tournament continues.

Examples:
  plywood tournament connect4 --player alpha-beta,depth=3 --player mtdf,depth=3 --player minimax,depth=2 --pairs 20
  plywood tournament chess --player new@strong,nodes=20k --player old@mtdf,nodes=20k \
--pairs 5000 --sprt elo0=0,elo1=10 --openings book.pgn --opening-plies 8
  plywood tournament gauntlet.toml --out runs/gauntlet --jobs 8")]
pub(crate) struct Args {
    /// A file with a specification, or a game; 'plywood games' lists all
    #[arg(value_name = "SPEC.toml|GAME")]
    what: String,
    /// Add a player: [NAME@]SPEC
    #[arg(long = "player", value_name = "PLAYER")]
    players: Vec<String>,
    /// Play N game pairs for every two players that meet [default: 50]
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    pairs: Option<u64>,
    /// Let only the first N players meet the others [default: every two players meet]
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    gauntlet: Option<u64>,
    /// Start the game at position P
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    position: Option<String>,
    /// The seed of the openings [default: 1]
    #[arg(long, value_name = "S", value_parser = whole, allow_hyphen_values = true)]
    seed: Option<u64>,
    /// Take the openings from FILE: PGN, EPD, PDN, GGF, SGF, or a list of positions or moves
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Begin with N random moves, or with the first N moves of each game of --openings
    #[arg(long, value_name = "N", value_parser = plies, allow_hyphen_values = true)]
    opening_plies: Option<u32>,
    /// The order of the openings of --openings [default: book]
    #[arg(long, value_name = "ORDER")]
    opening_order: Option<Order>,
    /// Give each player a clock: time per game, or time plus increment per move (for example 2m or 5s+0.1s)
    #[arg(long, value_name = "T+T", allow_hyphen_values = true)]
    clock: Option<String>,
    /// Let players think while the other side is to move
    #[arg(long)]
    ponder: bool,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
    /// Stop when a sequential test of the first player against the second is decided: TEST is elo0=A,elo1=B, and
    /// optionally alpha=, beta= and model= (normalized or logistic)
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Give the player NAME the rating 0
    #[arg(long, value_name = "NAME")]
    anchor: Option<String>,
    /// First adjust the budgets of all players except the first, so that their moves cost as much as those of the first
    #[arg(long, value_name = "COST")]
    calibrate: Option<CostArg>,
    /// The folder for the results [default: runs/ and the name of the specification, or tournament-GAME]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Play N games at once [default: the number of cores, or half of it with --ponder]
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    jobs: Option<u64>,
    #[command(flatten)]
    affinity: AffinityArgs,
    /// Play shard I of N of the current pairs, I from 0; 'plywood experiment merge' joins shards
    #[arg(long, value_name = "I/N", allow_hyphen_values = true)]
    shard: Option<String>,
    /// Write the time of each move into the games
    #[arg(long)]
    times: bool,
    /// Write the standard error of engines to files in DIR
    #[arg(long, value_name = "DIR")]
    engine_log: Option<PathBuf>,
    /// Print the results as one JSON object
    #[arg(long)]
    json: bool,
    /// Repair damaged files of an earlier run
    #[arg(long)]
    repair: bool,
    /// Replace files in the folder that the run did not write, or that were changed since
    #[arg(long)]
    overwrite: bool,
}

/// What is to be equal.
#[derive(Clone, Copy, ValueEnum)]
enum CostArg {
    /// Evaluations per move
    Evaluations,
    /// Nodes per move
    Nodes,
    /// Wall time per move
    Time,
}

pub(crate) fn run(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let mut spec = spec(args)?;
    let folder = args.out.clone().unwrap_or_else(|| default_folder(args));
    let options = RunOptions {
        jobs: games_at_once(args.jobs, spec.ponder),
        profile: "tournament".into(),
        version: env!("CARGO_PKG_VERSION").to_string(),
        stop: interrupt::flag(),
        repair: args.repair,
        overwrite: args.overwrite,
        ..RunOptions::new(&folder)
    };
    if let Some(cost) = args.calibrate {
        let cost = match cost {
            CostArg::Evaluations => Cost::Evaluations,
            CostArg::Nodes => Cost::Nodes,
            CostArg::Time => Cost::Time,
        };
        check_folder(&Tournament::new(spec.clone(), games)?, &options)?;
        let Some(found) = spec.calibrate(cost, games, &options)? else {
            return Ok(interrupt::exit_code());
        };
        for Calibrated { given, found, ratio } in found {
            eprintln!(
                "calibrated: {given} is {found}, at {ratio:.3} times the {} of the first",
                cost.name()
            );
        }
    }
    let tournament =
        Tournament::new(spec, games)?.with_engine_log(engine_log(args.engine_log.as_deref())?);
    let cores = args.affinity.cores(options.jobs, tournament.specification().ponder)?;
    let tournament = tournament.with_cores(cores);
    note_namesakes(&tournament, &folder)?;
    let total = plywood_lab::experiment::Experiment::expected_units(&tournament).unwrap_or(0);
    let mut live = LiveTable::new(&tournament, total);
    let options = RunOptions { progress: !live.is_shown(), ..options };
    if let Some(shard) = &args.shard {
        tournament.check()?;
        return run_one_shard(&tournament, shard, &options, out);
    }
    let outcome = tournament.run_in(&options, &mut |played| live.add(played));
    live.clear();
    if let Outcome::Interrupted { done, left } = outcome? {
        write!(out, "{}", table::text(&tournament, live.standings(), None))?;
        out.flush()?;
        let done = number_of(done, "pair");
        eprintln!("interrupted, {done} done, about {left} left: the same command resumes it");
        return Ok(interrupt::exit_code());
    }
    let pairs = tournament.pairs_of_run(&folder)?;
    if args.json {
        let path = folder.join("results.json");
        let text = std::fs::read_to_string(&path).map_err(|e| Error::at(&path, e))?;
        let value: serde_json::Value =
            serde_json::from_str(&text).map_err(|e| Error::failure(e.to_string()))?;
        writeln!(out, "{value}")?;
    } else {
        print_result(&tournament, &pairs, &folder, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print_result(
    tournament: &Tournament,
    pairs: &[PlayedPair],
    folder: &Path,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let (counted, _) = tournament.split(pairs);
    let (standings, ratings) = (tournament.standings(counted), tournament.ratings(counted)?);
    write!(out, "{}", table::text(tournament, &standings, Some(&ratings)))?;
    if let Some(course) = tournament.sprt(pairs) {
        writeln!(out, "SPRT {}", sprt_text(&course))?;
    }
    let pairs = number_of(counted.len() as u64, "pair");
    writeln!(out, "{pairs}: {}", folder.join("report.html").display())?;
    Ok(())
}

/// The specification of the file, or one of the game, with what the flags add to it.
fn spec(args: &Args) -> Result<Spec, Error> {
    let mut spec = match is_file(&args.what) {
        true => Spec::read(Path::new(&args.what))?,
        false => Spec::new(&args.what, Vec::new()),
    };
    spec.players.extend(args.players.iter().map(|text| PlayerEntry::parse(text)));
    if let Some(pairs) = args.pairs {
        spec.rounds = pairs;
    }
    if let Some(challengers) = args.gauntlet {
        spec.gauntlet = Some(usize::try_from(challengers).unwrap_or(usize::MAX));
    }
    if let Some(seed) = args.seed {
        spec.seed = seed;
    }
    if let Some(order) = args.opening_order {
        spec.opening_order = order.into();
    }
    spec.position = args.position.clone().or(spec.position);
    spec.openings = args.openings.clone().or(spec.openings);
    spec.opening_plies = args.opening_plies.or(spec.opening_plies);
    spec.ponder |= args.ponder;
    spec.times |= args.times;
    spec.clock = args.clock.clone().or(spec.clock);
    spec.sprt = args.sprt.clone().or(spec.sprt);
    spec.anchor = args.anchor.clone().or(spec.anchor);
    let rules = args.adjudication.rules()?;
    spec.adjudication.resign = rules.resign.or(spec.adjudication.resign);
    spec.adjudication.draw = rules.draw.or(spec.adjudication.draw);
    spec.adjudication.max_plies = rules.max_plies.or(spec.adjudication.max_plies);
    spec.adjudication.solved = rules.solved.or(spec.adjudication.solved);
    Ok(spec)
}

fn is_file(what: &str) -> bool {
    what.to_ascii_lowercase().ends_with(".toml")
}

fn default_folder(args: &Args) -> PathBuf {
    let name = match is_file(&args.what) {
        true => Path::new(&args.what).file_stem().map(|stem| stem.to_string_lossy().into_owned()),
        false => Some(format!("tournament-{}", args.what)),
    };
    Path::new("runs").join(name.unwrap_or_else(|| "tournament".into()))
}
