use super::*;
use crate::Game;
use crate::random::random_game;
use crate::testing::{fuzz, refused};
use cozy_chess::{BoardBuilder, Square};
use plywood::Position;

fn parse(text: &str) -> Chess {
    Chess::parse(Some(text)).unwrap_or_else(|error| panic!("{error}"))
}

/// Positions of random games, openings to endings.
fn positions() -> Vec<Chess> {
    let starts = [
        "startpos",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/pp3k2/2p5/3b1p2/1P1P1P2/2R2K2/P7/8 w - - 0 40",
        "8/P1k5/8/1q6/8/4K3/6p1/8 b - - 0 1",
    ];
    let mut out = Vec::new();
    for seed in 0..80 {
        let start = parse(starts[seed as usize % 4]);
        out.extend(random_game(start, seed).filter(|position| !position.is_over()));
    }
    out
}

/// The position with colours and sides exchanged.
fn flipped(position: &Chess) -> Chess {
    let builder = BoardBuilder::from_board(position.cozy());
    let mut flipped = BoardBuilder::empty();
    for square in Square::ALL {
        let man = builder.square(square).map(|(piece, color)| (piece, !color));
        *flipped.square_mut(square.flip_rank()) = man;
    }
    flipped.side_to_move = !builder.side_to_move;
    let [white, black] = builder.castle_rights;
    flipped.castle_rights = [black, white];
    flipped.en_passant = builder.en_passant.map(Square::flip_rank);
    Chess::new(flipped.build().unwrap())
}

#[test]
fn colours_exchanged_are_the_value_negated() {
    let positions = positions();
    assert!(positions.len() > 5000);
    for name in ["tuned", "material"] {
        let mut evaluation = Evaluation::named(name).unwrap();
        for position in &positions {
            let other = flipped(position);
            let (value, negated) = (evaluation.evaluate(position), evaluation.evaluate(&other));
            assert_eq!(value, -negated, "{}", position.fen());
        }
    }
}

#[test]
fn sums_and_coefficients_agree() {
    let weights = Weights::default();
    // One evaluation for all positions: what it remembers is the same as what it would find anew.
    let mut evaluation = Evaluation::default();
    let mut used = [false; WEIGHTS];
    for position in positions() {
        let mut seen = Coefficients::default();
        features(&position, &mut seen);
        let mut totals = [0i64; 2];
        for (weight, times) in seen.iter() {
            used[weight] = true;
            for (total, number) in totals.iter_mut().zip(weights.pairs()[weight]) {
                *total += i64::from(number) * i64::from(times);
            }
        }
        let phase = i64::from(phase(&position));
        let value = (totals[0] * phase + totals[1] * (24 - phase)) / 24;
        let evaluated = evaluation.evaluate(&position).get();
        assert_eq!(i64::from(evaluated), value, "{}", position.fen());
    }
    // A group that nothing ever uses would be a mistake.
    for group in groups() {
        assert!(used[group.offset..][..group.length].contains(&true), "{}", group.name);
    }
}

/// The coefficient of the only or the first weight of a group.
fn seen(fen: &str, name: &str) -> Vec<(usize, i32)> {
    let group = groups().find(|group| group.name == name).unwrap();
    let mut seen = Coefficients::default();
    features(&parse(fen), &mut seen);
    let range = group.offset..group.offset + group.length;
    seen.iter().filter(|(w, _)| range.contains(w)).map(|(w, t)| (w - group.offset, t)).collect()
}

#[test]
fn features_by_hand() {
    let pawns = "4k3/p1p5/8/3p4/P7/P4P2/5P2/4K3 w - - 0 1";
    assert_eq!(seen(pawns, "doubled pawn"), [(0, 2)]);
    // a3, a4, f2 and f3 against a7; c7 and d5 have each other.
    assert_eq!(seen(pawns, "isolated pawn"), [(0, 3)]);
    // c7 and d5 of Black's; of White's f3, but not f2 behind it.
    assert_eq!(seen(pawns, "passed pawn"), [(1, -1), (2, 1), (3, -1)]);
    let fen = "4k3/8/8/2pPp3/4P3/4K3/8/8 w - - 0 1";
    assert_eq!(seen(fen, "passed pawn"), [(3, -1), (4, 1)]);
    assert_eq!(seen(fen, "protected passed pawn"), [(4, 1)]);
    // To d6 the white king has three steps and the black one two, to c4 two and four.
    assert_eq!(seen(fen, "own king near passed pawn"), [(3, 1), (4, -1)]);
    assert_eq!(seen(fen, "other king near passed pawn"), []);
    assert_eq!(seen("4k3/8/8/8/3n4/3P4/8/4K3 w - - 0 1", "blocked passed pawn"), [(2, 1)]);
    // d3 cannot come forward and has no neighbour behind it.
    let fen = "4k3/8/8/2p1p3/2P1P3/3P4/8/4K3 w - - 0 1";
    assert_eq!(seen(fen, "backward pawn"), [(0, 1)]);
    // From a1 to c2; b3 is attacked by the pawn.
    assert_eq!(seen("4k3/8/8/8/p7/8/8/N3K3 w - - 0 1", "knight mobility"), [(1, 1)]);
    assert_eq!(seen("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "rook on open file"), [(0, 2)]);
    let fen = "4k3/1R6/1p6/8/8/8/8/4K2R w - - 0 1";
    assert_eq!(seen(fen, "rook on open file"), [(0, 1)]);
    assert_eq!(seen(fen, "rook on half-open file"), [(0, 1)]);
    assert_eq!(seen(fen, "rook on seventh rank"), [(0, 1)]);
    assert_eq!(seen("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "bishop pair"), [(0, 1)]);
    let fen = "6k1/5ppp/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(seen(fen, "shelter before king"), [(0, 1), (1, -1)]);
    assert_eq!(seen(fen, "shelter beside king"), [(0, 2), (1, -2)]);
    assert_eq!(seen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "piece attacked by pawn"), [(0, 1)]);
    // The queen reaches four squares beside the king: five units and four.
    assert_eq!(seen("7k/8/8/8/8/8/6Q1/K7 b - - 0 1", "attack on king"), [(0, -1), (7, 1)]);
}

#[test]
fn files_come_back_and_bad_ones_are_refused() {
    let text = Weights::default().to_text();
    assert_eq!(include_str!("weights.txt"), text, "the file is as it would be written");
    assert_eq!(include_str!("start.txt"), Weights::start().to_text());
    let (more, again) = (format!("{text} 1/1"), format!("{text} [material]"));
    let texts = [
        ("", "weights 'x': at line 1: expected the group material, found its end"),
        ("1/2", "at line 1: expected the next group, such as material, found '1/2'"),
        ("[material]\n1/2 3", "at line 2: expected pair 2 of 5 of material, from"),
        ("[material]\n1/2 3", "from -32768 to 32767 such as 12/-3, found '3'"),
        ("[material]\n1/2\n[pawn squares]", "at line 3: expected pair 2 of 5 of material"),
        ("[material]\n1/2\n\n", "at line 3: expected pair 2 of 5 of material"),
        ("[material] 1/99999", "expected pair 1 of 5 of material"),
        ("[rooks]", "at line 1: expected the next group, such as material, found '[rooks]'"),
        (&more, "expected no more weights, found '1/1'"),
        (&again, "expected no more weights, found '[material]'"),
    ];
    refused(texts, |text| Weights::from_text(text, "x"));
    let mut wide = Weights::zero();
    wide.pairs_mut().fill([i16::MIN; 2]);
    assert_eq!(Weights::from_text(&wide.to_text(), "x"), Ok(wide));
    let seeds = [text.as_str(), "[material] 1/2 3/4 5/6 7/8 9/10"];
    let accepted = fuzz(
        &seeds,
        "[]/-0123456789 #\n",
        |text| Weights::from_text(text, "x"),
        |w, _| {
            assert_eq!(Weights::from_text(&w.to_text(), "x").as_ref(), Ok(w));
        },
    );
    assert!(accepted > 100, "{accepted}");
}

#[test]
fn opinions_that_everybody_shares() {
    let mut evaluation = Evaluation::default();
    let mut value = |text: &str| evaluation.evaluate(&parse(text)).get();
    // The start is even but for the move, and a piece more is worth about what people say.
    assert!((0..50).contains(&value("startpos")));
    assert!(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1") < -300);
    assert!(value("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") > 700);
    // A pawn about to promote against one at home.
    assert!(value("8/P6k/8/8/8/8/7p/1K6 w - - 0 1") < value("8/P6k/8/8/8/8/8/1K6 w - - 0 1"));
    assert!(value("7k/P7/8/8/8/8/7p/K7 w - - 0 1") < value("7k/P6p/8/8/8/8/8/K7 w - - 0 1"));
}
