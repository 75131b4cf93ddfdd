//! The tree that all searches of a sheet share: what any of them has seen, and around it the game tree, as far as
//! there is room.

use super::MOST_NODES;
use super::record::SearchRecord;
use crate::Error;
use plywood::Side;
use std::collections::BTreeMap;

/// More siblings than this that no search has generated are drawn as one.
const MOST_UNSEEN: usize = 3;

/// A position of the game, as far as a drawing must know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The indices of the moves from the root.
    pub path: Vec<u32>,
    /// The last of them in the notation of the game.
    pub label: String,
    /// The side to move.
    pub side: Side,
}

/// The tree of a sheet. Parents come before their children, and siblings in the order of their moves.
pub(super) struct Skeleton {
    pub(super) nodes: Vec<Node>,
}

pub(super) struct Node {
    pub(super) path: Vec<u32>,
    pub(super) label: String,
    pub(super) side: Side,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    /// It stands for this many siblings that no search has generated.
    pub(super) stands_for: usize,
}

impl Node {
    pub(super) fn depth(&self) -> usize {
        self.path.len()
    }
}

impl Skeleton {
    /// The tree of some searches. `game` is the whole game tree, if that is small enough.
    pub(super) fn new(
        records: &[&SearchRecord],
        game: Option<&[Place]>,
    ) -> Result<Skeleton, Error> {
        let mut seen: BTreeMap<&[u32], (&str, Side, bool)> = BTreeMap::new();
        for place in game.into_iter().flatten() {
            seen.insert(&place.path, (&place.label, place.side, true));
        }
        for record in records {
            for (path, node) in &record.nodes {
                let side = node.side.unwrap_or(Side::Max);
                let known = seen.entry(path).or_insert((&node.label, side, game.is_some()));
                known.2 |= node.generated;
            }
        }
        let mut skeleton = Skeleton { nodes: Vec::new() };
        let mut at: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
        let mut paths: Vec<&[u32]> = seen.keys().copied().collect();
        paths.sort_by_key(|path| (path.len(), path.to_vec()));
        for path in paths {
            let (label, side, generated) = seen[path];
            let parent = path.split_last().and_then(|(_, above)| at.get(above).copied());
            let node = Node {
                path: path.to_vec(),
                label: label.to_string(),
                side,
                parent,
                children: Vec::new(),
                stands_for: usize::from(!generated),
            };
            skeleton.nodes.push(node);
            let new = skeleton.nodes.len() - 1;
            at.insert(path.to_vec(), new);
            if let Some(parent) = parent {
                skeleton.nodes[parent].children.push(new);
            }
        }
        let skeleton = skeleton.gathered();
        match skeleton.nodes.len() {
            0..=MOST_NODES => Ok(skeleton),
            count => Err(too_large(&count.to_string())),
        }
    }

    /// With long runs of siblings that no search has generated drawn as one.
    fn gathered(self) -> Skeleton {
        let mut drop = vec![false; self.nodes.len()];
        let mut stands_for: Vec<usize> = self.nodes.iter().map(|node| node.stands_for).collect();
        for node in &self.nodes {
            let unseen = |&&child: &&usize| stands_for[child] == 1;
            let unseen: Vec<usize> = node.children.iter().filter(unseen).copied().collect();
            if let [first, rest @ ..] = &unseen[..]
                && unseen.len() > MOST_UNSEEN
            {
                stands_for[*first] = unseen.len();
                rest.iter().for_each(|&other| drop[other] = true);
            }
        }
        let mut new = vec![usize::MAX; self.nodes.len()];
        let mut nodes = Vec::new();
        for (old, mut node) in self.nodes.into_iter().enumerate() {
            if drop[old] {
                continue;
            }
            new[old] = nodes.len();
            node.parent = node.parent.map(|parent| new[parent]);
            node.stands_for = stands_for[old];
            nodes.push(node);
        }
        for node in &mut nodes {
            node.children.retain(|&child| !drop[child]);
            node.children.iter_mut().for_each(|child| *child = new[*child]);
        }
        Skeleton { nodes }
    }
}

/// The error for a tree of so many nodes.
pub(crate) fn too_large(count: &str) -> Error {
    Error::input(format!(
        "the tree has {count} nodes, and a diagram shows at most {MOST_NODES}: expected a limit such as \
         '--depth 3' or '--nodes {}', or '--kind growth' or '--kind tree', which draw trees of any size",
        MOST_NODES / 2
    ))
}
