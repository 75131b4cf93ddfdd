//! Explicit trees for experiments: uniform random trees with independent and incremental values, in good and
//! bad order, and the trees of games below positions that were played.

use super::minimax_comparison::Played;
use super::settings::pairs;
use super::spec::{Distinct, wrong};
use crate::Error;
use plywood_games::tree::{ChildOrder, LeafValues, Uniform};
use plywood_games::{Tree, shown};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;

/// Which trees there are: the field `trees` of a spec.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sources {
    /// The widths of the uniform trees.
    pub widths: Distinct<u32>,
    values: Distinct<Values>,
    orders: Distinct<Order>,
    /// The least and the greatest number that is drawn: the value of a leaf, or the cost of an edge.
    draw: [i32; 2],
    /// At what percentage of the nodes of well ordered trees a best child comes first.
    best_first: u32,
    /// Settings of all players that have the options, at uniform trees; games have their own.
    #[serde(default)]
    settings: String,
    #[serde(default)]
    games: Vec<Played>,
}

/// How the values of leaves come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Values {
    Independent,
    Incremental,
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Values::Independent => "independent",
            Values::Incremental => "incremental",
        })
    }
}

/// In which order children are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Order {
    /// As they were drawn.
    Drawn,
    /// A best child comes first at most nodes.
    Well,
    /// The worst child comes first at all nodes.
    Badly,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Order::Drawn => "drawn",
            Order::Well => "well",
            Order::Badly => "badly",
        })
    }
}

/// Trees of one kind, numbered from 0.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// `incremental-well-w10`, or the name of a game.
    pub name: String,
    /// The key of its depth: `w10`, or the name of the game.
    pub shape: String,
    /// Settings of players.
    pub settings: String,
    /// What the trees are, in words.
    pub about: String,
    origin: Origin,
}

#[derive(Clone, Debug)]
enum Origin {
    Uniform { width: u32, values: Values, order: Order, draw: [i32; 2], best_first: u32 },
    Game(Box<Played>),
}

impl Source {
    pub fn is_game(&self) -> bool {
        matches!(self.origin, Origin::Game(_))
    }

    /// Whether it is uniform trees of this width as they were drawn, with incremental values.
    pub fn is_plain(&self, of_width: u32) -> bool {
        match self.origin {
            Origin::Uniform { width, values, order, .. } => {
                width == of_width && values == Values::Incremental && order == Order::Drawn
            }
            Origin::Game(_) => false,
        }
    }

    /// The width of its trees, where it is the same at every node.
    pub fn width(&self) -> Option<u32> {
        match self.origin {
            Origin::Uniform { width, .. } => Some(width),
            Origin::Game(_) => None,
        }
    }

    /// The tree with this number, `depth` plies deep. Trees of one width, number and kind of values differ in
    /// the order of children alone.
    pub fn tree(&self, number: usize, depth: u32) -> Result<Tree, Error> {
        match &self.origin {
            Origin::Game(played) => Ok(played.session(number)?.export(depth, None)?),
            &Origin::Uniform { width, values, order, draw: [low, high], best_first } => {
                let values = match values {
                    Values::Independent => LeafValues::Independent,
                    Values::Incremental => LeafValues::Incremental,
                };
                let seed = number as u64 + 1;
                let tree =
                    Tree::uniform(seed, &Uniform { width, depth, values, draw: low..=high })?;
                Ok(match order {
                    Order::Drawn => tree,
                    Order::Well => {
                        tree.ordered(ChildOrder::BestFirst { percent: best_first, seed })
                    }
                    Order::Badly => tree.ordered(ChildOrder::WorstFirst),
                })
            }
        }
    }
}

impl Sources {
    /// All sources. Refuses what could not be made, before anything is run: `depths` has the greatest depth of
    /// each shape, and `each` is how many trees of each source there are.
    pub fn list(&self, depths: &BTreeMap<String, u32>, each: usize) -> Result<Vec<Source>, Error> {
        let Sources { draw, best_first, .. } = *self;
        if each == 0 || best_first > 100 {
            return Err(wrong("expected 'each' from 1, and 'best_first' from 0 to 100"));
        }
        let mut sources = Vec::new();
        for &width in self.widths.iter() {
            for &values in self.values.iter() {
                for &order in self.orders.iter() {
                    let origin = Origin::Uniform { width, values, order, draw, best_first };
                    sources.push(Source {
                        name: format!("{values}-{order}-w{width}"),
                        shape: format!("w{width}"),
                        settings: self.settings.clone(),
                        about: format!("uniform trees of width {width}, {values} values, {order}"),
                        origin,
                    });
                }
            }
        }
        for game in &self.games {
            game.check(each).map_err(|e| wrong(format!("{}: {e}", shown(game.name()))))?;
            sources.push(Source {
                name: game.name().to_string(),
                shape: game.name().to_string(),
                settings: game.settings.clone(),
                about: game.about.clone(),
                origin: Origin::Game(Box::new(game.clone())),
            });
        }
        if sources.is_empty() {
            return Err(wrong("trees: expected widths with values and orders, or games"));
        }
        for (i, source) in sources.iter().enumerate() {
            if sources[..i].iter().any(|other| other.name == source.name) {
                return Err(wrong(format!("trees: '{}' is listed twice", shown(&source.name))));
            }
            pairs(&source.settings)?;
            let depth = depths.get(&source.shape).copied().filter(|&depth| depth > 0);
            let Some(depth) = depth else {
                let shape = shown(&source.shape);
                return Err(wrong(format!("depths: expected one of '{shape}' from 1")));
            };
            if let Origin::Uniform { width, values, .. } = source.origin {
                let values = match values {
                    Values::Independent => LeafValues::Independent,
                    Values::Incremental => LeafValues::Incremental,
                };
                let uniform = Uniform { width, depth, values, draw: draw[0]..=draw[1] };
                uniform.check().map_err(wrong)?;
            }
        }
        let is_shape = |name: &&String| sources.iter().any(|source| source.shape == **name);
        if let Some(name) = depths.keys().find(|name| !is_shape(name)) {
            return Err(wrong(format!("depths: no trees '{}' are listed", shown(name))));
        }
        Ok(sources)
    }
}
