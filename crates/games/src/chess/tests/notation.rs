use super::*;
use crate::testing::fuzz;

#[test]
fn moves_have_names() {
    for (text, moves) in [
        ("startpos", "e4=e2e4 Nf3=g1f3 g1f3=g1f3 Ng1-f3=g1f3 e2-e4=e2e4"),
        (KIWIPETE, "O-O=e1g1 0-0-0=e1c1 e1h1=e1g1 dxe6=d5e6 de6=d5e6 Nxg6=e5g6 Qxf6!?=f3f6"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q+=a7a8q a8N=a7a8n a8(R)=a7a8r a7a8b=a7a8b"),
        // Three queens: file, rank, both.
        ("8/8/8/8/7k/Q7/8/Q1Q4K w - - 0 1", "Qaa2=? Q1b2=? Qa1b2=a1b2 Qcb2=c1b2 Q3b2=a3b2"),
        ("7k/8/8/8/8/8/3p4/5KN1 b - - 0 1", "d1=Q+=d2d1q d1=? dxe1=?"),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "exf6=e5f6 ef=?"),
    ] {
        let position = parse(text);
        for word in moves.split(' ') {
            let (name, uci) = word.rsplit_once('=').unwrap();
            match position.parse_move(name) {
                Ok(m) => assert_eq!(position.uci(m), uci, "{name}"),
                Err(error) => assert_eq!(uci, "?", "{error}"),
            }
        }
    }
    let position = parse("8/8/8/8/7k/Q7/8/Q1Q4K w - - 0 1");
    let names: Vec<String> = legal(&position).iter().map(|&m| position.move_text(m)).collect();
    for name in ["Qa1b2", "Qcb2", "Q3b2", "Qab1", "Qcb1"] {
        assert!(names.iter().any(|other| other.trim_end_matches('+') == name), "{name}: {names:?}");
    }
}

#[test]
fn castling_of_all_kinds() {
    let position = parse("nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1");
    let (short, long) =
        (position.parse_move("O-O").unwrap(), position.parse_move("O-O-O").unwrap());
    assert_eq!((position.uci(short), position.uci(long)), ("c1g1".into(), "c1b1".into()));
    assert_eq!((position.san(short), position.san(long)), ("O-O".into(), "O-O-O".into()));
    assert!(position.fen().contains(" GBgb "));
    // A king's move to the square where it would stand after castling.
    let position = parse("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    assert_eq!(position.san(position.parse_move("f1g1").unwrap()), "Kg1");
    assert_eq!(position.san(position.parse_move("f1h1").unwrap()), "O-O");
    // The outermost rook, as X-FEN has it.
    assert_eq!(parse("4k3/8/8/8/8/8/8/1K3R1R w K - 0 1").fen(), "4k3/8/8/8/8/8/8/1K3R1R w H - 0 1");
    assert_eq!(
        parse("4k2r/8/8/8/8/8/8/R3K2R w HAh - 0 1").fen(),
        "4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1"
    );
}

#[test]
fn positions_have_many_names() {
    let expected = parse("e4 e5 Nf3");
    for text in [
        "1. e4 e5 2. Nf3",
        "1.e4 e5 2.Nf3",
        "e2e4 e7e5 g1f3",
        "startpos moves e2e4 e7e5 g1f3",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e4 e7e5 Nf3",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2 moves g1f3",
    ] {
        assert_eq!(parse(text), expected, "{text}");
    }
    assert_eq!(Chess::parse(None), Ok(Chess::default()));
    assert_eq!(parse(" start "), Chess::default());
    assert_eq!(parse("startpos"), Chess::default());
    assert_eq!(parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"), Chess::default());
    let epd = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; hmvc 7; fmvn 30; id \"a;b\";";
    assert_eq!(parse(epd).fen(), "4k3/8/8/8/8/8/8/4K2R w K - 7 30");
    let transcript = |text| Chess::transcript(text).map(|moves| moves.len());
    assert_eq!(transcript("e4 e5"), Some(2));
    assert_eq!(transcript("startpos moves e2e4"), Some(1));
    assert_eq!(transcript("e4 e4"), None);
    assert_eq!(transcript("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None);
}

#[test]
fn names_tell_of_the_past_where_it_matters() {
    let played = parse("d4 Nf6 Nf3 Ng8");
    let text = played.text();
    let fen = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq -";
    assert_eq!(text, format!("{fen} 0 1 moves g8f6 g1f3 f6g8"));
    assert_eq!(parse(&text), played);
    assert_ne!(parse(&played.fen()), played);
    assert_eq!(parse("d4").text(), parse("d4").fen());
    // A capture en passant that is possible when the run begins.
    let played = parse("e4 a6 e5 d5 Nf3 Nf6 Ng1 Ng8");
    assert!(played.text().contains(" w KQkq d6 0 3 moves g1f3"), "{}", played.text());
    assert_eq!(parse(&played.text()), played);
    // A draw that nobody claimed.
    let beyond = parse("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3");
    assert_eq!(parse(&beyond.text()), beyond);
}

#[test]
fn boards_can_be_seen() {
    assert_eq!(
        Game::board(&parse("e4 e5 Nf3 Nc6 Bb5")),
        "  a b c d e f g h
8 r . b q k b n r 8
7 p p p p . p p p 7
6 . . n . . . . . 6
5 . B . . p . . . 5
4 . . . . P . . . 4
3 . . . . . N . . 3
2 P P P P . P P P 2
1 R N B Q K . . R 1
  a b c d e f g h
Black to move"
    );
    assert!(Game::board(&parse("e4 f6 Qh5+")).ends_with("Black to move, in check"));
    let uneven = parse("4k3/8/8/8/8/2n3p1/8/R3K2B w - - 0 1");
    let words = "\nWhite +RB, Black +np\nWhite to move";
    assert!(Game::board(&uneven).ends_with(words), "{}", Game::board(&uneven));
}

#[test]
fn moves_have_cells() {
    let cells = |position: &Chess, text: &str| {
        let cells = position.cells_of(position.parse_move(text).unwrap());
        cells
            .iter()
            .map(|&cell| format!("{}{}", b"abcdefgh"[cell % 8] as char, 8 - cell / 8))
            .collect::<Vec<_>>()
    };
    let both = parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_eq!(cells(&both, "O-O"), ["e1", "g1"]);
    assert_eq!(cells(&both, "O-O-O"), ["e1", "c1"]);
    assert_eq!(cells(&both, "Rxa8+"), ["a1", "a8"]);
    assert_eq!(cells(&parse("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"), "O-O"), ["e8", "g8"]);
}

#[test]
fn a_clock_may_go_on_after_a_draw_that_nobody_claims() {
    let of = |clock| parse(&format!("8/8/8/3k4/8/3KR3/8/8 w - - {clock} 80"));
    assert_eq!(of(101), of(100));
    assert!(of(9999).is_over() && !of(99).is_over());
}

#[test]
fn errors_say_where() {
    let men = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (text, words) in [
        ("e4 e5 Nf4", "at move 3: expected one of"),
        ("e4 e5 Nf4", "found 'Nf4'"),
        ("startpos e4", "expected 'moves' and a list of them, found 'e4'"),
        ("8/8 w - - 0 1", "at the board: expected eight ranks with '/' between, found 2 in '8/8'"),
        (
            "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -",
            "at the board, rank 7: expected a piece of PNBRQKpnbrqk, or 1 to 8 empty squares, found 'x'",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/9/8/PPPPPPPP/RNBQKBNR w - -",
            "at the board, rank 4: expected a piece of PNBRQKpnbrqk, or 1 to 8 empty squares, found '9'",
        ),
        (
            "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -",
            "at the board, rank 7: expected eight squares, found 7 in 'ppppppp'",
        ),
        (men, "at the side to move: expected 'w' or 'b', found its end"),
        (&format!("{men} x - -"), "at the side to move: expected 'w' or 'b', found 'x'"),
        (
            &format!("{men} w z -"),
            "at the castling rights: expected some of KQkq, files such as HAha",
        ),
        (&format!("{men} w KK -"), "at the castling rights: expected each castling right once"),
        (
            "4k3/8/8/8/8/8/8/4K3 w K -",
            "at the castling rights: expected a white king and rook on their first rank for 'K'",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3 w K -",
            "at the castling rights: expected a white king and rook on their first rank for 'K'",
        ),
        (&format!("{men} w - e3"), "expected a square on rank 6, or '-', found 'e3'"),
        (&format!("{men} w - e6"), "the square behind a pawn that has just moved two steps"),
        (&format!("{men} w - - -1 1"), "at the halfmove clock: expected a number from 0 to 9999"),
        (&format!("{men} w - - 0"), "at the number of the move: expected a number, found its end"),
        (
            &format!("{men} w - - 0 0"),
            "at the number of the move: expected a number from 1 to 9999",
        ),
        ("8/8/8/8/8/8/8/4K3 w - -", "expected a king of each side, found no black king"),
        ("4k3/8/8/8/8/8/8/KK6 w - -", "expected a king of each side, found 2 white kings"),
        ("4k2P/8/8/8/8/8/8/K7 w - -", "no pawn on the first or the last rank, found one on h8"),
        (
            "4k3/pppppppp/p7/8/8/8/8/K7 w - -",
            "expected eight pawns a side at most, found 9 black pawns",
        ),
        (
            "4k3/pppppppp/nnnnnnnn/8/8/8/8/K7 w - -",
            "expected sixteen men a side at most, found 17 black men",
        ),
        (
            "4k3/4R3/8/8/8/8/8/K7 w - -",
            "expected nobody in check but the side to move, found the black king in check",
        ),
        ("4k3/4R3/8/8/8/8/4r3/4K3 w - -", "found both kings in check"),
        ("8/8/8/8/8/8/5kK1/8 w - -", "expected kings that do not touch, found kings on g2 and f2"),
        ("8/8/8/8/8/1k6/K7/8 b - - 0 1", "expected kings that do not touch"),
        (
            "4k3/8/3N1N2/1B6/8/8/4R3/K7 b - -",
            "expected at most two pieces that give check, found 4 that give check",
        ),
        ("4k3/8/8/8/8/8/8/K7 w - - bm Kz9;", "EPD line"),
    ] {
        let error = Chess::parse(Some(text)).expect_err(text).to_string();
        assert!(error.contains(words), "{error}");
    }
    let error = |text: &str, m: &str| parse(text).parse_move(m).unwrap_err().to_string();
    assert!(error("e4 e5", "e5").starts_with("chess move 'e5': expected one of"));
    assert!(error("f3 e5 g4 Qh4#", "a3").ends_with("expected no move: the game is over"));
    let words = error("rnbqkb1r/pppppppp/8/8/8/5N2/PPP1PPPP/RN1QKB1R w KQkq - 0 1", "Nd2");
    assert!(
        words.ends_with("expected one of Nbd2 Nfd2")
            || words.ends_with("expected one of Nfd2 Nbd2"),
        "{words}"
    );
}

#[test]
fn no_text_breaks_the_parser() {
    let seeds = [
        "e4 e5 Nf3 Nc6 Bb5 a6 O-O",
        "1. e4 d5 2. exd5 Qxd5",
        "startpos moves e2e4 e7e5",
        KIWIPETE,
        "4k2r/8/8/3pP3/8/8/8/R3K3 w Qk d6 3 40 moves e5d6 e8g8",
        "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; hmvc 7; id \"x\";",
    ];
    let parse = |text: &str| Chess::parse(Some(text));
    let alphabet = "PNBRQKpnbrqk12345678/ wb-abcdefghO=+#.movesx;\"0";
    let accepted = fuzz(&seeds, alphabet, parse, |position, text| {
        assert_eq!(Chess::parse(Some(&position.text())).as_ref(), Ok(position), "{text:?}");
        assert!(matches!(Game::board(position).lines().count(), 11 | 12));
        for m in legal(position) {
            assert_eq!(position.parse_move(&position.uci(m)), Ok(m), "{text:?}");
            assert_eq!(position.parse_move(&position.san(m)), Ok(m), "{text:?}");
        }
    });
    assert!(accepted > 500, "{accepted} accepted: the mutations are too wild to test much");
}
