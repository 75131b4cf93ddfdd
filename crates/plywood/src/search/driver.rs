//! The drivers of the MT framework: Plaat, Schaeffer, Pijls & de Bruin 1995. A driver calls a
//! memory-enhanced alpha-beta search of the root with windows of its choice, until it knows the value.

use super::alpha_beta_memory::alpha_beta_memory;
use super::aspiration::{AspirationOptions, aspiration};
use super::c_star::c_star;
use super::dual::dual;
use super::mt::MemoryEnhanced;
use super::mtdf::{FirstGuess, MtdFOptions, mtdf};
use super::negascout::negascout;
use super::sss::sss;
use crate::options::{OptionError, OptionInfo, Options};
use crate::{Score, Stop};

/// The drivers that come with Plywood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// One search with the full window.
    AlphaBeta,
    /// One search with the full window, in which all children but the first are tested with a null
    /// window: Reinefeld 1983.
    NegaScout,
    /// NegaScout in a window of this half-width around the value of the previous iteration, searched
    /// again if the value lies outside.
    AspirationNegaScout(u32),
    /// AB-SSS*: null windows from above, the equivalent of Stockman 1979.
    Sss,
    /// AB-DUAL*: null windows from below.
    Dual,
    /// MTD(f): null windows from a first guess.
    MtdF(FirstGuess),
    /// C*: null windows that halve the interval between the bounds, after Coplan 1982.
    CStar,
}

impl Driver {
    /// The minimax value of the root.
    pub(super) fn value(self, n: &mut MemoryEnhanced<'_>) -> Result<Score, Stop> {
        match self {
            Driver::AlphaBeta => alpha_beta_memory(n),
            Driver::NegaScout => negascout(n),
            Driver::AspirationNegaScout(width) => aspiration(n, width),
            Driver::Sss => sss(n),
            Driver::Dual => dual(n),
            Driver::MtdF(first_guess) => mtdf(n, first_guess),
            Driver::CStar => c_star(n),
        }
    }

    /// [`Driver::AspirationNegaScout`] with its default window.
    pub fn aspiration() -> Driver {
        Driver::AspirationNegaScout(AspirationOptions::default().window)
    }

    /// [`Driver::MtdF`] as in the paper.
    pub fn mtdf() -> Driver {
        Driver::MtdF(MtdFOptions::default().first_guess)
    }
}

impl Options for Driver {
    fn list(&self) -> Vec<OptionInfo> {
        match *self {
            Driver::AspirationNegaScout(window) => AspirationOptions { window }.list(),
            Driver::MtdF(first_guess) => MtdFOptions { first_guess }.list(),
            _ => Vec::new(),
        }
    }

    fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        match self {
            Driver::AspirationNegaScout(window) => {
                let mut options = AspirationOptions { window: *window };
                options.set(name, text)?;
                *window = options.window;
            }
            Driver::MtdF(first_guess) => {
                let mut options = MtdFOptions { first_guess: *first_guess };
                options.set(name, text)?;
                *first_guess = options.first_guess;
            }
            _ => return Err(OptionError::Unknown { name: name.to_string() }),
        }
        Ok(())
    }
}
