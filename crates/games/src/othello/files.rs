//! Positions in files of games: `FILE.ggf` and `FILE.wtb`.

use super::{Move, Othello, ggf, wthor};
use crate::InputError;
use plywood::Position;
use std::fs;

/// The position that `FILE[#GAME][@PLIES]` names, where the file is one of GGF or WTHOR: of the
/// game with that number, or the first, after so many plies, or all. None for any other text.
pub(super) fn position(text: &str) -> Option<Result<Othello, InputError>> {
    let (rest, plies) = split(text, '@');
    let (path, game) = split(rest, '#');
    let wthor = match path.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
        "wtb" => true,
        "ggf" => false,
        _ => return None,
    };
    Some(read(text, path, wthor, game, plies))
}

/// What is before the last `mark`, and what is behind it.
fn split(text: &str, mark: char) -> (&str, Option<&str>) {
    match text.rsplit_once(mark) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

fn read(
    text: &str,
    path: &str,
    wthor: bool,
    game: Option<&str>,
    plies: Option<&str>,
) -> Result<Othello, InputError> {
    let wrong = || InputError::new("othello position", text);
    let file = |e: std::io::Error| wrong().expected("a file of games").found(&e.to_string());
    let bytes = fs::read(path).map_err(file)?;
    let games: Vec<(Othello, Vec<Move>)> = if wthor {
        let games = wthor::read(&bytes)?.games;
        games.into_iter().map(|game| (Othello::default(), game.moves)).collect()
    } else {
        let records = ggf::read(&String::from_utf8_lossy(&bytes))?;
        let moves = |record: &ggf::Record| record.moves.iter().map(|played| played.m).collect();
        records.iter().map(|record| (record.start, moves(record))).collect()
    };
    let number = |given: Option<&str>, least: usize, most: usize, what: &str| match given {
        None => Ok(None),
        Some(digits) => match digits.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(Some(number)),
            _ => {
                let expected = format!("a number from {least} to {most}");
                Err(wrong().at(what).expected(expected).found(&format!("'{digits}'")))
            }
        },
    };
    let place = number(game, 1, games.len(), "the game's number")?.unwrap_or(1);
    let Some((mut position, moves)) = games.into_iter().nth(place - 1) else {
        return Err(wrong().expected("a file with a game").found("none"));
    };
    let plies = number(plies, 0, moves.len(), "the number of plies")?.unwrap_or(moves.len());
    for &m in &moves[..plies] {
        position.play(m);
    }
    Ok(position)
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
