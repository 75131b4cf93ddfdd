//! The looks of series: colors, marks and dashes, and the lengths of texts.

use crate::report::plot::{Series, Style};
use plywood_play::draw::{LIGHT, hex, path, px};

/// A line with more points than this has no marks, which would hide it.
const MARKED_POINTS: usize = 40;

/// About how wide a text is in a sans-serif font of this size, rather too wide than too narrow.
pub(super) fn width(text: &str, font: f64) -> f64 {
    let of = |c: char| match c {
        'f' | 'i' | 'j' | 'l' | 't' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.32,
        ' ' | '(' | ')' | '[' | ']' | '-' | '/' | 'r' => 0.4,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.95,
        '=' | '+' | '<' | '>' | '~' | '−' => 0.84,
        c if c.is_uppercase() => 0.72,
        c if c.is_ascii() => 0.63,
        _ => 0.7,
    };
    text.chars().map(of).sum::<f64>() * font
}

/// A text in lines that are at most this wide, broken after spaces and signs, or anywhere if need be.
pub(super) fn wrapped(text: &str, font: f64, most: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    let pieces = text.split_inclusive([' ', ',', '-', '/', '=', ';', '_']);
    for piece in pieces {
        let last = lines.len() - 1;
        if width(&lines[last], font) + width(piece.trim_end(), font) <= most {
            lines[last] += piece;
            continue;
        }
        if !lines[last].is_empty() {
            lines.push(String::new());
        }
        for c in piece.chars() {
            let last = lines.len() - 1;
            let is_full = width(&lines[last], font) + width(&c.to_string(), font) > most;
            if is_full && !lines[last].is_empty() && c != ' ' {
                lines.push(String::new());
            }
            let last = lines.len() - 1;
            lines[last].push(c);
        }
    }
    lines.iter().map(|line| line.trim_end().to_string()).collect()
}

/// The class of a series, which has its color.
pub(super) fn class(style: Style, index: usize) -> String {
    match style {
        Style::Guide => "guide".into(),
        _ => format!("s{}", index % LIGHT.series.len()),
    }
}

/// The color of a series in a drawing by itself.
pub(super) fn color(style: Style, index: usize) -> String {
    match style {
        Style::Guide => hex(LIGHT.soft),
        _ => hex(LIGHT.series[index % LIGHT.series.len()]),
    }
}

/// Whether the points of a series have marks.
pub(super) fn is_marked(series: &Series) -> bool {
    match series.style {
        Style::Guide => false,
        Style::Points => true,
        _ => series.points.len() <= MARKED_POINTS,
    }
}

/// Dashes and gaps. Lines are dashed where the colors repeat.
pub(super) fn dash(style: Style, index: usize) -> Option<&'static str> {
    match style {
        Style::Line if index < LIGHT.series.len() => None,
        Style::Line => Some("12 3"),
        Style::Dashed => Some("8 5"),
        Style::Dotted => Some("2 4"),
        Style::Guide => Some("1.5 3"),
        Style::Points => None,
    }
}

/// The outline of a mark: a different shape for each series, which is also visible in a grey print.
pub(super) fn marker(index: usize, x: f64, y: f64) -> String {
    let outline: &[(f64, f64)] = match index % LIGHT.series.len() {
        0 => {
            let (left, top) = (px(x - 4.5), px(y));
            return format!("M{left} {top}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z");
        }
        1 => &[(0.0, -5.5), (5.2, 4.0), (-5.2, 4.0)],
        2 => &[(-4.2, -4.2), (4.2, -4.2), (4.2, 4.2), (-4.2, 4.2)],
        3 => &[(0.0, -6.0), (5.2, 0.0), (0.0, 6.0), (-5.2, 0.0)],
        4 => &[(0.0, 5.5), (5.2, -4.0), (-5.2, -4.0)],
        5 => &[
            (-1.5, -5.5),
            (1.5, -5.5),
            (1.5, -1.5),
            (5.5, -1.5),
            (5.5, 1.5),
            (1.5, 1.5),
            (1.5, 5.5),
            (-1.5, 5.5),
            (-1.5, 1.5),
            (-5.5, 1.5),
            (-5.5, -1.5),
            (-1.5, -1.5),
        ],
        6 => &[
            (0.0, -2.4),
            (3.4, -5.6),
            (5.6, -3.4),
            (2.4, 0.0),
            (5.6, 3.4),
            (3.4, 5.6),
            (0.0, 2.4),
            (-3.4, 5.6),
            (-5.6, 3.4),
            (-2.4, 0.0),
            (-5.6, -3.4),
            (-3.4, -5.6),
        ],
        _ => &[(-5.5, -2.2), (5.5, -2.2), (5.5, 2.2), (-5.5, 2.2)],
    };
    path(outline.iter().map(|&(right, down)| (x + right, y + down))) + "z"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_after_signs_and_nothing_is_lost() {
        let name = "best-first-saved-tree,early-return=true,nodes=100000";
        let lines = wrapped(name, 15.0, 150.0);
        assert!(
            lines.len() > 2 && lines.iter().all(|line| width(line, 15.0) <= 150.0),
            "{lines:?}"
        );
        assert_eq!(lines.concat(), name);
        assert!(lines[0].ends_with('-'), "{lines:?}");
        assert_eq!(wrapped("a b", 15.0, 150.0), ["a b"]);
        let unbroken = "x".repeat(40);
        let lines = wrapped(&unbroken, 15.0, 100.0);
        assert!(lines.len() > 2 && lines.concat() == unbroken, "{lines:?}");
        assert_eq!(wrapped("", 15.0, 100.0), [""]);
        assert_eq!(
            wrapped("nodes of the first player", 15.0, 90.0),
            ["nodes of", "the first", "player"]
        );
    }

    #[test]
    fn eight_series_have_eight_colors_and_eight_marks() {
        use std::collections::HashSet;
        let colors: HashSet<String> = (0..8).map(|i| color(Style::Line, i)).collect();
        let marks: HashSet<String> = (0..8).map(|i| marker(i, 0.0, 0.0)).collect();
        assert_eq!((colors.len(), marks.len()), (8, 8));
        let looks: HashSet<_> =
            (0..16).map(|i| (class(Style::Line, i), dash(Style::Line, i))).collect();
        assert_eq!(looks.len(), 16, "after that, lines are dashed");
    }
}
