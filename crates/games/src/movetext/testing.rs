//! Helpers for the tests of PGN and PDN.

use super::{Movetext, Outcome, Record};
use crate::InputError;
use crate::random::{Rng, random_move};
use crate::testing::fuzz;
use std::fmt::Debug;

/// Adds random moves to a record, often up to the end of the game.
pub(crate) fn play_out<G: Movetext>(mut record: Record<G>, rng: &mut Rng) -> Record<G> {
    let mut position = record.start.clone();
    loop {
        if position.is_over() || rng.below(100) == 0 {
            return Record { outcome: Outcome::of(&position), ..record };
        }
        let m = random_move(&position, rng).expect("a move, as the game goes on");
        record.moves.push(m);
        position.play(m);
    }
}

/// Reads texts that are almost right. Each is refused, or its records are written and read back.
/// Returns the number of texts that were read.
pub(crate) fn fuzz_records<G: Movetext + Debug>(
    seeds: &[&str],
    alphabet: &str,
    read: fn(&str) -> Result<Vec<Record<G>>, InputError>,
) -> usize {
    fuzz(seeds, alphabet, read, |records, text| {
        for record in records {
            let again = Record::parse(&record.to_string());
            assert_eq!(again.map(|again| again.position()), Ok(record.position()), "{text}");
        }
    })
}
