//! Requests: one JSON object per line.

use crate::Error;
use crate::fields::{self, missing, wrong};
use plywood::Budget;
use plywood_games::{InputError, one_of};
use plywood_registry::{DEFAULT_ALGORITHM, PlayerSpec, is_limited, limits};
use serde_json::{Map, Value};
use std::time::Duration;

/// The greatest length of a request, in bytes.
pub const LONGEST: u64 = 1 << 20;
/// The greatest number of best moves.
const MOST_LINES: u64 = 1000;
/// The limit of a request without any, where the service has no other.
const USUAL_TIME: Duration = Duration::from_secs(10);
/// The fields of a request beside the limits.
const FIELDS: [&str; 9] = [
    "id",
    "action",
    "terminate_id",
    "game",
    "position",
    "moves",
    "algorithm",
    "lines",
    "report_every_ms",
];

/// What requests need not say.
#[derive(Clone, Debug)]
pub struct Defaults {
    /// The game of requests that name none.
    pub game: Option<String>,
    /// The algorithm of requests that name none, and the limits of those that have none.
    pub player: PlayerSpec,
    /// The number of lines of requests that give none.
    pub lines: usize,
}

/// No game, the default algorithm without limits, and three lines.
impl Default for Defaults {
    fn default() -> Defaults {
        let player = PlayerSpec::parse(DEFAULT_ALGORITHM).expect("the default algorithm");
        Defaults { game: None, player, lines: 3 }
    }
}

/// What a request asks for.
#[derive(Clone, Debug)]
pub enum Command {
    /// An analysis.
    Analyze(Box<Request>),
    /// The end of another request.
    Terminate {
        /// The `id` of this request.
        id: Value,
        /// The `id` of the other.
        target: Value,
    },
    /// The end of all requests.
    TerminateAll {
        /// The `id` of this request.
        id: Value,
    },
    /// The version of the program.
    Version {
        /// The `id` of this request.
        id: Value,
    },
}

/// A request for an analysis.
#[derive(Clone, Debug)]
pub struct Request {
    /// Its `id`, a text or a number.
    pub id: Value,
    /// The name of the game.
    pub game: String,
    /// The position, in the notation of the game, or `None` for the start.
    pub position: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
    /// The player that analyzes.
    pub player: PlayerSpec,
    /// The number of best moves that are asked for.
    pub lines: usize,
    /// The least time between two replies on the way.
    pub report_every: Option<Duration>,
    /// The length of its text.
    pub bytes: usize,
}

impl Command {
    /// Reads a request. An error comes with the `id`, if that can be read.
    pub fn parse(text: &str, defaults: &Defaults) -> Result<Command, (Value, String)> {
        let object: Map<String, Value> = serde_json::from_str(text.trim()).map_err(|error| {
            let wrong = InputError::new("request", text.trim()).expected("a JSON object");
            (Value::Null, format!("{wrong}: {error}"))
        })?;
        let id = match object.get("id") {
            Some(id @ (Value::String(_) | Value::Number(_))) => id.clone(),
            Some(other) => {
                let error = wrong("id", "a text or a number", &other.to_string());
                return Err((Value::Null, error.to_string()));
            }
            None => {
                let error = missing("id", "a text or a number");
                return Err((Value::Null, error.to_string()));
            }
        };
        Command::of(&object, &id, text.len(), defaults).map_err(|error| (id, error.to_string()))
    }

    fn of(
        object: &Map<String, Value>,
        id: &Value,
        bytes: usize,
        defaults: &Defaults,
    ) -> Result<Command, Error> {
        let id = id.clone();
        match fields::text(object, "action")? {
            None | Some("analyze") => {}
            Some("terminate") => {
                let target = object.get("terminate_id").cloned();
                let target =
                    target.ok_or_else(|| missing("terminate_id", "the id of a request"))?;
                return Ok(Command::Terminate { id, target });
            }
            Some("terminate_all") => return Ok(Command::TerminateAll { id }),
            Some("query_version") => return Ok(Command::Version { id }),
            Some(other) => {
                let expected = "analyze, terminate, terminate_all or query_version";
                return Err(wrong("action", expected, other));
            }
        }
        let game = fields::text(object, "game")?.map(str::to_string).or(defaults.game.clone());
        let lines = match whole(object, "lines", MOST_LINES)? {
            Some(0) => {
                return Err(wrong("lines", &format!("a number from 1 to {MOST_LINES}"), "0"));
            }
            lines => lines.map_or(defaults.lines, |lines| lines as usize),
        };
        let report_every = whole(object, "report_every_ms", u64::from(u32::MAX))?;
        Ok(Command::Analyze(Box::new(Request {
            game: game.ok_or_else(|| missing("game", "the name of a game"))?,
            position: fields::text(object, "position")?.map(str::to_string),
            moves: moves(object)?,
            player: player(object, &defaults.player)?,
            lines,
            report_every: report_every.map(Duration::from_millis),
            id,
            bytes,
        })))
    }
}

/// A field that must be a whole number up to `most`.
fn whole(object: &Map<String, Value>, name: &str, most: u64) -> Result<Option<u64>, Error> {
    match object.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_u64().filter(|&number| number <= most) {
            Some(number) => Ok(Some(number)),
            None => Err(wrong(name, &format!("a whole number up to {most}"), &value.to_string())),
        },
    }
}

/// The moves: a list of texts and numbers, or a text with blanks between the moves.
fn moves(object: &Map<String, Value>) -> Result<Vec<String>, Error> {
    let expected = "a list of moves, or a text with blanks between them";
    match object.get("moves") {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::String(text)) => Ok(text.split_whitespace().map(str::to_string).collect()),
        Some(Value::Array(list)) => {
            let one = |value: &Value| match value {
                Value::String(text) => Ok(text.clone()),
                Value::Number(number) => Ok(number.to_string()),
                other => Err(wrong("moves", expected, &other.to_string())),
            };
            list.iter().map(one).collect()
        }
        Some(other) => Err(wrong("moves", expected, &other.to_string())),
    }
}

/// The player: the algorithm with its options as in a match, and the limits, each in a field of its name.
fn player(object: &Map<String, Value>, default: &PlayerSpec) -> Result<PlayerSpec, Error> {
    let limits: Vec<String> = limits().into_iter().map(|limit| limit.name).collect();
    let mut player = match fields::text(object, "algorithm")? {
        Some(text) => PlayerSpec::parse(text).map_err(|e| in_field("algorithm", e))?,
        None => {
            let mut player = default.clone();
            player.budget = Budget::new();
            player
        }
    };
    for (field, value) in object {
        if FIELDS.contains(&field.as_str()) || value.is_null() {
            continue;
        }
        let name = field.replace('_', "-");
        if !limits.contains(&name) {
            let known: Vec<&str> =
                FIELDS.into_iter().chain(limits.iter().map(String::as_str)).collect();
            let error = InputError::new("field", field).expected(one_of(field, &known));
            return Err(error.into());
        }
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            other => return Err(wrong(field, "a number or a text", &other.to_string())),
        };
        player.set_limit(&name, &text).map_err(|e| in_field(field, e))?;
    }
    player.require_single_search().map_err(|e| in_field("algorithm", e))?;
    if !is_limited(&player.budget) {
        player.budget = default.budget.clone();
    }
    player.set_default_time(USUAL_TIME);
    Ok(player)
}

fn in_field(name: &str, error: Error) -> Error {
    Error::input(format!("field '{name}': {error}"))
}
