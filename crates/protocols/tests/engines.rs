//! Real processes: shell scripts that misbehave in many ways, and GRhino if it is installed.
#![cfg(unix)]

#[path = "common/folder.rs"]
mod folder;

use folder::Folder;
use plywood::Position;
use plywood_games::random::{Rng, random_move};
use plywood_games::{Connect4, Game, Othello};
use plywood_protocols::{Engine, EngineSpec, Fault, FaultKind, Opening, Protocol};
use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, thread};

impl Folder {
    /// An engine that runs `on_move` when it is asked for a move and answers other commands correctly. It
    /// appends its process id to the file `ids`.
    fn engine(&self, protocol: Protocol, on_move: &str) -> EngineSpec {
        let ids = self.0.join("ids");
        let answers = match protocol {
            Protocol::Gtp => r#"genmove*) MOVE ;; quit) exit 0 ;; *) printf '=\n\n' ;;"#,
            Protocol::NBoard => r#"go) MOVE ;; quit) exit 0 ;; ping*) echo "pong ${line#* }" ;;"#,
            Protocol::Uci => {
                "go*) MOVE ;; quit) exit 0 ;; uci) echo uciok ;; isready) echo readyok ;;"
            }
        };
        let script = format!(
            "echo $$ >> {}\necho started >&2\nwhile read -r line; do case $line in {} esac; done\n",
            ids.display(),
            answers.replace("MOVE", on_move)
        );
        let path = self.0.join("engine.sh");
        fs::write(&path, script).expect("a script");
        EngineSpec::new(protocol, &format!("sh '{}'", path.display())).expect("a command")
    }

    /// The process ids of all starts so far.
    fn ids(&self) -> Vec<String> {
        let text = fs::read_to_string(self.0.join("ids")).unwrap_or_default();
        text.lines().map(str::to_string).collect()
    }
}

/// The fault of the first move.
fn first_move(spec: EngineSpec) -> (Engine<Othello>, Fault) {
    let mut engine = Engine::start(spec).expect("a start");
    let opening = Opening::of(Othello::default());
    engine.new_game(&opening).expect("a game");
    let fault = engine.choose(&opening.origin, None).expect_err("a fault");
    (engine, fault)
}

#[test]
fn every_misbehaviour_is_a_fault_with_its_reason() {
    use FaultKind::{Crash, IllegalMove, Refusal, Timeout};
    let gtp = [
        (
            "exit 3",
            Crash,
            "the engine ended (exit status: 3); its standard error ends with 'started'",
        ),
        ("kill -9 $$", Crash, "signal: 9"),
        ("exec 1>&-; exec sleep 60", Crash, "the engine closed its output"),
        ("printf '= a1\\n\\n'", IllegalMove, "not a legal move: 'a1'"),
        ("printf '? cannot\\n\\n'", Refusal, "'genmove black' was refused: 'cannot'"),
        ("printf '= \\377\\376\\n\\n'", IllegalMove, "not a legal move: '\u{fffd}\u{fffd}'"),
        ("sleep 60", Timeout, "no answer within 1s"),
        ("printf '= d3\\n'; sleep 60", Timeout, "no answer"),
        ("while :; do echo garbage; done", Refusal, "100000 lines and no answer"),
        ("yes '= garbage'", Refusal, "100000 lines and no answer"),
        ("cat /dev/zero", Refusal, "64 MiB and no answer"),
        ("printf aaa; sleep 60", Timeout, "no answer"),
        ("cat /dev/zero >&2", Timeout, "no answer within 1s"),
        (
            "echo all is well >&2; echo 'Oh dear: 7' >&2; echo >&2; exit 3",
            Crash,
            "(exit status: 3); its standard error ends with 'Oh dear: 7'",
        ),
        ("head -c 9999999 /dev/zero | tr '\\0' x >&2; exit 3", Crash, "ends with 'xxxx"),
    ];
    let nboard = [
        ("exit", Crash, "the engine ended"),
        ("echo '=== a1/0.5/1'", IllegalMove, "not a legal move: 'a1'"),
        ("echo ===", IllegalMove, "not a legal move: ''"),
        ("echo d3", Timeout, "no answer within 1s"),
    ];
    let gtp = gtp.map(|case| (Protocol::Gtp, case));
    let nboard = nboard.map(|case| (Protocol::NBoard, case));
    for (protocol, (on_move, kind, words)) in gtp.into_iter().chain(nboard) {
        let folder = Folder::new();
        let mut spec = folder.engine(protocol, on_move);
        // A long wait where an answer is expected: the machine may be busy.
        let timeout = if kind == Timeout { 1000 } else { 120_000 };
        spec.timeout = Some(Duration::from_millis(timeout));
        let (mut engine, fault) = first_move(spec);
        assert_eq!(fault.kind, kind, "{on_move}: {fault}");
        assert!(fault.reason.contains(words), "{on_move}: {fault}");
        assert!(fault.reason.len() < 300 && !fault.reason.contains('\n'), "{fault}");
        // The engine is not running until the next game starts it again.
        assert_gone(&folder);
        assert_eq!(engine.choose(&Othello::default(), None).unwrap_err().kind, Crash);
        engine.new_game(&Opening::of(Othello::default())).expect("another start");
        assert_eq!(folder.ids().len(), 2, "{on_move}");
        drop(engine);
        assert_gone(&folder);
    }
}

/// Asserts that no started process is left, not even as a zombie.
#[track_caller]
fn assert_gone(folder: &Folder) {
    if !Path::new("/proc/self").exists() {
        return;
    }
    for id in folder.ids() {
        assert!(!Path::new("/proc").join(&id).exists(), "process {id} is left");
    }
}

#[test]
fn a_very_long_line_is_cut() {
    let folder = Folder::new();
    let script = "printf '= '; head -c 3000000 /dev/zero | tr '\\0' x; printf '\\n\\n'";
    let (_, fault) = first_move(folder.engine(Protocol::Gtp, script));
    assert_eq!(fault.kind, FaultKind::IllegalMove);
    assert!(fault.reason.contains("'xxx") && fault.reason.chars().count() < 100, "{fault}");
}

/// The fault of an engine that starts a process of its own, waits until that runs, and then runs `then`.
/// Asserts that the process is ended afterwards.
fn with_grandchild(then: &str) -> Fault {
    let folder = Folder::new();
    let note = folder.0.join("grandchild");
    let script = format!(
        "sh -c 'echo $$ > {0}; exec sleep 600' & while ! test -s {0}; do sleep 0.01; done; {then}",
        note.display()
    );
    let mut spec = folder.engine(Protocol::Gtp, &script);
    spec.timeout = Some(Duration::from_secs(120));
    let (_engine, fault) = first_move(spec);
    let id = fs::read_to_string(&note).expect("a grandchild");
    let status = Path::new("/proc").join(id.trim()).join("stat");
    let begun = Instant::now();
    // It is not our child, so we cannot wait for it: a zombie counts as ended.
    while fs::read_to_string(&status).is_ok_and(|stat| !stat.contains(") Z")) {
        assert!(begun.elapsed() < Duration::from_secs(120), "the grandchild still runs");
        thread::sleep(Duration::from_millis(5));
    }
    fault
}

#[test]
fn processes_started_by_an_engine_end_with_it() {
    assert_eq!(with_grandchild("printf '= a1\\n\\n'").kind, FaultKind::IllegalMove);
    // The grandchild keeps the pipe open, but this is not a timeout.
    let fault = with_grandchild("exit 4");
    assert_eq!(fault.kind, FaultKind::Crash);
    assert!(fault.reason.contains("the engine ended (exit status: 4)"), "{fault}");
    // Lines printed before the end count.
    assert_eq!(with_grandchild("printf '= a1\\n\\n'; exit 0").kind, FaultKind::IllegalMove);
}

#[test]
fn an_engine_that_cannot_start_says_why() {
    let start = |command: &str| {
        Engine::<Othello>::start(EngineSpec::new(Protocol::Gtp, command).unwrap()).err().unwrap()
    };
    let fault = start("/no/such/engine --level 3");
    assert_eq!(fault.kind, FaultKind::Crash);
    assert!(fault.reason.starts_with("'/no/such/engine' cannot be started: No such"), "{fault}");
    assert!(start("false").reason.contains("the engine ended (exit status: 1)"));
    let folder = Folder::new();
    let spec = folder.engine(Protocol::NBoard, "exit");
    let fault = Engine::<Connect4>::start(spec).err().unwrap();
    assert!(fault.reason.contains("play othello, found connect4"), "{fault}");
}

#[test]
fn standard_error_goes_to_the_log() {
    let folder = Folder::new();
    let log = folder.0.join("engine.log");
    let spec = EngineSpec { log: Some(log.clone()), ..folder.engine(Protocol::Gtp, "exit") };
    let (mut engine, _) = first_move(spec.clone());
    engine.new_game(&Opening::of(Othello::default())).expect("another start");
    drop(engine);
    assert_eq!(fs::read_to_string(&log).unwrap(), "started\nstarted\n");
    let spec = EngineSpec { log: Some(folder.0.join("none/engine.log")), ..spec };
    assert!(Engine::<Othello>::start(spec).err().unwrap().reason.contains("none/engine.log"));
}

#[test]
fn grhino_plays_whole_games_where_it_is_installed() {
    let program = ["/usr/games/gtp-rhino", "/usr/bin/gtp-rhino", "/usr/local/bin/gtp-rhino"];
    let Some(program) = program.into_iter().find(|path| Path::new(path).exists()) else {
        return;
    };
    let mut spec =
        EngineSpec::new(Protocol::Gtp, &format!("{program} -b 0 -m 1 -w 1 -e 1")).unwrap();
    spec.time = Some(Duration::from_secs(5));
    let mut engine = Engine::<Othello>::start(spec).expect("a start");
    let mut passes = 0;
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let mut random_move = |position: &Othello| random_move(position, &mut rng).unwrap();
        // From a set-up position, or from the start.
        let mut origin = Othello::default();
        for _ in 0..(seed % 2) * 12 {
            let m = random_move(&origin);
            origin.play(m);
        }
        let mut opening = Opening::of(origin);
        for _ in 0..8 {
            opening.moves.push(random_move(&opening.position()));
        }
        engine.new_game(&opening).expect("a game");
        let mut position = opening.position();
        let side = position.side();
        while !position.is_over() {
            let m = if position.side() == side {
                engine.choose(&position, None).unwrap_or_else(|e| panic!("seed {seed}: {e}"))
            } else {
                random_move(&position)
            };
            passes += u32::from(position.move_text(m) == "pass");
            engine.advance(&position, m).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            position.play(m);
        }
    }
    assert!(passes > 0, "no pass was tested");
}
