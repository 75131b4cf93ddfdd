use super::*;
use crate::Score;

/// A small generator, enough to mix allocations and frees.
fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    *seed >> 33
}

/// A block, and what was written into it.
#[derive(Clone, Copy)]
struct Held {
    at: u32,
    length: usize,
    tag: i32,
}

impl Held {
    /// Asks for room, fills it and keeps part of it.
    fn new(arena: &mut Arena<Score>, room: usize, length: usize, tag: i32) -> Option<Held> {
        let at = arena.room(room)?;
        for (i, node) in arena.block_mut(at, room).iter_mut().enumerate() {
            *node = Node::leaf(Score::new(tag), i as u16);
        }
        Some(Held { at: arena.keep(length), length, tag })
    }

    fn free(self, arena: &mut Arena<Score>) {
        for (i, node) in arena.block(self.at, self.length).iter().enumerate() {
            assert_eq!((node.data.get(), node.index()), (self.tag, i));
        }
        arena.free(self.at, self.length);
    }
}

#[test]
fn blocks_hold_what_is_written_and_a_limit_is_obeyed() {
    for seed in 0..40 {
        let mut state = seed;
        let mut arena = Arena { limit: 200_000, ..Arena::new() };
        let mut held: Vec<Held> = Vec::new();
        let mut used = 0;
        for tag in 0..20_000 {
            let longest = if next(&mut state).is_multiple_of(16) { 300 } else { 12 };
            let room = 1 + next(&mut state) as usize % longest;
            let length = next(&mut state) as usize % (room + 1);
            // Sweeps go on in the midst of everything else.
            if next(&mut state).is_multiple_of(8) {
                arena.sweep();
            }
            if next(&mut state).is_multiple_of(2000) {
                arena.gather();
            }
            if !next(&mut state).is_multiple_of(3)
                && let Some(block) = Held::new(&mut arena, room, length, tag)
            {
                used += length;
                if length > 0 {
                    held.push(block);
                }
            } else if !held.is_empty() {
                let block = held.swap_remove(next(&mut state) as usize % held.len());
                used -= block.length;
                block.free(&mut arena);
            }
            assert!(arena.bytes() <= 200_000, "seed {seed}");
            assert_eq!(arena.used_nodes(), used, "seed {seed}");
        }
        for block in held {
            block.free(&mut arena);
        }
        assert_eq!(arena.used_nodes(), 0);
        while arena.sweep() {}
        assert!(arena.allocate(8192).is_some(), "seed {seed}: free neighbours join");
    }
}

#[test]
fn blocks_that_are_freed_together_join_without_a_whole_sweep() {
    let mut arena = Arena { limit: 200_000, ..Arena::new() };
    let mut held: Vec<Held> = (0..).map_while(|tag| Held::new(&mut arena, 9, 3, tag)).collect();
    // Every second block lies in the lists, and stays there.
    let (mut freed, mut rest) = (0, Vec::new());
    for (i, block) in held.drain(..).enumerate() {
        if i < 1000 && i % 2 == 0 {
            block.free(&mut arena);
        } else {
            rest.push(block);
        }
    }
    arena.gather();
    assert!(arena.room(9).is_none(), "nothing is as long");
    for block in rest.drain(1000..1400) {
        freed += block.length;
        block.free(&mut arena);
    }
    assert!(arena.sweep());
    let run = arena.room(freed).expect("the blocks lay side by side");
    assert_eq!(arena.keep(3), run, "new nodes stay in a long block");
    for block in rest {
        block.free(&mut arena);
    }
}

#[test]
fn short_blocks_are_filled_before_more_memory_is_taken() {
    let mut arena = Arena::<Score>::new();
    for tag in 0..100_000 {
        // A node gets three children of ten, and later all.
        let part = Held::new(&mut arena, 10, 3, tag).unwrap();
        Held::new(&mut arena, 10, 10, tag).unwrap();
        part.free(&mut arena);
    }
    assert!(arena.bytes() as f64 / arena.used_nodes() as f64 <= 12.95);
}
