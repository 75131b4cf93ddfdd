//! Matches: pairs of games from the same start, each player once MAX.

mod active;
mod control;
mod openings;
mod player;
mod record;
mod search_player;

pub use control::TimeControl;
pub use openings::{ListedOpening, Openings};
pub use player::Player;
pub use plywood_protocols::{Fault, FaultKind, kill_all as kill_engines};
pub use record::{Forfeit, GameRecord, MatchResult, MoveEffort, PairRecord, TimeSpent};

use crate::{Error, pool, stats};
use active::{ActivePlayer, Trouble};
use openings::Starts;
use plywood::{Score, Side};
use plywood_games::{Game, Played, transcript_of};
use plywood_protocols::{Opening, catch_panic};
use plywood_registry::Build;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
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
    /// Clocks for both players. A player whose clock runs down loses the game.
    pub control: Option<TimeControl>,
    /// The names of the first player and the second in records.
    pub names: [String; 2],
    /// Threads. Budgets in nodes, evaluations or depth give the same match on any number.
    pub jobs: usize,
    /// The folder for the standard error of engines, one file per engine and thread; without it, that
    /// output is dropped.
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
            control: None,
            names: ["first", "second"].map(String::from),
            jobs: 1,
            engine_log: None,
            stop: Arc::default(),
        }
    }
}

type Players<G> = [Box<dyn ActivePlayer<G>>; 2];

/// Plays a match. Finished pairs are handed to `on_pair` in order.
///
/// An engine that breaks its protocol, or ends, or is silent for too long, loses the game and is
/// started again for the next. An engine that cannot be started for the first game is an error.
pub fn play_match<G: Game>(
    build: Build<G>,
    base: &G,
    first: &Player,
    second: &Player,
    options: &MatchOptions,
    on_pair: &mut dyn FnMut(&PairRecord),
) -> Result<MatchResult, Error> {
    if base.is_over() {
        return Err(Error::input("the game is over: expected a position to play from"));
    }
    for (player, name) in [first, second].into_iter().zip(&options.names) {
        player.check_time(options.control, name)?;
    }
    let starts = Starts::new(base, options.seed, &options.openings)?;
    let jobs = options.jobs.clamp(1, 256).min(usize::try_from(options.pairs).unwrap_or(256));
    let players: Vec<Players<G>> = (1..=jobs)
        .map(|job| {
            let folder = options.engine_log.as_ref();
            let log = |name: &str| folder.map(|folder| folder.join(format!("{name}-{job}.log")));
            Ok([
                first.start(build, log("first").as_deref())?,
                second.start(build, log("second").as_deref())?,
            ])
        })
        .collect::<Result<_, Error>>()?;
    let mut result = MatchResult::default();
    let mut scores = Vec::new();
    pool::run(
        players,
        (1..=options.pairs).zip(starts),
        &options.stop,
        |players, (number, start)| {
            // After a panic no further pair is played, so nothing half changed is used.
            catch_panic(|| play_pair(&start, players, number, options)).unwrap_or_else(|words| {
                Err(Error::failure(format!("pair {number} panicked: {words}")))
            })
        },
        // Pairs finish in any order; they are counted and shown in theirs.
        pool::in_order(|pair| {
            scores.push(result.count(&pair));
            on_pair(&pair);
            Ok(())
        }),
    )?;
    result.score = stats::Sample::scores(&scores).map(|sample| sample.estimate());
    result.elo = result.score.map(stats::elo);
    Ok(result)
}

fn play_pair<G: Game>(
    opening: &Opening<G>,
    players: &mut Players<G>,
    number: u64,
    options: &MatchOptions,
) -> Result<PairRecord, Error> {
    let mut play = |first_side: Side, game: u32| {
        let round = format!("{number}.{game}");
        play_game(opening, players, first_side, options, round)
    };
    let games = [play(Side::Max, 1)?, play(Side::Min, 2)?];
    Ok(PairRecord { number, start: opening.position().text(), games })
}

fn play_game<G: Game>(
    opening: &Opening<G>,
    players: &mut Players<G>,
    first_side: Side,
    options: &MatchOptions,
    round: String,
) -> Result<GameRecord, Error> {
    let mut game = GameRecord::new(first_side);
    let mut played = opening.moves.clone();
    game.result = match moves(opening, players, options.control, &mut game, &mut played) {
        Ok(result) => result,
        Err((_, Trouble::Match(error))) => return Err(error),
        Err((loser, Trouble::Forfeit(fault))) => {
            game.forfeit = Some(Forfeit { by_first: loser == 0, fault });
            let winner = if loser == 0 { !first_side } else { first_side };
            Score::won_by(winner, game.moves.len() as u32)
        }
    };
    game.transcript = opening.from_start().then(|| transcript_of::<G>(&played)).flatten();
    game.record = record(opening, &played, &game, options, round);
    Ok(game)
}

/// The game in the format for records that it has.
fn record<G: Game>(
    opening: &Opening<G>,
    moves: &[G::Move],
    game: &GameRecord,
    options: &MatchOptions,
    round: String,
) -> Option<String> {
    let [first, second] = options.names.each_ref().map(String::as_str);
    let players = if game.first_side == Side::Max { [first, second] } else { [second, first] };
    let mut tags = vec![("Event", "plywood match".to_string()), ("Round", round)];
    tags.extend(options.control.map(|control| ("TimeControl", control.to_string())));
    tags.extend(game.forfeit.as_ref().map(|forfeit| ("Termination", forfeit.words())));
    let (start, result) = (&opening.origin, Some(game.result));
    G::record(&Played { players, tags: &tags, start, moves, result })
}

/// Plays a game to its end and gives its result; else, which player ended it, and why.
fn moves<G: Game>(
    opening: &Opening<G>,
    players: &mut Players<G>,
    control: Option<TimeControl>,
    game: &mut GameRecord,
    played: &mut Vec<G::Move>,
) -> Result<Score, (usize, Trouble)> {
    for (number, player) in players.iter_mut().enumerate() {
        player.new_game(opening).map_err(|trouble| (number, trouble))?;
    }
    let mut position = opening.position();
    let mut clocks = control.map(TimeControl::clocks);
    while !position.is_over() {
        let side = position.side();
        let turn = usize::from(side != game.first_side);
        let start = Instant::now();
        let choice = players[turn].choose(&position, clocks.as_ref());
        let time = start.elapsed();
        game.time[turn].on(time);
        // A player whose flag has fallen loses by that, whatever its answer.
        if let Some(clocks) = &mut clocks
            && !clocks.press(side, time)
            && !matches!(choice, Err(Trouble::Match(_)))
        {
            let reason = format!("the flag has fallen after {time:.1?}");
            return Err((turn, Fault::new(FaultKind::Flag, reason).into()));
        }
        let (m, effort) = choice.map_err(|trouble| (turn, trouble))?;
        game.efforts[turn].push(effort);
        game.moves.push(position.move_text(m));
        played.push(m);
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
