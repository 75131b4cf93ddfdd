use super::*;
use crate::Game;
use crate::checkers::{squares, turned};
use crate::random::{Rng, random_game};
use crate::testing::{fuzz, refused};
use plywood::Position;

/// Positions of random games.
fn positions(games: u64, mut visit: impl FnMut(&Checkers)) {
    for seed in 0..games {
        random_game(Checkers::default(), seed)
            .filter(|position| !position.is_over())
            .for_each(|position| visit(&position));
    }
}

/// The board rotated, and the colours swapped.
fn swapped(position: &Checkers) -> Checkers {
    let [black, white] = position.pieces.map(turned);
    Checkers::on_board([white, black], turned(position.kings), !position.side)
}

fn counts(position: &Checkers) -> [i32; WEIGHTS] {
    let mut counts = [0; WEIGHTS];
    features(position, |weight, times| counts[weight] += times);
    counts
}

fn count(text: &str, name: &str) -> i32 {
    let position = Checkers::parse(Some(text)).unwrap();
    counts(&position)[TERMS.iter().find(|term| term.name == name).unwrap().offset]
}

#[test]
fn colours_are_treated_alike() {
    let mut seen = [false; WEIGHTS];
    positions(300, |position| {
        let (counts, swapped_counts) = (counts(position), counts(&swapped(position)));
        assert_eq!(counts, swapped_counts.map(|count| -count), "{}", position.text());
        for evaluation in ["tuned", "material"] {
            let mut evaluation = Evaluation::named(evaluation).unwrap();
            let value = evaluation.evaluate(position);
            assert_eq!(evaluation.evaluate(&swapped(position)), -value, "{}", position.text());
        }
        for (seen, count) in seen.iter_mut().zip(counts) {
            *seen |= count != 0;
        }
    });
    let unseen: Vec<_> = (0..WEIGHTS).filter(|&weight| !seen[weight]).collect();
    assert!(unseen.is_empty(), "weights that no position of 300 games uses: {unseen:?}");
}

#[test]
fn terms_count_what_they_say() {
    for (name, text, expected) in [
        ("man", "B:W21,22:B1,K30,3", 0),
        ("king", "B:W21,22:B1,K30,3", 1),
        ("lone_kings", "B:W21,22:B1,K30,3", 1),
        ("lone_kings", "B:W21,K22:B1,K30,3", 0),
        ("man_step", "B:W32:B1,12", 2 + 1 - 2),
        ("man_blocked", "B:W9,14:B5", 1),
        ("man_firm", "B:W32:B1,2,6", 3 - 1),
        ("king_step", "B:W29:BK18", 4),
        ("king_step", "B:W26:BK18", 2),
        ("king_denied", "B:W26:BK18", 2),
        ("king_trapped", "B:W10:BK1", 0),
        ("king_trapped", "B:W13,14:BK5", 0),
        ("king_trapped", "B:W12:BK4", 1),
        ("runaway", "B:W5:B25", 1 - 1),
        ("runaway", "B:W30:B25", 1),
        ("runaway", "B:W29,30:B25", 0),
        ("dog_hole", "B:W32:B28", 1),
        ("dog_hole", "W:W5:B1,2", -1),
        ("threatened", "B:W18:B15,11", 0),
        ("threatened", "B:W18:B15,10", 1),
        ("turn", "W:W18:B15", -1),
    ] {
        assert_eq!(count(text, name), expected, "{name} {text}");
    }
}

/// The opposition as books define it: the side to move has it if the number of pieces on the
/// columns that begin at its own back row is odd.
#[test]
fn the_opposition_as_in_books() {
    let mut met = [0; 2];
    positions(50, |position| {
        let text = position.text();
        let column = |square: u32| 2 * ((square - 1) % 4) + ((square - 1) / 4 + 1) % 2;
        let own = if position.side() == Side::Max { column(1) % 2 } else { column(32) % 2 };
        let (black, white) = (position.pieces(Side::Max), position.pieces(Side::Min));
        let system = squares(black | white).filter(|&square| column(square) % 2 == own).count();
        let has_it = system % 2 == 1;
        let expected = match (black.count_ones() == white.count_ones(), has_it) {
            (false, _) => 0,
            (true, has_it) if has_it == (position.side() == Side::Max) => 1,
            _ => -1,
        };
        let term = TERMS.iter().find(|term| term.name == "the_move").unwrap();
        assert_eq!(counts(position)[term.offset], expected, "{text}");
        met[usize::from(expected == 1)] += usize::from(expected != 0);
    });
    assert!(met.iter().all(|&count| count > 100), "{met:?}");
}

#[test]
fn the_value_is_the_sum_of_counts_times_weights() {
    let weights = weights::built_in();
    let mut evaluation = CheckersEvaluation::default();
    positions(50, |position| {
        let men = i64::from(phase(position));
        let twentyfourths = |(&count, &[opening, ending]): (&i32, &[i16; 2])| {
            i64::from(count) * (i64::from(opening) * men + i64::from(ending) * (24 - men))
        };
        let sum: i64 = counts(position).iter().zip(weights.pairs()).map(twentyfourths).sum();
        assert_eq!(i64::from(evaluation.evaluate(position).get()), sum / 24);
    });
}

#[test]
fn weights_are_written_and_read_back() {
    let text = include_str!("weights.txt");
    assert_eq!(Weights::from_text(text, "x").unwrap().to_text(), text);
    assert_eq!(include_str!("start.txt"), Weights::start().to_text());
    let mut rng = Rng::new(3);
    let mut weights = Weights::zero();
    for pair in weights.pairs_mut() {
        *pair = [rng.next() as i16, rng.next() as i16];
    }
    assert_eq!(Weights::from_text(&weights.to_text(), "x"), Ok(weights));
    // The order of the groups does not matter.
    let mut reversed: Vec<_> = text.split("\n\n").collect();
    reversed.reverse();
    assert_eq!(Weights::from_text(&reversed.join("\n"), "x"), Weights::from_text(text, "x"));
}

#[test]
fn wrong_weights_are_refused_with_their_line() {
    let text = Weights::zero().to_text();
    let untitled = text.replace("turn #", "#");
    let texts = [
        ("", "checkers weights 'x': at line 1: expected the group man, found its end"),
        ("\n1/2", "at line 2: expected the next group, such as man, found '1/2'"),
        ("man 1/2 3/4", "at line 1: expected the next group, such as king, found '3/4'"),
        ("man 1/2\nman", "at line 2: expected the next group, such as king, found 'man'"),
        ("man 1", "at line 1: expected pair 1 of 1 of man, from -32768 to 32767"),
        ("man 1/40000", "from -32768 to 32767 such as 12/-3, found '1/40000'"),
        (&untitled, "expected the next group, such as turn, found '0/0'"),
    ];
    refused(texts, |text| Weights::from_text(text, "x"));
    let accepted = fuzz(
        &[text.as_str()],
        "0123456789/- \n#aking",
        |text| Weights::from_text(text, "x"),
        |weights, _| {
            assert_eq!(Weights::from_text(&weights.to_text(), "x").as_ref(), Ok(weights));
        },
    );
    assert!(accepted > 200, "{accepted}");
}
