//! Mate as a [`Goal`]: the side that proves mates, whatever the other side does.
//!
//! The rules are those of the game: stalemate is no mate, nor is a draw by the third occurrence of a position or by
//! fifty moves, counted from the halfmove clock of the position that is asked about. Under a limit of depth, which
//! `solve --goal mate` always has, a search knows positions by all of their history that matters, so a mate that it
//! proves can be played out on the board.
//!
//! | Level | The side that mates (OR) | The other side (AND) |
//! | --- | --- | --- |
//! | 0 | checks | all moves, in check or under the threat of mate in one (ip1); elsewhere the node fails, which proves nothing |
//! | 1 | all moves, checks first | all moves |

use super::{Chess, Problem, side_of};
use crate::{InputError, NamedGoal, Question};
use cozy_chess::{Board, Move};
use plywood::kit::{Goal, Meter, Outlook, Width};
use plywood::{Position, Side, Stop};

/// The goal of mating the other side.
///
/// At every node of the side that mates it looks for mate in one (gi1), which needs no search.
///
/// ```
/// use plywood::search::Dfpn;
/// use plywood::{Budget, Side};
/// use plywood_games::{Chess, Game, chess::Mate};
///
/// let position = Chess::parse(Some("k7/8/2K5/8/8/8/8/1R6 w - - 0 1"))?;
/// let mut search = Dfpn::new(Default::default());
/// let proof = search.prove(&position, &mut Mate::new(Side::Max), &Budget::new().depth(3));
/// assert_eq!((proof.answer, proof.proven), (Some(true), true));
/// let proof = search.prove(&position, &mut Mate::new(Side::Max), &Budget::new().depth(1));
/// assert!(proof.answer.is_none() && proof.exhausted, "there is no mate in one");
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mate {
    side: Side,
    /// Checks with the number of answers to each.
    checks: Vec<(usize, Move)>,
}

impl Mate {
    /// The goal that a side mates.
    pub fn new(side: Side) -> Mate {
        Mate { side, checks: Vec::new() }
    }
}

/// A move that mates, if the side to move has one. The function gi1.
///
/// ```
/// use plywood_games::{Chess, Game, chess::mate_in_one};
/// let position = Chess::parse(Some("f3 e5 g4"))?;
/// let mate = mate_in_one(position.cozy()).unwrap();
/// assert_eq!(position.move_text(mate), "Qh4#");
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub fn mate_in_one(board: &Board) -> Option<Move> {
    let mut found = None;
    board.generate_moves(|moves| {
        found = moves.into_iter().find(|&m| answers_to_check(board, m) == Some(0));
        found.is_some()
    });
    found
}

/// How many answers there are to a check; none if the move gives no check.
#[inline]
fn answers_to_check(board: &Board, m: Move) -> Option<usize> {
    let mut after = board.clone();
    after.play_unchecked(m);
    if after.checkers().is_empty() {
        return None;
    }
    let mut answers = 0;
    after.generate_moves(|moves| {
        answers += moves.len();
        false
    });
    Some(answers)
}

/// Whether the side that is not to move would mate at once if the other side passed. The function ip1; it holds of
/// every check as well.
fn is_forcing(board: &Board) -> bool {
    board.null_move().is_none_or(|passed| mate_in_one(&passed).is_some())
}

impl Goal<Chess> for Mate {
    const HISTORY_INDICES: usize = 64 * 64;

    fn prover(&self) -> Side {
        self.side
    }

    fn decided(&self, position: &Chess) -> Option<bool> {
        position.is_over().then(|| position.result().winner() == Some(self.side))
    }

    fn levels(&self, _: Side) -> u32 {
        2
    }

    fn examine(
        &mut self,
        position: &mut Chess,
        width: Width,
        meter: &mut Meter,
        out: &mut Vec<Move>,
    ) -> Result<Outlook, Stop> {
        let board = position.cozy();
        if side_of(board.side_to_move()) != self.side {
            if width.and == 0 && !is_forcing(board) {
                return Ok(Outlook::Failed { proven: false });
            }
            position.moves(out);
            return Ok(Outlook::Open { complete: true });
        }
        self.checks.clear();
        let first = out.len();
        position.moves(out);
        meter.walk((out.len() - first) as u64)?;
        let mut quiet = first;
        for at in first..out.len() {
            let m = out[at];
            match answers_to_check(board, m) {
                Some(0) => {
                    out.truncate(first);
                    return Ok(Outlook::Reached);
                }
                Some(answers) => self.checks.push((answers, m)),
                None => {
                    out[quiet] = m;
                    quiet += 1;
                }
            }
        }
        // Checks with few answers come first, then moves that are no checks.
        self.checks.sort_by_key(|check| check.0);
        out.truncate(if width.or == 0 { first } else { quiet });
        let complete = width.or > 0 || quiet == first;
        out.splice(first..first, self.checks.iter().map(|check| check.1));
        Ok(Outlook::Open { complete })
    }

    fn least_plies(&self, proves: bool) -> u32 {
        // There is no mate in one.
        if proves { 3 } else { 2 }
    }

    fn history_index(&self, m: Move) -> usize {
        m.from as usize * 64 + m.to as usize
    }
}

impl NamedGoal<Chess> for Mate {
    const NAME: &'static str = "mate";
    const SUMMARY: &'static str = "the side mates, within a number of moves";
    const STRATEGIES: &'static [(&'static str, &'static [Width])] = &[
        (
            "checks-first",
            &[Width { or: 0, and: 0 }, Width { or: 1, and: 0 }, Width { or: 1, and: 1 }],
        ),
        ("checks-then-all", &[Width { or: 0, and: 0 }, Width { or: 1, and: 1 }]),
        ("all", &[Width { or: 1, and: 1 }]),
        ("checks", &[Width { or: 0, and: 0 }]),
    ];
    const DEEPENS: bool = true;

    fn of(_: &Chess, prover: Side) -> Mate {
        Mate::new(prover)
    }

    /// FEN or EPD. The operation `dm N` says that the side to move mates in N moves.
    fn question(line: &str) -> Option<Result<Question<Chess>, InputError>> {
        let board = line.split_whitespace().next()?;
        (board.contains('/') && !board.starts_with('{')).then(|| question(line))
    }

    fn finish(&mut self, position: &Chess, line: &mut Vec<Move>) {
        if position.side() == self.side && !position.is_over() {
            line.extend(mate_in_one(position.cozy()));
        }
    }
}

fn question(line: &str) -> Result<Question<Chess>, InputError> {
    let problem = Problem::parse(line)?;
    let mut question = Question { name: problem.id, ..Question::new(problem.position) };
    for (_, operands) in problem.operations.iter().filter(|(name, _)| name == "dm") {
        let text = operands.first().map_or("", String::as_str);
        let moves = text.parse().ok().filter(|moves| (1..=1000).contains(moves));
        let moves: u32 = moves.ok_or_else(|| {
            let error = InputError::new("EPD line", line).at("the operation dm");
            error.expected("a number of moves from 1 to 1000").found(&format!("'{text}'"))
        })?;
        (question.depth, question.expected) = (Some(2 * moves - 1), Some(true));
    }
    Ok(question)
}
