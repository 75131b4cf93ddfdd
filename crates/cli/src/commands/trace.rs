//! `plywood trace`

use super::search::SearchArgs;
use crate::answer::Question;
use crate::failure::Failure;
use crate::live::LiveOutput;
use plywood::{Child, Event, EventKind, Expansion, NodeValue, Score, Step};
use plywood_lab::Error;
use plywood_lab::registry::GameEntry;
use plywood_play::json::Object;
use plywood_play::{Answer, moves_json, score_json, swing_json};
use serde_json::Value;
use std::io::Write;
use std::process::ExitCode;

/// Print the steps of a search as JSON, one per line
#[derive(clap::Args)]
#[command(after_help = "\
Without --only, there is one line per expansion, with: n, the number of the expansion; path, child \
indices from the root; depth, the path's length; root_value and best, the value of the root at that \
moment and the child it comes from; again, whether the node had been expanded before. \
recursive-best-first adds alpha and beta, the bounds of the node, and stored, the values stored with the \
children of each node on the path. The lines iteration-begun and iteration-finished enclose the expansions \
of each depth, and the last line is the answer.

With --only, each line has: event, the kind; path, child indices from the root (null is a null move); \
moves, the same path in the notation of the game; key, the key of the position in searches that use \
keys; and the fields of its kind. docs/trace.md describes them all.

Examples:
  plywood trace tree --position '[0,[4,8,1],[6,5,[2,7,3]]]' --algorithm best-first
  plywood trace connect4 --algorithm negascout --depth 4 --only entered,left
  plywood trace connect4 --algorithm recursive-best-first --nodes 1000 --summary | tail -1")]
pub(crate) struct Args {
    #[command(flatten)]
    what: SearchArgs,
    /// Print only these kinds of events: names separated by commas, or 'all'
    #[arg(long, value_name = "KIND,…", value_delimiter = ',')]
    only: Vec<String>,
    /// End with the JSON object of 'plywood search --json'
    #[arg(long)]
    summary: bool,
}

pub(crate) fn run(
    args: &Args,
    games: &[GameEntry],
    out: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let kinds = kinds(&args.only)?;
    let mut setup = args.what.set_up(games)?.on_one_thread("traced")?;
    let (unit, numbered) = (setup.session.unit(), setup.game.numbered_moves);
    let mut live = LiveOutput::new(out, setup.stop.clone());
    let mut expansions = 0;
    let is_overview = args.only.is_empty();
    let answer = setup.session.trace(&kinds, &mut |event| match event.kind {
        EventKind::Expanded(expansion) if is_overview => {
            if !expansion.completes {
                expansions += 1;
                live.buffered_line(expansion_line(expansions, expansion, event, unit));
            }
        }
        _ => live.buffered_line(line(event, unit, numbered)),
    });
    live.end()?;
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) => {
            // The steps before the error are printed.
            out.flush()?;
            return Err(error.into());
        }
    };
    let question = setup.question();
    if args.summary {
        writeln!(out, "{}", question.json(&answer))?;
    } else if is_overview {
        writeln!(out, "{}", answer_line(&question, &answer))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The kinds of events that `--only` names.
fn kinds(only: &[String]) -> Result<Vec<&str>, Failure> {
    let names = EventKind::NAMES;
    if only.is_empty() {
        return Ok(vec!["iteration-begun", "expanded", "iteration-finished"]);
    }
    if only.iter().any(|name| name == "all") {
        return Ok(names.to_vec());
    }
    for name in only {
        if !names.contains(&name.as_str()) {
            let expected = plywood_games::one_of(name, &[&names[..], &["all"]].concat());
            let name = plywood_games::shown(name);
            return Err(Error::input(format!("--only '{name}': expected {expected}")).into());
        }
    }
    Ok(only.iter().map(String::as_str).collect())
}

fn path(event: &Event<'_, String>) -> Vec<Option<u32>> {
    event.path.iter().map(Step::index).collect()
}

fn expansion_line(n: u64, expansion: Expansion, event: &Event<'_, String>, unit: i32) -> Object {
    let Expansion { root_value, best, again, .. } = expansion;
    let object = Object::new()
        .field("event", event.kind.name())
        .field("n", n)
        .field("path", path(event))
        .field("depth", event.path.len())
        .field("root_value", root_value.map(|value| score_json(value, unit)))
        .field("best", best)
        .field("again", again);
    with_stored(with_swings(object, "children", event, unit), expansion, event, unit)
}

/// What the search answers, which is not what the last expansion shows: a depth-first search goes on below it,
/// and a search that is stopped may keep the answer of the depth before.
fn answer_line(question: &Question<'_>, answer: &Answer) -> Object {
    question
        .with_choice(Object::new().field("event", "answer"), answer)
        .field("stop", answer.stop.name())
        .field("depth", answer.depth)
}

/// With alpha, beta and the stored values, in searches in linear space.
fn with_stored(
    object: Object,
    expansion: Expansion,
    event: &Event<'_, String>,
    unit: i32,
) -> Object {
    let Some(window) = expansion.window else { return object };
    let value = |value: &Option<Score>| value.map(|value| score_json(value, unit));
    let stored = event.stored.iter().map(|values| values.iter().map(value).collect::<Vec<_>>());
    object
        .field("alpha", score_json(window.alpha, unit))
        .field("beta", score_json(window.beta, unit))
        .field("stored", stored.collect::<Vec<_>>())
}

/// With the values and swings of the root's children, in searches that have them.
fn with_swings(object: Object, name: &'static str, event: &Event<'_, String>, unit: i32) -> Object {
    if event.root_children.is_empty() {
        return object;
    }
    let descended = event.path.first().and_then(Step::index);
    let into = event.root_children.iter().find(|child| Some(child.index) == descended);
    let swing = |swing: Option<u64>| swing.map(|swing| swing_json(swing, unit));
    let children = event.root_children.iter().map(|child| {
        Object::new()
            .field("move", child.m.as_str())
            .field("value", score_json(child.value, unit))
            .field("swing", swing(child.swing))
    });
    object.field("swing", into.and_then(|child| swing(child.swing))).objects(name, children)
}

/// An event with all its fields.
fn line(event: &Event<'_, String>, unit: i32, numbered: bool) -> Object {
    let moves: Vec<Value> = event
        .path
        .iter()
        .map(|step| match step {
            Step::Move { m, .. } => m.as_str().into(),
            Step::Null => Value::Null,
        })
        .collect();
    let mut object = Object::new()
        .field("event", event.kind.name())
        .field("path", path(event))
        .field("moves", moves);
    if let Some(key) = event.key {
        object = object.field("key", format!("{key:016x}"));
    }
    let score = |value| score_json(value, unit);
    match event.kind {
        EventKind::IterationBegun { depth } => object.field("depth", depth),
        EventKind::IterationFinished { depth, value, stop } => object
            .field("depth", depth)
            .field("lower", score(value.lower))
            .field("upper", score(value.upper))
            .field("stop", stop.to_string())
            .field("pv", moves_json(numbered, event.line)),
        EventKind::PassBegun { pass, window } => object
            .field("pass", pass)
            .field("alpha", score(window.alpha))
            .field("beta", score(window.beta)),
        EventKind::PassFinished { pass, value } => object
            .field("pass", pass)
            .field("lower", score(value.lower))
            .field("upper", score(value.upper)),
        EventKind::RootChanged { value, best } => object
            .field("value", value.exact().map(score))
            .field("lower", score(value.lower))
            .field("upper", score(value.upper))
            .field("best", best),
        EventKind::Entered { depth, window, purpose } => object
            .field("depth", depth)
            .field("alpha", score(window.alpha))
            .field("beta", score(window.beta))
            .field("purpose", purpose.name()),
        EventKind::Left { value, cause, known } => object
            .field("value", score(value))
            .field("cause", cause.name())
            .field("lower", score(known.lower))
            .field("upper", score(known.upper)),
        EventKind::Expanded(expansion) => {
            let object = object
                .objects("children", event.children.iter().map(|child| child_json(child, unit)))
                .field("first", expansion.first)
                .field("of", expansion.moves)
                .field("kept", expansion.kept)
                .field("completes", expansion.completes)
                .field("stopped", expansion.stopped)
                .field("again", expansion.again)
                .field("root_value", expansion.root_value.map(score))
                .field("best", expansion.best);
            let object = with_swings(object, "root_children", event, unit);
            with_stored(object, expansion, event, unit)
        }
        EventKind::Evaluated { value, over } => {
            object.field("value", score(value)).field("over", over)
        }
        EventKind::BackedUp { value } => node_value(object, Some(value), unit),
        EventKind::CutOff { skipped, bound, value, refutation, set_at } => object
            .field("skipped", skipped)
            .field("bound", bound.name())
            .field("value", score(value))
            .field("refutation", refutation)
            .field("set_at", set_at),
        EventKind::Narrowed { rejected } => object.field("rejected", rejected),
        EventKind::Walked { pointers } => object.field("pointers", pointers),
        _ => object,
    }
}

fn child_json(child: &Child<String>, unit: i32) -> Object {
    let object = Object::new().field("index", child.index).field("move", child.m.as_str());
    node_value(object, child.value, unit)
}

/// What a tree search keeps with a node.
fn node_value(object: Object, value: Option<NodeValue>, unit: i32) -> Object {
    match value {
        Some(NodeValue::Score(value)) => object.field("value", score_json(value, unit)),
        Some(NodeValue::Proof { proof, disproof }) => object
            .field("proof", (proof < u32::MAX).then_some(proof))
            .field("disproof", (disproof < u32::MAX).then_some(disproof)),
        Some(NodeValue::Visits { visits, mean }) => {
            object.field("visits", visits).field("mean", f64::from(mean))
        }
        _ => object.field("value", Value::Null),
    }
}
