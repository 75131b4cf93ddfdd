use super::*;
use crate::random::random_game;
use crate::testing::{self, testdata};
use plywood::Tactics;

#[test]
fn perft_as_published_and_as_another_program_counts() {
    for (file, count) in [("perft/chess-published.epd", 6), ("perft/chess.epd", 65)] {
        let problems = epd::read(&testdata(file)).unwrap();
        assert_eq!(problems.len(), count);
        for problem in problems {
            assert_eq!(problem.position.perft(0), 1);
            assert!(!problem.perft.is_empty());
            for (depth, lines) in problem.perft {
                assert_eq!(problem.position.perft(depth), lines, "{}", problem.position.fen());
            }
        }
    }
}

#[test]
fn draws_end_a_line_of_the_game() {
    assert_eq!(crate::perft(&mut Chess::default(), 4), 197_281);
    // Kings and a knight: there are moves, but nobody can be mated.
    let bare = parse("8/8/3k4/8/8/3K1N2/8/8 w - - 0 1");
    assert!(bare.perft(1) > 8 && crate::perft(&mut bare.clone(), 1) == 0);
}

#[test]
fn games_end() {
    for (text, result, words) in [
        ("f3 e5 g4 Qh4#", Score::loss(4), "Black has mated the white king"),
        ("e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#", Score::win(7), "White has mated the black king"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::ZERO, "a draw: stalemate"),
        ("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", Score::ZERO, "the third occurrence"),
        ("7k/8/8/8/8/8/R7/K7 b - - 100 90", Score::ZERO, "fifty moves"),
        // Mate with the hundredth quiet ply is mate.
        ("R6k/8/6K1/8/8/8/8/8 b - - 100 90", Score::win(179), "White has mated"),
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", Score::ZERO, "nobody can be mated"),
        ("7k/8/8/8/8/8/8/KN6 w - - 0 1", Score::ZERO, "nobody can be mated"),
        ("7k/8/8/8/8/8/8/Kb6 b - - 0 1", Score::ZERO, "nobody can be mated"),
        ("5bk1/8/8/8/8/8/1B6/2B4K w - - 0 1", Score::ZERO, "nobody can be mated"),
    ] {
        let position = parse(text);
        assert!(position.is_over() && legal(&position).is_empty(), "{text}");
        assert_eq!(position.result(), result, "{text}");
        assert!(Game::board(&position).contains(words), "{}", Game::board(&position));
    }
    for text in [
        "7k/8/8/8/8/8/R7/K7 b - - 99 90",
        "7k/8/8/8/8/8/8/KNN5 w - - 0 1",
        "6nk/8/8/8/8/8/8/KN6 w - - 0 1",
        "6nk/8/8/8/8/8/8/KB6 w - - 0 1",
        "5b1k/8/8/8/8/8/8/1B5K w - - 0 1",
        "7k/p7/8/8/8/8/8/K7 w - - 0 1",
        "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1",
        // The position after the first move had another right to castle.
        "Nf3 Nf6 Rg1 Ng8 Rh1 Nf6 Rg1 Ng8 Rh1 Nf6",
    ] {
        let position = parse(text);
        assert!(!position.is_over() && !legal(&position).is_empty(), "{text}");
    }
    assert!(parse("Nf3 Nf6 Rg1 Ng8 Rh1 Nf6 Rg1 Ng8 Rh1 Nf6 Rg1").is_over());
}

#[test]
fn a_key_names_what_can_be_played() {
    // No pawn can capture on e3, so the square makes no difference.
    let square = parse("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    let none = parse("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(square.key(), none.key());
    // Here one can.
    let square = parse("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    let none = parse("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
    assert_ne!(square.key(), none.key());
    // Here one could, if it were not pinned: the king would stand in the line of the rook.
    let square = parse("4k3/8/8/8/r2pP2K/8/8/8 b - e3 0 1");
    let none = parse("4k3/8/8/8/r2pP2K/8/8/8 b - - 0 1");
    assert_ne!(square.key(), none.key(), "the black king is elsewhere");
    let square = parse("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1");
    let none = parse("8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1");
    assert_eq!(square.key(), none.key());
    // Clocks are no part of it; sides and rights are.
    let other = parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 12");
    assert_eq!(Chess::default().key(), other.key());
    assert_eq!((Chess::default().ply(), other.ply()), (0, 22));
    for rights in ["b KQkq", "w KQk", "w -"] {
        let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR {rights} - 0 1");
        assert_ne!(Chess::default().key(), parse(&fen).key());
    }
}

#[test]
fn games_keep_their_promises() {
    testing::playouts(&Chess::default(), 25);
    testing::playouts(&parse(KIWIPETE), 25);
    // Few pieces: long runs, repetitions, the fifty-move rule.
    testing::playouts(&parse("8/8/3k4/8/8/3K4/R7/8 w - - 40 80"), 25);
    // Chess960, in which castling has many shapes.
    let start = "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb - 0 1";
    testing::playouts(&parse(start), 25);
    testing::playouts(&parse("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"), 25);
}

#[test]
fn ordering_scores_and_noisy_moves() {
    let mut signs = [0; 3];
    for seed in 0..60 {
        let start = if seed % 2 == 0 { Chess::default() } else { parse(KIWIPETE) };
        for position in random_game(start.clone(), seed) {
            let mut noisy = Vec::new();
            position.noisy_moves(&mut noisy);
            let mut expected = legal(&position);
            for &m in &expected {
                assert!(position.history_index(m) < Chess::HISTORY_INDICES);
                let board = position.cozy();
                let captures =
                    board.colors(!board.side_to_move()).has(m.to) || position.san(m).contains('x');
                let score = position.ordering_score(m);
                signs[(score.signum() + 1) as usize] += 1;
                match m.promotion {
                    None if !captures => assert_eq!(score, 0),
                    None | Some(Piece::Queen) => {
                        assert_eq!(score > 0, exchange(board, m) >= 0);
                        assert_eq!(score < 0, exchange(board, m) < 0);
                    }
                    Some(_) => assert_eq!(score, -1),
                }
            }
            expected.retain(|&m| {
                let queens = m.promotion == Some(Piece::Queen);
                queens || m.promotion.is_none() && position.ordering_score(m) > 0
            });
            assert_eq!(noisy, expected);
            assert_eq!(position.is_forced(), position.in_check());
        }
    }
    assert!(signs.iter().all(|&count| count > 300), "{signs:?}");
}

#[test]
fn passes_leave_no_trace() {
    let mut passed = 0;
    for seed in 0..20 {
        for mut position in random_game(parse(KIWIPETE), seed) {
            let before = position.clone();
            let Some(undo) = position.pass() else { continue };
            passed += 1;
            assert!(!before.in_check());
            assert_eq!(position.side(), !before.side());
            assert_eq!(position.ply(), before.ply() + 1);
            assert_eq!(
                position.key_within(8) != position.key(),
                position.cozy().halfmove_clock() >= 92
            );
            position.undo_pass(undo);
            assert_eq!(position, before);
        }
    }
    assert!(passed > 1000);
    assert!(parse("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1").pass().is_none(), "king and pawn");
    assert!(parse("4k3/4r3/8/8/8/8/3N4/4K3 w - - 0 1").pass().is_none(), "in check");
}
