//! The laws that every algorithm obeys, on thousands of seeded trees. One program, because every
//! program of tests compiles each search that it uses anew.

mod answers;
mod artificial_time;
mod best_first;
mod budgets;
mod causes;
mod choices;
mod common;
mod evaluations;
mod events;
mod exact;
mod games;
mod hopeless;
mod interruptions;
mod least_certainty;
mod looks;
mod mt;
mod proven;
mod singular;
mod widest;
