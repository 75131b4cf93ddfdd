//! Algorithms outside the library: each is one file that uses only the public interface of `plywood`.

mod proof_number;
mod registered;
mod uct;

pub use proof_number::ProofNumber;
pub use registered::ProofNumberEntry;
pub use uct::{Uct, UctOptions};
