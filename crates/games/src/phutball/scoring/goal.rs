//! The ball on the goal line as a [`Goal`] with numbered sets of moves.

use super::super::{Move, Phutball};
use super::Attack;
use super::functions::{Board, Study};
use crate::NamedGoal;
use crate::strategies::{ALL, with_default};
use plywood::kit::{Goal, Meter, Outlook, Width};
use plywood::{Position, Side, Stop, Tactics};

/// A goal of one side as a question for searches of the library, such as
/// [`AbstractProof`](plywood::search::AbstractProof).
///
/// Levels 0 and 1 of the attacker are the sets OR1 and OR2, those of the defender AND1 and AND2; level 2 has all moves.
/// A node of the defender where no ip holds counts as lost, as in the paper: that proves nothing.
///
/// ```
/// use plywood::search::AbstractProof;
/// use plywood::{Budget, Side};
/// use plywood_games::{Game, Phutball, phutball::scoring::GoalLine};
///
/// let position = Phutball::parse(Some("5x5 c4 a1"))?;
/// let mut search = AbstractProof::new(Default::default());
/// let proof = search.prove(&position, &mut GoalLine::new(Side::Max), &Budget::new());
/// assert_eq!(proof.answer, Some(true));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GoalLine {
    attacker: Side,
    boards: u64,
}

impl GoalLine {
    /// The goal of a side.
    pub fn new(attacker: Side) -> GoalLine {
        GoalLine { attacker, boards: 0 }
    }

    /// Boards whose chains the game definition functions have listed.
    pub fn boards(&self) -> u64 {
        self.boards
    }
}

/// The highest order of the functions at a width, in a position.
fn order(position: &Phutball, attacks: bool, width: Width) -> u32 {
    let by_width = if width.and == 0 { 2 } else { Attack::MOST };
    by_width.min(orders_left(position, attacks))
}

/// The most moves that the attacker makes before the game is a draw.
pub(super) fn orders_left(position: &Phutball, attacks: bool) -> u32 {
    let left = position.most_plies().saturating_sub(position.ply);
    if attacks { left.div_ceil(2) } else { left / 2 }
}

/// The outlook at a node of the attacker.
fn attack(
    study: &mut Study<'_>,
    board: &Board,
    order: u32,
    level: u32,
) -> Result<(Outlook, Vec<Move>), Stop> {
    for k in 1..=order {
        if study.gi(board, k)?.is_some() {
            return Ok((Outlook::Reached, Vec::new()));
        }
    }
    let moves = if level == 0 { study.threatening(board)? } else { study.developing(board)? };
    let moves = moves.into_iter().map(|(m, _)| m).collect();
    Ok((Outlook::Open { complete: false }, moves))
}

/// The outlook at a node of the defender.
fn defend(study: &mut Study<'_>, board: &Board, order: u32) -> Result<(Outlook, Vec<Move>), Stop> {
    if study.defender_scores(board)? {
        return Ok((Outlook::Failed { proven: true }, Vec::new()));
    }
    for k in 1..=order {
        match study.ip(board, k)? {
            Some(moves) if moves.is_empty() => return Ok((Outlook::Reached, moves)),
            Some(moves) => return Ok((Outlook::Open { complete: true }, moves)),
            None => {}
        }
    }
    Ok((Outlook::Failed { proven: false }, Vec::new()))
}

impl NamedGoal<Phutball> for GoalLine {
    const NAME: &'static str = "goal";
    const SUMMARY: &'static str = "the side scores a goal, by threats";
    const STRATEGIES: &'static [(&'static str, &'static [Width])] = &with_default(3);

    fn of(_: &Phutball, prover: Side) -> GoalLine {
        GoalLine::new(prover)
    }

    fn finish(&mut self, position: &Phutball, line: &mut Vec<Move>) {
        if position.side() == self.attacker && !position.is_over() {
            let attack = Attack::new(position, self.attacker);
            line.extend((1..=Attack::MOST).find_map(|order| attack.gi(order)));
        }
    }
}

impl Goal<Phutball> for GoalLine {
    const HISTORY_INDICES: usize = Phutball::HISTORY_INDICES;

    fn prover(&self) -> Side {
        self.attacker
    }

    fn decided(&self, position: &Phutball) -> Option<bool> {
        position.is_over().then(|| position.winner() == Some(self.attacker))
    }

    fn levels(&self, _: Side) -> u32 {
        // Not that of all moves, which nobody wants by accident.
        ALL
    }

    fn examine(
        &mut self,
        position: &mut Phutball,
        width: Width,
        meter: &mut Meter,
        out: &mut Vec<Move>,
    ) -> Result<Outlook, Stop> {
        let attacks = position.side() == self.attacker;
        if width.of(attacks) >= ALL {
            position.moves(out);
            return Ok(Outlook::Open { complete: !position.chains().overflow });
        }
        let board = Board::of(position);
        let order = order(position, attacks, width);
        let mut study = Study { pitch: position.pitch, attacker: self.attacker, boards: 0, meter };
        let outlook = match attacks {
            true => attack(&mut study, &board, order, width.or),
            false => defend(&mut study, &board, order),
        };
        self.boards += study.boards;
        let (outlook, moves) = outlook?;
        out.extend(moves);
        Ok(outlook)
    }

    fn history_index(&self, m: Move) -> usize {
        m.history_index()
    }
}
