//! Runs the binary as a user would.

#[path = "../../../../protocols/tests/common/folder.rs"]
mod folder;

pub use folder::Folder;

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

/// How a command ended.
#[derive(Debug)]
pub struct Ended {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Ended {
    /// The one JSON value on the one line of a command that succeeded.
    #[track_caller]
    pub fn json(&self) -> Value {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{self:?}");
        assert_eq!(self.out.lines().count(), 1, "{self:?}");
        serde_json::from_str(&self.out).expect("JSON")
    }

    /// The JSON lines of a command that succeeded.
    #[track_caller]
    pub fn json_lines(&self) -> Vec<Value> {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{self:?}");
        self.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    /// Checks that the command failed with this exit code, and printed only one line of error with these
    /// words, optionally followed by tips.
    #[track_caller]
    pub fn refused(&self, code: i32, words: &str) {
        assert_eq!((self.code, self.out.as_str()), (code, ""), "{self:?}");
        let (error, tips) = self.err.split_once('\n').expect("a line");
        assert!(tips.lines().all(|line| line.starts_with("  tip: ")), "{self:?}");
        assert!(error.starts_with("error: ") && error.contains(words), "{self:?}");
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Ended {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Ended {
            code: output.status.code().unwrap_or(-1),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }
}

/// The binary, ready for arguments.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plywood"));
    command.stdin(Stdio::null());
    command
}

/// Runs the binary with arguments.
pub fn plywood<A: AsRef<std::ffi::OsStr>>(args: impl IntoIterator<Item = A>) -> Ended {
    command().args(args).output().expect("the binary runs").into()
}

/// Runs a command line without quotes.
pub fn plywood_line(line: &str) -> Ended {
    plywood(line.split_whitespace())
}

/// Starts the binary with arguments, and pipes to its input and its outputs.
pub fn spawn<A: AsRef<std::ffi::OsStr>>(args: impl IntoIterator<Item = A>) -> Child {
    let mut command = command();
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the binary runs")
}

/// Runs a command line with a script as standard input.
pub fn plywood_with_input(line: &str, input: &[u8]) -> Ended {
    with_input(line.split_whitespace(), input)
}

/// Runs the binary with arguments and a script as standard input.
pub fn with_input<A: AsRef<std::ffi::OsStr>>(
    args: impl IntoIterator<Item = A>,
    input: &[u8],
) -> Ended {
    let mut child = spawn(args);
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input).expect("the binary reads its input");
    drop(stdin);
    child.wait_with_output().expect("the binary ends").into()
}

/// The binary as an engine, with pipes to talk to it.
pub struct Talk {
    engine: Child,
    input: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Talk {
    /// Starts a command line without quotes.
    pub fn start(line: &str) -> Talk {
        let mut engine = command()
            .args(line.split(' ').filter(|arg| !arg.is_empty()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let input = engine.stdin.take();
        let lines = BufReader::new(engine.stdout.take().expect("a pipe")).lines();
        Talk { engine, input, lines }
    }

    pub fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("a pipe");
        writeln!(input, "{line}").expect("the engine reads");
    }

    /// The lines up to and including the first that begins with `start`.
    #[track_caller]
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            heard.push(self.lines.next().expect("a line").expect("text"));
            if heard[heard.len() - 1].starts_with(start) {
                return heard;
            }
        }
    }

    /// The remaining output. The engine must end successfully.
    #[track_caller]
    pub fn rest(&mut self) -> Vec<String> {
        let rest = self.lines.by_ref().map(|line| line.expect("text")).collect();
        assert!(self.engine.wait().expect("the engine ends").success());
        rest
    }

    /// Closes the input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Closes the input. The engine must end successfully without more output.
    #[track_caller]
    pub fn leave(mut self) {
        self.close();
        assert_eq!(self.rest(), [""; 0]);
    }
}

/// The names of the fields of an object, sorted.
pub fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// The names of all algorithms, and whether they are exact.
pub fn algorithms() -> Vec<(String, bool)> {
    let list = plywood_line("algorithms --json").json();
    let entry = |a: &Value| Some((a["name"].as_str()?.to_string(), a["exact"].as_bool()?));
    list.as_array().expect("an array").iter().map(|a| entry(a).expect("name and exact")).collect()
}

/// The folder `testdata`.
pub fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

impl Folder {
    pub fn join(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_string()
    }

    pub fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.0.join(name), text).expect("a temporary file");
        self.join(name)
    }
}

/// Every file below a folder with its bytes, except wall times, which never repeat.
pub fn bytes_of(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if !name.starts_with("timings") {
                let relative = path.strip_prefix(folder).expect("below the folder").to_path_buf();
                files.insert(relative, fs::read(&path).expect("a file"));
            }
        }
    }
    files
}

/// Waits until a process handles Ctrl-C, and then sends it.
#[cfg(target_os = "linux")]
pub fn interrupt(pid: u32) {
    let catches = || {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|m| m & 2 != 0)
    };
    let begun = std::time::Instant::now();
    while !catches() {
        assert!(begun.elapsed().as_secs() < 30, "no handler for Ctrl-C");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    std::thread::sleep(std::time::Duration::from_millis(100));
    let status = Command::new("kill").args(["-INT", &pid.to_string()]).status();
    assert!(status.is_ok_and(|status| status.success()));
}
