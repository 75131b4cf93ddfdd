use crate::Game;
use crate::checkers::Checkers;
use crate::testing::fuzz;

fn position(text: &str) -> Checkers {
    Checkers::parse(Some(text)).unwrap()
}

#[test]
fn reads_and_writes_positions() {
    let start = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
    assert_eq!(Checkers::default().text(), start);
    for text in ["", "start", start, "B:B1-12:W21-32", "\"B:W21-32:B1-12.\"", "b:w21-32:b1-12"] {
        assert_eq!(Checkers::parse(Some(text)), Ok(Checkers::default()), "{text}");
    }
    for (text, fen) in [
        ("11-15", "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15"),
        ("B:WK 3 , K20-21:B1", ""),
        ("W:WK20-21,5 : BK1:F3:H2", "W:W5,K20,K21:BK1:H2:F3"),
        ("B:W18:BK1 moves 1-6", "B:W18:BK1 moves 1-6"),
        ("B:W18:BK1 moves 1-6 18-15", "B:W15:BK6:H0:F2"),
        ("[FEN \"B:W18,21,K22:BK1,2,3\"]", "B:W18,21,K22:BK1,2,3"),
    ] {
        match Checkers::parse(Some(text)) {
            Ok(position) => assert_eq!(position.text(), fen, "{text}"),
            Err(error) => assert!(fen.is_empty(), "{error}"),
        }
    }
    let moves = "1. 11-15 23-19 2. 8-11 22-17 3.11-16 24-20 16x23";
    assert_eq!(position(moves).ply(), 7);
    assert_eq!(Checkers::transcript(moves).map(|moves| moves.len()), Some(7));
    assert_eq!(Checkers::transcript("11-15 11-15"), None);
}

#[test]
fn refuses_with_the_place() {
    for (text, tail) in [
        ("x", "at its beginning: expected the side to move, B or W, found 'x'"),
        ("B", "expected the squares of both sides, such as B:W21,K22:B1,2, found neither"),
        ("B:B1\n\n", "such as B:W21,K22:B1,2, found none of White"),
        ("B:W1\n2", "expected a square from 1 to 32, found '1\\n2'"),
        ("B:W1", "at White's 1: expected a king on square 1, such as K1, found a man"),
        ("B:W5:B32", "at Black's 32: expected a king on square 32, such as K32, found a man"),
        ("B:W0:B1", "at White's 0: expected a square from 1 to 32, found '0'"),
        ("B:W33:B1", "at White's 33: expected a square from 1 to 32, found '33'"),
        ("B:W5,,6:B1", "at White's squares: expected a square from 1 to 32, found ''"),
        ("B:W9-5:B1", "at White's 9-5: expected squares from low to high, found '9-5'"),
        ("B:W9-12:B11", "at Black's 11: expected one piece on square 11, found a second"),
        ("B:W9,9:B11", "at White's 9: expected one piece on square 9, found a second"),
        (
            "B:W5:W6",
            "at part 3: expected the squares of one side, such as B1,2,K30, each side once, found 'W6'",
        ),
        (
            "B:W5:B6:X",
            "at part 4: expected the squares of one side, such as B1,2,K30, each side once, found 'X'",
        ),
        ("B:W5:B6:H81", "at part 4: expected a number from 0 to 80, found '81'"),
        ("B:W5:B6:F0", "at part 4: expected a number from 1 to 1000000, found '0'"),
        ("B:W5-17:B1", "expected at most 12 pieces of White, found 13"),
        ("B:W:B1", "expected a piece of White, who moved last, found none"),
        (
            "11-15 11-15",
            "at move 2: expected one of 22-17 24-19 23-18 21-17 24-20 23-19 22-18, found '11-15'",
        ),
        ("11-15 23-19 15x24", "found '15x24'"),
        ("B:W18:BK1 moves 1-5 18-15 5-10", "at move 3: expected one of 5-9 5-1, found '5-10'"),
    ] {
        let error = Checkers::parse(Some(text)).expect_err(text).to_string();
        assert!(error.starts_with("checkers position '") && error.ends_with(tail), "{error}");
    }
    let error = Checkers::default().parse_move("11x15").unwrap_err().to_string();
    assert!(error.starts_with("checkers move '11x15': expected one of "), "{error}");
    for word in ["", "-", "11", "11-", "+11-15", "11-15-18", "1x2x3", "999999999999-1"] {
        assert!(Checkers::default().parse_move(word).is_err(), "{word}");
    }
    let ambiguous = position("B:W6,7,14,15,23:B2");
    assert!(ambiguous.parse_move("2x27").is_err());
    assert!(ambiguous.parse_move("2x9x18x27").is_ok());
}

#[test]
fn boards_say_who_moves_and_who_won() {
    assert_eq!(
        position("B:W18,K31:BK1,24").board(),
        "      1B      2.      3.      4.
  5.      6.      7.      8.
      9.     10.     11.     12.
 13.     14.     15.     16.
     17.     18w     19.     20.
 21.     22.     23.     24b
     25.     26.     27.     28.
 29.     30.     31W     32.
Black 1 man 1 king, White 1 man 1 king
Black to move"
    );
    assert!(position("W:W28:B24,19").board().ends_with("Black has won"));
    assert!(position("B:W9,14:B5").board().ends_with("White has won"));
    assert!(position("11-15").board().ends_with("White to move"));
}

#[test]
fn positions_and_transcripts_survive_everything() {
    let seeds = [
        "B:W18,21,K22:BK1,2,3",
        "W:W21-32:B1-12:H3:F9",
        "11-15 23-19 8-11 22-17",
        "1. 11-15 23-18 2. 8-11 27-23",
        "B:WK32:BK1 moves 1-6 32-27 6-1",
    ];
    let alphabet = "BWK:,-x. 0123456789moves";
    let accepted = fuzz(
        &seeds,
        alphabet,
        |text| Checkers::parse(Some(text)),
        |position, text| {
            assert_eq!(Checkers::parse(Some(&position.text())), Ok(position.clone()), "{text:?}");
            assert_eq!(position.board().lines().count(), 10);
        },
    );
    assert!(accepted > 500, "mutations are often still right: {accepted}");
}
