//! The numbers of a picture as CSV.

use super::replay::TreeReplay;
use crate::csv::text_field;
use crate::units::{score_json, swing_json};
use plywood::NodeValue;
use serde_json::Value;
use std::fmt::Write;

/// The numbers of a search, one line per expansion, in the format of RFC 4180; `docs/pictures.md` describes the
/// columns.
pub(super) fn csv(tree: &TreeReplay) -> String {
    let unit = tree.unit();
    let moves = tree.root_moves();
    let mut fields: Vec<String> =
        ["n", "path", "depth", "chosen", "again", "root_value"].map(String::from).into();
    for kind in ["nodes", "value", "swing"] {
        if kind != "swing" || tree.has_swings() {
            fields.extend(
                moves.iter().map(|root_move| text_field(&format!("{kind} {}", root_move.text))),
            );
        }
    }
    fields.extend((0..=tree.deepest()).map(|depth| format!("depth {depth}")));
    let columns = fields.len();
    let mut text = fields.join(",") + "\r\n";
    tree.rows(|row| {
        fields.clear();
        let path: Vec<String> = row.path.iter().map(u32::to_string).collect();
        let chosen = row.chosen.map_or(String::new(), |place| text_field(&moves[place].text));
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
                swing.map_or(String::new(), |swing| field(swing_json(swing, unit)))
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
        Some(NodeValue::Score(score)) => field(score_json(score, unit)),
        Some(NodeValue::Visits { mean, .. }) => mean.to_string(),
        Some(NodeValue::Proof { proof, disproof }) => format!("{proof}/{disproof}"),
        _ => String::new(),
    }
}

/// A number as a field; nothing for null.
fn field(number: Value) -> String {
    if number.is_null() { String::new() } else { number.to_string() }
}
