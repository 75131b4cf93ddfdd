use super::*;
use crate::testing;
use crate::tree::Shape;
use plywood::Position;

#[test]
fn accepts_what_json_accepts() {
    for (text, canonical) in [
        ("7", "7"),
        ("-0", "0"),
        ("[5]", "5"),
        ("\u{feff} [ 1 ,\r\n\t2 , [ 3,4 ] ] \n", "[1,2,[3,4]]"),
        ("[3.0, 1e3, 1E+3, -2.50e1, 0.0e99999999999999999999, 120e-1]", "[3,1000,1000,-25,0,12]"),
        ("[2000000000, -2e9, 20000000000000000000000e-13]", "[2000000000,-2000000000,2000000000]"),
        (r#"["max", 1, ["min", 2, 3], 4]"#, "[1,[2,3],4]"),
        (r#"["min", 1, ["max", 2, 3], ["min", 2, 3]]"#, r#"["min",1,[2,3],["min",2,3]]"#),
        (r#"[1, ["max", 5]]"#, r#"[1,["max",5]]"#),
    ] {
        let tree = Tree::from_json(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(tree.to_json(), canonical, "{text}");
    }
}

#[test]
fn refuses_with_line_column_and_expectation() {
    for (text, place, expected, found) in [
        ("", "1, column 1", NODE, "the end of the text"),
        ("\u{feff}", "1, column 1", NODE, "the end of the text"),
        (" \n ", "2, column 2", NODE, "the end of the text"),
        ("[]", "1, column 2", HEAD, "']'"),
        ("{}", "1, column 1", NODE, "'{'"),
        ("\"max\"", "1, column 1", NODE, "'\"max'"),
        ("[\"mid\", 1]", "1, column 2", HEAD, "'\"mid'"),
        ("[\"max\" 1]", "1, column 8", "',' and the static value", "'1'"),
        ("[\"max\"]", "1, column 7", "',' and the static value", "']'"),
        ("[\"max\", \"max\", 1]", "1, column 9", STATIC, "'\"max'"),
        ("[[1], 2]", "1, column 2", HEAD, "'['"),
        ("[1, 2] 3", "1, column 8", "the end of the text", "'3'"),
        ("1]", "1, column 2", "the end of the text", "']'"),
        ("1,", "1, column 2", "the end of the text", "','"),
        ("[1,\n  2 3]", "2, column 5", "',' or ']'", "'3'"),
        ("[1,,2]", "1, column 4", NODE, "','"),
        ("[1,2,]", "1, column 6", NODE, "']'"),
        ("[,1]", "1, column 2", HEAD, "','"),
        ("[1,[2,3]", "1, column 9", "',' or ']'", "the end of the text"),
        ("[1", "1, column 3", "',' or ']'", "the end of the text"),
        ("[", "1, column 2", HEAD, "the end of the text"),
        ("[1, null]", "1, column 5", NODE, "'null'"),
        ("[NaN]", "1, column 2", HEAD, "'NaN'"),
        ("[ä]", "1, column 2", HEAD, "'ä'"),
        ("[1, \"ä\"", "1, column 5", NODE, "'\"ä'"),
        ("-Infinity", "1, column 1", NODE, "'-Infinity'"),
        ("-", "1, column 1", NODE, "'-'"),
        ("+5", "1, column 1", NODE, "'+5'"),
        (".5", "1, column 1", NODE, "'.5'"),
        ("5.", "1, column 3", "a digit", "the end of the text"),
        ("5e+", "1, column 4", "a digit", "the end of the text"),
        ("0x10", "1, column 2", "the end of the text", "'x10'"),
        ("[1, 012]", "1, column 5", "a number without leading zeros", "'012'"),
        ("[1, -00]", "1, column 5", "a number without leading zeros", "'-00'"),
        ("[1, 3.5]", "1, column 5", WHOLE, "'3.5'"),
        ("1e-1", "1, column 1", WHOLE, "'1e-1'"),
        ("2000000001", "1, column 1", WHOLE, "'2000000001'"),
        ("-2000000001", "1, column 1", WHOLE, "'-2000000001'"),
        ("1e999999999999999999999", "1, column 1", WHOLE, "'1e999999999999999999999'"),
        ("99999999999999999999999e-3", "1, column 1", WHOLE, "'99999999999999999999999e-3'"),
        ("1.00000000000000000000000001", "1, column 1", WHOLE, "'1.00000000000000000000000001'"),
    ] {
        let error = Tree::from_json(text).expect_err(text).to_string();
        let tail = format!(": at line {place}: expected {expected}, found {found}");
        assert!(error.ends_with(&tail), "{text:?}: {error}");
    }
}

#[test]
fn random_trees_read_back() {
    for seed in 0..2000 {
        let shape = Shape { alternate: seed % 2 == 0, max_depth: 6, ..Shape::default() };
        let tree = Tree::random(seed, &shape);
        let text = tree.to_json();
        let again = Tree::from_json(&text).unwrap();
        assert_eq!(again.to_json(), text, "seed {seed}");
        assert_eq!(again.node_count(), tree.node_count(), "seed {seed}");
        assert_same(&mut tree.clone(), &mut again.clone());
    }
}

/// Compares trees node by node.
fn assert_same(a: &mut Tree, b: &mut Tree) {
    assert_eq!((a.value(), a.side(), a.child_count()), (b.value(), b.side(), b.child_count()));
    for m in 0..a.child_count() {
        a.visit(m, |a| b.visit(m, |b| assert_same(a, b)));
    }
}

#[test]
fn a_subtree_prints_as_a_tree_of_its_own() {
    let mut tree = Tree::from_json("[0,[1,[2,3],4],5]").unwrap();
    tree.play(0);
    assert_eq!(tree.to_json(), r#"["min",1,[2,3],4]"#);
    tree.play(1);
    assert_eq!(tree.to_json(), "4");
}

#[test]
fn deep_trees_neither_overflow_nor_crawl() {
    for levels in [100_000, 1_000_000] {
        let mut text = "[0,".repeat(levels);
        text.push('1');
        text.push_str(&"]".repeat(levels));
        let mut tree = Tree::from_json(&text).unwrap();
        assert_eq!(tree.node_count(), levels + 1);
        assert!(tree.to_json() == text);
        let mut trail = Vec::new();
        while !tree.is_over() {
            trail.push(tree.play(0));
        }
        assert_eq!((tree.value(), tree.ply()), (1, levels as u32));
        while let Some(parent) = trail.pop() {
            tree.undo(0, parent);
        }
        drop(tree);
        let unclosed = Tree::from_json(&text[..text.len() - 1]).unwrap_err().to_string();
        assert!(unclosed.ends_with("expected ',' or ']', found the end of the text"));
        assert!(Tree::from_json(&"[".repeat(levels)).is_err());
    }
}

#[test]
fn wide_trees_work() {
    let width = 1_000_000;
    let text = format!("[0{}]", ",-7".repeat(width));
    let mut tree = Tree::from_json(&text).unwrap();
    assert_eq!((tree.child_count(), tree.node_count()), (width as u32, width + 1));
    assert_eq!(tree.visit(width as u32 - 1, |leaf| leaf.value()), -7);
    assert!(tree.to_json() == text);
}

#[test]
fn files_are_read_or_refused_in_words() {
    let folder = std::env::temp_dir().join(format!("plywood-games-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("tree.json");
    let check = |bytes: &[u8], expected: &str| {
        fs::write(&file, bytes).unwrap();
        match Tree::read(&file) {
            Ok(tree) => assert_eq!(tree.to_json(), expected),
            Err(error) => assert!(error.to_string().ends_with(expected), "{error}"),
        }
    };
    check(b"[1, 2]\n", "[1,2]");
    check(b"[1,\n 2", "at line 2, column 3: expected ',' or ']', found the end of the text");
    check(b"[1, \xff]", "at byte 4: expected text in UTF-8");
    check(b"", &format!("at line 1, column 1: expected {NODE}, found the end of the text"));
    let error = Tree::read(&folder).unwrap_err().to_string();
    assert!(error.ends_with("expected a file, found a directory"), "{error}");
    fs::remove_dir_all(&folder).unwrap();
    let error = Tree::read(&file).unwrap_err().to_string();
    assert!(error.contains("tree.json': expected a file that can be read, found \""), "{error}");
    assert!(Tree::read("").is_err() && Tree::read("nul\0byte").is_err());
}

#[test]
fn no_text_breaks_the_parser() {
    let seeds = [
        "[1,2,[3,4,5],-6]",
        r#"["min", 10, ["max", 2e3, 3.0], [4, ["min", 5, 0]]]"#,
        "\u{feff}[ -2000000000,\n\t[2000000000, 12e-1] ]",
        "3",
    ];
    let alphabet = "[[]],,0123456789.-+eE \n\"maxinä{}";
    let accepted = testing::fuzz(&seeds, alphabet, Tree::from_json, |tree, text| {
        let json = tree.to_json();
        let again = Tree::from_json(&json).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(again.to_json(), json, "{text:?}");
        assert_eq!(again.nodes, tree.nodes, "{text:?}");
    });
    assert!(accepted > 500, "{accepted} accepted: the mutations are too wild to test much");
}
