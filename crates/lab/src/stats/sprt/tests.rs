use super::*;
use plywood_games::random::Rng;

const ISSUE: [u64; 5] = [379, 10170, 21828, 10640, 343];

fn test(text: &str) -> Sprt {
    Sprt::parse(text).unwrap()
}

fn llr(text: &str, counts: &[u64]) -> f64 {
    test(text).state(counts).unwrap().llr
}

fn uniform(rng: &mut Rng) -> f64 {
    f64::from(rng.below(1 << 30)) / f64::from(1 << 30)
}

#[test]
fn a_published_match_has_its_ratios() {
    assert_eq!(format!("{:.4}", llr("elo0=0,elo1=2", &ISSUE)), "2.9455");
    assert_eq!(format!("{:.4}", llr("elo0=0,elo1=2,model=logistic", &ISSUE)), "3.1257");
    // The usual closed form: N/2 ln((1 + (t − t0)²) / (1 + (t − t1)²)).
    let (mean, deviation) = mean_and_deviation(&as_numbers(&ISSUE)).unwrap();
    let (t, t1) = ((mean - 0.5) / deviation / SQRT_2, t_of_elo(2.0, 3));
    let pairs = ISSUE.iter().sum::<u64>() as f64;
    let closed = pairs * ((1.0 + t * t) / (1.0 + (t - t1).powi(2))).ln();
    assert!((closed - 2.9460).abs() < 2e-4, "{closed}");
}

/// The largest log-likelihood over all distributions of five results that keep a constraint, by a search with
/// shrinking steps from many beginnings. `tilt` says what the probabilities of 2 points and of 0 points must
/// differ by, given the other three.
fn brute_force(counts: &[u64; 5], tilt: impl Fn(&[f64; 3]) -> f64) -> f64 {
    let value = |middle: &[f64; 3]| {
        let rest = 1.0 - middle.iter().sum::<f64>();
        let tilt = tilt(middle);
        let p = [0.5 * (rest - tilt), middle[0], middle[1], middle[2], 0.5 * (rest + tilt)];
        if p.iter().any(|p| p.is_nan() || *p < 0.0) {
            return f64::NEG_INFINITY;
        }
        let terms = counts.iter().zip(p).filter(|&(&n, _)| n > 0);
        terms.map(|(&n, p)| n as f64 * p.ln()).sum::<f64>()
    };
    let (mut rng, mut best) = (Rng::new(5), f64::NEG_INFINITY);
    for _ in 0..24 {
        let mut at = [0.0; 3].map(|_: f64| uniform(&mut rng) / 3.0);
        let mut here = value(&at);
        let mut step = 0.2;
        while step > 1e-9 {
            let before = here;
            for _ in 0..60 {
                let next = at.map(|p| (p + step * (2.0 * uniform(&mut rng) - 1.0)).max(0.0));
                let there = value(&next);
                if there > here {
                    (at, here) = (next, there);
                }
            }
            if here - before <= 1e-12 * before.abs() || before.is_infinite() {
                step *= 0.6;
            }
        }
        best = best.max(here);
    }
    best
}

#[test]
fn the_ratio_is_the_best_that_brute_force_finds() {
    let vectors =
        [[1, 2, 3, 2, 1], [0, 2, 5, 3, 0], [4, 0, 0, 1, 2], [0, 0, 3, 9, 1], [2, 7, 1, 0, 0]];
    for counts in vectors {
        for [elo0, elo1] in [[0.0, 20.0], [-30.0, 10.0], [50.0, 200.0]] {
            let brute = |elo: f64, model: EloModel| match model {
                EloModel::Logistic => {
                    let mean = score_of_elo(elo) - 0.5;
                    brute_force(&counts, |p| 2.0 * mean - 0.5 * (p[2] - p[0]))
                }
                EloModel::Normalized => {
                    let t = t_of_elo(elo, 5);
                    brute_force(&counts, |p| {
                        let square = (p[0] + p[2]) / 16.0 + (1.0 - p.iter().sum::<f64>()) / 4.0;
                        let mean = t * (square.max(0.0) / (1.0 + t * t)).sqrt();
                        2.0 * mean - 0.5 * (p[2] - p[0])
                    })
                }
            };
            for model in EloModel::ALL {
                let sprt = Sprt::new([elo0, elo1], [0.05, 0.05], model).unwrap();
                let (ours, twin) =
                    (sprt.state(&counts).unwrap().llr, brute(elo1, model) - brute(elo0, model));
                assert!(
                    (ours - twin).abs() < 2e-4,
                    "{counts:?} {sprt}: {ours}, brute force {twin}"
                );
            }
        }
    }
}

/// With three results the constraint leaves one number free, the share of draws.
#[test]
fn single_games_agree_with_a_scan_over_the_draws() {
    for counts in [[10u64, 20, 15], [0, 5, 9], [7, 0, 7], [3, 0, 0]] {
        let scan = |elo: f64| {
            let t = t_of_elo(elo, 3);
            let value = |drawn: f64| {
                let tilt = 2.0 * t * ((1.0 - drawn) / (4.0 * (1.0 + t * t))).sqrt();
                let p = [0.5 * (1.0 - drawn - tilt), drawn, 0.5 * (1.0 - drawn + tilt)];
                let terms = counts.iter().zip(p).filter(|&(&n, _)| n > 0);
                terms.map(|(&n, p)| n as f64 * p.max(0.0).ln()).sum::<f64>()
            };
            (0..100_000).map(|i| value(f64::from(i) / 1e5)).fold(f64::NEG_INFINITY, f64::max)
        };
        let (ours, twin) = (llr("elo0=-10,elo1=40", &counts), scan(40.0) - scan(-10.0));
        assert!((ours - twin).abs() < 1e-3, "{counts:?}: {ours}, scan {twin}");
    }
}

#[test]
fn every_count_has_a_finite_ratio_with_the_right_sign() {
    let mut rng = Rng::new(1);
    let tests = [
        "elo0=0,elo1=5",
        "elo0=-3,elo1=1,model=logistic",
        "elo0=-2000,elo1=2000",
        "elo0=1,elo1=1.001",
    ];
    for round in 0..300 {
        let most = [1, 2, 5, 100_000][round % 4];
        let counts = [0; 5].map(|_: u64| u64::from(rng.below(most)) * u64::from(rng.below(3)));
        let mut mirrored = counts;
        mirrored.reverse();
        for text in tests {
            let sprt = test(text);
            let state = sprt.state(&counts).unwrap();
            assert!(state.llr.is_finite(), "{counts:?} {text}: {}", state.llr);
            // The match seen by the other player is the test with both hypotheses exchanged and negated.
            let [elo0, elo1] = sprt.hypotheses();
            let other = Sprt::new([-elo1, -elo0], [0.05, 0.05], sprt.model()).unwrap();
            let seen = other.state(&mirrored).unwrap().llr;
            let within = 1e-7 * (1.0 + counts.iter().sum::<u64>() as f64);
            assert!((state.llr + seen).abs() < within, "{counts:?} {text}: {} {seen}", state.llr);
        }
    }
    for text in tests {
        assert_eq!(llr(text, &[0; 5]), 0.0);
    }
    // All alike: won, drawn, lost.
    for model in ["normalized", "logistic"] {
        let text = format!("elo0=0,elo1=10,model={model}");
        assert!(llr(&text, &[0, 0, 0, 0, 50]) > 1.0);
        assert!(llr(&text, &[0, 0, 5000, 0, 0]) < 0.0);
        assert!(llr(&text, &[50, 0, 0, 0, 0]) < -1.0);
    }
    assert_eq!(test("elo0=0,elo1=5").state(&[1, 2]), None);
}

/// Plays matches of a known distribution until a decision. Returns the share of decisions for H1 and the
/// mean number of pairs.
fn simulate(sprt: Sprt, p: [f64; 5], matches: u64, seed: u64) -> (f64, f64) {
    let (mut for_h1, mut pairs) = (0, 0);
    for number in 0..matches {
        let mut rng = Rng::new(seed + number);
        let mut course = SprtCourse::new(sprt);
        while course.decision().is_none() {
            let mut left = uniform(&mut rng);
            let outcome = p.iter().position(|p| {
                left -= p;
                left < 0.0
            });
            course.push(outcome.unwrap_or(4) as u8);
        }
        let decision = course.decision().unwrap();
        for_h1 += u64::from(decision.verdict == SprtVerdict::H1);
        pairs += decision.pairs;
    }
    (for_h1 as f64 / matches as f64, pairs as f64 / matches as f64)
}

/// A distribution with the expected score ½ + `shift`.
fn shifted(shift: f64) -> [f64; 5] {
    [0.08 - shift, 0.22 - shift, 0.4, 0.22 + shift, 0.08 + shift].map(|p| p + 0.0)
}

#[test]
fn errors_of_simulated_matches_are_as_asked_for() {
    let matches = 400;
    // Three standard errors of a share of 5 %.
    let most = 0.05 + 3.0 * (0.05 * 0.95 / matches as f64).sqrt();
    for (text, matches) in
        [("elo0=0,elo1=60,model=logistic", matches), ("elo0=0,elo1=110,model=normalized", matches)]
    {
        let sprt = test(text);
        let expected = |shift: f64| {
            let counts = shifted(shift).map(|p| (p * 1e9) as u64);
            match sprt.model() {
                EloModel::Logistic => super::super::elo_of_score(0.5 + 1.5 * shift),
                EloModel::Normalized => normalized_elo(&counts).unwrap(),
            }
        };
        // The shift that has the Elo of the second hypothesis, by bisection.
        let [mut low, mut high] = [0.0, 0.08];
        for _ in 0..40 {
            let middle = 0.5 * (low + high);
            if expected(middle) < sprt.hypotheses()[1] { low = middle } else { high = middle }
        }
        for (shift, wrong) in [(0.0, 1.0), (low, 0.0)] {
            let (for_h1, pairs) = simulate(sprt, shifted(shift), matches, 11);
            let rate = (for_h1 - (1.0 - wrong)).abs();
            assert!(rate <= most, "{text}, shift {shift}: {rate} wrong");
            let spread = mean_and_deviation(&shifted(shift)).unwrap().1;
            let plan = sprt.plan(expected(shift), spread);
            assert!((pairs / plan.pairs - 1.0).abs() < 0.15, "{text}: {pairs}, {plan:?}");
            assert!((for_h1 - plan.accepts_h1).abs() < 0.05, "{text}: {for_h1}, {plan:?}");
        }
    }
}

#[test]
fn plans_are_symmetric_and_largest_in_the_middle() {
    let sprt = test("elo0=0,elo1=4");
    let [low, middle, high] = [0.0, 2.0, 4.0].map(|elo| sprt.plan(elo, 0.2));
    assert!((low.pairs - high.pairs).abs() < 1e-6 * low.pairs && middle.pairs > 1.3 * low.pairs);
    assert!((low.accepts_h1 + high.accepts_h1 - 1.0).abs() < 1e-9);
    assert_eq!((middle.accepts_h1 * 1e6).round(), 5e5);
    let near = sprt.plan(2.0001, 0.2);
    assert!((near.pairs / middle.pairs - 1.0).abs() < 1e-3, "{near:?}, {middle:?}");
    for elo in [-300.0, 300.0] {
        let far = sprt.plan(elo, 0.2);
        assert!(far.pairs > 0.0 && far.pairs < 200.0, "{far:?}");
    }
    assert!(test("elo0=0,elo1=4,model=logistic").plan(0.0, 0.1).pairs < low.pairs);
}

#[test]
fn decisions_stay_and_do_not_depend_on_what_follows() {
    let sprt = test("elo0=0,elo1=80");
    let mut rng = Rng::new(9);
    let mut course = SprtCourse::new(sprt);
    let mut counts = [0u64; 5];
    for pair in 1..=2000u64 {
        let half_points = rng.below(5) as u8;
        course.push(half_points);
        if course.decision().is_none_or(|decision| decision.pairs == pair) {
            counts[usize::from(half_points)] += 1;
            assert_eq!(course.llr(), sprt.state(&counts).unwrap().llr);
        }
    }
    let decision = course.decision().unwrap();
    assert_eq!(course.counts(), counts);
    assert_eq!(counts.iter().sum::<u64>(), decision.pairs);
    assert_eq!(course.later().iter().sum::<u64>(), 2000 - decision.pairs);
    assert_eq!(sprt.state(&counts).unwrap().verdict, decision.verdict);
}

#[test]
fn wrong_tests_are_refused_in_one_line() {
    for (text, error) in [
        ("", "SPRT '': expected name=value, separated by commas"),
        ("elo0=0", "SPRT 'elo0=0': expected elo0=N and elo1=N"),
        ("elo0=0,elo1=x", "SPRT 'elo0=0,elo1=x': at elo1: expected a number, found 'x'"),
        ("elo0=0,elo1=inf", "SPRT 'elo0=0,elo1=inf': at elo1: expected a number, found 'inf'"),
        ("elo0=0,elo0=1", "SPRT 'elo0=0,elo0=1': expected each name once, found 'elo0' twice"),
        (
            "elo0=0,elo1=5,a=1",
            "SPRT 'elo0=0,elo1=5,a=1': expected elo0, elo1, alpha, beta or model, found 'a'",
        ),
        ("elo0=0,elo1=5,model=x", "model 'x': expected normalized or logistic"),
        ("elo0=5,elo1=5", "elo0 '5': expected a number below elo1, which is 5"),
        ("elo0=0,elo1=5000", "elo1 '5000': expected a number from -2000 to 2000"),
        ("elo0=0,elo1=5,alpha=0", "alpha '0': expected a number above 0 and below 0.5"),
        ("elo0=0,elo1=5,beta=0.5", "beta '0.5': expected a number above 0 and below 0.5"),
    ] {
        let found = Sprt::parse(text).unwrap_err().to_string();
        assert!(found.starts_with(error), "{found}");
    }
    let text = "elo0=-1.75,elo1=0.25,alpha=0.1,beta=0.01,model=logistic";
    assert_eq!(test(text).to_string(), text);
}
