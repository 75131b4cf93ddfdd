//! The limits of a budget, as people write them: `time=500ms`, `memory=1MiB`.

use crate::Error;
use plywood::Budget;
use plywood::kit::{OptionError, OptionInfo, Options};
use plywood_games::shown;

/// The limits of a budget, with what they accept.
///
/// ```
/// assert_eq!(plywood_registry::limits()[0].name, "depth");
/// ```
pub fn limits() -> Vec<OptionInfo> {
    Budget::new().list()
}

/// Sets one limit from its text.
///
/// ```
/// use plywood::Budget;
/// use plywood_registry::set_limit;
/// let mut budget = Budget::new();
/// set_limit(&mut budget, "memory", "1MiB")?;
/// assert_eq!(budget.memory, Some(1 << 20));
/// assert!(set_limit(&mut budget, "time", "soon").is_err());
/// # Ok::<(), plywood_registry::Error>(())
/// ```
pub fn set_limit(budget: &mut Budget, name: &str, text: &str) -> Result<(), Error> {
    budget.set(name, text).map_err(|error| match error {
        OptionError::Value { expected, .. } => {
            // Nobody who names a limit wants none.
            let expected = expected.trim_start_matches("none or ");
            Error::input(format!("{name} '{}': expected {expected}", shown(text)))
        }
        _ => {
            let limits = limits();
            let names: Vec<&str> = limits.iter().map(|limit| limit.name.as_str()).collect();
            Error::unknown("limit", name, &names)
        }
    })
}

/// Whether the budget limits the work of a search at all.
pub fn is_limited(budget: &Budget) -> bool {
    budget.depth.is_some()
        || budget.nodes.is_some()
        || budget.evaluations.is_some()
        || budget.artificial_time.is_some()
        || budget.time.is_some()
}
