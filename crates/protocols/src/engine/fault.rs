use plywood_games::shown;
use std::fmt;

/// The kinds of faults that lose an engine its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// The engine ended, or could not be started.
    Crash,
    /// The engine did not answer before its deadline.
    Timeout,
    /// The engine had no time left on its clock when it moved.
    Flag,
    /// The engine answered with something other than a legal move.
    IllegalMove,
    /// The engine refused a command, such as a legal move of the other side.
    Refusal,
    /// The engine resigned.
    Resignation,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [FaultKind; 6] = [
        FaultKind::Crash,
        FaultKind::Timeout,
        FaultKind::Flag,
        FaultKind::IllegalMove,
        FaultKind::Refusal,
        FaultKind::Resignation,
    ];

    /// The name used in output.
    pub fn name(self) -> &'static str {
        match self {
            FaultKind::Crash => "crash",
            FaultKind::Timeout => "timeout",
            FaultKind::Flag => "flag",
            FaultKind::IllegalMove => "illegal_move",
            FaultKind::Refusal => "refusal",
            FaultKind::Resignation => "resignation",
        }
    }
}

/// Why an engine lost its game, or could not begin one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// The reason, in one line.
    pub reason: String,
    /// The last line that the engine said, shortened for a message; none if it said nothing, or if the
    /// fault is not known from what it said.
    pub said: Option<String>,
}

impl Fault {
    /// A fault with its reason.
    pub fn new(kind: FaultKind, reason: impl Into<String>) -> Fault {
        Fault { kind, reason: reason.into(), said: None }
    }

    pub(super) fn illegal_move(answer: &str) -> Fault {
        let reason = format!("not a legal move: '{}'", shown(answer));
        Fault::new(FaultKind::IllegalMove, reason)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Fault {}
