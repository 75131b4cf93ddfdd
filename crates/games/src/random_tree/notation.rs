//! Random games on the command line.

use super::params::{signed, whole, wrong};
use super::{Generator, Params, RandomTree, Rules};
use crate::{Game, InputError, StaticValue};
use plywood::{Evaluate, Position, Score, Side};
use std::fmt::Write;

/// Children that a board shows.
const SHOWN: u32 = 20;

impl Evaluate<RandomTree> for StaticValue {
    #[inline]
    fn evaluate(&mut self, position: &RandomTree) -> Score {
        Score::new(position.value())
    }
}

impl Game for RandomTree {
    const NAME: &'static str = "random-tree";
    const SUMMARY: &'static str = "a random game: values are sums of random edge costs";
    const POSITION: &'static str = "some or all of \
         branching=random:5,depth=100,seed=1,edges=korf,generator=hash; branching may also be a \
         number, edges utgoff or LO..HI such as -9..9, generator lcg or naive";
    const NUMBERED_MOVES: bool = true;
    const SIDES: [&'static str; 2] = ["MAX", "MIN"];
    const EXAMPLES: &'static [(&'static str, u32)] =
        &[("branching=random:8,depth=60,seed=1", 4), ("branching=5,depth=60,seed=2", 6)];

    type Evaluation = StaticValue;

    /// The parameters, as in [`Params`]; below the root also `node=KEY:PLY:VALUE`, as
    /// [`text`](Game::text) prints it.
    fn parse(text: Option<&str>) -> Result<RandomTree, InputError> {
        let text = text.unwrap_or_default();
        let (params, node) = Params::read(text)?;
        let root = Rules::new(params).root();
        match node {
            None => Ok(root),
            Some(node) => node_below(root, node).ok_or_else(|| {
                let depth = params.depth;
                wrong(text, "node").expected(format!(
                    "KEY:PLY:VALUE as this program printed it, with PLY from 1 to {depth} \
                     and a VALUE that PLY edges can sum to"
                ))
            }),
        }
    }

    /// The path is not kept: below the root, the state of the node stands for it.
    fn text(&self) -> String {
        let RandomTree { key, value, ply, rules } = self;
        match ply {
            0 => rules.params.to_string(),
            _ => format!("{},node={key:x}:{ply}:{value}", rules.params),
        }
    }

    /// `None`: moves do not tell the tree.
    fn transcript(_: &str) -> Option<Vec<u32>> {
        None
    }

    fn move_text(&self, m: u32) -> String {
        m.to_string()
    }

    fn board(&self) -> String {
        let mut out = format!("ply {} of {}, value {}", self.ply(), self.depth(), self.value());
        if self.is_over() {
            return out + ", the game is over";
        }
        let count = self.children();
        let side = Self::SIDES[usize::from(self.side() == Side::Min)];
        let _ = write!(out, ", {side} to move, {count} children");
        let mut child = *self;
        for m in 0..count.min(SHOWN) {
            let value = child.visit(m, |child| child.value());
            let _ = write!(out, "\n  {m}: {value}");
        }
        if count > SHOWN {
            out.push_str("\n  …");
        }
        out
    }

    fn reseeded(&self, seed: u64) -> Option<RandomTree> {
        (self.ply == 0).then(|| Rules::new(Params { seed, ..self.rules.params }).root())
    }
}

crate::serialize::positions!(RandomTree);

/// The node that `text` describes, if the tree of `root` can have one like it.
fn node_below(root: RandomTree, text: &str) -> Option<RandomTree> {
    let mut parts = text.split(':');
    let (key, ply, value) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || !key.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let key = u64::from_str_radix(key, 16).ok()?;
    let value = signed(value)?;
    let ply: u32 = whole(ply)?;
    let costs = root.rules.params.edges.costs();
    // The bounds fit: the depth was chosen so that they do.
    let sums = costs.start().checked_mul(ply as i32)?..=costs.end().checked_mul(ply as i32)?;
    let key_fits = match root.rules.params.generator {
        Generator::Hash => true,
        Generator::Lcg | Generator::Naive => key <= u64::from(u32::MAX),
    };
    let fits = key_fits && (1..=root.depth()).contains(&ply) && sums.contains(&value);
    fits.then_some(RandomTree { key, value, ply, rules: root.rules })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn text_reads_back_in_mid_game() {
        for text in [
            "depth=30",
            "depth=30,branching=4,edges=utgoff",
            "depth=30,generator=lcg",
            "depth=30,generator=naive,edges=-9..9",
            "depth=30,branching=65535,generator=lcg,edges=utgoff",
        ] {
            let root = RandomTree::parse(Some(text)).unwrap();
            let games = if text.contains("65535") { 0 } else { 200 };
            testing::playouts(&root, games);
            let mut position = root;
            for m in [0, 2, 1] {
                position.play(m);
                assert_eq!(RandomTree::parse(Some(&position.text())), Ok(position));
            }
        }
    }

    #[test]
    fn no_node_without_sense() {
        let parse = |node: &str, rest: &str| {
            RandomTree::parse(Some(&format!("depth=10{rest},node={node}"))).map(|p| p.text())
        };
        assert!(parse("ff:10:-327680", "").is_ok());
        assert!(parse("FFFFFFFFFFFFFFFF:1:0", "").is_ok());
        assert!(parse("ffffffff:1:0", ",generator=lcg").is_ok());
        for (node, rest) in [
            ("", ""),
            ("ff", ""),
            ("ff:1", ""),
            (":1:1", ""),
            ("ff:1:1:1", ""),
            ("0xff:1:1", ""),
            ("+ff:1:1", ""),
            ("10000000000000000:1:1", ""),
            ("ff:0:0", ""),
            ("ff:11:0", ""),
            ("ff:4294967295:0", ""),
            ("ff:10:327681", ""),
            ("ff:1:-32769", ""),
            ("ff:1:--1", ""),
            ("ff:1:16384", ",edges=utgoff"),
            ("100000000:1:0", ",generator=lcg"),
        ] {
            let error = parse(node, rest).expect_err(node).to_string();
            assert!(error.contains("at 'node': expected KEY:PLY:VALUE"), "{node}: {error}");
        }
    }

    #[test]
    fn boards_and_seeds() {
        let mut game = RandomTree::parse(Some("branching=30,depth=1")).unwrap();
        assert!(game.board().starts_with("ply 0 of 1, value 0, MAX to move, 30 children\n  0: "));
        assert_eq!(game.board().lines().count(), 22);
        let other = game.reseeded(7).unwrap();
        game.play(29);
        assert!(game.board().ends_with(", the game is over"));
        assert_eq!(game.reseeded(7), None, "only at the start");
        assert_eq!(other.text(), "branching=30,depth=1,seed=7,edges=korf,generator=hash");
        assert_eq!(RandomTree::parse(None).unwrap().params(), Params::default());
    }

    #[test]
    fn no_text_breaks_the_parser() {
        let seeds = [
            "branching=random:5,depth=100,seed=7,edges=korf,generator=hash",
            "branching=3 , depth = 20,generator=lcg,edges=utgoff",
            "seed=5,node=9e3779b97f4a7c15:12:-34567",
            "generator=lcg,node=1f:2:5",
            "generator=naive,edges=-9..12,node=1f:2:5",
            "",
        ];
        let alphabet = "branchingdepthseedgskorfutgofflcghashnaive=,: 0123456789-.node:random";
        let parse = |text: &str| RandomTree::parse(Some(text));
        let accepted = testing::fuzz(&seeds, alphabet, parse, |game, text| {
            assert_eq!(RandomTree::parse(Some(&game.text())), Ok(*game), "{text:?}");
            assert!(!game.board().is_empty());
        });
        assert!(accepted > 500, "{accepted} accepted: the mutations are too wild to test much");
    }
}
