//! A position to learn from: its features, and the values and the outcome of its game.

use super::Tunable;

/// A position, as features.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sample {
    /// The points of MAX in its game, in halves.
    pub half_points: u8,
    /// The search value of the position.
    pub value: i32,
    /// The search value [`LATER`] plies later in the same game.
    pub later: [i32; LATER.len()],
    /// The share of the first of each pair of weights.
    pub share: f64,
    /// The weights that count, and how often each, in the order of the weights.
    pub features: Box<[(u16, i16)]>,
}

/// Plies after a position, an even number each: values swing with the side to move.
pub(super) const LATER: [usize; 3] = [4, 8, 16];

/// Bytes before the features: points, values, share, number of features.
const HEAD: usize = 1 + 4 * (1 + LATER.len()) + 8 + 2;

impl Sample {
    /// A position of a game whose future is not yet known.
    pub fn of<G: Tunable>(position: &G, value: i32) -> Sample {
        let mut counts = vec![0; G::WEIGHTS];
        position.features(&mut |weight, times| counts[weight] += times as i16);
        let counts = (0..).zip(counts).filter(|&(_, times)| times != 0);
        let features = counts.collect();
        let (share, later) = (position.share(), [value; LATER.len()]);
        Sample { half_points: 1, value, later, share, features }
    }

    /// Appends the bytes of a file.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.push(self.half_points);
        for value in [self.value].iter().chain(&self.later) {
            out.extend(value.to_le_bytes());
        }
        out.extend(self.share.to_le_bytes());
        out.extend((self.features.len() as u16).to_le_bytes());
        for (weight, times) in &self.features {
            out.extend(weight.to_le_bytes());
            out.extend(times.to_le_bytes());
        }
    }

    /// Reads what [`write`](Sample::write) wrote for a game with this many weights; returns the rest of the
    /// bytes too. Nothing if the bytes are no position.
    pub fn read(bytes: &[u8], weights: usize) -> Option<(Sample, &[u8])> {
        let (head, rest) = bytes.split_at_checked(HEAD)?;
        let (&half_points, words) = head.split_first()?;
        let (words, tail) = words.split_at(4 * (1 + LATER.len()));
        let word = |n: usize| i32::from_le_bytes(std::array::from_fn(|i| words[4 * n + i]));
        let (value, later) = (word(0), std::array::from_fn(|n| word(1 + n)));
        let share = f64::from_le_bytes(std::array::from_fn(|i| tail[i]));
        let count = u16::from_le_bytes(std::array::from_fn(|i| tail[8 + i]));
        let (features, rest) = rest.split_at_checked(4 * usize::from(count))?;
        let features: Box<[(u16, i16)]> = features
            .chunks_exact(4)
            .map(|b| (u16::from_le_bytes([b[0], b[1]]), i16::from_le_bytes([b[2], b[3]])))
            .collect();
        let known = features.iter().all(|&(weight, _)| usize::from(weight) < weights);
        let sample = Sample { half_points, value, later, share, features };
        let sound = known && half_points <= 2 && (0.0..=1.0).contains(&share);
        sound.then_some((sample, rest))
    }

    /// The value of the position with these weights.
    pub fn evaluate(&self, weights: &[[f64; 2]]) -> f64 {
        let (first, last) = (self.share, 1.0 - self.share);
        let worth = |&(weight, times): &(u16, i16)| {
            let pair = weights[usize::from(weight)];
            f64::from(times) * (first * pair[0] + last * pair[1])
        };
        self.features.iter().map(worth).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood::Evaluate;
    use plywood_games::random::random_game;
    use plywood_games::{Amazons, Checkers, Chess};

    fn samples<G: Tunable>(mut check: impl FnMut(&G, Sample)) {
        for seed in 0..20 {
            let game = random_game(G::parse(None).unwrap(), seed);
            for position in game.filter(|position| !position.is_over()) {
                check(&position, Sample::of(&position, seed as i32 - 9));
            }
        }
    }

    fn sums_and_bytes<G: Tunable>() {
        let weights = G::start();
        let mut evaluation = G::evaluation_with(&weights);
        let floats: Vec<[f64; 2]> = weights.iter().map(|pair| pair.map(f64::from)).collect();
        let mut count = 0;
        samples(|position: &G, sample| {
            let (value, sum) = (evaluation.evaluate(position), sample.evaluate(&floats));
            assert!((f64::from(value.get()) - sum).abs() < 1.001, "{}", position.text());
            let mut bytes = Vec::new();
            sample.write(&mut bytes);
            bytes.push(7);
            assert_eq!(Sample::read(&bytes, G::WEIGHTS), Some((sample.clone(), &[7][..])));
            assert_eq!(Sample::read(&bytes[..bytes.len() - 2], G::WEIGHTS), None);
            assert_eq!(Sample::read(&bytes, 1), None, "a weight that there is not");
            count += 1;
        });
        assert!(count > 500, "{count}");
    }

    #[test]
    fn samples_evaluate_as_positions_do_and_come_back_from_bytes() {
        sums_and_bytes::<Chess>();
        sums_and_bytes::<Checkers>();
        sums_and_bytes::<Amazons>();
    }
}
