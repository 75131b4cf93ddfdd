use super::*;
use crate::movetext::testing::{fuzz_records, play_out};
use crate::random::Rng;
use crate::testing::refused;
use plywood::Position;

/// A record of a random game, from the start or from an ending.
fn invented(seed: u64) -> Record {
    let mut rng = Rng::new(seed);
    let starts = ["", "W:W21-32:B1-10,12,15", "B:W6,7,14,15,K30:BK2,20:H7:F31", "W:WK9:BK1,K2"];
    let start = Checkers::parse(Some(starts[rng.below(4) as usize])).unwrap();
    let name = ["ada", "b\"o\\b", "\\", "\"", "ä[ö]", "", "{(;"][rng.below(7) as usize];
    let mut record = Record { start, ..Record::default() };
    record.tags.push(("Black".into(), name.into()));
    record.tags.push(("Round".into(), seed.to_string()));
    play_out(record, &mut rng)
}

#[test]
fn what_is_written_is_read_back() {
    let (mut all, mut records) = (String::new(), Vec::new());
    for seed in 0..300 {
        let record = invented(seed);
        let text = record.to_string();
        assert_eq!(Record::parse(&text), Ok(record.clone()), "seed {seed}\n{text}");
        assert_eq!(Checkers::parse(Some(&text)), Ok(record.position()), "seed {seed}");
        let moves = text.lines().skip_while(|line| !line.is_empty());
        assert!(moves.into_iter().all(|line| line.len() < 80), "{text}");
        all.push_str(&text);
        all.push_str("\r\n");
        records.push(record);
    }
    let ended = |outcome| records.iter().filter(|record| record.outcome == outcome).count();
    let outcomes = [Outcome::Draw, Outcome::WonBy(Side::Max), Outcome::WonBy(Side::Min)];
    assert!(outcomes.map(ended).iter().all(|&count| count > 20), "{:?}", outcomes.map(ended));
    assert_eq!(read(&all), Ok(records));
}

#[test]
fn games_as_they_are_found() {
    let games = read(
        "[Event \"1\"]\n[Black \"A\"]\n[Result \"1/2-1/2\"]\n1. 11-15! 23-19 {a (comment} 2. 8-11 \
         (2. 9-14?! 22-17 (22-18 {)}) 5-9) 22-17 $3 3.11-16 24-20\n; a line\n16x23! 0-1\n\
         [Event \"2\"]\n[GameType \"21,B,8,8,N1,0\"]\n[SetUp \"1\"]\n[FEN \"W:W22,30:B1,K25.\"]\n\
         1... 30x21 2. 1-5 *\n[Event \"3\"]\n[Result \"1-0\"]\n1. 9-14\n\n[Event \"4\"]\n*",
    )
    .unwrap();
    let outcomes: Vec<_> = games.iter().map(|game| (game.moves.len(), game.outcome)).collect();
    assert_eq!(
        outcomes,
        [
            (7, Outcome::WonBy(Side::Max)),
            (2, Outcome::Open),
            (1, Outcome::WonBy(Side::Min)),
            (0, Outcome::Open)
        ]
    );
    assert_eq!(games[0].tag("Black"), Some("A"));
    assert_eq!(games[1].position().text(), "W:W21,22:B5:H0:F2");
}

#[test]
fn comments_may_stand_anywhere() {
    let text = "\u{feff}{of a file} [Event \"1\"] {of a tag} [Black \"A\"]\n% an escape\n\
                1. 11-15$1 (23-19 ; no end: )\n) 23-18 * {the end}";
    let record = Record::parse(text).unwrap();
    assert_eq!((record.moves.len(), record.tags.len()), (2, 2));
    refused([("{nothing}", "expected a game, found none"), ("", "found none")], read);
}

#[test]
fn errors_say_where() {
    let texts = [
        ("", "PDN '': expected a game, found none"),
        ("; nothing", "expected a game, found none"),
        ("1. 11-15 {oh", "line 1: expected '}' after the comment, found the end of the text"),
        ("1. 11-15\n(23-19 (", "line 2: expected ')' after the variation"),
        ("1. 11-15\n2. 11-15", "line 2, move 2: expected one of"),
        ("11-15 )", "line 1, move 2: expected one of"),
        ("[Black ada]", "line 1: expected a tag such as [Black \"name\"], found '[Black ada]'"),
        ("[]", "expected a tag such as"),
        ("[Black \"ada]\n*", "line 1: expected '\"' after the value of Black"),
        ("[Black \"ada\"\n*", "line 1: expected ']' after the value of Black"),
        (
            "\n[GameType \"20\"]",
            "line 2: expected GameType 21, which is English draughts, found '20'",
        ),
        (
            "\n[FEN \"B:W33:B1\"]",
            "checkers position 'B:W33:B1': at line 2, White's 33: expected a square",
        ),
        ("* [FEN \"B:B1\"]", "at game 2, line 1: expected the squares of both sides"),
        ("* *", "expected one game, found 2"),
        (
            "[FEN \"W:W28:B24,19\"] 28-19",
            "move 1: expected no move: the game is over, found '28-19'",
        ),
    ];
    refused(texts, Record::parse);
}

#[test]
fn a_game_may_go_on_after_a_draw() {
    let circle = "1-6 32-27 6-1 27-32 ".repeat(3);
    let record = Record::parse(&format!("[FEN \"B:WK32:BK1\"] {circle} 1-5 *")).unwrap();
    assert_eq!(record.moves.len(), 13);
    assert!(!record.position().is_over());
    assert_eq!(Record::parse(&record.to_string()), Ok(record.clone()));
    let text = record.position().text();
    assert_eq!(Checkers::parse(Some(&text)), Ok(record.position()));
}

#[test]
fn nothing_broken_panics() {
    let seeds: Vec<String> = (0..6).map(|seed| invented(seed).to_string()).collect();
    let mut seeds: Vec<&str> = seeds.iter().map(String::as_str).collect();
    seeds.extend(["1. 11-15 23-19 {x} (8-11) $1 *", "[FEN \"B:W18:BK1\"] 1-6 1-0", "*"]);
    let accepted = fuzz_records(&seeds, "[]\"{}();$%*.x-KBW:,0123456789 \n", read);
    assert!(accepted > 200, "mutations are often still right: {accepted}");
}
