//! Random games to the end, and what they tell: who will own a point, and which first moves score well.

use crate::go::point::INDICES;
use crate::go::{Board, Color, Point, Points};
use crate::random::Rng;

/// What random games from a position have shown.
pub(super) struct Statistics {
    /// The games.
    pub games: u32,
    /// By point: games in which Black owned it in the end, less those in which White did.
    owners: [i32; INDICES],
    /// By point: the games in which the side to move was the first to play there, and the sum of their scores.
    /// So one game tells of many moves ("all moves as first": Brügmann 1993, *Monte Carlo Go*).
    firsts: [(u32, i64); INDICES],
    /// The sum of the scores of all games, in points, for the side to move.
    total: i64,
}

impl Statistics {
    pub fn new() -> Statistics {
        Statistics { games: 0, owners: [0; INDICES], firsts: [(0, 0); INDICES], total: 0 }
    }

    /// Who owns a point: from -1, White always did, to 1, Black always did.
    pub fn owner(&self, point: Point) -> f64 {
        f64::from(self.owners[point.index()]) / f64::from(self.games.max(1))
    }

    /// How many points a move gains over the mean of all games; none if too few games tell.
    pub fn gain(&self, point: Point) -> Option<f64> {
        let (games, sum) = self.firsts[point.index()];
        let mean = self.total as f64 / f64::from(self.games.max(1));
        (games >= FEWEST_GAMES).then(|| sum as f64 / f64::from(games) - mean)
    }

    /// Plays a game to the end at random and adds what came of it.
    pub fn add_game(&mut self, start: &Board, color: Color, rng: &mut Rng) {
        let mut game = Playout::new(start, color);
        game.run(rng);
        let mut score = 0;
        for row in 0..start.size() {
            for column in 0..start.size() {
                let point = Point::on_board(column, row);
                let owner = match game.owner(point) {
                    Some(Color::Black) => 1,
                    Some(Color::White) => -1,
                    None => 0,
                };
                self.owners[point.index()] += owner;
                score += i64::from(owner);
            }
        }
        let score = if color == Color::Black { score } else { -score };
        self.games += 1;
        self.total += score;
        for point in game.first_by_mover {
            let (games, sum) = &mut self.firsts[point.index()];
            *games += 1;
            *sum += score;
        }
    }
}

/// A move of fewer games has no known gain.
const FEWEST_GAMES: u32 = 8;

/// Whether a point is an eye of a colour that must not be filled: all neighbours are its stones or edge, and
/// the other side has at most one of the diagonal points, or none at the edge.
pub(super) fn is_eye(board: &Board, point: Point, color: Color) -> bool {
    let (column, row) = (i32::from(point.column()), i32::from(point.row()));
    let size = i32::from(board.size());
    // None beyond the edge.
    let at = |dx: i32, dy: i32| {
        let (column, row) = (column + dx, row + dy);
        let inside = (0..size).contains(&column) && (0..size).contains(&row);
        inside.then(|| board.color(Point::on_board(column as u8, row as u8)))
    };
    let own = |cell: Option<Option<Color>>| cell.is_none_or(|cell| cell == Some(color));
    if ![(0, -1), (-1, 0), (1, 0), (0, 1)].into_iter().all(|(dx, dy)| own(at(dx, dy))) {
        return false;
    }
    let diagonals = [(-1, -1), (1, -1), (-1, 1), (1, 1)].map(|(dx, dy)| at(dx, dy));
    let edge = diagonals.iter().any(Option::is_none);
    let enemies = diagonals.iter().filter(|&&cell| cell == Some(Some(!color))).count();
    enemies <= usize::from(!edge)
}

/// A game played at random, except that strings in atari next to the last move are captured or saved.
struct Playout {
    board: Board,
    color: Color,
    mover: Color,
    /// Empty points in no order; after a capture they are listed anew.
    empty: Vec<Point>,
    /// Points where somebody has played.
    played: Points,
    /// Points where the side that moved first in the game played first.
    first_by_mover: Points,
}

impl Playout {
    fn new(start: &Board, color: Color) -> Playout {
        let empty = start.empty().iter().collect();
        let (played, first_by_mover) = (Points::EMPTY, Points::EMPTY);
        Playout { board: start.clone(), color, mover: color, empty, played, first_by_mover }
    }

    fn run(&mut self, rng: &mut Rng) {
        let most = 3 * usize::from(self.board.size()).pow(2);
        let (mut passes, mut last) = (0, None);
        for _ in 0..most {
            let urgent = last.and_then(|last| self.urgent(last, rng));
            last = urgent.or_else(|| self.any(rng));
            match last {
                Some(point) => {
                    passes = 0;
                    self.play(point);
                }
                None => {
                    passes += 1;
                    self.board.lift_ko();
                }
            }
            if passes == 2 {
                break;
            }
            self.color = !self.color;
        }
    }

    /// A move that captures the string of the last move, or saves a string that it has put into atari.
    fn urgent(&self, last: Point, rng: &mut Rng) -> Option<Point> {
        // A heuristic that is always obeyed makes all games alike.
        if rng.below(8) == 0 {
            return None;
        }
        let (board, color) = (&self.board, self.color);
        let last_liberty = |stone: Point| match board.count_liberties(stone) {
            1 => board.liberties(stone).first(),
            _ => None,
        };
        let captures = last_liberty(last).filter(|&point| board.is_legal(point, color));
        if captures.is_some() {
            return captures;
        }
        let weak = Points::around(last).and(board.stones(color));
        board.strings_in(weak).find_map(|stone| {
            let save = last_liberty(stone)?;
            let mut prey = board.adjacent_strings(stone).filter_map(last_liberty);
            let capture = prey.find(|&point| board.is_legal(point, color));
            capture.or_else(|| {
                let around = Points::around(save);
                let open = around.and(board.empty()).len();
                let friends = board.strings_in(around.and(board.stones(color)));
                let more = friends.filter(|&friend| board.count_liberties(friend) > 2).count();
                (open + more >= 2 && board.is_legal(save, color)).then_some(save)
            })
        })
    }

    /// A random legal move that fills no eye.
    fn any(&self, rng: &mut Rng) -> Option<Point> {
        let start = rng.below(self.empty.len() as u32) as usize;
        let (before, after) = self.empty.split_at(start);
        let fits = |&&point: &&Point| {
            self.board.is_legal(point, self.color) && !is_eye(&self.board, point, self.color)
        };
        after.iter().chain(before).find(fits).copied()
    }

    fn play(&mut self, point: Point) {
        let undo = self.board.place(point, self.color);
        if undo.captured_strings() > 0 {
            self.empty.clear();
            self.empty.extend(self.board.empty().iter());
        } else if let Some(place) = self.empty.iter().position(|&empty| empty == point) {
            self.empty.swap_remove(place);
        }
        if !self.played.contains(point) {
            self.played.insert(point);
            if self.color == self.mover {
                self.first_by_mover.insert(point);
            }
        }
    }

    /// Who owns a point at the end, where empty points are eyes.
    fn owner(&self, point: Point) -> Option<Color> {
        self.board.color(point).or_else(|| {
            let around = Points::around(point);
            let touches = |color| !around.and(self.board.stones(color)).is_empty();
            match [Color::Black, Color::White].map(touches) {
                [true, false] => Some(Color::Black),
                [false, true] => Some(Color::White),
                _ => None,
            }
        })
    }
}
