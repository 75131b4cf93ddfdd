//! The single steps of a search, as an [`Observer`](crate::Observer) receives them.

use crate::{Interval, Score, Side, Stop, Window};

/// One step of a search, and the node where it happened.
///
/// A search sends events only to an observer that [watches](crate::Observer::watches). With threads, the
/// events are those of the first thread.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Event<'a, M> {
    /// The node: the moves from the root to it.
    pub path: &'a [Step<M>],
    /// The [key](crate::Keyed::key) of its position, in searches that compute keys.
    pub key: Option<u64>,
    /// What happened there.
    pub kind: EventKind,
    /// The children that the node got, if it was [expanded](EventKind::Expanded).
    pub children: &'a [Child<M>],
    /// With an expansion of a search by swings: the root's children at the moment when the search chose
    /// between them.
    pub root_children: &'a [RootChild<M>],
    /// With an expansion of a search in linear space: for each node on the path, from the first that the
    /// recursion holds to the node itself, the values stored with its children, in the order of its moves.
    /// A child on the path has none: its value is not brought up to date before it is left.
    pub stored: &'a [Vec<Option<Score>>],
    /// At the end of an [iteration](EventKind::IterationFinished), its principal variation.
    pub line: &'a [M],
}

impl<'a, M> Event<'a, M> {
    /// What happened at the node at the end of `path`.
    pub fn new(path: &'a [Step<M>], kind: EventKind) -> Self {
        Event { path, key: None, kind, children: &[], root_children: &[], stored: &[], line: &[] }
    }

    /// The node at the end of `path`, which has `moves` moves and had no children before, has got these.
    /// They are kept in memory.
    pub fn expanded(path: &'a [Step<M>], children: &'a [Child<M>], moves: u32) -> Self {
        let added = children.len() as u32;
        let expansion = Expansion { added, moves, kept: true, ..Expansion::default() };
        Event { children, ..Event::new(path, EventKind::Expanded(expansion)) }
    }

    /// The number of moves from the root to the node.
    pub fn depth(&self) -> u32 {
        self.path.len() as u32
    }
}

/// A move on the path from the root to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<M> {
    /// A legal move.
    Move {
        /// The move.
        m: M,
        /// Its index in the list of [`Position::moves`](crate::Position::moves).
        index: u32,
    },
    /// A null move: the side to move passes, which the rules may not allow.
    Null,
}

impl<M> Step<M> {
    /// The index of the move in the list of legal moves; none for a null move.
    pub fn index(&self) -> Option<u32> {
        match self {
            Step::Move { index, .. } => Some(*index),
            Step::Null => None,
        }
    }
}

/// What happened at a node.
///
/// Two laws hold for the events of a search on one thread that had kept nothing from an earlier search.
///
/// - **Tree searches** (best-first searches, and algorithms made with
///   [`GameTree`](crate::kit::GameTree)): the events [`Expanded`](EventKind::Expanded) and
///   [`Forgotten`](EventKind::Forgotten) rebuild the tree. The value of a leaf is the last one named for
///   it, by the expansion of its parent, [`Evaluated`](EventKind::Evaluated) or
///   [`BackedUp`](EventKind::BackedUp). Each value backed up is what the algorithm's rule gives from the
///   values of the children at that moment: for best-first minimax, the best of them.
/// - **Depth-first searches**: each value that a node is [left](EventKind::Left) with follows from the
///   values that its children were last left with during that visit, or the [`Cause`] says where else it
///   comes from.
///
/// A search that is stopped sends no `Left` for the nodes it is in, and no
/// [`PassFinished`](EventKind::PassFinished) for its pass.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum EventKind {
    /// A search of the root begins.
    IterationBegun {
        /// Its depth, if it has one: best-first searches have none.
        depth: Option<u32>,
    },
    /// A search of the root has ended.
    IterationFinished {
        /// Its depth.
        depth: Option<u32>,
        /// What it knows of the root's value.
        value: Interval,
        /// Why it ended.
        stop: Stop,
    },
    /// A driver of the MT framework calls alpha-beta at the root.
    PassBegun {
        /// The number of the pass within the iteration, from 1.
        pass: u32,
        /// The window that the root is searched with.
        window: Window,
    },
    /// Alpha-beta has answered the driver.
    PassFinished {
        /// The number of the pass.
        pass: u32,
        /// The bounds on the root's value from all passes of the iteration; those of this pass alone where
        /// they contradict each other, as they may in a selective search.
        value: Interval,
    },
    /// Another value of the root, other bounds on it, or another root move that looks best. It comes after
    /// the event that is the reason, at the latest before the iteration finishes.
    RootChanged {
        /// A depth-first search and the list searches tell what this iteration has shown of the root's value so
        /// far, a best-first search what the root is worth by the values in its tree.
        value: Interval,
        /// The index of the root move that looks best; `None` as long as no move does.
        best: Option<u32>,
    },
    /// A depth-first search comes to a node.
    Entered {
        /// The plies left to the horizon.
        depth: u32,
        /// The window that it is searched with.
        window: Window,
        /// Why it is searched.
        purpose: Purpose,
    },
    /// A depth-first search leaves the node that it entered last.
    Left {
        /// The value of the node, or a bound outside the window.
        value: Score,
        /// Where it comes from.
        cause: Cause,
        /// What that says of the node's value at this depth: the value itself, or the bound that it is, and
        /// with [`Cause::Table`] the bounds of the table.
        known: Interval,
    },
    /// A node has got children.
    Expanded(Expansion),
    /// A node has got a static value, or the result of a finished game.
    Evaluated {
        /// The value.
        value: Score,
        /// The game is over.
        over: bool,
    },
    /// A tree search stores a value with a node that has children.
    BackedUp {
        /// The value.
        value: NodeValue,
    },
    /// The rest of the node's children is not searched or not evaluated, because of the window.
    CutOff {
        /// The number of children left out.
        skipped: u32,
        /// The bound that the last child reached: beta where MAX is to move, alpha where MIN is. A best-first
        /// search goes on for as long as a value equals the bound.
        bound: Bound,
        /// The value of the bound.
        value: Score,
        /// The index of the move that refutes: it leads to the last child that was searched or evaluated.
        refutation: u32,
        /// The depth below the root of the node where the bound was set, by a value found there or by the null
        /// window of a test; `None` if the root was searched with this bound. In a deep cut-off it is less
        /// than the depth of the node's parent.
        set_at: Option<u32>,
    },
    /// Children of the node were generated and evaluated, and rejected, because the search keeps only the
    /// best ones: [`Budget::widest`](crate::Budget::widest).
    Narrowed {
        /// The number of children rejected.
        rejected: u32,
    },
    /// Everything below the node has been removed from memory. It keeps its value.
    Forgotten,
    /// The search followed links since the last event of this kind: what counts as one is in
    /// [`Counts::pointers`](crate::Counts::pointers).
    Walked {
        /// The number of links.
        pointers: u64,
    },
}

impl EventKind {
    /// The name of the kind, one of [`EventKind::NAMES`].
    pub fn name(&self) -> &'static str {
        match self {
            EventKind::IterationBegun { .. } => "iteration-begun",
            EventKind::IterationFinished { .. } => "iteration-finished",
            EventKind::PassBegun { .. } => "pass-begun",
            EventKind::PassFinished { .. } => "pass-finished",
            EventKind::RootChanged { .. } => "root-changed",
            EventKind::Entered { .. } => "entered",
            EventKind::Left { .. } => "left",
            EventKind::Expanded(_) => "expanded",
            EventKind::Evaluated { .. } => "evaluated",
            EventKind::BackedUp { .. } => "backed-up",
            EventKind::CutOff { .. } => "cut-off",
            EventKind::Narrowed { .. } => "narrowed",
            EventKind::Forgotten => "forgotten",
            EventKind::Walked { .. } => "walked",
        }
    }

    /// The names of all kinds.
    pub const NAMES: [&'static str; 14] = [
        "iteration-begun",
        "iteration-finished",
        "pass-begun",
        "pass-finished",
        "root-changed",
        "entered",
        "left",
        "expanded",
        "evaluated",
        "backed-up",
        "cut-off",
        "narrowed",
        "forgotten",
        "walked",
    ];
}

/// Why a depth-first search comes to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Purpose {
    /// To find its value, or a bound on it.
    Search,
    /// To search it again: its search before, during the same visit of its parent, had a null window or less
    /// depth, and what it answered is not enough. The root is searched again by every pass of an iteration
    /// but the first.
    ReSearch,
    /// The value of the root is known. The search looks for the moves of the principal variation, or for
    /// root moves that are equally good.
    Line,
}

impl Purpose {
    /// The name in traces.
    pub fn name(self) -> &'static str {
        match self {
            Purpose::Search => "search",
            Purpose::ReSearch => "re-search",
            Purpose::Line => "line",
        }
    }
}

/// An end of a [`Window`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// What MAX is sure of elsewhere.
    Alpha,
    /// What MIN is sure of elsewhere.
    Beta,
}

impl Bound {
    /// The bound that a node must reach to be cut off where `side` is to move: what the other side is sure of.
    pub fn against(side: Side) -> Bound {
        match side {
            Side::Max => Bound::Beta,
            Side::Min => Bound::Alpha,
        }
    }

    /// This end of a window.
    pub fn of(self, window: Window) -> Score {
        match self {
            Bound::Alpha => window.alpha,
            Bound::Beta => window.beta,
        }
    }

    /// The name in traces.
    pub fn name(self) -> &'static str {
        match self {
            Bound::Alpha => "alpha",
            Bound::Beta => "beta",
        }
    }
}

/// Where the value of a node comes from when a depth-first search leaves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// The best of the values that its children were left with.
    Searched,
    /// The bound of the window that is nearest to the best of its children's values (fail-hard).
    FailHard,
    /// The static value or the result of a finished game.
    Evaluated,
    /// The transposition table.
    Table,
    /// The tree kept in memory.
    Stored,
    /// Quiescence: the better one of the static value and the best of its children's values.
    Quiescence,
    /// A bound from forward pruning: a null-move search, a margin, or children that were left out.
    Pruned,
}

impl Cause {
    /// The name in traces.
    pub fn name(self) -> &'static str {
        match self {
            Cause::Searched => "searched",
            Cause::FailHard => "fail-hard",
            Cause::Evaluated => "evaluated",
            Cause::Table => "table",
            Cause::Stored => "stored",
            Cause::Quiescence => "quiescence",
            Cause::Pruned => "pruned",
        }
    }
}

/// A node has got children: all of them, or some, or further ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Expansion {
    /// The number of children that the node had before.
    pub first: u32,
    /// The number of children it got: those of the [event](Event::children).
    pub added: u32,
    /// The number of the node's moves, without [rejected](EventKind::Narrowed) ones: it has all its
    /// children if `first` and `added` make as many.
    pub moves: u32,
    /// The children are kept in memory until the node is [forgotten](EventKind::Forgotten). A search
    /// that keeps none names all moves of the node, and generates the children one by one later.
    pub kept: bool,
    /// This completes an expansion of which an earlier event told.
    pub completes: bool,
    /// The budget ended the search within this expansion.
    pub stopped: bool,
    /// The node had been expanded before: it was forgotten since, or a depth-first search comes back to it
    /// within one iteration.
    pub again: bool,
    /// The value of the root after this expansion, once the search has one.
    pub root_value: Option<Score>,
    /// The index of the root move that now looks best.
    pub best: Option<u32>,
    /// Alpha and beta of the node, in a search in linear space: it stays on the principal variation for as
    /// long as its value lies within.
    pub window: Option<Window>,
}

impl Expansion {
    /// Whether children are still missing.
    pub fn is_partial(&self) -> bool {
        self.first + self.added < self.moves
    }
}

/// A child of a node that is expanded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Child<M> {
    /// The move to it.
    pub m: M,
    /// The index of the move in the list of [`Position::moves`](crate::Position::moves).
    pub index: u32,
    /// Its value, if the search has valued it by now.
    pub value: Option<NodeValue>,
}

/// A child of the root, when the search chose where to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootChild<M> {
    /// The move to it.
    pub m: M,
    /// The index of the move in the list of [`Position::moves`](crate::Position::moves).
    pub index: u32,
    /// Its value.
    pub value: Score,
    /// Its swing: how much values would have to change for another decision at the root; `None` if it is
    /// infinite. See [`LeastCertainty`](crate::search::LeastCertainty).
    pub swing: Option<u64>,
}

/// What a tree search keeps with a node.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum NodeValue {
    /// A value, from MAX's view.
    Score(Score),
    /// Proof and disproof number.
    Proof {
        /// The least number of leaves to solve for a proof; `u32::MAX` if there is none.
        proof: u32,
        /// The least number of leaves to solve for a disproof; `u32::MAX` if there is none.
        disproof: u32,
    },
    /// Visits, and the mean of their results.
    Visits {
        /// The number of visits.
        visits: u64,
        /// The mean result, from 0 (lost) to 1 (won), from MAX's view.
        mean: f32,
    },
}

impl From<Score> for NodeValue {
    fn from(value: Score) -> Self {
        NodeValue::Score(value)
    }
}
