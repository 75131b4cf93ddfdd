//! What the feature `serde` writes and reads, of `plywood` too.

use plywood::search::AlphaBeta;
use plywood::{Budget, Interval, Score, Search, Stop};
use plywood_games::othello::Period;
use plywood_games::{
    Amazons, Checkers, Chess, Connect4, Game, Gomoku, Othello, Phutball, RandomTree,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, from_str, json, to_string, to_value};
use std::fmt::Debug;
use std::time::Duration;

fn comes_back<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug>(value: &T) {
    assert_eq!(&from_str::<T>(&to_string(value).unwrap()).unwrap(), value);
}

fn position_comes_back<G>(transcript: Option<&str>, text: &str)
where
    G: Game + Serialize + for<'de> Deserialize<'de> + Debug,
{
    let position = G::parse(transcript).unwrap();
    comes_back(&position);
    assert_eq!(to_value(&position).unwrap(), text);
    let wrong = from_str::<G>("\"no position\"").unwrap_err().to_string();
    assert!(wrong.contains("no position"), "{wrong}");
}

#[test]
fn positions_are_their_notation() {
    let board = "......./......./......./......./......./..XXO..";
    position_comes_back::<Connect4>(Some("453"), board);
    let start = "---------------------------OX------XO--------------------------- X";
    position_comes_back::<Othello>(None, start);
    let params = "branching=3,depth=10,seed=7,edges=korf,generator=hash";
    position_comes_back::<RandomTree>(Some(params), params);
    position_comes_back::<Amazons>(Some("5x5 b1-b3/d3"), "1b1b1/b3b/1w1x1/w3w/3w1 b");
    position_comes_back::<Phutball>(Some("5x5 c4 c2"), "5/2x2/2O2/2x2/5 U 2");
    position_comes_back::<Gomoku>(Some("5x5 c3 d3"), "5/5/2XO1/5/5");
    position_comes_back::<Chess>(
        Some("Nf3 Nf6 Ng1"),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves g1f3 g8f6 f3g1",
    );
    position_comes_back::<Checkers>(
        Some("11-15"),
        "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15",
    );
}

#[test]
fn reports_are_written_and_their_parts_come_back() {
    let budget = Budget::new().depth(3).nodes(5000);
    let report = AlphaBeta::new(Period).run(&Othello::default(), &budget);
    let value = to_value(&report).unwrap();
    assert_eq!(value["best"], json!(report.best.unwrap().to_string()));
    assert_eq!(value["value"]["lower"], json!(report.value.lower.get()));
    assert_eq!(value["counts"]["generated"], json!(report.counts.generated));
    assert_eq!(value["stop"], json!(report.stop.name()));
    assert_eq!(value["details"], json!({}));
    comes_back(&report.value);
    comes_back(&report.counts);
    comes_back(&report.stop);
    assert_eq!(to_value(Stop::Swings).unwrap(), "swings");
    assert_eq!(
        from_str::<Stop>("\"certain\"").unwrap(),
        Stop::Swings,
        "the word that it had before"
    );
    comes_back(&Interval::UNKNOWN);
    comes_back(&[Score::win(3), Score::loss(0), Score::MIN_EVAL]);
    for number in [i32::MIN, i32::MAX - 1] {
        let wrong = from_str::<Score>(&number.to_string()).unwrap_err().to_string();
        assert!(wrong.contains("expected a score"), "{wrong}");
    }
}

#[test]
fn budgets_come_back() {
    let budget = Budget::new().depth(8).time(Duration::from_millis(1500)).memory(1 << 20);
    let text = to_string(&budget).unwrap();
    let back: Budget = from_str(&text).unwrap();
    assert_eq!(to_value(&back).unwrap(), from_str::<Value>(&text).unwrap());
    assert_eq!((back.depth, back.time, back.memory), (budget.depth, budget.time, budget.memory));
    assert_eq!(from_str::<Budget>("{}").unwrap().nodes, None);
    let wrong = from_str::<Budget>(r#"{"node": 5}"#).unwrap_err().to_string();
    assert!(wrong.contains("unknown field `node`"), "{wrong}");
}
