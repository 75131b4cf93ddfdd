//! A file of weights is read, or refused in words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_games::othello::Weights;

fuzz_target!(|bytes: &[u8]| {
    if let Err(error) = Weights::from_bytes(bytes, "fuzz") {
        assert!(!error.to_string().chars().any(char::is_control));
    }
});
