use super::*;
use crate::random::{Rng, random_move};
use crate::testing::{fuzz, refused};

const BOARD: &str = "BO[8 ---------------------------O*------*O--------------------------- *]";

/// A record of a random game with all that can be in one.
fn invented(seed: u64) -> Record {
    let mut rng = Rng::new(seed);
    let mut record = Record::default();
    let name = ["ada", "b]o\\b", "\\", "]", "ä[ö", ""][rng.below(6) as usize];
    record.tags.push(("PB".into(), name.into()));
    record.tags.push(("RE".into(), "+4.00:t".into()));
    let mut position = record.start;
    loop {
        if position.is_over() || rng.below(100) == 0 {
            return record;
        }
        let m = random_move(&position, &mut rng).unwrap();
        let mut number =
            || (rng.below(2) == 0).then(|| f64::from(rng.below(20_000)) / 100.0 - 64.0);
        record.moves.push(Played { m, eval: number(), time: number().map(f64::abs) });
        position.play(m);
    }
}

#[test]
fn what_is_written_is_read_back() {
    let mut all = String::new();
    let mut records = Vec::new();
    for seed in 0..300 {
        let record = invented(seed);
        let text = record.to_string();
        let mut read = Record::parse(&text).unwrap();
        assert_eq!(read.tags.pop(), Some(("TY".into(), "8".into())));
        assert_eq!(read, record, "seed {seed}");
        assert_eq!(Othello::parse(Some(&text)), Ok(record.position()));
        all.push_str(&format!("1 {text}\r\n"));
        records.push(record);
    }
    let read = read(&all).unwrap();
    assert!(read.iter().zip(&records).all(|(a, b)| a.moves == b.moves) && read.len() == 300);
    let passes = records.iter().flat_map(|record| &record.moves).filter(|p| p.m == Move::PASS);
    assert!(passes.count() > 20);
}

#[test]
fn passes_may_be_left_out() {
    for seed in 0..300 {
        let record = invented(seed);
        let (mut text, mut position) = (format!("(;{BOARD}"), record.start);
        for played in &record.moves {
            if played.m != Move::PASS {
                text.push_str(&format!("{}[{played}]", tag_of(position.side())));
            }
            position.play(played.m);
        }
        let read = Record::parse(&(text + ")")).unwrap();
        let mut moves: Vec<_> = record.moves.iter().map(|played| played.m).collect();
        if moves.last() == Some(&Move::PASS) {
            moves.pop();
        }
        assert_eq!(read.moves.iter().map(|played| played.m).collect::<Vec<_>>(), moves);
    }
}

#[test]
fn records_as_they_are_found() {
    let record = Record::parse(&format!(
        "1 (;GM[othello] PC[GGS/os]\nDT[2003]PB[C:\\bin\\x]TY[s8r18]RE[-12.00:r] {BOARD}\n\
         B[f5]W[d6//]B[C3/1/] ;)\n"
    ))
    .unwrap();
    assert_eq!(record.tag("PB"), Some("C:\\bin\\x"));
    assert_eq!(record.result(), Some(-12.0));
    assert_eq!(record.moves.len(), 3);
    assert_eq!(record.moves[2], Played { eval: Some(1.0), ..Move::on(18).into() });
    assert_eq!(Record::parse("(;)").unwrap(), Record::default());
    for (result, discs) in [("?", None), ("aborted", None), ("nan", None), ("0", Some(0.0))] {
        assert_eq!(Record::parse(&format!("(;RE[{result}];)")).unwrap().result(), discs);
    }
    // As NBoard writes them: tags with dates, times and an unknown result.
    let text = format!(
        "(;GM[Othello]PC[NBoard]DT[2026-11-16 20:15:00 GMT]PB[./engine]PW[ada]RE[?]TI[15:00]TY[8]\
         {BOARD}B[F5]W[F6]B[E6]W[F4];)"
    );
    assert_eq!(Record::parse(&format!("{text}\n")).unwrap().to_string(), text);
}

#[test]
fn errors_say_where() {
    let texts = [
        ("", "at its beginning: expected '(;', which begins a game, found its end"),
        ("12", "expected '(;', which begins a game, found its end"),
        ("(;GM[Go];)", "at GM: expected Othello, found 'Go'"),
        ("(;TY[10];)", "at TY: expected a game on a board of 8"),
        ("(;TY[];)", "at TY: expected a game on a board of 8"),
        ("(;BO[10 ---];)", "at BO: expected 8, the squares and the side to move, found '10 ---'"),
        ("(;BO[8 ---*O--- *];)", "at BO: expected 64 squares and the side to move"),
        ("(;BO[8 ---?];)", "at BO, character 4, square d1: expected 'X', 'O' or '-', found '?'"),
        ("(;B[F5]BO[8 *];)", "at BO: expected the board before the moves"),
        ("(;B[F5]W[F5];)", "othello move 'F5': at move 2: expected one of f4 d6 f6"),
        ("(;B[F5]B[D6];)", "at move 2: expected a move W[…], found B[D6]"),
        ("(;B[F5]W[D9];)", "at move 2: expected a square from A1 to H8, or PA"),
        ("(;B[F5/x];)", "at move 1, its evaluation: expected a number, found 'x'"),
        ("(;B[F5//inf];)", "at move 1, its time: expected a number, found 'inf'"),
        ("(;B[F5/1/2/3];)", "at move 1, its end: expected no more than move/evaluation/time"),
        ("(;PB[ada;)", "at character 11: expected ']' after the value of PB, found its end"),
        ("(;PB ada];)", "at character 6: expected '[' after the tag PB, found 'a'"),
        ("(;PB[a]", "at character 8: expected a tag such as PB[name], or ';)'"),
        ("(;;)(;GM[Go];)", "at game 2, GM: expected Othello"),
        ("(;;)x", "at game 2, character 5: expected '(;', which begins a game, found 'x'"),
        ("(;;)(;;)", "expected one game, found 2"),
    ];
    refused(texts, Record::parse);
}

#[test]
fn nothing_broken_panics() {
    let whole = invented(7).to_string();
    for (at, _) in whole.char_indices() {
        let error = read(&whole[..at]).unwrap_err().to_string();
        assert!(error.contains("expected"), "{at}: {error}");
    }
    let seeds: Vec<String> = (0..4).map(|seed| invented(seed).to_string()).collect();
    let mut seeds: Vec<&str> = seeds.iter().map(String::as_str).collect();
    let short = format!("(;GM[Othello]{BOARD}B[F5/1/2];)");
    seeds.extend([short.as_str(), "(;PB[a]B[F5]W[F6]B[E6];)", "(;)"]);
    let accepted = fuzz(&seeds, "(;)[]\\/BWPATYO8F5e6*-. ", read, |records, text| {
        for record in records {
            let again = Record::parse(&record.to_string());
            assert_eq!(again.map(|again| again.position()), Ok(record.position()), "{text}");
        }
    });
    assert!(accepted > 200, "mutations are often still right: {accepted}");
}

#[test]
fn played_games_are_written_and_read_back() {
    for seed in 0..50 {
        let invented = invented(seed);
        let moves: Vec<Move> = invented.moves.iter().map(|played| played.m).collect();
        let end = invented.position();
        let by_rules = end.is_over().then(|| end.result());
        let tags = [
            ("Event", "a [match]\nof two".to_string()),
            ("Date", "2026.11.16".to_string()),
            ("Opening", "no tag of GGF".to_string()),
        ];
        let game = crate::Played {
            players: ["a]d\\a", "bob"],
            tags: &tags,
            start: &invented.start,
            moves: &moves,
            comments: &["+1.50/6 120n 0.250s".to_string(), "-win/7".to_string()],
            ending: (seed % 2 == 0).then_some("bob loses by [crash]"),
            result: by_rules,
        };
        let text = Othello::record(&game).unwrap();
        assert_eq!(text.lines().count(), 1, "{text}");
        let read = Record::parse(&text).unwrap();
        assert_eq!(read.moves.iter().map(|played| played.m).collect::<Vec<_>>(), moves);
        assert_eq!((read.position(), read.start), (end, invented.start));
        assert_eq!((read.tag("PB"), read.tag("PW")), (Some("a]d\\a"), Some("bob")));
        assert_eq!(
            (read.tag("EV"), read.tag("DT")),
            (Some("a [match] of two"), Some("2026.11.16"))
        );
        let discs = by_rules.map(|result| f64::from(result.get()) / 100.0);
        assert_eq!(read.result(), discs, "{text}");
        if let [first, second, ..] = &read.moves[..] {
            assert_eq!((first.eval, first.time), (Some(1.5), Some(0.25)));
            assert_eq!((second.eval, second.time), (None, None));
        }
        if moves.len() >= 2 {
            let ending = if seed % 2 == 0 { "bob loses by [crash]; " } else { "" };
            let comment = format!("{ending}moves: 6/120n, -win/7");
            assert_eq!(read.tag("CO"), Some(comment.as_str()), "{text}");
        }
    }
}

#[test]
fn results_say_how_a_game_was_given_up() {
    for (result, late, text) in [
        (Score::win(0), false, "+64.000:r"),
        (Score::loss(0), false, "-64.000:r"),
        (Score::loss(7), true, "-64.000:t"),
        (Score::new(-12 * DISC), false, "-12.000"),
        (Score::ZERO, false, "+0.000"),
    ] {
        assert_eq!(result_text(result, late), text);
    }
}
