//! What the paper says of its pictures, tested on the trees of all positions.

use super::{Grown, Growth, GrowthExperiment};
use crate::Error;
use crate::experiment::Results;
use crate::report::Measured;
use crate::report::claim::{Claim, Side, paper_claim};
use serde::Deserialize;

paper_claim! {
    /// A sentence about the trees of a setting.
    pub(in crate::papers) struct PaperClaim {
        setting: String,
        test: Test,
        side: Side,
        /// With what the quantity is compared; 100 % for a comparison of the players.
        than: Option<f64>,
        /// The paper's number.
        number: Option<f64>,
        /// The move of which the test [`Test::Share`] speaks.
        #[serde(rename = "move")]
        child: Option<String>,
    }
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Test {
    /// The first player's expansions in percent of the second's.
    Expansions,
    /// How many root moves the first player explores, in percent of the second's.
    Explored,
    /// The mean depth of its nodes, in percent of the second's.
    Depth,
    /// The share of the first player's nodes below a root move.
    Share,
    /// The share of nodes below the root move with the most, for either player.
    FirstLargest,
    SecondLargest,
}

impl Test {
    fn quantity(self, names: &[String; 2]) -> String {
        let [first, second] = names;
        match self {
            Test::Expansions => format!("expansions of {first} (% of {second})"),
            Test::Explored => format!("root moves explored by {first} (% of {second})"),
            Test::Depth => format!("mean depth of nodes of {first} (% of {second})"),
            Test::Share => format!("nodes of {first} below the move (%)"),
            Test::FirstLargest => format!("nodes of {first} below its largest root move (%)"),
            Test::SecondLargest => format!("nodes of {second} below its largest root move (%)"),
        }
    }
}

impl PaperClaim {
    /// Refuses names that the spec does not have.
    pub fn check(&self, spec: &super::Spec) -> Result<(), Error> {
        let wrong = |what: &str| Err(Error::input(format!("paper.toml: claim about {what}")));
        if spec.settings.iter().all(|setting| setting.name != self.setting) {
            return wrong(&format!("'{}': expected the name of a setting", self.setting));
        }
        if (self.test == Test::Share) != self.child.is_some() {
            return wrong(&format!("'{}': expected a move with the test 'share'", self.setting));
        }
        Ok(())
    }

    fn judge(&self, names: &[String; 2], grown: &[&Grown]) -> Claim {
        let ratio = |of: fn(&Growth) -> f64| {
            let pairs: Vec<_> = grown.iter().map(|g| (of(&g.first), of(&g.second))).collect();
            Measured::ratio(&pairs, "positions")
        };
        let mean = |of: &dyn Fn(&Grown) -> f64| {
            Measured::mean(&grown.iter().map(|g| of(g)).collect::<Vec<_>>(), "positions")
        };
        let measured = match self.test {
            Test::Expansions => ratio(|growth| growth.expansions as f64),
            Test::Explored => ratio(Growth::explored),
            Test::Depth => ratio(Growth::mean_depth),
            Test::Share => mean(&|grown| {
                let children = grown.first.children.iter().zip(grown.first.shares());
                let it = children.filter(|((m, _), _)| Some(m) == self.child.as_ref());
                it.map(|(_, share)| 100.0 * share).sum()
            }),
            Test::FirstLargest => mean(&|grown| grown.first.largest()),
            Test::SecondLargest => mean(&|grown| grown.second.largest()),
        };
        let than = self.than.unwrap_or(100.0);
        // One search each: the paper's number has no error that could be known.
        self.claim()
            .about(&self.setting, self.test.quantity(names))
            .measured(measured, 1)
            .direction(self.side, than)
            .size_if_given(self.number, than)
    }
}

impl GrowthExperiment {
    /// Judges the claims on the positions that are done.
    pub(super) fn judge(&self, done: &Results<Self>) -> Vec<Claim> {
        let judge = |claim: &PaperClaim| {
            let setting = self.spec.settings.iter().position(|s| s.name == claim.setting)?;
            let grown = self.samples.records(done, setting);
            (!grown.is_empty()).then(|| claim.judge(&self.spec.names, &grown))
        };
        self.spec.paper_numbers.claims.iter().filter_map(judge).collect()
    }
}
