use super::*;
use plywood::Position;
use plywood_games::othello::Move;
use plywood_games::random::Rng;
use plywood_games::{Amazons, Chess, Connect4, Othello};
use plywood_registry::built_in;

static GO: AtomicBool = AtomicBool::new(false);

fn reviewed<G: Game>(build: Build<G>, transcript: &str, spec: &str, jobs: usize) -> Review {
    let player = PlayerSpec::parse(spec).unwrap();
    let options = ReviewOptions { player: &player, scale: 6.25, jobs, stop: &GO };
    let game = Recorded::new(G::parse(None).unwrap(), G::transcript(transcript).unwrap());
    review(build, &game, &options, &|| {}).unwrap().unwrap()
}

#[test]
fn a_fools_mate_has_its_blunder() {
    let review = reviewed(built_in::<Chess>().build, "f3 e5 g4 Qh4#", "strong,depth=4", 2);
    let [_, _, blunder, mate] = &review.moves[..] else { panic!("{review:?}") };
    assert_eq!((blunder.mark, blunder.played.as_str()), (MoveMark::Blunder, "g4"));
    assert!(blunder.chance_after == 0.0 && blunder.best.is_some() && !blunder.line.is_empty());
    assert_eq!((mate.mark, mate.loss, mate.best.as_deref()), (MoveMark::Good, 0.0, Some("Qh4#")));
}

#[test]
fn reviews_do_not_depend_on_the_number_of_jobs() {
    let one = reviewed(built_in::<Othello>().build, "f5d6c3d3c4f4f6", "strong,nodes=2000", 1);
    assert_eq!(one.moves.len(), 7);
    assert_eq!(
        one,
        reviewed(built_in::<Othello>().build, "f5d6c3d3c4f4f6", "strong,nodes=2000", 3)
    );
    for m in &one.moves {
        assert_eq!(m.mark, MoveMark::of(m.loss), "{m:?}");
        assert!((0.0..=1.0).contains(&m.chance_after), "{m:?}");
        assert_eq!(m.line.first(), m.best.as_ref(), "{m:?}");
    }
    let at = |ply: usize| &one.moves[ply];
    assert_eq!(at(2).value_after, at(3).value_before);
}

/// Red can win at once, and does not see it.
#[test]
fn a_missed_win_is_a_blunder() {
    let review = reviewed(built_in::<Connect4>().build, "1212173", "strong,depth=8", 1);
    let missed = &review.moves[6];
    assert_eq!((missed.chance_before, missed.best.as_deref()), (1.0, Some("1")), "{missed:?}");
    assert_eq!(missed.value_before.as_f64().map(|v| v > 0.0), Some(true));
}

#[test]
fn moves_have_the_numbers_of_their_games() {
    fn numbers<G: Game>(build: Build<G>, transcript: &str) -> Vec<String> {
        let review = reviewed(build, transcript, "strong,nodes=20", 1);
        review.moves.into_iter().map(|m| m.number).collect()
    }
    assert_eq!(numbers(built_in::<Chess>().build, "e4 e5 Nf3"), ["1.", "1...", "2."]);
    assert_eq!(
        numbers(built_in::<Amazons>().build, "d1-d7/g7 d10-d8/f6 d7-d6/a9"),
        ["1.", "1...", "2."]
    );
    assert_eq!(numbers(built_in::<Connect4>().build, "445"), ["1.", "2.", "3."]);
    // A pass is no disc.
    let game = game_with_pass();
    let at = game.moves.iter().position(|&m| m == Move::PASS).unwrap();
    let player = PlayerSpec::parse("strong,nodes=20").unwrap();
    let options = ReviewOptions { player: &player, scale: 12.0, jobs: 2, stop: &GO };
    let review = review(built_in::<Othello>().build, &game, &options, &|| {}).unwrap().unwrap();
    assert_eq!((review.moves[at].number.as_str(), review.label(at + 1).as_str()), ("", "pass"));
    assert_eq!(review.moves[at - 1].number, format!("{at}."));
    assert_eq!(review.moves[at + 1].number, format!("{}.", at + 1));
}

/// A random game of Othello up to the move after its first pass.
fn game_with_pass() -> Recorded<Othello> {
    let mut rng = Rng::new(1);
    loop {
        let (mut position, mut moves) = (Othello::default(), Vec::new());
        while !position.is_over() && moves.iter().rev().nth(1) != Some(&Move::PASS) {
            let mut legal = Vec::new();
            position.moves(&mut legal);
            let &m = rng.choose(&legal).unwrap();
            position.play(m);
            moves.push(m);
        }
        if moves.contains(&Move::PASS) {
            return Recorded::new(Othello::default(), moves);
        }
    }
}
