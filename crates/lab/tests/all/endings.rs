//! Players leave the end of a game to the solver where it is in reach, and nowhere else.

use plywood::{Position, Side, Stop};
use plywood_games::othello::{DISC, simple_solve};
use plywood_games::random::random_game;
use plywood_games::{Game, Othello};
use plywood_lab::registry::{PlayerSpec, built_in, game, games};
use plywood_play::{Analyst, Insight};
use std::time::{Duration, Instant};

/// A position with N empty squares, from random play.
fn ending(seed: u64, empties: u32) -> Othello {
    let late = |position: &Othello| position.empties() <= empties || position.is_over();
    random_game(Othello::default(), seed).find(late).unwrap()
}

fn search(position: &Othello, player: &str) -> plywood::Report<plywood_games::othello::Move> {
    let spec = PlayerSpec::parse(player).unwrap();
    spec.build(built_in::<Othello>().build).unwrap().run(position, &spec.budget)
}

fn exact(position: &Othello) -> i32 {
    let score = simple_solve(position.mover(), position.opponent(), -64, 64, &mut 0);
    if position.side() == Side::Max { score * DISC } else { -score * DISC }
}

#[test]
fn the_solver_answers_where_the_depth_reaches_the_end() {
    for seed in 0..20 {
        let position = ending(seed, 9);
        if position.is_over() {
            continue;
        }
        let value = Some(exact(&position));
        for player in ["endgame", "alpha-beta,depth=9,endgame=auto", "best-first,endgame=9"] {
            let report = search(&position, player);
            assert_eq!(report.value.exact().map(|score| score.get()), value, "{seed} {player}");
            assert!(report.proven && report.stop == Stop::Complete, "{player}");
        }
        let short = search(&position, "alpha-beta,depth=3,endgame=auto");
        assert_eq!(short, search(&position, "alpha-beta,depth=3"), "the end is out of reach");
    }
}

#[test]
fn counted_nodes_are_the_players_own() {
    let position = ending(3, 16);
    for limit in ["nodes=2000", "evals=2000"] {
        let auto = search(&position, &format!("negascout,depth=20,{limit},endgame=auto"));
        assert_eq!(auto, search(&position, &format!("negascout,depth=20,{limit}")));
    }
}

#[test]
fn the_time_is_one_time_for_both() {
    let position = ending(5, 30);
    let start = Instant::now();
    let report = search(&position, "negascout,time=100ms,depth=60,endgame=60,all-best=true");
    assert!(report.best.is_some());
    // Generous: it must not be the time of each of the moves.
    assert!(start.elapsed() < Duration::from_millis(900), "{:?}", start.elapsed());
}

#[test]
fn all_best_moves_of_an_ending_are_found() {
    for seed in 0..10 {
        let position = ending(seed, 8);
        if position.is_over() {
            continue;
        }
        let solved = search(&position, "endgame,all-best=true");
        let searched = search(&position, "alpha-beta,all-best=true");
        assert_eq!(solved.equally_good, searched.equally_good, "seed {seed}");
        assert!(solved.equally_good.contains(&solved.best.unwrap()));
    }
}

#[test]
fn an_analyst_solves_every_move_of_an_ending() {
    let position = ending(2, 8);
    for algorithm in ["negascout,depth=20", "endgame", "alpha-beta,depth=20"] {
        let spec = PlayerSpec::parse(algorithm).unwrap();
        let mut analyst = Analyst::new(built_in::<Othello>().build, &spec).unwrap();
        let mut last: Option<Insight<_>> = None;
        let mut keep = |insight: &_| last = Some(Clone::clone(insight));
        let end = analyst.analyse(&position, &[], 20, &spec.budget, &mut keep);
        assert_eq!(end.unwrap().stop, Stop::Complete, "{algorithm}");
        for variation in last.unwrap().variations {
            let mut child = position;
            child.play(variation.pv[0]);
            assert!(variation.proven);
            assert_eq!(variation.value.exact().unwrap().get(), exact(&child), "{algorithm}");
        }
    }
}

#[test]
fn a_number_of_plies_needs_a_solver() {
    let mut session = game(games(), "connect4").unwrap().open(None).unwrap();
    let spec = PlayerSpec::parse("alpha-beta,depth=2,endgame=9").unwrap();
    let error = session.set_player(&spec).unwrap_err().to_string();
    assert!(error.contains("'connect4' has no use for it"), "{error}");
    assert!(error.contains("expected a game that has an endgame solver"), "{error}");
    let error = PlayerSpec::parse("alpha-beta,depth=2,endgame=soon").unwrap_err().to_string();
    assert!(error.contains("endgame='soon': expected auto, never or a whole number"), "{error}");
    assert!(Othello::endgame().is_some());
}
