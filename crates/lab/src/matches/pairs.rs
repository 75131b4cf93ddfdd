//! Pairs of games between the players of a list.

use super::active::ActivePlayer;
use super::cores::{Claim, Cores};
use super::game::{Players, play};
use super::openings::Starts;
use super::record::PairRecord;
use super::{Conditions, GameRecord, Player};
use crate::Error;
use plywood::{Score, Side};
use plywood_games::signed;
use plywood_games::{Game, Played, transcript_of};
use plywood_protocols::Opening;
use plywood_registry::Build;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Plays pairs of games between the players of a list, with the type of the game forgotten. Several threads may
/// play at once: each pair has its players for itself.
///
/// [`GameEntry::pairs`](crate::registry::GameEntry::pairs) makes one:
///
/// ```
/// use plywood_lab::matches::{Conditions, Player};
/// use plywood_lab::registry::{game, games};
/// let players = ["alpha-beta,depth=2", "minimax,depth=1"].map(|text| Player::parse(text).unwrap());
/// let players = [("deep".to_string(), players[0].clone()), ("flat".to_string(), players[1].clone())];
/// let game = game(games(), "connect4")?;
/// let pairs = game.pairs(None, &players, &Conditions::default())?;
/// let pair = pairs.play([0, 1], 1)?;
/// assert_eq!((pair.round, pair.opening.len()), (1, 4));
/// assert_eq!(pair.games[0].moves, pairs.play([0, 1], 1)?.games[0].moves);
/// # Ok::<(), plywood_lab::Error>(())
/// ```
pub trait PairPlayer: Send + Sync {
    /// Starts the engines among these players; an error if one does not answer.
    fn start(&self, players: &[usize]) -> Result<(), Error>;

    /// Plays the two games of a round between two players. The opening is that of the round. An engine that
    /// breaks its protocol, or ends, or is silent for too long, loses the game and is started again for the
    /// next.
    fn play(&self, players: [usize; 2], round: u64) -> Result<PairRecord, Error>;

    /// A game of a pair in the notations of the game. An error if the pair is none of this game.
    fn written(&self, pair: &PairRecord, game: usize, about: &About<'_>) -> Result<Written, Error>;
}

/// What the record of a game says beside its moves.
#[derive(Clone, Debug, Default)]
pub struct About<'a> {
    /// The names of the first player and of the second.
    pub names: [&'a str; 2],
    /// Tags such as `Event` and `Round`, with their values.
    pub tags: Vec<(&'a str, String)>,
    /// Whether each move has a comment with score, depth and nodes.
    pub comments: bool,
    /// Whether comments and tags hold times.
    pub times: bool,
}

/// A game in the notations of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// The game in the format for records that it has, if it has one.
    pub record: Option<String>,
    /// All moves from the start of the game in its own notation, where it has one for them and the opening
    /// is known by its moves.
    pub transcript: Option<String>,
}

/// The most players that wait for their next pair. One beyond it is ended: an engine may hold much memory.
const MOST_IDLE: usize = 64;

/// Pairs of games of `G`.
pub(crate) struct PairsOf<G: Game> {
    build: Build<G>,
    players: Vec<(String, Player)>,
    conditions: Conditions,
    openings: Mutex<(Starts<G>, Vec<Opening<G>>)>,
    waiting: Mutex<Waiting<G>>,
}

struct Waiting<G: Game> {
    /// Players that wait, the last used last.
    idle: Vec<(Seat, Box<dyn ActivePlayer<G>>)>,
    /// How often each player was made, for the names of logs.
    made: Vec<u32>,
}

/// Which player of the list, and the core it was started on, if it was pinned to one.
type Seat = (usize, Option<usize>);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is behind the locks is whole after each step.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Game> PairsOf<G> {
    pub fn new(
        build: Build<G>,
        base: &G,
        players: &[(String, Player)],
        conditions: &Conditions,
    ) -> Result<PairsOf<G>, Error> {
        if base.is_over() {
            return Err(Error::input("the game is over: expected a position to play from"));
        }
        for (name, player) in players {
            player.check_time(conditions.control, name)?;
        }
        if conditions.ponder && conditions.control.is_none() {
            return Err(Error::input("ponder: expected a clock, which tells how long to think"));
        }
        conditions.adjudication.check::<G>()?;
        let starts = Starts::new(base, conditions.seed, &conditions.openings)?;
        let waiting = Waiting { idle: Vec::new(), made: vec![0; players.len()] };
        Ok(PairsOf {
            build,
            players: players.to_vec(),
            conditions: conditions.clone(),
            openings: Mutex::new((starts, Vec::new())),
            waiting: Mutex::new(waiting),
        })
    }

    /// The opening of a round, from 1.
    fn opening(&self, round: u64) -> Opening<G> {
        let (starts, drawn) = &mut *lock(&self.openings);
        let place = usize::try_from(round.saturating_sub(1)).unwrap_or(usize::MAX);
        if let Some(opening) = starts.direct(place as u64) {
            return opening;
        }
        while drawn.len() <= place {
            drawn.push(starts.draw());
        }
        drawn[place].clone()
    }

    /// A player that waits, or a new one. Only the first of an engine must start: if a later one does not, it
    /// loses its game.
    fn take(&self, seat: Seat) -> Result<Box<dyn ActivePlayer<G>>, Error> {
        let (player, _) = seat;
        let number = {
            let mut waiting = lock(&self.waiting);
            if let Some(place) = waiting.idle.iter().rposition(|(other, _)| *other == seat) {
                return Ok(waiting.idle.remove(place).1);
            }
            waiting.made[player] += 1;
            waiting.made[player]
        };
        let (name, player) = &self.players[player];
        let log = self.conditions.engine_log.as_ref();
        let log = log.map(|folder| folder.join(format!("{}-{number}.log", file_name(name))));
        match number {
            1 => player.start(self.build, log.as_deref()),
            _ => player.ready(self.build, log.as_deref()),
        }
    }

    fn put_back(&self, seat: Seat, active: Box<dyn ActivePlayer<G>>) {
        let mut waiting = lock(&self.waiting);
        waiting.idle.push((seat, active));
        let ended = (waiting.idle.len() > MOST_IDLE).then(|| waiting.idle.remove(0));
        drop(waiting);
        // An engine may take its time to end.
        drop(ended);
    }
}

/// A name with the characters that every file system allows.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.=".contains(c) { c } else { '-' };
    name.chars().take(80).map(plain).collect()
}

impl<G: Game> PairPlayer for PairsOf<G> {
    fn start(&self, players: &[usize]) -> Result<(), Error> {
        for &player in players {
            let active = self.take((player, None))?;
            // Games on cores of their own have players that were started there.
            if self.conditions.cores.is_none() {
                self.put_back((player, None), active);
            }
        }
        Ok(())
    }

    fn play(&self, players: [usize; 2], round: u64) -> Result<PairRecord, Error> {
        let opening = self.opening(round);
        let claim = self.conditions.cores.as_ref().and_then(Cores::claim);
        let seats = players.map(|player| (player, claim.as_ref().map(Claim::first)));
        let mut active: Players<G> = [self.take(seats[0])?, self.take(seats[1])?];
        let mut game = |first_side| play(&opening, &mut active, first_side, &self.conditions);
        let games = [game(Side::Max)?, game(Side::Min)?];
        for (seat, active) in seats.into_iter().zip(active) {
            self.put_back(seat, active);
        }
        let origin = (!opening.from_start()).then(|| opening.origin.text());
        let mut position = opening.origin;
        let mut moves = Vec::new();
        for m in opening.moves {
            moves.push(position.move_text(m));
            position.play(m);
        }
        Ok(PairRecord { round, origin, opening: moves, start: position.text(), games })
    }

    fn written(&self, pair: &PairRecord, game: usize, about: &About<'_>) -> Result<Written, Error> {
        let game = &pair.games[game];
        let start = G::parse(pair.origin.as_deref())?;
        let (mut position, mut moves, mut comments) = (start.clone(), Vec::new(), Vec::new());
        let mut done = [0, 0];
        for (ply, text) in pair.opening.iter().chain(&game.moves).enumerate() {
            let m = position.parse_move(text)?;
            let mut comment = String::new();
            if about.comments && ply >= pair.opening.len() {
                let player = usize::from(position.side() != game.first_side);
                comment = self.comment(game, player, done[player], position.side(), about.times);
                done[player] += 1;
            }
            comments.push(comment);
            moves.push(m);
            position.play(m);
        }
        let names = match game.first_side {
            Side::Max => about.names,
            Side::Min => [about.names[1], about.names[0]],
        };
        let mut tags = about.tags.clone();
        tags.extend(self.conditions.control.map(|control| ("TimeControl", control.to_string())));
        let adjudicated = game.adjudicated.map(|_| "adjudication".to_string());
        let end = game.forfeit.as_ref().map(|forfeit| forfeit.words()).or(adjudicated);
        tags.extend(end.map(|words| ("Termination", words)));
        let ending = ending(game, about.names);
        let result = Some(game.result);
        let played = Played {
            players: names,
            tags: &tags,
            start: &start,
            moves: &moves,
            comments: &comments,
            ending: ending.as_deref(),
            result,
        };
        let from_start = pair.origin.is_none();
        Ok(Written {
            record: G::record(&played),
            transcript: from_start.then(|| transcript_of::<G>(&moves)).flatten(),
        })
    }
}

impl<G: Game> PairsOf<G> {
    /// Score, depth and nodes of a move, from the mover's view: `+0.31/12 10034n`, and `0.52s` if asked.
    fn comment(
        &self,
        game: &GameRecord,
        player: usize,
        index: usize,
        side: Side,
        times: bool,
    ) -> String {
        let mut words = Vec::new();
        if let Some(effort) = game.efforts[player].get(index) {
            let score = effort.score.map(|score| score_text(score.seen_by(side), G::UNIT));
            match (score, effort.depth) {
                (Some(score), 0) => words.push(score),
                (Some(score), depth) => words.push(format!("{score}/{depth}")),
                (None, 0) => {}
                (None, depth) => words.push(format!("/{depth}")),
            }
            if effort.counts.generated > 0 {
                words.push(format!("{}n", effort.counts.generated));
            }
        }
        if let Some(time) = game.times[player].get(index).filter(|_| times) {
            words.push(format!("{:.3}s", time.as_secs_f64()));
        }
        words.join(" ")
    }
}

/// A score from the mover's view, in units with two decimals; `+win` or `-win` for a decided game.
fn score_text(score: Score, unit: i32) -> String {
    match score.winner() {
        Some(Side::Max) => "+win".to_string(),
        Some(Side::Min) => "-win".to_string(),
        None => signed(f64::from(score.get()) / f64::from(unit), 2),
    }
}

/// How a game ended if not by its rules: who did what, and what an engine said last.
fn ending(game: &GameRecord, names: [&str; 2]) -> Option<String> {
    if let Some(how) = game.adjudicated {
        return Some(how.to_string());
    }
    let forfeit = game.forfeit.as_ref()?;
    let name = names[usize::from(!forfeit.by_first)];
    let fault = &forfeit.fault;
    let kind = fault.kind.name().replace('_', " ");
    let said = fault.said.as_ref().map(|said| format!("; it said last: {said}"));
    Some(format!("{name} loses by {kind}: {}{}", fault.reason, said.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::{PlayerSpec, game, games};
    use plywood::Counts;

    /// Nodes and links that `text` spent in each game against a player that spends nothing.
    fn spent_in_games(text: &str) -> Vec<Counts> {
        let start = Some("branching=4,depth=30");
        let entry = game(games(), "random-tree").unwrap();
        let player = |text: &str| (text.to_string(), Player::parse(text).unwrap());
        let players = [text, "minimax,depth=1"].map(player);
        let pairs = entry.pairs(start, &players, &Conditions::default()).unwrap();
        let games = (1..=3).flat_map(|round| pairs.play([0, 1], round).unwrap().games);
        games.map(|game| game.work()[0]).collect()
    }

    #[test]
    fn a_match_spends_no_more_on_a_game_than_is_allotted() {
        let whole = 200_000;
        for name in ["alpha-beta", "best-first-saved-tree", "least-certainty,charge=none"] {
            let budget = PlayerSpec::parse(name).unwrap().budget;
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
}
