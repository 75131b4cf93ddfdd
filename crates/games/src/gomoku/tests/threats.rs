use super::super::threats::{ALL, Attack, FiveGoal, WIDENING};
use super::twin::{Letters, Place};
use super::*;
use plywood::Search;
use plywood::kit::Width;
use plywood::search::{AbstractProof, AbstractProofOptions};
use plywood::{Budget, search::Mt, search::MtOptions};
use std::collections::{BTreeSet, HashSet};

fn letters(position: &Gomoku) -> Letters {
    let (width, height) = position.size();
    let letter = |point| position.stone(Point(point)).map_or('.', letter);
    let row = |row: u8| (0..width).map(|column| letter(row * STRIDE + column)).collect();
    Letters::of(&(0..height).rev().map(row).collect::<Vec<String>>())
}

fn letter(side: Side) -> char {
    if side == Side::Max { 'X' } else { 'O' }
}

fn places(points: impl IntoIterator<Item = Point>) -> BTreeSet<Place> {
    points.into_iter().map(|point| (point.column().into(), point.row().into())).collect()
}

/// Positions of random games in which moves near the stones are preferred: they have many threats.
fn games(width: u8, height: u8, seeds: std::ops::Range<u64>) -> impl Iterator<Item = Gomoku> {
    seeds.flat_map(move |seed| {
        let mut rng = Rng::new(seed);
        let mut position = Gomoku::start(width, height);
        let mut all = Vec::new();
        loop {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            if moves.is_empty() {
                return all;
            }
            all.push(position);
            // Forced moves are mostly made, so that games last.
            let most = if rng.below(4) > 0 { moves.len().min(6) } else { moves.len() };
            position.play(moves[rng.below(most as u32) as usize]);
        }
    })
}

/// Positions with stones at random, of which neither side has five in a row.
fn scattered(
    size: (u8, u8),
    stones: u32,
    seeds: std::ops::Range<u64>,
) -> impl Iterator<Item = Gomoku> {
    seeds.filter_map(move |seed| {
        let mut rng = Rng::new(seed);
        let mut position = Gomoku::start(size.0, size.1);
        for _ in 0..stones {
            let point = position.empty.nth(rng.below(position.empty.count()) as usize);
            position.play(Point(point));
            if position.won {
                return None;
            }
        }
        Some(position)
    })
}

#[test]
fn threats_and_letters_agree() {
    let (mut fours, mut doubles) = (0, 0);
    for position in games(6, 7, 0..40).chain(games(9, 8, 40..60)) {
        let letters = letters(&position);
        for side in [Side::Max, Side::Min] {
            let (threats, letter) = (position.threats(side), letter(side));
            let fives = letters.fives(letter);
            assert_eq!(places(threats.fives.into_iter().map(Point)), fives);
            for place in letters.empty() {
                let mut next = letters.clone();
                next.put(place, letter);
                let new = next.fives(letter).difference(&fives).count();
                let point = place.1 as u8 * STRIDE + place.0 as u8;
                // Where there is a five already, rows with four stones make no new fours.
                if fives.is_empty() {
                    assert_eq!(
                        threats.fours.has(point),
                        new > 0,
                        "{place:?}\n{}",
                        position.board()
                    );
                    assert_eq!(
                        threats.doubles.has(point),
                        new > 1,
                        "{place:?}\n{}",
                        position.board()
                    );
                    fours += u32::from(new > 0);
                    doubles += u32::from(new > 1);
                }
            }
        }
    }
    assert!(fours > 1000 && doubles > 100, "{fours} {doubles}");
}

/// gi and g hold if and only if the attacker wins with that many stones against every defence, and the sets of
/// ip hold exactly the moves after which it does not.
#[test]
fn functions_are_exact_at_full_width() {
    let mut seen = [[0; 2]; 4];
    let many = games(6, 6, 0..60).chain(scattered((7, 7), 20, 0..300));
    let few = scattered((6, 6), 16, 0..200).chain(scattered((7, 7), 22, 0..200));
    for (orders, positions) in [(2, many.collect::<Vec<_>>()), (3, few.collect())] {
        for position in &positions {
            let mut twin = letters(position);
            let attack = Attack::new(position, position.side);
            let mut won = false;
            for k in 1..=orders {
                let wins = twin.wins(letter(position.side), true, k);
                won |= attack.gi(k).is_some();
                assert_eq!(won, wins, "gi{k}\n{}", position.board());
                seen[k as usize][0] += u32::from(wins);
            }
            let attack = Attack::new(position, !position.side);
            let (mover, attacker) = (letter(position.side), letter(!position.side));
            let own = twin.fives(mover);
            let Some(order) = (1..=orders).find(|&k| attack.ip(k).is_some()) else {
                assert!(
                    !own.is_empty() || !twin.wins(attacker, true, orders),
                    "{}",
                    position.board()
                );
                continue;
            };
            assert!(own.is_empty());
            let moves = places(attack.ip(order).unwrap());
            for place in twin.empty() {
                twin.put(place, mover);
                let wins = twin.wins(attacker, true, order);
                twin.put(place, '.');
                assert_eq!(
                    !moves.contains(&place),
                    wins,
                    "ip{order} {place:?}\n{}",
                    position.board()
                );
            }
            assert_eq!(attack.g(order), moves.is_empty());
            seen[order as usize][1] += 1;
        }
    }
    assert!(seen[1..].iter().flatten().all(|&n| n > 8), "{seen:?}");
}

/// On boards where a full search is too slow: after every move that is not in the set the attacker still has a win
/// of that order or a lower one.
#[test]
fn every_other_move_leaves_the_win() {
    let mut seen = [0; 4];
    for position in games(15, 15, 0..12).chain(scattered((9, 9), 26, 0..1500)) {
        let attacker = !position.side;
        let attack = Attack::new(&position, attacker);
        let Some(order) = (1..=3).find(|&k| attack.ip(k).is_some()) else { continue };
        let moves = attack.ip(order).unwrap();
        for point in position.empty.into_iter().map(Point) {
            let mut next = position;
            next.play(point);
            if next.is_over() {
                panic!("the defender completes a five\n{}", position.board());
            }
            let attack = Attack::new(&next, attacker);
            let wins = (1..=order).any(|k| attack.gi(k).is_some());
            assert_eq!(wins, !moves.contains(&point), "ip{order} {point}\n{}", position.board());
        }
        seen[order as usize] += 1;
    }
    assert!(seen[1..].iter().all(|&n| n > 40), "{seen:?}");
}

fn prover() -> AbstractProof<Gomoku> {
    AbstractProof::new(AbstractProofOptions { widening: WIDENING.to_vec(), ..Default::default() })
}

/// Wins and proven failures of the goal are those of an exhaustive search.
#[test]
fn answers_are_those_of_an_exhaustive_search() {
    let (mut won, mut lost) = (0, 0);
    let mut search = prover();
    let options = MtOptions { entries: 1 << 16, ..MtOptions::default() };
    let mut exact = Mt::with(options, OpenRows);
    for position in games(5, 5, 0..80).chain(games(6, 6, 100..160)).chain(games(7, 7, 200..260)) {
        if position.empty.count() > 10 {
            continue;
        }
        let winner =
            exact.run(&position, &Budget::new()).value.exact().expect("searched to the end");
        for attacker in [Side::Max, Side::Min] {
            let proof = search.prove(&position, &mut FiveGoal::new(attacker), &Budget::new());
            let wins = winner.winner() == Some(attacker);
            match proof.answer {
                Some(true) => assert!(wins, "{attacker:?}\n{}", position.board()),
                Some(false) if proof.proven => assert!(!wins, "{attacker:?}\n{}", position.board()),
                _ => {}
            }
            won += u32::from(proof.answer == Some(true));
            lost += u32::from(proof.proven);
        }
    }
    assert!(won > 100 && lost > 100, "{won} {lost}");
}

/// Plays the attacker's moves of a search against every move of the defender, until the game definition functions,
/// which are tested above, know the win.
struct Replay {
    search: AbstractProof<Gomoku>,
    attacker: Side,
    won: HashSet<u64>,
}

impl Replay {
    fn of(position: &Gomoku, attacker: Side) -> Replay {
        let mut replay = Replay { search: prover(), attacker, won: HashSet::new() };
        replay.play(&mut { *position });
        replay
    }

    fn play(&mut self, position: &mut Gomoku) {
        assert!(!position.is_over(), "the defender escaped\n{}", position.board());
        if !self.won.insert(position.key()) {
            return;
        }
        let attack = Attack::new(position, self.attacker);
        if position.side != self.attacker {
            for m in position.empty.into_iter().map(Point) {
                position.visit(m, |next| self.play(next));
            }
        } else if !(1..=3).any(|k| attack.gi(k).is_some()) {
            let budget = Budget::new().nodes(20_000);
            let proof = self.search.prove(position, &mut FiveGoal::new(self.attacker), &budget);
            assert_eq!(proof.answer, Some(true), "{}", position.board());
            let m = proof.best.expect("a first move");
            position.visit(m, |next| self.play(next));
        }
    }
}

#[test]
fn claimed_wins_beat_every_defence() {
    let (mut claims, mut moves) = (0, 0);
    for (width, stones) in [(7, 18), (9, 24)] {
        for position in scattered((width, width), stones, 0..150) {
            let attacker = position.side;
            let budget = Budget::new().nodes(2_000);
            let proof = prover().prove(&position, &mut FiveGoal::new(attacker), &budget);
            if proof.answer == Some(true) && proof.counts.generated > 0 {
                claims += 1;
                moves += Replay::of(&position, attacker).won.len();
            }
        }
    }
    assert!(claims > 20 && moves > 1000, "{claims} {moves}");
}

#[test]
fn problems_are_solved_and_beat_every_defence() {
    let mut solved = 0;
    for line in testing::testdata_lines("problems/gomoku-wins.jsonl") {
        let problem: serde_json::Value = serde_json::from_str(&line).expect("a JSON object");
        let field = |name: &str| problem[name].as_str().expect("a text");
        let position = Gomoku::parse(Some(field("position"))).unwrap();
        let attacker = match (field("task"), field("expected")) {
            ("attack", "won") => position.side,
            ("defend", "lost") => !position.side,
            other => panic!("{other:?}"),
        };
        let budget = Budget::new().nodes(20_000);
        let proof = prover().prove(&position, &mut FiveGoal::new(attacker), &budget);
        assert_eq!(proof.answer, Some(true), "{}", field("id"));
        Replay::of(&position, attacker);
        solved += 1;
    }
    assert_eq!(solved, 36);
}

/// The level of all moves finds the same short wins without any threats.
#[test]
fn all_moves_find_the_same_wins() {
    let all = Width { or: ALL, and: ALL };
    let options = AbstractProofOptions { widening: vec![all], ..Default::default() };
    let mut plain = AbstractProof::new(options);
    let mut seen = [0; 2];
    for position in games(5, 5, 500..560).filter(|position| position.empty.count() < 14) {
        let attack = Attack::new(&position, position.side);
        let wins = attack.gi(1).is_some() || attack.gi(2).is_some();
        let proof =
            plain.prove(&position, &mut FiveGoal::new(position.side), &Budget::new().depth(3));
        assert_eq!(proof.answer == Some(true), wins, "{}", position.board());
        seen[usize::from(wins)] += 1;
    }
    assert!(seen.iter().all(|&n| n > 30), "{seen:?}");
}

#[test]
fn shapes_that_every_player_knows() {
    for (moves, order, first) in [
        ("h8 a1 i8 o2 j8 a3 k8 a4", 1, "g8"),
        ("h8 a1 i8 o2 j8 a3", 2, "g8"),
        ("f8 e8 g8 i12 h8 a1 i9 o1 i10 a15 i11 o15", 2, "i8"),
        ("f8 e8 g8 a1 h8 o1 i9 a15 i10 o15", 3, "i8"),
    ] {
        let position = Gomoku::parse(Some(moves)).unwrap();
        let attack = Attack::new(&position, Side::Max);
        let found = (1..=3).find_map(|k| Some((k, attack.gi(k)?.to_string())));
        assert_eq!(found, Some((order, first.to_string())), "{}", position.board());
    }
}
