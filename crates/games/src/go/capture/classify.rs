//! Labels for problems, by searches with all moves only, so that a label can be trusted whatever the solver says.

use super::full_width::FullWidth;
use super::{Capture, Hunt, Task};
use crate::go::{Board, Color, Point, Points};

/// What a capture looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CaptureKind {
    /// The attacker gives atari with every move.
    Ladder,
    /// Every right first move is on a liberty of the string.
    Direct,
    /// No right first move is on a liberty of the string.
    Net,
    /// Every right first move puts stones of the attacker into atari, as a snapback does.
    Sacrifice,
    /// The string is saved: it gets two eyes.
    Life,
}

impl CaptureKind {
    /// `ladder`, `direct`, `net`, `sacrifice` or `life`.
    pub const fn name(self) -> &'static str {
        match self {
            CaptureKind::Ladder => "ladder",
            CaptureKind::Direct => "direct",
            CaptureKind::Net => "net",
            CaptureKind::Sacrifice => "sacrifice",
            CaptureKind::Life => "life",
        }
    }
}

/// How a problem ends, for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The string is captured within this many moves of the attacker, and not within fewer, all moves of both
    /// sides considered, even if the defender may retake a ko at once.
    Captured(u32),
    /// The string is made unconditionally alive within this many moves of the defender, all moves of both sides
    /// considered, even if the attacker may retake a ko at once: it can never be captured.
    Alive(u32),
}

/// A problem with its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classified {
    /// How it ends.
    pub verdict: Verdict,
    /// What it looks like.
    pub kind: CaptureKind,
    /// The right first moves of the side to move, if it wins: all moves that capture within the fewest moves, or
    /// that make the string alive at once.
    pub moves: Vec<Point>,
}

/// Classifies captures within limits.
///
/// ```
/// use plywood_games::go::{Board, capture::{Capture, CaptureKind, Classifier, Task, Verdict}};
/// // A white stone on the edge: Black gives atari three times.
/// let board = Board::parse(". . . . . / . . . . . / . . . X O / . . . . . / . . . . .")?;
/// let capture = Capture::new(&board, board.point("E3")?)?;
/// let classified = Classifier::default().classify(&capture, Task::Attack).unwrap();
/// assert_eq!((classified.verdict, classified.kind), (Verdict::Captured(3), CaptureKind::Ladder));
/// assert!(classified.moves.contains(&board.point("E4")?));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classifier {
    /// The most moves of the attacker within which a capture is looked for.
    pub most_order: u32,
    /// The most moves that one search may play on the board.
    pub most_moves: u64,
}

impl Default for Classifier {
    fn default() -> Self {
        Classifier { most_order: 5, most_moves: 2_000_000 }
    }
}

impl Classifier {
    /// The label of a problem; none if the searches do not find one that is certain.
    pub fn classify(&self, capture: &Capture, task: Task) -> Option<Classified> {
        match task {
            Task::Attack => self.attack(capture),
            Task::Defend => self.defend(capture),
        }
    }

    fn attack(&self, capture: &Capture) -> Option<Classified> {
        let mut board = capture.board.clone();
        let mut hunt = self.hunt(&mut board, capture);
        let mut search = FullWidth::with_retakes();
        for order in 1..=self.most_order {
            if !search.captures(&mut hunt, order)? {
                continue;
            }
            let moves = search.capturing(&mut hunt, order)?;
            if moves.is_empty() {
                // Only a pass that lifts a ban captures: no move shows what kind of capture it is.
                return None;
            }
            let kind = kind(&mut hunt, &moves);
            return Some(Classified { verdict: Verdict::Captured(order), kind, moves });
        }
        let secured = is_secured(&mut board, capture, &mut self.most_moves.clone())?;
        secured.then(|| Classified {
            verdict: Verdict::Alive(1),
            kind: CaptureKind::Life,
            moves: Vec::new(),
        })
    }

    fn defend(&self, capture: &Capture) -> Option<Classified> {
        let mut board = capture.board.clone();
        let moves = securing(&mut board, capture);
        if !moves.is_empty() {
            return Some(Classified { verdict: Verdict::Alive(1), kind: CaptureKind::Life, moves });
        }
        let mut hunt = self.hunt(&mut board, capture);
        let mut search = FullWidth::with_retakes();
        for order in 1..=self.most_order {
            if search.escapes(&mut hunt, order)? {
                continue;
            }
            let threats = hunt.after_pass(|hunt| search.capturing(hunt, order))?;
            let kind = kind(&mut hunt, &threats);
            return Some(Classified { verdict: Verdict::Captured(order), kind, moves: Vec::new() });
        }
        None
    }

    fn hunt<'a>(&self, board: &'a mut Board, capture: &Capture) -> Hunt<'a> {
        let limit = self.most_moves;
        Hunt { limit, ..Hunt::new(board, capture.target, capture.attacker) }
    }
}

/// Deep enough for every ladder.
const PLIES: u32 = 400;

fn kind(hunt: &mut Hunt<'_>, moves: &[Point]) -> CaptureKind {
    if hunt.after_pass(|hunt| hunt.ladder(PLIES)) {
        return CaptureKind::Ladder;
    }
    let sacrifices = |hunt: &mut Hunt<'_>, point: Point| {
        hunt.after(point, true, |hunt| hunt.board.count_liberties(point) == 1) == Some(true)
    };
    let liberties = hunt.liberties();
    if moves.iter().all(|&point| sacrifices(hunt, point)) {
        CaptureKind::Sacrifice
    } else if moves.iter().all(|&point| !liberties.contains(point)) {
        CaptureKind::Net
    } else {
        CaptureKind::Direct
    }
}

/// The moves of the defender after which the string is unconditionally alive.
fn securing(board: &mut Board, capture: &Capture) -> Vec<Point> {
    let defender = !capture.attacker;
    let points: Vec<Point> = board.legal(defender).collect();
    points
        .into_iter()
        .filter(|&point| lives_after(board, capture.target, point, defender))
        .collect()
}

fn lives_after(board: &mut Board, target: Point, point: Point, defender: Color) -> bool {
    let Some(undo) = board.play(point, defender) else { return false };
    let alive = board.unconditionally_alive(defender).contains(target);
    board.undo(undo);
    alive
}

/// Whether the defender has, after every move of the attacker and after a pass, a move that makes the string
/// unconditionally alive. None if the work is spent.
fn is_secured(board: &mut Board, capture: &Capture, work: &mut u64) -> Option<bool> {
    let defender = !capture.attacker;
    board.lift_ko();
    let mut killers = Points::EMPTY;
    let points: Vec<Option<Point>> =
        std::iter::once(None).chain(board.legal(capture.attacker).map(Some)).collect();
    for point in points {
        let undo = point.and_then(|point| board.play(point, capture.attacker));
        let empty = *board.empty();
        let replies = killers.and(&empty).into_iter().chain(empty.without(&killers));
        let mut found = None;
        if board.color(capture.target).is_some() {
            for reply in replies {
                *work = work.checked_sub(1)?;
                if lives_after(board, capture.target, reply, defender) {
                    found = Some(reply);
                    break;
                }
            }
        }
        undo.into_iter().for_each(|undo| board.undo(undo));
        match found {
            Some(reply) => killers.insert(reply),
            None => return Some(false),
        }
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::capture::tests::{random_board, strings};
    use crate::random::Rng;

    fn classified(text: &str, target: &str, task: Task) -> Option<Classified> {
        let board = Board::parse(text).unwrap();
        let capture = Capture::new(&board, board.point(target).unwrap()).unwrap();
        Classifier::default().classify(&capture, task)
    }

    #[test]
    fn kinds_are_those_of_the_books() {
        let ladder = "5 W E3 B D3";
        let net = "13 B A12 F12 L12 F11 J11 B10 D10 G10 H10 K10 D9 E8 D7 J7 C6 H6 K6 L6 C5 E5 H5 F4 G4 J3 E2 G2 L1 W E12 C11 D11 E11 C10 F10 M10 E9 K9 B8 D8 H8 K8 M8 B7 L7 B6 E6 K5 C4 H4 J4 K4 E3 L3 B2 J1";
        let snapback = "9 B G9 H9 B8 G8 H8 B7 C7 D7 E7 F7 G7 H7 D6 E6 F6 G6 H6 D5 H5 G4 H4 A3 B3 C3 E3 F3 J3 B2 C2 F2 G2 H2 C1 G1 W A9 B9 C9 D9 E9 F9 A8 D8 E8 F8 J8 A7 J7 A6 B6 C6 J6 A5 C5 E5 F5 G5 J5 A4 B4 C4 D4 E4 F4 D3 D2 E2 B1";
        let alive = ". O . O X / O O O O X / X X X X X / . . . . . / . . . . .";
        let eye = ". O . . X / O O O O X / X X X X X / . . . . . / . . . . .";
        for (text, target, task, verdict, kind) in [
            (ladder, "E3", Task::Attack, Verdict::Captured(3), CaptureKind::Ladder),
            (net, "D10", Task::Attack, Verdict::Captured(3), CaptureKind::Net),
            (snapback, "A3", Task::Attack, Verdict::Captured(4), CaptureKind::Sacrifice),
            (alive, "B4", Task::Attack, Verdict::Alive(1), CaptureKind::Life),
            (eye, "B4", Task::Defend, Verdict::Alive(1), CaptureKind::Life),
        ] {
            let found = classified(text, target, task).map(|c| (c.verdict, c.kind));
            assert_eq!(found, Some((verdict, kind)), "{text}");
        }
    }

    /// Labels of both sorts, on boards that are small enough to be searched whole, never contradict each other.
    #[test]
    fn what_is_captured_is_not_alive() {
        let classifier = Classifier { most_order: 6, most_moves: 50_000 };
        let mut counts = [0; 4];
        for seed in 0..400 {
            let mut rng = Rng::new(seed);
            let board = random_board(&mut rng, 4 + (seed % 2) as u8);
            for target in strings(&board) {
                let capture = Capture::new(&board, target).unwrap();
                let [attack, defend] = [Task::Attack, Task::Defend]
                    .map(|task| classifier.classify(&capture, task).map(|c| c.verdict));
                // Who is captured although it moves first is captured if it moves second.
                if let Some(Verdict::Captured(k)) = defend {
                    counts[0] += 1;
                    let attack = attack.expect("a capture that is as quick");
                    assert!(
                        matches!(attack, Verdict::Captured(n) if n <= k),
                        "seed {seed}\n{board:?}"
                    );
                }
                if let Some(Verdict::Alive(_)) = attack {
                    counts[1] += 1;
                    assert!(matches!(defend, Some(Verdict::Alive(_))), "seed {seed}\n{board:?}");
                }
                counts[2] += usize::from(matches!(attack, Some(Verdict::Captured(_))));
                counts[3] += usize::from(matches!(defend, Some(Verdict::Alive(_))));
            }
        }
        assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
    }
}
