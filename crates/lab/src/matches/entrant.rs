//! Who plays in a match.

use crate::Error;
use crate::registry::{Player, PlayerSpec, parse_time, set_limit, shown, too_wide};
use plywood::{Budget, Counts, Stop};
use plywood_games::Game;
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
    /// Reads `ALGORITHM[,name=value]…` with a budget, or `gtp[,name=value]…:COMMAND`, or
    /// `nboard[,name=value]…:COMMAND`.
    ///
    /// ```
    /// use plywood_lab::matches::Entrant;
    /// let text = "gtp,time=1s,timeout=30s:gtp-rhino --book=0";
    /// let Entrant::Engine(engine) = Entrant::parse(text)? else { panic!() };
    /// assert_eq!(engine.command, ["gtp-rhino", "--book=0"]);
    /// assert_eq!((engine.time.unwrap().as_secs(), engine.patience().as_secs()), (1, 30));
    /// assert!(matches!(Entrant::parse("alpha-beta,depth=6")?, Entrant::Search(_)));
    /// assert!(Entrant::parse("gtp").is_err());
    /// # Ok::<(), plywood_lab::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Entrant, Error> {
        let protocol = match text.split([',', ':']).next().unwrap_or_default().trim() {
            "gtp" => Protocol::Gtp,
            "nboard" => Protocol::NBoard,
            _ => {
                let mut spec = PlayerSpec::parse(text)?;
                spec.require_budget()?;
                spec.play_well();
                return Ok(spec.into());
            }
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
                ("depth", Protocol::NBoard) => {
                    set_limit(&mut limit, name, value)?;
                    spec.depth = limit.depth;
                }
                ("timeout", _) => {
                    let time = parse_time(value);
                    spec.timeout = Some(time.ok_or_else(|| {
                        let value = shown(value);
                        wrong(format!("timeout '{value}': expected a time such as 500ms or 30s"))
                    })?);
                }
                (_, protocol) => {
                    let (language, options) = match protocol {
                        Protocol::Gtp => ("GTP", "time or timeout"),
                        Protocol::NBoard => ("NBoard", "depth or timeout"),
                    };
                    return Err(wrong(format!(
                        "no option '{}': expected {options}; what {language} has no words for goes \
                         into the command",
                        shown(name)
                    )));
                }
            }
        }
        Ok(Entrant::Engine(spec))
    }

    /// The player at games of `G`, ready for the first. Engines are started, and write what they have
    /// to say to a log.
    pub(super) fn join<G: Game>(
        &self,
        log: Option<&Path>,
    ) -> Result<Box<dyn Contestant<G>>, Error> {
        Ok(match self {
            Entrant::Search(spec) => {
                Box::new(Searcher { spec: spec.clone(), player: spec.build::<G>()? })
            }
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
    /// The player's move, with the work it took.
    fn choose(&mut self, position: &G) -> Result<(G::Move, Counts), Trouble>;
    /// A move was played at `position`, by either side.
    fn advance(&mut self, position: &G, m: G::Move) -> Result<(), Trouble>;
}

/// A search of ours. Nothing is kept from game to game.
struct Searcher<G: Game> {
    spec: PlayerSpec,
    player: Box<dyn Player<G>>,
}

impl<G: Game> Contestant<G> for Searcher<G> {
    fn new_game(&mut self, _opening: &Opening<G>) -> Result<(), Trouble> {
        self.player = self.spec.build()?;
        Ok(())
    }

    fn choose(&mut self, position: &G) -> Result<(G::Move, Counts), Trouble> {
        let report = self.player.search(position, &self.spec.budget);
        if report.stop == Stop::Width {
            return Err(Trouble::Match(too_wide()));
        }
        let m = report.best.expect("a search of a game that is not over has a move");
        Ok((m, report.counts))
    }

    fn advance(&mut self, _position: &G, m: G::Move) -> Result<(), Trouble> {
        self.player.advance(m);
        Ok(())
    }
}

impl<G: Game> Contestant<G> for Engine<G> {
    fn new_game(&mut self, opening: &Opening<G>) -> Result<(), Trouble> {
        Ok(Engine::new_game(self, opening)?)
    }

    /// What an engine does for its move is not known.
    fn choose(&mut self, position: &G) -> Result<(G::Move, Counts), Trouble> {
        Ok((Engine::choose(self, position)?, Counts::default()))
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
        assert_eq!(engine.patience().as_secs(), 60);
        for (text, words) in [
            ("gtp", "expected a colon"),
            ("gtp,time=1s", "expected a colon"),
            ("gtp:", "expected a program"),
            ("gtp:x 'y", "expected a closing '"),
            ("gtp,depth=6:x", "no option 'depth': expected time or timeout"),
            ("nboard,time=1s:x", "no option 'time': expected depth or timeout"),
            ("gtp,time=1500ms:x", "expected whole seconds"),
            ("gtp,time=x:y", "time 'x': expected a time"),
            ("gtp,timeout=9:y", "timeout '9': expected a time"),
            ("gtp,timeout=9s,timeout=8s:y", "timeout is given twice"),
            ("gtp,:y", "no option ''"),
            ("alpha-beta", "has no budget"),
        ] {
            let error = Entrant::parse(text).unwrap_err();
            assert!(error.exit_code() == 2 && error.to_string().contains(words), "{text}: {error}");
        }
    }
}
