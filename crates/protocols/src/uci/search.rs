//! What is asked of the thread that thinks, and what of it is still to be answered.

use super::Stop;
use super::command::Go;
use super::perft;
use crate::clock::{Clock, Share};
use plywood::{Position, Side};
use plywood_games::chess::cozy_chess::Move;
use plywood_games::{Chess, InputError};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

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
    /// What the move may take, once the clock runs.
    pub share: Option<Share>,
    /// When no further depth may be begun, and when the search must end.
    pub last_start: Option<Instant>,
    pub deadline: Option<Instant>,
    /// The best move so far, and the reply that is expected.
    pub latest: Option<(Move, Option<Move>)>,
    /// When it was told to stop.
    halted: Option<Instant>,
    /// The answer that waits.
    pub answer: Option<String>,
    /// It was answered, whether or not it is done.
    pub said: bool,
    /// The thread that thinks has no more to do with it.
    pub done: bool,
}

/// A search ends within a millisecond or two of being told to. One that does not, because the machine
/// is busy or memory slow, is answered from what it has told so far.
const PATIENCE: Duration = Duration::from_millis(3);

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
            share: None,
            last_start: None,
            deadline: None,
            latest: None,
            halted: None,
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
        let waits = self.waits || self.said || self.answer.is_some() || self.latest.is_none();
        self.halted.filter(|_| !waits)?.checked_add(PATIENCE)
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

pub(super) fn only_move(root: &Chess, among: &[Move]) -> bool {
    match among.len() {
        0 => perft::moves(root).len() == 1,
        count => count == 1,
    }
}

/// What the move may take, where there is a clock or a fixed time.
pub(super) fn share(go: &Go, root: &Chess, overhead: Duration) -> Option<Share> {
    if go.infinite {
        return None;
    }
    let fixed = go.move_time.map(|time| Share::exactly(time, overhead));
    let of_clock = || {
        let mover = usize::from(root.side() == Side::Min);
        let (left, increment) = (go.time[mover]?, go.increment[mover]);
        Some(Share::of(&Clock { left, increment, moves_to_go: go.moves_to_go }, overhead))
    };
    fixed.or_else(of_clock)
}
