//! The experiments of the papers, each a folder in `experiments/` of this crate: a spec with its
//! profiles, and the numbers of the paper.

mod catalogue;
mod clock;
mod decision_quality;
mod equal_cost;
mod generators;
mod growth;
mod index;
mod match_grid;
mod minimax_comparison;
mod overhead;
mod pairs;
mod result;
mod runs;
mod samples;
mod seeds;
mod settings;
mod simulations;
mod sorted_list;
mod spec;
mod tempo;
mod tree_sources;
mod uniform_trees;
mod widening;

pub use catalogue::{CATALOGUE, Entry, entry, open, reopen};
pub use index::{IndexEntry, index_entry, index_page};
pub use result::{RunResult, Tally, run_result};
pub use runs::{check_index, report_again, write_index};
pub(crate) use spec::spec_complaint;
