use super::*;
use crate::random::Rng;
use crate::{Checkers, Chess, Connect4, Game, Othello};

const STYLES: [Style; 4] = [
    Style::PLAIN,
    Style { unicode: true, colour: false },
    Style { unicode: false, colour: true },
    Style { unicode: true, colour: true },
];

/// The text without the escape sequences of colours, of which nothing may be left open.
fn uncoloured(text: &str) -> String {
    let mut out = String::new();
    let mut parts = text.split("\x1b[");
    out.push_str(parts.next().unwrap());
    let mut last = "0";
    for part in parts {
        let (code, rest) = part.split_once('m').expect("a colour");
        assert!(code == "0" || code.split(';').all(|n| n.parse::<u8>().is_ok()), "{code}");
        last = code;
        out.push_str(rest);
    }
    assert_eq!(last, "0", "{text:?}");
    out
}

/// The diagram of the position after a move, with the move marked.
fn after<G: Game>(position: &str, m: &str) -> Diagram {
    let mut game = G::parse(Some(position)).unwrap();
    let m = game.parse_move(m).unwrap();
    let cells = game.cells_of(m);
    game.play(m);
    let mut diagram = game.diagram().unwrap();
    diagram.mark(&cells);
    diagram
}

#[test]
fn marks_are_brackets_without_colours() {
    let text = after::<Chess>("e4 d5", "exd5").to_string();
    assert!(text.contains("\n5 . . .[P]. . . . 5\n4 . . . .[.]. . . 4\n"), "{text}");
    // Beside each other, and at the edge.
    let text = after::<Chess>("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "Rg1").to_string();
    assert!(text.contains("\n1 . . . . K .[R|.]1\n"), "{text}");
    let text = after::<Checkers>("", "12-16").to_string();
    assert!(text.contains("\n      9b     10b     11b    [12.]\n"), "{text}");
    let text = after::<Othello>("f5", "d6").to_string();
    assert!(text.contains("\n6 . .") && text.contains("[O]"), "{text}");
}

#[test]
fn unicode_without_colours_tells_the_sides_by_outlines() {
    let text = after::<Chess>("e4", "e5").draw(STYLES[1]);
    assert!(text.contains("\n5 · · · ·[♟]· · · 5\n4 · · · · ♙ · · · 4\n"), "{text}");
    let text = after::<Othello>("f5", "d6").draw(STYLES[1]);
    assert!(text.ends_with("● 3, ○ 3; ● to move"), "{text}");
    let text = after::<Checkers>("B:WK31:BK1", "1-6").draw(STYLES[1]);
    assert!(text.contains("[ 6♚]") && text.contains(" 31♔"), "{text}");
}

#[test]
fn colours_mark_by_another_ground() {
    let text = after::<Connect4>("", "4").draw(STYLES[3]);
    let row = text.lines().nth(6).unwrap();
    let cell =
        |ground, colour, glyph| format!("\x1b[48;5;{ground};38;5;250m \x1b[38;5;{colour}m{glyph} ");
    let empty = cell(18, 250, '·');
    let expected = [empty.repeat(3), cell(240, 196, '●'), empty.repeat(3), RESET.into()].concat();
    assert_eq!(row, expected);
    assert_eq!(text.lines().last(), Some("\x1b[48;5;18;38;5;226m●\x1b[0m to move"));
}

#[test]
fn all_boards_fit_a_narrow_terminal_in_every_style() {
    fn check<G: Game>() {
        for seed in 0..3 {
            let (mut rng, mut game) = (Rng::new(seed), G::parse(None).unwrap());
            loop {
                let diagram = game.diagram().unwrap();
                check_diagram(&diagram);
                let mut moves = Vec::new();
                game.moves(&mut moves);
                for &m in &moves {
                    assert!(game.cells_of(m).iter().all(|&cell| cell < diagram.cells.len()));
                }
                let Some(&m) = rng.choose(&moves) else { break };
                game.play(m);
            }
        }
    }
    fn check_diagram(diagram: &Diagram) {
        assert_eq!(diagram.cells.len() % diagram.width, 0);
        let drawn = STYLES.map(|style| uncoloured(&diagram.draw(style)));
        for (style, text) in STYLES.iter().zip(&drawn) {
            let board = text.lines().count() - diagram.notes.len();
            assert!(text.lines().take(board).all(|line| line.chars().count() < 40), "{text}");
            assert_eq!(text.is_ascii(), !style.unicode, "{text}");
        }
        // Plain text and colours differ in how they show what is empty, and in nothing else.
        let [plain, .., coloured, _] = drawn.map(|text| text.replace([' ', '.', '+'], ""));
        assert_eq!(plain, coloured);
    }
    check::<Chess>();
    check::<Checkers>();
    check::<Connect4>();
    check::<Othello>();
}
