//! What the page shows of the players' trees.

use super::MatchGrid;
use super::cell::Played;
use super::tree_claims::Quantity;
use super::trees::{Survival, TreeUse};
use crate::report::{Cell, Column, Plot, Section, Series, Table};

fn percent(part: u64, all: u64) -> Option<f64> {
    (all > 0).then(|| 100.0 * part as f64 / all as f64)
}

impl MatchGrid {
    pub(super) fn tree_sections(&self, played: &[Played]) -> Vec<Section> {
        let mut costs = Section::new("Evaluations")
            .text("Evaluations of both players in the same games.")
            .table(self.costs_table(played));
        let mut trees = Section::new("What survives a move and its reply")
            .text(
                "The nodes of a player's tree when its search ends, and those that are left after its move and the \
                 reply. A reply is expected if it is the second move of the player's principal variation. 'Second \
                 ply' is the share of all lines of two moves that are in the tree when a search ends. Evaluations \
                 to the horizon are those of the alpha-beta search with which best-first extension begins.",
            )
            .table(self.trees_table(played));
        for (number, variant) in self.spec.variants.iter().enumerate() {
            costs.plots.push(Plot {
                title: format!("Evaluations, {}", variant.name),
                y_label: "evaluations of the first player (% of the second's)".into(),
                references: vec![(100.0, "as the second player".into())],
                ..self.tree_plot(played, number, Quantity::Evaluations)
            });
            trees.plots.push(Plot {
                title: format!("Nodes that survive, {}", variant.name),
                y_label: "nodes of the first player that survive (%)".into(),
                ..self.tree_plot(played, number, Quantity::Survives)
            });
        }
        vec![costs, trees]
    }

    /// A curve for each row.
    fn tree_plot(&self, played: &[Played], variant: usize, quantity: Quantity) -> Plot {
        let curve = |(row, of): (usize, &super::spec::Row)| {
            let cells = played.iter().filter(|cell| (cell.variant, cell.row) == (variant, row));
            let points = cells.map(|cell| {
                let pairs: Vec<_> = cell.trees.values().copied().collect();
                (cell.x as f64, quantity.measured(&pairs))
            });
            Series::measured(&of.name, points)
        };
        self.plot_of(self.spec.rows.iter().enumerate().map(curve).collect())
    }

    fn row_of(&self, cell: &Played) -> Vec<Cell> {
        vec![
            Cell::text(&self.spec.variants[cell.variant].key),
            Cell::text(&self.spec.rows[cell.row].name),
            Cell::Integer(cell.x as i64),
        ]
    }

    fn costs_table(&self, played: &[Played]) -> Table {
        let columns = [
            "variant",
            "row",
            "x",
            "first evaluations per move",
            "second evaluations per move",
            "first (% of second)",
            "low",
            "high",
        ];
        let mut table = Table::new("evaluations", columns.map(Column::new));
        for cell in played {
            let pairs: Vec<_> = cell.trees.values().copied().collect();
            let per_move = |player: usize| {
                let evaluated: u64 = pairs.iter().map(|pair| pair[player].evaluated).sum();
                let moves: u64 = cell.efforts[player].moves.iter().sum();
                evaluated as f64 / moves as f64
            };
            let ratio = Quantity::Evaluations.measured(&pairs);
            let (low, high) = ratio.interval(0.0).unzip();
            let mut cells = self.row_of(cell);
            cells.extend([per_move(0), per_move(1)].map(|number| Cell::number(number, 0)));
            cells.extend([Some(ratio.value), low, high].map(|number| Cell::number(number, 1)));
            table.row(cells);
        }
        table
    }

    fn trees_table(&self, played: &[Played]) -> Table {
        let columns = [
            "variant",
            "row",
            "x",
            "player",
            "replies",
            "replies expected (%)",
            "survives (%)",
            "survives expected (%)",
            "survives unexpected (%)",
            "second ply (%)",
            "evaluated to the horizon (%)",
        ];
        let mut table = Table::new("trees", columns.map(Column::new));
        for cell in played {
            for (player, name) in ["first", "second"].into_iter().enumerate() {
                let mut all = TreeUse::default();
                cell.trees.values().for_each(|pair| all.add(&pair[player]));
                let share = |survival: Survival| percent(survival.kept, survival.nodes);
                let mut cells = self.row_of(cell);
                let replies = all.all().replies;
                cells.extend([Cell::text(name), Cell::Integer(replies as i64)]);
                let numbers = [
                    percent(all.expected.replies, replies),
                    share(all.all()),
                    share(all.expected),
                    share(all.unexpected),
                    percent(all.second_ply, all.second_ply_moves),
                    percent(all.evaluated_to_horizon, all.evaluated),
                ];
                cells.extend(numbers.map(|number| Cell::number(number, 1)));
                table.row(cells);
            }
        }
        table
    }
}
