//! The rules of a game.

use crate::random::GOLDEN;
use crate::{Score, Side};
use std::fmt::Debug;

/// A position of a two-player game with perfect information.
///
/// A search holds one position and walks it with [`play`](Position::play) and
/// [`undo`](Position::undo); no algorithm stores boards.
///
/// ```
/// use plywood::{Position, Score, Side};
///
/// /// Take one, two or three matches; the player who takes the last one wins.
/// #[derive(Clone, PartialEq)]
/// struct Matches { left: u32, ply: u32 }
///
/// impl Position for Matches {
///     type Move = u32;
///     type Undo = ();
///     fn side(&self) -> Side { if self.ply % 2 == 0 { Side::Max } else { Side::Min } }
///     fn moves(&self, out: &mut Vec<u32>) { out.extend(1..=self.left.min(3)) }
///     fn result(&self) -> Score { Score::won_by(!self.side(), self.ply) }
///     fn play(&mut self, take: u32) { self.left -= take; self.ply += 1 }
///     fn undo(&mut self, take: u32, _: ()) { self.left += take; self.ply -= 1 }
/// }
///
/// let mut game = Matches { left: 2, ply: 0 };
/// assert!(!game.is_over());
/// assert_eq!(game.visit(2, |end| end.result()), Score::win(1));
/// assert_eq!(game.left, 2, "a visit leaves no trace");
/// ```
pub trait Position: Clone + PartialEq {
    /// A whole turn of one side: a pass, a complete multiple jump, a move with its arrow.
    type Move: Copy + Eq + Debug;
    /// What [`undo`](Position::undo) needs: `Self` is copy-make, a few words are make/unmake.
    type Undo;

    /// The side to move. Sides need not alternate.
    fn side(&self) -> Side;

    /// Appends the legal moves, always in the same order; none exactly when the game is over.
    fn moves(&self, out: &mut Vec<Self::Move>);

    /// The exact value for MAX of a game that is over. Not called before it is.
    fn result(&self) -> Score;

    /// Plays a legal move.
    fn play(&mut self, m: Self::Move) -> Self::Undo;

    /// Takes back the move just played.
    fn undo(&mut self, m: Self::Move, undo: Self::Undo);

    /// Is the game over? Games with a quick test should bring it: searches ask at every leaf.
    fn is_over(&self) -> bool {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.is_empty()
    }

    /// Whether [`next_move`](Position::next_move) finds one move without looking for all. Searches that
    /// take moves as they are listed then ask for one after the other: where the first moves cut off the
    /// rest, the rest is never looked for.
    const LAZY: bool = false;

    /// The next move in the order of [`moves`](Position::moves); none after the last. `cursor` is 0
    /// before the first move, and from then on what the game makes of it.
    ///
    /// ```
    /// use plywood::Position;
    /// use plywood_games::Connect4;
    /// let (position, mut cursor, mut all) = (Connect4::default(), 0, Vec::new());
    /// position.moves(&mut all);
    /// for m in all {
    ///     assert_eq!(position.next_move(&mut cursor), Some(m));
    /// }
    /// assert_eq!(position.next_move(&mut cursor), None);
    /// ```
    #[inline]
    fn next_move(&self, cursor: &mut u64) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        let m = moves.get(*cursor as usize).copied();
        *cursor += 1;
        m
    }

    /// The number of moves, if [`move_at`](Position::move_at) names each of them without listing
    /// them all: searches then make no list.
    #[inline]
    fn indexed_moves(&self) -> Option<usize> {
        None
    }

    /// The move that [`moves`](Position::moves) lists at place `index`.
    ///
    /// Trees in memory keep a move as its place in the list. A game that can name the n-th move
    /// without listing them all should do so here; `scratch` is a buffer to list them in.
    #[inline]
    fn move_at(&self, index: usize, scratch: &mut Vec<Self::Move>) -> Self::Move {
        let start = scratch.len();
        self.moves(scratch);
        let m = scratch[start + index];
        scratch.truncate(start);
        m
    }

    /// Plays `m`, calls `f`, takes `m` back: a `?` inside `f` cannot skip the undo.
    #[inline]
    fn visit<R>(&mut self, m: Self::Move, f: impl FnOnce(&mut Self) -> R) -> R {
        let undo = self.play(m);
        let answer = f(self);
        self.undo(m, undo);
        answer
    }
}

/// A position with a key of 64 bits, for searches with a transposition table.
///
/// Equal positions have equal keys. Different positions should have different keys: a search takes two
/// positions with one key for the same position. The side to move and everything else that decides how
/// the game goes on belong in the key, apart from what the other two methods tell.
pub trait Keyed: Position {
    /// The key of the position.
    fn key(&self) -> u64;

    /// The key of the position for a search to `depth` plies.
    ///
    /// In some games the repetition history matters, or a count of quiet moves. Such a game mixes into
    /// the key what of its history can end the game within `depth` plies, and nothing else. Then
    /// positions with equal keys have equal values to that depth.
    #[inline]
    fn key_within(&self, depth: u32) -> u64 {
        let _ = depth;
        self.key()
    }

    /// The plies played so far, in games where one position can occur at different plies. It must be
    /// the ply that [`Score::win`] was given. A table then stores a win by its distance from the
    /// position. The default is for games in which a position determines its ply.
    #[inline]
    fn ply(&self) -> u32 {
        0
    }
}

/// A key from the words that make up a position, every bit of which depends on every bit of them.
///
/// ```
/// use plywood::hash;
/// assert_eq!(hash(&[1, 2]), hash(&[1, 2]));
/// assert_ne!(hash(&[1, 2]), hash(&[2, 1]));
/// let squares = vec![0; 100];
/// assert_ne!(hash(&squares), hash(&squares[1..]));
/// ```
#[inline]
pub fn hash(words: &[u64]) -> u64 {
    // Folded multiplication: the high half of a product depends on all bits of both factors.
    let mut hash = 0x243f_6a88_85a3_08d3;
    for &word in words {
        let product = u128::from(hash ^ word) * 0xf39c_c060_5ced_c835_u128;
        hash = (product >> 64) as u64 ^ product as u64 ^ word.rotate_left(32);
    }
    hash ^= hash >> 32;
    hash = hash.wrapping_mul(GOLDEN);
    hash ^ hash >> 29
}
