use super::stability::EDGES;
use super::*;
use crate::Game;
use crate::othello::Mobility;
use crate::random::random_game;
use crate::testing::testdata_lines;
use plywood::Budget;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A position with N empty squares from a game played at random; none if the game ended
/// before.
fn random_position(seed: u64, empties: u32) -> Option<Othello> {
    random_game(Othello::default(), seed).find(|position| position.empties() <= empties)
}

fn positions(empties: u32, count: usize) -> impl Iterator<Item = Othello> {
    (0..).filter_map(move |seed| random_position(100 * seed + 7, empties)).take(count)
}

/// The score for MAX by the simple solver.
fn truth(position: &Othello) -> Score {
    let score = simple_solve(position.mover(), position.opponent(), -64, 64, &mut 0);
    Score::new(score * DISC).seen_by(position.side())
}

/// The report, which must be the same for both kinds of processors.
fn solved(position: &Othello, options: SolverOptions, budget: &Budget) -> Report<Move> {
    let report = Solver::with(options, Mobility).run(position, budget);
    if !position.is_over() {
        let task = Task::new(position).budget(budget.clone());
        let plain = Solver::with(options, Mobility).solve::<cpu::Plain>(&task);
        assert_eq!(report, plain, "{}", position.text());
    }
    report
}

/// Checks the line of play: legal, to the end of the game, and each of its moves keeps a value in the interval.
fn check_line(position: &Othello, report: &Report<Move>) {
    let Interval { lower, upper } = report.value;
    let mut end = *position;
    for &m in &report.pv {
        let mut legal = Vec::new();
        end.moves(&mut legal);
        assert!(legal.contains(&m), "{}: {m}", position.text());
        end.play(m);
        assert!((lower..=upper).contains(&truth(&end)), "{}: {m}, {report:?}", position.text());
    }
    assert!(end.is_over(), "{}: {:?}", position.text(), report.pv);
    assert_eq!(report.pv.first().copied(), report.best);
    assert_eq!(report.depth as usize, report.pv.len());
}

fn check(position: &Othello, table: usize) {
    let text = position.text();
    let value = truth(position);
    let exact = SolverOptions { table, goal: Goal::Exact };
    let report = solved(position, exact, &Budget::new());
    assert_eq!(report.value, Interval::exactly(value), "{text}");
    assert!(report.proven && report.stop == Stop::Complete);
    check_line(position, &report);
    let counts = report.counts;
    assert!(counts.evaluated + counts.expanded <= counts.generated + 1, "{text}: {counts:?}");

    let outcome = SolverOptions { table, goal: Goal::Outcome };
    let report = solved(position, outcome, &Budget::new());
    let Interval { lower, upper } = report.value;
    assert!(report.proven && (lower..=upper).contains(&value), "{text}: {report:?}");
    let known = lower > Score::ZERO || upper < Score::ZERO || lower == upper;
    assert!(known, "{text}: {report:?}");
    check_line(position, &report);
}

#[test]
fn solver_and_twin_agree() {
    let mut passes = 0;
    for empties in 0..=9 {
        for (number, position) in positions(empties, 300).enumerate() {
            passes += u32::from(!position.is_over() && position.legal() == 0);
            // From the smallest table, in which all positions share a bucket, to one with room for
            // all.
            check(&position, [0, 1000, 1 << 20][number % 3]);
        }
    }
    assert!(passes > 50, "{passes} passes at the root");
    for position in positions(10, 60) {
        check(&position, 500);
    }
    for position in positions(12, 6).chain(positions(13, 2)) {
        check(&position, SolverOptions::default().table);
        check(&position, 2000);
    }
}

#[test]
fn stopped_searches_leave_true_bounds() {
    let mut told = 0;
    for position in positions(12, 8) {
        let value = truth(&position);
        for nodes in [0, 1, 130, 131, 300, 1000, 3000, 10_000, 30_000] {
            for budget in [Budget::new().nodes(nodes), Budget::new().evaluations(nodes)] {
                let report = solved(&position, SolverOptions::default(), &budget);
                let Interval { lower, upper } = report.value;
                assert!((lower..=upper).contains(&value), "{}: {report:?}", position.text());
                let spent = match budget.nodes {
                    Some(_) => report.counts.generated,
                    None => report.counts.evaluated,
                };
                assert!(spent <= nodes, "{report:?}");
                assert_eq!(report.proven, report.stop == Stop::Complete);
                assert!(report.best.is_some_and(|m| position.parse_move(&m.to_string()).is_ok()));
                told += u32::from(!report.proven && upper.get() - lower.get() < 128 * DISC);
            }
        }
    }
    assert!(told > 20, "bounds in {told} reports");
}

#[test]
fn clock_and_flag_are_seen() {
    let position = random_position(3, 32).unwrap();
    // To the end it would take days.
    let budget = Budget::new().time(Duration::from_millis(20));
    let report = Solver::new(Mobility).run(&position, &budget);
    assert_eq!((report.stop, report.proven), (Stop::Time, false));
    let budget = Budget::new().stop_flag(Arc::new(AtomicBool::new(true)));
    let report = Solver::new(Mobility).run(&position, &budget);
    assert_eq!((report.stop, report.counts.generated), (Stop::Cancelled, 0));
}

#[test]
fn no_move_is_left_out_of_a_board_with_more_than_any_game_has() {
    let text = "-------X-O-OXO---OXXXOO--OXO-X---X---XO--OX-OXX--OOXOOO---------";
    let discs = |disc| (0..64).fold(0, |set, i| set | u64::from(text.as_bytes()[i] == disc) << i);
    let board = Othello::new(Side::Max, discs(b'X'), discs(b'O')).unwrap();
    assert!(board.legal().count_ones() as usize > USUAL);
    // An inverted window is left after the first move everywhere: one line of play.
    let (mut nodes, mover, opponent) = (0, board.mover(), board.opponent());
    simple_solve(mover, opponent, 64, -64, &mut nodes);
    assert!(nodes > 20, "{nodes}");

    // All moves are evaluated before the first is searched.
    let mut seen = Vec::new();
    let mut evaluate = |position: &Othello| {
        seen.push((position.mover(), position.opponent()));
        Score::ZERO
    };
    let table = Table::new(1 << 12);
    let meter = Meter::new(&Budget::new().nodes(1000));
    let mut run = Run { table: &table, edges: &stability::EDGES, evaluate: &mut evaluate, meter };
    assert!(deep::deep::<cpu::Plain, _>(&mut run, mover, opponent, (-1, 1)).is_err());
    let mut legal = Vec::new();
    board.moves(&mut legal);
    for m in legal {
        let mut next = board;
        next.play(m);
        assert!(seen.contains(&(next.mover(), next.opponent())), "{m}");
    }
}

#[test]
fn memory_is_bounded_and_small_problems_take_little() {
    let position = random_position(5, 10).unwrap();
    let budget = Budget::new().memory(5000);
    let report = solved(&position, SolverOptions::default(), &budget);
    assert!((4000..=5000).contains(&report.memory), "{}", report.memory);
    let report = solved(&position, SolverOptions::default(), &Budget::new());
    assert!(report.memory <= 64 << 10, "{}", report.memory);
    let huge = SolverOptions { table: usize::MAX, goal: Goal::Outcome };
    let position = random_position(5, 40).unwrap();
    assert_eq!(solved(&position, huge, &Budget::new().nodes(500)).stop, Stop::Nodes);
}

#[test]
fn what_is_known_is_kept_for_the_next_move_and_else_forgotten() {
    let position = random_position(11, 13).unwrap();
    let mut solver = Solver::new(Mobility);
    let search =
        |solver: &mut Solver<Mobility>, position: &Othello| solver.run(position, &Budget::new());
    let first = search(&mut solver, &position);
    assert_eq!(search(&mut solver, &position), first, "nothing is left of the first search");
    let mut next = position;
    for &m in &first.pv[..2] {
        solver.advance(m);
        next.play(m);
    }
    let kept = search(&mut solver, &next);
    let fresh = search(&mut Solver::new(Mobility), &next);
    assert_eq!(kept.value, fresh.value);
    assert!(kept.counts.generated < fresh.counts.generated / 2, "{kept:?} {fresh:?}");
    solver.advance(first.pv[0]);
    assert_eq!(search(&mut solver, &position), first, "another position forgets");
    solver.forget();
    assert_eq!(search(&mut solver, &next), fresh);
}

#[test]
fn stable_discs_stay() {
    let mut stable_discs = 0;
    for seed in 0..3000 {
        let Some(start) = random_position(seed, 5 + (seed % 25) as u32) else { continue };
        let stable = [Side::Max, Side::Min]
            .map(|side| (side, EDGES.stable(start.discs(side), start.discs(!side))));
        for position in random_game(start, seed) {
            for (side, stable) in stable {
                assert_eq!(stable & !position.discs(side), 0, "{}", start.text());
            }
        }
        stable_discs += stable.iter().map(|(_, stable)| stable.count_ones()).sum::<u32>();
    }
    assert!(stable_discs > 10_000, "{stable_discs}");
    // A full board is stable, a corner is, and so is what leans on it.
    assert_eq!(EDGES.stable(!0xff00, 0xff00), !0xff00);
    assert_eq!(EDGES.stable(0x0000_0018_1800_0307, 0x0000_2000), 0x0307);
    assert_eq!(EDGES.stable(0x7e, 0), 0);
}

#[test]
fn published_problems() {
    let problems = testdata_lines("problems/othello-ffo.tsv");
    assert_eq!(problems.len(), 20);
    for line in problems {
        let fields: Vec<&str> = line.split('\t').collect();
        let position = Othello::parse(Some(&format!("{} {}", fields[2], fields[3]))).unwrap();
        let report = Solver::new(Mobility).run(&position, &Budget::new());
        let score = report.value.exact().unwrap().seen_by(position.side());
        assert_eq!(Ok(score.get() / DISC), fields[4].parse(), "{line}");
        assert!(
            fields[5].split(',').any(|best| report.best.unwrap().to_string() == best),
            "{line}"
        );
        check_line(&position, &report);
    }
}
