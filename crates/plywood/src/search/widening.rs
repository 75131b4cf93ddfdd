//! Iterative widening: Cazenave 2001, section 2.2. What all proof searches have in common.
//!
//! Sets of moves are numbered, and each holds the one before it. A search begins with narrow sets; if that fails, it
//! begins again with wider ones. A widening strategy is the list of widths.

use super::within::{Asked, Within};
use crate::goal::{Goal, Proof, Width};
use crate::meter::Meter;
use crate::{Budget, Keyed, Stop};

/// A search that answers whether a [`Goal`] can be reached, of any game and any goal.
///
/// ```
/// use plywood::kit::Win;
/// use plywood::search::{AbstractProof, ProofSearch};
/// use plywood::{Budget, Side};
/// use plywood_games::{Connect4, Game};
///
/// fn is_won(search: &mut impl ProofSearch<Connect4>, moves: &str) -> Option<bool> {
///     let position = Connect4::parse(Some(moves)).expect("legal moves");
///     search.prove(&position, &mut Win(Side::Max), &Budget::new()).answer
/// }
/// let mut search = AbstractProof::new(Default::default());
/// assert_eq!(is_won(&mut search, "4455"), Some(true));
/// ```
pub trait ProofSearch<P: Keyed> {
    /// Proves or refutes a goal. The depth of the budget is in plies; the goal's own small searches may look
    /// beyond it. Limits of evaluations, and of the width of nodes by static value, do not apply.
    fn prove<G: Goal<P>>(&mut self, root: &P, goal: &mut G, budget: &Budget) -> Proof<P::Move>;

    /// Sets the widening strategy: widths in the order in which they are searched, each only if the one before
    /// it has failed. If there are none, only the highest levels of the goal are searched.
    fn set_widening(&mut self, widths: Vec<Width>);
}

/// What is known about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// The goal is reached.
    Won,
    /// All moves of the sets fail, at any depth.
    Lost { proven: bool },
    /// Neither within this depth.
    Unknown,
}

/// One proof by one algorithm: what [`widen`] needs of it.
pub(super) trait Widened<'a, P: Keyed, G: Goal<P> + 'a> {
    /// Searches the root with one width.
    fn search(&mut self, step: usize, width: Width) -> Result<Value, Stop>;
    /// The expected line of play from the root.
    fn line(&mut self) -> Vec<P::Move>;
    /// The depth that was searched last, in moves of the side that proves.
    fn depth(&self) -> u32 {
        0
    }
    /// See [`Proof::least_generated`].
    fn least_generated(&self) -> u64 {
        self.meter().counts().generated
    }
    fn meter(&self) -> &Meter;
    fn goal(&self) -> &Asked<'a, G>;
}

/// Searches the widths of a strategy one after the other, until one has answered.
pub(super) fn widen<'a, P: Keyed, G: Goal<P> + 'a>(
    search: &mut impl Widened<'a, P, G>,
    widening: &[Width],
) -> Proof<P::Move> {
    let widest = [widest(search.goal())];
    let widths = if widening.is_empty() { &widest } else { widening };
    let (mut answer, mut stop, mut proven, mut last) = (None, Stop::Complete, false, 0);
    for (step, &width) in widths.iter().enumerate() {
        last = step;
        match search.search(step, width) {
            Ok(Value::Won) => {
                (answer, proven) = (Some(true), !search.goal().incomplete);
                stop = if proven { Stop::Complete } else { Stop::GaveUp };
                break;
            }
            Ok(Value::Lost { proven: true }) => {
                (answer, stop, proven) = (Some(false), Stop::Complete, true);
                break;
            }
            Ok(Value::Lost { proven: false }) => (answer, stop) = (Some(false), Stop::GaveUp),
            Ok(Value::Unknown) => (answer, stop) = (None, Stop::Depth),
            Err(reason) => {
                (answer, stop) = (None, reason);
                break;
            }
        }
    }
    let limited = answer == Some(false) && search.goal().limited;
    let line = search.line();
    Proof {
        answer: if limited { None } else { answer },
        proven: proven && !limited,
        exhausted: proven && limited,
        best: line.first().copied(),
        line,
        step: last,
        depth: search.depth(),
        counts: *search.meter().counts(),
        least_generated: search.least_generated(),
        stop: if limited { Stop::Depth } else { stop },
    }
}

fn widest<P: Keyed, G: Goal<P>>(goal: &Asked<'_, G>) -> Width {
    let level = |side| Goal::<Within<P>>::levels(goal, side) - 1;
    let prover = Goal::<Within<P>>::prover(goal);
    Width { or: level(prover), and: level(!prover) }
}

/// The line of play that begins with the best move of each position, as far as they are known. It ends where it
/// would repeat a position.
pub(super) fn best_line<P: Keyed>(
    root: &P,
    best: impl Fn(u64, u32) -> Option<P::Move>,
) -> Vec<P::Move> {
    let (mut line, mut seen, mut legal) = (Vec::new(), Vec::new(), Vec::new());
    let mut position = root.clone();
    while let Some(m) = best(position.key(), line.len() as u32)
        && !seen.contains(&position.key())
    {
        seen.push(position.key());
        legal.clear();
        position.moves(&mut legal);
        // Another position may have the same key.
        if !legal.contains(&m) {
            break;
        }
        line.push(m);
        position.play(m);
    }
    line
}
