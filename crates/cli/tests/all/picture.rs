//! `plywood picture`: drawings and numbers of a search.

use crate::common::{Folder, plywood_line};
use std::fs;

#[test]
fn a_picture_is_written_in_every_format() {
    let folder = Folder::new();
    let [svg, png, csv, tree] =
        ["a.svg", "a.png", "a.csv", "tree.svg"].map(|name| folder.join(name));
    let search = "picture random-tree --position branching=4,depth=30,seed=3 \
                  --algorithm least-certainty --nodes 200";
    let ended = plywood_line(&format!("{search} --out {svg} --out {csv}"));
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
    assert_eq!(ended.out, format!("{svg}\n{csv}\n"));
    let drawing = fs::read_to_string(&svg).unwrap();
    for words in ["least-certainty at random-tree", "seed=3", "50 expansions", "nodes 200", "swing"]
    {
        assert!(drawing.contains(words), "{words}");
    }
    assert_eq!(fs::read_to_string(&csv).unwrap().lines().count(), 51);
    // Without fonts, or the feature, there is no PNG, and the error says so.
    let ended = plywood_line(&format!("{search} --out {png}"));
    match ended.code {
        _ if !cfg!(feature = "png") => ended.refused(2, "this build cannot write PNG"),
        0 => assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG")),
        _ => ended.refused(1, "no fonts"),
    }
    let ended = plywood_line(&format!("{search} --kind tree --out {tree}"));
    assert_eq!(ended.code, 0, "{ended:?}");
    assert!(fs::read_to_string(&tree).unwrap().contains("the best line"));

    plywood_line(&format!("{search} --out {svg}")).refused(2, "the file exists");
    assert_eq!(plywood_line(&format!("{search} --out {svg} --overwrite")).code, 0);
}

#[test]
fn a_tree_that_ends_needs_no_limit() {
    let folder = Folder::new();
    let csv = folder.join("numbers.csv");
    let line = "picture tree --position [0,[4,8,1],[6,5,[2,7,3]]] --algorithm best-first";
    assert_eq!(plywood_line(&format!("{line} --out {csv}")).code, 0);
    let text = fs::read_to_string(csv).unwrap();
    assert!(text.starts_with("n,path,depth,chosen,again,root_value,nodes 0,nodes 1,"), "{text}");
    assert!(text.contains("\r\n2,1,1,1,false,"), "{text}");
}

#[test]
fn searches_stand_side_by_side() {
    let folder = Folder::new();
    let svg = folder.join("tree.svg");
    let line = "picture tree --position [0,[4,8,1],[6,5,[2,7,3]]]";
    let two = format!("{line} --algorithm alpha-beta --algorithm best-first --out {svg}");
    let ended = plywood_line(&two);
    assert_eq!((ended.code, ended.out), (0, format!("{svg}\n")));
    let drawing = fs::read_to_string(&svg).unwrap();
    for words in [
        ">alpha-beta<",
        ">best-first<",
        "generated 7, evaluated 4",
        "generated 8, evaluated 8",
        "of ply 1",
    ] {
        assert!(drawing.contains(words), "{words}");
    }
    // A search that keeps no tree is a diagram by itself; limits that differ stand with the searches.
    let line = format!("{line} --overwrite --out {svg}");
    assert_eq!(plywood_line(&format!("{line} --algorithm mtdf")).code, 0);
    assert!(fs::read_to_string(&svg).unwrap().contains("passes"));
    let stages = "--algorithm best-first,nodes=2 --algorithm best-first,nodes=4 --kind diagram";
    assert_eq!(plywood_line(&format!("{line} {stages}")).code, 0);
    let drawing = fs::read_to_string(&svg).unwrap();
    assert!(drawing.contains(">best-first, nodes 2<") && drawing.contains("value 4"), "{drawing}");

    let kind = format!("{line} --algorithm best-first --algorithm mtdf --kind growth");
    plywood_line(&kind).refused(2, "expected '--kind diagram', or one algorithm");
    let csv = line.replace(&svg, &folder.join("a.csv"));
    plywood_line(&format!("{csv} --algorithm mtdf")).refused(2, "a diagram has no numbers");
    let large = format!("picture connect4 --algorithm negascout --overwrite --out {svg}");
    plywood_line(&large).refused(2, "at most 200");
}

#[test]
fn bad_input_is_refused_before_the_search() {
    let search = "picture connect4 --algorithm best-first --nodes 100";
    for (line, words) in [
        (search.to_string(), "--out <FILE>"),
        (format!("{search} --out a.pdf"), "--out a.pdf: expected a file name that ends with .svg"),
        (format!("{search} --out picture"), "expected a file name that ends with"),
        (format!("{search} --out /no/such/folder/a.svg"), "/no/such/folder is not a folder"),
        (format!("{search} --kind tre --out a.svg"), "invalid value 'tre' for '--kind"),
        (format!("{search} --out a.svg --nodes many"), "--nodes"),
        ("picture conect4 --nodes 100 --out a.svg".into(), "conect4"),
        (
            "picture connect4 --algorithm negascout --time 1h --kind growth --out a.svg".into(),
            "algorithm 'negascout' keeps no tree, so there is nothing to draw: expected",
        ),
        ("picture chess --set threads=2 --out a.svg".into(), "only a search on one thread"),
    ] {
        plywood_line(&line).refused(2, words);
    }
    plywood_line("picture tree --position 3 --algorithm best-first --out a.svg")
        .refused(1, "expanded no node");
}
