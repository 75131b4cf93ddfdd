//! The shapes of pieces, in a square of 40 by 40 units.

use super::{color, colors, escaped, tint_name};
use crate::{Piece, Tint};
use std::collections::BTreeMap;

/// A shape that is filled with the color of its side, and the lines drawn on it.
struct Shape {
    name: &'static str,
    body: &'static str,
    lines: &'static str,
}

const fn shape(name: &'static str, body: &'static str, lines: &'static str) -> Shape {
    Shape { name, body, lines }
}

const DISC: Shape = shape("disc", "M20 3.2a16.8 16.8 0 0 1 0 33.6a16.8 16.8 0 0 1 0-33.6z", "");
const CROWNED: Shape = shape(
    "crowned",
    DISC.body,
    "M11.5 25 9.5 13.5 15.5 18.5 20 11.5 24.5 18.5 30.5 13.5 28.5 25zM12 28.5H28",
);
const CROSS: Shape = shape(
    "cross",
    "M13 9.5 20 16.5 27 9.5 30.5 13 23.5 20 30.5 27 27 30.5 20 23.5 13 30.5 9.5 27 16.5 20 9.5 13z",
    "",
);
const PAWN: Shape = shape(
    "pawn",
    "M20 8a5.2 5.2 0 0 1 3.1 9.4c2.9 1.7 4.1 4.6 4.4 8.1 2.2 1.3 3.5 3.2 3.6 7H8.9c.1-3.8 1.4-5.7 3.6-7 \
     .3-3.5 1.5-6.4 4.4-8.1A5.2 5.2 0 0 1 20 8z",
    "",
);
const KNIGHT: Shape = shape(
    "knight",
    "M12.2 33c.2-5.7 3.4-8.9 7-12.5-2.3.3-4.3.9-6 2.9-.9 1.1-1.6 2.5-3.2 2.3-1.9-.2-3.3-2-2.9-3.9.7-3.3 3.4-6.3 \
     4.6-9.6l.1-5.7 4.2 3.2 2.3-3.7 2.4 3.8c6.7 1.4 10.6 7.3 10.8 14.7.1 3-.3 5.9-1 8.5z",
    "M15.3 14.2v.3M9.6 21.6v.2M24.5 14c2.4 2.6 3.4 6.3 3 10.5",
);
const BISHOP: Shape = shape(
    "bishop",
    "M20 5.4a2.3 2.3 0 0 1 1.7 3.9c4.1 2.6 6.1 6.1 6.1 9.5 0 2.6-1.2 4.5-2.8 5.7l1.1 3.2c3.2.3 5 1.6 5.4 \
     5.3h-23c.4-3.7 2.2-5 5.4-5.3l1.1-3.2c-1.6-1.2-2.8-3.1-2.8-5.7 0-3.4 2-6.9 6.1-9.5A2.3 2.3 0 0 1 20 5.4z",
    "M20 13.6v7M16.5 17.1h7M15.2 24.5h9.6M13.9 27.7h12.2",
);
const ROOK: Shape = shape(
    "rook",
    "M9 33v-3.4l3-2.3 1.2-9.4-2.7-2.5V8.2h4.3v3H18v-3h4v3h3.2v-3h4.3v7.2l-2.7 2.5 1.2 9.4 3 2.3V33z",
    "M13.2 17.9h13.6M12 27.3h16",
);
const QUEEN: Shape = shape(
    "queen",
    "M10.3 26.4 6.6 12.6a1.8 1.8 0 1 1 1.8-.4l5 6.6.6-10a1.9 1.9 0 1 1 1.9-.2L20 17.2l4.1-8.6a1.9 1.9 0 1 1 \
     1.9.2l.6 10 5-6.6a1.8 1.8 0 1 1 1.8.4l-3.7 13.8c1 1.6 1.5 3.5 1.6 6.6H8.7c.1-3.1.6-5 1.6-6.6z",
    "M10.3 26.4c6.2-1.9 13.2-1.9 19.4 0M9.4 30.2c6.8-1.6 14.4-1.6 21.2 0",
);
const KING: Shape = shape(
    "king",
    "M18.8 3.6h2.4v2.6h2.9v2.4h-2.9v3.1c1.6.6 2.6 2 2.8 3.6 4.9-2.3 10.2.5 9.4 5.6-.4 2.4-2.2 4-3.8 5.4.9 1.5 \
     1.5 3.6 1.5 6.7H8.9c0-3.1.6-5.2 1.5-6.7-1.6-1.4-3.4-3-3.8-5.4-.8-5.1 4.5-7.9 9.4-5.6.2-1.6 1.2-3 2.8-3.6V8.6h-2.9V6.2h2.9z",
    "M10.4 26.3c6.1-1.9 13.1-1.9 19.2 0M9.5 30.2c6.7-1.6 14.3-1.6 21 0M20 16.2v8.6",
);

/// The shape of a piece. `None` for one of another character, which is drawn as that.
fn shape_of(piece: Piece) -> Option<&'static Shape> {
    if piece.crowned {
        return Some(&CROWNED);
    }
    Some(match piece.solid {
        '●' => &DISC,
        '×' => &CROSS,
        '♟' => &PAWN,
        '♞' => &KNIGHT,
        '♝' => &BISHOP,
        '♜' => &ROOK,
        '♛' => &QUEEN,
        '♚' => &KING,
        _ => return None,
    })
}

/// The name by which drawings refer to the shape of a piece.
pub(super) fn id(piece: Piece) -> String {
    let tint = tint_name(piece.tint);
    match shape_of(piece) {
        Some(shape) => format!("board-{}-{tint}", shape.name),
        None => format!("board-{:x}-{tint}", u32::from(piece.solid)),
    }
}

/// The shapes of these pieces, each once, in the order of their names.
pub(super) fn definitions(pieces: impl Iterator<Item = Piece>) -> String {
    let shapes: BTreeMap<String, Piece> = pieces.map(|piece| (id(piece), piece)).collect();
    shapes.into_iter().map(|(id, piece)| definition(&id, piece)).collect()
}

fn definition(id: &str, piece: Piece) -> String {
    let (fill, edge, lines) = match piece.tint {
        Tint::Black => {
            ("--piece-black,#2a2723", "--piece-black-edge,#0f0e0d", "--piece-black-line,#e9e2d6")
        }
        Tint::White => {
            ("--piece-white,#fffdf8", "--piece-white-edge,#38322b", "--piece-white-line,#38322b")
        }
        Tint::Red => {
            ("--piece-red,#d3382d", "--piece-red-edge,#7d150e", "--piece-red-line,#ffe9e6")
        }
        Tint::Yellow => {
            ("--piece-yellow,#f4c92f", "--piece-yellow-edge,#8a6500", "--piece-yellow-line,#4d3900")
        }
    };
    let colors = colors(&[("fill", fill), ("stroke", edge)]);
    let head = format!(
        "<g id=\"{id}\" {colors} stroke-width=\"1.3\" stroke-linejoin=\"round\" stroke-linecap=\"round\">"
    );
    let inside = match shape_of(piece) {
        None => format!(
            "<text x=\"20\" y=\"30\" font-size=\"30\" text-anchor=\"middle\" stroke-width=\"0.6\">{}</text>",
            escaped(&piece.solid.to_string())
        ),
        Some(Shape { body, lines: "", .. }) => format!("<path d=\"{body}\"/>"),
        Some(shape) => format!(
            "<path d=\"{}\"/><path d=\"{}\" {} fill-opacity=\"0\" stroke-width=\"1.6\"/>",
            shape.body,
            shape.lines,
            color("stroke", lines)
        ),
    };
    format!("{head}{inside}</g>")
}
