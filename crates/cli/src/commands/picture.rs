//! `plywood picture`

use super::search::SearchArgs;
use crate::args::check_place;
use crate::failure::Failure;
use plywood::Budget;
use plywood::kit::Options;
use plywood_lab::Error;
use plywood_lab::experiment::replace_file;
use plywood_lab::picture::{Caption, Picture, PictureFormat, PictureKind};
use plywood_lab::registry::{GameEntry, is_limited, limits};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The number of nodes of a search without a limit.
const DEFAULT_NODES: u64 = 1_000_000;

/// Draw how a search grows its tree
#[derive(clap::Args)]
#[command(after_help = "\
The picture has three columns, with one row per expansion from top to bottom. Left: the share of nodes under \
each root child. Middle: the root children by value and, in a search by swings, by swing; the one that the \
search descended into is filled. Right: the share of nodes at each depth. With '--kind tree', the picture is \
the tree at the end: each node is as wide as its subtree is large. docs/pictures.md describes both.

The algorithm must keep a tree in memory, as best-first searches, least-certainty and alpha-beta-saved-tree \
do. A search without a limit on nodes, evaluations or time ends after 1,000,000 nodes. Ctrl-C stops the search \
and draws what there is.

Examples:
  plywood picture random-tree --position branching=5 --algorithm least-certainty --nodes 400 --out lcf.svg
  plywood picture othello --algorithm best-first-saved-tree --nodes 2k --out search.png --out search.csv
  plywood picture connect4 --algorithm best-first --nodes 5k --kind tree --out tree.svg")]
pub(crate) struct Args {
    #[command(flatten)]
    what: SearchArgs,
    /// What to draw: growth, the three columns, or tree, the tree at the end
    #[arg(long, value_name = "KIND", default_value = PictureKind::NAMES[0])]
    kind: String,
    /// Write FILE: a drawing (.svg, .png) or the numbers of all expansions (.csv); may be repeated
    #[arg(long, value_name = "FILE", required = true)]
    out: Vec<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    overwrite: bool,
}

/// What to do where PNG was left out of the build.
fn no_png(path: &Path) -> Error {
    Error::input(format!(
        "--out {}: this build cannot write PNG: expected {}, or a build with \
         'cargo install --path crates/cli --features png'",
        path.display(),
        path.with_extension("svg").display()
    ))
}

pub(crate) fn run(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let kind = PictureKind::parse(&args.kind)?;
    let mut files = Vec::new();
    for path in &args.out {
        let Some(format) = PictureFormat::of(path) else {
            return Err(Error::input(format!(
                "--out {}: expected a file name that ends with .svg, .png or .csv",
                path.display()
            ))
            .into());
        };
        if !format.is_available() {
            return Err(no_png(path).into());
        }
        check_place("--out", path, args.overwrite)?;
        files.push((path, format));
    }
    let mut setup = args.what.set_up_on_one_thread(games, "drawn")?;
    // A depth or a cap on memory leaves a tree that may grow for ever.
    let budget = setup.player.spec.budget.clone();
    if !is_limited(&Budget { depth: None, ..budget }) {
        setup.player.spec.budget.nodes = Some(DEFAULT_NODES);
        setup.session.set_player(&setup.player.spec)?;
    }
    let (defaults, set) = (limits(), setup.player.spec.budget.list());
    let set = set.iter().filter(|limit| !defaults.contains(limit));
    let set: Vec<String> = set.map(|limit| format!("{} {}", limit.name, limit.value)).collect();
    let (_, tree) = setup.session.replay()?;
    if tree.expansions() == 0 {
        return Err(Error::failure(
            "the search expanded no node, so there is nothing to draw: expected a position that is \
             not over and a larger limit",
        )
        .into());
    }
    let question = setup.question();
    let caption = Caption {
        game: question.game.to_string(),
        position: question.position.to_string(),
        algorithm: setup.player.text(),
        budget: set.join(", "),
    };
    let picture = Picture { tree: &tree, caption, kind };
    for (path, format) in files {
        replace_file(path, &picture.draw(format)?)?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn svg_is_offered_in_place_of_png() {
        let message = no_png(Path::new("trees/lcf.png")).to_string();
        assert!(message.starts_with("--out trees/lcf.png: "), "{message}");
        assert!(message.contains("expected trees/lcf.svg, or"), "{message}");
    }
}
