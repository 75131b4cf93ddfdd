//! The page of matches over a grid: a plot for each variant, all cells, the claims, and what was spent.

use super::cell::Played;
use super::claims::{judge, thousands};
use super::{MatchGrid, PARTS};
use crate::experiment::Results;
use crate::registry::{game, games};
use crate::report::{Cell, Column, Grid, GridCell, Page, Plot, Section, Series, Table};
use plywood_play::draw::Scale;

impl MatchGrid {
    pub(super) fn compose(&self, done: &Results<Self>) -> Page {
        let played = self.played(done);
        let spec = &self.spec;
        let mut page = spec.page();
        page.intro = spec.intro.clone();
        let (side, there) = self.first_side();
        page = page.paragraph(format!(
            "{} pairs at each point. A pair is two games of one seed, each player once {side}; it is won by whoever \
             got the better final value {there}. Ties are left out of percentages, and shown in the table. Error \
             bars are 95 % intervals over pairs; a point where all pairs were tied is at 50 % and has none.",
            spec.pairs
        ));
        page.claims = judge(spec, &played);
        let mut first = Section::new(format!("Wins of {}", spec.challenger));
        first.plots = self.plots(&played);
        page = page.section(first.grid(self.grid(&played)).table(self.table(&played)));
        if spec.efforts {
            page = page.section(self.efforts(&played));
        }
        if spec.trees {
            self.tree_sections(&played).into_iter().fold(page, Page::section)
        } else {
            page
        }
    }

    /// What the first side is called in the games of the rows, and how to speak of it again.
    fn first_side(&self) -> (String, String) {
        let entries = self.spec.rows.iter().filter_map(|row| game(games(), &row.game).ok());
        let mut names: Vec<_> = entries.map(|entry| (entry.name, entry.sides[0])).collect();
        names.sort_unstable();
        names.dedup();
        if let [(_, side)] = names[..] {
            return (side.to_string(), format!("as {side}"));
        }
        let names: Vec<_> = names.iter().map(|(game, side)| format!("{side} in {game}")).collect();
        (format!("the first side ({})", names.join(", ")), "on that side".to_string())
    }

    fn plots(&self, played: &[Played]) -> Vec<Plot> {
        let plot = |(number, variant): (usize, &super::spec::Variant)| {
            let series = self.series(played, number, |cell| {
                (cell.share(), cell.interval().unwrap_or((f64::NAN, f64::NAN)))
            });
            Plot {
                title: format!("{} wins, {}", self.spec.challenger, variant.name),
                y_label: format!(
                    "{} won by {} (%)",
                    variant.counted().word(),
                    self.spec.challenger
                ),
                references: vec![(50.0, "50 %".into())],
                ..self.plot_of(series)
            }
        };
        self.spec.variants.iter().enumerate().map(plot).collect()
    }

    /// A plot over x.
    pub(super) fn plot_of(&self, series: Vec<Series>) -> Plot {
        let x_label = self.spec.x.clone();
        // Depths are whole numbers; budgets and caps double.
        let x_scale = if x_label.contains("depth") { Scale::Whole } else { Scale::Log };
        Plot { x_label, x_scale, series, ..Plot::default() }
    }

    /// A curve for each row: a number of each cell with its interval.
    fn series(
        &self,
        played: &[Played],
        variant: usize,
        of: impl Fn(&Played) -> (f64, (f64, f64)),
    ) -> Vec<Series> {
        let curve = |(number, row): (usize, &super::spec::Row)| {
            let mut series = Series::new(&row.name, Vec::new());
            let cells = played.iter().filter(|cell| (cell.variant, cell.row) == (variant, number));
            for cell in cells {
                let (value, interval) = of(cell);
                series.points.push((cell.x as f64, value));
                series.intervals.push(interval);
            }
            series
        };
        self.spec.rows.iter().enumerate().map(curve).collect()
    }

    fn grid(&self, played: &[Played]) -> Grid {
        let spec = &self.spec;
        let mut rows = Vec::new();
        for (variant, of) in spec.variants.iter().enumerate() {
            for (row, name) in spec.rows.iter().enumerate() {
                let cell = |&x: &u64| {
                    let is_it =
                        |cell: &&Played| (cell.variant, cell.row, cell.x) == (variant, row, x);
                    played
                        .iter()
                        .find(is_it)
                        .map_or(GridCell::default(), |cell| self.grid_cell(cell))
                };
                let head = format!("{}, {}: {} won (%)", of.name, name.name, of.counted().word());
                rows.push((head, spec.values().iter().map(cell).collect()));
            }
        }
        let columns = spec.values().iter().map(|&x| thousands(x)).collect();
        Grid { corner: spec.x.clone(), columns, rows }
    }

    fn grid_cell(&self, cell: &Played) -> GridCell {
        let words = |[won, lost, tied]: [u64; 3]| format!("{won} won, {lost} lost, {tied} tied");
        GridCell {
            measured: format!("{:.0}", cell.share()),
            interval: GridCell::range(cell.interval(), 0),
            paper: self
                .spec
                .paper_cell(cell.variant, cell.x)
                .map_or(String::new(), |paper| format!("{}–{}", paper.won, paper.lost)),
            detail: format!(
                "{}, {}, {}: pairs {}; games {}.",
                self.spec.variants[cell.variant].name,
                self.spec.rows[cell.row].name,
                thousands(cell.x),
                words(cell.pairs),
                words(cell.games)
            ),
            ..GridCell::default()
        }
    }

    /// All cells, for the CSV file.
    fn table(&self, played: &[Played]) -> Table {
        let plain = [
            "variant",
            "row",
            "x",
            "counted",
            "won (%)",
            "low",
            "high",
            "pairs won",
            "pairs lost",
            "pairs tied",
            "games won",
            "games lost",
            "games tied",
        ];
        let efforts = ["units per move", "depth"]
            .map(|what| ["first", "second"].map(|player| Column::new(format!("{player} {what}"))));
        let columns = plain.map(Column::new).into_iter().chain(efforts.into_iter().flatten());
        let mut table = Table::new("cells", columns);
        for cell in played {
            let (low, high) = cell.interval().unzip();
            let counted = cell.counted.word();
            let mut cells = vec![
                Cell::text(&self.spec.variants[cell.variant].key),
                Cell::text(&self.spec.rows[cell.row].name),
                Cell::Integer(cell.x as i64),
                Cell::text(counted),
            ];
            cells.extend([Some(cell.share()), low, high].map(|number| Cell::number(number, 1)));
            let counts = cell.pairs.into_iter().chain(cell.games);
            cells.extend(counts.map(|count| Cell::Integer(count as i64)));
            cells.extend(cell.per_move(0..PARTS, |e| &e.units).map(|units| Cell::number(units, 0)));
            cells
                .extend(cell.per_move(0..PARTS, |e| &e.depths).map(|depth| Cell::number(depth, 1)));
            table.row(cells);
        }
        table
    }

    /// What was spent, and how deep searches went, part by part of the games.
    fn efforts(&self, played: &[Played]) -> Section {
        let spec = &self.spec;
        let halves = [("first half", 0..PARTS / 2), ("second half", PARTS / 2..PARTS)];
        let mut section = Section::new("Time and depth").text(format!(
            "Artificial time and depth per move of {} and of its opponent, in the two halves of the games and in \
             their quarters. Time is in percent of the opponent's.",
            spec.challenger
        ));
        for (variant, of) in spec.variants.iter().enumerate() {
            for (name, parts) in halves.clone() {
                let time = self.series(played, variant, |cell| {
                    let [first, second] = cell.per_move(parts.clone(), |effort| &effort.units);
                    (100.0 * first / second, (f64::NAN, f64::NAN))
                });
                section.plots.push(Plot {
                    title: format!("Time in the {name}, {}", of.name),
                    y_label: "time per move (% of the opponent's)".into(),
                    references: vec![(100.0, "as the opponent".into())],
                    ..self.plot_of(time)
                });
            }
            for (name, parts) in halves.clone() {
                let depth = self.series(played, variant, |cell| {
                    let [first, second] = cell.per_move(parts.clone(), |effort| &effort.depths);
                    (first - second, (f64::NAN, f64::NAN))
                });
                section.plots.push(Plot {
                    title: format!("Depth in the {name}, {}", of.name),
                    y_label: "plies more than the opponent".into(),
                    references: vec![(0.0, "as the opponent".into())],
                    ..self.plot_of(depth)
                });
            }
        }
        section.table(self.efforts_table(played))
    }

    fn efforts_table(&self, played: &[Played]) -> Table {
        let mut columns = ["variant", "row", "x"].map(Column::new).to_vec();
        for player in ["first", "second"] {
            for what in ["units", "depth"] {
                let part = |part| Column::new(format!("{player} {what} in quarter {part}"));
                columns.extend((1..=PARTS).map(part));
            }
        }
        let mut table = Table::new("efforts", columns);
        for cell in played {
            let mut cells = vec![
                Cell::text(&self.spec.variants[cell.variant].key),
                Cell::text(&self.spec.rows[cell.row].name),
                Cell::Integer(cell.x as i64),
            ];
            for player in 0..2 {
                let of =
                    |part: usize| cell.per_move(part..part + 1, |effort| &effort.units)[player];
                cells.extend((0..PARTS).map(|part| Cell::number(of(part), 0)));
                let of =
                    |part: usize| cell.per_move(part..part + 1, |effort| &effort.depths)[player];
                cells.extend((0..PARTS).map(|part| Cell::number(of(part), 1)));
            }
            table.row(cells);
        }
        table
    }
}
