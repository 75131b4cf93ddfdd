//! Results of games in files, for ratings.

use super::ratings::PairResult;
use crate::Error;
use plywood_games::InputError;
use plywood_play::csv::without_guard;
use std::collections::{BTreeMap, HashMap};

/// The players of a list of games, and the results of their pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameResults {
    /// The names of the players, in the order of their first games.
    pub players: Vec<String>,
    /// The results; `players` of a result are indices of names.
    pub pairs: Vec<PairResult>,
    /// The number of games without a result, which do not count.
    pub unfinished: u64,
}

/// A game: White, Black, the result and the round, if it has one.
type Row = [String; 4];

impl GameResults {
    /// Reads the tags `White`, `Black`, `Result` and `Round` of games in PGN or PDN. Moves are skipped, so that
    /// games of any kind can be read.
    ///
    /// Two games of the same players, with colours exchanged and in the same round, are a pair. The part of a
    /// round behind a point does not count, nor does its absence: without rounds, games are paired in their order.
    ///
    /// ```
    /// use plywood_lab::stats::GameResults;
    /// let text = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n\
    ///             [White \"B\"]\n[Black \"A\"]\n[Result \"1/2-1/2\"]\n\n1/2-1/2\n";
    /// let results = GameResults::read_pgn(text)?;
    /// assert_eq!((results.players.len(), results.pairs[0].half_points), (2, 3));
    /// # Ok::<(), plywood_lab::Error>(())
    /// ```
    pub fn read_pgn(text: &str) -> Result<GameResults, Error> {
        const TAGS: [&str; 4] = ["White", "Black", "Result", "Round"];
        let (mut rows, mut row) = (Vec::new(), None::<[Option<String>; 4]>);
        let (mut in_moves, mut in_comment) = (false, false);
        let finish = |row: Option<[Option<String>; 4]>, rows: &mut Vec<Row>| {
            let Some([white, black, result, round]) = row else { return Ok(()) };
            let (Some(white), Some(black), Some(result)) = (white, black, result) else {
                let place = format!("game {}", rows.len() + 1);
                let error = InputError::new("games", text).at(&place);
                return Err(Error::from(error.expected("the tags White, Black and Result")));
            };
            rows.push([white, black, result, round.unwrap_or_default()]);
            Ok(())
        };
        for line in text.trim_start_matches('\u{feff}').lines().map(str::trim) {
            match tag(line).filter(|_| !in_comment) {
                Some((name, value)) => {
                    if std::mem::take(&mut in_moves) {
                        finish(row.take(), &mut rows)?;
                    }
                    let row = row.get_or_insert_default();
                    if let Some(i) = TAGS.iter().position(|known| *known == name) {
                        row[i] = Some(value);
                    }
                }
                None => {
                    in_moves |= !line.is_empty();
                    for letter in line.chars() {
                        match letter {
                            '{' => in_comment = true,
                            '}' => in_comment = false,
                            ';' if !in_comment => break,
                            _ => {}
                        }
                    }
                }
            }
        }
        finish(row, &mut rows)?;
        GameResults::of(rows.into_iter().zip((1..).map(|number| format!("game {number}"))))
    }

    /// Reads lines with White, Black, the result and perhaps the round, separated by commas; a first line with
    /// the names of the columns may change their order. Fields may be in double quotes. An apostrophe before `=`, `+`,
    /// `-` or `@` is not part of a name: it keeps spreadsheets from taking the name for a formula. Pairs are found as in
    /// [`read_pgn`](GameResults::read_pgn).
    ///
    /// ```
    /// use plywood_lab::stats::GameResults;
    /// let results = GameResults::read_csv("white,black,result\nA,B,1-0\nB,A,0.5\n")?;
    /// assert_eq!(results.pairs[0].half_points, 3);
    /// # Ok::<(), plywood_lab::Error>(())
    /// ```
    pub fn read_csv(text: &str) -> Result<GameResults, Error> {
        const COLUMNS: [&str; 4] = ["white", "black", "result", "round"];
        let wrong = |line: usize, expected: &str| {
            let place = format!("line {line}");
            Error::from(InputError::new("results", text).at(&place).expected(expected))
        };
        let (mut rows, mut order) = (Vec::new(), None::<[Option<usize>; 4]>);
        for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            if line.trim().is_empty() {
                continue;
            }
            let fields = fields(line).ok_or_else(|| wrong(number, "a closing quote"))?;
            let place_of =
                |column: &str| fields.iter().position(|field| field.eq_ignore_ascii_case(column));
            let header = COLUMNS.map(place_of);
            if order.is_none() && header[..3].iter().all(Option::is_some) {
                order = Some(header);
                continue;
            }
            let order = order.get_or_insert([0, 1, 2, 3].map(Some));
            let [white, black, result, round] =
                order.map(|place| place.and_then(|place| fields.get(place)).cloned());
            let (Some(white), Some(black), Some(result)) = (white, black, result) else {
                return Err(wrong(number, "white,black,result"));
            };
            let row = [white, black, result, round.unwrap_or_default()];
            rows.push((row, format!("line {number}")));
        }
        GameResults::of(rows.into_iter())
    }

    /// The results of games, each with its place in the text.
    fn of(rows: impl Iterator<Item = (Row, String)>) -> Result<GameResults, Error> {
        let mut results = GameResults::default();
        let mut numbers = HashMap::<String, usize>::new();
        // By players and round: games that wait for their return game, as indices of `pairs`.
        let mut open = BTreeMap::<(usize, usize, String), Vec<usize>>::new();
        for ([white, black, result, round], place) in rows {
            let wrong = |name: &str, text: &str, expected: &str| {
                Error::from(InputError::new(name, text).at(&place).expected(expected))
            };
            if white.is_empty() || black.is_empty() || white == black {
                return Err(wrong("players", &format!("{white}, {black}"), "two different names"));
            }
            let mut number = |name: String| {
                let next = numbers.len();
                *numbers.entry(name.clone()).or_insert_with(|| {
                    results.players.push(name);
                    next
                })
            };
            let players = [number(white), number(black)];
            let half_points = match result.as_str() {
                "1-0" | "1" | "1.0" => 2,
                "0-1" | "0" | "0.0" => 0,
                "1/2-1/2" | "1/2" | "0.5" | "½" | "½-½" | "0.5-0.5" => 1,
                "*" | "" | "?" => {
                    results.unfinished += 1;
                    continue;
                }
                _ => return Err(wrong("result", &result, "1-0, 0-1, 1/2-1/2 or *")),
            };
            let round = round.split('.').next().unwrap_or_default().to_string();
            let [first, second] = players;
            let waiting = open.entry((second, first, round.clone())).or_default();
            if waiting.is_empty() {
                open.entry((first, second, round)).or_default().push(results.pairs.len());
                results.pairs.push(PairResult { players, half_points, games: 1 });
            } else {
                let pair = &mut results.pairs[waiting.remove(0)];
                pair.half_points += 2 - half_points;
                pair.games = 2;
            }
        }
        Ok(results)
    }
}

/// The name and the value of a line that is a tag.
fn tag(line: &str) -> Option<(&str, String)> {
    let (name, rest) = line.strip_prefix('[')?.split_once(char::is_whitespace)?;
    let value = rest.trim().strip_prefix('"')?.strip_suffix(']')?.trim_end().strip_suffix('"')?;
    let known = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    known.then(|| (name, value.replace("\\\"", "\"").replace("\\\\", "\\")))
}

/// A field without blanks around it, and without the apostrophe that keeps spreadsheets from taking it for a formula.
fn text_of(field: &str) -> String {
    without_guard(field.trim()).to_string()
}

/// The fields of a line as texts; none if a quote is not closed.
fn fields(line: &str) -> Option<Vec<String>> {
    let (mut fields, mut field, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => field.extend(letters.next()),
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(text_of(&std::mem::take(&mut field))),
            letter => field.push(letter),
        }
    }
    fields.push(text_of(&field));
    (!quoted).then_some(fields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_games::random::Rng;
    use plywood_play::csv::text_field;

    fn pgn(games: &[[&str; 4]]) -> String {
        let text = |[white, black, result, round]: &[&str; 4]| {
            format!(
                "[Event \"x\"]\n[Round \"{round}\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\
                 [Result \"{result}\"]\n\n1. e4 {{a comment\n[White \"nobody\"] }} e5 {result}\n\n"
            )
        };
        games.iter().map(text).collect()
    }

    #[test]
    fn games_are_paired_by_round_and_colours() {
        let text = pgn(&[
            ["A", "B", "1-0", "1.1"],
            ["C", "A", "0-1", "1"],
            ["B", "A", "1/2-1/2", "1.2"],
            ["B", "A", "1-0", "2"],
            ["A", "B", "*", "2"],
            ["A", "C", "1/2-1/2", "2"],
        ]);
        let results = GameResults::read_pgn(&text).unwrap();
        assert_eq!((results.players.join(" "), results.unfinished), ("A B C".to_string(), 1));
        let pair = |players, half_points, games| PairResult { players, half_points, games };
        let expected =
            [pair([0, 1], 3, 2), pair([2, 0], 0, 1), pair([1, 0], 2, 1), pair([0, 2], 1, 1)];
        assert_eq!(results.pairs, expected);
    }

    #[test]
    fn columns_may_be_named_and_quoted() {
        let plain = GameResults::read_csv("A,\"B, C\",1\r\n\"B, C\",A,½\n").unwrap();
        assert_eq!(plain.players, ["A", "B, C"]);
        assert_eq!(plain.pairs, [PairResult { players: [0, 1], half_points: 3, games: 2 }]);
        let named =
            GameResults::read_csv("round,Result,White,Black\n1,1-0,A,\"B, C\"\n2,½,\"B, C\",A\n")
                .unwrap();
        assert_eq!(named.pairs.len(), 2, "two rounds");
    }

    #[test]
    fn names_that_look_like_formulas_are_read_back() {
        let names =
            ["=cmd|' /C calc'!A0", "+1", "-x", "@SUM(A1)", "'=x", "''-y", "'quoted'", "it's"];
        for name in names {
            let text = format!("white,black,result\n{},B,1-0\n", text_field(name));
            let results = GameResults::read_csv(&text).unwrap();
            assert_eq!(results.players, [name, "B"], "{text}");
        }
        // Files of others have no apostrophes.
        let results = GameResults::read_csv("=x,-y,1-0\n").unwrap();
        assert_eq!(results.players, ["=x", "-y"]);
    }

    #[test]
    fn errors_name_the_place() {
        let csv = |text: &str| GameResults::read_csv(text).unwrap_err().to_string();
        assert!(csv("A,B\n").contains("at line 1: expected white,black,result"));
        assert!(csv("A,B,1\nA,B,2-0\n").contains("at line 2: expected 1-0, 0-1, 1/2-1/2 or *"));
        assert!(csv("A,A,1\n").contains("at line 1: expected two different names"));
        assert!(csv("A,\"B,1\n").contains("at line 1: expected a closing quote"));
        let error = GameResults::read_pgn("[White \"A\"]\n\n1. e4\n").unwrap_err().to_string();
        assert!(error.contains("at game 1: expected the tags White, Black and Result"), "{error}");
    }

    /// Whatever the text, there is an answer or an error, and ratings of what was read.
    #[test]
    fn mutated_files_never_panic() {
        let seeds = [
            pgn(&[["A", "B", "1-0", "1"], ["B", "A", "0-1", "1"], ["C", "A", "1/2-1/2", "?"]]),
            "white,black,result,round\nA,B,1-0,1\n\"B \"\"x\"\"\",A,0.5,1\nC,A,*,2\n".to_string(),
        ];
        let mut rng = Rng::new(3);
        let mut read = 0;
        for _ in 0..3000 {
            let mut text: Vec<char> = rng.choose(&seeds).unwrap().chars().collect();
            for _ in 0..=rng.below(4) {
                let at = rng.below(text.len() as u32) as usize;
                match rng.below(3) {
                    0 if text.len() > 1 => drop(text.remove(at)),
                    1 => {
                        text.insert(at, *rng.choose(&['"', ',', '[', '\n', '½', '{', '0']).unwrap())
                    }
                    _ => text.truncate(at.max(1)),
                }
            }
            let text: String = text.into_iter().collect();
            for results in [GameResults::read_pgn(&text), GameResults::read_csv(&text)] {
                let Ok(results) = results else { continue };
                read += 1;
                let ratings =
                    super::super::Ratings::of(results.players.len(), &results.pairs, None);
                assert!(
                    ratings.unwrap().players().iter().all(|player| player.elo.value.is_finite())
                );
            }
        }
        assert!(read > 100, "{read}");
    }
}
