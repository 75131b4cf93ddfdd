//! Mates found by searches for the goal are those of plain minimax, and obey the rules of draws.

use super::*;
use crate::chess::{Mate, mate_in_one};
use crate::random::random_game;
use crate::testing::{fuzz, refused, testdata_lines};
use crate::{NamedGoal, Question};
use plywood::kit::{Goal, Width};
use plywood::search::{
    AbstractProof, AbstractProofOptions, Dfpn, DfpnOptions, Proof, ProofNumberSearch, ProofSearch,
    ProofTableOptions,
};
use plywood::{Budget, Side};

/// Whether the side mates within N plies, by trying everything.
fn mates(position: &mut Chess, side: Side, plies: u32) -> bool {
    if position.is_over() {
        return position.result().winner() == Some(side);
    }
    let attacks = position.side() == side;
    plies > 0
        && legal(position)
            .into_iter()
            .any(|m| position.visit(m, |child| mates(child, side, plies - 1)) == attacks)
            == attacks
}

/// All searches with a widening strategy.
fn provers(widths: &[Width]) -> (AbstractProof<Chess>, ProofNumberSearch<Chess>, Dfpn<Chess>) {
    let table = ProofTableOptions { entries: 1 << 12 };
    let options = AbstractProofOptions { table, ..Default::default() };
    let mut searches = (
        AbstractProof::new(options),
        ProofNumberSearch::new(Default::default()),
        Dfpn::new(DfpnOptions { table, ..Default::default() }),
    );
    searches.0.set_widening(widths.to_vec());
    searches.1.set_widening(widths.to_vec());
    searches.2.set_widening(widths.to_vec());
    searches
}

fn prove_all(
    searches: &mut (AbstractProof<Chess>, ProofNumberSearch<Chess>, Dfpn<Chess>),
    position: &Chess,
    side: Side,
    plies: u32,
) -> [Proof<Move>; 3] {
    let budget = Budget::new().depth(plies);
    [
        searches.0.prove(position, &mut Mate::new(side), &budget),
        searches.1.prove(position, &mut Mate::new(side), &budget),
        searches.2.prove(position, &mut Mate::new(side), &budget),
    ]
}

#[test]
fn mates_are_those_of_minimax() {
    let mut all: Vec<_> =
        Mate::STRATEGIES[..3].iter().map(|(name, widths)| (name, provers(widths))).collect();
    // Positions near the end of random games that end with mate.
    let games =
        (0..150).map(|seed| (seed, random_game(Chess::default(), seed).collect::<Vec<_>>()));
    let mated =
        games.filter(|(_, game)| game.last().is_some_and(|last| last.result() != Score::ZERO));
    let (mut won, mut not_won) = (0, 0);
    for (seed, game) in mated.take(12) {
        for position in game.iter().rev().skip(2).take(4) {
            for side in [Side::Max, Side::Min] {
                let attacks = position.side() == side;
                let plies = if attacks { 3 } else { 2 };
                let expected = mates(&mut position.clone(), side, plies);
                for (strategy, searches) in &mut all {
                    for proof in prove_all(searches, position, side, plies) {
                        let what = format!("seed {seed}, {}, {strategy}", position.fen());
                        assert_eq!(proof.answer == Some(true), expected, "{what}");
                        assert!(proof.proven || proof.exhausted, "{what}");
                        *if expected { &mut won } else { &mut not_won } += 1;
                    }
                }
            }
        }
    }
    assert!(won > 50 && not_won > 100, "{won} {not_won}");
}

#[test]
fn a_mate_is_one_by_the_rules_of_draws() {
    let mut searches = provers(&[]);
    // Mate in two. The last quiet move may mate; one before it ends the game.
    for (clock, expected) in [(0, true), (97, true), (98, false), (99, false)] {
        let position = parse(&format!("k7/8/2K5/8/8/8/8/1R6 w - - {clock} 80"));
        for proof in prove_all(&mut searches, &position, Side::Max, 3) {
            assert_eq!(proof.answer == Some(true), expected, "{clock}");
        }
    }
    // The only move that does not mate leads to stalemate.
    let position = parse("7k/5K2/8/6Q1/8/8/8/8 b - - 0 1");
    for proof in prove_all(&mut searches, &position, Side::Max, 2) {
        assert_eq!(proof.answer == Some(true), mates(&mut position.clone(), Side::Max, 2));
    }
    let stalemate = parse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(Mate::new(Side::Max).decided(&stalemate), Some(false));
}

#[test]
fn mate_in_one_is_found_without_a_search() {
    assert_eq!(mate_in_one(Chess::default().cozy()), None);
    for line in testdata_lines("problems/chess-mates.tsv") {
        let columns: Vec<&str> = line.split('\t').collect();
        let position = parse(columns[0]);
        let found = mate_in_one(position.cozy()).map(|m| position.move_text(m));
        match columns[1] {
            "1" => assert!(columns[3].split(' ').any(|m| Some(m) == found.as_deref()), "{line}"),
            _ => assert_eq!(found, None, "{line}"),
        }
    }
}

#[test]
fn questions_are_fen_or_epd() {
    let line = "6k1/5ppp/8/8/8/8/8/K2R4 w - - dm 2; id \"slow\";";
    let question = Mate::question(line).unwrap().unwrap();
    assert_eq!((question.name.as_deref(), question.depth), (Some("slow"), Some(3)));
    assert_eq!((question.prover, question.expected), (Side::Max, Some(true)));
    let plain = Mate::question("6k1/5ppp/8/8/8/8/8/K2R4 b - - 0 1").unwrap().unwrap();
    assert_eq!((plain.prover, plain.depth, plain.expected), (Side::Min, None, None));
    assert!(
        Mate::question("{\"position\": \"8/8\"}").is_none() && Mate::question("e4 e5").is_none()
    );
    let expected = "at the operation dm: expected a number of moves from 1 to 1000";
    let bad = ["dm 0;", "dm;", "dm -2;", "dm 1001;", "dm two;"]
        .map(|dm| (format!("6k1/5ppp/8/8/8/8/8/K2R4 w - - {dm}"), expected));
    refused(bad.iter().map(|(line, words)| (line.as_str(), *words)), |line| {
        Mate::question(line).unwrap()
    });
    let read =
        |line: &str| Mate::question(line).unwrap_or_else(|| Ok(Question::new(Chess::default())));
    let accepted = fuzz(&[line], "kKrR12345678/ dm;-w", read, |question, _| {
        assert!(question.depth.is_none_or(|plies| plies % 2 == 1 && plies < 2000));
    });
    assert!(accepted > 1000, "{accepted}");
}
