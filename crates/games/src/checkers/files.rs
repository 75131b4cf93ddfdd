//! Positions in files of games: `FILE.pdn`.

use super::{Checkers, pdn};
use crate::files::Place;
use crate::{GamesRead, InputError, Recorded};

/// The position of `FILE.pdn[#GAME][@PLIES]`: after PLIES plies, or all, of the game number GAME,
/// or the first. `None` for any other text.
pub(super) fn position(text: &str) -> Option<Result<Checkers, InputError>> {
    Some(read(&Place::parse::<Checkers>(text, &["pdn"])?))
}

/// The games of a file in PDN.
pub(super) fn games(bytes: &[u8]) -> GamesRead<Checkers> {
    let records = pdn::read(&String::from_utf8_lossy(bytes))?;
    Ok(records.into_iter().map(Recorded::from).collect())
}

fn read(place: &Place) -> Result<Checkers, InputError> {
    place.of(games(&place.read()?)?)
}

#[cfg(test)]
mod tests {
    use crate::testing::{TemporaryFile, refused};
    use crate::{Checkers, Game};

    #[test]
    fn games_in_files_have_positions() {
        let text = "1. 11-15 23-19 2. 8-11 *\n[FEN \"W:WK32:BK1\"]\n1... 32-27 *\n";
        let file = TemporaryFile::new("pdn", text);
        for (place, named) in [
            ("", "11-15 23-19 8-11"),
            ("#2", "W:WK32:BK1 moves 32-27"),
            ("#1@2", "11-15 23-19"),
            ("@0", ""),
        ] {
            assert_eq!(file.position(place), Checkers::parse(Some(named)), "{place}");
        }
        let places = [
            ("#3", "the game's number: expected a number from 1 to 2, found '3'"),
            ("@4", "the number of plies: expected a number from 0 to 3, found '4'"),
        ];
        refused(places, |place| file.position::<Checkers>(place));
        let file = TemporaryFile::new("pdn", "1. 11-15 11-15");
        let places = [("", "line 1, move 2: expected one of")];
        refused(places, |place| file.position::<Checkers>(place));
        file.remove::<Checkers>();
    }
}
