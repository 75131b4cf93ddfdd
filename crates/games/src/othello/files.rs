//! Positions in files of games: `FILE.ggf` and `FILE.wtb`.

use super::{Othello, ggf, wthor};
use crate::files::Place;
use crate::{GamesRead, InputError, Recorded};

/// The position of `FILE[#GAME][@PLIES]`, a file in GGF or WTHOR: after PLIES plies, or all, of the
/// game number GAME, or the first. `None` for any other text.
pub(super) fn position(text: &str) -> Option<Result<Othello, InputError>> {
    Some(read(&Place::parse::<Othello>(text, &["wtb", "ggf"])?))
}

/// The games of a file in WTHOR or GGF.
pub(super) fn games(extension: &str, bytes: &[u8]) -> GamesRead<Othello> {
    if extension == "wtb" {
        let games = wthor::read(bytes)?.games;
        let game = |game: wthor::Game| Recorded::new(Othello::default(), game.moves);
        return Ok(games.into_iter().map(game).collect());
    }
    let records = ggf::read(&String::from_utf8_lossy(bytes))?;
    let game = |record: &ggf::Record| {
        let moves = record.moves.iter().map(|played| played.m).collect();
        Recorded::new(record.start, moves).by(["PB", "PW"].map(|name| record.tag(name)))
    };
    Ok(records.iter().map(game).collect())
}

fn read(place: &Place) -> Result<Othello, InputError> {
    place.of(games(&place.extension, &place.read()?)?)
}

#[cfg(test)]
mod tests {
    use super::wthor;
    use crate::testing::{TemporaryFile, refused};
    use crate::{Game, Othello};
    use plywood::Position;

    #[test]
    fn games_in_files_have_positions() {
        let game = |moves: &str| {
            let board = "---------------------------O*------*O---------------------------";
            format!("(;GM[Othello]TY[8]BO[8 {board} *]{moves};)")
        };
        let text = game("B[F5]W[D6]B[C3]") + "\n" + &game("B[E6]");
        let file = TemporaryFile::new("ggf", &text);
        for (place, named) in [("", "f5d6c3"), ("#2", "e6"), ("#1@2", "f5d6"), ("@0", "")] {
            assert_eq!(file.position(place), Othello::parse(Some(named)), "{place}");
        }
        let places = [
            ("#3", "the game's number: expected a number from 1 to 2, found '3'"),
            ("#0", "from 1 to 2"),
            ("@4", "the number of plies: expected a number from 0 to 3, found '4'"),
            ("@x", "from 0 to 3"),
        ];
        refused(places, |place| file.position::<Othello>(place));
        file.remove::<Othello>();
    }

    #[test]
    fn a_wthor_file_is_read() {
        let bytes = wthor::tests::invented(3);
        let file = TemporaryFile::new("wtb", &bytes);
        for (number, game) in (1..).zip(wthor::read(&bytes).unwrap().games) {
            assert_eq!(file.position(&format!("#{number}")), Ok(game.position()));
            let mut position = Othello::default();
            position.play(game.moves[0]);
            assert_eq!(file.position(&format!("#{number}@1")), Ok(position));
        }
        file.remove::<Othello>();
    }
}
