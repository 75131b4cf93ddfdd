//! What `cargo xtask bench` runs.
mod handwritten;
use plywood::search::*;
use plywood::*;
use plywood_games::*;
use std::time::Instant;

fn random(text: &str) -> RandomTree {
    RandomTree::parse(Some(text)).unwrap()
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    match args[1].as_str() {
        "hand-random" => {
            for seed in 1..200 {
                let mut n = 0;
                let mut g = random(&format!("branching=random:5,depth=100,seed={seed}"));
                let v = handwritten::random_tree(&mut g, 10, -i32::MAX, i32::MAX, &mut n);
                println!("{v} {n}");
            }
        }
        "ply-random" => {
            for seed in 1..200 {
                let g = random(&format!("branching=random:5,depth=100,seed={seed}"));
                let r = AlphaBeta::default().search(
                    &g,
                    &mut StaticValue,
                    &Budget::new().depth(10),
                    &mut (),
                );
                println!("{} {}", r.value.lower, r.counts.generated);
            }
        }
        "hand-c4" => {
            let mut n = 0;
            let v = handwritten::connect4(&mut Connect4::default(), 8, -i32::MAX, i32::MAX, &mut n);
            println!("{v} {n}");
        }
        "ply-c4" => {
            let r = AlphaBeta::default().search(
                &Connect4::default(),
                &mut connect4::OpenLines,
                &Budget::new().depth(8),
                &mut (),
            );
            println!("{} {}", r.value.lower, r.counts.generated);
        }
        "rbfms" => {
            for b in [2u32, 5, 10, 20, 40] {
                let d = match b {
                    2 => 20,
                    5 => 9,
                    10 => 6,
                    20 => 5,
                    _ => 4,
                };
                let options = AlphaBetaOptions {
                    order: NodeOrder::Static,
                    horizon: Horizon::AllAtOnce,
                    ..Default::default()
                };
                let mut best = [f64::MAX; 3];
                for round in 0..5 {
                    for which in 0..3 {
                        let (mut nodes, mut seed) = (0, 1 + round * 1000);
                        let t = Instant::now();
                        while nodes < 2_000_000 {
                            let g = random(&format!("branching={b},depth={d},seed={seed}"));
                            let budget = Budget::new().depth(if which == 0 { d - 1 } else { d });
                            let r = match which {
                                0 => AlphaBeta { options }.search(
                                    &g,
                                    &mut StaticValue,
                                    &budget,
                                    &mut (),
                                ),
                                1 => RecursiveBestFirst {
                                    options: RecursiveBestFirstOptions {
                                        variant: Variant::Full,
                                        all_best: false,
                                    },
                                }
                                .search(
                                    &g,
                                    &mut StaticValue,
                                    &budget,
                                    &mut (),
                                ),
                                _ => RecursiveBestFirst {
                                    options: RecursiveBestFirstOptions {
                                        variant: Variant::Simple { early_return: false },
                                        all_best: false,
                                    },
                                }
                                .search(
                                    &g,
                                    &mut StaticValue,
                                    &budget,
                                    &mut (),
                                ),
                            };
                            nodes += r.counts.generated;
                            seed += 1;
                        }
                        best[which] = best[which].min(t.elapsed().as_nanos() as f64 / nodes as f64);
                    }
                }
                println!(
                    "b={b}: ab {:.2} ns, rbfms full {:.2} ({:.2}), simple {:.2} ({:.2})",
                    best[0],
                    best[1],
                    best[1] / best[0],
                    best[2],
                    best[2] / best[0]
                );
            }
        }
        "one" => {
            let b: u32 = args[2].parse().unwrap();
            let which: u32 = args[3].parse().unwrap();
            let d = match b {
                2 => 20,
                5 => 9,
                10 => 6,
                20 => 5,
                _ => 4,
            };
            let options = AlphaBetaOptions {
                order: NodeOrder::Static,
                horizon: Horizon::AllAtOnce,
                ..Default::default()
            };
            let (mut nodes, mut seed) = (0, 1);
            while nodes < 500_000 {
                let g = random(&format!("branching={b},depth={d},seed={seed}"));
                let budget = Budget::new().depth(if which == 0 { d - 1 } else { d });
                let r = match which {
                    0 => AlphaBeta { options }.search(&g, &mut StaticValue, &budget, &mut ()),
                    _ => RecursiveBestFirst {
                        options: RecursiveBestFirstOptions {
                            variant: Variant::Full,
                            all_best: false,
                        },
                    }
                    .search(&g, &mut StaticValue, &budget, &mut ()),
                };
                nodes += r.counts.generated;
                seed += 1;
            }
            println!("{nodes}");
        }
        "prof" => {
            let b: u32 = args[2].parse().unwrap();
            let which: u32 = args[3].parse().unwrap();
            let mut evals = 0;
            let mut exp = 0;
            let mut gen_ = 0;
            for seed in 1..=args.get(4).map_or(5, |n| n.parse().unwrap()) {
                let mut g = random(&format!("branching=random:{b},depth=100,seed={seed}"));
                let (abd, bfd) = match b {
                    5 => (8, 43),
                    10 => (6, 31),
                    _ => (5, 28),
                };
                let mut abs = AlphaBetaSavedTree::default();
                let mut bf = BestFirstSavedTree::new(BestFirstSavedTreeOptions {
                    early_return: which == 1,
                    ..Default::default()
                });
                for _ in 0..40 {
                    let d = Budget::new().depth(if which == 0 { abd } else { bfd });
                    let r = if which == 0 {
                        abs.search(&g, &mut StaticValue, &d, &mut ())
                    } else {
                        bf.search(&g, &mut StaticValue, &d, &mut ())
                    };
                    evals += r.counts.evaluated;
                    exp += r.counts.expanded;
                    gen_ += r.counts.generated;
                    let m = r.best.unwrap();
                    abs.advance(m);
                    bf.advance(m);
                    g.play(m);
                }
            }
            println!("evals {evals} expanded {exp} gen {gen_}");
        }
        "saved" => {
            for b in [5u32, 10, 20] {
                let mut best = [f64::MAX; 4];
                for round in 0..3 {
                    for which in 0..4 {
                        let mut evals = 0;
                        let mut seed = 1 + round * 100;
                        let t = Instant::now();
                        while evals < 5_000_000 {
                            let mut g =
                                random(&format!("branching=random:{b},depth=100,seed={seed}"));
                            let (abd, bfd) = match b {
                                5 => (8, 43),
                                10 => (6, 31),
                                _ => (5, 28),
                            };
                            let mut ab = AlphaBeta::default();
                            let mut abs = AlphaBetaSavedTree::default();
                            let mut bf = BestFirstSavedTree::default();
                            let mut bfm = BestFirst::default();
                            for _ in 0..40 {
                                let d = Budget::new().depth(if which < 2 { abd } else { bfd });
                                let r = match which {
                                    0 => ab.search(&g, &mut StaticValue, &d, &mut ()),
                                    1 => abs.search(&g, &mut StaticValue, &d, &mut ()),
                                    2 => bf.search(&g, &mut StaticValue, &d, &mut ()),
                                    _ => bfm.search(&g, &mut StaticValue, &d, &mut ()),
                                };
                                evals += r.counts.evaluated;
                                let m = r.best.unwrap();
                                abs.advance(m);
                                bf.advance(m);
                                bfm.advance(m);
                                g.play(m);
                            }
                            seed += 1;
                        }
                        best[which] = best[which].min(t.elapsed().as_nanos() as f64 / evals as f64);
                    }
                }
                println!(
                    "B={b}: per eval: ab {:.2} ns, ab-saved {:.2}, bf-saved {:.2}, bf-mem {:.2}; rate bf-saved/ab {:.2}, /ab-saved {:.2}",
                    best[0],
                    best[1],
                    best[2],
                    best[3],
                    best[0] / best[2],
                    best[1] / best[2]
                );
            }
        }
        "grow" => {
            let n: u64 = args[2].parse().unwrap();
            let g = random(&args[3]);
            let mut bf = BestFirst::default();
            let mut sv = BestFirstSavedTree::default();
            let saved = args.len() > 4;
            let t = Instant::now();
            let budget = Budget::new().nodes(n);
            let r = if saved {
                sv.search(&g, &mut StaticValue, &budget, &mut ())
            } else {
                bf.search(&g, &mut StaticValue, &budget, &mut ())
            };
            let e = t.elapsed();
            println!(
                "{n}: {:?} {:.1} ns/expansion, {} expanded, depth {}, memory {} MB, stop {}",
                e,
                e.as_nanos() as f64 / r.counts.expanded as f64,
                r.counts.expanded,
                r.depth,
                r.memory / 1_000_000,
                r.stop
            );
            std::mem::forget(bf);
        }
        _ => {}
    }
}
