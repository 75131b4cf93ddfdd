//! The players of a match, as a user names them.

use super::active::ActivePlayer;
use super::control::TimeControl;
use super::search_player::SearchPlayer;
use crate::Error;
use plywood::Budget;
use plywood::kit::{Format, Time};
use plywood_games::{Game, one_of, shown};
use plywood_protocols::{Engine, EngineSpec, Protocol};
use plywood_registry::{Build, PlayerSpec, set_limit};
use std::path::Path;
use std::time::Duration;

/// A player of a match: a search of ours, or somebody else's engine.
#[derive(Clone, Debug)]
pub enum Player {
    /// An algorithm with its budget.
    Search(PlayerSpec),
    /// A program that speaks a protocol.
    Engine(EngineSpec),
}

impl From<PlayerSpec> for Player {
    fn from(spec: PlayerSpec) -> Player {
        Player::Search(spec)
    }
}

impl Player {
    /// Reads `ALGORITHM[,name=value]…`, or `gtp[,name=value]…:COMMAND`, or
    /// `nboard[,name=value]…:COMMAND`, or `uci[,name=value]…:COMMAND`.
    ///
    /// ```
    /// use plywood_lab::matches::Player;
    /// let text = "gtp,time=1s,timeout=30s:gtp-rhino --book=0";
    /// let Player::Engine(engine) = Player::parse(text)? else { panic!() };
    /// assert_eq!(engine.command, ["gtp-rhino", "--book=0"]);
    /// assert_eq!((engine.time.unwrap().as_secs(), engine.move_timeout().as_secs()), (1, 30));
    /// assert!(matches!(Player::parse("alpha-beta,depth=6")?, Player::Search(_)));
    /// let text = "uci,nodes=10k,option.Hash=16:stockfish";
    /// let Player::Engine(engine) = Player::parse(text)? else { panic!() };
    /// assert_eq!(engine.options, [("Hash".into(), "16".into())]);
    /// assert!(Player::parse("gtp").is_err());
    /// # Ok::<(), plywood_lab::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Player, Error> {
        let name = text.split([',', ':']).next().unwrap_or_default().trim();
        let (protocol, language, limits): (_, _, &[&str]) = match name {
            "gtp" => (Protocol::Gtp, "GTP", &["time"]),
            "nboard" => (Protocol::NBoard, "NBoard", &["depth"]),
            "uci" => (Protocol::Uci, "UCI", &["time", "depth", "nodes"]),
            name if text.contains(':') => {
                return Err(Error::unknown("protocol", name, &["gtp", "nboard", "uci"]));
            }
            _ => return Ok(PlayerSpec::parse(text)?.into()),
        };
        let wrong = |what: String| Error::input(format!("player '{}': {what}", shown(text)));
        let Some((head, command)) = text.split_once(':') else {
            return Err(wrong("expected a colon and the command that starts the engine".into()));
        };
        let mut spec = EngineSpec::new(protocol, command).map_err(|e| wrong(e.to_string()))?;
        let (mut budget, mut given) = (Budget::new(), Vec::new());
        for part in head.split(',').skip(1) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let (name, value) = (name.trim(), value.trim());
            if given.contains(&name) {
                return Err(wrong(format!("{name} is given twice")));
            }
            given.push(name);
            let option = name.strip_prefix("option.").filter(|_| protocol == Protocol::Uci);
            if limits.contains(&name) {
                set_limit(&mut budget, name, value)?;
            } else if let Some(option) = option {
                spec.options.push((option.to_string(), value.to_string()));
            } else if name == "timeout" {
                let time = Time.read(value);
                spec.timeout = Some(time.ok_or_else(|| {
                    let value = shown(value);
                    wrong(format!("timeout '{value}': expected a time such as 500ms or 30s"))
                })?);
            } else {
                let options = (protocol == Protocol::Uci).then_some("option.NAME");
                let known: Vec<&str> =
                    limits.iter().copied().chain(["timeout"]).chain(options).collect();
                return Err(wrong(format!(
                    "no option '{}': what {language} has no words for goes into the command: \
                     expected {}",
                    shown(name),
                    one_of(name, &known)
                )));
            }
        }
        let is_whole = |time: Duration| time.subsec_nanos() == 0;
        if protocol == Protocol::Gtp && !budget.time.is_none_or(is_whole) {
            return Err(wrong("time: expected whole seconds, GTP has no others".into()));
        }
        let Budget { time, depth, nodes, .. } = budget;
        Ok(Player::Engine(EngineSpec { time, depth, nodes, ..spec }))
    }

    /// An error unless a clock or the player's own budget limits a move, or if there is a clock and the
    /// player's protocol has none.
    pub fn check_time(&self, control: Option<TimeControl>, name: &str) -> Result<(), Error> {
        match (self, control) {
            (Player::Search(_), Some(_)) => Ok(()),
            (Player::Search(spec), None) => Ok(spec.require_budget()?),
            (Player::Engine(spec), control) => match (spec.protocol, control) {
                (Protocol::Uci, None)
                    if spec.time.is_none() && spec.depth.is_none() && spec.nodes.is_none() =>
                {
                    Err(Error::input(format!(
                        "player '{}' has no limit: expected time, depth or nodes, such as \
                         'uci,time=1s:…', or a clock for the match",
                        shown(name)
                    )))
                }
                (Protocol::Gtp | Protocol::NBoard, Some(_)) => Err(Error::input(format!(
                    "player '{}' cannot be told of a clock: expected an algorithm or a UCI engine",
                    shown(name)
                ))),
                _ => Ok(()),
            },
        }
    }

    /// The player at games of `G`. An engine is started for its first game; its standard error goes to
    /// `log`.
    pub(super) fn ready<G: Game>(
        &self,
        build: Build<G>,
        log: Option<&Path>,
    ) -> Result<Box<dyn ActivePlayer<G>>, Error> {
        Ok(match self {
            Player::Search(spec) => Box::new(SearchPlayer::new(build, spec)?),
            Player::Engine(spec) => Box::new(Engine::<G>::idle(with_log(spec, log))),
        })
    }

    /// The same, but an engine is started now; an error if it does not answer.
    pub(super) fn start<G: Game>(
        &self,
        build: Build<G>,
        log: Option<&Path>,
    ) -> Result<Box<dyn ActivePlayer<G>>, Error> {
        let Player::Engine(spec) = self else { return self.ready(build, log) };
        let engine = Engine::<G>::start(with_log(spec, log));
        Ok(Box::new(engine.map_err(|e| {
            let name = shown(&spec.command.join(" "));
            Error::input(format!(
                "engine '{name}': {e}: expected an engine that starts and answers"
            ))
        })?))
    }
}

fn with_log(spec: &EngineSpec, log: Option<&Path>) -> EngineSpec {
    EngineSpec { log: log.map(Path::to_path_buf), ..spec.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_read_and_nonsense_is_refused() {
        let Ok(Player::Engine(engine)) = Player::parse("nboard,depth=6:x 'a: b,c=d'") else {
            panic!()
        };
        assert_eq!((engine.depth, engine.command[1].as_str()), (Some(6), "a: b,c=d"));
        assert_eq!(engine.move_timeout().as_secs(), 60);
        for (text, words) in [
            ("gtp", "expected a colon"),
            ("gtp,time=1s", "expected a colon"),
            ("gtp:", "expected a program"),
            ("gtp:x 'y", "expected a closing quote"),
            (
                "gtp,depth=6:x",
                "no option 'depth': what GTP has no words for goes into the command: expected time",
            ),
            (
                "nboard,time=1s:x",
                "NBoard has no words for goes into the command: expected depth or timeout",
            ),
            ("gtp,time=1500ms:x", "expected whole seconds"),
            ("gtp,time=x:y", "time 'x': expected a time"),
            ("gtp,timeout=9:y", "timeout '9': expected a time"),
            ("gtp,timeout=9s,timeout=8s:y", "timeout is given twice"),
            ("gtp,:y", "no option ''"),
            ("gtb:y", "no protocol 'gtb': expected gtp, nboard or uci; did you mean 'gtp'?"),
            ("uci,evals=3:x", "into the command: expected time, depth, nodes, timeout or option."),
            ("uci,tmie=3s:x", "did you mean 'time'?"),
            ("uci,option.Hash=1,option.Hash=2:x", "option.Hash is given twice"),
            ("uci,time=x:y", "time 'x': expected a time"),
        ] {
            let error = Player::parse(text).unwrap_err();
            assert!(error.is_input() && error.to_string().contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn something_limits_every_move() {
        let clock = TimeControl::parse("1s").ok();
        for (text, without, with) in [
            ("alpha-beta,depth=3", None, None),
            ("alpha-beta", Some("has no limit"), None),
            ("uci,nodes=5:x", None, None),
            ("uci:x", Some("player 'name' has no limit: expected time, depth or nodes"), None),
            ("gtp:x", None, Some("player 'name' cannot be told of a clock")),
            ("nboard:x", None, Some("cannot be told of a clock")),
        ] {
            let player = Player::parse(text).unwrap();
            for (control, words) in [(None, without), (clock, with)] {
                let answer = player.check_time(control, "name").map_err(|e| e.to_string());
                match (answer, words) {
                    (Ok(()), None) => {}
                    (Err(error), Some(words)) => assert!(error.contains(words), "{error}"),
                    (answer, _) => panic!("{text}: {answer:?}"),
                }
            }
        }
    }
}
