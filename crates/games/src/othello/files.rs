//! Positions in files of games: `FILE.ggf` and `FILE.wtb`.

use super::{Othello, ggf, wthor};
use crate::InputError;
use crate::files::Place;

/// The position that `FILE[#GAME][@PLIES]` names, where the file is one of GGF or WTHOR: of the
/// game with that number, or the first, after so many plies, or all. None for any other text.
pub(super) fn position(text: &str) -> Option<Result<Othello, InputError>> {
    Some(read(&Place::parse::<Othello>(text, &["wtb", "ggf"])?))
}

fn read(place: &Place) -> Result<Othello, InputError> {
    let bytes = place.read()?;
    if place.extension == "wtb" {
        let games = wthor::read(&bytes)?.games;
        place.of(games.into_iter().map(|game| (Othello::default(), game.moves)).collect())
    } else {
        let records = ggf::read(&String::from_utf8_lossy(&bytes))?;
        let moves = |record: &ggf::Record| record.moves.iter().map(|played| played.m).collect();
        place.of(records.iter().map(|record| (record.start, moves(record))).collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Game, Othello};

    #[test]
    fn games_in_files_have_positions() {
        let name = format!("plywood-games-{}.ggf", std::process::id());
        let path = std::env::temp_dir().join(name);
        let game = |moves: &str| {
            let board = "---------------------------O*------*O---------------------------";
            format!("(;GM[Othello]TY[8]BO[8 {board} *]{moves};)")
        };
        let text = game("B[F5]W[D6]B[C3]") + "\n" + &game("B[E6]");
        std::fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        let parse = |what: &str| Othello::parse(Some(&format!("{path}{what}")));
        let moves = |moves: &str| Othello::parse(Some(moves));
        assert_eq!(parse(""), moves("f5d6c3"));
        assert_eq!(parse("#2"), moves("e6"));
        assert_eq!(parse("#1@2"), moves("f5d6"));
        assert_eq!(parse("@0"), Ok(Othello::default()));
        for (what, expected) in [
            ("#3", "the game's number: expected a number from 1 to 2, found '3'"),
            ("#0", "from 1 to 2"),
            ("@4", "the number of plies: expected a number from 0 to 3, found '4'"),
            ("@x", "from 0 to 3"),
        ] {
            let error = parse(what).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        std::fs::remove_file(path).unwrap();
        assert!(parse("").unwrap_err().to_string().contains("expected a file of games"));
    }

    #[test]
    fn a_published_file_is_read() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data/othello");
        if crate::testing::sample("WTH_1977.wtb").is_some() {
            let text = format!("{folder}/WTH_1977.wtb#2@20");
            assert_eq!(Othello::parse(Some(&text)).unwrap().empties(), 40);
        }
    }
}
