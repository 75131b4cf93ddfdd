//! Pairs of games with a look at the trees: how much of a tree survives the move and the reply, in which
//! phase of best-first extension evaluations are made, and how much of the second ply is generated.

use super::spec::Row;
use super::{Effort, PairResult};
use crate::Error;
use crate::matches::MoveEffort;
use crate::papers::seeds::draw_position;
use crate::registry::{PlayerSpec, game, games};
use plywood::{Score, Side};
use plywood_play::{Answer, Session};
use serde::{Deserialize, Serialize};

/// What became of a player's trees in both games of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TreeUse {
    pub evaluated: u64,
    /// Of these, the evaluations of the alpha-beta search with which best-first extension begins.
    pub evaluated_to_horizon: u64,
    /// Replies that the player expected, and others.
    pub expected: Survival,
    pub unexpected: Survival,
    /// Nodes two plies below the root when a search ended, and the lines of play of two moves.
    pub second_ply: u64,
    pub second_ply_moves: u64,
}

/// What survives replies of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Survival {
    pub replies: u64,
    /// Nodes in the trees when the searches ended.
    pub nodes: u64,
    /// Nodes in the trees after the move and the reply.
    pub kept: u64,
}

impl Survival {
    fn add(&mut self, other: &Survival) {
        self.replies += other.replies;
        self.nodes += other.nodes;
        self.kept += other.kept;
    }

    pub fn plus(mut self, other: &Survival) -> Survival {
        self.add(other);
        self
    }
}

impl TreeUse {
    pub fn add(&mut self, other: &TreeUse) {
        self.evaluated += other.evaluated;
        self.evaluated_to_horizon += other.evaluated_to_horizon;
        self.expected.add(&other.expected);
        self.unexpected.add(&other.unexpected);
        self.second_ply += other.second_ply;
        self.second_ply_moves += other.second_ply_moves;
    }

    /// After all replies.
    pub fn all(&self) -> Survival {
        self.expected.plus(&self.unexpected)
    }
}

/// A tree that waits for the reply to the player's move.
struct Waiting {
    nodes: u64,
    expected: Option<String>,
}

/// A player with a session of its own.
struct Watched {
    session: Box<dyn Session>,
    searches: Vec<MoveEffort>,
    trees: TreeUse,
    waiting: Option<Waiting>,
}

impl Watched {
    fn new(mut session: Box<dyn Session>, player: &PlayerSpec) -> Result<Watched, Error> {
        session.set_player(player)?;
        let (searches, trees) = (Vec::new(), TreeUse::default());
        Ok(Watched { session, searches, trees, waiting: None })
    }

    /// Searches the position, and gives the move.
    fn choose(&mut self) -> Result<String, Error> {
        let lines = self.session.perft(2);
        let Answer { best, pv, counts, details, depth, .. } = self.session.search()?;
        let nodes = self.session.nodes_by_depth();
        self.searches.push(MoveEffort { counts, depth, score: None });
        self.trees.evaluated += counts.evaluated;
        self.trees.evaluated_to_horizon += details.get("evaluated_to_horizon");
        if !nodes.is_empty() {
            self.trees.second_ply += nodes.get(2).copied().unwrap_or_default();
            self.trees.second_ply_moves += lines;
        }
        self.waiting = Some(Waiting { nodes: nodes.iter().sum(), expected: pv.get(1).cloned() });
        best.ok_or_else(|| Error::failure("the search found no move"))
    }

    /// Follows the game: plays a move, the other player's if `is_reply`.
    fn follow(&mut self, m: &str, is_reply: bool) -> Result<(), Error> {
        self.session.play(m)?;
        let waiting = if is_reply { self.waiting.take() } else { None };
        if let Some(Waiting { nodes, expected }) = waiting {
            let kept = self.session.nodes_by_depth().iter().sum();
            let survival = match expected.as_deref() == Some(m) {
                true => &mut self.trees.expected,
                false => &mut self.trees.unexpected,
            };
            survival.add(&Survival { replies: 1, nodes, kept });
        }
        Ok(())
    }
}

/// The start of the pair of this seed.
fn start(row: &Row, seed: u64) -> Result<Box<dyn Session>, Error> {
    let mut session = game(games(), &row.game)?.open(row.position.as_deref())?;
    draw_position(&mut *session, row.opening_plies.unwrap_or_default(), seed)?;
    Ok(session)
}

/// Plays a game: its result for MAX, and the players at its end.
fn play(
    row: &Row,
    players: &[PlayerSpec; 2],
    first_side: Side,
    seed: u64,
) -> Result<(Score, [Watched; 2]), Error> {
    let watched = |player: &PlayerSpec| Watched::new(start(row, seed)?, player);
    let mut both = [watched(&players[0])?, watched(&players[1])?];
    loop {
        if let Some(result) = both[0].session.result() {
            return Ok((result, both));
        }
        let turn = usize::from(both[0].session.side() != first_side);
        let m = both[turn].choose()?;
        for (number, player) in both.iter_mut().enumerate() {
            player.follow(&m, number != turn)?;
        }
    }
}

/// Plays a pair: the same start twice, each player once MAX.
pub(super) fn play_pair(
    row: &Row,
    players: &[PlayerSpec; 2],
    seed: u64,
) -> Result<PairResult, Error> {
    let (mut efforts, mut trees) = ([Effort::default(); 2], [TreeUse::default(); 2]);
    let mut results = [0; 2];
    for (side, result) in [Side::Max, Side::Min].into_iter().zip(&mut results) {
        let (value, both) = play(row, players, side, seed)?;
        *result = value.get();
        for (number, player) in both.iter().enumerate() {
            efforts[number].add_game(&player.searches, &players[number].budget);
            trees[number].add(&player.trees);
        }
    }
    let ([first_as_max, second_as_max], [first, second]) = (results, efforts);
    Ok(PairResult { first_as_max, second_as_max, first, second, trees: Some(trees) })
}

#[cfg(test)]
mod tests {
    use super::super::{MatchGrid, Spec};
    use super::*;
    use crate::experiment::{Experiment, Results};
    use plywood::search::{AlphaBetaSavedTree, BestFirstSavedTree};
    use plywood::{Budget, Position, Search};
    use plywood_games::{Game, RandomTree, StaticValue};

    const POSITION: &str = "branching=random:4,depth=20";

    fn row() -> Row {
        toml::from_str(&format!("name = \"r\"\ngame = \"random-tree\"\nposition = \"{POSITION}\""))
            .unwrap()
    }

    fn players() -> [PlayerSpec; 2] {
        ["best-first-saved-tree,depth=8", "alpha-beta-saved-tree,depth=3"]
            .map(|text| PlayerSpec::parse(text).unwrap())
    }

    /// The nodes of a tree, counted by walking to each of them and asking for what is below it.
    fn count(search: &impl Search<RandomTree>) -> u64 {
        search.nodes_by_depth().iter().sum()
    }

    /// The same game by hand, with searches whose types are known.
    fn twin(seed: u64, first_side: Side) -> (i32, [TreeUse; 2]) {
        let mut position = RandomTree::parse(Some(POSITION)).unwrap().reseeded(seed).unwrap();
        let mut first = BestFirstSavedTree::new(StaticValue);
        let mut second = AlphaBetaSavedTree::new(StaticValue);
        let mut trees = [TreeUse::default(); 2];
        let mut sizes = [None, None];
        while !position.is_over() {
            let turn = usize::from(position.side() != first_side);
            let report = match turn {
                0 => first.run(&position, &Budget::new().depth(8)),
                _ => second.run(&position, &Budget::new().depth(3)),
            };
            trees[turn].evaluated += report.counts.evaluated;
            let m = report.best.unwrap();
            let size = [first.tree_size(), second.tree_size()][turn] as u64;
            sizes[turn] = Some((size, report.pv.get(1).copied()));
            let mut moves = Vec::new();
            position.moves(&mut moves);
            for &m in &moves {
                let mut child = position;
                child.play(m);
                trees[turn].second_ply_moves += u64::from(child.children());
            }
            let levels = [first.nodes_by_depth(), second.nodes_by_depth()];
            trees[turn].second_ply += levels[turn].get(2).copied().unwrap_or(0);
            first.advance(m);
            second.advance(m);
            if let Some((nodes, expected)) = sizes[1 - turn].take() {
                let kept = [count(&first), count(&second)][1 - turn];
                let of = &mut trees[1 - turn];
                let survival =
                    if expected == Some(m) { &mut of.expected } else { &mut of.unexpected };
                survival.add(&Survival { replies: 1, nodes, kept });
            }
            position.play(m);
        }
        (position.value(), trees)
    }

    #[test]
    fn trees_are_those_of_a_game_played_by_hand() {
        let (mut replies, mut survived) = ([0; 2], 0);
        for seed in 1..=12 {
            let pair = play_pair(&row(), &players(), seed).unwrap();
            let [(as_max, mut trees), (as_min, more)] =
                [Side::Max, Side::Min].map(|side| twin(seed, side));
            (0..2).for_each(|player| trees[player].add(&more[player]));
            assert_eq!((pair.first_as_max, pair.second_as_max), (as_max, as_min), "seed {seed}");
            assert_eq!(pair.trees, Some(trees), "seed {seed}");
            for tree in trees {
                replies[0] += tree.expected.replies;
                replies[1] += tree.unexpected.replies;
                survived += tree.all().kept;
                assert!(
                    tree.second_ply <= tree.second_ply_moves && tree.all().kept < tree.all().nodes
                );
            }
        }
        assert!(replies[0] > 50 && replies[1] > 50 && survived > 500, "{replies:?} {survived}");
    }

    #[test]
    fn looking_at_trees_does_not_change_the_games() {
        let text = |trees: bool| {
            format!(
                "kind = \"match-grid\"\nname = \"n\"\ntitle = \"t\"\npaper = \"p\"\nchallenger = \"c\"\n\
                 x = \"depth\"\nintro = []\nfirst_seed = 3\npairs = 2\ngrid = \"one\"\ntrees = {trees}\n\
                 grids = {{ one = [2, 3] }}\n\
                 rows = [{{ name = \"r\", game = \"random-tree\", position = \"{POSITION}\", \
                 set = {{ bf = {{ 3 = 7 }}, keep = \"true\" }} }}]\n\
                 [[variants]]\nkey = \"v\"\nname = \"v\"\n\
                 first = \"best-first-saved-tree,depth={{bf}},keep={{keep}}\"\n\
                 second = \"alpha-beta-saved-tree,depth={{x}}\"\n"
            )
        };
        let grid = |trees: bool| {
            let text = text(trees);
            MatchGrid::new(toml::from_str::<Spec>(&text).unwrap()).unwrap()
        };
        let [plain, watched] = [grid(false), grid(true)];
        let units = plain.plan(&Results::default());
        assert_eq!(units.len(), 2, "the row is not played at 2, where it sets nothing");
        assert_eq!(watched.expected_units(), Some(2));
        for unit in units {
            let pair = watched.run(&unit).unwrap();
            assert!(pair.trees.is_some());
            assert_eq!(PairResult { trees: None, ..pair }, plain.run(&unit).unwrap(), "{unit}");
        }
    }
}
