//! Positions in files of games: `FILE#GAME@PLIES`.

use crate::{Game, InputError, Recorded, read_transcript};

/// A file with the number of a game and of a ply, as people type them.
pub(crate) struct Place<'a> {
    input: String,
    text: &'a str,
    path: &'a str,
    /// The file extension, in lower case.
    pub extension: String,
    game: Option<&'a str>,
    plies: Option<&'a str>,
}

impl<'a> Place<'a> {
    /// Reads `FILE[#GAME][@PLIES]`. `None` if the file has none of these extensions.
    pub fn parse<G: Game>(text: &'a str, extensions: &[&str]) -> Option<Place<'a>> {
        let (rest, plies) = split(text, '@');
        let (path, game) = split(rest, '#');
        let extension = path.rsplit_once('.')?.1.to_ascii_lowercase();
        let input = format!("{} position", G::NAME);
        let known = extensions.contains(&extension.as_str());
        known.then_some(Place { input, text, path, extension, game, plies })
    }

    /// The contents of the file.
    pub fn read(&self) -> Result<Vec<u8>, InputError> {
        let no_file =
            |e: std::io::Error| self.wrong().expected("a file of games").found(&e.to_string());
        std::fs::read(self.path).map_err(no_file)
    }

    /// The position after the given number of plies, or all plies, of the given game, or the first
    /// one.
    pub fn of<G: Game>(&self, games: Vec<Recorded<G>>) -> Result<G, InputError> {
        let index = self.index(games.len(), "the game's number")?;
        let game = games.into_iter().nth(index).expect("an index below the length");
        self.after(game.start, &game.moves)
    }

    /// The index, from 0, of the chosen one of `count` games or lines.
    pub fn index(&self, count: usize, what: &str) -> Result<usize, InputError> {
        if count == 0 {
            return Err(self.wrong().expected("a file with a game").found("none"));
        }
        Ok(self.number(self.game, 1, count, what)?.unwrap_or(1) - 1)
    }

    /// The position after the given number of plies, or after all.
    pub fn after<G: Game>(&self, start: G, moves: &[G::Move]) -> Result<G, InputError> {
        let plies = self.number(self.plies, 0, moves.len(), "the number of plies")?;
        let mut position = start;
        for &m in &moves[..plies.unwrap_or(moves.len())] {
            position.play(m);
        }
        Ok(position)
    }

    fn number(
        &self,
        given: Option<&str>,
        least: usize,
        most: usize,
        what: &str,
    ) -> Result<Option<usize>, InputError> {
        match given.map(|digits| (digits, digits.parse())) {
            None => Ok(None),
            Some((_, Ok(number))) if (least..=most).contains(&number) => Ok(Some(number)),
            Some((digits, _)) => {
                let expected = format!("a number from {least} to {most}");
                Err(self.wrong().at(what).expected(expected).found(&format!("'{digits}'")))
            }
        }
    }

    fn wrong(&self) -> InputError {
        InputError::new(self.input.clone(), self.text)
    }
}

/// The position of `FILE.txt[#GAME][@PLIES]`, where each line of the file has the moves of a game
/// from its start: after PLIES plies, or all, of the game number GAME, or the first. Blank lines do
/// not count. `None` for any other text.
pub(crate) fn position_in_transcripts<G: Game>(text: &str) -> Option<Result<G, InputError>> {
    let place = Place::parse::<G>(text, &["txt"])?;
    let read = || {
        let bytes = place.read()?;
        let text = String::from_utf8_lossy(&bytes);
        let games: Vec<_> =
            (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
        let (number, line) = games[place.index(games.len(), "the game's number")?];
        let moves = read_transcript::<G>(line.trim()).map_err(|error| {
            error.within(&format!("line {number}")).of(&place.input, place.text)
        })?;
        place.after(G::parse(None)?, &moves)
    };
    Some(read())
}

/// The texts before and after the last `mark`.
fn split(text: &str, mark: char) -> (&str, Option<&str>) {
    match text.rsplit_once(mark) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{TemporaryFile, refused};
    use crate::{Checkers, Chess, Connect4, Game, Othello};

    #[test]
    fn transcripts_in_files_have_positions() {
        let file = TemporaryFile::new("txt", "f5d6c3\n\n4455\ne4 e5\n11-15 23-19\n");
        assert_eq!(file.position("#1@2"), Othello::parse(Some("f5d6")));
        assert_eq!(file.position(""), Othello::parse(Some("f5d6c3")));
        assert_eq!(file.position("#2"), Connect4::parse(Some("4455")));
        assert_eq!(file.position("#3"), Chess::parse(Some("e4 e5")));
        assert_eq!(file.position("#4@1"), Checkers::parse(Some("11-15")));
        let places = [
            ("#2", "line 3: expected the moves of a game of othello from its start, found '4455'"),
            ("#5", "the game's number: expected a number from 1 to 4, found '5'"),
            ("@4", "the number of plies: expected a number from 0 to 3, found '4'"),
        ];
        refused(places, |place| file.position::<Othello>(place));
        file.remove::<Othello>();
    }
}
