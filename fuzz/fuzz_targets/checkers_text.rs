//! What is read as a position of checkers is printed and read back the same, and so are its moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_fuzz::reads_back;
use plywood_games::Checkers;

fuzz_target!(|text: &str| reads_back::<Checkers>(text));
