//! `plywood match`

use crate::answer::time_text;
use crate::args::{GameArgs, count, game, plies, require_file, whole};
use crate::failure::Failure;
use crate::games_file::{GamesFile, GamesFormat};
use crate::interrupt;
use crate::player::Chosen;
use crate::tournament_args::{
    AdjudicationArgs, AffinityArgs, Order, engine_log, games_at_once, note_namesakes, sprt_text,
};
use plywood::{Counts, Details};
use plywood_lab::Error;
use plywood_lab::experiment::{Outcome, Progress, RunOptions};
use plywood_lab::matches::{Book, FaultKind, MatchResult, Player, TimeControl, TimeSpent};
use plywood_lab::registry::{DEFAULT_ALGORITHM, GameEntry};
use plywood_lab::stats::SprtCourse;
use plywood_lab::tournament::{PlayedPair, PlayerEntry, Spec, Tournament};
use plywood_play::json::{Object, counts_json, ms};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Play a match between two algorithms or engines
#[derive(clap::Args)]
#[command(after_help = "\
A match consists of game pairs. Both games of a pair begin with the same opening, and each player plays each side \
once. Openings are random moves or come from a file; a random-tree gets a new seed for each pair.

A player is [NAME@]ALGORITHM[,name=value]…, where NAME stands for the player in records and reports, and name is a \
limit (depth, widest, nodes, evals, artificial-time, time, memory) or an option of the algorithm. The default \
algorithm is 'strong', the best player for the game. A player can also be another program, an engine:

  gtp[,name=value]…:COMMAND speaks GTP; names: time (per move, in whole seconds), timeout
  nboard[,name=value]…:COMMAND speaks NBoard; names: depth, timeout
  uci[,name=value]…:COMMAND speaks UCI; names: time, depth, nodes, timeout, and option.NAME for an option \
of the engine

COMMAND is a program and its arguments, with quotes as in a shell. An engine that exits, plays an illegal move or does \
not answer within its timeout (default: ten times its time, or one minute) forfeits the game. It is restarted for the \
next game.

With artificial-time=N/game a player has N units for all moves of a game, and each move gets 1/25 of what is left.

With --clock, players need no other limits, and a player that runs out of time loses.

Examples:
  plywood match connect4 --first best-first-saved-tree,nodes=10k --second alpha-beta,nodes=10k
  plywood match random-tree --first best-first-saved-tree,depth=17 \
--second alpha-beta-saved-tree,depth=6 --pairs 100 --games games.jsonl
  plywood match othello --first strong,depth=6 --second 'gtp:gtp-rhino --book=0 --mid=6'
  plywood match chess --first strong --second uci,option.Hash=64:stockfish --clock 5s+0.1s \
--pairs 10 --games games.pgn")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The first player: [NAME@]SPEC
    #[arg(long, value_name = "SPEC", default_value = DEFAULT_ALGORITHM)]
    first: String,
    /// The second player: [NAME@]SPEC
    #[arg(long, value_name = "SPEC", default_value = DEFAULT_ALGORITHM)]
    second: String,
    /// Play N game pairs
    #[arg(long, value_name = "N", default_value = "50", value_parser = count, allow_hyphen_values = true)]
    pairs: u64,
    /// The seed of the openings
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole, allow_hyphen_values = true)]
    seed: u64,
    /// Begin each pair with N random moves, or with the first N moves of each game of --openings [default: 8 random moves for
    /// othello, 6 for checkers, 2 for amazons, 4 for other games]
    #[arg(long, value_name = "N", value_parser = plies, allow_hyphen_values = true)]
    opening_plies: Option<u32>,
    /// Take the openings from FILE: PGN, EPD, PDN, GGF, SGF, or a list of positions or moves
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    openings: Option<PathBuf>,
    /// The order of the openings of --openings
    #[arg(long, value_name = "ORDER", default_value = "book", requires = "openings")]
    opening_order: Order,
    /// Give each player a clock: time per game, or time plus increment per move (for example 2m or 5s+0.1s)
    #[arg(long, value_name = "T+T", allow_hyphen_values = true)]
    clock: Option<String>,
    /// Let players think while the other side is to move
    #[arg(long, requires = "clock")]
    ponder: bool,
    /// Play N games at once [default: the number of cores, or half of it with --ponder]
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    jobs: Option<u64>,
    #[command(flatten)]
    affinity: AffinityArgs,
    /// Stop when a sequential test of the first player against the second is decided: TEST is elo0=A,elo1=B, and
    /// optionally alpha=, beta= and model= (normalized or logistic)
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Write the games to FILE: .pgn for chess, .pdn for checkers, .ggf for Othello, .sgf for Gomoku; any other extension
    /// for one JSON line per pair
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// Write the score, depth and nodes of each move into the records of --games
    #[arg(long, requires = "games")]
    comments: bool,
    /// Write the time of each move as well
    #[arg(long, requires = "comments")]
    times: bool,
    /// Replace the file of --games if it exists, and files in --out that the match did not write or that changed since
    #[arg(long)]
    overwrite: bool,
    /// Write the standard error of engines to files in DIR
    #[arg(long, value_name = "DIR")]
    engine_log: Option<PathBuf>,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
    /// Keep a journal in DIR, so that the same command resumes a match that was killed, and write a report
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Repair damaged files of an earlier run in --out
    #[arg(long, requires = "out")]
    repair: bool,
}

pub(crate) fn run(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let control = args.clock.as_deref().map(TimeControl::parse).transpose();
    let control = control.map_err(|e| Error::input(format!("--{e}")))?;
    let entry = game(games, &args.game.game)?;
    let players = [&args.first, &args.second].map(|text| PlayerEntry::parse(text));
    let chosen = |flag: &str, PlayerEntry { player: text, .. }: &PlayerEntry| {
        let chosen = || {
            let player = Player::parse(text)?;
            player.check_time(control, text)?;
            match &player {
                Player::Engine(_) => Ok(None),
                Player::Search(spec) => Chosen::at(spec, entry).map(Some),
            }
        };
        chosen().map_err(|e: Error| Error::input(format!("{flag}: {e}")))
    };
    let chosen = [chosen("--first", &players[0])?, chosen("--second", &players[1])?];
    let session = args.game.open(games)?;
    require_file(
        args.overwrite,
        &[("--games", args.games.is_some()), ("--out", args.out.is_some())],
    )?;
    let format = GamesFormat::of(args.games.as_deref(), args.overwrite, entry)?;
    if let Some(path) = &args.openings {
        Book::read(path).map_err(|e| Error::input(format!("--openings {e}")))?;
    }
    let cores = args.affinity.cores(games_at_once(args.jobs, args.ponder), args.ponder)?;
    let tournament = Tournament::of_two(spec(args, &players)?, games)?
        .with_engine_log(engine_log(args.engine_log.as_deref())?)
        .with_cores(cores);
    tournament.check()?;
    let start = Instant::now();
    let mut games_file = GamesFile::new(args.games.as_deref())?;
    let mut write = |played: &PlayedPair| {
        games_file.write(|| match format {
            GamesFormat::Lines => tournament.json_line(played),
            GamesFormat::Records => tournament.records(played, args.comments, args.times),
        });
    };
    let played = match &args.out {
        None => in_memory(args, &tournament, &mut write),
        Some(folder) => in_folder(args, &tournament, folder)
            .inspect(|(pairs, _)| pairs.iter().for_each(&mut write)),
    };
    // Whatever happened, the games that were played are not lost.
    let kept = games_file.end(played.is_err());
    let (pairs, all) = played?;
    let (counted, _) = tournament.split(&pairs);
    let ended = Ended {
        players,
        sides: entry.sides,
        chosen,
        result: MatchResult::of(counted.iter().map(|played| &played.pair)),
        played: counted.len() as u64,
        all,
        test: tournament.sprt(&pairs),
        time: start.elapsed(),
    };
    if args.json {
        let position = args.game.position(&*session);
        writeln!(out, "{}", json(args, &position, &ended))?;
    } else {
        write!(out, "{}", lines(args, &ended))?;
    }
    out.flush()?;
    kept?;
    Ok(if all { ExitCode::SUCCESS } else { interrupt::exit_code() })
}

/// A match that has ended, or was interrupted.
struct Ended {
    /// The players as the user named them.
    players: [PlayerEntry; 2],
    /// What people call MAX and MIN.
    sides: [&'static str; 2],
    /// The players that are algorithms, as they are at the game.
    chosen: [Option<Chosen>; 2],
    result: MatchResult,
    /// The pairs that count.
    played: u64,
    /// Whether it was not interrupted.
    all: bool,
    /// The sequential test, if there is one.
    test: Option<SprtCourse>,
    time: Duration,
}

/// The tournament of two that the arguments ask for.
fn spec(args: &Args, players: &[PlayerEntry; 2]) -> Result<Spec, Error> {
    let mut spec = Spec::new(&args.game.game, players.to_vec());
    spec.name = "match".into();
    spec.position.clone_from(&args.game.position);
    (spec.rounds, spec.seed) = (args.pairs, args.seed);
    spec.openings.clone_from(&args.openings);
    spec.opening_plies = args.opening_plies;
    spec.opening_order = args.opening_order.into();
    spec.sprt.clone_from(&args.sprt);
    spec.clock.clone_from(&args.clock);
    spec.ponder = args.ponder;
    spec.adjudication = args.adjudication.rules()?;
    Ok(spec)
}

/// Plays the match without a folder. The pairs are handed to `write` as they are played, in their order. Gives them, and
/// whether the match was not interrupted.
fn in_memory(
    args: &Args,
    tournament: &Tournament,
    write: &mut dyn FnMut(&PlayedPair),
) -> Result<(Vec<PlayedPair>, bool), Error> {
    tournament.start_engines()?;
    let progress = Progress::new(true, "match", "pairs");
    progress.round(0, args.pairs, false);
    let mut pairs = Vec::new();
    let jobs = games_at_once(args.jobs, args.ponder);
    let all = tournament.play_all(jobs, &interrupt::flag(), &mut |played| {
        progress.unit_done();
        write(played);
        pairs.push(played.clone());
    })?;
    Ok((pairs, all))
}

/// Plays what is left of the match in a folder. Gives all its pairs, those of earlier runs included, and whether it was not
/// interrupted.
fn in_folder(
    args: &Args,
    tournament: &Tournament,
    folder: &Path,
) -> Result<(Vec<PlayedPair>, bool), Error> {
    let options = RunOptions {
        jobs: games_at_once(args.jobs, args.ponder),
        profile: "match".into(),
        version: env!("CARGO_PKG_VERSION").to_string(),
        stop: interrupt::flag(),
        repair: args.repair,
        overwrite: args.overwrite,
        progress: true,
        ..RunOptions::new(folder)
    };
    note_namesakes(tournament, folder)?;
    let mut pairs = Vec::new();
    let outcome = tournament.run_in(&options, &mut |played| pairs.push(played.clone()))?;
    pairs.sort_by_key(|played| played.unit.round);
    Ok((pairs, matches!(outcome, Outcome::Complete { .. })))
}

/// An object with the fields `first` and `second`.
fn players<T>(of: [T; 2], json: impl Fn(T) -> Object) -> Object {
    let [first, second] = of.map(json);
    Object::new().object("first", first).object("second", second)
}

/// The name of a player, if it was given one, and its algorithm and options, unless it is an engine.
fn player_json((entry, chosen): (&PlayerEntry, &Option<Chosen>)) -> Object {
    let object = Object::new();
    let object = match &entry.name {
        Some(name) => object.field("name", name.as_str()),
        None => object,
    };
    match chosen {
        Some(player) => player.fields(object),
        None => object,
    }
}

fn forfeits_json(counts: [u64; FaultKind::ALL.len()]) -> Object {
    let kinds = FaultKind::ALL.iter().zip(counts);
    kinds.fold(Object::new(), |object, (kind, n)| object.field(kind.name(), n))
}

fn time_json(time: TimeSpent) -> Object {
    Object::new()
        .field("moves", time.moves)
        .field("total_ms", ms(time.total))
        .field("mean_ms", ms(time.mean()))
        .field("longest_ms", ms(time.longest))
}

/// A player as the user named it, with the algorithm that the name stands for if it differs.
fn player_text(given: &str, chosen: Option<&Chosen>) -> String {
    match chosen.filter(|player| player.spec.algorithm().name != player.asked) {
        Some(player) => format!("{given} ({})", player.spec.text().replace(',', ", ")),
        None => given.to_string(),
    }
}

fn json(args: &Args, position: &str, ended: &Ended) -> Object {
    let Ended { players: [first, second], chosen, result, played, test, time, .. } = ended;
    let tally = |names: [&str; 3], counts: [u64; 3]| {
        names.iter().zip(counts).fold(Object::new(), |object, (name, n)| object.field(name, n))
    };
    let object = Object::new()
        .field("game", args.game.game.as_str())
        .field("position", position)
        .field("first", first.player.as_str())
        .field("second", second.player.as_str())
        .object("players", players([(first, &chosen[0]), (second, &chosen[1])], player_json))
        .field("seed", args.seed)
        .field("pairs_asked", args.pairs)
        .field("pairs_played", *played)
        .object("games", tally(["wins", "draws", "losses"], result.games))
        .object("as_max", tally(["wins", "draws", "losses"], result.by_side[0]))
        .object("as_min", tally(["wins", "draws", "losses"], result.by_side[1]))
        .object("pairs", tally(["wins", "ties", "losses"], result.pairs))
        .field("pairs_decided_by", "game points");
    let object = match (result.score, result.elo) {
        // JSON has no infinities: an infinite bound of Elo becomes null.
        (Some(score), Some(elo)) => object
            .object(
                "score",
                Object::new()
                    .field("value", score.value)
                    .field("error", score.error)
                    .field("low", score.low)
                    .field("high", score.high),
            )
            .object(
                "elo",
                Object::new()
                    .field("value", elo.value)
                    .field("low", elo.low)
                    .field("high", elo.high),
            ),
        _ => object.field("score", ()).field("elo", ()),
    };
    let ratios = Object::new()
        .field("evaluated", result.work_ratio(|counts| counts.evaluated))
        .field("generated", result.work_ratio(|counts| counts.generated));
    let object = match &args.clock {
        Some(clock) => object.field("clock", clock.as_str()),
        None => object,
    };
    let object = match test {
        Some(course) => object.object("sprt", sprt_json(course)),
        None => object,
    };
    object
        .object("forfeits", players(result.forfeits, forfeits_json))
        .object(
            "work",
            players(result.work, |counts| counts_json(counts, &Details::default()))
                .object("ratio", ratios),
        )
        .object("time", players(result.time, time_json))
        .field("elapsed_ms", ms(*time))
}

/// The sequential test when it was decided, or after all pairs.
fn sprt_json(course: &SprtCourse) -> Object {
    let [lower, upper] = course.test().bounds();
    Object::new()
        .field("test", course.test().to_string())
        .field("llr", course.llr())
        .field("lower", lower)
        .field("upper", upper)
        .field("verdict", course.verdict().name())
        .field("later_pairs", course.later().iter().sum::<u64>())
}

/// The forfeits of a player as text; none if there are none.
fn forfeits_text(name: &str, counts: [u64; FaultKind::ALL.len()]) -> Option<String> {
    let kinds = FaultKind::ALL.iter().zip(counts).filter(|&(_, n)| n > 0);
    let words: Vec<_> = kinds.map(|(kind, n)| format!("{n} {}", kind.name())).collect();
    let total: u64 = counts.iter().sum();
    (total > 0).then(|| format!("{total} by the {name}: {}", words.join(", ").replace('_', " ")))
}

fn spent_text(time: TimeSpent) -> String {
    format!(
        "{} for {} moves, mean {}, longest {}",
        time_text(time.total),
        time.moves,
        time_text(time.mean()),
        time_text(time.longest)
    )
}

fn lines(args: &Args, ended: &Ended) -> String {
    let Ended { sides, chosen, result, played, all, test, time, .. } = ended;
    let games = |[won, drawn, lost]: [u64; 3]| format!("{won} won, {drawn} drawn, {lost} lost");
    let [pairs_won, tied, pairs_lost] = result.pairs;
    let no_pair = || "no pair was finished".to_string();
    let score = result.score.map_or_else(no_pair, |score| score.to_string());
    let elo = result.elo.map_or_else(no_pair, |elo| elo.to_string());
    let work = |count: fn(&Counts) -> u64| {
        let [first, second] = result.work.each_ref().map(count);
        let ratio = result.work_ratio(count).map(|ratio| format!(", ratio {ratio:.2}"));
        format!("{first} against {second}{}", ratio.unwrap_or_default())
    };
    let [as_first, as_second] = sides.map(|side| format!("as {side}"));
    let mut rows = vec![
        ("first", player_text(&args.first, chosen[0].as_ref())),
        ("second", player_text(&args.second, chosen[1].as_ref())),
        ("games", games(result.games) + " by the first"),
        (as_first.as_str(), games(result.by_side[0]) + " by the first"),
        (as_second.as_str(), games(result.by_side[1]) + " by the first"),
        (
            "pairs",
            format!("{pairs_won} won, {tied} tied, {pairs_lost} lost by the first, by game points"),
        ),
        ("score", score),
        ("Elo", elo),
        ("evaluated", work(|counts| counts.evaluated)),
        ("generated", work(|counts| counts.generated)),
        ("time first", spent_text(result.time[0])),
        ("time second", spent_text(result.time[1])),
        ("time", time_text(*time)),
    ];
    rows.extend(test.as_ref().map(|course| ("SPRT", sprt_text(course))));
    for (name, counts) in ["first", "second"].into_iter().zip(result.forfeits) {
        rows.extend(forfeits_text(name, counts).map(|text| ("forfeits", text)));
    }
    if !all {
        rows.push(("stopped", format!("interrupted after {played} of {} pairs", args.pairs)));
    }
    rows.iter().map(|(name, value)| format!("{name:<11} {value}\n")).collect()
}
