//! Searches of every kind, told in lines of text: each algorithm in each game with its answer and all that it
//! counts, and questions with proven answers. `cargo xtask wasm` compares the lines of this machine with those of
//! WebAssembly, which has words of 32 bits, no threads and no clock.

mod questions;

use plywood::kit::mix;
use plywood::search::{Mt, MtOptions};
use plywood::{Budget, Position, Report, Search, Task};
use plywood_games::othello::Solver;
use plywood_games::{Checkers, Chess, Connect4, Game, Othello, RandomTree, perft};
use plywood_registry::{
    ALGORITHMS, Build, Compiled, CompiledVisitor, PlayerSpec, built_in, each_built_in,
};
use std::fmt::{Debug, Write};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

static REPORT: OnceLock<String> = OnceLock::new();

/// Where the [`report`] lies in memory, for a program in another language.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn text() -> *const u8 {
    REPORT.get_or_init(report).as_ptr()
}

/// The bytes of the [`report`].
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    REPORT.get_or_init(report).len()
}

/// All searches, a line for each.
pub fn report() -> String {
    let mut lines = String::new();
    each_built_in(&mut Lines(&mut lines));
    let counts = [perft(&mut Chess::default(), 3), perft(&mut Checkers::default(), 5)];
    tell(&mut lines, "perft", counts);
    tell(&mut lines, "threads", answer(&threads()));
    tell(&mut lines, "solver", answer(&endgame()));
    tell(&mut lines, "deep line", answer(&deep_line()));
    questions::goals(&mut lines);
    questions::captures(&mut lines);
    lines
}

struct Lines<'a>(&'a mut String);

impl CompiledVisitor for Lines<'_> {
    fn visit<G: Game>(&mut self, compiled: &'static Compiled<G>) {
        if G::LISTED {
            each_algorithm(self.0, compiled.build, &example::<G>());
        }
    }
}

/// The first example of the game, or its start.
fn example<G: Game>() -> G {
    let example = G::EXAMPLES.first().map(|&(text, _)| text);
    start(example.filter(|text| !text.is_empty()))
}

fn start<G: Game>(text: Option<&str>) -> G {
    G::parse(text).expect("a position")
}

fn tell(lines: &mut String, name: &str, what: impl Debug) {
    writeln!(lines, "{name}: {what:?}").expect("a text takes any line");
}

/// What does not depend on the size of a pointer.
fn answer<M: Copy + Debug>(report: &Report<M>) -> impl Debug {
    let Report { value, best, pv, proven, stop, counts, details, .. } = report.clone();
    (value, best, pv, proven, stop, counts, details)
}

/// Two moves of each algorithm in a budget of nodes, the second one with what was kept of the first, under a
/// flag that nobody sets; then a move with each of its options.
fn each_algorithm<G: Game>(lines: &mut String, build: Build<G>, root: &G) {
    for algorithm in ALGORITHMS.iter() {
        let mut players = vec![algorithm.name.to_string()];
        for option in algorithm.options().iter().filter(|option| option.name != "threads") {
            let words = option.words.iter().filter(|&&word| word != option.value);
            players.extend(words.map(|word| format!("{},{}={word}", algorithm.name, option.name)));
        }
        for (number, player) in players.iter().enumerate() {
            let mut spec = PlayerSpec::parse(player).expect("an option and its word");
            if spec.get("table").is_some() {
                spec.replace("table", "5000").expect("a size");
            }
            // Some games have no use for some options.
            let Ok(mut search) = spec.build(build) else { continue };
            let (mut position, moves) = (root.clone(), if number == 0 { 2 } else { 1 });
            for turn in 0..moves {
                let mut budget = Budget::new().nodes(if number == 0 { 3000 } else { 700 });
                budget.stop = (turn == 1).then(|| Arc::new(AtomicBool::new(false)));
                let task = Task::new(&position).budget(budget);
                let report = search.search(&task, &mut ());
                tell(lines, &format!("{} {player}", G::NAME), answer(&report));
                let Some(best) = report.best else { break };
                search.advance(best);
                position.play(best);
                if position.is_over() {
                    break;
                }
            }
        }
    }
}

/// Where threads cannot be started, one searches alone: the answer is proven, so that it is always the same,
/// and the counts are not told.
fn threads() -> Report<<Connect4 as Position>::Move> {
    let root = start::<Connect4>(Some("4455"));
    let options = MtOptions { threads: 3, ..Default::default() };
    let mut search = Mt::parallel(options, <Connect4 as Game>::Evaluation::default());
    let found = search.run(&root, &Budget::new().depth(6));
    let mut report = Report::new(found.stop);
    (report.value, report.proven) = (found.value, found.proven);
    report
}

fn endgame() -> Report<<Othello as Position>::Move> {
    let (mut root, mut moves) = (Othello::default(), Vec::new());
    while (root.mover() | root.opponent()).count_ones() < 54 {
        moves.clear();
        root.moves(&mut moves);
        let place = mix(u64::from((root.mover() | root.opponent()).count_ones()));
        root.play(moves[(place % moves.len() as u64) as usize]);
    }
    Solver::new(<Othello as Game>::Evaluation::default()).run(&root, &Budget::new())
}

fn deep_line() -> Report<<RandomTree as Position>::Move> {
    let root = start::<RandomTree>(Some("branching=1,depth=2000,seed=1"));
    let spec = PlayerSpec::parse("alpha-beta").expect("an algorithm");
    spec.build(built_in::<RandomTree>().build).expect("a search").run(&root, &Budget::new())
}
