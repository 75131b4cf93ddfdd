//! What is read as PDN is written and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_games::checkers::pdn;

fuzz_target!(|text: &str| match pdn::read(text) {
    Ok(records) => {
        for record in records {
            let again = pdn::Record::parse(&record.to_string()).expect("what we wrote");
            assert_eq!(again.moves, record.moves);
            assert_eq!(again.position(), record.position());
        }
    }
    Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
});
