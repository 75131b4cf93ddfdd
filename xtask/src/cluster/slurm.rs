//! A private Slurm: all daemons are children of this process, and all files are in one folder.

use crate::Outcome;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The programs that are needed, with their Debian packages.
const PROGRAMS: [(&str, &str); 8] = [
    ("munged", "munge"),
    ("slurmctld", "slurmctld"),
    ("slurmd", "slurmd"),
    ("sbatch", "slurm-client"),
    ("squeue", "slurm-client"),
    ("sinfo", "slurm-client"),
    ("scancel", "slurm-client"),
    ("hostname", "hostname"),
];

/// Where daemons are, if the search path lacks it.
const SYSTEM: &str = "/usr/sbin";

/// Fails with the list of programs that are not installed.
pub fn check_programs() -> Outcome {
    let missing: Vec<_> = PROGRAMS.iter().filter(|(name, _)| find(name).is_none()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = missing.iter().map(|(name, _)| *name).collect();
    let mut packages: Vec<&str> = missing.iter().map(|(_, package)| *package).collect();
    packages.dedup();
    Err(format!(
        "a private Slurm needs {}, which are not installed; on Debian: apt-get install {}",
        names.join(", "),
        packages.join(" ")
    ))
}

fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from(SYSTEM)]);
    folders.map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// A process of a job.
pub struct Payload {
    pub process: i32,
    /// The process of Slurm that watches over it.
    pub step: i32,
    pub node: String,
}

impl Payload {
    fn of(process: i32) -> Option<Payload> {
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let step =
            status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim().parse().ok()?;
        Some(Payload { process, step, node: variable(process, "SLURMD_NODENAME")? })
    }

    /// Whether it has not ended.
    pub fn is_running(&self) -> bool {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process));
        status.is_ok_and(|status| !status.contains("State:\tZ"))
    }
}

/// A running Slurm, stopped when it is dropped, together with all jobs.
pub struct Slurm {
    folder: PathBuf,
    daemons: Vec<(String, Child)>,
}

impl Slurm {
    /// Starts the daemons with this many nodes of one core, and waits until all nodes are idle.
    pub fn start(folder: &Path, nodes: usize) -> Result<Slurm, String> {
        let mut slurm = Slurm { folder: folder.to_path_buf(), daemons: Vec::new() };
        slurm.configure(nodes)?;
        let files = ["key", "sock", "pid", "log", "seed"];
        let [key, socket, pid, log, seed] = files.map(|name| slurm.path(&format!("munge.{name}")));
        slurm.spawn(
            "munged",
            &[
                "--foreground".into(),
                "--force".into(),
                format!("--key-file={key}"),
                format!("--socket={socket}"),
                format!("--pid-file={pid}"),
                format!("--log-file={log}"),
                format!("--seed-file={seed}"),
            ],
        )?;
        wait_for("munged", Duration::from_secs(20), || Path::new(&socket).exists())?;
        slurm.spawn("slurmctld", &["-D".into()])?;
        for node in 1..=nodes {
            slurm.spawn("slurmd", &["-D".into(), "-N".into(), format!("n{node}")])?;
        }
        let idle = || {
            let out = slurm.output("sinfo", &["--noheader", "--Node", "--format=%N %t"]);
            out.is_ok_and(|out| out.lines().filter(|line| line.ends_with(" idle")).count() == nodes)
        };
        wait_for("idle nodes", Duration::from_secs(60), idle)?;
        Ok(slurm)
    }

    fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    fn configure(&self, nodes: usize) -> Outcome {
        let write = |name: &str, bytes: &[u8]| {
            fs::write(self.folder.join(name), bytes).map_err(|e| format!("{name}: {e}"))
        };
        let set_mode = |path: String, mode| {
            let mode = fs::Permissions::from_mode(mode);
            fs::set_permissions(&path, mode).map_err(|e| format!("{path}: {e}"))
        };
        let random = fs::File::open("/dev/urandom").and_then(|mut file| {
            let mut bytes = [0; 1024];
            std::io::Read::read_exact(&mut file, &mut bytes).map(|()| bytes)
        });
        write("munge.key", &random.map_err(|e| format!("/dev/urandom: {e}"))?)?;
        set_mode(self.path("munge.key"), 0o400)?;
        set_mode(self.path(""), 0o711)?;
        fs::create_dir(self.path("state")).map_err(|e| format!("state: {e}"))?;
        let host = plain_output(&mut Command::new("hostname"))?.trim().to_string();
        let user = plain_output(Command::new("id").arg("-un"))?.trim().to_string();
        let mut ports = Vec::new();
        for _ in 0..=nodes {
            let listener = TcpListener::bind("127.0.0.1:0").map_err(|e| format!("a port: {e}"))?;
            ports.push(listener);
        }
        let port = |listener: &TcpListener| listener.local_addr().map_or(0, |at| at.port());
        let folder = self.folder.display();
        let mut text = format!(
            "ClusterName=plywood\n\
             SlurmctldHost={host}(127.0.0.1)\n\
             SlurmctldPort={}\n\
             SlurmUser={user}\n\
             SlurmdUser={user}\n\
             AuthType=auth/munge\n\
             CredType=cred/munge\n\
             AuthInfo=socket={folder}/munge.sock,cred_expire=5\n\
             StateSaveLocation={folder}/state\n\
             SlurmdSpoolDir={folder}/spool-%n\n\
             SlurmctldPidFile={folder}/slurmctld.pid\n\
             SlurmdPidFile={folder}/slurmd-%n.pid\n\
             SlurmctldLogFile={folder}/slurmctld.log\n\
             SlurmdLogFile={folder}/slurmd-%n.log\n\
             ProctrackType=proctrack/linuxproc\n\
             TaskPlugin=task/none\n\
             SwitchType=switch/none\n\
             SelectType=select/cons_tres\n\
             SelectTypeParameters=CR_Core\n\
             JobAcctGatherType=jobacct_gather/none\n\
             AccountingStorageType=accounting_storage/none\n\
             ReturnToService=2\n\
             MpiDefault=none\n\
             JobRequeue=1\n\
             SlurmdTimeout=6\n\
             KillWait=2\n\
             SchedulerParameters=sched_interval=2,batch_sched_delay=0\n",
            port(&ports[0])
        );
        for (node, listener) in ports.iter().enumerate().skip(1) {
            text += &format!(
                "NodeName=n{node} NodeHostname={host} NodeAddr=127.0.0.1 Port={} CPUs=1 RealMemory=500\n",
                port(listener)
            );
        }
        text += "PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n";
        write("slurm.conf", text.as_bytes())
    }

    fn spawn(&mut self, program: &str, args: &[String]) -> Outcome {
        let log =
            fs::File::create(self.folder.join(format!("{program}-{}.out", self.daemons.len())));
        let log = log.map_err(|e| format!("{program}: {e}"))?;
        // At the lowest priority, so that what the test does to jobs comes in time.
        let mut command = self.command("nice");
        command.args(["-n", "19"]).arg(find(program).unwrap_or_else(|| program.into()));
        command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let child = command.spawn().map_err(|e| format!("{program} did not start: {e}"))?;
        let name = args.last().cloned().unwrap_or_default();
        self.daemons.push((format!("{program} {name}"), child));
        Ok(())
    }

    /// A command with the configuration of this Slurm in its environment, by which its processes are known.
    pub fn command(&self, program: &str) -> Command {
        let path = find(program).unwrap_or_else(|| program.into());
        let mut command = Command::new(path);
        command.env("SLURM_CONF", self.conf());
        command
    }

    fn conf(&self) -> String {
        self.path("slurm.conf")
    }

    /// The standard output of a command that succeeds.
    pub fn output(&self, program: &str, args: &[&str]) -> Result<String, String> {
        plain_output(self.command(program).args(args))
    }

    /// Waits until nothing is queued or running.
    pub fn wait_until_idle(&self) -> Outcome {
        let is_idle = || {
            let out = self.output("squeue", &["--noheader"]);
            out.is_ok_and(|out| out.trim().is_empty())
        };
        wait_for("jobs to end", Duration::from_secs(300), is_idle)
    }

    /// Looks at the processes of this Slurm that are not in `strangers`, to which all others are added: a scan
    /// takes less time than a shard.
    fn look(&self, strangers: &mut HashSet<i32>) -> Vec<i32> {
        let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
        let numbers = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        let mut ours = Vec::new();
        for process in numbers.filter(|process| *process != std::process::id() as i32) {
            if strangers.contains(&process) {
                continue;
            }
            if variable(process, "SLURM_CONF").as_deref() == Some(&self.conf()) {
                ours.push(process);
            } else {
                strangers.insert(process);
            }
        }
        ours
    }

    /// Freezes the first tasks of an array as soon as they run. Fewer than `count`, if no more come within a
    /// second after the first, or `is_over`.
    pub fn freeze(&self, count: usize, is_over: impl Fn() -> bool) -> BTreeMap<u32, Payload> {
        let (mut strangers, mut frozen) = (HashSet::new(), BTreeMap::new());
        let mut first: Option<Instant> = None;
        while frozen.len() < count {
            for process in self.look(&mut strangers) {
                let Some(task) = variable(process, "SLURM_ARRAY_TASK_ID") else { continue };
                if frozen.len() < count
                    && let Ok(task) = task.parse()
                    && !frozen.contains_key(&task)
                    && let Some(payload) = Payload::of(process)
                {
                    signal(process, Signal::SIGSTOP);
                    frozen.insert(task, payload);
                    first.get_or_insert_with(Instant::now);
                }
            }
            if first.is_some_and(|first| first.elapsed().as_secs() >= 1) || is_over() {
                break;
            }
        }
        frozen
    }

    /// Kills a node with all that runs on it, as if its machine had lost power.
    pub fn kill_node(&mut self, payload: &Payload) -> Outcome {
        let name = format!("slurmd {}", payload.node);
        let daemon = self.daemons.iter_mut().find(|(daemon, _)| *daemon == name);
        let (_, daemon) = daemon.ok_or(format!("no daemon of node {}", payload.node))?;
        daemon.kill().and_then(|()| daemon.wait().map(drop)).map_err(|e| format!("{name}: {e}"))?;
        // The watcher first, so that it tells nobody.
        for process in [payload.step, payload.process] {
            signal(process, Signal::SIGKILL);
        }
        Ok(())
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        let _ = self.output("scancel", &["--me"]);
        // Those that were started last end first: slurmctld without munged would complain.
        while let Some((name, mut daemon)) = self.daemons.pop() {
            signal(daemon.id() as i32, Signal::SIGTERM);
            let has_ended = || daemon.try_wait().is_ok_and(|status| status.is_some());
            if wait_for(&name, Duration::from_secs(5), has_ended).is_err() {
                let _ = daemon.kill();
                let _ = daemon.wait();
            }
        }
        // Jobs and their watchers are no children of ours.
        for process in self.look(&mut HashSet::new()) {
            signal(process, Signal::SIGKILL);
        }
    }
}

/// Sends a signal to a process, which may have ended.
pub fn signal(process: i32, signal: Signal) {
    let _ = kill(Pid::from_raw(process), signal);
}

/// A variable of the environment that a process was started with.
fn variable(process: i32, name: &str) -> Option<String> {
    let bytes = fs::read(format!("/proc/{process}/environ")).ok()?;
    let start = format!("{name}=");
    let found = bytes.split(|&byte| byte == 0).find_map(|part| part.strip_prefix(start.as_bytes()));
    found.map(|value| String::from_utf8_lossy(value).into_owned())
}

fn plain_output(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|e| format!("{name} did not start: {e}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.success() {
        true => Ok(text(&output.stdout)),
        false => Err(format!("{name}: {}: {}", output.status, text(&output.stderr).trim())),
    }
}

/// Waits until something is so.
pub fn wait_for(what: &str, limit: Duration, mut is_so: impl FnMut() -> bool) -> Outcome {
    let begun = Instant::now();
    while !is_so() {
        if begun.elapsed() > limit {
            return Err(format!("waited {} s for {what}", limit.as_secs()));
        }
        sleep(Duration::from_millis(100));
    }
    Ok(())
}
