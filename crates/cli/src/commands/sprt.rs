//! `plywood sprt`

use crate::failure::Failure;
use plywood_games::InputError;
use plywood_games::{fixed, signed};
use plywood_lab::Error;
use plywood_lab::stats::{EloModel, Sample, Sprt, SprtPlan, elo, normalized_elo, spread_of_counts};
use plywood_play::json::Object;
use std::f64::consts::SQRT_2;
use std::io::Write;
use std::process::ExitCode;

/// Run a sequential test (SPRT) on the result of a match, or plan one
#[derive(clap::Args)]
#[command(after_help = "\
The test compares two hypotheses about the difference between the players: that it is E0 (H0), and that it is E1 (H1). \
Its unit is the game pair, two games from one opening with colors reversed. --counts takes the numbers of pairs in \
which the first player scored 0, 0.5, 1, 1.5 and 2 points; three numbers are single games lost, drawn and won. The \
log-likelihood ratio (llr) is the exact generalized one. H0 is accepted at or below the lower bound, H1 at or above the upper bound.

Models: 'normalized' Elo is the expected score in standard deviations of a game's score; 'logistic' is the usual Elo.

--plan prints the expected number of pairs until a decision if the true difference is E0, E1, halfway between them, or \
that of --elo. The logistic model needs the standard deviation of a pair's score, on a scale from 0 to 1: from --spread, \
or from the results in --counts.

Examples:
  plywood sprt --counts 379,10170,21828,10640,343 --elo0 0 --elo1 2
  plywood sprt --counts 379,10170,21828,10640,343 --elo0 0 --elo1 2 --model logistic --json
  plywood sprt --plan --elo0 0 --elo1 5 --elo 3
  plywood sprt --plan --elo0 0 --elo1 5 --model logistic --spread 0.2")]
pub(crate) struct Args {
    /// The numbers of pairs with 0, 0.5, 1, 1.5 and 2 points, or of games lost, drawn and won
    #[arg(
        long,
        value_name = "N,N,…",
        required_unless_present = "plan",
        allow_hyphen_values = true
    )]
    counts: Option<String>,
    /// The difference in Elo of the hypothesis H0
    #[arg(long, value_name = "E0", value_parser = number, allow_hyphen_values = true)]
    elo0: f64,
    /// The difference in Elo of the hypothesis H1
    #[arg(long, value_name = "E1", value_parser = number, allow_hyphen_values = true)]
    elo1: f64,
    /// The greatest probability of accepting H1 if H0 is true
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = number, allow_hyphen_values = true)]
    alpha: f64,
    /// The greatest probability of accepting H0 if H1 is true
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = number, allow_hyphen_values = true)]
    beta: f64,
    /// What Elo means: normalized or logistic
    #[arg(long, value_name = "M", default_value = "normalized")]
    model: String,
    /// Print the expected number of pairs
    #[arg(long)]
    plan: bool,
    /// Also plan for this true difference in Elo
    #[arg(long, value_name = "E", value_parser = number, requires = "plan", allow_hyphen_values = true)]
    elo: Vec<f64>,
    /// The standard deviation of a pair's score, on a scale from 0 to 1, for --plan
    #[arg(long, value_name = "S", value_parser = number, requires = "plan", allow_hyphen_values = true)]
    spread: Option<f64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn number(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| "expected a number".to_string())
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let flag = |e: Error| Error::input(format!("--{e}"));
    let model = EloModel::parse(&args.model).map_err(flag)?;
    let test = Sprt::new([args.elo0, args.elo1], [args.alpha, args.beta], model).map_err(flag)?;
    let counts = args.counts.as_deref().map(counts).transpose().map_err(flag)?;
    if args.plan {
        plan(args, &test, counts.as_deref(), out)?;
    } else if let Some(counts) = counts {
        judge(args, &test, &counts, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Five or three whole numbers, whose sum is within range.
fn counts(text: &str) -> Result<Vec<u64>, Error> {
    let wrong = || InputError::new("counts", text);
    let mut counts = Vec::new();
    for (place, word) in (1..).zip(text.split(',')) {
        // The sum of five such numbers is exact, also in floating point.
        let count = word.trim().parse::<u64>().ok().filter(|&count| count <= 1_000_000_000_000);
        let error = || {
            let place = format!("number {place}");
            wrong()
                .at(&place)
                .expected("a whole number from 0 to 10^12")
                .found(&format!("'{word}'"))
        };
        counts.push(count.ok_or_else(error)?);
    }
    match counts.len() {
        3 | 5 => Ok(counts),
        n => Err(wrong().expected("five numbers, or three").found(&n.to_string()).into()),
    }
}

fn judge(args: &Args, test: &Sprt, counts: &[u64], out: &mut dyn Write) -> Result<(), Failure> {
    let Some(state) = test.state(counts) else { return Ok(()) };
    let [lower, upper] = test.bounds();
    let (total, of_pairs) = (counts.iter().sum::<u64>(), counts.len() == 5);
    let score = Sample::counted(counts).map(|sample| sample.estimate());
    let normalized = normalized_elo(counts);
    let what = if of_pairs { "pairs" } else { "games" };
    if args.json {
        let mut object = Object::new()
            .field("llr", state.llr)
            .field("lower", lower)
            .field("upper", upper)
            .field("verdict", state.verdict.name())
            .field("model", args.model.as_str())
            .field("elo0", args.elo0)
            .field("elo1", args.elo1)
            .field("alpha", args.alpha)
            .field("beta", args.beta)
            .field(what, total);
        if let Some(score) = score {
            let elo = elo(score);
            let ends = |value, low, high| {
                Object::new().field("value", value).field("low", low).field("high", high)
            };
            object = object
                .object("score", ends(score.value, score.low, score.high))
                .object("elo", ends(elo.value, elo.low, elo.high));
        }
        writeln!(out, "{}", object.field("normalized_elo", normalized))?;
        return Ok(());
    }
    let verdict = match state.verdict.name() {
        "continue" => "continue: no bound was reached".to_string(),
        name => format!("{name} is accepted"),
    };
    let mut rows = vec![
        ("test", test.to_string().replace(',', ", ")),
        (what, total.to_string()),
        ("LLR", fixed(state.llr, 4)),
        ("bounds", format!("{} to {}", fixed(lower, 4), fixed(upper, 4))),
        ("verdict", verdict),
    ];
    rows.extend(score.map(|score| ("score", score.to_string())));
    rows.extend(score.map(|score| ("Elo", elo(score).to_string())));
    rows.extend(normalized.map(|elo| ("nElo", signed(elo, 2))));
    for (name, value) in rows {
        writeln!(out, "{name:<8} {value}")?;
    }
    Ok(())
}

fn plan(
    args: &Args,
    test: &Sprt,
    counts: Option<&[u64]>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    // Two independent games have less spread than one.
    let of_pair = |counts: &[u64]| {
        let of_one = spread_of_counts(counts)?;
        Some(if counts.len() == 5 { of_one } else { of_one / SQRT_2 })
    };
    let spread = args.spread.or(counts.and_then(of_pair));
    let spread = match (spread, test.model()) {
        (Some(spread), _) if spread > 0.0 && spread <= 0.5 => spread,
        (Some(spread), _) => {
            let found = spread.to_string();
            let error = InputError::new("spread", &found).expected("a number above 0, at most 0.5");
            return Err(Error::input(format!("--{error}")).into());
        }
        // It has no influence there.
        (None, EloModel::Normalized) => 0.25,
        (None, EloModel::Logistic) => {
            let expected = "expected --spread, or the results of other pairs in --counts";
            return Err(Error::input(format!("--plan: model 'logistic': {expected}")).into());
        }
    };
    let mut truths = vec![args.elo0, 0.5 * (args.elo0 + args.elo1), args.elo1];
    truths.extend(&args.elo);
    let plans: Vec<SprtPlan> = truths.iter().map(|&elo| test.plan(elo, spread)).collect();
    if args.json {
        let object = |plan: &SprtPlan| {
            Object::new()
                .field("elo", plan.elo)
                .field("pairs", plan.pairs.ceil())
                .field("accepts_h1", plan.accepts_h1)
        };
        writeln!(out, "{}", Object::new().objects("plan", plans.iter().map(object)))?;
        return Ok(());
    }
    writeln!(out, "{:>9}  {:>14}  {:>10}", "true Elo", "pairs expected", "accepts H1")?;
    for SprtPlan { elo, pairs, accepts_h1 } in plans {
        writeln!(
            out,
            "{:>9}  {:>14.0}  {:>8.1} %",
            fixed(elo, 2),
            pairs.ceil(),
            100.0 * accepts_h1
        )?;
    }
    Ok(())
}
