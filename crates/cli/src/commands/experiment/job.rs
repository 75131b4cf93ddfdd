//! `plywood experiment run`: one experiment, or all of them as one job, with a line for each result.

use super::{ALL, RunArgs, cluster, default_folder, run_options};
use crate::failure::Failure;
use crate::interrupt;
use crate::open::open_page;
use crate::terminal::wrap;
use plywood_lab::Error;
use plywood_lab::experiment::{
    AnyExperiment, Job, Outcome, RunOptions, clock, run as run_experiment,
};
use plywood_lab::papers::{
    CATALOGUE, Entry, RunResult, Tally, check_index, open, run_result, write_index,
};
use plywood_lab::report::claim::Answer;
use plywood_play::text::{number_of, thousands};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Blanks before the second line of a result, where it needs one.
const INDENT: usize = 4;

pub(super) fn run_one(args: &RunArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let experiment = open(&args.name, &args.profile)?;
    let name = experiment.name();
    let folder = args.out.clone().unwrap_or_else(|| default_folder(name, &args.profile));
    let options = options(args, folder.clone());
    if let Some(shard) = &args.shard {
        return cluster::run_one_shard(&*experiment, shard, &options, out);
    }
    let begun = Instant::now();
    let Some(done) = finish(&*experiment, &options)? else { return Ok(interrupt::exit_code()) };
    print_result(name, &done, begun.elapsed(), out)?;
    let page = folder.join("report.html");
    writeln!(out, "{}", page.display())?;
    show(args, &page, out)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs every experiment of the catalogue in its order, and writes their front page.
pub(super) fn run_all(args: &RunArgs, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    if args.shard.is_some() {
        return Err(cluster::one_at_a_time("--shard with").into());
    }
    let folder = args.out.clone().unwrap_or_else(|| default_folder(ALL, &args.profile));
    // All are opened before the first is run, so that a wrong profile is reported at once.
    let experiments: Result<Vec<_>, Error> =
        CATALOGUE.iter().map(|entry| open(entry.name, &args.profile)).collect();
    let (experiments, options) = (experiments?, options(args, folder.clone()));
    check_index(&folder, args.overwrite)?;
    let costs = CATALOGUE.iter().map(|entry| entry.seconds(&args.profile)).collect();
    let job = Arc::new(Job::new("experiments", costs, options.jobs));
    let threads = number_of(options.jobs as u64, "thread");
    let about = job.left().map(|left| format!(", about {}", clock(left.as_secs_f64())));
    let (all, about) = (experiments.len(), about.unwrap_or_default());
    writeln!(out, "{all} experiments on {threads}{about}; results in {}", folder.display())?;
    out.flush()?;
    let (begun, mut finished) = (Instant::now(), Vec::new());
    for (entry, experiment) in CATALOGUE.iter().zip(&experiments) {
        let out_folder = folder.join(experiment.name());
        let options =
            RunOptions { out: out_folder, job: Some(Arc::clone(&job)), ..options.clone() };
        let one = Instant::now();
        let Some(done) = finish(&**experiment, &options)? else {
            return Ok(interrupt::exit_code());
        };
        job.finished(done.ran as f64 / (done.ran + done.reused).max(1) as f64);
        print_result(experiment.name(), &done, one.elapsed(), out)?;
        finished.push((entry, one.elapsed(), done.result));
    }
    let index = write_index(&folder, args.overwrite)?;
    write!(out, "\n{}", table(&finished))?;
    writeln!(out, "{all} experiments in {}.", duration(begun.elapsed()))?;
    writeln!(out, "{}", index.display())?;
    show(args, &index, out)?;
    Ok(ExitCode::SUCCESS)
}

fn options(args: &RunArgs, out: PathBuf) -> RunOptions {
    RunOptions {
        repair: args.repair,
        overwrite: args.overwrite,
        ..run_options(args.jobs, &args.profile, out)
    }
}

/// A finished run.
struct Done {
    ran: u64,
    reused: u64,
    result: RunResult,
}

/// Runs an experiment to its end; nothing if it was interrupted, which is said on standard error.
fn finish(experiment: &dyn AnyExperiment, options: &RunOptions) -> Result<Option<Done>, Error> {
    match run_experiment(experiment, options)? {
        Outcome::Complete { ran, reused } => {
            Ok(Some(Done { ran, reused, result: run_result(&options.out)? }))
        }
        Outcome::Interrupted { done, left } => {
            let (done, left) = (number_of(done, "unit"), thousands(left));
            let name = experiment.name();
            let said = format!(
                "{name}: interrupted, {done} done, about {left} left: the same command resumes it"
            );
            let size = terminal_size::terminal_size_of(io::stderr());
            let width = size.map_or(usize::MAX, |(width, _)| width.0.into());
            eprintln!("{}", wrap(&said, width, 0));
            Ok(None)
        }
    }
}

fn print_result(name: &str, done: &Done, took: Duration, out: &mut dyn Write) -> io::Result<()> {
    let width = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.into());
    writeln!(out, "{}", result_text(name, done, took, width))?;
    // The next experiment may take hours, so nothing may wait in the buffer.
    out.flush()
}

/// A result in one line: name, duration, verdicts, and a number next to the paper's. The number is on lines of its own
/// if that is too long for a terminal of this width.
fn result_text(name: &str, done: &Done, took: Duration, width: Option<usize>) -> String {
    let verdicts = match done.result.verdicts() {
        none if none == Tally::default() => "complete".to_string(),
        verdicts => verdicts.to_string(),
    };
    let mut took = duration(took);
    if done.reused > 0 {
        let (ran, reused) = (number_of(done.ran, "unit"), thousands(done.reused));
        took += &format!(", {ran} run, {reused} reused");
    }
    let first = format!("{name} ({took}): {verdicts}");
    let Some(headline) = &done.result.headline else { return first };
    let line = format!("{first}; {headline}");
    match width {
        Some(width) if line.chars().count() > width => {
            wrap(&format!("{first}\n{:INDENT$}{headline}", ""), width, INDENT)
        }
        _ => line,
    }
}

/// A time for people: with a tenth of a second if it is short.
fn duration(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 59.95 => format!("{seconds:.1} s"),
        seconds if seconds < 3600.0 => format!("{} min", clock(seconds)),
        seconds => format!("{} h", clock(seconds)),
    }
}

/// The verdicts by paper.
fn table(finished: &[(&Entry, Duration, RunResult)]) -> String {
    let head = Answer::ALL.map(|answer| answer.to_string());
    let columns = &head[..3];
    let row = |name: &str, tally: Tally| {
        let cells = tally.numbers().map(|(number, answer)| {
            let width = answer.to_string().len();
            format!("  {number:width$}")
        });
        format!("{name:34}{}\n", cells.concat())
    };
    let mut text = format!("{:34}  {}\n", "Verdicts", columns.join("  "));
    let mut section = |name: &str, rows: &[(&Entry, Duration, RunResult)]| {
        let sum = |of: fn(&RunResult) -> Tally| rows.iter().map(|row| of(&row.2)).sum::<Tally>();
        text += &format!("{name}\n");
        let kinds: [(&str, Tally); 3] = [
            ("  direction of the effect", sum(|result| result.directions)),
            ("  size of the effect", sum(|result| result.sizes)),
            ("  times", sum(|result| result.times)),
        ];
        for (name, tally) in kinds.into_iter().filter(|(_, tally)| *tally != Tally::default()) {
            text += &row(name, tally);
        }
    };
    for rows in finished.chunk_by(|one, next| one.0.source == next.0.source) {
        let took = duration(rows.iter().map(|row| row.1).sum());
        section(&format!("{}, {took}", rows[0].0.source), rows);
    }
    section("All", finished);
    text
}

/// Opens a page in the browser if that was asked for.
fn show(args: &RunArgs, page: &Path, out: &mut dyn Write) -> io::Result<()> {
    if args.open {
        out.flush()?;
        if let Err(why) = open_page(page) {
            eprintln!("{why}");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_lab::papers::entry;
    use plywood_lab::report::Headline;

    fn result(reproduced: usize) -> RunResult {
        RunResult {
            directions: Tally { reproduced, not_reproduced: 2, inconclusive: 0 },
            sizes: Tally { reproduced: 0, not_reproduced: 1, inconclusive: 1 },
            times: Tally::default(),
            headline: Some(Headline {
                what: "pairs won (%)".into(),
                measured: "76.1".into(),
                paper: "77 on average".into(),
            }),
        }
    }

    #[test]
    fn a_result_is_one_line_if_there_is_room() {
        let done = Done { ran: 40, reused: 0, result: result(3) };
        let text = |width| result_text("table-2", &done, Duration::from_millis(6180), width);
        let first = "table-2 (6.2 s): 3 reproduced, 3 not reproduced, 1 inconclusive";
        let headline = "pairs won (%): 76.1 (paper: 77 on average)";
        assert_eq!(text(None), format!("{first}; {headline}"));
        assert_eq!(text(Some(120)), text(None));
        assert_eq!(text(Some(80)), format!("{first}\n    {headline}"));
        assert!(text(Some(30)).lines().all(|line| line.len() <= 30), "{}", text(Some(30)));
        let done = Done { ran: 1, reused: 1039, result: RunResult::default() };
        let line = result_text("mine", &done, Duration::from_secs(71), None);
        assert_eq!(line, "mine (1:11 min, 1 unit run, 1,039 reused): complete");
    }

    #[test]
    fn the_table_has_each_paper_once_and_fits_80_columns() {
        let names = ["korf-1992-figure-4", "korf-1992-overhead", "plaat-1995-figure-4"];
        let finished = names.map(|name| (entry(name).unwrap(), Duration::from_secs(5), result(4)));
        let text = table(&finished);
        assert!(text.lines().all(|line| line.len() <= 80), "{text}");
        assert!(text.contains("Korf 1992, 10.0 s\n"), "{text}");
        let directions: Vec<&str> =
            text.lines().filter(|line| line.starts_with("  direction")).collect();
        let numbers = |line: &str| -> Vec<usize> {
            line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
        };
        assert_eq!(numbers(directions[0]), [8, 4, 0]);
        assert_eq!(numbers(directions[2]), [12, 6, 0]);
        assert!(!text.contains("  times"), "no verdicts on times");
    }
}
