//! `plywood analyze`

use crate::answer::{line_text, stop_text, time_text, value_text};
use crate::args::{PlayerArgs, count, game, threads};
use crate::failure::Failure;
use crate::interrupt;
use crate::live::LiveOutput;
use crate::player::Chosen;
use crate::terminal::{Screen, wrap};
use clap::ColorChoice;
use plywood::{Side, Stop, Variation};
use plywood_lab::registry::GameEntry;
use plywood_lab::service::{ServiceOptions, serve};
use plywood_play::Insight;
use plywood_play::json::{Object, counts_json, lines_json, ms};
use std::io::{self, BufReader, Write};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Watch the best moves of a position improve, depth by depth
#[derive(clap::Args)]
#[command(after_help = "\
Values are from the view of the first player, such as White in chess and Black in Othello, in the unit of the \
game (discs in Othello). In JSON, 'score' is the value from the view of the side to move. Without limits the analysis takes ten seconds. \
Ctrl-C stops it. On a terminal each depth replaces the one before; in a pipe, or with --all-depths, all are printed.

With --serve requests are read from standard input, one JSON object per line, and answered as they finish. GAME, \
--algorithm, --lines and the limits are for requests without their own. See docs/analysis-service.md.

Examples:
  plywood analyze othello
  plywood analyze othello --position f5d6c3d3c4 --lines 5 --time 30s
  plywood analyze connect4 --position 4453 --depth 12 --json
  plywood analyze --serve --jobs 4 < requests.jsonl > replies.jsonl")]
pub(crate) struct Args {
    /// The game; 'plywood games' lists all
    #[arg(value_name = "GAME", required_unless_present = "serve")]
    game: Option<String>,
    /// The position, in a notation listed by 'plywood games' [default: the start of the game]
    #[arg(long, value_name = "P", conflicts_with = "serve", allow_hyphen_values = true)]
    position: Option<String>,
    #[command(flatten)]
    player: PlayerArgs,
    /// Show the N best moves
    #[arg(long, value_name = "N", default_value = "3", value_parser = count,
          allow_hyphen_values = true)]
    lines: u64,
    /// Print one JSON object per move and depth
    #[arg(long, conflicts_with = "serve")]
    json: bool,
    /// Keep every depth on the terminal, instead of the last one
    #[arg(long, conflicts_with_all = ["json", "serve"])]
    all_depths: bool,
    /// Answer requests from standard input, one JSON object per line
    #[arg(long)]
    serve: bool,
    /// Answer N requests at a time [default: the number of cores]
    #[arg(long, value_name = "N", requires = "serve", value_parser = count, allow_hyphen_values = true)]
    jobs: Option<u64>,
}

pub(crate) fn run(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let Some(name) = args.game.as_deref().filter(|_| !args.serve) else {
        return answer_requests(args, games, out);
    };
    let entry = game(games, name)?;
    let mut player = Chosen::new(&args.player, entry)?;
    player.spec.set_default_time(Duration::from_secs(10));
    let stop = interrupt::flag();
    player.spec.budget.stop = Some(stop.clone());
    let session = entry.open(args.position.as_deref())?;
    let lines = usize::try_from(args.lines).unwrap_or(usize::MAX);
    let (unit, side) = (session.unit(), session.side());
    let show = Show { numbered_moves: entry.numbered_moves, unit, side, player: &player };
    let mut screen = Screen::of_stdout(false, ColorChoice::Auto);
    if !args.json {
        writeln!(out, "{}", session.drawn(screen.style, None))?;
        writeln!(out, "algorithm {}", player.text())?;
        let view = screen.side_name(session.sides()[0]);
        let words = format!("values are from the view of {view}; '=' marks proven values");
        writeln!(out, "{}", screen.wrapped(&words))?;
    }
    let mut live = LiveOutput::new(out, stop);
    let end = session.analyse(&player.spec, lines, &mut |insight| match args.json {
        true => show.json(insight).iter().for_each(|object| live.line(object)),
        false if screen.erases && !args.all_depths => {
            screen.measure();
            let text = wrap(&show.text(insight), screen.width.unwrap_or(usize::MAX), LINE_INDENT);
            live.replace(&text, screen.height.unwrap_or(usize::MAX));
        }
        false => live.line(show.text(insight)),
    })?;
    live.end()?;
    let stop = end.stop;
    if !args.json {
        writeln!(out, "stopped {}", stop_text(stop))?;
    }
    Ok(if stop == Stop::Cancelled { interrupt::exit_code() } else { ExitCode::SUCCESS })
}

/// Where the moves of a line begin.
const LINE_INDENT: usize = 16;

/// How an analysis is shown.
struct Show<'a> {
    numbered_moves: bool,
    unit: i32,
    side: Side,
    player: &'a Chosen,
}

impl Show<'_> {
    /// One object for each of the best moves.
    fn json(&self, insight: &Insight<String>) -> Vec<Object> {
        let whole = |object: Object| {
            let object = object.object("counts", counts_json(insight.counts, &insight.details));
            self.player
                .fields(object)
                .field("nodes_per_second", insight.nodes_per_second())
                .field("elapsed_ms", ms(insight.elapsed))
        };
        lines_json(&insight.variations, self.numbered_moves, self.unit, self.side)
            .map(whole)
            .collect()
    }

    fn text(&self, insight: &Insight<String>) -> String {
        let (nodes, time) = (insight.counts.generated, time_text(insight.elapsed));
        let speed = insight.nodes_per_second() / 1e6;
        let depth = insight.variations.first().map_or(0, |variation| variation.depth);
        let mut text = format!("depth {depth}  {nodes} nodes, {time}, {speed:.1} M nodes/s");
        for (rank, Variation { value, proven, pv, .. }) in (1..).zip(&insight.variations) {
            let value = value_text(*value, self.unit);
            let mark = if *proven { "=" } else { " " };
            text.push_str(&format!("\n{rank:>4}. {value:>8}{mark} {}", line_text(pv)));
        }
        text
    }
}

/// `--serve`: answers the requests of standard input.
fn answer_requests(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    if let Some(name) = &args.game {
        game(games, name)?;
    }
    let options = ServiceOptions {
        jobs: threads(args.jobs),
        game: args.game.clone(),
        player: args.player.spec()?,
        lines: usize::try_from(args.lines).unwrap_or(usize::MAX),
        stop: interrupt::flag(),
    };
    // Each line is flushed: the client waits for it.
    serve(BufReader::new(io::stdin()), games, &options, &mut |reply| {
        writeln!(out, "{}", reply)?;
        out.flush()
    })?;
    let stopped = options.stop.load(Ordering::Relaxed);
    Ok(if stopped { interrupt::exit_code() } else { ExitCode::SUCCESS })
}
