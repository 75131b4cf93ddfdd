//! Matches: pairs of games from the same start, each player once MAX.

mod entrant;
mod openings;
mod record;

pub use entrant::Entrant;
pub use openings::{ListedOpening, Openings};
pub use plywood_protocols::{Fault, FaultKind, kill_all as kill_engines};
pub use record::{Forfeit, GameRecord, MatchResult, PairRecord, TimeSpent};

use crate::Error;
use crate::stats;
use entrant::{Contestant, Trouble};
use openings::Starts;
use plywood::{Score, Side};
use plywood_games::Game;
use plywood_protocols::Opening;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Instant;

/// How a match is played.
#[derive(Clone, Debug)]
pub struct MatchOptions {
    /// Pairs of games.
    pub pairs: u64,
    /// The seed of the openings. A game that is drawn from a seed is drawn from this one, the next,
    /// and so on.
    pub seed: u64,
    /// Where the pairs begin.
    pub openings: Openings,
    /// Threads. Budgets in nodes, evaluations or depth give the same match on any number.
    pub jobs: usize,
    /// The folder for what engines print to standard error, a file for each engine and thread; else
    /// it is lost.
    pub engine_log: Option<PathBuf>,
    /// Ends the match from outside after the games under way.
    pub stop: Arc<AtomicBool>,
}

impl Default for MatchOptions {
    fn default() -> Self {
        MatchOptions {
            pairs: 50,
            seed: 1,
            openings: Openings::default(),
            jobs: 1,
            engine_log: None,
            stop: Arc::default(),
        }
    }
}

type Contestants<G> = [Box<dyn Contestant<G>>; 2];

/// Plays a match. Finished pairs are handed to `on_pair` in order.
///
/// An engine that breaks its protocol, or ends, or is silent for too long, loses the game and is
/// started again for the next. An engine that cannot be started for the first game is an error.
pub fn play_match<G: Game>(
    base: &G,
    first: &Entrant,
    second: &Entrant,
    options: &MatchOptions,
    on_pair: &mut dyn FnMut(&PairRecord),
) -> Result<MatchResult, Error> {
    if base.is_over() {
        return Err(Error::input("the game is over: expected a position to play from"));
    }
    let starts = Mutex::new(Starts::new(base, options.seed, &options.openings)?);
    let jobs = options.jobs.clamp(1, 256).min(usize::try_from(options.pairs).unwrap_or(256));
    let seats: Vec<Contestants<G>> = (1..=jobs)
        .map(|job| {
            let folder = options.engine_log.as_ref();
            let log = |name: &str| folder.map(|folder| folder.join(format!("{name}-{job}.log")));
            Ok([first.join(log("first").as_deref())?, second.join(log("second").as_deref())?])
        })
        .collect::<Result<_, Error>>()?;
    let failed = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    let mut result = MatchResult::default();
    let mut scores = Vec::new();
    thread::scope(|scope| {
        for mut players in seats {
            let sender = sender.clone();
            let (starts, failed) = (&starts, &failed);
            scope.spawn(move || {
                let ended = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
                while !ended(&options.stop) && !ended(failed) {
                    let (number, start) =
                        starts.lock().unwrap_or_else(PoisonError::into_inner).next();
                    if number >= options.pairs {
                        break;
                    }
                    let pair = play_pair(&start, &mut players, number);
                    if sender.send((number, pair)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // Pairs finish in any order; they are counted and shown in theirs.
        let (mut waiting, mut due) = (BTreeMap::new(), 0);
        for (number, pair) in receiver {
            waiting.insert(number, pair);
            while let Some(pair) = waiting.remove(&due) {
                due += 1;
                match pair {
                    Ok(pair) => {
                        scores.push(result.count(&pair));
                        on_pair(&pair);
                    }
                    Err(error) => {
                        failed.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                }
            }
        }
        Ok(())
    })?;
    result.score = stats::mean_with_error(&scores);
    result.elo = result.score.map(stats::elo);
    Ok(result)
}

fn play_pair<G: Game>(
    opening: &Opening<G>,
    players: &mut Contestants<G>,
    number: u64,
) -> Result<PairRecord, Error> {
    Ok(PairRecord {
        number: number + 1,
        start: opening.position().text(),
        games: [play_game(opening, players, Side::Max)?, play_game(opening, players, Side::Min)?],
    })
}

fn play_game<G: Game>(
    opening: &Opening<G>,
    players: &mut Contestants<G>,
    first_side: Side,
) -> Result<GameRecord, Error> {
    let mut game = GameRecord {
        first_side,
        moves: Vec::new(),
        transcript: None,
        result: Score::ZERO,
        forfeit: None,
        work: Default::default(),
        time: Default::default(),
    };
    game.result = match moves(opening, players, &mut game) {
        Ok(result) => result,
        Err((_, Trouble::Match(error))) => return Err(error),
        Err((loser, Trouble::Forfeit(fault))) => {
            game.forfeit = Some(Forfeit { by_first: loser == 0, fault });
            let winner = if loser == 0 { !first_side } else { first_side };
            Score::won_by(winner, game.moves.len() as u32)
        }
    };
    game.transcript = transcript(opening, &game.moves);
    Ok(game)
}

/// Plays a game to its end and says its result; else, which player is in trouble.
fn moves<G: Game>(
    opening: &Opening<G>,
    players: &mut Contestants<G>,
    game: &mut GameRecord,
) -> Result<Score, (usize, Trouble)> {
    for (number, player) in players.iter_mut().enumerate() {
        player.new_game(opening).map_err(|trouble| (number, trouble))?;
    }
    let mut position = opening.position();
    while !position.is_over() {
        let turn = usize::from(position.side() != game.first_side);
        let start = Instant::now();
        let choice = players[turn].choose(&position);
        game.time[turn].on(start.elapsed());
        let (m, counts) = choice.map_err(|trouble| (turn, trouble))?;
        game.work[turn] += counts;
        game.moves.push(position.move_text(m));
        let before = position.clone();
        position.play(m);
        // After the last move there is nothing left to refuse.
        if !position.is_over() {
            for (number, player) in players.iter_mut().enumerate() {
                player.advance(&before, m).map_err(|trouble| (number, trouble))?;
            }
        }
    }
    Ok(position.result())
}

/// All moves of a game, where the game can read them back.
fn transcript<G: Game>(opening: &Opening<G>, moves: &[String]) -> Option<String> {
    if !opening.from_start() {
        return None;
    }
    let mut position = opening.origin.clone();
    let mut text = String::new();
    let opening = opening.moves.iter().map(|&m| {
        let text = position.move_text(m);
        position.play(m);
        text
    });
    // Transcripts leave out passes: they follow from the rules.
    text.extend(opening.chain(moves.iter().cloned()).filter(|text| text != "pass"));
    G::transcript(&text).is_some().then_some(text)
}
