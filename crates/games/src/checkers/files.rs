//! Positions in files of games: `FILE.pdn`.

use super::{Checkers, pdn};
use crate::InputError;
use crate::files::Place;

/// The position that `FILE.pdn[#GAME][@PLIES]` names: of the game with that number, or the first,
/// after so many plies, or all. None for any other text.
pub(super) fn position(text: &str) -> Option<Result<Checkers, InputError>> {
    Some(read(&Place::parse::<Checkers>(text, &["pdn"])?))
}

fn read(place: &Place) -> Result<Checkers, InputError> {
    let records = pdn::read(&String::from_utf8_lossy(&place.read()?))?;
    place.of(records.into_iter().map(|record| (record.start, record.moves)).collect())
}

#[cfg(test)]
mod tests {
    use crate::{Checkers, Game};

    #[test]
    fn games_in_files_have_positions() {
        let name = format!("plywood-games-{}.pdn", std::process::id());
        let path = std::env::temp_dir().join(name);
        let text = "1. 11-15 23-19 2. 8-11 *\n[FEN \"W:WK32:BK1\"]\n1... 32-27 *\n";
        std::fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        let parse = |what: &str| Checkers::parse(Some(&format!("{path}{what}")));
        let named = |text: &str| Checkers::parse(Some(text));
        assert_eq!(parse(""), named("11-15 23-19 8-11"));
        assert_eq!(parse("#2"), named("W:WK32:BK1 moves 32-27"));
        assert_eq!(parse("#1@2"), named("11-15 23-19"));
        assert_eq!(parse("@0"), Ok(Checkers::default()));
        for (what, expected) in [
            ("#3", "the game's number: expected a number from 1 to 2, found '3'"),
            ("@4", "the number of plies: expected a number from 0 to 3, found '4'"),
        ] {
            let error = parse(what).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        std::fs::write(path, "1. 11-15 11-15").unwrap();
        let error = parse("").unwrap_err().to_string();
        assert!(error.contains("line 1, move 2: expected one of"), "{error}");
        std::fs::remove_file(path).unwrap();
        assert!(parse("").unwrap_err().to_string().contains("expected a file of games"));
    }
}
