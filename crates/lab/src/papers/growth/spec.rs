//! The specs of experiments on the growth of trees.

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
        /// What the two players are called.
        pub names: [String; 2],
        /// The first paragraphs of the page.
        pub intro: Vec<String>,
        pub first_seed: u64,
        /// The number of positions in each setting.
        pub samples: u64,
        pub settings: Vec<Setting>,
    }
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
    /// The players. `{seed}` in their texts stands for the number of the position.
    first: String,
    second: String,
    pub note: Option<String>,
}

impl Setting {
    /// The position of this number.
    pub fn open(&self, number: u64) -> Result<Box<dyn Session>, Error> {
        let mut session = game(games(), &self.game)?.open(self.position.as_deref())?;
        let plies = if number == 0 { 0 } else { self.random_plies };
        draw_position(&mut *session, plies, number)?;
        Ok(session)
    }

    /// The players, without artificial time.
    pub fn players(&self, number: u64) -> Result<[PlayerSpec; 2], Error> {
        let player = |text: &str| PlayerSpec::parse(&text.replace("{seed}", &number.to_string()));
        Ok([player(&self.first)?, player(&self.second)?])
    }
}

impl Spec {
    /// The positions, after all that could not be run was refused.
    pub fn check(&self) -> Result<Samples, Error> {
        if self.samples == 0 || self.settings.is_empty() {
            return Err(wrong("expected samples from 1, and at least one setting"));
        }
        let names: Vec<&str> = self.settings.iter().map(|setting| setting.name.as_str()).collect();
        let numbers = Seeds { first: self.first_seed, count: self.samples };
        let samples = Samples::new(&names, "sample", numbers)?;
        for setting in &self.settings {
            if setting.expansions == 0 {
                return Err(wrong(format!("'{}': expected expansions from 1", setting.name)));
            }
            let entry = game(games(), &setting.game).map_err(wrong)?;
            setting.open(self.first_seed).map_err(wrong)?;
            for player in setting.players(self.first_seed).map_err(wrong)? {
                entry.player(&player).map_err(wrong)?;
            }
        }
        self.paper_numbers.claims.iter().try_for_each(|claim| claim.check(self))?;
        Ok(samples)
    }
}
