//! The page of a tournament: the tables at both sets of depths, and the plots.

use super::game_pair::Depths;
use super::{Calibrate, Field, Row, Tournament};
use crate::stats::Estimate;
use crate::{Cell, Comparison, Page, Plot, Results, Section, Series, Style, Table};

/// A cell as it came out.
pub(super) struct Compared {
    /// The number of its row.
    pub row: usize,
    pub alpha_beta: u32,
    /// Played at the paper's best-first depth, rather than at our own.
    pub at_paper_depth: bool,
    /// What best-first won, in percent.
    pub measured: f64,
    pub paper: Option<f64>,
    /// What was not tied.
    pub decided: u64,
}

/// The points of a row's plot.
#[derive(Default)]
struct Curves {
    paper: Vec<(f64, f64)>,
    at_paper: Vec<(f64, f64)>,
    at_own: Vec<(f64, f64)>,
    own_interval: Vec<(f64, f64)>,
}

impl<F: Field> Tournament<F> {
    pub(super) fn compose(&self, done: &Results) -> Page {
        let has_paper = self.field.rows().iter().any(|row| row.paper.is_some());
        let mut at_paper_depths = Vec::new();
        let mut at_own_depths = Vec::new();
        let mut compared = Vec::new();
        let mut curves = Vec::new();
        for (number, row) in self.field.rows().iter().enumerate() {
            let (walk, _) = self.calibration(done, row);
            let mut curve = Curves::default();
            for alpha_beta in 1..=self.depths(row) {
                let x = f64::from(alpha_beta);
                let paper_depth = self.paper_depth(row, alpha_beta);
                let paper = row.paper.as_ref().map(|row| row.wins[alpha_beta as usize - 1]);
                let own_depth = self.own_depth(&walk, alpha_beta);
                curve.paper.extend(paper.map(|wins| (x, wins)));
                for (at_paper_depth, depth) in [(true, paper_depth), (false, own_depth)] {
                    let Some(best_first) = depth else { continue };
                    let depths = Depths { alpha_beta, best_first };
                    let Some(tally) = self.tally(done, row, depths) else { continue };
                    let integer = |depth: u32| Cell::Integer(depth.into());
                    let mut labels = row.labels.clone();
                    labels.extend([alpha_beta, best_first].map(integer));
                    // Alike at depth 1: every pair is a tie, and "50 %" a convention.
                    let estimate = tally.share().map(|share| share.estimate().scaled(100.0));
                    let estimate = estimate.unwrap_or(Estimate::unsure(50.0));
                    let measured = estimate.value;
                    if at_paper_depth {
                        curve.at_paper.push((x, measured));
                    } else {
                        if has_paper {
                            labels.push(paper_depth.map_or(Cell::Empty, integer));
                        }
                        curve.at_own.push((x, measured));
                        curve.own_interval.push((estimate.low, estimate.high));
                    }
                    labels.push(Cell::number(tally.cost(), 2));
                    let decided = tally.wins + tally.losses;
                    let row = number;
                    let cell =
                        Compared { row, alpha_beta, at_paper_depth, measured, paper, decided };
                    compared.push(cell);
                    let rows =
                        if at_paper_depth { &mut at_paper_depths } else { &mut at_own_depths };
                    rows.push(Comparison { labels, paper, measured: estimate });
                }
            }
            curves.push((row, curve));
        }
        let what = self.calibrate.word();
        let (words, table) = self.field.verdict(&compared);
        let mut page = Page::new(format!("{}: {}", self.common.paper, self.common.title))
            .paragraph(self.field.description());
        page.intro.extend(words);
        if self.calibrate == Calibrate::Time {
            page = page.paragraph(
                "Equal cost means equal wall time here. Times depend on the machine and on what else \
                 it does, so another run may find other depths and play other games.",
            );
        }
        page.sections.extend(table);
        let cost = format!("{what} BF/AB");
        let labels = || self.field.columns().into_iter().chain(["AB depth", "BF depth"]);
        if has_paper {
            let labels = labels().chain([cost.as_str()]);
            let table = Table::comparison("paper-depths", labels, 1, at_paper_depths);
            page = page.section(Section::new("At the paper's best-first depths").table(table));
        }
        let papers = has_paper.then_some("BF depth in the paper");
        let labels = labels().chain(papers).chain([cost.as_str()]);
        let table = Table::comparison("own-depths", labels, 1, at_own_depths);
        let title = format!("At our own depths of equal {what}");
        page = page.section(Section::new(title).table(table));
        if has_paper {
            page.sections.extend(curves.into_iter().map(|(row, curve)| row_section(row, curve)));
            page
        } else {
            page.section(Section::new("All rows").plot(common_plot(curves)))
        }
    }
}

fn row_section(row: &Row, curve: Curves) -> Section {
    Section::new(row.name.as_str()).plot(Plot {
        title: row.plot.clone(),
        x_label: "alpha-beta depth".into(),
        y_label: "wins (%)".into(),
        log_x: false,
        series: vec![
            Series::new("paper", curve.paper).with_style(Style::Dashed),
            Series::new("measured, the paper's depths", curve.at_paper),
            Series::new("measured, our calibration", curve.at_own).with_style(Style::Dotted),
        ],
    })
}

fn common_plot(curves: Vec<(&Row, Curves)>) -> Plot {
    let series = |(row, curve): (&Row, Curves)| {
        Series::new(row.name.as_str(), curve.at_own).with_interval(curve.own_interval)
    };
    Plot {
        title: "Games won at equal cost".into(),
        x_label: "depth of the opponent".into(),
        y_label: "wins (%)".into(),
        log_x: false,
        series: curves.into_iter().map(series).collect(),
    }
}
