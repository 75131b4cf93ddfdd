//! What is read as a position of a game is printed and read back the same, and so are its moves. The first letter
//! chooses the game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood::Evaluate;
use plywood_games::{BuiltIn, Game, GameList, GameVisitor};

/// Reads the text as a position of the game whose turn it is.
struct Read<'a> {
    text: &'a str,
    games_before: u8,
}

impl GameVisitor for Read<'_> {
    fn visit<G: Game>(&mut self) {
        if self.games_before == 0 {
            reads_back::<G>(self.text);
        }
        self.games_before = self.games_before.wrapping_sub(1);
    }
}

fn reads_back<G: Game>(text: &str) {
    match G::parse(Some(text)) {
        Ok(mut position) => {
            assert!(!position.board().is_empty());
            let mut moves = Vec::new();
            position.moves(&mut moves);
            assert_eq!(position.is_over(), moves.is_empty());
            for &m in &moves {
                assert!(position.parse_move(&position.move_text(m)) == Ok(m));
                let before = position.clone();
                let undo = position.play(m);
                position.undo(m, undo);
                assert!(position == before);
            }
            if !position.is_over() {
                G::Evaluation::default().evaluate(&position);
            }
            // A large explicit tree has no notation.
            if G::transcript("").is_some() {
                assert!(G::parse(Some(&position.text())) == Ok(position));
            }
        }
        Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
    }
}

fuzz_target!(|text: &str| {
    let mut letters = text.chars();
    if let Some(first) = letters.next() {
        BuiltIn::each(&mut Read { text: letters.as_str(), games_before: first as u8 % 16 });
    }
});
