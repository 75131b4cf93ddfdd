mod threats;
mod twin;

use super::*;
use crate::random::{Rng, random_game};
use crate::{Game, InputError, testing};
use plywood::Evaluate;
use twin::Letters;

const SIZES: [(u8, u8); 6] = [(5, 5), (6, 6), (7, 5), (5, 9), (9, 9), (15, 15)];

#[test]
fn bits_and_letters_agree() {
    let (mut positions, mut ends) = (0, [0; 3]);
    for seed in 0..60 {
        for (width, height) in SIZES {
            let mut rng = Rng::new(seed);
            let mut bits = Gomoku::start(width, height);
            let mut letters = Letters::new(width.into(), height.into());
            loop {
                if width < 9 || rng.below(30) == 0 {
                    compare(&bits, &letters, seed);
                    positions += 1;
                }
                let mut moves = Vec::new();
                bits.moves(&mut moves);
                let Some(&m) = rng.choose(&moves) else { break };
                let before = bits;
                bits.play(m);
                let mut back = bits;
                back.undo(m, ());
                assert_eq!(back, before, "seed {seed}");
                letters.play((m.column().into(), m.row().into()));
            }
            compare(&bits, &letters, seed);
            let winner = ['X', 'O'].into_iter().find(|&letter| letters.has_five(letter));
            let expected = match winner {
                Some('X') => Score::win(bits.ply()),
                Some(_) => Score::loss(bits.ply()),
                None => Score::ZERO,
            };
            assert_eq!(bits.result(), expected, "seed {seed}\n{}", bits.board());
            ends[winner.map_or(2, |letter| usize::from(letter == 'O'))] += 1;
        }
    }
    assert!(positions > 3000 && ends.iter().all(|&n| n > 60), "{positions} {ends:?}");
}

fn compare(bits: &Gomoku, letters: &Letters, seed: u64) {
    let context = || format!("seed {seed}\n{}", bits.board());
    let over = ['X', 'O'].into_iter().any(|letter| letters.has_five(letter));
    let mut expected: Vec<String> =
        if over { vec![] } else { letters.empty().into_iter().map(Letters::name).collect() };
    let mut moves = Vec::new();
    bits.moves(&mut moves);
    let mut names: Vec<String> = moves.iter().map(Point::to_string).collect();
    names.sort();
    expected.sort();
    assert_eq!(names, expected, "{}", context());
    assert_eq!(bits.is_over(), moves.is_empty(), "{}", context());
    // The key that was updated move by move is that of the board.
    assert_eq!(Gomoku::parse(Some(&bits.text())), Ok(*bits), "{}", context());
    if over {
        return;
    }
    let [own, other] = if bits.side == Side::Max { ['X', 'O'] } else { ['O', 'X'] };
    for (m, place) in moves.iter().map(|&m| (m, (m.column().into(), m.row().into()))) {
        let sum = |letter, worth: [i32; 5]| -> i32 {
            let counts = letters.counts_at(letter, place);
            counts.into_iter().zip(worth).map(|(count, worth)| count * worth).sum()
        };
        let expected = sum(own, [0, 0, 8, 100, 1 << 20]) + sum(other, [0, 0, 5, 70, 1 << 14]);
        assert_eq!(bits.ordering_score(m), expected, "{m}, {}", context());
    }
    let counts = ['X', 'O'].map(|letter| letters.counts(letter));
    let rows = |counts: &[i32; 6]| counts[1..].iter().sum::<i32>();
    assert_eq!(OpenRows.evaluate(bits).get(), rows(&counts[0]) - rows(&counts[1]), "{}", context());
    for (side, counts) in [Side::Max, Side::Min].into_iter().zip(counts) {
        for n in 0..=5_u32 {
            let count =
                |step| lines::Counts::of(bits.stones(side), bits.empty, step).with(n).count();
            let all: u32 = DIRECTIONS.into_iter().map(count).sum();
            assert_eq!(all as i32, counts[n as usize], "{n}, {}", context());
        }
    }
}

#[test]
fn moves_are_listed_in_order_of_interest() {
    let first = |text: &str| {
        let position = Gomoku::parse(Some(text)).unwrap();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        moves[0].to_string()
    };
    assert_eq!(first("15x15"), "h8");
    assert_eq!(first("6x5"), "d3");
    assert_eq!(first("a1 o1 b1 o2 c1 o3 d1 o4"), "e1", "five before the other's five");
    assert_eq!(first("a1 o1 b1 o2 c1 o3 h9 o4"), "o5", "stop five before making a four");
    assert_eq!(first("g8 o1 h8 a2 i8 n15"), "f8", "an open four before a four");
    assert_eq!(first("a1 g8 o1 h8 a2 i8"), "f8", "stop it");
}

#[test]
fn keys_differ() {
    let mut seen = std::collections::HashMap::new();
    for position in (0..200).flat_map(|seed| random_game(Gomoku::start(6, 5), seed)) {
        let text = position.text();
        assert_eq!(seen.entry(position.key()).or_insert_with(|| text.clone()), &text);
    }
    let key = |text| Gomoku::parse(Some(text)).unwrap().key();
    assert_ne!(key("5x6 a1"), key("6x5 a1"), "the size of the board");
    let mut passed = Gomoku::default();
    passed.pass_turn();
    assert_ne!(passed.key(), Gomoku::default().key(), "the side to move");
}

#[test]
fn perft_is_a_product_until_somebody_wins() {
    assert_eq!(
        (1..=3).map(|depth| Gomoku::default().perft(depth)).collect::<Vec<_>>(),
        [225, 225 * 224, 225 * 224 * 223]
    );
    for text in ["5x5", "6x5 a1 b2 c3", "XXXX1/OOOO1/XXXX1/OOOO1/5", "9x9"] {
        for depth in 0..=3 {
            let mut position = Gomoku::parse(Some(text)).unwrap();
            assert_eq!(position.perft(depth), crate::perft(&mut position, depth), "{text}");
        }
    }
    let four = Gomoku::parse(Some("XXXX1/OOOO1/5/5/5")).unwrap();
    // After e5 the game is over; after any other move White has all but the point taken.
    assert_eq!(four.perft(2), 16 * 16);
    assert_eq!(four.perft(3), 15 * (15 * 15) + 16 * 15);
}

#[test]
fn playouts_leave_no_trace_and_text_reads_back() {
    testing::playouts(&Gomoku::start(5, 5), 60);
    testing::playouts(&Gomoku::start(6, 7), 20);
    testing::playouts(&Gomoku::default(), 2);
}

/// Turns and mirrors of a square board, and the colours.
#[test]
fn colours_and_symmetries() {
    for position in (0..40).flat_map(|seed| random_game(Gomoku::start(7, 7), seed)) {
        if position.is_over() {
            continue;
        }
        let map = |turn: &dyn Fn(u8, u8) -> (u8, u8), swap: bool| {
            let mut other = Gomoku::start(7, 7);
            for side in [Side::Max, Side::Min] {
                for point in position.stones(side).into_iter().map(Point) {
                    let (column, row) = turn(point.column(), point.row());
                    other.toggle(if swap { !side } else { side }, row * STRIDE + column);
                }
            }
            other.ply = position.ply;
            if (position.side == Side::Min) != swap {
                other.pass_turn();
            }
            other
        };
        for (name, _) in Evaluation::NAMES {
            let mut evaluation = Evaluation::named(name).unwrap();
            let value = evaluation.evaluate(&position);
            for turn in
                [&|column, row| (6 - column, row), &|column, row| (row, column), &|column, row| {
                    (row, 6 - column)
                }] as [&dyn Fn(u8, u8) -> (u8, u8); 3]
            {
                assert_eq!(evaluation.evaluate(&map(turn, false)), value, "{name}");
            }
            let swapped = map(&|column, row| (column, row), true);
            assert_eq!(evaluation.evaluate(&swapped), -value, "{name}");
        }
    }
}

#[test]
fn reads_moves_and_rows() {
    let position = Gomoku::parse(Some("h8 i9 g7")).unwrap();
    for other in [
        "1. h8 i9 2. g7",
        "1.h8 2.i9 3.g7",
        "H8 I9 G7",
        "h8i9g7",
        "15x15 h8 i9g7",
        "15/15/15/15/15/15/8O6/7X7/6X8/15/15/15/15/15/15",
        "15/15/15/15/15/15/8o6/.......x7/6X8/15/15/15/15/15/15",
    ] {
        assert_eq!(Gomoku::parse(Some(other)), Ok(position), "{other}");
    }
    for text in [None, Some("start"), Some(" 15X15 ")] {
        assert_eq!(Gomoku::parse(text), Ok(Gomoku::default()));
    }
    let moves = Gomoku::transcript("h8 i9 g7").unwrap();
    assert_eq!(crate::transcript_of::<Gomoku>(&moves).as_deref(), Some("h8i9g7"));
    assert_eq!(Gomoku::transcript("h8 h8"), None);
    let file = testing::TemporaryFile::new("gomoku.txt", "h8 i9 g7\na1\n");
    assert_eq!(file.position("#1@1"), Gomoku::parse(Some("h8")));
    assert_eq!(file.position("#2"), Gomoku::parse(Some("a1")));
    file.remove::<Gomoku>();
}

#[test]
fn boards_say_who_moves_and_who_won() {
    let board = |text| Gomoku::parse(Some(text)).unwrap().board();
    assert_eq!(
        board("5x5 c3 d2"),
        "  a b c d e
5 . . . . . 5
4 . . . . . 4
3 . . X . . 3
2 . . . O . 2
1 . . . . . 1
  a b c d e
X to move"
    );
    assert!(board("5x5 a1 a2 b1 b2 c1 c2 d1 d2 e1").ends_with("X has won"));
    assert!(board("OXOXO/OXOXO/XOXOX/OXOXO/XXXOX").ends_with("a draw"));
    let start = Gomoku::start(6, 5);
    assert_eq!(start.cells_of(start.parse_move("b5").unwrap()), [1]);
    assert_eq!(start.cells_of(start.parse_move("c1").unwrap()), [26]);
}

#[test]
fn refuses_with_the_place() {
    for (text, tail) in [
        ("4x5", "at the size: expected columns and rows, from 5x5 to 15x15, found '4x5'"),
        ("15x16", "at the size: expected columns and rows, from 5x5 to 15x15, found '15x16'"),
        ("h8 h8", "at move 2: expected an empty point, found 'h8'"),
        ("h8 p1", "at move 2: expected a point from a1 to o15, found 'p1'"),
        ("h8i0", "at move 2: expected a point from a1 to o15, found 'i0'"),
        ("h8 i", "at move 2: expected a point from a1 to o15, found 'i'"),
        ("8", "at move 1: expected a point from a1 to o15, found '8'"),
        ("h+8", "at move 1: expected a point from a1 to o15, found 'h+8'"),
        ("6x7 f7 g1", "at move 2: expected a point from a1 to f7, found 'g1'"),
        (
            "a1a2b1b2c1c2d1d2e1e2",
            "at move 10: expected no more moves: the game is over, found 'e2'",
        ),
        ("5/5", "expected 5 to 15 rows with '/' between, found 2 of them"),
        ("5/5/5/4/5", "at row 4 from the top: expected 5 points as in row 1, found 4 of them"),
        ("16/5/5/4/5", "at row 1 from the top: expected 5 to 15 points, found 16 of them"),
        (
            "5/5/1Z3/5/5",
            "at row 3 from the top, column 2: expected X, O, '.' or a number of empty points, found 'Z'",
        ),
        ("5/5/1O3/5/5", "expected as many X as O, or one more, found 0 X and 1 O"),
        ("XXXXX/OOOOO/5/5/5", "expected one winner, found five in a row of both"),
        (
            "XXXXX/OOOO1/5/5/4O",
            "expected a game that ends when it is won, found five in a row of X though O moved last",
        ),
    ] {
        let error: InputError = Gomoku::parse(Some(text)).expect_err(text);
        let error = error.to_string();
        assert!(error.starts_with("gomoku position '") && error.ends_with(tail), "{error}");
    }
    let error = Gomoku::default().parse_move("p8").unwrap_err();
    assert!(error.to_string().contains("expected a point from a1 to o15"), "{error}");
    let crate::InputErrorKind::NotOneOf(legal) = error.kind() else { panic!("{error}") };
    assert_eq!(legal.len(), 225);
}

#[test]
fn no_text_breaks_the_parser() {
    let seeds = [
        "h8 i9 g7",
        "h8i9g7",
        "6x6 a1 b2 c3",
        "5/1X3/2XO1/3O1/5",
        "XXXX1/OOOO1/5/5/5",
        "15/15/15/15/15/15/8O6/7X7/6X8/15/15/15/15/15/15",
    ];
    let parse = |text: &str| Gomoku::parse(Some(text));
    let accepted = testing::fuzz(&seeds, "abchio1234567890 ./XOx", parse, |position, text| {
        assert_eq!(Gomoku::parse(Some(&position.text())), Ok(*position), "{text:?}");
        assert!(position.board().lines().count() == usize::from(position.size().1) + 3);
    });
    assert!(accepted > 500, "{accepted} accepted: the mutations are too wild to test much");
}
