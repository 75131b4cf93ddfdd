use super::*;
use crate::{Connect4, Game, Gomoku, Othello, Phutball, Span};
use std::collections::HashSet;

/// The names of all elements that are opened, after a check that each is closed.
fn elements(svg: &str) -> Vec<String> {
    let (mut open, mut all) = (Vec::new(), Vec::new());
    for part in svg.split('<').skip(1) {
        let (tag, text) = part.split_once('>').expect("the end of a tag");
        assert!(!text.contains('&') || text.contains(';'), "{text}");
        match tag.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop().as_deref(), Some(name), "{svg}"),
            None => {
                let name = tag.split([' ', '/']).next().unwrap().to_string();
                assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
                all.push(name.clone());
                open.extend((!tag.ends_with('/')).then_some(name));
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
    all
}

fn drawn<G: Game>(text: &str) -> String {
    board(&G::parse(Some(text)).unwrap().diagram().unwrap(), &BoardOptions::default())
}

/// The values of an attribute.
fn values<'a>(svg: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    svg.split(start).skip(1).map(|rest| rest.split('"').next().unwrap_or_default())
}

#[test]
fn every_piece_is_drawn_and_has_its_shape() {
    let mut boards = vec![
        (drawn::<Othello>("f5d6"), 6, [8, 8]),
        (drawn::<Connect4>("4453"), 4, [7, 6]),
        (drawn::<Gomoku>("h8 i9"), 2, [15, 15]),
        (drawn::<Phutball>("h11"), 2, [15, 19]),
    ];
    #[cfg(feature = "chess")]
    boards.push((drawn::<crate::Chess>(""), 32, [8, 8]));
    #[cfg(feature = "checkers")]
    boards.push((drawn::<crate::Checkers>("B:W18,K22:BK1,2"), 4, [8, 8]));
    #[cfg(feature = "amazons")]
    boards.push((drawn::<crate::Amazons>("d1-d7/g7"), 9, [10, 10]));
    for (svg, pieces, size) in boards {
        let all = elements(&svg);
        assert_eq!(all.iter().filter(|name| *name == "use").count(), pieces, "{svg}");
        let ids: HashSet<&str> = values(&svg, "<g id=\"").collect();
        assert!(values(&svg, "href=\"#").all(|id| ids.contains(id)), "{svg}");
        let [width, height] = size.map(|cells| cells * CELL);
        assert!(svg.contains(&format!(" 0h{width}v{height}h-{width}z")), "{svg}");
        assert_eq!(svg.matches("http").count(), 1, "nothing but the name space: {svg}");
    }
}

#[cfg(feature = "checkers")]
#[test]
fn kings_of_checkers_are_crowned_discs() {
    let svg = drawn::<crate::Checkers>("B:W18,K22:BK1,2");
    for id in ["board-disc-white", "board-crowned-white", "board-crowned-black", "board-disc-black"]
    {
        assert_eq!(svg.matches(&format!("href=\"#{id}\"")).count(), 1, "{id}: {svg}");
    }
    assert!(svg.contains("aria-label=\"board: white: w 18, W 22; black: B 1, b 2\""), "{svg}");
}

#[test]
fn marks_and_names_are_in_the_text_alternative() {
    let mut diagram = Connect4::parse(Some("44")).unwrap().diagram().unwrap();
    let plain = board(&diagram, &BoardOptions::default());
    diagram.mark(&[31]);
    let svg = board(&diagram, &BoardOptions { title: "2. 4", shared_shapes: true });
    let label = "aria-label=\"2. 4: yellow: O column 4 row 2; red: X column 4 row 1; marked: column 4 row 2\"";
    assert!(svg.contains(label), "{svg}");
    assert!(svg.contains("--board-mark") && !plain.contains("--board-mark"));
    assert!(plain.contains("<defs>") && !svg.contains("<defs>"));
    let sheet = shapes([&diagram]);
    assert_eq!(
        values(&sheet, "<g id=\"").collect::<Vec<_>>(),
        ["board-disc-red", "board-disc-yellow"]
    );
    elements(&sheet);
    elements(&piece(Piece::disc('X', Tint::Red)));
}

/// A game may put any text into its diagram.
#[test]
fn texts_are_escaped() {
    let evil = "</text><script>\"&'";
    let letter = Piece { letter: '<', solid: '&', outline: '"', tint: Tint::Black, crowned: false };
    let cell = Cell { content: Content::Piece(letter), label: evil.into(), ..Cell::default() };
    let diagram = Diagram {
        width: 1,
        cells: vec![cell],
        columns: vec![evil.into()],
        rows: vec![evil.into()],
        ground: Ground::Wood,
        notes: vec![vec![Span::Piece(letter)]],
    };
    let svg = board(&diagram, &BoardOptions { title: evil, shared_shapes: false });
    let all = elements(&svg);
    assert!(
        all.iter().all(|name| ["svg", "defs", "g", "path", "use", "text"].contains(&name.as_str())),
        "{svg}"
    );
    assert!(!svg.contains("<script") && svg.contains(">&amp;</text>"), "{svg}");
    elements(&piece(letter));
}

/// A diagram of no cells, or of rows that are cut short, is no reason to panic.
#[test]
fn odd_diagrams_are_drawn() {
    for (width, count) in [(0, 0), (0, 3), (4, 0), (4, 6)] {
        let diagram = Diagram {
            width,
            cells: vec![Cell::default(); count],
            columns: vec!["a".into()],
            rows: Vec::new(),
            ground: Ground::Lines,
            notes: Vec::new(),
        };
        elements(&board(&diagram, &BoardOptions::default()));
    }
}

#[test]
fn dark_pages_set_variables_that_boards_use() {
    let boards = [
        drawn::<Othello>("f5"),
        drawn::<Connect4>("4"),
        drawn::<Gomoku>("h8"),
        drawn::<Phutball>("h11"),
    ];
    let mut all = boards.concat();
    all += &board(&Diagram { ground: Ground::Wood, ..marked_wood() }, &BoardOptions::default());
    for rule in DARK.split(['{', ';']).filter(|rule| rule.starts_with("--")) {
        let name = rule.split(':').next().unwrap();
        assert!(all.contains(&format!("var({name},")), "{name}");
    }
}

fn marked_wood() -> Diagram {
    let cell = |dark| Cell { dark, marked: true, ..Cell::default() };
    Diagram {
        width: 2,
        cells: vec![cell(false), cell(true)],
        columns: Vec::new(),
        rows: Vec::new(),
        ground: Ground::Wood,
        notes: Vec::new(),
    }
}
