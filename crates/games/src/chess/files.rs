//! Positions in files: `FILE.pgn`, `FILE.epd` and `FILE.fen`.

use super::{Chess, Problem, pgn};
use crate::files::Place;
use crate::{GamesRead, InputError, Recorded};

/// The position of `FILE.pgn[#GAME][@PLIES]`: after PLIES plies, or all, of the game number GAME,
/// or the first; or that of `FILE.epd[#LINE]`: on that line, or the first. `None` for any other
/// text.
pub(super) fn position(text: &str) -> Option<Result<Chess, InputError>> {
    Some(read(&Place::parse::<Chess>(text, &["pgn", "epd", "fen"])?))
}

/// The games in a file of this extension; those of EPD and FEN have no moves, and blank lines and lines that
/// begin with `#` are none. `None` for any other extension.
pub(super) fn games(extension: &str, bytes: &[u8]) -> Option<GamesRead<Chess>> {
    let text = String::from_utf8_lossy(bytes);
    match extension {
        "pgn" => {
            Some(pgn::read(&text).map(|games| games.into_iter().map(Recorded::from).collect()))
        }
        "epd" | "fen" => {
            let lines = (1..).zip(text.lines().map(str::trim));
            let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
            let position = |(number, line): (usize, &str)| {
                let problem = Problem::parse(line);
                let problem = problem.map_err(|error| error.within(&format!("line {number}")))?;
                Ok(Recorded::new(problem.position, Vec::new()))
            };
            Some(lines.map(position).collect())
        }
        _ => None,
    }
}

fn read(place: &Place) -> Result<Chess, InputError> {
    let bytes = place.read()?;
    if let (true, Some(games)) = (place.extension == "pgn", games(&place.extension, &bytes)) {
        return place.of(games?);
    }
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().collect();
    let index = place.index(lines.len(), "the line's number")?;
    let problem = Problem::parse(lines[index]);
    let problem = problem.map_err(|error| error.within(&format!("line {}", index + 1)))?;
    place.after(problem.position, &[])
}

#[cfg(test)]
mod tests {
    use crate::testing::{TemporaryFile, refused};
    use crate::{Chess, Game};

    #[test]
    fn files_have_positions() {
        let text = "1. e4 e5 2. Nf3 *\n\n[Event \"?\"]\n\n1. d4 1-0\n";
        let pgn = TemporaryFile::new("pgn", text);
        for (place, named) in [("", "e4 e5 Nf3"), ("@2", "e4 e5"), ("#2", "d4")] {
            assert_eq!(pgn.position(place), Chess::parse(Some(named)), "{place}");
        }
        let places = [
            ("#3", "the game's number: expected a number from 1 to 2, found '3'"),
            ("#2@2", "the number of plies: expected a number from 0 to 1, found '2'"),
        ];
        refused(places, |place| pgn.position::<Chess>(place));
        pgn.remove::<Chess>();

        let fen = Chess::parse(Some("d4 d5")).unwrap().fen();
        let epd = TemporaryFile::new("epd", format!("{fen}\nnonsense\n"));
        assert_eq!(epd.position("#1"), Chess::parse(Some(&fen)));
        let places = [
            ("#2", "at line 2, the board: expected eight ranks"),
            ("#3", "the line's number: expected a number from 1 to 2, found '3'"),
            ("@1", "the number of plies: expected a number from 0 to 0, found '1'"),
        ];
        refused(places, |place| epd.position::<Chess>(place));
    }
}
