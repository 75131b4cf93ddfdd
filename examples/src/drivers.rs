//! Two drivers of the MT framework of Plaat, Schaeffer, Pijls & de Bruin (1995), written on its public
//! null-window search. Both begin like MTD(f) and choose other windows on the way. MTD(step) goes at least a
//! step beyond each bound: fewer calls where values are fine-grained. The bisecting driver halves the
//! interval in which the earlier iterations say that the value lies. Post: the minimax value. Deviations:
//! the paper names the step as an idea only, so that its start and its size are ours.

use plywood::kit::MemoryEnhanced;
use plywood::search::{Driver, MtOptions};
use plywood::{Score, Stop};

plywood::options! {
    /// Options of [`mtd_step`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct MtdStepOptions {
        /// The least step from a bound to the next null window; 0: MTD(f).
        pub step: u32 [0..] = 8,
        /// The search below the root.
        pub search: MtOptions [nested] = MtOptions::new(Driver::CStar),
    }
}

plywood::options! {
    /// Options of [`mtd_bisect`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct MtdBisectOptions {
        /// The search below the root.
        pub search: MtOptions [nested] = MtOptions::new(Driver::CStar),
    }
}

/// What is known between two calls.
struct Bounds {
    /// The answer of the last call. It is one of the bounds.
    g: Score,
    lower: Score,
    upper: Score,
}

impl Bounds {
    /// The null window of MTD(f): next to the bound that was found last.
    fn beside(&self) -> Score {
        if self.g == self.lower { self.g.up() } else { self.g }
    }
}

/// Tests the value against `first`, and then against what `next` chooses, until the bounds meet.
fn close_in(
    n: &mut MemoryEnhanced<'_>,
    first: Score,
    next: impl Fn(&Bounds) -> Score,
) -> Result<Score, Stop> {
    let mut bounds = Bounds { g: first, lower: Score::NEG_INF, upper: Score::POS_INF };
    let mut gamma = first;
    loop {
        bounds.g = n.test(gamma)?;
        if bounds.g < gamma {
            bounds.upper = bounds.g;
        } else {
            bounds.lower = bounds.g;
        }
        if bounds.lower >= bounds.upper {
            return Ok(bounds.g);
        }
        // Whatever was chosen, the call must tell something new.
        gamma = next(&bounds).clamp(bounds.lower.up(), bounds.upper);
    }
}

/// The value of the last iteration.
fn last_value(n: &MemoryEnhanced<'_>) -> Score {
    n.values().last().copied().unwrap_or(Score::ZERO)
}

/// MTD(step): after each call the next null window is at least `step` beyond the bound that was found.
///
/// ```
/// use plywood::{Budget, Score, Search, search::{Mt, MtOptions}};
/// use plywood_examples::mtd_step;
/// use plywood_games::{StaticValue, Tree};
///
/// let tree = Tree::from_json("[0, [0, 3, 5], [0, 2, 9]]")?;
/// let mut search = Mt::with(MtOptions::default(), StaticValue).driven_by(|n| mtd_step(n, 2));
/// assert_eq!(search.run(&tree, &Budget::new()).value.exact(), Some(Score::new(3)));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub fn mtd_step(n: &mut MemoryEnhanced<'_>, step: u32) -> Result<Score, Stop> {
    let first = last_value(n);
    close_in(n, first, |bounds| {
        let away = if bounds.g == bounds.lower { i64::from(step) } else { -i64::from(step) };
        bounds.beside().saturating_add(away)
    })
}

/// Halves the interval in which the earlier iterations say that the value lies, and goes on as MTD(f) if it
/// does not lie there.
///
/// ```
/// use plywood::{Budget, Score, Search, search::{Mt, MtOptions}};
/// use plywood_examples::mtd_bisect;
/// use plywood_games::{StaticValue, Tree};
///
/// let tree = Tree::from_json("[0, [0, 3, 5], [0, 2, 9]]")?;
/// let mut search = Mt::with(MtOptions::default(), StaticValue).driven_by(mtd_bisect);
/// assert_eq!(search.run(&tree, &Budget::new()).value.exact(), Some(Score::new(3)));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub fn mtd_bisect(n: &mut MemoryEnhanced<'_>) -> Result<Score, Stop> {
    let Some((least, greatest)) = expected(n.values()) else {
        let first = last_value(n);
        return close_in(n, first, Bounds::beside);
    };
    close_in(n, least.midpoint(greatest), |bounds| {
        let (lower, upper) = (bounds.lower.max(least), bounds.upper.min(greatest));
        if lower < upper { lower.midpoint(upper) } else { bounds.beside() }
    })
}

/// Where the values of the earlier iterations say that the next one lies: between the last two, for values
/// swing with the parity of the depth, and beyond them by the last change at one parity.
fn expected(values: &[Score]) -> Option<(Score, Score)> {
    let &[.., before, previous, last] = values else { return None };
    let change = (i64::from(last.get()) - i64::from(before.get())).abs();
    let least = previous.min(last).saturating_add(-change);
    let greatest = previous.max(last).saturating_add(change);
    (least < greatest).then_some((least, greatest))
}
