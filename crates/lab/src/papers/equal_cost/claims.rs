//! The papers' claims about their tournaments, tested on the cells that were played.

use super::Setting;
use super::cell::Played;
use crate::Error;
use crate::report::Measured;
use crate::report::claim::{Claim, Side, Stated, TableComparison, Verdict, paper_claim};
use crate::report::minus_signed;
use serde::Deserialize;
use std::collections::BTreeSet;

paper_claim! {
    /// A sentence about a tournament, and the test for it.
    pub(super) struct PaperClaim {
        pub test: Test,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Test {
    /// Best-first wins most games of all cells together; the cells are the paper's.
    Ahead,
    /// It wins most games in every cell; the cells are the paper's.
    Every,
    /// It wins less at the last depth than at depth 3.
    Fades,
    /// It loses most games of the cells in which it did so in the paper.
    Behind,
    /// Best-first extension wins more than pure best-first, against the same opponents.
    Extension,
}

/// The first depth at which the two sides differ.
const FIRST: u32 = 2;
/// The depth at which the paper's rows are highest.
const PEAK: u32 = 3;

/// Judges the claims. Rows are judged together, or each by itself.
pub(super) fn judge(setting: &Setting, played: &[Played]) -> Vec<Claim> {
    let rows: BTreeSet<usize> = played.iter().map(|cell| cell.row).collect();
    let subjects: Vec<(String, Vec<usize>)> = match setting.rows_together {
        true => vec![("all rows".to_string(), rows.into_iter().collect())],
        false => rows.into_iter().map(|row| (setting.rows[row].name.clone(), vec![row])).collect(),
    };
    let mut judged = Vec::new();
    for claim in &setting.claims {
        if claim.test == Test::Extension {
            judged.extend(extension(setting, claim, played));
            continue;
        }
        for (subject, rows) in &subjects {
            let of = |cell: &&Played| {
                rows.contains(&cell.row)
                    && cell.alpha_beta >= FIRST
                    && cell.at_paper_depth == setting.judged_at_paper_depths
                    && !cell.groups.is_empty()
            };
            let cells: Vec<&Played> = played.iter().filter(of).collect();
            if !cells.is_empty() {
                judged.extend(claim.judge(setting, subject, &cells));
            }
        }
    }
    judged
}

impl PaperClaim {
    fn begin(&self, subject: &str, quantity: &str) -> Claim {
        self.claim().about(subject, quantity)
    }

    fn judge(&self, setting: &Setting, subject: &str, cells: &[&Played]) -> Option<Claim> {
        let of = setting.sample;
        let pooled = |cells: &[&Played]| {
            let groups = groups(cells).into_iter().map(|group| sum(cells, group));
            Measured::share_in_groups(&groups.collect::<Vec<_>>(), of)
        };
        Some(match self.test {
            Test::Ahead => {
                let about = format!("{subject}, {} cells", cells.len());
                let mut claim = self
                    .begin(&about, "wins in all cells (%)")
                    .measured(pooled(cells), 1)
                    .direction(Side::Above, 50.0);
                whole_table(setting, cells, &mut claim);
                claim
            }
            Test::Every => {
                let each = |cell: &&Played| Verdict::direction(&cell.measured, Side::Above, 50.0);
                let verdicts: Vec<Verdict> = cells.iter().map(each).collect();
                let about = format!("{subject}, {} cells", cells.len());
                let mut claim =
                    self.begin(&about, "wins in all cells (%)").measured(pooled(cells), 1);
                claim.direction = Verdict::every(&verdicts, "cells");
                whole_table(setting, cells, &mut claim);
                claim
            }
            Test::Fades => {
                let drop = drops(cells);
                let last = drop.iter().map(|pair| pair.1.alpha_beta).max()?;
                let about = format!("{subject}, depth {PEAK} to {last}");
                let claim = self
                    .begin(&about, "difference of wins, last depth less depth 3 (points)")
                    .measured(jackknife(cells, of, |without| mean_drop(&drop, without)), 1)
                    .direction(Side::Below, 0.0);
                match paper_drop(setting, &drop) {
                    None => claim,
                    Some(paper) => claim.size(minus_signed(paper.low, 0), paper),
                }
            }
            Test::Behind => {
                let behind = |cell: &&&Played| cell.paper.is_some_and(|paper| paper < 50.0);
                let cells: Vec<&Played> = cells.iter().filter(behind).copied().collect();
                if cells.is_empty() {
                    return None;
                }
                let papers: Vec<f64> = cells.iter().filter_map(|cell| cell.paper).collect();
                let paper = crate::stats::mean(&papers)?;
                let error =
                    (paper * (100.0 - paper) / (setting.paper_trials * papers.len() as f64)).sqrt();
                let about = format!("{} cells that the paper lost", cells.len());
                self.begin(&about, "wins in these cells (%)")
                    .measured(pooled(&cells), 1)
                    .direction(Side::Below, 50.0)
                    .size(format!("{paper:.0}"), Stated::number(paper, error, 50.0))
            }
            Test::Extension => return None,
        })
    }

    /// Refuses a test that has nothing to work with.
    pub fn check(claims: &[PaperClaim], has_extension: bool) -> Result<(), Error> {
        if !has_extension && claims.iter().any(|claim| claim.test == Test::Extension) {
            return Err(Error::input(
                "paper.toml: test 'extension': expected both best-first and best-first-extension \
                 among the challengers",
            ));
        }
        Ok(())
    }
}

/// The groups that played in any of the cells.
fn groups(cells: &[&Played]) -> BTreeSet<usize> {
    cells.iter().flat_map(|cell| cell.groups.keys().copied()).collect()
}

/// What a group won and decided in all cells.
fn sum(cells: &[&Played], group: usize) -> (u64, u64) {
    let of = cells.iter().filter_map(|cell| cell.groups.get(&group));
    of.fold((0, 0), |sum, group| (sum.0 + group.0, sum.1 + group.1))
}

/// A statistic of all groups, with its error from leaving out one after the other.
fn jackknife(
    cells: &[&Played],
    of: &'static str,
    statistic: impl Fn(Option<usize>) -> f64,
) -> Measured {
    let without: Vec<f64> = groups(cells).into_iter().map(|group| statistic(Some(group))).collect();
    Measured::jackknife(statistic(None), &without, of)
}

/// The cells at the peak and at the last depth of each row that goes beyond it.
fn drops<'a>(cells: &[&'a Played]) -> Vec<(&'a Played, &'a Played)> {
    let rows: BTreeSet<usize> = cells.iter().map(|cell| cell.row).collect();
    let of_row = |row| {
        let cells = || cells.iter().filter(move |cell| cell.row == row);
        let peak = cells().find(|cell| cell.alpha_beta == PEAK)?;
        let last = cells().max_by_key(|cell| cell.alpha_beta)?;
        (last.alpha_beta > PEAK).then_some((*peak, *last))
    };
    rows.into_iter().filter_map(of_row).collect()
}

fn mean_drop(drops: &[(&Played, &Played)], without: Option<usize>) -> f64 {
    let differences =
        drops.iter().map(|(peak, last)| last.share_without(without) - peak.share_without(without));
    crate::stats::mean(&differences.collect::<Vec<_>>()).unwrap_or(f64::NAN)
}

/// The paper's mean drop with the standard error of its own sample.
fn paper_drop(setting: &Setting, drops: &[(&Played, &Played)]) -> Option<Stated> {
    let papers: Option<Vec<(f64, f64)>> =
        drops.iter().map(|(peak, last)| Some((peak.paper?, last.paper?))).collect();
    let papers = papers.filter(|papers| !papers.is_empty())?;
    let n = papers.len() as f64;
    let drop = papers.iter().map(|(peak, last)| last - peak).sum::<f64>() / n;
    let variance = |share: f64| share * (100.0 - share) / setting.paper_trials;
    let error = papers.iter().map(|&(a, b)| variance(a) + variance(b)).sum::<f64>().sqrt() / n;
    Some(Stated::number(drop, error, 0.0))
}

/// Compares all cells with the paper's.
fn whole_table(setting: &Setting, cells: &[&Played], claim: &mut Claim) {
    let cells: Vec<&Played> = cells.iter().filter(|cell| cell.paper.is_some()).copied().collect();
    if cells.is_empty() {
        return;
    }
    let n = cells.len() as f64;
    let bias = |without: Option<usize>| {
        let off = |cell: &&Played| cell.share_without(without) - cell.paper.unwrap_or(f64::NAN);
        cells.iter().map(off).sum::<f64>() / n
    };
    let bias = jackknife(&cells, setting.sample, bias);
    // The paper's sample is like ours except for its size, so its error is ours, scaled.
    let ours = cells.iter().map(|cell| cell.decided as f64).sum::<f64>() / n;
    let paper_error = bias.error().unwrap_or(0.0) * (ours / setting.paper_games).sqrt();
    let effect = cells.iter().filter_map(|cell| cell.paper).sum::<f64>() / n - 50.0;
    let squares = cells.iter().filter_map(|cell| cell.square(setting.paper_games)).sum();
    let compared =
        TableComparison { squares, cells: cells.len() as u64, bias, paper_error, effect };
    claim.size = Verdict::table(&compared);
    claim.size.test +=
        &format!(", mean difference {} points", minus_signed(compared.bias.value, 1));
    claim.paper = format!("{:.0} on average", effect + 50.0);
}

/// Best-first extension less pure best-first, row by row with the same opponent and evaluation.
fn extension(setting: &Setting, claim: &PaperClaim, played: &[Played]) -> Option<Claim> {
    let cells: Vec<&Played> = played
        .iter()
        .filter(|cell| cell.alpha_beta >= PEAK && !cell.at_paper_depth && !cell.groups.is_empty())
        .collect();
    let mut pairs: Vec<(&Played, &Played)> = Vec::new();
    for &cell in &cells {
        let row = setting.rows[cell.row].extension;
        let same = |other: &&&Played| Some(other.row) == row && other.alpha_beta == cell.alpha_beta;
        pairs.extend(cells.iter().find(same).map(|&extension| (cell, extension)));
    }
    if pairs.is_empty() {
        return None;
    }
    let about = format!("all rows, {} cells from depth {PEAK} on", pairs.len());
    let lead = |without| mean_drop(&pairs, without);
    let claim = claim.begin(&about, "wins of the extension less those of best-first (points)");
    Some(claim.measured(jackknife(&cells, setting.sample, lead), 1).direction(Side::Above, 0.0))
}
