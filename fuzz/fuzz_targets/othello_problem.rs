//! What is read as a line of a problem file is a position that is printed and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_games::othello::Problem;
use plywood_games::{Game, Othello};

fuzz_target!(|line: &str| match Problem::parse(line) {
    Ok(Problem { position, score, .. }) => {
        assert_eq!(Othello::parse(Some(&position.text())), Ok(position));
        assert!(score.is_none_or(|score| (-64..=64).contains(&score)));
    }
    Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
});
