//! `plywood analyze`

use crate::answer::{
    bounds_json, counts_json, line_text, move_json, moves_json, ms, stop_text, time_text,
    value_text,
};
use crate::args::{GameArgs, PlayerArgs, count};
use crate::failure::Failure;
use crate::interrupt;
use crate::json::Object;
use crate::live::LiveOutput;
use crate::player::Chosen;
use plywood::{Side, Stop, Variation};
use plywood_lab::play::{Insight, score_json};
use plywood_lab::registry::{GameEntry, game};
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

/// Analyse a position: show the best moves and their values, depth by depth
#[derive(clap::Args)]
#[command(after_help = "\
Values are from the view of MAX, the first player, in the unit of the game (discs in Othello). In JSON, \
'score' is the value from the view of the side to move. Without limits the analysis takes ten seconds. \
Ctrl-C stops it.

Examples:
  plywood analyze othello
  plywood analyze othello --position f5d6c3d3c4 --lines 5 --time 30s
  plywood analyze connect4 --position 4453 --depth 12 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    player: PlayerArgs,
    /// Show the N best moves
    #[arg(long, value_name = "N", default_value = "3", value_parser = count,
          allow_hyphen_values = true)]
    lines: u64,
    /// Print one JSON object per move and depth
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let entry = game(games, &args.game.game)?;
    let mut player = Chosen::new(&args.player, entry)?;
    player.spec.set_default_time(Duration::from_secs(10));
    let stop = interrupt::flag();
    player.spec.budget.stop = Some(stop.clone());
    let session = args.game.open(games)?;
    let lines = usize::try_from(args.lines).unwrap_or(usize::MAX);
    let (unit, side) = (session.unit(), session.side());
    let show = Show { numbered_moves: entry.numbered_moves, unit, side, player: &player };
    if !args.json {
        writeln!(out, "{}", session.board())?;
        writeln!(out, "algorithm {}", player.text())?;
        writeln!(
            out,
            "values are from the view of MAX, the first player; '=' marks proven values"
        )?;
    }
    let mut live = LiveOutput::new(out, stop);
    let stop = session.analyse(&player.spec, lines, &mut |insight| match args.json {
        true => show.json(insight).iter().for_each(|object| live.line(object)),
        false => live.line(show.text(insight)),
    })?;
    live.end()?;
    if !args.json {
        writeln!(out, "stopped {}", stop_text(stop))?;
    }
    Ok(if stop == Stop::Cancelled { interrupt::exit_code() } else { ExitCode::SUCCESS })
}

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
        let object = |(rank, variation): (u64, &Variation<String>)| {
            let Variation { value, proven, pv, depth } = variation;
            let mut object = Object::new()
                .field("depth", *depth)
                .field("rank", rank)
                .field("move", pv.first().map(|best| move_json(self.numbered_moves, best)))
                .object("value", bounds_json(*value, self.unit));
            if let Some(exact) = value.exact() {
                object = object.field("score", score_json(exact.seen_by(self.side), self.unit));
            }
            object = object
                .field("proven", *proven)
                .field("pv", moves_json(self.numbered_moves, pv))
                .object("counts", counts_json(insight.counts, &insight.details));
            self.player
                .fields(object)
                .field("nodes_per_second", insight.nodes_per_second())
                .field("elapsed_ms", ms(insight.elapsed))
        };
        (1..).zip(&insight.variations).map(object).collect()
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
