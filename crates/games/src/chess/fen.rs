//! FEN: a position in six fields, `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1`.

use super::{Chess, QUIET_PLIES, key_of};
use crate::InputError;
use cozy_chess::{Board, BoardBuilder, Color, File, Piece, Rank, Square};

/// The highest move number that is accepted. It leaves room for every game that goes on from there,
/// so that the counter of the board cannot overflow.
pub(super) const LAST_MOVE: u16 = 9999;

impl Chess {
    /// The position in FEN, without its repetition history.
    ///
    /// Castling rights are written as in Shredder-FEN if a king or rook did not start where it does
    /// in chess. The en passant square is written after every double step of a pawn, whether the
    /// pawn can be captured or not.
    ///
    /// ```
    /// use plywood_games::{Chess, Game};
    /// let position = Chess::parse(Some("e4"))?;
    /// assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn fen(&self) -> String {
        fen_of(&self.board)
    }

    /// The position of a FEN of four or six fields, without further text.
    ///
    /// Fails if the rules of the game cannot apply: not exactly one king per side, adjacent kings,
    /// the side that has just moved in check, more than two pieces that give check, more than eight
    /// pawns or sixteen men of a side, pawns on the first or last rank, castling rights without
    /// king and rook in place, an en passant square that no pawn has just passed. It is not checked
    /// further whether the position can occur in a game.
    ///
    /// ```
    /// use plywood_games::Chess;
    /// let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    /// assert_eq!(Chess::from_fen(fen)?.fen(), fen);
    /// assert!(Chess::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1 e4").is_err());
    /// # Ok::<(), plywood_games::InputError>(())
    /// ```
    pub fn from_fen(text: &str) -> Result<Chess, InputError> {
        match read("FEN", text)? {
            (board, "") => Ok(Chess::new(board)),
            (_, rest) => {
                let error = InputError::new("FEN", text).expected("four fields or six");
                Err(error.found(&format!("'{rest}' behind them")))
            }
        }
    }

    /// The first board of the present run of reversible moves.
    pub(super) fn first_of_run(&self) -> Board {
        let mut builder = BoardBuilder::from_board(&self.board);
        for (from, to) in self.history.moves().rev() {
            builder.board[from as usize] = builder.board[to as usize].take();
            builder.side_to_move = !builder.side_to_move;
            builder.halfmove_clock = builder.halfmove_clock.saturating_sub(1);
            if builder.side_to_move == Color::Black {
                builder.fullmove_number = builder.fullmove_number.saturating_sub(1).max(1);
            }
            builder.en_passant = None;
        }
        // A pawn may have made a double step just before the run. The first key of the run shows
        // it.
        let rank = Rank::Sixth.relative_to(builder.side_to_move);
        let squares = File::ALL.into_iter().map(|file| Some(Square::new(file, rank)));
        let built = |square| {
            let board = BoardBuilder { en_passant: square, ..builder.clone() }.build();
            board.ok().filter(|board| key_of(board) == self.history.first())
        };
        let present = || self.board.clone();
        std::iter::once(builder.en_passant).chain(squares).find_map(built).unwrap_or_else(present)
    }
}

/// Whether castling is that of chess: kings on the e-file, rooks on the a- and h-files.
pub(super) fn castles_as_usual(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let rights = board.castle_rights(color);
        let none = rights.short.is_none() && rights.long.is_none();
        none || board.king(color).file() == File::E
            && rights.short.is_none_or(|file| file == File::H)
            && rights.long.is_none_or(|file| file == File::A)
    })
}

pub(super) fn fen_of(board: &Board) -> String {
    if castles_as_usual(board) { format!("{board}") } else { format!("{board:#}") }
}

/// Reads the fields of a position, four or six, from the words of `text`, and returns what follows
/// them.
pub(super) fn read<'a>(input: &str, text: &'a str) -> Result<(Board, &'a str), InputError> {
    let mut fields = Fields { input, text, rest: text.trim() };
    let mut builder = BoardBuilder::empty();
    fields.next("the board", "eight ranks with '/' between")?.board(&mut builder)?;
    builder.side_to_move = fields.next("the side to move", "'w' or 'b'")?.side()?;
    fields.next("the castling rights", "some of KQkq, or '-'")?.castling(&mut builder)?;
    let en_passant = fields.next("the square for captures en passant", "a square, or '-'")?;
    builder.en_passant = en_passant.en_passant(builder.side_to_move)?;
    if fields.rest.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
        let clock = fields.next("the halfmove clock", "a number")?;
        // If nobody claims the draw, the count of quiet plies goes on, but the counter of the board
        // does not.
        builder.halfmove_clock = clock.number(0, LAST_MOVE)?.min(QUIET_PLIES.into()) as u8;
        let number = fields.next("the number of the move", "a number")?;
        builder.fullmove_number = number.number(1, LAST_MOVE)?;
    }
    match built(&builder) {
        Ok(board) => Ok((board, fields.rest)),
        Err((place, expected, found)) => {
            Err(InputError::new(input, text).at(place).expected(expected).found(&found))
        }
    }
}

/// The first word of a text, and the rest.
pub(super) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let (word, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    (word, rest.trim_start())
}

type Refusal = (&'static str, &'static str, String);

/// The board of all fields. The error is the place, what was expected and what was found.
fn built(builder: &BoardBuilder) -> Result<Board, Refusal> {
    let of = |color, piece: Option<Piece>| {
        let is = move |man: &&Option<(Piece, Color)>| {
            man.is_some_and(|(p, c)| c == color && piece.is_none_or(|wanted| wanted == p))
        };
        builder.board.iter().filter(is).count()
    };
    for color in Color::ALL {
        let refused = |expected, found: String| Err(("the board", expected, found));
        let name = name_of(color);
        let (kings, pawns) = (of(color, Some(Piece::King)), of(color, Some(Piece::Pawn)));
        let (men, places) = (of(color, None), "eight pawns a side at most");
        match (kings, pawns, men) {
            (1, 0..=8, 0..=16) => {}
            (0, ..) => return refused("a king of each side", format!("no {name} king")),
            (2.., ..) => {
                return refused("a king of each side", format!("{kings} {name} kings"));
            }
            (_, 9.., _) => return refused(places, format!("{pawns} {name} pawns")),
            _ => return refused("sixteen men a side at most", format!("{men} {name} men")),
        }
    }
    let last = |square: &Square| matches!(square.rank(), Rank::First | Rank::Eighth);
    let pawn = |square: &Square| matches!(builder.square(*square), Some((Piece::Pawn, _)));
    if let Some(square) = Square::ALL.into_iter().filter(last).find(pawn) {
        let expected = "no pawn on the first or the last rank";
        return Err(("the board", expected, format!("one on {square}")));
    }
    // The builder accepts adjacent kings, and the move generator would let one capture the other.
    if let [Some(white), Some(black)] = Color::ALL.map(|color| king_of(builder, color))
        && cozy_chess::get_king_moves(white).has(black)
    {
        let found = format!("kings on {white} and {black}");
        return Err(("the board", "kings that do not touch", found));
    }
    let board = builder.build().map_err(|error| {
        use cozy_chess::BoardBuilderError::*;
        match error {
            InvalidBoard => {
                let flipped = BoardBuilder {
                    side_to_move: !builder.side_to_move,
                    castle_rights: [cozy_chess::CastleRights::EMPTY; 2],
                    en_passant: None,
                    ..builder.clone()
                };
                let found = match flipped.build() {
                    Ok(_) => format!("the {} king in check", name_of(flipped.side_to_move)),
                    Err(_) => "both kings in check".into(),
                };
                ("the board", "nobody in check but the side to move", found)
            }
            InvalidCastlingRights => {
                let expected = "rights of a king and a rook on their first rank";
                ("the castling rights", expected, "one without them".into())
            }
            InvalidEnPassant => {
                let expected = "the square behind a pawn that has just moved two steps";
                ("the square for captures en passant", expected, "no such move before".into())
            }
            InvalidHalfMoveClock => ("the halfmove clock", "0 to 100", "another number".into()),
            InvalidFullmoveNumber => ("the number of the move", "1 or more", "0".into()),
        }
    })?;
    match board.checkers().len() {
        0..=2 => Ok(board),
        checks => {
            let found = format!("{checks} that give check");
            Err(("the board", "at most two pieces that give check", found))
        }
    }
}

fn king_of(builder: &BoardBuilder, color: Color) -> Option<Square> {
    Square::ALL.into_iter().find(|&square| builder.square(square) == Some((Piece::King, color)))
}

pub(super) fn name_of(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The unread words of a FEN.
struct Fields<'i, 'a> {
    input: &'i str,
    text: &'a str,
    rest: &'a str,
}

impl<'i, 'a> Fields<'i, 'a> {
    fn next(&mut self, name: &'i str, expected: &str) -> Result<Field<'i, 'a>, InputError> {
        let Fields { input, text, .. } = *self;
        let (word, rest) = split_word(self.rest);
        if word.is_empty() {
            return Err(InputError::new(input, text).at(name).expected(expected).found("its end"));
        }
        self.rest = rest;
        Ok(Field { input, text, name, word })
    }
}

/// One word of a FEN, and its place.
struct Field<'i, 'a> {
    input: &'i str,
    text: &'a str,
    name: &'i str,
    word: &'a str,
}

impl Field<'_, '_> {
    fn wrong(&self, expected: impl Into<String>) -> InputError {
        let error = InputError::new(self.input, self.text).at(self.name).expected(expected);
        error.found(&format!("'{}'", self.word))
    }

    fn board(&self, builder: &mut BoardBuilder) -> Result<(), InputError> {
        let ranks: Vec<&str> = self.word.split('/').collect();
        if ranks.len() != 8 {
            let error = self.wrong("eight ranks with '/' between");
            return Err(error.found(&format!("{} in '{}'", ranks.len(), self.word)));
        }
        for (&rank, men) in Rank::ALL.iter().rev().zip(ranks) {
            let place = format!("{}, rank {}", self.name, char::from(rank));
            let mut file = 0;
            for c in men.chars() {
                let steps = c.to_digit(10).filter(|steps| (1..=8).contains(steps));
                let piece = c.to_ascii_lowercase().try_into().ok();
                match (steps, piece) {
                    (Some(steps), _) => file += steps as usize,
                    (None, Some(piece)) => {
                        let color =
                            if c.is_ascii_uppercase() { Color::White } else { Color::Black };
                        if let Some(file) = File::try_index(file) {
                            *builder.square_mut(Square::new(file, rank)) = Some((piece, color));
                        }
                        file += 1;
                    }
                    (None, None) => {
                        let error = self.wrong("a piece of PNBRQKpnbrqk, or 1 to 8 empty squares");
                        return Err(error.at(&place).found(&format!("'{c}'")));
                    }
                }
            }
            if file != 8 {
                let error = self.wrong("eight squares").at(&place);
                return Err(error.found(&format!("{file} in '{men}'")));
            }
        }
        Ok(())
    }

    fn side(&self) -> Result<Color, InputError> {
        match self.word {
            "w" => Ok(Color::White),
            "b" => Ok(Color::Black),
            _ => Err(self.wrong("'w' or 'b'")),
        }
    }

    /// `KQkq` mean the outermost rook on that side of the king, other letters the file of a rook.
    fn castling(&self, builder: &mut BoardBuilder) -> Result<(), InputError> {
        let letters = if self.word == "-" { "" } else { self.word };
        for c in letters.chars() {
            let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
            let rank = Rank::First.relative_to(color);
            let on = |file: &File, piece| {
                builder.square(Square::new(*file, rank)) == Some((piece, color))
            };
            let files = File::ALL.into_iter();
            let king = files.clone().find(|file| on(file, Piece::King));
            let mut rooks = files.filter(|file| on(file, Piece::Rook));
            let rook = match c.to_ascii_lowercase() {
                'k' => rooks.next_back(),
                'q' => rooks.next(),
                file @ 'a'..='h' => {
                    let file: Option<File> = file.try_into().ok();
                    rooks.find(|rook| Some(*rook) == file)
                }
                _ => return Err(self.wrong("some of KQkq, files such as HAha, or '-'")),
            };
            let short = matches!((king, rook), (Some(king), Some(rook)) if king < rook);
            let wanted = match c.to_ascii_lowercase() {
                'k' => short,
                'q' => !short,
                _ => true,
            };
            let (true, Some(_), Some(rook)) = (wanted, king, rook) else {
                let name = name_of(color);
                let expected = format!("a {name} king and rook on their first rank for '{c}'");
                return Err(self.wrong(expected));
            };
            let rights = &mut builder.castle_rights[color as usize];
            let right = if short { &mut rights.short } else { &mut rights.long };
            if right.replace(rook).is_some() {
                return Err(self.wrong("each castling right once"));
            }
        }
        Ok(())
    }

    fn en_passant(&self, side: Color) -> Result<Option<Square>, InputError> {
        if self.word == "-" {
            return Ok(None);
        }
        let rank = Rank::Sixth.relative_to(side);
        match self.word.parse::<Square>() {
            Ok(square) if square.rank() == rank => Ok(Some(square)),
            _ => Err(self.wrong(format!("a square on rank {}, or '-'", char::from(rank)))),
        }
    }

    fn number(&self, least: u16, most: u16) -> Result<u16, InputError> {
        match self.word.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(self.wrong(format!("a number from {least} to {most}"))),
        }
    }
}
