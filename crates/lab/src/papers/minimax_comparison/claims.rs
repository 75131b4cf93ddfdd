//! The paper's sentences about costs, and the verdicts on them.

use super::course::{Costs, Finished};
use super::positions::Played;
use super::spec::{Measure, Spec};
use super::tables::FIRST;
use crate::Error;
use crate::report::Measured;
use crate::report::claim::{Claim, Side, Stated, Verdict, paper_claim};

paper_claim! {
    /// A sentence of the paper, and what it says of a number.
    pub(in crate::papers) struct PaperClaim {
        /// The game of the paper's numbers; the others are measured too.
        game: String,
        algorithm: String,
        /// The number is the mean of the costs of `algorithm` and of this one: below 100 % of `than` if and only if
        /// `algorithm` gains more on `than` than `than` gains on this one.
        mean_with: Option<String>,
        /// The algorithm it is compared with, in percent; none for a number of calls.
        than: Option<String>,
        /// Or several: the sentence is about each of them, and the number is that of the nearest.
        #[serde(default)]
        than_each: Vec<String>,
        pub measure: Measure,
        /// Two configurations: the cost in the first in percent of that in the second.
        configurations: Option<[String; 2]>,
        /// On which side of the reference the number is.
        direction: Side,
        /// The number that means "no effect"; 100 percent if it is not given.
        #[serde(default = "hundred")]
        reference: f64,
        /// The least and the greatest number that the words allow.
        size: Option<[f64; 2]>,
        /// The number as the paper has it.
        #[serde(default)]
        paper: String,
    }
}

fn hundred() -> f64 {
    100.0
}

/// A game in a configuration, at its last depth.
pub(super) struct Subject<'a> {
    pub game: &'a Played,
    pub variant: &'a str,
    pub last: u32,
}

impl Subject<'_> {
    fn words(&self) -> String {
        let (game, last) = (self.game.name(), self.last);
        match self.variant {
            "" => format!("{game}, depth {last}"),
            variant => format!("{game}, depth {last}, {}", variant.replace(',', ", ")),
        }
    }
}

impl PaperClaim {
    pub fn check(&self) -> Result<(), Error> {
        let wrong = |words: &str| Err(Error::input(format!("paper.toml: {words}")));
        if self.than.is_some() && !self.than_each.is_empty() {
            return wrong("than and than_each: expected one of the two");
        }
        if self.mean_with.is_some() && self.than.is_none() {
            return wrong("mean_with: expected 'than' beside it");
        }
        if self.configurations.is_some() && (self.mean_with.is_some() || !self.than_each.is_empty())
        {
            return wrong("configurations: expected neither mean_with nor than_each beside them");
        }
        match self.size {
            Some([low, high]) if low > high || low.is_nan() || high.is_nan() => {
                wrong(&format!("size [{low}, {high}]: expected the lesser number first"))
            }
            _ => Ok(()),
        }
    }

    fn quantity(&self) -> String {
        let (measure, algorithm) = (self.measure.name(), &self.algorithm);
        if let Some([first, second]) = &self.configurations {
            let second = if second.is_empty() { "everything" } else { second };
            return match &self.than {
                None => format!("{measure} of {algorithm} (% of those with {second})"),
                Some(than) => {
                    format!("{measure} of {algorithm} with {first} (% of {than} with {second})")
                }
            };
        }
        match (&self.than, &self.mean_with) {
            (Some(than), None) => format!("{measure} of {algorithm} (% of {than})"),
            (Some(than), Some(other)) => {
                format!("{measure}, mean of {algorithm} and {other} (% of {than})")
            }
            (None, _) if !self.than_each.is_empty() => {
                format!("{measure} of {algorithm} (% of the best of the others)")
            }
            (None, _) => format!("{measure} of alpha-beta by {algorithm} in the last iteration"),
        }
    }

    /// The verdicts on a number. The paper's size is that of its own game.
    fn judge(&self, game: &str, subject: String, measured: Measured) -> Claim {
        let claim = self
            .claim()
            .about(subject, self.quantity())
            .measured(measured, 1)
            .direction(self.direction, self.reference);
        match self.size {
            Some([low, high]) if game == self.game => {
                let reference = self.reference;
                claim.size(self.paper.clone(), Stated { low, high, error: 0.0, reference })
            }
            _ => claim,
        }
    }

    /// The verdicts at the last depth of a game, and at how many depths the number is on the paper's side.
    pub(super) fn judge_costs(&self, subject: &Subject<'_>, costs: &impl Costs) -> Option<Claim> {
        let last = subject.last;
        let numbers = |depth| self.numbers(depth, costs);
        let at_last = numbers(last);
        // Of several, the one farthest from the paper's side.
        let farther = |a: &Measured, b: &Measured| match self.direction {
            Side::Below => b.value > a.value,
            Side::Above => b.value < a.value,
        };
        let nearest = at_last.iter().reduce(|a, b| if farther(a, b) { b } else { a })?;
        let mut judged = self.judge(&subject.game.game, subject.words(), nearest.clone());
        if !self.than_each.is_empty() {
            let part = |number| Verdict::direction(number, self.direction, self.reference);
            let parts: Vec<Verdict> = at_last.iter().map(part).collect();
            judged.direction = Verdict::every(&parts, "algorithms");
        }
        let is_on_side = |number: &Measured| self.direction.has(number.value, self.reference);
        let depths: Vec<Vec<Measured>> =
            (FIRST.min(last)..=last).map(numbers).filter(|all| !all.is_empty()).collect();
        let on_side = depths.iter().filter(|all| all.iter().all(is_on_side)).count();
        judged.direction.test += &format!("; on this side at {on_side} of {} depths", depths.len());
        Some(judged)
    }

    /// The numbers that the sentence is about at a depth: one, or one for each other algorithm.
    fn numbers(&self, depth: u32, costs: &impl Costs) -> Vec<Measured> {
        let (own, measure) = (self.algorithm.as_str(), self.measure);
        if !self.than_each.is_empty() {
            let share = |than: &String| costs.share(own, than, depth, measure);
            return self.than_each.iter().filter_map(share).collect();
        }
        let number = match (&self.than, &self.mean_with) {
            (Some(than), None) => costs.share(own, than, depth, measure),
            (Some(than), Some(other)) => costs.mean_share([own, other], than, depth, measure),
            (None, _) => costs.mean(own, depth, measure),
        };
        number.into_iter().collect()
    }

    /// The verdicts on the cost in one configuration in percent of that in another.
    fn judge_configurations(
        &self,
        game: &Played,
        last: u32,
        [first, second]: &[String; 2],
        variants: &[(&str, Finished)],
    ) -> Option<Claim> {
        let find = |name: &str| variants.iter().find(|variant| variant.0 == name);
        let (own, other) = (&find(first)?.1, &find(second)?.1);
        let than = self.than.as_ref().unwrap_or(&self.algorithm);
        let measured = own.to(other, &self.algorithm, than, last, self.measure)?;
        let subject = format!("{}, depth {last}, {first}", game.name());
        Some(self.judge(&game.game, subject, measured))
    }
}

/// The claims about counts, at the last depth of each game.
pub(super) fn claims(spec: &Spec, games: &[(&Played, Vec<(&str, Finished)>)]) -> Vec<Claim> {
    let counted = spec.paper_numbers.claims.iter().filter(|claim| claim.measure != Measure::Time);
    let mut claims = Vec::new();
    for claim in counted {
        for (game, variants) in games {
            let last = spec.depth(game);
            if let Some(both) = &claim.configurations {
                claims.extend(claim.judge_configurations(game, last, both, variants));
                continue;
            }
            for (variant, finished) in variants {
                claims.extend(claim.judge_costs(&Subject { game, variant, last }, finished));
            }
        }
    }
    claims
}
