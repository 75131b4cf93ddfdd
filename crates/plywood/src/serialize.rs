//! What `serde` cannot derive.

use crate::{Budget, Details, Score};
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::time::Duration;

/// The number behind the score.
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i32(self.get())
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Score, D::Error> {
        let number = i32::deserialize(deserializer)?;
        let score = Score::from_bits(number);
        let quickest = Score::win(0);
        let infinite = score == Score::NEG_INF || score == Score::POS_INF;
        if !infinite && !(-quickest..=quickest).contains(&score) {
            let expected = "a score: an evaluation, a won or lost game, or an infinity";
            return Err(D::Error::invalid_value(Unexpected::Signed(number.into()), &expected));
        }
        Ok(score)
    }
}

/// A map from names to numbers.
impl Serialize for Details {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// A budget without its flag, which belongs to one program.
#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Limits {
    depth: Option<u32>,
    widest: Option<u32>,
    nodes: Option<u64>,
    evaluations: Option<u64>,
    artificial_time: Option<u64>,
    node_price: u64,
    pointer_price: u64,
    time: Option<Duration>,
    memory: Option<usize>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits::from(&Budget::new())
    }
}

impl From<&Budget> for Limits {
    fn from(budget: &Budget) -> Limits {
        Limits {
            depth: budget.depth,
            widest: budget.widest,
            nodes: budget.nodes,
            evaluations: budget.evaluations,
            artificial_time: budget.artificial_time,
            node_price: budget.node_price,
            pointer_price: budget.pointer_price,
            time: budget.time,
            memory: budget.memory,
        }
    }
}

impl Serialize for Budget {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Limits::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Budget {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Budget, D::Error> {
        let limits = Limits::deserialize(deserializer)?;
        Ok(Budget {
            depth: limits.depth,
            widest: limits.widest,
            nodes: limits.nodes,
            evaluations: limits.evaluations,
            artificial_time: limits.artificial_time,
            node_price: limits.node_price,
            pointer_price: limits.pointer_price,
            time: limits.time,
            memory: limits.memory,
            stop: None,
        })
    }
}
