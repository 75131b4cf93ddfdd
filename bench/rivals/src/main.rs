//! `cargo xtask bench rivals`: iterative deepening with a table compared with the crate `minimax`, on the same
//! games with the same evaluations, to the same depths, with tables of the same size.

#[path = "../../src/common.rs"]
mod common;

use common::{random_tree, timed};
use minimax::{Evaluation, Evaluator, IterativeOptions, IterativeSearch, Strategy, Winner};
use plywood::search::{Driver, FirstGuess, Mt, MtOptions};
use plywood::{Budget, Evaluate, Keyed, Position, Score, Search, Side, Tactics};
use plywood_games::random::random_game;
use plywood_games::random_tree::Branching;
use plywood_games::{Connect4, Game, Othello, RandomTree, StaticValue};
use std::cell::RefCell;
use std::marker::PhantomData;

/// The size of each table in bytes.
const TABLE: usize = 48 << 20;
const WINDOW: i16 = 50;

/// One of our games for `minimax`.
struct Rules<P>(PhantomData<P>);

impl<P: Keyed> minimax::Game for Rules<P> {
    type S = P;
    type M = P::Move;

    fn generate_moves(state: &P, moves: &mut Vec<P::Move>) -> Option<Winner> {
        state.moves(moves);
        if moves.is_empty() { Self::get_winner(state) } else { None }
    }

    fn apply(state: &mut P, m: P::Move) -> Option<P> {
        let mut next = state.clone();
        next.play(m);
        Some(next)
    }

    fn get_winner(state: &P) -> Option<Winner> {
        if !state.is_over() {
            return None;
        }
        Some(match state.result().seen_by(state.side()).cmp(&Score::ZERO) {
            std::cmp::Ordering::Less => Winner::PlayerJustMoved,
            std::cmp::Ordering::Equal => Winner::Draw,
            std::cmp::Ordering::Greater => Winner::PlayerToMove,
        })
    }

    fn zobrist_hash(state: &P) -> u64 {
        state.key()
    }
}

/// The same evaluation for both, within the 16 bits of `minimax`.
#[derive(Clone)]
struct Small<E> {
    evaluation: E,
    divisor: i32,
}

impl<P: Position, E: Evaluate<P>> Evaluate<P> for Small<E> {
    fn evaluate(&mut self, position: &P) -> Score {
        Score::new(self.evaluation.evaluate(position).get() / self.divisor)
    }
}

struct Opinion<P, E>(RefCell<Small<E>>, PhantomData<P>);

impl<P: Keyed, E: Evaluate<P>> Evaluator for Opinion<P, E> {
    type G = Rules<P>;

    fn evaluate(&self, position: &P) -> Evaluation {
        let value = self.0.borrow_mut().evaluate(position).get();
        let value = i16::try_from(value).expect("a small evaluation");
        if position.side() == Side::Max { value } else { -value }
    }
}

/// The times in seconds of Plywood and of `minimax`, for three forms of the search, with tables of `table`
/// bytes, or with their default tables if none is given.
fn compare<P, E>(table: Option<usize>, name: &str, roots: &[P], evaluation: &Small<E>, depth: u8)
where
    P: Tactics,
    E: Evaluate<P> + Clone,
{
    let guess = FirstGuess::Previous;
    let forms = [
        ("NegaScout / PVS", Driver::NegaScout, IterativeOptions::new()),
        (
            "aspiration",
            Driver::AspirationNegaScout(WINDOW as u32),
            IterativeOptions::new().with_aspiration_window(WINDOW),
        ),
        ("MTD(f)", Driver::MtdF(guess), IterativeOptions::new().with_mtdf()),
    ];
    for (form, driver, options) in forms {
        let (mut ours, mut theirs, mut agree) = (0.0, 0.0, 0);
        for root in roots {
            let options_of_ours = match table {
                Some(bytes) => {
                    let entries = MtOptions::entries_in(bytes);
                    MtOptions { entries, ..MtOptions::new(driver) }
                }
                None => MtOptions::new(driver),
            };
            let mut search = Mt::with(options_of_ours, evaluation.clone());
            let budget = Budget::new().depth(depth.into());
            let (seconds, report) = timed(|| search.run(root, &budget));
            ours += seconds;
            let opinion = Opinion(RefCell::new(evaluation.clone()), PhantomData);
            let options = match table {
                Some(bytes) => options.with_table_byte_size(bytes),
                None => options,
            };
            let (seconds, answer) = timed(|| {
                let mut rival = IterativeSearch::new(opinion, options);
                rival.set_max_depth(depth);
                rival.choose_move(root);
                rival.root_value()
            });
            theirs += seconds;
            let value = report.value.exact().map(|value| value.seen_by(root.side()).get());
            agree += usize::from(value == Some(answer.into()));
        }
        println!(
            "  {name}, depth {depth}, {form}: {ours:.2} s against {theirs:.2} s: ratio {:.2} \
             ({agree} of {} values equal)",
            ours / theirs,
            roots.len()
        );
    }
}

/// Positions after `plies` random moves.
fn openings<P: Position + Default>(count: u64, plies: u32) -> Vec<P> {
    let position = |seed| {
        let mut game = random_game(P::default(), seed);
        game.nth(plies as usize).filter(|position| !position.is_over())
    };
    (1..).filter_map(position).take(count as usize).collect()
}

fn with_table(table: Option<usize>) {
    let learned = Small { evaluation: <Othello as Game>::Evaluation::default(), divisor: 1 };
    compare(table, "Othello", &openings::<Othello>(4, 8), &learned, 12);
    let lines = Small { evaluation: <Connect4 as Game>::Evaluation::default(), divisor: 1 };
    compare(table, "connect four", &openings::<Connect4>(4, 4), &lines, 14);
    for (branching, depth) in [(2, 26), (10, 10), (40, 7)] {
        let roots: Vec<RandomTree> =
            (1..=4).map(|seed| random_tree(Branching::Uniform(branching), 100, seed)).collect();
        let values = Small { evaluation: StaticValue, divisor: 100 };
        compare(table, &format!("random trees of branching {branching}"), &roots, &values, depth);
    }
}

fn main() {
    println!(
        "Iterative deepening with a table against the crate minimax 0.6, processor time (aim 0.7)."
    );
    println!("Tables of {} MiB each:", TABLE >> 20);
    with_table(Some(TABLE));
    println!("Each with its default table: at most 48 MiB for Plywood, 1 MiB for minimax:");
    with_table(None);
}
