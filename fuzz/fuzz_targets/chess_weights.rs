//! A file of weights for chess is read and comes back the same, or is refused in words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_games::chess::Weights;

fuzz_target!(|text: &str| match Weights::from_text(text, "fuzz") {
    Ok(weights) => assert_eq!(Weights::from_text(&weights.to_text(), "fuzz"), Ok(weights)),
    Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
});
