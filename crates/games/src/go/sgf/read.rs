//! Collections of games: the position that each sets up, and its main line.

use super::super::text::checked;
use super::super::{Board, Color, FEWEST, MOST, Move, Point, Points};
use super::Record;
use crate::InputError;
use crate::sgf_grammar::{Scanner, Token, plain_text};

/// The properties that are read. All others are skipped.
const READ: [&str; 15] =
    ["GM", "SZ", "AB", "AW", "AE", "PL", "GN", "C", "SQ", "TR", "CR", "MA", "SL", "B", "W"];
const MARKS: [&str; 5] = ["SQ", "TR", "CR", "MA", "SL"];

/// The properties of one node, those of [`READ`].
struct Node<'a> {
    error: &'a InputError,
    properties: Vec<(String, Vec<&'a str>)>,
}

pub(super) fn records(text: &str) -> Result<Vec<Record>, InputError> {
    let error = InputError::new("SGF", text);
    let mut scanner = Scanner::new(text);
    let mut records = Vec::new();
    loop {
        let place = format!("game {}", records.len() + 1);
        let within = |error: InputError| error.within(&place);
        let mut game: Option<Game> = None;
        let mut node: Option<Node<'_>> = None;
        // The main line is all that comes before the first ')'.
        let mut main_line = true;
        loop {
            match scanner.next()? {
                None if records.is_empty() => return Err(error.expected("a game tree, '(;…)'")),
                None => return Ok(records),
                Some(Token::Property(name, values)) => {
                    if let Some(node) = &mut node
                        && READ.contains(&name.as_str())
                    {
                        node.properties.push((name, values));
                    }
                }
                Some(token) => {
                    if let Some(node) = node.take() {
                        match &mut game {
                            None => game = Some(node.first().map_err(within)?),
                            Some(game) => game.follow(&node).map_err(within)?,
                        }
                    }
                    main_line &= token != Token::Close;
                    if main_line && token == Token::Node {
                        node = Some(Node { error: &error, properties: Vec::new() });
                    }
                    if scanner.is_outside() {
                        break;
                    }
                }
            }
        }
        let game = game.expect("a game tree has a node: the scanner has checked it");
        records.push(game.end(&error).map_err(within)?);
    }
}

/// A game as far as it was read.
struct Game {
    record: Record,
    /// The position after the moves so far. None until the first move, when the set-up is complete.
    now: Option<Board>,
}

impl Game {
    /// Reads a node behind the first one.
    fn follow(&mut self, node: &Node<'_>) -> Result<(), InputError> {
        node.set_up(self)?;
        let Some((color, name, value)) = node.played()? else { return Ok(()) };
        let number = self.record.moves.len() + 1;
        let wrong = |expected: &str| {
            let error = node.error.clone().at(&format!("move {number}"));
            Err(error.expected(expected).found(&format!("{name}[{value}]")))
        };
        let size = self.record.board.size();
        let m = match value.trim() {
            "" => Move::Pass,
            // The pass of old files, on boards up to this size.
            "tt" => Move::Pass,
            value => match point(value, size) {
                Some(point) => Move::Play(point),
                None => return wrong("a point of the board, or nothing"),
            },
        };
        if self.now.is_none() {
            self.record.board = checked(self.record.board.clone(), node.error.clone())?;
        }
        let now = self.now.get_or_insert_with(|| self.record.board.clone());
        match m {
            Move::Pass => drop(now.lift_ko()),
            Move::Play(point) => {
                if now.play(point, color).is_none() {
                    return wrong("a legal move");
                }
            }
        }
        self.record.moves.push((color, m));
        Ok(())
    }

    fn end(mut self, error: &InputError) -> Result<Record, InputError> {
        if self.now.is_none() {
            self.record.board = checked(self.record.board, error.clone())?;
        }
        Ok(self.record)
    }
}

impl Node<'_> {
    /// The values of all properties with an identifier; in a correct file there is one such property.
    fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        let properties = self.properties.iter().filter(move |(found, _)| found == name);
        properties.flat_map(|(_, values)| values.iter().copied())
    }

    fn one_value(&self, name: &str, expected: &str) -> Result<Option<&str>, InputError> {
        let mut values = self.values(name);
        match (values.next(), values.next()) {
            (value, None) => Ok(value),
            (_, Some(_)) => Err(self.wrong(name, expected, "several values")),
        }
    }

    fn wrong(&self, name: &str, expected: &str, found: &str) -> InputError {
        self.error.clone().at(name).expected(expected).found(found)
    }

    /// A text; none if it is missing or empty.
    fn text(&self, name: &str) -> Option<String> {
        let text = plain_text(self.values(name).next()?, name == "GN");
        Some(text).filter(|text| !text.is_empty())
    }

    /// Reads the first node of a game.
    fn first(&self) -> Result<Game, InputError> {
        let expected = "1, the number of Go";
        if let Some(value) = self.one_value("GM", expected)?
            && value.trim() != "1"
        {
            return Err(self.wrong("GM", expected, &format!("'{value}'")));
        }
        let record = Record {
            name: self.text("GN"),
            comment: self.text("C"),
            board: Board::new(self.size()?)?,
            to_move: None,
            marked: Points::EMPTY,
            moves: Vec::new(),
        };
        let mut game = Game { record, now: None };
        game.follow(self)?;
        Ok(game)
    }

    fn size(&self) -> Result<u8, InputError> {
        let expected = format!("a number from {FEWEST} to {MOST}");
        let Some(value) = self.one_value("SZ", &expected)? else { return Ok(MOST) };
        let number = |text: &str| text.trim().parse::<u32>().ok();
        let (columns, rows) = value.split_once(':').unwrap_or((value, value));
        let (Some(columns), Some(rows)) = (number(columns), number(rows)) else {
            return Err(self.wrong("SZ", &expected, &format!("'{value}'")));
        };
        match u8::try_from(columns) {
            Ok(size) if columns == rows && (FEWEST..=MOST).contains(&size) => Ok(size),
            _ => {
                let expected = format!("a square board of {FEWEST} to {MOST} columns");
                let found = format!("{columns} columns and {rows} rows");
                Err(self.wrong("SZ", &expected, &found))
            }
        }
    }

    /// Sets up stones, the side to move and marks, as long as no move was played.
    fn set_up(&self, game: &mut Game) -> Result<(), InputError> {
        let size = game.record.board.size();
        let mut known = Points::EMPTY;
        for (name, color) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)]
        {
            let points = self.points(name, size)?;
            if game.now.is_some() && !points.is_empty() {
                return Err(self.wrong(name, "stones set up before the first move", "it later"));
            }
            // The order of properties in a node means nothing.
            if let Some(twice) = points.and(&known).first() {
                return Err(self.wrong(&twice.name(size), "one stone", "two"));
            }
            known = known.or(&points);
            points.into_iter().for_each(|point| game.record.board.set_up(point, color));
        }
        if game.now.is_none() {
            for name in MARKS {
                game.record.marked = game.record.marked.or(&self.points(name, size)?);
            }
            if let Some(value) = self.one_value("PL", "B or W")? {
                game.record.to_move = Some(match value.trim().to_ascii_lowercase().as_str() {
                    "b" | "black" => Color::Black,
                    "w" | "white" => Color::White,
                    _ => return Err(self.wrong("PL", "B or W", &format!("'{value}'"))),
                });
            }
        }
        Ok(())
    }

    /// The points of a property: single ones, and rectangles by two corners.
    fn points(&self, name: &str, size: u8) -> Result<Points, InputError> {
        let mut points = Points::EMPTY;
        for value in self.values(name) {
            let wrong = || self.wrong(name, "points of the board", &format!("{name}[{value}]"));
            let (first, last) = value.split_once(':').unwrap_or((value, value));
            let corners = point(first.trim(), size).zip(point(last.trim(), size));
            let (first, last) = corners.ok_or_else(wrong)?;
            if first.column() > last.column() || first.row() > last.row() {
                return Err(wrong());
            }
            for row in first.row()..=last.row() {
                for column in first.column()..=last.column() {
                    points.insert(Point::on_board(column, row));
                }
            }
        }
        Ok(points)
    }

    /// The move of the node, if it has one: the colour, the identifier and the value.
    fn played(&self) -> Result<Option<(Color, &'static str, &str)>, InputError> {
        let one = "one move in a node";
        let black = self.one_value("B", one)?.map(|value| (Color::Black, "B", value));
        let white = self.one_value("W", one)?.map(|value| (Color::White, "W", value));
        match (black, white) {
            (Some(_), Some(_)) => Err(self.wrong("B", one, "B and W")),
            (black, white) => Ok(black.or(white)),
        }
    }
}

/// The point with two letters, `aa` at the top left.
fn point(value: &str, size: u8) -> Option<Point> {
    let [column, row] = *value.as_bytes() else { return None };
    let [column, row] = [column.checked_sub(b'a')?, row.checked_sub(b'a')?];
    (column < size && row < size).then(|| Point::on_board(column, row))
}
