//! A game that can go on for ever.

use crate::common::{provers, reaches};
use plywood::kit::Goal;
use plywood::search::ProofSearch;
use plywood::{Budget, Keyed, Position, Score, Side};
use plywood_games::random::Rng;
use std::sync::Arc;

const PLACES: usize = 7;

/// A token on a graph. Place 0 is the goal of MAX; at place 1 the game ends without it. There is no rule against
/// repetition.
#[derive(Clone, PartialEq, Debug)]
struct Token {
    graph: Arc<Vec<Vec<usize>>>,
    at: usize,
    side: Side,
}

impl Token {
    fn random(seed: u64) -> Token {
        let mut rng = Rng::new(seed);
        let mut edges = || {
            let count = 1 + rng.below(3);
            (0..count).map(|_| rng.below(PLACES as u32) as usize).collect::<Vec<_>>()
        };
        let graph = (0..PLACES).map(|place| if place < 2 { Vec::new() } else { edges() }).collect();
        Token { graph: Arc::new(graph), at: 2, side: Side::Max }
    }
}

impl Position for Token {
    type Move = usize;
    type Undo = usize;

    fn side(&self) -> Side {
        self.side
    }

    fn moves(&self, out: &mut Vec<usize>) {
        out.extend(&self.graph[self.at]);
    }

    fn result(&self) -> Score {
        Score::ZERO
    }

    fn play(&mut self, to: usize) -> usize {
        self.side = !self.side;
        std::mem::replace(&mut self.at, to)
    }

    fn undo(&mut self, _: usize, from: usize) {
        (self.side, self.at) = (!self.side, from);
    }
}

impl Keyed for Token {
    fn key(&self) -> u64 {
        plywood::hash(&[self.at as u64, (self.side == Side::Max) as u64])
    }
}

struct Arrive;

impl Goal<Token> for Arrive {
    fn prover(&self) -> Side {
        Side::Max
    }

    fn decided(&self, position: &Token) -> Option<bool> {
        (position.at < 2).then_some(position.at == 0)
    }
}

/// The positions from which MAX can force the token to its goal, found from the end of the game.
fn is_won(start: &Token) -> bool {
    let mut won = [[false; 2]; PLACES];
    won[0] = [true; 2];
    loop {
        let before = won;
        for (won, moves) in won.iter_mut().zip(start.graph.iter()).skip(2) {
            won[0] |= moves.iter().any(|&to| before[to][1]);
            won[1] |= moves.iter().all(|&to| before[to][0]);
        }
        if won == before {
            return won[start.at][0];
        }
    }
}

#[test]
fn wins_are_true_and_proven_failures_too() {
    let mut provers = provers();
    // Abstract Proof Search deepens without end where a game goes on without end.
    provers.retain(|prover| !prover.name().starts_with("AbstractProof"));
    let (mut wins, mut missed, mut proven) = (0, 0, 0);
    for seed in 0..3000 {
        let start = Token::random(seed);
        let expected = is_won(&start);
        for prover in &mut provers {
            let proof = prover.prove(&start, &mut Arrive, &Budget::new().nodes(1_000_000));
            let what = format!("seed {seed}, {}", prover.name());
            match proof.answer {
                Some(true) => assert!(expected, "{what}"),
                Some(false) => assert!(!(proof.proven && expected), "{what}"),
                None => panic!("{what}: no limit"),
            }
            wins += u32::from(proof.answer == Some(true));
            missed += u32::from(proof.answer == Some(false) && expected);
            proven += u32::from(proof.answer == Some(false) && proof.proven);
        }
    }
    assert!(wins > 1000 && proven > 100, "{wins} wins, {missed} missed, {proven} proven failures");
    assert!(missed * 20 < wins, "{missed} of {wins} wins missed");
}

#[test]
fn a_depth_makes_every_answer_exact() {
    let mut provers = provers();
    for seed in 0..600 {
        let start = Token::random(seed);
        let plies = 1 + seed as u32 % 9;
        let expected = reaches(&Arrive, &mut start.clone(), Some(plies));
        for prover in &mut provers {
            let proof = prover.prove(&start, &mut Arrive, &Budget::new().depth(plies));
            let what = format!("seed {seed}, {}", prover.name());
            assert_eq!(proof.answer == Some(true), expected, "{what}");
            assert!(expected || proof.exhausted || proof.proven, "{what}");
        }
    }
}
