//! The weights that come with Plywood.

use super::{Patterns, Weights};
use std::sync::{Arc, LazyLock};

static WEIGHTS: LazyLock<Arc<Weights>> = LazyLock::new(|| {
    let bytes = include_bytes!("../weights.bin");
    Arc::new(Weights::from_bytes(bytes, "built in").expect("a test reads the built-in file"))
});

impl Default for Patterns {
    /// With the weights that come with Plywood.
    fn default() -> Self {
        Patterns::new(WEIGHTS.clone())
    }
}
