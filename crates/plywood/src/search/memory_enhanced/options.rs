//! The options of memory-enhanced searches.

use crate::Tactics;
use crate::memory::{BoundsEntry, TranspositionTable};
use crate::options::{Bytes, Format, Numbers, OptionValue, or};
use crate::search::deepening::Deepening;
use crate::search::driver::Driver;
use std::ops::RangeInclusive;

pub(super) type Table = TranspositionTable<BoundsEntry>;

crate::option_words! {
    /// From which depth on the children of a node are put in order by their static values.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum OrderFrom {
        /// From [`Tactics::STATIC_ORDER_FROM`](crate::Tactics::STATIC_ORDER_FROM) on, one ply less for
        /// MTD(f) and C*, but not for nodes with only a few leaves below them. The leaves are estimated
        /// from the number of root moves.
        Auto = "auto",
        /// At no depth.
        Never = "never";
        /// From this depth on, and never below 2.
        Depth(u32) = 2..,
    }
}

crate::option_words! {
    /// On, off, or as the game decides.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Switch {
        /// On in games that have a use for it.
        Auto = "auto",
        /// On.
        On = "true",
        /// Off.
        Off = "false",
    }
}

impl Switch {
    /// Whether it is on where it is of use or not.
    fn at(self, useful: bool) -> Switch {
        match self {
            Switch::Auto => useful.into(),
            chosen => chosen,
        }
    }

    /// Whether it was switched on; one that is left to the game is not.
    pub fn is_on(self) -> bool {
        self == Switch::On
    }
}

impl From<bool> for Switch {
    fn from(on: bool) -> Switch {
        if on { Switch::On } else { Switch::Off }
    }
}

/// The size of a table: a number of entries, or their memory.
struct Entries;

impl Format<usize> for Entries {
    fn others(&self) -> Option<String> {
        Some("a whole number from 2, or an amount of memory such as 64MiB".to_string())
    }

    fn read(&self, text: &str) -> Option<usize> {
        let entries = match text.parse::<u64>() {
            Ok(number) => usize::try_from(number).ok(),
            Err(_) => Bytes.read(text).map(MtOptions::entries_in),
        };
        entries.filter(|&entries| entries >= 2)
    }

    fn write(&self, entries: &usize) -> String {
        entries.to_string()
    }

    fn numbers(&self) -> Option<Numbers> {
        (2..=usize::MAX).numbers()
    }

    fn value(&self, &entries: &usize) -> OptionValue {
        OptionValue::Whole(entries as i128)
    }
}

crate::options! {
    /// Options of [`Mt`](super::Mt): the driver, and what all drivers share.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct MtOptions {
        /// The driver, with options of its own.
        pub driver: Driver [nested] = Driver::NegaScout,
        /// Entries of the transposition table, 24 bytes each; fewer if memory is short.
        pub entries: usize as "table" [Entries] = 1 << 21,
        /// Store nodes with at least this depth left to search; 0: leaves too; auto: 2, or more in games with
        /// few moves.
        ///
        /// The paper stores the leaves. But a node near the horizon is searched about as fast as it is
        /// looked up: by default only nodes with some dozens of leaves below them are stored. The
        /// leaves are estimated from the number of root moves.
        pub table_from: Option<u32> [or("auto", 0..)] = None,
        /// Order children by static value at nodes with at least this depth left; auto: the game's choice.
        pub order_from: OrderFrom = OrderFrom::Auto,
        /// Order moves by static value, or by ordering score, killers and history; false: the table's best move,
        /// then the others as the game lists them.
        pub ordering: bool = true,
        /// Order quiet moves by history score; auto: in games with history indices.
        ///
        /// The history heuristic: Schaeffer 1989.
        pub history: Switch = Switch::Auto,
        /// Search killers early: quiet moves that caused cut-offs at the same ply; auto: in games with history
        /// indices.
        pub killers: Switch = Switch::Auto,
        /// Search noisy moves beyond the horizon; auto: in games that have them.
        pub quiescence: Switch = Switch::Off,
        /// Prune, reduce and extend: the value is no longer that of the fixed depth; auto: in games with a
        /// margin for it.
        pub selective: Switch = Switch::Off,
        /// Search a move that is better than all others by a margin one ply deeper: the value is no longer that
        /// of the fixed depth; auto: in games with a margin for it.
        ///
        /// Singular extensions: Anantharaman, Campbell & Hsu 1990. The table of the iteration before names
        /// the move and its value, so that they need [`deepening`](MtOptions::deepening).
        pub singular: Switch = Switch::Off,
        /// Threads that share the table, at most one per core; with more than one, results differ from run to
        /// run.
        ///
        /// For searches made by [`Mt::parallel`](super::Mt::parallel). Those made by
        /// [`Mt::with`](super::Mt::with) run on one thread.
        pub threads: usize [MtOptions::THREADS] = 1,
        /// Deepen iteratively; auto: if the budget names no depth and can interrupt the search.
        pub deepening: Deepening = Deepening::Always,
        /// Report all equally good root moves.
        pub all_best: bool = false,
    }
}

impl MtOptions {
    /// The numbers of threads that can be asked for.
    pub const THREADS: RangeInclusive<usize> = 1..=1024;

    /// The options that go with a driver.
    ///
    /// SSS* and DUAL* are as in their paper: moves in the order of the move list, all leaves in the table,
    /// and no iterative deepening. The others are made for speed, with [`MtOptions::default`].
    pub fn new(driver: Driver) -> MtOptions {
        let made_for_speed = MtOptions { driver, ..MtOptions::default() };
        match driver {
            Driver::Sss | Driver::Dual => MtOptions {
                table_from: Some(0),
                order_from: OrderFrom::Never,
                history: Switch::Off,
                killers: Switch::Off,
                deepening: Deepening::IfUnbounded,
                ..made_for_speed
            },
            _ => made_for_speed,
        }
    }

    /// The options of `strong`: those of NegaScout, with quiescence and selective search left to the game.
    pub fn strong() -> MtOptions {
        let (quiescence, selective) = (Switch::Auto, Switch::Auto);
        MtOptions { quiescence, selective, ..MtOptions::default() }
    }

    /// What they stand for in games of `P`: nothing is left to the game any more.
    ///
    /// ```
    /// use plywood::search::{MtOptions, Switch};
    /// use plywood_games::{Chess, Connect4};
    ///
    /// assert_eq!(MtOptions::strong().at::<Chess>().quiescence, Switch::On);
    /// assert_eq!(MtOptions::strong().at::<Connect4>().quiescence, Switch::Off);
    /// ```
    #[must_use]
    pub fn at<P: Tactics>(self) -> MtOptions {
        let has_indices = P::HISTORY_INDICES > 0;
        MtOptions {
            history: self.history.at(has_indices),
            killers: self.killers.at(has_indices),
            quiescence: self.quiescence.at(P::NOISY),
            selective: self.selective.at(P::MARGIN > 0),
            singular: self.singular.at(P::MARGIN > 0),
            ..self
        }
    }

    /// The entries of a table of `bytes` bytes.
    pub fn entries_in(bytes: usize) -> usize {
        bytes / Table::ENTRY_BYTES
    }
}
