//! An engine's process and the two pipes to it.

use crate::client::{EngineSpec, Fault, FaultKind};
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Lines are read, but kept only up to this many bytes: an engine must not fill our memory.
const LINE: u64 = 1 << 16;
/// Lines of an engine that wait for us before it has to wait.
const LINES: usize = 256;
/// An engine that says more lines than this without an answer is not thinking aloud.
const FLOOD: u32 = 100_000;
/// How long an engine may take to quit when asked.
const FAREWELL: Duration = Duration::from_millis(500);

/// How often we see whether a silent engine still runs: what it started may hold the pipe open.
const GLANCE: Duration = Duration::from_millis(20);

/// What a protocol needs of a connection: lines there and lines back.
pub(crate) trait Wire: Send {
    /// Sends a line.
    fn send(&mut self, line: &str) -> Result<(), Fault>;
    /// The next line, if it comes before the deadline.
    fn receive(&mut self, deadline: Instant) -> Result<String, Fault>;
}

/// The engines that run: a process that exits at once ends them with [`kill_all`].
static RUNNING: Mutex<BTreeMap<u32, Arc<Mutex<Leader>>>> = Mutex::new(BTreeMap::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A child is a child, whatever panicked near it.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all engines of this process. Dropping an [`Engine`](crate::Engine) ends it anyway; this is
/// for a process about to exit without dropping anything.
pub fn kill_all() {
    for leader in lock(&RUNNING).values() {
        lock(leader).kill();
    }
}

/// An engine's process, which leads the group of those it started.
struct Leader {
    child: Child,
    /// How it ended, once we took note of it. Its number may be somebody else's from then on.
    ended: Option<String>,
}

impl Leader {
    /// How it ended, if it did. What it started ends with it.
    fn ended(&mut self) -> Option<&str> {
        if self.ended.is_none() && self.is_over() {
            self.kill();
        }
        self.ended.as_deref()
    }

    /// Ends it, with the processes it started, and takes note of its end: no zombie is left.
    fn kill(&mut self) {
        if self.ended.is_none() {
            #[cfg(unix)]
            let _ = nix::sys::signal::killpg(self.number(), nix::sys::signal::Signal::SIGKILL);
            let _ = self.child.kill();
            let status = self.child.wait();
            self.ended = Some(status.map_or_else(|e| e.to_string(), |status| status.to_string()));
        }
    }

    #[cfg(unix)]
    fn number(&self) -> nix::unistd::Pid {
        nix::unistd::Pid::from_raw(self.child.id().cast_signed())
    }

    /// Whether it is over, without taking note: until then its number is its own, and the group
    /// can be ended.
    #[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
    fn is_over(&mut self) -> bool {
        use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        !matches!(waitid(Id::Pid(self.number()), flags), Ok(WaitStatus::StillAlive))
    }

    /// Elsewhere one cannot look without taking note; but a group that has members keeps its
    /// number.
    #[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd")))]
    fn is_over(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }
}

/// An engine that runs. Dropped, it is asked to quit, and killed if it does not.
pub(crate) struct Process {
    leader: Arc<Mutex<Leader>>,
    number: u32,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Lines since we last said anything.
    heard: u32,
}

impl Process {
    pub fn start(spec: &EngineSpec) -> Result<Process, Fault> {
        let program = &spec.command[0];
        let fault = |what: String| Fault::new(FaultKind::Crash, what);
        let errors = match &spec.log {
            None => Stdio::null(),
            Some(path) => {
                let file = OpenOptions::new().create(true).append(true).open(path);
                Stdio::from(file.map_err(|e| fault(format!("log {}: {e}", path.display())))?)
            }
        };
        let mut command = Command::new(program);
        command.args(&spec.command[1..]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(errors);
        // A group of its own: Ctrl-C is for us, who finish the game, and a kill reaches what the
        // engine started.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child =
            command.spawn().map_err(|e| fault(format!("'{program}' cannot be started: {e}")))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (sender, lines) = sync_channel(LINES);
        let number = child.id();
        let leader = Arc::new(Mutex::new(Leader { child, ended: None }));
        lock(&RUNNING).insert(number, leader.clone());
        let process = Process { leader, number, input, lines, heard: 0 };
        if let Some(output) = output {
            // The thread ends with the pipe, or with the first line that nobody waits for.
            thread::spawn(move || read_lines(output, &sender));
        }
        Ok(process)
    }

    fn crash(&mut self) -> Fault {
        // Its pipe may close a moment before it ends.
        let mut leader = lock(&self.leader);
        let deadline = Instant::now() + FAREWELL;
        let reason = loop {
            match leader.ended() {
                Some(status) => break format!("the engine ended ({status})"),
                None if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                None => break "the engine closed its output".to_string(),
            }
        };
        Fault::new(FaultKind::Crash, reason)
    }

    /// Ends the engine at once.
    pub fn kill(&mut self) {
        self.input = None;
        lock(&self.leader).kill();
    }
}

impl Wire for Process {
    fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.heard = 0;
        let sent = match &mut self.input {
            Some(input) => input.write_all(format!("{line}\n").as_bytes()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        sent.map_err(|_| self.crash())
    }

    fn receive(&mut self, deadline: Instant) -> Result<String, Fault> {
        self.heard += 1;
        if self.heard > FLOOD {
            return Err(Fault::new(FaultKind::Refusal, format!("{FLOOD} lines and no answer")));
        }
        let mut over = false;
        loop {
            // Before a line is taken: those of a flood are always there.
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Fault::new(FaultKind::Timeout, "no answer"));
            }
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                // Its last words may still be on their way.
                Err(RecvTimeoutError::Timeout) if !over => {
                    over = lock(&self.leader).ended().is_some();
                }
                Err(RecvTimeoutError::Timeout) => return Err(self.crash()),
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.input.is_some() && self.send("quit").is_ok() {
            self.input = None;
            let deadline = Instant::now() + FAREWELL;
            while lock(&self.leader).ended().is_none() && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(2));
            }
        }
        self.kill();
        lock(&RUNNING).remove(&self.number);
    }
}

/// Hands on the lines of an engine, cut to a length, whatever their bytes are.
fn read_lines(output: ChildStdout, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        match output.by_ref().take(LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if !line.ends_with(b"\n") && output.skip_until(b'\n').is_err() {
            return;
        }
        let text = String::from_utf8_lossy(&line);
        if sender.send(text.trim_end().to_string()).is_err() {
            return;
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::Protocol;

    #[test]
    fn a_flood_does_not_hide_the_deadline() {
        let mut process = Process::start(&EngineSpec::new(Protocol::Gtp, "yes").unwrap()).unwrap();
        let patient = Instant::now() + Duration::from_secs(120);
        assert_eq!(process.receive(patient).unwrap(), "y");
        for _ in 0..100 {
            let fault = process.receive(Instant::now()).unwrap_err();
            assert_eq!(fault.kind, FaultKind::Timeout);
        }
        assert_eq!(process.receive(patient).unwrap(), "y");
    }
}
