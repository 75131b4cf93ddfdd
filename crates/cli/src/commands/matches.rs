//! `plywood match`

use crate::answer::{counts_json, moves_json, ms, score_json, time_text};
use crate::args::{GameArgs, count, plies, threads, whole};
use crate::failure::Failure;
use crate::interrupt;
use crate::json::Object;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plywood::Side;
use plywood_lab::matches::{GameRecord, MatchOptions, MatchResult, PairRecord};
use plywood_lab::registry::{GameEntry, PlayerSpec};
use plywood_lab::{Error, replace_file};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Play two algorithms against each other, in pairs of games with both colours
#[derive(clap::Args)]
#[command(after_help = "\
A player is ALGORITHM[,name=value]…, where a name is a limit (depth, nodes, evals, time, memory) or
an option of the algorithm. Each pair has a start of its own: games drawn from a seed are drawn
anew, others begin with random moves.

Examples:
  plywood match connect4 --first best-first-saved-tree,nodes=10k --second alpha-beta,nodes=10k
  plywood match random-tree --first best-first-saved-tree,depth=17,memory=1MiB \\
      --second alpha-beta-saved-tree,depth=6 --pairs 100 --games games.jsonl")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The first player
    #[arg(long, value_name = "SPEC")]
    first: String,
    /// The second player
    #[arg(long, value_name = "SPEC")]
    second: String,
    /// Pairs of games
    #[arg(long, value_name = "N", default_value = "50", value_parser = count, allow_hyphen_values = true)]
    pairs: u64,
    /// The seed of the first pair; the next has the next
    #[arg(long, value_name = "S", default_value = "1", value_parser = whole, allow_hyphen_values = true)]
    seed: u64,
    /// Random moves at the start of a pair, in games that are not drawn from a seed
    #[arg(long, value_name = "N", default_value = "4", value_parser = plies, allow_hyphen_values = true)]
    opening_plies: u32,
    /// Threads; without it, as many as the machine has cores
    #[arg(long, value_name = "N", value_parser = count, allow_hyphen_values = true)]
    jobs: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Write the games to a file, one JSON line a pair
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
}

pub(crate) fn run(
    args: &Args,
    games: &'static [GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let player = |flag: &str, text: &str| {
        PlayerSpec::parse(text)
            .and_then(|mut spec| {
                spec.finish_exactly();
                spec.require_budget().map(|()| spec)
            })
            .map_err(|e| Error::input(format!("{flag}: {e}")))
    };
    let (first, second) = (player("--first", &args.first)?, player("--second", &args.second)?);
    let table = args.game.open(games)?;
    if let Some(path) = &args.games {
        check_place(path)?;
    }
    let options = MatchOptions {
        pairs: args.pairs,
        seed: args.seed,
        opening_plies: args.opening_plies,
        jobs: threads(args.jobs),
        stop: interrupt::flag(),
    };
    let (bar, start) = (progress(args.pairs), Instant::now());
    let unit = table.unit();
    let (mut records, mut played) = (String::new(), 0);
    let result = table.play_match(&first, &second, &options, &mut |pair| {
        played += 1;
        bar.inc(1);
        if args.games.is_some() {
            records.push_str(&format!("{}\n", pair_json(&args.game.game, unit, pair)));
        }
    });
    bar.finish_and_clear();
    let (result, time) = (result?, start.elapsed());
    // A file that cannot be written must not cost the result of the match.
    let kept = args.games.as_ref().map_or(Ok(()), |path| replace_file(path, records.as_bytes()));
    if args.json {
        let position = args.game.position(&*table);
        writeln!(out, "{}", json(args, &position, &result, played, time))?;
    } else {
        write!(out, "{}", lines(args, &result, played, time))?;
    }
    out.flush()?;
    kept?;
    Ok(if played < args.pairs { interrupt::exit_code() } else { ExitCode::SUCCESS })
}

/// Refuses, before the match, a place where its games cannot be written afterwards.
fn check_place(path: &Path) -> Result<(), Error> {
    let wrong = |what: &str| Error::input(format!("--games {}: {what}", path.display()));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if path.exists() && !path.is_file() {
        return Err(wrong("expected the path of a regular file, or of none yet"));
    }
    match folder {
        Some(folder) if !folder.is_dir() => {
            Err(wrong(&format!("expected a path in a folder, and {} is none", folder.display())))
        }
        _ => Ok(()),
    }
}

fn progress(pairs: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = "match [{bar:30}] {pos}/{len} pairs, {per_sec}, {eta} left";
    let style = ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("=> ");
    let bar = ProgressBar::with_draw_target(Some(pairs), ProgressDrawTarget::stderr());
    bar.set_style(style);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

fn pair_json(game: &str, unit: i32, pair: &PairRecord) -> Object {
    let record = |record: &GameRecord| {
        Object::new()
            .field("first_side", if record.first_side == Side::Max { "max" } else { "min" })
            .field("moves", moves_json(game, &record.moves))
            .field("result", score_json(record.result, unit))
            .field("first_score", record.first_score())
    };
    Object::new()
        .field("pair", pair.number)
        .field("start", pair.start.as_str())
        .objects("games", pair.games.iter().map(record))
        .field("first_score", pair.first_score())
}

/// The first player's work in units of the second's.
fn ratio(of: [u64; 2]) -> Option<f64> {
    (of[1] > 0).then(|| of[0] as f64 / of[1] as f64)
}

fn json(args: &Args, position: &str, result: &MatchResult, played: u64, time: Duration) -> Object {
    let tally = |names: [&str; 3], counts: [u64; 3]| {
        names.iter().zip(counts).fold(Object::new(), |object, (name, n)| object.field(name, n))
    };
    let work = result.work;
    let object = Object::new()
        .field("game", args.game.game.as_str())
        .field("position", position)
        .field("first", args.first.as_str())
        .field("second", args.second.as_str())
        .field("seed", args.seed)
        .field("pairs_asked", args.pairs)
        .field("pairs_played", played)
        .object("games", tally(["wins", "draws", "losses"], result.games))
        .object("pairs", tally(["wins", "ties", "losses"], result.pairs));
    let object = match (result.score, result.elo) {
        // JSON has no infinities: an end of Elo that is one becomes null.
        (Some(score), Some(elo)) => object
            .object("score", Object::new().field("value", score.value).field("error", score.error))
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
        .field("evaluated", ratio(work.map(|counts| counts.evaluated)))
        .field("generated", ratio(work.map(|counts| counts.generated)));
    object
        .object(
            "work",
            Object::new()
                .object("first", counts_json(work[0]))
                .object("second", counts_json(work[1]))
                .object("ratio", ratios),
        )
        .field("elapsed_ms", ms(time))
}

fn lines(args: &Args, result: &MatchResult, played: u64, time: Duration) -> String {
    let [won, drawn, lost] = result.games;
    let [pairs_won, tied, pairs_lost] = result.pairs;
    let score = match result.score {
        Some(score) => format!("{:.1} % ± {:.1}", 100.0 * score.value, 100.0 * score.error),
        None => "no estimate from fewer than two pairs".to_string(),
    };
    let elo = match result.elo {
        Some(elo) => format!("{:+.0}, 95 % from {:+.0} to {:+.0}", elo.value, elo.low, elo.high),
        None => "no estimate from fewer than two pairs".to_string(),
    };
    let work = |of: [u64; 2]| {
        let ratio = ratio(of).map(|ratio| format!(", ratio {ratio:.2}")).unwrap_or_default();
        format!("{} against {}{ratio}", of[0], of[1])
    };
    let mut rows = vec![
        ("first", args.first.clone()),
        ("second", args.second.clone()),
        ("games", format!("{won} won, {drawn} drawn, {lost} lost by the first")),
        ("pairs", format!("{pairs_won} won, {tied} tied, {pairs_lost} lost by the first")),
        ("score", score),
        ("Elo", elo),
        ("evaluated", work(result.work.map(|counts| counts.evaluated))),
        ("generated", work(result.work.map(|counts| counts.generated))),
        ("time", time_text(time)),
    ];
    if played < args.pairs {
        rows.push(("stopped", format!("interrupted after {played} of {} pairs", args.pairs)));
    }
    rows.iter().map(|(name, value)| format!("{name:<10} {value}\n")).collect()
}
