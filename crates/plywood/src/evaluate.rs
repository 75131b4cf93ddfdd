//! Static evaluation.

use crate::{Position, Score};

/// A static evaluation: an estimate of a position's value, made without search.
///
/// Asked only of positions whose game is not over, and answers within
/// [`Score::MIN_EVAL`]`..=`[`Score::MAX_EVAL`]. Any `FnMut(&P) -> Score` will do.
///
/// An evaluation that is cheaper for many positions at once implements
/// [`evaluate_children`](Evaluate::evaluate_children). One that is updated move by move implements
/// [`on_root`](Evaluate::on_root), [`on_play`](Evaluate::on_play) and [`on_undo`](Evaluate::on_undo).
/// All of them are optional, and an evaluation without them pays nothing.
///
/// ```
/// use plywood::{Budget, Evaluate, Position, Score, Search, search::AlphaBeta};
/// use plywood_games::{StaticValue, Tree};
///
/// /// The number of moves played since the root, counted move by move.
/// #[derive(Default)]
/// struct Depth(i32);
///
/// impl Evaluate<Tree> for Depth {
///     fn evaluate(&mut self, _: &Tree) -> Score { Score::new(self.0) }
///     fn on_root(&mut self, _: &Tree) { self.0 = 0 }
///     fn on_play(&mut self, _: &Tree, _: Option<u32>) { self.0 += 1 }
///     fn on_undo(&mut self) { self.0 -= 1 }
/// }
///
/// let tree = Tree::from_json("[0, [0, [0, 1, 2], 5], [0, 2, [0, 3, 4]]]")?;
/// let report = AlphaBeta::new(Depth::default()).run(&tree, &Budget::new().depth(2));
/// assert_eq!(report.value.exact(), Some(Score::new(2)));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub trait Evaluate<P: Position> {
    /// The estimated value of `position` for MAX.
    fn evaluate(&mut self, position: &P) -> Score;

    /// Whether [`evaluate_children`](Evaluate::evaluate_children) is cheaper than one call of
    /// [`evaluate`](Evaluate::evaluate) per child. Searches that evaluate all children of a node at once
    /// then call it.
    const BATCHES: bool = false;

    /// Appends the estimated values for MAX of the positions after each of the moves. None of them ends
    /// the game.
    fn evaluate_children(&mut self, position: &mut P, moves: &[P::Move], values: &mut Vec<Score>) {
        values.extend(moves.iter().map(|&m| position.visit(m, |child| self.evaluate(child))));
    }

    /// A search begins at `root`. The moves that it tells of lead on from there.
    #[inline(always)]
    fn on_root(&mut self, root: &P) {
        let _ = root;
    }

    /// The search is about to play `m` at `position`; none is a null move.
    #[inline(always)]
    fn on_play(&mut self, position: &P, m: Option<P::Move>) {
        let _ = (position, m);
    }

    /// The last move was taken back.
    #[inline(always)]
    fn on_undo(&mut self) {}
}

impl<P: Position, F: FnMut(&P) -> Score> Evaluate<P> for F {
    #[inline]
    fn evaluate(&mut self, position: &P) -> Score {
        self(position)
    }
}
