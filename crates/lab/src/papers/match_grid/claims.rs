//! The paper's claims about its matches: where the first player is ahead, and where it is behind.

use super::cell::{Played, share};
use super::spec::Spec;
use super::tree_claims::TreeClaim;
use crate::Error;
use crate::report::claim::{Claim, Side, Stated, Verdict, paper_claim};
use std::collections::BTreeMap;

paper_claim! {
    /// A sentence about the first player's wins over x.
    pub(in crate::papers) struct PaperClaim {
        /// The rows that it is judged in, each by itself; all if there are none.
        #[serde(default)]
        rows: Vec<String>,
        /// The keys of the variants; all if there are none.
        #[serde(default)]
        variants: Vec<String>,
        /// The values of x at which the first player loses more than it wins.
        #[serde(default)]
        behind: Vec<u64>,
        /// Those at which it wins more than it loses.
        #[serde(default)]
        ahead: Vec<u64>,
        /// On which side of one half its wins at all values of x together are, in place of `behind` and
        /// `ahead`.
        overall: Option<Side>,
        /// The share in percent that it wins where it is ahead, if the paper gives it.
        wins: Option<f64>,
        /// What it says of the players' trees, in place of their wins.
        trees: Option<TreeClaim>,
    }
}

impl PaperClaim {
    /// Refuses names that the spec does not have, and claims of nothing.
    pub fn check(&self, spec: &Spec) -> Result<(), Error> {
        let wrong = |what: String| Err(Error::input(format!("paper.toml: claim {what}")));
        let text = &self.text;
        if self.trees.is_some() && !spec.trees {
            return wrong(format!("'{text}' about trees: expected 'trees = true' in the spec"));
        }
        let of_wins = !self.behind.is_empty() || !self.ahead.is_empty() || self.overall.is_some();
        if of_wins == self.trees.is_some() {
            return wrong(format!(
                "'{text}': expected one of 'overall', 'trees', and x in 'ahead' or 'behind'"
            ));
        }
        if let Some(name) =
            self.rows.iter().find(|name| spec.rows.iter().all(|row| row.name != **name))
        {
            return wrong(format!("about row '{name}': expected the name of a row"));
        }
        let is_unknown = |key: &&String| spec.variants.iter().all(|variant| variant.key != **key);
        match self.variants.iter().find(is_unknown) {
            Some(key) => wrong(format!("about variant '{key}': expected the key of a variant")),
            None => Ok(()),
        }
    }

    /// Judges all cells of a variant together; the paper's are added up as well.
    fn judge_overall(
        &self,
        spec: &Spec,
        (variant, row): (usize, usize),
        side: Side,
        played: &[Played],
    ) -> Option<Claim> {
        let is_meant = |cell: &&Played| (cell.variant, cell.row) == (variant, row);
        let cells: Vec<&Played> = played.iter().filter(is_meant).collect();
        let counted = cells.first()?.counted.word();
        let subject = format!("{}, {}", spec.variants[variant].name, spec.rows[row].name);
        let claim = self
            .claim()
            .about(subject, format!("{counted} won at all values (%)"))
            .measured(share(&pooled(&cells)), 1)
            .direction(side, 50.0);
        let paper = cells.iter().filter_map(|cell| spec.paper_cell(variant, cell.x));
        let (won, lost) = paper.fold((0, 0), |sum, cell| (sum.0 + cell.won, sum.1 + cell.lost));
        if won + lost == 0 {
            return Some(claim);
        }
        let (games, half) = ((won + lost) as f64, 50.0);
        let wins = 100.0 * won as f64 / games;
        // One more success and one more failure keep the error above 0.
        let chance = (won + 1) as f64 / (games + 2.0);
        let error = 100.0 * (chance * (1.0 - chance) / games).sqrt();
        let stated = Stated::number(wins, error, half);
        Some(claim.size(format!("{wins:.0} ({won} of {})", won + lost), stated))
    }

    fn judge(&self, spec: &Spec, variant: usize, row: usize, played: &[Played]) -> Option<Claim> {
        if let Some(trees) = &self.trees {
            let is_meant = |cell: &&Played| (cell.variant, cell.row) == (variant, row);
            let cells: Vec<&Played> = played.iter().filter(is_meant).collect();
            let claim = self.claim();
            return trees.judge(claim, spec, (variant, row), &cells);
        }
        if let Some(side) = self.overall {
            return self.judge_overall(spec, (variant, row), side, played);
        }
        let cell = |x: u64| {
            played.iter().find(|cell| (cell.variant, cell.row, cell.x) == (variant, row, x))
        };
        let sides = [(Side::Below, &self.behind), (Side::Above, &self.ahead)];
        let points =
            sides.iter().flat_map(|&(side, values)| values.iter().map(move |&x| (side, x)));
        // What was not played does not decide.
        let verdicts: Vec<Verdict> = points
            .map(|(side, x)| {
                let missing = Verdict::default();
                cell(x).map_or(missing, |cell| Verdict::direction(&cell.measured(), side, 50.0))
            })
            .collect();
        let shown = if self.ahead.is_empty() { &self.behind } else { &self.ahead };
        let cells: Vec<&Played> = shown.iter().filter_map(|&x| cell(x)).collect();
        let counted = cells.first()?.counted.word();
        let values: Vec<String> = cells.iter().map(|cell| thousands(cell.x)).collect();
        let subject = format!("{}, {}", spec.variants[variant].name, spec.rows[row].name);
        let quantity = format!("{counted} won at {} (%)", values.join(", "));
        let mut claim = self.claim().about(subject, quantity).measured(share(&pooled(&cells)), 1);
        claim.direction = Verdict::every(&verdicts, "values");
        claim.direction.tested = self.words();
        if let (Some(wins), true) = (self.wins, cells.len() == self.ahead.len()) {
            claim = claim.size(format!("{wins:.0}"), Stated::number(wins, 0.0, 50.0));
        }
        Some(claim)
    }

    fn words(&self) -> String {
        let parts = [("below", &self.behind), ("above", &self.ahead)];
        let parts = parts.iter().filter(|(_, values)| !values.is_empty()).map(|(side, values)| {
            let values: Vec<String> = values.iter().map(|&x| thousands(x)).collect();
            format!("{side} 50 at {}", values.join(", "))
        });
        parts.collect::<Vec<_>>().join("; ")
    }
}

/// What each seed won and decided in all cells.
fn pooled(cells: &[&Played]) -> BTreeMap<u64, (u64, u64)> {
    let mut all: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
    for (seed, (won, decided)) in cells.iter().flat_map(|cell| &cell.by_seed) {
        let sum = all.entry(*seed).or_default();
        *sum = (sum.0 + won, sum.1 + decided);
    }
    all
}

/// A number as people write it: `1,280,000`.
pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Judges the claims, row by row and variant by variant.
pub(super) fn judge(spec: &Spec, played: &[Played]) -> Vec<Claim> {
    let mut judged = Vec::new();
    for claim in &spec.paper_numbers.claims {
        for (variant, of) in spec.variants.iter().enumerate() {
            if !claim.variants.is_empty() && !claim.variants.contains(&of.key) {
                continue;
            }
            let is_meant = |name: &String| claim.rows.is_empty() || claim.rows.contains(name);
            let rows = spec.rows.iter().enumerate().filter(|(_, row)| is_meant(&row.name));
            judged.extend(rows.filter_map(|(row, _)| claim.judge(spec, variant, row, played)));
        }
    }
    judged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_280_000, "1,280,000")] {
            assert_eq!(thousands(number), text);
        }
    }
}
