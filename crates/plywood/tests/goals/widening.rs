//! Sets of moves that widen.

use crate::common::{AtLeast, late, provers, reaches, trees};
use plywood::kit::{Goal, Width, Win};
use plywood::search::ProofSearch;
use plywood::{Budget, Position, Side};

/// A goal of which level 0 of the side that proves has only every second move, and level 0 of the other side too if
/// `narrow_answers` says so.
#[derive(Clone, Copy)]
struct Narrow<G> {
    goal: G,
    narrow_answers: bool,
}

impl<P: Position, G: Goal<P>> Goal<P> for Narrow<G> {
    fn prover(&self) -> Side {
        self.goal.prover()
    }

    fn decided(&self, position: &P) -> Option<bool> {
        self.goal.decided(position)
    }

    fn levels(&self, side: Side) -> u32 {
        if side == self.prover() || self.narrow_answers { 2 } else { 1 }
    }

    fn moves(&self, position: &P, level: u32, out: &mut Vec<P::Move>) -> bool {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let narrow = level == 0 && (position.side() == self.prover() || self.narrow_answers);
        out.extend(moves.into_iter().step_by(if narrow { 2 } else { 1 }));
        !narrow
    }
}

#[test]
fn answers_do_not_depend_on_the_widening() {
    let widths = vec![Width { or: 0, and: 0 }, Width { or: 1, and: 0 }];
    let (mut provers, mut others) = (provers(), provers());
    provers.iter_mut().for_each(|prover| prover.set_widening(widths.clone()));
    others.iter_mut().for_each(|prover| prover.set_widening(widths.clone()));
    let mut narrow_wins = 0;
    for (seed, tree) in trees(500) {
        let goal = AtLeast { side: Side::Max, bound: 1 };
        let expected = reaches(&goal, &mut tree.clone(), None);
        for prover in &mut provers {
            let mut goal = Narrow { goal, narrow_answers: false };
            let proof = prover.prove(&tree, &mut goal, &Budget::new());
            assert_eq!((proof.answer, proof.proven), (Some(expected), true), "seed {seed}");
            narrow_wins += u32::from(proof.answer == Some(true) && proof.step == 0);
        }
    }
    assert!(narrow_wins > 100, "{narrow_wins}");
    for (seed, position) in (0..60).filter_map(|seed| Some((seed, late(seed, 31)?))) {
        for side in [Side::Max, Side::Min] {
            let expected = reaches(&Win(side), &mut position.clone(), None);
            for prover in &mut others {
                let mut goal = Narrow { goal: Win(side), narrow_answers: false };
                let proof = prover.prove(&position, &mut goal, &Budget::new());
                assert_eq!(proof.answer, Some(expected), "seed {seed}");
            }
        }
    }
}

#[test]
fn narrow_sets_prove_nothing() {
    let mut provers = provers();
    let mut false_wins = 0;
    for (seed, tree) in trees(500) {
        let goal = AtLeast { side: Side::Min, bound: 1 };
        let expected = reaches(&goal, &mut tree.clone(), None);
        for prover in &mut provers {
            // Narrow sets of the side that proves: what fails is not proven to fail.
            prover.set_widening(vec![Width { or: 0, and: 1 }]);
            let mut narrow = Narrow { goal, narrow_answers: true };
            let proof = prover.prove(&tree, &mut narrow, &Budget::new());
            match proof.answer {
                Some(true) => assert!(expected, "seed {seed}: a win with all answers is one"),
                Some(false) => assert!(!proof.proven || !expected, "seed {seed}"),
                None => panic!("seed {seed}: no limit"),
            }
            // Narrow sets of the other side: what is won is not called proven.
            prover.set_widening(vec![Width { or: 1, and: 0 }]);
            let proof = prover.prove(&tree, &mut narrow, &Budget::new());
            false_wins += u32::from(proof.answer == Some(true) && !expected);
            assert!(expected || !(proof.answer == Some(true) && proof.proven), "seed {seed}");
        }
    }
    assert!(false_wins > 0, "the sets are too wide to be dangerous");
}
