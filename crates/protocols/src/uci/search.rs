//! What is asked of the thread that thinks, and what of it is still to be answered.

use super::command::Go;
use super::perft;
use super::print::Style;
use super::{Insight, Stop, Variation};
use crate::clock::{Clock, Lateness, Share};
use crate::first_look::first_look;
use plywood::{Evaluate, Interval, Position, Score, Side, Tactics};
use plywood_games::chess::cozy_chess::Move;
use plywood_games::chess::{Evaluation, exchange};
use plywood_games::{Chess, InputError};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What the thread that thinks has found out last, and when: to answer with if it does not end in
/// time.
#[derive(Clone, Debug, Default)]
pub(super) struct Published(Arc<Mutex<Option<(Insight, Duration)>>>);

impl Published {
    pub fn set(&self, insight: Insight, elapsed: Duration) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((insight, elapsed));
    }

    pub fn get(&self) -> Option<(Insight, Duration)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn is_some(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}

/// No game is longer: after 75 quiet moves of each side an arbiter ends it.
const LONGEST: usize = 12_000;

/// A search that was asked for and not yet answered.
pub(super) struct Search {
    pub root: Chess,
    pub stop: Stop,
    pub begun: Instant,
    /// The answer must wait for `stop` or, if it ponders, `ponderhit`.
    pub waits: bool,
    /// It may never end by itself.
    pub endless: bool,
    /// It has a limit other than time.
    pub limited: bool,
    pub ponders: bool,
    /// The clock of the side to move, if there is one.
    pub clock: Option<Clock>,
    /// What the move may take, once the clock runs.
    pub share: Option<Share>,
    /// When no further depth may be begun, and when the search must end.
    pub last_start: Option<Instant>,
    pub deadline: Option<Instant>,
    /// What a first look at the moves has shown: the answer if the search finds nothing in time.
    pub first_look: Option<Insight>,
    /// The best that the search has found.
    pub published: Published,
    /// What the GUI has heard last.
    pub shown: Option<Insight>,
    /// When it was told to stop.
    halted: Option<Instant>,
    /// When the clock began to run, and when there is nearly nothing left on it.
    pub started: Option<Instant>,
    pub flag: Option<Instant>,
    /// The answer that waits.
    pub answer: Option<String>,
    /// It was answered, whether or not it is done.
    pub said: bool,
    /// The thread that thinks has no more to do with it.
    pub done: bool,
}

/// A search ends within a millisecond or two of being told to. One that does not, because the machine
/// is busy or memory slow, is answered from what it has found so far.
const PATIENCE: Duration = Duration::from_millis(3);
/// A search that has found nothing yet has had no turn on a processor. A first look at the moves is
/// far worse than a search, so the search gets as much time as a busy machine may keep a thread waiting,
/// unless the clock runs out.
const FIRST_PATIENCE: Duration = Duration::from_millis(30);

impl Search {
    pub fn of(root: Chess, stop: Stop, begun: Instant) -> Search {
        Search {
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
            shown: None,
            halted: None,
            started: None,
            flag: None,
            answer: None,
            said: false,
            done: false,
        }
    }

    pub fn halt(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.halted.get_or_insert_with(Instant::now);
    }

    /// When its answer is due though it has not ended: there is a move to answer with.
    fn due(&self) -> Option<Instant> {
        let waits = self.waits || self.said || self.answer.is_some() || self.first_look.is_none();
        let halted = self.halted.filter(|_| !waits)?;
        if self.published.is_some() {
            return halted.checked_add(PATIENCE);
        }
        halted.checked_add(FIRST_PATIENCE).into_iter().chain(self.flag).min()
    }

    /// The best that is known, and when it was found.
    fn known(&self) -> Option<(Insight, Duration)> {
        let first_look = || Some((self.first_look.clone()?, Duration::ZERO));
        self.published.get().or_else(first_look)
    }

    /// What is known and the GUI has not heard yet.
    pub fn unseen(&mut self, style: Style) -> Vec<String> {
        let news = self.known().filter(|(insight, _)| self.shown.as_ref() != Some(insight));
        let Some((insight, elapsed)) = news else { return Vec::new() };
        let lines = style.insight(&self.root, &insight, elapsed);
        self.shown = Some(insight);
        lines
    }

    /// The move to answer with before the search has ended, with the reply that is expected.
    pub fn latest(&self) -> Option<(Move, Option<Move>)> {
        let (insight, _) = self.known()?;
        let best = insight.variations.first()?;
        Some((*best.pv.first()?, best.pv.get(1).copied()))
    }

    /// When something must be done about it though nothing happens.
    pub fn alarm(&self) -> Option<Instant> {
        self.deadline.into_iter().chain(self.due()).min()
    }

    /// Does what the time asks for. Says whether the answer is due.
    pub fn look(&mut self, now: Instant) -> bool {
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            self.deadline = None;
            self.halt();
        }
        self.due().is_some_and(|due| now >= due)
    }

    /// The clock runs from now on. What was thought before then counts as well.
    pub fn start_clock(&mut self, now: Instant) {
        self.started = Some(now);
        if let Some(share) = self.share {
            self.last_start = self.begun.checked_add(share.last_start());
            self.deadline = now.checked_add(share.most);
        }
    }
}

/// The position of a command, whose moves must be those of the pieces.
pub(super) fn set_up(fen: Option<&str>, moves: &[String]) -> Result<Chess, InputError> {
    let mut position = fen.map_or_else(|| Ok(Chess::default()), Chess::from_fen)?;
    let wrong = || InputError::new("position", &moves.join(" "));
    if moves.len() > LONGEST {
        let error = wrong().expected(format!("at most {LONGEST} moves"));
        return Err(error.found(&moves.len().to_string()));
    }
    for (number, name) in (1..).zip(moves) {
        let m = position.parse_uci(name).ok_or_else(|| {
            let error = wrong().at(&format!("move {number}"));
            error.expected("a legal move, such as e2e4").found(&format!("'{name}'"))
        })?;
        position.play(m);
    }
    Ok(position)
}

/// The position as one to think about. Players need not claim a draw: where the pieces can still
/// move, the game goes on as if there were no past. None if there is nothing to think about.
pub(super) fn playable(position: &Chess) -> Option<Chess> {
    if !position.is_over() {
        return Some(position.clone());
    }
    let mut board = position.cozy().clone();
    board.set_halfmove_clock(0);
    Some(Chess::new(board)).filter(|position| !position.is_over())
}

/// A first look at some moves of a position, which takes some hundredths of a millisecond: the static
/// values of the positions after them, less what the best capture then wins. None if there are no moves.
pub(super) fn look(root: &Chess, moves: &[Move], evaluation: &mut Evaluation) -> Option<Insight> {
    let mut captures = Vec::new();
    let (best, value) = first_look(root, moves, |position| {
        captures.clear();
        position.noisy_moves(&mut captures);
        let gains = captures.iter().map(|&m| exchange(position.cozy(), m));
        let gain = Score::new(gains.max().unwrap_or(0).max(0));
        Score::new(evaluation.evaluate(position).get() + gain.seen_by(position.side()).get())
    })?;
    let variation = Variation { pv: vec![best], value: Interval::exactly(value), depth: 1 };
    let nodes = moves.len() as u64;
    Some(Insight { variations: vec![variation], nodes, deepest: 1, ..Insight::default() })
}

pub(super) fn only_move(root: &Chess, among: &[Move]) -> bool {
    match among.len() {
        0 => perft::moves(root).len() == 1,
        count => count == 1,
    }
}

/// The clock of the side to move, where the move is played on one.
pub(super) fn clock(go: &Go, side: Side) -> Option<Clock> {
    let mover = usize::from(side == Side::Min);
    let left = go.time[mover].filter(|_| !go.infinite && go.move_time.is_none())?;
    Some(Clock { left, increment: go.increment[mover], moves_to_go: go.moves_to_go })
}

/// What the move may take, where there is a clock or a fixed time.
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
    /// What it took, as we saw it.
    pub took: Duration,
}

impl LastMove {
    /// How much longer the move took by the GUI's clock than as we saw it, if this is the same clock.
    pub fn lost_on_the_way(&self, side: Side, clock: &Clock) -> Option<Duration> {
        let Clock { left, increment, moves_to_go } = self.clock;
        let same = (side, clock.increment, clock.moves_to_go) == (self.side, increment, None);
        if !same || moves_to_go.is_some() {
            return None;
        }
        let spent = left.saturating_add(increment).checked_sub(clock.left)?;
        // More than half of the clock is no delay, but another game.
        spent.checked_sub(self.took).filter(|&lost| lost <= left / 2)
    }
}
