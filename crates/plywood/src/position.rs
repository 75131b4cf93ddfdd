//! What a game brings: its rules, and an opinion.

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
/// /// Take one, two or three matches; who takes the last one wins.
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

/// A static evaluation: an estimate of a position's value, made without search.
///
/// Asked only of positions whose game is not over, and answers within
/// [`Score::MIN_EVAL`]`..=`[`Score::MAX_EVAL`]. Any `FnMut(&P) -> Score` will do.
///
/// ```
/// use plywood::{Evaluate, Score};
/// let mut constant = |_: &u8| Score::new(7);
/// assert_eq!(constant.evaluate(&0), Score::new(7));
/// ```
pub trait Evaluate<P> {
    /// The estimated value of `position` for MAX.
    fn evaluate(&mut self, position: &P) -> Score;
}

impl<P, F: FnMut(&P) -> Score> Evaluate<P> for F {
    #[inline]
    fn evaluate(&mut self, position: &P) -> Score {
        self(position)
    }
}
