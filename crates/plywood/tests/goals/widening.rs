//! Sets of moves that widen.

use crate::common::{AtLeast, late, provers, reaches, trees};
use plywood::kit::{Goal, Meter, Outlook, Width, Win};
use plywood::search::ProofSearch;
use plywood::{Budget, Position, Side, Stop};

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

/// Narrow sets of the side that proves first. The wide step knows the answer without a search.
struct Knowing(Narrow<AtLeast>);

impl<P: Position> Goal<P> for Knowing {
    fn prover(&self) -> Side {
        Goal::<P>::prover(&self.0)
    }

    fn decided(&self, position: &P) -> Option<bool> {
        self.0.decided(position)
    }

    fn levels(&self, side: Side) -> u32 {
        Goal::<P>::levels(&self.0, side)
    }

    fn examine(
        &mut self,
        position: &mut P,
        width: Width,
        _: &mut Meter,
        out: &mut Vec<P::Move>,
    ) -> Result<Outlook, Stop> {
        if width.or > 0 && reaches(&self.0.goal, position, None) {
            return Ok(Outlook::Reached);
        }
        let level = width.of(position.side() == self.0.goal.side);
        Ok(Outlook::Open { complete: self.0.moves(position, level, out) })
    }
}

/// A move that was best in a narrow step, where it did not win, is no winning move of the step that answers.
#[test]
fn a_move_that_failed_is_not_the_best_one_of_a_win() {
    let mut provers = provers();
    let widths = vec![Width { or: 0, and: 0 }, Width { or: 1, and: 0 }];
    provers.iter_mut().for_each(|prover| prover.set_widening(widths.clone()));
    let mut wide_wins = 0;
    for (seed, tree) in trees(500) {
        let goal = AtLeast { side: tree.side(), bound: 1 };
        for prover in &mut provers {
            let mut knowing = Knowing(Narrow { goal, narrow_answers: false });
            let proof = prover.prove(&tree, &mut knowing, &Budget::new());
            if proof.answer != Some(true) || proof.step == 0 {
                continue;
            }
            wide_wins += 1;
            if let Some(best) = proof.best {
                let wins = tree.clone().visit(best, |child| reaches(&goal, child, None));
                assert!(wins, "seed {seed}: {}", prover.name());
            }
        }
    }
    assert!(wide_wins > 100, "{wide_wins}");
}
