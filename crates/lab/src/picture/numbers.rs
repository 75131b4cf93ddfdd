//! The numbers of a picture as CSV.

use super::replay::TreeReplay;
use crate::experiment::quote;
use plywood::{NodeValue, Score};
use std::fmt::Write;

/// The numbers of a search, one line per expansion, as RFC 4180 has it; `docs/pictures.md` describes the
/// columns.
pub(super) fn csv(tree: &TreeReplay) -> String {
    let unit = tree.unit();
    let moves = tree.root_moves();
    let mut fields: Vec<String> =
        ["n", "path", "depth", "chosen", "again", "root_value"].map(String::from).into();
    for kind in ["nodes", "value", "swing"] {
        if kind != "swing" || tree.has_swings() {
            fields
                .extend(moves.iter().map(|root_move| quote(&format!("{kind} {}", root_move.text))));
        }
    }
    fields.extend((0..=tree.deepest()).map(|depth| format!("depth {depth}")));
    let columns = fields.len();
    let mut text = fields.join(",") + "\r\n";
    tree.rows(|row| {
        fields.clear();
        let path: Vec<String> = row.path.iter().map(u32::to_string).collect();
        let chosen = row.chosen.map_or(String::new(), |place| quote(&moves[place].text));
        fields.extend([
            row.n.to_string(),
            path.join(" "),
            path.len().to_string(),
            chosen,
            row.again.to_string(),
            value_text(row.root_value, unit),
        ]);
        let places = 0..moves.len();
        fields.extend(
            places.clone().map(|i| row.nodes.get(i).copied().unwrap_or_default().to_string()),
        );
        fields
            .extend(places.clone().map(|i| value_text(row.values.get(i).copied().flatten(), unit)));
        if tree.has_swings() {
            fields.extend(places.map(|i| {
                let swing = row.swings.get(i).copied().flatten();
                swing.map_or(String::new(), |swing| in_units(swing as f64, unit))
            }));
        }
        let depths = 0..=tree.deepest();
        fields.extend(depths.map(|d| row.depths.get(d).copied().unwrap_or_default().to_string()));
        debug_assert_eq!(fields.len(), columns);
        let _ = write!(text, "{}\r\n", fields.join(","));
    });
    text
}

/// A value as `plywood trace` prints it; proof and disproof number, or a mean, in searches that have them.
fn value_text(value: Option<NodeValue>, unit: i32) -> String {
    match value {
        Some(NodeValue::Score(score)) => score_text(score, unit),
        Some(NodeValue::Visits { mean, .. }) => mean.to_string(),
        Some(NodeValue::Proof { proof, disproof }) => format!("{proof}/{disproof}"),
        _ => String::new(),
    }
}

fn score_text(score: Score, unit: i32) -> String {
    match score.get() {
        _ if !score.is_finite() => String::new(),
        points if score.winner().is_some() => points.to_string(),
        points => in_units(f64::from(points), unit),
    }
}

fn in_units(points: f64, unit: i32) -> String {
    (points / f64::from(unit)).to_string()
}
