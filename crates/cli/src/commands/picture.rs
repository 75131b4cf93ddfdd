//! `plywood picture`

use super::search::{ChoiceArgs, Setup};
use crate::args::{GameArgs, SpecArgs, check_place};
use crate::failure::Failure;
use plywood::Budget;
use plywood::kit::Options;
use plywood_lab::Error;
use plywood_lab::experiment::replace_file;
use plywood_lab::picture::PictureFormat;
use plywood_lab::registry::{DEFAULT_ALGORITHM, GameEntry, PlayerSpec, is_limited, limits};
use plywood_play::picture::{Caption, Picture, PictureKind, Searched, Sheet};
use plywood_play::tree_searches;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The number of nodes of a search without a limit.
const DEFAULT_NODES: u64 = 1_000_000;

/// Draw a search: every node of a small tree, or how a large tree grew
#[derive(clap::Args)]
#[command(after_help = "\
'diagram' shows every node of a tree of up to 200 nodes: values, windows, cut-offs, the order of the visits. It draws \
any algorithm, and several --algorithm side by side. 'growth' and 'tree' draw trees of any size, of one algorithm that \
keeps its tree in memory, as best-first searches, least-certainty and alpha-beta-saved-tree do: how the tree grew, one row \
per expansion, or the tree at the end. docs/pictures.md describes all three.

In a diagram, a search without limits goes straight to the end of the game if the game has at most 200 positions. In \
the other pictures, a search without a limit on nodes, evaluations or time ends after 1,000,000 nodes. Ctrl-C stops the \
search and draws what it has found so far.

Examples:
  plywood picture tree --position '[0,[4,8,1],[6,5,[2,7,3]]]' --algorithm alpha-beta --algorithm best-first --out tree.svg
  plywood picture random-tree --position branching=3,depth=3 --seed 5 --algorithm mtdf --out mtdf.svg
  plywood picture random-tree --position branching=5 --algorithm least-certainty --nodes 400 --out lcf.svg
  plywood picture othello --algorithm best-first-saved-tree --nodes 2k --out search.svg --out search.csv
  plywood picture connect4 --algorithm best-first --nodes 5k --kind tree --out tree.svg")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The algorithm, with options if need be: alpha-beta,order=static; may be repeated in a diagram
    #[arg(long, value_name = "A", default_value = DEFAULT_ALGORITHM)]
    algorithm: Vec<String>,
    #[command(flatten)]
    spec: SpecArgs,
    #[command(flatten)]
    choice: ChoiceArgs,
    /// What to draw [default: growth for one algorithm that keeps its tree, else diagram]
    #[arg(long, value_name = "KIND")]
    kind: Option<Kind>,
    /// Write FILE: a drawing (.svg, .png) or the numbers of all expansions (.csv); may be repeated
    #[arg(long, value_name = "FILE", required = true)]
    out: Vec<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    overwrite: bool,
}

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Every node of a small tree: values, windows, cut-offs, order of the visits; any algorithms, side by side
    Diagram,
    /// How a tree of any size grew, in three columns
    Growth,
    /// A tree of any size at the end of the search
    Tree,
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
    let specs = args.algorithm.iter().map(|text| args.spec.player(text));
    let specs = specs.collect::<Result<Vec<PlayerSpec>, Error>>()?;
    let setups = specs
        .iter()
        .map(|spec| args.choice.set_up(games, &args.game, spec)?.on_one_thread("drawn"));
    let mut setups = setups.collect::<Result<Vec<Setup>, Error>>()?;
    let kind = kind(args.kind, &setups)?;
    let files = files(args, kind)?;
    let draw: Draw = match kind {
        Kind::Diagram => {
            let sheet = sheet(&mut setups)?;
            Box::new(move |format| format.encode(&sheet.svg()))
        }
        Kind::Growth => replay(&mut setups[0], PictureKind::Growth)?,
        Kind::Tree => replay(&mut setups[0], PictureKind::Tree)?,
    };
    for (path, format) in files {
        replace_file(path, &draw(format)?)?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is drawn of these searches.
fn kind(asked: Option<Kind>, setups: &[Setup]) -> Result<Kind, Error> {
    match (asked, setups) {
        (Some(Kind::Growth | Kind::Tree), [_, _, ..]) => Err(Error::input(
            "--algorithm is given several times: expected '--kind diagram', or one algorithm",
        )),
        (Some(kind), _) => Ok(kind),
        (None, [setup]) if tree_searches().contains(&setup.player.spec.algorithm().name) => {
            Ok(Kind::Growth)
        }
        (None, _) => Ok(Kind::Diagram),
    }
}

/// The files to write, each with its format.
fn files(args: &Args, kind: Kind) -> Result<Vec<(&Path, PictureFormat)>, Error> {
    let mut files = Vec::new();
    for path in &args.out {
        let Some(format) = PictureFormat::of(path) else {
            return Err(Error::input(format!(
                "--out {}: expected a file name that ends with .svg, .png or .csv",
                path.display()
            )));
        };
        if !format.is_available() {
            return Err(no_png(path));
        }
        if (kind, format) == (Kind::Diagram, PictureFormat::Csv) {
            return Err(Error::input(format!(
                "--out {}: a diagram has no numbers of expansions: expected .svg or .png, or --kind growth",
                path.display()
            )));
        }
        check_place("--out", path, args.overwrite)?;
        files.push((path.as_path(), format));
    }
    Ok(files)
}

/// The limits of a search in words, without those that all searches have.
fn limits_text(setup: &Setup) -> String {
    let (defaults, set) = (limits(), setup.player.spec.budget.list());
    let set = set.iter().filter(|limit| !defaults.contains(limit));
    let set: Vec<String> = set.map(|limit| format!("{} {}", limit.name, limit.value)).collect();
    set.join(", ")
}

/// What the title names.
fn caption(setup: &Setup) -> Caption {
    let question = setup.question();
    Caption {
        game: question.game.to_string(),
        position: question.position.to_string(),
        algorithm: setup.player.text(),
        budget: limits_text(setup),
    }
}

/// Searches, and draws all searches on one sheet.
fn sheet(setups: &mut [Setup]) -> Result<Sheet, Error> {
    let mut searches = Vec::new();
    let first = &setups[0];
    let depth = first.player.spec.budget.depth;
    let places = first.session.places(depth, Sheet::MOST_NODES);
    let deepest = places.iter().flatten().map(|place| place.path.len() as u32).max();
    let mut caption = caption(first);
    // Limits that differ stand with the search, those of all searches in the heading.
    let differ = setups.iter().any(|setup| limits_text(setup) != caption.budget);
    if differ {
        caption.budget.clear();
    }
    for setup in setups {
        let limits = if differ { limits_text(setup) } else { String::new() };
        let name = match limits.as_str() {
            "" => setup.player.text(),
            limits => format!("{}, {limits}", setup.player.text()),
        };
        let budget = &mut setup.player.spec.budget;
        // A search that only the end of the game can stop needs no iterations.
        if let (Some(deepest), None, false) = (deepest, budget.depth, is_limited(budget)) {
            budget.depth = Some(deepest.max(1));
            setup.session.set_player(&setup.player.spec)?;
        }
        let (answer, record) = setup.session.search_record()?;
        searches.push(Searched { name, answer, record });
    }
    Ok(Sheet::new(caption, searches, places.as_deref())?)
}

type Draw = Box<dyn Fn(PictureFormat) -> Result<Vec<u8>, Error>>;

/// Searches, and draws how the tree grew, or the tree at the end.
fn replay(setup: &mut Setup, kind: PictureKind) -> Result<Draw, Error> {
    // A depth or a cap on memory leaves a tree that may grow for ever.
    let budget = setup.player.spec.budget.clone();
    if !is_limited(&Budget { depth: None, ..budget }) {
        setup.player.spec.budget.nodes = Some(DEFAULT_NODES);
        setup.session.set_player(&setup.player.spec)?;
    }
    let caption = caption(setup);
    let (_, tree) = setup.session.replay()?;
    if tree.expansions() == 0 {
        return Err(Error::failure(
            "the search expanded no node, so there is nothing to draw: expected a position that is \
             not over and a larger limit",
        ));
    }
    Ok(Box::new(move |format| {
        let picture = Picture { tree: &tree, caption: caption.clone(), kind };
        match format {
            PictureFormat::Csv => Ok(picture.csv().into_bytes()),
            format => format.encode(&picture.svg()),
        }
    }))
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
