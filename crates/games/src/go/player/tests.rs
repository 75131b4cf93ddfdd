//! Moves in small positions, and whole games against itself.

use super::*;
use crate::go::Go;
use plywood::Position;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn quick(seed: u64) -> Player {
    Player::new(PlayerOptions { seed, playouts: 40, effort: 500 })
}

fn choose(player: &mut Player, board: &Board, color: Color, opponent_passed: bool) -> String {
    let earlier = HashSet::new();
    let situation = Situation { board, color, komi: 0.0, opponent_passed, earlier: &earlier };
    player.choose(&situation, &Budget::new()).name(board.size())
}

#[test]
fn strings_are_captured_and_saved_and_eyes_are_kept() {
    // One move decides about two stones of White.
    let open = "9 B D5 E6 D4 F4 E3 W E5 E4 G6 F3 D7";
    // Both sides have two eyes, and no other point is left.
    let alive = ". X . X O / X X X X O / O O O O O / . O O . O / O . O O .";
    for (text, color, best) in [
        (open, Color::Black, &["F5"][..]),
        (open, Color::White, &["F5"]),
        (alive, Color::Black, &["pass"]),
        (alive, Color::White, &["pass"]),
    ] {
        let board = Board::parse(text).unwrap();
        for seed in 0..3 {
            let mut player = Player::new(PlayerOptions { seed, playouts: 300, effort: 2000 });
            let m = choose(&mut player, &board, color, false);
            assert!(best.contains(&m.as_str()), "seed {seed}, {color}: {m}\n{board:?}");
        }
    }
}

#[test]
fn after_a_pass_the_leader_passes() {
    let board = Board::parse("9 B C3 D4 E5 W G7").unwrap();
    // Without komi and with the empty points open to both, Black leads by two stones.
    assert_eq!(choose(&mut quick(1), &board, Color::Black, true), "pass");
    assert_ne!(choose(&mut quick(1), &board, Color::White, true), "pass");
    assert_ne!(choose(&mut quick(1), &board, Color::Black, false), "pass");
}

/// Plays a game and checks each move. Returns the moves.
fn self_play(size: u8, seed: u64) -> Vec<Move> {
    let mut game = Go::start(size).unwrap();
    let mut earlier = HashSet::from([game.board().stones_key()]);
    let (mut moves, mut player) = (Vec::new(), quick(seed));
    while !game.is_over() {
        let situation = Situation {
            board: game.board(),
            color: game.to_move(),
            komi: 0.5,
            opponent_passed: moves.last() == Some(&Move::Pass),
            earlier: &earlier,
        };
        let m = player.choose(&situation, &Budget::new());
        assert!(game.is_legal(m), "size {size}, seed {seed}: {m:?}\n{:?}", game.board());
        game.play(m);
        if m != Move::Pass {
            assert!(earlier.insert(game.board().stones_key()), "size {size}, seed {seed}");
        }
        moves.push(m);
        assert!(moves.len() < 4 * usize::from(size).pow(2), "size {size}, seed {seed}: too long");
    }
    // Nothing that can be captured at once is left.
    for color in [Color::Black, Color::White] {
        let board = game.board();
        let lost = strings(board).filter(|&stone| board.color(stone) == Some(color));
        let lost = lost.filter(|&stone| board.count_liberties(stone) == 1).count();
        assert!(lost <= 1, "size {size}, seed {seed}\n{board:?}");
    }
    moves
}

#[test]
fn games_against_itself_end() {
    for (size, games) in [(3, 3), (5, 4), (9, 1)] {
        for seed in 0..games {
            let moves = self_play(size, seed);
            assert!(
                moves.len() > usize::from(size) || size < 5,
                "size {size}, seed {seed}: {moves:?}"
            );
            if size < 9 {
                assert_eq!(self_play(size, seed), moves, "one seed, one game");
            }
        }
    }
    assert_eq!(self_play(2, 0), [Move::Pass; 2], "every stone can be captured");
    assert_ne!(self_play(5, 0), self_play(5, 1), "another seed, another game");
}

#[test]
fn a_stopped_player_still_answers() {
    let board = Board::parse("19 B D4 Q16 W Q4 D16").unwrap();
    let earlier = HashSet::new();
    let situation = Situation {
        board: &board,
        color: Color::Black,
        komi: 7.5,
        opponent_passed: false,
        earlier: &earlier,
    };
    let stopped = Budget::new().stop_flag(Arc::new(AtomicBool::new(true)));
    for budget in [stopped, Budget::new().time(Duration::ZERO)] {
        let m = Player::default().choose(&situation, &budget);
        assert!(matches!(m, Move::Play(point) if board.is_legal(point, Color::Black)), "{m:?}");
    }
    assert!(Player::default().dead(&board, &Budget::new().time(Duration::ZERO)).is_empty());
}

/// A board of the game may not come again, not even by a capture.
#[test]
fn no_board_is_repeated() {
    let board = Board::parse("O . O . / X O . O / . X O . / X . X .").unwrap();
    let mut earlier = HashSet::new();
    let mut player = quick(3);
    for _ in 0..20 {
        let situation = Situation {
            board: &board,
            color: Color::Black,
            komi: 0.0,
            opponent_passed: false,
            earlier: &earlier,
        };
        let Move::Play(point) = player.choose(&situation, &Budget::new()) else { return };
        let mut after = board.clone();
        after.play(point, Color::Black).unwrap();
        assert!(earlier.insert(after.stones_key()), "{point:?}");
    }
    panic!("there are no twenty moves");
}
