//! The specs of experiments on tempo.

use super::claims::PaperClaim;
use crate::Error;
use crate::papers::samples::Samples;
use crate::papers::seeds::{Seeds, draw_position};
use crate::papers::spec::{Claims, spec, wrong};
use crate::registry::{PlayerSpec, game, games};
use plywood_play::Session;
use serde::Deserialize;

spec! {
    pub(in crate::papers) struct Spec with Claims<PaperClaim> {
        pub first_seed: u64,
        /// The number of positions in each setting.
        pub samples: u64,
        /// The nodes of a search.
        pub nodes: u64,
        pub settings: Vec<Setting>,
    }
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
    /// The position of this seed.
    pub fn open(&self, seed: u64) -> Result<Box<dyn Session>, Error> {
        let mut session = game(games(), &self.game)?.open(self.position.as_deref())?;
        draw_position(&mut *session, self.random_plies, seed)?;
        Ok(session)
    }

    /// Best-first minimax, which expands nodes whole.
    pub fn player(&self, nodes: u64) -> Result<PlayerSpec, Error> {
        let evaluation = self.evaluation.as_ref().map(|name| format!(",eval={name}"));
        let evaluation = evaluation.unwrap_or_default();
        Ok(PlayerSpec::parse(&format!("best-first,nodes={nodes}{evaluation}"))?)
    }
}

impl Spec {
    /// The positions, after all that could not be run was refused.
    pub fn check(&self) -> Result<Samples, Error> {
        if self.samples == 0 || self.nodes == 0 || self.settings.is_empty() {
            return Err(wrong("expected samples and nodes from 1, and at least one setting"));
        }
        let names: Vec<&str> = self.settings.iter().map(|setting| setting.name.as_str()).collect();
        let seeds = Seeds { first: self.first_seed, count: self.samples };
        let samples = Samples::new(&names, "seed", seeds)?;
        for setting in &self.settings {
            let mut session = setting.open(self.first_seed).map_err(wrong)?;
            let player = setting.player(self.nodes).map_err(wrong)?;
            session.set_player(&player).map_err(wrong)?;
        }
        Ok(samples)
    }
}
