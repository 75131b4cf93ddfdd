//! What the specs of all experiments share: common types of fields, and messages on mistakes.

use crate::Error;
use crate::report::Page;
use plywood_games::random_tree::{Edges, Generator};
use plywood_games::{one_of, shown};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use std::fmt::Display;
use std::ops::{Deref, Range};

/// The error of a mistake in a spec.
pub(super) fn wrong(message: impl Display) -> Error {
    Error::input(format!("spec.toml: {message}"))
}

/// The kinds of experiments: the field `kind` of a spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    Tournament,
    OthelloTournament,
    MatchGrid,
    PairsTournament,
    DecisionQuality,
    MinimaxComparison,
    Overhead,
    Growth,
    Widening,
    Simulations,
    SortedList,
    Tempo,
    Generators,
}

/// The field that determines the other fields of a spec.
#[derive(Deserialize)]
pub(super) struct Tag {
    pub kind: Kind,
}

/// Declares the spec of a kind of experiments: the fields of its own, with those that all specs have.
///
/// The paper's numbers have the type after `with`. This is a macro because serde cannot both flatten one struct into
/// another and name the unknown fields.
macro_rules! spec {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident $(<$generic:ident>)? with $numbers:ty { $($fields:tt)* }
    ) => {
        #[derive(Clone, Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        $(#[$attribute])*
        $visibility struct $name $(<$generic>)? {
            #[allow(dead_code, reason = "the kind has been read before the spec")]
            kind: $crate::papers::spec::Kind,
            pub name: String,
            pub title: String,
            pub paper: String,
            /// The claim whose number stands for the experiment.
            #[serde(default)]
            headline: Option<$crate::report::HeadlineChoice>,
            $($fields)*
            #[serde(default)]
            pub paper_numbers: $numbers,
            /// The text that identifies the run.
            #[serde(skip)]
            pub text: String,
        }

        impl $(<$generic>)? $name $(<$generic>)? {
            /// A page with the title of the experiment, and nothing on it yet.
            pub fn page(&self) -> $crate::report::Page {
                $crate::report::Page {
                    headline: self.headline.clone(),
                    ..$crate::papers::spec::page_of(&self.paper, &self.title)
                }
            }
        }

        impl $(<$generic>)? $crate::papers::spec::Identifies for $name $(<$generic>)? {
            fn set_text(&mut self, text: &str) {
                self.text = text.to_string();
            }
        }
    };
}
pub(super) use spec;

/// The field `paper` of an experiment that repeats no paper.
const NO_PAPER: &str = "Not in a paper";

/// A page with the title of an experiment.
pub(super) fn page_of(paper: &str, title: &str) -> Page {
    match paper {
        NO_PAPER => Page::new(title),
        _ => Page { paper: Some(paper.to_string()), ..Page::new(format!("{paper}: {title}")) },
    }
}

/// A spec of any kind, whose text identifies the run.
pub(super) trait Identifies {
    /// Sets the text.
    fn set_text(&mut self, text: &str);
}

/// Reads a spec and keeps its text.
pub(super) fn read<S: Identifies + DeserializeOwned>(text: &str) -> Result<S, toml::de::Error> {
    let mut spec: S = toml::from_str(text)?;
    spec.set_text(text);
    Ok(spec)
}

/// The numbers of a paper of which there are only claims.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Claims<C> {
    #[serde(default = "Vec::new")]
    pub claims: Vec<C>,
}

impl<C> Default for Claims<C> {
    fn default() -> Self {
        Claims { claims: Vec::new() }
    }
}

/// The place of the first item that is equal to one before it.
pub(super) fn duplicate<T: PartialEq>(list: &[T]) -> Option<usize> {
    (0..list.len()).find(|&place| list[..place].contains(&list[place]))
}

/// A list without duplicates.
#[derive(Clone, Debug)]
pub(super) struct Distinct<T>(Vec<T>);

impl<T> Deref for Distinct<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<'de, T: Deserialize<'de> + PartialEq + Display> Deserialize<'de> for Distinct<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let list = Vec::<T>::deserialize(deserializer)?;
        match duplicate(&list) {
            Some(place) => {
                let twice = shown(&list[place].to_string());
                Err(serde::de::Error::custom(format!("'{twice}' is listed twice")))
            }
            None => Ok(Distinct(list)),
        }
    }
}

impl<T> Default for Distinct<T> {
    fn default() -> Self {
        Distinct(Vec::new())
    }
}

/// The names of [`Generator`] in a spec.
#[derive(Deserialize)]
#[serde(remote = "Generator", rename_all = "lowercase")]
pub(super) enum GeneratorName {
    Hash,
    Lcg,
    Naive,
}

/// The names of [`Edges`] in a spec.
#[derive(Deserialize)]
#[serde(remote = "Edges", rename_all = "lowercase")]
pub(super) enum EdgesName {
    Korf,
    Utgoff,
}

/// How a message names the place of a mistake.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// By line and column: the text is a file of the user.
    LineAndColumn,
    /// By quoting the line: the text was put together from several files.
    LineItself,
}

/// A message of one line: what is wrong in a file of a user, by line and column.
pub(crate) fn spec_complaint(text: &str, error: &toml::de::Error) -> String {
    complaint(text, error, Place::LineAndColumn)
}

/// A message of one line: what is wrong in a text, and where.
pub(super) fn complaint(text: &str, error: &toml::de::Error, place: Place) -> String {
    let words = in_our_words(error.message());
    // A mistake of the whole text, such as a missing field, has no place.
    let is_whole = |span: &Range<usize>| span.start == 0 && [0, text.len()].contains(&span.end);
    let span = error.span().filter(|span| !is_whole(span));
    let Some((span, before)) = span.and_then(|span| Some((span.clone(), text.get(..span.start)?)))
    else {
        return words;
    };
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    match place {
        Place::LineAndColumn => {
            let column = text[line_start..span.start].chars().count() + 1;
            format!("line {}, column {column}: {words}", before.matches('\n').count() + 1)
        }
        Place::LineItself => {
            let line = text[line_start..].lines().next().unwrap_or_default();
            format!("{words}, in '{}'", shown(line))
        }
    }
}

/// A message of the TOML parser on one line. Messages on unknown names are worded like all others of
/// Plywood, with a suggestion.
fn in_our_words(message: &str) -> String {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let kinds = [("unknown field ", "no field "), ("unknown variant ", "")];
    if let Some((_, ours)) = kinds.iter().find(|(theirs, _)| message.starts_with(theirs))
        && let Some(name) = quoted.next()
    {
        let known: Vec<&str> = quoted.collect();
        return format!("{ours}'{}': expected {}", shown(name), one_of(name, &known));
    }
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    spec! {
        #[allow(dead_code, reason = "read for the mistakes only")]
        struct Sample with Claims<String> {
            #[serde(default)]
            branching: Distinct<u16>,
        }
    }

    #[test]
    fn mistakes_are_named_with_their_place_and_what_was_expected() {
        for (text, by_number, by_line) in [
            (
                "kind = \"overhead\"\nbranchin = [2]",
                "line 2, column 1: no field 'branchin': expected kind, name, title, paper, headline, branching or \
                 paper_numbers; did you mean 'branching'?",
                "no field 'branchin': expected kind, name, title, paper, headline, branching or paper_numbers; did you \
                 mean 'branching'?, in 'branchin = [2]'",
            ),
            (
                "kind = \"overhead\"\ntext = \"t\"",
                "line 2, column 1: no field 'text': expected kind, name, title, paper, headline, branching or paper_numbers",
                "in 'text = \"t\"'",
            ),
            (
                "kind = \"overhed\"",
                "line 1, column 8: 'overhed': expected tournament, othello-tournament, match-grid, \
                 pairs-tournament, decision-quality, minimax-comparison, overhead, growth, widening, simulations, \
                 sorted-list, tempo or generators; did you mean 'overhead'?",
                "in 'kind = \"overhed\"'",
            ),
            (
                "kind = \"overhead\"\nbranching = [2, 3, 2]",
                "line 2, column 13: '2' is listed twice",
                "in 'branching = [2, 3, 2]'",
            ),
            ("branching = [2]", "missing field `kind`", "missing field `kind`"),
        ] {
            let error = toml::from_str::<Sample>(text).unwrap_err();
            let found = complaint(text, &error, Place::LineAndColumn);
            assert!(found.ends_with(by_number), "{found}");
            let found = complaint(text, &error, Place::LineItself);
            assert!(found.ends_with(by_line), "{found}");
        }
    }

    #[test]
    fn a_spec_keeps_its_text_and_has_a_page_with_its_title() {
        let text = "kind = \"overhead\"\nname = \"n\"\ntitle = \"t\"\npaper = \"p\"";
        let sample: Sample = read(text).unwrap();
        assert_eq!((sample.text.as_str(), sample.page().title.as_str()), (text, "p: t"));
        assert_eq!(sample.page().paper.as_deref(), Some("p"));
        let without = Sample { paper: NO_PAPER.into(), ..sample.clone() }.page();
        assert_eq!((without.title.as_str(), without.paper), ("t", None));
        assert!(sample.paper_numbers.claims.is_empty());
    }
}
