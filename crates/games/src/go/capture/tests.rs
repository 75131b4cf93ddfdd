//! The game definition functions against searches with all moves.

use super::*;
use crate::go::sgf::{self, Variation};
use crate::go::{Foresight, Move, Points};
use crate::random::Rng;
use plywood::{Budget, Stop};

mod ko;

/// A position after random moves, often dense.
pub(in crate::go) fn random_board(rng: &mut Rng, size: u8) -> Board {
    let mut board = Board::new(size).unwrap();
    let area = u32::from(size) * u32::from(size);
    let stones = area / 4 + rng.below(area);
    let mut color = Color::Black;
    for _ in 0..stones {
        color = if rng.below(6) == 0 { color } else { !color };
        let legal: Vec<Point> = board.legal(color).collect();
        if let Some(&point) = rng.choose(&legal) {
            board.play(point, color).expect("a legal move");
        }
    }
    board
}

/// Plays a move that takes a ko, if there is one, so that its ban is on the board.
pub(in crate::go) fn take_a_ko(board: &mut Board) {
    for color in [Color::Black, Color::White] {
        let points: Vec<Point> = board.legal(color).collect();
        for point in points {
            let undo = board.play(point, color).unwrap();
            if board.ko(!color).is_some() {
                return;
            }
            board.undo(undo);
        }
    }
}

/// One stone of each string on the board.
pub(in crate::go) fn strings(board: &Board) -> Vec<Point> {
    let stones = board.stones(Color::Black).or(board.stones(Color::White));
    board.strings_in(stones).collect()
}

pub(in crate::go) fn hunt(board: &mut Board, target: Point) -> Hunt<'_> {
    let attacker = !board.color(target).expect("a stone");
    Hunt::new(board, target, attacker)
}

/// Every move outside a set of preventing moves must leave the capture. Returns the number of positions.
fn no_move_is_missing(order: u32, size: u8, seeds: std::ops::Range<u64>) -> u32 {
    let mut tested = 0;
    for seed in seeds {
        let mut rng = Rng::new(seed);
        let mut board = random_board(&mut rng, size);
        for target in strings(&board) {
            let mut hunt = hunt(&mut board, target);
            let within = |h: &mut Hunt<'_>, k| h.after_pass(|h| h.captures_within(k));
            hunt.limit = 200_000;
            if hunt.board.count_liberties(target) > order
                || order > 1 && within(&mut hunt, order - 1)
                || !within(&mut hunt, order)
                || hunt.is_spent()
            {
                continue;
            }
            (hunt.work, hunt.limit) = (0, u64::MAX);
            tested += 1;
            let others = hunt.board.empty().without(&hunt.preventing(order));
            for point in others {
                assert_ne!(
                    hunt.captures_after(point, order),
                    Some(false),
                    "order {order}, seed {seed}: {} saves {}\n{}",
                    point.name(size),
                    target.name(size),
                    hunt.board.diagram()
                );
            }
        }
    }
    tested
}

#[test]
fn preventing_sets_of_order_1_are_complete() {
    let tested = no_move_is_missing(1, 6, 0..2000) + no_move_is_missing(1, 9, 0..500);
    assert!(tested > 3000, "{tested}");
}

#[test]
fn preventing_sets_of_order_2_are_complete() {
    let tested = no_move_is_missing(2, 4, 0..2000)
        + no_move_is_missing(2, 5, 0..2000)
        + no_move_is_missing(2, 7, 0..300);
    assert!(tested > 1000, "{tested}");
}

#[test]
fn preventing_sets_of_order_3_are_complete() {
    let tested = no_move_is_missing(3, 4, 0..1000) + no_move_is_missing(3, 5, 0..150);
    assert!(tested > 100, "{tested}");
}

/// What the functions claim must hold in a search with all moves.
#[test]
fn claims_are_true_in_full_width() {
    let mut held = [0; 3];
    for seed in 0..600 {
        let mut rng = Rng::new(seed);
        let size = 4 + (seed % 3) as u8;
        let mut board = random_board(&mut rng, size);
        for target in strings(&board) {
            let mut hunt = hunt(&mut board, target);
            for order in 1..=3 {
                if let Some(point) = hunt.gi(order, None) {
                    let wins = hunt.after(point, true, |h| {
                        h.board.color(target).is_none() || !h.escapes(order - 1)
                    });
                    assert_eq!(
                        wins,
                        Some(true),
                        "seed {seed}: gi{order} at {point:?} of {target:?}\n{:?}",
                        hunt.board
                    );
                    held[order as usize - 1] += 1;
                }
                let holds = match order {
                    1 => hunt.g1(),
                    2 => hunt.g2(),
                    _ => hunt.g3(),
                };
                if holds {
                    assert!(
                        !hunt.escapes(order),
                        "seed {seed}: g{order} of {target:?}\n{:?}",
                        hunt.board
                    );
                }
            }
        }
    }
    assert!(held.iter().all(|&count| count > 100), "{held:?}");
}

/// Captures that the solver claims must be true by the exhaustive search.
#[test]
fn captures_by_zones_are_true_in_full_width() {
    let mut solver = CaptureSolver::default();
    let (mut claims, mut deep) = (0, 0);
    for seed in 0..700 {
        let mut rng = Rng::new(seed);
        let size = if seed % 10 == 0 { 5 } else { 4 };
        let board = random_board(&mut rng, size);
        for target in strings(&board) {
            let mut capture = Capture::new(&board, target).unwrap();
            for task in [Task::Attack, Task::Defend] {
                let solution = solver.solve(&capture, task, &Budget::new());
                if solution.captured != Some(true) {
                    let Solution { captured, evidence, stop, .. } = solution;
                    assert_eq!((captured, evidence, stop), (Some(false), None, Stop::GaveUp));
                    continue;
                }
                claims += 1;
                assert_eq!(solution.stop, Stop::Complete);
                // Within the given work, a capture is confirmed or nothing is known.
                for order in 1..=12 {
                    match capture.within(order, task, 100_000) {
                        Some(true) => {
                            deep += u32::from(order > 3);
                            break;
                        }
                        Some(false) => assert!(order < 12, "seed {seed}, {target:?}\n{board:?}"),
                        None => break,
                    }
                }
            }
        }
    }
    assert!(claims > 2000 && deep > 150, "{claims} {deep}");
}

/// On small boards no capture within twenty moves is missed, as far as the effort of all moves reaches.
#[test]
fn small_boards_are_answered_as_by_all_moves() {
    let mut solver = CaptureSolver::default();
    let mut safe = 0;
    for seed in 0..400 {
        let board = random_board(&mut Rng::new(seed), 3);
        for target in strings(&board) {
            let mut capture = Capture::new(&board, target).unwrap();
            for task in [Task::Attack, Task::Defend] {
                let solution = solver.solve(&capture, task, &Budget::new());
                if solution.captured == Some(true) {
                    continue;
                }
                safe += 1;
                let within = capture.within(20, task, 15_000);
                assert_ne!(within, Some(true), "seed {seed}, {target:?}\n{board:?}");
            }
        }
    }
    assert!(safe > 1000, "{safe}");
}

/// Captures that the zones do not see, and a search of all moves does. One of them needs a ko.
#[test]
fn small_boards_are_searched_with_all_moves_where_zones_find_nothing() {
    let mut solver = CaptureSolver::default();
    for (text, target, task, ko) in [
        ("X X . . / . X X O / O . X . / . O . O", "A2", Task::Defend, false),
        ("X O X X / . . O . / . X . O / . O . O", "B1", Task::Attack, false),
        (". X . X / X O X O / . O O . / O X X X", "D4", Task::Defend, true),
    ] {
        let board = Board::parse(text).unwrap();
        let mut capture = Capture::new(&board, board.point(target).unwrap()).unwrap();
        let solution = solver.solve(&capture, task, &Budget::new());
        assert_eq!(solution.captured, Some(true), "{text}");
        assert_eq!((solution.evidence, solution.ko), (Some(Evidence::Exhaustive), ko), "{text}");
        assert_eq!(capture.within(8, task, 1_000_000), Some(true), "{text}");
    }
}

/// With patience a search gives up when its effort is spent, or when nothing is left to search.
#[test]
fn patience_spends_the_effort() {
    let effort = 20_000;
    let mut patient = CaptureSolver::new(CaptureOptions::with_effort(Some(effort)));
    let mut hurried = CaptureSolver::new(CaptureOptions { effort, ..CaptureOptions::default() });
    let (mut spent, mut exhausted, mut found) = (0, 0, 0);
    for seed in 0..12 {
        let board = random_board(&mut Rng::new(seed), 9);
        for target in strings(&board) {
            let capture = Capture::new(&board, target).unwrap();
            let first = hurried.solve(&capture, Task::Attack, &Budget::new());
            let solution = patient.solve(&capture, Task::Attack, &Budget::new());
            assert!(first.captured == Some(false) || solution.captured == Some(true));
            if solution.captured == Some(true) {
                found += u32::from(first.captured == Some(false));
                continue;
            }
            assert_eq!(solution.stop, Stop::GaveUp);
            assert!(solution.moves_played >= first.moves_played.min(effort), "seed {seed}");
            match solution.moves_played >= effort {
                true => spent += 1,
                false => exhausted += 1,
            }
        }
    }
    assert!(spent > 50 && exhausted < spent, "{spent} spent, {exhausted} exhausted, {found} found");
}

/// Walks a proof. At each node of the defender, moves that the proof does not show must lose too.
fn audit(
    node: &Variation,
    board: &mut Board,
    capture: &Capture,
    solver: &mut CaptureSolver,
) -> u32 {
    let mut nodes = 0;
    let first = node.next.first().and_then(|next| next.played);
    if let Some((color, _)) = first.filter(|&(color, _)| color != capture.attacker()) {
        let shown = node.next.iter().filter_map(|next| match next.played {
            Some((_, Move::Play(point))) => Some(point),
            _ => None,
        });
        let shown = Points::from_iter(shown);
        let others: Vec<Point> = board.legal(color).filter(|&p| !shown.contains(p)).collect();
        for point in others {
            let undo = board.play(point, color).unwrap();
            let after = Capture { board: board.clone(), ..capture.clone() };
            let solution = solver.solve(&after, Task::Attack, &Budget::new());
            assert_eq!(solution.captured, Some(true), "{point:?} saves {capture:?}\n{board:?}");
            board.undo(undo);
        }
        nodes += 1;
    }
    assert!(!node.next.is_empty() || node.comment == "captured", "a leaf without a capture");
    for next in &node.next {
        match next.played.unwrap() {
            (_, Move::Pass) => {
                let ko = board.lift_ko();
                nodes += audit(next, board, capture, solver);
                board.restore_ko(ko);
            }
            (color, Move::Play(point)) => {
                let undo = board.play(point, color).expect("a legal move");
                let captured = board.color(capture.target()).is_none();
                assert_eq!(captured, next.comment == "captured");
                nodes += audit(next, board, capture, solver);
                board.undo(undo);
            }
        }
    }
    nodes
}

#[test]
fn proof_trees_end_in_captures_and_miss_no_move() {
    let mut solver = CaptureSolver::default();
    let mut strong =
        CaptureSolver::new(CaptureOptions { effort: 1_000_000, ..CaptureOptions::default() });
    let mut nodes = 0;
    for seed in 0..150 {
        let mut rng = Rng::new(seed);
        let mut board = random_board(&mut rng, 6);
        for target in strings(&board) {
            let capture = Capture::new(&board, target).unwrap();
            for task in [Task::Attack, Task::Defend] {
                let Some(tree) = solver.proof_tree(&capture, task, 300) else { continue };
                nodes += audit(&tree, &mut board, &capture, &mut strong);
                let marked = Points::only(target);
                let text = sgf::write("", &board, capture.to_move(task), &marked, &tree);
                let record = &sgf::read(&text).unwrap()[0];
                assert_eq!(record.board.stones(Color::Black), board.stones(Color::Black));
            }
        }
    }
    assert!(nodes > 500, "{nodes}");
}

/// A ladder across the whole board, and the same with a stone in its way.
#[test]
fn ladders_cross_the_board() {
    let mut stones = "19 W D4 B C4 C5 D3 E3".to_string();
    for (breaker, captured) in [("", true), (" W Q16", false)] {
        stones += breaker;
        let board = Board::parse(&stones).unwrap();
        let capture = Capture::new(&board, board.point("D4").unwrap()).unwrap();
        for method in [Method::Zones, Method::AbstractProof(Strategy::parse("3").unwrap())] {
            let options = CaptureOptions { method, ..CaptureOptions::default() };
            let mut solver = CaptureSolver::new(options);
            let budget = Budget::new().time(std::time::Duration::from_secs(5));
            let solution = solver.solve(&capture, Task::Attack, &budget);
            if captured {
                assert_eq!(solution.captured, Some(true), "{method:?}");
                assert_eq!(solution.evidence, Some(Evidence::Capture), "{method:?}");
            } else {
                assert_ne!(solution.evidence, Some(Evidence::Exhaustive), "{method:?}");
            }
            if captured && method == Method::Zones {
                assert!(solution.line.len() > 50, "{}", solution.line.len());
                let tree = solver.proof_tree(&capture, Task::Attack, 10_000);
                assert!(tree.is_some());
            }
        }
    }
}

/// The positions of the paper: a net, a snapback, and a capture that connects.
#[test]
fn nets_and_snapbacks_are_found() {
    let net = ". . . . . . . / . . X X . . . / . X O . . . . / . X . . . . . / . . . . . . . / . . . . . . . / . . . . . . .";
    let snapback = ". . . . . / X X X X . / X O O . X / X O X O X / X O . O X";
    for (text, target, order, best) in [(net, "C5", 3, "D4"), (snapback, "D2", 2, "D3")] {
        let board = Board::parse(text).unwrap();
        let mut capture = Capture::new(&board, board.point(target).unwrap()).unwrap();
        let solution = CaptureSolver::default().solve(&capture, Task::Attack, &Budget::new());
        assert_eq!(solution.captured, Some(true), "{target}");
        let found = (1..=3).map(|k| capture.gi(k).map(|point| point.name(board.size())));
        let found: Vec<_> = found.collect();
        let expected: Vec<_> = (1..=3).map(|k| (k >= order).then(|| best.to_string())).collect();
        assert_eq!(found, expected, "{target}");
    }
}

/// A first move of the attacker captures, as far as all moves show.
fn is_right(capture: &Capture, first: Point, what: &str) {
    let mut board = capture.board.clone();
    assert!(board.play(first, capture.attacker).is_some(), "{what}: {first:?} is legal");
    if board.color(capture.target).is_some() {
        let mut after = Capture { board, ..capture.clone() };
        let captured = (1..=10).find_map(|order| {
            let within = after.within(order, Task::Defend, 300_000);
            within.filter(|&captured| captured || order == 10)
        });
        assert_ne!(captured, Some(false), "{what}: {first:?}\n{:?}", capture.board);
    }
}

#[test]
fn every_strategy_is_sound_and_limits_are_kept() {
    let mut solvers: Vec<CaptureSolver> = Strategy::all()
        .map(|strategy| {
            let method = Method::AbstractProof(strategy);
            CaptureSolver::new(CaptureOptions { method, ..CaptureOptions::default() })
        })
        .collect();
    let mut claims = vec![0; solvers.len()];
    for seed in 0..120 {
        let mut rng = Rng::new(seed);
        let board = random_board(&mut rng, 4);
        for target in strings(&board) {
            let mut capture = Capture::new(&board, target).unwrap();
            for (number, solver) in (1..).zip(&mut solvers) {
                let solution =
                    solver.solve(&capture, Task::Attack, &Budget::new().nodes(200).depth(9));
                assert!(solution.nodes <= 200);
                if solution.captured == Some(true) {
                    claims[number - 1] += 1;
                    let Some(Move::Play(best)) = solution.best else {
                        panic!("seed {seed}: {solution:?}")
                    };
                    is_right(&capture, best, &format!("seed {seed}, strategy {number}"));
                    let confirmed = (1..=12).find_map(|order| {
                        let within = capture.within(order, Task::Attack, 300_000);
                        within.filter(|&captured| captured || order == 12)
                    });
                    assert_ne!(confirmed, Some(false), "seed {seed} {target:?}\n{board:?}");
                }
            }
        }
    }
    assert!(claims.iter().all(|&count| count > 50), "{claims:?}");
}

#[test]
fn targets_that_are_no_stones_are_refused() {
    let board = Board::parse("X . / . .").unwrap();
    let empty = Capture::new(&board, board.point("B1").unwrap()).unwrap_err().to_string();
    assert_eq!(empty, "target 'B1': expected a stone, found an empty point");
    let outside = Capture::new(&board, Point::new(9, 9).unwrap()).unwrap_err().to_string();
    assert!(outside.contains("expected a point of the board"), "{outside}");
    assert!(Task::parse("atack").unwrap_err().to_string().contains("attack"));
    assert!(Strategy::parse("11").is_err() && Strategy::parse("").is_err());
}

#[test]
fn the_attacker_may_save_what_its_weak_strings_need() {
    // White attacks the stones at E6. Its string at D6 has the liberties C6 and C4. If it joins B6 by C6, it needs the
    // capture of A6, which has B6 in atari: A5 is far from the target.
    let mut board = Board::parse(
        "
        X O . O X .
        . X X O X .
        . . . O X .
        . . . X O .
        . . . . O .
        . . . . . .",
    )
    .unwrap();
    let [target, capture, extend] = ["E6", "A5", "C6"].map(|name| board.point(name).unwrap());
    let set = hunt(&mut board, target).capturing_3();
    assert!(set.contains(capture) && set.contains(extend), "{set:?}");
}

/// What a move would lead to is seen without playing it as it is after playing it.
#[test]
fn moves_are_foreseen_as_they_come() {
    let (mut quiet, mut captures) = (0, 0);
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let mut board = random_board(&mut rng, 4 + (seed % 4) as u8);
        for target in strings(&board) {
            let color = board.color(target).unwrap();
            for point in board.empty().iter() {
                for player in [Color::Black, Color::White] {
                    let foreseen = board.foresee(point, player, target);
                    let extended = board.extended(point, color);
                    let Some(undo) = board.play(point, player) else {
                        assert_eq!(foreseen, Foresight::Illegal, "seed {seed}");
                        continue;
                    };
                    let (key, liberties) = (board.key(), board.count_liberties(target));
                    let after = board.liberties(target);
                    if undo.captured_strings() > 0 {
                        assert_eq!(foreseen, Foresight::Captures, "seed {seed}");
                        captures += 1;
                    } else {
                        assert_eq!(foreseen, Foresight::Quiet { key, liberties }, "seed {seed}");
                        quiet += 1;
                    }
                    let quiet = undo.captured_strings() == 0;
                    board.undo(undo);
                    if quiet && player == color && board.liberties(target).contains(point) {
                        assert_eq!(extended, after, "seed {seed}");
                    }
                }
            }
        }
    }
    assert!(quiet > 20_000 && captures > 1_000, "{quiet} {captures}");
}

/// The ladder that leaves moves unplayed finds what the plain one finds.
#[test]
fn ladders_are_those_of_the_plain_one() {
    let mut found = [0; 2];
    for seed in 0..2_000 {
        let mut rng = Rng::new(seed);
        let mut board = random_board(&mut rng, 5 + (seed % 5) as u8);
        for target in strings(&board) {
            let mut hunt = hunt(&mut board, target);
            if hunt.board.count_liberties(target) == 2 {
                let plain = hunt.ladder(40);
                let quick = hunt.ladder_move(40, false);
                assert_eq!(quick.is_some(), plain, "seed {seed}: {target:?}\n{:?}", hunt.board);
                found[usize::from(plain)] += 1;
            }
        }
    }
    assert!(found.iter().all(|&count| count > 300), "{found:?}");
}

/// The kinds of positions of the paper's figures: what holds, and why.
#[test]
fn functions_are_explained() {
    let net = ". . . . . . . / . . X X . . . / . X O . . . . / . X . . . . . / . . . . . . . / . . . . . . . / . . . . . . .";
    let snapback = ". . . . . / X X X X . / X O O . X / X O X O X / X O . O X";
    // The stone at D5 cuts the white strings; its capture connects them.
    let connection = ". . . . . . . / . . O . O . . / . . O X O . . / . . . . . . . / . . . . . . . / . . . . . . . / . . . . . . .";
    let why = |text: &str, target: &str, task: Task| -> Vec<String> {
        let board = Board::parse(text).unwrap();
        let capture = Capture::new(&board, board.point(target).unwrap()).unwrap();
        let functions = capture.explain(task).into_iter();
        functions.map(|f| format!("{} {} {}", f.name, f.holds, f.why)).collect()
    };
    assert_eq!(
        why(net, "C5", Task::Attack),
        [
            "gi1 false 2 liberties are too many for one move",
            "gi2 false C4 answers D5, D5 answers C4",
            "gi3 true E5 answers D5, D5 answers E5, C3 answers C4, C4 answers C3",
        ]
    );
    assert_eq!(why(snapback, "D2", Task::Attack)[1], "gi2 true C2 answers C1");
    assert_eq!(
        why(snapback, "D2", Task::Defend)[2..4],
        [
            "ip2 true after a pass D3 captures; 3 candidates",
            "g2 true D3 answers E4 C1, C1 answers D3",
        ]
    );
    assert_eq!(
        why(connection, "D5", Task::Attack),
        [
            "gi1 false 2 liberties are too many for one move",
            "gi2 true D7 answers D6",
            "gi3 true D7 answers D6",
        ]
    );
    assert_eq!(
        why(connection, "D5", Task::Defend)[2..],
        [
            "ip2 true after a pass D4 captures; 6 candidates",
            "g2 false prevented by D6 D4 D7",
            "ip3 true after a pass D4 captures; 6 candidates",
            "g3 false prevented by D4",
        ]
    );
    // White may not take the ko at A4 now.
    let mut board = Board::parse(". X O . / X O . O / . . . . / . . . .").unwrap();
    let target = board.point("B4").unwrap();
    assert!(board.ban(board.point("A4").unwrap(), Color::White));
    let capture = Capture::new(&board, target).unwrap();
    let functions = capture.explain(Task::Attack);
    assert!(functions.iter().all(|f| !f.holds && f.why == "the rule of ko forbids A4"));
}
