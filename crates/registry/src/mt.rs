//! The algorithms of the MT framework: one search, several drivers.

use crate::Error;
use crate::algorithms::{ALL_BEST, Algorithm, DEEPENING, Kind, OptionInfo};
use crate::settings::Settings;
use plywood::kit::{OptionError, Options};
use plywood::search::{Driver, FirstGuess, MtOptions};
use plywood_games::did_you_mean;

const TABLE: OptionInfo = OptionInfo {
    name: "table",
    values: "a whole number from 2, or an amount of memory such as 64MiB",
    default: "2097152",
    summary: "entries of the transposition table, 24 bytes each; fewer if there is no memory for them",
};
const TABLE_FROM: OptionInfo = OptionInfo {
    name: "table-from",
    values: "a whole number from 0",
    default: "2 or more, the fewer moves the more",
    summary: "the least depth at which nodes are kept in the table; 0: the leaves as well",
};
const LEAVES_TOO: OptionInfo = OptionInfo { default: "0", ..TABLE_FROM };
const ORDER_FROM: OptionInfo = OptionInfo {
    name: "order-from",
    values: "never or a whole number from 2",
    default: "the game's choice",
    summary: "the depth from which children are put in order by static value",
};
const AS_LISTED: OptionInfo = OptionInfo { default: "never", ..ORDER_FROM };
pub(crate) const HISTORY: OptionInfo = OptionInfo {
    name: "history",
    values: "true or false",
    default: "true",
    summary: "order moves by the history heuristic; for games with history indices",
};
pub(crate) const KILLERS: OptionInfo = OptionInfo {
    name: "killers",
    values: "true or false",
    default: "true",
    summary: "try early what cut off a sibling; for games with history indices",
};
const NO_HISTORY: OptionInfo = OptionInfo { default: "false", ..HISTORY };
const NO_KILLERS: OptionInfo = OptionInfo { default: "false", ..KILLERS };
/// Goes on with noisy moves beyond the horizon.
pub const QUIESCENCE: OptionInfo = OptionInfo {
    name: "quiescence",
    values: "true or false",
    default: "false",
    summary: "go on with noisy moves beyond the horizon; for games that have them",
};
/// Gives up the fixed depth for playing strength.
pub const SELECTIVE: OptionInfo = OptionInfo {
    name: "selective",
    values: "true or false",
    default: "false",
    summary: "prune, reduce and extend, so that the value is not that of the fixed depth; for \
              games that give a margin for it",
};
/// Lazy SMP.
pub const THREADS: OptionInfo = OptionInfo {
    name: "threads",
    values: "a whole number from 1 to 1024",
    default: "1",
    summary: "threads that share the table, no more than the machine has cores; with more than one, \
              results differ from run to run",
};
const WINDOW: OptionInfo = OptionInfo {
    name: "window",
    values: "a whole number from 1",
    default: "50",
    summary: "how far from the last value the window reaches, in units of the evaluation",
};
const FIRST_GUESS: OptionInfo = OptionInfo {
    name: "first-guess",
    values: "previous, two-back or a whole number",
    default: "previous",
    summary: "where the search of a depth begins: the value of the depth before, of the one before \
              that, or this value",
};
const ALWAYS: OptionInfo = OptionInfo { default: "always", ..DEEPENING };

/// The options of `strong`: those of NegaScout, with other defaults.
pub(crate) const STRONG_OPTIONS: [OptionInfo; 10] = [
    OptionInfo { default: "true in games that have noisy moves", ..QUIESCENCE },
    OptionInfo { default: "true in games that give a margin", ..SELECTIVE },
    TABLE,
    TABLE_FROM,
    ORDER_FROM,
    HISTORY,
    KILLERS,
    THREADS,
    ALWAYS,
    ALL_BEST,
];

const PLAAT: &str = "Plaat, Schaeffer, Pijls & de Bruin 1995";

const fn entry(
    name: &'static str,
    summary: &'static str,
    paper: &'static str,
    driver: Driver,
    options: &'static [OptionInfo],
) -> Algorithm {
    let kind = Kind::Mt(driver);
    Algorithm { name, summary, paper, exact: true, memory: "a table", options, kind }
}

pub(crate) const ALPHA_BETA_MEMORY: Algorithm = entry(
    "alpha-beta-memory",
    "alpha-beta with a transposition table",
    PLAAT,
    Driver::AlphaBeta,
    &[
        TABLE, TABLE_FROM, ORDER_FROM, HISTORY, KILLERS, QUIESCENCE, SELECTIVE, THREADS, ALWAYS,
        ALL_BEST,
    ],
);
pub(crate) const NEGASCOUT: Algorithm = entry(
    "negascout",
    "NegaScout with a transposition table",
    "Reinefeld 1983; Plaat et al. 1995",
    Driver::NegaScout,
    &[
        TABLE, TABLE_FROM, ORDER_FROM, HISTORY, KILLERS, QUIESCENCE, SELECTIVE, THREADS, ALWAYS,
        ALL_BEST,
    ],
);
pub(crate) const ASPIRATION_NEGASCOUT: Algorithm = entry(
    "aspiration-negascout",
    "NegaScout in a window about the value of the depth before",
    PLAAT,
    Driver::AspirationNegaScout(50),
    &[
        WINDOW, TABLE, TABLE_FROM, ORDER_FROM, HISTORY, KILLERS, QUIESCENCE, SELECTIVE, THREADS,
        ALWAYS, ALL_BEST,
    ],
);
pub(crate) const SSS: Algorithm = entry(
    "sss",
    "SSS* as null windows from above (AB-SSS*)",
    PLAAT,
    Driver::Sss,
    &[
        TABLE, LEAVES_TOO, AS_LISTED, NO_HISTORY, NO_KILLERS, QUIESCENCE, SELECTIVE, THREADS,
        DEEPENING, ALL_BEST,
    ],
);
pub(crate) const DUAL: Algorithm = entry(
    "dual",
    "DUAL* as null windows from below (AB-DUAL*)",
    PLAAT,
    Driver::Dual,
    &[
        TABLE, LEAVES_TOO, AS_LISTED, NO_HISTORY, NO_KILLERS, QUIESCENCE, SELECTIVE, THREADS,
        DEEPENING, ALL_BEST,
    ],
);
pub(crate) const MTDF: Algorithm = entry(
    "mtdf",
    "MTD(f): null windows from a first guess",
    PLAAT,
    Driver::MtdF(FirstGuess::Previous),
    &[
        FIRST_GUESS,
        TABLE,
        TABLE_FROM,
        ORDER_FROM,
        HISTORY,
        KILLERS,
        QUIESCENCE,
        SELECTIVE,
        THREADS,
        ALWAYS,
        ALL_BEST,
    ],
);
pub(crate) const C_STAR: Algorithm = entry(
    "c-star",
    "C*: null windows that halve what is left between the bounds",
    "Coplan 1982; Plaat et al. 1995",
    Driver::CStar,
    &[
        TABLE, TABLE_FROM, ORDER_FROM, HISTORY, KILLERS, QUIESCENCE, SELECTIVE, THREADS, ALWAYS,
        ALL_BEST,
    ],
);

/// The options of the search that the settings ask for.
pub(crate) fn options(driver: Driver, settings: &Settings) -> Result<MtOptions, Error> {
    let mut options = MtOptions::new(driver);
    for (name, text) in settings.iter() {
        match options.set(name, text) {
            // One that every algorithm has.
            Ok(()) | Err(OptionError::Unknown { .. }) => {}
            Err(OptionError::Value { expected, words, .. }) => {
                let near = did_you_mean(text, words);
                return Err(settings.wrong(name, text, &format!("{expected}{near}")));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(options)
}
