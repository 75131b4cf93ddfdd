//! How much a search may spend.

use crate::Counts;
use crate::options::{Bytes, Count, Time, or};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

crate::options! {
    /// Limits of a search. The first one reached ends it; without any, an exact algorithm searches to
    /// the end of the game, and a best-first one until its principal leaf is terminal.
    ///
    /// ```
    /// use plywood::{Budget, kit::Options};
    /// use std::time::Duration;
    /// let mut budget = Budget::new().depth(8).time(Duration::from_millis(500));
    /// assert_eq!(budget.depth, Some(8));
    /// budget.set("memory", "1MiB")?;
    /// assert_eq!(budget.memory, Some(1 << 20));
    /// # Ok::<(), plywood::kit::OptionError>(())
    /// ```
    #[derive(Clone, Debug)]
    pub struct Budget {
        /// Search at most N plies deep.
        pub depth: Option<u32> [or("none", 1..)] = None,
        /// Search only the N best children of each node, by static value.
        ///
        /// Applies to every node that is expanded, not to quiescence search. Of equal children the first
        /// ones are kept. The rejected children were generated and evaluated, and count as such. A search
        /// with this limit [proves](crate::Report::proven) nothing. It holds in the searches of this crate;
        /// an algorithm from outside narrows its moves itself, and a solver of endgames, which proves its answers,
        /// ignores the limit.
        pub widest: Option<u32> [or("none", 1..)] = None,
        /// Generate at most N nodes (for example 20k or 3M).
        pub nodes: Option<u64> [or("none", Count)] = None,
        /// Evaluate at most N positions.
        pub evaluations: Option<u64> as "evals" [or("none", Count)] = None,
        /// Spend at most N units of artificial time.
        ///
        /// A currency for comparing algorithms on any machine: each node generated has a price, and so has
        /// each link followed from node to node. What counts as a link is in
        /// [`Counts::pointers`](crate::Counts::pointers). The search ends before the first node or link that
        /// it cannot pay for. Where it must go back the way it came, it pays for that in advance.
        pub artificial_time: Option<u64> [or("none", Count)] = None,
        /// Charge N units of artificial time per node generated.
        pub node_price: u64 [1..=1_000_000_000] = 100,
        /// Charge N units of artificial time per link followed.
        pub pointer_price: u64 [0..=1_000_000_000] = 1,
        /// Search for at most T (for example 500ms, 2s or 1.5m).
        ///
        /// Wall-clock time; the search returns within a few milliseconds of it.
        pub time: Option<Duration> [or("none", Time)] = None,
        /// Limit the memory of the search to SIZE (for example 256MiB).
        ///
        /// In bytes, of tree, table, lists and stacks; the machine stack does not count. A search that
        /// cannot begin with so little ends at once with [`Stop::Memory`](crate::Stop::Memory) and knows no value.
        pub memory: Option<usize> [or("none", Bytes)] = None,
        /// Set this flag from outside, and the search returns. It is not written with `serde`.
        pub stop: Option<Arc<AtomicBool>> [hidden] = None,
    }
}

impl Budget {
    /// No limits.
    pub fn new() -> Budget {
        Budget::default()
    }

    /// With a horizon of `plies`.
    #[must_use]
    pub fn depth(self, plies: u32) -> Budget {
        Budget { depth: Some(plies), ..self }
    }

    /// With only the `children` best children of each node, by static value.
    #[must_use]
    pub fn widest(self, children: u32) -> Budget {
        Budget { widest: Some(children), ..self }
    }

    /// With at most `nodes` generated.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), ..self }
    }

    /// With at most `evaluations`.
    #[must_use]
    pub fn evaluations(self, evaluations: u64) -> Budget {
        Budget { evaluations: Some(evaluations), ..self }
    }

    /// With at most `units` of [artificial time](Budget::artificial_time).
    #[must_use]
    pub fn artificial_time(self, units: u64) -> Budget {
        Budget { artificial_time: Some(units), ..self }
    }

    /// What some work costs in artificial time.
    ///
    /// ```
    /// use plywood::{Budget, Counts};
    /// let mut work = Counts::default();
    /// (work.generated, work.pointers) = (10, 7);
    /// assert_eq!(Budget::new().charge(&work), 1007);
    /// ```
    pub fn charge(&self, work: &Counts) -> u64 {
        work.artificial_time(self.node_price, self.pointer_price)
    }

    /// With a wall-clock limit.
    #[must_use]
    pub fn time(self, time: Duration) -> Budget {
        Budget { time: Some(time), ..self }
    }

    /// With at most `bytes` of memory.
    #[must_use]
    pub fn memory(self, bytes: usize) -> Budget {
        Budget { memory: Some(bytes), ..self }
    }

    /// With a flag that ends the search from outside.
    #[must_use]
    pub fn stop_flag(self, flag: Arc<AtomicBool>) -> Budget {
        Budget { stop: Some(flag), ..self }
    }

    /// What is left after some work and time.
    ///
    /// ```
    /// use plywood::{Budget, Counts};
    /// use std::time::Duration;
    /// let mut spent = Counts::default();
    /// spent.generated = 300;
    /// let left = Budget::new().nodes(1000).depth(5).left(&spent, Duration::from_secs(1));
    /// assert_eq!((left.nodes, left.depth), (Some(700), Some(5)));
    /// ```
    #[must_use]
    pub fn left(&self, spent: &Counts, elapsed: Duration) -> Budget {
        let less = |limit: Option<u64>, spent: u64| limit.map(|limit| limit.saturating_sub(spent));
        Budget {
            nodes: less(self.nodes, spent.generated),
            evaluations: less(self.evaluations, spent.evaluated),
            artificial_time: less(self.artificial_time, self.charge(spent)),
            time: self.time.map(|time| time.saturating_sub(elapsed)),
            ..self.clone()
        }
    }

    /// One of `parts` equal parts of nodes, evaluations and time.
    #[must_use]
    pub(crate) fn part(self, parts: usize) -> Budget {
        Budget {
            nodes: self.nodes.map(|nodes| nodes / parts as u64),
            evaluations: self.evaluations.map(|count| count / parts as u64),
            artificial_time: self.artificial_time.map(|units| units / parts as u64),
            time: self.time.map(|time| time / u32::try_from(parts).unwrap_or(u32::MAX)),
            ..self
        }
    }

    /// Whether anything but the depth limits the search: then a depth-first one deepens step by
    /// step, to have an answer whenever it is stopped.
    pub fn may_interrupt(&self) -> bool {
        self.nodes.is_some()
            || self.evaluations.is_some()
            || self.artificial_time.is_some()
            || self.time.is_some()
            || self.stop.is_some()
    }
}
