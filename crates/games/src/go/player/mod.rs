//! A player of modest strength: the [capture solver](super::capture) for tactics, random games for all else.
//!
//! It captures what it can capture and saves what it can save, the largest string first. Other moves are compared
//! by random games to the end, in which each game counts for all its moves. It does not fill its eyes, does not
//! play where a point is as good as decided or where its stone would be captured, and passes when no other move is
//! left. It never repeats a board of the game (positional superko), so that games end.

mod playout;
#[cfg(test)]
mod tests;

use super::capture::{Capture, CaptureOptions, CaptureSolver, Task};
use super::point::INDICES;
use super::{Board, Color, History, Move, Point, Points};
use crate::random::Rng;
use playout::{Statistics, is_eye};
use plywood::Budget;
use plywood::clock::Moment;
use plywood::kit::mix;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// Options of a [`Player`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerOptions {
    /// The seed of the random games. One seed, one position: one move, unless time ends the work.
    pub seed: u64,
    /// The random games for a move.
    pub playouts: u32,
    /// How many moves the capture solver may play for one question; see [`CaptureOptions::effort`].
    pub effort: u64,
}

impl Default for PlayerOptions {
    fn default() -> Self {
        PlayerOptions { seed: 0, playouts: 1000, effort: 5000 }
    }
}

/// What a player must know to choose a move.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The game so far.
    pub history: &'a History,
    /// The side to move.
    pub color: Color,
    /// What White gets for moving second, in points.
    pub komi: f64,
}

impl Situation<'_> {
    /// The lead of the side to move in points, with all stones on the board alive.
    fn lead(&self) -> f64 {
        let board = self.history.board();
        let [black, white] = [Color::Black, Color::White].map(|color| board.area(color) as f64);
        let lead = black - white - self.komi;
        if self.color == Color::Black { lead } else { -lead }
    }

    fn opponent_passed(&self) -> bool {
        self.history.moves().last() == Some(&(!self.color, Move::Pass))
    }
}

/// Plays Go. See the [module](self).
///
/// ```
/// use plywood::Budget;
/// use plywood_games::go::player::{Player, Situation};
/// use plywood_games::go::{Board, Color, History};
///
/// let board = Board::parse("
///     . . . . .
///     . . X . .
///     . X O X .
///     . . . . .
///     . . . . .")?;
/// let history = History::new(board);
/// let situation = Situation { history: &history, color: Color::Black, komi: 0.0 };
/// let m = Player::default().choose(&situation, &Budget::new());
/// assert_eq!(m.name(5), "C2", "it captures");
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub struct Player {
    options: PlayerOptions,
    solver: CaptureSolver,
}

impl Default for Player {
    fn default() -> Self {
        Player::new(PlayerOptions::default())
    }
}

/// Strings with more liberties are taken to be safe for the moment.
const WEAK: u32 = 3;
/// From this share of random games on the owner of a point is taken as decided.
const DECIDED: f64 = 0.9;
/// The most random games that decide which strings are dead.
const ENOUGH: u32 = 1000;
/// A string is dead if the number of random games in which the other side owns its points, less the rest, is at least this.
const DEAD: f64 = -0.7;

impl Player {
    /// A player with these options.
    pub fn new(options: PlayerOptions) -> Player {
        let capture = CaptureOptions { effort: options.effort, ..CaptureOptions::default() };
        Player { options, solver: CaptureSolver::new(capture) }
    }

    /// Chooses a move within the budget's time and stop flag. The move is legal, and after it the board is none that
    /// the game has had.
    pub fn choose(&mut self, situation: &Situation<'_>, budget: &Budget) -> Move {
        let &Situation { history, color, .. } = situation;
        let board = history.board();
        if situation.opponent_passed() && situation.lead() > 0.0 {
            return Move::Pass;
        }
        let limits = Limits::new(budget);
        let tactics = self.tactics(board, color, &limits.part(0.4));
        let mut rng = self.rng(board, color);
        let mut statistics = Statistics::new();
        let until = limits.part(0.8);
        for _ in 0..self.options.playouts {
            if until.is_over() {
                break;
            }
            statistics.add_game(board, color, &mut rng);
        }
        let mut candidates: Vec<(f64, Point)> = Vec::new();
        for point in board.legal(color) {
            let urgent = tactics.values[point.index()];
            let decided = statistics.owner(point).abs() > DECIDED;
            if is_eye(board, point, color) || decided && urgent == 0.0 {
                continue;
            }
            let gain = statistics.gain(point).unwrap_or(0.0).clamp(-10.0, 10.0);
            // Far below one point: the order of equal moves.
            let jitter = f64::from(rng.below(1000)) / 1e5;
            candidates.push((gain + urgent + opening_bonus(board, point) + jitter, point));
        }
        candidates.sort_by(|a, b| b.0.total_cmp(&a.0));
        let prisoners = tactics.prisoners.into_iter().filter(|&point| board.is_legal(point, color));
        let ordered = candidates.into_iter().map(|(_, point)| point).chain(prisoners);
        let mut ordered = ordered.filter(|&point| self.is_sound(situation, point, &limits));
        ordered.next().map_or(Move::Pass, Move::Play)
    }

    /// The stones that count as captured if the game ends now: strings that the solver captures even if their
    /// owner moves first, and those whose points the other side owns at the end of most random games.
    ///
    /// ```
    /// use plywood::Budget;
    /// use plywood_games::go::{Board, player::Player};
    /// let board = Board::parse("
    ///     . . X O .
    ///     . O X O .
    ///     . . X O O
    ///     X X X O .
    ///     . X O O .")?;
    /// let dead = Player::default().dead(&board, &Budget::new());
    /// assert_eq!(dead.iter().map(|stone| stone.name(5)).collect::<Vec<_>>(), ["B4"]);
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn dead(&mut self, board: &Board, budget: &Budget) -> Points {
        let limits = Limits::new(budget);
        let mut rng = self.rng(board, Color::Black);
        let mut statistics = Statistics::new();
        for game in 0..self.options.playouts.min(ENOUGH) {
            if limits.is_over() {
                break;
            }
            let first = if game % 2 == 0 { Color::Black } else { Color::White };
            statistics.add_game(board, first, &mut rng);
        }
        let mut dead = Points::EMPTY;
        for stone in strings(board) {
            let string = board.string(stone);
            let sum: f64 = string.iter().map(|point| statistics.owner(point)).sum();
            let mean = sum / string.len() as f64;
            let owned = if board.color(stone) == Some(Color::Black) { mean } else { -mean };
            if owned < DEAD || self.is_captured(board, stone, &limits) {
                dead = dead.or(&string);
            }
        }
        dead
    }

    fn rng(&self, board: &Board, color: Color) -> Rng {
        Rng::new(mix(self.options.seed) ^ board.key() ^ color as u64)
    }

    /// Whether a string is captured, without a ko, even if its owner moves first.
    fn is_captured(&mut self, board: &Board, stone: Point, limits: &Limits) -> bool {
        if board.count_liberties(stone) > WEAK {
            return false;
        }
        let Ok(capture) = Capture::new(board, stone) else { return false };
        let solution = self.solver.solve(&capture, Task::Defend, &limits.rest());
        solution.captured == Some(true) && !solution.ko
    }

    /// What the solver says of all weak strings.
    fn tactics(&mut self, board: &Board, color: Color, limits: &Limits) -> Tactics {
        let mut tactics = Tactics { values: [0.0; INDICES], prisoners: Vec::new() };
        let mut prisoners: Vec<(usize, Point)> = Vec::new();
        for stone in strings(board).filter(|&stone| board.count_liberties(stone) <= WEAK) {
            if limits.is_over() {
                break;
            }
            let Ok(capture) = Capture::new(board, stone) else { continue };
            let (attack, defend) = self.solver.both(&capture, &limits.rest());
            let (Some(true), Some(defend)) = (attack.captured, defend) else { continue };
            let stones = board.string(stone).len();
            let attacks = capture.attacker() == color;
            let best = if attacks { attack.best } else { defend.best };
            let Some(Move::Play(point)) = best else { continue };
            match defend.captured {
                // It makes a difference who moves first: the stones, and the points under them.
                Some(false) => tactics.values[point.index()] += 1.0 + 2.0 * stones as f64,
                Some(true) if attacks => prisoners.push((stones, point)),
                _ => {}
            }
        }
        prisoners.sort_by_key(|&(stones, _)| std::cmp::Reverse(stones));
        tactics.prisoners = prisoners.into_iter().map(|(_, point)| point).collect();
        tactics
    }

    /// Whether a legal move neither repeats a board nor loses its own string, unless it captures as many stones.
    fn is_sound(&mut self, situation: &Situation<'_>, point: Point, limits: &Limits) -> bool {
        let &Situation { history, color, .. } = situation;
        let board = history.board();
        let mut after = board.clone();
        if after.play(point, color).is_none() || history.has_had(after.stones_key()) {
            return false;
        }
        let captured = board.stones(!color).len() - after.stones(!color).len();
        let own = after.string(point).len();
        let liberties = after.count_liberties(point);
        if captured >= own || liberties > WEAK {
            return true;
        }
        if liberties == 1 || limits.is_over() {
            return liberties > 1;
        }
        let Ok(capture) = Capture::new(&after, point) else { return false };
        let attack = self.solver.solve(&capture, Task::Attack, &limits.rest());
        attack.captured != Some(true)
    }
}

/// What the capture solver says of a position.
struct Tactics {
    /// By point: how many points a move there wins or saves.
    values: [f64; INDICES],
    /// Moves that capture strings which cannot be saved, the largest first.
    prisoners: Vec<Point>,
}

/// One stone of each string.
fn strings(board: &Board) -> impl Iterator<Item = Point> {
    board.strings_in(board.stones(Color::Black).or(board.stones(Color::White)))
}

/// What a point is worth in an open part of the board, in points: the third and fourth line, and corners first.
fn opening_bonus(board: &Board, point: Point) -> f64 {
    let size = board.size();
    let stones = board.stones(Color::Black).or(board.stones(Color::White));
    if size < 7 || 3 * stones.len() > usize::from(size).pow(2) {
        return 0.0;
    }
    let line = |at: u8| at.min(size - 1 - at) + 1;
    let [column, row] = [point.column(), point.row()].map(line);
    let near = |stone: Point| {
        stone.column().abs_diff(point.column()) <= 2 && stone.row().abs_diff(point.row()) <= 2
    };
    if stones.iter().any(near) {
        return [-3.0, -1.0, 0.0][usize::from(column.min(row)).min(3) - 1];
    }
    let good = |line: u8| line == 3 || line == 4;
    match column.min(row) {
        1 => -5.0,
        2 => -2.0,
        _ if good(column) && good(row) => 4.0,
        3 | 4 => 2.0,
        _ => 0.5,
    }
}

/// The time for a move, or for a part of the work on it.
struct Limits<'a> {
    budget: &'a Budget,
    start: Moment,
    time: Option<Duration>,
}

impl<'a> Limits<'a> {
    fn new(budget: &'a Budget) -> Limits<'a> {
        Limits { budget, start: Moment::now(), time: budget.time }
    }

    /// The same with a part of the time.
    fn part(&self, share: f64) -> Limits<'a> {
        Limits { time: self.time.map(|time| time.mul_f64(share)), ..*self }
    }

    fn is_over(&self) -> bool {
        let stopped = || self.budget.stop.as_ref().is_some_and(|s| s.load(Ordering::Relaxed));
        self.time.is_some_and(|time| self.start.elapsed() >= time) || stopped()
    }

    /// A budget for what is left.
    fn rest(&self) -> Budget {
        let time = self.time.map(|time| time.saturating_sub(self.start.elapsed()));
        Budget { time, stop: self.budget.stop.clone(), ..Budget::new() }
    }
}
