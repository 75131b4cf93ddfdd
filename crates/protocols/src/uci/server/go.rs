//! The command `go`.

use super::Server;
use crate::clock::Share;
use crate::uci::command::Go;
use crate::uci::pending::{PendingSearch, best_static, clock, playable, share};
use crate::uci::worker::Job;
use crate::uci::{Request, Stop, perft};
use plywood::Position;
use plywood_games::chess::cozy_chess::Move;
use plywood_games::{Chess, InputError};
use std::io;
use std::time::{Duration, Instant};

impl Server<'_> {
    pub(super) fn go(&mut self, go: &Go) -> io::Result<()> {
        let begun = Instant::now();
        for error in &go.errors {
            self.complain(error)?;
        }
        // A second `go` without `stop` ends a search without limits, so that both are answered.
        self.end_endless()?;
        if let Some(depth) = go.perft {
            let (root, stop) = (Box::new(self.position.clone()), Stop::default());
            let search = PendingSearch::new(self.position.clone(), stop.clone(), begun);
            self.searches.push_back(search);
            self.send_job(Job::Perft { root, depth, stop });
            return Ok(());
        }
        match playable(&self.position) {
            Some(root) => self.start_search(go, root, begun),
            None => self.answer_without_search(go, begun),
        }
    }

    /// Answers after checkmate, after stalemate, and if the pieces cannot win: then any move will do.
    fn answer_without_search(&mut self, go: &Go, begun: Instant) -> io::Result<()> {
        let style = self.options.style;
        let mut search = PendingSearch::new(self.position.clone(), Stop::default(), begun);
        let moves = perft::moves(&self.position);
        search.first_look = best_static(&self.position, &moves, &mut self.evaluation);
        let info = search.unprinted(style).join("\n");
        let mated = self.position.result().winner().is_some();
        self.say(match (moves.is_empty(), mated) {
            (false, _) => &info,
            (true, true) => "info depth 0 score mate 0",
            (true, false) => "info depth 0 score cp 0",
        })?;
        let answer = search.best_so_far().map(|(m, _)| style.answer(&self.position, m, None));
        search.answer = Some(answer.unwrap_or_else(|| "bestmove (none)".to_string()));
        search.done = true;
        search.waits = go.infinite || go.ponder;
        search.endless = search.waits;
        search.ponders = go.ponder;
        self.searches.push_back(search);
        self.release()
    }

    fn start_search(&mut self, go: &Go, root: Chess, begun: Instant) -> io::Result<()> {
        let among = self.among(&root, &go.search_moves)?;
        let clock = clock(go, root.side());
        let delay = self.last_move.zip(clock.as_ref());
        let delay = delay.and_then(|(last, clock)| last.delay(root.side(), clock));
        self.lateness.note(delay.unwrap_or_default());
        let share = share(go, clock.as_ref(), self.options.overhead, &self.lateness);
        let stop = Stop::default();
        let mut search = PendingSearch::new(root.clone(), stop.clone(), begun);
        search.clock = clock;
        search.flag = clock.and_then(|clock| begun.checked_add(clock.left - clock.left / 4));
        search.waits = go.infinite || go.ponder;
        search.ponders = go.ponder;
        let moves = if among.is_empty() { perft::moves(&root) } else { among.clone() };
        search.first_look = best_static(&root, &moves, &mut self.evaluation);
        search.share = share.map(|share| match moves.len() == 1 && go.move_time.is_none() {
            // A forced move: one depth, for the expected reply.
            true => Share { wanted: Duration::ZERO, ..share },
            false => share,
        });
        if !search.ponders {
            search.start_clock(begun);
        }
        let mate = go.mate.map(|moves| moves.saturating_mul(2) - 1);
        let request = Request {
            among,
            lines: self.options.lines,
            depth: go.depth.into_iter().chain(mate).min(),
            nodes: go.nodes,
            time: share.filter(|_| !go.ponder).map(|share| share.most),
        };
        search.limited = request.depth.is_some() || request.nodes.is_some();
        search.endless = search.waits || share.is_none() && !search.limited;
        let published = search.published.clone();
        self.searches.push_back(search);
        let (root, request) = (Box::new(root), Box::new(request));
        self.send_job(Job::Think { root, request, stop, begun, published });
        Ok(())
    }

    /// The legal moves among `texts`; reports the others.
    fn among(&mut self, root: &Chess, texts: &[String]) -> io::Result<Vec<Move>> {
        let mut among = Vec::new();
        for text in texts {
            match root.parse_uci(text) {
                Some(m) => among.push(m),
                None => {
                    let error = InputError::new("go searchmoves", text);
                    self.complain(&error.expected("legal moves, such as e2e4"))?;
                }
            }
        }
        Ok(among)
    }
}
