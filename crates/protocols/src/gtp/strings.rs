//! Questions about strings and points, as GNU Go 3.8 answers them.
//!
//! `attack` and `defend` answer with a code, and a move unless the code is 0:
//!
//! | Code | `attack` | `defend` |
//! | --- | --- | --- |
//! | 0 | no capture was found | the string is captured |
//! | 1 | the string is captured | no capture was found |
//! | 2 | the string is captured if the attacker ignores a ko threat | |
//!
//! That no capture was found is mostly no proof: `get_reading_stop` says why the last search ended, `gave-up` then.

use super::command::Command;
use super::game::names;
use super::server::{Answer, Refusal, Server};
use plywood::{Budget, Stop};
use plywood_games::go::capture::{Capture, Solution, Task};
use plywood_games::go::{Board, Color, Move, Point};

fn solve(
    server: &mut Server<'_>,
    board: &Board,
    stone: Point,
    task: Task,
) -> Result<Solution, Refusal> {
    let capture = Capture::new(board, stone)?;
    let solution = server.thinker.solve(&capture, task, &Budget::new());
    server.nodes += solution.nodes;
    server.stop = Some(solution.stop);
    Ok(solution)
}

/// The code of a capture.
fn capture_code(solution: &Solution) -> &'static str {
    match (solution.captured, solution.ko) {
        (Some(true), false) => "1",
        (Some(true), true) => "2",
        _ => "0",
    }
}

/// The code with the move, if the code is not 0 and there is one.
fn with_move(server: &Server<'_>, code: &str, best: Option<Move>) -> String {
    match best.filter(|_| code != "0") {
        Some(best) => format!("{code} {}", best.name(server.board().size()).to_uppercase()),
        None => code.to_string(),
    }
}

pub(super) fn attack(server: &mut Server<'_>, command: &Command) -> Answer {
    let board = server.board().clone();
    let stone = command.stone(0, &board)?;
    let solution = solve(server, &board, stone, Task::Attack)?;
    Ok(with_move(server, capture_code(&solution), solution.best))
}

pub(super) fn defend(server: &mut Server<'_>, command: &Command) -> Answer {
    let board = server.board().clone();
    let stone = command.stone(0, &board)?;
    let solution = solve(server, &board, stone, Task::Defend)?;
    let code = if solution.captured == Some(true) { "0" } else { "1" };
    Ok(with_move(server, code, solution.best.or(Some(Move::Pass))))
}

/// The board after the move of the first argument, and the stone of the second one, which may have been captured.
fn after_move(
    server: &Server<'_>,
    command: &Command,
    attacks: bool,
) -> Result<(Board, Point), Refusal> {
    let mut board = server.board().clone();
    let point = command.point(0, &board)?;
    let stone = command.stone(1, &board)?;
    let owner = board.color(stone).expect("a stone");
    let color = if attacks { !owner } else { owner };
    match board.play(point, color) {
        Some(_) => Ok((board, stone)),
        None => Err(Refusal::new("illegal move")),
    }
}

pub(super) fn does_attack(server: &mut Server<'_>, command: &Command) -> Answer {
    let (board, stone) = after_move(server, command, true)?;
    if board.color(stone).is_none() {
        server.stop = Some(Stop::Complete);
        return Ok("1".to_string());
    }
    let solution = solve(server, &board, stone, Task::Defend)?;
    Ok(capture_code(&solution).to_string())
}

pub(super) fn does_defend(server: &mut Server<'_>, command: &Command) -> Answer {
    let (board, stone) = after_move(server, command, false)?;
    let solution = solve(server, &board, stone, Task::Attack)?;
    Ok(if solution.captured == Some(true) { "0" } else { "1" }.to_string())
}

pub(super) fn ladder_attack(server: &mut Server<'_>, command: &Command) -> Answer {
    let stone = command.stone(0, server.board())?;
    if server.board().count_liberties(stone) != 2 {
        return Err(Refusal::new("string must have exactly 2 liberties"));
    }
    let ladder = server.board().ladder(stone).map(Move::Play);
    let code = if ladder.is_some() { "1" } else { "0" };
    Ok(with_move(server, code, ladder))
}

pub(super) fn countlib(server: &mut Server<'_>, command: &Command) -> Answer {
    let stone = command.stone(0, server.board())?;
    Ok(server.board().count_liberties(stone).to_string())
}

pub(super) fn findlib(server: &mut Server<'_>, command: &Command) -> Answer {
    let stone = command.stone(0, server.board())?;
    Ok(names(server, &server.board().liberties(stone)))
}

pub(super) fn worm_stones(server: &mut Server<'_>, command: &Command) -> Answer {
    let stone = command.stone(0, server.board())?;
    Ok(names(server, &server.board().string(stone)))
}

pub(super) fn color(server: &mut Server<'_>, command: &Command) -> Answer {
    let point = command.point(0, server.board())?;
    Ok(server.board().color(point).map_or("empty", Color::name).to_string())
}

pub(super) fn is_legal(server: &mut Server<'_>, command: &Command) -> Answer {
    let color = command.color(0)?;
    let legal = match command.play(1, server.board())? {
        Move::Pass => true,
        Move::Play(point) => server.board().is_legal(point, color),
    };
    Ok(u8::from(legal).to_string())
}

pub(super) fn all_legal(server: &mut Server<'_>, command: &Command) -> Answer {
    let color = command.color(0)?;
    Ok(names(server, &server.board().legal(color).collect()))
}

pub(super) fn list_stones(server: &mut Server<'_>, command: &Command) -> Answer {
    let color = command.color(0)?;
    Ok(names(server, server.board().stones(color)))
}

pub(super) fn captures(server: &mut Server<'_>, command: &Command) -> Answer {
    let color = command.color(0)?;
    Ok(server.game.captures(color).to_string())
}
