//! The levels of the engine, by name.

use plywood_lab::Error;
use plywood_lab::registry::PlayerSpec;

/// A limit of each move, also in words, from the weakest level to the strongest. Limits on nodes make the engine play the
/// same on every machine.
const LEVELS: [(&str, &str, &str, &str); 5] = [
    ("beginner", "nodes", "100", "100 nodes per move"),
    ("easy", "nodes", "1k", "1,000 nodes per move"),
    ("medium", "nodes", "10k", "10,000 nodes per move"),
    ("hard", "nodes", "100k", "100,000 nodes per move"),
    ("expert", "time", "1s", "1 s per move"),
];

/// The level without a name or a limit: the strongest.
pub(super) const DEFAULT: &str = LEVELS[LEVELS.len() - 1].0;

/// The names of the levels.
pub(super) fn names() -> [&'static str; LEVELS.len()] {
    LEVELS.map(|(name, ..)| name)
}

/// Sets the limit of the level of that name, and returns it in words.
pub(super) fn set(spec: &mut PlayerSpec, name: &str) -> Result<&'static str, Error> {
    let level = LEVELS.iter().find(|(known, ..)| *known == name);
    let (_, limit, value, words) = level.ok_or_else(|| Error::unknown("level", name, &names()))?;
    spec.set_limit(limit, value)?;
    Ok(words)
}
