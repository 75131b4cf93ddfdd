//! Answers to questions about captures.

use super::exhaustive::{SMALL, SMALL_EFFORT, exhaustive, look_again};
use super::proof_number::{DEEPEST, Memory, ProofNumbers};
use super::{Capture, CaptureGoal, Hunt, Strategy, Task};
use crate::go::sgf::Variation;
use crate::go::{Board, Go, Move};
use plywood::clock::Moment;
use plywood::search::{
    AbstractProof, AbstractProofOptions, Dfpn, DfpnOptions, ProofNumberSearch, ProofSearch,
    ProofTableOptions,
};
use plywood::{Budget, Stop};

/// How a [`CaptureSolver`] searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Proof-number search whose sets of preventing moves are the zones of proofs. The strongest.
    Zones,
    /// Abstract Proof Search, as in the paper, with a widening strategy.
    AbstractProof(Strategy),
    /// Proof-number search with the same functions and sets of moves, for comparison.
    ProofNumber(Strategy),
    /// Df-pn with the same functions and sets of moves, for comparison.
    Dfpn(Strategy),
    /// All moves of both sides, for one move of the attacker, then two, and so on. Small boards only.
    Exhaustive,
}

/// Options of a [`CaptureSolver`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureOptions {
    /// How it searches.
    pub method: Method,
    /// How many moves a question may play on the board, for [`Method::Zones`]. When they are spent without a
    /// capture, or when a capture has become unlikely, the answer is that there is none, without a proof
    /// ([`Stop::GaveUp`]).
    pub effort: u64,
    /// Whether [`Method::Zones`] goes on while a capture is unlikely: it gives up only when the effort is spent or
    /// nothing is left to search, and widens its search to moves on the whole board.
    pub patience: bool,
    /// Options of [`Method::AbstractProof`]. The widening comes from the strategy.
    pub abstract_proof: AbstractProofOptions,
}

impl Default for CaptureOptions {
    fn default() -> Self {
        CaptureOptions {
            method: Method::Zones,
            effort: 200_000,
            patience: false,
            abstract_proof: AbstractProofOptions::default(),
        }
    }
}

impl CaptureOptions {
    /// The default options; with an effort, a patient search that spends it.
    #[must_use]
    pub fn with_effort(effort: Option<u64>) -> CaptureOptions {
        let options = CaptureOptions::default();
        CaptureOptions {
            effort: effort.unwrap_or(options.effort),
            patience: effort.is_some(),
            ..options
        }
    }

    /// The effort by which a search by zones judges whether a capture has become unlikely; none if it goes on all the
    /// same.
    fn hopeless(&self) -> Option<u64> {
        (!self.patience).then_some(self.effort)
    }
}

/// What an answer rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// A tree whose every leaf is a capture. The defender's moves in it are those of zones, or those of ip1.
    Capture,
    /// All moves of both sides were tried.
    Exhaustive,
    /// The defender's moves were those of ip2 or ip3: strong evidence, for these sets are tested and not
    /// proven to be complete.
    Sets,
}

impl Evidence {
    /// `capture`, `exhaustive` or `sets`.
    pub const fn name(self) -> &'static str {
        match self {
            Evidence::Capture => "capture",
            Evidence::Exhaustive => "exhaustive",
            Evidence::Sets => "sets",
        }
    }
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Whether the string is captured; none if a limit of the budget ended the search first.
    pub captured: Option<bool>,
    /// What that rests on. That a string is safe is mostly without a proof.
    pub evidence: Option<Evidence>,
    /// The move that captures or saves, if one is known.
    pub best: Option<Move>,
    /// The expected line of play, which begins with `best`.
    pub line: Vec<Move>,
    /// Nodes searched.
    pub nodes: u64,
    /// Moves played on the board, also by the functions at the nodes.
    pub moves_played: u64,
    /// Whether the string is captured only because the defender may not retake a ko at once, as far as is known.
    pub ko: bool,
    /// Why the search ended: [`Stop::Complete`] only with a proof, [`Stop::GaveUp`] with an answer that rests on
    /// [sets](Evidence::Sets) or on nothing.
    pub stop: Stop,
}

impl Solution {
    /// The result for the side to move: `won`, `lost` or `unknown`.
    pub fn result(&self, task: Task) -> &'static str {
        match (self.captured, task) {
            (None, _) => "unknown",
            (Some(true), Task::Attack) | (Some(false), Task::Defend) => "won",
            (Some(_), _) => "lost",
        }
    }
}

/// Answers questions about captures. Its tables are used again by every question, and nothing else is kept.
///
/// ```
/// use plywood::Budget;
/// use plywood_games::go::{Board, capture::{Capture, CaptureSolver, Task}};
/// // A ladder.
/// let board = Board::parse("
///     . . . . . . .
///     . . . . . . .
///     . . . . . . .
///     . X X . . . .
///     . X O . . . .
///     . . X . . . .
///     . . . . . . .")?;
/// let capture = Capture::new(&board, board.point("C3")?)?;
/// let mut solver = CaptureSolver::default();
/// let attack = solver.solve(&capture, Task::Attack, &Budget::new());
/// assert_eq!(attack.captured, Some(true));
/// assert_eq!(attack.result(Task::Attack), "won");
/// let both = solver.both(&capture, &Budget::new());
/// assert_eq!(both.1.and_then(|defend| defend.captured), Some(false));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub struct CaptureSolver {
    options: CaptureOptions,
    memory: Memory,
    search: Option<AbstractProof<Go>>,
    proof_number: Option<ProofNumberSearch<Go>>,
    dfpn: Option<Dfpn<Go>>,
}

impl Default for CaptureSolver {
    fn default() -> Self {
        CaptureSolver::new(CaptureOptions::default())
    }
}

/// The part of the effort with which a capture that does not rest on a ko is looked for, once one that does is
/// found.
const KO_PART: u64 = 100;
/// Entries of the table.
const ENTRIES: usize = 1 << 16;
impl CaptureSolver {
    /// A solver with these options.
    pub fn new(options: CaptureOptions) -> CaptureSolver {
        let memory = Memory::new(ENTRIES);
        CaptureSolver { options, memory, search: None, proof_number: None, dfpn: None }
    }

    /// Answers a question within a budget: nodes, time, depth in plies, and its stop flag.
    pub fn solve(&mut self, capture: &Capture, task: Task, budget: &Budget) -> Solution {
        match self.options.method {
            Method::Zones => self.by_zones(capture, task, budget),
            Method::AbstractProof(strategy)
            | Method::ProofNumber(strategy)
            | Method::Dfpn(strategy) => self.by_goal(capture, task, strategy, budget),
            Method::Exhaustive => exhaustive(capture, task, budget),
        }
    }

    /// Both questions: the attacker first, and then, only if that captures, the defender first.
    pub fn both(&mut self, capture: &Capture, budget: &Budget) -> (Solution, Option<Solution>) {
        let attack = self.solve(capture, Task::Attack, budget);
        let asked = attack.captured == Some(true);
        let defend = asked.then(|| self.solve(capture, Task::Defend, budget));
        (attack, defend)
    }

    fn by_zones(&mut self, capture: &Capture, task: Task, budget: &Budget) -> Solution {
        let mut board = capture.board.clone();
        let deadline = budget.time.and_then(|time| Moment::now().checked_add(time));
        self.memory.nodes = 0;
        let mut work = 0;
        let mut solution = Solution {
            captured: Some(false),
            evidence: None,
            best: None,
            line: Vec::new(),
            nodes: 0,
            moves_played: 0,
            ko: false,
            stop: Stop::GaveUp,
        };
        let effort = self.options.effort;
        let hopeless = self.options.hopeless();
        let deepest = budget.depth.unwrap_or(DEEPEST).min(DEEPEST);
        let attacks = task == Task::Attack;
        let banned = capture.board.ko(!capture.attacker);
        // First the ko rule as it is. Only a capture that rests on it is looked at again, with a defender who
        // may retake at once.
        for retakes in [false, true] {
            let limit = work + if retakes { effort / KO_PART } else { effort };
            let hunt = hunt_within(&mut board, capture, budget, deadline);
            let mut search = self.search(Hunt { work, limit, ..hunt }, retakes);
            search.deepest = deepest;
            search.run(task, hopeless);
            let (proof, _, best) = search.numbers(attacks).unwrap_or((1, 1, None));
            if proof == 0 {
                solution.ko = !retakes && search.rests_on_ko(attacks);
                solution.line = search.line(task, banned);
                solution.best = solution.line.first().copied().filter(|_| attacks);
                (solution.captured, solution.evidence) = (Some(true), Some(Evidence::Capture));
                solution.stop = Stop::Complete;
            } else if !retakes {
                let (spent, stopped) = (search.hunt.is_spent(), search.hunt.stopped);
                solution.best = best.map(Move::Play).filter(|_| !attacks);
                if stopped.is_some() || !spent && budget.depth.is_some() {
                    (solution.captured, solution.stop) = (None, stopped.unwrap_or(Stop::Depth));
                }
            }
            work = search.hunt.work;
            if !solution.ko {
                break;
            }
        }
        (solution.nodes, solution.moves_played) = (self.memory.nodes, work);
        let points = usize::from(capture.board.size()).pow(2);
        if solution.captured == Some(false) && points <= SMALL {
            let most = match self.options.patience {
                true => effort.saturating_sub(work).max(SMALL_EFFORT),
                false => SMALL_EFFORT,
            };
            look_again(&mut solution, capture, task, budget, deadline, most);
        }
        if task == Task::Defend && solution.captured == Some(false) {
            // A pass is as good as any move.
            solution.best = solution.best.or(Some(Move::Pass));
            solution.line = solution.best.into_iter().collect();
        }
        solution
    }

    /// A new search with the memory of the last one, which it forgets.
    fn search<'a, 'b>(&'a mut self, hunt: Hunt<'b>, retakes: bool) -> ProofNumbers<'a, 'b> {
        ProofNumbers::new(hunt, &mut self.memory, retakes)
    }

    /// A search of the library for the [`CaptureGoal`].
    fn by_goal(
        &mut self,
        capture: &Capture,
        task: Task,
        strategy: Strategy,
        budget: &Budget,
    ) -> Solution {
        let widening = strategy.widths().to_vec();
        let mut goal = CaptureGoal::new(capture);
        let position = Go::new(capture.board.clone(), capture.to_move(task));
        let proof = match self.options.method {
            Method::ProofNumber(_) => {
                let new = || ProofNumberSearch::new(Default::default());
                let search = self.proof_number.get_or_insert_with(new);
                search.set_widening(widening);
                search.prove(&position, &mut goal, budget)
            }
            Method::Dfpn(_) => {
                let table = ProofTableOptions { entries: ENTRIES };
                let new = || Dfpn::new(DfpnOptions { table, ..Default::default() });
                let search = self.dfpn.get_or_insert_with(new);
                search.set_widening(widening);
                search.prove(&position, &mut goal, budget)
            }
            _ => {
                let options =
                    AbstractProofOptions { widening, ..self.options.abstract_proof.clone() };
                let search = self.search.get_or_insert_with(|| AbstractProof::new(options));
                search.prove_with_pass(&position, &mut goal, Some(Move::Pass), budget)
            }
        };
        let evidence = match proof.answer {
            Some(true) if strategy.name() == "brute-force" => Some(Evidence::Exhaustive),
            Some(true) if goal.highest_order() <= 1 => Some(Evidence::Capture),
            Some(true) => Some(Evidence::Sets),
            Some(false) if proof.proven => Some(Evidence::Exhaustive),
            _ => None,
        };
        let mut best = match (task, proof.answer) {
            (Task::Attack, Some(true)) | (Task::Defend, Some(false)) => proof.best,
            _ => None,
        };
        if task == Task::Attack && proof.answer == Some(true) && best.is_none() {
            // The functions have answered at the root.
            let mut capture = capture.clone();
            best = (1..=3).find_map(|order| capture.gi(order)).map(Move::Play);
        }
        let line = if proof.line.is_empty() { best.into_iter().collect() } else { proof.line };
        let ko = proof.answer == Some(true) && goal.ko_seen() && self.needs_ko(capture, task);
        Solution {
            captured: proof.answer,
            evidence,
            best,
            line,
            nodes: proof.counts.generated,
            moves_played: goal.moves_played(),
            ko,
            stop: if evidence == Some(Evidence::Sets) { Stop::GaveUp } else { proof.stop },
        }
    }

    /// Whether no capture is found if the defender may retake every ko at once, within a part of the effort.
    fn needs_ko(&mut self, capture: &Capture, task: Task) -> bool {
        let mut board = capture.board.clone();
        let hunt = Hunt::new(&mut board, capture.target, capture.attacker);
        let (effort, hopeless) = (self.options.effort, self.options.hopeless());
        let mut search = self.search(Hunt { limit: effort / KO_PART, ..hunt }, true);
        search.run(task, hopeless);
        search.numbers(task == Task::Attack).is_none_or(|(proof, _, _)| proof > 0)
    }

    /// All moves of the side to move that capture, or that save the string as far as the effort shows. For
    /// the attacker those near the target are tried, for the defender those of the zone of the capture.
    pub fn all_best(&mut self, capture: &Capture, task: Task, budget: &Budget) -> Vec<Move> {
        let mut board = capture.board.clone();
        let mut hunt = hunt_within(&mut board, capture, budget, None);
        let mut moves: Vec<Move> = match task {
            Task::Attack => {
                let wait = hunt.may_wait().then_some(Move::Pass);
                hunt.capturing_3().into_iter().map(Move::Play).chain(wait).collect()
            }
            Task::Defend => {
                hunt.limit = self.options.effort;
                let answers = self.search(hunt, false).answers(None);
                answers.into_iter().map(Move::Play).collect()
            }
        };
        let (color, next) = (capture.to_move(task), task.next());
        moves.retain(|&m| {
            let mut after = capture.clone();
            match m {
                Move::Pass => _ = after.board.lift_ko(),
                Move::Play(point) if after.board.play(point, color).is_none() => return false,
                Move::Play(_) => {}
            }
            let captured = match after.board.color(capture.target) {
                None => Some(true),
                Some(_) => self.solve(&after, next, budget).captured,
            };
            captured == Some(task == Task::Attack)
        });
        moves
    }

    /// The proof that a string is captured, as variations in which every leaf is a capture: the attacker's right
    /// moves, and all moves of the defender that the proof has answers to. None if there is no proof within
    /// the effort, or if it has more than `most` nodes.
    ///
    /// ```
    /// use plywood::Budget;
    /// use plywood_games::go::{Board, Points, capture::{Capture, CaptureSolver, Task}, sgf};
    /// let board = Board::parse(". X . / X O X / . . .")?;
    /// let capture = Capture::new(&board, board.point("B2")?)?;
    /// let tree = CaptureSolver::default().proof_tree(&capture, Task::Attack, 1000).unwrap();
    /// let marked = Points::only(capture.target());
    /// let text = sgf::write("", &board, capture.attacker(), &marked, &tree);
    /// assert_eq!(sgf::read(&text)?[0].board, board);
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn proof_tree(&mut self, capture: &Capture, task: Task, most: usize) -> Option<Variation> {
        let (effort, hopeless) = (self.options.effort, self.options.hopeless());
        let banned = capture.board.ko(!capture.attacker);
        // A proof that does not rest on a ko is shown if there is one.
        for retakes in [true, false] {
            let mut board = capture.board.clone();
            let hunt = Hunt::new(&mut board, capture.target, capture.attacker);
            let hunt = Hunt { limit: effort, ..hunt };
            let mut search = self.search(hunt, retakes);
            search.run(task, hopeless);
            if search.numbers(task == Task::Attack).is_some_and(|n| n.0 == 0) {
                return search.variations(task, banned, most);
            }
        }
        None
    }
}

/// A hunt that obeys a budget.
pub(super) fn hunt_within<'a>(
    board: &'a mut Board,
    capture: &Capture,
    budget: &Budget,
    deadline: Option<Moment>,
) -> Hunt<'a> {
    let mut hunt = Hunt::new(board, capture.target, capture.attacker);
    hunt.most_nodes = budget.nodes.unwrap_or(u64::MAX);
    hunt.deadline = deadline;
    hunt.stop = budget.stop.clone();
    hunt
}
