//! Goals by name: known mates of chess, and what a depth says.

use plywood::kit::Width;
use plywood::{Budget, Side, Stop};
use plywood_games::chess::Mate;
use plywood_games::{Chess, Connect4, Game, NamedGoal, Question, line_notation};
use plywood_registry::{Found, PROOF_SEARCHES, ProofSpec, built_in};
use std::fs;
use std::path::Path;

fn direct_mates() -> Vec<Question<Chess>> {
    let path = "../../testdata/problems/chess-direct-mates.epd";
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| Mate::question(line).unwrap().unwrap()).collect()
}

fn mate(
    algorithm: &str,
    settings: &[(&str, &str)],
    question: &Question<Chess>,
) -> Found<<Chess as plywood::Position>::Move> {
    let mut spec = ProofSpec::new(algorithm).unwrap();
    settings.iter().for_each(|(name, value)| spec.set(name, value).unwrap());
    built_in::<Chess>().goals[0].prover(&spec).unwrap().answer(question, &Budget::new())
}

#[test]
fn known_mates_are_found_with_proof() {
    for question in direct_mates() {
        let (name, depth) = (question.name.clone().unwrap(), question.depth.unwrap());
        // Longer mates are checked where searches take seconds: see the head of the file.
        for algorithm in PROOF_SEARCHES.map(|search| search.name).into_iter().filter(|_| depth <= 7)
        {
            let found = mate(algorithm, &[], &question);
            let what = format!("{name}, {algorithm}");
            assert_eq!((found.proof.answer, found.proof.proven), (Some(true), true), "{what}");
            assert!(found.within <= Some(depth), "{what}");
            // The line is legal and ends with mate.
            let mut position = question.position.clone();
            let texts = line_notation(&position, &found.proof.line);
            assert!(texts.last().is_some_and(|last| last.ends_with('#')), "{what}: {texts:?}");
            for &m in &found.proof.line {
                plywood::Position::play(&mut position, m);
            }
            assert_eq!(found.proof.best, found.proof.line.first().copied(), "{what}");
        }
    }
}

#[test]
fn short_mates_are_the_shortest() {
    for question in direct_mates().into_iter().filter(|question| question.depth <= Some(5)) {
        let (name, depth) = (question.name.clone().unwrap(), question.depth);
        for algorithm in PROOF_SEARCHES.map(|search| search.name) {
            let any = Question { depth: None, ..question.clone() };
            let found = mate(algorithm, &[("strategy", "all")], &any);
            assert_eq!((found.proof.answer, found.within), (Some(true), depth), "{name}");
            let fewer = Question { depth: depth.map(|depth| depth - 2), ..question.clone() };
            let found = mate(algorithm, &[("shortest", "true")], &fewer);
            assert!(found.proof.answer.is_none() && found.proof.exhausted, "{name}, {algorithm}");
            assert_eq!(found.proof.stop, Stop::Depth, "{name}, {algorithm}");
        }
    }
}

#[test]
fn defenders_are_asked_too() {
    // Black has one move and is mated then, or is not.
    for (fen, mated) in
        [("k7/2K5/8/8/8/8/8/1R6 b - - 0 1", true), ("k7/8/2K5/8/8/8/8/1R6 b - - 0 1", false)]
    {
        let position = Chess::parse(Some(fen)).unwrap();
        let question = Question { prover: Side::Max, depth: Some(2), ..Question::new(position) };
        for algorithm in PROOF_SEARCHES.map(|search| search.name) {
            let found = mate(algorithm, &[], &question);
            let expected = if mated { (Some(true), false) } else { (None, true) };
            assert_eq!((found.proof.answer, found.proof.exhausted), expected, "{fen}, {algorithm}");
        }
    }
}

#[test]
fn budgets_hold_for_all_depths_and_widths_together() {
    let start = Question::new(Chess::default());
    for algorithm in PROOF_SEARCHES.map(|search| search.name) {
        let spec = ProofSpec::new(algorithm).unwrap();
        let mut prover = built_in::<Chess>().goals[0].prover(&spec).unwrap();
        let found = prover.answer(&start, &Budget::new().nodes(5000));
        assert_eq!((found.proof.answer, found.proof.stop), (None, Stop::Nodes), "{algorithm}");
        assert_eq!(found.proof.counts.generated, 5000, "{algorithm}");
        let won = Question::new(Connect4::parse(Some("4455")).unwrap());
        let found =
            built_in::<Connect4>().goals[0].prover(&spec).unwrap().answer(&won, &Budget::new());
        assert_eq!((found.proof.answer, found.within), (Some(true), None), "{algorithm}");
    }
}

#[test]
fn strategies_are_named_or_given_as_widths() {
    let mut spec = ProofSpec::new("df-pn").unwrap();
    spec.set("widening", "1/1").unwrap();
    assert_eq!(spec.text(), "df-pn (widening=1/1)");
    assert!(built_in::<Chess>().goals[0].prover(&spec).is_ok());
    let widths = Mate::STRATEGIES[0].1;
    assert_eq!(widths.last(), Some(&Width { or: 1, and: 1 }), "the last width is complete");
    spec.set("strategy", "slow").unwrap();
    let error = built_in::<Chess>().goals[0].prover(&spec).err().unwrap().to_string();
    assert!(error.starts_with("no strategy 'slow': expected checks-first"), "{error}");
    assert!(ProofSpec::new("mtdf").unwrap_err().to_string().contains("pn or df-pn"));
}
