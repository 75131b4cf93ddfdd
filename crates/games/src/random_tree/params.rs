//! The parameters of random games, and their text.

use crate::{InputError, did_you_mean};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Sums of costs stay within the range of evaluations up to here: 60,000 times 2^15 is 1.97e9.
const MOST_DEPTH: u32 = 60_000;

const BRANCHING: &str = "a whole number from 1 to 65535, or 'random:B'";
const DEPTH: &str = "a whole number from 1 to 60000";
const EDGES: &str =
    "korf, utgoff, or LO..HI with whole numbers from -32768 to 32768, the lower one first";
const GENERATOR: &str = "hash, lcg or naive";
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
    /// From the first number to the second, both within -2^15 and 2^15. Figure 3 of Korf 1992 and of
    /// Korf & Chickering 1993 has -9 to 9.
    Range(i32, i32),
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
            Edges::Range(lowest, highest) => lowest..=highest,
        }
    }

    /// The distribution that a text names: `korf`, `utgoff` or `LO..HI`.
    fn read(text: &str) -> Option<Edges> {
        match text {
            "korf" => Some(Edges::Korf),
            "utgoff" => Some(Edges::Utgoff),
            _ => {
                let (lowest, highest) = text.split_once("..")?;
                let edges = Edges::Range(signed(lowest.trim())?, signed(highest.trim())?);
                edges.is_within_limits().then_some(edges)
            }
        }
    }

    /// Whether there are costs, none of them beyond those of [`Edges::Korf`]: games of the greatest depth
    /// then stay within the range of evaluations.
    fn is_within_limits(self) -> bool {
        let (costs, widest) = (self.costs(), Edges::Korf.costs());
        !costs.is_empty() && widest.contains(costs.start()) && widest.contains(costs.end())
    }
}

impl fmt::Display for Edges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Edges::Korf => f.write_str("korf"),
            Edges::Utgoff => f.write_str("utgoff"),
            Edges::Range(lowest, highest) => write!(f, "{lowest}..{highest}"),
        }
    }
}

/// Where the random numbers come from. Whether it is [`Hash`](Generator::Hash) or [`Lcg`](Generator::Lcg),
/// the tables of the papers do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Generator {
    /// A 64-bit hash of the path. Distinct nodes have independent numbers.
    Hash,
    /// The generator of the papers: the breadth-first index of a node, modulo 2^32, is an index in
    /// a linear congruential sequence. In long games the numbers repeat: if B is even, the index
    /// depends only on the last moves, 32 of them for B = 2, eight for B = 16.
    Lcg,
    /// The generator that Korf & Chickering 1993 warn of. Every edge has an integer of its own, which seeds a
    /// linear congruential generator; its first number is the cost of the edge, its second the number of
    /// children below. The integers of siblings follow each other, and the first number is a linear
    /// function of the seed: with the constants of the C standard's `rand`, costs of neighbours have the
    /// correlation -0.50, of next but one neighbours 0.84.
    Naive,
}

impl Generator {
    /// The name in texts.
    const fn name(self) -> &'static str {
        match self {
            Generator::Hash => "hash",
            Generator::Lcg => "lcg",
            Generator::Naive => "naive",
        }
    }
}

impl fmt::Display for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.branching {
            Branching::Uniform(b) => write!(f, "branching={b}")?,
            Branching::Random(b) => write!(f, "branching=random:{b}")?,
        }
        let Params { depth, seed, edges, generator, .. } = self;
        write!(f, ",depth={depth},seed={seed},edges={edges},generator={}", generator.name())
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
        } else if !self.edges.is_within_limits() {
            Err(wrong(&self.to_string(), "edges").expected(EDGES))
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
                "edges" => params.edges = Edges::read(value).ok_or_else(|| bad(EDGES))?,
                "generator" => {
                    let all = [Generator::Hash, Generator::Lcg, Generator::Naive];
                    let named = all.into_iter().find(|generator| generator.name() == value);
                    params.generator = named.ok_or_else(|| bad(GENERATOR))?;
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

/// A whole number, perhaps with a minus sign.
pub(super) fn signed(text: &str) -> Option<i32> {
    match text.strip_prefix('-') {
        Some(size) => whole::<i32>(size).map(|size| -size),
        None => whole(text),
    }
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
        let text = "branching=random:5,depth=100,seed=1,edges=-9..9,generator=naive";
        let drawn: Params = "generator=naive,edges= -9 .. 9 ".parse().unwrap();
        assert_eq!((drawn.edges, drawn.to_string().as_str()), (Edges::Range(-9, 9), text));
        assert_eq!("edges=-32768..-32768".parse::<Params>().unwrap().edges.costs().count(), 1);
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
            ("edges=Korf", &format!("at 'edges': expected {EDGES}")),
            ("edges=9", EDGES),
            ("edges=9..-9", EDGES),
            ("edges=-9..", EDGES),
            ("edges=-9..=9", EDGES),
            ("edges=--9..9", EDGES),
            ("edges=-32769..0", EDGES),
            ("edges=0..32769", EDGES),
            ("edges=0..99999999999", EDGES),
            ("generator=", &format!("at 'generator': expected {GENERATOR}")),
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
            Params { edges: Edges::Range(1, 0), ..Params::default() },
            Params { edges: Edges::Range(0, 32_769), ..Params::default() },
        ] {
            let refused = params.to_string().parse::<Params>().unwrap_err();
            assert_eq!(RandomTree::new(params).unwrap_err(), refused);
        }
    }
}
