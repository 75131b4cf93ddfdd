//! What is read as a position of connect four is printed and read back the same, and can be played.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood::Position;
use plywood_games::{Connect4, Game, perft};

fuzz_target!(|text: &str| match Connect4::parse(Some(text)) {
    Ok(position) => {
        assert_eq!(Connect4::parse(Some(&position.text())), Ok(position));
        assert!(!position.board().is_empty());
        let mut walked = position;
        assert_eq!(perft(&mut walked, 2) == 0 && perft(&mut walked, 1) == 0, position.is_over());
        assert_eq!(walked, position);
    }
    Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
});
