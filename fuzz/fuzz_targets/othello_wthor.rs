//! What is read as a WTHOR file has as many games as it says, all of them legal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_games::othello::wthor;

fuzz_target!(|bytes: &[u8]| match wthor::read(bytes) {
    Ok(file) => {
        assert_eq!(16 + 68 * file.games.len(), bytes.len());
        for game in file.games {
            assert!(game.position().empties() <= 60);
        }
    }
    Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
});
