//! The cost of making a search from a player's specification, in processor time.

use crate::common::timed;
use plywood_games::{BuiltInGame, Chess, Connect4, Othello};
use plywood_registry::{PlayerSpec, built_in};

const CALLS: u32 = 20_000;

fn measure<G: BuiltInGame>(player: &str) {
    let spec = PlayerSpec::parse(player).expect("the texts below are players");
    let build = built_in::<G>().build;
    // The first search of a game may read its weights.
    drop(spec.build(build));
    let (seconds, ()) = timed(|| (0..CALLS).for_each(|_| drop(spec.build(build))));
    println!("{:<10} {player:<40} {:.2} us", G::NAME, seconds / f64::from(CALLS) * 1e6);
}

/// Prints what `PlayerSpec::build` costs.
pub fn report() {
    println!("a call of PlayerSpec::build");
    for player in ["strong,time=1s", "mtdf,depth=6,table=1024", "best-first,nodes=1k", "minimax"] {
        measure::<Connect4>(player);
        measure::<Chess>(player);
    }
    measure::<Othello>("strong,endgame=20");
}
