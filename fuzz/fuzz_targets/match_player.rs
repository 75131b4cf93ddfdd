//! A player of a match, as people write it, is read or refused in words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_lab::matches::Player;

fuzz_target!(|text: &str| {
    if let Err(error) = Player::parse(text) {
        assert!(!error.to_string().chars().any(char::is_control));
    }
});
