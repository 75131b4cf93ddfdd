//! The least-certainty heuristic (LCF): Utgoff & Cochran 2001, Figure 2. Expands the leaf that could
//! change the decision at the root with the least swing, the amount by which values would have to be
//! wrong. Post: every node's value is the minimax value of the leaves below it, and the same seed expands
//! the same leaves in the same order, however the swings are kept. Deviations, where the paper is silent:
//! whether swings are added up or the least one counts depends on the side to move, so that two turns in
//! a row by one side are right; a finished game cannot change, and what rests on finished games alone is
//! closed: it swings not at all if the goal is met, and infinitely if not, and is never descended into. Where
//! no swing is finite, the paper's goals are exhausted, which is no proof of the choice: `proof` has what comes
//! after that, if it is asked for.

mod choice;
mod events;
mod expansion;
mod lazy;
mod node;
mod partial_tree;
mod proof;
mod random;
mod whole_tree;

pub use node::Certainty;
pub use partial_tree::PartialTree;

use super::context::{Choice, Context};
use super::interface::search;
use super::kept::{Ending, Kept, Leaves, tree_size};
use crate::game_tree::stack_share;
use crate::memory::{Node, NodeId, Valued, best_of};
use crate::options::{Count, or};
use crate::{Details, Evaluate, EventKind, Position, Report, Score, Side, Stop, Task};
use node::{AtLeast, Combined, Goal, INFINITE};
use random::Random;

crate::options! {
    /// Options of [`LeastCertainty`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct LeastCertaintyOptions {
        /// Stop when the least swing reaches N points.
        ///
        /// Then the choice of the move is clear enough, whatever `certainty` is.
        pub threshold: Option<u64> [or("none", Count)] = None,
        /// Stop when no swing is finite, as in the paper, or search on until the value is proven.
        ///
        /// See [`CertaintyFrom`].
        pub certainty: CertaintyFrom = CertaintyFrom::Swings,
        /// The seed that breaks ties between equal swings.
        pub seed: u64 [0..] = 1,
        /// Compute swings when the search needs them, or all of them after each change, as the paper does.
        ///
        /// Both expand the same nodes.
        pub swings: SwingUpdate = SwingUpdate::Lazy,
        /// What swings cost in artificial time: a walk through the whole tree, the nodes looked at, or nothing.
        ///
        /// The first is the charge of the paper: a walk for every renewal, however swings are kept.
        pub charge: SwingCharge = SwingCharge::WholeTree,
        /// Report all equally good root moves.
        pub all_best: bool = false,
    }
}

crate::option_words! {
    /// What the swings of a least-certainty search cost in
    /// [artificial time](crate::Budget::artificial_time).
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SwingCharge {
        /// A link for every node of the tree whenever a goal changes, however the swings are kept.
        WholeTree = "whole-tree",
        /// A link for every node that was looked at, and for every step that was made.
        Walked = "walked",
        /// Nothing.
        None = "none",
    }
}

crate::option_words! {
    /// How a least-certainty search keeps its swings.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum SwingUpdate {
        /// They are asked for on the way down, and only as far as needed to compare them.
        Lazy = "lazy",
        /// Those of the whole tree are renewed as soon as a goal changes.
        WholeTree = "whole-tree",
    }
}

crate::option_words! {
    /// What makes a least-certainty search certain of its choice.
    ///
    /// Infinite swings are no proof. The first child of the root cannot come down to the *present* value of the
    /// second, and no other child can come up to the *present* value of the first; but both values may still
    /// move, and pass each other.
    ///
    /// ```
    /// use plywood::search::{CertaintyFrom, LeastCertainty, LeastCertaintyOptions};
    /// use plywood::{Budget, Search, Stop};
    /// use plywood_games::{StaticValue, Tree};
    ///
    /// // The first move looks like 6, and MAX is sure of 3: more than 1. The second looks like 1, and MIN is sure
    /// // to give no more than 4: less than 6.
    /// let tree = Tree::from_json("[0, [5, [5, [6, 2], 3]], [1, [1, 5], 4]]")?;
    /// let report = LeastCertainty::new(StaticValue).run(&tree, &Budget::new());
    /// assert_eq!((report.best, report.stop, report.proven), (Some(0), Stop::Swings, false));
    ///
    /// let options = LeastCertaintyOptions { certainty: CertaintyFrom::Proof, ..Default::default() };
    /// let report = LeastCertainty::with(options, StaticValue).run(&tree, &Budget::new());
    /// assert_eq!((report.best, report.stop, report.proven), (Some(1), Stop::Complete, true));
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CertaintyFrom {
        /// No swing is finite. The search stops ([`Stop::Swings`]), as the paper's goals demand.
        Swings = "swings",
        /// The value of the position is proven, and with it the choice. Where no swing is finite, the search
        /// expands the leaf with the least swing that would make the first child worse by a point; where
        /// nothing can, the one that would make it better by a point. Where nothing can do that either, the
        /// value is proven ([`Stop::Complete`]).
        Proof = "proof",
    }
}

search! {
    /// Least-certainty search, its tree kept from move to move: 24 bytes per node.
    ///
    /// The first child of the root has a goal, to come down to the value of the second, and every other
    /// child has one, to come up to the value of the first. The swing of a leaf is its distance from the
    /// goal. Where the side that pursues the goal is to move, the least swing of the children is enough;
    /// where the other side is, all children must swing. The search stops when no swing is finite or the
    /// least one reaches the threshold ([`Stop::Swings`]), or when nothing is left to expand. The first is no
    /// proof that the choice is right: see [`CertaintyFrom`].
    ///
    /// Of equal root children the first in the list of moves counts as better. Where a child that shares
    /// the best value is descended into, there may be no swing but 0 below: then nodes with swing 0 are
    /// descended into, and last of all those whose swing is infinite. A root with one move has nothing to
    /// decide.
    ///
    /// ```
    /// use plywood::{Budget, Search, Stop, search::LeastCertainty};
    /// use plywood_games::{StaticValue, Tree};
    ///
    /// // The first move ends the game with 9. After the second, MIN can end it with 4: what else is there
    /// // does not matter.
    /// let tree = Tree::from_json("[0, 9, [7, [8, 3], 4]]")?;
    /// let report = LeastCertainty::new(StaticValue).run(&tree, &Budget::new());
    /// assert_eq!(report.best, Some(0));
    /// assert_eq!(report.stop, Stop::Swings);
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    LeastCertainty with LeastCertaintyOptions,
    named: "least-certainty", "LCF: searches where the choice is least certain",
    family: BestFirst, paper: "Utgoff & Cochran 2001", exact: false, memory: CappedTree,
    keeps: Kept<P, Certainty>,
    switches: all_best
}
tree_size!(LeastCertainty);

impl LeastCertaintyOptions {
    fn run<P: Position, E: Evaluate<P>, const W: bool>(
        &self,
        kept: &mut Kept<P, Certainty>,
        mut ctx: Context<'_, P, E, W>,
        task: &Task<'_, P>,
    ) -> Report<P::Move> {
        let root = task.position;
        match kept.begin_search(&mut ctx, task) {
            Err(report) => return *report,
            Ok(false) => {
                let report = ctx.unsearched(root, Stop::Memory);
                return ctx.of_whole_root(root, report);
            }
            Ok(true) => {}
        }
        ctx.begin(root, None);
        let at = kept.tree.root();
        kept.tree.data_mut(at).set_side(root.side());
        let mut growth = Growth {
            kept,
            ctx: &mut ctx,
            options: *self,
            side: root.side(),
            goals: Goals::default(),
            random: Random::new(self.seed),
            depth: task.budget.depth.unwrap_or(u32::MAX),
            stacks: task.budget.memory.map_or(usize::MAX, stack_share),
            at,
            line: Vec::new(),
            goal: Goal::new(root.side(), Score::ZERO),
            size: 0,
            touched: 0,
            charged: 0,
            renewals: 0,
            least: 0,
            doubted: None,
        };
        let stop = growth.select_move(&mut root.clone());
        let details = growth.details();
        let bytes = growth.bytes();
        let (line, tail, leaf) = (Vec::new(), Vec::new(), root.clone());
        let ending = Ending { stop, line, at, leaf, tail, bytes, details };
        let report = kept.report(&mut ctx, root, ending, self.all_best, Leaves::Exact);
        ctx.ended(root, None, &report);
        ctx.of_whole_root(root, report)
    }
}

/// A node above the present one, and how to get back to it.
struct Ancestor<P: Position> {
    id: NodeId,
    side: Side,
    m: P::Move,
    undo: P::Undo,
    /// The swings of its other children, added up or the least; none if they are not known.
    others: Option<AtLeast>,
    /// As long as the swing of the chosen child is less, and its value the same, the choices here and above
    /// stay the same.
    limit: u64,
}

/// The best two of the root's children, by place, and what that makes of the goals.
#[derive(Clone, Copy, Default, PartialEq)]
struct Goals {
    first: Option<(usize, Score)>,
    second: Option<(usize, Score)>,
}

impl Goals {
    /// What the root's child at `place` must come to for another decision, where `side` is to move at the
    /// root; none if there is nothing to decide.
    #[inline(always)]
    fn of(self, place: usize, side: Side) -> Option<Goal> {
        let (first, second) = (self.first?, self.second?);
        Some(match place == first.0 {
            true => Goal::new(!side, second.1),
            false => Goal::new(side, first.1),
        })
    }
}

struct Growth<'k, 'c, 'a, P: Position, E, const W: bool> {
    kept: &'k mut Kept<P, Certainty>,
    ctx: &'c mut Context<'a, P, E, W>,
    options: LeastCertaintyOptions,
    /// The side to move at the root.
    side: Side,
    goals: Goals,
    random: Random,
    depth: u32,
    /// The bytes that a memory budget leaves to the stacks.
    stacks: usize,
    /// The node where the search stands, the nodes above it, and the goal of the root's child among them.
    at: NodeId,
    line: Vec<Ancestor<P>>,
    goal: Goal,
    /// The nodes of the tree, counted if a walk through it is charged.
    size: u64,
    /// Nodes looked at to find out swings, and those of them that were charged.
    touched: u64,
    charged: u64,
    /// How often the first or second child, or its value, changed.
    renewals: u64,
    /// The least swing of the root's children, when the search last looked.
    least: u64,
    /// The goals for which no swing is finite, once the search goes on for a proof.
    doubted: Option<Goals>,
}

impl<P: Position, E: Evaluate<P>, const W: bool> Growth<'_, '_, '_, P, E, W> {
    /// `select_move` of the paper: grows the tree until something stops it.
    fn select_move(&mut self, root: &mut P) -> Stop {
        let at = self.kept.tree.root();
        if self.kept.tree.node(at).is_leaf()
            && let Err(stop) = self.expand(root, at)
        {
            return stop;
        }
        if W {
            self.size = self.kept.tree.count(at);
        }
        self.goals = self.first_and_second();
        if let Err(stop) = self.update_all_swing() {
            return stop;
        }
        let stop = loop {
            if let Err(stop) = self.grow_tree(root) {
                break stop;
            }
        };
        // Swings above the place where the search stands were left as they are.
        while !self.line.is_empty() {
            if self.doubted.is_none() {
                self.least = node::at_first_sight(self.kept.tree.node(self.at), self.goal).swing;
            }
            self.up(root);
        }
        stop
    }

    /// `grow_tree` of the paper: one more expansion.
    fn grow_tree(&mut self, node: &mut P) -> Result<(), Stop> {
        self.descend(node)?;
        let before = self.kept.tree.node(self.at).data;
        if W {
            self.charge_walk()?;
        }
        let pruned = self.expand(node, self.at)?;
        let changed = self.back_up(node, before)?;
        let goals = if changed { self.first_and_second() } else { self.goals };
        if goals != self.goals {
            self.goals = goals;
            self.renewals += 1;
            self.back_at_root(node);
            self.update_all_swing()?;
        } else if pruned {
            self.update_all_swing()?;
        }
        Ok(())
    }

    /// The best two of the root's children.
    fn first_and_second(&self) -> Goals {
        let mut goals = Goals::default();
        let tree = &self.kept.tree;
        for (place, child) in tree.children(tree.root()).iter().enumerate() {
            let value = child.data.value();
            let beats = |other: Option<(usize, Score)>| {
                other.is_none_or(|(_, other)| value.beats(other, self.side))
            };
            if !value.is_finite() {
                continue;
            }
            if beats(goals.first) {
                goals = Goals { first: Some((place, value)), second: goals.first };
            } else if beats(goals.second) {
                goals.second = Some((place, value));
            }
        }
        goals
    }

    /// `update_all_swing` of the paper. Swings that are asked for on the way down know which goal they
    /// belong to, and need no renewal.
    fn update_all_swing(&mut self) -> Result<(), Stop> {
        if W && self.options.charge == SwingCharge::WholeTree {
            self.ctx.follow(self.size - 1)?;
        }
        match self.options.swings {
            SwingUpdate::Lazy => Ok(()),
            SwingUpdate::WholeTree => self.update_whole_tree(),
        }
    }

    /// Descends along the least swings to a leaf. A swing of 0 is as good as any at the root, and of no
    /// use below it.
    fn descend(&mut self, node: &mut P) -> Result<(), Stop> {
        if self.line.is_empty() {
            self.descend_from_root(node)?;
        }
        let goal = self.goal;
        while !self.kept.tree.node(self.at).is_leaf() {
            let at = self.at;
            let rank = |swing| match swing {
                0 => INFINITE,
                INFINITE => INFINITE + 1,
                swing => swing,
            };
            let choice = self.choose(at, |_| Some(goal), rank)?;
            let choice = choice.expect("below a node that is not closed is one that is not");
            let parent = self.kept.tree.node(at);
            let above = self.line.last().map_or(0, |ancestor| ancestor.limit);
            // A node that meets the goal is here only because its value is that of another: it does not
            // swing, whatever its other children say.
            let swings = choice.rank < INFINITE && goal.distance(parent.data.value()) > 0;
            let (others, limit) = match swings {
                true if parent.data.side() == goal.pursuer => (Some(choice.least_other()), above),
                true => {
                    let chosen = &self.kept.tree.children(at)[choice.place];
                    let slope = choice.slopes - node::at_first_sight(chosen, goal).slope;
                    let others = parent.data.without(goal, choice.rank, slope);
                    (others, others.map_or(0, |others| above.saturating_sub(others.swing)))
                }
                false => (None, 0),
            };
            self.down(node, choice.place, others, limit.min(choice.least_other().swing))?;
        }
        self.tell_root_children();
        Ok(())
    }

    /// Goes to the root's child with the least swing.
    fn descend_from_root(&mut self, root: &mut P) -> Result<(), Stop> {
        let (goals, side) = (self.goals, self.side);
        self.at = self.kept.tree.root();
        if self.doubted == Some(goals) {
            return self.doubt_first(root);
        }
        self.doubted = None;
        let choice = self.choose(self.at, |place| goals.of(place, side), |swing| swing)?;
        let choice = choice.ok_or(Stop::Complete)?;
        self.least = choice.rank;
        let threshold = self.options.threshold.map_or(INFINITE, |points| points.min(INFINITE));
        if self.least >= threshold {
            return match (self.options.threshold, self.options.certainty) {
                (None, CertaintyFrom::Proof) => self.doubt_first(root),
                _ => Err(Stop::Swings),
            };
        }
        // A root without a goal has one child, whose swing is infinite.
        self.goal = goals.of(choice.place, side).ok_or(Stop::Swings)?;
        let limit = match self.options.swings {
            SwingUpdate::Lazy => choice.least_other().swing.min(threshold),
            // As in the paper, the search goes back to the root after every expansion.
            SwingUpdate::WholeTree => 0,
        };
        self.down(root, choice.place, None, limit)
    }

    /// Goes down to a child.
    fn down(
        &mut self,
        node: &mut P,
        place: usize,
        others: Option<AtLeast>,
        limit: u64,
    ) -> Result<(), Stop> {
        if W {
            self.follow_down()?;
        }
        let tree = &self.kept.tree;
        let (id, side) = (self.at, node.side());
        let index = tree.children(id)[place].index();
        let m = node.move_at(index, &mut self.ctx.moves);
        if W {
            let others = tree.children(id).iter().enumerate().filter(|&(other, _)| other != place);
            let value = |child: &Node<Certainty>| (child.data.value(), child.index() as u32);
            let runner_up = others
                .map(|(_, child)| value(child))
                .reduce(|a, b| if b.0.beats(a.0, side) { b } else { a });
            self.ctx.choices.push(Choice { side, runner_up });
        }
        self.at = self.kept.tree.child(id, place);
        self.ctx.enter(node, m, index);
        let undo = node.play(m);
        self.line.push(Ancestor { id, side, m, undo, others, limit });
        Ok(())
    }

    /// Goes back to where the next descent begins, and brings values and swings up to date on the way.
    /// `before` is what the leaf was before it was expanded. Says whether a child of the root has got
    /// another value.
    fn back_up(&mut self, node: &mut P, before: Certainty) -> Result<bool, Stop> {
        self.combine_swings(self.at, self.goal);
        let after = &self.kept.tree.node(self.at).data;
        let mut changed =
            after.value() != before.value() || after.is_closed() != before.is_closed();
        let mut steps = 0;
        while let Some(ancestor) = self.line.last() {
            let AtLeast { swing, exact, .. } =
                node::at_first_sight(self.kept.tree.node(self.at), self.goal);
            if !changed && exact && (1..ancestor.limit).contains(&swing) {
                break;
            }
            steps += 2;
            let below_root = self.line.len() > 1;
            let revalued = changed && self.revalue_parent(ancestor.id, ancestor.side);
            self.up(node);
            if W && revalued {
                let value = self.kept.tree.node(self.at).data.value().into();
                self.ctx.tell(Some(node), EventKind::BackedUp { value });
            }
            if below_root {
                changed = revalued;
            }
        }
        self.ctx.meter.walk(steps)?;
        Ok(changed && self.line.is_empty())
    }

    /// Goes back to the parent, whose swing is brought up to date.
    #[inline(always)]
    fn up(&mut self, node: &mut P) {
        let Ancestor { id, side, m, undo, others, .. } =
            self.line.pop().expect("a node below the root");
        node.undo(m, undo);
        self.ctx.leave();
        if W {
            self.ctx.choices.pop();
            self.follow_up();
        }
        let child = std::mem::replace(&mut self.at, id);
        match others {
            _ if self.line.is_empty() => {}
            Some(others) => {
                let tree = &mut self.kept.tree;
                let own = node::at_first_sight(tree.node(child), self.goal);
                let swing = Combined::of(side == self.goal.pursuer, others, own);
                tree.data_mut(id).set_swing(self.goal, swing);
            }
            None => self.combine_swings(id, self.goal),
        }
    }

    /// Brings the value of the parent up to date with that of the node where the search stands. Says
    /// whether it is another one.
    fn revalue_parent(&mut self, id: NodeId, side: Side) -> bool {
        let tree = &mut self.kept.tree;
        let child = *tree.node(self.at);
        let before = tree.node(id).data;
        let mut value = child.data.value();
        // Only a value that is now worse than its parent's may leave the lead to another child.
        if before.value().beats(value, side) {
            value = best_of(tree.children(id), side);
        }
        let closed =
            child.data.is_closed() && tree.children(id).iter().all(|child| child.data.is_closed());
        tree.data_mut(id).revalue(value, closed);
        value != before.value() || closed != before.is_closed()
    }

    /// The swing of a node from those of its children, as far as these are known.
    #[inline(always)]
    fn combine_swings(&mut self, id: NodeId, goal: Goal) {
        let tree = &mut self.kept.tree;
        self.touched += tree.children(id).len() as u64;
        let mut all = Combined::new(tree.node(id).data.side() == goal.pursuer);
        for child in tree.children(id) {
            all.add(node::at_first_sight(child, goal));
        }
        tree.data_mut(id).set_swing(goal, all.all());
    }

    fn bytes(&self) -> usize {
        self.line.capacity() * size_of::<Ancestor<P>>()
    }

    fn details(&self) -> Details {
        let mut details = Details::default();
        details.set("touched", self.touched);
        details.set("renewals", self.renewals);
        if self.least < INFINITE {
            details.set_greatest("swing", self.least);
        }
        details
    }
}
