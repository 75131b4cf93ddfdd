//! Games of gomoku in SGF, version 4 (`FF[4]`, `GM[4]`): the main line of each game of a collection.

use super::notation::{from_rows, point};
use super::{Gomoku, Point, SIZES};
use crate::sgf_grammar::{Scanner, Token, escaped, plain_text};
use crate::{Game, GamesRead, InputError, Played, Recorded};
use plywood::{Position, Side};
use std::fmt::Write;

/// The size of the board if a file does not give it.
const USUAL: u8 = 15;

/// The record of a game on one line.
pub(super) fn write(game: &Played<'_, Gomoku>) -> String {
    let (width, height) = game.start.size();
    let size = if width == height { width.to_string() } else { format!("{width}:{height}") };
    let mut text = format!("(;FF[4]GM[4]SZ[{size}]");
    let tag = |name: &str| game.tags.iter().find(|(tag, _)| *tag == name).map(|(_, value)| value);
    let mut add = |name: &str, value: &str| {
        let _ = write!(text, "{name}[{}]", escaped(&value.replace(char::is_control, " ")));
    };
    for (name, own) in [("Event", "EV"), ("Round", "RO"), ("Site", "PC"), ("Date", "DT")] {
        if let Some(value) = tag(name) {
            add(own, value);
        }
    }
    ["PB", "PW"].into_iter().zip(game.players).for_each(|(own, name)| add(own, name));
    let late = tag("Termination").is_some_and(|how| how == "time forfeit");
    add(
        "RE",
        match (game.winner(), late) {
            (None, _) => "?",
            (Some(None), _) => "0",
            (Some(Some(Side::Max)), false) => "B+",
            (Some(Some(Side::Min)), false) => "W+",
            (Some(Some(Side::Max)), true) => "B+T",
            (Some(Some(Side::Min)), true) => "W+T",
        },
    );
    for (own, side) in [("AB", Side::Max), ("AW", Side::Min)] {
        let points = (0..height).flat_map(|row| (0..width).map(move |column| point(column, row)));
        let stones: String = points
            .filter(|&point| game.start.stone(point) == Some(side))
            .map(|point| format!("[{}]", name(point, height)))
            .collect();
        if !stones.is_empty() {
            let _ = write!(text, "{own}{stones}");
        }
    }
    let comments = game.all_comments();
    let mut position = *game.start;
    for (index, &m) in game.moves.iter().enumerate() {
        let _ = write!(text, ";{}[{}]", letter(position.side()), name(m, height));
        let last = index + 1 == game.moves.len();
        let ending = comments.get(game.moves.len()).filter(|_| last);
        let words: Vec<&str> =
            comments.get(index).into_iter().chain(ending).map(String::as_str).collect();
        let words = words.join(" ").replace(char::is_control, " ");
        if !words.trim().is_empty() {
            let _ = write!(text, "C[{}]", escaped(words.trim()));
        }
        position.play(m);
    }
    text + ")\n"
}

fn letter(side: Side) -> char {
    match side {
        Side::Max => 'B',
        Side::Min => 'W',
    }
}

/// A point in SGF: two letters, `aa` at the top left.
fn name(point: Point, height: u8) -> String {
    [point.column(), height - 1 - point.row()].map(|n| char::from(b'a' + n)).iter().collect()
}

fn named(value: &str, (width, height): (u8, u8)) -> Option<Point> {
    let [column, row] = *value.trim().as_bytes() else { return None };
    let [column, row] = [column.checked_sub(b'a')?, row.checked_sub(b'a')?];
    (column < width && row < height).then(|| point(column, height - 1 - row))
}

/// Reads the main lines of all games of a collection.
pub(super) fn read(bytes: &[u8]) -> GamesRead<Gomoku> {
    let text = String::from_utf8_lossy(bytes);
    let error = InputError::new("SGF", &text);
    let mut scanner = Scanner::new(&text);
    let mut games = Vec::new();
    // The properties of the main line, which is all that comes before the first ')'.
    let (mut line, mut main_line) = (Vec::new(), true);
    while let Some(token) = scanner.next()? {
        match token {
            Token::Property(name, values) if main_line => line.push((name, values)),
            Token::Close => main_line = false,
            _ => {}
        }
        if scanner.is_outside() {
            let place = format!("game {}", games.len() + 1);
            games.push(game(&line, &error).map_err(|error| error.within(&place))?);
            (line, main_line) = (Vec::new(), true);
        }
    }
    match games.is_empty() {
        true => Err(error.expected("a game tree, '(;…)'")),
        false => Ok(games),
    }
}

/// A game from the properties of its main line.
fn game(line: &[(String, Vec<&str>)], error: &InputError) -> Result<Recorded<Gomoku>, InputError> {
    let wrong = |at: &str, expected: &str, found: &str| {
        error.clone().at(at).expected(expected).found(&format!("'{found}'"))
    };
    let value = |name: &str| line.iter().find(|(own, _)| own == name)?.1.first().copied();
    if let Some(number) = value("GM").filter(|number| number.trim() != "4") {
        return Err(wrong("GM", "4, the number of gomoku", number));
    }
    let size = value("SZ").unwrap_or("15");
    let (columns, rows) = size.split_once(':').unwrap_or((size, size));
    let number = |text: &str| text.trim().parse().ok().filter(|number| SIZES.contains(number));
    let (Some(width), Some(height)) = (number(columns), number(rows)) else {
        return Err(wrong("SZ", "a number from 5 to 15", size));
    };
    let mut rows = vec![vec!['1'; usize::from(width)]; usize::from(height)];
    let (mut start, mut moves): (Option<Gomoku>, Vec<Point>) = (None, Vec::new());
    let mut position = Gomoku::start(USUAL, USUAL);
    for (name, values) in line {
        let side = match name.as_str() {
            "AB" | "B" => Side::Max,
            "AW" | "W" => Side::Min,
            _ => continue,
        };
        for value in values {
            let at = format!("move {}", moves.len() + 1);
            let Some(point) = named(value, (width, height)) else {
                return Err(wrong(name, "a point of the board", value));
            };
            if name.len() == 2 {
                if start.is_some() {
                    return Err(wrong(name, "stones set up before the first move", value));
                }
                let row = usize::from(height - 1 - point.row());
                rows[row][usize::from(point.column())] = if side == Side::Max { 'X' } else { 'O' };
                continue;
            }
            if start.is_none() {
                position = set_up(&rows)?;
                start = Some(position);
            }
            if side != position.side() {
                let expected = format!("a move of {}", letter(position.side()));
                return Err(wrong(&at, &expected, &format!("{name}[{value}]")));
            }
            let legal = !position.is_over() && position.stone(point).is_none();
            if !legal {
                return Err(wrong(&at, "a legal move", &format!("{name}[{value}]")));
            }
            moves.push(point);
            position.play(point);
        }
    }
    let start = start.map_or_else(|| set_up(&rows), Ok)?;
    let names = ["PB", "PW"].map(|name| value(name).map(|name| plain_text(name, true)));
    Ok(Recorded::new(start, moves).by(names.each_ref().map(Option::as_deref)))
}

/// The position with these rows, from the top.
fn set_up(rows: &[Vec<char>]) -> Result<Gomoku, InputError> {
    let is_empty = rows.iter().flatten().all(|&cell| cell == '1');
    match is_empty {
        true => Gomoku::parse(Some(&format!("{}x{}", rows[0].len(), rows.len()))),
        false => {
            let rows: Vec<String> = rows.iter().map(|row| joined(row)).collect();
            from_rows(&rows.join("/"))
        }
    }
}

/// A row in our notation: empty points as numbers.
fn joined(row: &[char]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for &cell in row.iter().chain(&[' ']) {
        if cell == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            let _ = write!(text, "{empty}");
            empty = 0;
        }
        text.push(cell);
    }
    text.trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::random_game;

    #[test]
    fn records_are_read_back() {
        for seed in 0..40 {
            let size = ["", "9x7", "5/1X3/2XO1/3O1/5"][seed as usize % 3];
            let start = Gomoku::parse(Some(size)).unwrap();
            let positions: Vec<Gomoku> = random_game(start, seed).collect();
            let last = positions.last().unwrap();
            let mut moves = Vec::new();
            for pair in positions.windows(2) {
                let mut legal = Vec::new();
                pair[0].moves(&mut legal);
                moves.extend(legal.into_iter().find(|&m| pair[1].stone(m).is_some()));
            }
            let played = Played {
                players: ["a]b", "c"],
                tags: &[("Event", "x:y".to_string())],
                start: &start,
                moves: &moves,
                comments: &["+0.50/3 [9n]".to_string()],
                ending: Some("c loses by crash"),
                result: last.is_over().then(|| last.result()),
            };
            let text = Gomoku::record(&played).unwrap();
            assert_eq!(text.lines().count(), 1, "{text}");
            let games = Gomoku::games_in_file("sgf", text.repeat(2).as_bytes()).unwrap().unwrap();
            let game = Recorded::new(start, moves.clone()).by(played.players.map(Some));
            assert_eq!(games, [game.clone(), game], "seed {seed}");
        }
    }

    #[test]
    fn wrong_games_are_refused() {
        for (text, words) in [
            ("", "expected a game tree"),
            ("(;GM[1])", "GM: expected 4, the number of gomoku, found '1'"),
            ("(;SZ[19])", "SZ: expected a number from 5 to 15, found '19'"),
            ("(;SZ[5];B[zz])", "B: expected a point of the board, found 'zz'"),
            ("(;SZ[5];W[aa])", "move 1: expected a move of B, found 'W[aa]'"),
            ("(;SZ[5];B[aa];W[aa])", "move 2: expected a legal move, found 'W[aa]'"),
            ("(;SZ[5];B[aa];AW[bb])", "AW: expected stones set up before the first move"),
            ("(;SZ[5]AB[aa][bb])", "expected as many X as O, or one more"),
        ] {
            let error = read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
