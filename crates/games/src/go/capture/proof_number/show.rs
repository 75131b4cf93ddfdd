//! How a proof is shown: its principal line, and its variations.

use super::{DEEPEST, ProofNumbers};
use crate::go::capture::Task;
use crate::go::sgf::Variation;
use crate::go::{Color, Move, Point};

/// Moves that may be played to show a proof again, in all.
const SHOWING: u64 = 3_000_000;

impl ProofNumbers<'_, '_> {
    /// The attacker's move, or its pass, at a position that it wins; searched again if the table has lost it.
    fn right_move(&mut self) -> Option<Move> {
        if self.numbers(true).is_none_or(|n| n.0 > 0) {
            self.run(Task::Attack, None);
        }
        let (proof, _, best) = self.numbers(true)?;
        (proof == 0).then(|| best.map_or(Move::Pass, Move::Play))
    }

    /// A line of play to the capture. The defender tries to get liberties, and passes if the proof needs no answer to
    /// any of its moves. The rule of ko forbids `banned` to its first move.
    pub fn line(&mut self, task: Task, mut banned: Option<Point>) -> Vec<Move> {
        let (board, limit) = (self.hunt.board.clone(), self.hunt.limit);
        self.hunt.limit = self.hunt.work + SHOWING / 10;
        let mut line = Vec::new();
        let mut attacks = task == Task::Attack;
        let mut played = None;
        while line.len() < DEEPEST as usize && self.hunt.board.color(self.hunt.target).is_some() {
            let m = match attacks {
                true => self.right_move(),
                false => Some(self.best_answer(played, banned).map_or(Move::Pass, Move::Play)),
            };
            banned = None;
            let done = match m {
                Some(Move::Play(point)) if attacks => {
                    self.attack_by_rule(point).map(|(_, ban)| banned = ban).is_some()
                }
                Some(Move::Play(point)) => self.hunt.play(point, false).is_some(),
                Some(Move::Pass) => {
                    self.hunt.board.lift_ko();
                    true
                }
                None => false,
            };
            let Some(m) = m.filter(|_| done) else { break };
            line.push(m);
            played = match m {
                Move::Play(point) => Some(point),
                Move::Pass => None,
            };
            attacks = !attacks;
        }
        *self.hunt.board = board;
        self.hunt.limit = limit;
        line
    }

    /// The defender's move that gives the target the most liberties.
    fn best_answer(&mut self, played: Option<Point>, banned: Option<Point>) -> Option<Point> {
        let mut answers = self.answers(played);
        answers.retain(|&point| Some(point) != banned);
        let liberties = |search: &mut Self, point| {
            search.hunt.after(point, false, |hunt| hunt.board.count_liberties(hunt.target))
        };
        answers.into_iter().max_by_key(|&point| liberties(self, point).unwrap_or(0))
    }

    /// The proof, found before, as variations of at most `most` nodes. None if it has more.
    pub fn variations(
        &mut self,
        task: Task,
        banned: Option<Point>,
        mut most: usize,
    ) -> Option<Variation> {
        self.hunt.limit = self.hunt.work + SHOWING;
        let mut root = Variation::default();
        match task {
            Task::Attack => self.show_attack(&mut root, &mut most)?,
            Task::Defend => self.show_answers(&mut root, None, banned, &mut most)?,
        }
        Some(root)
    }

    fn show_attack(&mut self, parent: &mut Variation, left: &mut usize) -> Option<()> {
        let m = self.right_move()?;
        *left = left.checked_sub(1)?;
        let played = Some((self.hunt.attacker, m));
        let mut node = Variation { played, ..Variation::default() };
        let Move::Play(point) = m else {
            let ko = self.hunt.board.lift_ko();
            let shown = self.show_answers(&mut node, None, None, left);
            self.hunt.board.restore_ko(ko);
            parent.next.push(node);
            return shown;
        };
        let (undo, banned) = self.attack_by_rule(point)?;
        let shown = match self.hunt.board.color(self.hunt.target) {
            None => {
                node.comment = "captured".into();
                Some(())
            }
            Some(_) => self.show_answers(&mut node, Some(point), banned, left),
        };
        self.hunt.board.undo(undo);
        parent.next.push(node);
        shown
    }

    fn show_answers(
        &mut self,
        parent: &mut Variation,
        played: Option<Point>,
        banned: Option<Point>,
        left: &mut usize,
    ) -> Option<()> {
        let mut answers = self.answers(played);
        answers.retain(|&point| Some(point) != banned);
        for &point in &answers {
            *left = left.checked_sub(1)?;
            let mut node = self.answer_node(Move::Play(point));
            let undo = self.hunt.play(point, false)?;
            let shown = self.show_attack(&mut node, left);
            self.hunt.board.undo(undo);
            parent.next.push(node);
            shown?;
        }
        if answers.is_empty() {
            let mut node = self.answer_node(Move::Pass);
            let ko = self.hunt.board.lift_ko();
            let shown = self.show_attack(&mut node, left);
            self.hunt.board.restore_ko(ko);
            parent.next.push(node);
            return shown;
        }
        Some(())
    }

    fn answer_node(&self, m: Move) -> Variation {
        let defender: Color = !self.hunt.attacker;
        Variation { played: Some((defender, m)), ..Variation::default() }
    }
}
