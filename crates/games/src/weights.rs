//! The weights of an evaluation in pairs, and their files.
//!
//! In a file, a group is its name, with or without square brackets, and a pair of numbers for each weight,
//! such as `12/-3`. Groups may come in any order. `#` begins a comment.

pub(crate) mod terms;

use crate::InputError;
use std::ops::Range;

/// Defines `Weights`, the boxed pairs of an evaluation, and `built_in`. The files `weights.txt` and
/// `start.txt` are beside the file that invokes it. `game` is the game's module, `pairs` the number of
/// pairs, `layout` a function without arguments that returns the [`Layout`] of files.
macro_rules! weights {
    (
        $(#[$attribute:meta])*
        pub struct Weights { game: $game:literal, pairs: $pairs:expr, layout: $layout:path $(,)? }
    ) => {
        $(#[$attribute])*
        pub struct Weights {
            pairs: Box<[[i16; 2]; $pairs]>,
        }

        /// The weights that come with Plywood, read once.
        pub(super) fn built_in() -> std::sync::Arc<Weights> {
            static BUILT_IN: std::sync::LazyLock<std::sync::Arc<Weights>> =
                std::sync::LazyLock::new(|| {
                    let weights = Weights::from_text(include_str!("weights.txt"), "built in");
                    weights.expect("the file is part of the program and tested").into()
                });
            BUILT_IN.clone()
        }

        impl Weights {
            /// The hand-made weights that training starts from.
            ///
            /// ```
            #[doc = concat!("use plywood_games::", $game, "::Weights;")]
            /// assert_ne!(Weights::start(), Weights::zero());
            /// ```
            pub fn start() -> Weights {
                let weights = Weights::from_text(include_str!("start.txt"), "start");
                weights.expect("the file is part of the program and tested")
            }

            /// All weights zero: every position has the value 0.
            pub fn zero() -> Weights {
                Weights { pairs: Box::new([[0; 2]; $pairs]) }
            }

            /// The weights with these pairs.
            ///
            /// Contract: there are [`WEIGHTS`] of them.
            pub fn from_pairs(pairs: &[[i16; 2]]) -> Weights {
                let mut weights = Weights::zero();
                weights.pairs.copy_from_slice(pairs);
                weights
            }

            /// The weights by index.
            #[inline]
            pub fn pairs(&self) -> &[[i16; 2]; $pairs] {
                &self.pairs
            }

            /// The weights by index, mutable.
            pub fn pairs_mut(&mut self) -> &mut [[i16; 2]; $pairs] {
                &mut self.pairs
            }

            /// Reads the text of a file; `name` is for errors. Every group must be there once, with all
            /// its weights.
            pub fn from_text(text: &str, name: &str) -> Result<Weights, $crate::InputError> {
                let mut read = Weights::zero();
                $crate::weights::read(&$layout(), text, name, &mut read.pairs[..])?;
                Ok(read)
            }

            /// The text of a file with these weights.
            pub fn to_text(&self) -> String {
                $crate::weights::write(&$layout(), &self.pairs[..])
            }
        }
    };
}
pub(crate) use weights;

/// The format of a file of weights.
pub(crate) struct Layout {
    /// The word for the file in errors.
    pub input: &'static str,
    /// The first line, a comment.
    pub title: &'static str,
    /// The groups in the order in which they are written.
    pub groups: Vec<Group>,
    /// The number of pairs per line, and the indentation.
    pub per_line: usize,
    pub indent: &'static str,
}

/// A group of weights.
pub(crate) struct Group {
    pub name: &'static str,
    /// The line before its weights.
    pub heading: String,
    /// The indices of its weights.
    pub places: Range<usize>,
}

/// The text of a file with these weights.
pub(crate) fn write(layout: &Layout, pairs: &[[i16; 2]]) -> String {
    let mut text = format!("# {}\n", layout.title);
    for group in &layout.groups {
        text.push_str(&format!("\n{}\n", group.heading));
        for row in pairs[group.places.clone()].chunks(layout.per_line) {
            let row: Vec<_> =
                row.iter().map(|[a, b]| format!("{:>9}", format!("{a}/{b}"))).collect();
            text.push_str(&format!("{}{}\n", layout.indent, row.join(" ")));
        }
    }
    text
}

/// Reads the text of a file; `name` is for errors. Every group must be there once, with all its
/// weights.
pub(crate) fn read(
    layout: &Layout,
    text: &str,
    name: &str,
    pairs: &mut [[i16; 2]],
) -> Result<(), InputError> {
    let wrong = |token: Option<(usize, &str)>, expected: String| {
        let (line, found) = match token {
            Some((line, word)) => (line, format!("'{word}'")),
            None => (text.lines().count().max(1), "its end".into()),
        };
        let error = InputError::new(layout.input, name).at(&format!("line {line}"));
        error.expected(expected).found(&found)
    };
    let mut missing: Vec<&Group> = layout.groups.iter().collect();
    let mut tokens = tokens(text);
    while let Some((line, word)) = tokens.next() {
        let title = word.trim_matches(['[', ']']).trim();
        let Some(place) = missing.iter().position(|group| group.name == title) else {
            let expected = match missing.first() {
                Some(group) => format!("the next group, such as {}", group.name),
                None => "no more weights".into(),
            };
            return Err(wrong(Some((line, word)), expected));
        };
        let group = missing.remove(place);
        for (count, place) in (1..).zip(group.places.clone()) {
            let token = tokens.next();
            let Some(pair) = token.and_then(|(_, word)| pair(word)) else {
                let (length, name) = (group.places.len(), group.name);
                let expected = format!(
                    "pair {count} of {length} of {name}, from -32768 to 32767 such as 12/-3"
                );
                return Err(wrong(token, expected));
            };
            pairs[place] = pair;
        }
    }
    match missing.first() {
        None => Ok(()),
        Some(group) => Err(wrong(None, format!("the group {}", group.name))),
    }
}

/// The words of a text with their lines; a name in square brackets is one word.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).flat_map(|(line, content)| {
        let mut rest = content.split('#').next().unwrap_or_default();
        std::iter::from_fn(move || {
            rest = rest.trim_start();
            let end = match rest.starts_with('[') {
                true => rest.find(']').map(|end| end + 1),
                false => rest.find(char::is_whitespace),
            };
            let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
            rest = behind;
            (!word.is_empty()).then_some((line, word))
        })
    })
}

fn pair(word: &str) -> Option<[i16; 2]> {
    let (first, second) = word.split_once('/')?;
    Some([first.parse().ok()?, second.parse().ok()?])
}
