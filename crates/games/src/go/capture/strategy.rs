//! The widening strategies of the paper, section 5.

pub(super) use crate::strategies::ALL;
use crate::strategies::STRATEGIES;
use crate::{InputError, one_of};
use plywood::kit::Width;

/// In which order sets of moves are widened, by the number and the name of the paper. The tenth is ours.
///
/// | Set | Moves |
/// | --- | --- |
/// | OR1 | the liberties of the target |
/// | OR2 | also the empty neighbours of these, and the liberties of adjacent strings with fewer liberties than the target |
/// | AND1 | the moves of ip1 if it holds, else those of ip2 |
/// | AND2 | also, if neither holds, the moves of ip3 |
///
/// ```
/// use plywood::kit::Width;
/// use plywood_games::go::capture::Strategy;
/// let strategy = Strategy::parse("3")?;
/// assert_eq!(strategy.name(), "OR2-2AND1-2");
/// assert_eq!(strategy.widths(), [Width { or: 1, and: 0 }, Width { or: 1, and: 1 }]);
/// assert_eq!(Strategy::parse("or2-2and1-2"), Ok(strategy));
/// assert_eq!(Strategy::all().count(), 10);
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strategy(usize);

impl Strategy {
    /// All strategies in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Strategy> {
        (0..STRATEGIES.len()).map(Strategy)
    }

    /// The strategy with this number or name; capitals do not matter.
    pub fn parse(text: &str) -> Result<Strategy, InputError> {
        let by_name =
            || Strategy::all().find(|strategy| strategy.name().eq_ignore_ascii_case(text.trim()));
        let by_number = text.trim().parse().ok();
        let by_number = Strategy::all().find(|strategy| Some(strategy.number()) == by_number);
        by_number.or_else(by_name).ok_or_else(|| {
            let names: Vec<&str> = Strategy::all().map(Strategy::name).collect();
            let names = one_of(text, &names);
            InputError::new("strategy", text).expected(format!("a number from 1 to 10, or {names}"))
        })
    }

    /// The number, from 1.
    pub fn number(self) -> usize {
        self.0 + 1
    }

    /// The name.
    pub fn name(self) -> &'static str {
        STRATEGIES[self.0].0
    }

    /// The widths in the order in which they are searched.
    pub fn widths(self) -> &'static [Width] {
        STRATEGIES[self.0].1
    }
}
