//! Othello as people read and type it: board strings, transcripts, diagrams.

use super::ending::Ending;
use super::ggf::Record;
use super::{Evaluation, Move, Othello, bits, files};
use crate::files::position_in_transcripts;
use crate::{Cell, Content, Diagram, Endgame, Game, Ground, InputError, Piece, Played, Tint};
use plywood::{Position, Side};

impl Game for Othello {
    const NAME: &'static str = "othello";
    const SUMMARY: &'static str = "Othello, also known as Reversi, on 8 by 8 squares";
    const POSITION: &'static str = "the moves played so far, such as f5d6c3, or 64 squares from a1, b1 to h8 as X, O \
         and -, and the side to move, such as \"---…XO---… X\", or a record in GGF, or FILE.ggf, FILE.wtb or \
         FILE.txt (one game per line), optionally with #GAME and @PLIES, such as games.wtb#3@20";
    const EVALUATIONS: &'static [(&'static str, &'static str)] = Evaluation::NAMES;
    const UNIT: i32 = super::DISC;
    const OPENING_PLIES: u32 = 8;
    const SIDES: [&'static str; 2] = ["Black (X)", "White (O)"];
    const RECORDS: Option<&'static str> = Some("ggf");
    const SCALE: f64 = 12.0;
    const EXAMPLES: &'static [(&'static str, u32)] = &[("f5d6c3", 5), ("f5f6e6f4e3c5c4e7c6e2", 5)];

    type Evaluation = Evaluation;

    fn evaluation(name: &str) -> Option<Evaluation> {
        Evaluation::named(name)
    }

    fn endgame() -> Option<Box<dyn Endgame<Othello>>> {
        Some(Box::new(Ending::default()))
    }

    fn parse(text: Option<&str>) -> Result<Othello, InputError> {
        let text = text.unwrap_or_default().trim();
        if let Some(position) = files::position(text) {
            return position;
        }
        if let Some(position) = position_in_transcripts(text) {
            return position;
        }
        match text {
            "" | "start" => Ok(Othello::default()),
            text if text.starts_with("(;") => Ok(Record::parse(text)?.position()),
            text if text.starts_with(|c: char| c.is_ascii_alphabetic() && !is_disc(c)) => {
                Ok(replay(text)?.0)
            }
            text => from_board(text),
        }
    }

    fn transcript(text: &str) -> Option<Vec<Move>> {
        Some(replay(text).ok()?.1)
    }

    /// 64 squares and the side to move.
    fn text(&self) -> String {
        let mut text: String = (0..64).map(|square| self.letter(square)).collect();
        text.push(' ');
        text.push(letter_of(self.side));
        text
    }

    /// As published: a finished game counts at every greater depth, and a pass is a ply.
    fn perft(&self, depth: u32) -> u64 {
        self.lines(depth)
    }

    fn perft_with_free_passes(&self, depth: u32) -> Option<u64> {
        Some(self.lines_of_discs(depth))
    }

    fn move_text(&self, m: Move) -> String {
        m.to_string()
    }

    /// The number of the disc. A pass has none.
    fn move_number(&self, m: Move, _: usize) -> String {
        m.square().map_or(String::new(), |_| format!("{}.", 61 - self.empties()))
    }

    /// A square in either case, or a pass as `pass`, `pa`, `ps` or `--`.
    fn parse_move(&self, text: &str) -> Result<Move, InputError> {
        let mut legal = Vec::new();
        self.moves(&mut legal);
        let wanted = parse_move_text(text.trim());
        match wanted.filter(|m| legal.contains(m)) {
            Some(m) => Ok(m),
            None => Err(crate::not_legal(self, text, &legal)),
        }
    }

    /// A line with a board, the side to move and optionally the score.
    fn problem(line: &str) -> Option<Result<crate::Problem<Othello>, InputError>> {
        Some(super::Problem::parse(line).map(|problem| {
            let super::Problem { name, position, score } = problem;
            crate::Problem { name, position, score, best: Vec::new(), avoid: Vec::new() }
        }))
    }

    /// The board with the legal squares, the number of discs of both sides and the side to move.
    fn diagram(&self) -> Option<Diagram> {
        let legal = self.legal();
        let cells = (0..64).map(|square| {
            let content = match self.owner(square).map(disc) {
                Some(disc) => Content::Piece(disc),
                None if legal >> square & 1 != 0 => Content::Target,
                None => Content::Empty,
            };
            Cell { content, dark: (square / 8 + square % 8) % 2 != 0, ..Cell::default() }
        });
        let [black, white] = [Side::Max, Side::Min].map(disc);
        let count = |side| self.discs(side).count_ones();
        let mut note = vec![
            black.into(),
            format!(" {}, ", count(Side::Max)).into(),
            white.into(),
            format!(" {}; ", count(Side::Min)).into(),
        ];
        note.extend(match (self.is_over(), self.final_score()) {
            (false, _) => vec![disc(self.side).into(), " to move".into()],
            (true, 0) => vec!["a draw".into()],
            (true, score) => {
                let winner = if score > 0 { black } else { white };
                vec![winner.into(), format!(" has won by {}", score.abs()).into()]
            }
        });
        Some(Diagram {
            width: 8,
            cells: cells.collect(),
            columns: ('a'..='h').map(String::from).collect(),
            rows: (1..=8).map(|rank| rank.to_string()).collect(),
            ground: Ground::GreenCloth,
            notes: vec![note],
        })
    }

    fn cells_of(&self, m: Move) -> Vec<usize> {
        m.square().map(|square| square as usize).into_iter().collect()
    }

    fn games_in_file(extension: &str, bytes: &[u8]) -> Option<crate::GamesRead<Othello>> {
        matches!(extension, "ggf" | "wtb").then(|| super::files::games(extension, bytes))
    }

    /// A game in GGF. Black is MAX.
    fn record(game: &Played<'_, Othello>) -> Option<String> {
        Some(format!("{}\n", Record::from(game)))
    }
}

crate::serialize::positions!(Othello);
crate::serialize::moves!(Move);

impl Othello {
    pub(super) fn letter(&self, square: u32) -> char {
        self.owner(square).map_or('-', letter_of)
    }

    fn owner(&self, square: u32) -> Option<Side> {
        [Side::Max, Side::Min].into_iter().find(|&side| self.discs(side) >> square & 1 != 0)
    }

    /// Plays a move of a record, in which passes may be missing, and appends it, with the pass
    /// before it if necessary. The error is the legal moves in words.
    pub(super) fn play_written(&mut self, m: Move, played: &mut Vec<Move>) -> Result<(), String> {
        let mut legal = Vec::new();
        self.moves(&mut legal);
        let left_out = legal == [Move::PASS] && m != Move::PASS;
        if left_out {
            self.visit(Move::PASS, |after| {
                legal.clear();
                after.moves(&mut legal);
            });
        }
        if !legal.contains(&m) {
            return Err(crate::listed(self, &legal));
        }
        for m in left_out.then_some(Move::PASS).into_iter().chain([m]) {
            self.play(m);
            played.push(m);
        }
        Ok(())
    }

    /// Checks whether the discs can occur in a game: the four central squares are taken, and every
    /// disc is connected with them.
    pub(super) fn check_possible(&self) -> Result<(), (&'static str, &'static str)> {
        const CENTRE: u64 = 0x0000_0018_1800_0000;
        let taken = !self.empty();
        if taken & CENTRE != CENTRE {
            return Err(("discs on d4, e4, d5 and e5, where every game starts", "an empty one"));
        }
        let mut joined = CENTRE;
        loop {
            let wider = bits::surroundings(joined) & taken;
            if wider == joined {
                break;
            }
            joined = wider;
        }
        if joined != taken {
            return Err(("discs that touch each other", "one that stands alone"));
        }
        Ok(())
    }
}

pub(super) fn letter_of(side: Side) -> char {
    disc(side).letter
}

fn disc(side: Side) -> Piece {
    match side {
        Side::Max => Piece::disc('X', Tint::Black),
        Side::Min => Piece::disc('O', Tint::White),
    }
}

fn is_disc(c: char) -> bool {
    matches!(c, 'X' | 'x' | 'O' | 'o')
}

/// A move as it is written, not necessarily legal.
pub(super) fn parse_move_text(text: &str) -> Option<Move> {
    match text.as_bytes() {
        [file, rank @ b'1'..=b'8'] => {
            let file = file.to_ascii_lowercase();
            let file = file.checked_sub(b'a').filter(|&file| file < 8)?;
            Some(Move::on(u32::from(file) + 8 * u32::from(rank - b'1')))
        }
        word => {
            let pass = [&b"pass"[..], b"pa", b"ps", b"--"];
            pass.iter().any(|pass| word.eq_ignore_ascii_case(pass)).then_some(Move::PASS)
        }
    }
}

/// The last position of a transcript and all its moves. Passes need not be written; blanks between
/// moves are allowed.
pub(super) fn replay(text: &str) -> Result<(Othello, Vec<Move>), InputError> {
    let wrong = |number: usize, word: &str| {
        let error = InputError::new("othello position", text);
        error.at(&format!("move {number}")).found(&format!("'{word}'"))
    };
    let (mut position, mut moves) = (Othello::default(), Vec::new());
    let mut rest = text.trim_start();
    let mut number = 0;
    while !rest.is_empty() {
        number += 1;
        let length = if rest.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("pass")) {
            4
        } else {
            rest.char_indices().nth(2).map_or(rest.len(), |(at, _)| at)
        };
        let (word, after) = rest.split_at(length);
        let Some(m) = parse_move_text(word) else {
            return Err(wrong(number, word).expected("a square from a1 to h8, or 'pass'"));
        };
        let played = position.play_written(m, &mut moves);
        played.map_err(|legal| wrong(number, word).expected(legal))?;
        rest = after.trim_start();
    }
    Ok((position, moves))
}

/// Reads 64 squares and the side to move.
pub(super) fn from_board(text: &str) -> Result<Othello, InputError> {
    let wrong = || InputError::new("othello position", text);
    let mut letters = text.chars().enumerate().filter(|(_, c)| !c.is_whitespace());
    let (mut black, mut white) = (0u64, 0u64);
    for square in 0..64 {
        let name = Move::on(square).to_string();
        let Some((at, c)) = letters.next() else {
            let found = format!("{square} of them");
            return Err(wrong().expected("64 squares and the side to move, X or O").found(&found));
        };
        match c {
            'X' | 'x' | '*' => black |= 1 << square,
            'O' | 'o' | '0' => white |= 1 << square,
            '-' | '.' => {}
            _ => {
                let place = format!("character {}, square {name}", at + 1);
                let error = wrong().at(&place).expected("'X', 'O' or '-'");
                return Err(error.found(&format!("'{c}'")));
            }
        }
    }
    let given = text.chars().filter(|c| !c.is_whitespace()).count();
    if given != 65 {
        let error = wrong().expected("64 squares and the side to move, X or O");
        return Err(error.found(&format!("{given} characters")));
    }
    let side = match letters.next().map(|(_, c)| c) {
        Some('X' | 'x' | '*') => Side::Max,
        Some('O' | 'o' | '0') => Side::Min,
        other => {
            let error = wrong().at("its end").expected("the side to move, X or O");
            return Err(match other {
                Some(c) => error.found(&format!("'{c}'")),
                None => error.found("nothing"),
            });
        }
    };
    let (mover, opponent) = match side {
        Side::Max => (black, white),
        Side::Min => (white, black),
    };
    let position = Othello { mover, opponent, side };
    position
        .check_possible()
        .map_err(|(expected, found)| wrong().expected(expected).found(found))?;
    Ok(position)
}
