//! What is read as a player can be built, or is refused as bad input.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_games::Connect4;
use plywood_lab::registry::{PlayerSpec, built_in};

fuzz_target!(|text: &str| {
    let built = PlayerSpec::parse(text).and_then(|spec| spec.build(built_in::<Connect4>().build).map(drop));
    if let Err(error) = built {
        assert!(error.is_input(), "{error}");
        assert!(!error.to_string().chars().any(char::is_control));
    }
});
