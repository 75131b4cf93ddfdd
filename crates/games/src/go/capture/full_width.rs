//! Searches with all moves of both sides, passes included: slow, and the reference for everything else.

use super::Hunt;
use crate::go::{Move, Point};
use std::collections::HashMap;

/// What searches with all moves know about positions: the least number of moves within which the attacker
/// captures, if it is known, and the largest number within which it does not.
#[derive(Default)]
pub(super) struct FullWidth {
    known: HashMap<u64, (u8, u8)>,
}

const NEVER: u8 = u8::MAX;

impl FullWidth {
    fn answer(&self, key: u64, order: u32) -> Option<bool> {
        let &(captured, safe) = self.known.get(&key)?;
        if u32::from(captured) <= order {
            return Some(true);
        }
        (u32::from(safe) >= order).then_some(false)
    }

    fn store(&mut self, key: u64, order: u32, captured: bool) {
        let (won, safe) = self.known.entry(key).or_insert((NEVER, 0));
        match captured {
            true => *won = (*won).min(order as u8),
            false => *safe = (*safe).max(order as u8),
        }
    }

    /// Whether the attacker, to move, captures within `order` moves, all moves of both sides considered. None
    /// if the work of the hunt is spent.
    ///
    /// The only moves left out are those that cannot matter: a capture within k moves needs at most k liberties
    /// of the target, and with k of them only moves on liberties.
    pub(super) fn captures(&mut self, hunt: &mut Hunt<'_>, order: u32) -> Option<bool> {
        let liberties = hunt.board.count_liberties(hunt.target);
        if liberties > order {
            return Some(false);
        }
        if hunt.gi1().is_some() {
            return Some(true);
        }
        if order < 2 {
            return Some(false);
        }
        let key = hunt.board.key();
        if let Some(answer) = self.answer(key, order) {
            return Some(answer);
        }
        let near = hunt.liberties();
        let all = if liberties == order { near } else { *hunt.board.empty() };
        let first = all.and(&near).into_iter().chain(all.without(&near));
        for m in first.map(Move::Play).chain([Move::Pass]) {
            let escapes = full(hunt, m, true, |hunt| self.escapes(hunt, order - 1));
            match escapes {
                Some(None) => return None,
                Some(Some(false)) => {
                    self.store(key, order, true);
                    return Some(true);
                }
                _ => {}
            }
        }
        self.store(key, order, false);
        Some(false)
    }

    /// A move of the attacker that a search has found to capture.
    pub(super) fn first_move(&mut self, hunt: &mut Hunt<'_>) -> Option<Point> {
        if let Some(last) = hunt.gi1() {
            return Some(last);
        }
        let &(order, _) = self.known.get(&hunt.board.key())?;
        let points = *hunt.board.empty();
        points.into_iter().find(|&point| {
            let escapes = hunt.after(point, true, |hunt| self.escapes(hunt, u32::from(order) - 1));
            escapes == Some(Some(false))
        })
    }

    /// Whether the defender, to move, can prevent a capture within `order` moves of the attacker. None if the
    /// work of the hunt is spent.
    pub(super) fn escapes(&mut self, hunt: &mut Hunt<'_>, order: u32) -> Option<bool> {
        if hunt.board.count_liberties(hunt.target) > order {
            return Some(true);
        }
        hunt.look(0);
        if hunt.is_spent() {
            return None;
        }
        let key = hunt.board.key() ^ 0x5bf0_3635_dcf2_58d1;
        if let Some(captured) = self.answer(key, order) {
            return Some(!captured);
        }
        let near = hunt.liberties();
        let others = hunt.board.empty().without(&near);
        for m in [Move::Pass].into_iter().chain(near.into_iter().chain(others).map(Move::Play)) {
            match full(hunt, m, false, |hunt| self.captures(hunt, order)) {
                Some(None) => return None,
                Some(Some(false)) => {
                    self.store(key, order, false);
                    return Some(true);
                }
                _ => {}
            }
        }
        self.store(key, order, true);
        Some(false)
    }
}

fn full<R>(
    hunt: &mut Hunt<'_>,
    m: Move,
    attacks: bool,
    ask: impl FnOnce(&mut Hunt<'_>) -> R,
) -> Option<R> {
    match m {
        Move::Pass => Some(hunt.after_pass(ask)),
        Move::Play(point) => hunt.after(point, attacks, ask),
    }
}

#[cfg(test)]
impl Hunt<'_> {
    /// Whether the attacker, to move, captures within `order` moves, by all moves. False if work is spent.
    pub(super) fn captures_within(&mut self, order: u32) -> bool {
        FullWidth::default().captures(self, order) == Some(true)
    }

    /// Whether the defender, to move, escapes for `order` moves of the attacker, by all moves.
    pub(super) fn escapes(&mut self, order: u32) -> bool {
        FullWidth::default().escapes(self, order) != Some(false)
    }

    /// Whether the attacker captures within `order` moves after the defender's move, by all moves.
    pub(super) fn captures_after(&mut self, point: Point, order: u32) -> Option<bool> {
        self.after(point, false, |h| h.captures_within(order))
    }
}
