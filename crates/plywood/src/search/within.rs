//! The position and the goal of a proof search, with the limit of depth as a part of the question.
//!
//! A game that ends after N more plies has no cycles, and a position with N plies left has one value, if
//! [`Keyed::key_within`] tells apart the histories that matter. So the depth of a budget, repetitions and counts
//! of quiet moves need no care anywhere else.

use crate::goal::{Goal, Outlook, Width};
use crate::meter::Meter;
use crate::{Budget, Keyed, Position, Score, Side, Stop, hash};

/// A position, and how many more plies may be played; none: without a limit.
#[derive(Clone, PartialEq)]
pub(super) struct Within<P> {
    position: P,
    left: Option<u32>,
}

impl<P: Keyed> Within<P> {
    pub fn new(position: &P, left: Option<u32>) -> Within<P> {
        Within { position: position.clone(), left }
    }

    /// Whether no more plies may be played.
    fn is_at_limit(&self) -> bool {
        self.left == Some(0)
    }
}

impl<P: Keyed> Position for Within<P> {
    type Move = P::Move;
    type Undo = P::Undo;

    #[inline]
    fn side(&self) -> Side {
        self.position.side()
    }

    fn moves(&self, out: &mut Vec<P::Move>) {
        if !self.is_at_limit() {
            self.position.moves(out);
        }
    }

    fn is_over(&self) -> bool {
        self.is_at_limit() || self.position.is_over()
    }

    fn result(&self) -> Score {
        if self.position.is_over() { self.position.result() } else { Score::ZERO }
    }

    #[inline]
    fn play(&mut self, m: P::Move) -> P::Undo {
        self.left = self.left.map(|left| left - 1);
        self.position.play(m)
    }

    #[inline]
    fn undo(&mut self, m: P::Move, undo: P::Undo) {
        self.left = self.left.map(|left| left + 1);
        self.position.undo(m, undo);
    }
}

impl<P: Keyed> Keyed for Within<P> {
    #[inline]
    fn key(&self) -> u64 {
        match self.left {
            None => self.position.key_within(u32::MAX),
            Some(left) => hash(&[self.position.key_within(left), left.into()]),
        }
    }
}

/// A goal within a limit of plies. It notes what an answer rests on.
pub(super) struct Asked<'a, G> {
    goal: &'a mut G,
    /// Whether the limit has ended a line of play that could have gone on.
    pub limited: bool,
    /// Whether the goal has listed a set of preventing moves that is not complete.
    pub incomplete: bool,
}

impl<'a, G> Asked<'a, G> {
    pub fn new(goal: &'a mut G) -> Asked<'a, G> {
        Asked { goal, limited: false, incomplete: false }
    }
}

impl<P: Keyed, G: Goal<P>> Goal<Within<P>> for Asked<'_, G> {
    const HISTORY_INDICES: usize = G::HISTORY_INDICES;

    fn prover(&self) -> Side {
        self.goal.prover()
    }

    fn decided(&self, at: &Within<P>) -> Option<bool> {
        self.goal.decided(&at.position).or(at.is_at_limit().then_some(false))
    }

    fn levels(&self, side: Side) -> u32 {
        self.goal.levels(side)
    }

    fn examine(
        &mut self,
        at: &mut Within<P>,
        width: Width,
        meter: &mut Meter,
        out: &mut Vec<P::Move>,
    ) -> Result<Outlook, Stop> {
        match self.goal.decided(&at.position) {
            Some(true) => return Ok(Outlook::Reached),
            Some(false) => return Ok(Outlook::Failed { proven: true }),
            None if at.is_at_limit() => {
                self.limited = true;
                return Ok(Outlook::Failed { proven: true });
            }
            None => {}
        }
        let first = out.len();
        let outlook = self.goal.examine(&mut at.position, width, meter, out)?;
        let Outlook::Open { complete } = outlook else { return Ok(outlook) };
        let proves = at.side() == self.goal.prover();
        if at.left.is_some_and(|left| left < self.goal.least_plies(proves)) {
            self.limited = true;
            out.truncate(first);
            return Ok(Outlook::Failed { proven: true });
        }
        self.incomplete |= !proves && !complete;
        Ok(outlook)
    }

    fn least_plies(&self, proves: bool) -> u32 {
        self.goal.least_plies(proves)
    }

    fn settle(&mut self, at: &mut Within<P>, meter: &mut Meter) -> Result<bool, Stop> {
        if at.is_at_limit() { Ok(false) } else { self.goal.settle(&mut at.position, meter) }
    }

    fn history_index(&self, m: P::Move) -> usize {
        self.goal.history_index(m)
    }
}

/// A proof as it goes on: what is asked about which position, and what it has cost.
pub(super) struct Question<'a, P: Keyed, G> {
    /// The side that proves.
    pub prover: Side,
    pub goal: Asked<'a, G>,
    pub root: Within<P>,
    /// The position that the search is at.
    pub position: Within<P>,
    pub meter: Meter,
    /// The moves that the goal listed last.
    pub moves: Vec<P::Move>,
}

impl<'a, P: Keyed, G: Goal<P>> Question<'a, P, G> {
    /// Whether the goal can be reached from `root`, within a budget.
    pub fn new(root: &P, goal: &'a mut G, budget: &Budget) -> Question<'a, P, G> {
        let root = Within::new(root, budget.depth);
        Question {
            prover: goal.prover(),
            goal: Asked::new(goal),
            position: root.clone(),
            root,
            meter: Meter::new(budget),
            moves: Vec::new(),
        }
    }

    /// Whether the side to move is the one that proves.
    pub fn proves(&self) -> bool {
        self.position.side() == self.prover
    }

    /// Asks the goal about the position, and lists the moves if the answer is open.
    pub fn examine(&mut self, width: Width) -> Result<Outlook, Stop> {
        self.moves.clear();
        self.goal.examine(&mut self.position, width, &mut self.meter, &mut self.moves)
    }
}
