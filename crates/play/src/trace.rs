//! The events of a search with their moves as texts.

use plywood::{Child, Event, Observer, RootChild, Side, Step};
use plywood_games::Game;

/// Hands the events of a search to a function, with moves in the notation of the game.
pub(super) struct Notated<'a, G: Game> {
    /// The kinds of events that are wanted.
    kinds: &'a [&'a str],
    /// Gets the event, and the side to move at its node.
    sink: &'a mut dyn FnMut(&Event<'_, String>, Side),
    /// The path of the last event, as moves and as texts, and the positions on it from the root on.
    path: Vec<Step<G::Move>>,
    texts: Vec<Step<String>>,
    positions: Vec<G>,
}

impl<'a, G: Game> Notated<'a, G> {
    pub(super) fn new(
        root: &G,
        kinds: &'a [&'a str],
        sink: &'a mut dyn FnMut(&Event<'_, String>, Side),
    ) -> Self {
        let positions = vec![root.clone()];
        Notated { kinds, sink, path: Vec::new(), texts: Vec::new(), positions }
    }

    /// Brings texts and positions to another path. Most of it is that of the event before.
    fn walk_to(&mut self, path: &[Step<G::Move>]) {
        let same = self.path.iter().zip(path).take_while(|(old, new)| old == new).count();
        self.path.truncate(same);
        self.texts.truncate(same);
        self.positions.truncate(same + 1);
        for &step in &path[same..] {
            let mut position = self.positions[self.positions.len() - 1].clone();
            self.texts.push(match step {
                Step::Move { m, index } => {
                    let text = position.move_text(m);
                    position.play(m);
                    Step::Move { m: text, index }
                }
                Step::Null => {
                    // A search passes only where the game lets it.
                    let _ = position.pass();
                    Step::Null
                }
            });
            self.path.push(step);
            self.positions.push(position);
        }
    }
}

/// A line of moves in the notation of the game.
fn line_text<G: Game>(root: &G, line: &[G::Move]) -> Vec<String> {
    let mut position = root.clone();
    let text = |&m: &G::Move| {
        let text = position.move_text(m);
        position.play(m);
        text
    };
    line.iter().map(text).collect()
}

impl<G: Game> Observer<G> for Notated<'_, G> {
    fn event(&mut self, event: &Event<'_, G::Move>) {
        if !self.kinds.contains(&event.kind.name()) {
            return;
        }
        self.walk_to(event.path);
        let position = &self.positions[self.positions.len() - 1];
        let text = |&Child { m, index, value }| Child { m: position.move_text(m), index, value };
        let children: Vec<_> = event.children.iter().map(text).collect();
        let root_children: Vec<_> = event
            .root_children
            .iter()
            .map(|&RootChild { m, index, value, swing }| RootChild {
                m: self.positions[0].move_text(m),
                index,
                value,
                swing,
            })
            .collect();
        let line = line_text(&self.positions[0], event.line);
        let mut notated = Event::new(&self.texts, event.kind);
        notated.children = &children;
        notated.root_children = &root_children;
        notated.stored = event.stored;
        notated.key = event.key;
        notated.line = &line;
        (self.sink)(&notated, position.side());
    }
}
