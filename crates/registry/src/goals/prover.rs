//! Proofs of questions: strategies of widening, and goals that are asked for within more and more plies.

use super::spec::{ProofAlgorithm, ProofOptions};
use plywood::clock::Moment;
use plywood::kit::Width;
use plywood::search::{AbstractProof, Dfpn, Proof, ProofNumberSearch, ProofSearch};
use plywood::{Budget, Counts, Stop};
use plywood_games::{Game, NamedGoal, Question};
use std::marker::PhantomData;

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The answer of the search.
    pub proof: Proof<M>,
    /// The plies within which the goal is reached, or was looked for without success; none if the question has
    /// no such number.
    pub within: Option<u32>,
}

/// Answers questions about one goal of a game.
pub trait Prover<G: Game>: Send {
    /// Answers a question. The depth of the budget takes the place of that of the question.
    fn answer(&mut self, question: &Question<G>, budget: &Budget) -> Found<G::Move>;
}

/// A search for the goal `Q`.
pub(super) fn build<G: Game, Q: NamedGoal<G>>(options: &ProofOptions) -> Box<dyn Prover<G>> {
    match &options.algorithm {
        ProofAlgorithm::AbstractProof(own) => {
            by::<G, Q, _>(options, AbstractProof::new(own.clone()))
        }
        ProofAlgorithm::ProofNumber(own) => {
            by::<G, Q, _>(options, ProofNumberSearch::new(own.clone()))
        }
        ProofAlgorithm::Dfpn(own) => by::<G, Q, _>(options, Dfpn::new(own.clone())),
    }
}

fn by<G: Game, Q: NamedGoal<G>, S: ProofSearch<G> + Send + 'static>(
    options: &ProofOptions,
    search: S,
) -> Box<dyn Prover<G>> {
    let ProofOptions { shortest, widening, .. } = options.clone();
    Box::new(ProverOf::<Q, S> { search, shortest, widening, goal: PhantomData })
}

struct ProverOf<Q, S> {
    search: S,
    shortest: bool,
    widening: Vec<Width>,
    goal: PhantomData<fn() -> Q>,
}

impl<G: Game, Q: NamedGoal<G>, S: ProofSearch<G> + Send> Prover<G> for ProverOf<Q, S> {
    fn answer(&mut self, question: &Question<G>, budget: &Budget) -> Found<G::Move> {
        let depth = budget.depth.or(question.depth);
        let mut found = if Q::DEEPENS {
            self.deepen(question, depth, budget)
        } else {
            let budget = Budget { depth, ..budget.clone() };
            let mut goal = Q::of(&question.position, question.prover);
            self.search.set_widening(self.widening.clone());
            Found {
                proof: self.search.prove(&question.position, &mut goal, &budget),
                within: depth,
            }
        };
        let proof = &mut found.proof;
        if proof.answer == Some(true) {
            let mut position = question.position.clone();
            proof.line.iter().for_each(|&m| drop(position.play(m)));
            Q::of(&question.position, question.prover).finish(&position, &mut proof.line);
            proof.best = proof.line.first().copied();
        }
        found
    }
}

impl<Q, S> ProverOf<Q, S> {
    /// Asks for the goal within 1, 3, 5 and so on plies: with each width to the last depth before the next width, or
    /// with all widths to each depth before the next depth.
    fn deepen<G: Game>(
        &mut self,
        question: &Question<G>,
        depth: Option<u32>,
        budget: &Budget,
    ) -> Found<G::Move>
    where
        Q: NamedGoal<G>,
        S: ProofSearch<G>,
    {
        let attacks = question.position.side() == question.prover;
        let first = if attacks { 1 } else { 2 };
        let mut widths: Vec<Vec<Width>> = self.widening.iter().map(|&width| vec![width]).collect();
        if widths.is_empty() {
            widths.push(Vec::new());
        }
        let last_width = widths.len() - 1;
        let mut rounds = Rounds { spent: Counts::default(), start: Moment::now(), budget };
        let by_depth = self.shortest || depth.is_none();
        let last = depth.unwrap_or(u32::MAX);
        // A width fails for good if it fails and the depth had no part in it.
        let mut failed = vec![false; widths.len()];
        let (mut step, mut plies) = (0, first.min(last));
        loop {
            let mut proof = None;
            if !failed[step] {
                self.search.set_widening(widths[step].clone());
                let mut goal = Q::of(&question.position, question.prover);
                let left = rounds.left(plies);
                let mut found = self.search.prove(&question.position, &mut goal, &left);
                rounds.add(&mut found);
                found.step = step;
                failed[step] = found.answer == Some(false);
                proof = Some(found);
            }
            let is_last = step == last_width && (plies >= last || failed[step]);
            if let Some(proof) = proof {
                let goes_on = match proof.answer {
                    Some(true) => false,
                    Some(false) => !proof.proven,
                    None => proof.stop == Stop::Depth,
                };
                if !goes_on || is_last {
                    return Found { proof, within: Some(plies) };
                }
            }
            if by_depth {
                step += 1;
                if step > last_width {
                    (step, plies) = (0, (plies + 2).min(last));
                }
            } else if plies >= last || failed[step] {
                (step, plies) = (step + 1, first.min(last));
            } else {
                plies = (plies + 2).min(last);
            }
        }
    }
}

/// What the searches for one question have spent of its budget.
struct Rounds<'a> {
    spent: Counts,
    start: Moment,
    budget: &'a Budget,
}

impl Rounds<'_> {
    fn left(&self, plies: u32) -> Budget {
        self.budget.left(&self.spent, self.start.elapsed()).depth(plies)
    }

    /// Adds the work of a search, and makes its counts those of all.
    fn add<M>(&mut self, proof: &mut Proof<M>) {
        self.spent += proof.counts;
        proof.counts = self.spent;
    }
}
