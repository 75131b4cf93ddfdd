//! Experiments by name, and from the text of a spec.

use super::decision_quality::DecisionQuality;
use super::equal_cost;
use super::generators::Generators;
use super::growth::GrowthExperiment;
use super::match_grid::MatchGrid;
use super::minimax_comparison::{MinimaxComparison, take_in_files};
use super::overhead::Overhead;
use super::simulations::Simulations;
use super::sorted_list::SortedList;
use super::spec::{Kind, Place, Tag, complaint, read};
use super::tempo::TempoExperiment;
use super::widening::WideningExperiment;
use crate::Error;
use crate::experiment::AnyExperiment;
use crate::registry::games;
use crate::tournament::Tournament;
use plywood_games::shown;
use plywood_games::{did_you_mean, one_of};
use std::io::ErrorKind;
use std::path::Path;
use toml::{Table, Value};

/// The field of a profile that says how long it takes. It is no part of the spec that identifies a run.
const SECONDS: &str = "seconds";

/// An experiment that comes with Plywood.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name, that of its folder in `experiments/`.
    pub name: &'static str,
    /// The paper that it belongs to, by author and year, or `Beyond the papers`.
    pub source: &'static str,
    spec: &'static str,
    paper: &'static str,
}

macro_rules! catalogue {
    ($($source:literal: [$($name:literal,)*])*) => {
        /// Every experiment that comes with Plywood: by paper, in order of publication, then those beyond the papers.
        pub const CATALOGUE: &[Entry] = &[$($(Entry {
            name: $name,
            source: $source,
            spec: include_str!(concat!("../../experiments/", $name, "/spec.toml")),
            paper: include_str!(concat!("../../experiments/", $name, "/paper.toml")),
        },)*)*];
    };
}

catalogue! {
    "Korf 1992": [
        "korf-1992-figure-4",
        "korf-1992-figure-4-one-at-a-time",
        "korf-1992-overhead",
    ]
    "Korf & Chickering 1993": [
        "korf-chickering-1993-tempo",
        "korf-chickering-1993-saving-the-tree",
        "korf-chickering-1993-saving-the-tree-matches",
        "korf-chickering-1993-memory",
        "korf-chickering-1993-generators",
        "korf-chickering-1993-table-1",
        "korf-chickering-1993-table-2",
        "korf-chickering-1993-table-2-naive",
        "korf-chickering-1993-extension",
        "korf-chickering-1993-table-3",
        "korf-chickering-1993-table-4",
        "korf-chickering-1993-singular-extensions",
    ]
    "Plaat, Schaeffer, Pijls & de Bruin 1995": [
        "plaat-1995-sorted-list",
        "plaat-1995-table-size",
        "plaat-1995-configurations",
        "plaat-1995-figure-4",
        "plaat-1995-figure-5",
        "plaat-1995-figure-6",
        "plaat-1995-simulations",
        "plaat-1995-enhancements",
    ]
    "Cazenave 2001": [
        "cazenave-2001-tables-1-to-5",
        "cazenave-2001-table-6",
        "cazenave-2001-phutball",
    ]
    "Utgoff & Cochran 2001": [
        "utgoff-cochran-2001-figure-3",
        "utgoff-cochran-2001-figure-4",
        "utgoff-cochran-2001-figure-5",
        "utgoff-cochran-2001-figures-6-to-11",
        "utgoff-cochran-2001-table-1",
        "utgoff-cochran-2001-table-2",
    ]
    "Beyond the papers": [
        "othello-budget-sweep",
        "utgoff-cochran-2001-threshold",
        "go-capture-against-gnugo",
    ]
}

impl Entry {
    /// What it measures.
    pub fn title(&self) -> String {
        self.field("title")
    }

    /// Which table or figure of which paper it reproduces.
    pub fn paper(&self) -> String {
        self.field("paper")
    }

    /// The processor time in seconds that one of its profiles was measured to take, if its spec names one.
    pub fn seconds(&self, profile: &str) -> Option<f64> {
        let spec = self.read_spec()?;
        let seconds = spec.get("profiles")?.get(profile)?.get(SECONDS)?;
        seconds.as_float().or_else(|| Some(seconds.as_integer()? as f64))
    }

    fn field(&self, name: &str) -> String {
        let spec = self.read_spec();
        spec.and_then(|spec| Some(spec.get(name)?.as_str()?.to_string())).unwrap_or_default()
    }

    fn read_spec(&self) -> Option<Table> {
        toml::from_str(self.spec).ok()
    }
}

/// The entry of that name.
pub fn entry(name: &str) -> Result<&'static Entry, Error> {
    CATALOGUE.iter().find(|entry| entry.name == name).ok_or_else(|| {
        let (names, near) = expected(name, &[]);
        Error::input(format!("no experiment '{}': expected {names}{near}", shown(name)))
    })
}

/// What to type instead of an unknown name, with a suggestion: the names that contain it, if they are few. All of
/// them would fill a screen.
fn expected(name: &str, others: &[&str]) -> (String, String) {
    const FEW: usize = 12;
    let names = || CATALOGUE.iter().map(|entry| entry.name);
    let holding: Vec<&str> = names().filter(|known| known.contains(name)).collect();
    if (1..=FEW).contains(&holding.len()) {
        return (one_of(name, &holding), String::new());
    }
    let listed = "a name that 'plywood experiment list' shows";
    let expected = match others {
        [] => listed.to_string(),
        _ => format!("{} or {listed}", others.join(", ")),
    };
    (expected, did_you_mean(name, names().chain(others.iter().copied())))
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
pub fn open(name: &str, profile: &str) -> Result<Box<dyn AnyExperiment>, Error> {
    if let Ok(entry) = entry(name) {
        return resolve(entry.name, entry.spec, entry.paper, profile);
    }
    let folder = Path::new(name);
    if !folder.join("spec.toml").is_file() {
        let (names, near) = expected(name, &["papers", "a folder with a spec.toml"]);
        return Err(Error::input(format!(
            "no experiment '{}': expected {names}{near}",
            shown(name)
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

/// Merges the fields of one profile into the spec, adds the paper's numbers, and builds the experiment
/// from the resulting text, which identifies the run and which [`reopen`] reads.
fn resolve(
    name: &str,
    spec: &str,
    paper: &str,
    profile: &str,
) -> Result<Box<dyn AnyExperiment>, Error> {
    let parse = |file: &str, text: &str| -> Result<Table, Error> {
        toml::from_str(text).map_err(|e| {
            Error::input(format!("{name}/{file}: {}", complaint(text, &e, Place::LineAndColumn)))
        })
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
    for (key, value) in fields.iter().filter(|(key, _)| *key != SECONDS) {
        if table.insert(key.clone(), value.clone()).is_some() {
            return Err(Error::input(format!(
                "{name}/spec.toml: '{key}' is given both in the spec and in [profiles.{profile}]"
            )));
        }
    }
    take_in_files(&mut table)?;
    table.insert("name".into(), name.into());
    table.insert("paper_numbers".into(), Value::Table(parse("paper.toml", paper)?));
    let text = toml::to_string(&table).map_err(|e| Error::input(format!("{name}: {e}")))?;
    build(&text, &format!("{name}/spec.toml"), Place::LineItself)
}

/// The experiment of a run, from the spec in its folder.
pub fn reopen(spec: &str) -> Result<Box<dyn AnyExperiment>, Error> {
    build(spec, "spec.toml", Place::LineAndColumn)
}

/// Reads a spec; its other fields depend on the field `kind`.
fn build(text: &str, file: &str, place: Place) -> Result<Box<dyn AnyExperiment>, Error> {
    let wrong = |e| Error::input(format!("{file}: {}", complaint(text, &e, place)));
    let Tag { kind } = toml::from_str(text).map_err(wrong)?;
    Ok(match kind {
        Kind::Tournament => read::<equal_cost::RandomGamesSpec>(text).map_err(wrong)?.open()?,
        Kind::OthelloTournament => read::<equal_cost::OthelloSpec>(text).map_err(wrong)?.open()?,
        Kind::PairsTournament => Box::new(Tournament::reopen(text, games())?),
        Kind::MatchGrid => Box::new(MatchGrid::new(read(text).map_err(wrong)?)?),
        Kind::DecisionQuality => Box::new(DecisionQuality::new(read(text).map_err(wrong)?)?),
        Kind::MinimaxComparison => Box::new(MinimaxComparison::new(read(text).map_err(wrong)?)?),
        Kind::Growth => Box::new(GrowthExperiment::new(read(text).map_err(wrong)?)?),
        Kind::Widening => Box::new(WideningExperiment::new(read(text).map_err(wrong)?)?),
        Kind::Simulations => Box::new(Simulations::new(read(text).map_err(wrong)?)?),
        Kind::SortedList => Box::new(SortedList::new(read(text).map_err(wrong)?)?),
        Kind::Tempo => Box::new(TempoExperiment::new(read(text).map_err(wrong)?)?),
        Kind::Generators => Box::new(Generators::new(read(text).map_err(wrong)?)?),
        Kind::Overhead => Box::new(Overhead::new(read(text).map_err(wrong)?)?),
    })
}
