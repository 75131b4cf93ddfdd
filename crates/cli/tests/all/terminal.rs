//! What happens on a terminal only, and its state after a killed game.
#![cfg(unix)]

use nix::pty::{Winsize, openpty};
use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{LocalFlags, tcgetattr};
use nix::unistd::Pid;
use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn a_signal_at_the_prompt_leaves_the_terminal_as_it_was() {
    for signal in [Signal::SIGTERM, Signal::SIGHUP] {
        let pty = openpty(None, None).unwrap();
        let before = tcgetattr(&pty.slave).unwrap();
        let end = || Stdio::from(pty.slave.try_clone().unwrap());
        let mut play = Command::new(env!("CARGO_BIN_EXE_plywood"))
            .args(["play", "connect4", "--depth=2"])
            .env("TERM", "xterm")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .unwrap();
        // The output must be read, or the program waits.
        let mut screen = File::from(pty.master.try_clone().unwrap());
        thread::spawn(move || while screen.read(&mut [0; 1024]).is_ok_and(|read| read > 0) {});
        let is_raw = || !tcgetattr(&pty.slave).unwrap().local_flags.contains(LocalFlags::ICANON);
        let begun = Instant::now();
        while !is_raw() {
            assert!(begun.elapsed() < Duration::from_secs(60), "no prompt");
            thread::sleep(Duration::from_millis(5));
        }
        kill(Pid::from_raw(play.id() as i32), signal).unwrap();
        assert_eq!(play.wait().unwrap().code(), Some(130), "{signal}");
        assert!(tcgetattr(&pty.slave).unwrap() == before, "{signal}: the terminal is still raw");
    }
}

/// All that a command prints on a terminal of 80 by 24.
fn on_terminal(args: &[&str]) -> String {
    let pty =
        openpty(&Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 }, None).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_plywood"))
        .args(args)
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .stdout(Stdio::from(pty.slave))
        .spawn()
        .unwrap();
    let (mut screen, mut bytes) = (File::from(pty.master), Vec::new());
    // Reading fails when the last process has closed the terminal.
    let _ = screen.read_to_end(&mut bytes);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    String::from_utf8(bytes).unwrap()
}

#[test]
fn each_depth_of_an_analysis_replaces_the_one_before() {
    let args = ["analyze", "connect4", "--position", "4453", "--depth", "4"];
    let shown = on_terminal(&args);
    assert_eq!(
        shown.matches("depth ").count(),
        5,
        "four depths and the reason for the end: {shown}"
    );
    assert_eq!(shown.matches("\x1b[4A\r\x1b[Jdepth ").count(), 3, "{shown:?}");
    let all = on_terminal(&[&args[..], &["--all-depths"]].concat());
    assert!(!all.contains("\x1b[J") && all.contains("depth 4  "), "{all:?}");
}

#[test]
fn lists_are_no_wider_than_the_terminal() {
    for list in ["games", "algorithms", "experiment list"] {
        let shown = on_terminal(&list.split(' ').collect::<Vec<_>>());
        assert!(shown.lines().count() <= 45, "{shown}");
        assert!(shown.lines().all(|line| line.trim_end().chars().count() <= 80), "{shown}");
    }
}
