//! What a game knows of its moves beyond the rules.

use crate::Keyed;

/// Knowledge of a game beyond its rules: which moves to search first, and which positions a static
/// evaluation cannot judge.
///
/// A game without such knowledge says `impl Tactics for MyGame {}`. Everything then works, and
/// quiescence search, history, killers and selective search have no effect. Each option needs:
///
/// | Option | Needs |
/// | --- | --- |
/// | `quiescence` | [`NOISY`](Tactics::NOISY) |
/// | `history`, `killers` | [`HISTORY_INDICES`](Tactics::HISTORY_INDICES) above 0 |
/// | `selective`, `singular` | [`MARGIN`](Tactics::MARGIN) above 0 |
pub trait Tactics: Keyed {
    /// The number of history indices. The history heuristic keeps one score per side and index. 0
    /// switches off history, killers and ordering scores.
    const HISTORY_INDICES: usize = 0;
    /// Whether the game has noisy or forced moves. If not, there is no quiescence search, whatever
    /// [`noisy_moves`](Tactics::noisy_moves) and [`is_forced`](Tactics::is_forced) say.
    const NOISY: bool = false;
    /// The default for the depth from which children are ordered by their static values. `u32::MAX`
    /// is never: for games whose evaluation is slow or says little about a move.
    const STATIC_ORDER_FROM: u32 = 4;
    /// The depth from which children are ordered by ordering score, killers and history, if they are
    /// not ordered by static value. Where all ordering scores are 0, ordering directly before the
    /// leaves costs more than it saves.
    const MOVE_ORDER_FROM: u32 = 1;
    /// How much one quiet move can change the evaluation. A selective search prunes a node that is
    /// ahead of its window by this margin per remaining ply, and a move is singular that is better than all
    /// others by half of it. 0 switches selective search and singular extensions off.
    const MARGIN: i32 = 0;

    /// The history index of a move, below [`HISTORY_INDICES`](Tactics::HISTORY_INDICES). Moves that
    /// are likely to be good in the same positions share an index: in chess, the moves between the
    /// same two squares.
    #[inline]
    fn history_index(&self, m: Self::Move) -> usize {
        let _ = m;
        0
    }

    /// The ordering score of a move: for example the material that an exchange wins. Moves with
    /// positive scores are searched first, the highest first, and those with negative scores last.
    /// Quiet moves have 0 and are ordered by killers and history.
    #[inline]
    fn ordering_score(&self, m: Self::Move) -> i32 {
        let _ = m;
        0
    }

    /// An upper limit for what a noisy move gains at once, such as the value of the captured piece, in
    /// units of the evaluation. A selective search skips the move if the static value, this gain and
    /// twice the [`MARGIN`](Tactics::MARGIN) do not reach the window.
    #[inline]
    fn gain(&self, m: Self::Move) -> i32 {
        let _ = m;
        i32::MAX
    }

    /// Appends the noisy moves: those that a quiescence search plays beyond the horizon, because they
    /// may change the evaluation much. Every sequence of noisy moves must be finite.
    #[inline]
    fn noisy_moves(&self, out: &mut Vec<Self::Move>) {
        let _ = out;
    }

    /// Whether the side to move must react to a threat, so that a static evaluation is unreliable: a
    /// king in check, a capture that must be made. A quiescence search then tries all moves.
    #[inline]
    fn is_forced(&self) -> bool {
        false
    }

    /// Passes the turn against the rules, for null-move pruning. `None` where a pass says nothing
    /// about the position: if the side to move is forced to react, or if having to move may be a
    /// disadvantage (zugzwang).
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
