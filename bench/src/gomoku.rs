//! Forced wins of Gomoku: Abstract Proof Search with threats against searches of all moves.

use plywood::kit::Width;
use plywood::search::{AbstractProof, AbstractProofOptions, AlphaBeta, Mt};
use plywood::{Budget, Counts, Position, Report, Search, Side};
use plywood_games::gomoku::threats::{ALL, FiveGoal, WIDENING};
use plywood_games::gomoku::{Point, Shapes};
use plywood_games::{Game, Gomoku};
use std::path::Path;
use std::time::{Duration, Instant};

/// The nodes that a search of all moves may generate for one problem.
const NODES: u64 = 300_000;

/// A position with a forced win, and the side that wins.
struct Problem {
    kind: String,
    position: Gomoku,
    attacker: Side,
}

/// What one way to search did.
#[derive(Clone, Copy, Default)]
struct Work {
    solved: bool,
    /// Nodes, and the boards that the threats looked at.
    nodes: u64,
    boards: u64,
    time: Duration,
}

/// A search, by its name.
type Searcher = (&'static str, fn(&Problem) -> Work);

const SEARCHERS: [Searcher; 4] = [
    ("threats, widening", |problem| proof(problem, &WIDENING, u64::MAX)),
    ("abstract proof, all moves", |problem| proof(problem, &[Width { or: ALL, and: ALL }], NODES)),
    ("negascout with table", |problem| plain(problem, &mut Mt::new(Shapes))),
    ("alpha-beta", |problem| plain(problem, &mut AlphaBeta::new(Shapes))),
];

/// Compares the searches on the problems of `testdata/problems/gomoku-wins.jsonl`.
pub fn report() -> Result<(), String> {
    let problems = problems()?;
    println!(
        "Gomoku, {} forced wins (searches of all moves stop at {NODES} nodes a problem):",
        problems.len()
    );
    let mut kinds: Vec<&str> = problems.iter().map(|problem| problem.kind.as_str()).collect();
    kinds.dedup();
    for kind in kinds {
        let problems = || problems.iter().filter(|problem| problem.kind == kind);
        let work = SEARCHERS.map(|(_, search)| problems().map(search).collect::<Vec<_>>());
        println!("  {kind}, {} problems:", problems().count());
        for (place, ((name, _), all)) in SEARCHERS.iter().zip(&work).enumerate() {
            let sum = |work: &[Work], of: fn(&Work) -> u64| work.iter().map(of).sum::<u64>();
            let solved = all.iter().filter(|work| work.solved).count();
            let time: Duration = all.iter().map(|work| work.time).sum();
            println!(
                "    {name:26} {solved:2} solved, {:8} nodes, {:7} boards, {:8.1} ms{}",
                sum(all, |work| work.nodes),
                sum(all, |work| work.boards),
                1e3 * time.as_secs_f64(),
                if place > 0 { compared(all, &work[0]) } else { String::new() }
            );
        }
    }
    Ok(())
}

/// The work on the problems that a search has solved, relative to that of the first one on the same problems.
fn compared(all: &[Work], first: &[Work]) -> String {
    let both = || all.iter().zip(first).filter(|(work, _)| work.solved);
    let ratio = |of: fn(&Work) -> f64| {
        both().map(|(work, _)| of(work)).sum::<f64>()
            / both().map(|(_, first)| of(first)).sum::<f64>()
    };
    match both().count() {
        0 => String::new(),
        _ => format!(
            "; on those it solved {:.0} times the nodes and boards, {:.0} times the time of the first",
            ratio(|work| (work.nodes + work.boards) as f64),
            ratio(|work| work.time.as_secs_f64())
        ),
    }
}

fn proof(problem: &Problem, widening: &[Width], nodes: u64) -> Work {
    let options = AbstractProofOptions { widening: widening.to_vec(), ..Default::default() };
    let (mut search, mut goal) = (AbstractProof::new(options), FiveGoal::new(problem.attacker));
    let start = Instant::now();
    let proof = search.prove(&problem.position, &mut goal, &Budget::new().nodes(nodes));
    Work {
        solved: proof.answer == Some(true),
        nodes: proof.counts.generated,
        boards: goal.boards(),
        time: start.elapsed(),
    }
}

fn plain(problem: &Problem, search: &mut dyn Search<Gomoku>) -> Work {
    let start = Instant::now();
    let report: Report<Point> = search.run(&problem.position, &Budget::new().nodes(NODES));
    let Counts { generated: nodes, .. } = report.counts;
    let winner = report.value.exact().and_then(|value| value.winner());
    let solved = report.proven && winner == Some(problem.attacker);
    Work { solved, nodes, boards: 0, time: start.elapsed() }
}

fn problems() -> Result<Vec<Problem>, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/problems/gomoku-wins.jsonl");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| problem(line).ok_or_else(|| format!("no problem: {line}"))).collect()
}

/// Reads a line that the generator of the problems wrote.
fn problem(line: &str) -> Option<Problem> {
    let field = |name: &str| {
        let (_, rest) = line.split_once(&format!("\"{name}\": \""))?;
        Some(rest.split_once('"')?.0)
    };
    let position = Gomoku::parse(Some(field("position")?)).ok()?;
    let attacks = field("task")? == "attack";
    let attacker = if attacks { position.side() } else { !position.side() };
    let (kind, _) = field("id")?.rsplit_once('-')?;
    Some(Problem { kind: kind.to_string(), position, attacker })
}
