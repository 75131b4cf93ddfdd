//! The game definition functions.
//!
//! # Why no move is missing
//!
//! Every win comes with a *zone* of points. The claim: if men are added on any empty points outside the zone, at once or
//! while the win is played, the attacker wins all the same, with as many moves.
//!
//! - A chain that scores (gi1) depends on the men it jumps, which only jumps take away, and on its landing points being
//!   empty. These points are its zone.
//! - Where the defender is to move (g), the attacker would win if the defender passed: the threat. Men on points that no
//!   chain reaches, and that are not beside such a point, change no chain, so that the defender has the same
//!   chains with them as without. The zone holds the other points, the zone of the threat, and the zones of the wins
//!   after every answer that was tried. Tried are all chains, and men in the zone of the threat; a man elsewhere leaves
//!   the threat as it is.
//! - Where the attacker is to move, the zone holds the point of the new man, or the landing points of the chain, and
//!   the zone of what follows.
//!
//! So the moves that prevent a threat are among all chains and the men in its zone. Positions with too many chains to
//! list them are given up.

use super::super::bits::Bits;
use super::super::chains::{Chains, State};
use super::super::{Move, Phutball, Pitch};
use plywood::kit::Meter;
use plywood::{Side, Stop};

/// The men and the ball.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    men: Bits,
    ball: u16,
}

impl Board {
    pub fn of(position: &Phutball) -> Board {
        Board { men: position.men, ball: position.ball }
    }

    fn with_man(self, point: u16) -> Board {
        Board { men: self.men | Bits::of(point), ..self }
    }

    fn after(state: &State) -> Board {
        Board { men: state.men, ball: state.ball }
    }
}

/// A win of the attacker, who is to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Win {
    pub first: Move,
    zone: Bits,
}

/// A move that is looked at, and the board after it.
type Tried = (Move, Board);

/// The functions for one attacker, and the work they do.
pub(super) struct Study<'a> {
    pub pitch: Pitch,
    pub attacker: Side,
    /// Boards whose chains were listed.
    pub boards: u64,
    pub meter: &'a mut Meter,
}

impl Study<'_> {
    fn count(&mut self) -> Result<(), Stop> {
        self.boards += 1;
        self.meter.walk(1)
    }

    /// The chains of a board, the same for both sides; none if there are too many.
    pub fn chains(&mut self, board: &Board) -> Result<Option<Vec<State>>, Stop> {
        self.count()?;
        let chains = Chains::new(&self.pitch, board.men, board.ball);
        Ok((!chains.overflow).then_some(chains.states))
    }

    /// The shortest chain that brings the ball to the line of a side.
    fn score_of(&mut self, side: Side, board: &Board) -> Result<Option<State>, Stop> {
        self.count()?;
        let scores = |state: &State| self.pitch.goal(state.ball) == Some(side);
        let (chains, found) = Chains::until(&self.pitch, board.men, board.ball, scores);
        Ok(if found { chains.states.last().copied() } else { None })
    }

    /// The shortest chain with which the attacker scores.
    fn score(&mut self, board: &Board) -> Result<Option<State>, Stop> {
        self.score_of(self.attacker, board)
    }

    fn scores(&self, state: &State, side: Side) -> bool {
        self.pitch.goal(state.ball) == Some(side)
    }

    /// The points where a man would stop a chain.
    fn landings(&self, board: &Board, chain: Move) -> Bits {
        let mut state = State::new(board.men, board.ball);
        let mut points = Bits::NONE;
        for direction in chain.path.directions() {
            let Some(next) = state.jump(&self.pitch, direction) else { break };
            state = next;
            points |= Bits::of(state.ball);
        }
        points & self.empty(board)
    }

    fn empty(&self, board: &Board) -> Bits {
        self.pitch.board.without(board.men | Bits::of(board.ball))
    }

    /// The empty points where a man changes what can be jumped.
    fn touching(&self, board: &Board, chains: &[State]) -> Bits {
        let mut reached = Bits::of(board.ball);
        for state in chains {
            reached |= Bits::of(state.ball);
        }
        reached.grown() & self.empty(board)
    }

    fn by_chain(&self, board: &Board, state: &State) -> Win {
        let first = Move::chain(state);
        Win { first, zone: self.landings(board, first) }
    }

    /// The moves of the attacker that change what can be jumped, but for own goals.
    pub fn developing(&mut self, board: &Board) -> Result<Vec<Tried>, Stop> {
        let Some(chains) = self.chains(board)? else { return Ok(Vec::new()) };
        let mut moves: Vec<Tried> = Vec::new();
        let harmless = chains.iter().filter(|state| !self.scores(state, !self.attacker));
        moves.extend(harmless.map(|state| (Move::chain(state), Board::after(state))));
        let men = self.touching(board, &chains).into_iter();
        moves.extend(men.map(|point| (Move::man(point), board.with_man(point))));
        Ok(moves)
    }

    /// Those of them after which the attacker threatens to score.
    pub fn threatening(&mut self, board: &Board) -> Result<Vec<Tried>, Stop> {
        let mut threats = Vec::new();
        for tried in self.developing(board)? {
            if self.score(&tried.1)?.is_some() {
                threats.push(tried);
            }
        }
        Ok(threats)
    }

    /// gi of order `k`.
    pub fn gi(&mut self, board: &Board, k: u32) -> Result<Option<Win>, Stop> {
        if k == 1 {
            return Ok(self.score(board)?.map(|state| self.by_chain(board, &state)));
        }
        for tried in self.developing(board)? {
            if let Some(win) = self.won_after(board, tried, k)? {
                return Ok(Some(win));
            }
        }
        Ok(None)
    }

    /// The win that the attacker has with `k` moves, this one included.
    fn won_after(
        &mut self,
        board: &Board,
        (first, after): Tried,
        k: u32,
    ) -> Result<Option<Win>, Stop> {
        let Some(zone) = self.g(&after, k - 1)? else { return Ok(None) };
        let own = match first.jumps() {
            0 => Bits::of(first.to.0),
            _ => self.landings(board, first),
        };
        Ok(Some(Win { first, zone: own | zone }))
    }

    /// gi of the lowest order up to `k`.
    fn gi_within(&mut self, board: &Board, k: u32) -> Result<Option<Win>, Stop> {
        for order in 1..=k {
            if let Some(win) = self.gi(board, order)? {
                return Ok(Some(win));
            }
        }
        Ok(None)
    }

    /// g of orders up to `k`: the zone, if the attacker wins whatever the defender does.
    fn g(&mut self, board: &Board, k: u32) -> Result<Option<Bits>, Stop> {
        let Some(chains) = self.chains(board)? else { return Ok(None) };
        let mut zone = self.touching(board, &chains);
        let threat = self.threat(board, &chains, 1..=k)?;
        let Some((order, threat)) = threat else { return Ok(None) };
        zone |= threat.zone;
        for (_, after) in self.answers(board, &chains, &threat) {
            match self.kept(&after, &threat, order, k)? {
                Some(win) => zone |= win.zone,
                None => return Ok(None),
            }
        }
        Ok(Some(zone))
    }

    /// ip of order `k`: the moves that prevent all gi up to that order; none if gi of that order does not hold,
    /// if the defender scores, or if there are too many chains.
    pub fn ip(&mut self, board: &Board, k: u32) -> Result<Option<Vec<Move>>, Stop> {
        let Some(chains) = self.chains(board)? else { return Ok(None) };
        let Some((order, threat)) = self.threat(board, &chains, k..=k)? else { return Ok(None) };
        let mut prevent = Vec::new();
        for (m, after) in self.answers(board, &chains, &threat) {
            if self.kept(&after, &threat, order, k)?.is_none() {
                prevent.push(m);
            }
        }
        Ok(Some(prevent))
    }

    /// Whether the defender, to move, scores.
    pub fn defender_scores(&mut self, board: &Board) -> Result<bool, Stop> {
        Ok(self.score_of(!self.attacker, board)?.is_some())
    }

    /// What the attacker would win by if the defender, who has these chains, passed; none if the defender scores.
    fn threat(
        &mut self,
        board: &Board,
        chains: &[State],
        orders: std::ops::RangeInclusive<u32>,
    ) -> Result<Option<(u32, Win)>, Stop> {
        if chains.iter().any(|state| self.scores(state, !self.attacker)) {
            return Ok(None);
        }
        for order in orders {
            let win = match order {
                // Of all chains that score, one that few men can stop.
                1 => {
                    let scoring = chains.iter().filter(|state| self.scores(state, self.attacker));
                    let wins = scoring.map(|state| self.by_chain(board, state));
                    wins.min_by_key(|win| win.zone.count())
                }
                _ => self.gi(board, order)?,
            };
            if let Some(win) = win {
                return Ok(Some((order, win)));
            }
        }
        Ok(None)
    }

    /// The answers of the defender that may prevent a threat. Chains to the line of the attacker do not.
    fn answers(&self, board: &Board, chains: &[State], threat: &Win) -> Vec<Tried> {
        let chains = chains.iter().filter(|state| !self.scores(state, self.attacker));
        let chains = chains.map(|state| (Move::chain(state), Board::after(state)));
        let men = (threat.zone & self.empty(board)).into_iter();
        chains.chain(men.map(|point| (Move::man(point), board.with_man(point)))).collect()
    }

    /// The win that is left to the attacker after an answer to a threat of an order: by the same first move, or by
    /// any within `k`.
    fn kept(
        &mut self,
        after: &Board,
        threat: &Win,
        order: u32,
        k: u32,
    ) -> Result<Option<Win>, Stop> {
        let first = threat.first;
        // Only a man can be put where it was meant to be, whatever the answer.
        if order > 1 && first.jumps() == 0 && self.empty(after).has(first.to.0) {
            let tried = (first, after.with_man(first.to.0));
            if let Some(win) = self.won_after(after, tried, order)? {
                return Ok(Some(win));
            }
        }
        self.gi_within(after, k)
    }
}
