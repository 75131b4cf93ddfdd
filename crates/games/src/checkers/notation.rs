//! Checkers as people read and type it: FEN, transcripts, diagrams.

use super::bits::{bit, square_at};
use super::fen::{self, name_of};
use super::moves::Pieces;
use super::pdn::Record;
use super::{Checkers, Evaluation, Move, files, perft};
use crate::files::position_in_transcripts;
use crate::movetext::Movetext;
use crate::{
    Cell, Content, Diagram, Game, Ground, InputError, Piece, Played, Tint, movetext, not_legal,
};
use plywood::{Position, Side};

const INPUT: &str = "checkers position";

impl Game for Checkers {
    const NAME: &'static str = "checkers";
    const SUMMARY: &'static str = "checkers, also known as English draughts, on 8 by 8 squares";
    const POSITION: &'static str = "the moves played so far, such as \"11-15 23-19 8-11\", or a FEN, such as \
         B:W18,21,K22:BK1,2,3, optionally followed by moves, such as \"B:W18:BK1 moves 1-6\", or a game in PDN, or \
         FILE.pdn or FILE.txt (one game per line), optionally with #GAME and @PLIES, such as games.pdn#3@20";
    const EVALUATIONS: &'static [(&'static str, &'static str)] = Evaluation::NAMES;
    const UNIT: i32 = super::MAN;
    const OPENING_PLIES: u32 = 6;
    const SIDES: [&'static str; 2] = ["Black", "White"];
    const NEAR: Option<Side> = Some(Side::Min);
    const RECORDS: Option<&'static str> = Some("pdn");
    const SCALE: f64 = 2.0;
    const EXAMPLES: &'static [(&'static str, u32)] = &[
        ("", 7),
        ("B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29", 5),
        // Few pieces and a long history: positions come back.
        ("B:WK32,K31:BK1,K5", 8),
        ("W:WK10:BK1,K23", 8),
    ];

    type Evaluation = Evaluation;

    fn evaluation(name: &str) -> Option<Evaluation> {
        Evaluation::named(name)
    }

    fn parse(text: Option<&str>) -> Result<Checkers, InputError> {
        let text = text.unwrap_or_default().trim();
        if let Some(position) = files::position(text) {
            return position;
        }
        if let Some(position) = position_in_transcripts(text) {
            return position;
        }
        match text {
            "" | "start" => Ok(Checkers::default()),
            text if text.starts_with(|c: char| c.is_ascii_digit()) => Ok(replay(text)?.0),
            text if text.starts_with('[') => Ok(Record::parse(text)?.position()),
            text => from_fen(text),
        }
    }

    fn transcript(text: &str) -> Option<Vec<Move>> {
        Some(replay(text).ok()?.1)
    }

    /// The FEN. If kings have moved since the last capture or move of a man, it is the FEN before,
    /// followed by these moves, because they count for repetitions.
    fn text(&self) -> String {
        let (mut start, mut moves) = (self.clone(), String::new());
        for (from, to) in self.history.moves().rev() {
            start.step_back(1 << from | 1 << to);
        }
        for (from, to) in self.history.moves() {
            moves.push_str(&format!(" {}-{}", square_at(from), square_at(to)));
        }
        if moves.is_empty() { fen::write(&start) } else { fen::write(&start) + " moves" + &moves }
    }

    fn games_in_file(extension: &str, bytes: &[u8]) -> Option<crate::GamesRead<Checkers>> {
        (extension == "pdn").then(|| super::files::games(bytes))
    }

    /// A game in PDN. Black is MAX.
    fn record(game: &Played<'_, Checkers>) -> Option<String> {
        Some(Record::from(game).to_string())
    }

    /// As published: every route of a jump counts, and draws do not end a line.
    fn perft(&self, depth: u32) -> u64 {
        match self.side {
            Side::Max => perft::count::<true>(self.seen_by_mover(), depth),
            Side::Min => perft::count::<false>(self.seen_by_mover(), depth),
        }
    }

    /// `11-15` or `15x22`. The squares between are added, as in `1x10x19`, if another jump between
    /// the same squares captures other pieces.
    fn move_text(&self, m: Move) -> String {
        let mut legal = Vec::new();
        self.moves_on_board(&mut legal);
        let alike = legal.iter().filter(|other| (other.from, other.to) == (m.from, m.to));
        if alike.count() < 2 {
            return m.to_string();
        }
        let mut first = None;
        self.routes(m, |route| {
            if first.is_none() {
                let names: Vec<_> = route.iter().map(|square| square.to_string()).collect();
                first = Some(names.join("x"));
            }
        });
        first.unwrap_or_else(|| m.to_string())
    }

    fn move_number(&self, _: Move, _: usize) -> String {
        self.number_text()
    }

    /// A move as [`move_text`](Game::move_text) writes it, or a jump with all squares between.
    fn parse_move(&self, text: &str) -> Result<Move, InputError> {
        let mut legal = Vec::new();
        self.moves(&mut legal);
        self.find_move(text.trim(), &legal).ok_or_else(|| not_legal(self, text, &legal))
    }

    /// The board as White sees it, with the numbers of the squares: `b` and `w` are men, `B` and `W`
    /// kings.
    fn diagram(&self) -> Option<Diagram> {
        let cells = (0..64).map(|index| match square_of(index) {
            Some(square) => Cell {
                content: self.piece(square).into(),
                label: square.to_string(),
                dark: true,
                marked: false,
            },
            None => Cell { content: Content::Unused, ..Cell::default() },
        });
        let (mover, other) = (name_of(self.side), name_of(!self.side));
        let situation = match (self.is_over(), self.can_move()) {
            (false, _) => format!("{mover} to move"),
            (true, false) => format!("{other} has won"),
            (true, true) => "a draw".to_string(),
        };
        let [black, white] = [Side::Max, Side::Min].map(|side| {
            let kings = self.pieces(side) & self.kings;
            let men = (self.pieces(side) & !kings).count_ones();
            match (men, kings.count_ones()) {
                (men, 0) => format!("{} {men} men", name_of(side)),
                (0, kings) => format!("{} {kings} kings", name_of(side)),
                (men, kings) => format!("{} {men} men {kings} kings", name_of(side)),
            }
            .replace(" 1 men", " 1 man")
            .replace(" 1 kings", " 1 king")
        });
        Some(Diagram {
            width: 8,
            cells: cells.collect(),
            columns: Vec::new(),
            rows: Vec::new(),
            ground: Ground::Wood,
            notes: vec![vec![format!("{black}, {white}").into()], vec![situation.into()]],
        })
    }

    /// The squares a piece came from and went to.
    fn cells_of(&self, m: Move) -> Vec<usize> {
        let cell = |square| (0..64).find(|&index| square_of(index) == Some(square));
        [m.from(), m.to()].into_iter().filter_map(cell).collect()
    }
}

crate::serialize::positions!(Checkers);
crate::serialize::moves!(Move);

/// The square at a cell of the diagram, if pieces can stand there.
fn square_of(index: usize) -> Option<u32> {
    let (row, column) = (index / 8, index % 8);
    (row % 2 != column % 2).then_some(4 * row as u32 + column as u32 / 2 + 1)
}

impl Checkers {
    /// The piece on a square, if there is one.
    fn piece(&self, square: u32) -> Option<Piece> {
        let on = |set: u32| set & bit(square) != 0;
        let side = [Side::Max, Side::Min].into_iter().find(|&side| on(self.pieces(side)))?;
        let (letters, tint) = match side {
            Side::Max => (['b', 'B'], Tint::Black),
            Side::Min => (['w', 'W'], Tint::White),
        };
        Some(match on(self.kings) {
            false => Piece::disc(letters[0], tint),
            true => Piece { letter: letters[1], solid: '♚', outline: '♔', tint, crowned: true },
        })
    }

    /// Takes back a king's step between two squares; the repetition history stays.
    fn step_back(&mut self, change: u32) {
        self.side = !self.side;
        self.pieces[self.side as usize] ^= change;
        self.kings ^= change;
        self.quiet -= 1;
        self.ply -= 1;
    }

    /// Calls `emit` with the squares of each route of a move, from the first to the last.
    fn routes(&self, m: Move, mut emit: impl FnMut(&[u32])) {
        let pieces: Pieces = self.seen_by_mover();
        match self.side {
            Side::Max => pieces.routes::<true>(m, &mut emit),
            Side::Min => pieces.routes::<false>(m, &mut emit),
        }
    }

    /// The legal move that `text` means, if there is exactly one.
    pub(super) fn find_move(&self, text: &str, legal: &[Move]) -> Option<Move> {
        let mark = if text.contains('-') { '-' } else { 'x' };
        let squares = text.split(['-', 'x', 'X']).map(|square| {
            square.parse().ok().filter(|_| square.bytes().all(|byte| byte.is_ascii_digit()))
        });
        let squares: Vec<u32> = squares.collect::<Option<_>>()?;
        let (&from, &to) = (squares.first()?, squares.last()?);
        let fits = |m: &&Move| {
            let kind = if m.captured == 0 { '-' } else { 'x' };
            let mut fits = squares.len() == 2;
            if squares.len() > 2 && mark == 'x' {
                self.routes(**m, |route| fits |= route == squares);
            }
            fits && kind == mark && (m.from(), m.to()) == (from, to)
        };
        let mut fitting = legal.iter().filter(fits);
        let m = fitting.next()?;
        fitting.next().is_none().then_some(*m)
    }
}

/// The last position of a transcript and all its moves.
fn replay(text: &str) -> Result<(Checkers, Vec<Move>), InputError> {
    movetext::replay(Checkers::default(), text, InputError::new(INPUT, text))
}

/// The position of a FEN, after the moves that follow it.
pub(super) fn from_fen(text: &str) -> Result<Checkers, InputError> {
    let (fen, moves) = match text.split_once("moves") {
        Some((fen, moves)) => (fen, moves),
        None => (text, ""),
    };
    Ok(movetext::replay(fen::read(text, fen)?, moves, InputError::new(INPUT, text))?.0)
}

#[cfg(test)]
mod tests;
