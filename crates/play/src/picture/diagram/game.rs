//! What the game adds to the events of a search: the moves that it never tried.

use super::record::{SearchRecord, Seen};
use super::skeleton::Place;
use plywood_games::Game;

/// The game tree below a position, parents before their children; none if it has more than `most` nodes.
pub(crate) fn places<G: Game>(root: &G, depth: u32, most: usize) -> Option<Vec<Place>> {
    let place = Place { path: Vec::new(), label: String::new(), side: root.side() };
    let mut places = vec![place];
    let mut positions = vec![root.clone()];
    let mut at = 0;
    while at < places.len() {
        let (position, path) = (positions[at].clone(), places[at].path.clone());
        at += 1;
        if path.len() as u32 >= depth {
            continue;
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if places.len() + moves.len() > most {
            return None;
        }
        for (index, m) in (0..).zip(moves) {
            let mut child = position.clone();
            child.play(m);
            let path = [&path[..], &[index]].concat();
            places.push(Place { path, label: position.move_text(m), side: child.side() });
            positions.push(child);
        }
    }
    Some(places)
}

impl SearchRecord {
    /// Adds the moves of expanded nodes that the search has not tried, and the side to move at each node.
    pub(crate) fn list_moves<G: Game>(&mut self, root: &G) {
        let expanded = self.nodes.iter().filter(|(_, node)| node.expanded);
        let expanded: Vec<Vec<u32>> = expanded.map(|(path, _)| path.clone()).collect();
        for path in expanded {
            let mut position = root.clone();
            for &index in &path {
                let m = position.move_at(index as usize, &mut Vec::new());
                position.play(m);
            }
            let mut moves = Vec::new();
            position.moves(&mut moves);
            for (index, m) in (0..).zip(moves) {
                let mut child = position.clone();
                child.play(m);
                let below = [&path[..], &[index]].concat();
                let node = self
                    .nodes
                    .entry(below)
                    .or_insert_with(|| Seen { label: position.move_text(m), ..Seen::default() });
                node.side = Some(child.side());
            }
        }
    }
}
