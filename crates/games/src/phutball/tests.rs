mod scoring;
mod twin;

use super::*;
use crate::random::{Rng, random_game};
use crate::{Game, InputError, testing};
use plywood::Evaluate;
use std::collections::{BTreeSet, HashMap};
use twin::{Place, Slow};

/// Columns and rows.
const SIZES: [(u8, u8); 6] = [(3, 3), (5, 5), (4, 7), (7, 6), (11, 11), (19, 19)];

fn place(point: u16) -> Place {
    (i32::from(point % STRIDE) - 1, i32::from(point / STRIDE) - 1)
}

fn slow(position: &Phutball) -> Slow {
    let (width, height) = position.size();
    Slow {
        width: width.into(),
        height: height.into(),
        men: position.men.into_iter().map(place).collect(),
        ball: place(position.ball),
        up_moves: position.side == Side::Max,
        plies: position.ply as i32,
    }
}

/// A random game whose moves are often near the ball, so that there is much to jump.
fn lively(start: Phutball, seed: u64) -> Vec<Phutball> {
    let mut rng = Rng::new(seed);
    let mut position = start;
    let mut game = vec![position];
    loop {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let men = moves.iter().filter(|m| m.jumps() == 0).count() as u32;
        let near = moves.iter().copied().filter(|m| m.jumps() == 0).take(men.min(24) as usize);
        let near: Vec<Move> = near.collect();
        let m = match rng.below(8) {
            0..6 if !near.is_empty() => near[rng.below(near.len() as u32) as usize],
            _ => match rng.choose(&moves) {
                Some(&m) => m,
                None => return game,
            },
        };
        position.play(m);
        game.push(position);
    }
}

#[test]
fn bits_and_places_agree() {
    let (mut positions, mut chains, mut ends) = (0, 0, HashMap::new());
    for seed in 0..20 {
        for (width, height) in SIZES {
            let start = Phutball::start(width, height);
            assert_eq!(slow(&start), Slow::new(width.into(), height.into()));
            let game = match seed % 2 {
                0 => lively(start, seed),
                _ => random_game(start, seed).collect(),
            };
            for (number, position) in game.iter().enumerate() {
                let slow = slow(position);
                if number % usize::from(width) == 0 || position.is_over() || width < 6 {
                    chains += compare(position, &slow, seed);
                    positions += 1;
                }
                if position.is_over() {
                    *ends.entry(slow.winner()).or_insert(0) += 1;
                }
            }
        }
    }
    assert!(positions > 1000 && chains > 10_000, "{positions} {chains}");
    assert!(ends.len() == 3 && ends.values().all(|&n| n > 5), "{ends:?}");
}

/// Returns the number of chains.
fn compare(position: &Phutball, slow: &Slow, seed: u64) -> usize {
    let context = || format!("seed {seed}\n{}", position.board());
    let found = position.chains();
    if found.overflow {
        return 0;
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let mut results = BTreeSet::new();
    for &m in &moves {
        let mut next = *position;
        let undo = next.play(m);
        assert_eq!(place(m.to.0), if m.jumps() > 0 { place(next.ball) } else { place(m.to.0) });
        assert!(results.insert((place(next.ball), next.men.into_iter().map(place).collect())));
        // The key that was updated move by move is that of the board.
        let again = Phutball::of(next.pitch, next.men, next.ball, next.side, next.ply);
        assert_eq!(next, again, "{}", context());
        next.undo(m, undo);
        assert_eq!(next, *position, "{}", context());
    }
    assert_eq!(results, slow.results(), "{}", context());
    assert_eq!(position.is_over(), slow.is_over(), "{}", context());
    if position.is_over() {
        let expected = match slow.winner() {
            Some('U') => Score::win(position.ply),
            Some(_) => Score::loss(position.ply),
            None => Score::ZERO,
        };
        assert_eq!(position.result(), expected, "{}", context());
        return 0;
    }
    found.states.len()
}

#[test]
fn perft_is_that_of_the_twin() {
    testing::check_perft::<Phutball>("perft/phutball.tsv", Game::perft);
    // The file has what the twin counts.
    for line in testing::testdata_lines("perft/phutball.tsv") {
        let (text, counts) = line.split_once('\t').expect("a position and counts");
        let twin = slow(&Phutball::parse(Some(text).filter(|&text| text != "-")).unwrap());
        let depths = if twin.width > 9 { 1..2 } else { 1..3 };
        for (depth, count) in depths.zip(counts.split('\t')) {
            assert_eq!(Ok(twin.perft(depth)), count.parse(), "{text}, depth {depth}");
        }
    }
}

#[test]
fn moves_are_listed_in_order_of_interest() {
    let moves = |text: &str| {
        let position = Phutball::parse(Some(text)).unwrap();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        moves.into_iter().map(|m| position.move_text(m)).collect::<Vec<_>>()
    };
    let up = moves("7x5 c5 c3");
    assert_eq!((up[0].as_str(), up.last().unwrap().as_str()), ("c4-c6", "e7"));
    let down = moves("5x5 c4 c2 a1");
    assert_eq!((down[0].as_str(), down.last().unwrap().as_str()), ("c3-c1", "c3-c5"));
    // A chain over several men, and one that turns.
    let chains = moves("9/4x4/4x4/6x2/4x4/4O4/9/9/9 U");
    assert!(chains.contains(&"e4-e6".into()), "{chains:?}");
    assert!(chains.contains(&"e4-e6-e9".into()), "{chains:?}");
}

#[test]
fn lines_may_be_touched_on_the_way() {
    // From the top row back down and across: the chain ends beside the line.
    let position = Phutball::parse(Some("5/2xx1/2O2/5/5 U")).unwrap();
    let through = position.parse_move("c3-c5-e3").unwrap();
    let mut after = position;
    after.play(through);
    assert!(!after.is_over() && after.men.is_empty());
    // Beyond the line there is no way back, and none beyond a corner or a side.
    let corner = Phutball::parse(Some("3x/2Ox/3x U")).unwrap();
    assert!(corner.parse_move("c2-d2").is_err() && corner.parse_move("c2-e4").is_err());
    let beyond = Phutball::parse(Some("2x1/1xO1/4 U")).unwrap();
    let mut after = beyond;
    after.play(beyond.parse_move("c2-c4").unwrap());
    assert_eq!((after.winner(), after.text().as_str()), (Some(Side::Max), "4/1x2/4 D 1 c4"));
}

#[test]
fn keys_differ() {
    let mut seen = HashMap::new();
    for position in (0..100).flat_map(|seed| lively(Phutball::start(5, 5), seed)) {
        let board = (position.men, position.ball, position.side);
        assert_eq!(seen.entry(position.key()).or_insert(board), &board);
    }
    let key = |text| Phutball::parse(Some(text)).unwrap().key();
    assert_ne!(key("5x6 a1"), key("6x5 a1"), "the size of the board");
    assert_ne!(key("5/5/2O2/5/5 U"), key("5/5/2O2/5/5 D"), "the side to move");
    assert_ne!(key("5/5/2O2/5/5 U"), key("5/5/1O3/5/5 U"), "the ball");
    let late = Phutball::parse(Some("5/5/2O2/5/5 U 20")).unwrap();
    let early = Phutball::parse(Some("5/5/2O2/5/5 U 0")).unwrap();
    assert_eq!(late.key_within(4), early.key_within(4));
    assert_ne!(late.key_within(5), early.key_within(5), "a draw after five more plies");
}

#[test]
fn playouts_leave_no_trace_and_text_reads_back() {
    testing::playouts(&Phutball::start(5, 5), 10);
    testing::playouts(&Phutball::start(7, 9), 3);
}

/// The board upside down with the sides exchanged, and from left to right.
#[test]
fn symmetries() {
    let mut seen = 0;
    for position in (0..20).flat_map(|seed| lively(Phutball::start(7, 9), seed)) {
        if position.is_over() {
            continue;
        }
        seen += 1;
        let map = |turn: &dyn Fn(u16, u16) -> (u16, u16), side: Side| {
            let point = |point: u16| {
                let (column, row) = turn(point % STRIDE, point / STRIDE);
                row * STRIDE + column
            };
            let mut men = Bits::NONE;
            position.men.into_iter().for_each(|man| men.flip(point(man)));
            Phutball::of(position.pitch, men, point(position.ball), side, position.ply)
        };
        let mirrored = map(&|column, row| (8 - column, row), position.side);
        let turned = map(&|column, row| (column, 10 - row), !position.side);
        for (name, _) in Evaluation::NAMES {
            let mut evaluation = Evaluation::named(name).unwrap();
            let value = evaluation.evaluate(&position);
            assert_eq!(evaluation.evaluate(&mirrored), value, "{name}\n{}", position.board());
            assert_eq!(evaluation.evaluate(&turned), -value, "{name}\n{}", position.board());
        }
    }
    assert!(seen > 200, "{seen}");
}

#[test]
fn reads_moves_and_rows() {
    let position = Phutball::parse(Some("7x5 c5 a1 c4-c6 d6")).unwrap();
    for other in [
        "7x5 1. c5 a1 2. c4-c6 d6",
        "7X5 C5 A1 C4-C6 D6",
        "5/2Ox1/5/5/5/5/x4 U 4",
        "5/..ox./5/5/5/5/X4 u 4",
    ] {
        assert_eq!(Phutball::parse(Some(other)), Ok(position), "{other}");
    }
    for text in [None, Some("start"), Some(" 19X15 ")] {
        assert_eq!(Phutball::parse(text), Ok(Phutball::default()));
    }
    assert_eq!(Phutball::default().size(), (15, 19));
    let moves = Phutball::transcript("h11 a1 h10-h12").unwrap();
    assert_eq!(crate::transcript_of::<Phutball>(&moves).as_deref(), Some("h11 a1 h10-h12"));
    assert_eq!(Phutball::transcript("h11 h11"), None);
    let file = testing::TemporaryFile::new("phutball.txt", "h11 a1 h10-h12\na1\n");
    assert_eq!(file.position("#1@1"), Phutball::parse(Some("h11")));
    assert_eq!(file.position("#2"), Phutball::parse(Some("a1")));
    file.remove::<Phutball>();
}

#[test]
fn ways_with_one_result_are_one_move() {
    // The ball can go around the square either way: all four men are gone.
    let ring = Phutball::parse(Some("7/7/2x4/1x1x3/1Ox4/7/7 U")).unwrap();
    let mut results = HashMap::new();
    let mut moves = Vec::new();
    ring.moves(&mut moves);
    for &m in &moves {
        let mut after = ring;
        after.play(m);
        assert!(results.insert(after.key(), m).is_none());
    }
    let (one, other) = ("b3-d3-d5-b5-b3", "b3-b5-d5-d3-b3");
    assert_eq!(ring.parse_move(one), ring.parse_move(other));
}

#[test]
fn boards_say_who_moves_and_who_won() {
    let board = |text| Phutball::parse(Some(text)).unwrap().board();
    assert_eq!(
        board("5x5 c4 b2"),
        "  a b c d e
5 . . . . . 5
4 . . x . . 4
3 . . O . . 3
2 . x . . . 2
1 . . . . . 1
  a b c d e
Up to move"
    );
    assert!(board("5x5 c4 b2 c3-c5").ends_with("Up has won"));
    assert!(board("5x5 c4 b2 d3").ends_with("Down to move"));
    assert!(board("5/5/2O2/5/5 D 25").ends_with("a draw"));
    let start = Phutball::parse(Some("5x6 c4")).unwrap();
    assert_eq!(start.cells_of(start.parse_move("b5").unwrap()), [1]);
    assert_eq!(start.cells_of(start.parse_move("d3-b5").unwrap()), [15, 1]);
}

#[test]
fn refuses_with_the_place() {
    for (text, tail) in [
        (
            "2x5",
            "at the size: expected rows and columns, from 3x3 to 19x19, such as 19x15, found '2x5'",
        ),
        (
            "15x20",
            "at the size: expected rows and columns, from 3x3 to 19x19, such as 19x15, found '15x20'",
        ),
        ("h11 h11", "at move 2: expected an empty point, found 'h11'"),
        ("h10", "at move 1: expected an empty point, found 'h10'"),
        (
            "p1",
            "at move 1: expected a point from a1 to o19, or points of the ball with '-' between, found 'p1'",
        ),
        (
            "h20",
            "at move 1: expected a point from a1 to o19, or points of the ball with '-' between, found 'h20'",
        ),
        (
            "h0",
            "at move 1: expected a point from a1 to o19, or points of the ball with '-' between, found 'h0'",
        ),
        ("a1 h11-h12", "at move 2: expected a chain of jumps from the ball, h10, found 'h11-h12'"),
        (
            "h11 h10-h13",
            "at move 2: expected a jump from h10 over men in a row to the next empty point, found 'h10-h13'",
        ),
        (
            "h11 h10-h12-h14",
            "at move 2: expected a jump from h12 over men in a row to the next empty point, found \
             'h10-h12-h14'",
        ),
        (
            "h11 h10-",
            "at move 2: expected a jump from h10 over men in a row to the next empty point, found 'h10-'",
        ),
        ("5x5 c4 a1 c3-c5 a2", "at move 4: expected no more moves: the game is over, found 'a2'"),
        ("5/5", "expected 3 to 19 rows with '/' between, found 2 of them"),
        ("5/2O2/4 U", "at row 3 from the top: expected 5 points as in row 1, found 4 of them"),
        (
            "5/1Z3/5 U",
            "at row 2 from the top, column 2: expected O, x, '.' or a number of empty points, found 'Z'",
        ),
        ("5/5/5 U", "expected one ball, O, found 0 of them"),
        ("5/1OO2/5 U", "expected one ball, O, found 2 of them"),
        ("5/2O2/5", "at the side to move: expected U or D, found nothing"),
        ("5/2O2/5 X", "at the side to move: expected U or D, found 'X'"),
        ("5/2O2/5 U 16", "at the plies played: expected a number from 0 to 15, found '16'"),
        ("5/2O2/5 U 1 c4", "expected rows, the side to move and the plies played, found 'c4'"),
        (
            "5/5/5 U c3",
            "at the ball: expected the point of the ball beyond a goal line, found 'c3'",
        ),
    ] {
        let error: InputError = Phutball::parse(Some(text)).expect_err(text);
        let error = error.to_string();
        assert!(error.starts_with("phutball position '") && error.ends_with(tail), "{error}");
    }
    let error = Phutball::default().parse_move("p8").unwrap_err();
    assert!(error.to_string().contains("expected a point from a1 to o19"), "{error}");
    let crate::InputErrorKind::NotOneOf(legal) = error.kind() else { panic!("{error}") };
    assert_eq!(legal.len(), 284);
}

#[test]
fn no_text_breaks_the_parser() {
    let seeds = [
        "h11 a1 h10-h12 g9",
        "6x7 a1 c3 d4-b2",
        "5/2x2/2O2/2x2/5 U 2",
        "5/5/5/5/5 D 3 c6",
        "7/7/2x4/1x1x3/1Ox4/7/7 U",
        "19x19 j11 j10-j12",
    ];
    let parse = |text: &str| Phutball::parse(Some(text));
    let accepted = testing::fuzz(&seeds, "abchj1234567890 ./-OxUD", parse, |position, text| {
        assert_eq!(Phutball::parse(Some(&position.text())), Ok(*position), "{text:?}");
        assert!(position.board().lines().count() == usize::from(position.size().1) + 3);
    });
    assert!(accepted > 400, "{accepted} accepted: the mutations are too wild to test much");
}

/// With a man on three points of four there are far more chains than a list can hold.
#[test]
fn lists_of_chains_are_cut() {
    let row = ["x".repeat(19), ".x".repeat(9) + "."];
    let rows: Vec<&str> = (0..19).map(|row_number| row[row_number % 2].as_str()).collect();
    let text = rows.join("/").replacen(".", "O", 1);
    let crowded = Phutball::parse(Some(&format!("{text} U"))).unwrap();
    let mut moves = Vec::new();
    crowded.moves(&mut moves);
    let chains = moves.iter().filter(|m| m.jumps() > 0).count();
    assert_eq!(chains, chains::MOST_RESULTS);
    // A longer chain can be typed and played.
    let first = crowded.follow([4, 4, 4, 4, 4, 4, 4, 4].into_iter()).unwrap();
    let name = crowded.move_text(Move::chain(&first));
    assert_eq!(crowded.parse_move(&name).map(|m| m.jumps()), Ok(8));
}
