use super::*;
use crate::registry::{built_in, game, games};
use plywood::Position;
use plywood_games::othello::Move;
use plywood_games::random::Rng;
use plywood_games::{Amazons, Chess, Connect4, Othello, RandomTree};
use std::path::Path;

static GO: AtomicBool = AtomicBool::new(false);

fn reviewed<G: Game>(build: Build<G>, transcript: &str, spec: &str, jobs: usize) -> Review {
    let player = PlayerSpec::parse(spec).unwrap();
    let options = ReviewOptions { player: &player, scale: 6.25, jobs, stop: &GO };
    let game = Recorded::new(G::parse(None).unwrap(), G::transcript(transcript).unwrap());
    review(build, &game, &options, &|| {}).unwrap().unwrap()
}

#[test]
fn a_fools_mate_has_its_blunder() {
    let review = reviewed(built_in::<Chess>().build, "f3 e5 g4 Qh4#", "strong,depth=4", 2);
    let [_, _, blunder, mate] = &review.moves[..] else { panic!("{review:?}") };
    assert_eq!((blunder.mark, blunder.played.as_str()), (MoveMark::Blunder, "g4"));
    assert!(blunder.chance_after == 0.0 && blunder.best.is_some() && !blunder.line.is_empty());
    assert_eq!((mate.mark, mate.loss, mate.best.as_deref()), (MoveMark::Good, 0.0, Some("Qh4#")));
}

#[test]
fn reviews_do_not_depend_on_the_number_of_jobs() {
    let one = reviewed(built_in::<Othello>().build, "f5d6c3d3c4f4f6", "strong,nodes=2000", 1);
    assert_eq!(one.moves.len(), 7);
    assert_eq!(
        one,
        reviewed(built_in::<Othello>().build, "f5d6c3d3c4f4f6", "strong,nodes=2000", 3)
    );
    for m in &one.moves {
        assert_eq!(m.mark, MoveMark::of(m.loss), "{m:?}");
        assert!((0.0..=1.0).contains(&m.chance_after), "{m:?}");
        assert_eq!(m.line.first(), m.best.as_ref(), "{m:?}");
    }
    let at = |ply: usize| &one.moves[ply];
    assert_eq!(at(2).value_after, at(3).value_before);
}

/// Red can win at once, and does not see it.
#[test]
fn a_missed_win_is_a_blunder() {
    let review = reviewed(built_in::<Connect4>().build, "1212173", "strong,depth=8", 1);
    let missed = &review.moves[6];
    assert_eq!((missed.chance_before, missed.best.as_deref()), (1.0, Some("1")), "{missed:?}");
    assert_eq!(missed.value_before.as_f64().map(|v| v > 0.0), Some(true));
}

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

#[test]
fn moves_have_the_numbers_of_their_games() {
    fn numbers<G: Game>(build: Build<G>, transcript: &str) -> Vec<String> {
        let review = reviewed(build, transcript, "strong,nodes=20", 1);
        review.moves.into_iter().map(|m| m.number).collect()
    }
    assert_eq!(numbers(built_in::<Chess>().build, "e4 e5 Nf3"), ["1.", "1...", "2."]);
    assert_eq!(
        numbers(built_in::<Amazons>().build, "d1-d7/g7 d10-d8/f6 d7-d6/a9"),
        ["1.", "1...", "2."]
    );
    assert_eq!(numbers(built_in::<Connect4>().build, "445"), ["1.", "2.", "3."]);
    // A pass is no disc.
    let game = game_with_pass();
    let at = game.moves.iter().position(|&m| m == Move::PASS).unwrap();
    let player = PlayerSpec::parse("strong,nodes=20").unwrap();
    let options = ReviewOptions { player: &player, scale: 12.0, jobs: 2, stop: &GO };
    let review = review(built_in::<Othello>().build, &game, &options, &|| {}).unwrap().unwrap();
    assert_eq!((review.moves[at].number.as_str(), review.label(at + 1).as_str()), ("", "pass"));
    assert_eq!(review.moves[at - 1].number, format!("{at}."));
    assert_eq!(review.moves[at + 1].number, format!("{}.", at + 1));
}

/// A random game of Othello up to the move after its first pass.
fn game_with_pass() -> Recorded<Othello> {
    let mut rng = Rng::new(1);
    loop {
        let (mut position, mut moves) = (Othello::default(), Vec::new());
        while !position.is_over() && moves.iter().rev().nth(1) != Some(&Move::PASS) {
            let mut legal = Vec::new();
            position.moves(&mut legal);
            let &m = rng.choose(&legal).unwrap();
            position.play(m);
            moves.push(m);
        }
        if moves.contains(&Move::PASS) {
            return Recorded::new(Othello::default(), moves);
        }
    }
}
