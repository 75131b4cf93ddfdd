//! The capture of a string as a [`Goal`] with numbered sets of moves.

use super::strategy::ALL;
use super::{Capture, Hunt};
use crate::go::{Color, Go, Move, Point, Points};
use plywood::kit::{Goal, Meter, Outlook, Width};
use plywood::{Position, Side, Stop};

/// Moves that one examination may play. Beyond it nothing is claimed.
const MOST_WORK: u64 = 50_000;
/// Moves that one quiescence search may play.
const MOST_QUIET_WORK: u64 = 2_000;
/// The deepest ladder, in plies.
const DEEPEST: u32 = 400;

/// The capture of a string as a question for searches of the library, such as
/// [`AbstractProof`](plywood::search::AbstractProof).
///
/// At its nodes the attacker tests gi1, gi2 and gi3, the defender ip1, ip2 and ip3; with the set AND1 both
/// test only the first two (see [`always_gi3`](CaptureGoal::always_gi3)). A node of the defender where no ip holds counts as lost, as in the paper: that proves
/// nothing. The sets of levels 0 and 1 are OR1, OR2 and AND1, AND2; level 2 has all moves.
///
/// ```
/// use plywood::search::AbstractProof;
/// use plywood::{Budget, kit::Width};
/// use plywood_games::go::{Board, Go, capture::{Capture, CaptureGoal}};
///
/// let board = Board::parse("
///     . . . . .
///     . . X . .
///     . X O . .
///     . . X . .
///     . . . . .")?;
/// let capture = Capture::new(&board, board.point("C3")?)?;
/// let mut goal = CaptureGoal::new(&capture);
/// let mut search = AbstractProof::new(Default::default());
/// let proof = search.prove(&Go::new(board, capture.attacker()), &mut goal, &Budget::new());
/// assert_eq!(proof.answer, Some(true));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CaptureGoal {
    target: Point,
    attacker: Color,
    points: Vec<Point>,
    work: u64,
    highest: u32,
    ko_seen: bool,
    always_gi3: bool,
}

impl CaptureGoal {
    /// The goal of a capture.
    pub fn new(capture: &Capture) -> CaptureGoal {
        CaptureGoal {
            target: capture.target,
            attacker: capture.attacker,
            points: Vec::new(),
            work: 0,
            highest: 0,
            ko_seen: false,
            always_gi3: false,
        }
    }

    /// The same goal with gi3 at all nodes of the attacker. Else it is tested only together with ip3: a
    /// search with the set AND1 tests gi1 and gi2. The paper can be read either way.
    #[must_use]
    pub fn always_gi3(mut self) -> CaptureGoal {
        self.always_gi3 = true;
        self
    }

    /// Moves that the game definition functions and the quiescence search have played.
    pub fn moves_played(&self) -> u64 {
        self.work
    }

    /// The highest order of a set of preventing moves that was used, by ip or by g: 1 if all threats were
    /// captures at the next move.
    pub fn highest_order(&self) -> u32 {
        self.highest
    }

    /// Whether the rule of ko forbade a move of the defender that was to be tried. Else no answer rests on a ko.
    pub fn ko_seen(&self) -> bool {
        self.ko_seen
    }

    fn hunt<'a>(&self, position: &'a mut Go, limit: u64) -> Hunt<'a> {
        Hunt { limit, ..Hunt::new(position.board_mut(), self.target, self.attacker) }
    }

    fn count(&mut self, work: u64, meter: &mut Meter) -> Result<(), Stop> {
        self.work += work;
        meter.walk(work)
    }
}

impl Goal<Go> for CaptureGoal {
    const HISTORY_INDICES: usize = crate::go::point::INDICES;

    fn prover(&self) -> Side {
        match self.attacker {
            Color::Black => Side::Max,
            Color::White => Side::Min,
        }
    }

    fn decided(&self, position: &Go) -> Option<bool> {
        match position.board().color(self.target) {
            None => Some(true),
            Some(_) => position.is_over().then_some(false),
        }
    }

    fn levels(&self, _: Side) -> u32 {
        // Not that of all moves, which nobody wants by accident.
        ALL
    }

    fn examine(
        &mut self,
        position: &mut Go,
        width: Width,
        meter: &mut Meter,
        out: &mut Vec<Move>,
    ) -> Result<Outlook, Stop> {
        let attacks = position.to_move() == self.attacker;
        let level = width.of(attacks);
        if level >= ALL {
            position.moves(out);
            // If the defender passes after the attacker has waited for a ko, the game is over, though the attacker could
            // capture now: so what fails here is not proven to fail.
            let may_wait = attacks && self.hunt(position, 0).may_wait();
            self.ko_seen |= !attacks && position.board().ko(!self.attacker).is_some();
            return Ok(Outlook::Open { complete: !may_wait });
        }
        let order = if width.and == 0 { 2 } else { 3 };
        let mut points = std::mem::take(&mut self.points);
        points.clear();
        let mut hunt = self.hunt(position, MOST_WORK);
        let outlook = if attacks {
            let order = if self.always_gi3 { 3 } else { order };
            if (1..=order).any(|k| hunt.gi(k, None).is_some()) {
                Outlook::Reached
            } else {
                let liberties = hunt.liberties();
                let others = match level {
                    0 => Points::EMPTY,
                    _ => hunt.capturing_2().without(&liberties),
                };
                let legal = |point: &Point| hunt.board.is_legal(*point, hunt.attacker);
                points.extend(liberties.into_iter().chain(others).filter(legal));
                Outlook::Open { complete: false }
            }
        } else {
            match (1..=order).any(|k| hunt.ip(k, &mut points)) {
                true => Outlook::Open { complete: true },
                false => Outlook::Failed { proven: false },
            }
        };
        let work = hunt.work;
        self.highest = self.highest.max(hunt.highest_order);
        self.ko_seen |= hunt.ko_seen;
        out.extend(points.iter().copied().map(Move::Play));
        self.points = points;
        self.count(work, meter)?;
        Ok(outlook)
    }

    fn settle(&mut self, position: &mut Go, meter: &mut Meter) -> Result<bool, Stop> {
        let mut hunt = self.hunt(position, MOST_QUIET_WORK);
        let won = hunt.ladder(DEEPEST);
        let work = hunt.work;
        self.ko_seen |= hunt.ko_seen;
        self.count(work, meter)?;
        Ok(won)
    }

    fn history_index(&self, m: Move) -> usize {
        match m {
            Move::Pass => 0,
            Move::Play(point) => point.index(),
        }
    }
}
