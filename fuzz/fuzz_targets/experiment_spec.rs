//! What is read as the spec of an experiment is one, or is refused as bad input.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_lab::papers::reopen;

fuzz_target!(|text: &str| {
    match reopen(text) {
        Ok(experiment) => assert_eq!(experiment.spec(), text),
        Err(error) => assert_eq!(error.exit_code(), 2, "{error}"),
    }
});
