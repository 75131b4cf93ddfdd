//! Df-pn: Nagai 2002, "Df-pn algorithm for searching AND/OR trees and its applications"; thresholds by 1 + epsilon:
//! Pawlewicz & Lew 2006.
//!
//! Post: an answer `Some(true)` is proven, as far as the goal's sets of preventing moves are complete;
//! `Some(false)` is proven if `proven` says so; a search that was stopped answers none.
//!
//! Depth-first with thresholds of both numbers: it visits most-proving nodes like proof-number search, and keeps what it
//! knows in a table of a fixed size instead of a tree. What it assumes:
//!
//! - **Table.** Of two positions in the same place the one with less work is overwritten. The numbers of the children of
//!   all nodes on the present line are kept outside of the table, so that every visit makes progress even with two
//!   entries.
//! - **Cycles.** Keys tell histories apart where the rules do ([`Keyed::key_within`]), and under a limit of depth no
//!   position repeats. In a game without such a rule, a move to a position on the present line fails. That is no
//!   proof: a disproof that may rest on it is not called proven, and some wins may be missed. Wins are never affected: they
//!   rest on finished lines of play only. Around a cycle numbers could grow for ever: so a position at another ply is
//!   another entry of the table.
//! - **Transpositions.** Numbers are those of a tree: a position that is reached by several moves is counted several
//!   times, so that a number may be too high. That costs time and changes no answer.
//!
//! Deviations: a child that the table does not know has the numbers 1 and 1; the [`Goal`] is asked about it when it is
//! first visited. Of the best child the table is asked again before a visit, but only whether it is solved.

use super::context::with_stack;
use super::proof_numbers::{INFINITE, Numbers};
use super::proof_table::{ProofTable, ProofTableOptions};
use super::widening::{ProofSearch, Value, Widened, best_line, widen};
use super::within::{Asked, Question};
use crate::goal::{Goal, Outlook, Proof, Width, Widths};
use crate::meter::Meter;
use crate::random::GOLDEN;
use crate::{Budget, Keyed, Position, Stop};

crate::options! {
    /// Options of [`Dfpn`].
    #[derive(Clone, Debug, PartialEq)]
    pub struct DfpnOptions {
        /// The widths to search, each only if the one before it failed.
        ///
        /// If there are none, only the highest levels of the goal are searched.
        pub widening: Vec<Width> [Widths] = Vec::new(),
        /// Keep the table from width to width: a win of a narrower search is final.
        pub keep_table: bool = true,
        /// Leave a child when its number exceeds that of the second best child by this share.
        ///
        /// With 0 by one, as in Nagai's algorithm; more saves changes between two good children.
        pub epsilon: f64 [0.0..=10.0] = 0.25,
        /// The size of the table.
        pub table: ProofTableOptions [nested] = ProofTableOptions { entries: 1 << 20 },
    }
}

/// Df-pn: proves or refutes a [`Goal`] by proof and disproof numbers, depth-first, with a table of a fixed size.
///
/// ```
/// use plywood::kit::Win;
/// use plywood::search::Dfpn;
/// use plywood::{Budget, Side};
/// use plywood_games::{Connect4, Game};
///
/// let position = Connect4::parse(Some("4455"))?;
/// let mut search = Dfpn::new(Default::default());
/// let proof = search.prove(&position, &mut Win(Side::Max), &Budget::new());
/// assert_eq!((proof.answer, proof.proven), (Some(true), true));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub struct Dfpn<P: Keyed> {
    options: DfpnOptions,
    table: ProofTable<Known<P::Move>>,
}

/// What the table knows about a position.
#[derive(Clone, Copy)]
struct Known<M> {
    numbers: Numbers,
    /// The step of the widening of the search that found the numbers.
    step: u8,
    best: Option<M>,
}

impl<M> Default for Known<M> {
    fn default() -> Self {
        Known { numbers: Numbers::OPEN, step: 0, best: None }
    }
}

impl<P: Keyed> Dfpn<P> {
    /// A search with these options. Its table is used again by every proof.
    pub fn new(options: DfpnOptions) -> Dfpn<P> {
        let table = ProofTable::new(&options.table);
        Dfpn { options, table }
    }

    /// The options.
    pub fn options(&self) -> &DfpnOptions {
        &self.options
    }

    /// Proves or refutes a goal: see [`ProofSearch::prove`]. A limit of memory makes the table smaller for good.
    pub fn prove<G: Goal<P>>(&mut self, root: &P, goal: &mut G, budget: &Budget) -> Proof<P::Move> {
        let fits = budget.memory.is_none_or(|bytes| self.table.shrink_to(bytes));
        self.table.next_proof();
        let mut kernel = Kernel {
            question: Question::new(root, goal, budget),
            options: &self.options,
            table: &mut self.table,
            fits,
            step: 0,
            width: Width::default(),
            children: Vec::new(),
            path: Vec::new(),
            first: None,
        };
        widen(&mut kernel, &self.options.widening)
    }
}

impl<P: Keyed> ProofSearch<P> for Dfpn<P> {
    fn prove<G: Goal<P>>(&mut self, root: &P, goal: &mut G, budget: &Budget) -> Proof<P::Move> {
        Dfpn::prove(self, root, goal, budget)
    }

    fn set_widening(&mut self, widths: Vec<Width>) {
        self.options.widening = widths;
    }
}

struct Kernel<'a, 'g, P: Keyed, G> {
    question: Question<'g, P, G>,
    options: &'a DfpnOptions,
    table: &'a mut ProofTable<Known<P::Move>>,
    /// Whether the table fits into the memory of the budget.
    fits: bool,
    step: u8,
    width: Width,
    /// The children of the nodes on the present line.
    children: Vec<Child<P::Move>>,
    /// The keys of these nodes.
    path: Vec<u64>,
    /// The best move at the root.
    first: Option<P::Move>,
}

#[derive(Clone, Copy)]
struct Child<M> {
    played: M,
    key: u64,
    numbers: Numbers,
}

/// A visit ends when one of the two numbers reaches its threshold.
#[derive(Clone, Copy)]
struct Thresholds {
    proof: u32,
    disproof: u32,
}

impl<'g, P: Keyed, G: Goal<P>> Widened<'g, P, G> for Kernel<'_, 'g, P, G> {
    fn search(&mut self, step: usize, width: Width) -> Result<Value, Stop> {
        if !self.fits {
            return Err(Stop::Memory);
        }
        if step > 0 && !self.options.keep_table {
            self.table.next_proof();
            self.question.goal.incomplete = false;
        }
        (self.step, self.width) = (step as u8, width);
        let all = Thresholds { proof: INFINITE, disproof: INFINITE };
        let key = self.question.position.key();
        let (numbers, best) = self.visit(key, all, 0)?;
        self.first = best;
        Ok(numbers.value().expect("no other visit ends with infinite thresholds"))
    }

    fn line(&mut self) -> Vec<P::Move> {
        let (first, root) = (self.first, self.question.root.key());
        best_line(&self.question.root, |key, ply| match first {
            Some(first) if key == root => Some(first),
            _ => self.table.get(at_ply(key, ply))?.best,
        })
    }

    fn meter(&self) -> &Meter {
        &self.question.meter
    }

    fn goal(&self) -> &Asked<'g, G> {
        &self.question.goal
    }
}

impl<P: Keyed, G: Goal<P>> Kernel<'_, '_, P, G> {
    /// Searches a position until one of its numbers reaches its threshold.
    fn visit(
        &mut self,
        key: u64,
        thresholds: Thresholds,
        ply: u32,
    ) -> Result<(Numbers, Option<P::Move>), Stop> {
        let before = self.question.meter.counts().generated;
        let proves = self.question.proves();
        let outlook = self.question.examine(self.width)?;
        let (numbers, best) = match outlook {
            Outlook::Reached => (Numbers::WON, None),
            Outlook::Failed { proven } => (Numbers::lost(proven), None),
            Outlook::Open { complete } => {
                let node = Visit { base: self.children.len(), proves, complete, thresholds, ply };
                self.path.push(key);
                self.list(ply + 1)?;
                let found = with_stack(ply, || self.children(node))?;
                self.children.truncate(node.base);
                self.path.pop();
                found
            }
        };
        let work = self.question.meter.counts().generated - before + 1;
        let entry = self.table.entry(at_ply(key, ply));
        entry.work = entry.work.saturating_add(u32::try_from(work).unwrap_or(u32::MAX));
        entry.data = Known { numbers, step: self.step, best };
        Ok((numbers, best))
    }

    /// Appends the children of the position, one for each of `moves`, with what the table knows of them.
    fn list(&mut self, ply: u32) -> Result<(), Stop> {
        self.question.meter.expand();
        self.question.meter.walk(self.question.moves.len() as u64)?;
        for at in 0..self.question.moves.len() {
            let played = self.question.moves[at];
            let key = self.question.position.visit(played, |child| child.key());
            let numbers = match self.path.contains(&key) {
                true => Numbers::lost(false),
                false => self.known(key, ply).unwrap_or(Numbers::OPEN),
            };
            self.children.push(Child { played, key, numbers });
        }
        Ok(())
    }

    /// What the table knows of a position that holds for the present width.
    fn known(&self, key: u64, ply: u32) -> Option<Numbers> {
        let known = self.table.get(at_ply(key, ply))?;
        (known.step == self.step || known.numbers.is_final()).then_some(known.numbers)
    }

    /// Visits the best child again and again, until the numbers of the node reach a threshold.
    fn children(&mut self, node: Visit) -> Result<(Numbers, Option<P::Move>), Stop> {
        let Visit { base, proves, complete, thresholds, ply } = node;
        let mut last = None;
        loop {
            let children = &self.children[base..];
            let each = children.iter().map(|child| child.numbers);
            let numbers = Numbers::of_children(each, proves, complete);
            let (best, second) = two_best(children, proves);
            if numbers.proof >= thresholds.proof || numbers.disproof >= thresholds.disproof {
                // Where all children fail, the one that has held out longest is expected.
                let failed = numbers.effort(proves) == INFINITE;
                let expected = last.filter(|_| failed).or(best);
                return Ok((numbers, expected.map(|place| children[place].played)));
            }
            let place = best.expect("a node without children is solved");
            let child = children[place];
            if let Some(known) = self.known(child.key, ply + 1)
                && known.value().is_some()
                && known != child.numbers
            {
                self.children[base + place].numbers = known;
                continue;
            }
            let best = Best { node: numbers, child: &child, second };
            let below = thresholds.of_child(best, proves, self.options.epsilon);
            self.question.meter.generate(1)?;
            let undo = self.question.position.play(child.played);
            let found = self.visit(child.key, below, ply + 1);
            self.question.position.undo(child.played, undo);
            self.children[base + place].numbers = found?.0;
            last = Some(place);
        }
    }
}

/// The key of a position at a ply.
#[inline]
fn at_ply(key: u64, ply: u32) -> u64 {
    key ^ u64::from(ply).wrapping_mul(GOLDEN)
}

/// A node during a visit.
#[derive(Clone, Copy)]
struct Visit {
    /// Where its children begin.
    base: usize,
    proves: bool,
    complete: bool,
    thresholds: Thresholds,
    ply: u32,
}

/// The place of the child with the least effort, and the effort of the second best one.
fn two_best<M>(children: &[Child<M>], proves: bool) -> (Option<usize>, u32) {
    let (mut best, mut least, mut second) = (None, INFINITE, INFINITE);
    for (place, child) in children.iter().enumerate() {
        let effort = child.numbers.effort(proves);
        if best.is_none() || effort < least {
            second = if best.is_none() { INFINITE } else { least };
            (best, least) = (Some(place), effort);
        } else {
            second = second.min(effort);
        }
    }
    (best, second)
}

/// The numbers of a node, its best child, and the effort of the second best one.
struct Best<'a, M> {
    node: Numbers,
    child: &'a Child<M>,
    second: u32,
}

impl Thresholds {
    /// Those of the best child of a node.
    fn of_child<M>(self, best: Best<'_, M>, proves: bool, epsilon: f64) -> Thresholds {
        let (own, other) = match proves {
            true => (self.proof, self.disproof),
            false => (self.disproof, self.proof),
        };
        // It is the best child until its number is above that of the second.
        let own = match best.second {
            INFINITE => own,
            second => {
                let more = (f64::from(second) * epsilon) as u32;
                own.min(second.saturating_add(more.max(1)))
            }
        };
        let child = best.child.numbers.other(proves);
        let other = match other {
            INFINITE => INFINITE,
            // The numbers of its siblings count against the threshold of the sum.
            other => (other - best.node.other(proves)).saturating_add(child),
        };
        match proves {
            true => Thresholds { proof: own, disproof: other },
            false => Thresholds { proof: other, disproof: own },
        }
    }
}
