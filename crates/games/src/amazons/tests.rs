mod filling;
pub(super) mod twin;

use super::*;
use crate::random::{Rng, random_game};
use crate::{Game, testing};
use plywood::Evaluate;
use twin::Letters;

/// Starts of several sizes, and boards that no game begins with.
const STARTS: [&str; 8] =
    ["4x4", "5x5", "6x4", "4x7", "8x8", "10x10", "w2xb/5/2x2/b3w b", "w8/9/4b4/b8 w"];

#[test]
fn bits_and_letters_agree() {
    let (mut positions, mut wins) = (0, [0; 2]);
    for seed in 0..120 {
        for start in STARTS {
            let mut rng = Rng::new(seed);
            let mut bits = Amazons::parse(Some(start)).unwrap();
            let mut letters = Letters::of(&bits.text());
            // Large boards have thousands of moves: some positions of a game are enough.
            let all = bits.empty().count_ones() < 40;
            loop {
                if all || rng.below(12) == 0 {
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
                assert_eq!(back, before, "seed {seed}, {start}");
                letters.play(&m.to_string());
            }
            compare(&bits, &letters, seed);
            assert_eq!(bits.result(), Score::won_by(!bits.side(), bits.ply()));
            wins[!bits.side() as usize] += 1;
        }
    }
    assert!(positions > 5000 && wins.iter().all(|&n| n > 200), "{positions} {wins:?}");
}

fn compare(bits: &Amazons, letters: &Letters, seed: u64) {
    assert_eq!(bits.text(), letters.text());
    let mut moves = Vec::new();
    bits.moves(&mut moves);
    let mut names: Vec<String> = moves.iter().map(Move::to_string).collect();
    names.sort();
    let context = || format!("seed {seed}\n{}", bits.board());
    assert_eq!(names, letters.moves(), "{}", context());
    assert_eq!(bits.is_over(), moves.is_empty());
    assert_eq!(bits.count_moves(bits.side()) as usize, moves.len(), "{}", context());
    let (mut cursor, mut buffer) = (0, vec![]);
    for (index, &m) in moves.iter().enumerate() {
        assert_eq!(bits.next_move(&mut cursor), Some(m), "{}", context());
        assert_eq!(bits.move_at(index, &mut buffer), m, "{}", context());
    }
    assert_eq!(bits.next_move(&mut cursor), None);
    assert_eq!(bits.next_move(&mut cursor), None, "and so it stays");
    // The key that was updated move by move is that of the board.
    assert_eq!(Amazons::parse(Some(&bits.text())), Ok(*bits));
    assert_eq!(Closest.evaluate(bits).get(), letters.closest() * SQUARE, "{}", context());
}

#[test]
fn keys_differ() {
    let mut seen = std::collections::HashMap::new();
    for position in (0..200).flat_map(|seed| random_game(Amazons::start(4, 5), seed)) {
        let text = position.text();
        assert_eq!(seen.entry(position.key()).or_insert_with(|| text.clone()), &text);
    }
    let key = |text| Amazons::parse(Some(text)).unwrap().key();
    assert_ne!(key("w1/1b w"), key("w1/1b b"));
    assert_ne!(key("w1/1b w"), key("b1/1w w"));
    assert_ne!(key("w1/1b/2 w"), key("2/w1/1b w"));
    assert_ne!(key("w1b w"), key("w1b1 w"), "the size of the board");
}

#[test]
fn perft_as_published() {
    assert_eq!(Amazons::default().perft(0), 1);
    testing::check_perft("perft/amazons.tsv", Amazons::perft);
    for (text, depth) in [("10x10", 1), ("4x4", 3), ("5x5", 2), ("w2xb/5/2x2/b3w b", 3)] {
        let mut position = Amazons::parse(Some(text)).unwrap();
        assert_eq!(position.perft(depth), crate::perft(&mut position, depth), "{text}");
    }
}

/// The published third ply of the start. Its left half mirrors its right half, so the first moves of the
/// two amazons on the left are half of it.
#[test]
fn perft_of_three_plies() {
    let mut start = Amazons::default();
    let mut moves = Vec::new();
    start.moves(&mut moves);
    moves.retain(|m| board::column_row(m.from()).0 < 5);
    let half: u64 = moves.into_iter().map(|m| start.visit(m, |next| next.perft(2))).sum();
    assert_eq!(2 * half, 8_350_439_170);
}

#[test]
fn playouts_leave_no_trace_and_text_reads_back() {
    testing::playouts(&Amazons::start(4, 4), 60);
    testing::playouts(&Amazons::start(5, 4).counted(), 40);
    testing::playouts(&Amazons::start(5, 6), 5);
    testing::playouts(&Amazons::parse(Some("w6b w")).unwrap(), 20);
}

#[test]
fn colours_and_mirrors() {
    for seed in 0..60 {
        let start = Amazons::start(6, 7);
        for position in random_game(start, seed) {
            let text = position.text();
            let (rows, side) = text.split_once(' ').unwrap();
            let swap = |c| match c {
                'w' => 'b',
                'b' => 'w',
                c => c,
            };
            // Rows from the bottom, colours swapped: no number of empty squares here has two digits.
            let turned: String = rows.chars().rev().map(swap).collect();
            let side = if side == "w" { "b" } else { "w" };
            let turned = Amazons::parse(Some(&format!("{turned} {side}"))).unwrap();
            for (name, _) in Evaluation::NAMES {
                let mut evaluation = Evaluation::named(name).unwrap();
                let value = evaluation.evaluate(&position);
                assert_eq!(evaluation.evaluate(&turned), -value, "{name} {text}");
            }
        }
    }
}

#[test]
fn starts_are_as_documented() {
    for (size, text) in [
        ("4x4", "1bb1/b2b/w2w/1ww1 w"),
        ("5x5", "1b1b1/b3b/5/w3w/1w1w1 w"),
        ("6x5", "1b2b1/b4b/6/w4w/1w2w1 w"),
        ("6x6", "1b2b1/b4b/6/6/w4w/1w2w1 w"),
        ("7x7", "2b1b2/7/b5b/7/w5w/7/2w1w2 w"),
        ("8x8", "2b2b2/8/b6b/8/8/w6w/8/2w2w2 w"),
        ("9x9", "2b3b2/9/b7b/9/9/9/w7w/9/2w3w2 w"),
        ("10X10", "3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 w"),
    ] {
        assert_eq!(Amazons::parse(Some(size)).unwrap().text(), text, "{size}");
    }
    for text in
        [None, Some("start"), Some(" 10x10 "), Some("3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 w")]
    {
        assert_eq!(Amazons::parse(text), Ok(Amazons::default()));
    }
}

#[test]
fn reads_moves() {
    let text = "d1-d7/g7 d10-d8/f6";
    let position = Amazons::parse(Some(text)).unwrap();
    for other in [
        "1. d1-d7/g7 d10-d8/f6",
        "1.d1-d7/g7 2. D10-D8/F6",
        "10x10 d1-d7xg7 d10-d8(f6)",
        "3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 w moves d1-d7/g7 d10-d8/f6",
        "3b2b3/10/10/b2w2x2b/10/10/w8w/10/10/6w3 b moves d10-d8/f6",
        "...b..b.../10/10/b........b/10/10/W8W/5.4/10/3W2W3 W moves d1-d7/g7 d10-d8/f6",
    ] {
        assert_eq!(Amazons::parse(Some(other)), Ok(position), "{other}");
    }
    assert_eq!(Amazons::transcript(text).map(|moves| moves.len()), Some(2));
    assert_eq!(Amazons::transcript("d1-d7/g7 d1-d2/d3"), None);
    let moves = Amazons::transcript(text).unwrap();
    assert_eq!(crate::transcript_of::<Amazons>(&moves).as_deref(), Some(text));
    let counted = Amazons::parse(Some("counted d1-d7/g7")).unwrap();
    assert_eq!(counted.text(), "3b2b3/10/10/b2w2x2b/10/10/w8w/10/10/6w3 b counted");
    for other in ["10x10 counted d1-d7/g7", &counted.text(), &format!("{} moves", counted.text())] {
        assert_eq!(Amazons::parse(Some(other)), Ok(counted), "{other}");
    }
    assert_ne!(counted.key(), Amazons::parse(Some("d1-d7/g7")).unwrap().key());
    let file = testing::TemporaryFile::new("amazons.txt", format!("{text}\na4-a5/a4\n"));
    assert_eq!(file.position("#1@1"), Amazons::parse(Some("d1-d7/g7")));
    assert_eq!(file.position("#2"), Amazons::parse(Some("a4-a5/a4")));
    file.remove::<Amazons>();
}

#[test]
fn an_arrow_may_hit_and_pass_the_square_left() {
    let row = Amazons::parse(Some("1xw1b w")).unwrap();
    let mut moves = Vec::new();
    row.moves(&mut moves);
    assert_eq!(moves.iter().map(Move::to_string).collect::<Vec<_>>(), ["c1-d1/c1"]);
    let row = Amazons::parse(Some("1w1b w")).unwrap();
    assert_eq!(row.count_moves(Side::Max), 4, "b1-a1/b1, b1-a1/c1, b1-c1/b1 and b1-c1/a1");
}

#[test]
fn boards_say_who_moves_and_who_won() {
    let board = |text| Amazons::parse(Some(text)).unwrap().board();
    assert_eq!(
        board("4x4 b1-b3/c2"),
        "  a b c d
4 . B B . 4
3 B W . B 3
2 W . x W 2
1 . . W . 1
  a b c d
Black to move"
    );
    assert!(board("xw/bx w").ends_with("Black has won"), "{}", board("xw/bx w"));
    assert!(board("10x10").contains("10 . . . B . . B . . . 10"), "{}", board("10x10"));
    let start = Amazons::start(4, 4);
    let m = start.parse_move("b1-b3/c2").unwrap();
    assert_eq!(start.cells_of(m), [13, 5, 10]);
}

#[test]
fn refuses_with_the_place() {
    for (text, tail) in [
        ("3x4", "at the size: expected columns and rows, from 4x4 to 10x10, found '3x4'"),
        ("10x11", "at the size: expected columns and rows, from 4x4 to 10x10, found '10x11'"),
        (
            "4x4 b1",
            "at move 1: expected a move such as d1-d7/g7, of squares from a1 to d4, found 'b1'",
        ),
        (
            "b1",
            "at move 1: expected a move such as d1-d7/g7, of squares from a1 to j10, found 'b1'",
        ),
        (
            "d1-d7/g7 d10-d8",
            "at move 2: expected a move such as d1-d7/g7, of squares from a1 to j10, found 'd10-d8'",
        ),
        ("b1-b2/b3", "at move 1: expected an amazon of White on b1, found 'b1-b2/b3'"),
        ("d1-d7/g7 d7-d8/d9", "at move 2: expected an amazon of Black on d7, found 'd7-d8/d9'"),
        (
            "d1-e3/e4",
            "expected a queen move over empty squares, and none such goes from d1 to e3, found 'd1-e3/e4'",
        ),
        (
            "d1-d10/d9",
            "expected a queen move over empty squares, and none such goes from d1 to d10, found 'd1-d10/d9'",
        ),
        (
            "d1-d3/e5",
            "expected an arrow over empty squares, and none such flies from d3 to e5, found 'd1-d3/e5'",
        ),
        (
            "d1-d3/d0",
            "at move 1: expected a move such as d1-d7/g7, of squares from a1 to j10, found 'd1-d3/d0'",
        ),
        ("w1/1b", "at the side to move: expected w or b behind the rows, found its end"),
        ("w1/1b x", "at the side to move: expected w or b behind the rows, found 'x'"),
        (
            "w1/1b w then",
            "at the word behind the side to move: expected 'counted', 'moves' and moves, or nothing, found 'then'",
        ),
        (
            "w1/1b w moves a2-b2/a2 b1-a1/b2",
            "at move 2: expected an arrow over empty squares, and none such flies from a1 to b2, found 'b1-a1/b2'",
        ),
        (
            "wx/xb w moves a2-b2/a2",
            "at move 1: expected no more moves: the game is over, found 'a2-b2/a2'",
        ),
        ("w1/1bb w", "at row 2 from the top: expected 2 squares as in row 1, found 3 of them"),
        ("w1/ w", "at row 2 from the top: expected 2 squares as in row 1, found 0 of them"),
        ("w10/1b w", "at row 1 from the top: expected 1 to 10 squares, found 11 of them"),
        (
            "w1/1q w",
            "at row 2 from the top, column 2: expected w, b, x, '.' or a number of empty squares, found 'q'",
        ),
        ("1/1/1/1/1/1/1/1/1/1/1 w", "expected 1 to 10 rows with '/' between, found 11 of them"),
        ("2/2 w", "expected an amazon on the board, found none"),
    ] {
        let error = Amazons::parse(Some(text)).expect_err(text).to_string();
        assert!(error.starts_with("amazons position '") && error.ends_with(tail), "{error}");
    }
    let error = Amazons::default().parse_move("d1-d3").unwrap_err();
    let crate::InputErrorKind::NotOneOf(legal) = error.kind() else { panic!("{error}") };
    assert_eq!(legal.len(), 2176);
}

#[test]
fn no_text_breaks_the_parser() {
    let seeds = [
        "d1-d7/g7 d10-d8/f6",
        "4x4 b1-b3/c2 c4-c3/c4",
        "3b2b3/10/10/b8b/10/10/w8w/10/10/3w2w3 w",
        "w1x/1b1/3 b moves b2-c2/b2",
        "w1b w counted",
        "6x6 counted",
        "w3xb2 w",
    ];
    let parse = |text: &str| Amazons::parse(Some(text));
    let accepted = testing::fuzz(&seeds, "abcdwbx1234567890 .-/xmoves", parse, |position, text| {
        assert_eq!(Amazons::parse(Some(&position.text())), Ok(*position), "{text:?}");
        assert!(position.board().lines().count() == usize::from(position.size().1) + 3);
    });
    assert!(accepted > 500, "{accepted} accepted: the mutations are too wild to test much");
}
