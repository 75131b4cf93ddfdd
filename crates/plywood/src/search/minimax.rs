//! Minimax to a fixed depth: Shannon 1950. Post: the value is the minimax value of the tree cut at
//! the horizon. The slow, obvious twin that every exact algorithm is tested against.

use super::context::{Context, Iteration, Lines, RootMoves, with_stack};
use super::deepening::{Deepening, deepen};
use super::interface::{Nothing, search};
use crate::{Cause, Evaluate, Position, Report, Score, Stop, Task, Window};

crate::options! {
    /// Options of [`Minimax`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct MinimaxOptions {
        /// Deepen iteratively; auto: if the budget names no depth and can interrupt the search.
        pub deepening: Deepening = Deepening::IfUnbounded,
        /// Report all equally good root moves.
        pub all_best: bool = false,
    }
}

search! {
    /// Minimax without pruning.
    Minimax with MinimaxOptions,
    named: "minimax", "fixed-depth minimax without pruning",
    family: DepthFirst, paper: "Shannon 1950", exact: true, memory: Line,
    keeps: Nothing<P>,
    switches: all_best deepening
}

impl MinimaxOptions {
    fn run<P: Position, E: Evaluate<P>, const W: bool>(
        &self,
        _: &mut Nothing<P>,
        ctx: Context<'_, P, E, W>,
        task: &Task<'_, P>,
    ) -> Report<P::Move> {
        let mut run =
            Run { ctx, lines: Lines::new(), root: RootMoves::new(None), heuristic: false };
        let report = deepen(self.deepening, task, &mut |depth, best| {
            let report = run.iteration(task.position, depth, best, self.all_best);
            run.ctx.finish(task.position, depth, report)
        });
        run.ctx.at_first_sight(task.position, report)
    }
}

struct Run<'a, P: Position, E, const W: bool> {
    ctx: Context<'a, P, E, W>,
    lines: Lines<P::Move>,
    root: RootMoves<P::Move>,
    /// A position that is not the end of a game was evaluated at the horizon.
    heuristic: bool,
}

impl<P: Position, E: Evaluate<P>, const W: bool> Run<'_, P, E, W> {
    /// One search to `depth`, after one whose best move was `rival`.
    fn iteration(
        &mut self,
        root: &P,
        depth: u32,
        rival: Option<P::Move>,
        all_best: bool,
    ) -> Report<P::Move> {
        self.root = RootMoves::new(rival);
        self.heuristic = false;
        self.ctx.moves.clear();
        self.ctx.begin(root, Some(depth));
        self.lines.clear();
        let outcome = self.minimax(&mut root.clone(), depth, 0);
        let memory = self.ctx.bytes() + self.lines.bytes();
        let found = std::mem::replace(&mut self.root, RootMoves::new(None));
        let iteration = Iteration { outcome, heuristic: self.heuristic, depth, all_best, memory };
        found.report(root, &mut self.ctx, iteration)
    }

    fn minimax(&mut self, node: &mut P, depth: u32, ply: u32) -> Result<Score, Stop> {
        self.ctx.entered(node, depth, Window::FULL)?;
        if node.is_over() || depth == 0 {
            let (value, over) = self.ctx.value_and_end(node);
            self.heuristic |= !over;
            self.ctx.left(node, value, Cause::Evaluated);
            return Ok(value);
        }
        let side = node.side();
        self.ctx.check_stacks(|| [self.lines.bytes(), 0])?;
        let list = self.ctx.list(node, ply == 0)?;
        self.ctx.expand(node, list, self.root.best());
        let mut line = self.lines.mark();
        let mut best = Score::worst(side);
        for i in 0..list.count {
            let m = self.ctx.nth(node, list, i);
            if ply == 0 && self.ctx.excludes(m) {
                continue;
            }
            self.ctx.meter.generate(1)?;
            self.ctx.enter_nth(node, list, i, m);
            let value =
                node.visit(m, |child| with_stack(ply, || self.minimax(child, depth - 1, ply + 1)));
            self.ctx.leave();
            let value = value?;
            if value.beats(best, side) {
                best = value;
                self.lines.adopt(&mut line, m);
            } else {
                self.lines.reject(line);
            }
            if ply == 0 {
                let index = self.ctx.index(node, list, i);
                if self.root.searched(index, m, value, best, &self.lines, line) {
                    self.ctx.improved(&self.root, side, depth);
                }
                if W {
                    self.ctx.tell_best(self.root.best(), side);
                }
            }
        }
        self.ctx.unlist(list);
        self.ctx.left(node, best, Cause::Searched);
        Ok(best)
    }
}
