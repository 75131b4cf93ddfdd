//! What is read as SGF is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_games::go::sgf;

fuzz_target!(|text: &str| match sgf::read(text) {
    Ok(records) => {
        let written: String = records.iter().map(sgf::Record::to_string).collect();
        assert_eq!(sgf::read(&written), Ok(records));
    }
    Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
});
