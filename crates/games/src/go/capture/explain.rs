//! Which game definition functions hold, with their moves and the reason.

use super::{Capture, Task};
use crate::go::{Board, Color, Point};

/// The highest order of the functions.
const ORDERS: u32 = 3;

/// A game definition function at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name, such as `gi3`.
    pub name: String,
    /// The question that it answers, such as `does black capture within 3 moves?`
    pub question: String,
    /// Whether it holds.
    pub holds: bool,
    /// The move of gi, or the moves of ip that prevent the capture. None if the function does not hold or has no
    /// moves.
    pub moves: Option<Vec<Point>>,
    /// Why it holds or not, in one line.
    pub why: String,
}

impl Capture {
    /// The functions of the side to move, gi for the attacker, ip and g for the defender, in the order of
    /// their numbers.
    ///
    /// ```
    /// use plywood_games::go::{Board, capture::{Capture, Task}};
    /// let board = Board::parse(". . . . / . X . . / X O . X / . X X .")?;
    /// let capture = Capture::new(&board, board.point("B2")?)?;
    /// let functions = capture.explain(Task::Defend);
    /// assert_eq!((functions[1].name.as_str(), functions[1].holds), ("g1", true));
    /// assert_eq!(functions[1].question, "does black capture within 1 move, whatever white plays?");
    /// assert_eq!(functions[1].why, "C3 answers C2");
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn explain(&self, task: Task) -> Vec<Function> {
        let orders = 1..=ORDERS;
        match task {
            Task::Attack => orders.map(|order| self.explain_gi(order)).collect(),
            Task::Defend => orders.flat_map(|order| self.explain_ip_and_g(order)).collect(),
        }
    }

    fn explain_gi(&self, order: u32) -> Function {
        let found = self.clone().gi(order);
        let why = match found {
            Some(first) => self.why_captured(first, order),
            None => self.why_not_captured(order),
        };
        Function {
            name: format!("gi{order}"),
            question: self.question(order, ""),
            holds: found.is_some(),
            moves: found.map(|first| vec![first]),
            why,
        }
    }

    fn explain_ip_and_g(&self, order: u32) -> [Function; 2] {
        let moves = self.clone().ip(order);
        // The fewest moves that capture after a pass: its set has the candidates.
        let quickest = (1..=order).find(|&k| self.clone().ip(k).is_some());
        let threat = quickest.and_then(|k| self.after_pass().gi(k));
        let is_captured = self.clone().g(order);
        let (why_ip, why_g) = match (&moves, threat) {
            (Some(moves), Some(threat)) => {
                let candidates = self.clone().candidates(quickest.unwrap_or(order)).len();
                let plural = if candidates == 1 { "" } else { "s" };
                let threat = self.name(threat);
                let ip = format!("after a pass {threat} captures; {candidates} candidate{plural}");
                let g = match is_captured {
                    true => self.answers(quickest.unwrap_or(order), order),
                    false => format!("prevented by {}", self.names(moves)),
                };
                (ip, g)
            }
            _ => {
                let why = match self.liberties() {
                    count if count > order => too_many(count, order),
                    _ => format!("after a pass no capture within {} is found", moves_of(order)),
                };
                (why.clone(), why)
            }
        };
        let defender = !self.attacker;
        let ip = Function {
            name: format!("ip{order}"),
            question: self.question(order, &format!(" if {defender} passes")),
            holds: moves.is_some(),
            moves,
            why: why_ip,
        };
        let g = Function {
            name: format!("g{order}"),
            question: self.question(order, &format!(", whatever {defender} plays")),
            holds: is_captured,
            moves: None,
            why: why_g,
        };
        [ip, g]
    }

    fn question(&self, order: u32, condition: &str) -> String {
        let plural = if order == 1 { "" } else { "s" };
        format!("does {} capture within {order} move{plural}{condition}?", self.attacker)
    }

    /// Why the attacker's move captures.
    fn why_captured(&self, first: Point, order: u32) -> String {
        let Some(after) = self.after(first, self.attacker) else {
            return "it takes the last liberty".into();
        };
        let quickest = (1..order).find(|&k| after.clone().ip(k).is_some());
        after.answers(quickest.unwrap_or(1), order.max(2) - 1)
    }

    /// The attacker's answers to the defender's moves that may prevent a capture.
    fn answers(&self, quickest: u32, order: u32) -> String {
        let mut groups: Vec<(Point, Vec<Point>)> = Vec::new();
        for point in self.clone().candidates(quickest) {
            let Some(mut after) = self.after(point, !self.attacker) else { continue };
            let Some(answer) = (1..=order).find_map(|k| after.gi(k)) else { continue };
            match groups.iter_mut().find(|(known, _)| *known == answer) {
                Some((_, moves)) => moves.push(point),
                None => groups.push((answer, vec![point])),
            }
        }
        match groups.is_empty() {
            true => "the defender has no answer".into(),
            false => {
                let text = |(answer, moves): &(Point, Vec<Point>)| {
                    format!("{} answers {}", self.name(*answer), self.names(moves))
                };
                groups.iter().map(text).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// Why no capture is found within `order` moves of the attacker: what the defender answers to each move that was tried.
    fn why_not_captured(&self, order: u32) -> String {
        let count = self.liberties();
        if count > order {
            return too_many(count, order);
        }
        let last = self.board.liberties(self.target).first().filter(|_| count == 1);
        if let Some(last) = last {
            return format!("the rule of ko forbids {}", self.name(last));
        }
        let mut board = self.board.clone();
        let hunt = super::Hunt::new(&mut board, self.target, self.attacker);
        let tried = match (count, order) {
            (2, 3) => hunt.capturing_2(),
            _ => hunt.liberties(),
        };
        let refuted = |first: Point| {
            let mut after = self.after(first, self.attacker)?;
            let prevented = (1..order).rev().find_map(|k| after.ip(k));
            let first = self.name(first);
            Some(match prevented.as_deref() {
                Some([by, ..]) => format!("{} answers {first}", self.name(*by)),
                _ => format!("{first} threatens nothing"),
            })
        };
        let refuted: Vec<String> = tried.into_iter().filter_map(refuted).collect();
        match refuted.is_empty() {
            true => "no move of the attacker is legal".into(),
            false => refuted.join(", "),
        }
    }

    fn liberties(&self) -> u32 {
        self.board.count_liberties(self.target)
    }

    /// The question after a move; none if it is not legal or if it captures the target.
    fn after(&self, point: Point, color: Color) -> Option<Capture> {
        let mut board: Board = self.board.clone();
        board.play(point, color)?;
        board.color(self.target)?;
        Some(Capture { board, ..self.clone() })
    }

    fn after_pass(&self) -> Capture {
        let mut after = self.clone();
        after.board.lift_ko();
        after
    }

    fn name(&self, point: Point) -> String {
        point.name(self.board.size())
    }

    fn names(&self, points: &[Point]) -> String {
        points.iter().map(|&point| self.name(point)).collect::<Vec<_>>().join(" ")
    }
}

fn moves_of(order: u32) -> String {
    if order == 1 { "one move".into() } else { format!("{order} moves") }
}

fn too_many(count: u32, order: u32) -> String {
    format!("{count} liberties are too many for {}", moves_of(order))
}
