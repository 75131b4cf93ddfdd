//! Requests and replies in JSON: the protocol of `plywood analyze --serve`, for programs that hand the texts over
//! themselves. `docs/analysis-service.md` describes every field.
//!
//! [`handle`] answers one request. A service that works on several at a time parses them with [`Command::parse`],
//! and answers each with [`answer`] on a thread of its choice.

mod request;

pub use request::{Command, Defaults, LONGEST, Request};

use crate::Error;
use crate::analysis::{Conclusion, Insight};
use crate::games::{GameEntry, game};
use crate::json::{Object, counts_json, lines_json, ms};
use crate::units::move_json;
use plywood::clock::{self, Moment};
use plywood::{Side, Stop, Variation};
use plywood_games::catch_panic;
use serde_json::Value;
use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A reply to a request. Its text is one line of JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The `id` of the request; null if it has none that can be read.
    pub id: Value,
    /// What it says.
    pub body: ReplyBody,
}

/// What a reply says.
#[derive(Clone, Debug, PartialEq)]
pub enum ReplyBody {
    /// The request is wrong, or its analysis failed.
    Error {
        /// Why, in one line.
        message: String,
        /// The number of the line of the request, from 1.
        line: u64,
    },
    /// What an analysis has found so far.
    Progress(Box<Finding>, Insight<String>),
    /// An analysis has ended.
    Done(Box<Finding>, Box<Analysed>),
    /// A request was stopped before its analysis began.
    NotBegun,
    /// A request to stop others was obeyed.
    Terminated {
        /// The number of requests that were stopped, or will not be begun.
        requests: u64,
    },
    /// The version of the program.
    Version,
}

/// What was analysed.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The name of the game.
    pub game: &'static str,
    /// Whether its moves are numbers.
    pub numbered_moves: bool,
    /// The score of one unit of the game.
    pub unit: i32,
    /// The position, in the notation of the game.
    pub position: String,
    /// The side to move.
    pub side: Side,
}

/// The end of an analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysed {
    /// What the last finished depth found; none if no depth was finished.
    pub insight: Option<Insight<String>>,
    /// How it ended.
    pub conclusion: Conclusion<String>,
    /// The time it took.
    pub elapsed: Duration,
}

impl Analysed {
    /// Why it ended.
    pub fn stop(&self) -> Stop {
        self.conclusion.stop
    }
}

/// Answers a request, a text with one JSON object, and hands `emit` each reply: what is known after finished
/// depths, if the request asks for that, and one reply at the end. Once `stop` is set, the search ends with what it
/// has found.
///
/// Requests are answered one after the other here, so one that stops others finds none. A request without a limit
/// has 10 seconds, for which the program needs a [clock].
///
/// ```
/// use plywood_play::games;
/// use plywood_play::protocol::handle;
///
/// let request = r#"{"id": 1, "game": "connect4", "moves": "4 4", "algorithm": "mtdf", "depth": 4}"#;
/// let mut replies = Vec::new();
/// handle(request, games(), &Default::default(), &mut |reply| replies.push(reply.to_string()));
/// assert_eq!(replies.len(), 1);
/// assert!(replies[0].starts_with(r#"{"id":1,"during_search":false,"game":"connect4","position":"#));
/// ```
pub fn handle<E: Borrow<GameEntry>>(
    request: &str,
    games: &[E],
    stop: &Arc<AtomicBool>,
    emit: &mut dyn FnMut(&Reply),
) {
    let (id, body) = match Command::parse(request, &Defaults::default()) {
        Err((id, message)) => (id, ReplyBody::Error { message, line: 1 }),
        Ok(Command::Terminate { id, .. } | Command::TerminateAll { id }) => {
            (id, ReplyBody::Terminated { requests: 0 })
        }
        Ok(Command::Version { id }) => (id, ReplyBody::Version),
        Ok(Command::Analyze(request)) => {
            let body = answer(&request, 1, games, stop, &mut |reply| emit(&reply));
            (request.id, body)
        }
    };
    emit(&Reply { id, body });
}

/// Does the analysis that a request asks for, which stood in this line, and returns the body of the last reply.
/// `on_progress` gets the replies before that. A panic becomes an error, as a bug in one game must not end a
/// service for all others.
pub fn answer<E: Borrow<GameEntry>>(
    request: &Request,
    line: u64,
    games: &[E],
    stop: &Arc<AtomicBool>,
    on_progress: &mut dyn FnMut(Reply),
) -> ReplyBody {
    if stop.load(Ordering::Relaxed) {
        return ReplyBody::NotBegun;
    }
    let message = match catch_panic(|| analyze(request, games, stop, on_progress)) {
        Ok(Ok(body)) => return body,
        Ok(Err(error)) => error.to_string(),
        Err(_) => "this is a bug in plywood, please report it: the analysis panicked".to_string(),
    };
    ReplyBody::Error { message, line }
}

fn analyze<E: Borrow<GameEntry>>(
    request: &Request,
    games: &[E],
    stop: &Arc<AtomicBool>,
    on_progress: &mut dyn FnMut(Reply),
) -> Result<ReplyBody, Error> {
    let entry: &GameEntry = game(games, &request.game)?.borrow();
    let mut spec = entry.player(&request.player)?;
    spec.budget.stop = Some(stop.clone());
    if spec.budget.time.is_some() && !clock::is_running() {
        let words = "this program has no clock: expected another limit than time, such as depth";
        return Err(Error::input(words));
    }
    let mut session = entry.open(request.position.as_deref())?;
    for (number, m) in (1..).zip(&request.moves) {
        let wrong = |e: Error| Error::input(format!("field 'moves': at move {number}: {e}"));
        session.play(m).map_err(wrong)?;
    }
    let finding = Finding {
        game: entry.name,
        numbered_moves: entry.numbered_moves,
        unit: session.unit(),
        position: session.text(),
        side: session.side(),
    };
    let (start, mut told) = (Moment::now(), Moment::now());
    let mut last = None;
    let conclusion = session.analyse(&spec, request.lines, &mut |insight| {
        if let Some(every) = request.report_every
            && told.elapsed() >= every
        {
            told = Moment::now();
            let body = ReplyBody::Progress(Box::new(finding.clone()), insight.clone());
            on_progress(Reply { id: request.id.clone(), body });
        }
        last = Some(insight.clone());
    })?;
    let analysed = Analysed { insight: last, conclusion, elapsed: start.elapsed() };
    Ok(ReplyBody::Done(Box::new(finding), Box::new(analysed)))
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.json().fmt(f)
    }
}

impl Reply {
    /// The reply as an object.
    pub fn json(&self) -> Object {
        let object = Object::new().field("id", self.id.clone());
        let (finding, during_search) = match &self.body {
            ReplyBody::Error { message, line } => {
                return object.field("error", message.as_str()).field("line", *line);
            }
            ReplyBody::NotBegun => return object.field("terminated", true).field("begun", false),
            ReplyBody::Terminated { requests } => {
                return object.field("terminated_requests", *requests);
            }
            ReplyBody::Version => return object.field("version", env!("CARGO_PKG_VERSION")),
            ReplyBody::Progress(finding, _) => (finding, true),
            ReplyBody::Done(finding, _) => (finding, false),
        };
        let object = object
            .field("during_search", during_search)
            .field("game", finding.game)
            .field("position", finding.position.as_str())
            .field("side", if finding.side == Side::Max { "max" } else { "min" });
        let lines = |lines: &[Variation<String>]| {
            lines_json(lines, finding.numbered_moves, finding.unit, finding.side)
                .collect::<Vec<_>>()
        };
        match &self.body {
            ReplyBody::Progress(_, insight) => object
                .objects("lines", lines(&insight.variations))
                .object("counts", counts_json(insight.counts, &insight.details))
                .field("elapsed_ms", ms(insight.elapsed)),
            ReplyBody::Done(_, end) => {
                let best = end.conclusion.best.as_deref();
                let found = end.insight.as_ref().map_or(&[][..], |insight| &insight.variations);
                let object = object
                    .field("best", best.map(|best| move_json(finding.numbered_moves, best)))
                    .objects("lines", lines(found));
                let object = match &end.conclusion.unfinished {
                    Some(line) => object.objects("unfinished", lines(std::slice::from_ref(line))),
                    None => object,
                };
                let conclusion = &end.conclusion;
                object
                    .object("counts", counts_json(conclusion.counts, &conclusion.details))
                    .field("stop", conclusion.stop.name())
                    .field("terminated", conclusion.stop == Stop::Cancelled)
                    .field("elapsed_ms", ms(end.elapsed))
            }
            _ => object,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    fn replies(request: &str, stop: bool) -> Vec<Value> {
        let mut replies = Vec::new();
        handle(request, games(), &Arc::new(stop.into()), &mut |reply| {
            replies.push(serde_json::from_str(&reply.to_string()).expect("JSON"));
        });
        replies
    }

    #[test]
    fn each_request_has_one_last_reply() {
        let end = |request: &str, stop| {
            let mut all = replies(request, stop);
            assert_eq!(all.len(), 1, "{request}");
            all.remove(0)
        };
        assert_eq!(end("nonsense", false)["id"], Value::Null);
        assert_eq!(end("nonsense", false)["line"], 1);
        assert_eq!(
            end(r#"{"id":"v","action":"query_version"}"#, false)["version"],
            env!("CARGO_PKG_VERSION")
        );
        assert_eq!(end(r#"{"id":2,"action":"terminate_all"}"#, false)["terminated_requests"], 0);
        let unknown = end(r#"{"id":3,"game":"ches"}"#, false);
        assert!(
            unknown["error"].as_str().is_some_and(|text| text.contains("'chess'")),
            "{unknown}"
        );
        let game = r#"{"id":4,"game":"othello","position":"f5d6","nodes":3000}"#;
        assert_eq!(end(game, true)["begun"], false);
        let found = end(game, false);
        assert_eq!((&found["stop"], &found["side"]), (&"nodes".into(), &"max".into()), "{found}");
    }

    #[test]
    fn progress_comes_before_the_end() {
        let request = r#"{"id":1,"game":"connect4","depth":6,"report_every_ms":0,"lines":2}"#;
        let all = replies(request, false);
        let (last, before) = all.split_last().expect("replies");
        assert_eq!(before.len(), 6, "one for each depth");
        assert!(before.iter().all(|reply| reply["during_search"] == true));
        assert_eq!(last["lines"], before[5]["lines"]);
        assert_eq!(last["lines"].as_array().map(Vec::len), Some(2));
    }
}
