//! The rules against their twin, notation, and bad input.

mod counts;
mod records;
mod twin;

use super::*;
use crate::random::Rng;
use crate::testing::fuzz;
use twin::Letters;

fn place(point: Point) -> (i32, i32) {
    (point.column().into(), point.row().into())
}

/// Points row by row from the top, as the twin lists them.
fn places(points: Points) -> Vec<(i32, i32)> {
    points.iter().map(place).collect()
}

/// Every answer of the board must be that of the twin.
fn compare(board: &Board, twin: &Letters, seed: u64) {
    let size = board.size();
    let mut cells = [Vec::new(), Vec::new(), Vec::new()];
    for row in 0..size {
        for column in 0..size {
            let point = Point::new(column, row).unwrap();
            let (at, context) = (place(point), format!("seed {seed}, {point:?}\n{board:?}"));
            let letter = board.color(point).map_or('.', |color| color.letter());
            assert_eq!(letter, twin.at(at), "{context}");
            cells["BW.".find(letter).unwrap()].push(at);
            let [mut string, mut liberties, mut adjacent] = [const { Vec::new() }; 3];
            if letter != '.' {
                (string, liberties) = (twin.string(at), twin.liberties(at));
                string.sort_unstable_by_key(|&(column, row)| (row, column));
                adjacent = twin.adjacent(at);
            }
            assert_eq!(places(board.string(point)), string, "{context}");
            assert_eq!(places(board.liberties(point)), liberties, "{context}");
            assert_eq!(board.count_liberties(point) as usize, liberties.len(), "{context}");
            // One stone of each string: its first one.
            let first = |stone: Point| board.string(stone).first().map(place);
            let mut strings: Vec<_> = board.adjacent_strings(point).filter_map(first).collect();
            strings.sort_unstable();
            assert_eq!(strings, adjacent, "{context}");
            for color in [Color::Black, Color::White] {
                let legal = twin.is_legal(at, color.letter());
                assert_eq!(board.is_legal(point, color), legal, "{color}, {context}");
            }
        }
    }
    let [black, white, empty] = cells;
    assert_eq!(places(*board.stones(Color::Black)), black, "seed {seed}");
    assert_eq!(places(*board.stones(Color::White)), white, "seed {seed}");
    assert_eq!(places(*board.empty()), empty, "seed {seed}");
    // The same position made in another way has the same key.
    let mut again = Board::from_diagram(&board.diagram()).unwrap();
    assert_eq!(again.key(), board.stones_key(), "seed {seed}");
    for color in [Color::Black, Color::White] {
        if let Some(ko) = board.ko(color) {
            assert!(again.key() != board.key() && again.ban(ko, color), "seed {seed}");
        }
    }
    assert_eq!((&again, again.key()), (board, board.key()), "seed {seed}\n{board:?}");
    assert_eq!(Board::parse(&board.text()).unwrap().stones_key(), board.stones_key());
}

#[test]
fn playouts_are_those_of_the_twin() {
    let (mut captures, mut kos) = (0, 0);
    for seed in 0..54 {
        let mut rng = Rng::new(seed);
        let size = 2 + (seed % 18) as u8;
        let mut board = Board::new(size).unwrap();
        let mut twin = Letters::new(size.into());
        let mut trail = Vec::new();
        let mut color = Color::Black;
        for ply in 0..2 * u32::from(size).pow(2) {
            // Now and then a colour plays twice.
            color = if rng.below(8) == 0 { color } else { !color };
            let legal: Vec<Point> = board.legal(color).collect();
            let Some(&point) = rng.choose(&legal) else { continue };
            let stones = board.stones(!color).len();
            trail.push((board.key(), board.clone(), board.play(point, color).unwrap()));
            let captured = twin.play(place(point), color.letter());
            assert_eq!(stones - board.stones(!color).len(), captured, "seed {seed}");
            captures += usize::from(captured > 0);
            kos += usize::from(board.ko(!color).is_some());
            // The twin takes long on large boards.
            if size < 6 || ply % (4 * u32::from(size)) == 0 {
                compare(&board, &twin, seed);
            }
            if rng.below(4) == 0 {
                // Back a few moves, and on from there.
                for _ in 0..rng.below(4).min(trail.len() as u32) {
                    let (key, before, undo) = trail.pop().unwrap();
                    board.undo(undo);
                    assert_eq!((&board, board.key()), (&before, key), "seed {seed}");
                }
                twin = Letters::of(&board);
                if size < 6 {
                    compare(&board, &twin, seed);
                }
            }
        }
        compare(&board, &twin, seed);
        for (key, before, undo) in trail.into_iter().rev() {
            board.undo(undo);
            assert_eq!((&board, board.key()), (&before, key), "seed {seed}");
        }
        compare(&board, &Letters::new(size.into()), seed);
    }
    assert!(captures > 1000 && kos > 50, "{captures} captures, {kos} kos");
}

#[test]
fn points_beyond_the_board_are_nothing() {
    let mut board = Board::parse("X . / . O").unwrap();
    let before = board.clone();
    for (column, row) in [(2, 0), (0, 2), (18, 18), (18, 0)] {
        let point = Point::new(column, row).unwrap();
        assert_eq!((board.color(point), board.count_liberties(point)), (None, 0));
        assert!(board.string(point).is_empty() && board.liberties(point).is_empty());
        assert_eq!(board.adjacent_strings(point).count(), 0);
        assert!(board.play(point, Color::Black).is_none() && !board.ban(point, Color::White));
    }
    // Nor can a stone be forbidden.
    assert!(!board.ban(board.point("A2").unwrap(), Color::White));
    assert_eq!((&board, board.key()), (&before, before.key()));
}

#[test]
fn positions_are_undone_to_equality() {
    use plywood::{Keyed, Position};
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let mut game = Go::start(2 + (seed % 6) as u8).unwrap();
        let mut trail = Vec::new();
        while !game.is_over() && trail.len() < 300 {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let &m = rng.choose(&moves).unwrap();
            assert!(game.is_legal(m));
            trail.push((game.clone(), game.key(), m, game.play(m)));
            assert_ne!(game.key(), trail.last().unwrap().1);
        }
        for (before, key, m, undo) in trail.into_iter().rev() {
            game.undo(m, undo);
            assert_eq!((&game, game.key()), (&before, key), "seed {seed}");
        }
    }
}

/// What is captured in a ladder is captured, also if all moves are tried.
#[test]
fn ladders_are_captures() {
    use capture::{Capture, Task};
    let mut found = 0;
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let mut board = Board::new(5).unwrap();
        for n in 0..14 {
            let color = [Color::Black, Color::White][n % 2];
            let legal: Vec<Point> = board.legal(color).collect();
            rng.choose(&legal).map(|&point| board.play(point, color));
        }
        board.lift_ko();
        for stone in board.stones(Color::Black).or(board.stones(Color::White)) {
            let Some(point) = board.ladder(stone) else { continue };
            let mut capture = Capture::new(&board, stone).unwrap();
            let mut after = board.clone();
            assert!(after.play(point, capture.attacker()).is_some(), "seed {seed}");
            let within = |order| capture.within(order, Task::Attack, 200_000);
            let answer = (1..=8).map(within).find(|&answer| answer != Some(false));
            assert!(matches!(answer, Some(Some(true) | None)), "seed {seed}, {stone:?}\n{board:?}");
            found += usize::from(answer == Some(Some(true)));
        }
    }
    assert!(found > 300, "{found}");
    // Across the whole board, and with a stone in the way.
    for (text, captured) in [("19 W D4 B C4 C5 D3 E3", true), ("19 W D4 Q16 B C4 C5 D3 E3", false)]
    {
        let board = Board::parse(text).unwrap();
        let target = board.point("D4").unwrap();
        assert_eq!(board.ladder(target).is_some(), captured, "{text}");
        assert_eq!(board.ladder(board.point("A1").unwrap()), None, "an empty point");
    }
}

#[test]
fn a_ko_is_forbidden_for_one_move() {
    let mut board = Board::parse(". X O . / X O . O / . X O . / . . . .").unwrap();
    let [take, back] = ["C3", "B3"].map(|name| board.point(name).unwrap());
    let before = board.key();
    let undo = board.play(take, Color::Black).unwrap();
    assert_eq!(board.ko(Color::White), Some(back));
    assert_eq!(board.ko(Color::Black), None);
    assert!(!board.is_legal(back, Color::White) && board.is_legal(back, Color::Black));
    let with_ban = board.key();
    let ko = board.lift_ko();
    assert_ne!(board.key(), with_ban);
    assert!(board.is_legal(back, Color::White));
    board.restore_ko(ko);
    assert_eq!(board.key(), with_ban);
    board.undo(undo);
    assert_eq!(board.key(), before);
}

#[test]
fn bad_boards_are_refused() {
    for (text, words) in [
        ("", "expected a diagram"),
        ("nonsense", "expected a diagram"),
        ("X", "expected a diagram"),
        ("1 B A1", "the first word: expected the size of the board, from 2 to 19"),
        ("20 B A1", "expected the size of the board"),
        ("9 A1", "'A1': expected B or W before the points"),
        ("9 B A10", "expected a point from A1 to J9"),
        ("9 B K1", "expected a point from A1 to J9"),
        ("9 B A", "expected a point"),
        ("9 B Ä1", "expected a point"),
        ("X O / O O", "A2: expected a string with a liberty, found none"),
        (". . / . . .", "line 2: expected 2 points, as many as there are rows, found 3"),
        ("2 B A1 A2 B1 B2", "expected a string with a liberty"),
        ("9 B A1 W A1", "'A1': expected each point once, found it twice"),
        ("9 B A1 B2 a1", "'a1': expected each point once, found it twice"),
        ("X . / . O / . .", "line 1: expected 3 points, as many as there are rows, found 2"),
        ("X . \r\n . q", "line 2, column 4: expected 'X', 'O' or '.', found 'q'"),
        ("(;SZ[25])", "game 1, SZ: expected a square board of 2 to 19 columns, found 25"),
        ("(;SZ[5];B[aa];W[aa])", "move 2: expected a legal move, found W[aa]"),
        ("(;SZ[2]AB[aa]AW[ab][ba])", "A2: expected a string with a liberty, found none"),
    ] {
        let error = Board::parse(text).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
    let rows = ". ".repeat(20) + "\n";
    assert!(
        Board::parse(&rows.repeat(20)).is_err() && Board::parse(&rows.repeat(100_000)).is_err()
    );
    assert!(Board::parse(&format!("9 B {}", "A1 ".repeat(100_000))).is_err());
    assert!(Board::new(1).is_err() && Board::new(20).is_err());
}

#[test]
fn mutated_texts_are_read_or_refused() {
    let seeds = [
        "X . / . O",
        "9 B C3 D4, W C4 J9",
        "(;FF[4]SZ[9]AB[aa][bb:cc]AW[dd]PL[W]TR[dd]C[a \\] b];W[ee](;B[ff])(;B[]))",
        "   A B C\n 3 . X . 3\n 2 . O . 2\n 1 . . . 1\n   A B C\n",
    ];
    let accepted = fuzz(&seeds, "XO.+/ \n09AB;()[]:\\wbSZ", Board::parse, |board, _| {
        assert_eq!(Board::parse(&board.text()).as_ref(), Ok(board));
    });
    assert!(accepted > 1000, "{accepted}");
}
