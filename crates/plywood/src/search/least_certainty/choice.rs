//! The choice between the children of a node.

use super::Growth;
use super::node::{AtLeast, Certainty, Goal, INFINITE, at_first_sight};
use crate::memory::{Node, NodeId};
use crate::{Evaluate, Position, Stop};

/// The rank of a child that is closed.
const CLOSED: u64 = u64::MAX;

/// What is known of the ranks of some children.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// The least rank that is known, one child that has it, and how many have it.
    pub rank: u64,
    pub place: usize,
    ties: usize,
    /// The least but one; the same, if there are ties.
    second: u64,
    /// The least rank that is only guessed at, and the first child that has it.
    guess: u64,
    asked: usize,
    /// The least but one of these.
    second_guess: u64,
    /// The greatest slope, and all of them added up.
    slope: u64,
    pub slopes: u64,
}

impl Found {
    const NOTHING: Found = Found {
        rank: CLOSED,
        place: 0,
        ties: 0,
        second: CLOSED,
        guess: CLOSED,
        asked: 0,
        second_guess: CLOSED,
        slope: 1,
        slopes: 0,
    };

    /// A child has this rank, exactly or at least.
    #[inline(always)]
    fn add(&mut self, place: usize, AtLeast { swing: rank, exact, slope }: AtLeast) {
        self.slope = self.slope.max(slope);
        self.slopes += slope;
        if !exact {
            if rank < self.guess {
                self.second_guess = self.guess;
                (self.guess, self.asked) = (rank, place);
            } else {
                self.second_guess = self.second_guess.min(rank);
            }
        } else if rank < self.rank {
            self.second = self.rank;
            (self.rank, self.ties, self.place) = (rank, 1, place);
        } else {
            self.ties += usize::from(rank == self.rank);
            self.second = self.second.min(rank);
        }
    }

    /// The least rank of the other children, as far as it is known.
    #[inline(always)]
    pub fn least_other(&self) -> AtLeast {
        match self.second.min(self.guess) {
            swing @ ..INFINITE => {
                AtLeast { swing, exact: self.second <= self.guess, slope: self.slope }
            }
            _ => AtLeast::INFINITE,
        }
    }
}

impl<P: Position, E: Evaluate<P>, const W: bool> Growth<'_, '_, '_, P, E, W> {
    /// Of the children that are not closed, the one with the least rank. Ties are broken uniformly at
    /// random.
    #[inline(always)]
    pub(super) fn choose(
        &mut self,
        id: NodeId,
        goal_of: impl Fn(usize) -> Option<Goal>,
        rank: impl Fn(u64) -> u64,
    ) -> Result<Option<Found>, Stop> {
        let known = |place, child: &Node<Certainty>| {
            if child.data.is_closed() {
                return AtLeast { swing: CLOSED, ..AtLeast::INFINITE };
            }
            let seen = goal_of(place).map_or(AtLeast::INFINITE, |goal| at_first_sight(child, goal));
            AtLeast { swing: rank(seen.swing), ..seen }
        };
        let mut found = self.scan(id, known)?;
        while found.guess <= found.rank && found.guess < CLOSED {
            let place = found.asked;
            let goal = goal_of(place).expect("what has no goal is known");
            let child = self.kept.tree.child(id, place);
            self.ask(child, goal, found.rank.min(INFINITE), 0)?;
            let answer = known(place, self.kept.tree.node(child));
            found.guess = found.second_guess;
            found.add(place, answer);
            if found.guess <= found.rank {
                found = self.scan(id, known)?;
            }
        }
        if found.rank == CLOSED {
            return Ok(None);
        }
        if found.ties > 1 {
            let chosen = self.random.below(found.ties);
            let children = self.kept.tree.children(id).iter().enumerate();
            let mut tied = children.filter(|&(place, child)| {
                let seen = known(place, child);
                seen.exact && seen.swing == found.rank
            });
            found.place = tied.nth(chosen).expect("one of them").0;
        }
        Ok(Some(found))
    }

    /// Looks at what is known of the ranks of all children.
    #[inline(always)]
    fn scan(
        &mut self,
        id: NodeId,
        known: impl Fn(usize, &Node<Certainty>) -> AtLeast,
    ) -> Result<Found, Stop> {
        let children = self.kept.tree.children(id);
        self.touched += children.len() as u64;
        self.ctx.meter.walk(children.len() as u64)?;
        let mut found = Found::NOTHING;
        for (place, child) in children.iter().enumerate() {
            found.add(place, known(place, child));
        }
        Ok(found)
    }
}
