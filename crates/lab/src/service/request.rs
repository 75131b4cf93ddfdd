//! Requests: one JSON object per line.

use crate::Error;
use crate::play::fields::{self, missing, wrong};
use crate::registry::{PlayerSpec, is_limited, limits};
use plywood::Budget;
use plywood_games::{InputError, one_of};
use serde_json::{Map, Value};
use std::io::BufRead;
use std::time::Duration;

/// The greatest length of a line, in bytes.
const LONGEST: u64 = 1 << 20;
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
pub(super) struct Defaults {
    pub game: Option<String>,
    pub player: PlayerSpec,
    pub lines: usize,
}

/// A line of the input.
#[derive(Debug)]
pub(super) enum Line {
    Analyse(Box<Request>),
    Terminate { id: Value, target: Value },
    TerminateAll { id: Value },
    Version { id: Value },
}

/// A request for an analysis.
#[derive(Debug)]
pub(super) struct Request {
    pub id: Value,
    pub game: String,
    pub position: Option<String>,
    pub moves: Vec<String>,
    pub player: PlayerSpec,
    pub lines: usize,
    pub report_every: Option<Duration>,
    /// The length of its text.
    pub bytes: usize,
}

/// Reads a line, without keeping more of it than a request may have. None at the end of the input.
pub(super) fn read_line(input: &mut impl BufRead) -> Option<Result<String, Error>> {
    let mut bytes = Vec::new();
    let read = std::io::Read::take(&mut *input, LONGEST).read_until(b'\n', &mut bytes);
    match read {
        Ok(0) | Err(_) => return None,
        Ok(_) => {}
    }
    if bytes.last() != Some(&b'\n') && bytes.len() as u64 >= LONGEST {
        skip_line(input);
        let expected = format!("expected a line of at most {LONGEST} bytes");
        return Some(Err(Error::input(format!("request: {expected}"))));
    }
    Some(Ok(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Skips what is left of a line.
fn skip_line(input: &mut impl BufRead) {
    loop {
        let (length, ends) = match input.fill_buf() {
            Ok([]) | Err(_) => return,
            Ok(part) => match part.iter().position(|&byte| byte == b'\n') {
                Some(end) => (end + 1, true),
                None => (part.len(), false),
            },
        };
        input.consume(length);
        if ends {
            return;
        }
    }
}

impl Line {
    /// Reads a request. An error comes with the `id`, if that can be read.
    pub fn parse(text: &str, defaults: &Defaults) -> Result<Line, (Value, String)> {
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
        Line::of(&object, &id, text.len(), defaults).map_err(|error| (id, error.to_string()))
    }

    fn of(
        object: &Map<String, Value>,
        id: &Value,
        bytes: usize,
        defaults: &Defaults,
    ) -> Result<Line, Error> {
        let id = id.clone();
        match fields::text(object, "action")? {
            None | Some("analyze") => {}
            Some("terminate") => {
                let target = object.get("terminate_id").cloned();
                let target =
                    target.ok_or_else(|| missing("terminate_id", "the id of a request"))?;
                return Ok(Line::Terminate { id, target });
            }
            Some("terminate_all") => return Ok(Line::TerminateAll { id }),
            Some("query_version") => return Ok(Line::Version { id }),
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
        Ok(Line::Analyse(Box::new(Request {
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
