//! The algorithms by name: what each is, which options it has, and how these are read.

use crate::Error;
use crate::configuration::Configuration;
use crate::mt;
use crate::outside::algorithms;
use crate::settings::{LIMITS, Settings};
use crate::strong::STRONG;
use plywood::Budget;
use plywood::search::*;
use plywood_games::{did_you_mean, shown};

/// An option of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name in `--set name=value`.
    pub name: &'static str,
    /// What it takes.
    pub values: &'static str,
    /// The value it has if nobody sets it.
    pub default: &'static str,
    /// What it does.
    pub summary: &'static str,
}

/// An algorithm of the registry. The command line, the documentation and every front end read this
/// one table.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Where it was published.
    pub paper: &'static str,
    /// Whether its value is the minimax value of the tree cut at the horizon.
    pub exact: bool,
    /// What it keeps in memory.
    pub memory: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo],
    pub(crate) kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Strong,
    Minimax,
    AlphaBeta,
    AlphaBetaSavedTree,
    Mt(Driver),
    StockmanSss,
    BestFirst,
    RecursiveBestFirst,
    BestFirstSavedTree,
    BestFirstExtension,
    Endgame,
    /// From outside Plywood; see [`Outside`](crate::Outside).
    Outside,
}

/// The option that every algorithm has in games with a solver of endings.
pub const ENDGAME: OptionInfo = OptionInfo {
    name: "endgame",
    values: "auto, never or a number of plies",
    default: "never; auto for strong",
    summary: "leave the last N plies of the game to the game's solver of endings; auto: as many as \
              the depth or the time is enough for",
};
/// The option that every algorithm has in games with several evaluations.
pub const EVAL: OptionInfo = OptionInfo {
    name: "eval",
    values: "an evaluation of the game",
    default: "the game's first",
    summary: "the evaluation; the command 'games' lists them",
};
/// The option that every algorithm has.
pub const GRAIN: OptionInfo = OptionInfo {
    name: "grain",
    values: "a whole number from 1",
    default: "1",
    summary: "round evaluations to multiples of this",
};
pub(crate) const ALL_BEST: OptionInfo = OptionInfo {
    name: "all-best",
    values: "true or false",
    default: "false",
    summary: "report all equally good root moves",
};
const BOUNDS_SOFT: OptionInfo = OptionInfo {
    name: "bounds",
    values: "fail-soft or fail-hard",
    default: "fail-soft",
    summary: "what a search outside its window answers",
};
const BOUNDS_HARD: OptionInfo = OptionInfo { default: "fail-hard", ..BOUNDS_SOFT };
pub(crate) const DEEPENING: OptionInfo = OptionInfo {
    name: "deepening",
    values: "auto, always or never",
    default: "auto",
    summary: "search depth 1, 2, …; auto: if the budget can interrupt and names no depth",
};
const EARLY_RETURN: OptionInfo = OptionInfo {
    name: "early-return",
    values: "true or false",
    default: "true",
    summary: "evaluate children one at a time and return when one exceeds the window",
};
const WHEN_FULL: OptionInfo = OptionInfo {
    name: "when-full",
    values: "prune, linear or stop",
    default: "prune",
    summary: "at the memory limit: free the least promising subtrees, go on in linear space, or stop",
};

const KORF_1992: &str = "Korf 1992";
const KORF_CHICKERING: &str = "Korf & Chickering 1993";

/// Every algorithm of Plywood.
pub const ALGORITHMS: &[Algorithm] = &[
    STRONG,
    Algorithm {
        name: "minimax",
        summary: "fixed-depth minimax without pruning, the slow twin",
        paper: "Shannon 1950",
        exact: true,
        memory: "a line",
        options: &[DEEPENING, ALL_BEST],
        kind: Kind::Minimax,
    },
    Algorithm {
        name: "alpha-beta",
        summary: "fixed-depth alpha-beta",
        paper: "Knuth & Moore 1975",
        exact: true,
        memory: "a line",
        options: &[
            OptionInfo {
                name: "order",
                values: "listed or static",
                default: "listed",
                summary: "the order of children: as the game lists them, or by static value",
            },
            OptionInfo {
                name: "horizon",
                values: "one-at-a-time or all-at-once",
                default: "one-at-a-time",
                summary: "generation of children just above the horizon",
            },
            BOUNDS_SOFT,
            DEEPENING,
            ALL_BEST,
        ],
        kind: Kind::AlphaBeta,
    },
    Algorithm {
        name: "alpha-beta-saved-tree",
        summary: "alpha-beta that keeps its tree from move to move and orders by stored values",
        paper: KORF_CHICKERING,
        exact: true,
        memory: "a tree, capped",
        options: &[BOUNDS_HARD, DEEPENING, ALL_BEST],
        kind: Kind::AlphaBetaSavedTree,
    },
    mt::ALPHA_BETA_MEMORY,
    mt::NEGASCOUT,
    mt::ASPIRATION_NEGASCOUT,
    mt::SSS,
    mt::DUAL,
    mt::MTDF,
    mt::C_STAR,
    Algorithm {
        name: "stockman-sss",
        summary: "SSS* with its list of open states, the twin of sss",
        paper: "Stockman 1979",
        exact: true,
        memory: "a list of states",
        options: &[DEEPENING, ALL_BEST],
        kind: Kind::StockmanSss,
    },
    Algorithm {
        name: "best-first",
        summary: "best-first minimax, the whole tree in memory",
        paper: KORF_1992,
        exact: false,
        memory: "a tree",
        options: &[ALL_BEST],
        kind: Kind::BestFirst,
    },
    Algorithm {
        name: "recursive-best-first",
        summary: "best-first minimax in linear space (RBFMS)",
        paper: "Korf 1992; Korf & Chickering 1993",
        exact: false,
        memory: "a line and its siblings",
        options: &[
            OptionInfo {
                name: "variant",
                values: "simple or full",
                default: "simple",
                summary: "full: children inherit their parent's value (1992)",
            },
            OptionInfo {
                summary: "with simple: return when one child exceeds the window (1993)",
                default: "false",
                ..EARLY_RETURN
            },
            ALL_BEST,
        ],
        kind: Kind::RecursiveBestFirst,
    },
    Algorithm {
        name: "best-first-saved-tree",
        summary: "best-first minimax under recursive control, its tree kept from move to move",
        paper: KORF_CHICKERING,
        exact: false,
        memory: "a tree, capped",
        options: &[EARLY_RETURN, WHEN_FULL, ALL_BEST],
        kind: Kind::BestFirstSavedTree,
    },
    Algorithm {
        name: "best-first-extension",
        summary: "alpha-beta to a shallow horizon, then best-first minimax from its tree",
        paper: KORF_CHICKERING,
        exact: false,
        memory: "a tree, capped",
        options: &[
            OptionInfo {
                name: "horizon",
                values: "a whole number from 0",
                default: "3",
                summary: "the depth of the alpha-beta search",
            },
            BOUNDS_HARD,
            EARLY_RETURN,
            WHEN_FULL,
            ALL_BEST,
        ],
        kind: Kind::BestFirstExtension,
    },
    Algorithm {
        name: "endgame",
        summary: "the game's own solver to the very end; negascout where it has none",
        paper: "none",
        exact: true,
        memory: "a table",
        options: &[ALL_BEST],
        kind: Kind::Endgame,
    },
];

/// The algorithm of that name.
///
/// ```
/// use plywood_registry::algorithm;
/// assert!(algorithm("best-first").is_ok());
/// assert!(algorithm("best-last").unwrap_err().to_string().contains("best-first"));
/// ```
pub fn algorithm(name: &str) -> Result<&'static Algorithm, Error> {
    let all = algorithms();
    all.iter().find(|algorithm| algorithm.name == name).copied().ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|algorithm| algorithm.name).collect();
        Error::unknown("algorithm", name, &names)
    })
}

impl Algorithm {
    /// What people are told of an algorithm from outside Plywood: its name, what it does in one line,
    /// where it was published, whether its value is the minimax value of the tree cut at the horizon,
    /// what it keeps in memory, and its options.
    pub const fn outside(
        name: &'static str,
        summary: &'static str,
        paper: &'static str,
        exact: bool,
        memory: &'static str,
        options: &'static [OptionInfo],
    ) -> Algorithm {
        Algorithm { name, summary, paper, exact, memory, options, kind: Kind::Outside }
    }

    /// Reads the options from the settings. `strong` is what it stands for at a game without noisy
    /// moves, margins and endings to solve; [`PlayerSpec::at`](crate::PlayerSpec::at) knows the others.
    pub fn configure(&self, settings: &Settings) -> Result<Configuration, Error> {
        self.check_names(settings)?;
        let all_best = settings.flag("all-best", false)?;
        Ok(match self.kind {
            Kind::Minimax => Configuration::Minimax(MinimaxOptions {
                deepening: deepening(settings, Deepening::IfUnbounded)?,
                all_best,
            }),
            Kind::AlphaBeta => Configuration::AlphaBeta(AlphaBetaOptions {
                order: settings.choice(
                    "order",
                    NodeOrder::Listed,
                    &[("listed", NodeOrder::Listed), ("static", NodeOrder::Static)],
                )?,
                horizon: settings.choice(
                    "horizon",
                    Horizon::OneAtATime,
                    &[("one-at-a-time", Horizon::OneAtATime), ("all-at-once", Horizon::AllAtOnce)],
                )?,
                bounds: bounds(settings, Bounds::FailSoft)?,
                deepening: deepening(settings, Deepening::IfUnbounded)?,
                all_best,
            }),
            Kind::AlphaBetaSavedTree => {
                Configuration::AlphaBetaSavedTree(AlphaBetaSavedTreeOptions {
                    bounds: bounds(settings, Bounds::FailHard)?,
                    deepening: deepening(settings, Deepening::IfUnbounded)?,
                    all_best,
                })
            }
            Kind::Strong => Configuration::Mt(mt::options(Driver::NegaScout, settings)?),
            Kind::Mt(driver) => Configuration::Mt(mt::options(driver, settings)?),
            Kind::StockmanSss => Configuration::StockmanSss(StockmanSssOptions {
                deepening: deepening(settings, Deepening::IfUnbounded)?,
                all_best,
            }),
            Kind::BestFirst => Configuration::BestFirst(BestFirstOptions { all_best }),
            Kind::RecursiveBestFirst => {
                let variant = variant(settings)?;
                Configuration::RecursiveBestFirst(RecursiveBestFirstOptions { variant, all_best })
            }
            Kind::BestFirstSavedTree => {
                Configuration::BestFirstSavedTree(BestFirstSavedTreeOptions {
                    early_return: settings.flag("early-return", true)?,
                    when_full: when_full(settings)?,
                    all_best,
                })
            }
            Kind::BestFirstExtension => {
                let defaults = BestFirstExtensionOptions::default();
                Configuration::BestFirstExtension(BestFirstExtensionOptions {
                    horizon: settings.number("horizon", defaults.horizon)?,
                    bounds: bounds(settings, defaults.bounds)?,
                    early_return: settings.flag("early-return", true)?,
                    when_full: when_full(settings)?,
                    all_best,
                })
            }
            Kind::Endgame => Configuration::Endgame(mt::options(Driver::NegaScout, settings)?),
            Kind::Outside => {
                let name = self.name;
                return Err(Error::failure(format!("algorithm '{name}' is not one of Plywood's")));
            }
        })
    }

    /// Whether it is the solver of endings itself.
    pub(crate) fn solves(&self) -> bool {
        self.kind == Kind::Endgame
    }

    /// Refuses a budget that the settings contradict.
    pub(crate) fn check_budget(&self, settings: &Settings, budget: &Budget) -> Result<(), Error> {
        // The default horizon gives way to the depth; one that was asked for must not.
        if let (Kind::BestFirstExtension, Some(depth)) = (self.kind, budget.depth) {
            let horizon = settings.number("horizon", 0)?;
            if horizon > depth {
                return Err(Error::input(format!(
                    "horizon {horizon} is deeper than the depth {depth}: expected a horizon from 0 \
                     to {depth}, because best-first search goes on where alpha-beta ends"
                )));
            }
        }
        Ok(())
    }

    pub(crate) fn check_names(&self, settings: &Settings) -> Result<(), Error> {
        for name in settings.names() {
            let shared = [EVAL.name, GRAIN.name, ENDGAME.name];
            if !shared.contains(&name) && !self.options.iter().any(|option| option.name == name) {
                let own = self.options.iter().map(|option| option.name);
                let options: Vec<_> = own.chain(shared).collect();
                let near = did_you_mean(name, options.iter().chain(&LIMITS).copied());
                let (name, options, limits) = (shown(name), options.join(", "), LIMITS.join(", "));
                let algorithm = self.name;
                return Err(Error::input(format!(
                    "algorithm '{algorithm}' has no option '{name}': expected one of its options \
                     ({options}) or a limit ({limits}){near}"
                )));
            }
        }
        Ok(())
    }
}

fn bounds(settings: &Settings, default: Bounds) -> Result<Bounds, Error> {
    let choices = [("fail-soft", Bounds::FailSoft), ("fail-hard", Bounds::FailHard)];
    settings.choice("bounds", default, &choices)
}

fn deepening(settings: &Settings, default: Deepening) -> Result<Deepening, Error> {
    let choices = [
        ("auto", Deepening::IfUnbounded),
        ("always", Deepening::Always),
        ("never", Deepening::Never),
    ];
    settings.choice("deepening", default, &choices)
}

fn when_full(settings: &Settings) -> Result<WhenFull, Error> {
    let choices =
        [("prune", WhenFull::Prune), ("linear", WhenFull::Linear), ("stop", WhenFull::Stop)];
    settings.choice("when-full", WhenFull::Prune, &choices)
}

fn variant(settings: &Settings) -> Result<Variant, Error> {
    let full = settings.choice("variant", false, &[("simple", false), ("full", true)])?;
    let early_return = settings.flag("early-return", false)?;
    match (full, early_return) {
        (true, true) => Err(Error::input(
            "variant=full with early-return=true: expected one or the other, because a value \
             returned early is that of some children only and must not be inherited",
        )),
        (true, false) => Ok(Variant::Full),
        (false, early_return) => Ok(Variant::Simple { early_return }),
    }
}
