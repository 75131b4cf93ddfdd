//! The quiescence search of the paper: the attacker gives atari, the defender saves, in turn.

use super::Hunt;

impl Hunt<'_> {
    /// `QSCapture`: whether the attacker captures by giving atari with every move.
    pub(super) fn ladder(&mut self, plies: u32) -> bool {
        match self.board.count_liberties(self.target) {
            1 => self.gi1().is_some(),
            2 if plies > 1 => {
                let liberties = self.liberties();
                liberties.into_iter().any(|point| {
                    !self.is_spent()
                        && self.after(point, true, |h| h.ladder_holds(plies - 1)) == Some(true)
                })
            }
            _ => false,
        }
    }

    /// `QSSave`: whether the target, in atari, is captured whatever the defender does.
    fn ladder_holds(&mut self, plies: u32) -> bool {
        if self.board.count_liberties(self.target) != 1 || plies == 0 {
            return false;
        }
        let moves = self.preventing_1();
        moves.into_iter().all(|point| {
            !self.is_spent() && self.after(point, false, |h| h.ladder(plies - 1)) != Some(false)
        })
    }
}
