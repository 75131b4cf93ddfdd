mod history;

use super::*;
use crate::random::Rng;
use crate::testing::{check_perft, playouts, testdata_lines};
use crate::{Game, perft};
use std::collections::BTreeSet;

fn position(text: &str) -> Checkers {
    Checkers::parse(Some(text)).unwrap()
}

/// The notation of the legal moves, sorted.
fn moves(text: &str) -> Vec<String> {
    let (position, mut moves) = (position(text), Vec::new());
    position.moves(&mut moves);
    let mut names: Vec<_> = moves.into_iter().map(|m| position.move_text(m)).collect();
    names.sort();
    names
}

/// A simple implementation to compare with: letters on 8 by 8 squares.
#[derive(Clone)]
struct Letters {
    cells: [[char; 8]; 8],
    black: bool,
}

type Cell = (i32, i32);

/// The first cell, the cells where it lands, and the cells of the captured pieces.
type Route = (Cell, Vec<Cell>, BTreeSet<Cell>);

impl Letters {
    fn of(position: &Checkers) -> Letters {
        let mut cells = [['.'; 8]; 8];
        for square in 1..=32 {
            let (row, column) = cell(square);
            let on = |set: u32| set & bit(square) != 0;
            let letter = match (on(position.pieces(Side::Max)), on(position.pieces(Side::Min))) {
                (true, _) => 'b',
                (_, true) => 'w',
                _ => '.',
            };
            let king = on(position.kings);
            cells[row as usize][column as usize] =
                if king { letter.to_ascii_uppercase() } else { letter };
        }
        Letters { cells, black: position.side() == Side::Max }
    }

    fn at(&self, (row, column): Cell) -> Option<char> {
        Some(*self.cells.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?)?)
    }

    fn is_own(&self, letter: char) -> bool {
        letter.to_ascii_lowercase() == if self.black { 'b' } else { 'w' }
    }

    fn is_other(&self, letter: char) -> bool {
        letter.to_ascii_lowercase() == if self.black { 'w' } else { 'b' }
    }

    fn directions(&self, letter: char) -> Vec<Cell> {
        let all = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
        let forward = if self.black { 1 } else { -1 };
        let may = |&(down, _): &Cell| letter.is_ascii_uppercase() || down == forward;
        all.into_iter().filter(may).collect()
    }

    /// The moving piece is lifted off its cell, which counts as empty. Captured pieces stay.
    fn jumps(&self, letter: char, so_far: &Route, out: &mut Vec<Route>) {
        let &(row, column) = so_far.1.last().unwrap_or(&so_far.0);
        let mut complete = true;
        for (down, right) in self.directions(letter) {
            let over = (row + down, column + right);
            let to = (row + 2 * down, column + 2 * right);
            let jumps = self.at(over).is_some_and(|letter| self.is_other(letter));
            if jumps && self.at(to) == Some('.') && !so_far.2.contains(&over) {
                complete = false;
                let mut further = so_far.clone();
                further.1.push(to);
                further.2.insert(over);
                self.jumps(letter, &further, out);
            }
        }
        if complete && !so_far.1.is_empty() {
            out.push(so_far.clone());
        }
    }

    fn routes(&self) -> Vec<Route> {
        let (mut jumps, mut steps) = (Vec::new(), Vec::new());
        for square in 1..=32 {
            let (row, column) = cell(square);
            let letter = self.cells[row as usize][column as usize];
            if !self.is_own(letter) {
                continue;
            }
            let mut lifted = self.clone();
            lifted.cells[row as usize][column as usize] = '.';
            lifted.jumps(letter, &((row, column), Vec::new(), BTreeSet::new()), &mut jumps);
            for (down, right) in self.directions(letter) {
                let to = (row + down, column + right);
                if self.at(to) == Some('.') {
                    steps.push(((row, column), vec![to], BTreeSet::new()));
                }
            }
        }
        if jumps.is_empty() { steps } else { jumps }
    }

    fn play(&mut self, (from, landings, taken): &Route) {
        let to = *landings.last().unwrap();
        let mut letter = std::mem::replace(&mut self.cells[from.0 as usize][from.1 as usize], '.');
        if to.0 == if self.black { 7 } else { 0 } {
            letter = letter.to_ascii_uppercase();
        }
        for over in taken {
            self.cells[over.0 as usize][over.1 as usize] = '.';
        }
        self.cells[to.0 as usize][to.1 as usize] = letter;
        self.black = !self.black;
    }
}

fn cell(square: u32) -> Cell {
    let (row, place) = ((square - 1) / 4, (square - 1) % 4);
    (row as i32, (2 * place + (row + 1) % 2) as i32)
}

fn in_cells(m: Move) -> (Cell, Cell, BTreeSet<Cell>) {
    (cell(m.from()), cell(m.to()), squares(m.captured()).map(cell).collect())
}

/// A board with random pieces, not necessarily from a game. One side may have far more, so that
/// jumps are long.
fn strewn(rng: &mut Rng) -> Checkers {
    let (mut sides, mut kings) = ([0u32; 2], 0);
    let share = 2 + rng.below(8);
    for _ in 0..2 + rng.below(22) {
        let (side, bit) = (usize::from(rng.below(share) == 0), 1u32 << rng.below(32));
        if (sides[0] | sides[1]) & bit != 0 {
            continue;
        }
        sides[side] |= bit;
        if rng.below(2) == 0 || bit & (ROWS[0] | ROWS[7]) != 0 {
            kings |= bit;
        }
    }
    let side = if rng.below(2) == 0 { Side::Max } else { Side::Min };
    Checkers::on_board(sides, kings, side)
}

#[test]
fn bits_and_letters_agree() {
    let (mut jumps, mut doubled) = (0, 0);
    for seed in 0..20_000 {
        let mut rng = Rng::new(seed);
        let position = strewn(&mut rng);
        let letters = Letters::of(&position);
        let routes = letters.routes();
        let mut moves = Vec::new();
        position.moves(&mut moves);
        assert_eq!(position.is_over(), moves.is_empty());
        assert_eq!(position.must_jump(), moves.iter().any(|m| m.captured() != 0));
        let outcome =
            |(from, landings, taken): &Route| (*from, *landings.last().unwrap(), taken.clone());
        let expected: BTreeSet<_> = routes.iter().map(outcome).collect();
        let listed: BTreeSet<_> = moves.iter().map(|&m| in_cells(m)).collect();
        assert_eq!(listed, expected, "seed {seed}\n{}", position.board());
        assert_eq!(listed.len(), moves.len(), "seed {seed}: no move twice");
        assert_eq!(position.perft(1), routes.len() as u64, "seed {seed}");
        jumps += usize::from(position.must_jump());
        doubled += usize::from(routes.len() > moves.len());
        for &m in &moves {
            let mut after = position.clone();
            let undo = after.play(m);
            let mut letters = letters.clone();
            letters.play(routes.iter().find(|route| outcome(route) == in_cells(m)).unwrap());
            assert_eq!(Letters::of(&after).cells, letters.cells, "seed {seed} {m:?}");
            assert_eq!(after.side() == Side::Max, letters.black);
            after.undo(m, undo);
            assert_eq!(after, position, "seed {seed} {m:?}");
        }
    }
    assert!(jumps > 5000 && doubled > 15, "{jumps} {doubled}");
}

#[test]
fn perft_as_published() {
    assert_eq!(Checkers::default().perft(0), 1);
    check_perft("perft/checkers.tsv", Checkers::perft);
}

#[test]
fn perft_counts_routes_that_a_search_sees_once() {
    let start = Checkers::default();
    for depth in 0..8 {
        assert_eq!(perft(&mut start.clone(), depth), start.perft(depth), "no circles yet");
    }
    // Around four men either way, and back to where it came from.
    let circle = position("B:W6,7,14,15:BK2");
    assert_eq!(moves("B:W6,7,14,15:BK2"), ["2x2"]);
    assert_eq!((perft(&mut circle.clone(), 1), circle.perft(1)), (1, 2));
    let mut after = circle.clone();
    after.play(circle.parse_move("2x2").unwrap());
    assert!(after.is_over() && after.kings(Side::Max) == bit(2));
    for route in ["2x9x18x11x2", "2x11x18x9x2"] {
        assert_eq!(circle.parse_move(route), circle.parse_move("2x2"));
    }
}

#[test]
fn jumps_are_compulsory_and_complete() {
    assert_eq!(moves("B:W15:B1,11,22"), ["11x18"], "no step while there is a jump");
    assert_eq!(moves("B:W6,15,23:B1"), ["1x26"], "never part of a jump");
    assert_eq!(moves("B:W6,14,15,26:B1"), ["1x17", "1x19"], "the shorter jump is allowed too");
    assert_eq!(moves("B:W6,7,14,15,23:B2"), ["2x11x18x27", "2x9x18x27"], "two men or two others");
    assert_eq!(moves("W:W31:B26,18,10"), ["31x6"]);
}

#[test]
fn the_king_row_ends_a_turn() {
    // A man crowned on 29 could go on over 26 if it were a king already.
    let mut game = position("B:W25,26,17:B21,1");
    let m = game.parse_move("21x30").unwrap();
    game.play(m);
    assert_eq!((game.kings(Side::Max), game.side()), (bit(30), Side::Min));
    assert_eq!(game.pieces(Side::Min), bit(26) | bit(17));
    // A king does go on.
    assert_eq!(moves("B:W25,26,17:BK21,1"), ["21x14", "21x23"]);
    let stepped = position("W:W6:BK30,12 moves 6-2");
    assert_eq!(stepped.kings(Side::Min), bit(2));
}

#[test]
fn who_cannot_move_has_lost() {
    for (text, result) in [
        ("W:W28:B24,19", Score::win(1)),
        ("W:W:B24,19", Score::win(1)),
        ("B:W9,14:B5", Score::loss(0)),
        ("B:W9,14:BK5:F7", Score::ZERO),
        ("B:W9,14:B5:H80:F50", Score::loss(98)),
    ] {
        let game = position(text);
        assert_eq!(game.is_over(), result != Score::ZERO, "{text}");
        assert!(!game.is_over() || game.result() == result, "{text}");
        assert_eq!(moves(text).is_empty(), game.is_over());
    }
}

#[test]
fn the_third_time_is_a_draw() {
    let mut game = position("B:WK32:BK1");
    let circle = ["1-6", "32-27", "6-1", "27-32"];
    for (ply, word) in circle.iter().cycle().enumerate() {
        assert_eq!(game.is_over(), ply == 8, "{}", game.text());
        if game.is_over() {
            break;
        }
        let m = game.parse_move(word).unwrap();
        game.play(m);
    }
    assert_eq!(game.result(), Score::ZERO);
    assert!(game.board().ends_with("a draw"));
    assert_eq!(Checkers::parse(Some(&game.text())), Ok(game.clone()));
    assert!(game.parse_move("1-6").unwrap_err().to_string().contains("the game is over"));
    // A man's move ends the run: earlier positions cannot occur again.
    let text = "B:W21,K32:BK1 moves 1-6 32-27 6-1 27-32 1-6 32-27 6-1 21-17 1-6 17-13 6-1 27-32";
    assert!(!position(text).is_over());
}

#[test]
fn eighty_quiet_plies_are_a_draw() {
    let mut game = position("B:W21,K32:BK1:H78");
    assert_eq!((game.quiet_plies(), game.is_over()), (78, false));
    let play = |game: &mut Checkers, word: &str| {
        let m = game.parse_move(word).unwrap();
        game.play(m);
    };
    play(&mut game, "1-6");
    let mut by_man = game.clone();
    play(&mut game, "32-27");
    assert_eq!((game.quiet_plies(), game.is_over(), game.result()), (80, true, Score::ZERO));
    play(&mut by_man, "21-17");
    assert_eq!((by_man.quiet_plies(), by_man.is_over()), (0, false));
}

#[test]
fn games_keep_their_promises() {
    playouts(&Checkers::default(), 200);
    // Endings, where kings go to and fro.
    for text in ["B:WK32,K31,28:BK1,K2", "W:WK3:BK1,12"] {
        playouts(&position(text), 50);
    }
}

#[test]
fn positions_of_a_game_and_openings() {
    // Consecutive positions of a game: each is a legal move away from the one before.
    let mut before: Option<Checkers> = None;
    for line in testdata_lines("positions/checkers-game.fen") {
        let after = position(&line);
        assert_eq!(fen::write(&after), line);
        if let Some(before) = before.filter(|before| before.side() != after.side()) {
            let mut moves = Vec::new();
            before.moves(&mut moves);
            let leads = |&m: &Move| before.clone().visit(m, |next| next.key() == after.key());
            assert!(moves.into_iter().any(|m| leads(&m)), "{line}");
        }
        before = Some(after);
    }
    let openings = testdata_lines("positions/checkers-openings.txt");
    assert_eq!(openings.len(), 174);
    for line in openings {
        assert_eq!(Checkers::transcript(&line).map(|moves| moves.len()), Some(3), "{line}");
    }
}
