//! A board as cells, and its drawing for a terminal: with letters, with Unicode pieces, in colours.

use std::fmt;

/// A board of cells with lines of text below it. [`draw`](Diagram::draw) turns it into text.
///
/// ```
/// use plywood_games::{Connect4, Game, Style};
/// let before = Connect4::parse(Some("4"))?;
/// let mut diagram = Connect4::parse(Some("44"))?.diagram().unwrap();
/// diagram.mark(&before.cells_of(before.parse_move("4")?));
/// let text = diagram.draw(Style::PLAIN);
/// assert!(text.ends_with("\n . . .[O]. . .\n . . . X . . .\n 1 2 3 4 5 6 7\nX to move"), "{text}");
/// # Ok::<(), plywood_games::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The number of cells in a row.
    pub width: usize,
    /// The cells, row by row from the top left.
    pub cells: Vec<Cell>,
    /// The labels of the columns from the left; empty if there are none.
    pub columns: Vec<String>,
    /// The labels of the rows from the top; empty if there are none.
    pub rows: Vec<String>,
    /// The material of the board.
    pub ground: Ground,
    /// The lines below the board: the side to move or the winner, and the score.
    pub notes: Vec<Vec<Span>>,
}

/// A cell of a [`Diagram`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// What is in it.
    pub content: Content,
    /// A label in the cell, such as the number of a square; mostly empty.
    pub label: String,
    /// Whether it has the darker of the two shades of the board.
    pub dark: bool,
    /// Whether it is marked, as part of the last move.
    pub marked: bool,
}

/// What is in a [`Cell`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    #[default]
    Empty,
    /// Empty; the side to move may put a piece here.
    Target,
    /// No cell of the game: no piece can ever be here.
    Unused,
    /// A piece.
    Piece(Piece),
}

impl From<Option<Piece>> for Content {
    fn from(piece: Option<Piece>) -> Content {
        piece.map_or(Content::Empty, Content::Piece)
    }
}

/// A piece as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The letter in plain ASCII. The letters of the two sides must differ.
    pub letter: char,
    /// The filled Unicode shape: for all pieces in colours, else for dark pieces.
    pub solid: char,
    /// The outlined Unicode shape: for light pieces without colours.
    pub outline: char,
    /// The colour.
    pub tint: Tint,
    /// Whether it is a crowned disc, as the kings of checkers are, where there is room to draw both.
    pub crowned: bool,
}

impl Piece {
    /// A round piece of a colour.
    pub const fn disc(letter: char, tint: Tint) -> Piece {
        Piece { letter, solid: '●', outline: '○', tint, crowned: false }
    }
}

/// The colour of a [`Piece`]. Black and red count as dark, white and yellow as light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "colours")]
pub enum Tint {
    Black,
    White,
    Red,
    Yellow,
}

/// The material of a board, which has two shades.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "materials")]
pub enum Ground {
    #[default]
    Wood,
    /// Wood with lines, on whose crossings the pieces stand.
    Lines,
    GreenCloth,
    BluePlastic,
}

/// A part of a line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Plain text.
    Text(String),
    /// A piece, drawn as on the board.
    Piece(Piece),
}

impl From<&str> for Span {
    fn from(text: &str) -> Span {
        Span::Text(text.to_string())
    }
}

impl From<String> for Span {
    fn from(text: String) -> Span {
        Span::Text(text)
    }
}

impl From<Piece> for Span {
    fn from(piece: Piece) -> Span {
        Span::Piece(piece)
    }
}

/// What a terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Characters beyond ASCII.
    pub unicode: bool,
    /// Colours, by the escape sequences of terminals with 256 colours.
    pub colour: bool,
}

impl Style {
    /// ASCII without colours, for any terminal, file or pipe.
    pub const PLAIN: Style = Style { unicode: false, colour: false };
}

const RESET: &str = "\x1b[0m";

impl Diagram {
    /// Marks the cells of a move, by their indices.
    pub fn mark(&mut self, cells: &[usize]) {
        for &index in cells {
            if let Some(cell) = self.cells.get_mut(index) {
                cell.marked = true;
            }
        }
    }

    /// Turns the board by half a turn, as the player at the other end sees it.
    ///
    /// ```
    /// use plywood_games::{Amazons, Game, Style};
    /// let mut diagram = Amazons::parse(Some("5x4"))?.diagram().unwrap();
    /// diagram.turn();
    /// assert!(diagram.draw(Style::PLAIN).starts_with("  e d c b a\n1 "));
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn turn(&mut self) {
        self.cells.reverse();
        self.columns.reverse();
        self.rows.reverse();
    }

    /// The board in several lines, without a line break at the end. Marked cells are in brackets,
    /// or in another colour.
    pub fn draw(&self, style: Style) -> String {
        // A cell has a label, a piece and a separator.
        let label = self.cells.iter().map(|cell| chars(&cell.label)).max().unwrap_or(0);
        let column = self.columns.iter().map(|name| chars(name)).max().unwrap_or(0);
        let room = (label + 1).max(column).max(if style.colour { 2 } else { 1 });
        let margin = self.rows.iter().map(|name| chars(name)).max().unwrap_or(0);
        // In colours the separator is a blank at the end, otherwise one at the beginning.
        let (before, after) = if style.colour { ("", " ") } else { (" ", "") };
        let gap = if margin > 0 { after } else { "" };
        let names = self.columns.iter().map(|name| format!("{before}{name:>room$}{after}"));
        let names = format!("{:margin$}{gap}{}", "", names.collect::<String>());
        let mut out = Lines::default();
        out.push(&names);
        for (index, cells) in self.cells.chunks(self.width.max(1)).enumerate() {
            let name = self.rows.get(index).map_or("", String::as_str);
            let cells = match style.colour {
                true => self.coloured(cells, room, style),
                false => bracketed(cells, room, style),
            };
            out.push(&format!("{name:>margin$}{gap}{cells}{gap}{name}"));
        }
        out.push(&names);
        for note in &self.notes {
            out.push(&note.iter().map(|span| self.span(span, style)).collect::<String>());
        }
        out.0
    }

    fn coloured(&self, cells: &[Cell], room: usize, style: Style) -> String {
        let mut out = String::new();
        for cell in cells {
            let (ground, label) = (self.ground.colour(cell), self.ground.muted());
            let (glyph, colour) = match cell.content {
                Content::Piece(piece) => (piece.glyph(style), piece.tint.colour()),
                Content::Target => (if style.unicode { '·' } else { '+' }, label),
                // Only this board has no shades that help to count cells.
                Content::Empty if self.ground == Ground::BluePlastic && style.unicode => {
                    ('·', label)
                }
                Content::Empty | Content::Unused => (' ', label),
            };
            let name = format!("{:>1$}", cell.label, room - 1);
            out.push_str(&format!("\x1b[48;5;{ground};38;5;{label}m{name}"));
            out.push_str(&format!("\x1b[38;5;{colour}m{glyph} "));
        }
        out + RESET
    }

    fn span(&self, span: &Span, style: Style) -> String {
        match span {
            Span::Text(text) => text.clone(),
            // On the colour of the board, because a black piece on a black terminal is invisible.
            Span::Piece(piece) if style.colour => {
                let (ground, colour) = (self.ground.colour(&Cell::default()), piece.tint.colour());
                format!("\x1b[48;5;{ground};38;5;{colour}m{}{RESET}", piece.glyph(style))
            }
            Span::Piece(piece) => piece.glyph(style).to_string(),
        }
    }
}

impl fmt::Display for Diagram {
    /// The board in [`Style::PLAIN`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.draw(Style::PLAIN))
    }
}

/// A row with blanks between its cells, or brackets where they are marked.
fn bracketed(cells: &[Cell], room: usize, style: Style) -> String {
    let mut out = String::new();
    let mut after_mark = false;
    for cell in cells {
        out.push(match (after_mark, cell.marked) {
            (true, true) => '|',
            (true, false) => ']',
            (false, true) => '[',
            (false, false) => ' ',
        });
        after_mark = cell.marked;
        let glyph = match cell.content {
            Content::Piece(piece) => piece.glyph(style),
            Content::Target => '+',
            Content::Empty if style.unicode => '·',
            Content::Empty => '.',
            Content::Unused => ' ',
        };
        out.push_str(&format!("{:>1$}{glyph}", cell.label, room - 1));
    }
    out.push(if after_mark { ']' } else { ' ' });
    out
}

fn chars(text: &str) -> usize {
    text.chars().count()
}

/// Lines without blanks at their ends. Empty ones are left out.
#[derive(Default)]
struct Lines(String);

impl Lines {
    fn push(&mut self, line: &str) {
        let line = line.trim_end();
        if !self.0.is_empty() && !line.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(line);
    }
}

impl Piece {
    fn glyph(self, style: Style) -> char {
        match (style.unicode, style.colour, self.tint) {
            (false, ..) => self.letter,
            (true, false, Tint::White | Tint::Yellow) => self.outline,
            (true, ..) => self.solid,
        }
    }
}

impl Tint {
    /// The number of the colour, among the 256 of terminals.
    fn colour(self) -> u8 {
        match self {
            Tint::Black => 16,
            Tint::White => 231,
            Tint::Red => 196,
            Tint::Yellow => 226,
        }
    }
}

impl Ground {
    /// The colour of a cell. Black and white, or red and yellow, can be told apart on each of them.
    fn colour(self, cell: &Cell) -> u8 {
        match (self, cell.dark, cell.marked) {
            (Ground::Wood | Ground::Lines, false, false) => 137,
            (Ground::Wood | Ground::Lines, true, false) => 94,
            (Ground::Wood | Ground::Lines, false, true) => 71,
            (Ground::Wood | Ground::Lines, true, true) => 64,
            (Ground::GreenCloth, false, false) => 34,
            (Ground::GreenCloth, true, false) => 28,
            (Ground::GreenCloth, _, true) => 136,
            (Ground::BluePlastic, _, false) => 18,
            (Ground::BluePlastic, _, true) => 240,
        }
    }

    /// The colour of text that is no piece.
    fn muted(self) -> u8 {
        match self {
            Ground::Wood | Ground::Lines => 223,
            Ground::GreenCloth => 16,
            Ground::BluePlastic => 250,
        }
    }
}

#[cfg(test)]
mod tests;
