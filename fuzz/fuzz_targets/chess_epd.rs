//! What is read as a line of EPD has moves that are legal in its position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_games::chess::{Mate, Problem};
use plywood_games::{Chess, Game, NamedGoal};

fuzz_target!(|line: &str| match Problem::parse(line) {
    Ok(Problem { position, best, avoid, .. }) => {
        assert_eq!(Chess::parse(Some(&position.text())).as_ref(), Ok(&position));
        if let Some(Ok(question)) = Mate::question(line) {
            assert_eq!(question.position, position);
        }
        assert!(best.iter().chain(&avoid).all(|&m| position.cozy().is_legal(m)));
    }
    Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
});
