use super::*;
use crate::Game;
use crate::movetext::testing::{fuzz_records, play_out};
use crate::random::Rng;
use crate::testing::refused;

/// A record of a random game, from the start or from elsewhere.
fn invented(seed: u64) -> Record {
    let mut rng = Rng::new(seed);
    let start = match seed % 3 {
        0 => Chess::default(),
        1 => Chess::parse(Some("4k3/P6p/8/8/8/8/8/4K2R b K - 3 20")).unwrap(),
        _ => Chess::parse(Some("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1")).unwrap(),
    };
    let mut record = Record { start, ..Record::default() };
    let name = ["Ada", "a \"b\" \\ c", "\\", "", "ä"][rng.below(5) as usize];
    record.tags.push(("White".into(), name.into()));
    record.tags.push(("Annotator".into(), "nobody".into()));
    play_out(record, &mut rng)
}

#[test]
fn what_is_written_is_read_back() {
    let (mut all, mut records) = (String::new(), Vec::new());
    for seed in 0..60 {
        let record = invented(seed);
        let text = record.to_string();
        assert!(text.lines().all(|line| line.starts_with('[') || line.chars().count() < 80));
        let read = Record::parse(&text).unwrap();
        assert_eq!(
            (&read.moves, &read.start, read.outcome),
            (&record.moves, &record.start, record.outcome)
        );
        assert_eq!(read.tag("White"), record.tag("White"));
        assert_eq!(read.tag("Annotator"), Some("nobody"));
        assert_eq!(read.to_string(), text);
        all.push_str(&text);
        all.push('\n');
        records.push(read);
    }
    assert_eq!(read(&all).unwrap(), records);
}

#[test]
fn the_tags_of_every_record() {
    let mut record = Record::default();
    record.tags.push(("Black".into(), "Bob".into()));
    let text = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                [White \"?\"]\n[Black \"Bob\"]\n[Result \"*\"]\n\n*\n";
    assert_eq!(record.to_string(), text);
}

#[test]
fn records_as_they_are_found() {
    // Morphy against two allies, Paris 1858.
    let text = "\u{feff}[Event \"Paris\"]\r\n[White \"Morphy\"]\r\n[Result \"1-0\"]\r\n\r\n\
        1. e4 e5 2. Nf3 d6 3. d4 Bg4 {This is a weak move (already).} 4. dxe5 Bxf3\r\n\
        % an escape\r\n\
        5. Qxf3 dxe5 6. Bc4 Nf6 ; to the end of the line 1-0\r\n\
        7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5?! (9... Qb4+ {a ) bracket} 10. Qxb4 (10. c3 Qxb3)) 10. Nxb5! cxb5$1\r\n\
        11. Bxb5+ Nbd7 12. 0-0-0 Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15 Bxd7+ Nxd7 16. Qb8+!! Nxb8\r\n\
        17. Rd8# 1-0\r\n\r\n[Event \"next\"]\r\n\r\n1. d4 d5\r\n[Event \"last\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. O-O 1/2-1/2";
    let records = read(text).unwrap();
    assert_eq!(records.len(), 3);
    assert_eq!(records[0].moves.len(), 33);
    assert_eq!(records[0].outcome, Outcome::WonBy(Side::Max));
    assert_eq!(Outcome::of(&records[0].position()), records[0].outcome);
    assert_eq!((records[1].moves.len(), records[1].outcome), (2, Outcome::Open));
    assert_eq!((records[2].moves.len(), records[2].outcome), (1, Outcome::Draw));
    assert_eq!(read("").unwrap(), []);
    // A game may go on after a draw that nobody claimed.
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(3) + "1/2-1/2";
    assert_eq!(Record::parse(&shuffle).unwrap().moves.len(), 12);
}

#[test]
fn errors_say_where() {
    let texts = [
        ("1. e4 e5\n2. Nf6 *", "at line 2, move 3: expected one of"),
        ("1. e4 e5\n2. Nf6 *", "found 'Nf6'"),
        ("1. e4 * 1. e5", "at game 2, line 1, move 1: expected one of"),
        ("[White \"Ada]\n", "expected '\"' after the value of White, found the end of the line"),
        ("[White Ada]\n", "expected a tag such as [Black \"name\"], found '[White Ada]'"),
        ("[White \"Ada\" x", "expected ']' after the value of White"),
        ("[FEN \"8/8 w\"]", "FEN '8/8 w': at line 1, the board: expected eight ranks"),
        ("1. e4 {a comment", "line 1: expected '}' after the comment, found the end of the text"),
        ("1. e4 (1. d4 (1. c4)", "line 1: expected ')' after the variation, found the end"),
        ("1. e4 )", "expected one of"),
        ("", "expected a game, found none"),
        ("* *", "expected one game, found 2"),
    ];
    refused(texts, Record::parse);
}

#[test]
fn nothing_broken_panics() {
    let texts: Vec<String> = (0..3).map(|seed| invented(seed).to_string()).collect();
    let short = "[White \"Ada\"]\n1. e4 e5 {solid} 2. Nf3 (2. f4) Nc6 $1 1/2-1/2";
    let mut seeds: Vec<&str> = texts.iter().map(String::as_str).collect();
    seeds.truncate(1);
    seeds.extend([
        short,
        "1. e4 c5 ; x\n2. Nf3 *",
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"] O-O *",
    ]);
    let alphabet = "[]\"{}();$1234567890-/*. KQRBNabcdefghx=+#\n%";
    let accepted = fuzz_records(&seeds, alphabet, read);
    assert!(accepted > 500, "{accepted}");
}
