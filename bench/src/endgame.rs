//! The endgame solver of Othello compared with the simple one.

use plywood::search::AlphaBeta;
use plywood::{Budget, Position, Search, Side};
use plywood_games::Othello;
use plywood_games::othello::{DISC, Mobility, Problem, Solver, simple_solve};
use plywood_games::random::random_game;
use std::time::{Duration, Instant};

/// Endings of our own, and their empty squares.
const ENDINGS: u64 = 6;
const EMPTIES: u32 = 20;

/// An ending of a game that alpha-beta plays against itself after eight random moves; none if the
/// game ends before.
fn ending(seed: u64) -> Option<Othello> {
    let mut position = random_game(Othello::default(), seed).nth(8)?;
    while position.empties() > EMPTIES {
        let budget = Budget::new().depth(4);
        let report = AlphaBeta::new(Mobility).run(&position, &budget);
        position.play(report.best?);
    }
    Some(position)
}

/// Times both on endings of our own, or on the problems of a file.
pub fn report(file: Option<&str>) -> Result<(), String> {
    let problems = match file {
        None => (1..)
            .filter_map(|seed| Some((seed.to_string(), ending(seed)?)))
            .take(ENDINGS as usize)
            .collect(),
        Some(path) => read(path)?,
    };
    println!("The endgame solver relative to the simple one, total time (at most 0.35):");
    let (mut times, mut nodes) = ([Duration::ZERO; 2], [0; 2]);
    for (name, position) in &problems {
        let start = Instant::now();
        let report = Solver::new(Mobility).run(position, &Budget::new());
        let fast = (start.elapsed(), report.counts.generated);
        let start = Instant::now();
        let mut looked_at = 0;
        let (mover, opponent) = (position.mover(), position.opponent());
        let score = simple_solve(mover, opponent, -64, 64, &mut looked_at);
        let simple = (start.elapsed(), looked_at);
        let for_max = if position.side() == Side::Max { score } else { -score };
        if report.value.exact().map(|value| value.get()) != Some(for_max * DISC) {
            return Err(format!("{name}: {:?} against {for_max}", report.value));
        }
        println!(
            "  {name}, {} empty: {score:+}; {:.2} s, {} nodes against {:.2} s, {} nodes: ratio {:.3}",
            position.empties(),
            fast.0.as_secs_f64(),
            fast.1,
            simple.0.as_secs_f64(),
            simple.1,
            fast.0.as_secs_f64() / simple.0.as_secs_f64()
        );
        for (side, (time, count)) in [fast, simple].into_iter().enumerate() {
            times[side] += time;
            nodes[side] += count;
        }
    }
    let [fast, simple] = times.map(|time| time.as_secs_f64());
    println!(
        "  in all: {fast:.2} s, {} nodes against {simple:.2} s, {} nodes: ratio {:.3}",
        nodes[0],
        nodes[1],
        fast / simple
    );
    Ok(())
}

/// The problems of a file.
fn read(path: &str) -> Result<Vec<(String, Othello)>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let lines = text.lines().map(str::trim).zip(1..);
    lines
        .filter(|(line, _)| !line.is_empty() && !line.starts_with(['#', ';', '%']))
        .map(|(line, number)| {
            let problem =
                Problem::parse(line).map_err(|e| format!("{path}: line {number}: {e}"))?;
            Ok((problem.name.unwrap_or_else(|| number.to_string()), problem.position))
        })
        .collect()
}
