//! What is read as a position of Othello is printed and read back the same, and can be played.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood::Position;
use plywood_games::{Game, Othello};

fuzz_target!(|text: &str| match Othello::parse(Some(text)) {
    Ok(position) => {
        assert_eq!(Othello::parse(Some(&position.text())), Ok(position));
        assert!(!position.board().is_empty());
        assert!(!position.is_over() || position.perft(3) == 1);
    }
    Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
});
