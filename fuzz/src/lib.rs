//! What several fuzz targets check.

use plywood_games::Game;

/// What is read as a position of a game is printed and read back the same, and its moves are read back as they
/// are written. Errors fit on one line.
pub fn reads_back<G: Game + PartialEq + std::fmt::Debug>(text: &str) {
    match G::parse(Some(text)) {
        Ok(position) => {
            assert!(!position.board().is_empty());
            let mut moves = Vec::new();
            position.moves(&mut moves);
            for m in moves {
                assert_eq!(position.parse_move(&position.move_text(m)), Ok(m));
            }
            assert_eq!(G::parse(Some(&position.text())), Ok(position));
        }
        Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
    }
}
