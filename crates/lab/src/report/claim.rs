//! Claims of papers, and the verdicts of a run on them: one type for all experiments.
//!
//! A claim has two verdicts. **Direction**: does the effect have the sign that the paper gives it?
//! **Size**: is it as large as the paper says? Each is found by one test at the 5 % level, and
//! "inconclusive" is an answer: a run too small to tell must not look like a confirmation.
//!
//! - A direction is *reproduced* if a two-sided test rejects "no effect" and the effect has the paper's
//!   sign, *not reproduced* if it has the other one, and *inconclusive* if the test rejects nothing.
//! - A size is *not reproduced* if a two-sided test rejects every number that the paper's words allow
//!   (their range; "about 10 %" allows a tenth more or less). It is *reproduced* if it is not rejected
//!   and the 95 % interval lies between half of the least and one and a half times the greatest effect
//!   that the range allows. Otherwise it is *inconclusive*.

pub use super::measured::LEVEL;
use super::measured::Measured;
use super::minus;
use crate::stats::chi_square;
use std::fmt;

/// A sentence of a paper, what was measured about it, and the two verdicts.
///
/// ```
/// use plywood_lab::report::claim::{Answer, Claim, Side, Stated};
/// use plywood_lab::report::Measured;
/// let costs = [(92.0, 100.0), (99.0, 100.0), (101.0, 100.0), (103.0, 100.0), (96.0, 100.0)];
/// let claim = Claim::new("averaging around a 10% improvement", "section 4.2.1")
///     .about("chess, depth 8", "leaves (% of the base line)")
///     .measured(Measured::ratio(&costs, "positions"), 1)
///     .direction(Side::Below, 100.0)
///     .size("about 90", Stated { low: 89.0, high: 91.0, error: 0.0, reference: 100.0 });
/// assert_eq!(claim.direction.answer, Answer::Inconclusive);
/// assert_eq!(claim.size.answer, Answer::NotReproduced);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The paper's words.
    pub sentence: String,
    /// Where in the paper they stand.
    pub place: String,
    /// How they are interpreted here, if that is not obvious.
    pub reading: Option<String>,
    /// What was measured: a game, a depth, a configuration.
    pub subject: String,
    /// The quantity, with its unit.
    pub quantity: String,
    /// The paper's number, as printed; empty if it gives none.
    pub paper: String,
    /// Our number.
    pub measured: Option<Measured>,
    /// Digits after the point of our number.
    pub decimals: usize,
    /// Has the effect the sign that the paper gives it?
    pub direction: Verdict,
    /// Is it as large as the paper says?
    pub size: Verdict,
}

/// One of the two verdicts on a claim, with its test.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// The verdict.
    pub answer: Answer,
    /// What was tested, such as "below 100".
    pub tested: String,
    /// The test, such as "t-test over 20 positions".
    pub test: String,
    /// The p-value, where the test has one.
    pub p: Option<f64>,
}

/// The result of a verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answer {
    /// The data show what the paper says.
    Reproduced,
    /// The data show otherwise.
    NotReproduced,
    /// The data do not decide.
    #[default]
    Inconclusive,
    /// The paper names no size.
    NoSizeGiven,
}

impl Answer {
    /// Every answer, in the order in which they are counted.
    pub const ALL: [Answer; 4] =
        [Answer::Reproduced, Answer::NotReproduced, Answer::Inconclusive, Answer::NoSizeGiven];
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Answer::Reproduced => "reproduced",
            Answer::NotReproduced => "not reproduced",
            Answer::Inconclusive => "inconclusive",
            Answer::NoSizeGiven => "no size given",
        })
    }
}

/// On which side of the reference the paper says the number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Above it.
    Above,
    /// Below it.
    Below,
}

impl Side {
    /// Whether a number is on this side of the reference.
    pub(crate) fn has(self, value: f64, reference: f64) -> bool {
        match self {
            Side::Above => value > reference,
            Side::Below => value < reference,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Side::Above => "above",
            Side::Below => "below",
        }
    }
}

/// The numbers that a paper's words allow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stated {
    /// The least of them; may be minus infinity.
    pub low: f64,
    /// The greatest of them; may be infinity.
    pub high: f64,
    /// The standard error of the paper's own number, 0 where it is not known.
    pub error: f64,
    /// The number that means "no effect".
    pub reference: f64,
}

impl Stated {
    /// A printed number with its standard error.
    pub fn number(value: f64, error: f64, reference: f64) -> Stated {
        Stated { low: value, high: value, error, reference }
    }

    /// A number, or any number beyond it on this side.
    pub fn or_beyond(value: f64, side: Side, reference: f64) -> Stated {
        let stated = Stated::number(value, 0.0, reference);
        match side {
            Side::Above => Stated { high: f64::INFINITY, ..stated },
            Side::Below => Stated { low: f64::NEG_INFINITY, ..stated },
        }
    }

    /// The numbers from half of the least to one and a half times the greatest effect.
    fn band(self) -> (f64, f64) {
        let out = |end: f64| if end.is_finite() { 0.5 * (end - self.reference) } else { 0.0 };
        if self.low >= self.reference {
            (self.low - out(self.low), self.high + out(self.high))
        } else {
            // The effect points down: the high end is the one near the reference.
            (self.low + out(self.low), self.high - out(self.high))
        }
    }

    fn words(self) -> String {
        let number = |value: f64| minus(format!("{}", (value * 100.0).round() / 100.0 + 0.0));
        match (self.low.is_finite(), self.high.is_finite()) {
            (true, true) if self.low == self.high => format!("equal to {}", number(self.low)),
            (true, true) => format!("between {} and {}", number(self.low), number(self.high)),
            (true, false) => format!("at least {}", number(self.low)),
            (false, _) => format!("at most {}", number(self.high)),
        }
    }
}

/// How the cells of a table differ from the paper's.
#[derive(Clone, Debug, PartialEq)]
pub struct TableComparison {
    /// The sum of their squared differences, each divided by its variance.
    pub squares: f64,
    /// How many cells.
    pub cells: u64,
    /// The mean difference.
    pub bias: Measured,
    /// The standard error that the paper's own noise adds to it.
    pub paper_error: f64,
    /// The mean difference of the paper's cells from "no effect".
    pub effect: f64,
}

impl Verdict {
    /// Is a number on the paper's side of the reference?
    pub fn direction(measured: &Measured, side: Side, reference: f64) -> Verdict {
        let p = measured.p_value(reference, 0.0);
        let answer = match p {
            Some(p) if p < LEVEL && side.has(measured.value, reference) => Answer::Reproduced,
            Some(p) if p < LEVEL => Answer::NotReproduced,
            _ => Answer::Inconclusive,
        };
        let tested = format!("{} {}", side.word(), minus(reference.to_string()));
        Verdict { answer, tested, test: measured.test(), p }
    }

    /// Is a number as large as the paper says?
    pub fn size(measured: &Measured, stated: Stated) -> Verdict {
        let nearest = measured.value.max(stated.low).min(stated.high);
        let p = measured.p_value(nearest, stated.error);
        let (low, high) = stated.band();
        let answer = match p {
            Some(p) if p < LEVEL => Answer::NotReproduced,
            Some(_) if measured.is_within(low, high, stated.error) => Answer::Reproduced,
            _ => Answer::Inconclusive,
        };
        Verdict { answer, tested: stated.words(), test: measured.test(), p }
    }

    /// Is a whole table the paper's? It is not if chi-square rejects its cells. It is if they are not
    /// rejected and the interval of the mean difference stays within half of the paper's mean effect.
    pub fn table(compared: &TableComparison) -> Verdict {
        let TableComparison { squares, cells, bias, paper_error, effect } = compared;
        let p = chi_square(*squares, *cells);
        let most = 0.5 * effect.abs();
        let answer = match cells {
            0 => Answer::Inconclusive,
            _ if p < LEVEL => Answer::NotReproduced,
            _ if bias.is_within(-most, most, *paper_error) => Answer::Reproduced,
            _ => Answer::Inconclusive,
        };
        let (tested, test) = ("the paper's cells".to_string(), format!("chi² of {cells} cells"));
        Verdict { answer, tested, test, p: (*cells > 0).then_some(p) }
    }

    /// Are all parts of a claim reproduced? The largest p-value counts: all of them must be small.
    pub fn every(parts: &[Verdict], what: &str) -> Verdict {
        let count = |answer| parts.iter().filter(|part| part.answer == answer).count();
        let (held, failed) = (count(Answer::Reproduced), count(Answer::NotReproduced));
        let answer = match parts.len() {
            0 => Answer::Inconclusive,
            // A single failure refutes "every"; it counts as one of as many tests as there are.
            _ if parts.iter().any(|part| part.fails_among(parts.len())) => Answer::NotReproduced,
            all if held == all => Answer::Reproduced,
            _ => Answer::Inconclusive,
        };
        let tested = parts.first().map_or(String::new(), |part| part.tested.clone());
        let test =
            format!("reproduced at {held} of {} {what}, not reproduced at {failed}", parts.len());
        let p = parts.iter().map(|part| part.p).collect::<Option<Vec<f64>>>();
        let p = match answer {
            Answer::NotReproduced => Some(Verdict::least_p(parts, Answer::NotReproduced)),
            _ => p.and_then(|p| p.into_iter().reduce(f64::max)),
        };
        Verdict { answer, tested: format!("{tested} at all {what}"), test, p }
    }

    /// Are there parts on both sides? `parts` are directions to one side.
    pub fn mixed(parts: &[Verdict], what: &str) -> Verdict {
        let count = |answer| parts.iter().filter(|part| part.answer == answer).count();
        let (held, failed) = (count(Answer::Reproduced), count(Answer::NotReproduced));
        let (up, down) = (
            Verdict::least_p(parts, Answer::Reproduced),
            Verdict::least_p(parts, Answer::NotReproduced),
        );
        let answer = match parts.len() {
            0 => Answer::Inconclusive,
            _ if up.max(down) < LEVEL => Answer::Reproduced,
            all if held == all || failed == all => Answer::NotReproduced,
            _ => Answer::Inconclusive,
        };
        let p = match answer {
            Answer::NotReproduced => parts.iter().filter_map(|part| part.p).reduce(f64::max),
            _ => (!parts.is_empty()).then_some(up.max(down)),
        };
        let test = format!("above at {held} of {} {what}, below at {failed}", parts.len());
        Verdict { answer, tested: "both signs occur".into(), test, p }
    }

    fn fails_among(&self, tests: usize) -> bool {
        self.answer == Answer::NotReproduced && self.p.is_some_and(|p| p * (tests as f64) < LEVEL)
    }

    /// The least p-value of the parts with an answer, times the number of parts (Bonferroni).
    fn least_p(parts: &[Verdict], answer: Answer) -> f64 {
        let with = parts.iter().filter(|part| part.answer == answer);
        let least = with.filter_map(|part| part.p).fold(1.0, f64::min);
        (least * parts.len() as f64).min(1.0)
    }

    /// The verdict where the paper names no size.
    pub fn no_size() -> Verdict {
        Verdict { answer: Answer::NoSizeGiven, ..Verdict::default() }
    }

    /// The p-value as a person reads it.
    pub fn p_words(&self) -> String {
        match self.p {
            None => String::new(),
            Some(p) if p < 0.001 => "p < 0.001".into(),
            Some(p) if p < 0.1 => format!("p = {p:.3}"),
            Some(p) => format!("p = {p:.2}"),
        }
    }
}

impl Claim {
    /// A sentence and its place in the paper; nothing is decided yet.
    pub fn new(sentence: impl Into<String>, place: impl Into<String>) -> Claim {
        Claim {
            sentence: sentence.into(),
            place: place.into(),
            reading: None,
            subject: String::new(),
            quantity: String::new(),
            paper: String::new(),
            measured: None,
            decimals: 1,
            direction: Verdict::default(),
            size: Verdict::no_size(),
        }
    }

    /// Sets the interpretation of the sentence.
    #[must_use]
    pub fn reading(mut self, reading: Option<String>) -> Claim {
        self.reading = reading;
        self
    }

    /// Sets the subject and the quantity.
    #[must_use]
    pub fn about(mut self, subject: impl Into<String>, quantity: impl Into<String>) -> Claim {
        self.subject = subject.into();
        self.quantity = quantity.into();
        self
    }

    /// Sets the number, shown with this many decimals.
    #[must_use]
    pub fn measured(mut self, measured: Measured, decimals: usize) -> Claim {
        self.measured = Some(measured);
        self.decimals = decimals;
        self
    }

    /// Judges the direction from the number measured.
    #[must_use]
    pub fn direction(mut self, side: Side, reference: f64) -> Claim {
        if let Some(measured) = &self.measured {
            self.direction = Verdict::direction(measured, side, reference);
        }
        self
    }

    /// Judges the size from the number measured; `paper` is the paper's number as printed.
    #[must_use]
    pub fn size(mut self, paper: impl Into<String>, stated: Stated) -> Claim {
        self.paper = paper.into();
        if let Some(measured) = &self.measured {
            self.size = Verdict::size(measured, stated);
        }
        self
    }

    /// Judges the size by a number that the paper gives without an error, if it gives one.
    #[must_use]
    pub fn size_if_given(self, number: Option<f64>, reference: f64) -> Claim {
        match number {
            Some(number) => self.size(number.to_string(), Stated::number(number, 0.0, reference)),
            None => self,
        }
    }
}

/// Declares a sentence of a paper as a `paper.toml` has it: `text`, `place` and `reading`, with further fields of its
/// own. Its method `claim` begins the [`Claim`], of which nothing is decided yet.
///
/// This is a macro because serde cannot both flatten one struct into another and name the unknown fields.
macro_rules! paper_claim {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident { $($fields:tt)* }
    ) => {
        #[derive(Clone, Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        $(#[$attribute])*
        $visibility struct $name {
            text: String,
            place: String,
            /// How the sentence is interpreted, if that is not obvious.
            reading: Option<String>,
            $($fields)*
        }

        impl $name {
            fn claim(&self) -> $crate::report::claim::Claim {
                $crate::report::claim::Claim::new(&self.text, &self.place)
                    .reading(self.reading.clone())
            }
        }
    };
}
pub(crate) use paper_claim;

/// How many claims have each answer, of directions and of sizes, in the order of
/// [`Answer::ALL`].
pub fn count(claims: &[Claim]) -> [[usize; 4]; 2] {
    let of = |verdict: fn(&Claim) -> &Verdict| {
        Answer::ALL.map(|answer| claims.iter().filter(|c| verdict(c).answer == answer).count())
    };
    [of(|claim| &claim.direction), of(|claim| &claim.size)]
}
