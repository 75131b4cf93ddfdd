//! `cargo xtask mentions`: where the code names a game outside the folder of that game.
//!
//! A new game is its folder and an edit in each of three files. Code that names games elsewhere would have to be
//! changed as well, and is easily forgotten.

use crate::source::{Part, parts, sources};
use crate::{Outcome, workspace};
use plywood_games::{BuiltIn, Game, GameList, GameVisitor};
use std::any::type_name;

/// A game as code names it.
struct Named {
    /// Its module in `plywood-games`, which is its folder.
    module: String,
    /// Its type.
    kind: String,
    /// Its name on the command line.
    name: String,
}

/// Names that are ordinary words: in texts they count only where the whole text is the name.
const ORDINARY: [&str; 1] = ["tree"];

/// The lists of games, and experiments, which are about certain games.
const EXEMPT: [&str; 3] =
    ["crates/games/src/lib.rs", "crates/games/src/table.rs", "crates/lab/src/papers/"];

/// Files and folders that name games, in groups by the reason. An entry that is not needed fails.
const KNOWN: &[(&str, &[(&str, &str)])] = &[
    (
        "a protocol of one game",
        &[
            ("crates/cli/src/commands/nboard.rs", "othello"),
            ("crates/cli/src/commands/uci.rs", "chess"),
            ("crates/lab/src/engines/nboard.rs", "othello"),
            ("crates/lab/src/engines/uci.rs", "chess"),
            ("crates/protocols/src/engine/gtp.rs", "othello"),
            ("crates/protocols/src/engine/nboard.rs", "othello"),
            ("crates/protocols/src/engine/uci.rs", "chess"),
            ("crates/protocols/src/nboard/", "othello"),
            ("crates/protocols/src/uci/", "chess"),
        ],
    ),
    (
        "examples of command lines, and commands for certain games",
        &[
            ("crates/cli/src/commands/analyze.rs", "chess connect4 othello"),
            ("crates/cli/src/commands/export.rs", "connect4 random-tree"),
            ("crates/cli/src/commands/games.rs", "chess"),
            ("crates/cli/src/commands/matches.rs", "chess connect4 othello random-tree"),
            ("crates/cli/src/commands/perft.rs", "connect4 othello"),
            ("crates/cli/src/commands/picture.rs", "connect4 othello random-tree"),
            ("crates/cli/src/commands/play/mod.rs", "checkers chess connect4 othello random-tree"),
            ("crates/cli/src/commands/review.rs", "chess othello"),
            ("crates/cli/src/commands/search.rs", "chess connect4 othello random-tree"),
            ("crates/cli/src/commands/solve.rs", "chess connect4 othello"),
            ("crates/cli/src/commands/tournament/mod.rs", "chess connect4"),
            ("crates/cli/src/commands/trace.rs", "connect4"),
            ("crates/cli/src/commands/train.rs", "chess othello"),
            ("crates/cli/src/help.rs", "chess connect4 othello"),
        ],
    ),
    (
        "trees for people who compare searches",
        &[("crates/play/src/session.rs", "random-tree tree")],
    ),
    (
        "what can be trained, and how",
        &[("crates/lab/src/train/", "amazons checkers chess othello")],
    ),
    (
        "another tree",
        &[
            ("crates/cli/src/commands/picture.rs", "tree"),
            ("crates/lab/src/picture/png.rs", "tree"),
            ("crates/play/src/picture/mod.rs", "tree"),
            ("crates/plywood/src/", "tree"),
        ],
    ),
];

/// Prints every place that names a game outside its folder, and fails where one is not listed.
pub fn run() -> Outcome {
    for (path, name, lines) in mentions()? {
        let lines: Vec<_> = lines.iter().map(usize::to_string).collect();
        println!("{path}: {name} in line {}", lines.join(", "));
    }
    check()
}

/// Fails on a place that names a game and is not listed, and on a listed one that does not.
pub fn check() -> Outcome {
    let known = KNOWN.iter().flat_map(|(_, known)| known.iter());
    let known = known.flat_map(|(path, games)| games.split(' ').map(move |game| (*path, game)));
    let known: Vec<(&str, &str)> = known.collect();
    let (mut gone, mut wrong) = (known.clone(), Vec::new());
    for (path, name, lines) in mentions()? {
        let is_known = |(known, game): &(&str, &str)| path.starts_with(known) && *game == name;
        gone.retain(|entry| !is_known(entry));
        if !known.iter().any(is_known) {
            wrong.push(format!("{path}:{}: names {name}", lines[0]));
        }
    }
    wrong.extend(gone.iter().map(|(path, game)| format!("{path}: does not name {game} any more")));
    if wrong.is_empty() {
        return Ok(());
    }
    wrong.iter().for_each(|line| println!("{line}"));
    Err("the places that name games are not those of xtask/src/mentions.rs. A new game must need its own \
         folder and one line in each of three files"
        .into())
}

/// Files, games that they name, and in which lines.
fn mentions() -> Result<Vec<(String, String, Vec<usize>)>, String> {
    let mut games = Games::default();
    BuiltIn::each(&mut games);
    let mut mentions = Vec::new();
    for folder in ["plywood", "games", "protocols", "registry", "play", "lab", "cli"] {
        let folder = format!("crates/{folder}/src/");
        for source in sources(&workspace().join(&folder))? {
            let path = format!("{folder}{}", source.path.display());
            if EXEMPT.iter().any(|exempt| path.starts_with(exempt)) {
                continue;
            }
            for game in &games.0 {
                let lines = game.lines(&source.code);
                if !path.starts_with(&game.folder()) && !lines.is_empty() {
                    mentions.push((path.clone(), game.name.clone(), lines));
                }
            }
        }
    }
    Ok(mentions)
}

/// The games that come with Plywood.
#[derive(Default)]
struct Games(Vec<Named>);

impl GameVisitor for Games {
    fn visit<G: Game>(&mut self) {
        // `plywood_games::chess::Chess`, or with a module within that of the game.
        let path: Vec<&str> = type_name::<G>().split("::").collect();
        if let [_, module, .., kind] = path[..]
            && G::LISTED
        {
            let [module, kind, name] = [module, kind, G::NAME].map(str::to_string);
            self.0.push(Named { module, kind, name });
        }
    }
}

impl Named {
    fn folder(&self) -> String {
        format!("crates/games/src/{}/", self.module)
    }

    /// The lines of a code that name the game.
    fn lines(&self, code: &str) -> Vec<usize> {
        let (mut line, mut lines) = (1, Vec::new());
        for (part, piece) in parts(code) {
            for text in piece.split_inclusive('\n') {
                let names = match part {
                    Part::Code => self.is_in_code(text),
                    Part::Literal => self.is_in_text(text),
                    Part::Comment => false,
                };
                if names && lines.last() != Some(&line) {
                    lines.push(line);
                }
                line += usize::from(text.ends_with('\n'));
            }
        }
        lines
    }

    fn is_in_code(&self, code: &str) -> bool {
        let is_module = |at: usize, before: &str| {
            let after = &code[at + self.module.len()..];
            let path = after.starts_with("::") || before.ends_with("::");
            let listed = before.ends_with([' ', '{']) && after.starts_with([',', '}']);
            path || before.ends_with("mod ") || listed && !ORDINARY.contains(&&*self.name)
        };
        words(code, &self.kind).next().is_some()
            || words(code, &self.module).any(|at| is_module(at, &code[..at]))
    }

    fn is_in_text(&self, literal: &str) -> bool {
        match ORDINARY.contains(&&*self.name) {
            true => literal.trim_matches(['r', '#', '"']) == self.name,
            false => words(&literal.to_lowercase(), &self.name).next().is_some(),
        }
    }
}

/// Where a word stands in a text.
fn words<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let is_whole = move |at: &usize| {
        !text[..*at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part)
    };
    text.match_indices(word).map(|(at, _)| at).filter(is_whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_types_and_names_are_found() {
        let named = |module: &str, kind: &str, name: &str| {
            let [module, kind, name] = [module, kind, name].map(str::to_string);
            Named { module, kind, name }
        };
        let chess = named("chess", "Chess", "chess");
        let code = "use a::chess::B;\nmod chess;\nuse c::{d, chess};\nlet e: Chess;\nf(\"Chess, \\\n    too\");\n";
        assert_eq!(chess.lines(code), [1, 2, 3, 4, 5]);
        let others = "use g::ChessClock;\nuse h::i_chess;\n// Chess\nf(\"chess-clock\");";
        assert!(chess.lines(others).is_empty());
        let tree = named("tree", "Tree", "tree");
        let code = "use a::tree::B;\nlet tree = f(tree, tree);\nf(\"a tree\");\nf(\"tree\");\nuse c::TreeOf;\n";
        assert_eq!(tree.lines(code), [1, 4]);
    }
}
