//! A line of UCI is a command, nothing, or an error on one line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_protocols::uci::Command;

fuzz_target!(|line: &str| {
    if let Err(error) = Command::parse(line) {
        assert!(!error.to_string().chars().any(char::is_control));
    }
});
