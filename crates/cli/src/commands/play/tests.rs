//! Sessions with a user at a terminal, from a script.

use super::dialogue::Dialogue;
use super::input::{Input, Typed};
use crate::failure::Failure;
use crate::terminal::Screen;
use plywood::Side;
use plywood_games::Style;
use plywood_lab::engines::Recorder;
use plywood_lab::registry::{PlayerSpec, game, games};
use std::collections::VecDeque;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Somebody who types lines, presses Ctrl-C (`^C`), and Ctrl-D at the end.
struct Script(VecDeque<String>);

impl Input for Script {
    fn line(&mut self, prompt: &str, _: &[String], out: &mut dyn Write) -> Result<Typed, Failure> {
        // The terminal shows the key that ends the line.
        writeln!(out, "{prompt}").unwrap();
        Ok(match self.0.pop_front() {
            Some(line) if line == "^C" => Typed::Interrupted,
            Some(line) => Typed::Line(line),
            None => Typed::End,
        })
    }

    fn is_interactive(&self) -> bool {
        true
    }
}

/// All that such a user gets to see on a terminal of this width.
fn session(name: &str, width: usize, style: Style, script: &[&str]) -> String {
    let screen = Screen { style, width: Some(width), height: None, erases: false };
    session_on(screen, name, Side::Max, script)
}

/// All that a user who plays this side gets to see on this screen.
fn session_on(screen: Screen, name: &str, user: Side, script: &[&str]) -> String {
    let entry = game(games(), name).ok().unwrap();
    let mut session = entry.open(None).ok().unwrap();
    session.set_player(&PlayerSpec::parse("alpha-beta,depth=2").unwrap()).unwrap();
    let mut out = Vec::new();
    let dialogue = Dialogue {
        session,
        recorder: Recorder::new(["you", "alpha-beta"]),
        screen,
        engine: "alpha-beta, depth=2",
        user,
        input: Box::new(Script(script.iter().map(|line| line.to_string()).collect())),
        stop: None,
        news: None,
        out: &mut out,
    };
    assert!(dialogue.play().is_ok());
    String::from_utf8(out).unwrap()
}

fn path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("plywood-play-{}-{name}", std::process::id()))
}

#[test]
fn a_user_is_asked_before_a_file_is_overwritten() {
    let path = path("asked.txt");
    fs::write(&path, "precious").unwrap();
    let save = format!("save {}", path.display());
    let question = format!("{} exists, overwrite it? [y/N] ", path.display());
    for no in ["n", "", "x", "^C", "save! y"] {
        let out = session("connect4", 200, Style::PLAIN, &["4", &save, no]);
        assert!(out.contains(&format!("{question}\nnot saved\n")), "{no}: {out}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "precious", "{no}");
    }
    let out = session("connect4", 200, Style::PLAIN, &["4", &save]);
    assert!(out.contains("not saved\n"), "Ctrl-D: {out}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
    let out = session("connect4", 200, Style::PLAIN, &["4", &save, " Yes "]);
    assert!(out.contains(&format!("{question}\nsaved in ")), "{out}");
    assert!(fs::read_to_string(&path).unwrap().starts_with('4'));
    fs::write(&path, "precious").unwrap();
    let out = session("connect4", 200, Style::PLAIN, &["4", &save.replace("save", "save!")]);
    assert!(!out.contains("overwrite it?") && out.contains("saved in "), "{out}");
    fs::remove_file(&path).unwrap();
}

#[test]
fn two_interruptions_leave_the_game() {
    let words = "press Ctrl-C again, or type 'quit', to leave the game\n";
    let out = session("connect4", 80, Style::PLAIN, &["^C", "4", "^C", "^C", "4"]);
    assert_eq!(out.matches(words).count(), 2, "{out}");
    assert!(out.ends_with(&format!("{words}your move> \n")), "{out}");
    let out = session("connect4", 80, Style::PLAIN, &["resign", "^C"]);
    assert!(out.ends_with("save FILE (.txt), or Enter to leave> \n"), "{out}");
}

#[test]
fn nothing_is_wider_than_the_terminal() {
    let script = ["help", "moves", "hint", "nonsense", "undo", "resign"];
    // An explicit tree has no start.
    for name in games().iter().filter(|game| game.open(None).is_ok()).map(|game| game.name) {
        for width in [40, 80] {
            let out = session(name, width, Style { unicode: true, colour: false }, &script);
            let long = out.lines().find(|line| line.chars().count() > width);
            // The offer to save ends in a prompt, which the line editor wraps.
            assert!(long.is_none_or(|line| line.starts_with("save FILE (")), "{name}: {long:?}");
        }
    }
}

#[test]
fn colours_are_shown_and_the_last_move_is_marked() {
    let out = session("othello", 80, Style { unicode: true, colour: true }, &["f5"]);
    let boards: Vec<_> = out.split("  a  b  c").skip(1).step_by(2).collect();
    assert_eq!(boards.len(), 2, "one board a turn: {out}");
    assert_eq!(boards[0].matches("\x1b[48;5;136").count(), 0, "{out}");
    assert_eq!(boards[1].matches("\x1b[48;5;136").count(), 1, "{out}");
}

#[test]
fn two_lines_greet_the_user() {
    let out = session("connect4", 80, Style::PLAIN, &[]);
    let lines: Vec<&str> = out.lines().take(3).collect();
    assert_eq!(lines[0], "You play Red (X) against alpha-beta, depth=2.");
    assert_eq!(lines[1], "Type a move such as 4, or hint, undo, help or quit.");
    assert_eq!(lines[2], " 1 2 3 4 5 6 7", "the board follows");
    let out = session("othello", 80, Style { unicode: true, colour: false }, &[]);
    assert!(out.starts_with("You play Black against "), "{out}");
}

#[test]
fn the_board_is_turned_for_the_player_at_the_other_end() {
    let screen = Screen { style: Style::PLAIN, width: Some(80), height: None, erases: false };
    for (name, user, first) in [
        ("chess", Side::Max, "8 r n b q k b n r 8"),
        ("chess", Side::Min, "1 R N B K Q B N R 1"),
        ("checkers", Side::Max, " 32w     31w"),
        ("checkers", Side::Min, "  1b      2b"),
        ("amazons", Side::Min, " 1"),
        ("othello", Side::Min, "1 . . ."),
    ] {
        let out = session_on(screen, name, user, &[]);
        let row = out.lines().find(|line| line.contains(first.trim_end()));
        let row = row.unwrap_or_else(|| panic!("{name}: {first}: {out}"));
        let above = out.lines().take_while(|&line| line != row).count();
        assert!(above <= 3, "{name}: {above} lines above {row:?}: {out}");
    }
}

#[test]
fn commands_and_moves_may_be_in_capitals() {
    let script = ["E4", "MOVES", "Undo", "NF3", "Help", "QUIT"];
    let out = session("chess", 200, Style::PLAIN, &script);
    assert_eq!(out.matches("engine plays ").count(), 2, "{out}");
    assert!(out.contains("play a move") && !out.contains("expected"), "{out}");
    assert!(out.ends_with("your move> \n"), "QUIT leaves: {out}");
}

#[test]
fn a_mistyped_command_is_recognized() {
    for (typed, meant) in [("hnt", "hint"), ("Udno", "undo"), ("qiut", "quit"), ("sav x", "save")] {
        let out = session("chess", 200, Style::PLAIN, &[typed]);
        let typed = typed.to_lowercase();
        let said = format!("'{typed}' is neither a move nor a command; did you mean '{meant}'?\n");
        assert!(out.contains(&said), "{out}");
    }
    let out = session("chess", 200, Style::PLAIN, &["e5"]);
    assert!(out.contains("expected one of") && out.contains("; or 'help'\n"), "{out}");
}

#[test]
fn the_board_takes_the_place_of_the_one_before() {
    let screen = |height| Screen {
        style: Style::PLAIN,
        width: Some(80),
        height: Some(height),
        erases: true,
    };
    let out = session_on(screen(24), "connect4", Side::Max, &["4", "hint", "4"]);
    assert!(out.starts_with(&("\n".repeat(24) + "\x1b[H\x1b[JYou play ")), "{out:?}");
    let frames: Vec<&str> = out.split("\x1b[H\x1b[J").skip(1).collect();
    // The start, and for each turn a board while the engine thinks and one for the user.
    assert_eq!(frames.len(), 5, "{out}");
    for frame in frames {
        assert!(frame.starts_with("You play Red (X) against "), "the greeting stays: {frame}");
        assert_eq!(frame.matches(" 1 2 3 4 5 6 7\n").count(), 2, "one board: {frame}");
    }
    // A low terminal has no room for the greeting.
    let out = session_on(screen(12), "connect4", Side::Max, &["4"]);
    assert_eq!((out.matches("\x1b[H").count(), out.matches("You play ").count()), (3, 1), "{out}");
}
