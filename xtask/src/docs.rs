//! `cargo xtask docs`: documents and images generated from the registry, the catalogue of experiments and searches.

use crate::{Outcome, images, workspace};
use plywood_lab::papers::{CATALOGUE, open};
use plywood_lab::registry::{
    ALGORITHMS, Algorithm, Family, OptionInfo, PROOF_SEARCHES, ProofSearch, common_options, games,
};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PROFILES: [&str; 3] = ["smoke", "quick", "paper"];

/// Every generated document: its path in the workspace, and its text.
fn documents() -> Result<[(&'static str, String); 5], String> {
    Ok([
        (GUIDE, with_files(GUIDE)?),
        ("docs/algorithms.md", algorithms()),
        ("docs/commands.md", commands()),
        ("docs/games.md", games_text()),
        ("docs/experiments.md", experiments()?),
    ])
}

const GUIDE: &str = "docs/adding-an-algorithm.md";

/// A document with the present text of the files that it shows, between `<!-- file: PATH -->` and
/// `<!-- end -->`.
fn with_files(document: &str) -> Result<String, String> {
    let text = read(&workspace().join(document))?;
    let mut parts = text.split("<!-- file: ");
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (path, rest) = part.split_once(" -->").ok_or("a file without an end of its name")?;
        let (_, after) = rest.split_once("<!-- end -->").ok_or(format!("{path}: no end"))?;
        // The file is compiled and tested where it is.
        let code = read(&workspace().join(path))?;
        write!(out, "<!-- file: {path} -->\n```rust,ignore\n{code}```\n<!-- end -->{after}")
            .map_err(|e| e.to_string())?;
    }
    Ok(out)
}

/// Writes the documents that are not up to date.
pub fn write() -> Outcome {
    for (path, text) in documents()? {
        if !is_current(path, &text) {
            fs::write(workspace().join(path), text).map_err(|e| format!("{path}: {e}"))?;
            println!("xtask: wrote {path}");
        }
    }
    images::write()
}

/// Fails if a document or an image is not up to date, a link leads nowhere, or the index does not list a page.
pub fn check() -> Outcome {
    broken_links()?;
    unlisted_pages()?;
    let stale = documents()?.into_iter().filter(|(path, text)| !is_current(path, text));
    let mut stale: Vec<String> = stale.map(|(path, _)| path.to_string()).collect();
    stale.extend(images::stale()?);
    if stale.is_empty() {
        return Ok(());
    }
    Err(format!("not up to date: {}: run `cargo xtask docs` and commit", stale.join(", ")))
}

/// The pages of the repository.
fn pages() -> Result<Vec<PathBuf>, String> {
    let listed = Command::new("git").args(["ls-files", "*.md"]).current_dir(workspace()).output();
    let listed = listed.map_err(|e| format!("git ls-files: {e}"))?;
    Ok(String::from_utf8_lossy(&listed.stdout).lines().map(PathBuf::from).collect())
}

/// Fails if a link to a file of the repository, or to a heading in a page, leads nowhere.
fn broken_links() -> Outcome {
    for page in pages()? {
        let page = workspace().join(page);
        let text = read(&page)?;
        for link in text.split("](").skip(1) {
            let Some((link, _)) = link.split_once(')') else { continue };
            if link.contains([':', ' ', '\n']) {
                continue;
            }
            let (target, heading) = link.split_once('#').unwrap_or((link, ""));
            let file = if target.is_empty() { page.clone() } else { page.with_file_name(target) };
            let is_page = file.extension().is_some_and(|extension| extension == "md");
            let found = match is_page && !heading.is_empty() {
                true => file.exists() && headings(&read(&file)?).iter().any(|it| it == heading),
                false => file.exists(),
            };
            if !found {
                return Err(format!("{}: the link to '{link}' leads nowhere", page.display()));
            }
        }
    }
    Ok(())
}

/// Fails if the index of the documents does not list a page that stands next to it.
fn unlisted_pages() -> Outcome {
    let index = read(&workspace().join("docs/README.md"))?;
    for page in pages()?.iter().filter_map(|page| page.strip_prefix("docs").ok()) {
        let name = page.display().to_string();
        if name != "README.md" && !index.contains(&format!("({name})")) {
            return Err(format!("docs/README.md: expected a link to {name}"));
        }
    }
    Ok(())
}

/// The text of a file. A checkout may have changed its line ends to CR LF.
fn read(path: &Path) -> Result<String, String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(text.replace("\r\n", "\n"))
}

/// The anchors of the headings of a page.
fn headings(text: &str) -> Vec<String> {
    let anchor = |heading: &str| {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    };
    let lines = text.lines().filter(|line| line.starts_with('#'));
    lines.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

pub fn is_current(path: &str, text: &str) -> bool {
    read(&workspace().join(path)).is_ok_and(|there| there == text)
}

/// The head of a document, which says where it comes from.
fn head(title: &str) -> String {
    format!("# {title}\n\n<!-- Written by `cargo xtask docs`. Do not edit. -->\n")
}

/// A row of a table.
fn row<T: AsRef<str>>(out: &mut String, cells: impl IntoIterator<Item = T>) {
    for cell in cells {
        out.push_str("| ");
        out.push_str(&cell.as_ref().replace('|', "\\|"));
        out.push(' ');
    }
    out.push_str("|\n");
}

/// The first two rows of a table.
fn columns(out: &mut String, names: &[&str]) {
    out.push('\n');
    row(out, names);
    row(out, names.iter().map(|_| "---"));
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

fn algorithms() -> String {
    let mut out = head("Algorithms");
    out.push_str(
        "
Here are all algorithms of Plywood, with their papers and options. `plywood algorithms NAME` prints the options of one:

```sh
plywood algorithms mtdf
plywood search othello --algorithm mtdf --set first-guess=two-back --depth 8
```

The name is the value of `--algorithm`, and the first part of a player such as `best-first-saved-tree,depth=17`. *Exact*
means that the value is the minimax value at the search depth. *Memory* is what the algorithm stores: the current line,
the current line with the siblings of its nodes, a tree of 12 bytes per node, or a table of 24 bytes per position.
*Capped* means that the search continues when the memory of its budget is full.
",
    );
    for family in Family::ALL {
        let members: Vec<_> =
            ALGORITHMS.iter().copied().filter(|algorithm| algorithm.family == family).collect();
        if members.is_empty() {
            continue;
        }
        let _ = write!(out, "\n## {}\n", family.title());
        columns(&mut out, &["Name", "What it does", "Paper", "Exact", "Memory"]);
        for Algorithm { name, summary, paper, exact, memory, .. } in members {
            let name = format!("[`{name}`](#{name})");
            let exact = if *exact { "yes" } else { "no" };
            row(&mut out, [name.as_str(), summary, paper, exact, memory]);
        }
    }
    out.push_str(
        "\n## Proof search\n\nThese answer [questions](goals.md): `plywood solve --goal`.\n",
    );
    columns(&mut out, &["Name", "What it does", "Paper", "Memory"]);
    for ProofSearch { name, summary, paper, memory, .. } in &PROOF_SEARCHES {
        row(&mut out, [format!("[`{name}`](#{name})").as_str(), summary, paper, memory]);
    }
    out.push_str(
        "\nThe papers are listed in [references.md](references.md). Options are set with
`--set name=value`.\n",
    );
    out.push_str("\n## Options\n");
    let mut section = |title: &str, options: Vec<OptionInfo>| {
        let _ = write!(out, "\n### {title}\n");
        columns(&mut out, &["Option", "Values", "Default", "What it does"]);
        for option in options {
            let name = code(&option.name);
            let values = option.values();
            row(&mut out, [name, values, option.value, option.summary]);
        }
    };
    section("All algorithms, if the game supports the option", common_options());
    for algorithm in ALGORITHMS.iter() {
        section(algorithm.name, algorithm.options());
    }
    for search in &PROOF_SEARCHES {
        section(search.name, search.options());
    }
    out
}

fn commands() -> String {
    let mut out = head("Commands");
    out.push_str(
        "
Here is every command of Plywood, with examples that you can copy. `plywood help COMMAND` prints the same text, and
`plywood completions SHELL` prints completions for your shell:

```sh
plywood help search
source <(plywood completions bash)
```
",
    );
    out.push_str(&plywood_cli::reference());
    out
}

fn games_text() -> String {
    let mut out = head("Games");
    out.push_str(
        "
Here are all games of Plywood, with the notations of their positions, their evaluations and their questions. `plywood
games NAME` prints the same for one game:

```sh
plywood games chess
plywood analyze chess --position 'e4 e5 Nf3' --time 2s
```

How to add a game: [bring-your-own-game.md](bring-your-own-game.md).
",
    );
    columns(&mut out, &["Name", "The game"]);
    for game in games() {
        row(&mut out, [format!("[`{0}`](#{0})", game.name).as_str(), game.summary]);
    }
    out.push_str(
        "
Go is not searched like these games, but [captures of strings](go-capture.md) are, and `plywood gtp` [plays it](gtp.md).
",
    );
    for game in games() {
        let _ = write!(out, "\n## {}\n\nA position (`--position`) is one of these:\n\n", game.name);
        for form in game.position.split(", or ") {
            let _ = writeln!(out, "- {form}");
        }
        if !game.evaluations.is_empty() {
            columns(&mut out, &["`--set eval=`", "The evaluation"]);
        }
        for (index, (name, summary)) in game.evaluations.iter().enumerate() {
            let default = if index == 0 { " (default)" } else { "" };
            row(&mut out, [format!("{}{default}", code(name)), summary.to_string()]);
        }
        columns(&mut out, &["`solve --goal`", "The question", "Strategies"]);
        for goal in game.goals() {
            let strategies: Vec<_> = goal.strategies().iter().map(|name| code(name)).collect();
            row(&mut out, [code(goal.name()), goal.summary().into(), strategies.join(", ")]);
        }
        if let Some(format) = game.records {
            let _ = writeln!(out, "\nRecords of games are `.{format}` files.");
        }
    }
    out
}

fn experiments() -> Result<String, String> {
    let mut out = head("Experiments");
    out.push_str(
        "
Here are all experiments, with links to pages that say what the paper did, how Plywood reads what the paper leaves open,
and what is reproduced. A run ends with a page that shows the paper's numbers next to the measured ones. This one takes
a few seconds:

```sh
plywood experiment run korf-1992-overhead
```

`plywood experiment run papers` runs all experiments.

A profile is a size: `smoke` checks that everything works, `quick` shows the shape of the result, and `paper` has
the paper's number of games or trees. The seeds of a profile are the seeds of its games or trees.
",
    );
    for entries in CATALOGUE.chunk_by(|one, next| one.source == next.source) {
        let _ = write!(out, "\n## {}\n", entries[0].source);
        columns(&mut out, &["Name", "What it measures", "Where", "Seeds: smoke", "quick", "paper"]);
        for entry in entries {
            let name = entry.name;
            let mut cells = vec![
                format!("[`{name}`](../crates/lab/experiments/{name}/README.md)"),
                entry.title(),
                entry.paper(),
            ];
            for profile in PROFILES {
                let experiment = open(name, profile).map_err(|e| format!("{name}: {e}"))?;
                cells.push(experiment.seeds());
            }
            row(&mut out, cells);
        }
    }
    Ok(out)
}
