//! The parameters of random games, and their text.

use crate::{InputError, did_you_mean};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Sums of costs stay within the range of evaluations up to here: 60,000 times 2^15 is 1.97e9.
const MOST_DEPTH: u32 = 60_000;

const BRANCHING: &str = "a whole number from 1 to 65535, or 'random:B'";
const DEPTH: &str = "a whole number from 1 to 60000";
const SEED: &str = "a whole number from 0 to 18446744073709551615";
const KEYS: &str = "branching, depth, seed, edges, generator or node, each at most once";

/// The parameters of a random game.
///
/// The default is the game of Korf & Chickering 1993 with B = 5.
///
/// ```
/// use plywood_games::random_tree::{Branching, Params};
/// let params: Params = "branching=random:3, seed=9".parse()?;
/// assert_eq!(params, Params { branching: Branching::Random(3), seed: 9, ..Params::default() });
/// assert_eq!(
///     params.to_string(),
///     "branching=random:3,depth=100,seed=9,edges=korf,generator=hash"
/// );
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Params {
    /// The number of children of a node.
    pub branching: Branching,
    /// The length of a game in plies, 1 to 60,000.
    pub depth: u32,
    /// The seed. Different seeds give unrelated games.
    pub seed: u64,
    /// The distribution of the costs.
    pub edges: Edges,
    /// Where the random numbers come from.
    pub generator: Generator,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            branching: Branching::Random(5),
            depth: 100,
            seed: 1,
            edges: Edges::Korf,
            generator: Generator::Hash,
        }
    }
}

/// The number of children of a node. At least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Branching {
    /// Always this many (Korf 1992; Utgoff & Cochran 2001).
    Uniform(u16),
    /// A random number from 1 to this, drawn for each node (Korf & Chickering 1993).
    Random(u16),
}

/// The distribution of the costs of the edges: whole numbers, equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edges {
    /// -2^15 to 2^15 (Korf 1992; Korf & Chickering 1993).
    Korf,
    /// -2^14 to 2^14 - 1 (Utgoff & Cochran 2001).
    Utgoff,
}

impl Edges {
    /// All costs.
    ///
    /// ```
    /// use plywood_games::random_tree::Edges;
    /// assert_eq!(Edges::Utgoff.costs(), -16384..=16383);
    /// ```
    pub const fn costs(self) -> RangeInclusive<i32> {
        match self {
            Edges::Korf => -(1 << 15)..=1 << 15,
            Edges::Utgoff => -(1 << 14)..=(1 << 14) - 1,
        }
    }
}

/// Where the random numbers come from. The tables of the papers do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Generator {
    /// A 64-bit hash of the path. Distinct nodes have independent numbers.
    Hash,
    /// The generator of the papers: the breadth-first index of a node, modulo 2^32, is an index in
    /// a linear congruential sequence. In long games the numbers repeat: if B is even, the index
    /// depends only on the last moves, 32 of them for B = 2, eight for B = 16.
    Lcg,
}

impl fmt::Display for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.branching {
            Branching::Uniform(b) => write!(f, "branching={b}")?,
            Branching::Random(b) => write!(f, "branching=random:{b}")?,
        }
        let edges = match self.edges {
            Edges::Korf => "korf",
            Edges::Utgoff => "utgoff",
        };
        let generator = match self.generator {
            Generator::Hash => "hash",
            Generator::Lcg => "lcg",
        };
        let Params { depth, seed, .. } = self;
        write!(f, ",depth={depth},seed={seed},edges={edges},generator={generator}")
    }
}

impl FromStr for Params {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Params, InputError> {
        match Params::read(text)? {
            (params, None) => Ok(params),
            (_, Some(_)) => Err(wrong(text, "node").expected("a game, not a position in it")),
        }
    }
}

impl Params {
    pub(super) fn check(&self) -> Result<(), InputError> {
        let (Branching::Uniform(b) | Branching::Random(b)) = self.branching;
        if b == 0 {
            Err(wrong(&self.to_string(), "branching").expected(BRANCHING))
        } else if !(1..=MOST_DEPTH).contains(&self.depth) {
            Err(wrong(&self.to_string(), "depth").expected(DEPTH))
        } else {
            Ok(())
        }
    }

    /// The parameters in `text`, and the value of the key `node`, if it is there.
    pub(super) fn read(text: &str) -> Result<(Params, Option<&str>), InputError> {
        let mut params = Params::default();
        let mut node = None;
        let mut seen: Vec<&str> = Vec::new();
        if text.trim().is_empty() {
            return Ok((params, node));
        }
        for pair in text.split(',') {
            let Some((key, value)) = pair.split_once('=') else {
                return Err(wrong(text, pair.trim()).expected("key=value, with commas between"));
            };
            let (key, value) = (key.trim(), value.trim());
            let bad = |expected: &'static str| wrong(text, key).expected(expected);
            if seen.contains(&key) {
                return Err(bad(KEYS));
            }
            seen.push(key);
            match key {
                "branching" => {
                    let (make, number): (fn(u16) -> Branching, _) = match value.split_once(':') {
                        Some((kind, number)) if kind.trim_end() == "random" => {
                            (Branching::Random, number.trim_start())
                        }
                        _ => (Branching::Uniform, value),
                    };
                    let number = whole(number).filter(|&b| b > 0).ok_or_else(|| bad(BRANCHING))?;
                    params.branching = make(number);
                }
                "depth" => {
                    let depth = whole(value).filter(|depth| (1..=MOST_DEPTH).contains(depth));
                    params.depth = depth.ok_or_else(|| bad(DEPTH))?;
                }
                "seed" => params.seed = whole(value).ok_or_else(|| bad(SEED))?,
                "edges" => {
                    params.edges = match value {
                        "korf" => Edges::Korf,
                        "utgoff" => Edges::Utgoff,
                        _ => return Err(bad("korf or utgoff")),
                    }
                }
                "generator" => {
                    params.generator = match value {
                        "hash" => Generator::Hash,
                        "lcg" => Generator::Lcg,
                        _ => return Err(bad("hash or lcg")),
                    }
                }
                "node" => node = Some(value),
                _ => {
                    let keys = ["branching", "depth", "seed", "edges", "generator", "node"];
                    let expected = KEYS.to_string() + &did_you_mean(key, keys);
                    return Err(wrong(text, key).expected(expected));
                }
            }
        }
        Ok((params, node))
    }
}

/// The error that `text` is wrong at `key`.
pub(super) fn wrong(text: &str, key: &str) -> InputError {
    InputError::new("random-tree position", text).at(&format!("'{key}'"))
}

/// Digits and nothing else: `FromStr` alone would accept a plus sign.
pub(super) fn whole<T: FromStr>(text: &str) -> Option<T> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RandomTree;

    #[test]
    fn reads_keys_in_any_order_with_defaults() {
        let text = "generator = lcg , edges=utgoff,seed=18446744073709551615,depth=1,branching=7";
        let params: Params = text.parse().unwrap();
        let expected = Params {
            branching: Branching::Uniform(7),
            depth: 1,
            seed: u64::MAX,
            edges: Edges::Utgoff,
            generator: Generator::Lcg,
        };
        assert_eq!(params, expected);
        assert_eq!(params.to_string().parse(), Ok(params));
        assert_eq!("".parse(), Ok(Params::default()));
        let last: Params = "branching=random : 65535,depth=60000".parse().unwrap();
        assert_eq!((last.branching, last.depth), (Branching::Random(65535), 60_000));
    }

    #[test]
    fn refuses_by_name() {
        for (text, tail) in [
            (
                "branching=x",
                "at 'branching': expected a whole number from 1 to 65535, or 'random:B'",
            ),
            ("branching=0", BRANCHING),
            ("branching=65536", BRANCHING),
            ("branching=random", BRANCHING),
            ("branching=random:", BRANCHING),
            ("branching=random:0", BRANCHING),
            ("branching=uniform:3", BRANCHING),
            ("depth=0", DEPTH),
            ("depth=60001", DEPTH),
            ("depth=+5", DEPTH),
            ("depth=5.0", DEPTH),
            ("depth=", DEPTH),
            ("seed=-1", SEED),
            ("seed=18446744073709551616", SEED),
            ("edges=Korf", "at 'edges': expected korf or utgoff"),
            ("generator=", "at 'generator': expected hash or lcg"),
            ("seed=1,seed=1", KEYS),
            ("colour=red", &format!("at 'colour': expected {KEYS}")),
            ("seed", "at 'seed': expected key=value, with commas between"),
            ("seed=1,", "at '': expected key=value, with commas between"),
            (",", "at '': expected key=value, with commas between"),
            ("node=0:0:0", "at 'node': expected a game, not a position in it"),
        ] {
            let error = text.parse::<Params>().expect_err(text).to_string();
            assert!(error.starts_with(&format!("random-tree position '{text}': at")), "{error}");
            assert!(error.ends_with(tail), "{text}: {error}");
        }
    }

    #[test]
    fn new_refuses_what_parse_refuses() {
        for params in [
            Params { branching: Branching::Uniform(0), ..Params::default() },
            Params { branching: Branching::Random(0), ..Params::default() },
            Params { depth: 0, ..Params::default() },
            Params { depth: 60_001, ..Params::default() },
        ] {
            let refused = params.to_string().parse::<Params>().unwrap_err();
            assert_eq!(RandomTree::new(params).unwrap_err(), refused);
        }
    }
}
