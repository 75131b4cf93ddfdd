//! A position of any game behind one type: what the command line talks to.

use crate::Error;
use crate::analysis::{Analyst, Conclusion, Insight, in_words};
use crate::answer::{Answer, answer};
use crate::game_budget::GameBudget;
use crate::picture::{Place, SearchRecord, TreeReplay, places, too_large};
use crate::trace::Notated;
use crate::typed::read_typed;
use plywood::clock::Moment;
use plywood::{Event, EventKind, Listener, Observer, Progress, Score, Search, Side};
use plywood_games::{Game, Played, RandomTree, Style, Tree, one_of, transcript_of};
use plywood_registry::{BoxedSearch, Build, CommonOptions, PlayerSpec, algorithms, built_in};
use std::sync::atomic::Ordering;

/// A position of any game, the moves that led to it, and perhaps a player. The type of the game is hidden.
///
/// [`AnyGame::open`](crate::AnyGame::open) begins one.
pub trait Session: Send {
    /// The position in the notation of the game.
    fn text(&self) -> String;
    /// The position as a person sees it, in plain text.
    fn board(&self) -> String;
    /// The position as the player of `viewer` sees it on a terminal of this kind, the last move marked where the
    /// game has a [`Diagram`](plywood_games::Diagram). See [`Game::NEAR`].
    fn drawn(&self, style: Style, viewer: Option<Side>) -> String;
    /// What people call MAX and MIN.
    fn sides(&self) -> [&'static str; 2];
    /// The side to move.
    fn side(&self) -> Side;
    /// The legal moves.
    fn moves(&self) -> Vec<String>;
    /// The score of one unit in which people count, such as one disc.
    fn unit(&self) -> i32;
    /// The result, once the game is over.
    fn result(&self) -> Option<Score>;
    /// Plays a move. Upper and lower case make no difference where only one move is meant.
    fn play(&mut self, text: &str) -> Result<(), Error>;
    /// Takes back moves up to and including the last one of `side`. Returns false, and changes nothing, if
    /// `side` has not moved.
    ///
    /// ```
    /// use plywood::Side;
    /// use plywood_play::{game, games};
    /// let mut session = game(games(), "connect4")?.open(None)?;
    /// assert!(!session.take_back_turn(Side::Max));
    /// session.play("4")?;
    /// session.play("4")?;
    /// assert!(session.take_back_turn(Side::Max));
    /// assert_eq!(session.transcript().as_deref(), Some(""));
    /// # Ok::<(), plywood_play::Error>(())
    /// ```
    fn take_back_turn(&mut self, side: Side) -> bool;
    /// The extension of files with records of the game, such as `pgn`; none if it has no record format.
    fn record_format(&self) -> Option<&'static str>;
    /// The record of the game so far, by players of these names, MAX's first, with these tags, and
    /// with this result where the rules have none yet, as when a player resigns; none where there is
    /// no format for records. It begins at the start of the game where that is known, and else at the
    /// position that was set up.
    fn record(
        &self,
        players: [&str; 2],
        tags: &[(&str, String)],
        result: Option<Score>,
    ) -> Option<String>;
    /// The moves from the start of the game in a text that the game reads back; none where they are
    /// not [known](Session::knows_start), or where it has no notation for them.
    ///
    /// ```
    /// use plywood_play::{game, games};
    /// let mut session = game(games(), "othello")?.open(Some("f5d6"))?;
    /// session.play("c3")?;
    /// assert_eq!(session.transcript().as_deref(), Some("f5d6c3"));
    /// # Ok::<(), plywood_play::Error>(())
    /// ```
    fn transcript(&self) -> Option<String>;
    /// Whether the moves from the start of the game are known. They are not if a position was set up without them.
    fn knows_start(&self) -> bool;
    /// For a game drawn from a seed: sets up the start of the same game with another seed.
    /// Returns whether the game is drawn from a seed.
    fn reseed(&mut self, seed: u64) -> bool;
    /// Counts the lines of play of `depth` moves, as counts for the game are published.
    fn perft(&self, depth: u32) -> u64;
    /// The same count where a pass costs no move; none for a game without passes.
    fn perft_with_free_passes(&self, depth: u32) -> Option<u64>;
    /// The game tree below the position, `depth` plies deep, with static values of the evaluation of that
    /// name, else of the game's first. Fails if the game has no such evaluation or the tree is too large:
    /// see [`Tree::of`].
    ///
    /// ```
    /// use plywood_play::{game, games};
    /// let session = game(games(), "random-tree")?.open(Some("branching=2,edges=-9..9,seed=5"))?;
    /// assert_eq!(session.export(1, None)?.to_json(), "[0,9,-7]");
    /// # Ok::<(), plywood_play::Error>(())
    /// ```
    fn export(&self, depth: u32, evaluation: Option<&str>) -> Result<Tree, Error>;
    /// Sets the player that searches this game. It keeps what its algorithm keeps from move to move.
    fn set_player(&mut self, spec: &PlayerSpec) -> Result<(), Error>;
    /// Has the player search the position. A failure if there is no player, or if the algorithm
    /// cannot hold the position. A player with artificial time for the whole game pays from it for every search
    /// of the session, and gets nothing back for moves that are taken back.
    fn search(&mut self) -> Result<Answer, Error>;
    /// The number of nodes at each depth of the tree that the player keeps, the root's first; none if it
    /// keeps no tree, or if there is no player. See [`Search::nodes_by_depth`].
    fn nodes_by_depth(&self) -> Vec<u64>;
    /// Has the player search the position, and hands `sink` each event whose kind has one of these
    /// [names](plywood::EventKind::NAMES), with its moves as texts.
    fn trace(
        &mut self,
        kinds: &[&str],
        sink: &mut dyn FnMut(&Event<'_, String>),
    ) -> Result<Answer, Error>;
    /// Has the player search the position, and rebuilds the tree of the search from its events. An error
    /// if the algorithm keeps no tree: a player with a [stop flag](plywood::Budget::stop) is stopped as soon as that
    /// is seen. The player must not have searched before, because events tell of new nodes only.
    ///
    /// See [`TreeReplay`] for an example.
    fn replay(&mut self) -> Result<(Answer, TreeReplay), Error>;
    /// Has the player search the position, and records what it does at each node. An error if the search
    /// generates more nodes than a [`Sheet`](crate::picture::Sheet) can show: a player with a [stop
    /// flag](plywood::Budget::stop) is stopped as soon as that is seen. As for [`replay`](Session::replay), the player
    /// must not have searched before.
    fn search_record(&mut self) -> Result<(Answer, SearchRecord), Error>;
    /// The game tree below the position, `depth` plies deep or to the end of the game; none if it has more
    /// than `most` nodes.
    ///
    /// ```
    /// use plywood_play::{game, games};
    /// let session = game(games(), "tree")?.open(Some("[0,[4,8,1],2]"))?;
    /// let places = session.places(None, 5).expect("five nodes");
    /// assert_eq!(places[1].path, [0]);
    /// assert!(session.places(None, 4).is_none());
    /// assert_eq!(session.places(Some(1), 4).map(|places| places.len()), Some(3));
    /// # Ok::<(), plywood_play::Error>(())
    /// ```
    fn places(&self, depth: Option<u32>, most: usize) -> Option<Vec<Place>>;
    /// Has a new player search the position. If the search deepens step by step, `on_depth` gets the answer
    /// of each finished depth, with the work and the time since the beginning.
    ///
    /// ```
    /// use plywood_registry::PlayerSpec;
    /// use plywood_play::{game, games};
    /// let session = game(games(), "connect4")?.open(Some("44"))?;
    /// let mut depths = Vec::new();
    /// let spec = PlayerSpec::parse("mtdf,depth=4")?;
    /// let answer = session.search_with_progress(&spec, &mut |answer| depths.push(answer.depth))?;
    /// assert_eq!((depths, answer.depth), (vec![1, 2, 3, 4], 4));
    /// # Ok::<(), plywood_play::Error>(())
    /// ```
    fn search_with_progress(
        &self,
        spec: &PlayerSpec,
        on_depth: &mut dyn FnMut(&Answer),
    ) -> Result<Answer, Error>;
    /// Analyses the position with this player, and returns how it ended; see [`Analyst::analyse`]. `on_insight` is told
    /// of finished depths only.
    fn analyse(
        &self,
        spec: &PlayerSpec,
        lines: usize,
        on_insight: &mut dyn FnMut(&Insight<String>),
    ) -> Result<Conclusion<String>, Error>;
}

pub(crate) struct SessionOf<G: Game> {
    position: G,
    /// The moves from the start of the game to the position that was set up, where they are known.
    opening: Option<Vec<G::Move>>,
    /// The moves since, each with the position before it.
    history: Vec<(G, G::Move)>,
    player: Option<SessionPlayer<G>>,
    build: Build<G>,
}

/// The player of a session.
struct SessionPlayer<G: Game> {
    spec: PlayerSpec,
    budget: GameBudget,
    search: BoxedSearch<G>,
}

impl<G: Game> SessionOf<G> {
    /// A session at `position`, to which `opening` led from the start of the game, where that is known.
    pub(crate) fn new(build: Build<G>, position: G, opening: Option<Vec<G::Move>>) -> SessionOf<G> {
        SessionOf { position, opening, history: Vec::new(), player: None, build }
    }

    /// The moves from the start of the game, where they are known.
    fn all_moves(&self) -> Option<Vec<G::Move>> {
        let opening = self.opening.as_ref()?.iter().copied();
        Some(opening.chain(self.history.iter().map(|&(_, m)| m)).collect())
    }

    /// Has the player search the position.
    fn search_observed(&mut self, observer: &mut dyn Observer<G>) -> Result<Answer, Error> {
        let Some(player) = &mut self.player else {
            return Err(Error::failure("no player is set: expected one before the search"));
        };
        let budget = player.budget.next_move();
        let answer = answer(&self.position, &mut player.search, &budget, observer)?;
        player.budget.spend(&answer.counts);
        Ok(answer)
    }
}

/// Begins a session at a position of a game whose type is known; its searches are made by `build`.
///
/// ```
/// use plywood_games::{Connect4, Game};
/// use plywood_play::session_at;
/// use plywood_registry::built_in;
/// let session = session_at(built_in::<Connect4>().build, Connect4::parse(Some("44"))?);
/// assert!(session.moves().len() == 7 && !session.knows_start());
/// # Ok::<(), plywood_play::Error>(())
/// ```
pub fn session_at<G: Game>(build: Build<G>, position: G) -> Box<dyn Session> {
    Box::new(SessionOf::new(build, position, None))
}

/// The algorithms that keep a tree, so that [`Session::replay`] can rebuild it: those that do so in a short
/// search of a random tree.
pub fn tree_searches() -> Vec<&'static str> {
    let keeps_tree = |name: &str| {
        let spec = PlayerSpec::parse(&format!("{name},nodes=30"))?;
        let mut session = SessionOf::new(
            built_in::<RandomTree>().build,
            RandomTree::parse(Some("branching=3,depth=8"))?,
            None,
        );
        session.set_player(&spec)?;
        let mut kept = false;
        session.trace(&["expanded"], &mut |event| {
            kept |= matches!(event.kind, EventKind::Expanded(expansion) if expansion.kept);
        })?;
        Ok::<bool, Error>(kept)
    };
    let names = algorithms().into_iter().map(|algorithm| algorithm.name);
    names.filter(|name| keeps_tree(name).unwrap_or(false)).collect()
}

impl<G: Game> Session for SessionOf<G> {
    fn text(&self) -> String {
        self.position.text()
    }

    fn board(&self) -> String {
        self.position.board()
    }

    fn drawn(&self, style: Style, viewer: Option<Side>) -> String {
        let Some(mut diagram) = self.position.diagram() else { return self.board() };
        if let Some((before, m)) = self.history.last() {
            diagram.mark(&before.cells_of(*m));
        }
        if G::NEAR.zip(viewer).is_some_and(|(near, viewer)| near != viewer) {
            diagram.turn();
        }
        diagram.draw(style)
    }

    fn sides(&self) -> [&'static str; 2] {
        G::SIDES
    }

    fn side(&self) -> Side {
        self.position.side()
    }

    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.position.moves(&mut moves);
        moves.into_iter().map(|m| self.position.move_text(m)).collect()
    }

    fn unit(&self) -> i32 {
        G::UNIT
    }

    fn result(&self) -> Option<Score> {
        self.position.is_over().then(|| self.position.result())
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        let m = read_typed(&self.position, text)?;
        self.history.push((self.position.clone(), m));
        self.position.play(m);
        if let Some(player) = &mut self.player {
            player.search.advance(m);
        }
        Ok(())
    }

    fn take_back_turn(&mut self, side: Side) -> bool {
        let last = self.history.iter().rposition(|(before, _)| before.side() == side);
        let Some(last) = last else { return false };
        self.position = self.history[last].0.clone();
        self.history.truncate(last);
        true
    }

    fn record_format(&self) -> Option<&'static str> {
        G::RECORDS
    }

    fn record(
        &self,
        players: [&str; 2],
        tags: &[(&str, String)],
        result: Option<Score>,
    ) -> Option<String> {
        let result = self.result().or(result);
        let (comments, ending) = (&[][..], None);
        if let (Ok(start), Some(moves)) = (G::parse(None), self.all_moves()) {
            let (start, moves) = (&start, &moves[..]);
            return G::record(&Played { players, tags, start, moves, comments, ending, result });
        }
        let start = self.history.first().map_or(&self.position, |(start, _)| start);
        let moves: Vec<_> = self.history.iter().map(|&(_, m)| m).collect();
        G::record(&Played { players, tags, start, moves: &moves, comments, ending, result })
    }

    fn transcript(&self) -> Option<String> {
        transcript_of::<G>(&self.all_moves()?)
    }

    fn knows_start(&self) -> bool {
        self.opening.is_some()
    }

    fn reseed(&mut self, seed: u64) -> bool {
        let Some(position) = self.position.reseeded(seed) else { return false };
        self.position = position;
        self.opening = None;
        self.history.clear();
        if let Some(player) = &mut self.player {
            player.budget = GameBudget::new(&player.spec);
        }
        true
    }

    fn perft(&self, depth: u32) -> u64 {
        self.position.perft(depth)
    }

    fn perft_with_free_passes(&self, depth: u32) -> Option<u64> {
        self.position.perft_with_free_passes(depth)
    }

    fn export(&self, depth: u32, evaluation: Option<&str>) -> Result<Tree, Error> {
        let options = CommonOptions { eval: evaluation.map(str::to_string), ..Default::default() };
        Ok(Tree::of(&self.position, depth, &mut options.evaluation::<G>()?)?)
    }

    fn set_player(&mut self, spec: &PlayerSpec) -> Result<(), Error> {
        let (budget, search) = (GameBudget::new(spec), spec.build(self.build)?);
        self.player = Some(SessionPlayer { spec: spec.clone(), budget, search });
        Ok(())
    }

    fn search(&mut self) -> Result<Answer, Error> {
        self.search_observed(&mut ())
    }

    fn nodes_by_depth(&self) -> Vec<u64> {
        self.player.as_ref().map_or(Vec::new(), |player| player.search.nodes_by_depth())
    }

    fn trace(
        &mut self,
        kinds: &[&str],
        sink: &mut dyn FnMut(&Event<'_, String>),
    ) -> Result<Answer, Error> {
        let position = self.position.clone();
        let mut sink = |event: &Event<'_, String>, _| sink(event);
        self.search_observed(&mut Notated::new(&position, kinds, &mut sink))
    }

    fn replay(&mut self) -> Result<(Answer, TreeReplay), Error> {
        let position = self.position.clone();
        let stop = self.player.as_ref().and_then(|player| player.spec.budget.stop.clone());
        let mut tree = TreeReplay::new(position.side(), G::UNIT);
        let mut sink = |event: &Event<'_, String>, side| {
            tree.event(event, side);
            if let (true, Some(stop)) = (tree.keeps_no_tree(), &stop) {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let kinds = TreeReplay::KINDS;
        let answer = self.search_observed(&mut Notated::new(&position, &kinds, &mut sink));
        tree.finish();
        if tree.keeps_no_tree() {
            let name = self.player.as_ref().map_or("", |player| player.spec.algorithm().name);
            return Err(Error::input(format!(
                "algorithm '{name}' keeps no tree, so there is nothing to draw: expected {}",
                one_of(name, &tree_searches())
            )));
        }
        Ok((answer?, tree))
    }

    fn search_record(&mut self) -> Result<(Answer, SearchRecord), Error> {
        let position = self.position.clone();
        let stop = self.player.as_ref().and_then(|player| player.spec.budget.stop.clone());
        let mut record = SearchRecord::new(position.side(), G::UNIT);
        let mut sink = |event: &Event<'_, String>, side| {
            record.event(event, side);
            if let (true, Some(stop)) = (record.is_full(), &stop) {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let kinds = EventKind::NAMES;
        let answer = self.search_observed(&mut Notated::new(&position, &kinds, &mut sink));
        if record.is_full() {
            return Err(too_large("too many"));
        }
        record.list_moves(&position);
        Ok((answer?, record))
    }

    fn places(&self, depth: Option<u32>, most: usize) -> Option<Vec<Place>> {
        places(&self.position, depth.unwrap_or(u32::MAX), most)
    }

    fn search_with_progress(
        &self,
        spec: &PlayerSpec,
        on_depth: &mut dyn FnMut(&Answer),
    ) -> Result<Answer, Error> {
        spec.require_single_search()?;
        let mut player = spec.build(self.build)?;
        let start = Moment::now();
        let mut hear = |news: Progress<'_, G::Move>| {
            if let Progress::Finished(report) = news {
                on_depth(&Answer::of(&self.position, report, start.elapsed()));
            }
        };
        answer(&self.position, &mut player, &spec.budget, &mut Listener::new(&mut hear))
    }

    fn analyse(
        &self,
        spec: &PlayerSpec,
        lines: usize,
        on_insight: &mut dyn FnMut(&Insight<String>),
    ) -> Result<Conclusion<String>, Error> {
        spec.require_single_search()?;
        let mut analyst = Analyst::new(self.build, spec)?;
        let mut words = |insight: &Insight<G::Move>| {
            if insight.finished {
                on_insight(&in_words(&self.position, insight));
            }
        };
        let end = analyst.analyse(&self.position, &[], lines, &spec.budget, &mut words)?;
        Ok(end.in_words(&self.position))
    }
}
