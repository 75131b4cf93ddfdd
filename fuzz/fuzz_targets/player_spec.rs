//! What is read as a player can be built, or is refused as bad input.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_lab::registry::{CONNECT4, PlayerSpec};

fuzz_target!(|text: &str| {
    let built = PlayerSpec::parse(text).and_then(|spec| spec.build(CONNECT4).map(drop));
    if let Err(error) = built {
        assert_eq!(error.exit_code(), 2, "{error}");
        assert!(!error.to_string().chars().any(char::is_control));
    }
});
