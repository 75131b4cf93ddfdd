//! The page on the growth of trees: the pictures of one position in each setting, the numbers of all.

use super::spec::Setting;
use super::{Growth, GrowthExperiment};
use crate::experiment::Results;
use crate::report::{Cell, Column, Drawing, Measured, Page, Plot, Section, Series, Table};
use plywood_play::draw::Scale;

impl GrowthExperiment {
    pub(super) fn compose(&self, done: &Results<Self>) -> Page {
        let spec = &self.spec;
        let mut page = spec.page();
        page.intro = spec.intro.clone();
        page.claims = self.judge(done);
        page = page.section(
            Section::new("All settings")
                .text(format!(
                    "Means over {} positions in each setting. 'Root moves explored' is 1 divided by the sum of the \
                     squares of the shares of nodes below each root move; it is 2 if the tree is divided equally \
                     between two moves. 'Largest' is the share of the root move with the most nodes.",
                    spec.samples
                ))
                .plot(self.depths(done))
                .table(self.means(done)),
        );
        for (number, setting) in spec.settings.iter().enumerate() {
            page = page.section(self.shown(done, number, setting));
        }
        page.section(Section::new("All positions").table(self.numbers(done)))
    }

    /// The pictures of the first position of a setting.
    fn shown(&self, done: &Results<Self>, number: usize, setting: &Setting) -> Section {
        let mut section = Section::new(&setting.name);
        section.text.extend(setting.note.clone());
        let unit = self.samples.of(number).next();
        let Some(grown) = unit.and_then(|unit| done.get(&unit)) else { return section };
        section = section.text(format!(
            "Position {}; {} units of artificial time for each search.",
            grown.position, grown.units
        ));
        for (place, growth) in [&grown.first, &grown.second].into_iter().enumerate() {
            let title = format!(
                "{}: {}, {} expansions, {:.1} root moves explored, mean depth {:.1}",
                setting.figures[place],
                self.spec.names[place],
                growth.expansions,
                growth.explored(),
                growth.mean_depth()
            );
            let svg = growth.picture.clone();
            section.drawings.extend(svg.map(|svg| Drawing { title, svg }));
        }
        section
    }

    /// The share of nodes at each depth: a curve for each player in each setting.
    fn depths(&self, done: &Results<Self>) -> Plot {
        let mut series = Vec::new();
        for (number, setting) in self.spec.settings.iter().enumerate() {
            let grown = self.samples.records(done, number);
            for (place, name) in self.spec.names.iter().enumerate() {
                let mut nodes: Vec<u64> = Vec::new();
                for growth in grown.iter().map(|grown| [&grown.first, &grown.second][place]) {
                    nodes.resize(nodes.len().max(growth.depths.len()), 0);
                    nodes.iter_mut().zip(&growth.depths).for_each(|(all, more)| *all += more);
                }
                let all = nodes.iter().skip(1).sum::<u64>().max(1) as f64;
                let share =
                    |(depth, &count): (usize, &u64)| (depth as f64, 100.0 * count as f64 / all);
                let points = nodes.iter().enumerate().skip(1).map(share).collect();
                series.push(Series::new(format!("{name}, {}", setting.name), points));
            }
        }
        Plot {
            title: "Nodes at each depth".into(),
            x_label: "depth (plies)".into(),
            y_label: "nodes (% of the tree)".into(),
            x_scale: Scale::Whole,
            series,
            ..Plot::default()
        }
    }

    fn means(&self, done: &Results<Self>) -> Table {
        let columns = ["setting", "algorithm", "expansions", "root moves explored", "mean depth"];
        let more = ["deepest", "largest (%)", "positions"];
        let mut table = Table::new("means", columns.into_iter().chain(more).map(Column::new));
        for (number, setting) in self.spec.settings.iter().enumerate() {
            let grown = self.samples.records(done, number);
            for (place, name) in self.spec.names.iter().enumerate() {
                let mean = |of: &dyn Fn(&Growth) -> f64| {
                    let values: Vec<f64> = grown
                        .iter()
                        .map(|grown| of([&grown.first, &grown.second][place]))
                        .collect();
                    Measured::mean(&values, "positions").value
                };
                let mut cells = vec![Cell::text(&setting.name), Cell::text(name)];
                let numbers = [
                    mean(&|growth| growth.expansions as f64),
                    mean(&Growth::explored),
                    mean(&Growth::mean_depth),
                    mean(&|growth| growth.depths.len().saturating_sub(1) as f64),
                    mean(&Growth::largest),
                ];
                cells.extend(numbers.map(|number| Cell::number(number, 2)));
                cells.push(Cell::Integer(grown.len() as i64));
                table.row(cells);
            }
        }
        table
    }

    /// Every search, for the CSV file.
    fn numbers(&self, done: &Results<Self>) -> Table {
        let columns = ["setting", "sample", "position", "units", "algorithm", "expansions"];
        let more =
            ["root moves explored", "mean depth", "deepest", "largest (%)", "nodes by root move"];
        let mut table = Table::new("searches", columns.into_iter().chain(more).map(Column::new));
        for (unit, grown) in done.iter() {
            for (name, growth) in self.spec.names.iter().zip([&grown.first, &grown.second]) {
                let nodes = growth.children.iter().map(|(m, count)| format!("{m}:{count}"));
                table.row([
                    Cell::text(&self.spec.settings[unit.setting].name),
                    Cell::Integer(unit.number as i64),
                    Cell::text(&grown.position),
                    Cell::Integer(grown.units as i64),
                    Cell::text(name),
                    Cell::Integer(growth.expansions as i64),
                    Cell::number(growth.explored(), 3),
                    Cell::number(growth.mean_depth(), 3),
                    Cell::Integer(growth.depths.len().saturating_sub(1) as i64),
                    Cell::number(growth.largest(), 1),
                    Cell::text(nodes.collect::<Vec<_>>().join(" ")),
                ]);
            }
        }
        table
    }
}
