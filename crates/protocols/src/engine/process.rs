//! The process of an engine, and the pipes to it.

use super::{EngineSpec, Fault, FaultKind, Transport};
use plywood_games::shown;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Longer lines are cut to this many bytes, so that an engine cannot fill our memory.
const LONGEST_LINE: u64 = 1 << 16;
/// The capacity of the queue of unread lines. An engine that fills it must wait.
const QUEUE: usize = 256;
/// The most lines that an engine may print before it answers a command.
const MOST_LINES: u32 = 100_000;
/// The most bytes that it may print before it answers a command.
const MOST_BYTES: u64 = 64 << 20;
/// The bytes of the last line of standard error that are kept.
const LONGEST_ERROR: usize = 1 << 10;
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
    output: Receiver<Output>,
    errors: Arc<Errors>,
    /// Lines and bytes received since the last line was sent.
    received: (u32, u64),
    /// The last line received that was not empty.
    said: Option<String>,
}

/// What an engine prints to its standard output.
enum Output {
    /// A line without its end; of one that is too long the beginning, as soon as that is there.
    Line(String),
    /// More bytes of a line that is too long.
    More(u64),
}

/// What an engine printed to its standard error.
#[derive(Default)]
struct Errors {
    /// The last line that is not blank, and whether there will be no more.
    last: Mutex<(String, bool)>,
    is_closed: Condvar,
}

impl Process {
    pub fn start(spec: &EngineSpec) -> Result<Process, Fault> {
        let program = &spec.command[0];
        let fault = |what: String| Fault::new(FaultKind::Crash, what);
        let open = |path: &PathBuf| {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.map_err(|e| fault(format!("log {}: {e}", path.display())))
        };
        let log = spec.log.as_ref().map(open).transpose()?;
        let mut command = Command::new(program);
        command.args(&spec.command[1..]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // In a process group of its own Ctrl-C does not reach the engine, so a game can be finished,
        // and a kill reaches the processes that the engine started.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child =
            command.spawn().map_err(|e| fault(format!("'{program}' cannot be started: {e}")))?;
        let (input, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (sender, receiver) = sync_channel(QUEUE);
        let id = child.id();
        let leader = Arc::new(Mutex::new(Leader { child, ended: None }));
        lock(&RUNNING).insert(id, leader.clone());
        let received = (0, 0);
        let kept = Arc::<Errors>::default();
        let process = Process {
            leader,
            id,
            input,
            output: receiver,
            errors: kept.clone(),
            received,
            said: None,
        };
        // The threads end when their pipe is closed, and the first also when the queue is.
        if let Some(output) = output {
            thread::spawn(move || read_lines(output, &sender));
        }
        if let Some(errors) = errors {
            thread::spawn(move || read_errors(errors, log, &kept));
        }
        Ok(process)
    }

    fn crash(&mut self) -> Fault {
        // The pipe may close shortly before the process ends.
        let mut leader = lock(&self.leader);
        let deadline = Instant::now() + QUIT_TIME;
        let mut reason = loop {
            match leader.ended() {
                Some(status) => break format!("the engine ended ({status})"),
                None if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                None => break "the engine closed its output".to_string(),
            }
        };
        let last = self.errors.last(deadline + QUIT_TIME);
        if !last.is_empty() {
            reason += &format!("; its standard error ends with '{}'", shown(&last));
        }
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
        self.received = (0, 0);
        let sent = match &mut self.input {
            Some(input) => input.write_all(format!("{line}\n").as_bytes()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        };
        sent.map_err(|_| self.crash())
    }

    fn receive(&mut self, deadline: Instant) -> Result<String, Fault> {
        let flood =
            |what: String| Err(Fault::new(FaultKind::Refusal, format!("{what} and no answer")));
        self.received.0 += 1;
        if self.received.0 > MOST_LINES {
            return flood(format!("{MOST_LINES} lines"));
        }
        let mut ended = false;
        loop {
            if self.received.1 > MOST_BYTES {
                return flood(format!("{} MiB", MOST_BYTES >> 20));
            }
            // Checked before a line is taken: an engine that never stops printing always has one.
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Fault::new(FaultKind::Timeout, "no answer"));
            }
            match self.output.recv_timeout(left.min(POLL)) {
                Ok(Output::More(bytes)) => self.received.1 += bytes,
                Ok(Output::Line(line)) => {
                    self.received.1 += line.len() as u64;
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
        // Its last words are in the log before this process can end.
        self.errors.last(Instant::now() + QUIT_TIME);
        lock(&RUNNING).remove(&self.id);
    }
}

/// Puts the lines of an engine into the queue. Bytes that are not UTF-8 are replaced.
fn read_lines(output: ChildStdout, sender: &SyncSender<Output>) {
    let mut output = BufReader::new(output);
    let (mut piece, mut is_begun) = (Vec::new(), false);
    loop {
        piece.clear();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut piece) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let sent = match is_begun {
            true => Output::More(piece.len() as u64),
            false => Output::Line(String::from_utf8_lossy(&piece).trim_end().to_string()),
        };
        if sender.send(sent).is_err() {
            return;
        }
        is_begun = !piece.ends_with(b"\n");
    }
}

/// Copies the standard error of an engine to its log, and keeps the last line.
fn read_errors(mut errors: ChildStderr, mut log: Option<File>, kept: &Errors) {
    let mut bytes = [0; 1 << 13];
    let mut line = Vec::new();
    while let Ok(count @ 1..) = errors.read(&mut bytes) {
        let bytes = &bytes[..count];
        // A full disk is no reason to stop an engine.
        log = log.filter(|mut log| log.write_all(bytes).is_ok());
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let room = LONGEST_ERROR - line.len();
            line.extend_from_slice(&piece[..piece.len().min(room)]);
            if piece.ends_with(b"\n") {
                kept.keep(&line);
                line.clear();
            }
        }
    }
    kept.keep(&line);
    lock(&kept.last).1 = true;
    kept.is_closed.notify_all();
}

impl Errors {
    fn keep(&self, line: &[u8]) {
        let line = String::from_utf8_lossy(line);
        if !line.trim().is_empty() {
            lock(&self.last).0 = line.trim().to_string();
        }
    }

    /// The last line. Waits for the end of the stream, but not beyond the deadline: a process that the engine
    /// started may hold it open.
    fn last(&self, deadline: Instant) -> String {
        let left = deadline.saturating_duration_since(Instant::now());
        let last = self.is_closed.wait_timeout_while(lock(&self.last), left, |last| !last.1);
        last.unwrap_or_else(PoisonError::into_inner).0.0.clone()
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
