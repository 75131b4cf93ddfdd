//! Suggestions for misspelt names.

use std::cmp::Reverse;

/// The one of `names` that was probably meant: a few letters differ, or `name` is the beginning of
/// only that one.
///
/// ```
/// use plywood_games::nearest;
/// let limits = ["depth", "nodes", "evals", "time", "memory"];
/// assert_eq!(nearest("dept", limits), Some("depth"));
/// assert_eq!(nearest("mem", limits), Some("memory"));
/// assert_eq!(nearest("speed", limits), None);
/// ```
pub fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name: String = name.trim().chars().take(100).collect::<String>().to_lowercase();
    let names: Vec<&str> = names.into_iter().collect();
    let length = name.chars().count();
    let alike = names.iter().filter_map(|&candidate| {
        let there = candidate.to_lowercase();
        let distance = strsim::osa_distance(&name, &there);
        let likeness = (strsim::jaro_winkler(&name, &there) * 1e6) as u64;
        // A third of the letters may be wrong, but never all letters of a short word.
        let allowed = (length.max(there.chars().count()) / 3).min(length.saturating_sub(1));
        (distance <= allowed).then_some((distance, Reverse(likeness), candidate))
    });
    if let Some((.., candidate)) = alike.min() {
        return Some(candidate);
    }
    let mut longer = names.into_iter().filter(|there| there.to_lowercase().starts_with(&name));
    match (longer.next(), longer.next()) {
        (Some(candidate), None) if length >= 3 => Some(candidate),
        _ => None,
    }
}

/// The end of an error message: the `names` that were expected in place of `name`, and which one
/// was probably meant.
///
/// ```
/// use plywood_games::one_of;
/// assert_eq!(one_of("tru", &["true", "false"]), "true or false; did you mean 'true'?");
/// assert_eq!(one_of("1", &["auto", "always", "never"]), "auto, always or never");
/// ```
pub fn one_of(name: &str, names: &[&str]) -> String {
    let list = match names {
        [] => "nothing".to_string(),
        [only] => (*only).to_string(),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
    };
    list + &did_you_mean(name, names.iter().copied())
}

/// `; did you mean 'depth'?` if one of `names` is near, else nothing: the end of an error message.
///
/// ```
/// use plywood_games::did_you_mean;
/// assert_eq!(did_you_mean("chss", ["chess", "checkers"]), "; did you mean 'chess'?");
/// assert_eq!(did_you_mean("go", ["chess", "checkers"]), "");
/// ```
pub fn did_you_mean<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, names).map(|near| format!("; did you mean '{near}'?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::nearest;
    use crate::{BuiltIn, Game, GameList, GameVisitor};

    #[test]
    fn what_is_near_is_found_and_what_is_not_is_not() {
        #[derive(Default)]
        struct Names(Vec<&'static str>);

        impl GameVisitor for Names {
            fn visit<G: Game>(&mut self) {
                self.0.push(G::NAME);
            }
        }

        let mut names = Names::default();
        BuiltIn::each(&mut names);
        let games = names.0;
        for (name, near) in [
            ("chss", Some("chess")),
            ("Chess", Some("chess")),
            ("chekers", Some("checkers")),
            ("connect-4", Some("connect4")),
            ("connect", Some("connect4")),
            ("ohtello", Some("othello")),
            ("randomtree", Some("random-tree")),
            ("tre", Some("tree")),
            ("go", None),
            ("", None),
            ("t", None),
            ("halma", None),
            ("\u{1b}[2J", None),
        ] {
            assert_eq!(nearest(name, games.iter().copied()), near, "{name}");
        }
        assert_eq!(nearest("best", ["best-first", "best-first-extension"]), None, "either");
        assert_eq!(nearest(&"x".repeat(1_000_000), games), None);
    }
}
