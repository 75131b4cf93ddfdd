//! Writes a sample report, to look at: `cargo run --example sample -- FOLDER`.

use plywood_lab::*;

struct Sample;

const BUDGETS: [u64; 9] = [10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];
const SEEDS: u64 = 100;

fn wins(budget: u64, side: f64) -> f64 {
    50.0 + side * ((budget as f64).log10() - 1.6) * 5.5
}

impl Experiment for Sample {
    fn name(&self) -> &str {
        "sample"
    }
    fn plan(&self, _done: &Results) -> Vec<String> {
        let units = |b: &u64| {
            (1..=SEEDS)
                .map(move |s| (b, s))
                .map(|(b, s)| format!("B={b}/seed={s:03}"))
                .collect::<Vec<_>>()
        };
        BUDGETS.iter().flat_map(units).collect()
    }
    fn run(&self, unit: &str) -> Result<Record, Error> {
        let hash = unit.bytes().fold(7u64, |h, b| {
            (h ^ u64::from(b)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29)
        });
        let budget: u64 =
            unit[2..unit.find('/').unwrap_or(2)].parse().map_err(|_| Error::failure("budget"))?;
        let won = (hash >> 11) as f64 / (1u64 << 53) as f64 * 100.0 < wins(budget, 1.0);
        Ok(Record::from_iter([("won".into(), won.into())]))
    }
    fn page(&self, done: &Results) -> Page {
        let mut rows = Vec::new();
        let (mut measured, mut errors, mut paper) = (vec![], vec![], vec![]);
        for budget in BUDGETS {
            let prefix = format!("B={budget}/");
            let won: Vec<bool> = done
                .iter()
                .filter(|(u, _)| u.starts_with(&prefix))
                .map(|(_, r)| r["won"] == true)
                .collect();
            let Some(share) =
                stats::proportion(won.iter().filter(|w| **w).count() as u64, won.len() as u64)
            else {
                continue;
            };
            measured.push((budget as f64, share.value * 100.0));
            errors.push(share.error * 100.0);
            let theirs = (budget != 300).then(|| wins(budget, 1.0).round());
            paper.extend(theirs.map(|t| (budget as f64, t)));
            rows.push(Comparison {
                labels: vec![Cell::Integer(budget as i64)],
                paper: theirs,
                measured: share.value * 100.0,
                error: Some(share.error * 100.0),
            });
        }
        let flat = BUDGETS.map(|b| (b as f64, wins(b, -0.6))).to_vec();
        let dots = BUDGETS.map(|b| (b as f64, wins(b, 0.3) + 4.0)).to_vec();
        let plot = Plot {
            title: "Games won against alpha-beta, by evaluations a move".into(),
            x_label: "evaluations a move".into(),
            y_label: "games won (%)".into(),
            log_x: true,
            series: vec![
                Series::new("best-first, measured", measured).with_error(errors),
                Series::new("best-first, paper", paper).with_style(Style::Dashed),
                Series::new("least certainty", dots).with_style(Style::Points),
                Series::new("alpha-beta, one ply less", flat).with_style(Style::Dotted),
            ],
        };
        let curve: Vec<_> = (0..=200)
            .map(|i| f64::from(i) / 10.0)
            .map(|x| (x, 20_000.0 * (x / 3.0).sin() * (-x / 12.0).exp()))
            .collect();
        let linear = Plot {
            title: "A linear axis with a < b & thousands".into(),
            x_label: "depth (plies)".into(),
            y_label: "nodes".into(),
            log_x: false,
            series: vec![Series::new("a < b", curve)],
        };
        let mut wide =
            Table::new("wide", (1..=14).map(|i| Column::with_unit(format!("column {i}"), "ms")));
        for r in 0..3 {
            wide.row((0..14).map(|i| {
                if i == 0 {
                    Cell::text(format!("row {r}"))
                } else {
                    Cell::Integer((r - 1) * 1000 * i)
                }
            }));
        }
        Page::new("Best-first search wins more as its budget grows")
            .paragraph("A sample to look at: every number and claim on this page is invented.")
            .paragraph("The paper claims that best-first search overtakes alpha-beta at about 40 evaluations a move and gains five to six points for each tenfold budget.")
            .paragraph("Reproduces: the crossing and the slope. Does not reproduce: the drop at 30,000, which is within 1.2 standard errors of none.")
            .section(Section::new("Wins by budget").text("Pairs of games from 100 openings, both colours. Bars are one standard error.").plot(plot)
                .table(Table::comparison("wins", ["evaluations"], 1, rows)))
            .section(Section::new("Nodes by depth").plot(linear).table(wide))
    }
    fn spec(&self) -> String {
        "budgets = [10, 30]\n".into()
    }
    fn seeds(&self) -> String {
        "1-100".into()
    }
}

fn main() -> Result<(), Error> {
    let out = std::env::args().nth(1).ok_or_else(|| Error::input("expected a folder"))?;
    let options = RunOptions { jobs: 2, progress: true, ..RunOptions::new(&out) };
    println!("{:?}", run(&Sample, &options)?);
    let entry = IndexEntry {
        title: "Sample".into(),
        path: "report.html".into(),
        summary: "Two claims reproduce, one does not.".into(),
    };
    replace_file(
        &std::path::Path::new(&out).join("index.html"),
        index_page("All experiments", &[entry]).as_bytes(),
    )
}
