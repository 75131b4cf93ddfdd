//! `plywood analyze --serve`.

use crate::common::{Talk, keys, plywood_line, plywood_with_input};
use serde_json::Value;
use std::collections::BTreeMap;

fn json(line: &str) -> Value {
    serde_json::from_str(line).expect("JSON")
}

#[test]
fn requests_are_answered_by_id() {
    let input = r#"{"id":"a","game":"chess","moves":["e4","e5"],"nodes":3000,"lines":2}
{"id":2,"game":"othello","position":"f5d6c3","algorithm":"negascout","depth":4}
{"id":"tree","game":"tree","position":"[0,[4,8,1],[6,5,[2,7,3]]]"}

not JSON
{"id":"x","game":"chess","position":"nonsense"}
"#;
    let lines =
        plywood_with_input("analyze --serve --jobs 3 --lines 1", input.as_bytes()).json_lines();
    let by_id: BTreeMap<String, Value> =
        lines.into_iter().map(|reply| (reply["id"].to_string(), reply)).collect();
    assert_eq!(by_id.len(), 5);
    let chess = &by_id["\"a\""];
    assert_eq!(
        keys(chess).iter().filter(|key| **key != "unfinished").collect::<Vec<_>>().len(),
        11,
        "{chess}"
    );
    assert_eq!((&chess["stop"], &chess["side"]), (&"nodes".into(), &"max".into()), "{chess}");
    assert_eq!(chess["lines"].as_array().unwrap().len(), 2);
    assert!(chess["best"].is_string() && chess["counts"]["generated"].as_u64() <= Some(3000));
    assert_eq!(by_id["2"]["lines"][0]["depth"], 4);
    assert!(by_id["\"tree\""]["best"].is_u64(), "moves are numbers: {}", by_id["\"tree\""]);
    assert_eq!((&by_id["null"]["line"], by_id["null"]["error"].is_string()), (&5.into(), true));
    assert!(by_id["\"x\""]["error"].as_str().unwrap().contains("nonsense"));
}

#[test]
fn a_request_is_terminated_and_the_service_ends_with_its_input() {
    let mut service = Talk::start("analyze chess --serve --jobs 2");
    service.say(r#"{"id":1,"time":"1h","report_every_ms":0}"#);
    let progress = json(service.until("{\"id\":1,").last().unwrap());
    assert_eq!((&progress["during_search"], &progress["stop"]), (&true.into(), &Value::Null));
    service.say(r#"{"id":2,"nodes":500}"#);
    service.until("{\"id\":2,");
    service.say(r#"{"id":3,"action":"terminate","terminate_id":1}"#);
    service.close();
    let rest: Vec<Value> = service.rest().iter().map(|line| json(line)).collect();
    let terminated = rest.iter().find(|reply| reply["id"] == 3).unwrap();
    assert_eq!(terminated["terminated_requests"], 1);
    let last = rest.iter().rfind(|reply| reply["id"] == 1).unwrap();
    assert_eq!((&last["terminated"], &last["stop"]), (&true.into(), &"cancelled".into()));
    assert!(last["best"].is_string());
}

#[test]
fn flags_that_do_not_fit_are_refused() {
    plywood_line("analyze").refused(2, "GAME");
    plywood_line("analyze chess --jobs 2").refused(2, "--serve");
    plywood_line("analyze --serve --json").refused(2, "--json");
    plywood_line("analyze nogame --serve").refused(2, "nogame");
}
