//! `plywood algorithms`

use crate::failure::Failure;
use crate::lists::{Group, Lists};
use crate::player::{value, whole};
use plywood::kit::{Numbers, Options};
use plywood_lab::Error;
use plywood_lab::registry::{
    Algorithm, Family, OptionInfo, PROOF_SEARCHES, ProofCommon, ProofSearch, algorithm, algorithms,
    common_options,
};
use plywood_play::json::{Object, array};
use serde_json::Value;
use std::io::Write;
use std::process::ExitCode;

/// List the algorithms and their options
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plywood algorithms
  plywood algorithms mtdf
  plywood algorithms --json")]
pub(crate) struct Args {
    /// Describe this algorithm: its options with their values and defaults
    algorithm: Option<String>,
    /// Print a JSON array
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> Result<ExitCode, Failure> {
    let name = args.algorithm.as_deref();
    let proof = name.and_then(|name| PROOF_SEARCHES.iter().find(|search| search.name == name));
    let named = match (name, proof) {
        (Some(name), None) => {
            Some(algorithm(name).map_err(|error| with_proof(name, error.into()))?)
        }
        _ => None,
    };
    match (named, proof, args.json) {
        (Some(named), _, true) => writeln!(out, "{}", array([object(named)]))?,
        (_, Some(search), true) => writeln!(out, "{}", array([proof_object(search)]))?,
        // Those that answer questions are asked for by name: each of the array can search a position.
        (None, None, true) => writeln!(out, "{}", array(algorithms().into_iter().map(object)))?,
        (Some(named), _, false) => describe(named, out)?,
        (_, Some(search), false) => describe_proof(search, out)?,
        (None, None, false) => list(out)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// One line per algorithm, by family.
fn list(out: &mut dyn Write) -> Result<(), Failure> {
    let of_family = |family: Family| {
        let mut group = Group::new(family.title());
        for Algorithm { name, summary, paper, .. } in
            algorithms().into_iter().filter(|algorithm| algorithm.family == family)
        {
            group.row(*name, with_paper(summary, paper));
        }
        group
    };
    let mut groups: Vec<Group> = Family::ALL.into_iter().map(of_family).collect();
    let mut proof = Group::new("Proof search, for 'plywood solve --goal'");
    for search in &PROOF_SEARCHES {
        proof.row(search.name, with_paper(search.summary, search.paper));
    }
    groups.push(proof);
    let lists =
        Lists { groups, more: "plywood algorithms NAME lists the options of an algorithm." };
    Ok(lists.print(out)?)
}

/// The summary with the first of the papers; long lists of authors and further papers are for the details.
fn with_paper(summary: &str, papers: &str) -> String {
    let paper = papers.split("; ").next().unwrap_or(papers);
    match (paper.split_once(", "), paper.rsplit_once(' ')) {
        (Some((author, _)), Some((_, year))) => format!("{summary} ({author} et al. {year})"),
        _ if paper == "none" => summary.to_string(),
        _ => format!("{summary} ({paper})"),
    }
}

fn describe(algorithm: &'static Algorithm, out: &mut dyn Write) -> Result<(), Failure> {
    let Algorithm { name, summary, paper, memory, .. } = algorithm;
    let value = match algorithm.exact {
        true => "the minimax value of the tree cut at the horizon",
        false => "that of the tree that it chose to search",
    };
    let mut facts = Group::new(format!("{name}: {summary}"));
    facts.row("Paper", *paper);
    facts.row("Value", value);
    facts.row("Memory", *memory);
    let mut own = Group::new("Options (--set NAME=VALUE)");
    add(&mut own, algorithm.options());
    let mut common = Group::new("Options of all algorithms, where the game supports them");
    add(&mut common, common_options());
    Ok(Lists { groups: vec![facts, own, common], more: "" }.print_whole(out)?)
}

fn describe_proof(search: &ProofSearch, out: &mut dyn Write) -> Result<(), Failure> {
    let mut facts = Group::new(format!("{}: {}", search.name, search.summary));
    facts.row("Paper", search.paper);
    facts.row("Value", "proved or refuted, for a question that 'plywood games' lists");
    facts.row("Memory", search.memory);
    let mut own = Group::new("Options (--set NAME=VALUE)");
    add(&mut own, [ProofCommon::default().list(), search.options()].concat());
    Ok(Lists { groups: vec![facts, own], more: "" }.print_whole(out)?)
}

fn add(group: &mut Group, options: Vec<OptionInfo>) {
    for option in options {
        let (values, OptionInfo { name, value, summary, .. }) = (option.values(), option);
        group.row(name, format!("{}: {values} (default {value})", capitalized(&summary)));
    }
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// The error for an unknown name, if it is nearly that of a proof search: with that name.
fn with_proof(name: &str, error: Error) -> Error {
    let names = PROOF_SEARCHES.map(|search| search.name);
    match plywood_games::did_you_mean(name, names) {
        hint if hint.is_empty() => error,
        hint => Error::input(format!("no algorithm '{}'{hint}", plywood_games::shown(name))),
    }
}

fn options(options: Vec<OptionInfo>) -> impl Iterator<Item = Object> {
    options.into_iter().map(|option| {
        let values = option.values();
        let [least, most] = match option.numbers {
            Some(Numbers::Whole { least, most }) => [least, most].map(whole),
            Some(Numbers::Real { least, most }) => [least, most].map(Value::from),
            None => [Value::Null, Value::Null],
        };
        Object::new()
            .field("name", option.name)
            .field("values", values)
            .field("words", option.words)
            .field("least", least)
            .field("greatest", most)
            .field("default", value(option.typed))
            .field("summary", option.summary)
    })
}

fn object(algorithm: &'static Algorithm) -> Object {
    Object::new()
        .field("name", algorithm.name)
        .field("summary", algorithm.summary)
        .field("family", algorithm.family.title())
        .field("paper", algorithm.paper)
        .field("exact", algorithm.exact)
        .field("memory", algorithm.memory)
        .objects("options", options(algorithm.options()))
}

fn proof_object(search: &ProofSearch) -> Object {
    Object::new()
        .field("name", search.name)
        .field("summary", search.summary)
        .field("family", "Proof search")
        .field("paper", search.paper)
        .field("exact", true)
        .field("memory", search.memory)
        .objects("options", options(search.options()))
}
