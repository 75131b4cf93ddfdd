//! A search of ours as a player of a match, with a clock or without.

use super::active::{ActivePlayer, Trouble};
use super::record::MoveEffort;
use crate::Error;
use plywood::search::MinimaxOptions;
use plywood::{Budget, Interval, Listener, Progress, Report, Score, Stop, Task};
use plywood_games::Game;
use plywood_play::GameBudget;
use plywood_protocols::Opening;
use plywood_protocols::clock::{Clock, Clocks, Lateness, Share, Waiting};
use plywood_registry::{BoxedSearch, Build, CommonOptions, Endgame, PlayerSpec, check_answered};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A search of ours. Nothing is kept from game to game.
pub(super) struct SearchPlayer<G: Game> {
    spec: PlayerSpec,
    /// What it may spend on the next move of this game.
    budget: GameBudget,
    build: Build<G>,
    /// Whether the search deepens step by step and reports each depth.
    tells: bool,
    /// A search to depth 1 with the same evaluation.
    one_ply: BoxedSearch<G>,
    /// The search, unless its thread still has it.
    search: Option<BoxedSearch<G>>,
    /// The thread that still has the search.
    away: Option<Away<G>>,
    /// Ends the search that the thread has, if that is one on the other side's time.
    pondering: Option<Arc<AtomicBool>>,
    /// How late its moves in this game were.
    lateness: Lateness,
}

impl<G: Game> Drop for SearchPlayer<G> {
    fn drop(&mut self) {
        self.end_ponder();
    }
}

/// A search that has come back, with its report.
type Done<G> = (BoxedSearch<G>, Report<<G as plywood::Position>::Move>);

/// A search on its own thread: the place of its result, and a channel that closes when the result is
/// there. The channel carries nothing, so that its code is the same for every game.
struct Away<G: Game> {
    done: Arc<Mutex<Option<Done<G>>>>,
    end: Receiver<()>,
}

impl<G: Game> Away<G> {
    /// Runs a search on a thread of its own.
    fn send(search: impl FnOnce() -> Done<G> + Send + 'static) -> Away<G> {
        let (open, end) = sync_channel(1);
        let done = Arc::new(Mutex::new(None));
        let place = done.clone();
        let work: Box<dyn FnOnce() + Send> = Box::new(move || {
            let result = search();
            *lock(&place) = Some(result);
            drop(open);
        });
        std::thread::spawn(work);
        Away { done, end }
    }

    /// Whether the search ends within this time.
    fn ends_within(&self, time: Duration) -> bool {
        self.end.recv_timeout(time) == Err(RecvTimeoutError::Disconnected)
    }

    /// The search that has ended; none if its thread has died.
    fn take(self) -> Option<Done<G>> {
        let _ = self.end.recv();
        lock(&self.done).take()
    }
}

/// Time kept in reserve on the clock. It is short, because no protocol lies between the player and the
/// clock.
const OVERHEAD: Duration = Duration::from_millis(10);
/// How long to wait for a search after its limit. A search normally ends within a millisecond or two; one
/// that does not waits for a busy processor, and its best move so far is played.
const PATIENCE: Duration = Duration::from_millis(3);

impl<G: Game> SearchPlayer<G> {
    pub fn new(build: Build<G>, spec: &PlayerSpec) -> Result<SearchPlayer<G>, Error> {
        let mut one_ply = PlayerSpec::from(MinimaxOptions::default());
        one_ply.common = CommonOptions { endgame: Endgame::Never, ..spec.common.clone() };
        Ok(SearchPlayer {
            spec: spec.clone(),
            budget: GameBudget::new(spec),
            build,
            one_ply: one_ply.build(build)?,
            tells: spec.at::<G>()?.deepens(),
            search: Some(spec.build(build)?),
            away: None,
            pondering: None,
            lateness: Lateness::default(),
        })
    }

    fn end_ponder(&mut self) {
        if let Some(stop) = self.pondering.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// The search, once it has come back.
    fn take(&mut self) -> Result<BoxedSearch<G>, Error> {
        self.end_ponder();
        let here = self.search.take();
        let back = || Some(self.away.take()?.take()?.0);
        here.or_else(back).ok_or_else(lost)
    }

    /// A search that takes its share of what is left on the clock.
    ///
    /// It runs on a thread of its own. The thread that answers sleeps until it ends or the time is up:
    /// on a busy machine a thread that slept is given a processor at once, one that computes is not.
    fn think(&mut self, position: &G, clock: &Clock) -> Result<Report<G::Move>, Error> {
        let (begun, waiting) = (Instant::now(), Waiting::begin());
        let share = Share::of(clock, self.lateness.reserve(OVERHEAD, clock.left));
        let stop = Arc::new(AtomicBool::new(false));
        let mut budget = self.budget.next_move().stop_flag(stop.clone());
        // A search that does not report its depths cannot be stopped between them.
        let tells = self.tells;
        let most = if tells { share.most } else { share.wanted };
        let limit = budget.time.map_or(most, |own| own.min(most));
        budget.time = Some(limit);
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if moves.len() == 1 {
            budget.depth = Some(1);
        }
        // A search to depth 1 takes almost no time, and makes sure that there is a move to play.
        let seen = self.one_ply.run(position, &Budget::new().depth(1).time(limit / 8));
        let mut search = self.take()?;
        let published = Arc::new(Mutex::new(seen.best.map(|m| (m, seen.counts))));
        let away = Away::send({
            let (published, stop, position) = (published.clone(), stop.clone(), position.clone());
            move || {
                let mut hear = |news: Progress<'_, G::Move>| {
                    let (m, counts) = match &news {
                        Progress::Finished(report) => (report.best, report.counts),
                        Progress::Improved(best) => (best.pv.first().copied(), *best.counts),
                    };
                    if let Some(m) = m {
                        *lock(&published) = Some((m, counts));
                    }
                    let between = tells && matches!(news, Progress::Finished(_));
                    if between && begun.elapsed() >= share.last_start() {
                        stop.store(true, Ordering::Relaxed);
                    }
                };
                let task = Task::new(&position).budget(budget);
                let report = search.search(&task, &mut Listener::new(&mut hear));
                (search, report)
            }
        });
        let until = |end: Duration| end.saturating_sub(begun.elapsed());
        let mut ended = away.ends_within(until(limit));
        if !ended {
            stop.store(true, Ordering::Relaxed);
            ended = away.ends_within(until(limit + PATIENCE));
        }
        let report = if ended {
            let (search, report) = away.take().ok_or_else(lost)?;
            self.search = Some(search);
            report
        } else {
            self.away = Some(away);
            let mut report = Report::new(Stop::Time);
            if let Some((m, counts)) = *lock(&published) {
                (report.best, report.counts) = (Some(m), counts);
            }
            report
        };
        self.lateness.note(begun.elapsed().saturating_sub(share.most).max(waiting.so_far()));
        Ok(report)
    }
}

/// What is known of a value as one score: the value, or the bound that is known.
fn known(value: Interval) -> Option<Score> {
    let bounds = [value.lower, value.upper].into_iter().find(|bound| bound.is_finite());
    value.exact().or(bounds)
}

/// The thread that searched has died, and the search with it.
fn lost() -> Error {
    Error::failure("a search failed in its thread: this is a bug in plywood, please report it")
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Game> ActivePlayer<G> for SearchPlayer<G> {
    fn new_game(&mut self, _opening: &Opening<G>) -> Result<(), Trouble> {
        self.end_ponder();
        (self.search, self.away) = (Some(self.spec.build(self.build)?), None);
        self.lateness = Lateness::default();
        self.budget = GameBudget::new(&self.spec);
        Ok(())
    }

    fn choose(
        &mut self,
        position: &G,
        clocks: Option<&Clocks>,
    ) -> Result<(G::Move, MoveEffort), Trouble> {
        let budget = self.budget.next_move();
        let report = match clocks {
            None => {
                let mut search = self.take()?;
                let report = search.run(position, &budget);
                self.search = Some(search);
                report
            }
            Some(clocks) => self.think(position, &clocks.of(position.side()))?,
        };
        if let Some(search) = &mut self.search {
            check_answered(&report, position, search, &budget)?;
        }
        self.budget.spend(&report.counts);
        let m = report.best.expect("a search of a game that is not over has a move");
        let Report { counts, depth, value, .. } = report;
        Ok((m, MoveEffort { counts, depth, score: known(value) }))
    }

    fn advance(&mut self, _position: &G, m: G::Move) -> Result<(), Trouble> {
        let mut search = self.take()?;
        search.advance(m);
        self.search = Some(search);
        Ok(())
    }

    /// Searches the position until the other side has moved. That fills the table or grows the tree for whatever
    /// it plays.
    fn ponder(&mut self, position: &G, _clocks: &Clocks) -> Result<(), Trouble> {
        let mut search = self.take()?;
        let stop = Arc::new(AtomicBool::new(false));
        // What is kept under other limits of memory and width would not be used by the next search.
        let Budget { memory, widest, .. } = self.spec.budget;
        let budget = Budget { memory, widest, ..Budget::new() }.stop_flag(stop.clone());
        let position = position.clone();
        self.away = Some(Away::send(move || {
            let report = search.run(&position, &budget);
            (search, report)
        }));
        self.pondering = Some(stop);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood::{BestSoFar, Counts, Observer, Position, Search};
    use plywood_games::Connect4;
    use plywood_registry::built_in;
    use std::sync::mpsc::Sender;

    /// Finds a move, and then does not come back before it is told to, as on a busy processor.
    struct Stuck {
        found: Option<u32>,
        released: Receiver<()>,
    }

    impl Search<Connect4> for Stuck {
        fn search(
            &mut self,
            _: &Task<'_, Connect4>,
            observer: &mut dyn Observer<Connect4>,
        ) -> Report<<Connect4 as Position>::Move> {
            if let Some(m) = self.found {
                let (value, pv) = (Interval::exactly(Score::ZERO), &[m as _][..]);
                let counts = &Counts::default();
                observer.improved(BestSoFar { value, pv, depth: 1, counts });
            }
            let _ = self.released.recv_timeout(Duration::from_secs(60));
            Report::new(Stop::Cancelled)
        }
    }

    fn stuck(found: Option<u32>) -> (SearchPlayer<Connect4>, Sender<()>) {
        let (release, released) = std::sync::mpsc::channel();
        let mut player = SearchPlayer::new(
            built_in::<Connect4>().build,
            &PlayerSpec::parse("negascout").unwrap(),
        )
        .unwrap();
        player.search = Some(Box::new(Stuck { found, released }));
        (player, release)
    }

    #[test]
    fn a_search_that_does_not_come_back_is_answered_for() {
        // Three in a row: the look at the moves finds the win, and the search another move.
        let position = <Connect4 as plywood_games::Game>::parse(Some("414141")).unwrap();
        let win = position.parse_move("4").unwrap();
        let (left, increment) = (Duration::from_millis(200), Duration::ZERO);
        let clock = Clock { left, increment, moves_to_go: None };
        for (found, answer) in [(Some(6), 6), (None, win)] {
            let (mut player, release) = stuck(found);
            let report = player.think(&position, &clock).unwrap();
            assert_eq!((report.stop, report.best), (Stop::Time, Some(answer)));
            assert!(player.away.is_some(), "the search is still at it");
            release.send(()).unwrap();
            assert!(player.advance(&position, answer).is_ok());
            assert!(player.search.is_some(), "it has come back");
        }
    }

    #[test]
    fn a_search_on_the_others_time_ends_with_the_others_move() {
        let spec = PlayerSpec::parse("best-first-saved-tree,memory=64MiB").unwrap();
        let mut player = SearchPlayer::new(built_in::<Connect4>().build, &spec).unwrap();
        let clocks = Clocks { left: [Duration::from_millis(300); 2], increment: Duration::ZERO };
        let mut position = Connect4::default();
        for _ in 0..4 {
            let Ok((m, _)) = player.choose(&position, Some(&clocks)) else { panic!("no move") };
            assert!(player.advance(&position, m).is_ok());
            position.play(m);
            assert!(player.ponder(&position, &clocks).is_ok());
            assert!(player.search.is_none(), "it searches");
            let mut moves = Vec::new();
            position.moves(&mut moves);
            assert!(player.advance(&position, moves[0]).is_ok());
            assert!(player.search.is_some() && player.pondering.is_none());
            position.play(moves[0]);
        }
        assert!(player.ponder(&position, &clocks).is_ok());
        let Ok(()) = player.new_game(&Opening::of(Connect4::default())) else { panic!("no game") };
    }

    #[test]
    fn a_search_that_dies_is_an_error() {
        struct Dies;
        impl Search<Connect4> for Dies {
            fn search(
                &mut self,
                _: &Task<'_, Connect4>,
                _: &mut dyn Observer<Connect4>,
            ) -> Report<<Connect4 as Position>::Move> {
                panic!("on purpose")
            }
        }
        let (mut player, _) = stuck(None);
        player.search = Some(Box::new(Dies));
        // To print where a thread has died takes seconds on a busy machine.
        let (left, increment) = (Duration::from_secs(60), Duration::ZERO);
        let clock = Clock { left, increment, moves_to_go: None };
        let error = player.think(&Connect4::default(), &clock).unwrap_err();
        assert!(error.to_string().contains("failed in its thread"), "{error}");
    }
}
