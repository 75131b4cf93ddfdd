//! The modules of the library use each other in one direction: there are no cycles, neither between
//! files nor between the modules that `lib.rs` lists.
//!
//! A module uses another one if it names one of its items, in a `use` or by its path. An item that is
//! re-exported counts for the module that defines it. A re-export counts as a use, unless a module
//! re-exports what its own children define.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The names that lead to a module: `["search", "mtdf"]`. The crate itself has none.
type Names = Vec<String>;

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
    fn parse(text: &str) -> Module {
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let code = text.lines().map(|line| line.split("//").next().unwrap_or_default());
        let mut module = Module::default();
        let mut declaration = String::new();
        for line in code {
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
    fn read(&mut self, folder: &Path, parent: &Names) {
        for file in std::fs::read_dir(folder).expect("a folder of sources") {
            let path = file.expect("a file").path();
            let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_string();
            let module = match stem.as_str() {
                "tests" => continue,
                "lib" | "mod" => parent.clone(),
                _ => [parent.as_slice(), &[stem]].concat(),
            };
            if path.is_dir() {
                self.read(&path, &module);
            } else {
                let text = std::fs::read_to_string(&path).expect("a source");
                self.0.insert(module, Module::parse(&text));
            }
        }
    }

    /// The path from the crate, if it is one of the crate's.
    fn resolved_from_crate(&self, module: &Names, path: &Names) -> Option<Names> {
        let supers = path.iter().take_while(|name| *name == "super").count();
        let child = [module.as_slice(), &path[..1]].concat();
        match path[0].as_str() {
            "crate" => Some(path[1..].to_vec()),
            "super" => Some([&module[..module.len() - supers], &path[supers..]].concat()),
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

    /// For each module the modules that it uses.
    fn graph(&self) -> BTreeMap<Names, BTreeSet<Names>> {
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

/// What is left of a graph when modules that use nothing that is left are taken away, again and again:
/// the cycles, and what uses them.
fn cycles(mut graph: BTreeMap<Names, BTreeSet<Names>>) -> BTreeMap<Names, BTreeSet<Names>> {
    loop {
        let left: BTreeSet<Names> = graph.keys().cloned().collect();
        graph.values_mut().for_each(|used| used.retain(|module| left.contains(module)));
        graph.retain(|_, used| !used.is_empty());
        if graph.len() == left.len() {
            return graph;
        }
    }
}

/// The graph of the modules that `lib.rs` lists.
fn of_top_modules(graph: &BTreeMap<Names, BTreeSet<Names>>) -> BTreeMap<Names, BTreeSet<Names>> {
    let mut top: BTreeMap<Names, BTreeSet<Names>> = BTreeMap::new();
    for (module, used) in graph.iter().filter(|(module, _)| !module.is_empty()) {
        let others = used.iter().map(|used| used[..1].to_vec()).filter(|used| used[0] != module[0]);
        top.entry(module[..1].to_vec()).or_default().extend(others);
    }
    top
}

#[test]
fn no_module_uses_itself_by_way_of_others() {
    let mut library = Library(BTreeMap::new());
    library.read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &Vec::new());
    let graph = library.graph();
    // By a re-export of the crate, by `super`, and by a path in the code of a macro.
    for (module, used) in [
        ("memory::table::bounds", "window"),
        ("search::mtdf", "search::mt"),
        ("search::interface", "search::context"),
        ("kit", "search::lines"),
    ] {
        assert!(graph[&names(module)].contains(&names(used)), "{module} uses {used}");
    }
    assert_eq!(cycles(graph.clone()), BTreeMap::new(), "cycles between files, and what uses them");
    assert_eq!(cycles(of_top_modules(&graph)), BTreeMap::new(), "cycles between modules");
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
    let parsed = sources.map(|(name, text)| (names(name), Module::parse(text)));
    let root = (Vec::new(), Module::parse("pub use b::B;"));
    let library = Library(parsed.into_iter().chain([root]).collect());
    let graph = library.graph();
    let found: Vec<_> = cycles(graph.clone()).into_keys().map(|name| name.join("::")).collect();
    assert_eq!(found, ["a", "b", "c::d", "e"]);
    let top: Vec<_> = cycles(of_top_modules(&graph)).into_keys().flatten().collect();
    assert_eq!(top, ["a", "b", "c", "e", "f"]);
}
