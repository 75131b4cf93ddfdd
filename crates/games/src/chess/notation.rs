//! Chess as people read and type it.

use super::fen::{fen_of, name_of, read, split_word};
use super::pgn::Record;
use super::san::{letter_of, san_of};
use super::uci::{from_uci, uci_of};
use super::{Chess, Evaluation, QUIET_PLIES, files, san};
use crate::files::position_in_transcripts;
use crate::movetext::{Movetext, replay};
use crate::{Cell, Diagram, Game, GoalVisitor, Ground, InputError, Piece, Played, Span, Tint};
use cozy_chess::{Color, File, Move, Piece as Kind, Rank, Square};
use plywood::kit::Win;
use plywood::{Position, Side};

const INPUT: &str = "chess position";

impl Game for Chess {
    const NAME: &'static str = "chess";
    const SUMMARY: &'static str =
        "chess, with draws by repetition and by fifty moves, and Chess960";
    const POSITION: &'static str = "the moves played so far, such as \"e4 e5 Nf3\" or \"e2e4 e7e5\", or \"startpos \
         moves e2e4\", or a FEN, optionally followed by moves in the same way, or a line of EPD, or FILE.pgn or \
         FILE.txt (one game per line), optionally with #GAME and @PLIES, such as games.pgn#3@20, or FILE.epd or \
         FILE.fen, optionally with #LINE";
    const EVALUATIONS: &'static [(&'static str, &'static str)] = Evaluation::NAMES;
    const UNIT: i32 = 100;
    const SIDES: [&'static str; 2] = ["White", "Black"];
    const NEAR: Option<Side> = Some(Side::Max);
    const RECORDS: Option<&'static str> = Some("pgn");
    /// As lichess.org converts centipawns into winning chances.
    const SCALE: f64 = 6.25;
    const EXAMPLES: &'static [(&'static str, u32)] = &[
        ("", 3),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
        // Few pieces and a long history: positions come back, and the fifty moves run out.
        ("8/8/8/3k4/8/3K4/8/R7 w - - 0 1", 4),
        ("8/8/2k5/8/8/8/1Q5K/8 b - - 94 90", 4),
        ("7k/5Q2/8/8/8/8/r7/K7 w - - 0 1", 4),
    ];

    type Evaluation = Evaluation;

    fn evaluation(name: &str) -> Option<Evaluation> {
        Evaluation::named(name)
    }

    fn goals(visitor: &mut impl GoalVisitor<Chess>) {
        visitor.visit::<super::Mate>();
        visitor.visit::<Win>();
    }

    fn parse(text: Option<&str>) -> Result<Chess, InputError> {
        let text = text.unwrap_or_default().trim();
        if let Some(position) = files::position(text) {
            return position;
        }
        if let Some(position) = position_in_transcripts(text) {
            return position;
        }
        let (first, rest) = split_word(text);
        match first {
            "" => Ok(Chess::default()),
            "start" | "startpos" if rest.is_empty() => Ok(Chess::default()),
            "start" | "startpos" => Chess::default().after_moves(text, rest),
            first if first.contains('/') => {
                let (board, rest) = read(INPUT, text)?;
                match split_word(rest).0 {
                    "" => Ok(Chess::new(board)),
                    "moves" => Chess::new(board).after_moves(text, rest),
                    _ => Ok(super::Problem::parse(text)?.position),
                }
            }
            _ => Ok(replay(Chess::default(), text, InputError::new(INPUT, text))?.0),
        }
    }

    fn transcript(text: &str) -> Option<Vec<Move>> {
        let (first, rest) = split_word(text);
        let moves = match (first, split_word(rest)) {
            ("start" | "startpos", ("moves", moves)) => moves,
            ("start" | "startpos", ("", _)) => "",
            _ => text,
        };
        Some(replay(Chess::default(), moves, InputError::new(INPUT, text)).ok()?.1)
    }

    /// A FEN, followed by the moves since then if positions among them can still be repeated.
    fn text(&self) -> String {
        let mut board = self.first_of_run();
        let mut text = fen_of(&board);
        for (index, (from, to)) in self.history.moves().enumerate() {
            let m = Move {
                from: Square::index(from as usize),
                to: Square::index(to as usize),
                promotion: None,
            };
            text.push_str(if index == 0 { " moves " } else { " " });
            text.push_str(&uci_of(&board, m));
            board.play_unchecked(m);
        }
        text
    }

    /// The move in SAN.
    fn move_text(&self, m: Move) -> String {
        self.san(m)
    }

    fn move_number(&self, _: Move, _: usize) -> String {
        self.number_text()
    }

    /// A move in SAN or as UCI writes it.
    fn parse_move(&self, text: &str) -> Result<Move, InputError> {
        crate::read_move(self, text, |text| self.written(text))
    }

    /// As published: draws by repetition, by fifty moves and by insufficient material do not end a
    /// line.
    fn perft(&self, depth: u32) -> u64 {
        self.lines(depth)
    }

    fn games_in_file(extension: &str, bytes: &[u8]) -> Option<crate::GamesRead<Chess>> {
        super::files::games(extension, bytes)
    }

    /// A game in PGN.
    fn record(game: &Played<'_, Chess>) -> Option<String> {
        Some(Record::from(game).to_string())
    }

    /// A line of EPD.
    fn problem(line: &str) -> Option<Result<crate::Problem<Chess>, InputError>> {
        Some(super::Problem::parse(line).map(|problem| {
            let super::Problem { position, best, avoid, id, .. } = problem;
            crate::Problem { name: id, position, score: None, best, avoid }
        }))
    }

    fn diagram(&self) -> Option<Diagram> {
        let cells = Square::ALL.map(|square| {
            // Squares are numbered from a1, cells from a8.
            let square = square.flip_rank();
            let piece = self.board.piece_on(square).zip(self.board.color_on(square));
            let dark = (square.file() as usize + square.rank() as usize).is_multiple_of(2);
            Cell { content: piece.map(drawn).into(), dark, ..Cell::default() }
        });
        let notes = self.material().into_iter().chain([vec![self.situation().into()]]).collect();
        Some(Diagram {
            width: 8,
            cells: cells.into(),
            columns: File::ALL.map(|file| char::from(file).to_string()).into(),
            rows: Rank::ALL.iter().rev().map(|&rank| char::from(rank).to_string()).collect(),
            ground: Ground::Wood,
            notes,
        })
    }

    /// The squares that a piece left and reached; for castling, those of the king.
    fn cells_of(&self, m: Move) -> Vec<usize> {
        let to = match self.board.color_on(m.to) == Some(self.board.side_to_move()) {
            // Castling is a capture of the own rook.
            true => {
                let file = if m.to > m.from { File::G } else { File::C };
                Square::new(file, m.from.rank())
            }
            false => m.to,
        };
        [m.from, to].map(|square| square.flip_rank() as usize).into()
    }
}

crate::serialize::positions!(Chess);

/// A piece as it is drawn.
fn drawn((piece, color): (Kind, Color)) -> Piece {
    let (solid, outline) = match piece {
        Kind::Pawn => ('♟', '♙'),
        Kind::Knight => ('♞', '♘'),
        Kind::Bishop => ('♝', '♗'),
        Kind::Rook => ('♜', '♖'),
        Kind::Queen => ('♛', '♕'),
        Kind::King => ('♚', '♔'),
    };
    let (letter, tint) = match color {
        Color::White => (letter_of(piece), Tint::White),
        Color::Black => (piece.into(), Tint::Black),
    };
    Piece { letter, solid, outline, tint, crowned: false }
}

impl Chess {
    /// A legal move in SAN: `Nf3`, `exd8=Q#`, `O-O`.
    pub fn san(&self, m: Move) -> String {
        san_of(&self.board, m)
    }

    /// A legal move in the notation of UCI: `g1f3`, `e7d8q`, `e1g1`.
    ///
    /// If a king or rook did not start where it does in chess, castling is the king's move to its
    /// rook.
    ///
    /// ```
    /// use plywood_games::{Chess, Game};
    /// let castles = |fen| {
    ///     let position = Chess::parse(Some(fen))?;
    ///     Ok::<_, plywood_games::InputError>(position.uci(position.parse_move("O-O")?))
    /// };
    /// assert_eq!(castles("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?, "e1g1");
    /// assert_eq!(castles("4k3/8/8/8/8/8/8/1K4R1 w G - 0 1")?, "b1g1");
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn uci(&self, m: Move) -> String {
        uci_of(&self.board, m)
    }

    /// The move with this notation of UCI, if the pieces can make it. Castling may be written in
    /// either way.
    pub fn parse_uci(&self, text: &str) -> Option<Move> {
        from_uci(&self.board, text)
    }

    /// The position after the moves that follow the word `moves`.
    fn after_moves(self, text: &str, rest: &str) -> Result<Chess, InputError> {
        match split_word(rest) {
            ("moves", moves) => Ok(replay(self, moves, InputError::new(INPUT, text))?.0),
            (word, _) => {
                let error = InputError::new(INPUT, text).expected("'moves' and a list of them");
                Err(error.found(&format!("'{word}'")))
            }
        }
    }

    /// The side to move, or how the game ended.
    fn situation(&self) -> String {
        let mover = self.board.side_to_move();
        let capital = |color| match color {
            Color::White => "White",
            Color::Black => "Black",
        };
        if !self.is_over() {
            let check = if self.in_check() { ", in check" } else { "" };
            return format!("{} to move{check}", capital(mover));
        }
        if self.result().winner().is_some() {
            return format!("{} has mated the {} king", capital(!mover), name_of(mover));
        }
        let why = if san::legal(&self.board).is_empty() {
            "stalemate"
        } else if self.occurrences() >= 3 {
            "the third occurrence of the position"
        } else if self.board.halfmove_clock() >= QUIET_PLIES {
            "fifty moves without a capture or a pawn move"
        } else {
            "nobody can be mated any more"
        };
        format!("a draw: {why}")
    }

    /// The surplus pieces of each side; empty if both have the same pieces.
    fn material(&self) -> Option<Vec<Span>> {
        let mut spans = Vec::new();
        for color in [Color::White, Color::Black] {
            let surplus =
                [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn].map(|piece| {
                    let count = |color| self.board.colored_pieces(color, piece).len() as usize;
                    vec![drawn((piece, color)).into(); count(color).saturating_sub(count(!color))]
                });
            let surplus: Vec<Span> = surplus.concat();
            if !surplus.is_empty() {
                let name = Chess::SIDES[usize::from(color == Color::Black)];
                let gap = if spans.is_empty() { "" } else { ", " };
                spans.push(format!("{gap}{name} +").into());
                spans.extend(surplus);
            }
        }
        (!spans.is_empty()).then_some(spans)
    }
}
