//! What is read as a position of Phutball is printed and read back the same, and can be played.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood::Position;
use plywood_games::{Game, Phutball};

fuzz_target!(|text: &str| match Phutball::parse(Some(text)) {
    Ok(position) => {
        assert_eq!(Phutball::parse(Some(&position.text())), Ok(position));
        assert!(!position.board().is_empty());
        let mut moves = Vec::new();
        position.moves(&mut moves);
        for m in moves {
            assert_eq!(position.parse_move(&position.move_text(m)), Ok(m));
        }
    }
    Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
});
