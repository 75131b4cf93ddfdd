//! The process of an engine, and the pipes to it.

use super::{EngineSpec, Fault, FaultKind, Transport};
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Longer lines are cut to this many bytes, so that an engine cannot fill our memory.
const LONGEST_LINE: u64 = 1 << 16;
/// The capacity of the queue of unread lines. An engine that fills it must wait.
const QUEUE: usize = 256;
/// The most lines that an engine may print before it answers a command.
const MOST_LINES: u32 = 100_000;
/// The time that an engine has to end after `quit`.
const QUIT_TIME: Duration = Duration::from_millis(500);
/// The interval at which we check whether a silent engine still runs. A closed pipe does not tell: a
/// process that the engine started may hold it open.
const POLL: Duration = Duration::from_millis(20);

/// The running engines by process id, for [`kill_all`].
static RUNNING: Mutex<BTreeMap<u32, Arc<Mutex<Leader>>>> = Mutex::new(BTreeMap::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The data stays valid if another thread panicked with the lock held.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills all engines that this process has started. Dropping an [`Engine`](crate::Engine) ends it too;
/// this function is for a process that exits without dropping its values.
pub fn kill_all() {
    for leader in lock(&RUNNING).values() {
        lock(leader).kill();
    }
}

/// The process of an engine. It leads a process group, which holds the processes that it starts.
struct Leader {
    child: Child,
    /// Its exit status, once it was waited for. From then on the system may reuse its process id.
    ended: Option<String>,
}

impl Leader {
    /// Its exit status if it has ended. The rest of its process group is killed then.
    fn ended(&mut self) -> Option<&str> {
        if self.ended.is_none() && self.is_over() {
            self.kill();
        }
        self.ended.as_deref()
    }

    /// Kills its process group and waits for it, so that no zombie is left.
    fn kill(&mut self) {
        if self.ended.is_none() {
            #[cfg(unix)]
            let _ = nix::sys::signal::killpg(self.id(), nix::sys::signal::Signal::SIGKILL);
            let _ = self.child.kill();
            let status = self.child.wait();
            self.ended = Some(status.map_or_else(|e| e.to_string(), |status| status.to_string()));
        }
    }

    #[cfg(unix)]
    fn id(&self) -> nix::unistd::Pid {
        nix::unistd::Pid::from_raw(self.child.id().cast_signed())
    }

    /// Whether it has ended. It is not waited for, so its process id stays valid and its group can
    /// still be killed.
    #[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
    fn is_over(&mut self) -> bool {
        use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        !matches!(waitid(Id::Pid(self.id()), flags), Ok(WaitStatus::StillAlive))
    }

    /// These systems cannot check without waiting for it. Its group keeps its id as long as it has
    /// members.
    #[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd")))]
    fn is_over(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }
}

/// A running engine. Dropping it sends `quit`, and kills the engine if it does not end.
pub(super) struct Process {
    leader: Arc<Mutex<Leader>>,
    id: u32,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Lines received since the last line was sent.
    received: u32,
    /// The last line received that was not empty.
    said: Option<String>,
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
        // In a process group of its own Ctrl-C does not reach the engine, so a game can be finished,
        // and a kill reaches the processes that the engine started.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child =
            command.spawn().map_err(|e| fault(format!("'{program}' cannot be started: {e}")))?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (sender, lines) = sync_channel(QUEUE);
        let id = child.id();
        let leader = Arc::new(Mutex::new(Leader { child, ended: None }));
        lock(&RUNNING).insert(id, leader.clone());
        let process = Process { leader, id, input, lines, received: 0, said: None };
        if let Some(output) = output {
            // The thread ends when the pipe or the queue is closed.
            thread::spawn(move || read_lines(output, &sender));
        }
        Ok(process)
    }

    fn crash(&mut self) -> Fault {
        // The pipe may close shortly before the process ends.
        let mut leader = lock(&self.leader);
        let deadline = Instant::now() + QUIT_TIME;
        let reason = loop {
            match leader.ended() {
                Some(status) => break format!("the engine ended ({status})"),
                None if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                None => break "the engine closed its output".to_string(),
            }
        };
        Fault::new(FaultKind::Crash, reason)
    }

    /// The last line that the engine said, if it has said any.
    pub fn said(&self) -> Option<&str> {
        self.said.as_deref()
    }

    /// Kills the engine.
    pub fn kill(&mut self) {
        self.input = None;
        lock(&self.leader).kill();
    }
}

impl Transport for Process {
    fn send(&mut self, line: &str) -> Result<(), Fault> {
        self.received = 0;
        let sent = match &mut self.input {
            Some(input) => input.write_all(format!("{line}\n").as_bytes()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        sent.map_err(|_| self.crash())
    }

    fn receive(&mut self, deadline: Instant) -> Result<String, Fault> {
        self.received += 1;
        if self.received > MOST_LINES {
            return Err(Fault::new(
                FaultKind::Refusal,
                format!("{MOST_LINES} lines and no answer"),
            ));
        }
        let mut ended = false;
        loop {
            // Checked before a line is taken: an engine that never stops printing always has one.
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Fault::new(FaultKind::Timeout, "no answer"));
            }
            match self.lines.recv_timeout(left.min(POLL)) {
                Ok(line) => {
                    if !line.is_empty() {
                        self.said = Some(line.clone());
                    }
                    return Ok(line);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                // The last lines of an ended engine may still be in the pipe.
                Err(RecvTimeoutError::Timeout) if !ended => {
                    ended = lock(&self.leader).ended().is_some();
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
            let deadline = Instant::now() + QUIT_TIME;
            while lock(&self.leader).ended().is_none() && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(2));
            }
        }
        self.kill();
        lock(&RUNNING).remove(&self.id);
    }
}

/// Puts the lines of an engine into the queue. Bytes that are not UTF-8 are replaced.
fn read_lines(output: ChildStdout, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
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
    fn an_engine_that_never_stops_printing_cannot_delay_the_deadline() {
        let mut process = Process::start(&EngineSpec::new(Protocol::Gtp, "yes").unwrap()).unwrap();
        let later = Instant::now() + Duration::from_secs(120);
        assert_eq!(process.receive(later).unwrap(), "y");
        for _ in 0..100 {
            let fault = process.receive(Instant::now()).unwrap_err();
            assert_eq!(fault.kind, FaultKind::Timeout);
        }
        assert_eq!(process.receive(later).unwrap(), "y");
    }
}
