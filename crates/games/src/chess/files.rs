//! Positions in files: `FILE.pgn`, `FILE.epd` and `FILE.fen`.

use super::{Chess, Problem, pgn};
use crate::InputError;
use crate::files::Place;

/// The position that `FILE.pgn[#GAME][@PLIES]` or `FILE.epd[#LINE]` names: of the game with that
/// number, or the first, after so many plies, or all; or on that line, or the first. None for any
/// other text.
pub(super) fn position(text: &str) -> Option<Result<Chess, InputError>> {
    Some(read(&Place::parse::<Chess>(text, &["pgn", "epd", "fen"])?))
}

fn read(place: &Place) -> Result<Chess, InputError> {
    let bytes = place.read()?;
    let text = String::from_utf8_lossy(&bytes);
    if place.extension == "pgn" {
        let games = pgn::read(&text)?;
        return place.of(games.into_iter().map(|game| (game.start, game.moves)).collect());
    }
    let lines: Vec<&str> = text.lines().collect();
    let index = place.index(lines.len(), "the line's number")?;
    let problem = Problem::parse(lines[index]);
    let problem = problem.map_err(|error| error.within(&format!("line {}", index + 1)))?;
    place.after(problem.position, &[])
}

#[cfg(test)]
mod tests {
    use crate::{Chess, Game};

    #[test]
    fn files_have_positions() {
        let path = |end: &str| {
            let name = format!("plywood-games-{}.{end}", std::process::id());
            std::env::temp_dir().join(name).to_str().unwrap().to_string()
        };
        let (pgn, epd) = (path("pgn"), path("epd"));
        std::fs::write(&pgn, "1. e4 e5 2. Nf3 *\n\n[Event \"?\"]\n\n1. d4 1-0\n").unwrap();
        let fen = Chess::parse(Some("d4 d5")).unwrap().fen();
        std::fs::write(&epd, format!("{fen}\nnonsense\n")).unwrap();
        let parse = |text: String| Chess::parse(Some(&text));
        assert_eq!(parse(pgn.clone()), Chess::parse(Some("e4 e5 Nf3")));
        assert_eq!(parse(format!("{pgn}@2")), Chess::parse(Some("e4 e5")));
        assert_eq!(parse(format!("{pgn}#2")), Chess::parse(Some("d4")));
        assert_eq!(parse(format!("{epd}#1")), Chess::parse(Some(&fen)));
        for (text, words) in [
            (format!("{pgn}#3"), "the game's number: expected a number from 1 to 2, found '3'"),
            (format!("{pgn}#2@2"), "the number of plies: expected a number from 0 to 1, found '2'"),
            (format!("{epd}#2"), "at line 2, the board: expected eight ranks"),
            (format!("{epd}#3"), "the line's number: expected a number from 1 to 2, found '3'"),
            (format!("{epd}@1"), "the number of plies: expected a number from 0 to 0, found '1'"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
        std::fs::remove_file(&pgn).unwrap();
        std::fs::remove_file(&epd).unwrap();
        assert!(parse(pgn).unwrap_err().to_string().contains("expected a file of games"));
    }
}
