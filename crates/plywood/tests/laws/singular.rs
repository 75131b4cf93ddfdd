//! Singular extensions: what they find sooner, and what they leave alone.

use plywood::search::*;
use plywood::{Budget, Position, Report, Search};
use plywood_games::{Chess, Game};

fn search(
    driver: Driver,
    singular: bool,
    position: &Chess,
    depth: u32,
) -> Report<<Chess as Position>::Move> {
    let entries = 1 << 16;
    let options = MtOptions {
        quiescence: Switch::On,
        singular: singular.into(),
        entries,
        ..MtOptions::new(driver)
    };
    let evaluate = <Chess as Game>::Evaluation::default();
    Mt::with(options, evaluate).run(position, &Budget::new().depth(depth))
}

/// Positions from *Win at Chess* with their solutions, which a search to depth 4 finds only with extensions.
const SACRIFICES: [(&str, &str); 6] = [
    ("6r1/3Pn1qk/p1p1P1rp/2Q2p2/2P5/1P4P1/P3R2P/5RK1 b - - 0 1", "Rxg3+"),
    ("6k1/5p1p/2bP2pb/4p3/2P5/1p1pNPPP/1P1Q1BK1/1q6 b - - 0 1", "Bxf3+"),
    ("5rk1/n1p1R1bp/p2p4/1qpP1QB1/7P/2P3P1/PP3P2/6K1 w - - 0 1", "Rxg7+"),
    ("8/6pp/4p3/1p1n4/1NbkN1P1/P4P1P/1PR3K1/r7 w - - 0 1", "Rxc4+"),
    ("2rr3k/1b2bppP/p2p1n2/R7/3P4/1qB2P2/1P4Q1/1K5R w - - 0 1", "Qxg7+"),
    ("3r1k2/1p6/p4P2/2pP2Qb/8/1P1KB3/P6r/8 b - - 0 1", "Rxd5+"),
];

#[test]
fn they_find_sacrifices_at_a_lower_depth() {
    let (mut with, mut without) = (0, 0);
    for (fen, solution) in SACRIFICES {
        let position = Chess::parse(Some(fen)).unwrap();
        let text = |report: &Report<_>| position.move_text(report.best.unwrap());
        let extended = search(Driver::NegaScout, true, &position, 4);
        let plain = search(Driver::NegaScout, false, &position, 4);
        assert_eq!(text(&extended), solution, "{fen}");
        assert_ne!(text(&plain), solution, "{fen}");
        with += extended.counts.generated;
        without += plain.counts.generated;
    }
    // A whole ply more costs six times as much.
    assert!(without < with && with < 3 * without, "{with} nodes with, {without} without");
}

/// Longer lines do not hide a shorter one: what is won within the depth is won as soon, by every driver.
#[test]
fn a_mate_within_the_depth_keeps_its_distance() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/problems/chess-mates.tsv");
    let text = std::fs::read_to_string(file).unwrap();
    let mut mates = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let position = Chess::parse(Some(fields[0])).unwrap();
        for depth in fields[1].parse().unwrap()..=4 {
            let plain = search(Driver::NegaScout, false, &position, depth);
            assert!(plain.value.exact().is_some_and(|value| value.winner().is_some()), "{line}");
            for driver in [Driver::NegaScout, Driver::AlphaBeta, Driver::mtdf(), Driver::CStar] {
                let extended = search(driver, true, &position, depth);
                let answer = (extended.value, extended.proven);
                assert_eq!(answer, (plain.value, true), "{driver:?} to depth {depth}: {line}");
                mates += 1;
            }
        }
    }
    assert!(mates > 100, "{mates} mates");
}
