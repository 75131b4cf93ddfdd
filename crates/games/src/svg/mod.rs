//! Boards as SVG: one function of the cells of a [`Diagram`], for every game.
//!
//! A drawing has no scripts, no fonts of its own and no references to anything outside, and scales to the width of
//! its place. Its colors are variables of CSS with fallbacks, so a page can set its own: [`DARK`] has those that
//! suit a dark page. The same diagram gives the same text.
//!
//! ```
//! use plywood_games::{Chess, Game, svg};
//! let start = Chess::default();
//! let m = start.parse_move("e4")?;
//! let mut diagram = Chess::parse(Some("e4"))?.diagram().unwrap();
//! diagram.mark(&start.cells_of(m));
//! let drawing = svg::board(&diagram, &svg::BoardOptions { title: "1. e4", ..Default::default() });
//! assert!(drawing.starts_with("<svg ") && drawing.contains("aria-label=\"1. e4: "));
//! assert!(drawing.contains("white: P e4, ") && drawing.contains("marked: e4, e2"));
//! # Ok::<(), plywood_games::InputError>(())
//! ```
//!
//! A page with many boards has the shapes of their pieces once, by [`shapes`], and says so in
//! [`BoardOptions::shared_shapes`].

mod shapes;

use crate::{Cell, Content, Diagram, Ground, Piece, Tint};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The width and height of a cell, in units of the drawing.
const CELL: usize = 40;
/// The room for the names of rows and columns.
const MARGIN: usize = 20;

/// Style rules for pages that follow the reader's preference for dark colors: the variables of boards that differ
/// there.
pub const DARK: &str = "@media screen and (prefers-color-scheme:dark){:root{\
    --board-light:#c3ab86;--board-dark:#8a6443;--board-grid:#b98f57;--board-line:#3b2b1c;\
    --board-cloth:#2f7550;--board-cloth-dark:#286746;--board-cloth-line:#123b27;\
    --board-plastic:#24508f;--board-hole:#10161f;--board-mark:#e0bd00;--piece-white:#f1eee8}}\n";

/// How a board is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardOptions<'a> {
    /// What the board shows, such as `14... Nf6`. The text alternative begins with it and goes on with the pieces and
    /// their places.
    pub title: &'a str,
    /// Whether the page has the [`shapes`] of the pieces already. Otherwise they are part of the drawing.
    pub shared_shapes: bool,
}

/// Draws a board as one `<svg>` element: its cells, the names of rows and columns, and the pieces. Marked cells have
/// another ground. The notes of the diagram are left to the page.
pub fn board(diagram: &Diagram, options: &BoardOptions<'_>) -> String {
    let board = Board::new(diagram);
    let [width, height] = [
        board.left + CELL * board.width + usize::from(board.left > 0) * 2,
        CELL * board.height + board.bottom,
    ];
    let label = escaped(&text_alternative(diagram, options.title));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\">"
    );
    if !options.shared_shapes {
        out += &format!("<defs>{}</defs>", shapes::definitions(pieces(diagram)));
    }
    board.ground(&mut out);
    board.marks(&mut out);
    board.names(&mut out);
    board.contents(&mut out);
    out + "</svg>"
}

/// The shapes of all pieces of these diagrams, in an element that takes no room. It must not be inside an element
/// that is not displayed.
pub fn shapes<'a>(diagrams: impl IntoIterator<Item = &'a Diagram>) -> String {
    let definitions = shapes::definitions(diagrams.into_iter().flat_map(pieces));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" style=\"position:absolute\" \
         aria-hidden=\"true\"><defs>{definitions}</defs></svg>"
    )
}

/// Draws a piece as one `<svg>` element, for text such as the notes of a diagram. The page must have its
/// [`shapes`], and gives the element its size.
pub fn piece(piece: Piece) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {CELL} {CELL}\" role=\"img\" aria-label=\"{} {}\">\
         <use href=\"#{}\"/></svg>",
        tint_name(piece.tint),
        escaped(&piece.letter.to_string()),
        shapes::id(piece)
    )
}

/// All pieces on a board and in its notes.
fn pieces(diagram: &Diagram) -> impl Iterator<Item = Piece> {
    let on_board = diagram.cells.iter().filter_map(|cell| match cell.content {
        Content::Piece(piece) => Some(piece),
        _ => None,
    });
    let in_notes = diagram.notes.iter().flatten().filter_map(|span| match span {
        crate::Span::Piece(piece) => Some(*piece),
        crate::Span::Text(_) => None,
    });
    on_board.chain(in_notes)
}

/// A diagram with the measures of its drawing.
struct Board<'a> {
    diagram: &'a Diagram,
    width: usize,
    height: usize,
    left: usize,
    bottom: usize,
}

impl<'a> Board<'a> {
    fn new(diagram: &'a Diagram) -> Board<'a> {
        let width = diagram.width.max(1);
        let room = |names: &[String]| if names.is_empty() { 0 } else { MARGIN };
        Board {
            diagram,
            width,
            height: diagram.cells.len().div_ceil(width),
            left: room(&diagram.rows),
            bottom: room(&diagram.columns),
        }
    }

    /// The top left corners of the cells, with the cells.
    fn cells(&self) -> impl Iterator<Item = (usize, usize, &'a Cell)> {
        let (left, width) = (self.left, self.width);
        let place = move |(index, cell)| {
            let (row, column) = (index / width, index % width);
            (left + CELL * column, CELL * row, cell)
        };
        self.diagram.cells.iter().enumerate().map(place)
    }

    /// The squares of all cells that `choose` chooses. Those beside each other in a row are one rectangle.
    fn squares(&self, choose: impl Fn(&Cell) -> bool) -> String {
        let mut path = String::new();
        for (row, cells) in self.diagram.cells.chunks(self.width).enumerate() {
            let mut column = 0;
            for run in cells.chunk_by(|a, b| choose(a) == choose(b)) {
                if choose(&run[0]) {
                    let (x, y, width) = (self.left + CELL * column, CELL * row, CELL * run.len());
                    let _ = write!(path, "M{x} {y}h{width}v{CELL}h-{width}z");
                }
                column += run.len();
            }
        }
        path
    }

    fn ground(&self, out: &mut String) {
        let [light, dark] = match self.diagram.ground {
            Ground::Wood => ["--board-light,#eed9b6", "--board-dark,#b58860"],
            Ground::Lines => ["--board-grid,#e4b974", "--board-dark,#b58860"],
            Ground::GreenCloth => ["--board-cloth,#45966a", "--board-cloth-dark,#3c885e"],
            Ground::BluePlastic => ["--board-plastic,#3566b5"; 2],
        };
        let (width, height) = (CELL * self.width, CELL * self.height);
        fill(out, &format!("M{} 0h{width}v{height}h-{width}z", self.left), light);
        fill(out, &self.squares(|cell| cell.dark), dark);
        match self.diagram.ground {
            Ground::Wood => {}
            Ground::Lines => stroke(out, &self.grid(CELL / 2), "--board-line,#5b4328"),
            Ground::GreenCloth => stroke(out, &self.grid(0), "--board-cloth-line,#1d5237"),
            Ground::BluePlastic => {
                let _ = write!(out, "<g {}>", color("fill", "--board-hole,#eef2f8"));
                for (x, y, _) in self.cells() {
                    let [x, y] = [x, y].map(|corner| corner + CELL / 2);
                    let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"16\"/>");
                }
                out.push_str("</g>");
            }
        }
    }

    /// Lines along the edges of all cells, moved inwards by `inset` at the edges of the board.
    fn grid(&self, inset: usize) -> String {
        let right = self.left + CELL * self.width - inset;
        let bottom = (CELL * self.height).saturating_sub(inset);
        let (left, lines) = (self.left + inset, usize::from(inset == 0));
        let columns = (0..self.width + lines).map(|n| left + CELL * n);
        let rows = (0..self.height + lines).map(|n| inset + CELL * n);
        let mut path: String = columns.map(|x| format!("M{x} {inset}V{bottom}")).collect();
        path.extend(rows.map(|y| format!("M{left} {y}H{right}")));
        path
    }

    /// The ground of marked cells, with an edge that can be seen in every color vision.
    fn marks(&self, out: &mut String) {
        let path = self.squares(|cell| cell.marked);
        let colors = [("fill", "--board-mark,#e6c800"), ("stroke", "--board-mark-edge,#7d6500")];
        if !path.is_empty() {
            let _ =
                write!(out, "<path d=\"{path}\" {} fill-opacity=\"0.6\"/>", self::colors(&colors));
        }
    }

    fn names(&self, out: &mut String) {
        let Diagram { columns, rows, .. } = self.diagram;
        if columns.is_empty() && rows.is_empty() {
            return;
        }
        out.push_str(
            "<g font-family=\"system-ui,sans-serif\" font-size=\"13\" fill=\"currentColor\" text-anchor=\"middle\">",
        );
        for (index, name) in columns.iter().take(self.width).enumerate() {
            let (x, y) = (self.left + CELL * index + CELL / 2, CELL * self.height + 15);
            let _ = write!(out, "<text x=\"{x}\" y=\"{y}\">{}</text>", escaped(name));
        }
        for (index, name) in rows.iter().take(self.height).enumerate() {
            let (x, y) = (MARGIN / 2 - 1, CELL * index + CELL / 2 + 5);
            let _ = write!(out, "<text x=\"{x}\" y=\"{y}\">{}</text>", escaped(name));
        }
        out.push_str("</g>");
    }

    /// The pieces, the cells where one may be put, and the labels.
    fn contents(&self, out: &mut String) {
        for (x, y, cell) in self.cells() {
            match cell.content {
                Content::Piece(piece) => {
                    let _ =
                        write!(out, "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", shapes::id(piece));
                }
                Content::Target => {
                    let [x, y] = [x, y].map(|corner| corner + CELL / 2);
                    let _ = write!(
                        out,
                        "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill-opacity=\"0.35\"/>"
                    );
                }
                Content::Empty | Content::Unused => {}
            }
        }
        let labels: Vec<_> = self.cells().filter(|(.., cell)| !cell.label.is_empty()).collect();
        if !labels.is_empty() {
            let white = color("fill", "--board-label,#fff8ec");
            let _ =
                write!(out, "<g font-family=\"system-ui,sans-serif\" font-size=\"9.5\" {white}>");
            for (x, y, cell) in labels {
                let _ = write!(
                    out,
                    "<text x=\"{}\" y=\"{}\">{}</text>",
                    x + 2,
                    y + 10,
                    escaped(&cell.label)
                );
            }
            out.push_str("</g>");
        }
    }
}

/// The attributes of a color: a variable of CSS with its fallback.
fn color(property: &str, variable: &str) -> String {
    colors(&[(property, variable)])
}

/// The attributes of several colors. Programs that draw SVG without such variables see the fallbacks.
fn colors(properties: &[(&str, &str)]) -> String {
    let (mut attributes, mut style) = (String::new(), String::new());
    for (property, variable) in properties {
        let fallback = variable.split_once(',').map_or("none", |(_, fallback)| fallback);
        attributes += &format!("{property}=\"{fallback}\" ");
        style += &format!("{property}:var({variable});");
    }
    format!("{attributes}style=\"{}\"", style.trim_end_matches(';'))
}

fn fill(out: &mut String, path: &str, variable: &str) {
    if !path.is_empty() {
        let _ = write!(out, "<path d=\"{path}\" {}/>", color("fill", variable));
    }
}

fn stroke(out: &mut String, path: &str, variable: &str) {
    let _ = write!(out, "<path d=\"{path}\" fill=\"none\" {}/>", color("stroke", variable));
}

/// What a board shows, in words: its title, the pieces of each color by their letters with their places, and the
/// marked cells.
fn text_alternative(diagram: &Diagram, title: &str) -> String {
    let mut groups: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut marked = Vec::new();
    for (index, cell) in diagram.cells.iter().enumerate() {
        let name = cell_name(diagram, index);
        if let Content::Piece(Piece { letter, tint, .. }) = cell.content {
            groups.entry(tint_name(tint)).or_default().push(format!("{letter} {name}"));
        }
        if cell.marked {
            marked.push(name);
        }
    }
    let mut parts: Vec<String> = groups
        .into_iter()
        .rev()
        .map(|(tint, pieces)| format!("{tint}: {}", pieces.join(", ")))
        .collect();
    if parts.is_empty() {
        parts.push("an empty board".to_string());
    }
    if !marked.is_empty() {
        parts.push(format!("marked: {}", marked.join(", ")));
    }
    let title = if title.is_empty() { "board" } else { title };
    format!("{title}: {}", parts.join("; "))
}

/// The name of a cell: its column and row, its label, or the column and the number of the row from the bottom.
fn cell_name(diagram: &Diagram, index: usize) -> String {
    let width = diagram.width.max(1);
    let (row, column) = (index / width, index % width);
    let name = |names: &[String], at: usize| names.get(at).cloned();
    match (name(&diagram.columns, column), name(&diagram.rows, row)) {
        (Some(column), Some(row)) => column + &row,
        (Some(column), None) => {
            format!("column {column} row {}", diagram.cells.len().div_ceil(width) - row)
        }
        _ if !diagram.cells[index].label.is_empty() => diagram.cells[index].label.clone(),
        _ => format!("column {} row {}", column + 1, row + 1),
    }
}

fn tint_name(tint: Tint) -> &'static str {
    match tint {
        Tint::Black => "black",
        Tint::White => "white",
        Tint::Red => "red",
        Tint::Yellow => "yellow",
    }
}

/// A text for SVG and HTML, also within quotes. Characters that XML does not allow are replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests;
