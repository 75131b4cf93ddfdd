//! The specs of experiments on the growth of trees.

use super::claims::PaperClaim;
use crate::Error;
use crate::papers::pairs::play_random_moves;
use crate::papers::spec::{Kind, wrong};
use crate::play::Session;
use crate::registry::{PlayerSpec, game, games};
use serde::Deserialize;
use std::ops::Range;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct Spec {
    #[allow(dead_code, reason = "the kind has been read before the spec")]
    kind: Kind,
    pub name: String,
    pub title: String,
    pub paper: String,
    /// What the two players are called.
    pub names: [String; 2],
    /// The first paragraphs of the page.
    pub intro: Vec<String>,
    pub first_seed: u64,
    /// The number of positions in each setting.
    pub samples: u64,
    pub settings: Vec<Setting>,
    #[serde(default)]
    pub paper_numbers: PaperNumbers,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct PaperNumbers {
    #[serde(default)]
    pub claims: Vec<PaperClaim>,
}

/// A game, and the searches of its positions.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct Setting {
    pub name: String,
    /// What the paper calls the pictures of the two players.
    pub figures: [String; 2],
    pub game: String,
    position: Option<String>,
    /// Positions but the first one begin with this many random moves. A game that is drawn from a seed
    /// has a new seed for each position.
    #[serde(default)]
    random_plies: u32,
    /// The number of expansions that the second player's artificial time buys.
    pub expansions: u64,
    first: String,
    second: String,
    /// `{seed}` in the text of a player stands for the number of the position.
    pub note: Option<String>,
}

impl Setting {
    /// Its part of the keys of units.
    pub fn key(&self) -> String {
        self.name.split_whitespace().collect::<Vec<_>>().join("-").to_lowercase()
    }

    /// The position of this number.
    pub fn open(&self, number: u64) -> Result<Box<dyn Session>, Error> {
        let mut session = game(games(), &self.game)?.open(self.position.as_deref())?;
        if !session.reseed(number) && number > 0 {
            play_random_moves(&mut *session, self.random_plies, number)?;
        }
        Ok(session)
    }

    /// The players, without artificial time.
    pub fn players(&self, number: u64) -> Result<[PlayerSpec; 2], Error> {
        let player = |text: &str| PlayerSpec::parse(&text.replace("{seed}", &number.to_string()));
        Ok([player(&self.first)?, player(&self.second)?])
    }
}

impl Spec {
    /// The numbers of the positions.
    pub fn numbers(&self) -> Range<u64> {
        self.first_seed..self.first_seed.saturating_add(self.samples)
    }

    pub fn check(&self) -> Result<(), Error> {
        if self.samples == 0 || self.settings.is_empty() {
            return Err(wrong("expected samples from 1, and at least one setting"));
        }
        for (place, setting) in self.settings.iter().enumerate() {
            if self.settings[..place].iter().any(|other| other.key() == setting.key()) {
                return Err(wrong(format!("'{}' names two settings: expected one", setting.name)));
            }
            if setting.expansions == 0 {
                return Err(wrong(format!("'{}': expected expansions from 1", setting.name)));
            }
            let entry = game(games(), &setting.game).map_err(wrong)?;
            setting.open(self.first_seed).map_err(wrong)?;
            for player in setting.players(self.first_seed).map_err(wrong)? {
                entry.player(&player).map_err(wrong)?;
            }
        }
        self.paper_numbers.claims.iter().try_for_each(|claim| claim.check(self))
    }
}
