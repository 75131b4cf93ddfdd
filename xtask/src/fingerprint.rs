//! `cargo xtask fingerprint`: the answers and node counts of a fixed set of searches.
//!
//! A change of structure leaves every line unchanged. A change of an algorithm shows which searches it
//! affects, and its commit message says so.

use crate::{Outcome, workspace};
use plywood_lab::registry::{ALGORITHMS, GameEntry, PlayerSpec, games};
use plywood_play::Answer;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

const PATH: &str = "testdata/fingerprint.txt";

const HEAD: &str = "\
# What a fixed set of searches answers: written by `cargo xtask fingerprint --write`, compared by
# `cargo xtask test`. A line is a game, a player and its searches. Each of these is
#   what: value best depth stop generated evaluated expanded regenerated
# nodes: 10,000 nodes. next: two moves later, with what the player kept. capped: 10,000 nodes in
# 128 KiB. depth: a fixed depth, from another position.
";

/// Players in addition to every algorithm with its default options, to cover the rest of the code.
const VARIANTS: &[&str] = &[
    "minimax,all-best=true",
    "alpha-beta,order=static",
    "alpha-beta,horizon=all-at-once,bounds=fail-hard",
    "alpha-beta-saved-tree,bounds=fail-soft,deepening=always",
    "alpha-beta-memory,table-from=0,history=false,killers=false",
    "negascout,order-from=never,all-best=true",
    "negascout,table=1024",
    "mtdf,first-guess=two-back",
    "sss,deepening=always",
    "best-first,all-best=true",
    "recursive-best-first,variant=full",
    "recursive-best-first,early-return=true",
    "best-first-saved-tree,early-return=false",
    "best-first-saved-tree,when-full=linear",
    "best-first-saved-tree,when-full=stop",
    "best-first-extension,bounds=fail-soft,horizon=2",
];

/// One search as text.
fn shown(what: &str, answer: &Answer) -> String {
    let Answer { value, best, depth, stop, counts, .. } = answer;
    let value = match value.exact() {
        Some(value) => value.to_string(),
        None => format!("{}..{}", value.lower, value.upper),
    };
    let (best, stop) = (best.as_deref().unwrap_or("none"), format!("{stop:?}").to_lowercase());
    let work = [counts.generated, counts.evaluated, counts.expanded, counts.regenerated];
    let work = work.map(|count| count.to_string()).join(" ");
    format!("{what}: {value} {best} {depth} {stop} {work}")
}

/// The line of a player at a game, or none if the game has no use for the player's options.
fn line(entry: &GameEntry, player: &str) -> Result<Option<String>, String> {
    // The first example for searches by nodes, the second to be searched to its depth.
    let [(start, _), (other, depth), ..] = *entry.examples else { return Ok(None) };
    let in_words = |error: plywood_play::Error| format!("{player} at {}: {error}", entry.name);
    let spec = |limits: &str| PlayerSpec::parse(&format!("{player},{limits}")).map_err(in_words);
    let nodes = spec("nodes=10k")?;
    if entry.player(&nodes).is_err() {
        return Ok(None);
    }
    let open = |text: &'static str| {
        entry.open(Some(text).filter(|text| !text.is_empty())).map_err(in_words)
    };
    let mut session = open(start)?;
    session.set_player(&nodes).map_err(in_words)?;
    let first = session.search().map_err(in_words)?;
    let mut searches = vec![shown("nodes", &first)];
    let line = [first.best, first.pv.get(1).cloned()];
    for m in line.into_iter().flatten() {
        session.play(&m).map_err(in_words)?;
    }
    searches.push(shown("next", &session.search().map_err(in_words)?));
    for (what, text, limits) in
        [("capped", start, "nodes=10k,memory=128KiB"), ("depth", other, &format!("depth={depth}"))]
    {
        let mut session = open(text)?;
        session.set_player(&spec(limits)?).map_err(in_words)?;
        searches.push(match session.search() {
            Ok(answer) => shown(what, &answer),
            Err(_) => format!("{what}: refused"),
        });
    }
    Ok(Some(format!("{} {player} | {}", entry.name, searches.join(" | "))))
}

/// The whole text.
fn fingerprint() -> Result<String, String> {
    let mut out = HEAD.to_string();
    for entry in games() {
        let players = ALGORITHMS.iter().map(|algorithm| algorithm.name);
        for player in players.chain(VARIANTS.iter().copied()) {
            // The endgame solver does not stop at a depth.
            if player == "endgame" {
                continue;
            }
            if let Some(line) = line(entry, player)? {
                let _ = writeln!(out, "{line}");
            }
        }
    }
    Ok(out)
}

/// Prints the fingerprint.
pub fn print() -> Outcome {
    print!("{}", fingerprint()?);
    Ok(())
}

/// Stores the fingerprint.
pub fn write() -> Outcome {
    fs::write(workspace().join(PATH), fingerprint()?).map_err(|e| format!("{PATH}: {e}"))
}

/// Fails if a search differs from the stored one, and prints the lines that differ.
pub fn check() -> Outcome {
    let stored = fs::read_to_string(workspace().join(PATH)).map_err(|e| format!("{PATH}: {e}"))?;
    let now = fingerprint()?;
    let before: BTreeSet<_> = stored.lines().collect();
    let after: BTreeSet<_> = now.lines().collect();
    if before == after {
        return Ok(());
    }
    before.difference(&after).for_each(|line| println!("- {line}"));
    after.difference(&before).for_each(|line| println!("+ {line}"));
    Err(format!(
        "{PATH}: {} lines differ. If this is intended, run `cargo xtask fingerprint --write`, \
         commit the file, and say so in the commit message",
        after.difference(&before).count().max(before.difference(&after).count())
    ))
}
