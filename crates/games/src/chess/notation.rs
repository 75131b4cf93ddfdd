//! Chess as people read and type it.

use super::fen::{fen_of, name_of, read, split_word};
use super::pgn::Record;
use super::san::{letter_of, san_of};
use super::uci::{from_uci, uci_of};
use super::{Chess, Evaluation, QUIET_PLIES, files, san};
use crate::movetext::{Movetext, replay};
use crate::{Game, InputError, Played};
use cozy_chess::{Color, File, Move, Rank, Square};
use plywood::Position;

const INPUT: &str = "chess position";

impl Game for Chess {
    const NAME: &'static str = "chess";
    const SUMMARY: &'static str =
        "chess, with draws by repetition and by fifty moves, and Chess960";
    const POSITION: &'static str = "the moves played so far, such as \"e4 e5 Nf3\" or \"e2e4 e7e5\", \
         or a FEN or a line of EPD, or either of \"startpos moves e2e4\" and a FEN with moves behind \
         it, or FILE.pgn with #GAME and @PLIES, such as games.pgn#3@20, or FILE.epd or FILE.fen \
         with #LINE";
    const EVALUATIONS: &'static [(&'static str, &'static str)] = Evaluation::NAMES;
    const UNIT: i32 = 100;
    const RECORDS: Option<&'static str> = Some("pgn");

    type Evaluation = Evaluation;

    fn evaluation(name: &str) -> Option<Evaluation> {
        Evaluation::named(name)
    }

    fn parse(text: Option<&str>) -> Result<Chess, InputError> {
        let text = text.unwrap_or_default().trim();
        if let Some(position) = files::position(text) {
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

    /// A FEN; behind it the moves since then, where a position among them could still occur again.
    fn text(&self) -> String {
        let mut board = self.first_of_run();
        let mut text = fen_of(&board);
        for (index, (from, to)) in self.past.moves().enumerate() {
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

    /// A move in SAN or as UCI writes it.
    fn parse_move(&self, text: &str) -> Result<Move, InputError> {
        let wrong = || InputError::new("chess move", text);
        if self.is_over() {
            return Err(wrong().expected(crate::listed(self, &[])));
        }
        self.written(text).map_err(|expected| wrong().expected(expected))
    }

    /// As published: draws by repetition, by fifty moves and for want of material do not end a
    /// line.
    fn perft(&self, depth: u32) -> u64 {
        self.lines(depth)
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

    fn board(&self) -> String {
        const FILES: &str = "  a b c d e f g h\n";
        let mut out = String::from(FILES);
        for rank in Rank::ALL.into_iter().rev() {
            out.push(rank.into());
            for file in File::ALL {
                let square = Square::new(file, rank);
                out.push(' ');
                out.push(match (self.board.piece_on(square), self.board.color_on(square)) {
                    (Some(piece), Some(Color::White)) => letter_of(piece),
                    (Some(piece), _) => piece.into(),
                    (None, _) => '.',
                });
            }
            out.push_str(&format!(" {}\n", char::from(rank)));
        }
        out.push_str(FILES);
        out.push_str(&self.situation());
        out
    }
}

impl Chess {
    /// The name of a legal move in SAN: `Nf3`, `exd8=Q#`, `O-O`.
    pub fn san(&self, m: Move) -> String {
        san_of(&self.board, m)
    }

    /// The name of a legal move in the notation of UCI: `g1f3`, `e7d8q`, `e1g1`.
    ///
    /// Where king or rooks did not begin as in chess, castling is the king's move to its rook.
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

    /// The move that a text names in the notation of UCI, if the pieces can make it. Castling may
    /// be named in either way.
    pub fn parse_uci(&self, text: &str) -> Option<Move> {
        from_uci(&self.board, text)
    }

    /// The position after the moves behind the word `moves`.
    fn after_moves(self, text: &str, rest: &str) -> Result<Chess, InputError> {
        match split_word(rest) {
            ("moves", moves) => Ok(replay(self, moves, InputError::new(INPUT, text))?.0),
            (word, _) => {
                let error = InputError::new(INPUT, text).expected("'moves' and a list of them");
                Err(error.found(&format!("'{word}'")))
            }
        }
    }

    /// Whose turn it is, or how the game ended.
    fn situation(&self) -> String {
        let mover = self.board.side_to_move();
        let capital = |color| match color {
            Color::White => "White",
            Color::Black => "Black",
        };
        if !self.is_over() {
            let check = if self.in_check() { ", in check" } else { "" };
            return format!("  {} to move{check}", capital(mover));
        }
        if self.result().winner().is_some() {
            return format!("  {} has mated the {} king", capital(!mover), name_of(mover));
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
        format!("  a draw: {why}")
    }
}
