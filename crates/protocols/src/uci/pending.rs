//! Searches that were asked for and are not answered yet.

use super::command::Go;
use super::print::Style;
use super::{Progress, Stop};
use crate::clock::{Clock, Lateness, Share};
use crate::first_look::first_look;
use plywood::{Evaluate, Interval, Position, Score, Side, Tactics, Variation};
use plywood_games::chess::cozy_chess::Move;
use plywood_games::chess::{Evaluation, exchange};
use plywood_games::{Chess, InputError};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The last progress of the searching thread, and the time after which it was made. Used for the answer if
/// the search does not end in time.
#[derive(Clone, Debug, Default)]
pub(super) struct Published(Arc<Mutex<Option<(Progress, Duration)>>>);

impl Published {
    fn lock(&self) -> MutexGuard<'_, Option<(Progress, Duration)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn set(&self, progress: Progress, elapsed: Duration) {
        *self.lock() = Some((progress, elapsed));
    }
}

/// The most moves accepted in a game. None is longer: the 75-move rule ends it.
const LONGEST_GAME: usize = 12_000;

/// A search that was asked for, and is not answered yet or has not ended yet.
pub(super) struct PendingSearch {
    pub root: Chess,
    pub stop: Stop,
    pub begun: Instant,
    /// The answer must wait for `stop` or, while pondering, for `ponderhit`.
    pub waits: bool,
    /// No limit ends the search.
    pub endless: bool,
    /// It has a limit other than time.
    pub limited: bool,
    pub ponders: bool,
    /// The clock of the side to move, if there is one.
    pub clock: Option<Clock>,
    /// The time for the move, once the clock runs.
    pub share: Option<Share>,
    /// After this moment no further depth is begun.
    pub last_start: Option<Instant>,
    /// At this moment the search is stopped.
    pub deadline: Option<Instant>,
    /// The move with the best static value: the answer if the search finds nothing in time.
    pub first_look: Option<Progress>,
    /// The last progress of the searching thread.
    pub published: Published,
    /// The last progress printed.
    pub printed: Option<Progress>,
    /// When the stop flag was set.
    halted: Option<Instant>,
    /// When the clock began to run.
    pub started: Option<Instant>,
    /// When three quarters of the clock are used up.
    pub flag: Option<Instant>,
    /// The answer, if it is known but must wait.
    pub answer: Option<String>,
    /// The answer was printed. The search may still run.
    pub answered: bool,
    /// The search has ended.
    pub done: bool,
}

/// A stopped search ends within two milliseconds. If it does not, because the machine is busy or memory is
/// slow, its published progress is the answer after this time.
const STOP_TIME: Duration = Duration::from_millis(3);
/// The same for a search without any progress, which has not got a processor yet. Even a short search is
/// far better than a first look at the moves, so it gets more time, unless the clock runs out.
const FIRST_STOP_TIME: Duration = Duration::from_millis(30);

impl PendingSearch {
    pub fn new(root: Chess, stop: Stop, begun: Instant) -> PendingSearch {
        PendingSearch {
            root,
            stop,
            begun,
            waits: false,
            endless: false,
            limited: false,
            ponders: false,
            clock: None,
            share: None,
            last_start: None,
            deadline: None,
            first_look: None,
            published: Published::default(),
            printed: None,
            halted: None,
            started: None,
            flag: None,
            answer: None,
            answered: false,
            done: false,
        }
    }

    pub fn halt(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.halted.get_or_insert_with(Instant::now);
    }

    /// The moment at which it must be answered even if it has not ended.
    fn due(&self) -> Option<Instant> {
        let waits =
            self.waits || self.answered || self.answer.is_some() || self.first_look.is_none();
        let halted = self.halted.filter(|_| !waits)?;
        if self.published.lock().is_some() {
            return halted.checked_add(STOP_TIME);
        }
        halted.checked_add(FIRST_STOP_TIME).into_iter().chain(self.flag).min()
    }

    /// The latest progress, and the time after which it was made.
    fn latest(&self) -> Option<(Progress, Duration)> {
        let first_look = || Some((self.first_look.clone()?, Duration::ZERO));
        self.published.lock().clone().or_else(first_look)
    }

    /// The lines for the latest progress, unless it was printed before.
    pub fn unprinted(&mut self, style: Style) -> Vec<String> {
        let latest = self.latest().filter(|(latest, _)| self.printed.as_ref() != Some(latest));
        let Some((progress, elapsed)) = latest else { return Vec::new() };
        let lines = style.progress(&self.root, &progress, elapsed);
        self.printed = Some(progress);
        lines
    }

    /// The best move so far, with the expected reply.
    pub fn best_so_far(&self) -> Option<(Move, Option<Move>)> {
        let (progress, _) = self.latest()?;
        let best = progress.variations.first()?;
        Some((*best.pv.first()?, best.pv.get(1).copied()))
    }

    /// The next moment at which [`check_time`](PendingSearch::check_time) has something to do.
    pub fn alarm(&self) -> Option<Instant> {
        self.deadline.into_iter().chain(self.due()).min()
    }

    /// Stops the search at its deadline. Returns whether it must be answered now.
    pub fn check_time(&mut self, now: Instant) -> bool {
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            self.deadline = None;
            self.halt();
        }
        self.due().is_some_and(|due| now >= due)
    }

    /// Starts the clock. The time spent pondering counts towards the last start of a depth.
    pub fn start_clock(&mut self, now: Instant) {
        self.started = Some(now);
        if let Some(share) = self.share {
            self.last_start = self.begun.checked_add(share.last_start());
            self.deadline = now.checked_add(share.most);
        }
    }
}

/// The position of the command `position`.
pub(super) fn set_up(fen: Option<&str>, moves: &[String]) -> Result<Chess, InputError> {
    let mut position = fen.map_or_else(|| Ok(Chess::default()), Chess::from_fen)?;
    let wrong = || InputError::new("position", &moves.join(" "));
    if moves.len() > LONGEST_GAME {
        let error = wrong().expected(format!("at most {LONGEST_GAME} moves"));
        return Err(error.found(&moves.len().to_string()));
    }
    for (number, text) in (1..).zip(moves) {
        let m = position.parse_uci(text).ok_or_else(|| {
            let error = wrong().at(&format!("move {number}"));
            error.expected("a legal move, such as e2e4").found(&format!("'{text}'"))
        })?;
        position.play(m);
    }
    Ok(position)
}

/// The position to search. Players need not claim a draw by repetition or by the fifty-move rule, so after
/// such a draw the search ignores the move history. None if the game has ended in another way.
pub(super) fn playable(position: &Chess) -> Option<Chess> {
    if !position.is_over() {
        return Some(position.clone());
    }
    let mut board = position.cozy().clone();
    board.set_halfmove_clock(0);
    Some(Chess::new(board)).filter(|position| !position.is_over())
}

/// The best of `moves` by the static value after it, less the gain of the opponent's best capture. Takes some
/// hundredths of a millisecond. None if there are no moves.
pub(super) fn best_static(
    root: &Chess,
    moves: &[Move],
    evaluation: &mut Evaluation,
) -> Option<Progress> {
    let mut captures = Vec::new();
    let (best, value) = first_look(root, moves, |position| {
        captures.clear();
        position.noisy_moves(&mut captures);
        let gains = captures.iter().map(|&m| exchange(position.cozy(), m));
        let gain = Score::new(gains.max().unwrap_or(0).max(0));
        Score::new(evaluation.evaluate(position).get() + gain.seen_by(position.side()).get())
    })?;
    let value = Interval::exactly(value);
    let variation = Variation { pv: vec![best], value, proven: false, depth: 1 };
    let nodes = moves.len() as u64;
    Some(Progress { variations: vec![variation], nodes, deepest: 1, ..Progress::default() })
}

/// The clock of the side to move, if the move is played on a clock.
pub(super) fn clock(go: &Go, side: Side) -> Option<Clock> {
    let mover = usize::from(side == Side::Min);
    let left = go.time[mover].filter(|_| !go.infinite && go.move_time.is_none())?;
    Some(Clock { left, increment: go.increment[mover], moves_to_go: go.moves_to_go })
}

/// The time for the move, if there is a clock or a fixed time.
pub(super) fn share(
    go: &Go,
    clock: Option<&Clock>,
    overhead: Duration,
    lateness: &Lateness,
) -> Option<Share> {
    let fixed = go.move_time.filter(|_| !go.infinite);
    let fixed = fixed.map(|time| Share::exactly(time, overhead));
    fixed.or_else(|| clock.map(|clock| Share::of(clock, lateness.reserve(overhead, clock.left))))
}

/// The last move that was played on a clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastMove {
    pub side: Side,
    pub clock: Clock,
    /// The time it took, by our own measurement.
    pub took: Duration,
}

impl LastMove {
    /// The delay of the last move: its time on the GUI's clock less our own measurement. None if `clock`
    /// does not continue the clock of the last move.
    pub fn delay(&self, side: Side, clock: &Clock) -> Option<Duration> {
        let Clock { left, increment, moves_to_go } = self.clock;
        let same = (side, clock.increment, clock.moves_to_go) == (self.side, increment, None);
        if !same || moves_to_go.is_some() {
            return None;
        }
        let spent = left.saturating_add(increment).checked_sub(clock.left)?;
        // More than half of the clock is not a delay: another game has begun.
        spent.checked_sub(self.took).filter(|&delay| delay <= left / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uci::perft;

    #[test]
    fn the_best_static_value_counts_captures() {
        let mut evaluation = Evaluation::default();
        let mut look = |fen: &str, among: &[&str]| {
            let root = Chess::from_fen(fen).unwrap();
            let mut moves = perft::moves(&root);
            moves.retain(|&m| among.is_empty() || among.contains(&&*root.uci(m)));
            let progress = best_static(&root, &moves, &mut evaluation)?;
            assert_eq!(progress.nodes, moves.len() as u64);
            let best = progress.variations.into_iter().next()?;
            Some((root.uci(best.pv[0]), best.value.exact()?))
        };
        assert_eq!(look("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", &[]), None);
        let (m, value) = look("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", &[]).unwrap();
        assert_eq!((m.as_str(), value.winner()), ("d1d8", Some(Side::Max)));
        // A queen for a pawn, for either side.
        let guarded = "4k3/2p5/3p4/8/8/8/8/K2Q4 w - - 0 1";
        let (_, loses) = look(guarded, &["d1d6"]).unwrap();
        let (_, keeps) = look(guarded, &["d1d5"]).unwrap();
        assert!(loses.get() < 200 && keeps.get() > 500, "{loses:?} {keeps:?}");
        let guarded = "k2q4/8/8/8/3P4/2P5/8/4K3 b - - 0 1";
        let (_, loses) = look(guarded, &["d8d4"]).unwrap();
        let (_, keeps) = look(guarded, &["d8d5"]).unwrap();
        assert!(loses.get() > -200 && keeps.get() < -500, "{loses:?} {keeps:?}");
    }
}
