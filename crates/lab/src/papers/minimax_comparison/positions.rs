//! The positions of the games that were played, from moves, lists and files.

use crate::Error;
use crate::papers::spec::wrong;
use crate::registry::{game, games};
use plywood_games::shown;
use plywood_play::Session;
use serde::Deserialize;

/// A game that was played, and which of its positions are searched.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct Played {
    pub game: String,
    /// What this sequence is called, if not by the name of the game.
    name: Option<String>,
    /// The players and the event.
    pub about: String,
    #[serde(default)]
    pub settings: String,
    /// Where the moves begin, if not at the start of the game.
    start: Option<String>,
    #[serde(default)]
    moves: String,
    /// The plies before the first position.
    #[serde(default)]
    from: usize,
    /// Positions instead of moves.
    #[serde(default)]
    positions: Vec<String>,
}

impl Played {
    /// The name of the sequence.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.game)
    }

    /// The position with this number, from 0.
    pub fn session(&self, number: usize) -> Result<Box<dyn Session>, Error> {
        let entry = game(games(), &self.game)?;
        if !self.positions.is_empty() {
            let text = self.positions.get(number).ok_or_else(|| {
                Error::input(format!("expected {} positions or more", number + 1))
            })?;
            let at = |e| Error::input(format!("position {}: {e}", number + 1));
            return entry.open(Some(text)).map_err(at);
        }
        let mut session = entry.open(self.start.as_deref())?;
        let moves: Vec<&str> = self.moves.split_whitespace().collect();
        let plies = self.from + number;
        if plies > moves.len() {
            let (have, want) = (moves.len(), plies);
            return Err(Error::input(format!("{have} moves: expected {want} or more")));
        }
        for (i, m) in moves[..plies].iter().enumerate() {
            session.play(m).map_err(|e| Error::input(format!("move {}: {e}", i + 1)))?;
        }
        Ok(session)
    }

    pub fn check(&self, positions: usize) -> Result<(), Error> {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !self.name().chars().all(is_plain) {
            return Err(Error::input("name: expected lower-case letters, digits and hyphens"));
        }
        if !self.moves.is_empty() && !self.positions.is_empty() {
            return Err(Error::input("moves and positions: expected one of the two"));
        }
        for number in 0..positions {
            if self.session(number)?.result().is_some() {
                return Err(Error::input(format!(
                    "position {}: the game is over: expected one to search",
                    number + 1
                )));
            }
        }
        Ok(())
    }
}

/// Copies positions from files into a spec, so that a run depends on the text of the spec alone: `file` of
/// a game becomes its `positions`, and places in files become positions in the game's notation.
pub(in crate::papers) fn take_in_files(spec: &mut toml::Table) -> Result<(), Error> {
    let Some(toml::Value::Array(played)) = spec.get_mut("games") else { return Ok(()) };
    for fields in played.iter_mut().filter_map(toml::Value::as_table_mut) {
        if let Some(path) = fields.get("file").and_then(|file| file.as_str()).map(String::from) {
            fields.remove("file");
            if fields.insert("positions".into(), lines(&path)?.into()).is_some() {
                return Err(wrong("a game's positions and file: expected one of the two"));
            }
        }
        let Some(entry) = fields.get("game").and_then(|name| game(games(), name.as_str()?).ok())
        else {
            continue;
        };
        let own_name = |text: &mut toml::Value| {
            // A text that is no position is refused later, when the spec is checked.
            if let Some(Ok(session)) = text.as_str().map(|text| entry.open(Some(text))) {
                *text = session.text().into();
            }
        };
        fields.get_mut("start").into_iter().for_each(own_name);
        if let Some(toml::Value::Array(positions)) = fields.get_mut("positions") {
            positions.iter_mut().for_each(own_name);
        }
    }
    Ok(())
}

/// The positions of a file, one per line. Lines that begin with `#` are comments.
fn lines(path: &str) -> Result<Vec<toml::Value>, Error> {
    let text =
        std::fs::read_to_string(path).map_err(|e| wrong(format!("file '{}': {e}", shown(path))))?;
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let positions: Vec<toml::Value> = lines.map(toml::Value::from).collect();
    match positions.is_empty() {
        true => Err(wrong(format!("file '{}': expected a position a line", shown(path)))),
        false => Ok(positions),
    }
}
