use plywood_games::InputError;
use std::path::PathBuf;
use std::time::Duration;

/// The protocol that an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Go Text Protocol, version 2, which Othello programs speak too. Black is MAX.
    Gtp,
    /// The protocol of the Othello program NBoard, version 2.
    NBoard,
    /// The Universal Chess Interface. White is MAX.
    Uci,
}

/// How an engine is started, which protocol it speaks, and its limits per move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The protocol it speaks.
    pub protocol: Protocol,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The time per move sent to the engine. GTP rounds it down to whole seconds. NBoard cannot
    /// express it.
    pub time: Option<Duration>,
    /// The search depth sent to the engine. GTP cannot express it.
    pub depth: Option<u32>,
    /// The number of nodes per move sent to the engine. Only UCI can express it.
    pub nodes: Option<u64>,
    /// Options set before the first game, as names and values. Only UCI has options.
    pub options: Vec<(String, String)>,
    /// The longest wait for a move; see [`move_timeout`](EngineSpec::move_timeout).
    pub timeout: Option<Duration>,
    /// The file to which the engine's standard error is appended.
    pub log: Option<PathBuf>,
}

impl EngineSpec {
    /// The engine that a command line starts, with no limits. Blanks, quotes and backslashes in
    /// the command work as in a shell; variables and wildcards do not exist.
    ///
    /// ```
    /// use plywood_protocols::{EngineSpec, Protocol};
    /// let spec = EngineSpec::new(Protocol::Gtp, "gtp-rhino --level 2").unwrap();
    /// assert_eq!(spec.command, ["gtp-rhino", "--level", "2"]);
    /// ```
    pub fn new(protocol: Protocol, command: &str) -> Result<EngineSpec, InputError> {
        let wrong = || InputError::new("engine command", command);
        let words = shell_words::split(command).map_err(|_| wrong().expected("a closing quote"))?;
        if words.first().is_none_or(String::is_empty) {
            return Err(wrong().expected("a program and its arguments"));
        }
        Ok(EngineSpec {
            protocol,
            command: words,
            time: None,
            depth: None,
            nodes: None,
            options: Vec::new(),
            timeout: None,
            log: None,
        })
    }

    /// The longest wait for a move: `timeout`, or ten times `time`, or one minute.
    pub fn move_timeout(&self) -> Duration {
        let from_time = self.time.map(|time| time.saturating_mul(10));
        self.timeout.or(from_time).unwrap_or(Duration::from_secs(60))
    }

    /// The longest wait for any other answer: `timeout`, or the longest wait for a move, but at
    /// least ten seconds.
    pub(super) fn reply_timeout(&self) -> Duration {
        self.timeout.unwrap_or(self.move_timeout().max(Duration::from_secs(10)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_does() {
        let split = |text: &str| EngineSpec::new(Protocol::Gtp, text).map(|spec| spec.command);
        assert_eq!(split("  a\tb  ").unwrap(), ["a", "b"]);
        let quoted = split(r#"'my "own"' "a \"b\"" c\ d"#).unwrap();
        assert_eq!(quoted, ["my \"own\"", "a \"b\"", "c d"]);
        assert_eq!(split("a ''").unwrap(), ["a", ""], "an empty word counts");
        assert_eq!(split("a'b c'd").unwrap(), ["ab cd"]);
        assert_eq!(split(r#"a "\n" '\n'"#).unwrap(), ["a", "\\n", "\\n"]);
        let error = split("engine 'x").unwrap_err().to_string();
        assert_eq!(error, "engine command 'engine 'x': expected a closing quote");
        for wrong in ["", "  ", "''", "a \"b", "a \"b\\", "a 'b"] {
            assert!(split(wrong).unwrap_err().to_string().contains(": expected a "), "{wrong}");
        }
    }
}
