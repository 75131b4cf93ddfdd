//! Experiments by name, and from the text of a spec.

use super::decision_quality::DecisionQuality;
use super::minimax_comparison::{MinimaxComparison, take_in_files};
use super::overhead::Overhead;
use super::tournament::{Common, OthelloSpec, RandomGamesSpec};
use crate::Error;
use crate::experiment::Experiment;
use plywood_games::shown;
use plywood_games::{did_you_mean, one_of};
use std::io::ErrorKind;
use std::path::Path;
use toml::{Table, Value};

/// An experiment that comes with Plywood.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name, that of its folder in `experiments/`.
    pub name: &'static str,
    spec: &'static str,
    paper: &'static str,
}

macro_rules! entry {
    ($name:literal) => {
        Entry {
            name: $name,
            spec: include_str!(concat!("../../experiments/", $name, "/spec.toml")),
            paper: include_str!(concat!("../../experiments/", $name, "/paper.toml")),
        }
    };
}

/// Every experiment that comes with Plywood.
pub const CATALOGUE: &[Entry] = &[
    entry!("korf-1992-figure-4"),
    entry!("korf-1992-overhead"),
    entry!("korf-chickering-1993-table-1"),
    entry!("korf-chickering-1993-table-2"),
    entry!("korf-chickering-1993-table-3"),
    entry!("korf-chickering-1993-table-4"),
    entry!("othello-budget-sweep"),
    entry!("plaat-1995-configurations"),
    entry!("plaat-1995-figure-4"),
    entry!("plaat-1995-figure-5"),
    entry!("plaat-1995-figure-6"),
    entry!("plaat-1995-table-size"),
];

impl Entry {
    /// What it measures.
    pub fn title(&self) -> String {
        self.field("title")
    }

    /// Which table or figure of which paper it reproduces.
    pub fn paper(&self) -> String {
        self.field("paper")
    }

    fn field(&self, name: &str) -> String {
        let spec: Option<Table> = toml::from_str(self.spec).ok();
        spec.and_then(|spec| Some(spec.get(name)?.as_str()?.to_string())).unwrap_or_default()
    }
}

/// The experiment of that name, or that of a folder with a `spec.toml` and perhaps a `paper.toml`,
/// in one of its profiles.
///
/// ```
/// use plywood_lab::papers::open;
/// let experiment = open("korf-1992-overhead", "smoke")?;
/// assert_eq!(experiment.name(), "korf-1992-overhead");
/// assert!(open("korf-1991-overhead", "smoke").is_err());
/// assert!(open("korf-1992-overhead", "huge").is_err());
/// # Ok::<(), plywood_lab::Error>(())
/// ```
pub fn open(name: &str, profile: &str) -> Result<Box<dyn Experiment>, Error> {
    if let Some(entry) = CATALOGUE.iter().find(|entry| entry.name == name) {
        return resolve(entry.name, entry.spec, entry.paper, profile);
    }
    let folder = Path::new(name);
    if !folder.join("spec.toml").is_file() {
        let names: Vec<_> = CATALOGUE.iter().map(|entry| entry.name).collect();
        return Err(Error::input(format!(
            "no experiment '{}': expected papers, {}, or a folder with a spec.toml{}",
            shown(name),
            names.join(", "),
            did_you_mean(name, names.iter().copied().chain(["papers"]))
        )));
    }
    let read = |file: &str| {
        let path = folder.join(file);
        match std::fs::read_to_string(&path) {
            Err(e) if e.kind() == ErrorKind::NotFound && file == "paper.toml" => Ok(String::new()),
            Err(e) => Err(Error::input(format!("{}: {e}", path.display()))),
            Ok(text) => Ok(text),
        }
    };
    let (spec, paper) = (read("spec.toml")?, read("paper.toml")?);
    let stem = folder.canonicalize().ok();
    let stem = stem.as_deref().unwrap_or(folder).file_name().unwrap_or_default();
    resolve(&stem.to_string_lossy(), &spec, &paper, profile)
}

/// Puts the fields of one profile among those of the spec, adds the paper's numbers, and builds the
/// experiment from the resulting text: the text that names a run, and that [`reopen`] reads.
fn resolve(
    name: &str,
    spec: &str,
    paper: &str,
    profile: &str,
) -> Result<Box<dyn Experiment>, Error> {
    let parse = |file: &str, text: &str| -> Result<Table, Error> {
        toml::from_str(text)
            .map_err(|e| Error::input(format!("{name}/{file}: {}", placed(text, &e))))
    };
    let mut table = parse("spec.toml", spec)?;
    let profiles = match table.remove("profiles") {
        Some(Value::Table(profiles)) => profiles,
        _ => return Err(Error::input(format!("{name}/spec.toml: expected a table [profiles.…]"))),
    };
    let Some(Value::Table(fields)) = profiles.get(profile) else {
        let names: Vec<_> = profiles.keys().map(String::as_str).collect();
        let (profile, names) = (shown(profile), one_of(profile, &names));
        return Err(Error::input(format!(
            "experiment '{name}' has no profile '{profile}': expected {names}"
        )));
    };
    for (key, value) in fields {
        if table.insert(key.clone(), value.clone()).is_some() {
            return Err(Error::input(format!(
                "{name}/spec.toml: '{key}' stands both in the spec and in [profiles.{profile}]"
            )));
        }
    }
    take_in_files(&mut table)?;
    table.insert("name".into(), name.into());
    table.insert("paper_numbers".into(), Value::Table(parse("paper.toml", paper)?));
    let text = toml::to_string(&table).map_err(|e| Error::input(format!("{name}: {e}")))?;
    // Places in the resolved text would mislead: nobody wrote it.
    build(&text, &format!("{name}/spec.toml"), |e| one_line(e.message()))
}

/// The experiment of a run, from the spec in its folder.
pub fn reopen(spec: &str) -> Result<Box<dyn Experiment>, Error> {
    build(spec, "spec.toml", |e| placed(spec, e))
}

/// The fields that every spec has, and those of a kind.
const COMMON: &[&str] = &["name", "title", "paper", "kind", "paper_numbers"];
const OF_RANDOM_GAMES: &[&str] = &[
    "generator",
    "first_seed",
    "branching",
    "challenger",
    "plies",
    "edges",
    "alpha_beta_depths",
    "pairs",
    "pairs_decided_by",
    "calibrate",
];
const OF_OTHELLO: &[&str] = &[
    "challengers",
    "opponents",
    "evaluations",
    "openings",
    "seed",
    "alpha_beta_depths",
    "calibrate",
];
const OF_COMPARISONS: &[&str] =
    &["measure", "algorithms", "settings", "variants", "games", "depths", "positions", "rounds"];
const OF_TREES: &[&str] =
    &["generator", "first_seed", "branching", "trees", "trees_each", "trees_a_unit"];

fn build(
    spec: &str,
    file: &str,
    describe: impl Fn(&toml::de::Error) -> String,
) -> Result<Box<dyn Experiment>, Error> {
    let wrong = |e: toml::de::Error| Error::input(format!("{file}: {}", describe(&e)));
    let table: Table = toml::from_str(spec).map_err(wrong)?;
    let kind = table.get("kind").and_then(Value::as_str).unwrap_or_default();
    let own = match kind {
        "tournament" => OF_RANDOM_GAMES,
        "othello-tournament" => OF_OTHELLO,
        "minimax-comparison" => OF_COMPARISONS,
        _ => OF_TREES,
    };
    let known = |key: &str| COMMON.contains(&key) || own.contains(&key);
    if let Some(key) = table.keys().find(|key| !known(key)) {
        let fields = [COMMON, own].concat();
        let (key, fields) = (shown(key), one_of(key, &fields));
        return Err(Error::input(format!("{file}: no field '{key}': expected {fields}")));
    }
    for field in ["branching", "challengers", "opponents", "evaluations", "algorithms", "variants"]
    {
        if let Some(Value::Array(list)) = table.get(field)
            && let Some(twice) = list.iter().enumerate().find(|(i, b)| list[..*i].contains(b))
        {
            return Err(Error::input(format!("{file}: {field}: {} is listed twice", twice.1)));
        }
    }
    match kind {
        "tournament" => {
            let common: Common = toml::from_str(spec).map_err(wrong)?;
            toml::from_str::<RandomGamesSpec>(spec).map_err(wrong)?.open(common, spec)
        }
        "othello-tournament" => {
            let common: Common = toml::from_str(spec).map_err(wrong)?;
            toml::from_str::<OthelloSpec>(spec).map_err(wrong)?.open(common, spec)
        }
        "decision-quality" => {
            Ok(Box::new(DecisionQuality::new(toml::from_str(spec).map_err(wrong)?, spec)?))
        }
        "minimax-comparison" => {
            Ok(Box::new(MinimaxComparison::new(toml::from_str(spec).map_err(wrong)?, spec)?))
        }
        "overhead" => Ok(Box::new(Overhead::new(toml::from_str(spec).map_err(wrong)?, spec)?)),
        other => {
            let kinds = [
                "tournament",
                "othello-tournament",
                "decision-quality",
                "minimax-comparison",
                "overhead",
            ];
            let (kind, kinds) = (shown(other), one_of(other, &kinds));
            Err(Error::input(format!("{file}: kind '{kind}': expected {kinds}")))
        }
    }
}

/// What is wrong in a text and where, on one line: the error itself would draw it on five.
fn placed(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start));
    let place = before.map(|before| {
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        format!("line {}, column {column}: ", before.matches('\n').count() + 1)
    });
    place.unwrap_or_default() + &one_line(error.message())
}

fn one_line(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}
