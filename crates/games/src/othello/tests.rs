use super::*;
use crate::random::{Rng, random_game, random_move};
use crate::testing::{check_perft, fuzz, playouts, testdata_lines};
use crate::{Game, perft};

/// The rules in words: along each direction, a line of the opponent's discs that ends at one of
/// the mover's.
fn flips_slow(mover: u64, opponent: u64, square: u32) -> u64 {
    let mut flips = 0;
    for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let (mut x, mut y) = ((square % 8) as i32, (square / 8) as i32);
        let mut line = 0;
        loop {
            (x, y) = (x + dx, y + dy);
            if !(0..8).contains(&x) || !(0..8).contains(&y) {
                break;
            }
            let bit = 1u64 << (8 * y + x);
            if opponent & bit != 0 {
                line |= bit;
            } else {
                if mover & bit != 0 {
                    flips |= line;
                }
                break;
            }
        }
    }
    flips
}

#[test]
fn moves_and_flips_agree_with_the_rules_in_words() {
    let mut rng = Rng::new(8);
    for round in 0..20_000 {
        // Thin, even and crowded boards.
        let (a, b, c) = (rng.next(), rng.next(), rng.next());
        let taken = [a & b, a, a | b, a | b | rng.next()][round % 4];
        let (mover, opponent) = (taken & c, taken & !c);
        let mut legal = 0;
        for square in 0..64 {
            if taken >> square & 1 != 0 {
                continue;
            }
            let slow = flips_slow(mover, opponent, square);
            assert_eq!(bits::flips_plain(mover, opponent, square), slow);
            assert_eq!(bits::flips(mover, opponent, square), slow);
            legal |= u64::from(slow != 0) << square;
        }
        assert_eq!(bits::moves(mover, opponent), legal);
    }
}

#[test]
fn perft_as_published() {
    check_perft("perft/othello.tsv", Othello::perft);
    let with_free_passes =
        |position: &Othello, depth| position.perft_with_free_passes(depth).unwrap();
    check_perft("perft/othello-free-passes.tsv", with_free_passes);
}

#[test]
fn perft_agrees_with_the_count_that_every_game_has() {
    fn slow(position: &mut Othello, depth: u32, free: bool) -> u64 {
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if depth == 0 || moves.is_empty() {
            return 1;
        }
        let rest = |m| if free && m == Move::PASS { depth } else { depth - 1 };
        moves.into_iter().map(|m| position.visit(m, |child| slow(child, rest(m), free))).sum()
    }
    for seed in 0..200 {
        // Late positions, where there are passes and ends.
        let late = |position: &Othello| position.empties() <= 8 || position.is_over();
        let position = random_game(Othello::default(), seed).find(late).unwrap();
        for depth in [0, 1, 2, 3, 5, 7] {
            let mut walked = position;
            assert_eq!(position.perft(depth), slow(&mut walked, depth, false), "seed {seed}");
            let free = position.perft_with_free_passes(depth);
            assert_eq!(free, Some(slow(&mut walked, depth, true)), "seed {seed}");
        }
    }
    assert_eq!(Othello::default().perft(7), perft(&mut Othello::default(), 7));
}

/// The rules as somebody else understood them.
#[test]
fn games_agree_with_magpie() {
    use magpie::othello::{Board, Position as Square, Stone};
    // There, a1 is the highest bit and b1 the next.
    let bits = |board: &Board, stone| board.bits_for(stone).raw().reverse_bits();
    for seed in 0..5000 {
        let mut rng = Rng::new(seed);
        let (mut position, mut board) = (Othello::default(), Board::standard());
        loop {
            let stone = if position.side() == Side::Max { Stone::Black } else { Stone::White };
            assert_eq!(position.mover(), bits(&board, stone), "seed {seed}");
            assert_eq!(position.opponent(), bits(&board, stone.flip()), "seed {seed}");
            let legal = board.moves_for(stone).raw().reverse_bits();
            assert_eq!(position.legal(), legal, "seed {seed}");
            let Some(m) = random_move(&position, &mut rng) else {
                assert!(board.moves_for(stone.flip()).is_empty());
                break;
            };
            if let Some(square) = m.square() {
                board.play(stone, Square::try_from(1u64 << (63 - square)).unwrap());
            }
            position.play(m);
        }
    }
}

#[test]
fn openings_with_names() {
    let openings = testdata_lines("positions/othello-openings.tsv");
    assert_eq!(openings.len(), 76);
    for line in openings {
        let fields: Vec<_> = line.split('\t').collect();
        let &[moves, _, board] = fields.as_slice() else { panic!("{line}") };
        assert_eq!(Othello::parse(Some(moves)), Othello::parse(Some(board)), "{line}");
    }
}

#[test]
fn boards_and_transcripts_survive_everything() {
    let board = Othello::parse(Some("f5d6c3")).unwrap().text();
    let seeds = [board.as_str(), "f5d6c3d3c4", "F5 F6 pass", "(;B[F5]W[D6];)"];
    let accepted = fuzz(
        &seeds,
        "XO-*. abcdefgh12345678passPA(;)[]",
        |text| Othello::parse(Some(text)),
        |p, _| {
            assert_eq!(Othello::parse(Some(&p.text())), Ok(*p));
        },
    );
    assert!(accepted > 200, "mutations are often still right: {accepted}");
}

#[test]
fn games_keep_their_promises() {
    playouts(&Othello::default(), 300);
}
