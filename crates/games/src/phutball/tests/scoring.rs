use super::super::scoring::{Attack, GoalLine};
use super::*;
use plywood::Budget;
use plywood::kit::Width;
use plywood::search::{AbstractProof, AbstractProofOptions};

/// Whether the attacker scores within this many of its moves, whatever the other side does: all moves of both sides are
/// tried.
fn wins(position: &mut Phutball, attacker: Side, moves: u32) -> bool {
    if position.is_over() {
        return position.winner() == Some(attacker);
    }
    let attacks = position.side == attacker;
    let chains = position.chains();
    assert!(!chains.overflow);
    let scores =
        |side| chains.states.iter().any(|state| position.pitch.goal(state.ball) == Some(side));
    if scores(position.side) {
        return attacks && moves > 0;
    }
    if moves == 0 || attacks && moves == 1 {
        return false;
    }
    let mut all = Vec::new();
    position.moves(&mut all);
    let left = if attacks { moves - 1 } else { moves };
    let mut each = all.into_iter().map(|m| position.visit(m, |next| wins(next, attacker, left)));
    if attacks { each.any(|won| won) } else { each.all(|won| won) }
}

fn scattered(
    size: (u8, u8),
    men: u32,
    seeds: std::ops::Range<u64>,
) -> impl Iterator<Item = Phutball> {
    seeds.map(move |seed| {
        let mut rng = Rng::new(seed);
        let pitch = Pitch::new(size.0, size.1);
        let points: Vec<u16> = pitch.board.into_iter().collect();
        let inner: Vec<u16> =
            points.iter().copied().filter(|&point| pitch.goal(point).is_none()).collect();
        let ball = *rng.choose(&inner).unwrap();
        let mut set = Bits::NONE;
        for _ in 0..men {
            set |= Bits::of(*rng.choose(&points).unwrap());
        }
        let side = if rng.below(2) == 0 { Side::Max } else { Side::Min };
        Phutball::of(pitch, set.without(Bits::of(ball)), ball, side, 0)
    })
}

/// Numbers of men on boards of columns and rows.
const BOARDS: [((u8, u8), u32); 6] =
    [((5, 5), 3), ((5, 5), 6), ((4, 6), 5), ((6, 5), 8), ((3, 7), 4), ((5, 7), 3)];

#[test]
fn wins_are_those_of_a_search_of_all_moves() {
    let (mut found, mut missed) = ([0; 4], 0);
    for (size, men) in BOARDS {
        for (number, mut position) in scattered(size, men, 0..120).enumerate() {
            let attacker = position.side;
            let attack = Attack::new(&position, attacker);
            // The third order takes long to check.
            let most = if number % 6 == 0 { 3 } else { 2 };
            let order = (1..=most).find(|&k| attack.gi(k).is_some());
            if let Some(k) = order {
                found[k as usize] += 1;
                assert!(wins(&mut position, attacker, k), "gi{k}\n{}", position.board());
                assert!(!wins(&mut position, attacker, 1) || k == 1, "{}", position.board());
            } else if wins(&mut position, attacker, 2) {
                missed += 1;
            }
        }
    }
    assert!(found[1] > 50 && found[2] > 50 && found[3] > 5, "{found:?}");
    // The defender must be in zugzwang.
    assert!(missed <= 3, "{missed}");
}

/// The sets of ip are complete: a move that is not in a set leaves the attacker a win of that order.
#[test]
fn no_other_move_prevents_a_threat() {
    let mut seen = [[0; 3]; 4];
    for (size, men) in BOARDS {
        for (number, mut position) in scattered(size, men, 1000..1240).enumerate() {
            let attacker = !position.side;
            let attack = Attack::new(&position, attacker);
            let most = if number % 3 == 0 { 3 } else { 2 };
            let Some((k, set)) = (1..=most).find_map(|k| Some((k, attack.ip(k)?))) else {
                continue;
            };
            let mut all = Vec::new();
            position.moves(&mut all);
            for m in all {
                let won = position.visit(m, |next| wins(next, attacker, k));
                let board = || format!("ip{k}, {}\n{}", position.move_text(m), position.board());
                if !set.contains(&m) {
                    assert!(won, "{}", board());
                } else if k == 1 {
                    assert!(!won, "{}", board());
                }
                let place = if set.contains(&m) { 0 } else { 1 };
                seen[k as usize][place] += 1;
            }
            seen[k as usize][2] += u32::from(set.is_empty());
        }
    }
    let enough = |[inside, outside, _]: [u32; 3]| inside > 20 && outside > 200;
    assert!(seen[1..].iter().all(|&counts| enough(counts)), "{seen:?}");
    assert!(seen[1..3].iter().all(|&[_, _, empty]| empty > 0), "{seen:?}");
}

#[test]
fn a_goal_after_the_draw_is_none() {
    for (plies, order) in [(22, Some(2)), (23, None)] {
        let mut position = Phutball::parse(Some(&format!("5/5/2O2/5/5 U {plies}"))).unwrap();
        let attack = Attack::new(&position, Side::Max);
        assert_eq!((1..=3).find(|&k| attack.gi(k).is_some()), order);
        assert_eq!(wins(&mut position, Side::Max, 3), order.is_some());
        assert_eq!(prove(&position, Side::Max).answer == Some(true), order.is_some());
    }
    for (plies, order) in [(22, Some(1)), (23, Some(1)), (24, None)] {
        let position = Phutball::parse(Some(&format!("5/2x2/2O2/5/5 D {plies}"))).unwrap();
        let attack = Attack::new(&position, Side::Max);
        assert_eq!((1..=3).find(|&k| attack.ip(k).is_some()), order);
    }
}

fn prove(position: &Phutball, attacker: Side) -> plywood::search::Proof<Move> {
    let widening = vec![Width { or: 0, and: 0 }, Width { or: 1, and: 0 }, Width { or: 1, and: 1 }];
    let mut search = AbstractProof::new(AbstractProofOptions { widening, ..Default::default() });
    search.prove(position, &mut GoalLine::new(attacker), &Budget::new().nodes(4_000))
}

/// Plays the attacker's moves of a search against every move of the defender, until gi1 or gi2, which are tested above,
/// know the win. Returns the number of positions.
fn replay(position: &mut Phutball, attacker: Side, won: &mut HashMap<u64, ()>) -> usize {
    if position.is_over() {
        assert_eq!(position.winner(), Some(attacker), "{}", position.board());
        return 1;
    }
    if won.insert(position.key(), ()).is_some() {
        return 0;
    }
    if position.side != attacker {
        let mut all = Vec::new();
        position.moves(&mut all);
        let each = all.into_iter().map(|m| position.visit(m, |next| replay(next, attacker, won)));
        return 1 + each.sum::<usize>();
    }
    let attack = Attack::new(position, attacker);
    if (1..=2).any(|k| attack.gi(k).is_some()) {
        return 1;
    }
    let proof = prove(position, attacker);
    assert_eq!(proof.answer, Some(true), "{}", position.board());
    // Where gi3 knows the win, no move was searched.
    let m = proof.best.or_else(|| attack.gi(3)).expect("a first move");
    1 + position.visit(m, |next| replay(next, attacker, won))
}

#[test]
fn problems_are_won_against_every_defence() {
    let (mut solved, mut positions) = (0, 0);
    for line in testing::testdata_lines("problems/phutball-wins.jsonl") {
        let problem: serde_json::Value = serde_json::from_str(&line).expect("a JSON object");
        let field = |name: &str| problem[name].as_str().expect("a text");
        assert_eq!((field("task"), field("expected")), ("attack", "won"));
        let mut position = Phutball::parse(Some(field("position"))).unwrap();
        if field("grade") == "easy" && position.size() == (11, 11) {
            let attacker = position.side;
            positions += replay(&mut position, attacker, &mut HashMap::new());
            solved += 1;
        }
    }
    assert!(solved >= 10 && positions > 1000, "{solved} {positions}");
}
