//! Moves in small positions, and whole games against itself.

use super::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn quick(seed: u64) -> Player {
    Player::new(PlayerOptions { seed, playouts: 40, effort: 500 })
}

/// The move of a colour, after a pass of the other one or not.
fn choose(player: &mut Player, board: &Board, color: Color, passed: bool) -> String {
    let mut history = History::new(board.clone());
    assert!(!passed || history.play(!color, Move::Pass));
    let situation = Situation { history: &history, color, komi: 0.0 };
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
fn self_play(size: u8, seed: u64) -> Vec<(Color, Move)> {
    let mut game = History::new(Board::new(size).unwrap());
    let (mut color, mut player) = (Color::Black, quick(seed));
    while !game.moves().ends_with(&[(color, Move::Pass), (!color, Move::Pass)]) {
        let situation = Situation { history: &game, color, komi: 0.5 };
        let m = player.choose(&situation, &Budget::new());
        if let Move::Play(point) = m {
            let mut after = game.board().clone();
            let legal = after.play(point, color).is_some();
            assert!(legal && !game.has_had(after.stones_key()), "size {size}, seed {seed}");
        }
        assert!(game.play(color, m), "size {size}, seed {seed}: {m:?}\n{:?}", game.board());
        color = !color;
        assert!(game.moves().len() < 4 * usize::from(size).pow(2), "size {size}, seed {seed}");
    }
    game.moves().to_vec()
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
    let passes = [(Color::Black, Move::Pass), (Color::White, Move::Pass)];
    assert_eq!(self_play(2, 0), passes, "every stone can be captured");
    assert_ne!(self_play(5, 0), self_play(5, 1), "another seed, another game");
}

#[test]
fn a_stopped_player_still_answers() {
    let board = Board::parse("19 B D4 Q16 W Q4 D16").unwrap();
    let history = History::new(board.clone());
    let situation = Situation { history: &history, color: Color::Black, komi: 7.5 };
    let stopped = Budget::new().stop_flag(Arc::new(AtomicBool::new(true)));
    for budget in [stopped, Budget::new().time(Duration::ZERO)] {
        let m = Player::default().choose(&situation, &budget);
        assert!(matches!(m, Move::Play(point) if board.is_legal(point, Color::Black)), "{m:?}");
    }
    assert!(Player::default().dead(&board, &Budget::new().time(Duration::ZERO)).is_empty());
}
