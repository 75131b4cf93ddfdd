//! The specification of a tournament: what a user writes, and what identifies a run.

use crate::Error;
use crate::experiment::hash;
use crate::matches::{Adjudication, Book, Conditions, OpeningOrder, Openings, Player, TimeControl};
use crate::papers::spec_complaint;
use crate::stats::Sprt;
use plywood_games::{one_of, shown};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What the field `kind` of a run of a tournament says.
const KIND: &str = "pairs-tournament";

/// A player of a tournament as the user names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayerEntry {
    /// The name in tables and records; by default the text of the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The player, as [`Player::parse`] reads it.
    pub player: String,
}

impl PlayerEntry {
    /// Reads `PLAYER` or `NAME@PLAYER`. The name ends at the first `@` and contains no comma, colon or equals
    /// sign, so an `@` in the options of a player or in the command of an engine needs no escape.
    ///
    /// ```
    /// use plywood_lab::tournament::PlayerEntry;
    /// let new = PlayerEntry::parse("new@strong,nodes=20k");
    /// assert_eq!((new.name(), new.player.as_str()), ("new", "strong,nodes=20k"));
    /// let engine = PlayerEntry::parse("uci,time=1s:ssh me@host stockfish");
    /// assert_eq!(engine.name, None);
    /// ```
    pub fn parse(text: &str) -> PlayerEntry {
        match text.split_once('@') {
            Some((name, player)) if !name.contains([',', ':', '=']) => {
                let name = Some(name.trim().to_string());
                PlayerEntry { name, player: player.trim().to_string() }
            }
            _ => PlayerEntry { name: None, player: text.trim().to_string() },
        }
    }

    /// The name in tables and records.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.player)
    }

    /// The text that stands for the player in the keys of units: its name, and what it is if the name does
    /// not say so.
    pub(super) fn key(&self) -> String {
        match &self.name {
            Some(name) if *name != self.player => format!("{name} ({})", self.player),
            _ => self.player.clone(),
        }
    }
}

/// The specification of a tournament, as TOML has it.
///
/// ```
/// use plywood_lab::tournament::Spec;
/// let spec = Spec::parse("game = \"connect4\"\nplayers = [{ player = \"minimax,depth=1\" }]", "t.toml")?;
/// assert_eq!((spec.game.as_str(), spec.rounds, spec.seed), ("connect4", 50, 1));
/// let error = Spec::parse("game = 3", "t.toml").unwrap_err().to_string();
/// assert!(error.starts_with("t.toml: line 1, column 8: "), "{error}");
/// # Ok::<(), plywood_lab::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Spec {
    /// The kind of the experiment; a file of a user need not have it.
    #[serde(default = "kind")]
    kind: String,
    /// The name of the tournament, which its reports show.
    #[serde(default = "tournament")]
    pub name: String,
    /// The game.
    pub game: String,
    /// Where the game starts; none for its usual start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Rounds: pairs of games of each two players that meet.
    #[serde(default = "rounds")]
    pub rounds: u64,
    /// In a gauntlet of N the first N players meet all others, and no others meet; none for a round robin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gauntlet: Option<usize>,
    /// The seed of the openings.
    #[serde(default = "one")]
    pub seed: u64,
    /// The file of openings: a list, PGN, EPD, PDN, GGF or SGF.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openings: Option<PathBuf>,
    /// SHA-256 of that file; filled in when it is read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) openings_sha256: Option<String>,
    /// The number of random moves that begin a game, or of the moves taken from each game of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening_plies: Option<u32>,
    /// The order of the openings of a file.
    #[serde(default)]
    pub opening_order: OpeningOrder,
    /// The clock of each player, such as `5s+0.1s`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// Whether players think while the other side is to move.
    #[serde(default)]
    pub ponder: bool,
    /// The rules that end games early.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// A sequential test between two players, as [`Sprt::parse`] reads it: the tournament ends when it is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<String>,
    /// The player whose rating is 0; none if that is the mean of all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
    /// Whether the time of each move is written into the games.
    #[serde(default, skip_serializing_if = "is_false")]
    pub times: bool,
    /// Whether it is a match: two players, which may be alike, known as the first and the second.
    #[serde(default, skip_serializing_if = "is_false")]
    pub(super) is_match: bool,
    /// The players.
    pub players: Vec<PlayerEntry>,
}

fn kind() -> String {
    KIND.into()
}

fn tournament() -> String {
    "tournament".into()
}

fn is_false(value: &bool) -> bool {
    !value
}

fn rounds() -> u64 {
    50
}

fn one() -> u64 {
    1
}

impl Spec {
    /// A tournament of these players, with defaults for all else.
    pub fn new(game: &str, players: Vec<PlayerEntry>) -> Spec {
        Spec {
            kind: kind(),
            name: tournament(),
            game: game.to_string(),
            position: None,
            rounds: rounds(),
            gauntlet: None,
            seed: one(),
            openings: None,
            openings_sha256: None,
            opening_plies: None,
            opening_order: OpeningOrder::Book,
            clock: None,
            ponder: false,
            adjudication: Adjudication::default(),
            sprt: None,
            anchor: None,
            times: false,
            is_match: false,
            players,
        }
    }

    /// Reads a specification. `file` is its name in errors.
    pub fn parse(text: &str, file: &str) -> Result<Spec, Error> {
        let spec: Spec = toml::from_str(text)
            .map_err(|e| Error::input(format!("{file}: {}", spec_complaint(text, &e))))?;
        if spec.kind != KIND {
            let kind = shown(&spec.kind);
            return Err(Error::input(format!("{file}: kind '{kind}': expected {KIND}, or none")));
        }
        Ok(spec)
    }

    /// Reads the specification in a file. A file of openings is named from the folder of the specification.
    pub fn read(path: &Path) -> Result<Spec, Error> {
        let text = std::fs::read_to_string(path)
            .map_err(|e| Error::input(format!("{}: {e}", path.display())))?;
        let mut spec = Spec::parse(&text, &path.display().to_string())?;
        if let (Some(openings), Some(folder)) = (&mut spec.openings, path.parent()) {
            *openings = folder.join(&openings);
        }
        Ok(spec)
    }

    /// The text that identifies the run with all it has: canonical TOML.
    pub(super) fn text(&self) -> Result<String, Error> {
        toml::to_string(self).map_err(|e| Error::input(format!("{}: {e}", self.name)))
    }

    /// What the result of a pair depends on beside its players and its round.
    pub(super) fn frame(&self) -> Spec {
        let mut frame = Spec::new(&self.game, Vec::new());
        frame.position.clone_from(&self.position);
        frame.seed = self.seed;
        frame.openings_sha256.clone_from(&self.openings_sha256);
        frame.opening_plies = self.opening_plies;
        frame.opening_order = self.opening_order;
        frame.clock.clone_from(&self.clock);
        frame.ponder = self.ponder;
        frame.is_match = self.is_match;
        frame.adjudication.clone_from(&self.adjudication);
        frame
    }

    /// An error if the numbers and names do not make a tournament.
    pub(super) fn check(&self) -> Result<(), Error> {
        let wrong = |what: String| Err(Error::input(what));
        if self.players.len() < 2 {
            return wrong(format!("players: expected at least two, found {}", self.players.len()));
        }
        if self.rounds == 0 {
            return wrong("rounds: expected at least 1".into());
        }
        let keys: Vec<String> = self.players.iter().map(PlayerEntry::key).collect();
        for (index, entry) in self.players.iter().enumerate() {
            let (name, before) = (entry.name(), &self.players[..index]);
            if name.trim().is_empty() || name.contains(char::is_control) {
                return wrong(format!("player {}: expected a name that prints", index + 1));
            }
            let twice = before.iter().any(|other| other.name() == name)
                || keys[..index].contains(&keys[index]);
            // Players of a match need no names, so they may be equal; names that were given may not.
            let namesakes =
                before.iter().any(|other| other.name.is_some() && other.name == entry.name);
            if namesakes || (twice && !self.is_match) {
                let name = shown(name);
                return wrong(format!("player '{name}' is listed twice: expected different names"));
            }
        }
        if let Some(text) = &self.sprt {
            self.test()?;
            if self.players.len() != 2 {
                let (text, count) = (shown(text), self.players.len());
                return wrong(format!("sprt '{text}': expected two players, found {count}"));
            }
        }
        if let Some(anchor) = &self.anchor {
            self.player(anchor).map_err(|e| Error::input(format!("anchor: {e}")))?;
        }
        match self.gauntlet {
            Some(challengers) if !(1..self.players.len()).contains(&challengers) => wrong(format!(
                "gauntlet: expected from 1 to {} challengers, found {challengers}",
                self.players.len() - 1
            )),
            _ => Ok(()),
        }
    }

    /// The index of the player with this name.
    pub(super) fn player(&self, name: &str) -> Result<usize, Error> {
        let names: Vec<&str> = self.players.iter().map(PlayerEntry::name).collect();
        names.iter().position(|&other| other == name).ok_or_else(|| {
            Error::input(format!("no player '{}': expected {}", shown(name), one_of(name, &names)))
        })
    }

    /// The sequential test, if there is one.
    pub(super) fn test(&self) -> Result<Option<Sprt>, Error> {
        let test = self.sprt.as_deref().map(Sprt::parse).transpose();
        test.map_err(|e| Error::input(format!("sprt: {e}")))
    }

    /// The clock.
    pub(super) fn control(&self) -> Result<Option<TimeControl>, Error> {
        self.clock.as_deref().map(TimeControl::parse).transpose()
    }

    /// The players.
    pub(super) fn parsed(&self) -> Result<Vec<Player>, Error> {
        let parse = |entry: &PlayerEntry| {
            let named = |e| Error::input(format!("player '{}': {e}", shown(entry.name())));
            Player::parse(&entry.player).map_err(named)
        };
        self.players.iter().map(parse).collect()
    }

    /// Reads the file of openings, if there is one.
    fn book(&self) -> Result<Option<Book>, Error> {
        let Some(path) = &self.openings else { return Ok(None) };
        let book = Book::read(path).map_err(|e| Error::input(format!("openings {e}")))?;
        if self.openings_sha256.as_ref().is_some_and(|noted| *noted != hash(&book.bytes)) {
            let path = path.display();
            return Err(Error::input(format!("openings {path}: changed since the run was begun")));
        }
        Ok(Some(Book { plies: self.opening_plies, order: self.opening_order, ..book }))
    }

    /// Notes which openings are in the file, so that they belong to the identity of the run.
    pub(super) fn note_openings(&mut self) -> Result<(), Error> {
        self.openings_sha256 = self.book()?.map(|book| hash(&book.bytes));
        Ok(())
    }

    /// The conditions of all games.
    pub(super) fn conditions(&self) -> Result<Conditions, Error> {
        let random = Openings::Random(self.opening_plies);
        Ok(Conditions {
            seed: self.seed,
            openings: self.book()?.map_or(random, Openings::Book),
            control: self.control()?,
            ponder: self.ponder,
            adjudication: self.adjudication.clone(),
            ..Conditions::default()
        })
    }
}
