//! Tests that every game should pass: those of Plywood pass them, and one line runs them for yours.
//!
//! ```
//! // Connect four stands for a game of yours.
//! use plywood_games::{Connect4, test_kit};
//! test_kit::check::<Connect4>();
//! ```
//!
//! [`check`] plays random games from the start of the game and from its [examples](Game::EXAMPLES). The parts of it can
//! be called with positions of your own: [`Playouts`] for rules and notation, [`check_perft`] for taking moves back and
//! for a `perft` of your own, [`check_record`] for a file format, [`check_text`] and [`mutated_texts`] for what people
//! type. All of them panic if a check fails, and say which game and position it was.
//!
//! They do not know the rules. Compare the numbers that [`perft`] counts with published ones, or with
//! counts by hand.

mod playouts;
mod texts;

pub use playouts::Playouts;
#[cfg(test)]
pub(crate) use texts::check_error;
pub use texts::{check_text, mutated, mutated_texts, refused};

use crate::random::{Rng, random_game, random_move};
use crate::{Game, Played, line_notation, perft, transcript_of};

/// Runs all tests on the start of the game and on its examples.
///
/// # Panics
/// If the game fails one of them.
pub fn check<G: Game>() {
    let start = G::parse(None).ok();
    let examples = G::EXAMPLES.iter().filter(|(text, _)| !text.is_empty());
    let examples = examples.map(|(text, _)| read::<G>(text));
    let starts: Vec<G> = start.iter().cloned().chain(examples).collect();
    assert!(!starts.is_empty(), "{}: neither a start nor EXAMPLES to test with", G::NAME);
    let mut texts = Vec::new();
    for position in &starts {
        Playouts { games: 4, plies: 60 }.check(position);
        check_perft(position, 2_000);
        texts.extend(random_game(position.clone(), 1).take(20).map(|position| position.text()));
    }
    if let Some(start) = start {
        let moves = check_record(&start, 2);
        texts.extend(transcript_of::<G>(&moves));
    }
    let seeds: Vec<&str> = texts.iter().map(String::as_str).collect();
    let letters: String = texts.concat();
    mutated_texts(&seeds, &format!("{letters}0123456789 ./-"), 2_000, |text| {
        check_text::<G>(text);
    });
}

fn read<G: Game>(text: &str) -> G {
    match G::parse(Some(text)) {
        Ok(position) => position,
        Err(error) => panic!("{}: parse does not read an example: {error}", G::NAME),
    }
}

/// Counts lines of play in three ways, to every depth with at most `most` lines: by [`perft`], which takes moves back,
/// by copies of the position, and by [`Game::perft`], which may be faster. The last may count games that end earlier, as
/// is usual in Othello, so it is compared only where no game ends.
///
/// ```
/// use plywood_games::{Chess, test_kit::check_perft};
/// check_perft(&Chess::default(), 1_000);
/// ```
///
/// # Panics
/// If two of the counts differ.
pub fn check_perft<G: Game>(position: &G, most: u64) {
    let name = || format!("{} {}", G::NAME, position.text());
    for depth in 1.. {
        let (mut lines, mut ends) = (0, false);
        count_by_copies(position, depth, most, &mut lines, &mut ends);
        if lines > most || lines == 0 {
            return;
        }
        let mut played = position.clone();
        assert_eq!(perft(&mut played, depth), lines, "{}: perft and copies, depth {depth}", name());
        assert!(played == *position, "{}: perft changes the position", name());
        if !ends {
            assert_eq!(position.perft(depth), lines, "{}: Game::perft, depth {depth}", name());
        }
    }
}

/// Adds the lines of play up to one more than `most`. `ends` is set if a game ends before `depth`.
fn count_by_copies<G: Game>(position: &G, depth: u32, most: u64, lines: &mut u64, ends: &mut bool) {
    if depth == 0 {
        *lines += 1;
        return;
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    *ends |= moves.is_empty();
    for m in moves {
        if *lines > most {
            return;
        }
        let mut next = position.clone();
        next.play(m);
        count_by_copies(&next, depth - 1, most, lines, ends);
    }
}

/// Writes a random game as a list of moves and as a record, where the game has such formats, and reads it
/// back. Returns its moves.
///
/// # Panics
/// If a text is not read back to the same moves.
pub fn check_record<G: Game>(start: &G, seed: u64) -> Vec<G::Move> {
    let mut position = start.clone();
    let mut rng = Rng::new(seed);
    let mut moves = Vec::new();
    while let Some(m) = random_move(&position, &mut rng).filter(|_| moves.len() < 60) {
        position.play(m);
        moves.push(m);
    }
    // A game whose moves have blanks within them may do without lists of moves.
    let names = line_notation(start, &moves);
    let is_list = !names.iter().any(|name| name.contains(char::is_whitespace));
    if is_list && G::transcript("").is_some() && G::parse(None).is_ok_and(|first| first == *start) {
        let text = transcript_of::<G>(&moves);
        let name = || format!("{}: transcript does not read {}", G::NAME, names.join(" "));
        assert!(text.is_some(), "{}", name());
    }
    let played = Played {
        players: ["Ada", "Bob"],
        tags: &[],
        start,
        moves: &moves,
        comments: &[],
        ending: None,
        result: None,
    };
    if let (Some(extension), Some(text)) = (G::RECORDS, G::record(&played))
        && let Some(games) = G::games_in_file(extension, text.as_bytes())
    {
        let games = games.unwrap_or_else(|error| panic!("{}: a record: {error}\n{text}", G::NAME));
        assert_eq!(games.len(), 1, "{}: games in a record\n{text}", G::NAME);
        assert!(games[0].start == *start, "{}: the start in a record\n{text}", G::NAME);
        assert!(games[0].moves == moves, "{}: the moves in a record\n{text}", G::NAME);
    }
    moves
}

#[cfg(test)]
mod tests;
