//! What is read as a position of chess is printed and read back the same, and its moves have names.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood::{Evaluate, Position};
use plywood_games::{Chess, Game, chess::Evaluation};

fuzz_target!(|text: &str| match Chess::parse(Some(text)) {
    Ok(position) => {
        assert_eq!(Chess::parse(Some(&position.text())).as_ref(), Ok(&position));
        assert!(!Game::board(&position).is_empty());
        let mut moves = Vec::new();
        position.moves(&mut moves);
        assert_eq!(position.is_over(), moves.is_empty());
        for m in moves {
            assert_eq!(position.parse_move(&position.san(m)), Ok(m));
            assert_eq!(position.parse_move(&position.uci(m)), Ok(m));
        }
        Evaluation::default().evaluate(&position);
    }
    Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
});
