//! The rules against their twin, notation, and bad input.

mod twin;

use super::*;
use crate::random::Rng;
use crate::testing::fuzz;
use twin::Letters;

/// Every answer of the board must be that of the twin.
fn compare(board: &Board, twin: &Letters, seed: u64) {
    let size = board.size();
    for row in 0..size {
        for column in 0..size {
            let point = Point::new(column, row).unwrap();
            let at = (column.into(), row.into());
            let letter = board.color(point).map_or('.', |color| color.letter());
            assert_eq!(letter, twin.at(at), "seed {seed}, {point:?}\n{board:?}");
            let liberties: Vec<Point> = board.liberties(point).iter().collect();
            let names = |points: &[Point]| -> Vec<(i32, i32)> {
                points.iter().map(|p| (p.column().into(), p.row().into())).collect()
            };
            let of_twin = if letter == '.' { Vec::new() } else { twin.liberties(at) };
            assert_eq!(names(&liberties), of_twin, "seed {seed}, {point:?}\n{board:?}");
            assert_eq!(board.count_liberties(point) as usize, of_twin.len(), "seed {seed}");
            for color in [Color::Black, Color::White] {
                let legal = board.is_legal(point, color);
                assert_eq!(
                    legal,
                    twin.is_legal(at, color.letter()),
                    "seed {seed}, {point:?}, {color}"
                );
            }
        }
    }
}

#[test]
fn playouts_are_those_of_the_twin() {
    for seed in 0..120 {
        let mut rng = Rng::new(seed);
        let size = [2, 3, 4, 5, 7, 9, 13, 19][seed as usize % 8];
        let mut board = Board::new(size).unwrap();
        let mut twin = Letters::new(size.into());
        let mut trail = Vec::new();
        let mut color = Color::Black;
        for _ in 0..6 * u32::from(size) {
            // Now and then a colour plays twice.
            color = if rng.below(8) == 0 { color } else { !color };
            let legal: Vec<Point> = board.legal(color).collect();
            let Some(&point) = rng.choose(&legal) else { continue };
            trail.push((board.key(), board.clone(), board.play(point, color).unwrap()));
            twin.play((point.column().into(), point.row().into()), color.letter());
            compare(&board, &twin, seed);
            assert_eq!(Board::parse(&board.text()).unwrap().text(), board.text());
            let mut again = Board::from_diagram(&board.diagram()).unwrap();
            again.restore_ko(None);
            let ko = board.lift_ko();
            assert_eq!((&again, again.key()), (&board, board.key()), "seed {seed}");
            board.restore_ko(ko);
            if rng.below(4) == 0 {
                // Back a few moves, and on from there.
                for _ in 0..rng.below(4).min(trail.len() as u32) {
                    let (key, before, undo) = trail.pop().unwrap();
                    board.undo(undo);
                    assert_eq!((&board, board.key()), (&before, key), "seed {seed}");
                }
                twin = Letters::of(&board);
                compare(&board, &twin, seed);
            }
        }
        for (key, before, undo) in trail.into_iter().rev() {
            board.undo(undo);
            assert_eq!((&board, board.key()), (&before, key), "seed {seed}");
        }
        compare(&board, &Letters::new(size.into()), seed);
    }
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
        ("(;SZ[25])", "game 1, SZ: expected a square board of 2 to 19 columns, found 25"),
        ("(;SZ[9:7])", "expected a square board"),
        ("(;SZ[x])", "SZ: expected a number from 2 to 19, found 'x'"),
        ("(;SZ[5]AB[aa]AW[aa])", "A5: expected one stone, found two"),
        ("(;SZ[5]AB[ff])", "AB: expected points of the board, found AB[ff]"),
        ("(;SZ[5];B[aa];W[aa])", "move 2: expected a legal move, found W[aa]"),
        ("(;SZ[5];B[ff])", "move 1: expected a point of the board"),
        ("(;SZ[5]", "SGF '(;SZ[5]': expected game trees of Go"),
        ("()", "expected game trees of Go"),
        ("(;GM[2]SZ[5])", "expected game trees of Go"),
        ("(;SZ[2]AB[aa]AW[ab][ba])", "A2: expected a string with a liberty, found none"),
    ] {
        let error = Board::parse(text).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
    }
    let deep = format!("({})", ";B[]".repeat(100_000));
    let error = Board::parse(&deep).unwrap_err().to_string();
    assert!(error.contains("at most 2000 nodes in a line of play"), "{error}");
    let nested = "(;".repeat(100_000);
    assert!(Board::parse(&nested).is_err());
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
