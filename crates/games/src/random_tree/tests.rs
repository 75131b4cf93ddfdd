//! Are the numbers random enough, and the same for ever?

use super::*;
use crate::random::Rng;
use crate::{Game, perft};

fn game(text: &str) -> RandomTree {
    RandomTree::parse(Some(text)).unwrap()
}

/// Costs and numbers of children of nodes reached by random walks.
fn sample(text: &str, count: usize, mut see: impl FnMut(i32, u32, u32)) {
    let root = game(text);
    let mut rng = Rng::new(99);
    let mut position = root;
    for _ in 0..count {
        if position.is_over() {
            position = root.reseeded(rng.next()).unwrap();
        }
        let (before, m) = (position.value(), rng.below(position.children()));
        position.play(m);
        let children = position.children();
        see(position.value() - before, m, children);
    }
}

#[test]
fn costs_are_uniform_to_both_ends() {
    for (text, edges) in [
        ("generator=hash", Edges::Korf),
        ("generator=lcg", Edges::Korf),
        ("generator=hash,edges=utgoff", Edges::Utgoff),
        ("generator=lcg,edges=utgoff,branching=2", Edges::Utgoff),
        ("edges=-9..12", Edges::Range(-9, 12)),
    ] {
        const COUNT: usize = 2_000_000;
        let (low, high) = (*edges.costs().start(), *edges.costs().end());
        let (mut sum, mut least, mut most, mut parts) = (0i64, 0, 0, [0i32; 11]);
        sample(text, COUNT, |cost, _, _| {
            sum += cost as i64;
            least = least.min(cost);
            most = most.max(cost);
            parts[((cost - low) as i64 * 11 / (high - low + 1) as i64) as usize] += 1;
        });
        let deviation = (high - low) as f64 / 12f64.sqrt() / (COUNT as f64).sqrt();
        let mean = sum as f64 / COUNT as f64 - f64::from(low + high) / 2.0;
        assert!(mean.abs() < 5.0 * deviation, "{text}: mean {mean}");
        assert_eq!((least, most), (low, high), "{text}");
        let even = (COUNT / 11) as i32;
        assert!(parts.iter().all(|n| (n - even).abs() < even / 50), "{text}: {parts:?}");
    }
}

#[test]
fn every_cost_happens_and_no_other() {
    let mut position = game("branching=65535");
    let mut seen = vec![0u32; 65537];
    for m in 0..65535 {
        for deeper in 0..20 {
            position.visit(m, |child| {
                let before = child.value();
                child.visit(deeper, |grandchild| {
                    seen[(grandchild.value() - before + (1 << 15)) as usize] += 1;
                });
            });
        }
    }
    assert!(seen.iter().all(|&n| n > 0), "a cost in 65537 never came up in 20 rounds");
}

#[test]
fn numbers_of_children_are_uniform_and_independent_of_costs() {
    for generator in ["hash", "lcg"] {
        for most in [1, 2, 5, 16] {
            const COUNT: usize = 500_000;
            let mut seen = vec![[0i32; 2]; most + 1];
            let text = format!("branching=random:{most},generator={generator},depth=60");
            let mut total = 0;
            sample(&text, COUNT, |cost, _, children| {
                // The last ply of a game has no children at all.
                if children > 0 {
                    total += 1;
                    seen[children as usize][(cost > 0) as usize] += 1;
                }
            });
            let even = total as f64 / most as f64 / 2.0;
            for cell in seen[1..].iter().flatten() {
                let off = (*cell as f64 - even).abs();
                assert!(off < 6.0 * even.sqrt(), "{text}: {seen:?}");
            }
        }
    }
}

#[test]
fn relatives_are_uncorrelated() {
    for text in ["branching=2", "branching=2,generator=lcg", "branching=5,generator=lcg"] {
        const COUNT: i32 = 200_000;
        let (mut siblings, mut generations, mut seeds) = (0f64, 0f64, 0f64);
        let root = game(text);
        let mut position = root;
        let mut rng = Rng::new(3);
        for count in 0..COUNT as u64 {
            if position.ply() + 2 > position.depth() {
                position = root.reseeded(count).unwrap();
            }
            let cost = |parent: &mut RandomTree, m| {
                let before = parent.value();
                parent.visit(m, |child| (child.value() - before) as f64 / 32768.0)
            };
            let [left, right] = [0, 1].map(|m| cost(&mut position, m));
            let below = position.visit(0, |child| cost(child, 1));
            let mut neighbour = root.reseeded(count).unwrap();
            let mut next = root.reseeded(count + 1).unwrap();
            siblings += left * right;
            generations += left * below;
            seeds += cost(&mut neighbour, 0) * cost(&mut next, 0);
            position.play(rng.below(2));
        }
        // A product of two independent costs has deviation 1/3.
        let bound = 5.0 / 3.0 * (COUNT as f64).sqrt();
        for sum in [siblings, generations, seeds] {
            assert!(sum.abs() < bound, "{text}: {siblings} {generations} {seeds}, not {bound}");
        }
    }
}

/// The correlation of the costs of the first two children of nodes on random walks, and of the first and
/// the third.
fn sibling_correlations(generator: &str) -> [f64; 2] {
    let root = game(&format!("branching=3,generator={generator}"));
    let (mut position, mut rng) = (root, Rng::new(5));
    let (mut products, mut squares) = ([0.0; 2], 0.0);
    for count in 0..100_000 {
        if position.is_over() {
            position = root.reseeded(count).unwrap();
        }
        let before = position.value();
        let [first, second, third] =
            [0, 1, 2].map(|m| position.visit(m, |child| f64::from(child.value() - before)));
        products[0] += first * second;
        products[1] += first * third;
        squares += (first * first + second * second + third * third) / 3.0;
        position.play(rng.below(3));
    }
    products.map(|product| product / squares)
}

/// What Korf & Chickering warn of. The first number after a seed is a linear function of it, modulo 2^31:
/// of neighbours it differs by the share d = 0.514 of the range, and 1 - 6 d (1 - d) is their correlation.
#[test]
fn the_naive_generator_correlates_siblings() {
    let [neighbours, next_but_one] = sibling_correlations("naive");
    assert!((neighbours + 0.50).abs() < 0.02, "{neighbours}");
    assert!((next_but_one - 0.84).abs() < 0.02, "{next_but_one}");
    for generator in ["hash", "lcg"] {
        let correlations = sibling_correlations(generator);
        assert!(correlations.iter().all(|r| r.abs() < 0.02), "{generator}: {correlations:?}");
    }
}

#[test]
fn the_lcg_numbers_nodes_breadth_first() {
    // A simple implementation: number the nodes of a ternary tree level by level, one step of the
    // sequence per node.
    let root = game("branching=3,depth=9,generator=lcg,seed=42");
    let mut x = root.rules.costs_start;
    let mut level = vec![(root, 0i32)];
    for _ in 0..9 {
        let mut next = Vec::new();
        for (node, value) in level {
            for m in 0..3 {
                x = x.wrapping_mul(1664525).wrapping_add(1013904223);
                let value = value - (1 << 15) + ((x as u64 * 65537) >> 32) as i32;
                let mut child = node;
                child.play(m);
                assert_eq!(child.value(), value);
                next.push((child, value));
            }
        }
        level = next;
    }
    assert_eq!(level.len(), 19683);
}

#[test]
fn sums_stay_within_evaluations() {
    let mut position = game("branching=1,depth=60000");
    while !position.is_over() {
        position.play(0);
    }
    assert!(position.result().is_finite());
    assert!(60_000i64 * (1 << 15) <= Score::MAX_EVAL.get() as i64);
}

#[test]
fn games_never_change_by_accident() {
    let fingerprint = |text: &str| {
        let mut position = game(text);
        let mut values = Vec::new();
        for ply in 0..5 {
            position.play(ply % position.children());
            values.push(position.value());
        }
        (values, perft(&mut game(text), 5))
    };
    // Worked out by a second program, written apart from this one.
    for (text, values, paths) in [
        ("", [-8638, 22280, 44189, 35780, 65558], 161),
        ("generator=lcg", [-21683, 3444, 25144, -614, 984], 470),
        ("branching=3,edges=utgoff,seed=2", [-3532, 968, -5745, 1074, -12100], 243),
        ("branching=3,edges=utgoff,seed=2,generator=lcg", [9159, 21142, 29106, 16440, 6656], 243),
    ] {
        assert_eq!(fingerprint(text), (values.to_vec(), paths), "{text}");
    }
}
