//! Games that are decided before their rules decide them. Every rule is off unless it is asked for.

use crate::Error;
use plywood::{Budget, Score, Side, Task};
use plywood_games::{Endgame, Game, shown};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The rules by which games are adjudicated.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Adjudication {
    /// A player loses whose position is called lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// A game is drawn that both players call even.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// A game is drawn after this many plies, those of the opening included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
    /// A game gets its exact result from the game's own solver when at most this many plies are left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solved: Option<u32>,
}

/// When a game is lost by its scores.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ResignRule {
    /// The least score of a won position, in units of the game such as pawns or discs.
    pub score: f64,
    /// The number of moves in a row.
    pub moves: u32,
    /// Whether both players must call it so, each for `moves` moves; else the loser alone.
    #[serde(default = "yes")]
    pub two_sided: bool,
}

/// When a game is drawn by its scores.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DrawRule {
    /// The largest score of an even position, for either side.
    pub score: f64,
    /// The number of moves in a row, of each player.
    pub moves: u32,
    /// The plies that must have been played, those of the opening included.
    #[serde(default)]
    pub after: u32,
}

fn yes() -> bool {
    true
}

/// Reads `name=value,name=value` as TOML would read the lines.
fn settings<T: DeserializeOwned>(what: &str, text: &str) -> Result<T, Error> {
    toml::from_str(&text.replace(',', "\n")).map_err(|e| {
        let message = e.message().lines().next().unwrap_or_default().replace('`', "'");
        Error::input(format!("{what} '{}': {message}", shown(text)))
    })
}

impl ResignRule {
    /// Reads `score=S,moves=N[,two-sided=false]`.
    ///
    /// ```
    /// use plywood_lab::matches::ResignRule;
    /// let rule = ResignRule::parse("score=6,moves=4")?;
    /// assert!(rule.two_sided && rule.score == 6.0 && rule.moves == 4);
    /// assert!(ResignRule::parse("score=6").is_err());
    /// # Ok::<(), plywood_lab::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<ResignRule, Error> {
        settings("resign", text)
    }
}

impl DrawRule {
    /// Reads `score=S,moves=N[,after=PLIES]`.
    ///
    /// ```
    /// use plywood_lab::matches::DrawRule;
    /// assert_eq!(DrawRule::parse("score=0.1,moves=8,after=60")?.after, 60);
    /// # Ok::<(), plywood_lab::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<DrawRule, Error> {
        settings("draw", text)
    }
}

/// The rule that ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Adjudicated {
    /// A player's position was called lost.
    Resign,
    /// The position was called even.
    Draw,
    /// The game was too long.
    MaxPlies,
    /// The ending was solved.
    Solved,
}

impl fmt::Display for Adjudicated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Adjudicated::Resign => "adjudicated: lost by score",
            Adjudicated::Draw => "adjudicated: drawn by score",
            Adjudicated::MaxPlies => "adjudicated: drawn by length",
            Adjudicated::Solved => "adjudicated: the ending is solved",
        })
    }
}

/// Solving takes a second or more beyond this many plies.
const MOST_SOLVED: u32 = 24;

impl Adjudication {
    /// An error if a number makes no sense, or if games of `G` have no solver and one is asked for.
    pub(super) fn check<G: Game>(&self) -> Result<(), Error> {
        let wrong = |what: String| Err(Error::input(format!("adjudication: {what}")));
        let scores = [self.resign.map(|rule| rule.score), self.draw.map(|rule| rule.score)];
        for (name, score) in ["resign", "draw"].into_iter().zip(scores) {
            if score.is_some_and(|score| !(0.0..=1e6).contains(&score)) {
                return wrong(format!("{name}: score: expected a number from 0 to 1000000"));
            }
        }
        let moves = [self.resign.map(|rule| rule.moves), self.draw.map(|rule| rule.moves)];
        for (name, moves) in ["resign", "draw"].into_iter().zip(moves) {
            if moves == Some(0) {
                return wrong(format!("{name}: moves: expected at least 1"));
            }
        }
        if self.max_plies == Some(0) {
            return wrong("max-plies: expected at least 1".into());
        }
        match self.solved {
            Some(_) if G::endgame().is_none() => {
                wrong(format!("solved: {} has no endgame solver", G::NAME))
            }
            Some(plies) if !(1..=MOST_SOLVED).contains(&plies) => {
                wrong(format!("solved: expected plies from 1 to {MOST_SOLVED}, found {plies}"))
            }
            _ => Ok(()),
        }
    }
}

/// How often in a row a player said the same.
#[derive(Clone, Copy, Default)]
struct Streak {
    /// The side that the player called winning, with the number of moves in a row.
    winning: Option<(Side, u32)>,
    even: u32,
}

/// Watches one game.
pub(super) struct Judge<'a, G: Game> {
    rules: &'a Adjudication,
    solver: Option<Box<dyn Endgame<G>>>,
    /// What the first player said, and the second.
    streaks: [Streak; 2],
}

impl<'a, G: Game> Judge<'a, G> {
    pub fn new(rules: &'a Adjudication) -> Judge<'a, G> {
        let solver = rules.solved.and_then(|_| G::endgame());
        Judge { rules, solver, streaks: Default::default() }
    }

    /// A player moved, playing `side`, and gave the position this score, from MAX's view.
    pub fn hear(&mut self, player: usize, score: Option<Score>) {
        let unit = f64::from(G::UNIT);
        let streak = &mut self.streaks[player];
        let points = |rule: f64| (rule * unit).round() as i64;
        let Some(score) = score.filter(|score| score.is_finite()) else {
            *streak = Streak::default();
            return;
        };
        let size = i64::from(score.get()).abs();
        let decided = self.rules.resign.is_some_and(|rule| size >= points(rule.score));
        let side = if score > Score::ZERO { Side::Max } else { Side::Min };
        streak.winning = match (decided, streak.winning) {
            (false, _) => None,
            (true, Some((before, moves))) if before == side => Some((side, moves + 1)),
            (true, _) => Some((side, 1)),
        };
        let even = self.rules.draw.is_some_and(|rule| size <= points(rule.score));
        streak.even = if even { streak.even + 1 } else { 0 };
    }

    /// The result for MAX of a game that is not over, `plies` plies after its start, if a rule decides it.
    /// `first_side` is the side of the first player.
    pub fn verdict(
        &mut self,
        position: &G,
        plies: u32,
        first_side: Side,
    ) -> Option<(Score, Adjudicated)> {
        if let (Some(solver), Some(most)) = (&mut self.solver, self.rules.solved)
            && solver.plies_left(position) <= most
        {
            let report = solver.solve(&Task::new(position).budget(Budget::new()));
            if let Some(value) = report.value.exact() {
                return Some((value, Adjudicated::Solved));
            }
        }
        if let Some(rule) = self.rules.resign {
            let calls = |player: usize, side: Side| {
                self.streaks[player]
                    .winning
                    .is_some_and(|(winner, moves)| winner == side && moves >= rule.moves)
            };
            for (loser, winner) in [(0, !first_side), (1, first_side)] {
                if calls(loser, winner) && (!rule.two_sided || calls(1 - loser, winner)) {
                    return Some((Score::won_by(winner, plies), Adjudicated::Resign));
                }
            }
        }
        if let Some(rule) = self.rules.draw
            && plies >= rule.after
            && self.streaks.iter().all(|streak| streak.even >= rule.moves)
        {
            return Some((Score::ZERO, Adjudicated::Draw));
        }
        let too_long = self.rules.max_plies.is_some_and(|most| plies >= most);
        too_long.then_some((Score::ZERO, Adjudicated::MaxPlies))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_games::{Connect4, Othello};

    fn verdict(
        rules: &Adjudication,
        said: &[(usize, i32)],
        plies: u32,
    ) -> Option<(Score, Adjudicated)> {
        let mut judge = Judge::<Connect4>::new(rules);
        said.iter().for_each(|&(player, points)| judge.hear(player, Some(Score::new(points))));
        judge.verdict(&Connect4::default(), plies, Side::Max)
    }

    #[test]
    fn a_game_is_lost_when_both_say_so_or_the_loser_alone() {
        let both = ResignRule { score: 5.0, moves: 2, two_sided: true };
        let alone = ResignRule { two_sided: false, ..both };
        let [both, alone] = [both, alone]
            .map(|rule| Adjudication { resign: Some(rule), ..Adjudication::default() });
        let lost = Some((Score::loss(9), Adjudicated::Resign));
        // The first player is MAX: it calls its own position lost.
        let first_alone = [(0, -5), (0, -8)];
        assert_eq!(
            (verdict(&both, &first_alone, 9), verdict(&alone, &first_alone, 9)),
            (None, lost)
        );
        // The winner alone is not believed.
        let second_alone = [(1, -50), (1, -80)];
        assert_eq!(verdict(&alone, &second_alone, 9), None);
        let agreed = [(0, -5), (1, -6), (0, -5), (1, -6)];
        assert_eq!(verdict(&both, &agreed, 9), lost);
        for broken in [[(0, -5), (1, -6), (0, -4), (1, -6)], [(0, -5), (1, 6), (0, -5), (1, -6)]] {
            assert_eq!(verdict(&both, &broken, 9), None, "{broken:?}");
        }
        let mut judge = Judge::<Connect4>::new(&alone);
        judge.hear(0, Some(Score::loss(7)));
        judge.hear(0, None);
        judge.hear(0, Some(Score::loss(5)));
        assert_eq!(judge.verdict(&Connect4::default(), 9, Side::Max), None, "no score in between");
    }

    #[test]
    fn even_and_long_games_are_drawn() {
        let draw = Some(DrawRule { score: 1.0, moves: 1, after: 10 });
        let rules = Adjudication { draw, max_plies: Some(20), ..Adjudication::default() };
        let even = [(0, 1), (1, -1)];
        assert_eq!(verdict(&rules, &even, 9), None);
        assert_eq!(verdict(&rules, &even, 10), Some((Score::ZERO, Adjudicated::Draw)));
        assert_eq!(verdict(&rules, &[(0, 1), (1, 2)], 10), None);
        assert_eq!(verdict(&rules, &[], 20), Some((Score::ZERO, Adjudicated::MaxPlies)));
    }

    #[test]
    fn solved_endings_have_their_exact_result() {
        let rules = Adjudication { solved: Some(2), ..Adjudication::default() };
        assert!(rules.check::<Othello>().is_ok());
        let error = rules.check::<Connect4>().unwrap_err().to_string();
        assert_eq!(error, "adjudication: solved: connect4 has no endgame solver");
        // Black takes the last square, and with it the last white disc.
        let board = format!("{}O- X", "X".repeat(62));
        let position = Othello::parse(Some(&board)).unwrap();
        let verdict = Judge::new(&rules).verdict(&position, 60, Side::Max);
        assert_eq!(verdict, Some((Score::new(64 * Othello::UNIT), Adjudicated::Solved)));
        let early = Judge::new(&rules).verdict(&Othello::default(), 0, Side::Max);
        assert_eq!(early, None);
        let zero = Adjudication { max_plies: Some(0), ..Adjudication::default() };
        assert!(zero.check::<Othello>().is_err());
    }
}
