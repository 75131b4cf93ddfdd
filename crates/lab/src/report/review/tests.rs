use super::*;
use crate::registry::{PlayerSpec, built_in, game, games};
use plywood_games::{Game, RandomTree, Recorded};
use plywood_play::{ReviewOptions, review};
use std::path::Path;
use std::sync::atomic::AtomicBool;

static GO: AtomicBool = AtomicBool::new(false);

/// The page of the only game of a file.
fn page(name: &str, file: &str, bytes: &str) -> String {
    let player = PlayerSpec::parse("strong,nodes=300").unwrap();
    let options = ReviewOptions { player: &player, scale: 6.25, jobs: 2, stop: &GO };
    let saved =
        game(games(), name).unwrap().saved_game(Path::new(file), bytes.as_bytes(), 1).unwrap();
    let review = saved.review(&options, &|| {}).unwrap().unwrap();
    assert_eq!(review.positions.len(), saved.positions());
    let (source, analysis) = (format!("{file}, game 1"), player.text());
    ReviewPage { review: &review, source, scale: options.scale, analysis }.html()
}

/// Checks that the page names no other file, that every link of it has its place, and that there is a board with
/// links to its neighbors for each of `plies` moves and the start.
fn check(page: &str, plies: usize) {
    for outside in ["src=", "<link", "@import", "url(", "fetch(", "import("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert_eq!(page.matches("http").count(), page.matches("http://www.w3.org/2000/svg").count());
    assert_eq!(page.matches("<script").count(), 1);
    for ply in 0..=plies {
        assert_eq!(page.matches(&format!("id=\"p{ply}\"")).count(), 1, "{ply}");
        assert!(
            page.matches(&format!("href=\"#p{ply}\"")).count() >= 3,
            "{ply}: moves, graph, a button"
        );
    }
    let (markup, _) = page.split_once("<script").unwrap();
    let links = markup.split("href=\"#p").skip(1).map(|rest| rest.split('"').next().unwrap());
    assert!(links.map(|link| link.parse::<usize>().unwrap()).all(|ply| ply <= plies));
    assert_eq!(page.matches("class=\"steps\"").count(), plies + 1);
}

/// The line of a game that a side wins runs along an edge of the frame.
#[test]
fn the_names_in_the_graph_are_outside_its_frame() {
    let page = page("chess", "mate.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n");
    let number = |text: &str, name: &str| -> f64 {
        let (_, rest) = text.split_once(&format!(" {name}=\"")).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    };
    let (before, after) = page.split_once(" wins</text>").unwrap();
    let (above, below) =
        (before.rsplit_once("<text").unwrap().1, after.split_once("<text").unwrap().1);
    let frame = before.rsplit_once("class=\"frame\"").unwrap().1;
    let (top, height) = (number(frame, "y"), number(frame, "height"));
    // The letters are 15 units high, those below the line 4.
    assert!(number(above, "y") + 4.0 < top, "{above}");
    assert!(number(below, "y") - 15.0 >= top + height, "{below}");
}

#[test]
fn a_page_has_names_and_numbers_and_a_board_for_every_position() {
    let pgn = "[White \"Ada\"]\n[Black \"?\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let page = page("chess", "mate.pgn", pgn);
    check(&page, 4);
    assert!(page.contains("<h1>Ada – Black</h1>") && page.contains("White (Ada): "), "{page}");
    for label in ["Start: ", "1. f3", "1... e5", "2. g4??: ", "2... Qh4#: "] {
        assert!(page.contains(&format!("aria-label=\"{label}")), "{label}");
    }
    // The move list has the number once, the caption of each position its own.
    assert!(
        page.contains("<span class=\"number\">2.</span>")
            && !page.contains("<span class=\"number\">2...</span>")
    );
    assert_eq!(page.matches("role=\"img\" aria-label=").count(), 5);
    assert!(page.contains("marked: d8, h4"), "{page}");
}

#[test]
fn pages_of_all_games_are_whole() {
    for (name, moves, plies) in [
        ("amazons", "d1-d7/g7 d10-d8/f6", 2),
        ("checkers", "11-15 23-19 8-11", 3),
        ("connect4", "44553", 5),
        ("gomoku", "h8 i9", 2),
        ("othello", "f5d6c3d3c4", 5),
        ("phutball", "h11 h9", 2),
    ] {
        let page = page(name, "games.txt", moves);
        check(&page, plies);
        assert!(page.contains("<h1>Review of games.txt, game 1</h1>"), "{name}");
        assert!(page.contains("--board-mark"), "{name}");
        assert!(!page.contains("MAX") && !page.contains("MIN") && !page.contains("(X)"), "{name}");
    }
}

/// Names come from files of other people.
#[test]
fn names_cannot_break_out_of_the_page() {
    let evil = "</script></title><script>alert(1)</script><img src=x onerror=alert(2)>' onclick='x";
    let page = page(
        "chess",
        "</h1><b>.pgn",
        &format!("[White \"{evil}\"]\n[Black \"\\\" onload=x\"]\n1. e4 *\n"),
    );
    assert_eq!(
        (page.matches("<script").count(), page.matches("</script").count()),
        (1, 1),
        "{page}"
    );
    assert!(
        !page.contains("<img") && !page.contains("<b>") && !page.contains("\" onload"),
        "{page}"
    );
    assert!(page.contains("&lt;/script&gt;&lt;/title&gt;"), "{page}");
}

#[test]
fn a_game_without_diagrams_shows_its_text() {
    let player = PlayerSpec::parse("strong,nodes=50").unwrap();
    let options = ReviewOptions { player: &player, scale: 10.0, jobs: 1, stop: &GO };
    let start = RandomTree::parse(Some("branching=2,depth=3")).unwrap();
    let review =
        review(built_in::<RandomTree>().build, &Recorded::new(start, vec![1, 0]), &options, &|| {});
    let review = review.unwrap().unwrap();
    let (source, analysis) = ("a tree".to_string(), player.text());
    let page = ReviewPage { review: &review, source, scale: 10.0, analysis }.html();
    check(&page, 2);
    assert_eq!(page.matches("<pre>ply ").count(), 3, "{page}");
}
