//! What is read as weights of Amazons is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_games::amazons::Weights;

fuzz_target!(|text: &str| match Weights::from_text(text, "fuzz") {
    Ok(weights) => assert_eq!(Weights::from_text(&weights.to_text(), "fuzz"), Ok(weights)),
    Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
});
