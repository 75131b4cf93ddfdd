//! Counts from outside: legal positions and lines of play on small boards.

use super::*;
use crate::perft;
use crate::testing::testdata_lines;
use std::collections::HashSet;

/// The numbers of legal positions on boards of 2 and 3 columns: Tromp & Farnebäck 2007, *Combinatorics of Go*.
const LEGAL: [(u8, usize); 2] = [(2, 57), (3, 12_675)];

/// All ways to put stones on a board, as diagrams.
fn diagrams(size: u8) -> impl Iterator<Item = String> {
    let points = u32::from(size).pow(2);
    (0..3_u32.pow(points)).map(move |mut number| {
        let mut text = String::new();
        for n in 0..points {
            if n > 0 && n % u32::from(size) == 0 {
                text.push('/');
            }
            text.push(['.', 'X', 'O'][number as usize % 3]);
            number /= 3;
        }
        text
    })
}

#[test]
fn as_many_positions_can_be_set_up_as_are_legal() {
    for (size, legal) in LEGAL {
        assert_eq!(diagrams(size).filter(|text| Board::parse(text).is_ok()).count(), legal);
    }
}

/// Every legal position can be reached if the sides need not alternate: its stones can be played in any order. So
/// whatever captures leave behind must be one of them, and all must be found.
#[test]
fn as_many_positions_are_reached_as_are_legal() {
    for (size, legal) in LEGAL {
        let mut board = Board::new(size).unwrap();
        let (mut known, mut keys) = (HashSet::new(), HashSet::new());
        let mut open = vec![board.clone()];
        known.insert(board.text());
        keys.insert(board.stones_key());
        while let Some(next) = open.pop() {
            board = next;
            for color in [Color::Black, Color::White] {
                let moves: Vec<Point> = board.legal(color).collect();
                for point in moves {
                    let undo = board.play(point, color).unwrap();
                    keys.insert(board.stones_key());
                    if known.insert(board.text()) {
                        let mut after = board.clone();
                        after.lift_ko();
                        open.push(after);
                    }
                    board.undo(undo);
                }
            }
        }
        assert_eq!((known.len(), keys.len()), (legal, legal), "size {size}");
    }
}

#[test]
fn lines_of_play_are_as_many_as_counted_elsewhere() {
    for line in testdata_lines("perft/go.tsv") {
        let mut fields = line.split('\t').map(|field| field.parse::<u64>().unwrap());
        let mut game = Go::start(fields.next().unwrap() as u8).unwrap();
        let mut depths = 0;
        for (depth, count) in (1..).zip(fields) {
            assert_eq!(perft(&mut game, depth), count, "{line}: depth {depth}");
            depths = depth;
        }
        assert!(depths > 2);
    }
}
