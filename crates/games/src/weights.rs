//! Files of weights as text.
//!
//! A group is its name, with or without square brackets, and a pair of numbers for each weight,
//! such as `12/-3`. Groups may come in any order. `#` begins a comment.

use crate::InputError;
use std::ops::Range;

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
