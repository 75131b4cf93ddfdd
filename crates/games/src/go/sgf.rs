//! Games and problems in SGF, read and written with the crate `sgf-parse`.

use super::text::checked;
use super::{Board, Color, FEWEST, MOST, Move, Point, Points};
use crate::InputError;
use sgf_parse::go::Prop;
use sgf_parse::{Color as SgfColor, SgfNode, SgfProp, SimpleText, Text};

/// A game tree of a collection: the position that its first node sets up, and the moves of its main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The name of the game (`GN`), if it has one.
    pub name: Option<String>,
    /// The comment of the first node (`C`), if it has one.
    pub comment: Option<String>,
    /// The position.
    pub board: Board,
    /// The side to move (`PL`), if it is given.
    pub to_move: Option<Color>,
    /// The points that are marked in the first node with a square, triangle, circle, cross or selection.
    pub marked: Points,
    /// The moves of the main line, with the colours that play them. Their legality is checked.
    pub moves: Vec<(Color, Move)>,
}

/// Nodes in one line of play. Longer lines are refused: the parser recurses once per node.
const MOST_NODES: usize = 2000;

/// Reads all game trees of a collection. There is at least one.
///
/// ```
/// use plywood_games::go::{Color, Move, sgf};
/// let text = "(;SZ[9]GN[net]AB[ee]AW[de]PL[W]TR[ee];W[fe])(;SZ[5];B[cc];W[])";
/// let records = sgf::read(text)?;
/// let net = &records[0];
/// assert_eq!((net.name.as_deref(), net.to_move), (Some("net"), Some(Color::White)));
/// assert!(net.marked.contains(net.board.point("E5")?));
/// assert_eq!(records[1].moves[1], (Color::White, Move::Pass));
/// let error = sgf::read("(;SZ[9]AB[zz])").unwrap_err().to_string();
/// assert_eq!(error, "SGF '(;SZ[9]AB[zz])': at game 1, AB: expected points of the board, found AB[zz]");
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Record>, InputError> {
    let error = InputError::new("SGF", text);
    let text = text.trim_start_matches('\u{feff}').trim();
    if !text.starts_with('(') {
        return Err(error.at("the start").expected("'('"));
    }
    if deepest_line(text) > MOST_NODES {
        return Err(error.expected(format!("at most {MOST_NODES} nodes in a line of play")));
    }
    let nodes = sgf_parse::go::parse(text).map_err(|cause| {
        let cause = cause.to_string();
        error.clone().expected("game trees of Go").found(&format!("\"{cause}\""))
    })?;
    let read = |(number, node): (usize, &SgfNode<Prop>)| {
        record(node, &error).map_err(|error| error.within(&format!("game {number}")))
    };
    (1..).zip(&nodes).map(read).collect()
}

/// The most nodes in a line of play, counted without the parser.
fn deepest_line(text: &str) -> usize {
    let (mut depth, mut deepest, mut branches) = (0_usize, 0, Vec::new());
    let (mut value, mut escaped) = (false, false);
    for c in text.bytes() {
        match c {
            _ if escaped => escaped = false,
            b'\\' if value => escaped = true,
            b']' => value = false,
            _ if value => {}
            b'[' => value = true,
            b'(' => branches.push(depth),
            b')' => depth = branches.pop().unwrap_or(0),
            b';' => depth += 1,
            _ => {}
        }
        deepest = deepest.max(depth).max(branches.len());
    }
    deepest
}

fn record(node: &SgfNode<Prop>, error: &InputError) -> Result<Record, InputError> {
    let mut size = MOST;
    for property in node.properties() {
        match property {
            Prop::SZ((columns, rows)) => {
                if columns != rows || !(FEWEST..=MOST).contains(columns) {
                    let expected = format!("a square board of {FEWEST} to {MOST} columns");
                    let found = format!("{columns} columns and {rows} rows");
                    return Err(error.clone().at("SZ").expected(expected).found(&found));
                }
                size = *columns;
            }
            Prop::Invalid(name, values) if name == "SZ" => {
                let expected = format!("a number from {FEWEST} to {MOST}");
                let found = format!("'{}'", values.join(" "));
                return Err(error.clone().at("SZ").expected(expected).found(&found));
            }
            _ => {}
        }
    }
    let mut board = Board::new(size)?;
    let (mut name, mut comment, mut to_move) = (None, None, None);
    let mut marked = Points::EMPTY;
    let mut stones: Vec<(Point, Option<Color>)> = Vec::new();
    for property in node.properties() {
        let points = |set: &mut dyn Iterator<Item = &sgf_parse::go::Point>| {
            let points = set.map(|point| on_board(*point, size));
            points.collect::<Option<Vec<_>>>().ok_or_else(|| {
                let place = property.identifier();
                error
                    .clone()
                    .at(&place)
                    .expected("points of the board")
                    .found(&property.to_string())
            })
        };
        let color = match property {
            Prop::AB(_) => Some(Color::Black),
            Prop::AW(_) => Some(Color::White),
            _ => None,
        };
        match property {
            Prop::GN(SimpleText { text }) => name = Some(text.clone()),
            Prop::C(Text { text }) => comment = Some(text.clone()),
            Prop::PL(SgfColor::Black) => to_move = Some(Color::Black),
            Prop::PL(SgfColor::White) => to_move = Some(Color::White),
            Prop::AB(set) | Prop::AW(set) | Prop::AE(set) => {
                stones.extend(points(&mut set.iter())?.into_iter().map(|point| (point, color)));
            }
            Prop::SQ(set) | Prop::TR(set) | Prop::CR(set) | Prop::MA(set) => {
                points(&mut set.iter())?.into_iter().for_each(|point| marked.insert(point));
            }
            Prop::SL(set) => {
                points(&mut set.iter())?.into_iter().for_each(|point| marked.insert(point));
            }
            Prop::Invalid(name, values) if SET_UP.contains(&name.as_str()) => {
                let expected = if name == "PL" { "B or W" } else { "points of the board" };
                let found = format!("'{}'", values.join(" "));
                return Err(error.clone().at(name).expected(expected).found(&found));
            }
            _ => {}
        }
    }
    // The order of properties in a node means nothing, but a point may not be set twice.
    stones.sort_unstable();
    stones.dedup();
    if let Some(twice) = stones.windows(2).find(|two| two[0].0 == two[1].0) {
        let place = twice[0].0.name(size);
        return Err(error.clone().at(&place).expected("one stone").found("two"));
    }
    for (point, color) in stones {
        board.set_up(point, color);
    }
    let board = checked(board, error.clone())?;
    let moves = main_line(node, &board, error)?;
    Ok(Record { name, comment, board, to_move, marked, moves })
}

const SET_UP: [&str; 10] = ["AB", "AW", "AE", "PL", "SQ", "TR", "CR", "MA", "SL", "SZ"];

fn on_board(point: sgf_parse::go::Point, size: u8) -> Option<Point> {
    (point.x < size && point.y < size).then(|| Point::on_board(point.x, point.y))
}

/// The moves of the main line. Nodes behind the first one may not set up stones.
fn main_line(
    root: &SgfNode<Prop>,
    start: &Board,
    error: &InputError,
) -> Result<Vec<(Color, Move)>, InputError> {
    let mut board = start.clone();
    let mut moves = Vec::new();
    for node in root.main_variation() {
        for property in node.properties() {
            let (color, played) = match property {
                Prop::B(m) => (Color::Black, m),
                Prop::W(m) => (Color::White, m),
                Prop::Invalid(name, values) if name == "B" || name == "W" => {
                    let found = format!("'{}'", values.join(" "));
                    let error = error.clone().at(&format!("move {}", moves.len() + 1));
                    return Err(error.expected("a point of the board, or nothing").found(&found));
                }
                _ => continue,
            };
            let wrong = |expected: &str| {
                let error = error.clone().at(&format!("move {}", moves.len() + 1));
                Err(error.expected(expected).found(&property.to_string()))
            };
            let m = match played {
                sgf_parse::go::Move::Pass => Move::Pass,
                // The pass of old files, where the board is small enough.
                sgf_parse::go::Move::Move(at) if at.x == 19 && at.y == 19 => Move::Pass,
                sgf_parse::go::Move::Move(at) => match on_board(*at, board.size()) {
                    Some(point) => Move::Play(point),
                    None => return wrong("a point of the board"),
                },
            };
            match m {
                Move::Pass => drop(board.lift_ko()),
                Move::Play(point) => {
                    if board.play(point, color).is_none() {
                        return wrong("a legal move");
                    }
                }
            }
            moves.push((color, m));
        }
    }
    Ok(moves)
}

/// A node of a game tree to be written: a move with a comment, and the variations after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// The move, with the colour that plays it; none in the first node.
    pub played: Option<(Color, Move)>,
    /// The comment; empty for none.
    pub comment: String,
    /// What may follow, the main line first.
    pub next: Vec<Variation>,
}

/// Writes a game tree: a position, points to mark with a triangle, and variations.
///
/// ```
/// use plywood_games::go::{Board, Color, Move, Points, sgf};
/// let board = Board::parse("X O / . .")?;
/// let target = board.point("B2")?;
/// let capture = sgf::Variation {
///     played: Some((Color::Black, Move::Play(board.point("B1")?))),
///     comment: "captured".into(),
///     next: Vec::new(),
/// };
/// let root = sgf::Variation { next: vec![capture], ..Default::default() };
/// let text = sgf::write("snapped up", &board, Color::Black, &Points::only(target), &root);
/// let read = &sgf::read(&text)?[0];
/// assert_eq!((&read.board, read.moves.len(), read.marked.contains(target)), (&board, 1, true));
/// # Ok::<(), plywood_games::InputError>(())
/// ```
pub fn write(
    name: &str,
    board: &Board,
    to_move: Color,
    marked: &Points,
    root: &Variation,
) -> String {
    // The crate would write 9:9, which the format forbids for square boards.
    let size = Prop::Unknown("SZ".into(), vec![board.size().to_string()]);
    let mut properties = vec![Prop::FF(4), Prop::GM(1), size];
    if !name.is_empty() {
        properties.push(Prop::GN(SimpleText { text: name.into() }));
    }
    let text = |points: &Points| -> Vec<String> { points.iter().map(sgf_name).collect() };
    for (identifier, points) in
        [("AB", board.stones(Color::Black)), ("AW", board.stones(Color::White)), ("TR", marked)]
    {
        if !points.is_empty() {
            // Unlike a set, a list keeps its order, so that equal boards are written alike.
            properties.push(Prop::Unknown(identifier.into(), text(points)));
        }
    }
    properties.push(Prop::PL(match to_move {
        Color::Black => SgfColor::Black,
        Color::White => SgfColor::White,
    }));
    let mut node = node(root);
    properties.append(&mut node.properties);
    SgfNode::new(properties, node.children, true).serialize()
}

fn sgf_name(point: Point) -> String {
    [point.column(), point.row()].map(|n| char::from(b'a' + n)).iter().collect()
}

fn node(variation: &Variation) -> SgfNode<Prop> {
    let mut properties = Vec::new();
    if let Some((color, m)) = variation.played {
        let at = match m {
            Move::Pass => sgf_parse::go::Move::Pass,
            Move::Play(point) => {
                let at = sgf_parse::go::Point { x: point.column(), y: point.row() };
                sgf_parse::go::Move::Move(at)
            }
        };
        properties.push(if color == Color::Black { Prop::B(at) } else { Prop::W(at) });
    }
    if !variation.comment.is_empty() {
        properties.push(Prop::C(Text { text: variation.comment.clone() }));
    }
    SgfNode::new(properties, variation.next.iter().map(node).collect(), false)
}
