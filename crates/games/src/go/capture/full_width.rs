//! Searches with all moves of both sides, passes included: slow, and the reference for everything else.
//!
//! Only moves that cannot matter by proof are left out. A capture within k moves needs at most k liberties of
//! the target, and with k of them a move on a liberty. Against a capture at the next move only extending,
//! joining or capturing around the target helps. A pass of the attacker gains nothing unless it lifts a ban.

use super::Hunt;
use crate::go::{Move, Point};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// What searches with all moves know about positions: the least number of moves within which the attacker
/// captures, if it is known, and the largest number within which it does not.
#[derive(Default)]
pub(super) struct FullWidth {
    known: HashMap<u64, (u8, u8), BuildHasherDefault<AsItIs>>,
    /// Whether the defender may retake a ko at once. What is captured even so does not depend on a ko.
    retakes: bool,
    /// By side and by the number of moves left: the move that answered the question last. It is tried
    /// first, because what works after one move mostly works after its siblings.
    killers: [[Option<Point>; ORDERS]; 2],
}

/// Keys of positions are random already.
#[derive(Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

const NEVER: u8 = u8::MAX;
/// Numbers of moves with a killer of their own.
const ORDERS: usize = 16;
const DEFENDER: usize = 0;
const ATTACKER: usize = 1;

impl FullWidth {
    /// Searches in which the defender may retake a ko at once.
    pub(super) fn with_retakes() -> FullWidth {
        FullWidth { retakes: true, ..FullWidth::default() }
    }

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

    fn killer(&mut self, side: usize, order: u32) -> &mut Option<Point> {
        &mut self.killers[side][(order as usize).min(ORDERS - 1)]
    }

    /// Whether the attacker, to move, captures within `order` moves, all moves of both sides considered. None
    /// if the work of the hunt is spent.
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
        let killer = self.killer(ATTACKER, order).filter(|&point| all.contains(point));
        let rest = all.and(&near).into_iter().chain(all.without(&near));
        let rest = rest.filter(|&point| Some(point) != killer);
        let wait = hunt.may_wait().then_some(Move::Pass);
        for m in killer.into_iter().chain(rest).map(Move::Play).chain(wait) {
            match full(hunt, m, true, |hunt| self.escapes(hunt, order - 1)) {
                Some(None) => return None,
                Some(Some(false)) => {
                    self.note(ATTACKER, order, m);
                    self.store(key, order, true);
                    return Some(true);
                }
                _ => {}
            }
        }
        self.store(key, order, false);
        Some(false)
    }

    fn note(&mut self, side: usize, order: u32, m: Move) {
        if let Move::Play(point) = m {
            *self.killer(side, order) = Some(point);
        }
    }

    /// The moves of the attacker, to move, that capture within `order` moves. None if the work of the hunt
    /// is spent.
    pub(super) fn capturing(&mut self, hunt: &mut Hunt<'_>, order: u32) -> Option<Vec<Point>> {
        let mut moves = Vec::new();
        for point in *hunt.board.empty() {
            let escapes = hunt.after(point, true, |hunt| match hunt.board.color(hunt.target) {
                None => Some(false),
                Some(_) => self.escapes(hunt, order - 1),
            });
            match escapes {
                Some(None) => return None,
                Some(Some(false)) => moves.push(point),
                _ => {}
            }
        }
        Some(moves)
    }

    /// The move of the attacker that a search has just found to capture. A pass may lift the ban of a ko.
    pub(super) fn first_move(&mut self, hunt: &mut Hunt<'_>) -> Option<Move> {
        if let Some(last) = hunt.gi1() {
            return Some(Move::Play(last));
        }
        let &(order, _) = self.known.get(&hunt.board.key())?;
        let order = u32::from(order);
        let killer = self.killer(ATTACKER, order).map(Move::Play);
        let points = hunt.board.empty().into_iter().map(Move::Play);
        // The first of them is known, so that nothing is searched again, also if the work is spent.
        let limit = std::mem::replace(&mut hunt.limit, u64::MAX);
        let found = killer.into_iter().chain([Move::Pass]).chain(points).find(|&m| {
            full(hunt, m, true, |hunt| self.escapes(hunt, order - 1)) == Some(Some(false))
        });
        hunt.limit = limit;
        found
    }

    /// Whether the defender, to move, can prevent a capture within `order` moves of the attacker. None if the
    /// work of the hunt is spent.
    pub(super) fn escapes(&mut self, hunt: &mut Hunt<'_>, order: u32) -> Option<bool> {
        if order == 0 || hunt.board.count_liberties(hunt.target) > order {
            return Some(true);
        }
        hunt.look(0);
        if hunt.is_spent() {
            return None;
        }
        if self.retakes {
            return hunt.after_pass(|hunt| self.escapes_by_any(hunt, order));
        }
        self.escapes_by_any(hunt, order)
    }

    fn escapes_by_any(&mut self, hunt: &mut Hunt<'_>, order: u32) -> Option<bool> {
        let key = hunt.board.key() ^ 0x5bf0_3635_dcf2_58d1;
        if let Some(captured) = self.answer(key, order) {
            return Some(!captured);
        }
        let all = if order == 1 { hunt.preventing_1() } else { *hunt.board.empty() };
        let near = hunt.liberties();
        let killer = self.killer(DEFENDER, order).filter(|&point| all.contains(point));
        let rest = all.and(&near).into_iter().chain(all.without(&near));
        let rest = rest.filter(|&point| Some(point) != killer);
        let moves = [Move::Pass].into_iter().chain(killer.into_iter().chain(rest).map(Move::Play));
        for m in moves {
            match full(hunt, m, false, |hunt| self.captures(hunt, order)) {
                Some(None) => return None,
                Some(Some(false)) => {
                    self.note(DEFENDER, order, m);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::capture::tests::{hunt, random_board, strings, take_a_ko};
    use crate::random::Rng;

    /// The definition: the attacker has a move after which the defender has none. Nothing is left out, nothing
    /// is stored.
    fn captures(hunt: &mut Hunt<'_>, order: u32, retakes: bool) -> bool {
        let points = *hunt.board.empty();
        let moves = points.into_iter().map(Move::Play).chain([Move::Pass]);
        order > 0
            && moves.into_iter().any(|m| {
                let captured = full(hunt, m, true, |hunt| {
                    hunt.board.color(hunt.target).is_none() || !escapes(hunt, order - 1, retakes)
                });
                captured == Some(true)
            })
    }

    fn escapes(hunt: &mut Hunt<'_>, order: u32, retakes: bool) -> bool {
        let points = *hunt.board.empty();
        let moves = points.into_iter().map(Move::Play).chain([Move::Pass]);
        let any = |hunt: &mut Hunt<'_>| {
            moves.into_iter().any(|m| {
                let saved = full(hunt, m, false, |hunt| !captures(hunt, order, retakes));
                saved == Some(true)
            })
        };
        order == 0 || if retakes { hunt.after_pass(any) } else { any(hunt) }
    }

    #[test]
    fn what_is_left_out_does_not_matter() {
        let (mut compared, mut captured) = (0, 0);
        for seed in 0..900 {
            let mut rng = Rng::new(seed);
            let (size, most) = [(3, 3), (4, 2), (5, 2)][seed as usize % 3];
            let mut board = random_board(&mut rng, size);
            if seed % 2 == 0 {
                take_a_ko(&mut board);
            }
            for target in strings(&board) {
                for retakes in [false, true] {
                    let mut search = FullWidth { retakes, ..FullWidth::default() };
                    for order in 1..=most {
                        let mut hunt = hunt(&mut board, target);
                        let plain = captures(&mut hunt, order, retakes);
                        assert_eq!(
                            search.captures(&mut hunt, order),
                            Some(plain),
                            "seed {seed}, {target:?} within {order}\n{:?}",
                            hunt.board
                        );
                        if order < most {
                            let plain = escapes(&mut hunt, order, retakes);
                            assert_eq!(
                                search.escapes(&mut hunt, order),
                                Some(plain),
                                "seed {seed}"
                            );
                        }
                        compared += 1;
                        captured += u32::from(plain && order > 1);
                    }
                }
            }
        }
        assert!(compared > 5000 && captured > 500, "{compared} {captured}");
    }
}
