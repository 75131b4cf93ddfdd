//! Results of games, in PGN and CSV, are read and rated, or refused in words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_lab::stats::{GameResults, Ratings};

fuzz_target!(|text: &str| {
    for results in [GameResults::read_pgn(text), GameResults::read_csv(text)] {
        match results {
            Ok(results) if results.players.len() < 50 => {
                let ratings = Ratings::of(results.players.len(), &results.pairs, None);
                let ratings = ratings.expect("what was read can be rated");
                assert!(ratings.players().iter().all(|player| player.elo.value.is_finite()));
            }
            Ok(_) => {}
            Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
        }
    }
});
