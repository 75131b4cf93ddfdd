//! What is read as a position of Amazons is printed and read back the same, and so are its moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_fuzz::reads_back;
use plywood_games::Amazons;

fuzz_target!(|text: &str| reads_back::<Amazons>(text));
