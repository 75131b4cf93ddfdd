//! What is read as PGN is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_games::chess::pgn;

fuzz_target!(|text: &str| match pgn::read(text) {
    Ok(records) => {
        for record in records {
            let again = pgn::Record::parse(&record.to_string()).expect("what we wrote");
            assert_eq!(again.moves, record.moves);
            assert_eq!(again.position(), record.position());
            assert_eq!(again.outcome, record.outcome);
        }
    }
    Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
});
