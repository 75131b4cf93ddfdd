//! Proof and disproof numbers: Allis 1994, section 2.2.

use super::widening::Value;

/// The number of a proof that there cannot be.
pub(super) const INFINITE: u32 = u32::MAX;

/// How many leaves must at least be proven to prove the goal, and to disprove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
    /// Of a disproof: whether it is one, and not only a failure of all moves of the sets.
    pub proven: bool,
}

impl Default for Numbers {
    fn default() -> Self {
        Numbers::OPEN
    }
}

impl Numbers {
    /// Those of a position of which nothing is known.
    pub const OPEN: Numbers = Numbers { proof: 1, disproof: 1, proven: false };
    pub const WON: Numbers = Numbers { proof: 0, disproof: INFINITE, proven: true };

    pub fn lost(proven: bool) -> Numbers {
        Numbers { proof: INFINITE, disproof: 0, proven }
    }

    /// Those of a node with these children: the side that proves needs one child, the other side all.
    pub fn of_children(
        children: impl Iterator<Item = Numbers>,
        proves: bool,
        complete: bool,
    ) -> Numbers {
        let mut sum = 0;
        let (mut least, mut proven) = (INFINITE, if proves { complete } else { false });
        for child in children {
            least = least.min(child.effort(proves));
            sum = add(sum, child.other(proves));
            if proves {
                proven &= child.proven;
            } else {
                proven |= child.disproof == 0 && child.proven;
            }
        }
        match proves {
            true => Numbers { proof: least, disproof: sum, proven: proven || least == 0 },
            false => Numbers { proof: sum, disproof: least, proven: proven || sum == 0 },
        }
    }

    /// What the side to move wants to be small.
    #[inline]
    pub fn effort(&self, proves: bool) -> u32 {
        if proves { self.proof } else { self.disproof }
    }

    /// The other number.
    #[inline]
    pub fn other(&self, proves: bool) -> u32 {
        self.effort(!proves)
    }

    /// The value, once it is known.
    pub fn value(&self) -> Option<Value> {
        match (self.proof, self.disproof) {
            (0, _) => Some(Value::Won),
            (_, 0) => Some(Value::Lost { proven: self.proven }),
            _ => None,
        }
    }

    /// Whether the answer holds for all sets of moves.
    pub fn is_final(&self) -> bool {
        self.proof == 0 || self.disproof == 0 && self.proven
    }
}

/// The sum of two numbers. That of numbers that are not infinite is not.
#[inline]
fn add(a: u32, b: u32) -> u32 {
    if a == INFINITE || b == INFINITE { INFINITE } else { a.saturating_add(b).min(INFINITE - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_children() {
        let open = |proof, disproof| Numbers { proof, disproof, proven: false };
        let of = |children: &[Numbers], proves| {
            Numbers::of_children(children.iter().copied(), proves, true)
        };
        assert_eq!(of(&[open(3, 2), open(1, 5)], true), open(1, 7));
        assert_eq!(of(&[open(3, 2), open(1, 5)], false), open(4, 2));
        assert_eq!(of(&[open(3, 2), Numbers::WON], true), Numbers::WON);
        assert_eq!(of(&[open(3, 2), Numbers::lost(true)], false), Numbers::lost(true));
        assert_eq!(of(&[Numbers::lost(true), Numbers::lost(false)], true), Numbers::lost(false));
        assert_eq!(of(&[Numbers::lost(true), Numbers::lost(false)], false), Numbers::lost(true));
        // Without moves the side that must do something fails.
        assert_eq!(of(&[], true), Numbers::lost(true));
        assert_eq!(of(&[], false), Numbers::WON);
        let much = open(INFINITE - 1, INFINITE - 1);
        assert_eq!(of(&[much, much], true).value(), None);
    }
}
