//! Answers to problems as a table and as JSON, the same for the problems of every game.

use crate::answer::{line_text, time_text};
use crate::failure::Failure;
use crate::interrupt;
use crate::live::LiveOutput;
use plywood_lab::Error;
use plywood_lab::experiment::Progress;
use plywood_play::json::{Object, ms};
use plywood_play::problems::{Solved, Solver, Verdict, solve_all};
use plywood_play::text::number_of;
use serde_json::Value;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How answers are shown.
pub(crate) struct Show<'a> {
    /// The game or question.
    pub game: &'a str,
    /// The algorithm and its options.
    pub algorithm: String,
    /// Fields of every answer, after the name of the game.
    pub fields: &'a dyn Fn(Object) -> Object,
    /// The heads of the columns that only these problems have.
    pub columns: &'a [&'a str],
    /// Whether to print one JSON object per problem.
    pub json: bool,
    /// The flag that ends the work.
    pub stop: Arc<AtomicBool>,
}

impl Show<'_> {
    /// Solves problems with as many solvers as `solver` makes, and prints the answers and the summary. The exit
    /// code is that of the command.
    pub(crate) fn solve<S: Solver>(
        &self,
        problems: &[S::Problem],
        id: impl Fn(&S::Problem) -> &str,
        jobs: usize,
        solver: impl Fn() -> Result<S, Error>,
        out: &mut dyn Write,
    ) -> Result<ExitCode, Failure> {
        let jobs = jobs.clamp(1, problems.len().max(1));
        let solvers = (0..jobs).map(|_| solver()).collect::<Result<Vec<S>, _>>()?;
        let longest = problems.iter().map(|problem| id(problem).chars().count()).max();
        let width = longest.unwrap_or(0).clamp(2, 24);
        if !self.json {
            writeln!(out, "algorithm {}\n{}", self.algorithm, self.head(width))?;
        }
        // Without a terminal the rows show the progress.
        let progress = Progress::new(io::stderr().is_terminal(), "solve", "problems");
        progress.round(0, problems.len() as u64, false);
        let mut live = LiveOutput::new(out, self.stop.clone());
        let tally = solve_all(solvers, problems, &self.stop, |solved| {
            progress.unit_done();
            progress.above(|| match self.json {
                true => live.line(self.json(solved)),
                false => live.line(self.row(solved, width)),
            });
        })?;
        drop(progress);
        live.end()?;
        if tally.interrupted {
            return Ok(interrupt::exit_code());
        }
        if !self.json {
            writeln!(
                out,
                "{}, {} right, {} wrong, {} unknown, {}, {}",
                number_of(problems.len() as u64, "problem"),
                tally.right,
                tally.wrong.len(),
                tally.unknown,
                number_of(tally.nodes, "node"),
                time_text(tally.elapsed)
            )?;
            if !tally.wrong.is_empty() {
                writeln!(out, "wrong: {}", tally.wrong.join(", "))?;
            }
        }
        Ok(if tally.wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn head(&self, width: usize) -> String {
        let columns: String = self.columns.iter().map(|head| format!("  {head:>8}")).collect();
        format!(
            "{:>width$}  {:<6}{columns}  {:<7}  {:<10}  {:<8}  {:<7}  {:>11}  {:>8}  {:<5}  line",
            "id", "task", "result", "proof", "stop", "move", "nodes", "time", ""
        )
    }

    fn row(&self, solved: &Solved, width: usize) -> String {
        let verdict = match solved.verdict {
            Verdict::Open => "",
            Verdict::Unknown => "?",
            Verdict::Right => "ok",
            Verdict::Wrong => "WRONG",
        };
        let cells: String = solved.cells.iter().map(|cell| format!("  {cell:>8}")).collect();
        let row = format!(
            "{:>width$}  {:<6}{cells}  {:<7}  {:<10}  {:<8}  {:<7}  {:>11}  {:>8}  {verdict:<5}  {}",
            solved.id,
            solved.task,
            solved.result,
            solved.proof.unwrap_or("none"),
            solved.stop.name(),
            solved.best.as_deref().unwrap_or_default(),
            solved.nodes,
            time_text(solved.elapsed),
            line_text(&solved.line),
        );
        row.trim_end().to_string()
    }

    fn json(&self, solved: &Solved) -> Object {
        let right = match solved.verdict {
            Verdict::Right => Value::from(true),
            Verdict::Wrong => Value::from(false),
            Verdict::Open | Verdict::Unknown => Value::Null,
        };
        let object = answer_json(self.game, solved, self.fields);
        object.field("right", right).field("elapsed_ms", ms(solved.elapsed))
    }
}

/// An answer without its time and without a comparison.
pub(crate) fn answer_json(
    game: &str,
    solved: &Solved,
    fields: &dyn Fn(Object) -> Object,
) -> Object {
    let object = Object::new().field("id", solved.id.as_str()).field("game", game);
    let object = fields(object)
        .field("task", solved.task)
        .field("result", solved.result)
        .field("proof", solved.proof)
        .field("move", solved.best.as_deref())
        .field("line", solved.line.clone())
        .field("nodes", solved.nodes)
        .field("stop", solved.stop.name());
    solved.extras.iter().fold(object, |object, (name, value)| object.field(name, value.clone()))
}
