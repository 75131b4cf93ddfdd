//! The options of memory-enhanced searches.

use crate::memory::{BoundsEntry, TranspositionTable};
use crate::options::{Bytes, Format, or};
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
}

crate::options! {
    /// Options of [`Mt`](super::Mt): the driver, and what all drivers share.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct MtOptions {
        /// The driver, with options of its own.
        pub driver: Driver [nested] = Driver::NegaScout,
        /// Entries of the transposition table, 24 bytes each; fewer if there is no memory for them.
        pub entries: usize as "table" [Entries] = 1 << 21,
        /// The least depth at which nodes are kept in the table; 0: the leaves as well; auto: 2 or more,
        /// the fewer moves the more.
        ///
        /// The paper stores the leaves. But a node near the horizon is searched about as fast as it is
        /// looked up: by default only nodes with some dozens of leaves below them are stored. The
        /// leaves are estimated from the number of root moves.
        pub table_from: Option<u32> [or("auto", 0..)] = None,
        /// The depth from which children are put in order by static value; auto: the game's choice.
        pub order_from: OrderFrom = OrderFrom::Auto,
        /// Put moves in order: by static value, or by ordering score, killers and history; false: the best move
        /// of the table, then all others as listed.
        pub ordering: bool = true,
        /// Order quiet moves by history score; for games with history indices.
        ///
        /// The history heuristic: Schaeffer 1989.
        pub history: bool = true,
        /// Search killers early, quiet moves that caused cut-offs at the same ply; for games with history
        /// indices.
        pub killers: bool = true,
        /// Go on with noisy moves beyond the horizon; for games that have them.
        pub quiescence: bool = false,
        /// Prune, reduce and extend, so that the value is not that of the fixed depth; for games that
        /// give a margin for it.
        pub selective: bool = false,
        /// Search a move one ply deeper that is better than all others by a margin, so that the value is not
        /// that of the fixed depth; for games that give a margin.
        ///
        /// Singular extensions: Anantharaman, Campbell & Hsu 1990. The table of the iteration before names
        /// the move and its value, so that they need [`deepening`](MtOptions::deepening).
        pub singular: bool = false,
        /// Threads that share the table, no more than the machine has cores; with more than one, results
        /// differ from run to run.
        ///
        /// For searches made by [`Mt::parallel`](super::Mt::parallel). Those made by
        /// [`Mt::with`](super::Mt::with) run on one thread.
        pub threads: usize [MtOptions::THREADS] = 1,
        /// Search depth 1, 2, …; auto: if the budget can interrupt and names no depth.
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
                history: false,
                killers: false,
                deepening: Deepening::IfUnbounded,
                ..made_for_speed
            },
            _ => made_for_speed,
        }
    }

    /// The entries of a table of `bytes` bytes.
    pub fn entries_in(bytes: usize) -> usize {
        bytes / Table::ENTRY_BYTES
    }
}
