//! Static exchange evaluation against a simple implementation on a board of letters.

use super::*;
use crate::chess::exchange::worth;
use crate::random::random_game;

type Letters = [Option<(Piece, Color)>; 64];

fn letters(board: &Board) -> Letters {
    let man = |square| Some((board.piece_on(square)?, board.color_on(square)?));
    std::array::from_fn(|index| man(Square::index(index)))
}

/// Whether the piece on `from` attacks `to`, step by step.
fn attacks(board: &Letters, from: usize, to: usize) -> bool {
    let Some((piece, color)) = board[from] else { return false };
    let (dx, dy) = (to as i32 % 8 - from as i32 % 8, to as i32 / 8 - from as i32 / 8);
    let (ax, ay) = (dx.abs(), dy.abs());
    let clear = || {
        let step = dx.signum() + 8 * dy.signum();
        (1..ax.max(ay)).all(|n| board[(from as i32 + n * step) as usize].is_none())
    };
    let forwards = if color == Color::White { 1 } else { -1 };
    match piece {
        _ if from == to => false,
        Piece::Pawn => ax == 1 && dy == forwards,
        Piece::Knight => (ax, ay) == (1, 2) || (ax, ay) == (2, 1),
        Piece::Bishop => ax == ay && clear(),
        Piece::Rook => (ax == 0 || ay == 0) && clear(),
        Piece::Queen => (ax == ay || ax == 0 || ay == 0) && clear(),
        Piece::King => ax.max(ay) == 1,
    }
}

/// What `side` wins by captures on a square, if it captures at all: with the least valuable piece,
/// or with whichever is best.
fn wins(board: &Letters, to: usize, side: Color, least: bool) -> i32 {
    let mut captures: Vec<(i32, i32)> = Vec::new();
    for from in 0..64 {
        let Some((piece, color)) = board[from] else { continue };
        if color != side || !attacks(board, from, to) {
            continue;
        }
        let mut after = *board;
        after[to] = after[from].take();
        let enemies = |from: &usize| after[*from].is_some_and(|(_, color)| color != side);
        let recaptured = (0..64).filter(enemies).any(|from| attacks(&after, from, to));
        if piece == Piece::King && recaptured {
            continue;
        }
        let gain = worth(board[to].unwrap().0);
        captures.push((worth(piece), gain - wins(&after, to, !side, least)));
    }
    let best = if least {
        captures.into_iter().min_by_key(|c| c.0)
    } else {
        captures.into_iter().max_by_key(|c| c.1)
    };
    best.map_or(0, |(_, gain)| gain.max(0))
}

fn slow(board: &Board, m: Move, least: bool) -> i32 {
    let before = letters(board);
    let (from, to) = (m.from as usize, m.to as usize);
    let mut after = before;
    after[to] = after[from].take();
    let mut gain = before[to].map_or(0, |(piece, _)| worth(piece));
    if before[from].is_some_and(|(piece, _)| piece == Piece::Pawn) {
        if m.from.file() != m.to.file() && before[to].is_none() {
            after[Square::new(m.to.file(), m.from.rank()) as usize] = None;
            gain += worth(Piece::Pawn);
        }
        if let Some(promotion) = m.promotion {
            after[to] = Some((promotion, board.side_to_move()));
            gain += worth(promotion) - worth(Piece::Pawn);
        }
    }
    gain - wins(&after, to, !board.side_to_move(), least)
}

#[test]
fn exchanges_agree_with_captures_step_by_step() {
    let (mut moves, mut captures, mut best) = (0, 0, 0);
    for seed in 0..40 {
        let start = if seed % 2 == 0 { Chess::default() } else { parse(KIWIPETE) };
        for position in random_game(start.clone(), seed) {
            let board = position.cozy();
            for m in legal(&position) {
                if board.colors(board.side_to_move()).has(m.to) {
                    assert_eq!(exchange(board, m), 0, "castling");
                    continue;
                }
                let fast = exchange(board, m);
                assert_eq!(fast, slow(board, m, true), "{} {}", position.fen(), position.san(m));
                moves += 1;
                if position.san(m).contains('x') {
                    captures += 1;
                    best += usize::from(fast == slow(board, m, false));
                }
            }
        }
    }
    assert!(moves > 50_000 && captures > 3000, "{moves}, {captures}");
    // The least valuable piece first is almost always best.
    assert!(best * 1000 >= captures * 995, "{best} of {captures}");
}

#[test]
fn exchanges_by_hand() {
    for (fen, san, wins) in [
        // A pawn that nobody protects.
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", 100),
        // Knight takes pawn, and all pieces of both sides take part.
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", 100 - 320),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 100),
        ("3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", "exd8=Q+", 500 + 850),
        ("4r2k/4P3/8/8/8/8/8/K5R1 w - - 0 1", "Rg2", 0),
        ("8/8/8/3k4/3p4/8/3R4/3RK3 w - - 0 1", "Rxd4+", 100),
    ] {
        let position = parse(fen);
        let m = position.parse_move(san).unwrap();
        assert_eq!(exchange(position.cozy(), m), wins, "{san}");
    }
}
