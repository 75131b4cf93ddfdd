//! Trees as a game on the command line.

use super::Tree;
use crate::{Game, InputError, StaticValue};
use plywood::{Evaluate, Position, Score, Side};
use std::fmt::Write;

/// Trees up to this number of nodes are written as JSON.
const SMALL: usize = 200;
/// Children that a board shows.
const SHOWN: u32 = 20;

impl Evaluate<Tree> for StaticValue {
    #[inline]
    fn evaluate(&mut self, position: &Tree) -> Score {
        Score::new(position.value())
    }
}

impl Game for Tree {
    const NAME: &'static str = "tree";
    const SUMMARY: &'static str = "an explicit game tree, read from JSON";
    const POSITION: &'static str =
        "a JSON file, or the tree itself: a leaf's value or [static, child, child, ...]";
    const NUMBERED_MOVES: bool = true;
    const READS_BACK: bool = false;
    const SIDES: [&'static str; 2] = ["MAX", "MIN"];
    const EXAMPLES: &'static [(&'static str, u32)] =
        &[("[0, [0, [0, 4, [0, 2, -7]], 8, 1], [0, 6, [0, 5, 5], [2, 7, 3]]]", 4)];

    type Evaluation = StaticValue;

    /// JSON if `text` begins with `[`, or with a number and has neither a dot nor a slash; else the
    /// path of a file. (`./7` is the file of that name.)
    fn parse(text: Option<&str>) -> Result<Tree, InputError> {
        match text {
            Some(text) if is_inline(text.trim()) => Tree::from_json(text),
            Some(text) => Tree::read(text),
            None => Err(InputError::missing("tree position")
                .expected("the path of a JSON file, or a tree such as [0, 3, [1, 4]]")),
        }
    }

    /// Small trees as JSON from this node down, large ones as a description.
    fn text(&self) -> String {
        match self.node_count() {
            0..=SMALL => self.to_json(),
            count => format!("tree of {count} nodes, at node {}", self.node),
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
        let mut out = format!("ply {}, value {}", self.ply(), self.value());
        if self.is_over() {
            return out + ", a leaf";
        }
        let count = self.child_count();
        let side = Self::SIDES[usize::from(self.side() == Side::Min)];
        let _ = write!(out, ", {side} to move, {count} children");
        let mut child = self.clone();
        for m in 0..count.min(SHOWN) {
            let (value, below) = child.visit(m, |child| (child.value(), child.child_count()));
            let _ = match below {
                0 => write!(out, "\n  {m}: {value}"),
                _ => write!(out, "\n  {m}: {value} [{below}]"),
            };
        }
        if count > SHOWN {
            out.push_str("\n  …");
        }
        out
    }
}

fn is_inline(text: &str) -> bool {
    let number = text.strip_prefix('-').unwrap_or(text);
    text.starts_with('[')
        || number.starts_with(|c: char| c.is_ascii_digit()) && !text.contains(['/', '\\', '.'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Shape;

    #[test]
    fn a_position_is_a_tree_or_a_file() {
        for inline in [" [1, 2]", "-5", "7", "[1, 3.0]", "12e1"] {
            assert!(is_inline(inline.trim()), "{inline}");
            assert!(Tree::parse(Some(inline)).is_ok(), "{inline}");
        }
        for path in ["./7", "7.json", "-x", "{}", "", "trees/a", "-", "C:\\7", "7\\a", "7/a"] {
            assert!(!is_inline(path), "{path}");
            let error = Tree::parse(Some(path)).unwrap_err().to_string();
            assert!(error.starts_with("tree file"), "{error}");
        }
        let error = Tree::parse(None).unwrap_err().to_string();
        assert!(error.starts_with("tree position: expected the path of a JSON file"), "{error}");
    }

    #[test]
    fn texts_and_boards_stay_short() {
        let mut small = Tree::from_json("[1,[2,3,4],5]").unwrap();
        assert_eq!(small.text(), "[1,[2,3,4],5]");
        assert_eq!(small.board(), "ply 0, value 1, MAX to move, 2 children\n  0: 2 [2]\n  1: 5");
        small.play(0);
        assert_eq!(Tree::parse(Some(&small.text())).unwrap().to_json(), small.to_json());
        let wide = Shape { max_children: 5000, max_depth: 1, ..Shape::default() };
        let tree = Tree::random(1, &wide);
        assert!(tree.child_count() > 200);
        assert_eq!(tree.text(), format!("tree of {} nodes, at node 0", tree.node_count()));
        assert!(tree.board().lines().count() == 22);
        let error = tree.parse_move("5000").unwrap_err().to_string();
        assert!(error.contains("one of 0 1 2") && error.ends_with(" more)"), "{error}");
        assert_eq!(tree.parse_move(" 17 "), Ok(17));
    }
}
