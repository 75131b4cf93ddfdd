//! What a player may spend on each move of a game.

use plywood::clock::MOVES_LEFT;
use plywood::{Budget, Counts};
use plywood_registry::PlayerSpec;

/// The budget of a player during a game. Its artificial time may be
/// [for the whole game](PlayerSpec::artificial_time_per_game): then every move gets 1/25 of what is left, as
/// from a clock. What a move does not use is left to later ones.
///
/// ```
/// use plywood::Counts;
/// use plywood_play::GameBudget;
/// use plywood_registry::PlayerSpec;
/// let mut game = GameBudget::new(&PlayerSpec::parse("least-certainty,artificial-time=100k/game")?);
/// assert_eq!(game.next_move().artificial_time, Some(4000));
/// let mut work = Counts::default();
/// (work.generated, work.pointers) = (10, 50);
/// game.spend(&work);
/// assert_eq!(game.left(), Some(98_950));
/// assert_eq!(game.next_move().artificial_time, Some(3958));
/// # Ok::<(), plywood_play::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameBudget {
    per_move: Budget,
    left: Option<u64>,
}

impl GameBudget {
    /// The budget of a player at the start of a game.
    pub fn new(spec: &PlayerSpec) -> GameBudget {
        GameBudget { per_move: spec.budget.clone(), left: spec.artificial_time_per_game }
    }

    /// The limits of the next move.
    pub fn next_move(&self) -> Budget {
        let share = self.left.map(|left| left / u64::from(MOVES_LEFT));
        let own = self.per_move.artificial_time;
        let least = own.into_iter().chain(share).min();
        Budget { artificial_time: least, ..self.per_move.clone() }
    }

    /// Takes the cost of a move off what is left for the game.
    pub fn spend(&mut self, work: &Counts) {
        let cost = self.per_move.charge(work);
        self.left = self.left.map(|left| left.saturating_sub(cost));
    }

    /// The artificial time left for the game, if it is limited.
    pub fn left(&self) -> Option<u64> {
        self.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Session, SessionOf};
    use plywood::Side;
    use plywood_games::{Game, RandomTree};
    use plywood_registry::built_in;

    fn spec(text: &str) -> PlayerSpec {
        PlayerSpec::parse(text).unwrap()
    }

    #[test]
    fn units_that_a_move_leaves_are_banked() {
        let mut game = GameBudget::new(&spec("alpha-beta,artificial-time=1k/game,depth=9"));
        assert_eq!(game.next_move().depth, Some(9), "the other limits are those of every move");
        let mut shares = Vec::new();
        for nodes in [0, 0, 1, 1, 9, 1] {
            shares.push(game.next_move().artificial_time.unwrap());
            let mut work = Counts::default();
            work.generated = nodes;
            game.spend(&work);
        }
        assert_eq!(shares, [40, 40, 40, 36, 32, 0], "1/25 of what is left");
        assert_eq!(game.left(), Some(0), "a debt is not carried on");
        let mut own = spec("alpha-beta,artificial-time=30");
        own.artificial_time_per_game = Some(1000);
        assert_eq!(GameBudget::new(&own).next_move().artificial_time, Some(30));
        assert_eq!(GameBudget::new(&spec("alpha-beta,depth=3")).next_move().artificial_time, None);
    }

    #[test]
    fn a_session_shares_the_units_out_over_its_searches() {
        let start = RandomTree::parse(Some("branching=4,depth=30,seed=2")).unwrap();
        let mut session = SessionOf::new(built_in::<RandomTree>().build, start, None);
        session.set_player(&spec("alpha-beta,artificial-time=100k/game")).unwrap();
        let mut nodes = Vec::new();
        for _ in 0..10 {
            let answer = session.search().unwrap();
            nodes.push(answer.counts.generated);
            session.play(&answer.best.unwrap()).unwrap();
        }
        assert!((30..=40).contains(&nodes[0]) && (20..=29).contains(&nodes[9]), "{nodes:?}");
        while session.take_back_turn(Side::Max) {}
        let again = session.search().unwrap().counts.generated;
        assert!(again <= nodes[9], "moves taken back are not refunded: {again}");
        assert!(session.reseed(3));
        let anew = session.search().unwrap().counts.generated;
        assert!((30..=40).contains(&anew), "another game: {anew}");
        let words =
            session.search_with_progress(&spec("alpha-beta,artificial-time=9k/game"), &mut |_| {});
        let words = words.unwrap_err().to_string();
        assert!(words.starts_with("artificial-time '9k/game': expected units without"), "{words}");
    }
}
