//! `cargo xtask modules`: the modules of each crate and what they use of each other, without cycles.
//!
//! A module uses another one if it names one of its items, in a `use` or by its path. An item that is
//! re-exported counts for the module that defines it. A re-export counts as a use, unless a module
//! re-exports what its own children define.

use crate::source::{Source, sources};
use crate::{Outcome, arrows, workspace};
use std::collections::{BTreeMap, BTreeSet};

/// The crates whose modules are checked.
const CRATES: [&str; 7] = ["plywood", "games", "protocols", "registry", "play", "lab", "cli"];

/// Cycles that still exist, between files or between the modules that `lib.rs` lists: a crate and modules that use each
/// other. A cycle that is gone, or has more or fewer modules, must be taken from this list.
const KNOWN: &[(&str, &str)] = &[
    ("games", "checkers checkers::moves"),
    ("games", "checkers::files checkers::notation checkers::pdn"),
    ("games", "files transcript"),
    ("games", "go::capture go::capture::full_width"),
    ("games", "go::capture::exhaustive go::capture::solver"),
    ("games", "go::sgf::read go::text"),
    ("games", "gomoku::notation gomoku::sgf"),
    ("games", "othello othello::bits"),
    ("games", "othello::files othello::ggf othello::notation"),
    (
        "games",
        "othello::solver othello::solver::cpu othello::solver::deep \
         othello::solver::last othello::solver::order othello::solver::root \
         othello::solver::simple",
    ),
    ("games", "phutball phutball::chains"),
    ("protocols", "engine engine::gtp engine::nboard engine::process engine::uci"),
    ("protocols", "gtp::game gtp::server gtp::setup gtp::strings"),
    ("registry", "algorithms common configuration fresh outside player searches"),
    ("lab", "experiment::job experiment::progress"),
    ("lab", "experiment::journal experiment::journal::scan"),
    ("lab", "generate generate::collection generate::go_capture"),
    ("lab", "papers tournament"),
    ("lab", "papers::decision_quality papers::decision_quality::lead"),
    ("lab", "papers::equal_cost papers::equal_cost::claims"),
    ("lab", "papers::growth papers::growth::claims papers::growth::spec"),
    ("lab", "papers::index papers::runs"),
    (
        "lab",
        "papers::match_grid papers::match_grid::cell papers::match_grid::claims \
         papers::match_grid::spec papers::match_grid::tree_claims \
         papers::match_grid::trees",
    ),
    (
        "lab",
        "papers::minimax_comparison::claims papers::minimax_comparison::course \
         papers::minimax_comparison::spec papers::minimax_comparison::tables",
    ),
    ("lab", "papers::overhead papers::overhead::timing"),
    (
        "lab",
        "papers::simulations papers::simulations::claims papers::simulations::ladder \
         papers::simulations::measures",
    ),
    ("lab", "papers::sorted_list papers::sorted_list::claims"),
    (
        "lab",
        "papers::widening papers::widening::claims papers::widening::spec \
         papers::widening::timing",
    ),
    ("lab", "papers::widening::go_capture papers::widening::phutball papers::widening::problems"),
    ("lab", "report::svg report::svg::frame"),
    ("lab", "train::othello train::othello::play"),
    ("cli", "answer args commands games_file player solved tournament_args"),
    ("cli", "answer args commands::captures commands::solve player solved"),
];

/// The names that lead to a module: `["search", "mtdf"]`. The crate itself has none.
type Names = Vec<String>;

/// For each module the modules that it uses.
type Graph = BTreeMap<Names, BTreeSet<Names>>;

#[derive(Default)]
struct Module {
    /// The paths of `use` declarations, and the paths elsewhere in the code.
    uses: Vec<Names>,
    /// Names that are re-exported, and their paths.
    exports: Vec<(String, Names)>,
}

struct Library(BTreeMap<Names, Module>);

fn names(path: &str) -> Names {
    path.split("::").map(|name| name.trim().to_string()).collect()
}

/// The paths of a `use` declaration, each with the name that it introduces.
fn expand(tree: &str) -> Vec<(String, Names)> {
    let Some((prefix, rest)) = tree.split_once('{') else {
        let (path, alias) = tree.split_once(" as ").unwrap_or((tree, tree));
        let alias = names(alias).pop().unwrap_or_default();
        return vec![(alias, names(path))];
    };
    let inner = rest.trim_end().strip_suffix('}').expect("a closing brace");
    let (mut depth, mut begin, mut paths) = (0, 0, Vec::new());
    for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                let part = inner[begin..at].trim();
                if !part.is_empty() {
                    paths.extend(expand(&format!("{prefix}{part}")));
                }
                begin = at + 1;
            }
            _ => {}
        }
    }
    paths
}

/// The paths that begin with `crate` or `super`.
fn inline_paths(code: &str) -> Vec<Names> {
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let words = code.split(|c| !is_path(c));
    let relative = |word: &&str| word.starts_with("crate::") || word.starts_with("super::");
    words.filter(relative).map(|word| names(word.trim_end_matches(':'))).collect()
}

impl Module {
    fn parse(code: &str) -> Module {
        let mut module = Module::default();
        let mut declaration = String::new();
        for line in code.lines() {
            let words = line.trim();
            let declares = |start: &str| words.starts_with(start);
            let begins = declares("use ") || declares("pub use ") || declares("pub(");
            if declaration.is_empty() && !(begins && words.contains("use ")) {
                module.uses.extend(inline_paths(line));
                continue;
            }
            declaration += words;
            if let Some(whole) = declaration.strip_suffix(';') {
                let (visible, tree) = whole.split_once("use ").expect("a use declaration");
                for (name, path) in expand(tree) {
                    match visible {
                        "" => module.uses.push(path),
                        _ => module.exports.push((name, path)),
                    }
                }
                declaration.clear();
            }
        }
        module
    }
}

impl Library {
    fn of(sources: &[Source]) -> Library {
        let mut modules = BTreeMap::new();
        for source in sources {
            // A program and a library of one crate have one root.
            let parsed = Module::parse(&source.code);
            let module: &mut Module = modules.entry(source.module.clone()).or_default();
            module.uses.extend(parsed.uses);
            module.exports.extend(parsed.exports);
        }
        Library(modules)
    }

    /// The path from the crate, if it is one of the crate's.
    fn resolved_from_crate(&self, module: &Names, path: &Names) -> Option<Names> {
        let supers = path.iter().take_while(|name| *name == "super").count();
        let child = [module.as_slice(), &path[..1]].concat();
        match path[0].as_str() {
            "crate" => Some(path[1..].to_vec()),
            // Inside a block of its own a module may have more parents than it has as a file.
            "super" => {
                Some([&module[..module.len().checked_sub(supers)?], &path[supers..]].concat())
            }
            "self" => Some([module, &path[1..]].concat()),
            _ => self.0.contains_key(&child).then(|| [module.as_slice(), path].concat()),
        }
    }

    /// The module that defines the item of a path from the crate.
    fn defining(&self, path: &Names) -> Names {
        let lengths = (0..=path.len()).rev();
        let mut prefixes = lengths.map(|length| path[..length].to_vec());
        let module = prefixes.find(|prefix| self.0.contains_key(prefix)).expect("the crate");
        let Some(item) = path.get(module.len()) else { return module };
        let export = self.0[&module].exports.iter().find(|(name, _)| name == item);
        let whole = export.and_then(|(_, path)| self.resolved_from_crate(&module, path));
        whole.map_or(module, |whole| self.defining(&whole))
    }

    fn graph(&self) -> Graph {
        let used = |(name, module): (&Names, &Module)| {
            let exported = module.exports.iter().map(|(_, path)| path);
            let targets =
                |path| self.resolved_from_crate(name, path).map(|path| self.defining(&path));
            let uses = module.uses.iter().filter_map(targets);
            let exports = exported.filter_map(targets).filter(|target| !target.starts_with(name));
            // The crate itself has only macros and re-exports.
            let others = uses.chain(exports).filter(|target| target != name && !target.is_empty());
            (name.clone(), others.collect())
        };
        self.0.iter().map(used).collect()
    }
}

/// The modules that `module` uses, directly or by way of others.
fn reached<'a>(graph: &'a Graph, module: &'a Names) -> BTreeSet<&'a Names> {
    let (mut reached, mut left) = (BTreeSet::new(), vec![module]);
    while let Some(module) = left.pop() {
        let used = graph.get(module).into_iter().flatten();
        left.extend(used.filter(|&used| reached.insert(used)));
    }
    reached
}

/// The modules that use themselves by way of others, in groups of those that use each other.
fn cycles(graph: &Graph) -> Vec<BTreeSet<Names>> {
    let reached: BTreeMap<_, _> =
        graph.keys().map(|module| (module, reached(graph, module))).collect();
    let mut cycles: Vec<BTreeSet<Names>> = Vec::new();
    for (&module, used) in &reached {
        if used.contains(module) && cycles.iter().all(|cycle| !cycle.contains(module)) {
            let back = used.iter().filter(|&used| reached[used].contains(module));
            cycles.push(back.map(|&module| module.clone()).collect());
        }
    }
    cycles
}

/// The graph of the modules that `lib.rs` lists.
fn of_top_modules(graph: &Graph) -> Graph {
    let mut top = Graph::new();
    for (module, used) in graph.iter().filter(|(module, _)| !module.is_empty()) {
        let others = used.iter().map(|used| used[..1].to_vec()).filter(|used| used[0] != module[0]);
        top.entry(module[..1].to_vec()).or_default().extend(others);
    }
    top
}

/// The cycles between the files of a crate, and between the modules that `lib.rs` lists.
fn all_cycles(graph: &Graph) -> BTreeSet<String> {
    let cycles = [cycles(graph), cycles(&of_top_modules(graph))].concat();
    let shown = |cycle: &BTreeSet<Names>| {
        cycle.iter().map(|module| module.join("::")).collect::<Vec<_>>().join(" ")
    };
    cycles.iter().map(shown).collect()
}

/// Prints the modules of each crate that `lib.rs` lists, each with those that it uses, and fails on a cycle.
pub fn run() -> Outcome {
    for name in CRATES {
        println!("{name}");
        let mut left = of_top_modules(&graph(name)?);
        // Modules that use nothing that is left to print come first. A known cycle is printed as a whole.
        while !left.is_empty() {
            let waits = |used: &BTreeSet<Names>| used.iter().any(|used| left.contains_key(used));
            let (mut next, waiting): (Graph, Graph) =
                left.clone().into_iter().partition(|(_, used)| !waits(used));
            left = waiting;
            if next.is_empty() {
                next = std::mem::take(&mut left);
            }
            for (module, used) in next {
                let used: Vec<_> = used.into_iter().flatten().collect();
                println!("  {:20} {}", module.concat(), used.join(" "));
            }
        }
    }
    check()
}

fn graph(name: &str) -> Result<Graph, String> {
    let folder = workspace().join("crates").join(name).join("src");
    Ok(Library::of(&sources(&folder)?).graph())
}

/// Fails on a cycle between modules that is not known, and on a known one that is gone.
pub fn check() -> Outcome {
    let (mut found, mut known) = (BTreeSet::new(), BTreeSet::new());
    for name in CRATES {
        found.extend(all_cycles(&graph(name)?).into_iter().map(|cycle| (name, cycle)));
        let listed = KNOWN.iter().filter(|(listed, _)| *listed == name);
        known.extend(listed.map(|&(_, cycle)| (name, cycle.to_string())));
    }
    if found == known {
        return arrows::check();
    }
    found.difference(&known).for_each(|(name, cycle)| println!("a new cycle in {name}: {cycle}"));
    known.difference(&found).for_each(|(name, cycle)| println!("no cycle in {name}: {cycle}"));
    Err("the cycles between modules are not those of xtask/src/modules.rs. Modules use each other in one direction".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Code;

    #[test]
    fn uses_are_seen_through_re_exports_and_macros() {
        let graph = graph("plywood").unwrap();
        // By a re-export of the crate, by `super`, and by a path in the code of a macro.
        for (module, used) in [
            ("memory::table::bounds", "window"),
            ("search::mtdf", "search::mt"),
            ("search::interface", "search::context"),
            ("kit", "search::lines"),
        ] {
            assert!(graph[&names(module)].contains(&names(used)), "{module} uses {used}");
        }
    }

    #[test]
    fn a_cycle_is_found() {
        let sources = [
            ("a", "use crate::B;\nuse std::fmt;"),
            ("b", "use super::c::{\n    C,\n    d::D,\n};\npub struct B;"),
            ("c", "pub mod d;\npub use d::D;\npub struct C;"),
            ("c::d", "pub struct D;\nfn f() { crate::a::f() }"),
            ("e", "use crate::a; // use crate::e::f;"),
            ("f", "use crate::c::C;"),
        ];
        let parsed = sources.map(|(name, text)| (names(name), Module::parse(&Code::of(text).text)));
        let root = (Vec::new(), Module::parse("pub use b::B;"));
        let library = Library(parsed.into_iter().chain([root]).collect());
        let found: Vec<_> = all_cycles(&library.graph()).into_iter().collect();
        assert_eq!(found, ["a b c", "a b c::d"]);
    }
}
