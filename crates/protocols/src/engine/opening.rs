use plywood_games::Game;

/// The start of a game: a position, and the moves played from it.
///
/// The moves are kept because some engines accept a game only from its first move.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening<G: Game> {
    /// The position before the moves; usually the start position of the game.
    pub origin: G,
    /// The moves, in the order played.
    pub moves: Vec<G::Move>,
}

impl<G: Game> Opening<G> {
    /// A game that begins at `origin`.
    pub fn of(origin: G) -> Opening<G> {
        Opening { origin, moves: Vec::new() }
    }

    /// The position after the moves.
    ///
    /// ```
    /// use plywood_games::{Game, Othello};
    /// use plywood_protocols::Opening;
    /// let moves = Othello::transcript("f5d6").unwrap();
    /// let opening = Opening { origin: Othello::default(), moves };
    /// assert_eq!(opening.position(), Othello::parse(Some("f5d6")).unwrap());
    /// ```
    pub fn position(&self) -> G {
        let mut position = self.origin.clone();
        for &m in &self.moves {
            position.play(m);
        }
        position
    }

    /// Whether `origin` is the start position of the game.
    pub fn from_start(&self) -> bool {
        G::parse(None).is_ok_and(|start| start == self.origin)
    }
}
