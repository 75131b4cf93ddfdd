//! Random games, with every rule checked at every position.

use crate::Game;
use crate::random::Rng;
use plywood::{Evaluate, Score, Side};
use std::collections::HashMap;

/// Random games from a position. At every position on the way the rules, the key, the evaluation and the notation are
/// checked, and at the end of a game all moves are taken back.
///
/// ```
/// use plywood_games::{Othello, test_kit::Playouts};
/// Playouts { games: 3, ..Playouts::default() }.check(&Othello::default());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playouts {
    /// The number of games.
    pub games: u64,
    /// The most plies of a game.
    pub plies: usize,
}

impl Default for Playouts {
    /// Ten whole games.
    fn default() -> Self {
        Playouts { games: 10, plies: usize::MAX }
    }
}

impl Playouts {
    /// Plays the games.
    ///
    /// # Panics
    /// If a check fails.
    pub fn check<G: Game>(self, start: &G) {
        let mut seen = Seen::default();
        let mut evaluation = G::Evaluation::default();
        for seed in 0..self.games {
            let mut rng = Rng::new(seed);
            let mut position = start.clone();
            let mut trail = Vec::new();
            loop {
                let moves = check_moves(&position);
                check_notation(&position, &moves);
                check_board(&position, &moves);
                seen.check(&position, &moves);
                check_value(&position, &mut evaluation);
                let Some(&m) = rng.choose(&moves).filter(|_| trail.len() < self.plies) else {
                    break;
                };
                let before = position.clone();
                let undo = position.play(m);
                trail.push((m, undo, before));
            }
            for (m, undo, before) in trail.into_iter().rev() {
                let after = position.text();
                position.undo(m, undo);
                let name = || format!("{} {after}: undo of {m:?}, seed {seed}", G::NAME);
                assert!(
                    position == before,
                    "{} leads to {}, not {}",
                    name(),
                    position.text(),
                    before.text()
                );
                assert_eq!(position.key(), before.key(), "{}: key", name());
            }
        }
    }
}

/// The legal moves, and that every way to ask for them agrees.
fn check_moves<G: Game>(position: &G) -> Vec<G::Move> {
    let name = || format!("{} {}", G::NAME, position.text());
    let mut moves = Vec::new();
    position.moves(&mut moves);
    assert_eq!(
        position.is_over(),
        moves.is_empty(),
        "{}: is_over, and whether there are moves",
        name()
    );
    let count = position.indexed_moves();
    assert!(count.is_none_or(|count| count == moves.len()), "{}: indexed_moves", name());
    let mut scratch = moves.clone();
    for (index, &m) in moves.iter().enumerate() {
        assert_eq!(position.move_at(index, &mut scratch), m, "{}: move_at {index}", name());
        assert!(
            G::HISTORY_INDICES == 0 || position.history_index(m) < G::HISTORY_INDICES,
            "{}: history_index of {m:?}",
            name()
        );
    }
    assert!(scratch == moves, "{}: move_at changes the list", name());
    if G::LAZY {
        let mut cursor = 0;
        let lazy: Vec<G::Move> = std::iter::from_fn(|| position.next_move(&mut cursor)).collect();
        assert!(lazy == moves, "{}: next_move lists {lazy:?}, moves {moves:?}", name());
    }
    let mut noisy = Vec::new();
    position.noisy_moves(&mut noisy);
    assert!(noisy.iter().all(|m| moves.contains(m)), "{}: noisy_moves that are not legal", name());
    assert!(
        G::NOISY || noisy.is_empty() && !position.is_forced(),
        "{}: noisy_moves without NOISY",
        name()
    );
    moves
}

fn check_notation<G: Game>(position: &G, moves: &[G::Move]) {
    let text = position.text();
    let name = || format!("{} {text}", G::NAME);
    for &m in moves {
        let written = position.move_text(m);
        let read = position.parse_move(&written);
        let read = read
            .unwrap_or_else(|error| panic!("{}: move_text writes '{written}': {error}", name()));
        assert_eq!(read, m, "{}: parse_move of '{written}'", name());
    }
    let error = position.parse_move("\u{1}nonsense");
    let error = error
        .map(|m| panic!("{}: 'nonsense' is read as {m:?}", name()))
        .unwrap_or_else(|error| error.to_string());
    assert!(
        !error.chars().any(char::is_control),
        "{}: an error is not one line: {error:?}",
        name()
    );
    if G::READS_BACK {
        match G::parse(Some(&text)) {
            Ok(read) => {
                assert!(read == *position, "{}: parse reads {}", name(), read.text());
                assert_eq!(read.key(), position.key(), "{}: key of equal positions", name());
                assert_eq!(read.ply(), position.ply(), "{}: ply of equal positions", name());
            }
            Err(error) => panic!("{}: parse does not read what text prints: {error}", name()),
        }
    }
}

fn check_board<G: Game>(position: &G, moves: &[G::Move]) {
    let name = || format!("{} {}", G::NAME, position.text());
    assert!(!position.board().is_empty(), "{}: an empty board", name());
    let Some(diagram) = position.diagram() else { return };
    let cells = diagram.cells.len();
    assert!(
        diagram.width > 0 && cells.is_multiple_of(diagram.width),
        "{}: {cells} cells in rows of {}",
        name(),
        diagram.width
    );
    for &m in moves {
        let marked = position.cells_of(m);
        assert!(
            marked.iter().all(|&cell| cell < cells),
            "{}: cells_of {m:?}: {marked:?} of {cells}",
            name()
        );
    }
}

/// The result of a finished game, or the evaluation.
fn check_value<G: Game>(position: &G, evaluation: &mut G::Evaluation) {
    let name = || format!("{} {}", G::NAME, position.text());
    if position.is_over() {
        assert!(position.result().is_finite(), "{}: an infinite result", name());
        return;
    }
    let value = evaluation.evaluate(position);
    let range = Score::MIN_EVAL..=Score::MAX_EVAL;
    assert!(range.contains(&value), "{}: the evaluation {value} is out of range", name());
    let again = G::Evaluation::default().evaluate(position);
    assert_eq!(value, again, "{}: the evaluation depends on what was evaluated before", name());
}

/// What positions with some key looked like.
type Look<M> = (Side, Vec<M>, String);

/// The positions so far by their keys.
struct Seen<G: Game>(HashMap<u64, Look<G::Move>>);

impl<G: Game> Default for Seen<G> {
    fn default() -> Self {
        Seen(HashMap::new())
    }
}

impl<G: Game> Seen<G> {
    /// Positions with equal keys have one side to move and equal moves, unless a repetition has ended the game.
    fn check(&mut self, position: &G, moves: &[G::Move]) {
        let key = position.key();
        let look = || (position.side(), moves.to_vec(), position.text());
        let (side, before, text) = self.0.entry(key).or_insert_with(look);
        let name = || format!("{}: {text} and {} have the same key", G::NAME, position.text());
        if moves.is_empty() || before.is_empty() {
            return;
        }
        assert_eq!(position.side(), *side, "{}, and different sides are to move", name());
        assert!(moves == before, "{}, and different moves", name());
    }
}
