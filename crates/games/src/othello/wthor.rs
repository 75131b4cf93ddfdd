//! The WTHOR data base of the French Othello federation: files `WTH_….wtb` of games.
//!
//! A header of 16 bytes, then 68 bytes per game: tournament, players, Black's discs at the end, the
//! score with best play from a given number of empty squares on, and up to 60 moves. Names of
//! players and tournaments are in files of their own and are not read here. Passes are not in the
//! file; [`Game::moves`] has them.

use super::{Move, Othello};
use crate::InputError;
use plywood::Position;

const HEADER: usize = 16;
const RECORD: usize = 68;

/// A file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// The date of the file: year, month, day.
    pub made: (u16, u8, u8),
    /// The year of the games.
    pub year: u16,
    /// The number of empty squares from which on the theoretical scores were computed.
    pub depth: u8,
    /// The games.
    pub games: Vec<Game>,
}

/// A game of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The number of the tournament in the file of tournaments.
    pub tournament: u16,
    /// The number of Black in the file of players.
    pub black: u16,
    /// The number of White in the file of players.
    pub white: u16,
    /// Black's discs at the end. Empty squares count for the winner.
    ///
    /// As recorded: the moves of a game that ended by resignation or on time do not lead to this
    /// score.
    pub score: u8,
    /// Black's discs after best play by both sides, from [`File::depth`] empty squares on.
    pub theoretical: u8,
    /// The moves with passes. All are legal.
    pub moves: Vec<Move>,
}

impl Game {
    /// The position after the moves.
    pub fn position(&self) -> Othello {
        let mut position = Othello::default();
        for &m in &self.moves {
            position.play(m);
        }
        position
    }
}

/// Reads a file of games.
///
/// ```
/// use plywood_games::othello::wthor;
///
/// // One game of one move, F5: row 5, column 6.
/// let mut bytes = vec![20, 26, 1, 2, 1, 0, 0, 0, 0, 0, 185, 7, 8, 0, 24, 0];
/// bytes.extend([1, 0, 2, 0, 3, 0, 40, 38, 56]);
/// bytes.resize(16 + 68, 0);
/// let file = wthor::read(&bytes)?;
/// assert_eq!((file.made, file.year), ((2026, 1, 2), 1977));
/// assert_eq!(file.games[0].moves[0].to_string(), "f5");
///
/// bytes[24] = 11;
/// let error = wthor::read(&bytes).unwrap_err().to_string();
/// assert!(error.contains("game 1, move 1: expected one of d3 c4 f5 e6, found 'a1'"), "{error}");
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<File, InputError> {
    let wrong = || InputError::new("WTHOR file", &format!("{} bytes", bytes.len()));
    let Some((header, records)) = bytes.split_at_checked(HEADER) else {
        return Err(wrong().expected("at least the 16 bytes of the header"));
    };
    let count = u32::from_le_bytes([header[4], header[5], header[6], header[7]]);
    if !matches!(header[12], 0 | 8) {
        let found = format!("{}", header[12]);
        return Err(wrong().at("byte 12").expected("a board of 8, or 0 for 8").found(&found));
    }
    if u64::from(count) * RECORD as u64 != records.len() as u64 {
        let expected = format!("{count} games of {RECORD} bytes after the header");
        return Err(wrong().expected(expected).found(&format!("{} bytes", records.len())));
    }
    let mut games = Vec::with_capacity(records.len() / RECORD);
    for (number, record) in (1..).zip(records.chunks_exact(RECORD)) {
        let game = game(record).map_err(|(place, expected, found)| {
            let place = format!("game {number}, {place}");
            wrong().at(&place).expected(expected).found(&found)
        })?;
        games.push(game);
    }
    let made = (u16::from(header[0]) * 100 + u16::from(header[1]), header[2], header[3]);
    let year = u16::from_le_bytes([header[10], header[11]]);
    Ok(File { made, year, depth: header[14], games })
}

/// The game of a record. The error is the place, what was expected and what was found.
fn game(record: &[u8]) -> Result<Game, (String, String, String)> {
    let word = |at: usize| u16::from_le_bytes([record[at], record[at + 1]]);
    for (at, name) in [(6, "score"), (7, "theoretical score")] {
        if record[at] > 64 {
            let expected = "0 to 64 discs".to_string();
            return Err((name.to_string(), expected, record[at].to_string()));
        }
    }
    let written = &record[8..];
    let length = written.iter().position(|&byte| byte == 0).unwrap_or(written.len());
    if let Some(at) = written[length..].iter().position(|&byte| byte != 0) {
        let found = written[length + at].to_string();
        let expected = "0 after the last move".to_string();
        return Err((format!("move {}", length + at + 1), expected, found));
    }
    let mut position = Othello::default();
    let mut moves = Vec::with_capacity(length);
    for (number, &byte) in (1..).zip(&written[..length]) {
        let place = || format!("move {number}");
        let (row, column) = (byte / 10, byte % 10);
        if !(1..=8).contains(&row) || !(1..=8).contains(&column) {
            let expected = "ten times the row and the column, 11 to 88".to_string();
            return Err((place(), expected, byte.to_string()));
        }
        let m = Move::on(u32::from(8 * (row - 1) + column - 1));
        position.play_written(m, &mut moves).map_err(|legal| (place(), legal, format!("'{m}'")))?;
    }
    Ok(Game {
        tournament: word(0),
        black: word(2),
        white: word(4),
        score: record[6],
        theoretical: record[7],
        moves,
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::random::{Rng, random_move};

    /// A file of random games, played to the end or not.
    pub(in super::super) fn invented(games: u32) -> Vec<u8> {
        let mut rng = Rng::new(68);
        let mut bytes = vec![20, 26, 11, 16, 0, 0, 0, 0, 0, 0, 185, 7, 8, 0, 24, 0];
        bytes[4..8].copy_from_slice(&games.to_le_bytes());
        for number in 0..games {
            let mut position = Othello::default();
            let mut written = Vec::new();
            loop {
                if position.is_over() || rng.below(200) == 0 {
                    break;
                }
                let m = random_move(&position, &mut rng).unwrap();
                written.extend(
                    m.square().map(|square| (10 * (square / 8 + 1) + square % 8 + 1) as u8),
                );
                position.play(m);
            }
            let score = 32 + position.final_score() / 2;
            bytes.extend([1, 0, number as u8, 0, 2, 0, score as u8, 32]);
            written.resize(60, 0);
            bytes.extend(written);
        }
        bytes
    }

    #[test]
    fn games_are_replayed_with_their_passes() {
        let file = read(&invented(200)).unwrap();
        assert_eq!((file.games.len(), file.year, file.depth), (200, 1977, 24));
        let passes = file.games.iter().flat_map(|game| &game.moves).filter(|&&m| m == Move::PASS);
        assert!(passes.count() > 20);
        for (number, game) in file.games.iter().enumerate() {
            assert_eq!(usize::from(game.black), number & 255);
            let position = game.position();
            assert!(position.final_score() == 2 * (i32::from(game.score) - 32));
            assert!(game.moves.last() != Some(&Move::PASS) || !position.is_over());
        }
    }

    #[test]
    fn nothing_broken_is_read_and_nothing_panics() {
        let whole = invented(3);
        for length in 0..whole.len() {
            let error = read(&whole[..length]).unwrap_err().to_string();
            assert!(error.contains("expected"), "{length}: {error}");
        }
        let mut rng = Rng::new(11);
        let mut refused = 0;
        for _ in 0..20_000 {
            let mut bytes = whole.clone();
            for _ in 0..=rng.below(3) {
                let at = rng.below(bytes.len() as u32) as usize;
                bytes[at] = rng.next() as u8;
            }
            match read(&bytes) {
                Ok(file) => assert_eq!(file.games.len(), 3),
                Err(error) => {
                    refused += 1;
                    assert!(error.to_string().contains("expected"), "{error}");
                }
            }
        }
        assert!(refused > 10_000, "{refused}");
    }

    #[test]
    fn errors_say_where() {
        let whole = invented(3);
        for (at, byte, words) in [
            (4, 4, "expected 4 games of 68 bytes after the header, found 204 bytes"),
            (7, 255, "games of 68 bytes"),
            (12, 10, "at byte 12: expected a board of 8"),
            (16 + 68 + 6, 65, "at game 2, score: expected 0 to 64 discs, found 65"),
            (16 + 68 + 8, 99, "at game 2, move 1: expected ten times the row"),
            (16 + 136 + 9, 11, "at game 3, move 2: expected one of"),
            (16 + 136 + 9, 0, "at game 3, move 3: expected 0 after the last move"),
        ] {
            let mut bytes = whole.clone();
            bytes[at] = byte;
            let error = read(&bytes).unwrap_err().to_string();
            assert!(error.contains(words), "{words}: {error}");
        }
        let mut longer = whole;
        longer.push(0);
        assert!(read(&longer).unwrap_err().to_string().contains("found 205 bytes"));
    }
}
