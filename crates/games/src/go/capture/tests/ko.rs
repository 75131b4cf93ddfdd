//! The rule of ko: one and the same in every search.

use super::*;
use crate::go::capture::proof_number::{Memory, ProofNumbers};
use plywood::Stop;

/// Whether a patient search by zones alone finds a capture.
fn by_zones(memory: &mut Memory, capture: &mut Capture, task: Task, most: u64) -> bool {
    let hunt = Hunt { limit: most, ..capture.hunt() };
    let mut search = ProofNumbers::new(hunt, memory, false);
    search.run(task, None);
    search.numbers(task == Task::Attack).is_some_and(|(proof, _, _)| proof == 0)
}

/// Whether a search of all moves finds a capture within forty moves; none if it plays more than `most`.
fn by_all_moves(capture: &mut Capture, task: Task, most: u64) -> Option<bool> {
    let mut hunt = Hunt { limit: most, ..capture.hunt() };
    let mut search = FullWidth::default();
    for order in 1..=40 {
        let captured = match task {
            Task::Attack => search.captures(&mut hunt, order)?,
            Task::Defend => !search.escapes(&mut hunt, order)?,
        };
        if captured {
            return Some(true);
        }
    }
    Some(false)
}

/// Whoever may not retake a ko at the beginning: zones find no capture that all moves do not find, and a patient solver
/// answers as they do.
#[test]
fn all_searches_have_one_rule() {
    let mut memory = Memory::new(1 << 14);
    let mut solver = CaptureSolver::new(CaptureOptions::with_effort(Some(20_000)));
    let (mut captured, mut safe, mut found) = (0, 0, 0);
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let mut board = random_board(&mut rng, if seed % 10 == 0 { 4 } else { 3 });
        if seed % 4 > 0 {
            take_a_ko(&mut board);
        }
        for target in strings(&board) {
            let mut capture = Capture::new(&board, target).unwrap();
            for task in [Task::Attack, Task::Defend] {
                let what = format!("seed {seed}, {} {target:?}\n{board:?}", task.name());
                let Some(all) = by_all_moves(&mut capture, task, 15_000) else { continue };
                let zones = by_zones(&mut memory, &mut capture, task, 15_000);
                assert!(all || !zones, "{what}");
                found += u32::from(zones);
                let solution = solver.solve(&capture, task, &Budget::new());
                assert_eq!(solution.captured, Some(all), "{what}");
                assert_eq!(solution.stop == Stop::Complete, solution.evidence.is_some(), "{what}");
                *if all { &mut captured } else { &mut safe } += 1;
            }
        }
    }
    assert!(captured > 800 && safe > 200, "{captured} {safe}");
    assert!(found > captured * 9 / 10, "{found} of {captured}");
}

/// White retakes the ko at B3 and Black may not take it back at once: a search without the attacker's pass does not find
/// the capture.
#[test]
fn the_attacker_waits_for_a_ko() {
    let board = Board::parse("X . X / O X X / O . .").unwrap();
    let mut capture = Capture::new(&board, board.point("A1").unwrap()).unwrap();
    let mut memory = Memory::new(1 << 14);
    assert_eq!(by_all_moves(&mut capture, Task::Defend, 15_000), Some(true));
    assert!(by_zones(&mut memory, &mut capture, Task::Defend, 15_000));
}

/// A capture that is said to need no ko must hold against a defender who may retake every ko at once, also if the
/// board begins with a ko that it may not retake.
#[test]
fn captures_without_ko_hold_against_retakes() {
    let mut solver = CaptureSolver::default();
    let (mut claims, mut with_ban, mut by_ko) = (0, 0, 0);
    for seed in 0..1500 {
        let mut rng = Rng::new(seed);
        let mut board = random_board(&mut rng, 4 + u8::from(seed % 10 == 0));
        take_a_ko(&mut board);
        for target in strings(&board) {
            let capture = Capture::new(&board, target).unwrap();
            for task in [Task::Attack, Task::Defend] {
                let solution = solver.solve(&capture, task, &Budget::new());
                if solution.captured != Some(true) || solution.evidence != Some(Evidence::Capture) {
                    continue;
                }
                if solution.ko {
                    by_ko += 1;
                    continue;
                }
                claims += 1;
                with_ban += u32::from(board.ko(!capture.attacker).is_some());
                let mut again = board.clone();
                let mut hunt = hunt(&mut again, target);
                hunt.limit = 100_000;
                let mut all = FullWidth::with_retakes();
                let holds = (1..=12).find_map(|order| {
                    let captured = match task {
                        Task::Attack => all.captures(&mut hunt, order),
                        Task::Defend => all.escapes(&mut hunt, order).map(|escapes| !escapes),
                    };
                    // Nothing is known beyond the limit.
                    captured.map_or(Some(None), |captured| captured.then_some(Some(())))
                });
                assert!(holds.is_some(), "seed {seed}, {} {target:?}\n{board:?}", task.name());
            }
        }
    }
    assert!(claims > 5000 && with_ban > 100 && by_ko > 20, "{claims} {with_ban} {by_ko}");
}

/// The second player of a line may have no answer left: it passes, and the line ends with the capture all the same.
/// A pass of the attacker may be the right move too: it lifts the ban of a ko.
#[test]
fn lines_end_in_captures_and_passes_are_named() {
    let mut solver = CaptureSolver::default();
    let (mut passes, mut by_pass) = (0, 0);
    for seed in 0..1000 {
        let mut rng = Rng::new(seed);
        let mut board = random_board(&mut rng, 3 + (seed % 2) as u8);
        take_a_ko(&mut board);
        for target in strings(&board) {
            let capture = Capture::new(&board, target).unwrap();
            for task in [Task::Attack, Task::Defend] {
                let solution = solver.solve(&capture, task, &Budget::new());
                if solution.captured != Some(true) {
                    continue;
                }
                let text = format!("seed {seed}, {} {target:?}\n{board:?}", task.name());
                assert_eq!(solution.best.is_some(), task == Task::Attack, "{text}");
                by_pass += u32::from(solution.best == Some(Move::Pass));
                if solution.evidence != Some(Evidence::Capture) {
                    continue;
                }
                let mut board = board.clone();
                let mut color = capture.to_move(task);
                for &m in &solution.line {
                    match m {
                        Move::Play(point) => assert!(board.play(point, color).is_some(), "{text}"),
                        Move::Pass => {
                            passes += 1;
                            board.lift_ko();
                        }
                    }
                    color = !color;
                }
                assert_eq!(board.color(target), None, "{text}");
            }
        }
    }
    assert!(passes > 100 && by_pass > 0, "{passes} {by_pass}");
}

/// Captures that rest on a set of ip2 or ip3 say so, also those that the functions see at the root. Those that rest on a
/// ko say that too.
#[test]
fn strategies_say_what_captures_rest_on() {
    let net = ". . . . . . . / . . X X . . . / . X O . . . . / . X . . . . . / . . . . . . . / . . . . . . . / . . . . . . .";
    let snapback = ". . . . . / X X X X . / X O O . X / X O X O X / X O . O X";
    let ko = "O X X . / O . X X / O O X O / O O O .";
    for method in [Method::AbstractProof, Method::ProofNumber, Method::Dfpn] {
        for (text, target, evidence, rests_on_ko) in [
            (net, "C5", Evidence::Sets, false),
            (snapback, "D2", Evidence::Capture, false),
            (ko, "A4", Evidence::Capture, true),
        ] {
            let board = Board::parse(text).unwrap();
            let capture = Capture::new(&board, board.point(target).unwrap()).unwrap();
            let method = method(Strategy::parse("1").unwrap());
            let options = CaptureOptions { method, ..CaptureOptions::default() };
            let solution =
                CaptureSolver::new(options).solve(&capture, Task::Attack, &Budget::new());
            assert_eq!(solution.captured, Some(true), "{method:?} {target}");
            assert_eq!(solution.evidence, Some(evidence), "{method:?} {target}");
            let is_proof = evidence != Evidence::Sets;
            assert_eq!(solution.stop == Stop::Complete, is_proof, "{method:?} {target}");
            assert_eq!(solution.ko, rests_on_ko, "{method:?} {target}");
        }
    }
}

/// The search of all moves does not call a string safe where the attacker captures after a pass that lifts its ban.
#[test]
fn a_pass_may_lift_the_ban_of_the_attacker() {
    let mut board = Board::parse(". O X / O X X / . X .").unwrap();
    assert!(board.ban(board.point("A3").unwrap(), Color::Black));
    let mut capture = Capture::new(&board, board.point("B3").unwrap()).unwrap();
    assert_eq!(capture.within(2, Task::Attack, 1_000_000), Some(true));
    let brute_force = Strategy::parse("brute-force").unwrap();
    for method in [Method::ProofNumber(brute_force), Method::Dfpn(brute_force)] {
        let options = CaptureOptions { method, ..CaptureOptions::default() };
        let solution = CaptureSolver::new(options).solve(&capture, Task::Attack, &Budget::new());
        assert_eq!(solution.evidence, None, "{method:?}: {solution:?}");
    }
}
