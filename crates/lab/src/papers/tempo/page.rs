//! The page: the share of expansions that make a node look worse, by branching factor and evaluation.

use super::TempoExperiment;
use super::claims::{left, share, worse};
use crate::experiment::Results;
use crate::report::{Cell, Column, Measured, Page, Plot, Section, Series, Style, Table};
use plywood_play::draw::Scale;

impl TempoExperiment {
    pub(super) fn compose(&self, done: &Results<Self>) -> Page {
        let spec = &self.spec;
        let mut page = spec.page().paragraph(format!(
            "Best-first minimax searches {} positions of each setting to {} nodes, and generates all children of a \
             node at once. An expansion makes a node look worse if the backed-up value is worse than the static \
             value for the side that moved to the node. The search goes elsewhere if the next node that it expands \
             is not below this one. The root is left out, because no move leads to it.",
            spec.samples, spec.nodes
        ));
        page.claims = self.judge(done);
        page.section(
            Section::new("Expansions that make a node look worse")
                .plot(self.plot(done))
                .table(self.table(done)),
        )
    }

    /// Both shares over the branching factor, where settings have one.
    fn plot(&self, done: &Results<Self>) -> Plot {
        let series = |name: &str, of: &dyn Fn(usize) -> Measured| {
            let settings = self.spec.settings.iter().enumerate();
            let points = settings
                .filter_map(|(number, setting)| Some((f64::from(setting.branching?), of(number))));
            Series::measured(name, points)
        };
        Plot {
            title: "Expansions by branching factor".into(),
            x_label: "branching factor".into(),
            y_label: "expansions (%)".into(),
            x_scale: Scale::Log,
            references: vec![(50.0, "50 %".into())],
            series: vec![
                series("the node looks worse", &|number| {
                    worse(&self.samples.records(done, number))
                }),
                series("the search goes on elsewhere", &|number| {
                    left(&self.samples.records(done, number))
                })
                .with_style(Style::Dashed),
            ],
            ..Plot::default()
        }
    }

    fn table(&self, done: &Results<Self>) -> Table {
        let columns = [
            "setting",
            "positions",
            "expansions",
            "children per node",
            "worse (%)",
            "low",
            "high",
            "better (%)",
            "goes on elsewhere (%)",
        ];
        let mut table = Table::new("tempo", columns.map(Column::new));
        for (number, setting) in self.spec.settings.iter().enumerate() {
            let found = self.samples.records(done, number);
            let expansions: u64 = found.iter().map(|tempo| tempo.expansions).sum();
            let children: u64 = found.iter().map(|tempo| tempo.children).sum();
            let share_worse = worse(&found);
            let (low, high) = share_worse.interval(0.0).unzip();
            let better = share(&found, |tempo| tempo.better).value;
            let mut cells = vec![
                Cell::text(&setting.name),
                Cell::Integer(found.len() as i64),
                Cell::Integer(expansions as i64),
                Cell::number(children as f64 / expansions as f64, 1),
            ];
            let numbers =
                [Some(share_worse.value), low, high, Some(better), Some(left(&found).value)];
            cells.extend(numbers.map(|number| Cell::number(number, 1)));
            table.row(cells);
        }
        table
    }
}
