//! The specs of experiments on tempo.

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
    pub first_seed: u64,
    /// The number of positions in each setting.
    pub samples: u64,
    /// The nodes of a search.
    pub nodes: u64,
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

/// A game with an evaluation.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct Setting {
    pub name: String,
    game: String,
    position: Option<String>,
    /// The random moves before the position, in a game that is not drawn from a seed.
    #[serde(default)]
    random_plies: u32,
    evaluation: Option<String>,
    /// The branching factor, for claims on how the effect depends on it.
    pub branching: Option<u16>,
}

impl Setting {
    /// Its part of the keys of units.
    pub fn key(&self) -> String {
        self.name.split_whitespace().collect::<Vec<_>>().join("-").to_lowercase()
    }

    /// The position of this seed.
    pub fn open(&self, seed: u64) -> Result<Box<dyn Session>, Error> {
        let mut session = game(games(), &self.game)?.open(self.position.as_deref())?;
        if !session.reseed(seed) {
            play_random_moves(&mut *session, self.random_plies, seed)?;
        }
        Ok(session)
    }

    /// Best-first minimax, which expands nodes whole.
    pub fn player(&self, nodes: u64) -> Result<PlayerSpec, Error> {
        let evaluation = self.evaluation.as_ref().map(|name| format!(",eval={name}"));
        PlayerSpec::parse(&format!("best-first,nodes={nodes}{}", evaluation.unwrap_or_default()))
    }
}

impl Spec {
    pub fn seeds(&self) -> Range<u64> {
        self.first_seed..self.first_seed.saturating_add(self.samples)
    }

    pub fn check(&self) -> Result<(), Error> {
        if self.samples == 0 || self.nodes == 0 || self.settings.is_empty() {
            return Err(wrong("expected samples and nodes from 1, and at least one setting"));
        }
        for (place, setting) in self.settings.iter().enumerate() {
            if self.settings[..place].iter().any(|other| other.key() == setting.key()) {
                return Err(wrong(format!("'{}' names two settings: expected one", setting.name)));
            }
            let mut session = setting.open(self.first_seed).map_err(wrong)?;
            let player = setting.player(self.nodes).map_err(wrong)?;
            session.set_player(&player).map_err(wrong)?;
        }
        Ok(())
    }
}
