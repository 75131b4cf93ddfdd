//! Commands that play the game, and those that show it.

use super::command::Command;
use super::server::{Answer, Refusal, Server};
use plywood::Budget;
use plywood_games::InputError;
use plywood_games::go::player::Situation;
use plywood_games::go::{Color, Move, Points, sgf};
use std::time::Instant;

/// Refuses a command that would change the game below moves that were only tried.
fn nothing_tried(server: &Server<'_>) -> Result<(), Refusal> {
    match server.tried {
        0 => Ok(()),
        _ => Err(Refusal::new("moves were tried: expected popgo before this command")),
    }
}

fn play_move(server: &mut Server<'_>, color: Color, m: Move) -> Answer {
    nothing_tried(server)?;
    match server.game.play(color, m) {
        true => Ok(String::new()),
        false => Err(Refusal::new("illegal move")),
    }
}

pub(super) fn play(server: &mut Server<'_>, command: &Command) -> Answer {
    let (color, m) = (command.color(0)?, command.play(1, server.board())?);
    play_move(server, color, m)
}

pub(super) fn black(server: &mut Server<'_>, command: &Command) -> Answer {
    let m = command.play(0, server.board())?;
    play_move(server, Color::Black, m)
}

pub(super) fn white(server: &mut Server<'_>, command: &Command) -> Answer {
    let m = command.play(0, server.board())?;
    play_move(server, Color::White, m)
}

pub(super) fn undo(server: &mut Server<'_>, _: &Command) -> Answer {
    match server.tried == 0 && server.game.undo().is_some() {
        true => Ok(String::new()),
        false => Err(Refusal::new("cannot undo")),
    }
}

pub(super) fn trymove(server: &mut Server<'_>, command: &Command) -> Answer {
    let (color, m) = (command.color(0)?, command.play(1, server.board())?);
    if !server.game.play(color, m) {
        return Err(Refusal::new("illegal move"));
    }
    server.tried += 1;
    Ok(String::new())
}

pub(super) fn popgo(server: &mut Server<'_>, _: &Command) -> Answer {
    if server.tried == 0 {
        return Err(Refusal::new("no move was tried"));
    }
    server.tried -= 1;
    server.game.undo();
    Ok(String::new())
}

/// Chooses a move, and plays it unless it is only asked for.
fn generate(server: &mut Server<'_>, color: Color, plays: bool) -> Answer {
    if plays {
        nothing_tried(server)?;
    }
    let begun = Instant::now();
    let budget = Budget { time: server.clock.share(color), ..Budget::new() };
    let situation = Situation { history: &server.game, color, komi: server.komi };
    let m = server.thinker.choose(&situation, &budget);
    if plays {
        assert!(server.game.play(color, m), "the player has chosen a move that is not legal");
        server.clock.spend(color, begun.elapsed());
    }
    Ok(m.name(server.board().size()).to_uppercase())
}

pub(super) fn genmove(server: &mut Server<'_>, command: &Command) -> Answer {
    generate(server, command.color(0)?, true)
}

pub(super) fn genmove_black(server: &mut Server<'_>, _: &Command) -> Answer {
    generate(server, Color::Black, true)
}

pub(super) fn genmove_white(server: &mut Server<'_>, _: &Command) -> Answer {
    generate(server, Color::White, true)
}

pub(super) fn reg_genmove(server: &mut Server<'_>, command: &Command) -> Answer {
    generate(server, command.color(0)?, false)
}

pub(super) fn komi(server: &mut Server<'_>, command: &Command) -> Answer {
    let komi: f64 = command.number(0, "a number")?;
    if !komi.is_finite() {
        let error = InputError::new("komi", &command.arguments[0]);
        return Err(error.expected("a finite number").into());
    }
    server.komi = komi;
    Ok(String::new())
}

pub(super) fn set_random_seed(server: &mut Server<'_>, command: &Command) -> Answer {
    let seed = command.number(0, "a whole number from 0")?;
    server.thinker.set_seed(seed);
    Ok(String::new())
}

pub(super) fn time_settings(server: &mut Server<'_>, command: &Command) -> Answer {
    let [main, period, stones] = whole_numbers(command, 0)?;
    server.clock.set(main, period, stones);
    Ok(String::new())
}

pub(super) fn time_left(server: &mut Server<'_>, command: &Command) -> Answer {
    let color = command.color(0)?;
    let [seconds, stones] = whole_numbers(command, 1)?;
    server.clock.correct(color, seconds, stones);
    Ok(String::new())
}

/// Some whole numbers from a place on. Some controllers send a clock below zero, which is zero.
fn whole_numbers<const N: usize>(command: &Command, from: usize) -> Result<[u32; N], InputError> {
    let mut numbers = [0; N];
    for (place, number) in (from..).zip(&mut numbers) {
        let given: i64 = command.number(place, "a whole number")?;
        *number = u32::try_from(given.max(0)).unwrap_or(u32::MAX);
    }
    Ok(numbers)
}

/// The stones that count as captured.
fn dead(server: &mut Server<'_>) -> Points {
    server.thinker.dead(server.game.board(), &Budget::new())
}

pub(super) fn final_score(server: &mut Server<'_>, _: &Command) -> Answer {
    let dead = dead(server);
    let board = server.board().without(&dead);
    let [black, white] = [Color::Black, Color::White].map(|color| board.area(color) as f64);
    let lead = black - white - server.komi;
    Ok(match lead {
        0.0 => "0".to_string(),
        lead if lead > 0.0 => format!("B+{lead:.1}"),
        lead => format!("W+{:.1}", -lead),
    })
}

pub(super) fn final_status(server: &mut Server<'_>, command: &Command) -> Answer {
    let stone = command.stone(0, server.board())?;
    let status = if dead(server).contains(stone) { "dead" } else { "alive" };
    Ok(status.to_string())
}

pub(super) fn final_status_list(server: &mut Server<'_>, command: &Command) -> Answer {
    let status = command.word(0, "alive, dead or seki")?;
    let stones = match status {
        "dead" => dead(server),
        "alive" => {
            let dead = dead(server);
            let board = server.board();
            board.stones(Color::Black).or(board.stones(Color::White)).without(&dead)
        }
        "seki" => Points::EMPTY,
        other => {
            let error = InputError::new("status", other);
            return Err(error.expected("alive, dead or seki").into());
        }
    };
    // One line per string.
    let (board, mut left, mut lines) = (server.board(), stones, Vec::new());
    while let Some(stone) = left.first() {
        let string = board.string(stone);
        lines.push(names(server, &string));
        left = left.without(&string);
    }
    Ok(lines.join("\n"))
}

/// The names of points, with blanks between.
pub(super) fn names(server: &Server<'_>, points: &Points) -> String {
    let size = server.board().size();
    points.iter().map(|point| point.name(size)).collect::<Vec<_>>().join(" ")
}

fn move_text(server: &Server<'_>, &(color, m): &(Color, Move)) -> String {
    format!("{color} {}", m.name(server.board().size()).to_uppercase())
}

pub(super) fn last_move(server: &mut Server<'_>, _: &Command) -> Answer {
    let last = server.game.moves().last();
    last.map(|last| move_text(server, last)).ok_or_else(|| Refusal::new("no previous move known"))
}

/// The last move first.
pub(super) fn move_history(server: &mut Server<'_>, _: &Command) -> Answer {
    let moves = server.game.moves().iter().rev().map(|played| move_text(server, played));
    Ok(moves.collect::<Vec<_>>().join("\n"))
}

pub(super) fn showboard(server: &mut Server<'_>, _: &Command) -> Answer {
    let captures = |color| server.game.captures(color);
    Ok(format!(
        "\n{}Black (X) has captured {} stones, White (O) {}",
        server.board().diagram(),
        captures(Color::Black),
        captures(Color::White)
    ))
}

pub(super) fn printsgf(server: &mut Server<'_>, _: &Command) -> Answer {
    let record = sgf::Record {
        name: None,
        comment: None,
        board: server.game.start().clone(),
        to_move: None,
        marked: Points::EMPTY,
        moves: server.game.moves().to_vec(),
    };
    Ok(record.to_string())
}
