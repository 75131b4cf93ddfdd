//! Static evaluation.

use crate::{Position, Score, Side};

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
    /// then call it, once for each node: with all of the children that are not evaluated yet and do not
    /// end the game. It is never interrupted, so a search may exceed a limit of time by one call. (Only of
    /// a node with more than 8,192 children is the list divided, if there is a clock or a flag to look at.)
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

/// A child without search: its value, whether the game is over, and the side to move.
#[derive(Clone, Copy)]
pub(crate) struct Evaluated {
    pub value: Score,
    pub over: bool,
    pub side: Side,
}

/// The children after these moves without search, evaluated in one call.
pub(crate) fn evaluate_after<P: Position, E: Evaluate<P> + ?Sized>(
    evaluate: &mut E,
    node: &mut P,
    moves: &[P::Move],
) -> Vec<Evaluated> {
    let mut children = Vec::with_capacity(moves.len());
    let mut open = Vec::with_capacity(moves.len());
    for &m in moves {
        let (result, side) =
            node.visit(m, |child| (child.is_over().then(|| child.result()), child.side()));
        let over = result.is_some();
        if !over {
            open.push(m);
        }
        children.push(Evaluated { value: result.unwrap_or(Score::ZERO), over, side });
    }
    let mut values = Vec::with_capacity(open.len());
    evaluate.evaluate_children(node, &open, &mut values);
    assert_eq!(values.len(), open.len(), "evaluate_children gives a value for each move");
    debug_assert!(values.iter().all(|value| value.is_finite()), "a static value is finite");
    for (child, value) in children.iter_mut().filter(|child| !child.over).zip(values) {
        child.value = value;
    }
    children
}

impl<P: Position, F: FnMut(&P) -> Score> Evaluate<P> for F {
    #[inline]
    fn evaluate(&mut self, position: &P) -> Score {
        self(position)
    }
}
