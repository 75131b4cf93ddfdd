//! What is read as a random game is printed and read back the same; errors are one line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_games::{Game, RandomTree};

fuzz_target!(|text: &str| match RandomTree::parse(Some(text)) {
    Ok(game) => {
        assert_eq!(RandomTree::parse(Some(&game.text())), Ok(game));
        assert!(!game.board().is_empty());
    }
    Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
});
