//! Five in a row as a [`Goal`] with numbered sets of moves.

use super::super::{Gomoku, Point};
use super::Attack;
use super::functions::{Stones, Work};
use crate::NamedGoal;
use plywood::kit::{Goal, Meter, Outlook, Width};
use plywood::{Position, Side, Stop};

/// The level of the sets of all moves, for searches that know no threats.
pub const ALL: u32 = 3;
/// The widths that find wins fast: fours alone, then threes as well, then answers to threats in three moves, then
/// quiet moves.
pub const WIDENING: [Width; 4] = [
    Width { or: 0, and: 0 },
    Width { or: 1, and: 0 },
    Width { or: 1, and: 1 },
    Width { or: 2, and: 1 },
];
/// Boards that one quiescence search may look at.
const MOST_FOURS: u64 = 400;

/// Five in a row of one side as a question for searches of the library, such as
/// [`AbstractProof`](plywood::search::AbstractProof).
///
/// Levels 0 to 2 of the attacker are the sets OR1 to OR3, levels 0 and 1 of the defender AND1 and AND2; level
/// [`ALL`] has all moves. A node of the defender where no ip holds counts as lost, as in the paper: that
/// proves nothing. The quiescence search plays chains of fours.
///
/// ```
/// use plywood::search::AbstractProof;
/// use plywood::{Budget, Side};
/// use plywood_games::{Game, Gomoku, gomoku::threats::FiveGoal};
///
/// // Black makes two open threes at once.
/// let position = Gomoku::parse(Some("h8 a1 i8 o1 j9 a15 j10 o15"))?;
/// let mut search = AbstractProof::new(Default::default());
/// let proof = search.prove(&position, &mut FiveGoal::new(Side::Max), &Budget::new());
/// assert_eq!(proof.answer, Some(true));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FiveGoal {
    attacker: Side,
    boards: u64,
}

impl FiveGoal {
    /// The goal of a side.
    pub fn new(attacker: Side) -> FiveGoal {
        FiveGoal { attacker, boards: 0 }
    }

    /// Boards that the game definition functions and the quiescence search have looked at.
    pub fn boards(&self) -> u64 {
        self.boards
    }

    fn count(&mut self, work: Work, meter: &mut Meter) -> Result<(), Stop> {
        self.boards += work.boards;
        meter.walk(work.boards)
    }

    /// The outlook at a node of the attacker.
    fn attack(
        &self,
        stones: &Stones,
        width: Width,
        work: &mut Work,
        out: &mut Vec<Point>,
    ) -> Outlook {
        let order = order(width);
        if (1..=order).any(|k| stones.gi(k, work).is_some()) {
            return Outlook::Reached;
        }
        if let Some(stops) = stones.stops() {
            if stops.is_empty() {
                return Outlook::Failed { proven: true };
            }
            out.extend(stops.into_iter().map(Point));
            return Outlook::Open { complete: true };
        }
        let fours = stones.fours();
        out.extend(fours.into_iter().map(Point));
        let others = match width.or {
            0 => return Outlook::Open { complete: false },
            1 => stones.threes(work),
            _ => stones.developing().without(fours),
        };
        out.extend(others.into_iter().map(Point));
        Outlook::Open { complete: false }
    }

    /// The outlook at a node of the defender.
    fn defend(
        &self,
        stones: &Stones,
        width: Width,
        work: &mut Work,
        out: &mut Vec<Point>,
    ) -> Outlook {
        if !stones.defenders_fives().is_empty() {
            return Outlook::Failed { proven: true };
        }
        match (1..=order(width)).find_map(|k| stones.ip(k, work)) {
            Some(moves) if moves.is_empty() => Outlook::Reached,
            Some(moves) => {
                out.extend(moves.into_iter().map(Point));
                Outlook::Open { complete: true }
            }
            None => Outlook::Failed { proven: false },
        }
    }
}

/// The highest order of the functions at a width.
fn order(width: Width) -> u32 {
    if width.and == 0 { 2 } else { 3 }
}

impl NamedGoal<Gomoku> for FiveGoal {
    const NAME: &'static str = "five";
    const SUMMARY: &'static str = "the side makes five in a row, by threats";
    const STRATEGIES: &'static [(&'static str, &'static [Width])] = &[
        ("threats-first", &WIDENING),
        ("threats", &[Width { or: 2, and: 1 }]),
        ("fours", &[Width { or: 0, and: 0 }]),
        ("all", &[Width { or: ALL, and: ALL }]),
    ];

    fn of(_: &Gomoku, prover: Side) -> FiveGoal {
        FiveGoal::new(prover)
    }

    fn finish(&mut self, position: &Gomoku, line: &mut Vec<Point>) {
        if position.side() == self.attacker && !position.is_over() {
            let attack = Attack::new(position, self.attacker);
            line.extend((1..=Attack::MOST).find_map(|order| attack.gi(order)));
        }
    }
}

impl Goal<Gomoku> for FiveGoal {
    const HISTORY_INDICES: usize = 256;

    fn prover(&self) -> Side {
        self.attacker
    }

    fn decided(&self, position: &Gomoku) -> Option<bool> {
        position.is_over().then(|| position.result().winner() == Some(self.attacker))
    }

    fn levels(&self, side: Side) -> u32 {
        // Not that of all moves, which nobody wants by accident.
        if side == self.attacker { ALL } else { ALL - 1 }
    }

    fn examine(
        &mut self,
        position: &mut Gomoku,
        width: Width,
        meter: &mut Meter,
        out: &mut Vec<Point>,
    ) -> Result<Outlook, Stop> {
        let attacks = position.side() == self.attacker;
        if width.of(attacks) >= ALL {
            position.moves(out);
            return Ok(Outlook::Open { complete: true });
        }
        let stones = Stones::of(position, self.attacker);
        let mut work = Work::default();
        let outlook = match attacks {
            true => self.attack(&stones, width, &mut work, out),
            false => self.defend(&stones, width, &mut work, out),
        };
        self.count(work, meter)?;
        Ok(outlook)
    }

    fn settle(&mut self, position: &mut Gomoku, meter: &mut Meter) -> Result<bool, Stop> {
        let mut work = Work { boards: 0, most: MOST_FOURS };
        let won =
            !position.is_over() && Stones::of(position, self.attacker).chain_of_fours(&mut work);
        self.count(work, meter)?;
        Ok(won)
    }

    fn history_index(&self, m: Point) -> usize {
        m.0.into()
    }
}
