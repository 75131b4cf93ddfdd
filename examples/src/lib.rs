//! Algorithms outside the library: each is one file that uses only the public interface of `plywood`.

mod drivers;
mod proof_number;
mod registered;
mod uct;

pub use drivers::{MtdBisectOptions, MtdStepOptions, mtd_bisect, mtd_step};
pub use proof_number::{ProofNumber, ProofNumberOptions};
pub use uct::{Uct, UctOptions};

/// The Rust in the repository's documents, compiled and run with the other examples. Here, because a
/// crate that is published must not read files outside of its folder.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../README.md")]
    struct Readme;

    #[doc = include_str!("../../docs/adding-an-algorithm.md")]
    struct AddingAnAlgorithm;

    #[doc = include_str!("../../docs/bring-your-own-game.md")]
    struct BringYourOwnGame;

    #[doc = include_str!("../../docs/gomoku.md")]
    struct Gomoku;

    #[doc = include_str!("../../docs/phutball.md")]
    struct Phutball;

    #[doc = include_str!("../../docs/goals.md")]
    struct Goals;

    #[doc = include_str!("../../crates/plywood/README.md")]
    struct Plywood;

    #[doc = include_str!("../../crates/games/README.md")]
    struct Games;

    #[doc = include_str!("../../crates/registry/README.md")]
    struct Registry;
}
