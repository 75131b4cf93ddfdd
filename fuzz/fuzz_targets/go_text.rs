//! A board in any notation is printed in each and read back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_games::go::Board;

fuzz_target!(|text: &str| match Board::parse(text) {
    Ok(board) => {
        assert_eq!(Board::parse(&board.text()).as_ref(), Ok(&board));
        assert_eq!(Board::from_diagram(&board.diagram()), Ok(board));
    }
    Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
});
