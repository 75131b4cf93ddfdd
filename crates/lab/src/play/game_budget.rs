//! What a player may spend on each move of a game.

use plywood::{Budget, Counts};
use plywood_protocols::clock::MOVES;
use plywood_registry::PlayerSpec;

/// The budget of a player during a game. Its artificial time may be
/// [for the whole game](PlayerSpec::artificial_time_per_game): then every move gets 1/25 of what is left, as
/// from a clock. What a move does not use is left to later ones.
///
/// ```
/// use plywood::Counts;
/// use plywood_lab::play::GameBudget;
/// use plywood_lab::registry::PlayerSpec;
/// let mut game = GameBudget::new(&PlayerSpec::parse("least-certainty,artificial-time=100k/game")?);
/// assert_eq!(game.next_move().artificial_time, Some(4000));
/// let mut work = Counts::default();
/// (work.generated, work.pointers) = (10, 50);
/// game.spend(&work);
/// assert_eq!(game.left(), Some(98_950));
/// assert_eq!(game.next_move().artificial_time, Some(3958));
/// # Ok::<(), plywood_lab::Error>(())
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
        let share = self.left.map(|left| left / u64::from(MOVES));
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
    use crate::play::{Conditions, Player, Session, SessionOf};
    use crate::registry::{built_in, game, games};
    use plywood::Side;
    use plywood_games::{Game, RandomTree};

    fn spec(text: &str) -> PlayerSpec {
        PlayerSpec::parse(text).unwrap()
    }

    /// Nodes and links that `text` spent in each game against a player that spends nothing.
    fn spent_in_games(text: &str) -> Vec<Counts> {
        let session = game(games(), "random-tree").unwrap();
        let session = session.open(Some("branching=4,depth=30")).unwrap();
        let player = |text: &str| (text.to_string(), Player::parse(text).unwrap());
        let players = [text, "minimax,depth=1"].map(player);
        let pairs = session.pairs(&players, &Conditions::default()).unwrap();
        let games = (1..=3).flat_map(|round| pairs.play([0, 1], round).unwrap().games);
        games.map(|game| game.work()[0]).collect()
    }

    #[test]
    fn a_match_spends_no_more_on_a_game_than_is_allotted() {
        let whole = 200_000;
        for name in ["alpha-beta", "best-first-saved-tree", "least-certainty,charge=none"] {
            let budget = spec(name).budget;
            for work in spent_in_games(&format!("{name},artificial-time={whole}/game")) {
                let charge = budget.charge(&work);
                // 15 moves with 1/25 of the rest each leave (24/25)^15 = 54 %. A search may stop some nodes
                // short of its share.
                assert!(
                    (whole * 35 / 100..=whole * 47 / 100).contains(&charge),
                    "{name}: {charge}"
                );
            }
            // A limit of a move is for every move.
            for work in spent_in_games(&format!("{name},artificial-time=8000")) {
                let charge = budget.charge(&work);
                assert!((70_000..=121_000).contains(&charge), "{name}: {charge}");
            }
        }
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
