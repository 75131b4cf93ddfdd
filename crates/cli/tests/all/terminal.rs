//! The state of the terminal after a killed game.
#![cfg(unix)]

use nix::pty::openpty;
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
