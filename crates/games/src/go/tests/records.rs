//! Records in SGF: what is read, what is refused, and the crate `sgf-parse` as a twin.

use super::*;
use crate::testing::{fuzz, refused};
use sgf::{Record, read};
use sgf_parse::go::Prop;

fn one(text: &str) -> Record {
    let mut records = read(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0)
}

/// Black and white stones, moves.
fn summary(record: &Record) -> String {
    let size = record.board.size();
    let moves: Vec<String> = record
        .moves
        .iter()
        .map(|(color, m)| format!("{}{}", color.letter(), m.name(size)))
        .collect();
    format!("{} | {}", record.board.text(), moves.join(" "))
}

#[test]
fn all_ways_to_write_a_game_are_read() {
    for (text, expected) in [
        ("(;)", "19 | "),
        ("(;SZ[9];B[aa];W[];B[tt])", "9 | BA9 Wpass Bpass"),
        // Properties in any order, in any case of old files, and unknown ones.
        ("(;AB[ab]PL[W]SZ[3]XX[\\]](;W[aa](;B[bb])(;B[cc]))(;W[zz]))", "3 B A2 | WA3 BB2"),
        ("(;GaMe[1]SiZe[3]AddBlack[aa])", "3 B A3 | "),
        ("\u{feff}\r\n ( ; SZ [3]\r\n AB [aa]\n[bb]\t[cc] \r\n) \n", "3 B A3 B2 C1 | "),
        ("(;SZ[5]AB[aa:bc][ee]AW[dd:dd])", "5 B A5 B5 A4 B4 A3 B3 E1 W D2 | "),
        ("(;SZ[3:3]AB[aa]AB[bb])", "3 B A3 B2 | "),
        // Set-up in several nodes; moves in the first one.
        ("(;SZ[3]AB[aa:cb];AE[ba:ca]AW[cc];PL[W];B[ba])", "3 B A3 A2 B2 C2 W C1 | BB3"),
        ("(;SZ[3]AE[aa]AB[bb]B[aa];W[cc])", "3 B B2 | BA3 WC1"),
        ("(;SZ[5];B[aa]AW[bb];W[cc])", "5 W B4 | BA5 WC3"),
        // The string of the first node has no liberty until the second node.
        ("(;SZ[2]AB[aa:bb];AE[bb])", "2 B A2 B2 A1 | "),
        ("(;SZ[2]C[ignored\n);(\\]];B[aa]C[[(;])", "2 | BA2"),
    ] {
        let record = one(text);
        assert_eq!(summary(&record), expected, "{text}");
        assert_eq!(one(&record.to_string()), record, "{text}");
    }
    let many = read("(;SZ[2])(;SZ[3];B[aa])\n(;SZ[4](;B[aa])(;B[bb]))").unwrap();
    assert_eq!(many.iter().map(|record| record.board.size()).collect::<Vec<_>>(), [2, 3, 4]);
}

#[test]
fn texts_are_unescaped() {
    let record = one("(;GN[a\nb\\]\\\\\\:c\\\r\nd]C[1\r\n2\n\r3\r4\\\n5\t6\\n\\])] SZ[2])");
    assert_eq!(record.name.as_deref(), Some("a b]\\:cd"));
    assert_eq!(record.comment.as_deref(), Some("1\n2\n3\n45 6n])"));
    assert_eq!(one(&record.to_string()), record);
    assert_eq!(one("(;GN[]C[])").name, None);
}

#[test]
fn wrong_files_are_refused_with_the_place() {
    let texts = [
        ("", "SGF '': expected a game tree"),
        (" \n ", "expected a game tree"),
        ("hello (;)", "at line 1, column 1: expected '(', found 'h'"),
        ("(;)x", "at line 1, column 4: expected '(', found 'x'"),
        ("()", "at line 1, column 2: expected ';', found ')'"),
        ("((;))", "at line 1, column 2: expected ';', found '('"),
        ("(B[aa])", "at line 1, column 2: expected ';', found 'B'"),
        ("(;B[aa]", "at line 1, column 8: expected ')', found the end"),
        ("(", "expected ';', found the end"),
        (")", "expected '(', found ')'"),
        ("(;))", "at line 1, column 4: expected '(', found ')'"),
        ("(;(;B[aa]);W[bb])", "at line 1, column 11: expected '(' or ')', found ';'"),
        ("(;(;)B[aa])", "expected '(' or ')', found 'B'"),
        ("(;\nSZ[9]\n  AB)", "at line 3, column 5: expected '[' after AB, found ')'"),
        ("(;\nC[ä]É[x])", "at line 2, column 5: expected a property, ';', '(' or ')', found 'É'"),
        ("(;SZ[9]C[never ends\\]", "at line 1, column 9: expected ']' after this '[', found '['"),
        ("(;sz[9])", "expected an identifier in capital letters"),
        ("(;S-Z[9])", "expected '[' after S, found '-'"),
        // The identifier of an attack on a parser that takes anything before '['.
        ("(;A)[];A)[]", "expected '[' after A, found ')'"),
        ("(;)(;GM[2])", "at game 2, GM: expected 1, the number of Go, found '2'"),
        ("(;GM[1][1])", "at game 1, GM: expected 1, the number of Go, found several values"),
        (
            "(;SZ[19:13])",
            "expected a square board of 2 to 19 columns, found 19 columns and 13 rows",
        ),
        ("(;SZ[1])", "expected a square board of 2 to 19 columns, found 1 columns"),
        ("(;SZ[275])", "expected a square board of 2 to 19 columns, found 275 columns"),
        ("(;SZ[-9])", "SZ: expected a number from 2 to 19, found '-9'"),
        ("(;SZ[])", "SZ: expected a number from 2 to 19, found ''"),
        ("(;SZ[9]SZ[13])", "SZ: expected a number from 2 to 19, found several values"),
        ("(;SZ[9]AB[jj])", "AB: expected points of the board, found AB[jj]"),
        ("(;SZ[9]AB[aa:aj])", "AB: expected points of the board, found AB[aa:aj]"),
        ("(;SZ[9]AW[bb:aa])", "AW: expected points of the board, found AW[bb:aa]"),
        ("(;SZ[9]AB[])", "AB: expected points of the board, found AB[]"),
        ("(;SZ[9]TR[a])", "TR: expected points of the board, found TR[a]"),
        ("(;SZ[9]AB[AA])", "AB: expected points of the board, found AB[AA]"),
        ("(;SZ[9]AB[aä])", "AB: expected points of the board, found AB[aä]"),
        ("(;SZ[9]PL[?])", "PL: expected B or W, found '?'"),
        ("(;SZ[5]AB[aa]AE[aa])", "A5: expected one stone, found two"),
        ("(;SZ[2]AB[aa:bb];B[tt])", "A2: expected a string with a liberty, found none"),
        (
            "(;SZ[5];B[aa];AW[bb])",
            "AW: expected stones set up before the first move, found it later",
        ),
        ("(;SZ[5];B[aa]W[bb])", "B: expected one move in a node, found B and W"),
        ("(;SZ[5];B[aa][bb])", "B: expected one move in a node, found several values"),
        ("(;SZ[5];B[aa];W[a])", "move 2: expected a point of the board, or nothing, found W[a]"),
        ("(;SZ[5];B[aa:bb])", "move 1: expected a point of the board, or nothing"),
    ];
    refused(texts, read);
}

/// Lengths and depths at which a parser that recurses, or looks back, does not end well.
#[test]
fn long_and_deep_files_are_read_or_refused_at_once() {
    let many = 100_000;
    let passes = format!("(;SZ[2]{})", ";B[]".repeat(many));
    let record = one(&passes);
    assert_eq!(record.moves.len(), many);
    assert_eq!(one(&record.to_string()), record);
    let nested = format!("{}{}", "(;".repeat(many), ")".repeat(many));
    assert_eq!(one(&nested).moves.len(), 0);
    let branching = format!("(;SZ[2]{}{})", "(;B[](;W[])".repeat(many), "(;W[]))".repeat(many));
    assert_eq!(summary(&one(&branching)), "2 | Bpass Wpass");
    let wide = format!("(;SZ[2]{})", "(;B[aa])".repeat(many));
    assert_eq!(summary(&one(&wide)), "2 | BA2");
    assert!(read(&"(;".repeat(many)).is_err() && read(&"(".repeat(many)).is_err());
    assert_eq!(read(&"(;SZ[2])".repeat(many)).unwrap().len(), many);
    let rectangles = format!("(;{})", "AE[aa:ss]".repeat(many));
    assert_eq!(one(&rectangles).board, Board::new(19).unwrap());
    let values = format!("(;AE{})", "[aa:ss]".repeat(many));
    assert!(read(&values).is_ok());
    let brackets = format!("(;C[{}", "\\]".repeat(many));
    assert!(read(&brackets).is_err());
}

/// Random games with random marks, comments and passes are written so that the crate reads them as we do.
#[test]
fn another_parser_reads_what_is_written() {
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let size = 2 + (seed % 18) as u8;
        let mut board = Board::new(size).unwrap();
        let mut play = |board: &mut Board, color| {
            let legal: Vec<Point> = board.legal(color).collect();
            let &point = rng.choose(&legal)?;
            board.play(point, color).map(|_| point)
        };
        for n in 0..2 * u32::from(size) {
            play(&mut board, [Color::Black, Color::White][n as usize % 2]);
        }
        board.lift_ko();
        let (mut now, mut moves) = (board.clone(), Vec::new());
        for color in [Color::White, Color::Black, Color::Black, Color::White] {
            let point = play(&mut now, color);
            moves.push((color, point.map_or(Move::Pass, Move::Play)));
        }
        let comment = Some("one: [two\\] three \\ four\nfive".to_string());
        let name = Some(format!("seed {seed}: a]"));
        let marked = board.stones(Color::White).or(&board.legal(Color::Black).take(2).collect());
        let to_move = Some(Color::White).filter(|_| seed % 3 > 0);
        let record = Record { name, comment, board, to_move, marked, moves };
        let text = record.to_string();
        assert_eq!(one(&text), record, "seed {seed}");
        let theirs = sgf_parse::go::parse(&text).unwrap();
        let mut moves = Vec::new();
        let named = |point: &sgf_parse::go::Point| Point::new(point.x, point.y).unwrap();
        for property in theirs[0].main_variation().flat_map(|node| node.properties()) {
            match property {
                Prop::SZ((columns, rows)) => assert_eq!((*columns, *rows), (size, size)),
                Prop::AB(set) => {
                    let stones: Points = set.iter().map(named).collect();
                    assert_eq!(stones, *record.board.stones(Color::Black), "seed {seed}");
                }
                Prop::AW(set) => {
                    let stones: Points = set.iter().map(named).collect();
                    assert_eq!(stones, *record.board.stones(Color::White), "seed {seed}");
                }
                Prop::TR(set) => {
                    assert_eq!(set.iter().map(named).collect::<Points>(), record.marked);
                }
                Prop::GN(text) => assert_eq!(Some(&text.text), record.name.as_ref()),
                Prop::C(text) => assert_eq!(Some(&text.text), record.comment.as_ref()),
                Prop::B(m) => moves.push((Color::Black, *m)),
                Prop::W(m) => moves.push((Color::White, *m)),
                Prop::Invalid(..) | Prop::Unknown(..) => panic!("{property:?}: {text}"),
                _ => {}
            }
        }
        let moves: Vec<(Color, Move)> = moves
            .iter()
            .map(|&(color, m)| match m {
                sgf_parse::go::Move::Pass => (color, Move::Pass),
                sgf_parse::go::Move::Move(point) => (color, Move::Play(named(&point))),
            })
            .collect();
        assert_eq!(moves, record.moves, "seed {seed}");
        // Theirs is read as ours, too. They write set-ups in random order.
        assert_eq!(one(&theirs[0].serialize()).board, record.board, "seed {seed}");
    }
}

#[test]
fn variations_are_written_as_trees() {
    let board = Board::new(3).unwrap();
    let variation = |name: &str, next| {
        let point = board.point(name).unwrap();
        sgf::Variation {
            played: Some((Color::Black, Move::Play(point))),
            next,
            ..Default::default()
        }
    };
    let leaf = sgf::Variation { played: Some((Color::White, Move::Pass)), ..Default::default() };
    let lines = vec![variation("A1", vec![leaf.clone(), leaf]), variation("B2", vec![])];
    let root = sgf::Variation { next: lines, comment: "a]".into(), ..Default::default() };
    let text = sgf::write("n", &board, Color::Black, &Points::EMPTY, &root);
    let tree = "(;FF[4]GM[1]SZ[3]GN[n]PL[B]C[a\\]](;B[ac](;W[])(;W[]))(;B[bb]))";
    assert_eq!(text, tree);
    assert_eq!(sgf_parse::go::parse(&text).unwrap()[0].children().count(), 2);
}

#[test]
fn mutated_records_are_refused_or_written_and_read_back() {
    let seeds = [
        "(;FF[4]GM[1]SZ[9]AB[aa][bb:cc]AW[dd]PL[W]TR[dd]C[a \\] b\\\nc];W[ee](;B[ff];W[tt])(;B[]))",
        "(;SZ[5]AB[aa];AE[aa]AW[bb];B[cc]C[x])\n(;GN[n\\:m]SZ[13:13];B[];W[])",
        "(;AddBlack[ab]SiZe[3]PL[W];W[aa](;B[bb])(;B[cc];W[ca]))",
    ];
    let accepted = fuzz(&seeds, ";()[]:\\\nabcBWASZCETRPL1359", read, |records, _| {
        let text: String = records.iter().map(Record::to_string).collect();
        assert_eq!(read(&text).as_ref(), Ok(records));
    });
    assert!(accepted > 1000, "{accepted}");
}
