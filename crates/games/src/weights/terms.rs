//! Terms: weights that a file lists under one name.

use super::{Group, Layout};

/// A term of an evaluation: weights for one kind of feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its name in a file of weights.
    pub name: &'static str,
    /// What it counts.
    pub about: &'static str,
    /// The index of its first weight.
    pub offset: usize,
    /// The number of its weights.
    pub length: usize,
}

/// A term.
pub(crate) const fn term(
    name: &'static str,
    offset: usize,
    length: usize,
    about: &'static str,
) -> Term {
    Term { name, about, offset, length }
}

/// Whether the terms follow each other without a gap and have this many weights in all.
pub(crate) const fn are_complete(terms: &[Term], weights: usize) -> bool {
    let (mut index, mut end) = (0, 0);
    while index < terms.len() {
        if terms[index].offset != end {
            return false;
        }
        end += terms[index].length;
        index += 1;
    }
    end == weights
}

impl Layout {
    /// A file with one group per term, its name and a comment before its weights.
    pub fn of_terms(input: &'static str, title: &'static str, terms: &[Term]) -> Layout {
        let group = |&Term { name, about, offset, length }: &Term| Group {
            name,
            heading: format!("{name} # {about}"),
            places: offset..offset + length,
        };
        let groups = terms.iter().map(group).collect();
        Layout { input, title, groups, per_line: 4, indent: "" }
    }
}
