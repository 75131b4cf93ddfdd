//! The verdicts on claims: at their edges, and how often they are wrong.

use plywood_games::random::Rng;
use plywood_lab::papers::CATALOGUE;
use plywood_lab::report::Measured;
use plywood_lab::report::claim::{Answer, Claim, Side, Stated, TableComparison, Verdict, count};
use std::fs;
use std::path::Path;

/// Numbers that look random, from a seed.
struct Random(Rng);

impl Random {
    fn new(seed: u64) -> Random {
        Random(Rng::new(seed))
    }

    fn uniform(&mut self) -> f64 {
        ((self.0.next() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    /// A normal deviate.
    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * self.uniform().ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }

    fn sample(&mut self, n: usize, mean: f64, deviation: f64) -> Measured {
        let samples: Vec<f64> = (0..n).map(|_| mean + deviation * self.normal()).collect();
        Measured::mean(&samples, "positions")
    }

    fn successes(&mut self, trials: u64, chance: f64) -> u64 {
        (0..trials).filter(|_| self.uniform() < chance).count() as u64
    }
}

/// "Around a 10 % improvement".
const TENTH: Stated = Stated { low: 89.0, high: 91.0, error: 0.0, reference: 100.0 };

/// How often an answer comes out in N trials.
fn rate(trials: u32, answer: Answer, mut verdict: impl FnMut() -> Verdict) -> f64 {
    (0..trials).filter(|_| verdict().answer == answer).count() as f64 / f64::from(trials)
}

/// Samples with exactly this mean and standard error.
fn exact(n: usize, mean: f64, error: f64) -> Measured {
    let unit: Vec<f64> = (0..n).map(|i| if i % 2 == 0 { 1.0 } else { -1.0 }).collect();
    let scale = error * ((n - 1) as f64).sqrt();
    let samples: Vec<f64> = unit.iter().map(|u| mean + scale * u).collect();
    let measured = Measured::mean(&samples, "positions");
    assert!((measured.error().unwrap() - error).abs() < 1e-9);
    measured
}

#[test]
fn the_ten_percent_of_figure_4_are_not_confirmed_by_two() {
    let measured = exact(20, 97.6, 2.4);
    let claim = Claim::new("averaging around a 10% improvement", "section 4.2.1")
        .about("chess, depth 8", "leaves (%)")
        .measured(measured, 1)
        .direction(Side::Below, 100.0)
        .size("about 90", TENTH);
    assert_eq!(claim.direction.answer, Answer::Inconclusive, "{claim:?}");
    assert_eq!(claim.size.answer, Answer::NotReproduced, "{claim:?}");
    assert_eq!(claim.size.p_words(), "p = 0.013");
    assert_eq!(count(&[claim]), [[0, 0, 1, 0], [0, 1, 0, 0]]);
    // The same distance with a smaller error shows the direction, and a number near 90 the size.
    let verdict = |mean, error| {
        let measured = exact(20, mean, error);
        let direction = Verdict::direction(&measured, Side::Below, 100.0).answer;
        (direction, Verdict::size(&measured, TENTH).answer)
    };
    assert_eq!(verdict(97.6, 0.5), (Answer::Reproduced, Answer::NotReproduced));
    assert_eq!(verdict(90.4, 1.0), (Answer::Reproduced, Answer::Reproduced));
    assert_eq!(verdict(90.4, 4.0), (Answer::Reproduced, Answer::Inconclusive));
    assert_eq!(verdict(104.0, 1.0), (Answer::NotReproduced, Answer::NotReproduced));
}

#[test]
fn one_sample_and_none_decide_nothing() {
    for samples in [&[][..], &[50.0]] {
        let measured = Measured::mean(samples, "positions");
        let direction = Verdict::direction(&measured, Side::Below, 100.0);
        assert_eq!((direction.answer, direction.p), (Answer::Inconclusive, None), "{samples:?}");
        assert_eq!(Verdict::size(&measured, TENTH).answer, Answer::Inconclusive);
    }
    for measured in [
        Measured::ratio(&[], "positions"),
        Measured::ratio(&[(1.0, 0.0)], "positions"),
        Measured::ratio(&[(1.0, 2.0)], "positions"),
        Measured::share(0, 0, "pairs"),
        Measured::share(1, 1, "pairs"),
        Measured::share_in_groups(&[(4, 4)], "groups"),
        Measured::share_in_groups(&[], "groups"),
        Measured::jackknife(3.0, &[], "batches"),
        Measured::slope(&[(1.0, 1.0), (2.0, 5.0)], "rows"),
    ] {
        let direction = Verdict::direction(&measured, Side::Above, 50.0);
        assert_eq!(direction.answer, Answer::Inconclusive, "{measured:?}");
    }
}

#[test]
fn samples_that_are_all_alike_count_by_their_signs() {
    let alike = |n: usize| Measured::mean(&vec![2.0; n], "positions");
    for n in [2, 3, 5] {
        assert_eq!(Verdict::direction(&alike(n), Side::Above, 1.0).answer, Answer::Inconclusive);
    }
    let six = Verdict::direction(&alike(6), Side::Above, 1.0);
    assert_eq!((six.answer, six.p), (Answer::Reproduced, Some(1.0 / 32.0)));
    assert_eq!(Verdict::direction(&alike(6), Side::Below, 1.0).answer, Answer::NotReproduced);
    // No interval has zero width.
    assert_eq!(alike(6).interval(0.0), None);
    let calls = Stated { low: 3.0, high: 6.0, error: 0.0, reference: 1.0 };
    assert_eq!(Verdict::size(&alike(6), calls).answer, Answer::NotReproduced);
    let calls = Stated { low: 2.0, ..calls };
    assert_eq!(Verdict::size(&alike(6), calls).answer, Answer::Reproduced);
    assert_eq!(Verdict::size(&alike(5), calls).answer, Answer::Inconclusive);
    let ratios = Measured::ratio(&[(3.0, 4.0), (6.0, 8.0), (0.3, 0.4)], "positions");
    assert_eq!(Verdict::direction(&ratios, Side::Below, 100.0).answer, Answer::Inconclusive);
}

#[test]
fn exact_equality_is_no_direction() {
    let measured = Measured::mean(&[99.0, 100.0, 101.0], "positions");
    for side in [Side::Above, Side::Below] {
        let verdict = Verdict::direction(&measured, side, 100.0);
        assert_eq!((verdict.answer, verdict.p), (Answer::Inconclusive, Some(1.0)));
    }
    let same = Measured::mean(&[100.0; 30], "positions");
    let verdict = Verdict::direction(&same, Side::Below, 100.0);
    assert_eq!((verdict.answer, verdict.p), (Answer::Inconclusive, Some(1.0)));
    let half = Measured::share(50, 100, "pairs");
    assert_eq!(Verdict::direction(&half, Side::Above, 50.0).answer, Answer::Inconclusive);
}

#[test]
fn open_ranges_have_one_end() {
    let dozens = Stated { low: 24.0, high: f64::INFINITY, error: 0.0, reference: 2.0 };
    let answer = |mean, error| Verdict::size(&exact(20, mean, error), dozens).answer;
    assert_eq!(answer(160.0, 20.0), Answer::Reproduced);
    assert_eq!(answer(20.0, 1.0), Answer::NotReproduced);
    assert_eq!(answer(20.0, 4.0), Answer::Inconclusive);
    let verdict = Verdict::size(&exact(20, 160.0, 20.0), dozens);
    assert_eq!(verdict.tested, "at least 24");
}

#[test]
fn no_direction_is_found_where_there_is_none() {
    let mut random = Random::new(1);
    for n in [2, 5, 20] {
        for answer in [Answer::Reproduced, Answer::NotReproduced] {
            let found = rate(4000, answer, || {
                Verdict::direction(&random.sample(n, 100.0, 3.0), Side::Below, 100.0)
            });
            // 2.5 % on each side, and 0.25 % of noise of the simulation.
            assert!((0.015..0.035).contains(&found), "n = {n}: {answer} at {found}");
        }
    }
    let strong = rate(500, Answer::Reproduced, || {
        Verdict::direction(&random.sample(20, 97.0, 3.0), Side::Below, 100.0)
    });
    assert!(strong > 0.97, "an effect of one deviation shows in 20 samples: {strong}");
}

#[test]
fn no_direction_is_found_in_fair_games() {
    let mut random = Random::new(2);
    for pairs in [6, 24, 100] {
        for answer in [Answer::Reproduced, Answer::NotReproduced] {
            let found = rate(400, answer, || {
                let won = random.successes(pairs, 0.5);
                Verdict::direction(&Measured::share(won, pairs, "pairs"), Side::Above, 50.0)
            });
            assert!(found < 0.04, "{pairs} pairs: {answer} at {found}");
        }
    }
    // Groups whose games are alike are worth a game each.
    let found = rate(200, Answer::Reproduced, || {
        let group = |random: &mut Random| (8 * random.successes(1, 0.5), 8);
        let groups: Vec<(u64, u64)> = (0..24).map(|_| group(&mut random)).collect();
        let share = Measured::share_in_groups(&groups, "groups");
        Verdict::direction(&share, Side::Above, 50.0)
    });
    assert!(found < 0.04, "groups: {found}");
}

#[test]
fn a_true_size_is_rarely_rejected_and_a_wrong_one_rarely_accepted() {
    let mut random = Random::new(3);
    for n in [4, 20] {
        for truth in [89.0, 90.0, 91.0] {
            let rejected = rate(3000, Answer::NotReproduced, || {
                Verdict::size(&random.sample(n, truth, 4.0), TENTH)
            });
            assert!(rejected < 0.05, "n = {n}, truth {truth}: rejected at {rejected}");
        }
        // At the end of the band, and without any effect.
        for truth in [95.5, 100.0] {
            let accepted = rate(3000, Answer::Reproduced, || {
                Verdict::size(&random.sample(n, truth, 1.0), TENTH)
            });
            assert!(accepted < 0.05, "n = {n}, truth {truth}: accepted at {accepted}");
        }
    }
    let accepted =
        rate(500, Answer::Reproduced, || Verdict::size(&random.sample(20, 90.0, 4.0), TENTH));
    assert!(accepted > 0.9, "{accepted}");
    // A paper with noise of its own.
    let rejected = rate(3000, Answer::NotReproduced, || {
        let paper = Stated::number(60.0 + 4.0 * random.normal(), 4.0, 50.0);
        Verdict::size(&random.sample(30, 60.0, 22.0), paper)
    });
    assert!((0.03..0.07).contains(&rejected), "{rejected}");
}

#[test]
fn every_one_and_both_signs() {
    let parts = |means: &[f64]| -> Vec<Verdict> {
        let part = |&mean: &f64| Verdict::direction(&exact(20, mean, 1.0), Side::Above, 0.0);
        means.iter().map(part).collect()
    };
    let every = |means: &[f64]| Verdict::every(&parts(means), "cells").answer;
    assert_eq!(every(&[5.0, 6.0, 4.0]), Answer::Reproduced);
    assert_eq!(every(&[5.0, 1.0, 4.0]), Answer::Inconclusive);
    assert_eq!(every(&[5.0, -6.0, 4.0]), Answer::NotReproduced);
    // Rejected by itself, but one of three tests rejects more easily than one of one.
    assert_eq!(every(&[5.0, -2.2, 4.0]), Answer::Inconclusive);
    assert_eq!(every(&[]), Answer::Inconclusive);
    let mixed = |means: &[f64]| Verdict::mixed(&parts(means), "depths").answer;
    assert_eq!(mixed(&[5.0, -6.0, 4.0]), Answer::Reproduced);
    assert_eq!(mixed(&[5.0, 6.0]), Answer::NotReproduced);
    assert_eq!(mixed(&[5.0, 0.5]), Answer::Inconclusive);
    assert_eq!(mixed(&[]), Answer::Inconclusive);
    // Twenty fair cells are refuted one time in twenty at most.
    let mut random = Random::new(4);
    let refuted = rate(800, Answer::NotReproduced, || {
        let cell = |_| Verdict::direction(&random.sample(10, 0.0, 1.0), Side::Above, 0.0);
        let cells: Vec<Verdict> = (0..20).map(cell).collect();
        Verdict::every(&cells, "cells")
    });
    assert!(refuted < 0.05, "{refuted}");
}

#[test]
fn tables_are_the_papers_if_cells_and_mean_are() {
    let verdict = |squares, bias| {
        let bias = exact(20, bias, 1.0);
        let compared = TableComparison { squares, cells: 40, bias, paper_error: 1.0, effect: 25.0 };
        Verdict::table(&compared).answer
    };
    assert_eq!(verdict(38.0, 0.5), Answer::Reproduced);
    assert_eq!(verdict(70.0, 0.5), Answer::NotReproduced);
    assert_eq!(verdict(38.0, 11.0), Answer::Inconclusive);
    let bias = exact(20, 0.0, 1.0);
    let none = TableComparison { squares: 0.0, cells: 0, bias, paper_error: 0.0, effect: 25.0 };
    assert_eq!(Verdict::table(&none).answer, Answer::Inconclusive);
}

#[test]
fn quotations_of_our_own_documents_are_in_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut quoted = 0;
    for entry in CATALOGUE {
        let file = root.join("crates/lab/experiments").join(entry.name).join("paper.toml");
        let Ok(text) = fs::read_to_string(file) else { continue };
        let paper: toml::Table = text.parse().unwrap();
        for claim in paper.get("claims").and_then(|claims| claims.as_array()).into_iter().flatten()
        {
            let [place, sentence] =
                ["place", "text"].map(|key| claim[key].as_str().unwrap_or_default());
            if place.starts_with("docs/") {
                let document = fs::read_to_string(root.join(place)).unwrap();
                assert!(words(&document).contains(sentence), "{}: {place}: {sentence}", entry.name);
                quoted += 1;
            }
        }
    }
    assert!(quoted > 0);
}
