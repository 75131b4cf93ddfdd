//! Random FENs: each is refused with an error, or is a position in which everything works.

use super::*;
use crate::chess::Evaluation;
use crate::random::Rng;
use plywood::{Evaluate, Tactics};

/// A FEN with kings, men, rights and a square for captures en passant drawn at random. Most are
/// almost possible: one king of each side, and often what a right or a square needs.
fn random_fen(rng: &mut Rng) -> String {
    let mut men = [None; 64];
    let mut put = |rng: &mut Rng, man: char, rank: u32| {
        men[(8 * rank + rng.below(8)) as usize] = Some(man);
    };
    let any =
        |rng: &mut Rng, men: &str| char::from(men.as_bytes()[rng.below(men.len() as u32) as usize]);
    for _ in 0..rng.below(28) {
        let (man, rank) = (any(rng, "PPPPNBRQppppnbrq"), rng.below(8));
        // Few boards would be left if pawns stood on every rank.
        let rank =
            if man.eq_ignore_ascii_case(&'p') && rng.below(64) > 0 { 1 + rank % 6 } else { rank };
        put(rng, man, rank);
    }
    for (man, home) in [('K', 0), ('k', 7)] {
        let at_home = rng.below(3) == 0;
        let rank = if at_home { home } else { rng.below(8) };
        for _ in 0..(if rng.below(50) == 0 { rng.below(3) } else { 1 }) {
            put(rng, man, rank);
        }
        if at_home {
            let rook = if man == 'K' { 'R' } else { 'r' };
            put(rng, rook, home);
            put(rng, rook, home);
        }
    }
    let white = rng.below(2) == 0;
    let mut en_passant = "-".to_string();
    if rng.below(6) == 0 {
        let file = rng.below(8);
        let (pawn, rank, behind) = if white { ('p', 4, [5, 6]) } else { ('P', 3, [2, 1]) };
        if rng.below(4) > 0 {
            men[(8 * rank + file) as usize] = Some(pawn);
            for rank in behind {
                men[(8 * rank + file) as usize] = None;
            }
        }
        en_passant = format!("{}{}", char::from(b'a' + file as u8), behind[0] + 1);
    }
    let mut rights = String::new();
    for letter in "KQkqABCHhgba".chars() {
        if rng.below(24) == 0 {
            rights.push(letter);
        }
    }
    if rights.is_empty() {
        rights.push('-');
    }
    let rank_text =
        |rank: &[Option<char>]| -> String { rank.iter().map(|man| man.unwrap_or('1')).collect() };
    let ranks: Vec<String> = men.chunks(8).rev().map(rank_text).collect();
    let (side, clock) = (if white { 'w' } else { 'b' }, rng.below(110));
    format!("{} {side} {rights} {en_passant} {clock} {}", ranks.join("/"), 1 + rng.below(200))
}

/// All that a program does with a position.
fn exercise(fen: &str, position: &Chess) {
    assert_eq!(parse(&position.text()), *position, "{fen}");
    assert_eq!(parse(&position.fen()).cozy(), position.cozy(), "{fen}");
    let mut evaluation = Evaluation::default();
    let mut after = position.clone();
    for m in legal(position) {
        assert_eq!(position.parse_move(&position.san(m)), Ok(m), "{fen}");
        assert_eq!(position.parse_uci(&position.uci(m)), Some(m), "{fen}");
        position.ordering_score(m);
        exchange(position.cozy(), m);
        let undo = after.play(m);
        assert!(evaluation.evaluate(&after).is_finite(), "{fen}");
        after.undo(m, undo);
        assert_eq!(after, *position, "{fen}");
    }
    position.perft(2);
    assert!(!Game::board(position).is_empty());
}

#[test]
fn no_random_fen_breaks_a_position() {
    let mut rng = Rng::new(10);
    let (count, mut accepted, mut refused) = (6_000, 0, std::collections::BTreeMap::new());
    for _ in 0..count {
        let fen = random_fen(&mut rng);
        match Chess::from_fen(&fen) {
            Ok(position) => {
                exercise(&fen, &position);
                accepted += 1;
            }
            Err(error) => {
                let error = error.to_string();
                let (_, reason) = error.split_once("expected ").expect("a reason");
                let reason = reason.split(", found").next().unwrap_or_default().to_string();
                *refused.entry(reason).or_insert(0) += 1;
            }
        }
    }
    // Else the test would see little of either.
    assert!(accepted > count / 5, "{accepted} accepted: {refused:#?}");
    for reason in [
        "kings that do not touch",
        "a king of each side",
        "nobody in check but the side to move",
        "at most two pieces that give check",
        "no pawn on the first or the last rank",
        "the square behind a pawn that has just moved two steps",
    ] {
        assert!(refused.contains_key(reason), "never refused for {reason}: {refused:#?}");
    }
}
