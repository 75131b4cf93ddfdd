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

/// A position with a name of 64 bits, for searches that remember positions.
///
/// Equal positions have equal keys. Different ones should differ: a search that meets two positions
/// of one key takes them for the same. Side to move and all that decides the rest of the game belong
/// in the key, apart from what the other two methods tell.
pub trait Keyed: Position {
    /// The name of the position.
    fn key(&self) -> u64;

    /// The name of the position for a search that looks `depth` plies ahead.
    ///
    /// A game whose past matters, because a position repeated or a number of quiet moves ends it,
    /// mixes into the key what of the past can matter within `depth` plies, and nothing else. Then
    /// positions with one name have one value to that depth, and a table cannot mix up two pasts.
    #[inline]
    fn key_within(&self, depth: u32) -> u64 {
        let _ = depth;
        self.key()
    }

    /// The plies played so far, where one position can come about at different plies: the numbers that
    /// [`Score::win`] was given count from there. Wins are then remembered by how far away they are.
    #[inline]
    fn ply(&self) -> u32 {
        0
    }
}

/// What a game knows of its moves beyond the rules: what orders moves, and what makes a position too
/// lively to be judged as it stands.
///
/// A game that knows nothing says `impl Tactics for MyGame {}`: everything works, and quiescence
/// search, history, killers and selective search have no effect. What switches each on:
///
/// | Option | Needs |
/// | --- | --- |
/// | `quiescence` | [`NOISY`](Tactics::NOISY) |
/// | `history`, `killers` | [`KINDS`](Tactics::KINDS) above 0 |
/// | `selective` | [`MARGIN`](Tactics::MARGIN) above 0 |
pub trait Tactics: Keyed {
    /// How many kinds of move there are for the history heuristic, which remembers the kinds that
    /// were good elsewhere; none switches off history, killers and promises.
    const KINDS: usize = 0;
    /// Whether the game has noisy or forced moves. Without it a quiescence search is switched off,
    /// whatever [`noisy_moves`](Tactics::noisy_moves) and [`is_forced`](Tactics::is_forced) say.
    const NOISY: bool = false;
    /// The depth from which a search puts children in order by their static values, if it is not told
    /// otherwise. Where evaluations cost much or say little of the move, `u32::MAX` is never.
    const STATIC_ORDER_FROM: u32 = 4;
    /// The depth from which a search puts children in order by what they promise and by their kinds,
    /// where it does not by their static values. Where no move promises anything, order saves too
    /// little right before the leaves.
    const KIND_ORDER_FROM: u32 = 1;
    /// What a quiet move may change the evaluation by: a selective search that is ahead by this margin for
    /// each ply that is left goes no further. Without it the game is always searched in full.
    const MARGIN: i32 = 0;

    /// The kind of a move, below [`KINDS`](Tactics::KINDS): of chess, say, the squares it leads from and to.
    #[inline]
    fn kind(&self, m: Self::Move) -> usize {
        let _ = m;
        0
    }

    /// What a move promises at first sight, such as the material that an exchange wins: moves that promise more
    /// are searched earlier, those that promise less than nothing last. Zero for a quiet move.
    #[inline]
    fn promise(&self, m: Self::Move) -> i32 {
        let _ = m;
        0
    }

    /// What a noisy move can gain at once, in the units of the evaluation, such as what it takes. A
    /// selective search leaves out a move that with this and a [`MARGIN`](Tactics::MARGIN) or two does
    /// not reach its window.
    #[inline]
    fn gain(&self, m: Self::Move) -> i32 {
        let _ = m;
        i32::MAX
    }

    /// Appends the moves with which a quiescence search goes on beyond the horizon: those after which
    /// the evaluation would otherwise be mistaken. Every line of them must end by itself.
    #[inline]
    fn noisy_moves(&self, out: &mut Vec<Self::Move>) {
        let _ = out;
    }

    /// Whether the side to move is forced to react, so that the position cannot be judged as it
    /// stands: a king in check, a capture that must be made. A quiescence search then looks at all
    /// moves.
    #[inline]
    fn is_forced(&self) -> bool {
        false
    }

    /// Lets the side to move pass against the rules, for null-move pruning, where a pass is worth a
    /// thought: not when the side is forced to react, nor when having to move may be a handicap.
    #[inline]
    fn pass(&mut self) -> Option<Self::Undo> {
        None
    }

    /// Takes back a [`pass`](Tactics::pass).
    #[inline]
    fn undo_pass(&mut self, undo: Self::Undo) {
        let _ = undo;
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
    hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ hash >> 29
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
