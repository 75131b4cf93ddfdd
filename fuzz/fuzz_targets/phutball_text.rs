//! What is read as a position of Phutball is printed and read back the same, and so are its moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_fuzz::reads_back;
use plywood_games::Phutball;

fuzz_target!(|text: &str| reads_back::<Phutball>(text));
