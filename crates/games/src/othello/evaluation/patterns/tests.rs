use super::layout::image;
use super::*;
use crate::random::Rng;
use plywood::Side;

/// Boards with few, some and many discs.
fn boards(count: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..count).map(|seed| {
        let mut rng = Rng::new(seed);
        let (a, b, c) = (rng.next(), rng.next(), rng.next());
        let taken = [a & b, a, a | b, a | b | rng.next()][seed as usize % 4];
        (taken & c, taken & !c)
    })
}

/// Weights that tell every place from every other, alike for mirror images.
fn noise() -> Weights {
    let features = Features::new();
    let phases: Vec<Vec<f32>> = (0..PHASES as u64)
        .map(|phase| {
            let mut rng = Rng::new(phase);
            (0..Features::WEIGHTS).map(|_| rng.below(200) as f32 / 100.0 - 1.0).collect()
        })
        .collect();
    features.weights(&phases)
}

/// Square by square, digit by digit.
fn content_slow(slot: usize, mover: u64, opponent: u64) -> u16 {
    let mut content = 0;
    for &square in SLOT.squares[slot][..SLOT.length[slot]].iter().rev() {
        content = 3 * content + (mover >> square & 1) as u16 + 2 * (opponent >> square & 1) as u16;
    }
    content
}

#[test]
fn contents_agree_with_their_slow_twin() {
    for (mover, opponent) in boards(4000) {
        let fast = contents(mover, opponent);
        assert_eq!(fast, contents_plain(mover, opponent));
        for (slot, &content) in fast[..SLOTS].iter().enumerate() {
            let slow = content_slow(slot, mover, opponent);
            assert_eq!(content, slow, "slot {slot} of {mover:x} {opponent:x}");
        }
        assert!(fast[SLOTS..].iter().all(|&content| content == 0));
    }
}

fn turned(symmetry: usize, board: u64) -> u64 {
    (0..64).filter(|&s| board >> s & 1 != 0).fold(0, |b, s| b | 1 << image(symmetry, s))
}

#[test]
fn symmetries_do_not_matter_and_colours_change_the_sign() {
    let mut evaluations = [
        #[cfg(feature = "othello-weights")]
        Patterns::default(),
        Patterns::new(noise()),
    ];
    for (mover, opponent) in boards(1000) {
        for patterns in &mut evaluations {
            let mut evaluate = |side, mover, opponent| {
                patterns.evaluate(&Othello::new(side, mover, opponent).expect("no overlap"))
            };
            let value = evaluate(Side::Max, mover, opponent);
            assert_eq!(evaluate(Side::Min, mover, opponent), -value);
            assert!(value.get().abs() <= LIMIT);
            for symmetry in 1..8 {
                let (mover, opponent) = (turned(symmetry, mover), turned(symmetry, opponent));
                assert_eq!(evaluate(Side::Max, mover, opponent), value, "symmetry {symmetry}");
            }
        }
    }
}

#[test]
fn values_are_sums_of_the_weights_at_the_places() {
    let features = Features::new();
    let weights = noise();
    for (mover, opponent) in boards(1000) {
        let mut places = [0; Features::COUNT];
        features.places(mover, opponent, &mut places);
        let phase = weights.phase(Features::phase((mover | opponent).count_ones()));
        let sum: i32 = places.iter().map(|&place| i32::from(phase[place as usize])).sum();
        assert_eq!(weights.value(mover, opponent), sum.clamp(-LIMIT, LIMIT));
    }
}

#[test]
fn files_come_back_and_bad_ones_are_refused() {
    let weights = noise();
    let bytes = weights.to_bytes();
    assert!(Weights::from_bytes(&bytes, "noise").unwrap() == weights);
    let refused = |bytes: &[u8]| Weights::from_bytes(bytes, "f").unwrap_err().to_string();
    assert!(refused(b"").contains("at the first line: expected 'plywood othello patterns 1'"));
    assert!(refused(&bytes[..bytes.len() / 2]).starts_with("weights 'f': at the second line"));
    for more in [&b"\n"[..], &bytes[bytes.len() - 4..], &bytes] {
        let message = refused(&[&bytes, more].concat());
        assert!(message.contains("expected nothing after the zlib stream"), "{message}");
        assert!(message.contains(&format!("{} bytes more", more.len())), "{message}");
    }
    let mut rng = Rng::new(1);
    for _ in 0..20 {
        let mut damaged = bytes.clone();
        let place = rng.below(bytes.len() as u32) as usize;
        damaged[place] ^= 1 << rng.below(8);
        assert!(!refused(&damaged).is_empty());
    }
}

#[test]
fn phases_are_four_discs_each() {
    let phases: Vec<usize> = [0, 4, 7, 8, 59, 60, 63, 64].map(phase).to_vec();
    assert_eq!(phases, [0, 0, 0, 1, 13, 14, 14, 14]);
}
