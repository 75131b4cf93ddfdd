use super::*;
use crate::problems::solve_all;
use crate::{GameEntry, game, games};
use plywood::{Interval, Score, Stop};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Three empty squares; X must pass and loses by 32.
const EASY: &str = "OOOOOOOOOOOOOOXOOOOOOXXOOXOOXOXOOXXOXXXOOXXXXXXOOXXXXXXO-X--XXOO";

fn entry(name: &str) -> &'static GameEntry {
    game(games(), name).unwrap()
}

fn read(game: &str, text: &str) -> Result<Vec<Problem>, String> {
    entry(game).problems(text).expect("the game has problems").map_err(|e| e.to_string())
}

fn endgame(limits: &str, only_winner: bool) -> Result<ProblemSolver, String> {
    let spec = PlayerSpec::parse(&format!("endgame{limits}")).unwrap();
    entry("othello").endgame_solver(&spec.budget, only_winner).map_err(|e| e.to_string())
}

#[test]
fn comments_are_skipped_and_lines_are_numbered() {
    let text = format!("\u{feff}# board\n\nfirst\t3\t{EASY}\tX\t-32\n% x\n; y\n  {EASY} O\n");
    let problems = read("othello", &text).unwrap();
    let names: Vec<_> = problems.iter().map(|problem| problem.name.as_str()).collect();
    assert_eq!(names, ["first", "6"]);
    assert_eq!((problems[0].score, problems[1].score), (Some(-32), None));
    assert_eq!(problems[1].position, format!("{EASY} O"));
    let error = read("othello", &format!("{EASY} X\n\n{EASY}\n")).unwrap_err();
    assert!(error.starts_with("at line 3: othello problem"), "{error}");
    assert_eq!(read("chess", "# x\n").unwrap_err(), "expected one problem per line, found none");
    assert!(entry("connect4").problems("4453").is_none());
}

#[test]
fn the_endgame_solver_finds_scores_and_winners() {
    let problems = read("othello", &format!("{EASY} X -32\n{EASY} X 4\n{EASY} X\n")).unwrap();
    let mut solver = endgame("", false).unwrap();
    let solution = solver.solution(&problems[0]).unwrap();
    assert_eq!((solution.lower, solution.upper), (-32.0, -32.0));
    assert_eq!((solution.plies_left, solution.outcome()), (Some(3), None));
    let mut verdicts = Vec::new();
    let tally = solve_all(vec![solver], &problems, &AtomicBool::new(false), |solved| {
        assert_eq!((solved.task, solved.result), ("score", "lost"));
        assert_eq!((solved.proof, &solved.line[..1]), (Some("exhaustive"), &["pass".into()][..]));
        verdicts.push(solved.verdict);
    });
    let tally = tally.unwrap();
    assert_eq!(verdicts, [Verdict::Right, Verdict::Wrong, Verdict::Open]);
    assert_eq!((tally.right, tally.wrong, tally.unknown), (1, vec!["2".to_string()], 0));
    assert!(tally.nodes > 0 && !tally.interrupted);
    // X loses and O wins.
    let problems = read("othello", &format!("{EASY} X -32\n{EASY} O\n")).unwrap();
    let mut solver = endgame(",memory=1MiB", true).unwrap();
    let solutions: Vec<_> = problems.iter().map(|p| solver.solution(p).unwrap()).collect();
    assert_eq!(solutions[0].outcome(), Some(Outcome::Loss));
    assert_eq!(solutions[0].verdict, Verdict::Right);
    assert_eq!(solutions[1].outcome(), Some(Outcome::Win));
}

#[test]
fn the_endgame_solver_refuses_what_it_cannot_do() {
    let error = endgame(",depth=3", false).err().unwrap();
    assert!(error.starts_with("depth: the endgame solver searches to the end"), "{error}");
    let error = entry("chess").endgame_solver(&Budget::new(), false);
    assert_eq!(error.err().unwrap().to_string(), "chess has no endgame solver");
    assert!(entry("othello").has_endgame_solver() && !entry("chess").has_endgame_solver());
}

#[test]
fn an_unfinished_search_has_bounds_and_no_verdict() {
    let start = "---------------------------OX------XO---------------------------";
    let problems = read("othello", &format!("{start} X 0\n")).unwrap();
    let solution = endgame(",nodes=1k", false).unwrap().solution(&problems[0]).unwrap();
    assert_eq!((solution.answer.proven, solution.verdict), (false, Verdict::Unknown));
    assert!(solution.lower < solution.upper && solution.outcome().is_none());
}

#[test]
fn a_stop_flag_ends_the_work() {
    let stop = Arc::new(AtomicBool::new(true));
    let budget = Budget::new().stop_flag(stop.clone());
    let solver = entry("othello").endgame_solver(&budget, false).unwrap();
    let start = "---------------------------OX------XO---------------------------";
    let problems = read("othello", &format!("{start} X\n{EASY} X\n")).unwrap();
    let tally = solve_all(vec![solver], &problems, &stop, |_| panic!("no solution")).unwrap();
    assert!(tally.interrupted && tally.nodes == 0);
}

#[test]
fn moves_to_find_and_moves_to_avoid() {
    let answer = |best: &str| {
        let mut report = plywood::Report::new(Stop::Depth);
        report.value = Interval::exactly(Score::ZERO);
        let position = plywood_games::Connect4::default();
        report.best = position.parse_move(best).ok();
        Answer::of(&position, &report, Duration::ZERO)
    };
    let problem = |best: &[&str], avoid: &[&str]| Problem {
        name: "name".into(),
        position: String::new(),
        score: None,
        best: best.iter().map(|m| m.to_string()).collect(),
        avoid: avoid.iter().map(|m| m.to_string()).collect(),
    };
    for (problem, verdict) in [
        (problem(&["4", "5"], &[]), Verdict::Right),
        (problem(&["5"], &[]), Verdict::Wrong),
        (problem(&[], &["5"]), Verdict::Right),
        (problem(&[], &["4"]), Verdict::Wrong),
        (problem(&["4"], &["4"]), Verdict::Wrong),
        (problem(&[], &[]), Verdict::Open),
    ] {
        assert_eq!(problem.judge(&answer("4"), 0.0, 0.0), verdict, "{problem:?}");
    }
    // A score counts before moves, and only if it is proven.
    let mut scored = problem(&["5"], &[]);
    scored.score = Some(0);
    assert_eq!(scored.judge(&answer("4"), -1.0, 1.0), Verdict::Unknown);
    assert_eq!(scored.judge(&answer("4"), 1.0, 2.0), Verdict::Wrong);
    assert!(!scored.asks_for_move());
}
