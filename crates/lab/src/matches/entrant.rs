//! Who plays in a match.

use super::TimeControl;
use super::searcher::Searcher;
use crate::Error;
use crate::registry::{Build, PlayerSpec, parse_time, set_limit};
use plywood::{Budget, Counts};
use plywood_games::{Game, one_of, shown};
use plywood_protocols::clock::Clocks;
use plywood_protocols::{Engine, EngineSpec, Fault, Opening, Protocol};
use std::path::Path;

/// A player of a match: a search of ours, or somebody else's engine.
#[derive(Clone, Debug)]
pub enum Entrant {
    /// An algorithm with its budget.
    Search(PlayerSpec),
    /// A program that speaks a protocol.
    Engine(EngineSpec),
}

impl From<PlayerSpec> for Entrant {
    fn from(spec: PlayerSpec) -> Entrant {
        Entrant::Search(spec)
    }
}

impl Entrant {
    /// Reads `ALGORITHM[,name=value]…`, or `gtp[,name=value]…:COMMAND`, or
    /// `nboard[,name=value]…:COMMAND`, or `uci[,name=value]…:COMMAND`.
    ///
    /// ```
    /// use plywood_lab::matches::Entrant;
    /// let text = "gtp,time=1s,timeout=30s:gtp-rhino --book=0";
    /// let Entrant::Engine(engine) = Entrant::parse(text)? else { panic!() };
    /// assert_eq!(engine.command, ["gtp-rhino", "--book=0"]);
    /// assert_eq!((engine.time.unwrap().as_secs(), engine.move_timeout().as_secs()), (1, 30));
    /// assert!(matches!(Entrant::parse("alpha-beta,depth=6")?, Entrant::Search(_)));
    /// let text = "uci,nodes=10k,option.Hash=16:stockfish";
    /// let Entrant::Engine(engine) = Entrant::parse(text)? else { panic!() };
    /// assert_eq!(engine.options, [("Hash".into(), "16".into())]);
    /// assert!(Entrant::parse("gtp").is_err());
    /// # Ok::<(), plywood_lab::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Entrant, Error> {
        let protocol = match text.split([',', ':']).next().unwrap_or_default().trim() {
            "gtp" => Protocol::Gtp,
            "nboard" => Protocol::NBoard,
            "uci" => Protocol::Uci,
            name if text.contains(':') => {
                let (name, protocols) = (shown(name), one_of(name, &["gtp", "nboard", "uci"]));
                return Err(Error::input(format!("no protocol '{name}': expected {protocols}")));
            }
            _ => return Ok(PlayerSpec::parse(text)?.into()),
        };
        let wrong = |what: String| Error::input(format!("player '{}': {what}", shown(text)));
        let Some((head, command)) = text.split_once(':') else {
            return Err(wrong("expected a colon and the command that starts the engine".into()));
        };
        let mut spec = EngineSpec::new(protocol, command).map_err(wrong)?;
        let mut given = Vec::new();
        for part in head.split(',').skip(1) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let (name, value) = (name.trim(), value.trim());
            if given.contains(&name) {
                return Err(wrong(format!("{name} is given twice")));
            }
            given.push(name);
            let mut limit = Budget::new();
            match (name, protocol) {
                ("time", Protocol::Gtp) => {
                    set_limit(&mut limit, name, value)?;
                    spec.time = limit.time.filter(|time| time.subsec_nanos() == 0);
                    if spec.time.is_none() {
                        return Err(wrong(
                            "time: expected whole seconds, GTP has no others".into(),
                        ));
                    }
                }
                ("time", Protocol::Uci) => {
                    set_limit(&mut limit, name, value)?;
                    spec.time = limit.time;
                }
                ("depth", Protocol::NBoard | Protocol::Uci) => {
                    set_limit(&mut limit, name, value)?;
                    spec.depth = limit.depth;
                }
                ("nodes", Protocol::Uci) => {
                    set_limit(&mut limit, name, value)?;
                    spec.nodes = limit.nodes;
                }
                (name, Protocol::Uci) if name.starts_with("option.") => {
                    spec.options.push((name["option.".len()..].to_string(), value.to_string()));
                }
                ("timeout", _) => {
                    let time = parse_time(value);
                    spec.timeout = Some(time.ok_or_else(|| {
                        let value = shown(value);
                        wrong(format!("timeout '{value}': expected a time such as 500ms or 30s"))
                    })?);
                }
                (_, protocol) => {
                    let (language, options): (_, &[&str]) = match protocol {
                        Protocol::Gtp => ("GTP", &["time", "timeout"]),
                        Protocol::NBoard => ("NBoard", &["depth", "timeout"]),
                        Protocol::Uci => {
                            ("UCI", &["time", "depth", "nodes", "timeout", "option.NAME"])
                        }
                    };
                    return Err(wrong(format!(
                        "no option '{}': what {language} has no words for goes into the command: \
                         expected {}",
                        shown(name),
                        one_of(name, options)
                    )));
                }
            }
        }
        Ok(Entrant::Engine(spec))
    }

    /// An error unless something limits a move: a clock, or what the player was given. Clocks are for
    /// those who can be told of them.
    pub fn check_time(&self, control: Option<TimeControl>, name: &str) -> Result<(), Error> {
        match (self, control) {
            (Entrant::Search(_), Some(_)) => Ok(()),
            (Entrant::Search(spec), None) => spec.require_budget(),
            (Entrant::Engine(spec), control) => match (spec.protocol, control) {
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

    /// The player at games of `G`, ready for the first. Engines are started, and write what they have
    /// to say to a log.
    pub(super) fn join<G: Game>(
        &self,
        build: Build<G>,
        log: Option<&Path>,
    ) -> Result<Box<dyn Contestant<G>>, Error> {
        Ok(match self {
            Entrant::Search(spec) => Box::new(Searcher::new(build, spec)?),
            Entrant::Engine(spec) => {
                let spec = EngineSpec { log: log.map(Path::to_path_buf), ..spec.clone() };
                let name = shown(&spec.command.join(" "));
                let engine = Engine::<G>::start(spec);
                Box::new(engine.map_err(|e| {
                    Error::input(format!(
                        "engine '{name}': {e}: expected an engine that starts and answers"
                    ))
                })?)
            }
        })
    }
}

/// Why a game does not go on.
pub(super) enum Trouble {
    /// The player has lost it.
    Forfeit(Fault),
    /// The match cannot be played.
    Match(Error),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Forfeit(fault)
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Trouble {
        Trouble::Match(error)
    }
}

/// A player at one game after the other.
pub(super) trait Contestant<G: Game>: Send {
    /// A game begins.
    fn new_game(&mut self, opening: &Opening<G>) -> Result<(), Trouble>;
    /// The player's move, with the work it took, in a game with clocks or without.
    fn choose(
        &mut self,
        position: &G,
        clocks: Option<&Clocks>,
    ) -> Result<(G::Move, Counts), Trouble>;
    /// A move was played at `position`, by either side.
    fn advance(&mut self, position: &G, m: G::Move) -> Result<(), Trouble>;
}

impl<G: Game> Contestant<G> for Engine<G> {
    fn new_game(&mut self, opening: &Opening<G>) -> Result<(), Trouble> {
        Ok(Engine::new_game(self, opening)?)
    }

    /// What an engine does for its move is not known.
    fn choose(
        &mut self,
        position: &G,
        clocks: Option<&Clocks>,
    ) -> Result<(G::Move, Counts), Trouble> {
        let m = match clocks {
            None => Engine::choose(self, position)?,
            Some(clocks) => self.choose_on_clock(position, clocks)?,
        };
        Ok((m, Counts::default()))
    }

    fn advance(&mut self, position: &G, m: G::Move) -> Result<(), Trouble> {
        Ok(Engine::advance(self, position, m)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_read_and_nonsense_is_refused() {
        let Ok(Entrant::Engine(engine)) = Entrant::parse("nboard,depth=6:x 'a: b,c=d'") else {
            panic!()
        };
        assert_eq!((engine.depth, engine.command[1].as_str()), (Some(6), "a: b,c=d"));
        assert_eq!(engine.move_timeout().as_secs(), 60);
        for (text, words) in [
            ("gtp", "expected a colon"),
            ("gtp,time=1s", "expected a colon"),
            ("gtp:", "expected a program"),
            ("gtp:x 'y", "expected a closing '"),
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
            let error = Entrant::parse(text).unwrap_err();
            assert!(error.exit_code() == 2 && error.to_string().contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn something_limits_every_move() {
        let clock = TimeControl::parse("1s").ok();
        for (text, without, with) in [
            ("alpha-beta,depth=3", None, None),
            ("alpha-beta", Some("has no budget"), None),
            ("uci,nodes=5:x", None, None),
            ("uci:x", Some("player 'name' has no limit: expected time, depth or nodes"), None),
            ("gtp:x", None, Some("player 'name' cannot be told of a clock")),
            ("nboard:x", None, Some("cannot be told of a clock")),
        ] {
            let entrant = Entrant::parse(text).unwrap();
            for (control, words) in [(None, without), (clock, with)] {
                let answer = entrant.check_time(control, "name").map_err(|e| e.to_string());
                match (answer, words) {
                    (Ok(()), None) => {}
                    (Err(error), Some(words)) => assert!(error.contains(words), "{error}"),
                    (answer, _) => panic!("{text}: {answer:?}"),
                }
            }
        }
    }
}
