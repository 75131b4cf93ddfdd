//! The pages: a table for each group and limit beside the paper's, and the paper's words with verdicts.

use super::problems::{Attempt, Questions};
use super::spec::PaperTable;
use super::timing::Timings;
use super::{Results, Samples, WideningExperiment};
use crate::report::{Cell, Column, Page, Plot, Section, Series, Table};
use plywood_play::draw::Scale;

impl WideningExperiment {
    pub(super) fn compose(&self, done: &Results<Self>) -> Page {
        let samples = self.samples(done);
        let mut page = self.spec.page();
        page.intro = self.spec.intro.clone();
        if self.spec.questions == Questions::Own {
            page = page.paragraph(
                "A search gives up if it has nothing more to try and no proof of its answer, which is usually that \
                 the goal cannot be reached.",
            );
        }
        page.claims = self.judge(&samples, false);
        let plot = self.plot(&samples);
        page = page.section(Section::new("Problems solved").plot(plot));
        for (number, limit) in self.spec.limits.iter().enumerate() {
            let heading = format!("limit {}: {} nodes per search", limit.name, limit.nodes);
            let rows: Vec<(String, &Samples)> = self.rows(&samples, number);
            page.sections.extend(self.sections(&rows, &limit.name, &heading, ""));
        }
        page.section(Section::new("Every problem").table(self.every(done)))
    }

    pub(super) fn compose_times(&self, timings: &Timings) -> Page {
        let samples = self.timed_samples(timings);
        let mut page = self.spec.page().paragraph(format!(
            "Times on this machine. The limit of each search is wall time. Seconds are the processor time of the \
             searching thread (wall time if the system does not report it), in the fastest of {} rounds.",
            self.spec.rounds
        ));
        page.has_times = true;
        page.claims = self.judge(&samples, true);
        let engine = self.engine_samples(timings);
        if let Some(missing) = timings.missing() {
            page = page.paragraph(missing.to_string());
        }
        for (number, limit) in self.spec.limits.iter().enumerate() {
            let heading = format!("limit {}: {} per search", limit.name, limit.time);
            let mut rows = self.rows(&samples, number);
            if let (Some(spec), Some(engine)) = (&self.spec.engine, &engine) {
                rows.push((spec.name.clone(), engine));
            }
            page.sections.extend(self.sections(&rows, &limit.name, &heading, "timings-"));
        }
        page
    }

    /// The share of problems that are solved with at most N nodes, under the widest limit.
    fn plot(&self, samples: &[Vec<Samples>]) -> Plot {
        let limits = self.spec.limits.iter().enumerate();
        let (widest, most) = limits
            .map(|(number, limit)| (number, limit.nodes))
            .max_by_key(|l| l.1)
            .unwrap_or((0, 1));
        let curve = |by_limit: &Vec<Samples>| {
            let samples = &by_limit[widest];
            // Both searches of a problem may reach the limit.
            let marks = (0..64).map(|power| 1_u64 << power).take_while(|&nodes| nodes <= 4 * most);
            let share = |nodes: u64| {
                let within = samples.values().filter(|s| s.is_solved && s.nodes <= nodes).count();
                100.0 * within as f64 / samples.len().max(1) as f64
            };
            marks.map(|nodes| (nodes as f64, share(nodes))).collect()
        };
        let searches = self.spec.searches.iter().zip(samples).filter(|(search, _)| search.plotted);
        Plot {
            title: "Problems solved within a number of nodes".into(),
            x_label: "nodes of a problem".into(),
            y_label: "problems solved (%)".into(),
            x_scale: Scale::Log,
            series: searches.map(|(search, s)| Series::new(&search.name, curve(s))).collect(),
            ..Plot::default()
        }
    }

    /// The samples of every search under a limit.
    fn rows<'a>(&self, samples: &'a [Vec<Samples>], limit: usize) -> Vec<(String, &'a Samples)> {
        let searches = self.spec.searches.iter().zip(samples);
        searches.map(|(search, by_limit)| (search.name.clone(), &by_limit[limit])).collect()
    }

    /// A table for each group, and one for all.
    fn sections(
        &self,
        rows: &[(String, &Samples)],
        limit: &str,
        heading: &str,
        prefix: &str,
    ) -> Vec<Section> {
        let groups = self.groups().into_iter().map(Some).chain([None]);
        let section = |group: Option<&str>| {
            let paper = self.spec.paper_numbers.tables.iter();
            let paper = paper
                .into_iter()
                .find(|table| Some(table.group.as_str()) == group && table.limit == limit);
            let name = format!("{prefix}{}-{}", group.unwrap_or("all"), limit);
            let title = match group {
                Some(group) => format!("Grade {group}, {heading}"),
                None => format!("All grades, {heading}"),
            };
            let mut section = Section::new(title);
            if let Some(paper) = paper {
                section = section.text(format!("The paper's numbers are those of {}.", paper.name));
            }
            section.table(self.table(name, group, rows, paper))
        };
        groups.map(section).collect()
    }

    fn table(
        &self,
        name: String,
        group: Option<&str>,
        rows: &[(String, &Samples)],
        paper: Option<&PaperTable>,
    ) -> Table {
        let has_times =
            rows.iter().any(|(_, samples)| samples.values().any(|s| s.seconds.is_some()));
        let own = self.spec.questions == Questions::Own;
        let mut columns = vec![Column::new("search"), Column::new("problems")];
        if has_times {
            columns.push(Column::with_unit("time", "s"));
            columns.extend(["median", "95th percentile"].map(|name| Column::with_unit(name, "ms")));
        }
        columns.push(Column::new("nodes"));
        columns.push(Column::new("minimum"));
        columns.push(Column::with_unit("solved", "%"));
        if own {
            columns.extend(["wrong", "unknown", "gave up", "false wins"].map(Column::new));
        }
        if paper.is_some() {
            columns.push(Column::with_unit("paper: time", "s"));
            columns.extend(["paper: nodes", "paper: minimum"].map(Column::new));
            columns.push(Column::with_unit("paper: solved", "%"));
        }
        let mut table = Table::new(name, columns);
        for (search, samples) in rows {
            let is_meant =
                |number: &usize| group.is_none_or(|g| self.described(*number).group == g);
            let meant: Vec<_> =
                samples.iter().filter(|(n, _)| is_meant(n)).map(|(_, s)| s).collect();
            let count = |of: &dyn Fn(&super::Sample) -> bool| {
                meant.iter().filter(|sample| of(sample)).count() as i64
            };
            let sum = |of: &dyn Fn(&super::Sample) -> u64| meant.iter().map(|s| of(s)).sum::<u64>();
            let mut row = vec![Cell::text(search), Cell::Integer(meant.len() as i64)];
            if has_times {
                let mut seconds: Vec<f64> = meant.iter().filter_map(|s| s.seconds).collect();
                seconds.sort_by(f64::total_cmp);
                let at = |share: f64| {
                    let last = seconds.len().checked_sub(1)?;
                    Some(1000.0 * seconds[(last as f64 * share).round() as usize])
                };
                row.push(Cell::number(seconds.iter().sum::<f64>(), 3));
                row.extend([0.5, 0.95].map(|share| Cell::number(at(share), 3)));
            }
            let least = sum(&|s| s.least);
            row.push(Cell::Integer(sum(&|s| s.nodes) as i64));
            row.push(if least == 0 { Cell::text("") } else { Cell::Integer(least as i64) });
            let solved = count(&|s| s.is_solved);
            let share = 100.0 * solved as f64 / meant.len().max(1) as f64;
            row.push(Cell::number(share, 2));
            if own {
                let unknown = count(&|s| s.is_unknown);
                let wrong = meant.len() as i64 - solved - unknown;
                let gave_up = count(&|s| s.gave_up);
                let false_wins = count(&|s| s.is_false_win);
                row.extend([wrong, unknown, gave_up, false_wins].map(Cell::Integer));
            }
            if let Some(paper) = paper {
                let printed = paper.rows.iter().find(|row| row.search == *search);
                row.push(Cell::number(printed.map(|row| row.seconds), 2));
                for number in [printed.map(|row| row.nodes), printed.and_then(|row| row.least)] {
                    row.push(number.map_or(Cell::text(""), |number| Cell::Integer(number as i64)));
                }
                row.push(Cell::number(printed.map(|row| row.solved), 2));
            }
            table.row(row);
        }
        table
    }

    /// Every search of every problem, for the CSV file.
    fn every(&self, done: &Results<Self>) -> Table {
        let columns =
            ["problem", "group", "part", "expected", "search", "limit", "result", "stop", "nodes"];
        let columns = columns.into_iter().chain(["minimum"]).map(Column::new);
        let mut table = Table::new("problems", columns);
        for (unit, record) in done.iter() {
            let problem = self.described(unit.number);
            for (search, attempts) in self.spec.searches.iter().zip(&record.attempts) {
                for (limit, attempt) in self.spec.limits.iter().zip(attempts) {
                    let texts = [&problem.id, &problem.group, &problem.part, &problem.expected];
                    let mut row: Vec<Cell> = texts.map(Cell::text).to_vec();
                    let Attempt { result, stop, .. } = attempt;
                    row.extend([&search.name, &limit.name, result, stop].map(Cell::text));
                    row.extend([attempt.nodes, attempt.least].map(|n| Cell::Integer(n as i64)));
                    table.row(row);
                }
            }
        }
        table
    }
}
