//! Moves as people type them.

use plywood_games::{Game, InputError};

/// The legal move that `text` names. Unless it is the notation of a move, upper and lower case make no difference, as
/// long as only one move is meant: `nf3` and `E4` in chess, but not `BXC3` if both a pawn and a bishop can capture.
pub(super) fn read_typed<G: Game>(position: &G, text: &str) -> Result<G::Move, InputError> {
    let text = text.trim();
    let exact = position.parse_move(text);
    if let Ok(m) = exact
        // The signs for check and mate are often left out.
        && position.move_text(m).trim_end_matches(['+', '#']) == text.trim_end_matches(['+', '#'])
    {
        return exact;
    }
    let mut meant: Vec<G::Move> = exact.iter().copied().collect();
    for m in spellings(text).iter().filter_map(|text| position.parse_move(text).ok()) {
        if !meant.contains(&m) {
            meant.push(m);
        }
    }
    match meant.as_slice() {
        [] => exact,
        [m] => Ok(*m),
        several => {
            let names: Vec<_> = several.iter().map(|&m| position.move_text(m)).collect();
            let error = InputError::new(format!("{} move", G::NAME), text);
            Err(error.expected(names.join(" or ")))
        }
    }
}

/// The text in lower case, with a capital as its first or last letter or both, and in upper case.
fn spellings(text: &str) -> [String; 5] {
    let lower = text.to_lowercase();
    let first = |text: &str| {
        let mut chars = text.chars();
        chars.next().into_iter().flat_map(char::to_uppercase).chain(chars).collect::<String>()
    };
    // Signs such as `+` may follow the last letter.
    let last = |text: &str| match text.rfind(char::is_alphabetic) {
        Some(at) => text[..at].to_string() + &first(&text[at..]),
        None => text.to_string(),
    };
    [first(&lower), last(&lower), last(&first(&lower)), text.to_uppercase(), lower]
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_games::random::random_game;
    use plywood_games::{Amazons, Checkers, Chess, Connect4, Gomoku, Othello, Phutball};

    fn read(position: &str, text: &str) -> Result<String, String> {
        let position = Chess::parse(Some(position)).unwrap();
        let m = read_typed(&position, text);
        m.map(|m| position.move_text(m)).map_err(|error| error.to_string())
    }

    #[test]
    fn case_matters_only_where_it_decides() {
        for (text, m) in [("nf3", "Nf3"), ("E4", "e4"), ("E2E4", "e4"), (" NF3 ", "Nf3")] {
            assert_eq!(read("", text).as_deref(), Ok(m), "{text}");
        }
        for text in ["e8=q", "e8q", "E8=Q", "E7E8Q", "e8Q"] {
            assert_eq!(
                read("8/4P2k/8/8/8/8/8/K7 w - - 0 1", text).as_deref(),
                Ok("e8=Q"),
                "{text}"
            );
        }
        for text in ["o-o", "O-O", "0-0"] {
            assert_eq!(
                read("4k3/8/8/8/8/8/8/4K2R w K - 0 1", text).as_deref(),
                Ok("O-O"),
                "{text}"
            );
        }
        // A pawn and a bishop can capture.
        let both = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1";
        assert_eq!(read(both, "bxc3").as_deref(), Ok("bxc3"));
        assert_eq!(read(both, "Bxc3").as_deref(), Ok("Bxc3"));
        let error = read(both, "BXC3").unwrap_err();
        assert_eq!(error, "chess move 'BXC3': expected Bxc3 or bxc3");
        // A pawn and a bishop can go to b4.
        let both = "4k3/8/8/8/8/8/1P1B4/4K3 w - - 0 1";
        assert_eq!(read(both, "b4").as_deref(), Ok("b4"));
        assert_eq!(read(both, "bb4").unwrap_err(), "chess move 'bb4': expected b4 or Bb4");
        let error = read("", "Nf6").unwrap_err();
        assert!(error.contains("expected one of"), "{error}");
    }

    #[test]
    fn every_move_is_read_in_any_case() {
        fn check<G: Game>() {
            for seed in 0..3 {
                for position in random_game(G::parse(None).unwrap(), seed).step_by(7) {
                    let mut moves = Vec::new();
                    position.moves(&mut moves);
                    for &m in moves.iter().step_by(moves.len() / 20 + 1) {
                        let text = position.move_text(m);
                        assert!(read_typed(&position, &text) == Ok(m), "{text}");
                        for typed in [text.to_lowercase(), text.to_uppercase()] {
                            let read = read_typed(&position, &typed);
                            // It may name another move, or two.
                            let other = position.parse_move(&typed).is_ok_and(|other| other != m);
                            let two = read.as_ref().is_err_and(|e| e.to_string().contains(" or "));
                            assert!(other || two || read == Ok(m), "{typed}: {}", position.text());
                        }
                    }
                }
            }
        }
        check::<Amazons>();
        check::<Checkers>();
        check::<Chess>();
        check::<Connect4>();
        check::<Gomoku>();
        check::<Othello>();
        check::<Phutball>();
    }
}
