//! The page of a tournament: the plots, the table in the paper's shape, the claims, and all cells.

use super::cell::Played;
use super::game_pair::Depths;
use super::{Calibrate, EqualCost, Field, PairScore, Row, Setting, Tally, claims};
use crate::experiment::Results;
use crate::report::minus;
use crate::report::{
    Agreement, Cell, Comparison, Grid, GridCell, Measured, Page, Plot, Section, Series, Style,
    Table,
};
use plywood_play::draw::Scale;

impl<F: Field> EqualCost<F> {
    pub(super) fn compose(&self, done: &Results<Self>) -> Page {
        self.setting.compose(&self.played(done))
    }

    /// Every cell that is finished, at the paper's depths and at ours.
    fn played(&self, done: &Results<Self>) -> Vec<Played> {
        let mut played = Vec::new();
        for (number, row) in self.setting.rows.iter().enumerate() {
            let (walk, _) = self.calibration(done, number);
            for alpha_beta in 1..=self.setting.depths(row) {
                let paper = row.paper.as_ref().map(|row| row.wins[alpha_beta as usize - 1]);
                let depths = [row.paper_depth(alpha_beta), self.own_depth(&walk, alpha_beta)];
                for (at_paper_depth, depth) in [true, false].into_iter().zip(depths) {
                    let Some(best_first) = depth else { continue };
                    let Some(tally) = self.tally(done, number, Depths { alpha_beta, best_first })
                    else {
                        continue;
                    };
                    played.push(Played {
                        row: number,
                        alpha_beta,
                        best_first,
                        at_paper_depth,
                        measured: self.measured(&tally),
                        paper,
                        wins: tally.score.wins,
                        decided: tally.score.wins + tally.score.losses,
                        ties: tally.score.ties,
                        cost: tally.cost(),
                        groups: tally.groups,
                    });
                }
            }
        }
        played
    }

    fn measured(&self, tally: &Tally) -> Measured {
        if tally.independent {
            let PairScore { wins, losses, .. } = tally.score;
            return Measured::share(wins, wins + losses, self.setting.sample);
        }
        let groups: Vec<_> = tally.groups.values().copied().collect();
        Measured::share_in_groups(&groups, self.setting.sample)
    }
}

impl Setting {
    fn compose(&self, played: &[Played]) -> Page {
        let has_paper = self.rows.iter().any(|row| row.paper.is_some());
        let mut page = self.page.clone();
        if self.calibrate == Calibrate::Time {
            page = page.paragraph(
                "Equal cost means equal wall time here. Times depend on the machine and its load, so another run \
                 may find other depths and play other games.",
            );
        }
        page.claims = claims::judge(self, played);
        let title = if has_paper { "The paper's table" } else { "Games won at equal cost" };
        let mut first = Section::new(title).grid(self.grid(played));
        first.plots = if has_paper { self.row_plots(played) } else { self.common_plots(played) };
        if has_paper {
            first.plots.insert(0, self.all_cells(played));
        }
        let own = self.table(played, false);
        if has_paper {
            page = page.section(first.table(self.table(played, true)));
            let title = format!("At our own depths of equal {}", self.calibrate.word());
            let text = "The best-first depths found by the paper's procedure, and the games won at these depths.";
            let grid = self.own_grid(played);
            page.section(Section::new(title).text(text).grid(grid).table(own))
        } else {
            page.section(first.table(own))
        }
    }

    /// All cells of one set of depths, for the CSV file.
    fn table(&self, played: &[Played], at_paper_depth: bool) -> Table {
        let rows = played.iter().filter(|cell| cell.at_paper_depth == at_paper_depth);
        let has_paper = self.rows.iter().any(|row| row.paper.is_some());
        let papers = has_paper && !at_paper_depth;
        let rows = rows.map(|cell| {
            let row = &self.rows[cell.row];
            let integer = |depth: u32| Cell::Integer(depth.into());
            let mut labels = row.labels.clone();
            labels.extend([cell.alpha_beta, cell.best_first].map(integer));
            if papers {
                let paper = row.paper_depth(cell.alpha_beta);
                labels.push(paper.map_or(Cell::Empty, integer));
            }
            labels.push(Cell::number(cell.cost, 2));
            let counts = [cell.wins, cell.decided, cell.ties];
            labels.extend(counts.map(|count| Cell::Integer(count as i64)));
            let (paper, measured) = (cell.paper, cell.share());
            Comparison { labels, paper, measured, interval: cell.interval() }
        });
        let cost = format!("{} BF/AB", self.calibrate.word());
        let labels = self.columns.iter().copied().chain(["AB depth", "BF depth"]);
        let labels = labels.chain(papers.then_some("BF depth in the paper"));
        let labels = labels.chain([cost.as_str(), "won", "decided", "tied"]);
        let name = if at_paper_depth { "paper-depths" } else { "own-depths" };
        Table::comparison(name, labels, 1, rows)
    }

    /// The table as the paper prints it: for each row the best-first depths and the wins.
    fn grid(&self, played: &[Played]) -> Grid {
        let at_paper = |row: &Row| row.paper.is_some();
        self.grid_of(played, |row, cell| cell.at_paper_depth == at_paper(row))
    }

    /// The same at our own depths.
    fn own_grid(&self, played: &[Played]) -> Grid {
        self.grid_of(played, |_, cell| !cell.at_paper_depth)
    }

    fn grid_of(&self, played: &[Played], is_shown: impl Fn(&Row, &Played) -> bool) -> Grid {
        let last = played.iter().map(|cell| cell.alpha_beta).max().unwrap_or(0);
        let mut rows = Vec::new();
        for (number, row) in self.rows.iter().enumerate() {
            let cells = |depth: u32| {
                let same = move |cell: &&Played| cell.row == number && cell.alpha_beta == depth;
                played.iter().filter(same)
            };
            let own = |depth| cells(depth).find(|cell| !cell.at_paper_depth);
            let shown = |depth| cells(depth).find(|cell| is_shown(row, cell));
            let depths = (1..=last).map(|depth| self.depth_cell(row, depth, own(depth)));
            let wins = (1..=last).map(|depth| self.wins_cell(shown(depth)));
            rows.push((format!("{}, BF depth", row.name), depths.collect()));
            rows.push((format!("{}, BF wins (%)", row.name), wins.collect()));
            let ties = (1..=last).map(|depth| ties_cell(shown(depth)));
            rows.push((format!("{}, tied", row.name), ties.collect()));
        }
        let columns = (1..=last).map(|depth| depth.to_string()).collect();
        Grid { corner: "AB depth".into(), columns, rows }
    }

    /// Our depth of equal cost beside the paper's.
    fn depth_cell(&self, row: &Row, alpha_beta: u32, own: Option<&Played>) -> GridCell {
        let Some(own) = own else { return GridCell::default() };
        let paper = row.paper_depth(alpha_beta);
        let agreement = match paper {
            None => Agreement::Open,
            Some(paper) if paper.abs_diff(own.best_first) <= 1 => Agreement::Agrees,
            Some(_) => Agreement::Differs,
        };
        GridCell {
            measured: own.best_first.to_string(),
            paper: paper.map_or(String::new(), |paper| paper.to_string()),
            agreement,
            detail: format!(
                "{}, alpha-beta depth {alpha_beta}: at best-first depth {} best-first spends {:.2} \
                 of alpha-beta's {}. A depth is reproduced if it differs by a ply at most.",
                row.name,
                own.best_first,
                own.cost,
                self.calibrate.word()
            ),
            ..GridCell::default()
        }
    }

    fn wins_cell(&self, cell: Option<&Played>) -> GridCell {
        let Some(cell) = cell else { return GridCell::default() };
        let p = cell.p_value(self.paper_games).filter(|_| cell.decided > 0);
        let agreement = match p {
            None => Agreement::Open,
            Some(p) if p < crate::report::claim::LEVEL => Agreement::Differs,
            Some(_) => Agreement::Agrees,
        };
        let name = &self.rows[cell.row].name;
        let mut detail = format!(
            "{name}, alpha-beta depth {}, best-first depth {}: won {} of {} decided, {} tied",
            cell.alpha_beta, cell.best_first, cell.wins, cell.decided, cell.ties
        );
        if let Some((low, high)) = cell.interval() {
            detail += &format!("; {:.1} % ({low:.1} to {high:.1})", cell.share());
        }
        if let (Some(paper), Some(p)) = (cell.paper, p) {
            detail += &format!("; paper {paper:.0} %, p = {p:.2} if the two are alike");
        }
        detail += &format!("; {} BF/AB {:.2}.", self.calibrate.word(), cell.cost);
        GridCell {
            measured: format!("{:.0}", cell.share()),
            interval: GridCell::range(cell.interval(), 0),
            paper: cell.paper.map_or(String::new(), |paper| format!("{paper:.0}")),
            agreement,
            detail: minus(detail),
            ..GridCell::default()
        }
    }

    /// The paper's number to the right and ours upwards: cells that agree are on the diagonal.
    fn all_cells(&self, played: &[Played]) -> Plot {
        let compared = |cell: &&Played| cell.at_paper_depth && cell.decided > 0;
        let of_row = |(number, row): (usize, &Row)| {
            let mut series = Series::new(&row.name, Vec::new()).with_style(Style::Points);
            for cell in played.iter().filter(|cell| cell.row == number).filter(compared) {
                series.points.extend(cell.paper.map(|paper| (paper, cell.share())));
                series.intervals.push(cell.interval().unwrap_or((f64::NAN, f64::NAN)));
            }
            series
        };
        let mut series: Vec<Series> = self.rows.iter().enumerate().map(of_row).collect();
        let papers = series.iter().flat_map(|series| &series.points).map(|point| point.0);
        let (low, high) = papers
            .fold((50.0_f64, 50.0_f64), |(low, high), paper| (low.min(paper), high.max(paper)));
        let diagonal = vec![(low, low), (high, high)];
        series.push(Series::new("as in the paper", diagonal).with_style(Style::Guide));
        Plot {
            title: "Games won by best-first, in the paper and here".into(),
            x_label: "in the paper (%)".into(),
            y_label: "measured (%)".into(),
            series,
            ..Plot::default()
        }
    }

    /// A plot for each row: the paper's curve and ours.
    fn row_plots(&self, played: &[Played]) -> Vec<Plot> {
        let plot = |(number, row): (usize, &Row)| {
            let of = |at_paper_depth: bool, name: &str| {
                let cells = played.iter().filter(move |cell| cell.row == number);
                curve(name, cells.filter(|cell| cell.at_paper_depth == at_paper_depth))
            };
            let paper = row.paper.as_ref().map_or(&[][..], |paper| &paper.wins);
            let last = self.depths(row) as usize;
            let paper = paper.iter().take(last).enumerate();
            let paper = paper.map(|(i, &wins)| (i as f64 + 1.0, wins)).collect();
            plot_of(
                row.plot.clone(),
                vec![
                    Series::new("paper", paper).with_style(Style::Dashed),
                    of(true, "measured, the paper's depths"),
                    of(false, "measured, our depths").with_style(Style::Dotted),
                ],
            )
        };
        self.rows.iter().enumerate().map(plot).collect()
    }

    /// Without a paper: a plot for each panel of rows.
    fn common_plots(&self, played: &[Played]) -> Vec<Plot> {
        let mut panels: Vec<(String, Vec<Series>)> = Vec::new();
        for (number, row) in self.rows.iter().enumerate() {
            let cells = played.iter().filter(|cell| cell.row == number && !cell.at_paper_depth);
            let series = curve(&row.series, cells);
            match panels.iter_mut().find(|panel| panel.0 == row.plot) {
                Some(panel) => panel.1.push(series),
                None => panels.push((row.plot.clone(), vec![series])),
            }
        }
        panels.into_iter().map(|(title, series)| plot_of(title, series)).collect()
    }
}

/// The games, or pairs of games, that were tied.
fn ties_cell(cell: Option<&Played>) -> GridCell {
    let Some(cell) = cell else { return GridCell::default() };
    let detail = format!("{} tied, {} decided.", cell.ties, cell.decided);
    GridCell { measured: cell.ties.to_string(), detail, ..GridCell::default() }
}

fn plot_of(title: String, series: Vec<Series>) -> Plot {
    Plot {
        title,
        x_label: "alpha-beta depth".into(),
        y_label: "games won by best-first (%)".into(),
        x_scale: Scale::Whole,
        references: vec![(50.0, "50 %".into())],
        series,
        ..Plot::default()
    }
}

fn curve<'a>(name: &str, cells: impl Iterator<Item = &'a Played>) -> Series {
    let mut series = Series::new(name, Vec::new());
    for cell in cells {
        series.points.push((f64::from(cell.alpha_beta), cell.share()));
        series.intervals.push(cell.interval().unwrap_or((f64::NAN, f64::NAN)));
    }
    series
}
