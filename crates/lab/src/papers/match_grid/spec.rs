//! The specs of matches over a grid.

use super::claims::PaperClaim;
use crate::Error;
use crate::papers::pairs::PairRule;
use crate::papers::seeds::Seeds;
use crate::papers::spec::{Distinct, duplicate, spec, wrong};
use crate::registry::{PlayerSpec, game, games};
use plywood::kit::Options;
use plywood::search::{Allotment, AlphaBetaOptions};
use plywood_games::{one_of, shown};
use serde::Deserialize;
use std::collections::BTreeMap;

spec! {
    pub(in crate::papers) struct Spec with PaperNumbers {
        /// What the first player is called.
        pub challenger: String,
        /// What x is, with its unit.
        pub x: String,
        /// The first paragraphs of the page.
        pub intro: Vec<String>,
        first_seed: u64,
        pub pairs: u64,
        /// Lists of values of x by name, and the one that is played.
        grids: BTreeMap<String, Distinct<u64>>,
        pub grid: String,
        pub rows: Vec<Row>,
        pub variants: Vec<Variant>,
        /// Whether the page shows time and depth part by part of the games.
        #[serde(default)]
        pub efforts: bool,
        /// Whether the trees that the players keep are looked at after each search.
        #[serde(default)]
        pub trees: bool,
    }
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct PaperNumbers {
    #[serde(default)]
    pub claims: Vec<PaperClaim>,
    #[serde(default)]
    cells: Vec<PaperCell>,
}

/// What the paper prints of a cell: games won by the first player and by the second.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct PaperCell {
    /// The key of its variant.
    variant: String,
    x: u64,
    pub won: u64,
    pub lost: u64,
}

/// A game and a position of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct Row {
    pub name: String,
    pub game: String,
    pub position: Option<String>,
    /// The random moves with which a pair begins; the game's own number if it is not given.
    pub opening_plies: Option<u32>,
    /// `{x}` stands for x times this number.
    #[serde(default = "one")]
    scale: u64,
    /// What other names in braces stand for.
    #[serde(default)]
    set: BTreeMap<String, Setting>,
}

/// What a name in the text of a player stands for, in a row.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Setting {
    Number(u64),
    Text(String),
    /// A number for each value of x. The row is not played at others.
    ByX(BTreeMap<String, u64>),
}

impl Setting {
    fn at(&self, x: u64) -> Option<String> {
        match self {
            Setting::Number(number) => Some(number.to_string()),
            Setting::Text(text) => Some(text.clone()),
            Setting::ByX(numbers) => Some(numbers.get(&x.to_string())?.to_string()),
        }
    }
}

fn one() -> u64 {
    1
}

impl Row {
    /// Its part of the keys of units.
    pub fn key(&self) -> String {
        self.name.split_whitespace().collect()
    }

    /// Whether the row is played at x: all that it sets has a value there.
    pub fn has(&self, x: u64) -> bool {
        self.set.values().all(|setting| setting.at(x).is_some())
    }
}

/// Two players.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::papers) struct Variant {
    /// The first part of the keys of its units.
    pub key: String,
    pub name: String,
    first: String,
    second: String,
    reading: Option<Reading>,
    /// What is counted, if it is not what the reading says.
    counted: Option<Counted>,
}

/// A reading of the paper: what alpha-beta does with its allotment, and what is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Reading {
    /// The depth follows from the units, alpha-beta is cut off, pairs are counted.
    Paper,
    /// The depth follows from the nodes that the units pay for, alpha-beta finishes it, games are counted.
    Honest,
}

impl Reading {
    fn allotment(self) -> Allotment {
        match self {
            Reading::Paper => Allotment::PAPER,
            Reading::Honest => Allotment::HONEST,
        }
    }

    fn counted(self) -> Counted {
        match self {
            Reading::Paper => Counted::Pairs,
            Reading::Honest => Counted::Games,
        }
    }
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::papers) enum Counted {
    /// Pairs, each won by one side or tied.
    Pairs,
    /// Games, each by itself.
    Games,
}

impl Counted {
    pub fn word(self) -> &'static str {
        match self {
            Counted::Pairs => "pairs",
            Counted::Games => "games",
        }
    }
}

/// How a pair is decided. Its two games have the same tree, so whoever got more out of it as MAX did better.
pub(super) const PAIR_RULE: PairRule = PairRule::ValueAsMax;

impl Variant {
    pub fn counted(&self) -> Counted {
        let by_reading = self.reading.map_or(Counted::Games, Reading::counted);
        self.counted.unwrap_or(by_reading)
    }

    /// The players in a row at x.
    pub fn players(&self, row: &Row, x: u64) -> Result<[PlayerSpec; 2], Error> {
        Ok([self.player(&self.first, row, x)?, self.player(&self.second, row, x)?])
    }

    fn player(&self, text: &str, row: &Row, x: u64) -> Result<PlayerSpec, Error> {
        let scaled = x.checked_mul(row.scale);
        let scaled =
            scaled.ok_or_else(|| Error::input(format!("x times {}: expected less", row.scale)))?;
        let mut filled = text.replace("{x}", &scaled.to_string());
        for (name, setting) in &row.set {
            filled = filled.replace(&format!("{{{name}}}"), &setting.at(x).unwrap_or_default());
        }
        let mut spec = PlayerSpec::parse(&filled)?;
        let allots = spec.configuration.options::<AlphaBetaOptions>().is_some();
        if let Some(reading) = self.reading.filter(|_| allots) {
            for option in reading.allotment().list() {
                spec.set(&format!("{}={}", option.name, option.value))?;
            }
        }
        spec.require_budget()?;
        if spec.budget.time.is_some() {
            return Err(Error::input(format!(
                "player '{text}': expected no time, because no two runs would be alike"
            )));
        }
        Ok(spec)
    }
}

impl Spec {
    /// The values of x that are played; none if the grid is unknown, which [`check`](Spec::check) refuses.
    pub fn values(&self) -> &[u64] {
        self.grids.get(&self.grid).map_or(&[], |values| values)
    }

    pub fn seeds(&self) -> Seeds {
        Seeds { first: self.first_seed, count: self.pairs }
    }

    /// The first variant that has the same players as this one.
    pub fn first_alike(&self, variant: usize) -> usize {
        let players = |variant: &Variant| {
            let allotment = variant.reading.filter(|_| {
                [&variant.first, &variant.second].iter().any(|text| text.starts_with("alpha-beta"))
            });
            (variant.first.clone(), variant.second.clone(), allotment)
        };
        let own = players(&self.variants[variant]);
        self.variants.iter().position(|other| players(other) == own).unwrap_or(variant)
    }

    /// What the paper prints of the cell of a variant at x.
    pub fn paper_cell(&self, variant: usize, x: u64) -> Option<&PaperCell> {
        let key = &self.variants[variant].key;
        self.paper_numbers.cells.iter().find(|cell| cell.variant == *key && cell.x == x)
    }

    pub fn check(&self) -> Result<(), Error> {
        if !self.grids.contains_key(&self.grid) {
            let names: Vec<&str> = self.grids.keys().map(String::as_str).collect();
            let (grid, names) = (shown(&self.grid), one_of(&self.grid, &names));
            return Err(wrong(format!("no grid '{grid}': expected {names}")));
        }
        let lengths = [self.rows.len(), self.variants.len(), self.values().len()];
        if self.pairs == 0 || lengths.contains(&0) {
            return Err(wrong(
                "expected pairs from 1, and at least one row, variant and value of x",
            ));
        }
        let keys: Vec<String> = self.rows.iter().map(Row::key).collect();
        let variants: Vec<String> = self.variants.iter().map(|one| one.key.clone()).collect();
        for keys in [keys, variants] {
            if let Some(place) = duplicate(&keys) {
                let twice = &keys[place];
                return Err(wrong(format!("'{twice}' names two rows or variants: expected one")));
            }
        }
        for row in &self.rows {
            let entry = game(games(), &row.game).map_err(wrong)?;
            let seeded = entry.open(row.position.as_deref()).map_err(wrong)?.reseed(1);
            if self.trees && !seeded && row.opening_plies.is_none() {
                return Err(wrong(format!(
                    "row '{}': expected opening_plies where trees are looked at",
                    row.name
                )));
            }
            if !self.values().iter().any(|&x| row.has(x)) {
                return Err(wrong(format!(
                    "row '{}': expected a value for an x of the grid in what it sets",
                    row.name
                )));
            }
            for variant in &self.variants {
                for &x in self.values().iter().filter(|&&x| row.has(x)) {
                    let players = variant.players(row, x).map_err(wrong)?;
                    players
                        .iter()
                        .try_for_each(|player| entry.player(player).map(|_| ()))
                        .map_err(wrong)?;
                }
            }
        }
        self.paper_numbers.claims.iter().try_for_each(|claim| claim.check(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(second: &str, reading: &str) -> Variant {
        let text = format!(
            "key = \"k\"\nname = \"n\"\nfirst = \"best-first,nodes={{x}}\"\nsecond = \"{second}\"\n{reading}"
        );
        toml::from_str(&text).unwrap()
    }

    fn row(scale: &str) -> Row {
        toml::from_str(&format!("name = \"b = 2\"\ngame = \"random-tree\"\n{scale}")).unwrap()
    }

    #[test]
    fn a_reading_sets_what_alpha_beta_does_and_what_is_counted() {
        let alpha_beta = "alpha-beta,artificial-time={x}";
        let options = |reading: &str| {
            let variant = variant(alpha_beta, reading);
            let [first, second] = variant.players(&row(""), 700).unwrap();
            assert_eq!((first.budget.nodes, first.text().as_str()), (Some(700), "best-first"));
            assert_eq!(second.budget.artificial_time, Some(700));
            let option = |name: &str| second.get(name).unwrap();
            (option("depth-from"), option("finish"), variant.counted())
        };
        let is = |found: (String, String, Counted), from: &str, finish: &str, counted| {
            assert_eq!(found, (from.into(), finish.into(), counted));
        };
        is(options(""), "budget", "false", Counted::Games);
        is(options("reading = \"paper\""), "units", "false", Counted::Pairs);
        is(options("reading = \"honest\""), "nodes", "true", Counted::Games);
        let apart = options("reading = \"paper\"\ncounted = \"games\"");
        is(apart, "units", "false", Counted::Games);
        let twice = variant("alpha-beta,finish=true,depth=3", "reading = \"paper\"");
        let error = twice.players(&row(""), 1).unwrap_err().to_string();
        assert!(error.contains("'finish' is given twice"), "{error}");
    }

    #[test]
    fn x_is_scaled_by_the_row() {
        let variant = variant("best-first,nodes=5", "");
        let [first, _] = variant.players(&row("scale = 100"), 7).unwrap();
        assert_eq!(first.budget.nodes, Some(700));
        assert!(variant.players(&row("scale = 100"), u64::MAX).is_err());
    }
}
