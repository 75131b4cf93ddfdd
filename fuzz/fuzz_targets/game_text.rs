//! What is read as a position of a game is printed and read back the same, and so are its moves. The first letter
//! chooses the game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use plywood_games::test_kit::check_text;
use plywood_games::{BuiltIn, Game, GameList, GameVisitor};

/// Reads the text as a position of the game whose turn it is.
struct Read<'a> {
    text: &'a str,
    games_before: u8,
}

impl GameVisitor for Read<'_> {
    fn visit<G: Game>(&mut self) {
        if self.games_before == 0 {
            check_text::<G>(self.text);
        }
        self.games_before = self.games_before.wrapping_sub(1);
    }
}

fuzz_target!(|text: &str| {
    let mut letters = text.chars();
    if let Some(first) = letters.next() {
        BuiltIn::each(&mut Read { text: letters.as_str(), games_before: first as u8 % 16 });
    }
});
