//! A tidy layout of a tree: Reingold & Tilford 1981. Nodes of one depth stand on one line, parents in the middle
//! above their children, and subtrees are as close together as what is written at their nodes allows. It is
//! laid out from the left and from the right, and the mean of both is symmetric.

/// What a node takes up to the left and to the right of its middle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Extent {
    pub(super) left: f64,
    pub(super) right: f64,
}

/// The space between neighbours.
const GAP: f64 = 10.0;

/// The middles of all nodes and the width of the whole tree. `children` has the children of each node, which come after
/// it; the first node is the root.
pub(super) fn layout(children: &[&[usize]], extents: &[Extent]) -> (Vec<f64>, f64) {
    let from_left = packed(children, extents, false);
    let from_right = packed(children, extents, true);
    // Both keep all distances, and so does their mean.
    let mean = from_left.iter().zip(&from_right).map(|(a, b)| (a - b) / 2.0);
    let mut middles: Vec<f64> = mean.collect();
    let left = middles.iter().zip(extents).map(|(x, extent)| x - extent.left);
    let left = left.fold(f64::INFINITY, f64::min);
    middles.iter_mut().for_each(|x| *x -= left);
    let right = middles.iter().zip(extents).map(|(x, extent)| x + extent.right);
    let width = right.fold(0.0, f64::max);
    (middles, width)
}

/// The middles, with all subtrees as far to the left as they can be, the root at 0; seen in a mirror, if that
/// is asked for.
fn packed(children: &[&[usize]], extents: &[Extent], mirrored: bool) -> Vec<f64> {
    let extent = |node: usize| match (extents[node], mirrored) {
        (Extent { left, right }, true) => Extent { left: right, right: left },
        (extent, false) => extent,
    };
    // Where each node stands relative to its parent, and the outlines of its subtree by depth.
    let mut offsets = vec![0.0; children.len()];
    let mut outlines: Vec<Vec<(f64, f64)>> = vec![Vec::new(); children.len()];
    for node in (0..children.len()).rev() {
        let mut order = children[node].to_vec();
        if mirrored {
            order.reverse();
        }
        let mut all: Vec<(f64, f64)> = Vec::new();
        for &child in &order {
            let own = std::mem::take(&mut outlines[child]);
            let apart = |(&(_, right), &(left, _)): (&(f64, f64), &(f64, f64))| right - left + GAP;
            let needed = all.iter().zip(&own).map(apart).reduce(f64::max);
            let x = needed.unwrap_or(0.0);
            offsets[child] = x;
            for (depth, (left, right)) in own.into_iter().enumerate() {
                match all.get_mut(depth) {
                    Some(outline) => outline.1 = right + x,
                    None => all.push((left + x, right + x)),
                }
            }
        }
        if let (Some(&first), Some(&last)) = (order.first(), order.last()) {
            let middle = (offsets[first] + offsets[last]) / 2.0;
            order.iter().for_each(|&child| offsets[child] -= middle);
            all.iter_mut().for_each(|(left, right)| {
                *left -= middle;
                *right -= middle;
            });
        }
        let Extent { left, right } = extent(node);
        all.insert(0, (-left, right));
        outlines[node] = all;
    }
    let mut middles = offsets;
    for node in 0..children.len() {
        for &child in children[node] {
            middles[child] += middles[node];
        }
    }
    middles
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Trees from a seed, with extents that differ.
    fn random(seed: u64) -> (Vec<Vec<usize>>, Vec<Extent>) {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut next = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % below
        };
        let count = 1 + next(60) as usize;
        let mut children = vec![Vec::new(); count];
        let mut parents: Vec<usize> = (1..count).map(|node| next(node as u64) as usize).collect();
        parents.sort_unstable();
        for (node, parent) in (1..).zip(parents) {
            children[parent].push(node);
        }
        let extent = |_| Extent { left: 8.0 + next(30) as f64, right: 8.0 + next(70) as f64 };
        let extents = (0..count).map(extent).collect();
        (children, extents)
    }

    #[test]
    fn nodes_keep_their_distance_and_parents_stand_in_the_middle() {
        for seed in 0..500 {
            let (children, extents) = random(seed);
            let lists: Vec<&[usize]> = children.iter().map(Vec::as_slice).collect();
            let (x, width) = layout(&lists, &extents);
            let mut depths = vec![0; children.len()];
            for (node, below) in children.iter().enumerate() {
                if let (Some(&first), Some(&last)) = (below.first(), below.last()) {
                    let middle = (x[first] + x[last]) / 2.0;
                    assert!((x[node] - middle).abs() < 1e-6, "seed {seed}");
                }
                below.iter().for_each(|&child| depths[child] = depths[node] + 1);
                assert!(x[node] - extents[node].left > -1e-6, "seed {seed}");
                assert!(x[node] + extents[node].right < width + 1e-6, "seed {seed}");
            }
            for a in 0..x.len() {
                for b in 0..x.len() {
                    if a != b && depths[a] == depths[b] && x[a] <= x[b] {
                        let room = x[b] - extents[b].left - x[a] - extents[a].right;
                        assert!(room >= GAP - 1e-6, "seed {seed}: {a} and {b}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_mirrored_tree_has_the_mirrored_layout() {
        let children: [&[usize]; 6] = [&[1, 2, 3], &[4, 5], &[], &[], &[], &[]];
        let mirror: [&[usize]; 6] = [&[1, 2, 3], &[], &[], &[4, 5], &[], &[]];
        let extents = [Extent { left: 10.0, right: 10.0 }; 6];
        let (x, width) = layout(&children, &extents);
        let (y, _) = layout(&mirror, &extents);
        for (a, b) in [(0, 0), (1, 3), (2, 2), (3, 1), (4, 5), (5, 4)] {
            assert!((x[a] - (width - y[b])).abs() < 1e-9);
        }
    }
}
