use super::*;
use crate::random::{Rng, random_move};
use crate::{Game, InputError, testing};
use plywood::Evaluate;

/// A simple implementation to compare with: letters on a board, lines followed cell by cell.
#[derive(Clone)]
struct Letters {
    cells: [[char; 7]; 6],
    moved: usize,
}

const MAP: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl Letters {
    fn new() -> Letters {
        Letters { cells: [['.'; 7]; 6], moved: 0 }
    }

    fn at(&self, row: i32, column: i32) -> Option<char> {
        Some(*self.cells.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?)?)
    }

    /// Every line of four on the board, as its letters.
    fn lines(&self) -> Vec<[char; 4]> {
        let mut lines = Vec::new();
        for row in 0..6 {
            for column in 0..7 {
                for (up, right) in MAP {
                    let four = [0, 1, 2, 3].map(|i| self.at(row + i * up, column + i * right));
                    if let [Some(a), Some(b), Some(c), Some(d)] = four {
                        lines.push([a, b, c, d]);
                    }
                }
            }
        }
        lines
    }

    fn winner(&self) -> Option<char> {
        self.lines().iter().find(|l| l[0] != '.' && l.iter().all(|c| *c == l[0])).map(|l| l[0])
    }

    fn moves(&self) -> Vec<u8> {
        let free = |column: &u8| self.cells[5][*column as usize] == '.';
        if self.winner().is_some() { Vec::new() } else { (0..7).filter(free).collect() }
    }

    fn play(&mut self, column: u8) {
        let row = (0..6).find(|&row| self.cells[row][column as usize] == '.').unwrap();
        self.cells[row][column as usize] = if self.moved.is_multiple_of(2) { 'X' } else { 'O' };
        self.moved += 1;
    }

    fn text(&self) -> String {
        let rows: Vec<String> = self.cells.iter().rev().map(String::from_iter).collect();
        rows.join("/")
    }

    fn open_lines(&self) -> i32 {
        let points = |line: &[char; 4]| {
            let count = |letter| line.iter().filter(|&&c| c == letter).count();
            match (count('X'), count('O')) {
                (x @ 1..=3, 0) => [1, 5, 25][x - 1],
                (0, o @ 1..=3) => -[1, 5, 25][o - 1],
                _ => 0,
            }
        };
        self.lines().iter().map(points).sum()
    }
}

#[test]
fn bits_and_letters_agree() {
    let (mut wins, mut draws) = ([0; 2], 0);
    for seed in 0..5000 {
        let mut rng = Rng::new(seed);
        let (mut bits, mut letters) = (Connect4::default(), Letters::new());
        loop {
            let mut moves = Vec::new();
            bits.moves(&mut moves);
            let mut sorted = moves.clone();
            sorted.sort();
            assert_eq!(sorted, letters.moves(), "seed {seed}\n{}", bits.board());
            assert_eq!(bits.is_over(), moves.is_empty());
            assert_eq!(bits.text(), letters.text());
            assert_eq!(bits.ply() as usize, letters.moved);
            let Some(&m) = rng.choose(&moves) else { break };
            assert_eq!(OpenLines.evaluate(&bits).get(), letters.open_lines(), "seed {seed}");
            bits.play(m);
            letters.play(m);
        }
        let expected = match letters.winner() {
            Some('X') => Score::win(bits.ply()),
            Some(_) => Score::loss(bits.ply()),
            None => Score::ZERO,
        };
        assert_eq!(bits.result(), expected, "seed {seed}");
        match letters.winner() {
            Some(c) => wins[(c == 'O') as usize] += 1,
            None => draws += 1,
        }
    }
    assert!(wins.iter().all(|&n| n > 1000) && draws > 0, "{wins:?} {draws}");
}

#[test]
fn perft_as_published() {
    assert_eq!(Connect4::default().perft(0), 1);
    testing::check_perft("perft/connect4.tsv", Connect4::perft);
}

#[test]
fn playouts_leave_no_trace_and_text_reads_back() {
    testing::playouts(&Connect4::default(), 500);
}

#[test]
fn mirrors_and_colours() {
    for seed in 0..500 {
        let mut rng = Rng::new(seed);
        let mut position = Connect4::default();
        let mut mirror = position;
        for _ in 0..rng.below(30) {
            let Some(m) = random_move(&position, &mut rng) else { break };
            position.play(m);
            mirror.play(6 - m);
        }
        let value = OpenLines.evaluate(&position);
        assert_eq!(OpenLines.evaluate(&mirror), value, "seed {seed}");
        let [max, min] = position.stones;
        let swapped = Connect4 { stones: [min, max], ..position };
        assert_eq!(OpenLines.evaluate(&swapped), -value, "seed {seed}");
    }
}

#[test]
fn reads_moves_and_rows() {
    for (moves, rows) in [
        ("", "......./......./......./......./......./......."),
        ("start", "......./......./......./......./......./......."),
        (" 4453 ", "......./......./......./......./...O.../..OXX.."),
        ("1111112", "O....../X....../O....../X....../O....../XX....."),
    ] {
        let position = Connect4::parse(Some(moves)).unwrap();
        assert_eq!(position.text(), rows, "{moves}");
        assert_eq!(Connect4::parse(Some(rows)), Ok(position));
    }
    assert_eq!(Connect4::parse(None), Ok(Connect4::default()));
}

#[test]
fn boards_say_who_moves_and_who_won() {
    let board = |text| Connect4::parse(Some(text)).unwrap().board();
    assert_eq!(
        board("4453"),
        " 1 2 3 4 5 6 7
 . . . . . . .
 . . . . . . .
 . . . . . . .
 . . . . . . .
 . . . O . . .
 . . O X X . .
 1 2 3 4 5 6 7
X to move"
    );
    assert!(board("4").ends_with("O to move"));
    assert!(board("1212121").ends_with("X has won"));
    assert!(board("31212121").ends_with("O has won"));
    let draw = "XXOOXXO/OOXXOOX/XXOOXXO/OOXXOOX/XXOOXXO/OOXXOOX";
    assert!(board(draw).ends_with("a draw"), "{}", board(draw));
}

#[test]
fn refuses_with_the_place() {
    let empty = "......./......./......./......./.......";
    for (text, tail) in [
        ("448", "at move 3: expected a column from 1 to 7, found '8'"),
        ("4a", "at move 2: expected a column from 1 to 7, found 'a'"),
        ("40", "at move 2: expected a column from 1 to 7, found '0'"),
        ("4444444", "at move 7: expected a column that is not full, found '4'"),
        ("12121213", "at move 8: expected no more moves: the game is over, found '3'"),
        ("X", "expected six rows with '/' between, found 1 of them"),
        ("......./.......", "expected six rows with '/' between, found 2 of them"),
        (
            &format!("{empty}/......"),
            "at row 6 from the top: expected seven cells, found 6 of them",
        ),
        (
            &format!("{empty}/...x..."),
            "at row 6 from the top, column 4: expected '.', 'X' or 'O', found 'x'",
        ),
        (
            "......./......./......./......./X....../.......",
            "at row 5 from the top, column 1: expected a stone on another, found nothing below it",
        ),
        (&format!("{empty}/XX....."), "expected as many X as O, or one more, found 2 X and 0 O"),
        (&format!("{empty}/O......"), "expected as many X as O, or one more, found 0 X and 1 O"),
        (
            "......./......./......./......./XXXX.../OOOO...",
            "expected one winner, found four in a row of both",
        ),
        (
            "......./......./......./......./OOO..../XXXX..O",
            "found four in a row of X though O moved last",
        ),
        (
            "......./......./......./......./XXX..../OOOO.XX",
            "found four in a row of O though X moved last",
        ),
    ] {
        let error: InputError = Connect4::parse(Some(text)).expect_err(text);
        let error = error.to_string();
        assert!(error.starts_with("connect4 position '") && error.ends_with(tail), "{error}");
    }
}

#[test]
fn no_text_breaks_the_parser() {
    let seeds = [
        "4453",
        "1111112222223333334444",
        "......./......./......./......./...O.../..OXX..",
        "O....../X....../O....../X....../O....../XX.....",
        "start",
    ];
    let parse = |text: &str| Connect4::parse(Some(text));
    let accepted = testing::fuzz(&seeds, "1234567 ./XOxo89", parse, |position, text| {
        assert_eq!(Connect4::parse(Some(&position.text())), Ok(*position), "{text:?}");
        assert!(position.board().lines().count() == 9);
    });
    assert!(accepted > 500, "{accepted} accepted: the mutations are too wild to test much");
}
