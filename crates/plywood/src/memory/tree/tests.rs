use super::*;
use crate::{Score, Side};

fn plant(tree: &mut Tree<Score>) {
    tree.plant(Score::ZERO, || Ok(())).unwrap();
}

fn values(tree: &Tree<Score>, id: NodeId) -> Vec<(i32, u16)> {
    tree.children(id).iter().map(|c| (c.data.get(), c.index)).collect()
}

#[test]
fn a_revalued_child_stands_before_its_equals() {
    let mut tree = Tree::new();
    plant(&mut tree);
    let root = tree.root();
    tree.grow_sorted(root, &[4, 7, 5, 7]);
    assert_eq!(values(&tree, root), [(7, 1), (7, 3), (5, 2), (4, 0)]);
    assert_eq!(tree.revalue_first(root, Score::new(5), Side::Max).0.get(), 7);
    assert_eq!(values(&tree, root), [(7, 3), (5, 1), (5, 2), (4, 0)]);
    assert_eq!(tree.revalue_first(root, Score::new(5), Side::Max).0.get(), 5);
    assert_eq!(values(&tree, root), [(5, 3), (5, 1), (5, 2), (4, 0)]);
    assert_eq!(tree.revalue_first(root, Score::new(-1), Side::Max).0.get(), 5);
    assert_eq!(values(&tree, root), [(5, 1), (5, 2), (4, 0), (-1, 3)]);
}

#[test]
fn wide_nodes_are_sorted_in_place_and_stably() {
    let mut tree = Tree::new();
    for width in [1, 2, 31, 33, 40, 64, 100, 1000] {
        plant(&mut tree);
        let root = tree.root();
        let children: Vec<i32> = (0..width).map(|i| (i * 7919) % 23).collect();
        tree.grow_sorted(root, &children);
        let mut expected: Vec<(i32, u16)> =
            children.iter().enumerate().map(|(i, &value)| (value, i as u16)).collect();
        expected.sort_by_key(|&(value, _)| -value);
        assert_eq!(values(&tree, root), expected, "{width}");
    }
}

#[test]
fn children_may_come_in_parts() {
    let mut tree = Tree::new();
    plant(&mut tree);
    let root = tree.root();
    for (known, more) in [(0, 2), (2, 0), (2, 3), (5, 1)] {
        assert!(tree.widen(root, 6));
        for index in known..known + more {
            tree.room(root, 6)[index] = Node::leaf(Score::new(index as i32), index as u16);
        }
        tree.narrow(root, known + more, 0);
        assert_eq!(tree.len(), 1 + known + more);
        assert!(!tree.node(root).is_settled());
    }
    tree.settle(root, Side::Max);
    assert!(tree.node(root).is_settled());
    assert_eq!(values(&tree, root), [5, 4, 3, 2, 1, 0].map(|n| (n, n as u16)));
}

#[test]
fn advancing_keeps_one_subtree_and_frees_the_rest() {
    let mut tree = Tree::new();
    plant(&mut tree);
    let root = tree.root();
    tree.grow_sorted(root, &[1, 2, 3]);
    for place in 0..3 {
        let child = tree.child(root, place);
        tree.grow_sorted(child, &[10 * place as i32; 4]);
    }
    let below = tree.child(tree.child(root, 1), 2);
    tree.grow_sorted(below, &[9, 8]);
    assert_eq!(tree.len(), 1 + 3 + 12 + 2);
    assert!(!tree.advance(7));
    assert!(tree.advance(1));
    assert_eq!(tree.len(), 1 + 4 + 2);
    let root = tree.root();
    assert_eq!(tree.node(root).data, Score::new(2));
    assert_eq!(values(&tree, tree.child(root, 2)), [(9, 0), (8, 1)]);
    tree.collapse(root, || Ok(())).unwrap();
    assert_eq!(tree.len(), 1);
}

#[test]
fn a_deep_chain_collapses_without_recursion() {
    let mut tree = Tree::new();
    plant(&mut tree);
    let mut at = tree.root();
    for value in 0..300_000 {
        tree.grow_sorted(at, &[value, -value]);
        at = tree.child(at, 0);
    }
    tree.collapse(tree.root(), || Ok(())).unwrap();
    assert_eq!(tree.len(), 1);
}

/// The same tree, kept in the obvious way.
#[derive(Default)]
struct Twin {
    data: (u64, u64),
    children: Vec<Twin>,
}

impl Twin {
    fn compare(&self, tree: &Tree<(u64, u64)>, id: NodeId) -> usize {
        let node = tree.node(id);
        assert_eq!((node.data, node.count()), (self.data, self.children.len()));
        let below = self.children.iter().enumerate();
        let below = below.map(|(place, child)| child.compare(tree, tree.child(id, place)));
        1 + below.sum::<usize>()
    }
}

#[test]
fn any_payload_survives_growth_and_freeing_under_a_limit() {
    for seed in 0..60u64 {
        let mut state = seed;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        let mut tree = Tree::new();
        tree.set_limit(30_000);
        tree.plant((0, 0), || Ok(())).unwrap();
        let mut twin = Twin::default();
        for step in 1..3000 {
            let (mut at, mut beside) = (tree.root(), &mut twin);
            let stays = next(4) == 0;
            while !(beside.children.is_empty() || stays && next(4) == 0) {
                let place = next(beside.children.len() as u64) as usize;
                (at, beside) = (tree.child(at, place), &mut beside.children[place]);
            }
            if beside.children.is_empty() {
                let width = 1 + next(12);
                let children: Vec<_> = (0..width).map(|n| (step << 32 | n, !step)).collect();
                if tree.grow(at, children.iter().copied()) {
                    let child = |data| Twin { data, children: Vec::new() };
                    beside.children = children.into_iter().map(child).collect();
                } else if !tree.tidy() {
                    // Full: half of the root's subtrees go.
                    for place in (0..twin.children.len()).step_by(2) {
                        tree.collapse(tree.child(tree.root(), place), || Ok(())).unwrap();
                        twin.children[place].children.clear();
                    }
                }
            } else if next(40) == 0 {
                tree.collapse(at, || Ok(())).unwrap();
                beside.children.clear();
            } else if next(200) == 0 && !twin.children.is_empty() {
                let place = next(twin.children.len() as u64) as usize;
                assert!(tree.advance(place));
                twin = twin.children.swap_remove(place);
            }
            *tree.data_mut(tree.root()) = (step, step);
            twin.data = (step, step);
            assert!(tree.bytes() <= 30_000, "seed {seed}");
        }
        let nodes = twin.compare(&tree, tree.root());
        while tree.len() > nodes {
            assert!(tree.tidy(), "seed {seed}: {} of {nodes}", tree.len());
        }
    }
}
