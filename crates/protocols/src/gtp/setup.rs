//! Commands that set up a board: its size, handicaps and files.

use super::command::Command;
use super::game::names;
use super::server::{Answer, Refusal, Server};
use plywood_games::go::{Board, Color, History, Point, Points, sgf};
use plywood_games::shown;
use std::fs::File;
use std::io::Read;

/// The longest SGF file that is read, in bytes.
const LONGEST_FILE: u64 = 1 << 26;

pub(super) fn boardsize(server: &mut Server<'_>, command: &Command) -> Answer {
    let size: i64 = command.number(0, "a whole number")?;
    let board = u8::try_from(size).ok().and_then(|size| Board::new(size).ok());
    server.restart(board.ok_or_else(|| Refusal::new("unacceptable size"))?);
    Ok(String::new())
}

pub(super) fn clear_board(server: &mut Server<'_>, _: &Command) -> Answer {
    let size = server.board().size();
    server.restart(Board::new(size).expect("the size of a board"));
    Ok(String::new())
}

/// The points of a fixed handicap in the order of the protocol; none if there is no such handicap.
fn fixed_points(size: u8, stones: u64) -> Option<Vec<Point>> {
    let most = match size {
        0..7 => 0,
        7 => 4,
        _ if size.is_multiple_of(2) => 4,
        _ => 9,
    };
    if !(2..=most).contains(&stones) {
        return None;
    }
    let line = if size < 12 { 2 } else { 3 };
    let [low, middle, high] = [line, size / 2, size - 1 - line];
    let corners = [(low, high), (high, low), (low, low), (high, high)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let stones = stones as usize;
    let mut points: Vec<(u8, u8)> = corners.into_iter().take(stones).collect();
    // The centre has a stone if the number is odd.
    let odd = stones > 4 && stones % 2 == 1;
    let more = stones.saturating_sub(4 + usize::from(odd));
    points.extend(sides.into_iter().take(more));
    points.extend(odd.then_some((middle, middle)));
    points.into_iter().map(|(column, row)| Point::new(column, row)).collect()
}

/// Begins the game with black stones on an empty board.
fn begin_with(server: &mut Server<'_>, stones: &[Point]) -> Answer {
    let mut board = server.board().clone();
    for &stone in stones {
        if board.play(stone, Color::Black).is_none() {
            return Err(Refusal::new("bad vertex list: expected stones with liberties"));
        }
    }
    server.restart(board);
    server.handicap = stones.len();
    Ok(names(server, &stones.iter().copied().collect()))
}

fn is_empty(server: &Server<'_>) -> Result<(), Refusal> {
    match server.board().stones(Color::Black).or(server.board().stones(Color::White)).is_empty() {
        true => Ok(()),
        false => Err(Refusal::new("board not empty")),
    }
}

pub(super) fn fixed_handicap(server: &mut Server<'_>, command: &Command) -> Answer {
    let stones: u64 = command.number(0, "a whole number of stones")?;
    is_empty(server)?;
    let points = fixed_points(server.board().size(), stones);
    let points = points.ok_or_else(|| Refusal::new("invalid number of stones"))?;
    begin_with(server, &points)
}

/// The engine chooses the points of the fixed handicap, and takes fewer stones if there are too many.
pub(super) fn place_free_handicap(server: &mut Server<'_>, command: &Command) -> Answer {
    let stones: u64 = command.number(0, "a whole number of stones")?;
    is_empty(server)?;
    let size = server.board().size();
    let allowed = stones < u64::from(size) * u64::from(size);
    let points = (2..=stones.min(9)).rev().find_map(|stones| fixed_points(size, stones));
    let points = points.filter(|_| allowed);
    let points = points.ok_or_else(|| Refusal::new("invalid number of stones"))?;
    begin_with(server, &points)
}

pub(super) fn set_free_handicap(server: &mut Server<'_>, command: &Command) -> Answer {
    is_empty(server)?;
    let mut points = Vec::new();
    let mut known = Points::EMPTY;
    for place in 0..command.arguments.len() {
        let point = command.point(place, server.board());
        let point = point.map_err(|error| Refusal::new(format!("bad vertex list: {error}")))?;
        if known.contains(point) {
            return Err(Refusal::new("bad vertex list: expected each point once"));
        }
        known.insert(point);
        points.push(point);
    }
    if points.len() < 2 {
        return Err(Refusal::new("bad vertex list: expected two points or more"));
    }
    begin_with(server, &points).map(|_| String::new())
}

/// Loads the first game of a file, up to the move before the given number. Answers with the side to move.
pub(super) fn loadsgf(server: &mut Server<'_>, command: &Command) -> Answer {
    let path = command.word(0, "a file")?;
    let number: Option<usize> = match command.arguments.len() {
        0 | 1 => None,
        _ => Some(command.number(1, "the number of a move")?),
    };
    let failed = |why: String| Refusal::new(format!("cannot load file '{}': {why}", shown(path)));
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|f| f.take(LONGEST_FILE + 1).read_to_end(&mut bytes));
    read.map_err(|error| failed(error.to_string()))?;
    if bytes.len() as u64 > LONGEST_FILE {
        return Err(failed("expected at most 64 MiB".into()));
    }
    // Names and comments may be in another encoding. Points are ASCII.
    let mut records =
        sgf::read(&String::from_utf8_lossy(&bytes)).map_err(|error| failed(error.to_string()))?;
    let record = records.swap_remove(0);
    let before = number.map_or(record.moves.len(), |number| number.saturating_sub(1));
    let mut game = History::new(record.board);
    let (played, rest) = record.moves.split_at(before.min(record.moves.len()));
    for &(color, m) in played {
        game.play(color, m);
    }
    let next = match (played.last(), rest.first()) {
        (_, Some(&(color, _))) => color,
        (Some(&(color, _)), None) => !color,
        (None, None) => record.to_move.unwrap_or(Color::Black),
    };
    server.restart(game.start().clone());
    server.game = game;
    Ok(next.to_string())
}
